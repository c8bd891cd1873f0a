//! The standard checkers of testlib against testlib itself, on texts that are nearly the same.

mod texts;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use harness::check;
use harness::model::{CheckerChoice, Opinion};

use crate::session::is_here;
use crate::standard::texts::{Pair, Texts};

/// The checkers, in the order of the program that they are held against.
const RULES: [&str; 14] = [
    "wcmp", "lcmp", "fcmp", "ncmp", "hcmp", "rcmp", "rcmp4", "rcmp6", "rcmp9", "yesno", "nyesno", "caseicmp",
    "casewcmp", "uncmp",
];

/// Pairs for each of them.
const PAIRS: usize = 400;

/// The package that has the header, and where.
const PACKAGE: (&str, &str) = ("autocode-mcp==1.0.6", "autocode_mcp/templates/testlib.h");

/// One comparison and what was said of it.
struct Judged {
    rule: usize,
    pair: Pair,
    accepts: bool,
}

/// Runs a tool; whether it succeeded.
#[expect(clippy::disallowed_methods, reason = "what the judge is held against is no part of it")]
fn run(tool: &str, args: &[&Path]) -> Option<Vec<u8>> {
    let output = Command::new(tool).args(args).output().ok()?;
    if !output.status.success() {
        eprintln!("{tool}: {}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success().then_some(output.stdout)
}

/// A folder with the header of testlib: that of `TESTLIB_H`, or of a package.
fn testlib(scratch: &Path) -> Option<PathBuf> {
    if let Some(header) = std::env::var_os("TESTLIB_H") {
        return Some(Path::new(&header).parent()?.to_owned());
    }
    let pip = ["-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--retries", "1", "-d"];
    let package = Path::new(PACKAGE.0);
    run("python3", &[&pip.map(Path::new)[..], &[scratch, package]].concat())?;
    let mut entries = std::fs::read_dir(scratch).ok()?.flatten().map(|entry| entry.path());
    let wheel = entries.find(|path| path.extension().is_some_and(|extension| extension == "whl"))?;
    let unpack = ["-m", "zipfile", "-e"].map(Path::new);
    run("python3", &[&unpack[..], &[&wheel, scratch]].concat())?;
    Some(scratch.join(PACKAGE.1).parent()?.to_owned())
}

/// What testlib says of each pair: its exit statuses.
fn reference(judged: &[Judged], header: &Path, scratch: &Path) -> Vec<i32> {
    let (source, program) = (scratch.join("reference.cpp"), scratch.join("reference"));
    std::fs::write(&source, include_str!("standard/reference.cpp")).unwrap();
    let command = ["-std=c++17", "-w", "-o"].map(Path::new);
    let command = [&command[..], &[&program, &source, Path::new("-I"), header]].concat();
    run("g++", &command).unwrap();
    let pairs = scratch.join("pairs");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&pairs).unwrap());
    for Judged { rule, pair, .. } in judged {
        for number in [reference_of(*rule, pair), pair.answer.len(), pair.output.len()] {
            file.write_all(&u32::try_from(number).unwrap().to_ne_bytes()).unwrap();
        }
        file.write_all(&pair.answer).unwrap();
        file.write_all(&pair.output).unwrap();
    }
    file.into_inner().unwrap();
    let said = run(program.to_str().unwrap(), &[&pairs, scratch]).unwrap();
    String::from_utf8(said).unwrap().lines().map(|line| line.parse().unwrap()).collect()
}

/// The rule of testlib that means the same. Ours has one rule for one and for many words `yes` and `no`, and takes
/// them all, where `yesno` of testlib reads the first word of the answer alone.
fn reference_of(rule: usize, pair: &Pair) -> usize {
    let is_one_word = pair.answer.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count() == 1;
    if RULES[rule] == "yesno" && !is_one_word { rule + 1 } else { rule }
}

fn accepts(choice: &CheckerChoice, pair: &Pair, answer: &Path) -> bool {
    // Not over the last one: file systems may write back at once what replaces another content.
    let _ = std::fs::remove_file(answer);
    std::fs::write(answer, &pair.answer).unwrap();
    let mut checker = check::open(choice, answer).unwrap();
    pair.output.chunks(3).for_each(|chunk| checker.feed(chunk));
    matches!(checker.finish(), Opinion::Right { .. })
}

/// Whether the last word is `Case` in one of the texts only. testlib ignores it, and we do not.
fn has_stray_case(pair: &Pair) -> bool {
    let ends_so = |text: &[u8]| text.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next() == Some(b"Case");
    ends_so(&pair.answer) != ends_so(&pair.output)
}

fn judged(folder: &Path) -> Vec<Judged> {
    let mut all = Vec::new();
    for (rule, name) in RULES.into_iter().enumerate() {
        let choice = CheckerChoice::from_name(name).unwrap();
        let mut texts = Texts::new(name, rule as u64);
        for _ in 0..PAIRS {
            let pair = texts.pair();
            let accepts = accepts(&choice, &pair, &folder.join("answer"));
            if name == "casewcmp" && has_stray_case(&pair) {
                assert!(!accepts, "{}", shown(&pair));
            } else {
                all.push(Judged { rule, pair, accepts });
            }
        }
    }
    all
}

fn shown(pair: &Pair) -> String {
    format!("answer \"{}\", output \"{}\"", pair.answer.escape_ascii(), pair.output.escape_ascii())
}

#[test]
fn the_standard_checkers_accept_what_those_of_testlib_accept() {
    let scratch = tempfile::tempdir().unwrap();
    if !(is_here("g++") && is_here("python3")) {
        return;
    }
    let Some(header) = testlib(scratch.path()) else {
        eprintln!("skipped: no testlib.h: set TESTLIB_H to its path, or let pip download {}", PACKAGE.0);
        return;
    };
    let judged = judged(scratch.path());
    let statuses = reference(&judged, &header, scratch.path());
    assert_eq!(statuses.len(), judged.len());
    assert!(judged.len() > 5_000, "{} pairs", judged.len());
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    let mut differences = Vec::new();
    for (Judged { rule, pair, accepts }, status) in judged.iter().zip(statuses) {
        assert!([0, 1, 2, 3].contains(&status), "exit status {status}: {}", shown(pair));
        counts.entry(RULES[*rule]).or_default()[usize::from(*accepts)] += 1;
        if *accepts != (status == 0) {
            differences.push(format!("{} {accepts}, testlib {status}: {}", RULES[*rule], shown(pair)));
        }
    }
    eprintln!("{} pairs; rejected and accepted: {counts:?}", judged.len());
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
    for (rule, [rejected, accepted]) in counts {
        assert!(rejected.min(accepted) > PAIRS / 8, "{rule}: {rejected} rejected, {accepted} accepted");
    }
}
