//! What a shell offers while a command line is typed: commands and flags, and the names of the workspace.
//!
//! Nothing is built and nothing is told: where the workspace cannot be read, there are no names.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::PossibleValue;
use clap::{Arg, Args, Command, CommandFactory, ValueEnum};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};

use crate::cli::{Cli, GradeArgs};
use crate::config::{self, Flags};
use crate::discover;
use crate::measure::baseline;
use crate::model::{Catalog, Name, Problem};
use crate::record::{Store, Stored};
use crate::report::{ComparisonFormat, Format};
use crate::session::OWN_FOLDER;

/// What a word of the command line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A problem.
    Problem,
    /// `PROBLEM` or `PROBLEM/SOLUTION`.
    Program,
    /// `PROBLEM`, `PROBLEM/SOLUTION` or `PROBLEM/SOLUTION/CASE`.
    Run,
    /// `PROBLEM/CASE`.
    Case,
    /// A solution of the problem that stands before.
    OwnSolution,
    /// A case of the problem that stands before.
    OwnCase,
    /// A profile of `judge.toml`.
    Profile,
    /// A run of which there is a record.
    Record,
    /// A baseline.
    Baseline,
    /// A command.
    Command,
    /// `KIND=FILE`: a report of `grade`.
    Report,
    /// `KIND=FILE`: a report of `compare`.
    ComparisonReport,
    /// `KIND=DIR`: a report for each solution.
    ReportEach,
}

/// The arguments that name something: their command, themselves, and what.
const WORDS: [(&str, &str, Word); 34] = [
    ("grade", "selection", Word::Run),
    ("grade", "against", Word::Record),
    ("grade", "report", Word::Report),
    ("grade", "report_each", Word::ReportEach),
    ("report", "report", Word::Report),
    ("report", "report_each", Word::ReportEach),
    ("merge", "report", Word::Report),
    ("compare", "report", Word::ComparisonReport),
    ("list", "selection", Word::Run),
    ("watch", "selection", Word::Run),
    ("pack", "selection", Word::Run),
    ("report", "run", Word::Record),
    ("history", "selection", Word::Program),
    ("compare", "selection", Word::Program),
    ("compare", "cases", Word::OwnCase),
    ("compare", "against", Word::Baseline),
    ("compare", "save", Word::Baseline),
    ("add", "problem", Word::Problem),
    ("hunt", "problem", Word::Problem),
    ("hunt", "solutions", Word::OwnSolution),
    ("hunt", "trust", Word::OwnSolution),
    ("hunt", "slowest", Word::OwnSolution),
    ("cases", "problem", Word::Problem),
    ("rm", "cases", Word::Case),
    ("mv", "case", Word::Case),
    ("renumber", "problem", Word::Problem),
    ("show", "cases", Word::Case),
    ("show", "of", Word::OwnSolution),
    ("show", "output", Word::OwnSolution),
    ("talk", "program", Word::Program),
    ("run", "program", Word::Program),
    ("run", "case", Word::OwnCase),
    ("talk", "case", Word::OwnCase),
    ("man", "command", Word::Command),
];

/// What a shell does with a name that ends with `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slash {
    /// It is a name as any other, so a name that something stands below is offered with it and without.
    IsPartOfName,
    /// It goes away when the next character does not continue the name, so a name is offered once.
    IsTakenBack,
}

/// The command line with the names of the workspace that these words are about. `grade` may be left out, so its
/// arguments stand at the top as well.
///
/// Flags are hidden, so that they are offered only where they are typed, or there is nothing else.
#[must_use]
pub fn command(words: &[OsString], slash: Slash) -> Command {
    let words: Arc<[OsString]> = words.into();
    let completer = |word: Word| {
        let words = Arc::clone(&words);
        ArgValueCompleter::new(move |typed: &OsStr| candidates(word, typed, (&words, slash)))
    };
    let top = GradeArgs::augment_args(Cli::command());
    let top = top.mut_arg("selection", |argument| argument.add(completer(Word::Run)));
    let top = top.mut_arg("against", |argument| argument.add(completer(Word::Record)));
    let top = top.mut_arg("report", |argument| argument.add(completer(Word::Report)));
    let top = top.mut_arg("report_each", |argument| argument.add(completer(Word::ReportEach)));
    let top = top.mut_arg("profile", |argument| argument.add(completer(Word::Profile)));
    let mut all = WORDS.iter().fold(top, |top, (command, argument, word)| {
        top.mut_subcommand(command, |command| {
            command.mut_arg(argument, |argument| argument.add(completer(*word)))
        })
    });
    // With those that every command has.
    all.build();
    let hide = |argument: Arg| {
        let is_flag = !argument.is_positional();
        if is_flag { argument.hide(true) } else { argument }
    };
    all.mut_args(hide).mut_subcommands(|command| command.mut_args(hide))
}

