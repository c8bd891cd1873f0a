//! Mistakes in the settings, each with its place and a hint.
//!
//! A file with five mistakes is reported with five lines, not with one line and four more rounds of
//! trying: every reader hands its mistakes to one [`SettingsErrors`] and goes on.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crate::config::origin::{JUDGE_FILE, Origin};
use crate::model::Name;

/// One mistake in a settings file, a flag or a name that a setting refers to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}{}", Place(.path, *.line, *.column), shortened(.what), Tail(.hint.as_deref()))]
pub struct SettingsError {
    /// The file, relative to the root of the workspace.
    pub path: Arc<Path>,
    /// Its line, from 1, where the mistake has one.
    pub line: Option<usize>,
    /// The column in bytes, from 1, for mistakes of TOML itself.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: Option<String>,
}

/// All mistakes that were found: the first of them as they are, and how many more there are. A
/// file with seventy thousand has one cause, and a page is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
pub struct SettingsErrors {
    kept: Vec<SettingsError>,
    left_out: usize,
    /// The last place of which is told, once there are too many.
    last: Option<(Arc<Path>, Option<usize>)>,
}

/// The most mistakes of a kind that are told.
pub const MOST_TOLD: usize = 20;

impl SettingsErrors {
    /// Keeps a mistake.
    pub fn push(&mut self, error: SettingsError) {
        if !self.tells_of(&error.path, error.line) {
            self.left_out += 1;
            return;
        }
        self.kept.push(error);
        if self.kept.len() >= 2 * MOST_TOLD {
            self.cut();
        }
    }

    /// Keeps the mistake at this place. It is put into words only if it is told: to look for what may have
    /// been meant takes time.
    pub fn push_at(&mut self, place: &Origin, error: impl FnOnce() -> SettingsError) {
        match place {
            Origin::Line(path, line) | Origin::Comment(path, line) if !self.tells_of(path, Some(*line)) => {
                self.left_out += 1;
            }
            Origin::Line(..) | Origin::Comment(..) | Origin::BuiltIn | Origin::Flag(_) => self.push(error()),
        }
    }

    /// Keeps the mistakes of others, too.
    pub fn add(&mut self, others: &Self) {
        others.kept.iter().for_each(|error| self.push(error.clone()));
        self.left_out += others.left_out;
    }

    fn tells_of(&self, path: &Arc<Path>, line: Option<usize>) -> bool {
        self.last.as_ref().is_none_or(|(last_path, last_line)| (path, line) <= (last_path, *last_line))
    }

    /// Leaves out all but the first.
    fn cut(&mut self) {
        self.kept.sort_by(|a, b| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)));
        if self.kept.len() > MOST_TOLD {
            self.left_out += self.kept.len() - MOST_TOLD;
            self.kept.truncate(MOST_TOLD);
            self.last = self.kept.last().map(|error| (Arc::clone(&error.path), error.line));
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.kept.len() + self.left_out
    }

    /// Those that are told.
    #[must_use]
    pub fn told(&self) -> &[SettingsError] {
        &self.kept
    }

    /// How many others there are, as a sentence; nothing where there is none.
    #[must_use]
    pub fn rest(&self) -> Option<String> {
        let mistakes = if self.left_out == 1 { "mistake" } else { "mistakes" };
        (self.left_out > 0).then(|| format!("and {} more {mistakes} in the settings", self.left_out))
    }

    /// Takes the value, or keeps the mistake and goes on without it.
    pub fn keep<T>(&mut self, result: Result<T, SettingsError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.push(error);
                None
            }
        }
    }

    /// The value, if nothing went wrong on the way to it.
    ///
    /// # Errors
    /// All that went wrong, file by file and from top to bottom.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.count() == 0 { Ok(value) } else { Err(self.sorted()) }
    }

    /// The mistakes file by file and from top to bottom, however they were found.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.cut();
        self
    }
}

impl fmt::Display for SettingsErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.kept.iter().enumerate() {
            let separator = if index > 0 { "\n" } else { "" };
            write!(f, "{separator}{error}")?;
        }
        self.rest().map_or(Ok(()), |rest| write!(f, "\n{rest}"))
    }
}

/// `path:line:column: `, as compilers write it.
struct Place<'a>(&'a Path, Option<usize>, Option<usize>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name::from_os(self.0.as_os_str()))?;
        for number in [self.1, self.2].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        f.write_str(": ")
    }
}

/// The hint after the mistake.
struct Tail<'a>(Option<&'a str>);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |hint| write!(f, "; {}", shortened(hint)))
    }
}

/// The text, or its two ends: it quotes what stands in a file, and that may be a megabyte.
fn shortened(text: &str) -> Cow<'_, str> {
    const END: usize = 300;
    if text.len() <= 2 * END + END {
        return Cow::Borrowed(text);
    }
    let (start, end) = (text.floor_char_boundary(END), text.ceil_char_boundary(text.len() - END));
    Cow::Owned(format!("{}…{}", &text[..start], &text[end..]))
}

/// A word from a file between backquotes, with everything unprintable escaped.
#[must_use]
pub fn quoted(word: &str) -> String {
    format!("`{}`", Name::from(word))
}

impl Origin {
    /// A mistake in what stands there.
    #[must_use]
    pub fn error(&self, what: String, hint: Option<String>) -> SettingsError {
        let (path, line) = match self {
            Self::Line(path, line) | Self::Comment(path, line) => (Arc::clone(path), Some(*line)),
            Self::BuiltIn | Self::Flag(_) => (Path::new(JUDGE_FILE).into(), None),
        };
        SettingsError { path, line, column: None, what, hint }
    }
}

#[cfg(test)]
mod tests {
    use super::{SettingsError, SettingsErrors};
    use crate::config::Origin;
    use std::path::Path;

    fn mistake(line: usize) -> SettingsError {
        Origin::Line(Path::new("judge.toml").into(), line).error(format!("mistake {line}"), None)
    }

    #[test]
    fn of_many_mistakes_the_first_are_told_and_the_others_counted() {
        for order in [|line: usize| line, |line: usize| 1001 - line, |line: usize| line * 2 % 1001] {
            let mut errors = SettingsErrors::default();
            (1..=1000).map(order).for_each(|line| errors.push(mistake(line)));
            assert_eq!(errors.count(), 1000);
            let text = errors.sorted().to_string();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 21);
            assert_eq!(lines[0], "judge.toml:1: mistake 1");
            assert_eq!(lines[19..], ["judge.toml:20: mistake 20", "and 980 more mistakes in the settings"]);
        }
    }

    #[test]
    fn what_is_not_told_is_not_put_into_words() {
        let mut errors = SettingsErrors::default();
        let mut n_worded = 0;
        for line in 1..=1000 {
            let place = Origin::Line(Path::new("judge.toml").into(), line);
            errors.push_at(&place, || {
                n_worded += 1;
                mistake(line)
            });
        }
        assert_eq!((errors.count(), n_worded), (1000, 40));
    }

    #[test]
    fn a_mistake_with_a_megabyte_in_it_is_a_line() {
        let text = "ä".repeat(1_000_000);
        let error = SettingsError { what: format!("`{text}` is no time"), hint: Some(text), ..mistake(1) };
        let told = error.to_string();
        assert!(told.len() < 2000 && told.contains("ä` is no time; ää"), "{}", told.len());
    }
}
