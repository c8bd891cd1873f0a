//! What is left on a terminal: progress is shown while there is some, and nothing of it stays.

use crate::session::{doubling, is_here, workspace};
use crate::watch::{Queue, TELLS};

/// What a terminal shows that was sent this text. It knows what progress needs: going back to the start of
/// the line, a line up, and erasing.
fn screen(text: &str) -> Vec<String> {
    let (mut lines, mut row, mut column) = (vec![Vec::<char>::new()], 0_usize, 0_usize);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if let Some(sequence) = rest.strip_prefix('[').filter(|_| c == '\x1b') {
            let end = sequence.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            let (number, command) = (&sequence[..end], &sequence[end..=end]);
            rest = &sequence[end + 1..];
            match command {
                "A" => row = row.saturating_sub(number.parse().unwrap_or(1)),
                "K" if number == "2" => lines[row].clear(),
                "K" => lines[row].truncate(column),
                "J" => {
                    lines.truncate(row + 1);
                    lines[row].truncate(column);
                }
                _ => {}
            }
            continue;
        }
        match c {
            '\r' => column = 0,
            '\n' => (row, column) = (row + 1, 0),
            c => {
                let line = &mut lines[row];
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
        lines.resize(lines.len().max(row + 1), Vec::new());
    }
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().to_owned()).collect()
}

#[test]
fn a_screen_shows_what_was_written_last() {
    assert_eq!(screen("ab\r\nc\rd\x1b[2K\re\x1b[1mf\x1b[0m\n"), ["ab", "ef", ""]);
    assert_eq!(screen("bar\n\x1b[1A\x1b[2Kx"), ["x", ""]);
    assert_eq!(screen("one\r\ntwo\x1b[1A\r\x1b[Jx"), ["x"]);
}

#[test]
fn rounds_are_counted_while_they_are_measured_and_no_progress_stays() {
    if !is_here("script") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "").script("p", "one", "sleep 0.2");
    let workspace = workspace.script("p", "two", "sleep 0.2");
    let sent = workspace.run_in_terminal("compare p --metric wall --runs 4");
    assert!(sent.contains("measuring, round") && sent.contains("/4"), "{sent:?}");
    let screen = screen(&sent);
    assert!(screen.iter().any(|line| line.contains("4 rounds")), "{screen:#?}");
    assert!(!screen.iter().any(|line| line.contains("measuring") || line.contains('━')), "{screen:#?}");
}

#[test]
fn judging_leaves_its_report_alone() {
    if !is_here("script") {
        return;
    }
    let workspace = doubling().script("double", "slow", "sleep 0.3; read n; echo $((n + n))");
    let screen = screen(&workspace.run_in_terminal("-j 1"));
    let piped = workspace.run("-j 1").exits(0).stdout;
    let first = |text: &str| text.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    // What the machine did meanwhile is told below the rows, and is not the same for both.
    let rows = |lines: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        let rows =
            lines.take_while(|line| !line.contains("not enforced here") && !line.contains("a busy machine"));
        let rows = rows.take_while(|line| !line.contains("all as expected"));
        rows.map(first).filter(|line| !line.is_empty()).collect()
    };
    let (of_screen, of_pipe) = (rows(&mut screen.iter().map(String::as_str)), rows(&mut piped.lines()));
    assert!(of_pipe.len() > 3, "{piped}");
    assert_eq!(of_screen, of_pipe, "{screen:#?}\n{piped}");
    let all_is_told = |text: &str| text.contains("all as expected");
    assert!(screen.iter().any(|line| all_is_told(line)) && all_is_told(&piped), "{screen:#?}\n{piped}");
}

#[test]
fn what_runs_is_shown_and_nothing_of_it_stays() {
    if !is_here("script") {
        return;
    }
    let workspace = doubling().script("double", "slow", "sleep 0.5; read n; echo $((n + n))");
    let sent = workspace.run_in_terminal("double/slow -j 1 --color never");
    for part in ["runs: double/slow/1-small", "double  2 cases", "    slow *", "\x1b[?2026h\r"] {
        assert!(sent.contains(part), "{part}: {sent:?}");
    }
    let report = screen(&sent);
    assert!(!report.iter().any(|line| line.contains("runs:") || line.contains("2 cases")), "{report:#?}");
    // Where another program reads, a person looks on.
    let sent = workspace.run_in_terminal("double/slow -j 1 --color never --format json > report.json");
    assert!(sent.contains("runs: double/slow/1-small"), "{sent:?}");
    assert_eq!(screen(&sent), [""]);
    assert!(workspace.read("report.json").contains("\"solution\":\"slow\""));
}

