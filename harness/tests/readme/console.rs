//! Reads blocks of a console session: `$ ` before a command, `> ` before the lines that continue it,
//! and all that it prints below.

/// A fenced block.
#[derive(Debug, PartialEq, Eq)]
pub struct Block<'a> {
    /// The word after the fence.
    pub kind: &'a str,
    /// The line of the fence, counted from 1.
    pub line: usize,
    /// What is in it.
    pub lines: Vec<&'a str>,
}

/// A command and what it prints.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// The line of the command, counted from 1.
    pub line: usize,
    /// What the shell gets.
    pub command: String,
    /// The lines below it.
    pub prints: String,
    /// Where they begin, counted from 0.
    pub prints_at: usize,
}

/// What a page does, in its order.
#[derive(Debug, PartialEq, Eq)]
pub enum Act {
    /// A command is run.
    Run(Step),
    /// A file gets this content.
    File {
        /// Its path in the workspace.
        path: String,
        /// Its lines, the first, which names it, among them.
        content: String,
    },
}

/// What a page does: its blocks of `console`, and those of `toml` that begin with `# FILE`.
pub fn acts(text: &str) -> Vec<Act> {
    let act = |block: Block<'_>| match (block.kind, block.lines.first()) {
        ("console", _) => steps(&block).into_iter().map(Act::Run).collect(),
        ("toml", Some(first)) => {
            let path = first.strip_prefix("# ").filter(|path| !path.contains(' '));
            let path = path.unwrap_or_else(|| panic!("line {}: begin with `# FILE`", block.line));
            vec![Act::File { path: path.to_owned(), content: block.lines.join("\n") + "\n" }]
        }
        _ => Vec::new(),
    };
    blocks(text).flat_map(act).collect()
}

/// The fenced blocks of a Markdown text.
pub fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut lines = (1..).zip(text.lines());
    std::iter::from_fn(move || {
        let (line, kind) = lines.find_map(|(line, text)| Some((line, text.strip_prefix("```")?)))?;
        let inside = lines.by_ref().map(|(_, text)| text).take_while(|text| *text != "```");
        Some(Block { kind, line, lines: inside.collect() })
    })
}

/// The steps of a block. What stands above the first command is a mistake, and shows as a step that
/// prints it without doing anything.
fn steps(block: &Block<'_>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (line, text) in (block.line + 1..).zip(&block.lines) {
        let is_new = text.starts_with("$ ") || steps.is_empty();
        if is_new {
            steps.push(Step { line, command: String::new(), prints: String::new(), prints_at: line });
        }
        let Some(step) = steps.last_mut() else { continue };
        if let Some(command) = text.strip_prefix("$ ") {
            step.command.push_str(command);
            step.prints_at = line;
        } else if let Some(more) = text.strip_prefix("> ").or_else(|| text.strip_prefix('>')) {
            step.command.push('\n');
            step.command.push_str(more);
            step.prints_at = line;
        } else {
            step.prints.push_str(text);
            step.prints.push('\n');
        }
    }
    steps
}

#[test]
fn a_session_is_commands_and_what_they_print() {
    let text =
        "# A\n\n```sh\nmake\n```\n\n```console\n$ cat <<X\n> a\n>\n> X\na\n\n$ true\n$ ls\nb\n```\nend\n";
    let blocks: Vec<Block> = blocks(text).collect();
    assert_eq!(blocks[0], Block { kind: "sh", line: 3, lines: vec!["make"] });
    assert_eq!(blocks.len(), 2);
    let step = |line, command: &str, prints: &str, prints_at| Step {
        line,
        command: command.into(),
        prints: prints.into(),
        prints_at,
    };
    let expect =
        [step(8, "cat <<X\na\n\nX", "a\n\n", 11), step(14, "true", "", 14), step(15, "ls", "b\n", 15)];
    assert_eq!(steps(&blocks[1]), expect);
}

#[test]
fn a_line_above_the_first_command_belongs_to_none() {
    let block = Block { kind: "console", line: 1, lines: vec!["lost", "$ true"] };
    let lost = Step { line: 2, command: String::new(), prints: "lost\n".into(), prints_at: 2 };
    assert_eq!(steps(&block)[0], lost);
}

#[test]
fn a_block_of_settings_is_a_file() {
    let text = "```toml\n# judge.toml\njobs = 1\n```\n\n```sh\nmake\n```\n";
    let content = "# judge.toml\njobs = 1\n".into();
    assert_eq!(acts(text), [Act::File { path: "judge.toml".into(), content }]);
}
