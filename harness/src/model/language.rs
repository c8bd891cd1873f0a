//! How source files become programs.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::sync::Arc;
use std::time::Duration;

use crate::model::{Bytes, Driver, Limits, Rules, WallLimit};

/// How the sources of a program are found, and which of them it begins in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EntryPoint {
    /// A file is a program; of several in a folder it is the one named `main`, which finds the others itself.
    #[default]
    File,
    /// Sources are linked together, also those of other languages of this kind; one defines `main`.
    Function,
    /// Each source is compiled under the name of its public class; one class has a method `main`.
    Class,
    /// A Cargo package, which says itself what its programs are.
    Package,
    /// The first line of a source may name its interpreter, after `#!`.
    Shebang,
}

impl EntryPoint {
    /// All, by the names that they have in settings.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("file", Self::File),
        ("function", Self::Function),
        ("class", Self::Class),
        ("package", Self::Package),
        ("shebang", Self::Shebang),
    ];
}

/// How it is known what a build read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dependencies {
    /// A compiler that is known by its name writes a list. Without a list it may have read all that it can see.
    #[default]
    Compiler,
    /// Nothing but the sources is read.
    Sources,
}

impl Dependencies {
    /// All, by the names that they have in settings.
    pub const NAMES: [(&'static str, Self); 2] = [("compiler", Self::Compiler), ("sources", Self::Sources)];
}

/// One row of the language table. The commands are lists of words, never for a shell, with placeholders.
#[derive(Clone, Debug, PartialEq)]
pub struct Language {
    /// The name in settings and reports.
    pub name: String,
    /// File name extensions without the dot.
    pub extensions: Vec<String>,
    /// How the sources and the beginning of a program are found.
    pub entry: EntryPoint,
    /// Builds `{binary}` or what else lies in `{folder}`; empty where nothing is to be done. Where `run`
    /// names neither it only looks at the source.
    pub compile: Vec<String>,
    /// Starts the program.
    pub run: Vec<String>,
    /// Prints the version of the compiler or interpreter.
    pub version: Vec<String>,
    /// How to install the compiler or interpreter: a command, or an address.
    pub install: String,
    /// Variables of the build and of the program.
    pub environment: Vec<(String, String)>,
    /// How it is known what a build read.
    pub dependencies: Dependencies,
    /// Whether sources in folders below that of the program are compiled with it, where another source names them.
    pub subfolders: bool,
    /// Whether sources are copied into `{folder}` and compiled there, because the compiler writes beside them.
    pub copy: bool,
    /// The time limit is multiplied by this.
    pub time_factor: f64,
    /// And this is added.
    pub time_extra: Duration,
    /// Added to the memory limit.
    pub memory_extra: Bytes,
    /// Added to the limit of processes: what the runtime needs for itself.
    pub processes: u32,
    /// What the runtime writes to standard error when the program has no memory left.
    pub out_of_memory: Option<String>,
    /// The variable that names `{folder}` where a solution is a folder: there `compile` keeps what its modules are
    /// compiled to, and the interpreter finds it.
    pub modules: Option<String>,
    /// A program that does nothing, to measure what a start costs.
    pub empty: Option<String>,
    /// Calls the function that a source defines instead of an entry point.
    pub driver: Option<Arc<Driver>>,
    /// The language of single files, where this one has only packages.
    pub single: Option<String>,
    /// How a program is built and run to find out why it failed.
    pub explain: Option<Arc<ExplainBuild>>,
}

/// How a program is built and run to find out why it failed: what differs from how it is judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplainBuild {
    /// The command, in which `{compile}` stands for that of the language; empty where it is the same.
    pub compile: Vec<String>,
    /// The command, in which `{run}` stands for that of the language; empty where it is the same.
    pub run: Vec<String>,
    /// Variables beside those of the language; one of these names replaces that one.
    pub environment: Vec<(String, String)>,
    /// What it looks for, in words.
    pub checks: Option<String>,
    /// How to install what it needs beside the compiler.
    pub install: String,
}

impl ExplainBuild {
    /// Stands for the command of the language.
    pub const COMPILE: &'static str = "{compile}";
    /// Stands for the command of the language.
    pub const RUN: &'static str = "{run}";

