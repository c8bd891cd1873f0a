//! A picture of a board with its snakes and ladders, as text for people.

use common::caption;
use common::malformed::Malformed;

use crate::board::{Board, square_at};
use crate::read;

/// The longest side whose squares have room for where their jumps lead, within 80 columns.
const MOST_ROOM: usize = 10;

/// The board as the problem numbers it, with a mark at each square that starts a jump; one shortest way; and the jumps,
/// where the board is too large to show whither they lead.
///
/// # Errors
///
/// The first place at which the input is no board.
pub fn picture(input: &[u8], output: Option<&[u8]>) -> Result<String, Malformed> {
    let board = read::board(input)?;
    let side = board.last.isqrt();
    let way = shortest(&board);
    let n_rolls = way.as_ref().map(Vec::len);
    let verdict = caption::verdict(n_rolls, "roll", output);
    let mut text = format!("{side} × {side}, from 1 to {}: {verdict}\n", board.last);
    for row in 0..side {
        let squares: String = (0..side).map(|col| drawn(&board, side, square_at(side, row, col))).collect();
        text.push_str(squares.trim_end());
        text.push('\n');
    }
    if let Some(way) = way {
        let stops: Vec<String> = way.iter().map(|&landing| stop(&board, landing)).collect();
        text.push_str(&caption::wrapped("way: 1", &stops));
    }
    if side > MOST_ROOM {
        list(&mut text, &board, "ladders ↑:", '↑');
        list(&mut text, &board, "snakes ↓:", '↓');
        list(&mut text, &board, "to themselves =:", '=');
    }
    Ok(text)
}

/// What a jump is: up, down, or nowhere.
fn mark(from: usize, to: usize) -> char {
    match to.cmp(&from) {
        std::cmp::Ordering::Greater => '↑',
        std::cmp::Ordering::Less => '↓',
        std::cmp::Ordering::Equal => '=',
    }
}

/// A square in its columns.
fn drawn(board: &Board, side: usize, square: usize) -> String {
    let digits = board.last.to_string().len();
    match (board.jumps[square], side > MOST_ROOM) {
        (None, true) => format!("{square:digits$} "),
        (Some(to), true) => format!("{square:digits$}{}", mark(square, to)),
        (None, false) => format!("{square:digits$} {:digits$} ", ""),
        (Some(to), false) => format!("{square:digits$}{}{to:<digits$} ", mark(square, to)),
    }
}

/// A landing on the way, with its jump.
fn stop(board: &Board, landing: usize) -> String {
    let jump = board.jumps[landing].map(|to| format!("{}{to}", mark(landing, to)));
    format!("{landing}{}", jump.unwrap_or_default())
}

/// All jumps of one kind, if there are any.
fn list(text: &mut String, board: &Board, heading: &str, kind: char) {
    let jumps = board.jumps.iter().enumerate();
    let jumps = jumps.filter_map(|(from, to)| to.map(|to| (from, to)));
    let words: Vec<String> = jumps
        .filter(|&(from, to)| mark(from, to) == kind)
        .map(|(from, to)| format!("{from}{kind}{to}"))
        .collect();
    if !words.is_empty() {
        text.push_str(&caption::wrapped(heading, &words));
    }
}

/// The landings of one shortest way from the first to the last square; none where there is no way.
fn shortest(board: &Board) -> Option<Vec<usize>> {
    // By destination: the landing that leads there, and the square before it.
    let mut came: Vec<Option<(usize, usize)>> = vec![None; board.last + 1];
    let mut queue = vec![1];
    let mut place = 0;
    while let Some(&square) = queue.get(place) {
        place += 1;
        if square == board.last {
            return Some(landings(&came, square));
        }
        for landing in board.landings(square) {
            let destination = board.destination(landing);
            if destination != 1 && came[destination].is_none() {
                came[destination] = Some((landing, square));
                queue.push(destination);
            }
        }
    }
    None
}

fn landings(came: &[Option<(usize, usize)>], mut square: usize) -> Vec<usize> {
    let mut way = Vec::new();
    while let Some((landing, before)) = came[square] {
        way.push(landing);
        square = before;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::view::picture;

    #[track_caller]
    fn check(input: &str, output: Option<&str>, expected: &str) {
        assert_eq!(picture(input.as_bytes(), output.map(str::as_bytes)).unwrap(), expected);
    }

    #[test]
    fn a_small_board_shows_whither_its_jumps_lead() {
        let board = Board::new(16, &[(2, 11), (7, 5), (9, 9)]);
        check(
            &board.to_input(4),
            Some("2\n"),
            "4 × 4, from 1 to 16: 2 rolls, as the output says
16    15    14    13
 9=9  10    11    12
 8     7↓5   6     5
 1     2↑11  3     4
way: 1 2↑11 16
",
        );
    }

    #[test]
    fn a_large_board_lists_them() {
        let board = Board::new(121, &[(2, 120), (110, 3), (119, 119)]);
        let text = picture(board.to_input(11).as_bytes(), None).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "11 × 11, from 1 to 121: 2 rolls");
        assert_eq!(lines[1], "111 112 113 114 115 116 117 118 119=120 121");
        assert_eq!(lines[2], "110↓109 108 107 106 105 104 103 102 101 100");
        assert_eq!(lines[11], "  1   2↑  3   4   5   6   7   8   9  10  11");
        let lists = ["way: 1 2↑120 121", "ladders ↑: 2↑120", "snakes ↓: 110↓3", "to themselves =: 119=119"];
        assert_eq!(lines[12..], lists);
    }

    #[test]
    fn where_there_is_no_way_that_is_said() {
        check(
            "[[1,1,-1],[1,1,1],[-1,1,1]]\n",
            Some("5"),
            "3 × 3, from 1 to 9: no way; the output says 5 rolls
7↓1 8↓1 9
6↓1 5↓1 4↓1
1   2↓1 3↓1
",
        );
    }

    #[test]
    fn what_is_no_board_is_refused_with_its_place() {
        let reason = picture(b"[[-1,-1],[-1,5]]", None).unwrap_err().to_string();
        assert_eq!(reason, "line 1, column 14: 5 is neither -1 nor a square from 1 to 4");
    }
}
