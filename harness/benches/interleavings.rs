//! Do hostile programs spoil anything for honest ones?
//! `cargo bench -p harness --bench interleavings [-- ROUNDS [SEED]]`
//!
//! In each round hostile and honest solutions, drawn and ordered by chance, are judged by the same
//! launchers, one or two at a time. Every honest one must be AC on every case, and afterwards there may be
//! no process, no file, no control group that was not there before, and case files as they were. Run it
//! as root and as an ordinary user: they have different layers.

#![forbid(unsafe_code)]
#![expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Specimens that know how the judge works, with an argument each.
const HOSTILE: [(&str, &str); 27] = [
    ("be-traced-by-a-child", ""),
    ("send-output-to-itself", ""),
    ("reach-parent", ""),
    ("raise-limits", ""),
    ("spin-unread", ""),
    ("run-away", ""),
    ("make-namespaces", ""),
    ("make-refused-calls", "namespaces"),
    ("spoil-input", ""),
    ("spoil-folder", ""),
    ("lowest-priority-sleepers", ""),
    ("stop-counters-and-spin", "20"),
    ("fill-files", "60"),
    ("fill-unnamed-files", "60"),
    ("fill-pipes", "60"),
    ("fill-sockets", "60"),
    ("hide-shared-memory", "60"),
    ("read-all", "/usr/bin/env"),
    ("litter", "100"),
    ("leave-a-daemon", "1"),
    ("leave-an-heir", ""),
    ("wait-for-a-spinning-daemon", ""),
    ("ignore-signals-and-spin", ""),
    ("stop-itself", ""),
    ("flood", ""),
    ("touch", "60"),
    ("processes", "30"),
];

/// Specimens that do what they should; the answer is that of `count-input`.
const HONEST: [(&str, &str); 3] = [("count-input", ""), ("count-and-write", ""), ("count-and-touch", "20")];

const CASES: usize = 3;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse::<u64>().ok());
    let (rounds, seed) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(1));
    let folder = tempfile::tempdir().expect("a folder");
    let before = Surroundings::now();
    let (mut honest_runs, mut faults) = (0, Vec::new());
    for round in 0..rounds {
        let mut random = ChaCha8Rng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(round));
        let root = folder.path().join(format!("round-{round}"));
        let jobs = random.random_range(1..=2);
        let names = make_workspace(&root, &mut random);
        let files = states(&root.join("cases"));
        let document = judge(&root, jobs);
        for result in document["results"].as_array().expect("results") {
            let name = result["solution"].as_str().expect("a name");
            if !names.contains(name) {
                continue;
            }
            honest_runs += 1;
            if result["verdict"] != "AC" {
                faults.push(format!("round {round}: {name} is {} ({})", result["verdict"], result["reason"]));
            }
        }
        if states(&root.join("cases")) != files {
            faults.push(format!("round {round}: case files changed"));
        }
        faults.extend(before.what_is_new(&root).into_iter().map(|what| format!("round {round}: {what}")));
        if faults.is_empty() {
            fs::remove_dir_all(&root).expect("a workspace that can be removed");
        }
    }
    for fault in &faults {
        println!("{fault}");
    }
    println!(
        "{rounds} interleavings from seed {seed}: {honest_runs} honest runs, {} faults, by user {}",
        faults.len(),
        rustix::process::getuid().as_raw()
    );
    std::process::exit(i32::from(!faults.is_empty()));
}

/// A workspace with solutions in an order drawn by chance; the names of the honest ones.
fn make_workspace(root: &Path, random: &mut ChaCha8Rng) -> BTreeSet<String> {
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    let judge = env!("CARGO_BIN_EXE_harness");
    let stanza = |(name, argument): &(&str, &str)| {
        format!(
            "[language.{name}]\nextensions = [\"{name}\"]\nrun = [\"{judge}\", \"__specimen\", \"{name}\", \"{argument}\"]\n"
        )
    };
    let defaults = "[defaults]\ntime_limit = \"300ms\"\nwall_limit = \"2s\"\nmemory_limit = \"40MiB\"\nprocess_limit = 16\n";
    write("judge.toml", &[defaults.to_owned(), HOSTILE.iter().chain(&HONEST).map(stanza).collect()].concat());
    for case in 0..CASES {
        let text = "7\n".repeat(case + 1);
        write(&format!("cases/p/{case}.in"), &text);
        write(&format!("cases/p/{case}.ans"), &format!("{}\n", text.len()));
    }
    let mut solutions: Vec<(&str, bool)> = Vec::new();
    for (list, is_honest, count) in [(&HOSTILE[..], false, 6), (&HONEST[..], true, 4)] {
        for _ in 0..count {
            solutions.push((list.choose(random).expect("some").0, is_honest));
        }
    }
    solutions.shuffle(random);
    let mut honest = BTreeSet::new();
    for (index, (specimen, is_honest)) in solutions.into_iter().enumerate() {
        let name = format!("{index:02}");
        write(&format!("solutions/p/{name}.{specimen}"), "");
        if is_honest {
            honest.insert(name);
        }
    }
    honest
}

fn judge(root: &Path, jobs: u32) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.arg("--root").arg(root).args(["grade", "--format", "json", "-j", &jobs.to_string()]);
    let output = command.stdin(Stdio::null()).output().expect("the judge");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
        panic!("{}: no document\n{}", root.display(), String::from_utf8_lossy(&output.stderr))
    })
}

/// Everything about a file that a program could set: its path, mode, owner, times and content.
type State = (PathBuf, u32, u32, [i64; 4], Vec<u8>);

/// The states of the files of a folder.
fn states(folder: &Path) -> Vec<State> {
    let mut found = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten() {
        let facts = entry.metadata().expect("a file");
        let content = fs::read(entry.path()).unwrap_or_default();
        found.push((
            entry.path().to_owned(),
            facts.permissions().mode(),
            facts.uid(),
            [facts.mtime(), facts.mtime_nsec(), facts.ctime(), facts.ctime_nsec()],
            content,
        ));
    }
    found
}

/// Processes and control groups.
struct Surroundings {
    groups: BTreeSet<PathBuf>,
}

impl Surroundings {
    fn now() -> Self {
        Self { groups: groups() }
    }

    /// What is there now and was not before.
    fn what_is_new(&self, root: &Path) -> Vec<String> {
        // A launcher that the judge has stopped waiting for still needs a moment to end.
        let until = Instant::now() + Duration::from_secs(5);
        loop {
            let mut found: Vec<String> = groups()
                .difference(&self.groups)
                .map(|group| format!("{} is left", group.display()))
                .collect();
            found.extend(processes().into_iter().map(|process| format!("process {process} is left")));
            let run = root.join(".judge/run");
            let left = fs::read_dir(run).into_iter().flatten().flatten();
            found.extend(left.map(|entry| format!("{} is left", entry.path().display())));
            if found.is_empty() || Instant::now() > until {
                return found;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The control groups of judges that have ended, wherever they are: `judge.` and the number of the process.
fn groups() -> BTreeSet<PathBuf> {
    let is_ours = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process =
            name.strip_prefix("judge.").and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
        process.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists())
    };
    let all = walkdir::WalkDir::new("/sys/fs/cgroup").into_iter().flatten();
    all.filter(|entry| entry.file_type().is_dir() && is_ours(entry))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// The numbers of all processes that run the judge's executable: launchers and specimens.
fn processes() -> Vec<String> {
    let judge = fs::canonicalize(env!("CARGO_BIN_EXE_harness")).expect("the judge");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_ours =
        |entry: &fs::DirEntry| fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == judge);
    entries.filter(is_ours).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}
