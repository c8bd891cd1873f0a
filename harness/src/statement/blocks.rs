//! What begins and ends blocks: fences of Markdown, and the lines of `<pre>`.

use crate::statement::html::Tag;

/// The content of `<pre>` so far.
#[derive(Default)]
pub struct Pre {
    /// Its text.
    pub content: String,
    /// Lengths of the content where elements with lines of their own began.
    starts: Vec<usize>,
    /// Why it may not be what was meant.
    pub doubt: Option<&'static str>,
}

impl Pre {
    /// An element with lines of its own begins or ends.
    pub fn line(&mut self, tag: &Tag) {
        let is_begun = !self.content.is_empty() && !self.content.ends_with('\n');
        if !tag.is_end {
            if is_begun {
                self.content.push('\n');
            }
            self.starts.push(self.content.len());
        } else if is_begun || self.starts.last() == Some(&self.content.len()) {
            self.content.push('\n');
            self.starts.pop();
        } else {
            self.starts.pop();
        }
    }
}

/// The line that opens a fenced block.
pub struct Fence {
    /// Blanks before it.
    pub indent: usize,
    mark: char,
    length: usize,
    /// The word behind it.
    pub word: String,
}

impl Fence {
    /// The fence that a line is.
    pub fn opens(line: &str) -> Option<Self> {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let mark = ['`', '~'].into_iter().find(|mark| text.starts_with(*mark))?;
        let length = text.len() - text.trim_start_matches(mark).len();
        let word = text[length..].trim().to_lowercase();
        // A fence has no further mark on its line; a piece of code in a sentence has.
        (length >= 3 && !word.contains(mark)).then_some(Self { indent, mark, length, word })
    }

    /// Whether a line ends its block.
    pub fn is_closed_by(&self, line: &str) -> bool {
        let text = line.trim();
        text.len() >= self.length && text.chars().all(|c| c == self.mark)
    }
}
