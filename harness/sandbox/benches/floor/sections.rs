//! What is measured.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::command::{Cost, Says, floor, judge, measure, peak_memory};
use crate::table;
use crate::workspace::{COPY, Workspace};

type Section = fn(&Path);

/// The sections, in the order in which they are measured.
pub const SECTIONS: &[(&str, Section)] = &[
    ("tiny", tiny),
    ("start", start),
    ("jobs", jobs),
    ("memory", memory),
    ("big", big),
    ("lines", lines),
    ("ends", ends),
    ("clock", clock),
    ("python", python),
];

const NONE: [&str; 4] = ["-j", "1", "--isolation", "none"];
const FULL: [&str; 2] = ["-j", "1"];

/// Whether [`FULL`] is full here.
pub fn has_full_isolation(executable: &Path) -> bool {
    let workspace = Workspace::sums(1);
    let arguments = ["--isolation", "required"];
    judge(executable, workspace.root(), &arguments).output().is_ok_and(|output| output.status.success())
}

/// Takes turns: the floor, then the judge, so many times; the first turn only warms up. Both say the
/// same in the end.
fn turns(rounds: usize, says: Says, mut commands: [Command; 2]) -> Vec<[Cost; 2]> {
    let mut turn = || commands.each_mut().map(|command| measure(command, says));
    let _ = turn();
    (0..rounds).map(|_| turn()).collect()
}

fn pairs(turns: &[[Cost; 2]], pick: fn(&Cost) -> Duration) -> Vec<(Duration, Duration)> {
    turns.iter().map(|[floor, judge]| (pick(floor), pick(judge))).collect()
}

fn tiny(executable: &Path) {
    for (cases, rounds) in [(200, 15), (1000, 5)] {
        let workspace = Workspace::sums(cases);
        let program = workspace.program();
        for (isolation, arguments, goal) in [("none", &NONE[..], 1.25), ("full", &FULL[..], 1.5)] {
            let turns = turns(
                rounds,
                Says::Right,
                [floor(&workspace.cases(), 1, &[&program]), judge(executable, workspace.root(), arguments)],
            );
            let title = |what| format!("{cases} cases, isolation {isolation}: {what}");
            table::ratios(&title("CPU"), &pairs(&turns, |cost| cost.cpu), goal);
            table::ratios(&title("wall"), &pairs(&turns, |cost| cost.wall), goal);
        }
    }
}

fn start(executable: &Path) {
    let workspace = Workspace::sums(1);
    let program = workspace.program();
    for (isolation, arguments) in [("none", &NONE[..]), ("full", &FULL[..])] {
        let turns = turns(
            15,
            Says::Right,
            [floor(&workspace.cases(), 1, &[&program]), judge(executable, workspace.root(), arguments)],
        );
        let median = |index: usize| {
            let mut walls: Vec<Duration> = turns.iter().map(|turn| turn[index].wall).collect();
            walls.sort_unstable();
            walls[walls.len() / 2]
        };
        let what = format!("one case, isolation {isolation}: wall");
        table::at_most(&what, Some(median(0)), median(1), Duration::from_millis(15));
    }
}

fn jobs(executable: &Path) {
    let workspace = Workspace::sums(1000);
    let program = workspace.program();
    let gain = |commands: [Command; 2]| {
        let turns = turns(5, Says::Right, commands);
        let mut gains: Vec<f64> =
            turns.iter().map(|[two, one]| one.wall.as_secs_f64() / two.wall.as_secs_f64()).collect();
        gains.sort_by(f64::total_cmp);
        gains[gains.len() / 2]
    };
    let floor = gain([2, 1].map(|jobs| floor(&workspace.cases(), jobs, &[&program])));
    let judge = gain([["-j", "2"], ["-j", "1"]].map(|jobs| judge(executable, workspace.root(), &jobs)));
    let show = |gain: f64| format!("{gain:.2} ×");
    table::row("two jobs instead of one", &show(floor), &show(judge), "", "≥ 1.8 ×", judge >= 1.8);
}

fn memory(executable: &Path) {
    let mut last = 0;
    for (cases, goal) in [(1000, 8 * 1024), (10_000, 8 * 1024)] {
        let workspace = Workspace::sums(cases);
        let peak = peak_memory(&mut judge(executable, workspace.root(), &["-j", "2"]));
        let grown = if last == 0 { String::new() } else { format!("{:+} KiB", peak.cast_signed() - last) };
        let what = format!("peak of the judge, {cases} cases");
        table::row(&what, "", &format!("{peak} KiB"), &grown, &format!("≤ {goal} KiB"), peak <= goal);
        last = peak.cast_signed();
    }
    let workspace = large();
    let peak = peak_memory(&mut judge(executable, workspace.root(), &FULL));
    let goal = 16 * 1024;
    table::row(
        "peak of the judge, 100 MB in and out",
        "",
        &format!("{peak} KiB"),
        "",
        "≤ 16384 KiB",
        peak <= goal,
    );
}

