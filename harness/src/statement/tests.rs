//! Statements as sites print them.

use proptest::collection::vec;
use proptest::prelude::{any, prop_assert, proptest};

use crate::statement::{Refusal, read};

mod unsure;

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

#[test]
fn tags_are_never_data() {
    let block = |input: &str, output: &str| {
        format!(
            "<p><strong class=\"example\">Example 1:</strong></p>\n\n<div class=\"example-block\">\n<p>{input}</p>\n\n<p>{output}</p>\n\n<p><strong>Explanation:</strong></p>\n<p>It is so.</p>\n</div>\n"
        )
    };
    let english = block(
        "<strong>Input:</strong> <span class=\"example-io\">a = [4,1], k = 2</span>",
        "<strong>Output:</strong> <span class=\"example-io\">7</span>",
    );
    check(&english, &[("[4,1]\n2\n", Some("7\n"))]);
    let chinese = block(
        "<span class=\"example-io\"><b>输入：</b>s = \"(()\"</span>",
        "<span class=\"example-io\"><b>输出：</b>false</span>",
    );
    check(&chinese, &[("\"(()\"\n", Some("false\n"))]);
    let markdown = "**Example 1:**\n\n**Input:** <span class=\"example-io\">k = 3</span>\n\n**Output:** <span class=\"example-io\">6</span>\n";
    check(markdown, &[("3\n", Some("6\n"))]);
    let code = "<p><strong>Example:</strong></p>\n<p>Input: <code>a = [1,2]</code> <code>b = [3]</code></p>\n<p>Output: <code>7</code></p>\n";
    check(code, &[("[1,2]\n[3]\n", Some("7\n"))]);
}

#[test]
fn entities_are_what_they_stand_for() {
    let text = "<pre>\n<strong>Input:</strong> w = [&quot;ab&quot;,&quot;c=d, e&quot;], s = &#34;it&#x27;s&#34;\n<strong>Output:</strong>\n[\n&nbsp; &nbsp;&quot;ab&nbsp; c&quot;,\n&nbsp; &nbsp;&quot;a&lt;b &amp;&quot;\n]\n<strong>Explanation:</strong>&nbsp;none\n</pre>\n";
    check(text, &[("[\"ab\",\"c=d, e\"]\n\"it's\"\n", Some("[\"ab  c\",\"a<b &\"]\n"))]);
}

#[test]
fn tags_end_lines_as_browsers_show_them() {
    let codeforces = |input: &str, output: &str| {
        format!(
            "<div class=\"sample-test\"><div class=\"input\"><div class=\"title\">Input<div title=\"Copy\" class=\"copier\">Copy</div></div><pre>{input}</pre></div><div class=\"output\"><div class=\"title\">Output</div><pre>{output}</pre></div></div>"
        )
    };
    let lines = "\n<div class=\"x\">2</div><div class=\"x\">3 4</div><div class=\"x\"></div><div class=\"x\">5 6</div>";
    check(&codeforces(lines, "\n7\n11\n"), &[("2\n3 4\n\n5 6\n", Some("7\n11\n"))]);
    check(&codeforces("3<br />1 2 3<br />", "6<br>"), &[("3\n1 2 3\n", Some("6\n"))]);
    let unclear = [(1, "its input is unclear: `<br>` and a line end follow each other in it")];
    check_refused(&codeforces("3<br>\n1<br>\n", "6"), &[], &unclear);
    check_refused(
        &codeforces("x<sup>2</sup>", "6"),
        &[],
        &[(1, "its input has what looks like a tag: `<sup>`")],
    );
    check_refused(
        &codeforces("a &unheard; b", "6"),
        &[],
        &[(1, "its input has what looks like an entity: `&unheard;`")],
    );
}

#[test]
fn what_looks_like_markup_is_refused_by_number_and_the_rest_is_read() {
    let sample = |input: &str| format!("## Sample\n```\n{input}\n```\n```\n1\n```\n");
    let text = ["2", "<b>", "&lt;", "3\u{a0}4", "Copy\n5", "6"].map(sample).concat();
    let refused = [
        (2, "its input has what looks like a tag: `<b>`"),
        (3, "its input has what looks like an entity: `&lt;`"),
        (4, "its input has the typographic character U+00A0"),
        (5, "its input begins or ends with the word of a button"),
    ];
    check_refused(&text, &[("2\n", "1\n"), ("6\n", "1\n")], &refused);
}