fn candidates(word: Word, typed: &OsStr, (words, slash): (&[OsString], Slash)) -> Vec<CompletionCandidate> {
    let names = match word {
        Word::Command => commands(),
        Word::Report => reports(Format::REPORTS, typed),
        Word::ReportEach => reports(Format::OF_ONE, typed),
        Word::ComparisonReport => reports(ComparisonFormat::REPORTS, typed),
        _ => root(words).map(|root| names_below(&root, word, typed, words)).unwrap_or_default(),
    };
    // A shell splits the others, or does what stands in them.
    let is_plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "-_./+,:=@%".contains(c));
    let mut fitting: Vec<(String, String)> = names
        .into_iter()
        .filter(|(name, _)| is_plain(name) && name.as_bytes().starts_with(typed.as_bytes()))
        .collect();
    if slash == Slash::IsTakenBack {
        let longer: Vec<String> =
            fitting.iter().filter_map(|(name, _)| name.strip_suffix('/')).map(str::to_owned).collect();
        fitting.retain(|(name, _)| !longer.contains(name));
    }
    let candidate = |(name, help): (String, String)| {
        let says_more = !help.is_empty() && help != name.trim_end_matches('/');
        CompletionCandidate::new(name).help(says_more.then(|| help.into()))
    };
    fitting.into_iter().map(candidate).collect()
}

/// The names in a workspace that may stand for the word, each with what it is.
fn names_below(root: &Path, word: Word, typed: &OsStr, words: &[OsString]) -> Vec<(String, String)> {
    let bare = |names: Vec<String>| names.into_iter().map(|name| (name, String::new())).collect();
    let own = root.join(OWN_FOLDER);
    match word {
        Word::Profile => bare(config::profile_names(root)),
        Word::Baseline => bare(baseline::names(&own)),
        Word::Record => {
            let stored = Store::below(&own).all();
            let last = stored.first().map(|_| ("last".to_owned(), "the newest".to_owned()));
            let words = |stored: &Stored| stored.words().unwrap_or_default();
            last.into_iter().chain(stored.iter().map(|stored| (stored.id.clone(), words(stored)))).collect()
        }
        _ => {
            let Ok(config) = config::load(root, None, &Flags::NONE) else { return Vec::new() };
            names(&discover::discover(&config).catalog, word, typed, words)
        }
    }
}

/// The commands, each with what it does.
fn commands() -> Vec<(String, String)> {
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    Cli::command().get_subcommands().map(|command| (command.get_name().to_owned(), about(command))).collect()
}

/// The kinds of reports, each with the sign that the name of a file follows; behind it the files and folders there are.
fn reports<K: ValueEnum>(kinds: &[K], typed: &OsStr) -> Vec<(String, String)> {
    let kinds = kinds.iter().filter_map(ValueEnum::to_possible_value);
    let help = |kind: &PossibleValue| kind.get_help().map(ToString::to_string).unwrap_or_default();
    let kinds: Vec<(String, String)> =
        kinds.map(|kind| (format!("{}=", kind.get_name()), help(&kind))).collect();
    let typed = typed.to_string_lossy();
    let Some((kind, _)) = kinds.iter().find(|(kind, _)| typed.starts_with(kind.as_str())) else {
        return kinds;
    };
    let files = PathCompleter::any().complete(OsStr::new(&typed[kind.len()..]));
    let file = |file: CompletionCandidate| format!("{kind}{}", file.get_value().to_string_lossy());
    files.into_iter().map(|path| (file(path), String::new())).collect()
}

