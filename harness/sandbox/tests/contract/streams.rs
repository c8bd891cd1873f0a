//! What goes in and what comes out.

use std::io::Read;
use std::thread;

use harness_sandbox::{
    Activity, Breach, Ending, Fault, Isolation, Kept, Outlet, Program, Sandbox, Slot, Stdin, Step, Stop,
    WorkingFolder,
};
use libtest_mimic::Failed;

use crate::bench::{Bench, bounds, is, program};

pub fn output_and_exit_status(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("answer", "");
    is(run.output == b"42\n" && run.facts.ending == Ending::Exited(0) && run.facts.stdout_bytes == 3, &run)?;
    let run = bench.run("exit", "3");
    is(run.facts.ending == Ending::Exited(3), &run)
}

pub fn input_is_the_file(bench: &Bench) -> Result<(), Failed> {
    let path = bench.scratch.join("input");
    let text = "some input\n".repeat(50_000);
    std::fs::write(&path, &text)?;
    let run = bench.run_with("echo", "", &bounds(), Stdin::File(path.clone()));
    std::fs::remove_file(path)?;
    is(run.output == text.as_bytes(), &run)
}

pub fn environment_is_fixed(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("environment", "");
    let names: Vec<String> = String::from_utf8_lossy(&run.output)
        .lines()
        .filter_map(|line| Some(line.split_once('=')?.0.to_owned()))
        .collect();
    is(names == ["PATH", "LANG", "ONLINE_JUDGE", "LSAN_OPTIONS", "HOME", "TMPDIR"], &run)
}

pub fn only_standard_streams(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("descriptors", "");
    is(run.output == b"3\n", &run)
}

pub fn an_answer_apart_is_not_what_is_printed(bench: &Bench) -> Result<(), Failed> {
    let script =
        "echo a; echo b >/proc/self/fd/1; echo c >&3; echo d >/proc/self/fd/3; echo /proc/self/fd/* >&3";
    let apart = Program { answers_apart: true, ..program("/bin/sh", &["-c", script]) };
    let run = bench.run_exactly(&apart, &bounds());
    let descriptors: Vec<String> = (0..4).map(|number| format!("/proc/self/fd/{number}")).collect();
    let output = String::from_utf8_lossy(&run.output);
    is(output.starts_with("c\nd\n") && output.contains(&descriptors.join(" ")), &run)?;
    is(run.facts.stderr.head == b"a\nb\n", &run)
}

pub fn flood_is_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood", "");
    is(run.facts.ending == Ending::Stopped(Breach::Output) && run.output.len() == 1 << 20, &run)
}

pub fn errors_are_cut(bench: &Bench) -> Result<(), Failed> {
    let run = bench.run("flood-errors", "8");
    let stderr = &run.facts.stderr;
    let kept = stderr.head.len() + stderr.tail.len();
    is(run.output == b"42\n" && kept == 64 << 10 && stderr.dropped == (8 << 20) - (64 << 10), &run)
}

pub fn a_flood_of_errors_is_cut(bench: &Bench) -> Result<(), Failed> {
    // More than all programs may, and so much that it would wait for us for long.
    let run = bench.run("flood-errors", "100000");
    is(run.facts.ending == Ending::Stopped(Breach::Errors) && run.output.is_empty(), &run)?;
    // What comes to an end by itself was too much all the same, and what counts as output is bounded as such.
    let run = bench.run("flood-errors", "65");
    is(run.facts.ending == Ending::Stopped(Breach::Errors), &run)?;
    let run = bench.run("flood-errors", "64");
    is(run.facts.ending == Ending::Exited(0) && run.output == b"42\n", &run)
}

pub fn the_end_comes_when_it_is_closed(bench: &Bench) -> Result<(), Failed> {
    let stop = Stop::new()?;
    let closes = program("/bin/sh", &["-c", "echo 1; exec 1>&-; exec sleep 1000"]);
    let mut output = Vec::new();
    // Nothing else ends it.
    let facts = bench.sandbox.run(Slot(0), &closes, &bounds(), &stop, &mut |chunk| {
        output.push(chunk.to_vec());
        if chunk.is_empty() {
            stop.now();
        }
    });
    let is_so = facts.is_ok_and(|facts| facts.ending == Ending::Interrupted);
    if is_so && output == [b"1\n".to_vec(), Vec::new()] { Ok(()) } else { Err(format!("{output:?}").into()) }
}

pub fn files_that_are_wanted_are_kept(bench: &Bench) -> Result<(), Failed> {
    const NAMES: [&str; 5] = ["said", "link", "pipe", "folder", "missing"];
    let kept = Kept::files(&NAMES);
    let script = "head -c 40000 /dev/zero > said; ln -s /etc/passwd link; mkfifo pipe; mkdir folder";
    let leaves = Program { kept: Some(kept.clone()), ..program("/bin/sh", &["-c", script]) };
    is(true, &bench.run_exactly(&leaves, &bounds()))?;
    let lengths: Vec<usize> = NAMES.iter().map(|name| kept.content(name).len()).collect();
    if lengths == [Kept::MOST, 0, 0, 0, 0] { Ok(()) } else { Err(format!("{lengths:?}").into()) }
}