    /// What it looks for: as the settings say, or what is added to the commands and to the environment.
    #[must_use]
    pub fn checks(&self) -> String {
        if let Some(checks) = &self.checks {
            return checks.clone();
        }
        let words = self.compile.iter().filter(|word| *word != Self::COMPILE);
        let words = words.chain(self.run.iter().filter(|word| *word != Self::RUN)).cloned();
        let variables = self.environment.iter().map(|(name, value)| format!("{name}={value}"));
        words.chain(variables).collect::<Vec<_>>().join(" ")
    }
}

/// A command in which a placeholder stands for the words of another.
fn with_words(command: &[String], placeholder: &str, usual: &[String]) -> Vec<String> {
    if command.is_empty() {
        return usual.to_vec();
    }
    let words =
        command.iter().flat_map(|word| if word == placeholder { usual } else { std::slice::from_ref(word) });
    words.cloned().collect()
}

impl Language {
    /// A row in which nothing is set yet.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            extensions: Vec::new(),
            entry: EntryPoint::File,
            compile: Vec::new(),
            run: Vec::new(),
            version: Vec::new(),
            install: String::new(),
            environment: Vec::new(),
            dependencies: Dependencies::Compiler,
            subfolders: false,
            copy: false,
            time_factor: 1.0,
            time_extra: Duration::ZERO,
            memory_extra: Bytes(0),
            processes: 0,
            out_of_memory: None,
            modules: None,
            empty: None,
            driver: None,
            single: None,
            explain: None,
        }
    }

    /// The language as programs are built and run to find out why they failed; none where it says nothing of that.
    #[must_use]
    pub fn explaining(&self) -> Option<Self> {
        let explain = self.explain.as_deref()?;
        let is_kept = |(name, _): &&(String, String)| !explain.environment.iter().any(|(own, _)| own == name);
        let kept = self.environment.iter().filter(is_kept);
        Some(Self {
            compile: with_words(&explain.compile, ExplainBuild::COMPILE, &self.compile),
            run: with_words(&explain.run, ExplainBuild::RUN, &self.run),
            environment: kept.chain(&explain.environment).cloned().collect(),
            explain: None,
            ..self.clone()
        })
    }

    /// Whether another program runs the solutions, such as an interpreter or a virtual machine.
    #[must_use]
    pub fn is_hosted(&self) -> bool {
        self.run.first().is_some_and(|program| !program.starts_with('{'))
    }

    /// Whether what runs was built, and is not the source itself.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        let is_built =
            |word: &String| ["{binary}", "{folder}", "{dir}"].iter().any(|name| word.contains(name));
        self.run.iter().chain(self.environment.iter().map(|(_, value)| value)).any(is_built)
    }

    /// The same for a solution in a folder, whose modules are kept as they are compiled.
    #[must_use]
    pub fn with_modules(&self, name: &str) -> Self {
        let mut environment = self.environment.clone();
        environment.push((name.to_owned(), "{folder}".to_owned()));
        Self { environment, ..self.clone() }
    }

    /// Whether all sources of a folder go into one command.
    #[must_use]
    pub fn takes_all_sources(&self) -> bool {
        matches!(self.entry, EntryPoint::Function | EntryPoint::Class)
            || self.compile.iter().any(|word| word == "{sources}")
    }

    /// The names that its command defines behind this flag, such as `-D`.
    #[must_use]
    pub fn defined(&self, flag: &str) -> Vec<&str> {
        let names = self.compile.iter().filter_map(|word| word.strip_prefix(flag));
        names.filter_map(|name| name.split('=').next()).collect()
    }

    /// The first language with this extension in a table. Where none has it, its letters may be of the other
    /// case: `.CPP` is C++, but `.C` is not C.
    #[must_use]
    pub fn of_extension<'a>(table: &'a [Self], extension: &str) -> Option<&'a Self> {
        let exact = |row: &&Self| row.extensions.iter().any(|known| known == extension);
        let alike = |row: &&Self| row.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension));
        table.iter().find(exact).or_else(|| table.iter().find(alike))
    }
}

/// Stands for a limit in the arguments of a program, until it is run. No argument and no path holds a NUL.
const MEMORY: &[u8] = b"\0memory_mb\0";
const STACK: &[u8] = b"\0stack_kb\0";

/// Less than the stack limit by what a runtime needs above its own limit of the stack.
const STACK_MARGIN: u64 = 1 << 20;

/// The largest stack that the Java virtual machine accepts.
const LARGEST_STACK: u64 = 1 << 30;

/// What stands in a command for a placeholder that is filled when the limits are known.
#[must_use]
pub fn later(placeholder: &str) -> Option<&'static [u8]> {
    match placeholder {
        "{memory_mb}" => Some(MEMORY),
        "{stack_kb}" => Some(STACK),
        _ => None,
    }
}

/// Arguments with the limits of a run: its memory limit in whole MiB, and a little less than its stack limit
/// in KiB, at most 1 GiB.
#[must_use]
pub fn with_limits(args: &[OsString], limits: &Limits) -> Vec<OsString> {
    let memory = (limits.memory.0 >> 20).to_string();
    let stack = limits.stack_limit().0.min(LARGEST_STACK);
    let stack = (stack.saturating_sub(STACK_MARGIN).max(stack / 2) >> 10).to_string();
    let filled = |arg: &OsString| {
        let mut bytes = arg.as_bytes().to_vec();
        for (mark, value) in [(MEMORY, &memory), (STACK, &stack)] {
            while let Some(at) = memchr::memmem::find(&bytes, mark) {
                bytes.splice(at..at + mark.len(), value.bytes());
            }
        }
        OsString::from_vec(bytes)
    };
    args.iter().map(|arg| if holds_mark(arg) { filled(arg) } else { arg.clone() }).collect()
}