/// The workspace that the words are about.
fn root(words: &[OsString]) -> Option<PathBuf> {
    let value = |(index, word): (usize, &OsString)| match word.to_str()?.strip_prefix("--root")? {
        "" => words.get(index + 1).map(PathBuf::from),
        rest => rest.strip_prefix('=').map(PathBuf::from),
    };
    let named = words.iter().enumerate().find_map(value);
    named.or_else(|| std::env::current_dir().ok().and_then(|here| config::find_root(&here)))
}

/// The names that may stand for the word, each with what it is.
fn names(catalog: &Catalog, word: Word, typed: &OsStr, words: &[OsString]) -> Vec<(String, String)> {
    let before = || words.iter().find_map(|word| problem_of(catalog, word));
    let solutions = |problem: &Problem, start: &str| -> Vec<(String, String)> {
        let solution = |of: &crate::model::Solution| (format!("{start}{}", of.name), of.language.clone());
        problem.solutions.iter().map(solution).collect()
    };
    let cases = |problem: &Problem, start: &str| -> Vec<(String, String)> {
        problem.cases.iter().map(|case| (format!("{start}{}", case.name), String::new())).collect()
    };
    let typed = typed.to_string_lossy();
    let mut parts = typed.splitn(3, '/');
    let named = parts.next().filter(|_| typed.contains('/'));
    let problem = named.and_then(|name| catalog.problems.iter().find(|problem| problem.name.is_called(name)));
    let solution = parts.next().filter(|_| parts.next().is_some());
    match (word, problem) {
        (
            Word::Profile
            | Word::Record
            | Word::Baseline
            | Word::Command
            | Word::Report
            | Word::ComparisonReport
            | Word::ReportEach,
            _,
        ) => Vec::new(),
        (Word::OwnSolution, _) => before().map(|problem| solutions(problem, "")).unwrap_or_default(),
        (Word::OwnCase, _) => before().map(|problem| cases(problem, "")).unwrap_or_default(),
        (Word::Problem, _) => problems(catalog, ""),
        (Word::Program | Word::Run | Word::Case, None) if named.is_some() => Vec::new(),
        (Word::Case, None) => problems(catalog, "/"),
        (Word::Program | Word::Run, None) => and_below(problems(catalog, ""), &typed),
        (Word::Case, Some(problem)) => cases(problem, &format!("{}/", problem.name)),
        (Word::Program, Some(problem)) => solutions(problem, &format!("{}/", problem.name)),
        (Word::Run, Some(problem)) => {
            let start = format!("{}/", problem.name);
            let below = solution.map(|solution| cases(problem, &format!("{start}{solution}/")));
            below.unwrap_or_else(|| and_below(solutions(problem, &start), &typed))
        }
    }
}

/// The names, and for one that is typed in full or the only one that fits, that something may stand below it.
fn and_below(mut names: Vec<(String, String)>, typed: &str) -> Vec<(String, String)> {
    let is_only = names.iter().filter(|(name, _)| name.starts_with(typed)).count() == 1;
    let is_chosen = |name: &str| name == typed || is_only && name.starts_with(typed);
    let below = names.iter().find(|(name, _)| is_chosen(name));
    let below = below.map(|(name, what)| (format!("{name}/"), what.clone()));
    names.extend(below);
    names
}

fn problems(catalog: &Catalog, end: &str) -> Vec<(String, String)> {
    let name = |problem: &Problem| (format!("{}{end}", problem.name), problem.title.clone());
    catalog.problems.iter().map(name).collect()
}

/// The problem that a word begins with.
fn problem_of<'c>(catalog: &'c Catalog, word: &OsString) -> Option<&'c Problem> {
    let bytes = word.as_bytes();
    let name = bytes.split(|byte| *byte == b'/').next().unwrap_or_default();
    let name = Name::from_os(OsStr::from_bytes(name));
    catalog.problems.iter().find(|problem| problem.name == name)
}

