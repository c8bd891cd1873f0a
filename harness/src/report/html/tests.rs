//! The page over streams of events: what it shows, that nothing in it is markup from outside, and its size.

mod earlier;
mod orders;
mod pictures;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;
use std::time::Duration;

use harness_sandbox::{Breach, Bytes, Ending, Execution, Tail, Usage};

use crate::event::fixture::{execution, limits, outcome, plan, planned, subject};
use crate::event::{
    CaseFiles, Event, InputExcerpt, LeftOut, NotBuilt, Outcome, PlannedCase, PlannedSolution, Recheck,
    Reporter, RunEnd, RunPlan, Stamped, Subject, Warned,
};
use crate::exit_code::ExitCode;
use crate::model::{Accept, Excerpt, Expectation, Group, Mismatch, Name, OnReject, Piece, Place, Verdict};
use crate::record::Earlier;
use crate::report::Shown;
use crate::report::fixture::Page;
use crate::report::html::{Html, STYLE};
use crate::report::page::{contrast, skeleton};
use crate::scoreboard::Scoreboard;

/// The page of these events.
fn page(events: Vec<Event>, code: ExitCode) -> String {
    page_after(events, None, code)
}

/// The page of these events after earlier runs.
fn page_after(events: Vec<Event>, earlier: Option<&Earlier>, code: ExitCode) -> String {
    page_showing(events, Shown { earlier, ..Shown::default() }, code)
}

/// The page of these events with all of this.
fn page_showing(events: Vec<Event>, shown: Shown<'_>, code: ExitCode) -> String {
    let page = Page::default();
    let mut reporter = Html::new(Box::new(page.clone()), shown);
    let mut scoreboard = Scoreboard::default();
    for event in events {
        scoreboard.tell(&Stamped { elapsed: Duration::ZERO, event }, &mut reporter).unwrap();
    }
    reporter.finish(code).unwrap();
    drop(reporter);
    page.text()
}

/// A run of these outcomes of these solutions.
fn run(plan: RunPlan, outcomes: Vec<Outcome>) -> Vec<Event> {
    let mut events = vec![Event::RunStarted(Arc::new(plan))];
    events.extend(outcomes.into_iter().map(|outcome| Event::Judged(Box::new(outcome))));
    events.push(Event::RunFinished(RunEnd {
        wall: Some(Duration::from_millis(2500)),
        interrupted: None,
        steal_per_mille: 0,
    }));
    events
}

/// The outcome with another CPU time.
fn took(mut outcome: Outcome, cpu: Duration) -> Outcome {
    if let Some(facts) = &mut outcome.judgement.execution {
        facts.usage.cpu = cpu;
    }
    outcome
}

fn wrong(subject: &Arc<Subject>, case: &str) -> Outcome {
    let mut wrong = outcome(subject, Name::from(case), Verdict::WrongAnswer);
    let piece = |bytes: &[u8]| Piece { bytes: bytes.to_vec(), first_line: 1, ..Piece::default() };
    wrong.judgement.reason = "expected `6`, got `5`".to_owned();
    wrong.judgement.notes = vec!["a note".to_owned()];
    wrong.judgement.mismatch = Some(Box::new(Mismatch {
        reason: "expected `6`, got `5`".to_owned(),
        place: Some(Place { line: 3, column: 7, byte: 9, token: Some(4), tokens: Some(9) }),
        excerpt: Some(Excerpt { expected: piece(b"1\n2  6\n"), got: piece(b"1\n2 5 \n") }),
        hints: vec!["off by one".to_owned()],
    }));
    wrong.input = Some(InputExcerpt { bytes: b"3 1 2\n".to_vec(), size: 40, pass: None });
    wrong
}

/// The text of the first element that begins like this, up to its end.
fn part<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let Some((_, rest)) = page.split_once(start) else { panic!("no `{start}` in {page}") };
    rest.split_once(end).unwrap().0
}

/// Elements that are not closed where they must be. Cells and rows need no end tag.
fn unbalanced(page: &str) -> Vec<String> {
    const VOID: [&str; 4] = ["meta", "br", "input", "img"];
    const OPTIONAL: [&str; 2] = ["td", "th"];
    let mut open: Vec<String> = Vec::new();
    let without_script = page.split("<script").next().unwrap();
    for tag in without_script.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        if tag.starts_with('!') || tag.ends_with('/') || VOID.contains(&name) {
            continue;
        }
        let closes_cell = OPTIONAL.contains(&name) || tag == "/tr";
        if closes_cell && open.last().is_some_and(|last| OPTIONAL.contains(&last.as_str())) {
            open.pop();
            if tag.starts_with('/') && OPTIONAL.contains(&name) {
                continue;
            }
        }
        if !tag.starts_with('/') {
            open.push(name.to_owned());
        } else if open.pop().as_deref() != Some(name) {
            return vec![format!("{tag} in {}", open.join(" "))];
        }
    }
    open.retain(|name| !["html", "body"].contains(&name.as_str()));
    open
}

