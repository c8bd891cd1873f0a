//! The programs with a role: found by name, and taken out of the solutions.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::config::{Config, ProblemSettings, SettingsError, Traced, hint, quoted};
use crate::discover::classify::split_extension;
use crate::discover::findings::Findings;
use crate::discover::language_of::language_of;
use crate::discover::programs::Programs;
use crate::model::{Name, Protocol, ReportForm, Role, RoleKind, Roles, Source};

/// Where programs with a role are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// The folder with the cases, relative to the root.
    pub folder: &'a Path,
    /// The files in it that are part of no case.
    pub files: &'a [Box<[u8]>],
}

/// Finds the programs with a role, and the solution that writes answers; what has a role is no
/// longer among the programs.
pub fn roles(
    config: &Config,
    settings: &ProblemSettings,
    places: Places<'_>,
    programs: &mut Programs,
    findings: &mut Findings,
) -> Roles {
    let all: Vec<String> = programs.all.iter().map(|program| program.name.to_string()).collect();
    let mut by_kind: BTreeMap<RoleKind, Vec<Role>> = BTreeMap::new();
    for (kind, wanted, (protocol, arguments, report)) in wanted(settings) {
        let found = findings.errors.keep(role(config, &wanted, places, programs, &all));
        by_kind.entry(kind).or_default().extend(found.map(|role| Role {
            protocol,
            arguments,
            report,
            ..role
        }));
    }
    let with_role: Vec<&Role> = by_kind.values().flatten().collect();
    programs.all.retain(|program| !with_role.iter().any(|role| role.source == program.source));
    let reference = settings.reference.as_ref().and_then(|wanted| {
        let name = Name::from(wanted.value.as_str());
        if programs.left_out.contains(&name) {
            return None;
        }
        let known = programs.all.iter().any(|program| program.name == name);
        findings.errors.keep(if known {
            Ok(name)
        } else {
            Err(no_solution(wanted, &name, &with_role, programs))
        })
    });
    let protocol = settings.interaction.protocol.as_ref().map(|protocol| protocol.value).unwrap_or_default();
    let full_points = settings.full_points.as_ref().map_or(Roles::FULL_POINTS, |points| points.value);
    let generate = settings.generate.as_ref().map(|generate| generate.value.clone());
    let passes = settings.passes.as_ref().map_or(1, |passes| passes.value);
    let checks_interactor = settings.checks_interactor();
    Roles { reference, by_kind, protocol, full_points, passes, checks_interactor, generate }
}

/// What is said of a program where it is named: its convention, its arguments, and the form of its report.
type Manner = (Option<Protocol>, Vec<String>, Option<ReportForm>);

/// The programs that the settings name.
fn wanted(settings: &ProblemSettings) -> Vec<(RoleKind, Traced<String>, Manner)> {
    let named = |kind, wanted: &Traced<String>, manner| (kind, wanted.clone(), manner);
    let generator =
        settings.generator.iter().map(|wanted| named(RoleKind::Generator, wanted, Manner::default()));
    let checker = settings.overrides.checker_program.iter().map(|Traced { value, origin }| {
        let program = Traced { value: value.program.clone(), origin: origin.clone() };
        (RoleKind::Checker, program, (None, value.arguments.clone(), value.report))
    });
    let interactor = settings.interaction.interactor.iter();
    let interactor = interactor.map(|wanted| {
        named(RoleKind::Interactor, wanted, (None, settings.interaction.arguments.clone(), None))
    });
    let validators = settings.validators.iter().map(|Traced { value, origin }| {
        let program = Traced { value: value.program.clone(), origin: origin.clone() };
        (RoleKind::Validator, program, (value.protocol, Vec::new(), None))
    });
    let view = settings.view.iter().map(|wanted| named(RoleKind::View, wanted, Manner::default()));
    generator.chain(checker).chain(interactor).chain(validators).chain(view).collect()
}

/// The mistake that a setting names a solution that is not there.
pub fn no_solution<T>(
    place: &Traced<T>,
    name: &Name,
    with_role: &[&Role],
    programs: &Programs,
) -> SettingsError {
    if with_role.iter().any(|role| role.name == *name) {
        let hint = "a program has either a role or an expectation".to_owned();
        return place.origin.error(format!("`{name}` has a role, so it is not a solution"), Some(hint));
    }
    let names: Vec<String> = programs.all.iter().map(|program| program.name.to_string()).collect();
    if programs.ambiguous.contains(name) {
        let start = format!("{name}.");
        let meant: Vec<String> = names
            .iter()
            .filter(|other| other.starts_with(&start))
            .map(|other| format!("`{other}`"))
            .collect();
        let what = format!("several solutions are named `{name}`: {}", meant.join(" and "));
        return place.origin.error(what, Some("name one with its extension".to_owned()));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = hint(&name.shown(), &names, "the solutions are");
    place.origin.error(format!("unknown solution `{name}`"), hint)
}

fn role(
    config: &Config,
    wanted: &Traced<String>,
    places: Places<'_>,
    programs: &Programs,
    all: &[String],
) -> Result<Role, SettingsError> {
    let path = config.root.join(places.folder).join(&wanted.value);
    if path.is_file() {
        let folder = config.root.join(places.folder);
        let Some(language) = language_of(config, &folder, wanted.value.as_bytes()) else {
            let known: Vec<&str> =
                config.languages.rows.iter().flat_map(|row| &row.extensions).map(String::as_str).collect();
            let what = format!("no language has the extension of {}", quoted(&wanted.value));
            return Err(wanted.origin.error(what, Some(format!("known extensions: {}", known.join(", ")))));
        };
        let name = Name::from(wanted.value.as_str());
        let (language, source) = (language.name.clone(), Source::File(path));
        return Ok(Role { name, language, source, protocol: None, arguments: Vec::new(), report: None });
    }
    let is_meant = |name: &Name, place: &Path| {
        name.as_bytes() == wanted.value.as_bytes() || place == Path::new(&wanted.value)
    };
    if let Some(program) = programs.all.iter().find(|program| is_meant(&program.name, &program.place)) {
        return Ok(Role {
            name: program.name.clone(),
            language: program.language.clone(),
            source: program.source.clone(),
            protocol: None,
            arguments: Vec::new(),
            report: None,
        });
    }
    let has_language = |file: &[u8]| {
        split_extension(file).is_some_and(|(_, extension)| {
            config.languages.of_extension(OsStr::from_bytes(extension)).is_some()
        })
    };
    let files = places.files.iter().filter(|file| has_language(file));
    let mut candidates: Vec<String> =
        files.map(|file| Name::from_os(OsStr::from_bytes(file)).to_string()).collect();
    candidates.extend_from_slice(all);
    let candidates: Vec<&str> = candidates.iter().map(String::as_str).collect();
    let what = format!(
        "{} is neither a file in the folder of the cases nor a binary of the package",
        quoted(&wanted.value)
    );
    Err(wanted.origin.error(what, hint(&wanted.value, &candidates, "the programs are")))
}
