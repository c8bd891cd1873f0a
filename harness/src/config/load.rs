//! Finds the root of a workspace and reads its `judge.toml`.

use std::path::{Path, PathBuf};

use crate::config::build_limits::Build;
use crate::config::error::{SettingsError, SettingsErrors, quoted};
use crate::config::file::SettingsFile;
use crate::config::flags::Flags;
use crate::config::helpers::Helpers;
use crate::config::judge_settings::{JudgeOverrides, JudgeSettings};
use crate::config::languages::Languages;
use crate::config::origin::JUDGE_FILE;
use crate::config::overrides::{Effective, Overrides};
use crate::config::records::Records;
use crate::config::suggest::hint;
use crate::config::table::Table;
use crate::files;
use crate::model::Name;

/// The settings of a workspace: what holds for all its problems.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The root of the workspace.
    pub root: PathBuf,
    /// The profile that is in force.
    pub profile: Option<String>,
    /// How the judge itself works.
    pub judge: JudgeSettings,
    /// The limits of builds.
    pub build: Build,
    /// The limits of helper programs.
    pub helpers: Helpers,
    /// How many records of runs are kept.
    pub records: Records,
    /// The language table.
    pub languages: Languages,
    /// What holds for a case of which neither problem, case nor flags say anything.
    base: Effective,
    /// What the flags say, which override problem and case.
    flags: Overrides,
}

impl Config {
    /// What is in force where these layers say something, from weak to strong: the problem, the case. The
    /// flags are stronger than all of them.
    #[must_use]
    pub fn effective(&self, layers: &[&Overrides]) -> Effective {
        let base = self.base.clone();
        layers.iter().copied().chain([&self.flags]).fold(base, Effective::overlaid)
    }
}

/// The nearest folder with a `judge.toml`, from an absolute path upward.
#[must_use]
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|folder| folder.join(JUDGE_FILE).is_file()).map(Path::to_path_buf)
}

/// What lies in a folder under a name that differs from this one only in the case of letters.
#[must_use]
pub fn misspelt(folder: &Path, name: &str) -> Option<Name> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let names = entries.map(|entry| Name::from_os(&entry.file_name()));
    names.filter(|other| other.shown() != name && other.shown().to_lowercase() == name).min()
}

/// The names of the profiles of a workspace; none where its settings cannot be read.
#[must_use]
pub fn profile_names(root: &Path) -> Vec<String> {
    let text = files::text(&root.join(JUDGE_FILE), files::LARGEST_LIST).unwrap_or_default();
    let table = text.parse::<toml::Table>().unwrap_or_default();
    let profiles = table.get("profile").and_then(toml::Value::as_table);
    profiles.map(|profiles| profiles.keys().cloned().collect()).unwrap_or_default()
}

/// Reads the settings of a workspace.
///
/// # Errors
/// Everything that is wrong with its `judge.toml`, or that no profile has this name.
pub fn load(root: &Path, profile: Option<&str>, flags: &Flags) -> Result<Config, SettingsErrors> {
    let mut errors = SettingsErrors::default();
    let Some(file) = errors.keep(SettingsFile::read(root, Path::new(JUDGE_FILE))) else {
        return Err(errors.sorted());
    };
    let Some(file) = file else {
        errors.push(about_the_file(
            format!("there is no such file in {}", root.display()),
            Some(misspelt(root, JUDGE_FILE).map_or_else(
                || "create one; it may be empty".to_owned(),
                |other| format!("`{other}` differs from it only in the case of letters: rename it"),
            )),
        ));
        return Err(errors);
    };
    let Some(table) = file.table(&mut errors) else { return Err(errors.sorted()) };
    let Settings { layers, build, helpers, records, languages } = read(table, profile, &mut errors);
    let judge = layers.iter().fold(JudgeSettings::built_in(), |judge, layer| judge.overlaid(&layer.judge));
    let base = layers.iter().fold(Effective::built_in(), |base, layer| base.overlaid(&layer.overrides));
    errors.or(Config {
        root: root.to_path_buf(),
        profile: profile.map(str::to_owned),
        judge: judge.overlaid(&flags.judge()),
        build,
        helpers,
        records,
        languages,
        base,
        flags: flags.overrides(),
    })
}

/// One table of settings: `[defaults]` or a profile.
#[derive(Debug)]
struct Layer {
    overrides: Overrides,
    judge: JudgeOverrides,
}

