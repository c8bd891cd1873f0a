//! A statement as headings, lines, blocks and rows, without its markup; Markdown and HTML may be mixed.

use std::collections::BTreeSet;

use crate::statement::blocks::{Block, DOUBT, Elements, Fence, Item, NO_END, Pre, cells, doubt_broken};
use crate::statement::html::{Role, Tag, doubt, entity, role, tag};

/// Reads a statement.
pub fn items(text: &str) -> Vec<Item> {
    let mut scanner = Scanner { text, ..Scanner::default() };
    while scanner.at < text.len() {
        scanner.next_line();
    }
    scanner.finish();
    doubt_broken(&mut scanner.items);
    scanner.items
}

/// An indent of so many columns makes a line code.
const INDENT: usize = 4;

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the line that is read")]
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    items: Vec<Item>,
    /// The line of a paragraph so far.
    line: String,
    /// Where `**` was left out of it.
    bold: Vec<usize>,
    /// The level of the heading that is open, from 1.
    heading: usize,
    /// The element without text that is open.
    hidden: Option<String>,
    pre: Option<Pre>,
    /// The elements within the line that are open.
    elements: Elements,
    /// The rows of a table are read.
    is_table: bool,
    row: Vec<String>,
    /// The line is HTML, where marks of Markdown mean nothing.
    is_html: bool,
    /// The last line was an item of a list or went on with it.
    is_list: bool,
    /// No comment ends behind this.
    is_without_comments: bool,
}

