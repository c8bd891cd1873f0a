//! The pages of `--report html=FILE` in a browser: light and dark, narrow and wide, with scripts and without.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use harness_sandbox::{Tool, ToolOutput, run_tool};

use crate::session::{doubling, is_here, workspace};

/// A solution with a name that a page must not take for markup.
const HOSTILE: &str = "<img src=x onerror=console.log(1)>";

/// A case with a name that does not fit beside anything.
const LONG: &str = "3-a-case-whose-name-is-longer-than-a-narrow-page-is-wide-and-has-no-blank-to-break-at";

/// The page stands in frames, because no window is as narrow as a telephone, and is asked from
/// outside, so that it is the page as it was written: the width that there is and that is taken, the
/// scheme, the colour of the paper, and how many drawings say nothing of themselves.
const FRAME: &str = "<!DOCTYPE html><meta charset=utf-8><meta name=\"color-scheme\" content=\"light dark\">
FRAMES
<script>addEventListener('load', () => {
    const answers = [...Array(frames.length).keys()].map(index => frames[index]).map(view => {
        const page = view.document;
        const drawings = [...page.querySelectorAll('svg[role=img]')];
        return [
            view.innerWidth, page.documentElement.scrollWidth,
            view.matchMedia('(prefers-color-scheme: dark)').matches,
            view.getComputedStyle(page.body).backgroundColor,
            drawings.filter(drawing => !drawing.querySelector(':scope > title')).length,
        ].join('|');
    });
    QUESTIONS
    document.documentElement.dataset.answers = answers.join(';');
})</script>";

/// What the page forbids itself: any request that it tried in spite of that would be on the console.
const POLICY: &str =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";

/// The number that the browser has for a scheme, whether it is dark, and the colour of our paper in it.
const SCHEMES: [(u32, &str, &str); 2] = [(0, "true", "rgb(21, 23, 26)"), (1, "false", "rgb(253, 253, 252)")];

/// Opens a page in frames of these widths; returns the answers of each and those to more questions, and what
/// was written to the console.
fn open(folder: &Path, page: &str, scheme: u32, widths: &[u32]) -> (Vec<Vec<String>>, Vec<String>) {
    fs::write(folder.join("page.html"), page).unwrap();
    let frame = |width: &u32| {
        format!("<iframe src=\"page.html\" style=\"border: 0; width: {width}px; height: 900px\"></iframe>")
    };
    let frames: String = widths.iter().map(frame).collect();
    ask(folder, &FRAME.replace("FRAMES", &frames).replace("QUESTIONS", ""), scheme)
}

