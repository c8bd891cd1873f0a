//! Links to files (OSC 8): a terminal that knows them opens the file on a click, and they take no column.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::ui::{ColorChoice, is_dumb, is_on_ci};

/// How files are linked to, if at all.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// What paths are relative to; none where there are no links.
    root: Option<PathBuf>,
}

impl Links {
    /// Links on standard output, to files below this folder, where the terminal has them.
    #[must_use]
    pub fn on_stdout(choice: ColorChoice, root: &Path) -> Self {
        let is_terminal = std::io::stdout().is_terminal();
        let has_links =
            choice != ColorChoice::Never && has_links(|name| std::env::var(name).ok(), is_terminal);
        let root = std::path::absolute(root).ok().filter(|_| has_links);
        Self { root }
    }

    /// The text as a link to a file, where there is one; its path is absolute or relative to the root. Blanks at
    /// the end of the text are outside.
    #[must_use]
    pub fn link(&self, path: Option<&[u8]>, text: &str) -> String {
        let (Some(root), Some(path)) = (&self.root, path) else { return text.to_owned() };
        let path = root.join(Path::new(std::ffi::OsStr::from_bytes(path)));
        let name = text.trim_end_matches(' ');
        let blanks = &text[name.len()..];
        format!("\x1b]8;;{}\x1b\\{name}\x1b]8;;\x1b\\{blanks}", url(&path))
    }
}

/// The URL of a file. All that could end the escape or mean something in a URL is percent-encoded.
fn url(path: &Path) -> String {
    let mut url = String::from("file://");
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            url.push(char::from(*byte));
        } else {
            _ = write!(url, "%{byte:02X}");
        }
    }
    url
}

/// Whether the terminal has links. `variable` gives the value of a variable of the environment, where it is set.
///
/// `FORCE_HYPERLINK` decides where it is set, on a terminal: 0 is no. Else terminals that are known to have them are
/// told by what they set. One that does not know links mostly passes over them, but some print them.
fn has_links(variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    const PROGRAMS: [&str; 10] = [
        "iTerm.app",
        "WezTerm",
        "vscode",
        "ghostty",
        "Hyper",
        "mintty",
        "rio",
        "Tabby",
        "terminology",
        "zed",
    ];
    const TERMS: [&str; 8] = [
        "xterm-kitty",
        "xterm-ghostty",
        "alacritty",
        "alacritty-direct",
        "foot",
        "foot-extra",
        "wezterm",
        "contour",
    ];
    /// From this version on, links of VTE are sound.
    const VTE: u32 = 5000;
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    if !is_terminal || is_dumb(&variable) {
        return false;
    }
    if let Some(forced) = value("FORCE_HYPERLINK") {
        return forced != "0" && forced != "false";
    }
    // A multiplexer passes on what it knows; whether it knows links it does not tell.
    if is_on_ci(&variable) || value("TMUX").is_some() || value("STY").is_some() {
        return false;
    }
    let is_in = |name: &str, known: &[&str]| value(name).is_some_and(|value| known.contains(&value.as_str()));
    let vte = value("VTE_VERSION").and_then(|version| version.parse::<u32>().ok());
    is_in("TERM_PROGRAM", &PROGRAMS)
        || is_in("TERM", &TERMS)
        || vte.is_some_and(|version| version >= VTE)
        || ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "KITTY_WINDOW_ID"]
            .iter()
            .any(|name| value(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::{Links, has_links};

    #[track_caller]
    fn check(variables: &[(&str, &str)], expect: bool) {
        let value = |name: &str| {
            variables.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(has_links(value, true), expect, "{variables:?}");
        assert!(!has_links(value, false));
    }

    #[test]
    fn terminals_that_have_links_are_known() {
        check(&[], false);
        check(&[("TERM", "xterm-256color")], false);
        check(&[("TERM", "xterm-kitty")], true);
        check(&[("TERM", "foot"), ("CI", "true")], false);
        check(&[("VTE_VERSION", "7603")], true);
        check(&[("VTE_VERSION", "4205")], false);
        check(&[("TERM_PROGRAM", "vscode")], true);
        check(&[("TERM_PROGRAM", "vscode"), ("TMUX", "/tmp/tmux,1,0")], false);
        check(&[("TERM_PROGRAM", "Apple_Terminal")], false);
        check(&[("FORCE_HYPERLINK", "1"), ("TMUX", "/tmp/tmux,1,0")], true);
        check(&[("FORCE_HYPERLINK", "1"), ("TERM", "dumb")], false);
        check(&[("FORCE_HYPERLINK", "0"), ("TERM", "xterm-kitty")], false);
        check(&[("FORCE_HYPERLINK", ""), ("WT_SESSION", "x")], true);
    }

    #[test]
    fn a_link_holds_nothing_that_could_end_it() {
        let links = Links { root: Some("/work space".into()) };
        assert_eq!(
            links.link(Some(b"p/a\x1b\\;\n\xff%\xc3\xa4.cpp"), "a  "),
            "\x1b]8;;file:///work%20space/p/a%1B%5C%3B%0A%FF%25%C3%A4.cpp\x1b\\a\x1b]8;;\x1b\\  "
        );
        assert_eq!(links.link(Some(b"/x"), "y"), "\x1b]8;;file:///x\x1b\\y\x1b]8;;\x1b\\");
        assert_eq!([Links::default().link(Some(b"/x"), "y "), links.link(None, "y")], ["y ", "y"]);
    }
}
