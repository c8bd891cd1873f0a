//! Samples that may not be what they seem.

use super::{check, check_refused};
use crate::statement::read;

#[test]
fn a_block_without_an_end_is_no_value() {
    let end = "its input is unclear: its block has no end";
    let heading = "its input has a heading inside it: its block may have no end";
    let output = "\n## Sample Output\n```\n3\n```\n";
    let fence = |input: &str| format!("## Sample Input\n```\n{input}{output}");
    for input in ["1 2", "1 2\n~~~", "1 2```", "1 2\n```text\n3"] {
        check_refused(&fence(input), &[], &[(1, end)]);
    }
    // Even where as many fences open as close.
    check_refused("## Sample Input\n```\n1 2\n## Sample Output\n```\n3\n", &[], &[(1, heading)]);
    for heading in ["Sample Output", "**Output:**", "## Erwartet"] {
        let text = fence("1 2").replace("## Sample Output", heading);
        assert_eq!(read(&text).samples, [], "{text}");
    }
    let second = "## Sample Input 2\n```\n4\n```\n## Sample Output 2\n```\n5\n```\n";
    let late = format!("{}{second}", fence("1 2\n```").replace("3\n```", "3"));
    assert_eq!(read(&late).samples, []);
    let fences = "## Sample Input\n````\n```\n3\n```\n````\n## Sample Output\n~~~\n```\n~~~\n";
    check(fences, &[("```\n3\n```\n", Some("```\n"))]);
    // One that is cut off at the end takes nothing from those above it.
    let cut = format!("{}## Sample Input 2\n```\n4\n", fence("1 2\n```"));
    check_refused(&cut, &[("1 2\n", "3\n")], &[(2, end)]);
    let pre = "<h3>Sample Input</h3><pre>1 2<h3>Sample Output</h3><pre>3</pre>";
    check_refused(pre, &[], &[(1, end)]);
    check_refused(&pre.replace("h3", "div"), &[], &[(1, end)]);
    let cells = "<table><tr><th>Input</th><th>Output</th></tr><tr><td><pre>1 2</td><td><pre>3</pre></td></tr></table>";
    assert_eq!(read(cells).samples, []);
    let inside = "## Sample Input\n```\n3\nOutput:\n6\n```\n";
    check_refused(inside, &[], &[(1, "its output may stand inside its input")]);
    check_refused(
        "## Sample Input\n```1 2\n3\n```\n## Sample Output\n```\n3\n```\n",
        &[],
        &[(1, "its input is unclear: data may stand on the line of its fence")],
    );
}

#[test]
fn elements_of_a_block_that_may_be_no_data_refuse_it() {
    let pre =
        |input: &str| format!("<h3>Sample Input</h3><pre>{input}</pre><h3>Sample Output</h3><pre>6</pre>");
    for (input, why) in [
        ("<a class=\"btn-copy\">Copy</a>3", "the word of a button may stand in it"),
        ("<span class=\"btn btn-copy\">⧉</span>3", "the word of a button may stand in it"),
        ("3<span>Copy</span>", "the word of a button stands in it"),
        ("<a href=\"#\">?</a>3", "the word of a button may stand in it"),
        ("1<span style=\"display: none\">9</span>", "an element in it is not shown"),
        ("1<span class='sr-only'>9</span>", "an element in it is not shown"),
        ("1<i hidden>9</i>", "an element in it is not shown"),
        ("<span class=\"lineno\">1</span>3", "the number of a line may stand in it"),
        ("1<img src=\"x.png\">", "it contains an image"),
        (
            "<code class=\"line\">2</code><code class=\"line\">3</code>",
            "an element in it may stand on a line of its own",
        ),
        ("2<span style=\"display:block\">3</span>", "an element in it may stand on a line of its own"),
        ("<code>2</code><code>3</code>", "two elements in it follow each other without a blank"),
        (
            "<div>2</div>\n<div>3</div>",
            "an element with lines of its own and a line end follow each other in it",
        ),
        (
            "<div>2</div><div>\n3</div>",
            "an element with lines of its own and a line end follow each other in it",
        ),
        ("2<br> \n3", "`<br>` and a line end follow each other in it"),
        ("2\n<br>3", "`<br>` and a line end follow each other in it"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "it contains a table"),
    ] {
        check_refused(&pre(input), &[], &[(1, &format!("its input is unclear: {why}"))]);
    }
    for (input, value) in [
        ("<code class=\"hljs\"><span class=\"num\">1</span>,<span>2</span>\n3</code>", "1,2\n3\n"),
        ("<span class=\"line\">1 2\n</span><span class=\"line\">3\n</span>", "1 2\n3\n"),
        ("<div>2</div><div>3</div>\n", "2\n3\n"),
        ("1<br><br>2", "1\n\n2\n"),
        ("ab<b>c</b>d", "abcd\n"),
        ("<a href=\"http://x.org\">http://x.org</a>", "http://x.org\n"),
        ("<button>Copy</button>3", "3\n"),
    ] {
        check(&pre(input), &[(value, Some("6\n"))]);
    }
    let line = "<p>Example 1</p><p>Input: abc <a class=\"copy\">Copy</a></p><p>Output: 3</p>";
    check_refused(line, &[], &[(1, "its input has an element in it that may be no data")]);
    let label = "<h3>Sample Input<span class=\"btn btn-copy\">Copy</span></h3><pre>3</pre><h3>Sample Output<img src=\"x\"></h3><pre>6</pre>";
    check(label, &[("3\n", Some("6\n"))]);
}