#[test]
fn buttons_are_no_data() {
    check(
        "Examples\nInput\nCopy\n3\n1 2 3\nOutput\nCopy\n6\nNote\nNothing.\n",
        &[("3\n1 2 3\n", Some("6\n"))],
    );
    check(
        "### Sample Input 1Copy\n\nCopy\n\n    3\n\n### Sample Output 1Copy\n\n    4\n",
        &[("3\n", Some("4\n"))],
    );
    check(
        "<h3>Example</h3><p>Input<button>Copy</button></p><pre>3</pre><p>Output</p><pre>4</pre>",
        &[("3\n", Some("4\n"))],
    );
}

#[test]
fn values_are_separated_by_more_than_commas() {
    let text = "**示例 1：**\n\n> **输入：** nums = [2,7]， target = 9\n> **输出：** [0,1]\n> **解释：** 没有。\n\n**示例 2：**\n\n> 输入：s = “ab”，k = 2\n> 输出：1\n";
    check(text, &[("[2,7]\n9\n", Some("[0,1]\n")), ("\"ab\"\n2\n", Some("1\n"))]);
    let text = "**Example 1:**\n\n**Input:** nums = [1,2,3]; k = 2\n**Output:** 3\n\n**Example 2:**\n\n**Input:** s = \"a\" and t = \"b\"\n**Output:** true\n";
    check(text, &[("[1,2,3]\n2\n", Some("3\n")), ("\"a\"\n\"b\"\n", Some("true\n"))]);
    check("Example 1: Input: a = [1], k = 4, **Output:** 3\n", &[("[1]\n4\n", Some("3\n"))]);
    let unclear = "its input has unclear values: ";
    for value in ["[1,2], 3", "s = abc", "a = 1 or 2", "1；2", "s = ‘a’"] {
        let text = format!("**Example 1:**\n**Input:** {value}\n**Output:** true\n");
        check_refused(&text, &[], &[(1, &format!("{unclear}`{value}`"))]);
    }
}

#[test]
fn a_block_that_tells_the_format_is_no_sample() {
    let format = "### Input\n\n```\nN\nA B\n```\n\n### Output\n\n```\nX\n```\n\n";
    let sample = "### Sample Input 1\n\n```\n1\n2 3\n```\n\n### Sample Output 1\n\n```\n5\n```\n";
    check(&format!("{format}{sample}"), &[("1\n2 3\n", Some("5\n"))]);
    check_refused(format, &[], &[(1, "its input may be the format of the input")]);
    let after = "# Examples\n### Input\n```\n1\n2 3\n```\n### Output\n```\n5\n```\n";
    let format = format.replace("###", "#");
    check(&format!("{after}{format}"), &[("1\n2 3\n", Some("5\n"))]);
    check("## Input\n```\n1 2\n```\n## Output\n```\n3\n```\n", &[("1 2\n", Some("3\n"))]);
}

#[test]
fn data_in_a_block_with_a_label_is_never_a_label() {
    let text = "### Sample Input 1\n```\nsample\n3\n```\n### Sample Output 1\n```\noutput\n```\n### Sample Input 2\n```\ninput\noutput\n```\n### Sample Output 2\n```\nExample: 5\n```\n";
    check(text, &[("sample\n3\n", Some("output\n")), ("input\noutput\n", Some("Example: 5\n"))]);
    let both = "### Sample Input\n```\nInput: 1\nOutput: 2\n```\n### Sample Output\n```\n3\n```\n";
    check_refused(both, &[], &[(1, "its input has labels of its own inside it")]);
}