fn small() -> Vec<Event> {
    let (right, careless, slow) = (
        subject("sums", "right", "cpp"),
        subject("sums", "careless", "python"),
        subject("sums", "slow", "java"),
    );
    let wrong_on_purpose = Expectation::everywhere(vec![Verdict::Accepted, Verdict::TimeLimit]);
    let cases = ["1-sample", "big/2", "big/3"];
    let mut plan = plan(vec![
        planned(&right, Expectation::accepted(), &cases),
        planned(&careless, Expectation::accepted(), &cases),
        planned(&slow, wrong_on_purpose.clone(), &cases),
    ]);
    plan.machine = "A processor, 4 cores".to_owned();
    let right = |case, milliseconds| {
        took(outcome(&right, Name::from(case), Verdict::Accepted), Duration::from_millis(milliseconds))
    };
    let mut late = outcome(&slow, Name::from("big/3"), Verdict::TimeLimit);
    late.judgement.reason = "more than 1.000 s, killed at 1.006 s".to_owned();
    late.expected = vec![Verdict::Accepted, Verdict::TimeLimit];
    late.rechecks = vec![Recheck { cpu: Duration::from_millis(1006), alone: true }];
    late.judgement.execution = Some(Execution {
        ending: Ending::Stopped(Breach::Cpu),
        usage: Usage { cpu: Duration::from_millis(1006), memory: Bytes::mebibytes(60), ..Usage::default() },
        stderr: Tail { head: b"deep\n".to_vec(), ..Tail::default() },
        ..execution()
    });
    let fine = |subject: &Arc<Subject>, case: &str| Outcome {
        expected: vec![Verdict::Accepted, Verdict::TimeLimit],
        ..outcome(subject, Name::from(case), Verdict::Accepted)
    };
    run(
        plan,
        vec![
            right("1-sample", 20),
            right("big/2", 340),
            right("big/3", 990),
            wrong(&careless, "1-sample"),
            outcome(&careless, Name::from("big/2"), Verdict::Accepted),
            outcome(&careless, Name::from("big/3"), Verdict::Accepted),
            fine(&slow, "1-sample"),
            fine(&slow, "big/2"),
            late,
        ],
    )
}