impl Scanner<'_> {
    fn physical(&self, at: usize) -> &str {
        let rest = self.text.get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest.as_bytes()).map_or(rest, |end| &rest[..=end])
    }

    fn next_line(&mut self) {
        if self.pre.is_some() || self.is_table || self.hidden.is_some() {
            self.inline();
            return;
        }
        let start = self.at;
        let depth = self.skip_quotes(usize::MAX);
        let line = self.physical(self.at).to_owned();
        let text = line.trim();
        if text.is_empty() {
            self.at += line.len();
            self.flush();
            self.blank();
            self.is_html = false;
            return;
        }
        if let Some(fence) = Fence::opens(&line) {
            self.at += line.len();
            self.fence(&fence, depth);
            return;
        }
        let is_tag = tag(text).is_some_and(|tag| role(&tag.name).is_some());
        let is_after_text = matches!(self.items.last(), Some(Item::Text(_)));
        if columns(&line) >= INDENT && !self.is_list && !is_after_text && !is_tag && start == self.at {
            self.indented();
            return;
        }
        self.is_html |= tag(text).and_then(|tag| role(&tag.name)).is_some_and(|role| role != Role::Inline);
        let bullet = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_bullet = ["- ", "* ", "+ ", ". ", ") "].iter().any(|mark| bullet.starts_with(mark))
            && (bullet.len() < text.len()) == bullet.starts_with(['.', ')']);
        self.is_list = is_bullet || (self.is_list && columns(&line) > 0);
        if !self.is_html && text.starts_with('|') && text.len() > 1 {
            self.at += line.len();
            self.row_of_markdown(text);
            return;
        }
        let marks = text.bytes().take_while(|byte| *byte == b'#').count();
        let title = text.trim_start_matches('#').trim();
        let is_title = title.starts_with(|c: char| c.is_alphanumeric() || "*_`【「[<(（".contains(c));
        let is_heading = (1..=6).contains(&marks) && is_title && !title.starts_with("[.");
        if is_heading && columns(&line) < INDENT {
            self.flush();
            self.at += line.find('#').unwrap_or_default() + marks;
            self.heading = marks;
            self.inline();
            self.flush();
            self.heading = 0;
            return;
        }
        self.inline();
    }

    /// Goes behind the marks `>` of a quote at the beginning of a line, at most so many.
    fn skip_quotes(&mut self, most: usize) -> usize {
        let mut depth = 0;
        while depth < most {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let blanks = rest.bytes().take_while(|byte| *byte == b' ').count();
            if blanks >= INDENT || rest.as_bytes().get(blanks) != Some(&b'>') {
                break;
            }
            self.at += blanks + 1;
            let is_blank = self.text.as_bytes().get(self.at) == Some(&b' ');
            self.at += usize::from(is_blank);
            depth += 1;
        }
        depth
    }

    fn fence(&mut self, fence: &Fence, depth: usize) {
        self.flush();
        let mut lines = Vec::new();
        let mut doubt = Some(NO_END);
        let mut inner = fence.doubt();
        while self.at < self.text.len() {
            let start = self.at;
            if self.skip_quotes(depth) < depth {
                self.at = start;
                doubt = None;
                break;
            }
            let line = self.physical(self.at).to_owned();
            self.at += line.len();
            let line = line.strip_suffix('\n').unwrap_or(&line);
            if fence.is_closed_by(line) {
                doubt = None;
                break;
            }
            inner = inner.or_else(|| fence.doubt_of(line));
            let blanks = line.len() - line.trim_start_matches(' ').len();
            lines.push(line[blanks.min(fence.indent)..].trim_end_matches('\r').to_owned());
        }
        let (word, doubt) = (fence.word.clone(), doubt.or(inner));
        self.items.push(Item::Block(Block { word, lines, is_html: false, doubt }));
    }

    fn indented(&mut self) {
        self.flush();
        let mut lines: Vec<String> = Vec::new();
        while self.at < self.text.len() {
            let line = self.physical(self.at).to_owned();
            if !line.trim().is_empty() && columns(&line) < INDENT {
                break;
            }
            self.at += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            let blanks = line.bytes().take(INDENT).take_while(|byte| *byte == b' ').count();
            let tab = usize::from(line.as_bytes().get(blanks) == Some(&b'\t') && blanks < INDENT);
            lines.push(line[blanks + tab..].to_owned());
        }
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        self.items.push(Item::Block(Block { lines, ..Block::default() }));
        self.blank();
    }

    fn row_of_markdown(&mut self, text: &str) {
        self.flush();
        let inner = text.strip_prefix('|').unwrap_or(text);
        let inner = inner.strip_suffix('|').filter(|inner| !inner.ends_with('\\')).unwrap_or(inner);
        if inner.chars().all(|c| c.is_whitespace() || "-:|".contains(c)) {
            return;
        }
        self.items.push(Item::Row(cells(inner).iter().map(|cell| inline_text(cell)).collect()));
    }

    /// Reads up to the end of the line, tags and entities included.
    fn inline(&mut self) {
        let mut without_end: BTreeSet<usize> = BTreeSet::new();
        while let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            let rest = &self.text[self.at..];
            let is_markdown = !self.is_html && self.pre.is_none() && !self.is_table;
            if self.hidden.is_some() && c != '<' {
                self.at += c.len_utf8();
                if c == '\n' {
                    return;
                }
                continue;
            }
            match c {
                '\n' => {
                    self.at += 1;
                    self.end_of_line();
                    return;
                }
                '<' if rest.starts_with("<!--") && !self.is_without_comments => match rest.find("-->") {
                    Some(end) => self.at += end + 3,
                    None => self.is_without_comments = true,
                },
                '<' => match tag(rest) {
                    Some(tag) => self.tag(&tag, rest),
                    None => self.push_at(c),
                },
                '&' => match entity(rest) {
                    Some((meant, length)) => {
                        self.push(meant);
                        self.at += length;
                    }
                    None => self.push_at(c),
                },
                '`' if is_markdown => self.code(&mut without_end),
                '\\' if is_markdown && rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                    self.at += 1;
                    if let Some(c) = rest[1..].chars().next() {
                        self.push_at(c);
                    }
                }
                // A backslash at the end of a line ends it.
                '\\' if is_markdown && rest[1..].starts_with('\n') => self.at += 1,
                '*' if is_markdown && rest.starts_with("**") => {
                    self.bold.push(self.line.len());
                    self.at += 2;
                }
                c => self.push_at(c),
            }
        }
    }

    fn push_at(&mut self, c: char) {
        self.push(c);
        self.at += c.len_utf8();
    }

    fn push(&mut self, c: char) {
        let c = match c {
            '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' | '\r' => return,
            '\u{a0}' | '\u{3000}' | '\u{2002}' | '\u{2003}' | '\u{2009}' => ' ',
            c => c,
        };
        if self.hidden.is_some() {
            return;
        }
        let length = self.sink().len();
        if self.elements.is_joined_at(length)
            && c.is_alphanumeric()
            && self.sink().ends_with(char::is_alphanumeric)
        {
            self.doubt("two elements in it follow each other without a blank");
        }
        self.sink().push(c);
    }

    /// What is read now may be no data.
    fn doubt(&mut self, why: &'static str) {
        match &mut self.pre {
            Some(pre) => {
                pre.doubt.get_or_insert(why);
            }
            None => self.sink().push(DOUBT),
        }
    }

    /// Where text goes.
    fn sink(&mut self) -> &mut String {
        match (&mut self.pre, self.is_table) {
            (Some(pre), _) => &mut pre.content,
            (None, true) => {
                if self.row.is_empty() {
                    self.row.push(String::new());
                }
                let last = self.row.len() - 1;
                &mut self.row[last]
            }
            (None, false) => &mut self.line,
        }
    }

    /// A piece of code of Markdown, which has no marks.
    fn code(&mut self, without_end: &mut BTreeSet<usize>) {
        let rest = &self.text[self.at..];
        let line = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest, |end| &rest[..end]);
        let length = line.len() - line.trim_start_matches('`').len();
        let mark = &line[..length];
        let mut from = length;
        let mut end = None;
        while let Some(found) = line.get(from..).filter(|_| !without_end.contains(&length)) {
            let Some(start) = found.find('`') else { break };
            let run = found[start..].bytes().take_while(|byte| *byte == b'`').count();
            if run == length {
                end = Some(from + start);
                break;
            }
            from += start + run;
        }
        let Some(end) = end else {
            without_end.insert(length);
            self.line.push_str(mark);
            self.at += length;
            return;
        };
        let code = &line[length..end];
        let inner = code.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' '));
        let code = inner.filter(|inner| !inner.trim().is_empty()).unwrap_or(code);
        self.line.push_str(code);
        self.at += end + length;
    }

    fn end_of_line(&mut self) {
        if self.pre.is_some() {
            self.sink().push('\n');
        } else if self.is_table || self.heading > 0 {
            self.sink().push(' ');
        } else {
            self.flush();
        }
    }

    fn tag(&mut self, tag: &Tag, rest: &str) {
        self.at += tag.length;
        if let Some(hidden) = &self.hidden {
            if tag.is_end && *hidden == tag.name {
                self.hidden = None;
            }
            return;
        }
        let Some(role) = role(&tag.name) else {
            self.sink().push_str(&rest[..tag.length]);
            return;
        };
        if role == Role::Inline || self.pre.is_some() {
            let is_begun = !self.sink().is_empty() && !self.sink().ends_with('\n');
            if let Some(why) = doubt(tag, &rest[..tag.length], is_begun) {
                self.doubt(why);
            }
        }
        match (role, &mut self.pre) {
            (Role::Inline, _) => {
                let mut elements = std::mem::take(&mut self.elements);
                if let Some(why) = elements.tag(tag, self.sink()) {
                    self.doubt(why);
                }
                self.elements = elements;
            }
            (Role::Hidden, _) => {
                self.hidden = (!tag.is_end && !tag.is_empty).then(|| tag.name.clone());
            }
            (Role::Pre, Some(_)) if tag.is_end => self.end_of_pre(),
            (Role::Pre, None) if !tag.is_end => {
                if !self.is_table {
                    self.flush();
                }
                self.pre = Some(Pre::default());
                self.elements = Elements::default();
            }
            (role, Some(pre)) => pre.element(role, tag, &self.text[self.at..]),
            (Role::Table | Role::Row | Role::Cell, None) => self.table(role, tag.is_end),
            (_, None) if self.is_table => {
                let cell = self.sink();
                if role == Role::Break || !(cell.is_empty() || cell.ends_with('\n')) {
                    cell.push('\n');
                }
            }
            (role, None) => {
                self.flush();
                if let Role::Paragraph | Role::Heading = role {
                    self.blank();
                }
                let level =
                    tag.name.bytes().last().map_or(1, |digit| usize::from(digit.saturating_sub(b'0')));
                self.heading = if role == Role::Heading && !tag.is_end { level } else { 0 };
            }
        }
    }

    fn table(&mut self, role: Role, is_end: bool) {
        match (role, is_end) {
            (Role::Table, false) => {
                self.flush();
                self.is_table = true;
            }
            (Role::Row, _) => self.end_of_row(),
            (Role::Cell, false) if self.is_table => {
                self.row.push(String::new());
                self.elements = Elements::default();
            }
            (Role::Table, true) if self.is_table => {
                self.end_of_row();
                self.items.push(Item::TableEnd);
                self.is_table = false;
            }
            _ => {}
        }
    }

    fn end_of_row(&mut self) {
        let row = std::mem::take(&mut self.row);
        let trimmed = |cell: &String| cell.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        let cells: Vec<String> = row.iter().map(trimmed).map(|cell| cell.trim().to_owned()).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            self.items.push(Item::Row(cells));
        }
    }

    fn end_of_pre(&mut self) {
        let Some(pre) = self.pre.take() else { return };
        self.elements = Elements::default();
        if self.is_table {
            self.sink().push_str(&pre.content);
            self.sink().extend(pre.doubt.map(|_| DOUBT));
            return;
        }
        let content = pre.content.strip_prefix('\n').unwrap_or(&pre.content);
        let lines = content.lines().map(str::to_owned).collect();
        self.items.push(Item::Block(Block { word: String::new(), lines, is_html: true, doubt: pre.doubt }));
    }

    fn blank(&mut self) {
        if self.items.last() != Some(&Item::Blank) {
            self.items.push(Item::Blank);
        }
    }

    /// Ends the line of a paragraph.
    fn flush(&mut self) {
        self.elements = Elements::default();
        let mut line = std::mem::take(&mut self.line);
        let bold = std::mem::take(&mut self.bold);
        if let Some(last) = bold.last().filter(|_| bold.len() % 2 == 1) {
            line.insert_str(*last, "**");
        }
        let text = line.trim();
        if text.trim_matches(DOUBT).is_empty() {
            return;
        }
        let is_rule = text.len() >= 3 && text.bytes().all(|byte| b"-=_".contains(&byte));
        if is_rule && self.heading == 0 {
            self.blank();
        } else if self.heading > 0 {
            self.items.push(Item::Heading(text.to_owned(), self.heading));
        } else {
            self.items.push(Item::Text(line.trim_end().to_owned()));
        }
    }

    fn finish(&mut self) {
        if let Some(pre) = &mut self.pre {
            pre.doubt = Some(NO_END);
            self.end_of_pre();
        }
        self.end_of_row();
        self.is_table = false;
        self.flush();
    }
}

/// A line of HTML without its markup.
pub fn html_text(line: &str) -> String {
    text_of(Scanner { text: line, is_html: true, ..Scanner::default() })
}

/// A piece of a line without its markup; line ends where a tag says so.
pub fn inline_text(text: &str) -> String {
    text_of(Scanner { text, ..Scanner::default() })
}

fn text_of(mut scanner: Scanner<'_>) -> String {
    while scanner.at < scanner.text.len() {
        scanner.inline();
    }
    scanner.finish();
    let lines = scanner.items.iter().filter_map(|item| match item {
        Item::Heading(line, _) | Item::Text(line) => Some(line.trim()),
        Item::Block(_) | Item::Row(_) | Item::TableEnd | Item::Blank => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The columns before the first character of a line.
fn columns(line: &str) -> usize {
    let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
    if line.as_bytes().get(blanks) == Some(&b'\t') { INDENT.max(blanks) } else { blanks }
}
