//! Pieces of a statement, and what begins and ends its blocks: fences of Markdown, and the lines of `<pre>`.

use crate::statement::html::{Role, Tag};
use crate::statement::words::BUTTONS;

/// A piece of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// An end of a paragraph.
    Blank,
    /// A heading, and its level from 1.
    Heading(String, usize),
    /// A line of a paragraph.
    Text(String),
    /// Lines that are kept as they are.
    Block(Block),
    /// The cells of a row of a table.
    Row(Vec<String>),
    /// The end of a table.
    TableEnd,
}

/// Lines that are kept as they are: of a fence, of `<pre>`, or with an indent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The word behind the fence, in lower case.
    pub word: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Tags and entities were read in it.
    pub is_html: bool,
    /// Why it may not be what was meant.
    pub doubt: Option<&'static str>,
}

/// A doubt.
pub const NO_END: &str = "its block has no end";

/// Stands in a line or a cell where an element in it may be no data.
pub const DOUBT: char = '\u{e000}';

/// The content of `<pre>` so far.
#[derive(Default)]
pub struct Pre {
    /// Its text.
    pub content: String,
    /// Lengths of the content where elements with lines of their own began.
    starts: Vec<usize>,
    /// The length of the content where the last line end was made by an element.
    made: usize,
    /// Why it may not be what was meant.
    pub doubt: Option<&'static str>,
}

impl Pre {
    /// An element that is not within a line begins or ends; `after` follows its tag.
    pub fn element(&mut self, role: Role, tag: &Tag, after: &str) {
        let is_before_line_end = after.trim_start_matches([' ', '\t']).starts_with('\n');
        let has_text = !self.content.trim().is_empty();
        match role {
            Role::Break => {
                let is_written = self.made != self.content.len();
                let is_after_line_end = has_text && self.content.ends_with('\n') && is_written;
                self.content.push('\n');
                self.made = self.content.len();
                if is_before_line_end || is_after_line_end {
                    self.doubt = Some("`<br>` and a line end follow each other in it");
                }
            }
            Role::Pre | Role::Heading => self.doubt = Some(NO_END),
            Role::Table | Role::Row | Role::Cell => self.doubt = Some("it contains a table"),
            _ => {
                let is_last = after.trim_start().starts_with("</");
                if is_before_line_end && has_text && !is_last {
                    self.doubt =
                        Some("an element with lines of its own and a line end follow each other in it");
                }
                let length = self.content.len();
                self.line(tag);
                if self.content.len() > length {
                    self.made = self.content.len();
                }
            }
        }
    }

    /// An element with lines of its own begins or ends.
    fn line(&mut self, tag: &Tag) {
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

/// The elements within a line or a block.
#[derive(Default)]
pub struct Elements {
    /// Names of those that are open, and the length of the text where they began.
    open: Vec<(String, usize)>,
    /// The length of the text where the last one ended.
    ended: Option<usize>,
    /// The length of the text where one began at the end of another.
    joined: Option<usize>,
}

/// So many open elements are looked at for the one that ends.
const DEEPEST: usize = 16;

impl Elements {
    /// An element begins or ends behind a text; why it may be no data.
    pub fn tag(&mut self, tag: &Tag, text: &str) -> Option<&'static str> {
        let length = text.len();
        if tag.name == "img" {
            return Some("it contains an image");
        }
        if !tag.is_end {
            if self.ended == Some(length) {
                self.joined = Some(length);
            }
            if !tag.is_empty {
                self.open.push((tag.name.clone(), length));
            }
            return None;
        }
        self.ended = Some(length);
        let deepest = self.open.len().saturating_sub(DEEPEST);
        let place = self.open[deepest..].iter().rposition(|(name, _)| *name == tag.name)?;
        let start = self.open[deepest + place].1;
        self.open.truncate(deepest + place);
        let is_button_like = ["a", "span", "label", "small", "font"].contains(&tag.name.as_str());
        let content = text.get(start..).filter(|content| is_button_like && content.len() < 100)?;
        is_button(content).then_some("the word of a button stands in it")
    }

    /// Whether at this length of the text one element begins where another ends.
    pub fn is_joined_at(&self, length: usize) -> bool {
        self.joined == Some(length)
    }
}

/// A line that is the word of a button.
pub fn is_button(line: &str) -> bool {
    BUTTONS.contains(&line.trim_matches(|c: char| c.is_whitespace() || c == DOUBT).to_lowercase().as_str())
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

    /// Why its own line may hold data: the word behind it is none of a language.
    pub fn doubt(&self) -> Option<&'static str> {
        let is_word = |c: char| c.is_alphabetic() || c == '{' || c == '.';
        let has_number = self.word.split_whitespace().any(|word| word.parse::<f64>().is_ok());
        let is_data = has_number || !(self.word.is_empty() || self.word.starts_with(is_word));
        is_data.then_some("data may stand on the line of its fence")
    }

    /// Why its block may have ended at a line that does not end it.
    pub fn doubt_of(&self, line: &str) -> Option<&'static str> {
        let text = line.trim();
        let run = text.len() - text.trim_end_matches(self.mark).len();
        // Rows of `~` are data of some problems, rows of backquotes of none.
        let is_ended = self.mark == '`' && run >= self.length;
        let other = Self::opens(line);
        let is_opened =
            self.mark == '`' && other.is_some_and(|other| other.mark == '`' && other.length >= self.length);
        (is_ended || is_opened).then_some(NO_END)
    }
}

/// If a fence has no end, another may have ended too late: blocks with a heading or a fence in them are
/// doubted.
pub fn doubt_broken(items: &mut [Item]) {
    let is_broken =
        |item: &Item| matches!(item, Item::Block(block) if !block.is_html && block.doubt == Some(NO_END));
    if !items.iter().any(is_broken) {
        return;
    }
    let is_heading = |line: &String| {
        let text = line.trim_start();
        let title = text.trim_start_matches('#');
        let is_title = title.len() < text.len() && title.starts_with(' ');
        (is_title && title.contains(char::is_alphabetic)) || Fence::opens(line).is_some()
    };
    for item in items {
        if let Item::Block(block) = item
            && !block.is_html
            && block.lines.iter().any(is_heading)
        {
            block.doubt = Some(NO_END);
        }
    }
}

/// The cells of a row of a table of Markdown.
pub fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for c in row.chars() {
        match c {
            '|' if !is_escaped => cells.push(String::new()),
            c => {
                if let Some(cell) = cells.last_mut() {
                    if c == '|' {
                        cell.pop();
                    }
                    cell.push(c);
                }
            }
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    cells
}