#[test]
fn the_map_has_a_letter_and_a_colour_for_each_cell() {
    let page = page(small(), ExitCode::Unexpected);
    let map = part(&page, "<table class=\"map\"", "</table>");
    let rows: Vec<&str> =
        map.split("<tr>").skip(1).map(|row| row.split_once("</th>").unwrap().1.trim()).collect();
    let end = "</tr>";
    assert_eq!(rows[0], format!("<td class=a0>·<td class=a2>3<td class=a4>9{end}"));
    assert_eq!(
        rows[1],
        format!("<td class=u><a href=\"#sums/careless/1-sample\">W</a><td class=a1>1<td class=a1>1{end}")
    );
    let late = "<td class=e><a href=\"#sums/slow/big/3\">t</a>";
    assert_eq!(
        rows[2].trim_end_matches("</tbody>").trim(),
        format!("<td class=a1>1<td class=a1>1{late}{end}")
    );
    assert!(map.contains("<th scope=\"colgroup\" colspan=\"2\" style=\"--n:2\"><span>big</span>"), "{map}");
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn the_header_says_what_the_last_line_of_the_human_report_says() {
    let page = page(small(), ExitCode::Unexpected);
    assert!(page.contains("<h1 class=\"bad\">1 not as expected</h1>"), "{page}");
    assert!(page.contains("<p class=\"kicker\">3 solutions, 9 runs, 2.500 s, 2 jobs</p>"));
    assert!(page.contains("<p class=\"machine\">A processor, 4 cores</p>"));
    assert!(page.contains("not enforced here: programs can read and write the files"));
    assert!(page.contains("<dt>Memory</dt>"));
}

#[test]
fn a_panel_holds_all_that_helps_to_understand_a_case() {
    let page = page(small(), ExitCode::Unexpected);
    let panel = part(&page, "<div class=\"body\" id=\"sums/careless/1-sample\">", "</details>");
    for what in [
        "line 3, column 7 (token 4 of 9): expected `6`, got `5`",
        "<li>off by one</li><li>a note</li>",
        "<dt>CPU time</dt><dd class=\"bar\" style=\"--p:10%\">0.100 s<small>of 1 s</small></dd>",
        "<dt>Memory</dt><dd class=\"bar\" style=\"--p:4%\">3.0 MiB<small>of 64 MiB</small></dd>",
        "<dt>End</dt><dd>exit status 0, 3 bytes of output</dd>",
        "<figcaption>Input</figcaption>",
        "3 1 2\n<span class=\"faint\">… 34 bytes left out</span>",
        "<code>harness grade sums/careless/1-sample</code>",
    ] {
        assert!(panel.contains(what), "no `{what}` in {panel}");
    }
    // Two blanks of `lines` make a difference, and one at the end does not.
    assert!(panel.contains("<span class=\"missing\">··6</span>") || panel.contains("··"), "{panel}");
    let late = part(&page, "<div class=\"body\" id=\"sums/slow/big/3\">", "</details>");
    assert!(late.contains("killed by the judge") && late.contains("<dt>Repeated</dt><dd>1.006 s</dd>"));
    assert!(
        late.contains("<figcaption>Standard error</figcaption><pre tabindex=\"0\">deep\n</pre>"),
        "{late}"
    );
}

#[test]
fn columns_that_look_the_same_are_one() {
    let cases: Vec<String> = (1..=40).map(|number| format!("{number:02}")).collect();
    let names: Vec<&str> = cases.iter().map(String::as_str).collect();
    let subject = subject("p", "s", "c");
    let outcomes = cases.iter().map(|case| {
        let verdict = if case == "17" { Verdict::WrongAnswer } else { Verdict::Accepted };
        outcome(&subject, Name::from(case.as_str()), verdict)
    });
    let outcomes = outcomes.collect();
    let page = page(
        run(plan(vec![planned(&subject, Expectation::accepted(), &names)]), outcomes),
        ExitCode::Unexpected,
    );
    let heads = part(&page, "<tr class=\"cases\">", "</tr>");
    assert_eq!(heads.matches("<th ").count(), 3);
    assert!(
        heads.contains("16× 01 … 16") && heads.contains("data-c=\"16\"") && heads.contains("23× 18 … 40"),
        "{heads}"
    );
    assert!(page.contains("style=\"--columns:3\""));
}

#[test]
fn solutions_have_their_points_their_bars_and_what_was_expected() {
    let group = |name: &str, score| Group {
        name: Name::from(name),
        score,
        accept: Accept::Sum,
        on_reject: OnReject::Continue,
    };
    let one = subject("p", "one", "c");
    let broken = subject("p", "broken", "c");
    let groups: Arc<[Group]> = [group("a", 10.0), group("b", 90.0)].into();
    let of = |subject| PlannedSolution {
        groups: Arc::clone(&groups),
        ..planned(subject, Expectation::accepted(), &["a/1", "a/2", "b/1"])
    };
    let mut events = run(
        plan(vec![of(&one), of(&broken)]),
        vec![
            outcome(&one, Name::from("a/1"), Verdict::Accepted),
            wrong(&one, "a/2"),
            took(outcome(&one, Name::from("b/1"), Verdict::Accepted), Duration::from_millis(850)),
        ],
    );
    events.insert(
        0,
        Event::LeftOut(Box::new(LeftOut {
            problem: None,
            path: Name::from("solutions/p/notes.txt"),
            why: "not judged: no language".to_owned(),
        })),
    );
    let not_built = NotBuilt {
        subject: Arc::clone(&broken),
        verdict: Verdict::CompileError,
        why: "b.c:1:2: error: expected `;`\n  int\n".to_owned(),
        is_missing: false,
        is_absent: false,
    };
    events.insert(2, Event::NotBuilt(Box::new(not_built)));
    events
        .insert(2, Event::Warned(Box::new(Warned { subject: one, said: "a.c:1: warning: <x>".to_owned() })));
    let page = page(events, ExitCode::Unexpected);
    let table = part(&page, "<table class=\"solutions\">", "</table>");
    let row = part(table, "<tr id=\"p/one\">", "</tr>");
    assert!(
        row.contains("<td>95<small>of 100</small><td>5<small>of 10</small><td>90<small>of 90</small>"),
        "{row}"
    );
    assert!(row.contains("<td class=\"bar high\" style=--p:85%>0.850 s<small>of 1 s</small>"), "{row}");
    assert!(row.contains("expected AC"), "{row}");
    let row = part(table, "<tr id=\"p/broken\">", "</tr>");
    assert!(row.contains("CE") && row.contains("b.c:1:2: error: expected `;`"), "{row}");
    assert!(
        page.contains("<b>broken</b>: CE (compile error)") && page.contains("<b>one</b>: 1 warning"),
        "{page}"
    );
    assert!(page.contains("a.c:1: warning: &lt;x&gt;"));
    assert!(page.contains("<li>solutions/p/notes.txt: not judged: no language</li>"));
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn nothing_from_outside_is_markup_or_leaves_the_page() {
    let evil = "</script><script>alert(\"1\")</script>&'x'<!--";
    let odd = Arc::new(Subject {
        problem: Name::from(evil),
        solution: Name::from_os(OsStr::from_bytes(b"\xff\x1b[31m<b>\n")),
        language: evil.to_owned(),
    });
    let mut bad = wrong(&odd, evil);
    bad.judgement.reason = format!("{evil}\u{202e}\0");
    bad.judgement.notes = vec![evil.to_owned()];
    if let Some(mismatch) = &mut bad.judgement.mismatch {
        mismatch.hints = vec![evil.to_owned()];
        let piece = |text: &str| Piece { bytes: text.as_bytes().to_vec(), first_line: 1, ..Piece::default() };
        mismatch.excerpt =
            Some(Excerpt { expected: piece("<i>\u{7}"), got: piece("<script>alert(2)</script>") });
    }
    bad.input =
        Some(InputExcerpt { bytes: b"<img src=x onerror=alert(3)>\xff\0".to_vec(), size: 30, pass: None });
    if let Some(facts) = &mut bad.judgement.execution {
        facts.stderr = Tail { head: b"<svg onload=alert(4)>\x1b]8;;\xc3\n".to_vec(), ..Tail::default() };
    }
    let mut plan = plan(vec![planned(&odd, Expectation::accepted(), &[evil])]);
    plan.machine = evil.to_owned();
    let page = page(run(plan, vec![bad]), ExitCode::Unexpected);
    assert_eq!(page.matches("<script").count(), 2, "the data and our own script");
    for markup in ["<b>\\n", "<i>", "<img", "<svg onload", "<!--"] {
        assert!(!page.contains(markup), "`{markup}` in the page");
    }
    assert!(page.contains("\\xff\\x1b[31m&lt;b&gt;\\n"), "{page}");
    assert!(!page.chars().any(|c| c.is_control() && c != '\n'), "a control character");
    assert!(!page.contains('\u{202e}'));
    let text = part(&page, "id=\"judge-data\">", "</script>");
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(data["problems"][0]["problem"], evil);
    assert_eq!(data["problems"][0]["cases"][0]["case"], evil);
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn a_page_asks_for_nothing_else() {
    let page = page(small(), ExitCode::Unexpected);
    for what in ["http:", "https:", "<link", "<img", "url(", "@import", " src="] {
        assert!(!page.contains(what), "`{what}` in the page");
    }
}

#[test]
fn the_data_has_every_result_under_the_names_of_the_json_report() {
    let page = page(small(), ExitCode::Unexpected);
    let data: serde_json::Value =
        serde_json::from_str(part(&page, "id=\"judge-data\">", "</script>")).unwrap();
    let at =
        |name: &str| data["columns"].as_array().unwrap().iter().position(|column| column == name).unwrap();
    let result = |solution: usize, case: usize, name: &str| {
        let row = &data["problems"][0]["solutions"][solution]["results"][case];
        row.get(at(name)).unwrap_or(&data["usual"][at(name)]).clone()
    };
    assert_eq!(result(0, 1, "verdict"), "AC");
    assert_eq!(result(0, 1, "cpu_ns"), 340_000_000);
    assert_eq!((result(0, 1, "exit_code"), result(0, 1, "as_expected")), (0.into(), true.into()));
    assert_eq!(
        (result(1, 0, "as_expected"), result(1, 0, "reason")),
        (false.into(), "expected `6`, got `5`".into())
    );
    assert_eq!(result(2, 2, "exit_code"), serde_json::Value::Null);
    assert_eq!((&data["schema"], &data["exit_code"]), (&1.into(), &1.into()));
    assert_eq!(data["problems"][0]["cases"][0]["time_limit_ns"], 1_000_000_000);
}

#[test]
fn a_run_of_nothing_has_a_page() {
    let page = page(Vec::new(), ExitCode::Fine);
    assert!(
        page.contains("<h1 class=\"good\">All as expected</h1>") || page.contains("as expected"),
        "{page}"
    );
    assert_eq!(unbalanced(&page), Vec::<String>::new());
}

#[test]
fn every_colour_can_be_read_in_both_themes() {
    let styles = [skeleton::STYLE, STYLE];
    let shares = ["a0", "a1", "a2", "a3", "a4"].map(|share| ("on", share));
    contrast::check(&styles, 4.5, &shares);
    contrast::check(&styles, 4.5, &[("on-e", "e"), ("on-u", "u"), ("on-s", "s")]);
    contrast::check(&styles, 4.5, &[("good", "paper"), ("bad", "paper")]);
    contrast::check(
        &styles,
        4.5,
        &[("ink", "bar"), ("ink", "much"), ("ink", "high"), ("ink", "missing"), ("ink", "extra")],
    );
}

/// A course: so many students and cases in two groups, of which a third fails something.
fn course(students: usize, cases: usize) -> Vec<Event> {
    let name = |case: usize| {
        let kind = ["random", "star", "chain", "dense-graph"][case % 4];
        if case < 3 { format!("samples/{case}") } else { format!("secret/{case:02}-{kind}") }
    };
    let names: Vec<String> = (0..cases).map(name).collect();
    let planned_cases = PlannedCase::list((0..cases).map(|case| {
        let size = 10 * 2u64.pow(u32::try_from(case).unwrap() % 18);
        let name = Name::from(names[case].as_str());
        let files =
            CaseFiles { input: name.clone(), answer: None, input_size: Some(size), is_visible: false };
        (name, limits(), files)
    }));
    let languages = ["cpp", "python", "java", "rust"];
    let people = ["Zoë Müller", "O’Brien, Ann", "王小明", "jan-kees"];
    let mut solutions = Vec::new();
    let mut outcomes = Vec::new();
    for student in 0..students {
        let subject =
            subject("graphs", &format!("{} {student:04}", people[student % 4]), languages[student % 4]);
        solutions.push(PlannedSolution {
            cases: Arc::clone(&planned_cases),
            ..planned(&subject, Expectation::accepted(), &[])
        });
        for (case, name) in names.iter().enumerate() {
            outcomes.push(result_of(&subject, name, student, case));
        }
    }
    run(plan(solutions), outcomes)
}

/// What a student gets for a case: any, but always the same.
fn result_of(subject: &Arc<Subject>, case: &str, student: usize, place: usize) -> Outcome {
    let dice = (student * 7919 + place * 104_729 + student * place * 31) % 1000;
    let speed = 1 + student * 37 % 90;
    let micros = 900 + speed * 2usize.pow(u32::try_from(place).unwrap() % 18) / 15 + dice / 3;
    let cpu = Duration::from_nanos(u64::try_from(micros * 1000 + dice * 997 % 1000).unwrap());
    if student.is_multiple_of(3) && dice < 250 {
        return took(wrong(subject, case), cpu);
    }
    if cpu > limits().time {
        let mut late = outcome(subject, Name::from(case), Verdict::TimeLimit);
        late.judgement.reason = "more than 1.000 s, killed at 1.006 s".to_owned();
        if let Some(facts) = &mut late.judgement.execution {
            facts.ending = Ending::Stopped(Breach::Cpu);
        }
        return took(late, Duration::from_millis(1001 + u64::try_from(place).unwrap()));
    }
    let mut right = took(outcome(subject, Name::from(case), Verdict::Accepted), cpu);
    if let Some(facts) = &mut right.judgement.execution {
        facts.usage.memory = Bytes((1 << 24) + 4096 * u64::try_from(dice).unwrap());
    }
    right
}

#[test]
fn a_page_of_three_thousand_students_stays_small() {
    let page = page(course(3000, 20), ExitCode::Unexpected);
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert_eq!(page.matches("<tr id=\"graphs/").count(), 3000);
    let text = part(&page, "id=\"judge-data\">", "</script>");
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    let solutions = data["problems"][0]["solutions"].as_array().unwrap();
    assert!(solutions.iter().all(|solution| solution["results"].as_array().unwrap().len() == 20));
    assert!(page.contains(" more panels had no room on this page"));
}