/// What a whole file says.
struct Settings {
    /// From weak to strong.
    layers: Vec<Layer>,
    build: Build,
    helpers: Helpers,
    records: Records,
    languages: Languages,
}

fn read(mut table: Table<'_>, profile: Option<&str>, errors: &mut SettingsErrors) -> Settings {
    let mut layers: Vec<Layer> =
        table.table("defaults", errors).map(|defaults| layer(defaults, errors)).into_iter().collect();
    let profiles = table.table("profile", errors).map_or_else(Vec::new, Table::into_items);
    let names: Vec<String> = profiles.iter().map(|item| item.key.clone()).collect();
    // Every profile is read, so that a mistake shows before the day on which the profile is needed.
    for item in profiles {
        let chosen = profile == Some(item.key.as_str());
        let read = errors.keep(item.into_table()).map(|table| layer(table, errors));
        layers.extend(read.filter(|_| chosen));
    }
    if let Some(profile) = profile.filter(|profile| !names.iter().any(|name| name == profile)) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let hint = hint(profile, &names, "the profiles are")
            .or_else(|| Some(format!("add a table [profile.{}]", Name::from(profile))));
        errors.push(about_the_file(format!("unknown profile {}", quoted(profile)), hint));
    }
    let build = table.table("build", errors).map_or_else(Build::built_in, |table| Build::read(table, errors));
    let helpers = table.table("helpers", errors);
    let helpers = helpers.map_or_else(Helpers::built_in, |table| Helpers::read(table, errors));
    let records = table.table("records", errors);
    let records = records.map_or_else(Records::built_in, |table| Records::read(table, errors));
    let languages = table.table("language", errors);
    let languages = languages.map_or_else(Languages::built_in, |rows| Languages::read(rows, errors));
    table.finish(errors);
    Settings { layers, build, helpers, records, languages }
}

fn layer(mut table: Table<'_>, errors: &mut SettingsErrors) -> Layer {
    let layer = Layer {
        overrides: Overrides::read(&mut table, errors).without_program(errors),
        judge: JudgeOverrides::read(&mut table, errors),
    };
    table.finish(errors);
    layer
}

/// A mistake that has no line.
fn about_the_file(what: String, hint: Option<String>) -> SettingsError {
    SettingsError { path: Path::new(JUDGE_FILE).into(), line: None, column: None, what, hint }
}

#[cfg(test)]
mod tests {
    use super::{Config, find_root, load};
    use crate::config::overrides::Overrides;
    use crate::config::{Explained, Flags, IsolationMode, Jobs};
    use crate::model::{Bytes, CheckerChoice, KillSlack};
    use insta::assert_snapshot;
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use std::fs;
    use std::time::Duration;

