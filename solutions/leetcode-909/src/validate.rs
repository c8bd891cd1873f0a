//! Whether an input keeps every constraint of the statement.

use common::bound::Bound;
use common::malformed::Malformed;

use crate::board::{Board, square_at};
use crate::read;

/// The sides that the statement allows.
const SIDES: std::ops::RangeInclusive<usize> = 2..=20;

/// Accepts one literal of a square board with side 2 to 20, jumps to squares of the board, and none on the first and
/// on the last square.
///
/// # Errors
///
/// The first place at which the input breaks a constraint.
pub fn input(bytes: &[u8]) -> Result<Vec<Bound>, Malformed> {
    let board = read::board(bytes)?;
    let rows = read::literal(bytes)?;
    let side = rows.len();
    if !SIDES.contains(&side) {
        let reason = format!("the board has side {side}, not {} to {}", SIDES.start(), SIDES.end());
        return Err(read::malformed(bytes, 0, reason));
    }
    for (row, entries) in rows.iter().enumerate() {
        for (col, entry) in entries.iter().enumerate() {
            let square = square_at(side, row, col);
            if entry.value != -1 && (square == 1 || square == board.last) {
                let reason = format!("square {square} starts a jump to {}", entry.value);
                return Err(read::malformed(bytes, entry.at, reason));
            }
        }
    }
    Ok(bounds(&board, side))
}

/// The side, and of the squares that jumps lead to the first and the last.
fn bounds(board: &Board, side: usize) -> Vec<Bound> {
    let squares = 1..=SIDES.end() * SIDES.end();
    let destinations = || board.jumps.iter().flatten().copied();
    let jumps = destinations().count();
    let ends = [destinations().min(), destinations().max()].into_iter().flatten();
    [
        Bound { name: "side", value: side, allowed: SIDES },
        // Neither the first nor the last square starts a jump.
        Bound { name: "jumps", value: jumps, allowed: 0..=squares.end() - 2 },
    ]
    .into_iter()
    .chain(ends.map(|value| Bound { name: "destination", value, allowed: squares.clone() }))
    .collect()
}

#[cfg(test)]
mod tests {
    use crate::validate::input;

    #[track_caller]
    fn check(bytes: &str, expected: &str) {
        assert_eq!(input(bytes.as_bytes()).unwrap_err().to_string(), expected, "for {bytes:?}");
    }

    #[test]
    fn jumps_to_the_first_and_the_last_square_and_to_themselves_are_valid() {
        assert_eq!(input(b"[[-1,1],[-1,4]]\n").map(drop), Ok(()));
        assert_eq!(input(b"[[-1,3],[-1,2]]").map(drop), Ok(()));
    }

    #[test]
    fn what_the_statement_bounds_is_told() {
        let lines =
            |text: &[u8]| -> Vec<String> { input(text).unwrap().iter().map(ToString::to_string).collect() };
        assert_eq!(lines(b"[[-1,-1],[-1,-1]]"), ["bound side: 2 in 2..20", "bound jumps: 0 in 0..398"]);
        let destinations = ["bound destination: 1 in 1..400", "bound destination: 4 in 1..400"];
        assert_eq!(lines(b"[[-1,1],[-1,4]]")[2..], destinations);
    }

    #[test]
    fn what_the_statement_rules_out_is_refused_with_its_place() {
        check("[[-1]]", "line 1, column 1: the board has side 1, not 2 to 20");
        check("[[2,-1],[-1,-1]]", "line 1, column 3: square 4 starts a jump to 2");
        check("[[-1,-1],\n[2,-1]]", "line 2, column 2: square 1 starts a jump to 2");
        check("[[-1,-1,3],[-1,-1,-1],[-1,-1,-1]]", "line 1, column 9: square 9 starts a jump to 3");
        check("[[-1,-1],[-1]]", "line 1, column 11: row 2 has 1 values, but there are 2 rows");
        let wide = format!("[{}]", vec![format!("[{}]", vec!["-1"; 21].join(",")); 21].join(","));
        check(&wide, "line 1, column 1: the board has side 21, not 2 to 20");
    }
}
