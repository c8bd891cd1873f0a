//! What is run of a source whose blocks are indented, where it is started: its top level, and what that uses.

use crate::syntax::lexer::{Comments, code_alone, is_name, words};

/// A statement at the left margin, with the lines below that belong to it.
struct Block {
    /// What it defines. Its words are only run where that is used.
    names: Vec<String>,
    is_definition: bool,
    words: Vec<String>,
}

/// The words of what is run. A line that begins with one of `definitions` defines something, and so does one that
/// gives a further name to something. Names of the source are left out; the name of a part has a `.` in front.
#[must_use]
pub fn reached(text: &str, comments: Comments, definitions: &[String]) -> Vec<String> {
    let blocks = blocks(&code_alone(text, comments), comments, definitions);
    let mut is_reached: Vec<bool> = blocks.iter().map(|block| !block.is_definition).collect();
    let mut waiting: Vec<usize> = (0..blocks.len()).filter(|at| is_reached[*at]).collect();
    let mut found = Vec::new();
    while let Some(at) = waiting.pop() {
        let mut before = "";
        for word in &blocks[at].words {
            let is_part = before == ".";
            let is_defined = definitions.iter().any(|one| one == before);
            let mut is_own = is_defined;
            for (other, block) in blocks.iter().enumerate() {
                if !is_part && !is_defined && block.names.contains(word) {
                    is_own = true;
                    if !is_reached[other] {
                        is_reached[other] = true;
                        waiting.push(other);
                    }
                }
            }
            found.push(match (is_part, is_own) {
                (true, _) => format!(".{word}"),
                (false, true) => String::new(),
                (false, false) => word.clone(),
            });
            before = word;
        }
        found.push(String::new());
    }
    found
}

fn blocks(code: &str, comments: Comments, definitions: &[String]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = 0_usize;
    for line in code.lines() {
        let words = words(line, comments);
        let is_inner = open > 0 || line.starts_with([' ', '\t']);
        for word in &words {
            match word.as_str() {
                "(" | "[" | "{" => open += 1,
                ")" | "]" | "}" => open = open.saturating_sub(1),
                _ => {}
            }
        }
        match blocks.last_mut() {
            Some(block) if is_inner => block.words.extend(words),
            _ if words.is_empty() => {}
            _ => blocks.push(block(words, definitions)),
        }
    }
    blocks
}

fn block(words: Vec<String>, definitions: &[String]) -> Block {
    let is = |at: usize, sign: &str| words.get(at).is_some_and(|word| word == sign);
    if definitions.contains(&words[0]) {
        let end = words.iter().position(|word| ["(", "[", ":"].contains(&word.as_str())).unwrap_or(0);
        let name = words[..end].last().filter(|word| is_name(word) && !definitions.contains(word));
        return Block { names: name.into_iter().cloned().collect(), is_definition: true, words };
    }
    // Names that something else is given are no call of it.
    let end = words.iter().position(|word| word == "=").unwrap_or(0);
    let has_call = words.iter().any(|word| word == "(");
    let is_function = words.get(end + 1).is_some_and(|word| definitions.contains(word));
    let is_alias = end > 0
        && !is(end + 1, "=")
        && (!has_call || is_function)
        && words[..end].iter().all(|word| is_name(word) || word == ",");
    let names = words[..end].iter().filter(|word| is_alias && is_name(word)).cloned().collect();
    Block { names, is_definition: is_alias, words }
}

#[cfg(test)]
mod tests {
    use super::reached;
    use crate::syntax::lexer::Comments;

    #[track_caller]
    fn check(text: &str, reads: bool) {
        let definitions = ["def", "class", "async", "@", "import", "from", "lambda"].map(str::to_owned);
        let words = reached(text, Comments::Hash, &definitions);
        let is_call = |two: &[String]| two[0] == "input" && two[1] == "(";
        let has_part = || words.iter().any(|word| word == ".stdin" || word == "stdin");
        assert_eq!(words.windows(2).any(is_call) || has_part(), reads, "{text}\n{words:?}");
    }

    #[test]
    fn what_the_top_level_calls_is_run() {
        check("print(input())", true);
        check("def g():\n    return input()\ndef main():\n    g()\nif __name__ == '':\n    main()", true);
        check("class Solution:\n    def f(self): return input()\nprint(Solution().f())", true);
        check("import sys\ninput = sys.stdin.readline\nn = int(input())", true);
        check("read = lambda: sys.stdin.read()\ndata = (\nread()\n)", true);
        check("for line in sys.stdin:\n    f(line)", true);
    }

    #[test]
    fn what_is_only_defined_is_not_run() {
        check("def main():\n    input()\n\n    x = [\n0]\n    input()", false);
        check("import sys\ninput = sys.stdin.readline\nsys.setrecursionlimit(9)", false);
        check("input, print = sys.stdin.readline, sys.stdout.write\nx = print(1)", true);
        check("input, print = sys.stdin.readline, sys.stdout.write\nx = 1", false);
        check("from sys import stdin\nread = lambda: stdin.read()", false);
    }

    #[test]
    fn what_the_source_calls_so_is_meant() {
        check("def input(a): return a\nprint(input(3))", false);
        check("class A:\n    def input(self): pass\n    def f(self): self.input()\nA().f()", false);
        check("@cache\ndef f(): pass\nx = f()  # input()", false);
    }
}
