//! Input to board: forgiving about blanks at line ends, strict about everything that a search relies on.

use common::malformed::Malformed;

use crate::board::{Board, Cell, MAX_SIDE, N_CELLS};

/// Reads a board. Carriage returns and blanks at line ends and blank lines at the end are accepted.
///
/// # Errors
///
/// The first place at which the input is no board.
pub fn board(input: &[u8]) -> Result<Board, Malformed> {
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    let (rows, cols) = sizes(lines[0])?;
    let mut walls = [true; N_CELLS];
    let mut apple = None;
    let mut segments: [Option<Cell>; 9] = [None; 9];
    for row in 0..rows {
        let number = row + 2;
        let line = lines.get(row + 1).copied().unwrap_or_default();
        if line.len() != cols {
            let column = line.len().min(cols) + 1;
            let reason = format!("row {} has {} characters and should have {cols}", row + 1, line.len());
            return Err(Malformed::at(number, column, reason));
        }
        for (col, &byte) in line.iter().enumerate() {
            let cell = Cell::new(row, col);
            let twice = |what: &str| Malformed::at(number, col + 1, format!("a second {what}"));
            walls[cell.index()] = byte == b'#';
            match byte {
                b'#' | b'.' => {}
                b'@' if apple.is_none() => apple = Some(cell),
                b'@' => return Err(twice("apple")),
                b'1'..=b'9' => {
                    let segment = &mut segments[usize::from(byte - b'1')];
                    if segment.replace(cell).is_some() {
                        return Err(twice(&format!("segment {}", char::from(byte))));
                    }
                }
                other => {
                    let reason = format!("`{}` is none of `#`, `.`, `@`, `1` to `9`", other.escape_ascii());
                    return Err(Malformed::at(number, col + 1, reason));
                }
            }
        }
    }
    let rest = lines.iter().enumerate().skip(rows + 1).find(|(_, line)| !line.is_empty());
    if let Some((idx, line)) = rest {
        let column = line.len() - line.trim_ascii_start().len() + 1;
        return Err(Malformed::at(idx + 1, column, "something follows the last row"));
    }
    let apple = apple.ok_or_else(|| Malformed::at(rows + 1, cols + 1, "the board has no apple"))?;
    let snake = snake(&segments).map_err(|(place, reason)| match place {
        Some(cell) => Malformed::at(cell.row() + 2, cell.col() + 1, reason),
        None => Malformed::at(rows + 1, cols + 1, reason),
    })?;
    Ok(Board { rows, cols, walls, apple, snake })
}

fn sizes(line: &[u8]) -> Result<(usize, usize), Malformed> {
    let mut numbers = [0; 2];
    let mut n_numbers = 0;
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    for word in words {
        let column = word.as_ptr().addr() - line.as_ptr().addr() + 1;
        if n_numbers == 2 {
            return Err(Malformed::at(1, column, "more than the two numbers of rows and columns"));
        }
        let number = str::from_utf8(word)
            .ok()
            .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|text| text.parse().ok())
            .filter(|size| (1..=MAX_SIDE).contains(size))
            .ok_or_else(|| {
                let reason = format!("`{}` is no size from 1 to {MAX_SIDE}", word.escape_ascii());
                Malformed::at(1, column, reason)
            })?;
        numbers[n_numbers] = number;
        n_numbers += 1;
    }
    if n_numbers < 2 {
        return Err(Malformed::at(1, line.len() + 1, "the numbers of rows and columns are missing"));
    }
    Ok((numbers[0], numbers[1]))
}

/// The snake of the segments found, or where and why they are none.
fn snake(segments: &[Option<Cell>; 9]) -> Result<Vec<Cell>, (Option<Cell>, String)> {
    let snake: Vec<Cell> = segments.iter().map_while(|segment| *segment).collect();
    if let Some(stray) = segments[snake.len()..].iter().flatten().next() {
        return Err((
            Some(*stray),
            format!("segment {} is missing, but a later one is here", snake.len() + 1),
        ));
    }
    if snake.len() < 3 {
        return Err((None, format!("a snake of {} segments is shorter than 3", snake.len())));
    }
    for (idx, pair) in snake.windows(2).enumerate() {
        if !(0..4).any(|direction| pair[0].step(direction) == pair[1]) {
            return Err((Some(pair[1]), format!("segment {} is not beside segment {}", idx + 2, idx + 1)));
        }
    }
    Ok(snake)
}

#[cfg(test)]
mod tests {
    use crate::read::board;

    #[track_caller]
    fn check(input: &str, expected: &str) {
        assert_eq!(board(input.as_bytes()).unwrap_err().to_string(), expected, "for {input:?}");
    }

    #[test]
    fn blanks_at_line_ends_and_carriage_returns_do_not_matter() {
        let plain = board(b"1 4\n321@\n").unwrap();
        for input in ["1 4\r\n321@\r\n", " 1   4 \n321@  \n\n\n", "1 4\n321@"] {
            assert_eq!(board(input.as_bytes()), Ok(plain.clone()), "for {input:?}");
        }
    }

    #[test]
    fn a_malformed_input_is_refused_with_its_place() {
        check("", "line 1, column 1: the numbers of rows and columns are missing");
        check("4", "line 1, column 2: the numbers of rows and columns are missing");
        check("1 16\n", "line 1, column 3: `16` is no size from 1 to 15");
        check("1 -4\n", "line 1, column 3: `-4` is no size from 1 to 15");
        check("1 4 4\n", "line 1, column 5: more than the two numbers of rows and columns");
        check("1 4\n321\n", "line 2, column 4: row 1 has 3 characters and should have 4");
        check("2 4\n321@\n", "line 3, column 1: row 2 has 0 characters and should have 4");
        check("1 4\n321@.\n", "line 2, column 5: row 1 has 5 characters and should have 4");
        check("1 4\n321x\n", "line 2, column 4: `x` is none of `#`, `.`, `@`, `1` to `9`");
        check("1 5\n321@@\n", "line 2, column 5: a second apple");
        check("1 5\n3211@\n", "line 2, column 4: a second segment 1");
        check("1 4\n321.\n", "line 2, column 5: the board has no apple");
        check("1 5\n421.@\n", "line 2, column 1: segment 3 is missing, but a later one is here");
        check("1 4\n.21@\n", "line 2, column 5: a snake of 2 segments is shorter than 3");
        check("1 5\n3.21@\n", "line 2, column 1: segment 3 is not beside segment 2");
        check("1 4\n321@\n\n x\n", "line 4, column 2: something follows the last row");
    }
}
