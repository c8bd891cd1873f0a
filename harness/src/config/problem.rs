//! What `problem.toml` says.

use std::path::{Path, PathBuf};

use crate::config::decider::{DeciderSetting, deciders};
use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::expect::{ExpectRules, expect};
use crate::config::file::SettingsFile;
use crate::config::function::function;
use crate::config::generate::generate;
use crate::config::group::{full_points, groups};
use crate::config::origin::Traced;
use crate::config::overrides::Overrides;
use crate::config::table::{Item, Table};
use crate::config::validator::{ValidatorSetting, validators};
use crate::config::values::{passes, program};
use crate::model::{Function, Glob, Group, Protocol};

/// The name of the file.
pub const PROBLEM_FILE: &str = "problem.toml";

/// What a `problem.toml` says; nothing where there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProblemSettings {
    /// The title.
    pub title: Option<Traced<String>>,
    /// Where the statement is.
    pub url: Option<Traced<String>>,
    /// Limits and checker.
    pub overrides: Overrides,
    /// The solution that writes answers.
    pub reference: Option<Traced<String>>,
    /// The program that writes inputs.
    pub generator: Option<Traced<String>>,
    /// The arguments of the generator, with a blank between them.
    pub generate: Option<Traced<String>>,
    /// The programs that check inputs.
    pub validators: Vec<Traced<ValidatorSetting>>,
    /// The program that talks to solutions.
    pub interaction: Interaction,
    /// How often a checker or an interactor may have a solution run on a case.
    pub passes: Option<Traced<u32>>,
    /// The program that draws cases.
    pub view: Option<Traced<String>>,
    /// The points that a checker or an interactor gives for a case that is right.
    pub full_points: Option<Traced<f64>>,
    /// Globs for the cases that students may see; where there are none, those that are called samples.
    pub visible: Option<Traced<Vec<Glob>>>,
    /// The tables `[group.NAME]`, in the written order.
    pub groups: Vec<Traced<Group>>,
    /// What solutions define that read no input themselves.
    pub function: Option<Function>,
    /// The tables `[solution.X]`, in the written order.
    pub solutions: Vec<Traced<SolutionSettings>>,
    /// What a package says besides, and is not used.
    pub notes: Vec<SettingsError>,
}

/// The interactor of a problem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interaction {
    /// The program.
    pub interactor: Option<Traced<String>>,
    /// The convention that it follows.
    pub protocol: Option<Traced<Protocol>>,
    /// Its arguments beside those of the convention.
    pub arguments: Vec<String>,
}

/// What a table `[solution.X]` says.
#[derive(Clone, Debug, PartialEq)]
pub struct SolutionSettings {
    /// The name of the solution.
    pub name: String,
    /// What is expected of it.
    pub expect: Option<ExpectRules>,
    /// Which idea it follows, for grouping.
    pub family: Option<Traced<String>>,
}

impl ProblemSettings {
    /// Reads the `problem.toml` of a folder, given relative to the root.
    pub fn read(root: &Path, folder: &Path, errors: &mut SettingsErrors) -> Self {
        let path: PathBuf = folder.join(PROBLEM_FILE);
        let file = errors.keep(SettingsFile::read(root, &path)).flatten();
        let table = file.as_ref().and_then(|file| file.table(errors));
        table.map_or_else(Self::default, |table| Self::from_table(table, errors))
    }

    fn from_table(mut table: Table<'_>, errors: &mut SettingsErrors) -> Self {
        let mut settings = Self {
            title: table.read("title", errors, text),
            url: table.read("url", errors, text),
            overrides: Overrides::read(&mut table, errors),
            reference: table.read("reference", errors, program),
            generator: table.read("generator", errors, program),
            generate: table.read("generate", errors, generate),
            validators: table.take("validator").map_or_else(Vec::new, |item| validators(item, errors)),
            interaction: interaction(&mut table, errors),
            passes: table.read("passes", errors, passes),
            view: table.read("view", errors, program),
            full_points: table.read("full_points", errors, full_points),
            visible: table.read("visible", errors, globs),
            groups: table.table("group", errors).map_or_else(Vec::new, |table| groups(table, errors)),
            function: table.table("function", errors).and_then(|table| function(table, errors)),
            solutions: table.table("solution", errors).map_or_else(Vec::new, |solutions| {
                solutions.into_items().into_iter().filter_map(|item| solution(item, errors)).collect()
            }),
            notes: Vec::new(),
        };
        table.finish(errors);
        settings.complain_of_generate(errors);
        settings.complain_of_passes(errors);
        settings.complain_of_interaction(errors);
        // What an interactor writes for a checker is no literal.
        settings.overrides.has_function =
            settings.function.is_some() && settings.interaction.interactor.is_none();
        settings
    }

