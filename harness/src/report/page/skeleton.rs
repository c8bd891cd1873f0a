//! The skeleton of a page: one file that asks for nothing else.

use sha2::{Digest, Sha256};

use crate::report::page::marks;
use crate::report::page::template::{Markup, filled};

const SKELETON: &str = include_str!("skeleton.html");
const SECTION: &str = include_str!("section.html");
const WARNINGS: &str = include_str!("warnings.html");

/// The style that all pages share; the colours stand at its beginning.
pub const STYLE: &str = include_str!("style.css");

/// What a page is filled with.
#[derive(Clone, Copy, Default)]
pub struct Content<'a> {
    /// What stands in the title of the window.
    pub title: &'a str,
    /// The rules of this kind of page, after those that all share.
    pub style: &'a str,
    /// All that is seen.
    pub main: &'a str,
    /// The one script, if any. Its hash is in the policy: no other script runs, wherever it came from.
    pub script: Option<&'a str>,
    /// Data for scripts and for other programs, as JSON.
    pub data: Option<&'a str>,
    /// Whether there are pictures, which lie within the page.
    pub has_pictures: bool,
}

/// The page.
pub fn page(content: Content<'_>) -> String {
    let text = |text: &str| Markup(text.to_owned());
    let mut scripts = String::new();
    if let Some(data) = content.data {
        let data = data.replace('<', "\\u003c");
        scripts += &format!("<script type=\"application/json\" id=\"judge-data\">{data}</script>\n");
    }
    if let Some(script) = content.script {
        scripts += &format!("<script>{script}</script>\n");
    }
    let style = [STYLE, content.style].concat();
    let policy = Markup(policy(content.script, content.has_pictures));
    filled(
        SKELETON,
        &[
            ("policy", &policy),
            ("version", &env!("CARGO_PKG_VERSION")),
            ("title", &content.title),
            ("style", &Markup(style)),
            ("marks", &Markup(marks::definitions())),
            ("content", &text(content.main)),
            ("scripts", &Markup(scripts)),
        ],
    )
    .0
}

/// What a page forbids itself: every request, and every script but its own.
fn policy(script: Option<&str>, has_pictures: bool) -> String {
    let mut policy = "default-src 'none'; style-src 'unsafe-inline'".to_owned();
    if let Some(script) = script {
        policy += &format!("; script-src 'sha256-{}'", base64(&Sha256::digest(script)));
    }
    if has_pictures {
        policy += "; img-src data:";
    }
    policy
}

/// A section with a heading that can be linked to, and a sentence that says how to read it.
pub fn section(id: &str, head: &str, reading: &str, content: String) -> String {
    filled(SECTION, &[("id", &id), ("head", &head), ("reading", &reading), ("content", &Markup(content))]).0
}

/// Warnings in a box, each an item of a list; nothing where there are none.
pub fn warnings(items: String) -> Markup {
    if items.is_empty() { Markup::default() } else { filled(WARNINGS, &[("warnings", &Markup(items))]) }
}

/// Bytes in base 64.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| usize::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let is_there = digit <= group.len();
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if is_there { char::from(DIGITS[value]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Content, base64, page};

    #[test]
    fn base_64_is_that_of_rfc_4648() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"].map(|text| base64(text.as_bytes()));
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]);
    }

    #[test]
    fn a_page_permits_its_own_script_only() {
        let plain = page(Content { title: "a<b", main: "<p>1</p>\n", ..Content::default() });
        assert!(plain.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\">"));
        assert!(plain.contains("<title>a&lt;b</title>") && plain.contains("<main>\n<p>1</p>\n</main>"));
        let script = Some("alert(1)");
        let data = Some("[\"</script><!--\"]");
        let live = page(Content { script, data, has_pictures: true, ..Content::default() });
        // `printf 'alert(1)' | openssl dgst -sha256 -binary | base64`
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(live.contains(&format!("script-src {hash}; img-src data:\">")), "{live}");
        assert!(live.contains("id=\"judge-data\">[\"\\u003c/script>\\u003c!--\"]</script>"), "{live}");
    }
}
