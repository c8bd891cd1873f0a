//! Why a solution failed, as rows: the same in every report.

use crate::diff::{Emphasis, Row, Span};
use crate::event::{CodePlace, ExplainedFault, Explanation, StackFrame};
use crate::model::{counted, plain, push_plain};
use crate::report::human::said;
use crate::ui::width_of;

/// Lines of what a program or a compiler said.
const MOST_SAID: usize = 12;

/// Columns of a tabulator in a line of a source.
const TAB: &str = "    ";

/// An explanation as rows of at most so many columns.
pub fn rows(explanation: &Explanation, width: usize) -> Vec<Row> {
    let Explanation { checks, verdict, faults, left_out, remark, said, .. } = explanation;
    let mut rows = Vec::new();
    let told = |remark: &str| {
        let how = if checks.is_empty() { String::new() } else { format!("{checks}, ") };
        format!("--explain: {how}{remark}")
    };
    match (verdict, remark) {
        (_, Some(remark)) if faults.is_empty() => {
            push_words(&mut rows, Emphasis::Plain, &told(remark), width);
        }
        (Some(verdict), _) => {
            let head = format!("a run of its own, {checks}, not the one that was judged: {verdict}");
            push_words(&mut rows, Emphasis::Faint, &head, width);
        }
        (None, _) => push(&mut rows, Emphasis::Faint, "standard error of the judged run", width),
    }
    for fault in faults {
        rows.extend(of_fault(fault, width));
    }
    if *left_out > 0 {
        push(&mut rows, Emphasis::Faint, &format!("… {}", counted(*left_out, "more fault")), width);
    }
    if let Some(remark) = remark.as_ref().filter(|_| !faults.is_empty()) {
        push_words(&mut rows, Emphasis::Faint, remark, width);
    }
    rows.extend(said.iter().flat_map(|said| of_words(said, width)));
    rows
}

fn of_fault(fault: &ExplainedFault, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    push(&mut rows, Emphasis::Extra, &plain(&fault.what), width);
    for detail in &fault.details {
        push(&mut rows, Emphasis::Plain, &format!("  {}", plain(detail)), width);
    }
    if let Some(place) = &fault.place {
        push(&mut rows, Emphasis::Faint, &format!("  --> {}", in_words(place)), width);
        rows.extend(of_source(place, width));
    }
    let calls: Vec<&StackFrame> = fault.stack.iter().collect();
    // A single call says no more than the place does, unless the function is worth its name.
    for (index, frame) in calls.iter().enumerate() {
        let start = if index == 0 { "  in " } else { "     " };
        let function = if frame.function.is_empty() { "?".to_owned() } else { plain(&frame.function) };
        let place = frame.place.as_ref().map_or_else(String::new, |place| format!("  {}", in_words(place)));
        let times = if frame.times > 1 { format!("  × {}", frame.times) } else { String::new() };
        push(&mut rows, Emphasis::Plain, &format!("{start}{function}{place}{times}"), width);
    }
    if fault.library_calls > 0 && !calls.is_empty() {
        let text = format!("     … and {} of libraries", counted(fault.library_calls, "call"));
        push(&mut rows, Emphasis::Faint, &text, width);
    }
    rows
}

/// `a.cpp:5:14`.
fn in_words(place: &CodePlace) -> String {
    let column = place.column.map_or_else(String::new, |column| format!(":{column}"));
    format!("{}:{}{column}", place.path, place.line)
}

/// The line of the source, and a mark below the column.
fn of_source(place: &CodePlace, width: usize) -> Vec<Row> {
    let Some(text) = &place.text else { return Vec::new() };
    let number = format!("{:>5}", place.line);
    let room = width.saturating_sub(number.len() + 3).max(10);
    let pieces: Vec<String> = text.chars().map(shown).collect();
    let column = place.column.and_then(|column| usize::try_from(column).ok()?.checked_sub(1));
    let column = column.filter(|column| *column < pieces.len());
    let first = first_shown(&pieces, column.unwrap_or(0), room);
    let start = if first > 0 { "…" } else { "" };
    let before: usize =
        pieces[first..column.unwrap_or(first).max(first)].iter().map(|piece| width_of(piece)).sum();
    let mut line = start.to_owned();
    for piece in &pieces[first..] {
        if width_of(&line) + width_of(piece) + 1 > room {
            line.push('…');
            break;
        }
        line.push_str(piece);
    }
    let bar = |number: &str| Span { text: format!("{number} | "), emphasis: Emphasis::Faint };
    let line = Span { text: line, emphasis: Emphasis::Plain };
    let mut rows = vec![Row { spans: vec![bar(&number), line] }];
    if column.is_some() {
        let text = " ".repeat(before + width_of(start));
        let before = Span { text, emphasis: Emphasis::Plain };
        let mark = Span { text: "^".to_owned(), emphasis: Emphasis::Extra };
        rows.push(Row { spans: vec![bar(&" ".repeat(number.len())), before, mark] });
    }
    rows
}

/// The first piece of a line that is shown, so that the one at the column is in view with what follows it.
fn first_shown(pieces: &[String], column: usize, room: usize) -> usize {
    let width = |from: usize, to: usize| pieces[from..to].iter().map(|piece| width_of(piece)).sum::<usize>();
    let end = pieces.len().min(column + room / 4);
    let mut first = 0;
    while first < column && width(first, end) + 2 > room {
        first += 1;
    }
    first
}

