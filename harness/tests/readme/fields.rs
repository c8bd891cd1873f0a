//! `harness/docs/json.md` names every field that is printed, and no other.
//!
//! A field is the path to it: `results[].verdict`. Its table stands below a heading that is the command.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::read;
use crate::session::Session;

/// The page.
const PAGE: &str = "harness/docs/json.md";

/// The headings, and what prints a document of that kind in a workspace with the problem `sum`.
const DOCUMENTS: [(&str, &str); 5] = [
    ("grade", "grade sum"),
    // Of the run before this line.
    ("history", "history sum"),
    ("compare", "compare sum --runs 3"),
    ("compare --growth", "compare codeforces-225d/bitmask --growth k=3..4 --runs 3 --max-time 5s"),
    ("cases", "cases sum"),
];

/// Fields of a document: those that are there, and those below which there was nothing to see.
#[derive(Debug, Default)]
struct Fields {
    there: BTreeSet<String>,
    empty: BTreeSet<String>,
}

impl Fields {
    fn collect(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.there.insert(path.clone());
                    self.collect(&path, value);
                }
            }
            Value::Array(elements) => {
                if elements.is_empty() {
                    self.empty.insert(format!("{path}[]"));
                }
                for element in elements {
                    self.collect(&format!("{path}[]"), element);
                }
            }
            Value::Null => {
                self.empty.insert(path.to_owned());
            }
            Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// What the table lacks, and what it names although there is no such field.
    fn differences(&self, named: &BTreeSet<String>) -> Vec<String> {
        let may_be_there =
            |path: &String| self.empty.iter().any(|empty| path.starts_with(&format!("{empty}.")));
        let lacking = self.there.difference(named).map(|path| format!("`{path}` is not in the table"));
        let invented = named.difference(&self.there).filter(|path| !may_be_there(path));
        lacking.chain(invented.map(|path| format!("there is no field `{path}`"))).collect()
    }
}

/// The fields in the first column of the table below a heading.
fn named(text: &str, heading: &str) -> BTreeSet<String> {
    let heading = format!("## `{heading}`");
    let section = text.lines().skip_while(|line| **line != *heading).skip(1);
    let rows = section.take_while(|line| !line.starts_with("## "));
    rows.filter_map(|row| Some(row.strip_prefix("| `")?.split_once('`')?.0.to_owned())).collect()
}

/// Holds the tables against what is printed.
pub fn hold(session: &Session) {
    write_problem(session);
    let text = read(PAGE);
    let mut wrong = Vec::new();
    for (heading, command) in DOCUMENTS {
        let (printed, _) = session.run(&format!("\"$HARNESS\" -q {command} --format json 2>/dev/null"), 0);
        let document: Value =
            serde_json::from_str(&printed).unwrap_or_else(|error| panic!("{command}: {error}\n{printed}"));
        let mut fields = Fields::default();
        fields.collect("", &document);
        let differences = fields.differences(&named(&text, heading));
        wrong.extend(differences.into_iter().map(|what| format!("{PAGE}: `{heading}`: {what}")));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// A problem with a right and two wrong solutions, one of which no case kills.
fn write_problem(session: &Session) {
    let program = |sum: &str| {
        format!(
            "fn main() {{\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
             let n: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();\n    \
             println!(\"{{}}\", {sum});\n}}\n"
        )
    };
    session.write("solutions/sum/add.rs", &program("n[0] + n[1]"));
    session.write("solutions/sum/multiply.rs", &program("n[0] * n[1]"));
    session.write("solutions/sum/small.rs", &program("(n[0] + n[1]) % 1000"));
    session.write("cases/sum/1.in", "1 2\n");
    session.write("cases/sum/1.ans", "3\n");
    session.write("cases/sum/2.in", "2 2\n");
    session.write("cases/sum/2.ans", "4\n");
    let wrong = |name: &str| format!("[solution.{name}]\nexpect = [\"AC\", \"WA\"]\n");
    let settings = wrong("multiply") + &wrong("small");
    session.write("cases/sum/problem.toml", &settings);
}

#[test]
fn fields_that_the_table_lacks_or_invents_are_found() {
    let document = serde_json::json!({"a": [{"b": 1, "c": null}], "d": [], "e": {"f": "g"}});
    let mut fields = Fields::default();
    fields.collect("", &document);
    let text = "## `x`\n\n| field | meaning |\n|---|---|\n| `a` | |\n| `a[].b` | |\n| `d` | |\n| `d[].h` | |\n| `e` | |\n| `z` | |\n\n## `y`\n| `n` | |\n";
    let differences = fields.differences(&named(text, "x"));
    let expect = ["`a[].c` is not in the table", "`e.f` is not in the table", "there is no field `z`"];
    assert_eq!(differences, expect);
}
