//! Lines that say what follows: *Input*, *Sample Output 1*, **输入：**, *Example 2*, *样例 #1*.

use crate::statement::words::{FILLING, INPUT, OTHER, OUTPUT, SAMPLE};

/// A part of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the program reads.
    Input,
    /// What it prints.
    Output,
}

/// What a label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part of a sample.
    Part(Part),
    /// A sample with all its parts.
    Sample,
    /// Something else, such as an explanation.
    Other,
}

/// A line that says what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    /// What it announces.
    pub kind: Kind,
    /// It names a sample.
    pub is_of_sample: bool,
    /// The number of the sample, where it says one.
    pub number: Option<u32>,
    /// What stands behind the colon.
    pub rest: &'a str,
}

/// A longer name is none of a label.
const LONGEST_NAME: usize = 100;

/// The label that a line is or begins with.
pub fn label(line: &str) -> Option<Label<'_>> {
    let text = line.trim();
    let (name, rest) = match text.find([':', '：']) {
        Some(colon) => {
            let (name, after) = text.split_at(colon);
            (name, after.trim_start_matches([':', '：']))
        }
        None => (text, ""),
    };
    if name.len() > LONGEST_NAME {
        return None;
    }
    let marks = name.len() - name.trim_start_matches(['*', '_']).len();
    let mark = name.split_at(marks).0;
    let rest = rest.strip_prefix(mark).or_else(|| rest.strip_suffix(mark)).unwrap_or(rest);
    let (kind, is_of_sample, number) = kind(name)?;
    Some(Label { kind, is_of_sample, number, rest: rest.trim() })
}

/// The part that the word behind a fence names, and the number of its sample: `input1`.
pub fn part_of_word(word: &str) -> Option<(Part, Option<u32>)> {
    let short = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = word.get(short.len()..).and_then(|digits| digits.parse().ok());
    match short {
        "in" => Some((Part::Input, number)),
        "out" | "ans" | "answer" => Some((Part::Output, number)),
        _ => match kind(word)? {
            (Kind::Part(part), _, number) => Some((part, number)),
            (Kind::Sample | Kind::Other, ..) => None,
        },
    }
}

/// Where the label of an output begins inside a line: `nums = [1] Output: 3`.
pub fn output_inside(line: &str) -> Option<usize> {
    let mut colons = line.match_indices([':', '：']).take(LONGEST_NAME);
    colons.find_map(|(at, _)| {
        let before = line.get(..at)?.trim_end_matches(['*', ' ', '_']);
        OUTPUT.iter().find_map(|known| {
            let start = before.len().checked_sub(known.len())?;
            let (rest, word) = before.split_at_checked(start)?;
            let is_whole = is_unspaced(known) || !rest.ends_with(char::is_alphanumeric);
            (is_whole && word.to_lowercase() == *known).then_some(start)
        })
    })
}

/// What a name announces, whether it names a sample, and its number; nothing where any word of it is
/// unknown.
fn kind(name: &str) -> Option<(Kind, bool, Option<u32>)> {
    let name = name.to_lowercase();
    let mut found: Vec<Kind> = Vec::new();
    let mut number = None;
    for word in words(&name) {
        if SAMPLE.contains(&word) {
            found.push(Kind::Sample);
        } else if INPUT.contains(&word) {
            found.push(Kind::Part(Part::Input));
        } else if OUTPUT.contains(&word) {
            found.push(Kind::Part(Part::Output));
        } else if OTHER.contains(&word) {
            found.push(Kind::Other);
        } else if word.chars().all(|c| c.is_ascii_digit()) {
            number = word.parse().ok();
        } else if !FILLING.contains(&word) {
            return None;
        }
    }
    let has = |kind| found.contains(&kind);
    let is_of_sample = has(Kind::Sample);
    let kind = match (has(Kind::Part(Part::Input)), has(Kind::Part(Part::Output))) {
        _ if has(Kind::Other) => Kind::Other,
        (true, true) => Kind::Sample,
        (true, false) => Kind::Part(Part::Input),
        (false, true) => Kind::Part(Part::Output),
        (false, false) if is_of_sample => Kind::Sample,
        (false, false) => return None,
    };
    Some((kind, is_of_sample, number))
}

/// A word of a language that has no blanks between its words.
fn is_unspaced(word: &str) -> bool {
    word.starts_with(|c: char| c >= '\u{2e80}')
}

