//! Statements as sites print them.

use proptest::prelude::{prop_assert, proptest};

use crate::statement::{Refusal, read};

/// All samples are certain, and these.
#[track_caller]
fn check(text: &str, expect: &[(&str, Option<&str>)]) {
    let reading = read(text);
    assert_eq!(reading.refused, []);
    let found: Vec<(&str, Option<&str>)> =
        reading.samples.iter().map(|sample| (sample.input.as_str(), sample.answer.as_deref())).collect();
    assert_eq!(found, expect);
}

/// These samples are certain, and so many others are refused for these reasons.
#[track_caller]
fn check_refused(text: &str, certain: &[(&str, &str)], refused: &[(usize, &str)]) {
    let reading = read(text);
    let found: Vec<(&str, &str)> = reading
        .samples
        .iter()
        .map(|sample| (sample.input.as_str(), sample.answer.as_deref().unwrap_or_default()))
        .collect();
    let why: Vec<(usize, &str)> =
        reading.refused.iter().map(|Refusal { number, why }| (*number, why.as_str())).collect();
    assert_eq!((found.as_slice(), why.as_slice()), (certain, refused));
}

#[test]
fn headings_with_blocks_below_them() {
    let text = "# Snake\n\n## Input\n\nThe first line holds `n` and `m`:\n\n```\nn m\n```\n\n## Output\n\nPrint one number.\n\n\
        ## Examples\n\n### Input\n\n```\n4 5\n##...\n..1#@\n\n```\n\n### Output\n\n```\n4\n```\n\n### Input\n```text\n1 2\n```\n\
        ### Output\n```text\n3\n```\n\n## Note\n\n```\nno sample\n```\n";
    check(text, &[("4 5\n##...\n..1#@\n", Some("4\n")), ("1 2\n", Some("3\n"))]);
}

#[test]
fn chinese_headings_with_numbers() {
    let text = "## 题目描述\n\n给定一个整数。\n\n## 输入格式\n\n一行：\n\n```\nn\n```\n\n## 输出格式\n\n一个整数。\n\n## 输入输出样例 #1\n\n\
        ### 输入 #1\n\n```\n3\n1 2 3\n```\n\n### 输出 #1\n\n```\n6\n```\n\n#### 样例输入2\n~~~\n1\n~~~\n#### 样例输出2\n~~~\n1\n~~~\n\n## 说明/提示\n\n```\n9\n```\n";
    check(text, &[("3\n1 2 3\n", Some("6\n")), ("1\n", Some("1\n"))]);
}

#[test]
fn leetcode_in_english() {
    let text = "You are given a `board`.\n\n**Example 1:**\n\n**Input:** board = \\[\\[-1,-1\\],\\[-1,3\\]\\]\n**Output:** 1\n\
        **Explanation:** In the beginning, you start at square 1.\n\n**Example 2:**\n\n```\nInput: board = [[-1,-1],\n [-1,2]]\nOutput: 1\nExplanation: x = [\n```\n\n\
        <p><strong>Example 3:</strong></p>\n\n<pre>\n<strong>Input:</strong> s = &quot;a&quot;, k = 2\n<strong>Output:</strong> true\n</pre>\n\n**Constraints:**\n\n* `2 <= n`\n";
    let expect = [
        ("[[-1,-1],[-1,3]]\n", Some("1\n")),
        ("[[-1,-1],[-1,2]]\n", Some("1\n")),
        ("\"a\"\n2\n", Some("true\n")),
    ];
    check(text, &expect);
}

#[test]
fn leetcode_in_chinese() {
    let text = "**示例 1：**\n\n**输入：**board = [[-1,-1],[-1,3]]\n**输出：**1\n**解释：**从方格 1 出发。\n\n**示例 2：**\n\n> 输入：nums = [2,7]\n> 输出：[0,1]\n\n**提示：**\n\n- `n == board.length`\n";
    check(text, &[("[[-1,-1],[-1,3]]\n", Some("1\n")), ("[2,7]\n", Some("[0,1]\n"))]);
}

#[test]
fn blocks_below_a_sample_are_input_and_output_in_turn() {
    let text = "## Sample 1\n\n```\n1 2\n```\n\n```\n3\n```\n\n## Sample 2\n```\n4\n```\n```\n5\n```\n## Links\n```\n6\n```\n";
    check(text, &[("1 2\n", Some("3\n")), ("4\n", Some("5\n"))]);
}

#[test]
fn the_word_behind_a_fence_says_what_a_block_is() {
    check("Some text\n\n```input\n1\n```\n\nmore\n\n```output\n2\n```\n", &[("1\n", Some("2\n"))]);
}

#[test]
fn text_below_a_label_is_a_value_only_in_a_sample() {
    check("Input:\nTwo numbers.\n\nOutput:\nTheir sum.\n", &[]);
    check("Example\n\nInput:\n1 2\n3\n\nOutput:\n6\n", &[("1 2\n3\n", Some("6\n"))]);
}

#[test]
fn a_sample_may_lack_its_answer() {
    check(
        "### Sample Input 1\n```\n1\n```\n### Sample Input 2\n```\n2\n```\n",
        &[("1\n", None), ("2\n", None)],
    );
    check_refused("### Sample Output 1\n```\n1\n```\n", &[], &[(1, "its input is missing")]);
}

#[test]
fn a_block_in_a_list_loses_the_indent_of_its_fence() {
    check("1. Sample Input\n\n   ```\n   a\n     b\n   ```\n", &[("a\n  b\n", None)]);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(Input|输出|样例|```|<pre>|</pre>|\\[|=|:|：|#|\\*|\n|x|1| |\"){0,40}") {
        let found = read(&text).samples;
        prop_assert!(found.iter().all(|sample| sample.input.is_empty() || sample.input.ends_with('\n')));
    }
}

#[test]
fn large_statements_of_brackets_and_blanks_are_read_in_one_go() {
    let large = |piece: &str| piece.repeat(100_000 / piece.len());
    let pieces =
        ["[", "]", "(", "\"", "[1,", "\n", " ", "a = 1, ", "=", "`", "Input\n", "```\n", "**", "<b>"];
    for piece in pieces {
        for before in
            ["", "Sample Input: a = ", "Sample Input: a = [\n", "```\nInput: a = [\n", "Input\n```\na =\n"]
        {
            let _ = read(&format!("{before}{}", large(piece)));
        }
    }
    let deep = format!("Sample Input: a = {}{}\n", "[".repeat(150_000), "]".repeat(150_000));
    assert_eq!(read(&deep).samples[0].input.len(), 300_001);
}