    /// Whether the checker judges what the interactor writes: both are named.
    #[must_use]
    pub fn checks_interactor(&self) -> bool {
        self.interaction.interactor.is_some() && self.overrides.checker.is_some()
    }

    /// Whether a case must have an answer: no program decides, that may need none.
    #[must_use]
    pub fn needs_answers(&self) -> bool {
        match self.interaction.interactor {
            Some(_) => self.checks_interactor() && self.overrides.checker_program.is_none(),
            None => self.passes.is_none(),
        }
    }

    /// Only a program of Kattis can ask for another pass.
    fn complain_of_passes(&self, errors: &mut SettingsErrors) {
        let Some(passes) = &self.passes else { return };
        let interaction = &self.interaction;
        let of_interactor = interaction
            .interactor
            .as_ref()
            .map(|_| interaction.protocol.as_ref().map_or(Protocol::Kattis, |protocol| protocol.value));
        let checker = self.overrides.checker_program.as_ref();
        let protocol = of_interactor.or_else(|| checker.map(|checker| checker.value.protocol));
        if protocol != Some(Protocol::Kattis) {
            let what = "`passes` needs a checker or an interactor of Kattis, which asks for them".to_owned();
            let hint = "write `checker = { kattis = \"check.py\" }`, or remove the key".to_owned();
            errors.push_at(&passes.origin, || passes.origin.error(what, Some(hint)));
        }
    }

    /// Only an interactor of testlib writes an output that a checker can judge.
    fn complain_of_interaction(&self, errors: &mut SettingsErrors) {
        let Interaction { interactor, protocol, .. } = &self.interaction;
        if let (Some(protocol), None) = (protocol, interactor) {
            let what = "`protocol` is that of an interactor, and none is named".to_owned();
            let hint = "add `interactor = \"PROGRAM\"`, or remove the key".to_owned();
            errors.push_at(&protocol.origin, || protocol.origin.error(what, Some(hint)));
        }
        let is_of_testlib = protocol.as_ref().is_some_and(|protocol| protocol.value == Protocol::Testlib);
        if let (Some(checker), Some(_), false) = (&self.overrides.checker, interactor, is_of_testlib) {
            let what =
                "an interactor of Kattis gives the verdict and writes no output for a checker".to_owned();
            let hint =
                "remove `checker`, or write `interactor = { testlib = \"PROGRAM\" }` if it is one of testlib";
            errors.push_at(&checker.origin, || checker.origin.error(what, Some(hint.to_owned())));
        }
    }

    /// Arguments for a generator that is not there would be believed to be used.
    fn complain_of_generate(&self, errors: &mut SettingsErrors) {
        if let (Some(generate), None) = (&self.generate, &self.generator) {
            let what = "`generate` has the arguments of a generator, and none is named".to_owned();
            let hint = "add `generator = \"PROGRAM\"`, or remove the key".to_owned();
            errors.push_at(&generate.origin, || generate.origin.error(what, Some(hint)));
        }
    }
}

/// Globs for names of cases.
fn globs(item: &Item<'_>) -> Result<Vec<Glob>, SettingsError> {
    let glob = |text: &String| {
        let invalid = |error| item.error(format!("{} is not a valid glob: {error}", quoted(text)), None);
        Glob::new(text).map_err(invalid)
    };
    item.texts("a list of globs for cases like [\"sample/*\"]")?.iter().map(glob).collect()
}

fn solution(item: Item<'_>, errors: &mut SettingsErrors) -> Option<Traced<SolutionSettings>> {
    let Traced { value: name, origin } = item.traced(item.key.clone());
    let mut table = errors.keep(item.into_table())?;
    let value = SolutionSettings {
        name,
        expect: table.take("expect").and_then(|item| expect(item, errors)),
        family: table.read("family", errors, text),
    };
    table.finish(errors);
    Some(Traced { value, origin })
}

