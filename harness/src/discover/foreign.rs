//! The settings of a problem, with those of a package of Kattis, ICPC or DOMjudge below them: its programs are found by
//! the folders in which they lie.

use std::fs;
use std::path::Path;

use crate::config::{
    Config, DeciderSetting, Interaction, Origin, PackageJudging, PackageSettings, ProblemSettings,
    SettingsError, SettingsErrors, Traced, ValidatorSetting, quoted,
};
use crate::discover::language_of::language_of;
use crate::discover::leftovers::is_header;
use crate::model::{CheckerChoice, Name, Protocol};

/// Folders with the program that judges outputs; the second is that of the form of 2023.
const OUTPUT_VALIDATORS: [&str; 2] = ["output_validators", "output_validator"];

/// Folders with the programs that judge inputs; the second is an old name.
const INPUT_VALIDATORS: [&str; 2] = ["input_validators", "input_format_validators"];

/// Folders of a package without cases, beside those: what lies in them is no input or answer with an odd name.
const WITHOUT_CASES: [&str; 8] = [
    "submissions",
    "generators",
    "problem_statement",
    "statement",
    "solution",
    "attachments",
    "include",
    "static_validator",
];

/// Whether this file, given from the folder of its problem, lies where a package has no cases.
pub fn is_beside_cases(file: &[u8]) -> bool {
    let top = file.split(|&byte| byte == b'/').next().filter(|top| top.len() < file.len());
    let known = OUTPUT_VALIDATORS.iter().chain(&INPUT_VALIDATORS).chain(&WITHOUT_CASES);
    top.is_some_and(|top| known.into_iter().any(|folder| folder.as_bytes() == top))
}

/// What is not read of a package, with where it belongs here.
const NOT_READ: [(&str, &str); 4] = [
    (
        "submissions",
        "copy or link the sources to solutions/PROBLEM, and write what is expected in problem.toml",
    ),
    ("data/testdata.yaml", "give folders of cases points by [group.FOLDER] in problem.toml"),
    ("data/secret/testdata.yaml", "give folders of cases points by [group.FOLDER] in problem.toml"),
    ("data/secret/test_group.yaml", "give folders of cases points by [group.FOLDER] in problem.toml"),
];

/// Reads the settings of a problem, whose folder is given relative to the root.
pub fn settings(config: &Config, folder: &Path, errors: &mut SettingsErrors) -> ProblemSettings {
    let mut settings = ProblemSettings::read(&config.root, folder, errors);
    let package = PackageSettings::read(&config.root, folder, errors);
    let PackageSettings { title, time, memory, output, judging, passes, origin, notes, .. } = package;
    let (arguments, judges_by_folder) = (package.arguments, package.judges_by_folder);
    settings.notes = notes;
    settings.title = settings.title.or(title);
    let overrides = &mut settings.overrides;
    overrides.time = overrides.time.take().or(time);
    overrides.memory = overrides.memory.take().or(memory);
    overrides.output = overrides.output.take().or(output);
    let is_judged = overrides.checker.is_some()
        || settings.interaction.interactor.is_some()
        || settings.function.is_some();
    let found = Found { config, folder };
    if let Some(Traced { mut value, origin }) = judging.filter(|_| !is_judged) {
        let is_program = matches!(value, PackageJudging::Program { .. });
        let programs = found.output_validators();
        if !is_program && !programs.is_empty() {
            if judges_by_folder {
                value = PackageJudging::Program { is_interactive: false };
            } else {
                let names: Vec<String> = programs.iter().map(|name| quoted(name)).collect();
                let what = format!("`validation` is not custom, so not used: {}", names.join(", "));
                let hint = Some("write `validation: custom`, or name a checker in problem.toml".to_owned());
                settings.notes.push(origin.error(what, hint));
            }
        }
        found.judge(&mut settings, Traced { value, origin }, (arguments, passes), errors);
    }
    if let (Some(points), false) = (&settings.full_points, has_decider(&settings)) {
        let what =
            "`full_points` is what a checker program or an interactor gives, and there is none".to_owned();
        let hint = "write `checker = { testlib = \"PROGRAM\" }`, or remove the key".to_owned();
        errors.push(points.origin.error(what, Some(hint)));
    }
    if let Some(origin) = origin {
        found.validate(&mut settings, &origin);
        for (place, hint) in NOT_READ {
            let path = folder.join(place);
            if config.root.join(&path).exists() {
                let what = "this part of the package is not read".to_owned();
                let hint = Some(hint.replace("PROBLEM", &problem_of(folder)));
                settings.notes.push(SettingsError {
                    path: path.into(),
                    line: None,
                    column: None,
                    what,
                    hint,
                });
            }
        }
    }
    settings
}