#[cfg(test)]
mod tests {
    use super::{Slash, Word, candidates, command};

    use std::ffi::{OsStr, OsString};
    use std::fs;

    fn workspace() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("judge.toml", "[profile.ci]\njobs = 1\n");
        write(".judge/runs/20270115-080000-001.jsonl", "");
        write(".judge/baselines/before.json", "");
        for path in ["p/1.in", "p/1.ans", "p/g/2.in", "p/g/2.ans", "other/a b.in", "other/a b.ans"] {
            write(&format!("cases/{path}"), "");
        }
        for path in ["p/fast.py", "p/first.py", "other/$(x).py", "other/ok.py"] {
            write(&format!("solutions/{path}"), "# A program.\n");
        }
        folder
    }

    #[track_caller]
    fn check(word: Word, typed: &str, before: &str, expect: &[&str]) {
        let folder = workspace();
        let words = ["harness", "--root", folder.path().to_str().unwrap()];
        let words: Vec<OsString> =
            words.into_iter().chain(before.split_whitespace()).map(OsString::from).collect();
        let found = candidates(word, OsStr::new(typed), (&words, Slash::IsPartOfName));
        let found: Vec<&str> = found.iter().map(|found| found.get_value().to_str().unwrap()).collect();
        assert_eq!(found, expect, "{word:?} {typed}");
    }

    #[test]
    fn names_of_the_workspace_are_offered() {
        check(Word::Problem, "", "", &["other", "p"]);
        check(Word::Run, "", "", &["other", "p"]);
        check(Word::Run, "o", "", &["other", "other/"]);
        check(Word::Run, "p/f", "", &["p/fast", "p/first"]);
        check(Word::Run, "p/fi", "", &["p/first", "p/first/"]);
        check(Word::Run, "p/fast/", "", &["p/fast/1", "p/fast/g/2"]);
        check(Word::Run, "p/fast/g", "", &["p/fast/g/2"]);
        check(Word::Program, "p/fa", "", &["p/fast"]);
        check(Word::Case, "p/", "", &["p/1", "p/g/2"]);
        check(Word::OwnSolution, "fi", "hunt p", &["first"]);
        check(Word::OwnCase, "g", "compare p/fast --cases", &["g/2"]);
        check(Word::Profile, "", "", &["ci"]);
        check(Word::Record, "", "", &["last", "20270115-080000-001"]);
        check(Word::Baseline, "b", "", &["before"]);
        check(Word::Command, "com", "", &["compare", "completions"]);
        check(Word::Run, "q/", "", &[]);
    }

    #[test]
    fn kinds_of_reports_are_offered_and_then_files() {
        check(Word::Report, "j", "", &["json=", "jsonl=", "junit="]);
        check(Word::ComparisonReport, "hy", "", &["hyperfine="]);
        // Annotations are no file of a student.
        check(Word::ReportEach, "github", "", &["github-classroom="]);
        let folder = workspace();
        let start = format!("junit={}/", folder.path().display());
        let offered = [format!("{start}cases/"), format!("{start}judge.toml")];
        check(Word::Report, &format!("{start}c"), "", &[&offered[0]]);
        check(Word::Report, &format!("{start}j"), "", &[&offered[1]]);
        check(Word::Report, "human=", "", &[]);
    }

    #[test]
    fn a_name_is_offered_once_where_the_shell_takes_the_slash_back() {
        let folder = workspace();
        let words = ["harness", "--root", folder.path().to_str().unwrap()].map(OsString::from);
        let found = candidates(Word::Run, OsStr::new("p/fi"), (&words, Slash::IsTakenBack));
        let found: Vec<&str> = found.iter().map(|found| found.get_value().to_str().unwrap()).collect();
        assert_eq!(found, ["p/first/"]);
    }

    #[test]
    fn what_a_shell_would_split_or_run_is_not_offered() {
        check(Word::Run, "other/", "", &["other/ok"]);
        check(Word::Case, "other/", "", &[]);
    }

    #[test]
    fn the_command_line_with_names_is_sound() {
        command(&[], Slash::IsPartOfName).debug_assert();
    }
}
