//! The `NAME.toml` of a new case: where it came from.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Where a new case came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseOrigin {
    /// What made it: `harness add`.
    pub by: &'static str,
    /// From where its input is: a file, standard input, a sample of a statement.
    pub source: Option<String>,
    /// The generator and its arguments without the seed.
    pub generator: Option<String>,
    /// The seed.
    pub seed: Option<u64>,
    /// The command that found it.
    pub found: Option<String>,
    /// The solutions that it was made for.
    pub breaks: Vec<String>,
    /// The origin of the answer.
    pub answer: String,
    /// The day.
    pub date: String,
}

impl CaseOrigin {
    /// The text of the file. The sum is that of the input, so that `sha256sum NAME.in` shows whether
    /// it is still the one that came from there.
    #[must_use]
    pub fn toml(&self, input: &[u8]) -> String {
        let mut text = String::new();
        if !self.breaks.is_empty() {
            let names: Vec<String> = self.breaks.iter().map(|name| quoted(name)).collect();
            _ = writeln!(text, "breaks = [{}]\n", names.join(", "));
        }
        text.push_str("[provenance]\n");
        let mut line = |key: &str, value: &str| _ = writeln!(text, "{key} = {value}");
        line("by", &quoted(self.by));
        if let Some(source) = &self.source {
            line("source", &quoted(source));
        }
        if let Some(generator) = &self.generator {
            line("generator", &quoted(generator));
        }
        if let Some(seed) = self.seed {
            // TOML has no whole numbers beyond those of 64 bits with a sign.
            let as_text = || quoted(&seed.to_string());
            line("seed", &i64::try_from(seed).map_or_else(|_| as_text(), |seed| seed.to_string()));
        }
        if let Some(found) = &self.found {
            line("found", &quoted(found));
        }
        line("answer", &quoted(&self.answer));
        line("date", &self.date);
        text.push_str("sha256 = \"");
        for byte in Sha256::digest(input) {
            _ = write!(text, "{byte:02x}");
        }
        text.push_str("\"\n");
        text
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::CaseOrigin;
    use insta::assert_snapshot;

    #[test]
    fn what_is_known_of_a_case_is_written_down() {
        let origin = CaseOrigin {
            by: "harness add",
            source: Some("a \"b\"\n.md".to_owned()),
            generator: Some("generate n=3".to_owned()),
            seed: Some(u64::MAX),
            found: Some("harness hunt p --seed 1 --count 7".to_owned()),
            breaks: vec!["a".to_owned(), "b".to_owned()],
            answer: "given".to_owned(),
            date: "2026-01-31".to_owned(),
        };
        assert_snapshot!(origin.toml(b"abc"), @r#"
        breaks = ["a", "b"]

        [provenance]
        by = "harness add"
        source = """
        a "b"
        .md"""
        generator = "generate n=3"
        seed = "18446744073709551615"
        found = "harness hunt p --seed 1 --count 7"
        answer = "given"
        date = 2026-01-31
        sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        "#);
        assert!(origin.toml(b"abc").parse::<toml::Table>().is_ok());
    }
}
