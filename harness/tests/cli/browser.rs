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

/// Asks the page about itself and leaves the answers where they are found again: the width that there
/// is and that is taken, the scheme, the colour of the paper, what was asked of others, and how many
/// drawings say nothing of themselves.
const PROBE: &str = "<script>addEventListener('load', () => {
    const page = document.documentElement;
    page.dataset.answers = [
        innerWidth, page.scrollWidth, matchMedia('(prefers-color-scheme: dark)').matches,
        getComputedStyle(document.body).backgroundColor, performance.getEntriesByType('resource').length,
        [...document.querySelectorAll('svg[role=img]')].filter(svg => !svg.querySelector(':scope > title')).length,
    ].join('|');
});</script></body>";

/// What the page forbids itself; the probe would be forbidden, too.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";

const SCHEMES: [(u32, &str, &str); 2] = [(0, "true", "rgb(21, 23, 26)"), (1, "false", "rgb(253, 253, 252)")];

/// Opens a page; returns what is left of it in the end, and what was written to the console.
fn open(folder: &Path, page: &str, scheme: u32, width: u32) -> (String, Vec<String>) {
    let path = folder.join("page.html");
    fs::write(&path, page).unwrap();
    let profile = format!("--user-data-dir={}", folder.join("profile").display());
    let (scheme, size) =
        (format!("--blink-settings=preferredColorScheme={scheme}"), format!("--window-size={width},1200"));
    let page = format!("file://{}", path.display());
    // What hangs is ended, and says nothing.
    let start =
        ["60", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    let behave =
        ["--disable-background-networking", "--no-first-run", "--enable-logging=stderr", "--dump-dom"];
    let words = start.iter().chain(&behave).copied().chain([&*profile, &scheme, &size, &page]);
    let tool = Tool {
        program: "timeout".into(),
        args: words.map(OsString::from).collect(),
        folder: folder.to_owned(),
        environment: vec![("HOME".into(), folder.into())],
    };
    let output = run_tool(&tool).unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (document, talk) = (text(&output.stdout), text(&output.stderr));
    assert!(document.contains("</html>"), "the browser showed nothing: {}\n{talk}", output.status);
    (document, talk.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect())
}

/// The answers to the probe.
fn ask(folder: &Path, page: &str, scheme: u32, width: u32) -> Vec<String> {
    let page = page.replace(POLICY, "<meta name=\"no-policy\"").replace("</body>", PROBE);
    let (document, _) = open(folder, &page, scheme, width);
    let (_, answers) = document.split_once("data-answers=\"").expect("the probe has answered");
    answers.split('"').next().unwrap().split('|').map(str::to_owned).collect()
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
    let folder = tempfile::tempdir().unwrap();
    for (scheme, is_dark, paper) in SCHEMES {
        for width in [400, 1400] {
            let width_here = width.to_string();
            let expect = [&*width_here, &*width_here, is_dark, paper, "0", "0"];
            assert_eq!(ask(folder.path(), &page, scheme, width), expect);
            let (_, console) = open(folder.path(), &page, scheme, width);
            assert_eq!(console, Vec::<String>::new());
        }
    }
}

#[test]
fn a_page_that_is_not_so_is_found() {
    if !is_here("chromium") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let page = "<!DOCTYPE html><html><head></head><body><div style=\"width:900px\">wide</div>\
                <svg role=\"img\"></svg><img src=\"missing.png\"><script>console.log('said')</script></body></html>";
    let answers = ask(folder.path(), page, 1, 400);
    assert_eq!((&*answers[0], &*answers[2], &*answers[5]), ("400", "false", "1"), "{answers:?}");
    assert!(answers[1].parse::<u32>().unwrap() > 900, "{answers:?}");
    assert_eq!(answers[4], "1", "{answers:?}");
    let (_, console) = open(folder.path(), page, 1, 400);
    assert!(console.iter().any(|line| line.contains("said")), "{console:?}");
}