pub fn runs_may_share_their_folder(bench: &Bench) -> Result<(), Failed> {
    let run = |folder, script: &str| {
        let kept = Kept::files(&["said"]).taking("next").in_folder(folder);
        let writes = Program { kept: Some(kept.clone()), ..program("/bin/sh", &["-c", script]) };
        let facts =
            bench.sandbox.run(Slot(1), &writes, &bounds(), &Stop::new().expect("a pipe"), &mut |_| {})?;
        let mut next = String::new();
        let taken = kept.take().map(|mut file| file.read_to_string(&mut next));
        Ok::<_, Fault>((facts.ending, kept.content("said"), taken.is_some_and(|read| read.is_ok()), next))
    };
    let exits = Ending::Exited(0);
    let all = "echo a >> said; mkdir deep; echo x > deep/x; head -c 40000 /dev/zero | tr '\\0' b > next";
    let first = run(WorkingFolder::First, all)?;
    let mut is_so = first == (exits, b"a\n".to_vec(), true, "b".repeat(40_000));
    // What was taken is gone, all else is there; an empty file is one, too.
    let next = run(WorkingFolder::Next, "[ ! -e next ] && cat deep/x >> said && : > next")?;
    is_so &= next == (exits, b"a\nx\n".to_vec(), true, String::new());
    let last = run(WorkingFolder::Next, "cat deep/x >> said")?;
    is_so &= last == (exits, b"a\nx\nx\n".to_vec(), false, String::new());
    // Others find nothing, whichever way they come, and those that should find something do not run.
    let other = "[ ! -e said ] && [ ! -e deep ] && [ ! -e own ]; code=$?; echo 1 > own; exit $code";
    for folder in [WorkingFolder::Own, WorkingFolder::First, WorkingFolder::First, WorkingFolder::Own] {
        is_so &= run(folder, other)?.0 == exits;
    }
    let lost = run(WorkingFolder::Next, ":").err().map(|fault| fault.step);
    is_so &= lost == Some(Step::FindWorkdir);
    // What is no plain file is not taken for nothing.
    let link = run(WorkingFolder::Own, "ln -s /etc/passwd next").err().map(|fault| fault.step);
    is_so &= link == Some(Step::TakeFile) && run(WorkingFolder::Own, other)?.0 == exits;
    if is_so { Ok(()) } else { Err(format!("{next:?}\n{last:?}\n{lost:?} {link:?}").into()) }
}

pub fn a_program_finds_the_files_of_its_folder(bench: &Bench) -> Result<(), Failed> {
    // Where nothing is isolated, a program can write wherever its user can.
    let writes = match bench.isolation {
        Isolation::None => "",
        Isolation::Auto | Isolation::Required | Isolation::Restricted => {
            "(echo y >> data.txt) 2> /dev/null; (echo z > module/new) 2> /dev/null;"
        }
    };
    let script = format!("cat data.txt module/part; echo x > own && cat own; {writes} cat data.txt");
    let finds = Program {
        files: vec![bench.own_folder.clone()],
        folder: Some(bench.own_folder.clone()),
        ..program("/bin/sh", &["-c", &script])
    };
    let run = bench.run_exactly(&finds, &bounds());
    is(run.output == b"data\npart\nx\ndata\n" && !bench.own_folder.join("module/new").exists(), &run)?;
    // The next program has another folder, or none.
    let run = bench.run_program("/bin/sh", &["-c", "cat data.txt module/part own 2> /dev/null; echo none"]);
    is(run.output == b"none\n", &run)
}

pub fn it_is_told_what_a_program_is_doing(bench: &Bench) -> Result<(), Failed> {
    for (script, doing) in [
        ("read line", Activity::Waiting),
        ("read line < /dev/null; while :; do :; done", Activity::Working),
        ("kill -STOP $$", Activity::Stopped),
        ("(while :; do :; done) & read line", Activity::Working),
        ("cat | cat", Activity::Waiting),
    ] {
        let stop = Stop::new()?;
        let (outlet, end) = Outlet::pair()?;
        let runs = Program { stdin: Stdin::Pipe(end), ..program("/bin/sh", &["-c", script]) };
        thread::scope(|scope| {
            let run = || bench.sandbox.run(Slot(0), &runs, &bounds(), &stop, &mut |_| {});
            let running = scope.spawn(run);
            // It comes to that, unless it ends at its line first.
            while bench.sandbox.activity(Slot(0)) != doing && !running.is_finished() {
                thread::yield_now();
            }
            stop.now();
            let facts = running.join().expect("no panic").expect("the sandbox works");
            drop(outlet);
            let is_so = facts.ending == Ending::Interrupted;
            if is_so { Ok(()) } else { Err(Failed::from(format!("{script}: {facts:#?}"))) }
        })?;
    }
    Ok(())
}