/// Opens a page that asks; returns the answers, and what was written to the console.
fn ask(folder: &Path, page: &str, scheme: u32) -> (Vec<Vec<String>>, Vec<String>) {
    fs::write(folder.join("frame.html"), page).unwrap();
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
    let frame = format!("file://{}", folder.join("frame.html").display());
    // What hangs is ended, and has answered nothing.
    let start =
        ["60", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    let quiet = ["--disable-background-networking", "--no-first-run", "--hide-scrollbars"];
    let output = ["--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"];
    // The page is written down when nothing is left to be done in it, not when it is loaded.
    let patient = ["--virtual-time-budget=20000"];
    let words = start
        .iter()
        .chain(&quiet)
        .chain(&output)
        .chain(&patient)
        .copied()
        .chain([&*profile, &scheme, &frame]);
    let output = tool("timeout", words, folder, &[("HOME".into(), folder.into())]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (document, talk) = (text(&output.stdout), text(&output.stderr));
    let Some((_, answers)) = document.split_once("data-answers=\"") else {
        panic!("no answer: {}\n{document}\n{talk}", output.status)
    };
    let answers = answers.split('"').next().unwrap().split(';');
    let answers = answers.map(|answer| answer.split('|').map(str::to_owned).collect()).collect();
    (answers, talk.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect())
}

fn tool<'a>(
    program: &str,
    words: impl Iterator<Item = &'a str>,
    folder: &Path,
    environment: &[(OsString, OsString)],
) -> ToolOutput {
    let tool = Tool {
        program: program.into(),
        args: words.map(OsString::from).collect(),
        folder: folder.to_owned(),
        environment: environment.to_vec(),
    };
    run_tool(&tool).unwrap()
}

#[test]
fn the_page_of_a_comparison_fits_in_light_and_dark_and_asks_for_nothing() {
    if !is_here("chromium") {
        return;
    }
    let workspace = doubling()
        .case("double", LONG, "21\n", "42\n")
        .script("double", HOSTILE, "read n; echo $((n + n))")
        .script("double", "wrong", "echo 4");
    workspace.run("compare double --runs 4 --report html=report.html").only_exits(0);
    let page = workspace.read("report.html");
    assert!(page.contains(POLICY));
    let folder = tempfile::tempdir().unwrap();
    for (scheme, is_dark, paper) in SCHEMES {
        let (answers, console) = open(folder.path(), &page, scheme, &[400, 1400]);
        assert_eq!(answers, ["400", "1400"].map(|width| [width, width, is_dark, paper, "0"]));
        assert_eq!(console, Vec::<String>::new());
    }
}

/// A run with a failure, a warning of the checker, and names that are markup or too long; and a run before it.
fn graded() -> String {
    let workspace = doubling()
        .case("double", LONG, "21\n", "42\n")
        .case("double", "big/4", "8\n", "16\n")
        .script("double", HOSTILE, "read n; echo $((n + n))")
        .script("double", "wrong", "echo '<script>alert(1)</script>'; echo \"$0 is wrong\" >&2");
    workspace.run("grade double -j 1").only_exits(1);
    workspace.run("grade double -j 1 --report html=report.html").only_exits(1);
    let page = workspace.read("report.html");
    assert!(page.contains("<svg class=runs-before"), "{page}");
    page
}

/// A panel, as an address names it.
const PANEL: &str = "double/wrong/1-small";

/// Frames of three widths; then one in which no script runs, and one that is sent to a panel.
const FRAMES: &str = "<iframe src=\"page.html\" style=\"border: 0; width: 400px; height: 900px\"></iframe>
<iframe src=\"page.html\" style=\"border: 0; width: 900px; height: 900px\"></iframe>
<iframe src=\"page.html\" style=\"border: 0; width: 1400px; height: 900px\"></iframe>
<iframe sandbox=\"allow-same-origin\" src=\"page.html#double/wrong/1-small\" style=\"width: 700px; height: 900px\"></iframe>
<iframe src=\"page.html#double/right/2-large\" style=\"width: 700px; height: 900px\"></iframe>";

/// What each frame shows when one sorts and filters, what the two at the end have opened, and what they tell.
const QUESTIONS: &str = "
    const shown = page => [...page.querySelectorAll('.solutions tbody th')].map(name => name.textContent);
    const page = frames[2].document;
    page.querySelector('.sort').value = 'verdict';
    page.querySelector('.filter').value = 'W';
    page.querySelector('.filter').dispatchEvent(new Event('input', { bubbles: true }));
    answers.push([...shown(page), page.querySelectorAll('.map tbody tr').length, page.querySelector('.count').textContent].join('|'));
    const silent = frames[3].document, told = frames[4].document;
    const panel = silent.getElementById('double/wrong/1-small').closest('details');
    answers.push([silent.querySelector('.tools').checkVisibility(), panel.open, silent.querySelectorAll('.map tbody td').length].join('|'));
    answers.push([told.querySelector('.picked').textContent, told.querySelector('.pick').textContent.split(' \u{b7}')[0]].join('|'));
";

#[test]
fn the_page_of_a_run_fits_and_works_and_can_be_read_without_scripts() {
    if !is_here("chromium") {
        return;
    }
    let page = graded();
    assert!(
        page.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
            && page.contains(PANEL)
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("page.html"), &page).unwrap();
    for (scheme, is_dark, paper) in SCHEMES {
        let frame = FRAME.replace("FRAMES", FRAMES).replace("QUESTIONS", QUESTIONS);
        let (answers, console) = ask(folder.path(), &frame, scheme);
        assert_eq!(answers[..3], ["400", "900", "1400"].map(|width| [width, width, is_dark, paper, "0"]));
        assert_eq!(answers[5], ["wrong", "1", "1 of 3"]);
        assert_eq!(answers[6], ["false", "true", "6"]);
        assert_eq!(answers[7], ["·", "right on 2-large: AC"]);
        // A browser says that it has run no script where none may run.
        let console: Vec<String> = console.into_iter().filter(|line| !line.contains("sandboxed")).collect();
        assert_eq!(console, Vec::<String>::new());
    }
}

/// Names of cases with what a browser keeps in an address, and with what it writes an escape for; and addresses of them,
/// as people type them and as programs write them. The last one is no address of any.
const NAMED: [(&str, &[&str]); 4] = [
    ("n=5,m=(3)", &["n=5,m=(3)", "n%3D5%2Cm%3D(3)", "n%3d5,m=%283)"]),
    ("it's+@x&y", &["it's+@x&amp;y", "it%27s%2B%40x%26y"]),
    ("a b-ü", &["a b-ü", "a%20b-%C3%BC", "a%20b%2D%c3%bc"]),
    ("100%", &["100%25", "100%", "%31%30%30%"]),
];

#[test]
fn an_address_opens_its_panel_whichever_escapes_it_has() {
    if !is_here("chromium") {
        return;
    }
    let mut workspace = workspace().script("double", "wrong", "echo 4");
    for (name, _) in NAMED.iter().rev() {
        workspace = workspace.case("double", name, "21\n", "42\n");
    }
    workspace.run("grade double/wrong --report html=page.html").only_exits(1);
    let folder = workspace.root();
    // What is typed without an escape needs no script.
    let frame = |script: &str, address: &str| {
        format!("<iframe {script} src=\"page.html#double/wrong/{address}\"></iframe>")
    };
    let mut frames = String::new();
    let mut expected = Vec::new();
    for (name, addresses) in NAMED {
        for address in addresses {
            frames += &frame("", address);
            expected.push([name.to_owned()]);
        }
    }
    for (name, addresses) in &NAMED[..3] {
        frames += &frame("sandbox=\"allow-same-origin\"", addresses[0]);
        expected.push([(*name).to_owned()]);
    }
    frames += &frame("", "%E0%A4%A");
    expected.push([String::new()]);
    let questions = "
    answers.length = 0;
    for (let index = 0; index < frames.length; index++) {
        const panels = [...frames[index].document.querySelectorAll('details.panel[open] summary')];
        answers.push(panels.map(panel => panel.textContent.split(' on ')[1].split(':')[0].replace('&', '+')).join('|'));
    }";
    let page = FRAME.replace("FRAMES", &frames).replace("QUESTIONS", questions);
    let (answers, _) = ask(folder, &page, 1);
    let expected: Vec<Vec<String>> =
        expected.into_iter().map(|[name]| vec![name.replace('&', "+")]).collect();
    assert_eq!(answers, expected);
}

/// The version of axe-core that is asked.
const AXE: &str = "axe-core@4.14.1";

/// Runs axe-core in the page, and answers with the rules of WCAG that it breaks.
const AXE_RUN: &str = "<script src=\"package/axe.min.js\"></script>
<script>addEventListener('load', () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then(found => {
        const rules = found.violations.map(rule => rule.id + ' ' + rule.nodes[0].target);
        document.documentElement.dataset.answers = [found.passes.length > 0, ...rules].join(';');
    });
})</script></body>";

