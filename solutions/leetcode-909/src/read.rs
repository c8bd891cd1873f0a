//! LeetCode's literal, `[[-1,-1],[-1,3]]`, to a board; blanks and line breaks may stand between any two parts of it.

use common::malformed::Malformed;

use crate::board::{Board, square_at};

/// A number of the literal and where it begins in the input.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The number.
    pub value: i64,
    /// The index of its first byte.
    pub at: usize,
}

/// Reads a board of any size.
///
/// # Errors
///
/// The first place at which the input is no literal of a square board with jumps that lead to its squares.
pub fn board(input: &[u8]) -> Result<Board, Malformed> {
    let rows = literal(input)?;
    let side = rows.len();
    let last = side * side;
    let mut jumps = Vec::new();
    for (row, entries) in rows.iter().enumerate() {
        if entries.len() != side {
            let at = entries.get(side).or(entries.last()).map_or(0, |entry| entry.at);
            let reason = format!("row {} has {} values, but there are {side} rows", row + 1, entries.len());
            return Err(malformed(input, at, reason));
        }
        for (col, entry) in entries.iter().enumerate() {
            match usize::try_from(entry.value) {
                Ok(to) if (1..=last).contains(&to) => jumps.push((square_at(side, row, col), to)),
                Err(_) if entry.value == -1 => {}
                _ => {
                    let reason = format!("{} is neither -1 nor a square from 1 to {last}", entry.value);
                    return Err(malformed(input, entry.at, reason));
                }
            }
        }
    }
    Ok(Board::new(last, &jumps))
}

/// Reads the rows of the literal, whatever they hold.
///
/// # Errors
///
/// The first place at which the input is no list of lists of numbers.
pub fn literal(input: &[u8]) -> Result<Vec<Vec<Entry>>, Malformed> {
    let mut reader = Reader { input, at: 0 };
    let rows = reader.list(|reader| reader.list(Reader::number))?;
    match reader.peek() {
        None => Ok(rows),
        Some(_) => Err(malformed(input, reader.at, "something follows the board")),
    }
}

/// A fault at a byte of the input.
pub fn malformed(input: &[u8], at: usize, reason: impl Into<String>) -> Malformed {
    let before = &input[..at.min(input.len())];
    let line = before.split(|&byte| byte == b'\n').count();
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    Malformed { line, column, reason: reason.into() }
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        while self.input.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.input.get(self.at).copied()
    }

    fn wanted(&mut self, what: &str) -> Malformed {
        let found = match self.peek() {
            Some(byte) => format!("`{}`", byte.escape_ascii()),
            None => "the end".to_owned(),
        };
        malformed(self.input, self.at, format!("expected {what}, found {found}"))
    }

    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        if self.peek() != Some(b'[') {
            return Err(self.wanted("`[`"));
        }
        self.at += 1;
        let mut items = Vec::new();
        loop {
            items.push(item(self)?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(items);
                }
                _ => return Err(self.wanted("`,` or `]`")),
            }
        }
    }

    fn number(&mut self) -> Result<Entry, Malformed> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'-';
        if !self.peek().as_ref().is_some_and(is_part) {
            return Err(self.wanted("a number"));
        }
        let at = self.at;
        let length = self.input[at..].iter().take_while(|byte| is_part(byte)).count();
        self.at += length;
        let word = &self.input[at..self.at];
        // "-1", "7" and "400", but not "007", "-0" or "1-1".
        let value = str::from_utf8(word).ok().and_then(|text| text.parse::<i64>().ok());
        match value {
            Some(value) if value.to_string().as_bytes() == word => Ok(Entry { value, at }),
            _ => Err(malformed(self.input, at, format!("`{}` is no number", word.escape_ascii()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::read::board;

    #[track_caller]
    fn check(input: &str, expected: &str) {
        assert_eq!(board(input.as_bytes()).unwrap_err().to_string(), expected, "for {input:?}");
    }

    #[test]
    fn blanks_and_line_breaks_between_the_parts_do_not_matter() {
        let expected = Board::new(4, &[(2, 3)]);
        for input in ["[[-1,-1],[-1,3]]", "[[-1,-1],[-1,3]]\n", " [\n  [ -1 , -1 ],\r\n\t[-1,3]\n]\n\n"] {
            assert_eq!(board(input.as_bytes()), Ok(expected.clone()), "for {input:?}");
        }
    }

    #[test]
    fn a_malformed_input_is_refused_with_its_place() {
        check("", "line 1, column 1: expected `[`, found the end");
        check("[-1,-1]", "line 1, column 2: expected `[`, found `-`");
        check("[[]]", "line 1, column 3: expected a number, found `]`");
        check("[[-1,-1],[-1,3]", "line 1, column 16: expected `,` or `]`, found the end");
        check("[[-1,-1],\n[-1 3]]", "line 2, column 5: expected `,` or `]`, found `3`");
        check("[[-1,-1],[-1,3,]]", "line 1, column 16: expected a number, found `]`");
        check("[[-1,-1],[-1,03]]", "line 1, column 14: `03` is no number");
        check("[[-1,-1],[-1,1-1]]", "line 1, column 14: `1-1` is no number");
        check(
            "[[-1,-1],[-1,99999999999999999999]]",
            "line 1, column 14: `99999999999999999999` is no number",
        );
        check("[[-1,-1],\n[-1,0]]", "line 2, column 5: 0 is neither -1 nor a square from 1 to 4");
        check("[[-1,5],[-1,3]]", "line 1, column 6: 5 is neither -1 nor a square from 1 to 4");
        check("[[-1,-2],[-1,3]]", "line 1, column 6: -2 is neither -1 nor a square from 1 to 4");
        check("[[-1,-1],[-1]]", "line 1, column 11: row 2 has 1 values, but there are 2 rows");
        check("[[-1,-1,-1],[-1,-1]]", "line 1, column 9: row 1 has 3 values, but there are 2 rows");
        check("[[-1,-1],[-1,3]]\n[[-1]]\n", "line 2, column 1: something follows the board");
    }
}