#[test]
fn brackets_between_quotes_do_not_open() {
    let text = "**Example 1:**\n\n**Input:** s = \"[[\"\n**Output:** \"[[\"\n\nNothing can be removed.\n\n**Example 2:**\n\n**Input:** s = \"a\"\n**Output:** \"a\"\n";
    check(text, &[("\"[[\"\n", Some("\"[[\"\n")), ("\"a\"\n", Some("\"a\"\n"))]);
    check("\u{feff}Input: a = 3\r\nOutput: YES\r\n", &[("3\n", Some("YES\n"))]);
}

#[test]
fn quotes_round_a_statement_and_indented_blocks() {
    check(
        "> ## 输入样例\n>\n> ```\n> 1 2\n>\n> 3\n> ```\n>\n> ## 输出样例\n>\n> ```\n> 3\n> ```\n",
        &[("1 2\n\n3\n", Some("3\n"))],
    );
    check(
        "## 示例 1\n\n> 输入：\n> `a = [1,2]`\n>\n> 输出：`7`\n>\n> 解释：seven\n",
        &[("[1,2]\n", Some("7\n"))],
    );
    check("## Sample Input\n\n    2\n\n    3\n\n## Sample Output\n\n    5\n", &[("2\n\n3\n", Some("5\n"))]);
    check(
        "## Sample Input\n\n          ab\n         abc\n\n## Sample Output\n\n    1\n",
        &[("      ab\n     abc\n", Some("1\n"))],
    );
    check("Example\n\nInput\n##..#\n#.#\nOutput\n6\n", &[("##..#\n#.#\n", Some("6\n"))]);
}

#[test]
fn fences_that_name_their_part_and_number() {
    let fence = |word: &str, text: &str| format!("```{word}\n{text}\n```\n\n");
    let expect = [("1 2\n", Some("3\n")), ("4 5\n", Some("9\n"))];
    let parts =
        [fence("input1", "1 2"), fence("output1", "3"), fence("input2", "4 5"), fence("output2", "9")];
    check(&format!("## 样例\n\n{}", parts.concat()), &expect);
    check(&parts.concat(), &expect);
    let [one, one_out, two, two_out] = parts;
    check(&format!("Add.\n\n{one}{two}{one_out}{two_out}"), &expect);
    check_refused(&format!("{one}{two}{two_out}"), &[("4 5\n", "9\n")], &[(1, "its output is missing")]);
}

#[test]
fn labels_in_a_block_above_two_blocks_and_in_tables() {
    check("## 样例\n\n```\n输入: 1 2\n输出: 3\n```\n", &[("1 2\n", Some("3\n"))]);
    check(
        "**Example 1:**\n```\n<strong>Input:</strong> s = &quot;a&quot;\n<strong>Output:</strong> 3\n```\n",
        &[("\"a\"\n", Some("3\n"))],
    );
    check("### Sample Input\n1 2\\\n3 4\n### Sample Output\nYES\n", &[("1 2\n3 4\n", Some("YES\n"))]);
    check("### Sample 1:\n\nInput\n\nOutput\n\n```\n1 2\n```\n\n```\n3\n```\n", &[("1 2\n", Some("3\n"))]);
    check(
        "| Sample Input 1 | Sample Output 1 | Note |\n|---|---|---|\n| `1 2`<br>`3` | `3` | x |\n",
        &[("1 2\n3\n", Some("3\n"))],
    );
    check(
        "<table><tr><th>Input</th><th>Output</th></tr>\n<tr><td><pre>1 5\n2</pre></td><td><pre>6</pre></td></tr></table>",
        &[("1 5\n2\n", Some("6\n"))],
    );
    check("**Example 1:**\n\n**Input:** p[] = [1, 2]\n\n**Output:** 3\n", &[("[1, 2]\n", Some("3\n"))]);
    let stdin = "**Sample Input**\n\n```\nSTDIN   Function\n-----   --------\n2 3     n = 2, k = 3\n```\n\n**Sample Output**\n\n```\n4\n```\n";
    check(stdin, &[("2 3\n", Some("4\n"))]);
    let unaligned = stdin.replace("2 3     n", "2 3 n");
    let why = "its input has columns that explain it, and they are not aligned";
    check_refused(&unaligned, &[], &[(1, why)]);
}