/// The words of a name. Chinese has no blanks between them, so they are cut off one by one.
fn words(name: &str) -> Vec<&str> {
    const LISTS: [&[&str]; 5] = [INPUT, OUTPUT, SAMPLE, OTHER, FILLING];
    let is_between =
        |c: char| c.is_whitespace() || "#*_`>()[]{}（）【】「」『』.-–—、,，№/&|'’■▍\u{e000}".contains(c);
    let mut words = Vec::new();
    for mut piece in name.split(is_between).filter(|piece| !piece.is_empty()) {
        while !piece.is_empty() {
            let known = LISTS.iter().flat_map(|list| list.iter());
            let unspaced = known.filter(|word| is_unspaced(word) && piece.starts_with(**word));
            let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let length = match unspaced.map(|word| word.len()).max() {
                Some(length) => length,
                None if digits > 0 => digits,
                None => {
                    let end = piece.find(|c: char| c.is_ascii_digit() || c >= '\u{2e80}');
                    end.filter(|end| *end > 0).unwrap_or(piece.len())
                }
            };
            let (word, rest) = piece.split_at(length);
            match compound(word) {
                Some((first, second)) => words.extend([first, second]),
                None => words.push(word),
            }
            piece = rest;
        }
    }
    words
}

/// The two words of `beispieleingabe` and `sampleinput`.
fn compound(word: &str) -> Option<(&str, &str)> {
    SAMPLE.iter().find_map(|sample| {
        let rest = word.strip_prefix(sample)?;
        (INPUT.contains(&rest) || OUTPUT.contains(&rest)).then(|| word.split_at(sample.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::{Kind, Part, label, output_inside, part_of_word};

    #[track_caller]
    fn check(line: &str, expect: Option<(Kind, &str)>) {
        assert_eq!(label(line).map(|label| (label.kind, label.rest.trim())), expect, "{line}");
    }

    const INPUT: Kind = Kind::Part(Part::Input);
    const OUTPUT: Kind = Kind::Part(Part::Output);

    #[test]
    fn a_label_is_made_of_known_words_only() {
        for line in ["Input", "### Sample Input 1", "**Input**", "输入：", "#### 样例输入 #1", "## 输入样例1"]
        {
            check(line, Some((INPUT, "")));
        }
        for line in ["Output:", "**输出：**", "__Example output__", "Expected Output", "### 【样例输出】"]
        {
            check(line, Some((OUTPUT, "")));
        }
        for line in ["Example 1:", "## 样例 #2", "**示例 1：**", "Sample Input / Output", "## 输入输出样例"]
        {
            check(line, Some((Kind::Sample, "")));
        }
        check("Input: board = [[1]]", Some((INPUT, "board = [[1]]")));
        check("**输入：**x = 3", Some((INPUT, "x = 3")));
        check("**Input: x = 3**", Some((INPUT, "x = 3")));
        check("Explanation: it is so", Some((Kind::Other, "it is so")));
        for line in [
            "The input: a board",
            "输入一个整数",
            "4 5",
            "",
            "Input is read",
            "#1@",
            "Input Format",
            "输入格式",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn labels_are_known_in_many_languages() {
        for line in [
            "範例輸入 1",
            "樣例輸入",
            "入力例 1",
            "예제 입력 1",
            "Eingabe:",
            "Beispieleingabe",
            "Entrée",
            "Exemple d'entrée",
            "Entrada de ejemplo",
            "Входные данные",
            "Vstup",
            "Girdi",
            "Wejście",
        ] {
            check(line, Some((INPUT, "")));
        }
        for line in [
            "範例輸出",
            "出力例 2",
            "예제 출력 1",
            "Ausgabe",
            "Sortie :",
            "Salida",
            "Saída",
            "Выходные данные",
        ] {
            check(line, Some((OUTPUT, "")));
        }
        for line in ["Beispiel 1", "Exemple", "例 1", "Пример", "範例 #1"] {
            check(line, Some((Kind::Sample, "")));
        }
    }

    #[test]
    fn a_label_may_say_the_number_of_its_sample() {
        let number = |line| label(line).and_then(|label| label.number);
        assert_eq!(number("### Sample Input 12"), Some(12));
        assert_eq!(number("样例输入2"), Some(2));
        assert_eq!(number("Input"), None);
        assert_eq!(part_of_word("input3"), Some((Part::Input, Some(3))));
        assert_eq!(part_of_word("out"), Some((Part::Output, None)));
        assert_eq!(part_of_word("cpp"), None);
    }

    #[test]
    fn an_output_behind_an_input_is_seen() {
        for line in ["nums = [1] Output: 3", "1 2, **output**: 3", "x = 3，输出：4"] {
            assert!(output_inside(line).is_some(), "{line}");
        }
        for line in ["s = \"a:b\"", "1 2", "the outputs"] {
            assert!(output_inside(line).is_none(), "{line}");
        }
    }
}