#[test]
fn what_was_left_out_or_may_be_otherwise_is_refused() {
    let sample = |input: &str, output: &str| {
        format!("## Sample Input\n```\n{input}\n```\n## Sample Output\n```\n{output}\n```\n")
    };
    check_refused(&sample("1 2 ... 5", "3"), &[], &[(1, "its input is shortened: `1 2 ... 5`")]);
    check(&sample("2 3\n...\n.#.", "..."), &[("2 3\n...\n.#.\n", Some("...\n"))]);
    let list = "**Example 1:**\n**Input:** a = [1,2,...,5]\n**Output:** 3\n";
    check_refused(list, &[], &[(1, "its input has unclear values: `a = [1,2,...,5]`")]);
    let button = "begins or ends with the word of a button";
    check_refused(&sample("text\nCopy code\n3", "3"), &[], &[(1, &format!("its input {button}"))]);
    let goes_on = "its output may go on in the block below it";
    for between in ["or", "**OR**", "Another possible output:", "或"] {
        let text = format!("{}\n{between}\n\n```\n2 1\n```\n", sample("2", "1 2"));
        check_refused(&text, &[], &[(1, goes_on)]);
    }
    let explained = format!("{}\nThe path looks like this:\n\n```\n2 1\n```\n", sample("2", "1 2"));
    check(&explained, &[("2\n", Some("1 2\n"))]);
    check_refused(&sample("2", "1 2\nor\n2 1"), &[], &[(1, "its output may be several answers")]);
    let inline = "**Example 1:**\n**Input:** 2\n**Output:** YES or NO\n";
    check_refused(inline, &[], &[(1, "its output has unclear values: `YES or NO`")]);
}

#[test]
fn a_format_without_a_word_for_samples_is_told_from_data() {
    let sections = |input: &str| format!("## Input\n```\n{input}\n```\n## Output\n```\n3\n```\n");
    for format in ["N M\nA_1 A_2 ... A_N", "n\na1 a2", "T\ncase_1\n:\ncase_T", "1 x_1"] {
        let reading = read(&sections(format));
        assert_eq!((reading.samples.len(), reading.refused.len()), (0, 1), "{format}");
    }
    check(&sections("3 4\nab c"), &[("3 4\nab c\n", Some("3\n"))]);
    check(&sections("abc1"), &[("abc1\n", Some("3\n"))]);
    // A format assigns no value.
    check("Input: s = \"ab\"\nOutput: \"x\"\n", &[("\"ab\"\n", Some("\"x\"\n"))]);
    check("Input: words = [\"ab\",\"c\"]\nOutput: \"x\"\n", &[("[\"ab\",\"c\"]\n", Some("\"x\"\n"))]);
    check_refused("Input: s = ab\nOutput: \"x\"\n", &[], &[(1, "its input is missing")]);
}
