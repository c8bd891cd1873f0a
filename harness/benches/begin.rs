//! How long until an unchanged workspace is judged? `cargo bench -p harness --bench begin [-- STARTS]`
//!
//! 30 solutions in up to ten languages, all built before. The first of them prints the time, so the time from the start
//! of `harness grade` to the first line of the first program is known, 20 times. Beside it stands the same where one
//! compiler stands behind a script from whose text it is not known what is started: such a compiler is asked for its
//! version at each start. Its own answer alone stands in the last line.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// So long it may take.
const PROMISED: Duration = Duration::from_millis(100);

/// Solutions in each language.
const OF_EACH: usize = 3;

/// Languages that are taken, of those that are installed.
const MOST: usize = 10;

/// Prints the time; it is the first in the plan.
const CLOCK: &str = "#include <stdio.h>\n#include <time.h>\nint main(void) { struct timespec t; \
    clock_gettime(CLOCK_REALTIME, &t); printf(\"%lld%09ld\\n\", (long long)t.tv_sec, t.tv_nsec); }\n";

/// Extensions, what must be installed, and a program that prints 1.
const LANGUAGES: [(&str, &str, &str); 14] = [
    ("c", "gcc", "#include <stdio.h>\nint main(void) { puts(\"1\"); }\n"),
    ("cpp", "g++", "#include <iostream>\nint main() { std::cout << 1 << '\\n'; }\n"),
    ("py", "python3", "print(1)\n"),
    ("pypy", "pypy3", "print(1)\n"),
    ("java", "javac", "class Main { public static void main(String[] a) { System.out.println(1); } }\n"),
    ("js", "node", "console.log(1);\n"),
    ("hs", "ghc", "main :: IO ()\nmain = print 1\n"),
    ("ml", "ocamlopt", "let () = print_endline \"1\"\n"),
    ("go", "go", "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(1) }\n"),
    ("rb", "ruby", "puts 1\n"),
    ("pas", "fpc", "begin writeln(1) end.\n"),
    ("rs", "rustc", "fn main() { println!(\"1\"); }\n"),
    ("lua", "luac5.4", "print(1)\n"),
    ("pl", "perl", "print \"1\\n\";\n"),
];

fn main() {
    let starts = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(20);
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let names = prepare(root);
    println!("{} solutions in {} languages: {}", OF_EACH * names.len(), names.len(), names.join(", "));
    let (best, half) = measured(root, starts);
    println!("unchanged: {} until the first program runs at best, median {}", shown(best), shown(half));
    println!("the promise of {} is {}", shown(PROMISED), if half <= PROMISED { "kept" } else { "not kept" });
    if let Some(compiler) = found("ghc") {
        let script = root.join("bin/ghc");
        write(root, "bin/ghc", &format!("#!/bin/sh\nexec \"$(echo {compiler})\" \"$@\"\n"));
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("a script");
        let path = script.display();
        let row = format!(
            "[language.haskell]\nversion = [\"{path}\", \"--version\"]\n\
             compile = [\"{path}\", \"-v0\", \"-outputdir\", \"{{folder}}\", \"-o\", \"{{binary}}\", \"{{sources}}\"]\n"
        );
        write(root, "judge.toml", &row);
        let (best, half) = measured(root, starts);
        println!("where one compiler must be asked: {} at best, median {}", shown(best), shown(half));
        let mut alone: Vec<Duration> = (0..starts).map(|_| answer_of(&script)).collect();
        alone.sort_unstable();
        println!("its answer alone: {} at best, median {}", shown(alone[0]), shown(alone[alone.len() / 2]));
    }
}

/// A workspace with solutions in what is installed here, whose names are returned.
fn prepare(root: &Path) -> Vec<&'static str> {
    write(root, "judge.toml", "");
    write(root, "cases/p/1.in", "");
    write(root, "cases/p/1.ans", "1\n");
    let installed = LANGUAGES.iter().filter(|(_, program, _)| found(program).is_some());
    let mut names = Vec::new();
    for (extension, program, text) in installed.take(MOST) {
        for number in 0..OF_EACH {
            let is_first = names.is_empty() && number == 0;
            let text = if is_first { CLOCK } else { text };
            // A file in a folder is the whole solution, so no two have the same name.
            let file = if *extension == "java" { "Main" } else { "main" };
            let letter = char::from(b'a' + u8::try_from(names.len()).unwrap_or(0));
            write(root, &format!("solutions/p/{letter}{number}-{extension}/{file}.{extension}"), text);
        }
        names.push(*program);
    }
    assert_eq!(names.first(), Some(&"gcc"), "what prints the time is built by gcc");
    names
}

/// The shortest and the median time until the first program runs, once everything is built.
fn measured(root: &Path, starts: usize) -> (Duration, Duration) {
    begin(root);
    let mut times: Vec<Duration> = (0..starts).map(|_| begin(root)).collect();
    times.sort_unstable();
    (times[0], times[times.len() / 2])
}

/// The time from the start of the judge to that which the first program prints.
fn begin(root: &Path) -> Duration {
    let mut judge = Command::new(env!("CARGO_BIN_EXE_harness"));
    judge.arg("--root").arg(root).args(["grade", "-j", "1", "--format", "json"]).stderr(Stdio::null());
    let start = SystemTime::now();
    let output = judge.output().expect("the judge runs");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    let results = document["results"].as_array().expect("results");
    let wrong = results.iter().filter(|result| result["verdict"] != "AC").collect::<Vec<_>>();
    let [clock] = wrong[..] else { panic!("all but the first are right: {wrong:#?}") };
    let reason = clock["reason"].as_str().expect("what it printed");
    let printed = reason.split('`').find_map(|word| word.parse::<u64>().ok().filter(|number| *number > 1));
    let printed = SystemTime::UNIX_EPOCH + Duration::from_nanos(printed.expect("the time"));
    printed.duration_since(start).expect("it runs after the start")
}

fn answer_of(compiler: &Path) -> Duration {
    let start = Instant::now();
    let output = Command::new(compiler).arg("--version").output().expect("it answers");
    assert!(output.status.success());
    start.elapsed()
}

fn found(program: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.find(|place| place.is_file()).map(|place| place.display().to_string())
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn shown(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1000.0)
}