#[test]
fn axe_finds_nothing_that_breaks_wcag_aa() {
    if !is_here("chromium") || !is_here("npm") || !is_here("tar") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let words = ["60", "npm", "pack", "--silent", "--cache", "cache", AXE];
    let packed = tool("timeout", words.into_iter(), folder.path(), &[]);
    let archive = String::from_utf8_lossy(&packed.stdout).trim().to_owned();
    if !packed.success {
        eprintln!(
            "skipped: the registry of npm cannot be reached: {}",
            String::from_utf8_lossy(&packed.stderr)
        );
        return;
    }
    assert!(tool("tar", ["xzf", &*archive].into_iter(), folder.path(), &[]).success);
    // All that can be opened is open, and axe is let in.
    let (start, rest) =
        graded().split_once("<meta http-equiv").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let (_, rest) = rest.split_once('>').unwrap();
    let page = format!("{start}{rest}").replace("<details", "<details open").replace("</body>", AXE_RUN);
    for (scheme, _, _) in SCHEMES {
        let (answers, _) = ask(folder.path(), &page, scheme);
        assert_eq!(answers, [["true"]], "in scheme {scheme}");
    }
}

#[test]
fn a_page_that_does_not_is_found() {
    if !is_here("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let body = "<div style=\"width:900px\">wide</div><svg role=\"img\"></svg><img src=\"missing.png\">";
    let page = format!("<!DOCTYPE html><html><head>{POLICY}</head><body>{body}</body></html>");
    let (answers, console) = open(folder.path(), &page, 1, &[400]);
    assert_eq!(answers, [["400", "908", "false", "rgba(0, 0, 0, 0)", "1"]]);
    assert!(console.iter().any(|line| line.contains("Content Security Policy")), "{console:?}");
}