    fn read(judge: &[u8], profile: Option<&str>, flags: &Flags) -> Result<Config, String> {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("judge.toml"), judge).unwrap();
        load(root.path(), profile, flags).map_err(|errors| errors.to_string())
    }

    fn complaints(judge: &str) -> String {
        read(judge.as_bytes(), None, &Flags::NONE).unwrap_err()
    }

    fn table(rows: &[Explained]) -> String {
        let rows = rows.iter().map(|row| format!("{} = {} ({})", row.key, row.value, row.origin));
        rows.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn an_empty_file_means_the_built_in_settings() {
        let config = read(b"", None, &Flags::NONE).unwrap();
        let effective = config.effective(&[]);
        let rows = [effective.explained(), config.judge.explained()].concat();
        assert_snapshot!(table(&rows), @"
        time_limit = 2s (built in)
        wall_limit = auto (6s) (built in)
        memory_limit = 256MiB (built in)
        stack_limit = memory (256MiB) (built in)
        output_limit = auto (16MiB, or 2 × answer + 1MiB where that is more) (built in)
        process_limit = 64 (built in)
        checker = lines (built in)
        jobs = auto (built in)
        recheck = 3 (built in)
        kill_slack = 1.6 (built in)
        first_failure = false (built in)
        isolation = auto (built in)
        ");
    }

    #[test]
    fn each_layer_has_the_last_word_over_the_weaker_ones() {
        let judge = b"[defaults]\ntime_limit = \"1s\"\nwall_limit = \"9s\"\nmemory_limit = \"1GiB\"\nchecker = \"tokens\"\n\
            jobs = 4\n[profile.slow]\nstack_limit = \"8MiB\"\nrecheck = 0\nfirst_failure = true\ntime_limit = \"20s\"\nwall_limit = \"60s\"\n";
        let flags = Flags {
            memory_limit: Some(Bytes::mebibytes(9)),
            jobs: Some(Jobs::Auto),
            kill_slack: KillSlack::of(1.0),
            ..Flags::NONE
        };
        let config = read(judge, Some("slow"), &flags).unwrap();
        let effective = config.effective(&[]);
        let rows = [effective.explained(), config.judge.explained()].concat();
        assert_snapshot!(table(&rows), @"
        time_limit = 20s (judge.toml:11)
        wall_limit = 60s (judge.toml:12)
        memory_limit = 9MiB (flag --memory-limit)
        stack_limit = 8MiB (judge.toml:8)
        output_limit = auto (16MiB, or 2 × answer + 1MiB where that is more) (built in)
        process_limit = 64 (built in)
        checker = tokens (judge.toml:5)
        jobs = auto (flag --jobs)
        recheck = 0 (judge.toml:9)
        kill_slack = 1.0 (flag --kill-slack)
        first_failure = true (judge.toml:10)
        isolation = auto (built in)
        ");
    }

    #[test]
    fn a_profile_that_is_not_chosen_changes_nothing() {
        let config =
            read(b"[profile.x]\ntime_limit = \"9s\"\nisolation = \"required\"", None, &Flags::NONE).unwrap();
        let rules = config.effective(&[]).rules();
        assert_eq!(rules.limits.time, Duration::from_secs(2));
        assert_eq!(rules.checker, CheckerChoice::Lines);
        assert_eq!(config.judge.isolation.value, IsolationMode::Auto);
    }

    #[test]
    fn all_mistakes_are_told_at_once_with_line_and_hint() {
        let judge = r#"
defualts = 1
[defaults]
time_limt = "2s"
time_limit = "2"
wall_limit = 3
memory_limit = "256"
stack_limit = "auto"
output_limit = "0B"
process_limit = 0
checker = "token"
jobs = "many"
recheck = -1
isolation = "full"
kill_slack = 0.9
first_failure = 1
"#;
        assert_snapshot!(complaints(judge), @r#"
        judge.toml:2: unknown key `defualts`; did you mean `defaults`?
        judge.toml:4: unknown key `time_limt` in [defaults]; did you mean `time_limit`?
        judge.toml:5: `time_limit`: `2` is not a time: write a number and a unit, like 2s, 1500ms or 2.5s
        judge.toml:6: `wall_limit` must be "auto" or a time like "6s", not an integer
        judge.toml:7: `memory_limit`: `256` is not a size: write a number and a unit, like 256MiB, 64KiB, 256MB or 512B
        judge.toml:8: `stack_limit`: `auto` is not a size: write a number and a unit, like 256MiB, 64KiB, 256MB or 512B
        judge.toml:9: `output_limit`: `0B` is not a limit: it must be more than 0
        judge.toml:10: `process_limit` must be a positive integer, not 0
        judge.toml:11: unknown checker `token`; did you mean `tokens`?
        judge.toml:12: `jobs`: `many` is not a number of jobs: write auto or a positive integer
        judge.toml:13: `recheck` must be a non-negative integer, not -1
        judge.toml:14: `isolation`: `full` is not one of auto, required, none
        judge.toml:15: `kill_slack` must be a number from 1 to 10, like 1.6, not 0.9
        judge.toml:16: `first_failure` must be true or false, not an integer
        "#);
    }

    #[test]
    fn checkers_with_parameters_are_checked() {
        let with = |checker: &str| complaints(&format!("[defaults]\nchecker = {checker}"));
        assert_snapshot!(with("{ float = { absolute = 1e-6, relativ = 1e-6 } }"), @"judge.toml:2: unknown key `relativ` in [defaults.checker.float]; did you mean `relative`?");
        assert_snapshot!(with("{ float = {} }"), @"judge.toml:2: `float` needs an error bound; write { absolute = 1e-6, relative = 1e-6 }, or one of the two");
        assert_snapshot!(with("{ float = { absolute = -1, relative = nan } }"), @"
        judge.toml:2: `absolute` must be an error bound like 1e-6, not -1
        judge.toml:2: `relative` must be an error bound like 1e-6, not nan
        ");
        assert_snapshot!(with("{ flote = { absolute = 1.0 } }"), @"judge.toml:2: unknown key `flote` in [defaults.checker]; did you mean `float`?");
        assert_snapshot!(with("{ literal = {} }"), @"judge.toml:2: `literal` needs an error bound; write { absolute = 1e-6, relative = 1e-6 }, or one of the two");
        assert_snapshot!(with("{ float.absolute = 1, literal.absolute = 1 }"), @"judge.toml:2: this names two checkers; remove one of them");
        assert_snapshot!(with("{}"), @"judge.toml:2: this names no checker; write the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }");
        assert_snapshot!(with("{ testlib = \"check.cpp\" }"), @"judge.toml:2: a program checks the outputs of a whole problem; write this in its problem.toml");
        assert_snapshot!(with("[1]"), @"judge.toml:2: `checker` must be the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }, not an array");
        let judge = b"[defaults]\nchecker = { float = { absolute = 0.5 } }";
        let config = read(judge, None, &Flags::NONE).unwrap();
        let effective = config.effective(&[]);
        assert_eq!(effective.rules().checker, CheckerChoice::Float { absolute: 0.5, relative: 0.0 });
        assert_eq!(effective.rules().checker.to_string(), "float (absolute 5e-1)");
        // The same where solutions may be functions, and so print literals.
        let layer = Overrides { has_function: true, ..Overrides::default() };
        let of_function =
            |config: &Config| config.effective(&[&layer, &Overrides::default()]).rules().checker;
        assert_eq!(of_function(&config), CheckerChoice::Literal { absolute: 0.5, relative: 0.0 });
        for (name, in_function) in [("tokens", "literal"), ("lines", "literal"), ("exact", "exact")] {
            let judge = format!("[defaults]\nchecker = \"{name}\"");
            let config = read(judge.as_bytes(), None, &Flags::NONE).unwrap();
            assert_eq!(Some(of_function(&config)), CheckerChoice::from_name(in_function));
        }
    }

    #[test]
    fn a_profile_that_does_not_exist_is_a_mistake() {
        let of = |judge: &str, profile| read(judge.as_bytes(), Some(profile), &Flags::NONE).unwrap_err();
        assert_snapshot!(of("[profile.contest]", "contst"), @"judge.toml: unknown profile `contst`; did you mean `contest`?");
        assert_snapshot!(of("[profile.contest]\n[profile.ci]", "zebra"), @"judge.toml: unknown profile `zebra`; the profiles are: contest, ci");
        assert_snapshot!(of("", "ci"), @"judge.toml: unknown profile `ci`; add a table [profile.ci]");
        assert_snapshot!(of("[profile]\nx = 1\n[profile.y]\nchecker = 3", "x"), @"
        judge.toml:2: `x` must be a table [profile.x], not an integer
        judge.toml:4: `checker` must be the name of a checker, or { float = { absolute = 1e-6, relative = 1e-6 } }, not an integer
        ");
    }

    #[test]
    fn languages_are_changed_key_by_key_and_added() {
        let judge = b"[language.cpp]\ntime_factor = 1.5\n[language.pypy]\nextensions = [\"py\"]\nrun = [\"pypy3\", \"{source}\"]\n";
        let languages = read(judge, None, &Flags::NONE).unwrap().languages;
        let cpp = languages.get("cpp").unwrap();
        assert_eq!((cpp.time_factor, cpp.run.as_slice()), (1.5, ["{binary}".to_owned()].as_slice()));
        let of = |extension: &str| languages.of_extension(extension.as_ref()).map(|row| row.name.as_str());
        assert_eq!(of("py"), Some("pypy"));
        assert_eq!(of("rs"), Some("rustc"));
        assert_eq!(of("c"), Some("c"));
        assert_eq!(of("C"), Some("cpp"));
        assert_eq!(of("md"), None);
        assert_eq!(languages.origin("cpp", "time_factor").to_string(), "judge.toml:2");
        assert_eq!(languages.origin("cpp", "run").to_string(), "built in");
    }

    #[test]
    fn languages_that_cannot_work_are_mistakes() {
        let judge = r#"
[language.vala]
compile = ["valac"]
[language.cpp]
compile = ["g++", "{src}"]
extensions = [".cpp"]
time_factor = 0
[language.a]
extensions = ["x"]
run = []
[language.b]
extensions = ["x"]
run = ["awk", "{ print }", "-f{source}"]
[language.c]
extension = ["x"]
[language.rust]
compile = ["rustc"]
[language]
d = 1
"#;
        assert_snapshot!(complaints(judge), @r#"
        judge.toml:2: the language `vala` needs `extensions` and `run`; for example extensions = ["zig"], run = ["{binary}"]
        judge.toml:5: unknown placeholder `{src}`; the placeholders of `compile` are {source}, {sources}, {binary}, {folder}, {stem}, {class}
        judge.toml:6: `.cpp` is not a file extension; write the part after the last dot, without the dot
        judge.toml:7: `time_factor` must be a number above 0 like 1.5
        judge.toml:10: `run` must name a program; write a list of arguments like ["g++", "-o", "{binary}", "{source}"]
        judge.toml:12: the extension `x` belongs to `b` and to `a` (judge.toml:8); remove it from one of the two
        judge.toml:15: unknown key `extension` in [language.c]; did you mean `extensions`?
        judge.toml:16: `rust` means Cargo packages, which need no compile or run command; set time_factor, time_extra or version; single files are `rustc`
        judge.toml:19: `d` must be a table [language.d], not an integer
        "#);
    }

    #[test]
    fn texts_from_the_file_cannot_speak_to_the_terminal() {
        assert_snapshot!(complaints("\"\\u001b[31m\" = 1\n[defaults]\ntime_limit = \"\\u001b[31m\""), @r"
        judge.toml:1: unknown key `\x1b[31m`; known keys: defaults, profile, build, helpers, records, language
        judge.toml:3: `time_limit`: `\x1b[31m` is not a time: write a number and a unit, like 2s, 1500ms or 2.5s
        ");
    }

    #[test]
    fn builds_have_limits_of_their_own() {
        let limits = |judge: &[u8]| read(judge, None, &Flags::NONE).unwrap().build;
        let rows = limits(b"[build]\ntime_limit = \"9s\"\nfile_limit = \"3MiB\"").explained();
        assert_snapshot!(table(&rows), @"
        build.time_limit = 9s (judge.toml:2)
        build.wall_limit = 60s (built in)
        build.memory_limit = 2GiB (built in)
        build.output_limit = 16MiB (built in)
        build.file_limit = 3MiB (judge.toml:3)
        build.readable = none (built in)
        ");
        let judge = "[build]\ntime_limt = 1\nwall_limit = \"auto\"\nmemory_limit = \"0B\"\noutput_limit = 3\nfile_limit = \"x\"\n[profile.x]\nbuild = 1";
        assert_snapshot!(complaints(judge), @r#"
        judge.toml:2: unknown key `time_limt` in [build]; did you mean `time_limit`?
        judge.toml:3: `wall_limit`: `auto` is not a time: write a number and a unit, like 2s, 1500ms or 2.5s
        judge.toml:4: `memory_limit`: `0B` is not a limit: it must be more than 0
        judge.toml:5: `output_limit` must be a size like "256MiB", not an integer
        judge.toml:6: `file_limit`: `x` is not a size: write a number and a unit, like 256MiB, 64KiB, 256MB or 512B
        judge.toml:8: unknown key `build` in [profile.x]; known keys: time_limit, wall_limit, memory_limit, stack_limit, output_limit, process_limit, checker, jobs, recheck, kill_slack, first_failure, isolation
        "#);
        assert_snapshot!(complaints("[biuld]"), @"judge.toml:1: unknown key `biuld`; did you mean `build`?");
    }

    #[test]
    fn the_root_is_the_nearest_folder_upward() {
        let top = tempfile::tempdir().unwrap();
        let deep = top.path().join("a/b/c");
        fs::create_dir_all(&deep).unwrap();
        fs::write(top.path().join("judge.toml"), "").unwrap();
        assert_eq!(find_root(&deep).as_deref(), Some(top.path()));
        fs::write(top.path().join("a/b/judge.toml"), "").unwrap();
        assert_eq!(find_root(&deep), Some(top.path().join("a/b")));
        let nowhere = load(&deep, None, &Flags::NONE).unwrap_err().to_string();
        assert!(nowhere.starts_with("judge.toml: there is no such file in /"), "{nowhere}");
    }

    proptest! {
        #[test]
        fn no_bytes_in_the_file_make_the_judge_panic(bytes in vec(any::<u8>(), 0..64), text in ".*") {
            let keys = ["time_limit", "memory_limit", "checker", "jobs", "expect", "process_limit"];
            let mut judge = b"[defaults]\n".to_vec();
            for key in keys {
                judge.extend(format!("{key} = {text}\n").bytes());
            }
            judge.extend(&bytes);
            _ = read(&judge, Some(&text), &Flags::NONE);
            _ = read(format!("[language.x]\nrun = ['{text}']\nextensions = ['{text}']").as_bytes(), None, &Flags::NONE);
        }
    }
}