#[test]
fn who_cannot_see_it_is_shown_nothing_that_changes() {
    if !is_here("script") {
        return;
    }
    let workspace = doubling().script("double", "slow", "sleep 0.3; read n; echo $((n + n))");
    for (variable, words) in
        [(("CI", "true"), "double/slow"), (("TERM", "dumb"), "double/slow"), (("CI", "0"), "-q double/slow")]
    {
        let sent = workspace.run_in_terminal_with(variable, &format!("{words} -j 1 --color never"));
        assert!(sent.contains("all as expected") && !sent.contains('\x1b'), "{variable:?} {sent:?}");
    }
}

#[test]
fn names_are_links_where_the_terminal_has_them() {
    if !is_here("script") {
        return;
    }
    let workspace = doubling();
    let root = workspace.root().to_str().unwrap().to_owned();
    let sent = workspace.run_in_terminal_with(("FORCE_HYPERLINK", "1"), "-j 1 --status-level pass");
    for (file, name) in
        [("solutions/double/right.sh", "right"), ("cases/double/1-small.in", "double/right/1-small")]
    {
        let link = format!("\x1b]8;;file://{root}/{file}\x1b\\{name}\x1b]8;;\x1b\\");
        assert!(sent.contains(&link), "{link:?}: {sent:?}");
    }
    let with = ("FORCE_HYPERLINK", "1");
    assert!(!workspace.run_with(with, "-j 1 --status-level pass").exits(0).stdout.contains("\x1b]8"));
    assert!(!workspace.run_in_terminal_with(with, "-j 1 --color never").contains("\x1b]8"));
}

#[test]
fn an_interrupt_leaves_no_progress_either() {
    if !is_here("script") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "").problem("p", "wall_limit = \"100s\"\n");
    let workspace = workspace.script_in_folder("p", "one", &format!("{TELLS}; sleep 98772.1"));
    let queue = Queue::make(&workspace, "solutions/p/one");
    let sent = workspace.interrupt_in_terminal("-j 1", &queue);
    let screen = screen(&sent);
    assert!(screen.iter().any(|line| line.contains("interrupted")), "{sent:?}");
    assert!(!screen.iter().any(|line| line.contains("judging") || line.contains('━')), "{screen:#?}");
}

#[test]
fn a_job_that_is_stopped_leaves_no_progress_and_shows_it_again() {
    if !is_here("script") || !is_here("bash") {
        return;
    }
    let workspace = workspace().case("p", "1", "", "").problem("p", "wall_limit = \"100s\"\n");
    let workspace = workspace.script_in_folder("p", "one", &format!("{TELLS}; :"));
    let queue = Queue::make(&workspace, "solutions/p/one");
    let (before, after) = workspace.suspend_in_terminal("-j 1 --color never", "runs: p/one", &queue);
    let stopped = screen(&before);
    assert!(stopped.iter().any(|line| line.contains("stopped: 148")), "{before:?}");
    assert!(!stopped.iter().any(|line| line.contains("runs:") || line.contains("1 case")), "{stopped:#?}");
    let all = screen(&(before + &after));
    assert!(all.iter().any(|line| line.contains("all as expected")), "{all:#?}");
    assert!(!all.iter().any(|line| line.contains("runs:")), "{all:#?}");
    // The cursor is never hidden.
    assert!(!after.contains("\x1b[?25l"), "{after:?}");
}

#[test]
fn what_is_looked_up_after_the_runs_leaves_no_progress() {
    if !is_here("script") || !is_here("python3") {
        return;
    }
    // What an empty program takes is told of languages with an interpreter.
    let workspace = workspace().case("p", "1", "2\n", "4\n");
    let workspace = workspace.file("solutions/p/one.py", "print(2 * int(input()))\n");
    let screen = screen(&workspace.run_in_terminal("grade -j 1"));
    assert!(screen.iter().any(|line| line.contains("all as expected")), "{screen:#?}");
    assert!(!screen.iter().any(|line| line.contains("judging") || line.contains('━')), "{screen:#?}");
}
