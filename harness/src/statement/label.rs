//! Lines that say what follows: *Input*, *Sample Output 1*, **输入：**, *Example 2*, *样例 #1*.

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
    /// It is a heading of the text.
    pub is_heading: bool,
    /// What stands behind the colon.
    pub rest: &'a str,
}

const INPUT: [&str; 5] = ["input", "inputs", "stdin", "inputcopy", "输入"];
const OUTPUT: [&str; 7] = ["output", "outputs", "stdout", "outputcopy", "expected", "输出", "答案"];
const SAMPLE: [&str; 10] =
    ["sample", "samples", "example", "examples", "样例", "示例", "范例", "例子", "测试样例", "输入输出样例"];
const OTHER: [&str; 9] =
    ["explanation", "explanations", "note", "notes", "constraints", "解释", "说明", "提示", "约束"];
/// Words that change nothing.
const FILLING: [&str; 11] =
    ["test", "case", "standard", "data", "for", "and", "/", "标准", "数据", "测试", "第"];

/// The label that a line is or begins with.
pub fn label(line: &str) -> Option<Label<'_>> {
    let text = line.trim();
    let is_heading = text.starts_with('#');
    let (name, rest) = match text.find([':', '：']) {
        Some(colon) => {
            let after = &text[colon..];
            (&text[..colon], after.trim_start_matches([':', '：']))
        }
        None => (text, ""),
    };
    let rest = if is_markup(rest) { "" } else { rest };
    match kind(name) {
        Some((kind, is_of_sample)) => Some(Label { kind, is_of_sample, is_heading, rest }),
        None if is_heading => Some(Label { kind: Kind::Other, is_of_sample: false, is_heading, rest }),
        None => None,
    }
}

/// The part that the word behind a fence names.
pub fn part_of_word(word: &str) -> Option<Part> {
    let word = word.to_lowercase();
    if word == "in" || INPUT.contains(&&*word) {
        Some(Part::Input)
    } else if ["out", "ans", "answer"].contains(&&*word) || OUTPUT.contains(&&*word) {
        Some(Part::Output)
    } else {
        None
    }
}

/// What a name announces, and whether it names a sample; nothing where any word of it is unknown.
fn kind(name: &str) -> Option<(Kind, bool)> {
    let name = without_tags(name).to_lowercase();
    let mut found: Vec<Kind> = Vec::new();
    for word in words(&name) {
        if SAMPLE.contains(&word) {
            found.push(Kind::Sample);
        } else if INPUT.contains(&word) {
            found.push(Kind::Part(Part::Input));
        } else if OUTPUT.contains(&word) {
            found.push(Kind::Part(Part::Output));
        } else if OTHER.contains(&word) {
            found.push(Kind::Other);
        } else if !FILLING.contains(&word) && !word.chars().all(|c| c.is_ascii_digit()) {
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
    Some((kind, is_of_sample || kind == Kind::Sample))
}

/// The words of a name. Chinese has no blanks between them, so they are cut off one by one.
fn words(name: &str) -> Vec<&str> {
    const CHINESE: [&[&str]; 5] = [&INPUT, &OUTPUT, &SAMPLE, &OTHER, &FILLING];
    let is_between = |c: char| c.is_whitespace() || "#*_`>()[]（）【】.-–—、,，№".contains(c);
    let mut words = Vec::new();
    for mut piece in name.split(is_between).filter(|piece| !piece.is_empty()) {
        while !piece.is_empty() {
            let known = CHINESE.iter().flat_map(|list| list.iter());
            let chinese = known.filter(|word| !word.is_ascii() && piece.starts_with(**word));
            let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let length = match chinese.map(|word| word.len()).max() {
                Some(length) => length,
                None if digits > 0 => digits,
                None => {
                    let end = piece.find(|c: char| c.is_ascii_digit() || !c.is_ascii());
                    end.filter(|end| *end > 0).unwrap_or(piece.len())
                }
            };
            let (word, rest) = piece.split_at(length);
            words.push(word);
            piece = rest;
        }
    }
    words
}

/// Nothing but the end of an emphasis.
fn is_markup(text: &str) -> bool {
    without_tags(text).chars().all(|c| c.is_whitespace() || c == '*' || c == '_')
}

/// The text without tags such as `<strong>`.
fn without_tags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let Some((_, after)) = tag.split_once('>') else { return out + "<" + tag };
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{Kind, Part, label};

    #[track_caller]
    fn check(line: &str, expect: Option<(Kind, &str)>) {
        assert_eq!(label(line).map(|label| (label.kind, label.rest.trim())), expect, "{line}");
    }

    #[test]
    fn a_label_is_made_of_known_words_only() {
        let (input, output) = (Kind::Part(Part::Input), Kind::Part(Part::Output));
        for line in ["Input", "### Sample Input 1", "**Input**", "输入：", "#### 样例输入 #1", "## 输入样例1"]
        {
            check(line, Some((input, "")));
        }
        for line in ["Output:", "**输出：**", "__Example output__", "Expected Output", "### 【样例输出】"]
        {
            check(line, Some((output, "")));
        }
        for line in ["Example 1:", "## 样例 #2", "**示例 1：**", "Sample Input / Output", "## 输入输出样例"]
        {
            check(line, Some((Kind::Sample, "")));
        }
        check("Input: board = [[1]]", Some((input, "board = [[1]]")));
        check("**输入：**x = 3", Some((input, "**x = 3")));
        check("Explanation: it is so", Some((Kind::Other, "it is so")));
        check("## Input Format", Some((Kind::Other, "")));
        check("## 输入格式", Some((Kind::Other, "")));
        for line in ["The input: a board", "输入一个整数", "4 5", "", "Input is read", "#1@"] {
            check(line, if line.starts_with('#') { Some((Kind::Other, "")) } else { None });
        }
    }
}
