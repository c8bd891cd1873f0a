//! The page of `compare --report html=FILE` in a browser: light and dark, narrow and wide.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use harness_sandbox::{Tool, run_tool};

use crate::session::{doubling, is_here};

/// A solution with a name that a page must not take for markup.
const HOSTILE: &str = "<img src=x onerror=console.log(1)>";

/// A case with a name that does not fit beside anything.
const LONG: &str = "3-a-case-whose-name-is-longer-than-a-narrow-page-is-wide-and-has-no-blank-to-break-at";

/// The page stands in a frame, because no window is as narrow as a telephone, and is asked from
/// outside, so that it is the page as it was written: the width that there is and that is taken, the
/// scheme, the colour of the paper, and how many drawings say nothing of themselves.
const FRAME: &str = "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\">
<iframe src=\"page.html\" style=\"border: 0; width: WIDTHpx; height: 900px\"></iframe>
<script>addEventListener('load', () => {
    const view = frames[0], page = view.document;
    const drawings = [...page.querySelectorAll('svg[role=img]')];
    document.documentElement.dataset.answers = [
        view.innerWidth, page.documentElement.scrollWidth,
        view.matchMedia('(prefers-color-scheme: dark)').matches,
        view.getComputedStyle(page.body).backgroundColor,
        drawings.filter(drawing => !drawing.querySelector(':scope > title')).length,
    ].join('|');
})</script>";

/// What the page forbids itself: any request that it tried in spite of that would be on the console.
const POLICY: &str =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">";

/// The number that the browser has for a scheme, whether it is dark, and the colour of our paper in it.
const SCHEMES: [(u32, &str, &str); 2] = [(0, "true", "rgb(21, 23, 26)"), (1, "false", "rgb(253, 253, 252)")];

/// Opens a page; returns its answers, and what was written to the console.
fn open(folder: &Path, page: &str, scheme: u32, width: u32) -> (Vec<String>, Vec<String>) {
    fs::write(folder.join("page.html"), page).unwrap();
    fs::write(folder.join("frame.html"), FRAME.replace("WIDTH", &width.to_string())).unwrap();
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
    let frame = format!("file://{}", folder.join("frame.html").display());
    // What hangs is ended, and has answered nothing.
    let start =
        ["60", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    let quiet = ["--disable-background-networking", "--no-first-run", "--hide-scrollbars"];
    let output = ["--allow-file-access-from-files", "--enable-logging=stderr", "--dump-dom"];
    let words = start.iter().chain(&quiet).chain(&output).copied().chain([&*profile, &scheme, &frame]);
    let tool = Tool {
        program: "timeout".into(),
        args: words.map(OsString::from).collect(),
        folder: folder.to_owned(),
        environment: vec![("HOME".into(), folder.into())],
    };
    let output = run_tool(&tool).unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (document, talk) = (text(&output.stdout), text(&output.stderr));
    let Some((_, answers)) = document.split_once("data-answers=\"") else {
        panic!("no answer: {}\n{document}\n{talk}", output.status)
    };
    let answers = answers.split('"').next().unwrap().split('|').map(str::to_owned).collect();
    (answers, talk.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect())
}

#[test]
fn the_page_fits_in_light_and_dark_and_asks_for_nothing() {
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
        for width in ["400", "1400"] {
            let (answers, console) = open(folder.path(), &page, scheme, width.parse().unwrap());
            assert_eq!(answers, [width, width, is_dark, paper, "0"]);
            assert_eq!(console, Vec::<String>::new());
        }
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
    let (answers, console) = open(folder.path(), &page, 1, 400);
    assert_eq!(answers, ["400", "908", "false", "rgba(0, 0, 0, 0)", "1"]);
    assert!(console.iter().any(|line| line.contains("Content Security Policy")), "{console:?}");
}