/// One case of 100 MB in and as much out.
fn large() -> Workspace {
    let workspace = Workspace::new(COPY);
    let text: Vec<u8> = (0..12_500_000u32).flat_map(|number| format!("{number:07}\n").into_bytes()).collect();
    workspace.case("large", &text, &text);
    workspace
}

fn big(executable: &Path) {
    let workspace = large();
    let program = workspace.program();
    for (isolation, arguments) in [("none", &NONE[..]), ("full", &FULL[..])] {
        let turns = turns(
            5,
            Says::Right,
            [floor(&workspace.cases(), 1, &[&program]), judge(executable, workspace.root(), arguments)],
        );
        let what = |what| format!("100 MB in and out, {isolation}: {what}");
        table::ratios(&what("CPU"), &pairs(&turns, |cost| cost.cpu), 2.0);
        table::ratios(&what("wall"), &pairs(&turns, |cost| cost.wall), 2.0);
    }
}

fn lines(executable: &Path) {
    let million: Vec<u8> = (0..1_000_000u32).flat_map(|number| format!("{number}\n").into_bytes()).collect();
    let mut other = million.clone();
    let place = other.len() / 2;
    other[place] = if other[place] == b'1' { b'2' } else { b'1' };
    let long = vec![b'x'; 50_000_000];
    let mut long_other = long.clone();
    long_other[25_000_000] = b'y';
    let all: Vec<u8> = (0..100_000u32).flat_map(|number| format!("{number}\n").into_bytes()).collect();
    let all_other: Vec<u8> =
        (0..100_000u32).flat_map(|number| format!("{}\n", number + 1).into_bytes()).collect();
    // Of the last two columns the goal in all and the goal above the floor, one of them.
    let rows = [
        ("10⁶ lines, one differs", &million, &other, "line 507937", Some(100), None),
        (
            "one line of 50 MB, one byte differs",
            &long,
            &long_other,
            "line 1, column 25000001",
            None,
            Some(250),
        ),
        ("10⁵ lines, all differ", &all, &all_other, "line 1, column 1", None, Some(250)),
    ];
    for (what, input, answer, place, in_all, above) in rows {
        let workspace = Workspace::new(COPY);
        workspace.case("1", input, answer);
        let program = workspace.program();
        let turns = turns(
            5,
            Says::Wrong,
            [floor(&workspace.cases(), 1, &[&program]), judge(executable, workspace.root(), &FULL)],
        );
        let printed = String::from_utf8_lossy(&turns[0][1].output).into_owned();
        assert!(printed.contains("WA (wrong answer)") && printed.contains(place), "no {place} in\n{printed}");
        let median = |pick: fn(&[Cost; 2]) -> Duration| {
            let mut times: Vec<Duration> = turns.iter().map(pick).collect();
            times.sort_unstable();
            times[times.len() / 2]
        };
        let (of_floor, of_judge) = (median(|[floor, _]| floor.wall), median(|[_, judge]| judge.wall));
        if let Some(goal) = in_all {
            let what = format!("{what}: in all");
            table::at_most(&what, Some(of_floor), of_judge, Duration::from_millis(goal));
        }
        if let Some(goal) = above {
            let more = median(|[floor, judge]| judge.wall.saturating_sub(floor.wall));
            table::at_most(&format!("{what}: above"), Some(of_floor), more, Duration::from_millis(goal));
        }
        let printed = printed.len();
        table::row(&format!("{what}: printed"), "", &format!("{printed} B"), "", "≤ 8192 B", printed <= 8192);
    }
}

/// The one result of a run with a single case, which must have this verdict.
fn result(cost: &Cost, verdict: &str) -> serde_json::Value {
    let document: serde_json::Value = serde_json::from_slice(&cost.output).expect("a document");
    assert_eq!(document["results"][0]["verdict"], verdict);
    document["results"][0].clone()
}