#[test]
fn headings_in_other_languages() {
    let sections =
        |input: &str, output: &str| format!("## {input} 1\n\n```\n1\n```\n\n## {output} 1\n\n```\n2\n```\n");
    for (input, output) in [
        ("範例輸入", "範例輸出"),
        ("Beispieleingabe", "Beispielausgabe"),
        ("入力例", "出力例"),
        ("예제 입력", "예제 출력"),
        ("Exemple d'entrée", "Exemple de sortie"),
        ("Пример входные данные", "Пример выходные данные"),
        // By the structure alone.
        ("Eingabedaten", "Ausgabedaten"),
        ("ഇൻപുട്ട്", "ഔട്ട്പുട്ട്"),
    ] {
        check(&sections(input, output), &[("1\n", Some("2\n"))]);
    }
    let unnumbered = "## Xyz\n```\n1\n```\n## Abc\n```\n2\n```\n";
    check(unnumbered, &[]);
    check(&unnumbered.repeat(2), &[("1\n", Some("2\n")), ("1\n", Some("2\n"))]);
    check("## Usage\n```\nrun 1\n```\n## License\n```\nMIT\n```\n## Usage\n```\n2\n```\n", &[]);
}

#[test]
fn half_a_sample_is_never_read() {
    let input = "## Sample Input\n```\n1\n```\n";
    let output = "## Sample Output\n```\n3\n```\n";
    let (missing, two) = ("its output is missing", "two inputs follow each other before its output");
    check_refused(&format!("{input}{input}{output}"), &[], &[(1, missing), (2, two)]);
    check_refused(&format!("{input}{input}{output}{output}"), &[], &[(1, missing), (2, two)]);
    check_refused(&format!("{input}{output}{output}"), &[], &[(1, "it has several outputs")]);
    let further = "## Sample Input\n```\n1\n```\n```\n2\n```\n## Sample Output\n```\n3\n```\n";
    check_refused(further, &[], &[(1, "its input may go on in the block below it")]);
    check_refused("## Sample Input\n```\n1\n", &[], &[(1, "its input is unclear: its block has no end")]);
    check_refused(
        "## Example\n```\n3\n1 2 3\n6\n```\n",
        &[],
        &[(1, "its input may be more than the input: no block follows it")],
    );
    check_refused(
        "Sample Input\n\n3\n\n1 2 3\n\nSample Output\n\n6\n",
        &[],
        &[(1, "its input may go on after a blank line")],
    );
    check("Example 1:\nInput: 3\n1 2 3\nOutput: 6\n", &[("3\n1 2 3\n", Some("6\n"))]);
    let images = "**Example 1:**\n\n![x](x.png)\n\n**Example 2:**\n\nInput: n = 5\nOutput: 6\n";
    check_refused(images, &[("5\n", "6\n")], &[(1, "it has no parts")]);
    let none = "## Sample Input\n\n(none)\n\n## Sample Output\n```\nHello\n```\n";
    check_refused(none, &[], &[(1, "its input says that there is none: `(none)`")]);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(Input|输出|样例|```|<pre>|</pre>|<table>|<td>|<b |<br>|<div>|</div>|<!--|&lt;|&|`|>|    |\\||\\\\|\\[|=|:|：|#|\\*|\n|x|1| |\"){0,40}") {
        let found = read(&text).samples;
        prop_assert!(found.iter().all(|sample| sample.input.ends_with('\n')));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = read(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn large_statements_of_brackets_and_blanks_are_read_in_one_go() {
    let large = |piece: &str| piece.repeat(30_000 / piece.len());
    let pieces = [
        "[",
        "]",
        "(",
        "\"",
        "[1,",
        "\n",
        " ",
        "a = 1, ",
        "=",
        "`",
        "Input\n",
        "```\n",
        "**",
        "<b>",
        "<b \"",
        "<!--",
        "<pre>",
        "<div>",
        "&lt;",
        "&",
        "> ",
        "| 1 ",
        "a = ",
        "`` ` ",
        "<td>",
        "Sample 1\n",
        "Output: ",
        "\t",
        "# Sample 1\n```\n1\n```\n",
        "the end of a line\n",
        "Example 7\n",
        "Example 1: Input: 1 Output: 2\n",
    ];
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