/// A name with the key `protocol`, or a table that says all.
fn interaction(table: &mut Table<'_>, errors: &mut SettingsErrors) -> Interaction {
    let item = table.take("interactor");
    let protocol = table.read("protocol", errors, protocol);
    let named = Interaction { protocol, ..Interaction::default() };
    let Some(item) = item else { return named };
    if !item.is_table() {
        let interactor = errors.keep(program(&item)).map(|name| item.traced(name));
        return Interaction { interactor, ..named };
    }
    let origin = item.traced(()).origin;
    let Some(mut inner) = errors.keep(item.into_table()) else { return named };
    let n_errors = errors.count();
    let mut all = deciders(&mut inner, errors);
    inner.finish(errors);
    let mistake = |what: &str| {
        let form = "write { testlib = \"interact.cpp\" } or { kattis = \"interact.py\" }".to_owned();
        origin.error(what.to_owned(), Some(form))
    };
    match all.len() {
        0 if errors.count() == n_errors => errors.push(mistake("this names no interactor")),
        0 | 1 => {}
        _ => errors.push(mistake("this names two interactors")),
    }
    if let Some(protocol) = &named.protocol {
        let what = "the protocol of the interactor is set twice".to_owned();
        errors.push(protocol.origin.error(what, Some("remove `protocol`".to_owned())));
    }
    let Some(DeciderSetting { program, protocol, arguments, .. }) = all.pop().flatten() else { return named };
    let protocol = Some(Traced { value: protocol, origin: origin.clone() });
    Interaction { interactor: Some(Traced { value: program, origin }), protocol, arguments }
}

fn text(item: &Item<'_>) -> Result<String, SettingsError> {
    item.text("a string").map(str::to_owned)
}

fn protocol(item: &Item<'_>) -> Result<Protocol, SettingsError> {
    let text = item.text("\"kattis\" or \"testlib\"")?;
    Protocol::from_name(text).ok_or_else(|| {
        let hint = format!("the protocols are: {}", Protocol::NAMES.join(", "));
        item.error(format!("unknown protocol {}", quoted(text)), Some(hint))
    })
}

#[cfg(test)]
mod tests {
    use super::ProblemSettings;
    use crate::config::error::SettingsErrors;
    use crate::model::{Glob, Name};
    use insta::assert_snapshot;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use std::fs;
    use std::path::Path;