/// Whether the problem has a program that gives verdicts, and maybe points: those of an interactor do not count where a
/// checker comes after it.
fn has_decider(settings: &ProblemSettings) -> bool {
    let has_interactor = settings.interaction.interactor.is_some() && !settings.checks_interactor();
    settings.overrides.checker_program.is_some() || has_interactor
}

fn problem_of(folder: &Path) -> String {
    Name::from_os(folder.file_name().unwrap_or_default()).to_string()
}

/// The programs of a package.
struct Found<'a> {
    config: &'a Config,
    folder: &'a Path,
}

impl Found<'_> {
    /// Sets the checker or the interactor.
    fn judge(
        &self,
        settings: &mut ProblemSettings,
        Traced { value, origin }: Traced<PackageJudging>,
        (arguments, passes): (Vec<String>, Option<Traced<u32>>),
        errors: &mut SettingsErrors,
    ) {
        let overrides = &mut settings.overrides;
        let is_interactive = match value {
            PackageJudging::BuiltIn(choice) => {
                overrides.checker = Some(Traced { value: choice, origin });
                return;
            }
            PackageJudging::Unknown(error) => return errors.push(error),
            PackageJudging::Program { is_interactive } => is_interactive,
        };
        let program = match &self.output_validators()[..] {
            [program] => program.clone(),
            [] => {
                let what = "the package has an output validator of its own, and there is no program in \
                            `output_validators`";
                let hint = "add it, or name a checker in problem.toml".to_owned();
                return errors.push(origin.error(what.to_owned(), Some(hint)));
            }
            several => {
                let names: Vec<String> = several.iter().map(|name| quoted(name)).collect();
                let what = format!("the package has several output validators: {}", names.join(", "));
                let key = if is_interactive { "interactor" } else { "checker" };
                let hint = format!("name one in problem.toml: {key} = {{ kattis = \"PROGRAM\" }}");
                return errors.push(origin.error(what, Some(hint)));
            }
        };
        settings.passes = settings.passes.take().or(passes);
        if is_interactive {
            let protocol = Some(Traced { value: Protocol::Kattis, origin: origin.clone() });
            let interactor = Some(Traced { value: program, origin });
            settings.interaction = Interaction { interactor, protocol, arguments };
            return;
        }
        let value = DeciderSetting { program, protocol: Protocol::Kattis, arguments, report: None };
        overrides.checker_program = Some(Traced { value, origin: origin.clone() });
        overrides.checker = Some(Traced { value: CheckerChoice::Program(Protocol::Kattis), origin });
    }

    /// The programs that judge outputs.
    fn output_validators(&self) -> Vec<String> {
        OUTPUT_VALIDATORS.iter().flat_map(|top| self.programs(top).0).collect()
    }

    /// Sets the validators.
    fn validate(&self, settings: &mut ProblemSettings, origin: &Origin) {
        if !settings.validators.is_empty() {
            return;
        }
        for top in INPUT_VALIDATORS {
            let (programs, others) = self.programs(top);
            settings.validators.extend(programs.into_iter().map(|program| Traced {
                value: ValidatorSetting { program, protocol: Some(Protocol::Kattis) },
                origin: origin.clone(),
            }));
            if !others.is_empty() {
                let names: Vec<String> = others.iter().map(|name| quoted(name)).collect();
                let what = format!("of no language, so not used to validate inputs: {}", names.join(", "));
                settings.notes.push(origin.error(what, Some("name a validator in problem.toml".to_owned())));
            }
        }
    }

    /// The programs in a folder, and what else is there: files, and folders with a single source.
    fn programs(&self, top: &str) -> (Vec<String>, Vec<String>) {
        let (mut programs, mut others) = (Vec::new(), Vec::new());
        for (name, is_folder) in self.entries(top) {
            let place = format!("{top}/{name}");
            if !is_folder {
                if self.is_source(top, &name) {
                    programs.push(place);
                } else if !is_header(name.as_ref()) {
                    others.push(place);
                }
                continue;
            }
            let inner = self.entries(&place).into_iter();
            let sources = inner.filter(|(name, is_folder)| !is_folder && self.is_source(&place, name));
            let sources: Vec<String> = sources.map(|(name, _)| format!("{place}/{name}")).collect();
            // Of several the main one is named like the folder, as Kattis' examples are.
            let main = sources.iter().find(|source| {
                Path::new(source).file_stem().is_some_and(|stem| stem == Path::new(&name).as_os_str())
            });
            match (&sources[..], main) {
                ([], _) => others.push(place),
                ([_], _) | (_, None) => programs.extend(sources),
                (_, Some(main)) => programs.push(main.clone()),
            }
        }
        (programs, others)
    }

    /// What lies in a folder of the package, in the order of the names, and whether it is a folder.
    fn entries(&self, place: &str) -> Vec<(String, bool)> {
        let path = self.config.root.join(self.folder).join(place);
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut found: Vec<(String, bool)> = entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
                Some((name, entry.path().is_dir()))
            })
            .collect();
        found.sort();
        found
    }

    fn is_source(&self, place: &str, name: &str) -> bool {
        let folder = self.config.root.join(self.folder).join(place);
        !is_header(name.as_ref()) && language_of(self.config, &folder, name.as_bytes()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::discover::explain;
    use crate::discover::fixture::Workspace;

    /// A workspace with a package that says this.
    fn package(text: &str) -> Workspace {
        Workspace::new()
            .files(&["cases/p/data/sample/1.in", "cases/p/data/sample/1.ans", "solutions/p/a.py"])
            .file("cases/p/problem.yaml", text)
    }

    /// What is in force for the problem and comes from the package.
    fn in_force(workspace: &Workspace) -> String {
        let (config, catalog) = (workspace.config(), workspace.catalog());
        let rows = explain(&config, &catalog.problems[0], None, None).unwrap();
        let rows = rows.iter().filter(|row| row.origin.contains("cases/p/"));
        rows.map(|row| format!("{} {} ({})", row.key, row.value, row.origin)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_settings_of_a_package_are_weaker_than_problem_toml() {
        let workspace = package("name: Sums\nlimits:\n  memory: 64\n  time_limit: 3\n");
        assert_snapshot!(in_force(&workspace), @"
        title Sums (cases/p/problem.yaml:1)
        time_limit 3s (cases/p/problem.yaml:4)
        memory_limit 64MiB (cases/p/problem.yaml:3)
        checker tokens-ci (cases/p/problem.yaml:1)
        ");
        let workspace = workspace
            .file("judge.toml", "[defaults]\ntime_limit = \"1s\"\nchecker = \"exact\"\n")
            .file("cases/p/problem.toml", "title = \"More\"\nmemory_limit = \"1GiB\"\nchecker = \"lines\"\n");
        assert_snapshot!(in_force(&workspace), @"
        title More (cases/p/problem.toml:1)
        time_limit 3s (cases/p/problem.yaml:4)
        memory_limit 1GiB (cases/p/problem.toml:2)
        checker lines (cases/p/problem.toml:3)
        ");
    }

    #[test]
    fn programs_are_found_in_their_folders() {
        let workspace = package("validation: custom\nvalidator_flags: strict 2\n")
            .files(&["cases/p/output_validators/check/check.cpp", "cases/p/output_validators/check/check.h"])
            .files(&[
                "cases/p/input_validators/a.py",
                "cases/p/input_validators/b/b.py",
                "cases/p/input_validators/c.ctd",
            ])
            .files(&["cases/p/submissions/accepted/x.py", "cases/p/data/secret/testdata.yaml"]);
        assert_snapshot!(workspace.shown(), @"
        problem p (p)
          case data/sample/1 = data/sample/1.in data/sample/1.ans
          solution a (python) from solutions/p/a.py: * AC
          validator input_validators/a.py (python) from cases/p/input_validators/a.py
          validator input_validators/b/b.py (python) from cases/p/input_validators/b/b.py
          checker output_validators/check/check.cpp (cpp) from cases/p/output_validators/check/check.cpp
        note: cases/p/problem.yaml: line 1: of no language, so not used to validate inputs: `input_validators/c.ctd`; name a validator in problem.toml
        note: cases/p/submissions: this part of the package is not read; copy or link the sources to solutions/p, and write what is expected in problem.toml
        note: cases/p/data/secret/testdata.yaml: this part of the package is not read; give folders of cases points by [group.FOLDER] in problem.toml
        ");
        // In the form of 2023 the folder says that there is one.
        for (form, folder) in [("2023-07", "output_validator"), ("2023-07-draft", "output_validators")] {
            let text = format!("problem_format_version: {form}\ntype: pass-fail\n");
            let program = format!("cases/p/{folder}/check.py");
            let shown = package(&text).files(&[&program]).shown();
            assert!(shown.contains(&format!("checker {folder}/check.py (python)")), "{shown}");
        }
        let unused = package("validation: default\n").files(&["cases/p/output_validators/check.py"]).shown();
        let note = "`validation` is not custom, so not used: `output_validators/check.py`";
        assert!(unused.contains(note) && !unused.contains("checker output"), "{unused}");
        let talking =
            package("validation: custom interactive\n").files(&["cases/p/output_validators/talk.py"]);
        assert_snapshot!(talking.shown(), @"
        problem p (p)
          case data/sample/1 = data/sample/1.in data/sample/1.ans
          solution a (python) from solutions/p/a.py: * AC
          interactor output_validators/talk.py (python) from cases/p/output_validators/talk.py
        ");
    }

    #[test]
    fn an_output_validator_must_be_there_and_be_one_unless_problem_toml_names_another() {
        let workspace = package("name: x\nvalidation: custom\n");
        assert_snapshot!(workspace.complaints(), @"cases/p/problem.yaml:2: the package has an output validator of its own, and there is no program in `output_validators`; add it, or name a checker in problem.toml");
        let workspace =
            workspace.files(&["cases/p/output_validators/a.py", "cases/p/output_validators/b.py"]);
        assert_snapshot!(workspace.complaints(), @r#"cases/p/problem.yaml:2: the package has several output validators: `output_validators/a.py`, `output_validators/b.py`; name one in problem.toml: checker = { kattis = "PROGRAM" }"#);
        let workspace =
            workspace.file("cases/p/problem.toml", "checker = { kattis = \"output_validators/b.py\" }\n");
        assert_snapshot!(workspace.shown(), @"
        problem p (x)
          case data/sample/1 = data/sample/1.in data/sample/1.ans
          solution a (python) from solutions/p/a.py: * AC
          checker output_validators/b.py (python) from cases/p/output_validators/b.py
        ");
        let flags = package("validator_flags: space_change_sensitive\n");
        assert_snapshot!(flags.complaints(), @"cases/p/problem.yaml:1: `space_change_sensitive` has no counterpart with these validator flags; name a checker in problem.toml");
        let named = flags.file("cases/p/problem.toml", "checker = \"lines\"\n");
        assert_eq!(named.catalog().problems[0].rules.checker.to_string(), "lines");
    }

    #[test]
    fn a_mistake_in_a_package_is_one_of_the_settings() {
        assert_snapshot!(package("a: [\n").complaints(), @"cases/p/problem.yaml:2: this is no YAML: while parsing a node, did not find expected node content");
        assert_snapshot!(package("limits: {memory: all}\n").complaints(), @"cases/p/problem.yaml:1: `memory`: `all` is no size in MiB; write a whole number like 1024");
    }
}