/// A character of a source as it is shown.
fn shown(c: char) -> String {
    if c == '\t' {
        return TAB.to_owned();
    }
    let mut piece = String::new();
    push_plain(&mut piece, c);
    piece
}

fn of_words(text: &str, width: usize) -> Vec<Row> {
    let lines = said::lines(text);
    let rows = lines.iter().take(MOST_SAID).flat_map(|line| said::wrapped(line, width.saturating_sub(2)));
    let rows = rows.map(|row| one(Emphasis::Plain, format!("  {row}")));
    let more = lines.len().checked_sub(MOST_SAID).filter(|more| *more > 0);
    let more = more.map(|more| one(Emphasis::Faint, format!("  … {}", counted(more, "more line"))));
    rows.chain(more).collect()
}

fn push(rows: &mut Vec<Row>, emphasis: Emphasis, text: &str, width: usize) {
    rows.extend(said::wrapped(text, width).into_iter().map(|row| one(emphasis, row)));
}

/// The same, broken between words.
fn push_words(rows: &mut Vec<Row>, emphasis: Emphasis, text: &str, width: usize) {
    const INDENT: &str = "  ";
    let mut line = String::new();
    for word in plain(text).split_whitespace() {
        if !line.trim().is_empty() && width_of(&line) + 1 + width_of(word) > width {
            push(rows, emphasis, &line, width);
            INDENT.clone_into(&mut line);
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    push(rows, emphasis, &line, width);
}

fn one(emphasis: Emphasis, text: String) -> Row {
    Row { spans: vec![Span { text, emphasis }] }
}

/// An explanation as a text.
#[cfg(test)]
pub fn text(explanation: &Explanation, width: usize) -> String {
    rows(explanation, width).iter().map(Row::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::text;
    use crate::event::fixture::{explanation, subject};
    use crate::event::{CodePlace, ExplainedFault, Explanation};
    use crate::model::{Name, Verdict};
    use crate::ui::width_of;

    fn without_faults(remark: &str) -> Explanation {
        let bare = explanation(&subject("p", "s", "c"));
        Explanation { faults: Vec::new(), left_out: 0, remark: Some(remark.to_owned()), ..bare }
    }

    #[test]
    fn a_fault_is_told_with_its_line_and_its_calls() {
        assert_snapshot!(text(&explanation(&subject("p", "s", "c")), 80), @r"
        a run of its own, AddressSanitizer, not the one that was judged: RE
        heap-buffer-overflow: READ of size 4
          0 bytes after 20-byte region
          --> solutions/p/\xffs.cpp:5:14
            5 |     return a[i] + \x1bb;
              |                 ^
          in sum(int)  solutions/p/\xffs.cpp:5  × 3
             main  solutions/p/\xffs.cpp:11
             … and 2 calls of libraries
        stack-overflow
          in f
        … 1 more fault
        ");
    }

    #[test]
    fn where_nothing_was_found_one_line_says_so() {
        assert_snapshot!(text(&without_faults("the case passes"), 80), @"--explain: AddressSanitizer, the case passes");
        let bare = Explanation { checks: String::new(), verdict: None, ..without_faults("no way is known") };
        assert_snapshot!(text(&bare, 80), @"--explain: no way is known");
        let said = Some("\nld: cannot find -lasan\n\x1b[1mcollect2\x1b[0m\n".to_owned());
        assert_snapshot!(text(&Explanation { said, ..bare }, 80), @r"
        --explain: no way is known
          ld: cannot find -lasan
          \x1b[1mcollect2\x1b[0m
        ");
    }

    #[test]
    fn a_long_line_is_shown_round_its_column_and_no_row_is_too_wide() {
        let text_of_line = format!("蛇{}here();{}", "a + ".repeat(60), " + b".repeat(60));
        let place = CodePlace {
            path: Name::from("solutions/p/a-very-long-name-of-a-file-that-goes-on-and-on.cpp"),
            line: 12345,
            column: Some(242),
            text: Some(text_of_line),
        };
        let fault = ExplainedFault {
            what: "signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'".to_owned(),
            details: vec!["x".repeat(200)],
            place: Some(place),
            stack: Vec::new(),
            library_calls: 3,
        };
        let long = Explanation {
            faults: vec![fault],
            verdict: Some(Verdict::Accepted),
            ..without_faults("the case passes in this run")
        };
        assert_snapshot!(text(&long, 60), @"
        a run of its own, AddressSanitizer, not the one that was
          judged: AC
        signed integer overflow: 2147483647 + 1 cannot be represente
          d in type 'int'
          xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          xxxxxxxxxxxxxxxxxxxxxxxxxx
          --> solutions/p/a-very-long-name-of-a-file-that-goes-on-an
          d-on.cpp:12345:242
        12345 | … a + a + a + a + a + a + a + a + a + here(); + b +…
              |                                       ^
        the case passes in this run
        ");
        for width in [40, 60, 80, 200, 300] {
            for row in text(&long, width).lines() {
                assert!(width_of(row) <= width, "{width}: {row}");
            }
        }
    }
}