    fn read(text: &[u8]) -> (ProblemSettings, String) {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("problem.toml"), text).unwrap();
        let mut errors = SettingsErrors::default();
        let settings = ProblemSettings::read(root.path(), Path::new(""), &mut errors);
        (settings, errors.sorted().to_string())
    }

    #[test]
    fn rules_keep_their_written_order_and_the_last_one_governs() {
        let text = b"[solution.a]\nexpect = { \"*\" = \"AC\", \"anti-*\" = \"WA\", \"anti-b\" = [\"AC\", \"TLE\"] }\n\
            [solution.b.expect]\n\"z*\" = \"WA\"\n\"*\" = \"AC\"\n[solution.c]\nfamily = \"dp\"\n";
        let (settings, complaints) = read(text);
        assert_eq!(complaints, "");
        let permitted = |index: usize, case: &str| {
            let rules = settings.solutions[index].value.expect.as_ref().unwrap();
            let verdicts = rules.expectation.permitted(&Name::from(case));
            verdicts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(permitted(0, "1"), "AC");
        assert_eq!(permitted(0, "anti-a"), "WA");
        assert_eq!(permitted(0, "anti-b"), "AC TLE");
        assert_eq!(permitted(1, "zebra"), "AC");
        assert_eq!(settings.solutions[2].value.expect, None);
    }

    #[test]
    fn what_is_permitted_and_what_is_required_may_be_said_apart() {
        let text = r#"
[solution.a]
expect = { permitted = ["AC", "WA", "TLE"], required = ["TLE"] }
[solution.b]
expect = { "*" = "AC", "big-*" = { permitted = ["AC", "TLE"], required = [] } }
[solution.c]
expect = { required = "RE" }
"#;
        let (settings, complaints) = read(text.as_bytes());
        assert_eq!(complaints, "");
        let rules = |index: usize| {
            let rules = settings.solutions[index].value.expect.as_ref().unwrap();
            let rule = |(glob, permitted): &(_, _)| format!("{}: {permitted}", Glob::text(glob));
            rules.expectation.rules.iter().map(rule).collect::<Vec<_>>().join("; ")
        };
        assert_eq!(rules(0), "*: AC or WA or TLE, required TLE");
        assert_eq!(rules(1), "*: AC; big-*: AC or TLE, none required");
        assert_eq!(rules(2), "*: MLE or TLE or ILE or OLE or RE or WA or PT or AC, required RE");
        let text = r#"
[solution.a]
expect = { permitted = ["AC", "WA"], required = ["TLE"] }
[solution.b]
expect = { permitted = ["AC"], requierd = ["TLE"] }
[solution.c]
expect = { permitted = [] }
[solution.d]
expect = { "1" = {} }
[solution.e]
expect = { required = ["JE"] }
"#;
        assert_snapshot!(read(text.as_bytes()).1, @r#"
        problem.toml:3: `TLE` is required and not permitted; add "TLE" to `permitted`
        problem.toml:5: unknown key `requierd` in [solution.b.expect]; did you mean `required`?
        problem.toml:7: an empty list permits no verdict; write a verdict like "WA" or a list like ["AC", "TLE"]
        problem.toml:9: this names no verdict; write { permitted = ["AC", "TLE"], required = ["TLE"] }
        problem.toml:11: `JE` cannot be expected; the verdicts are: CE, MLE, TLE, ILE, OLE, RE, WA, PT, AC
        "#);
    }

    #[test]
    fn mistakes_in_a_problem_are_told_at_once() {
        let text = r#"
title = 1
refrence = "x"
generator = ""
jobs = 3
[solution.a]
expect = "WRONG"
[solution.b]
expect = []
famly = "x"
[solution.c]
expect = { "[" = "AC", "x" = ["AC", "JE"] }
[solution.d]
expect = {}
[solution]
e = "WA"
f.expect = 3
"#;
        assert_snapshot!(read(text.as_bytes()).1, @r#"
        problem.toml:2: `title` must be a string, not an integer
        problem.toml:3: unknown key `refrence`; did you mean `reference`?
        problem.toml:4: `generator` is empty; name a program or remove the key
        problem.toml:5: unknown key `jobs`; known keys: title, url, time_limit, wall_limit, memory_limit, stack_limit, output_limit, process_limit, checker, reference, generator, generate, validator, interactor, protocol, passes, view, full_points, visible, group, function, solution
        problem.toml:7: unknown verdict `WRONG`; the verdicts are: CE, MLE, TLE, ILE, OLE, RE, WA, PT, AC
        problem.toml:9: an empty list permits no verdict; write a verdict like "WA" or a list like ["AC", "TLE"]
        problem.toml:10: unknown key `famly` in [solution.b]; did you mean `family`?
        problem.toml:12: `[` is not a valid glob: unclosed character class; missing ']'
        problem.toml:12: `JE` cannot be expected; the verdicts are: CE, MLE, TLE, ILE, OLE, RE, WA, PT, AC
        problem.toml:14: this names no verdict; write a verdict like "WA" or a list like ["AC", "TLE"] per case glob
        problem.toml:16: `e` must be a table [solution.e], not a string
        problem.toml:17: `expect` must be a verdict like "WA" or a list like ["AC", "TLE"], not an integer
        "#);
    }

    #[test]
    fn what_an_interactor_leaves_without_effect_is_a_mistake() {
        assert_snapshot!(read(b"protocol = \"testlib\"\n").1, @r#"problem.toml:1: `protocol` is that of an interactor, and none is named; add `interactor = "PROGRAM"`, or remove the key"#);
        let both = |interactor: &str, checker: &str| {
            let (settings, complaint) =
                read(format!("interactor = {interactor}\nchecker = {checker}\n").as_bytes());
            (settings.checks_interactor(), settings.needs_answers(), complaint)
        };
        for (checker, needs_answers) in [("\"wcmp\"", true), ("{ testlib = \"c.cpp\" }", false)] {
            let testlib = both("{ testlib = \"i.cpp\" }", checker);
            assert_eq!(testlib, (true, needs_answers, String::new()));
            for interactor in ["\"i.py\"", "{ kattis = \"i.py\" }"] {
                let complaint = both(interactor, checker).2;
                let what =
                    "toml:2: an interactor of Kattis gives the verdict and writes no output for a checker";
                assert!(complaint.contains(what), "{complaint}");
            }
        }
        let passes = read(b"interactor = { testlib = \"i\" }\nchecker = { kattis = \"c\" }\npasses = 2\n").1;
        assert!(passes.contains("toml:3: `passes` needs"), "{passes}");
    }

    #[test]
    fn what_an_interactor_writes_is_no_literal() {
        let text = "checker = \"wcmp\"\n[function]\nname = \"f\"\nparameters = []\nreturns = \"int\"\n";
        assert!(read(text.as_bytes()).0.overrides.has_function);
        let text = format!("interactor = {{ testlib = \"i\" }}\n{text}");
        assert!(!read(text.as_bytes()).0.overrides.has_function);
    }

    proptest! {
        #[test]
        fn no_bytes_in_the_file_make_the_reader_panic(bytes in vec(any::<u8>(), 0..99), text in ".*") {
            _ = read(&bytes);
            _ = read(format!("[solution.x]\nexpect = {{ '{text}' = '{text}' }}").as_bytes());
        }
    }
}
