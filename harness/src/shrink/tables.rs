//! Finds tables in an input: pictures, matrices, lists, and lists of lists in brackets.

use std::ops::Range;

/// Rows with equally many cells, each where it stands in the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// The rows as a whole.
    pub rows: Vec<Range<usize>>,
    /// The cells of each row.
    pub cells: Vec<Vec<Range<usize>>>,
}

impl TextTable {
    /// Where it begins.
    #[must_use]
    pub fn start(&self) -> usize {
        self.rows[0].start
    }

    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> usize {
        self.rows[self.rows.len() - 1].end
    }

    /// Cells of a row.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.cells[0].len()
    }
}

/// The lines, without what ends them. There is none behind the last line end.
#[must_use]
pub fn lines_of(input: &[u8]) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut at = 0;
    for line in input.split(|byte| *byte == b'\n') {
        lines.push(at..at + line.len());
        at += line.len() + 1;
    }
    if input.is_empty() || input.ends_with(b"\n") {
        lines.pop();
    }
    lines
}

/// The words of a line.
#[must_use]
pub fn words_of(input: &[u8], line: Range<usize>) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = line.start;
    for word in input[line].split(u8::is_ascii_whitespace) {
        if !word.is_empty() {
            words.push(at..at + word.len());
        }
        at += word.len() + 1;
    }
    words
}

/// All tables: runs of lines that are alike, and lists in brackets.
#[must_use]
pub fn tables_of(input: &[u8]) -> Vec<TextTable> {
    let mut tables = tables_of_lines(input);
    tables.extend(tables_in_brackets(input));
    tables
}

fn tables_of_lines(input: &[u8]) -> Vec<TextTable> {
    let lines = lines_of(input);
    let cells: Vec<Vec<Range<usize>>> = lines.iter().map(|line| cells_of(input, line.clone())).collect();
    let mut tables = Vec::new();
    let mut first = 0;
    while first < lines.len() {
        let alike = cells[first..].iter().take_while(|row| row.len() == cells[first].len()).count();
        // The first line may look like a row and be the header of the others.
        for from in first..=first + usize::from(alike > 1) {
            if !cells[from].is_empty() {
                let run = from..first + alike;
                tables.push(TextTable { rows: lines[run.clone()].to_vec(), cells: cells[run].to_vec() });
            }
        }
        first += alike;
    }
    tables
}

/// The words of a line; of a single word, its bytes, unless it has a structure of its own.
fn cells_of(input: &[u8], line: Range<usize>) -> Vec<Range<usize>> {
    match &words_of(input, line)[..] {
        [word] if !input[word.clone()].contains(&b'[') && input[word.start] != b'-' => {
            word.clone().map(|at| at..at + 1).collect()
        }
        words => words.to_vec(),
    }
}

/// A list under way.
struct Open {
    /// Where its present item begins.
    item: usize,
    items: Vec<Range<usize>>,
    /// The items of those items that are lists.
    inner: Vec<Vec<Range<usize>>>,
}

fn tables_in_brackets(input: &[u8]) -> Vec<TextTable> {
    let mut tables = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for (at, byte) in input.iter().enumerate() {
        match byte {
            b'[' => open.push(Open { item: at + 1, items: Vec::new(), inner: Vec::new() }),
            b',' => {
                if let Some(list) = open.last_mut() {
                    list.items.push(list.item..at);
                    list.item = at + 1;
                }
            }
            b']' => {
                let Some(mut list) = open.pop() else { continue };
                if at > list.item {
                    list.items.push(list.item..at);
                }
                if let Some(outer) = open.last_mut() {
                    outer.inner.push(list.items.clone());
                }
                tables.extend(table_of(list));
            }
            _ => {}
        }
    }
    tables
}

/// A list of lists of one length as rows and cells, another one as a single row.
fn table_of(list: Open) -> Option<TextTable> {
    let (Some(first), Some(last)) = (list.items.first(), list.items.last()) else { return None };
    let is_matrix = list.inner.len() == list.items.len()
        && list.inner.iter().all(|row| row.len() == list.inner[0].len() && !row.is_empty());
    Some(if is_matrix {
        TextTable { rows: list.items, cells: list.inner }
    } else {
        TextTable { rows: std::iter::once(first.start..last.end).collect(), cells: vec![list.items] }
    })
}

#[cfg(test)]
mod tests {
    use super::tables_of;

    #[track_caller]
    fn check(input: &str, expect: &[&str]) {
        let shown = tables_of(input.as_bytes()).into_iter().map(|table| {
            let row = |row: &Vec<std::ops::Range<usize>>| {
                row.iter().map(|cell| &input[cell.clone()]).collect::<Vec<_>>().join("|")
            };
            table.cells.iter().map(row).collect::<Vec<_>>().join(" / ")
        });
        assert_eq!(shown.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn a_picture_and_a_matrix_have_their_header_apart() {
        check("1 3\n.#@\n", &["1|3", ".|#|@"]);
        check("2 2\n1 4\n5 6\n", &["2|2 / 1|4 / 5|6", "1|4 / 5|6"]);
        check("", &[]);
        check("\n\n7\n", &["7"]);
    }

    #[test]
    fn lists_of_lists_are_rows_and_cells() {
        let brackets = |input: &str, expect: &[&str]| {
            let all: Vec<&str> = std::iter::once(input).chain(expect.iter().copied()).collect();
            check(input, &all);
        };
        brackets("[[1,2],[3,4]]", &["1|2", "3|4", "1|2 / 3|4"]);
        brackets("[[1],[2,3]]", &["1", "2|3", "[1]|[2,3]"]);
        brackets("[]", &[]);
        check("]1[", &["]1["]);
    }
}