fn holds_mark(arg: &OsStr) -> bool {
    memchr::memchr(0, arg.as_bytes()).is_some()
}

/// The limits for a program in this language: the time limit times the factor plus the extra, and a
/// fixed wall-clock limit likewise, so that it never ends up below the time limit; memory and processes with
/// what the language adds.
#[must_use]
pub fn limits_for(rules: &Rules, language: &Language) -> Limits {
    let stretch = |time: Duration| {
        let seconds = time.as_secs_f64() * language.time_factor;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).saturating_add(language.time_extra)
    };
    let wall = match rules.limits.wall {
        WallLimit::Auto => WallLimit::Auto,
        WallLimit::Fixed(limit) => WallLimit::Fixed(stretch(limit)),
    };
    Limits {
        time: stretch(rules.limits.time),
        wall,
        memory: Bytes(rules.limits.memory.0.saturating_add(language.memory_extra.0)),
        processes: rules.limits.processes.saturating_add(language.processes),
        ..rules.limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::{ExplainBuild, Language, later, limits_for, with_limits};
    use crate::model::{Bytes, CheckerChoice, Limits, Rules, WallLimit};
    use std::time::Duration;

    #[track_caller]
    fn check(time: Duration, factor: f64, extra: Duration, expect: Duration) {
        let limits = Limits {
            time,
            wall: WallLimit::Fixed(time),
            memory: Bytes::mebibytes(256),
            stack: None,
            output: None,
            processes: 64,
        };
        let language = Language { time_factor: factor, time_extra: extra, ..Language::named("x") };
        let limits = limits_for(&Rules { limits, checker: CheckerChoice::Lines }, &language);
        assert_eq!((limits.time, limits.wall), (expect, WallLimit::Fixed(expect)));
    }

    #[test]
    fn the_language_stretches_the_time_to_the_nanosecond() {
        let nanos = Duration::from_nanos;
        check(nanos(2_000_000_000), 1.0, nanos(0), nanos(2_000_000_000));
        check(nanos(1_234_567_891), 1.0, nanos(5), nanos(1_234_567_896));
        check(nanos(2_000_000_000), 1.1, nanos(100_000_000), nanos(2_300_000_000));
        check(nanos(86_400_000_000_001), 1.0, nanos(0), nanos(86_400_000_000_001));
        check(Duration::MAX, 1e300, Duration::MAX, Duration::MAX);
    }

    #[test]
    fn a_program_is_explained_by_more_words_and_variables() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let usual = Language {
            compile: words("cc -O2 {source}"),
            run: words("{binary}"),
            environment: vec![pair("A", "1"), pair("B", "2")],
            ..Language::named("x")
        };
        assert_eq!(usual.explaining(), None);
        let explain = ExplainBuild {
            compile: words("{compile} -g"),
            environment: vec![pair("B", "3")],
            ..ExplainBuild::default()
        };
        assert_eq!(explain.checks(), "-g B=3");
        let own = Language { explain: Some(explain.clone().into()), ..usual.clone() }.explaining().unwrap();
        assert_eq!(own.compile, words("cc -O2 {source} -g"));
        assert_eq!(own.run, usual.run);
        assert_eq!(own.environment, [pair("A", "1"), pair("B", "3")]);
        assert_eq!(own.explaining(), None);
        let explain = ExplainBuild { run: words("trace {run}"), checks: Some("calls".to_owned()), ..explain };
        assert_eq!(explain.checks(), "calls");
        let own = Language { explain: Some(explain.into()), ..usual }.explaining().unwrap();
        assert_eq!(own.run, words("trace {binary}"));
    }

    #[test]
    fn a_runtime_is_told_its_limits() {
        let rules = |memory: u64, stack: Option<u64>| Rules {
            limits: Limits {
                time: Duration::from_secs(1),
                wall: WallLimit::Auto,
                memory: Bytes(memory << 20),
                stack: stack.map(|stack| Bytes(stack << 10)),
                output: None,
                processes: 4,
            },
            checker: CheckerChoice::Lines,
        };
        let language = Language { memory_extra: Bytes(44 << 20), processes: 12, ..Language::named("x") };
        let told = |memory, stack| {
            let limits = limits_for(&rules(memory, stack), &language);
            let mark = |name| String::from_utf8(later(name).unwrap().to_vec()).unwrap();
            let arg = format!("-m{}:{}k", mark("{memory_mb}"), mark("{stack_kb}"));
            let args = with_limits(&["{memory_mb}".into(), arg.into()], &limits);
            assert_eq!(args[0], "{memory_mb}", "only a mark is filled");
            format!("{} {}", args[1].to_str().unwrap(), limits.processes)
        };
        assert_eq!(told(256, None), "-m300:306176k 16");
        assert_eq!(told(256, Some(64 << 10)), "-m300:64512k 16");
        assert_eq!(told(4096, None), "-m4140:1047552k 16");
        assert_eq!(told(256, Some(512)), "-m300:256k 16");
        assert_eq!(later("{source}"), None);
    }
}