fn ends(executable: &Path) {
    let workspace = Workspace::new("fn main() { loop { std::hint::black_box(0); } }");
    workspace.case("1", b"", b"");
    let arguments = ["-j", "1", "--time-limit", "1s", "--format", "json"];
    let results: Vec<serde_json::Value> = (0..5)
        .map(|_| result(&measure(&mut judge(executable, workspace.root(), &arguments), Says::Wrong), "TLE"))
        .collect();
    let time = |value: &serde_json::Value| Duration::from_nanos(value.as_u64().unwrap_or(u64::MAX));
    let mut cpus: Vec<Duration> = results.iter().map(|result| time(&result["cpu_ns"])).collect();
    cpus.sort_unstable();
    table::at_most("endless loop under 1 s: CPU time", None, cpus[2], Duration::from_millis(1010));
    let mut above: Vec<Duration> = results
        .iter()
        .map(|result| time(&result["wall_ns"]).saturating_sub(time(&result["cpu_ns"])))
        .collect();
    above.sort_unstable();
    table::at_most("endless loop under 1 s: wall above that", None, above[2], Duration::from_millis(15));
    let workspace = Workspace::new(
        "use std::io::Write; fn main() { while std::io::stdout().write_all(&[b'y'; 8192]).is_ok() {} }",
    );
    workspace.case("1", b"", b"");
    let mut walls: Vec<Duration> = (0..5)
        .map(|_| {
            let cost = measure(
                &mut judge(executable, workspace.root(), &["-j", "1", "--format", "json"]),
                Says::Wrong,
            );
            result(&cost, "OLE");
            cost.wall
        })
        .collect();
    walls.sort_unstable();
    table::at_most("endless output: wall to the end", None, walls[2], Duration::from_millis(300));
}

/// A program prints its own clock; the judge's result says the other.
fn clock(executable: &Path) {
    let workspace = Workspace::empty();
    let judge_path = executable.display();
    let settings = format!(
        "[language.spin]\nextensions = [\"spin\"]\nrun = [\"{judge_path}\", \"__specimen\", \"spin\", \"100\"]\n"
    );
    std::fs::write(workspace.root().join("judge.toml"), settings).expect("settings");
    std::fs::write(workspace.root().join("solutions/p/a.spin"), "").expect("a source");
    for case in 0..16 {
        workspace.case(&case.to_string(), b"", b"0\n");
    }
    for (what, jobs, goal) in [("alone", "1", 500), ("with 4 jobs", "4", 1000)] {
        let cost =
            measure(&mut judge(executable, workspace.root(), &["-j", jobs, "--format", "json"]), Says::Wrong);
        let document: serde_json::Value = serde_json::from_slice(&cost.output).expect("a document");
        let results = document["results"].as_array().expect("results");
        let off = |result: &serde_json::Value| {
            // The answer is wrong on purpose: the reason tells what the program printed.
            let reason = result["reason"].as_str()?;
            let own: u64 = reason.rsplit('`').nth(1)?.parse().ok()?;
            Some(Duration::from_nanos(result["cpu_ns"].as_u64()?.abs_diff(own)))
        };
        let mut all: Vec<Duration> = results.iter().filter_map(off).collect();
        all.sort_unstable();
        let Some(middle) = all.get(all.len() / 2) else {
            println!("  the clock could not be measured");
            return;
        };
        let what = format!("CPU time off the program's own, {what}");
        table::at_most(&what, None, *middle, Duration::from_micros(goal));
    }
}

fn python(executable: &Path) {
    let Some(python) = harness_sandbox::find_tool(Path::new("python3")) else {
        println!("  no python3 on this machine");
        return;
    };
    let workspace = Workspace::empty();
    let source = workspace.root().join("solutions/p/sum.py");
    std::fs::write(&source, "print(sum(map(int, input().split())))\n").expect("a source");
    for index in 0..50 {
        workspace.case(
            &index.to_string(),
            format!("{index} 1\n").as_bytes(),
            format!("{}\n", index + 1).as_bytes(),
        );
    }
    // Not a version manager's script in its place.
    let real =
        Command::new(&python).args(["-c", "import sys; print(sys.executable)"]).output().expect("python");
    let real = String::from_utf8_lossy(&real.stdout).trim().to_owned();
    let turns = turns(
        5,
        Says::Right,
        [
            floor(&workspace.cases(), 1, &[Path::new(&real), &source]),
            judge(executable, workspace.root(), &FULL),
        ],
    );
    table::ratios("50 cases in Python: CPU", &pairs(&turns, |cost| cost.cpu), 1.05);
    table::ratios("50 cases in Python: wall", &pairs(&turns, |cost| cost.wall), 1.05);
}
