//! Which module may use which: `ARCHITECTURE.md` says it, and the sources keep to it.
//!
//! The table in that file is the only place where the layers are written down. A module is a folder or
//! a file right below `harness/src`, or the sandbox crate; it uses another where its code, the
//! tests aside, names a path that begins there.

use std::collections::{BTreeMap, BTreeSet};

use crate::circles::circle;
use crate::lexer::is_of_name;
use crate::source::{Complaint, Source};
use crate::workspace::{assert_none, read, sources};

const TABLE: &str = "harness/ARCHITECTURE.md";

/// One row of the table.
struct Row {
    line: usize,
    may: May,
}

/// What a module may use.
enum May {
    Everything,
    These(BTreeSet<String>),
}

/// The rows `| module | duty | modules |`, modules in back quotes; the last cell may say `everything`.
fn rows(text: &str) -> BTreeMap<String, Row> {
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let row = |(line, text): (usize, &str)| {
        let cells: Vec<&str> = text.strip_prefix("| `")?.trim_end_matches(['|', ' ']).split('|').collect();
        let [module, _, may] = cells[..] else { return None };
        let (module, _) = module.split_once('`')?;
        let may = if may.trim() == "everything" { May::Everything } else { May::These(quoted(may)) };
        Some((module.to_owned(), Row { line, may }))
    };
    (1..).zip(text.lines()).filter_map(row).collect()
}

/// The module that a source stands in. The crate's front door, `lib.rs`, is none.
fn module_of(path: &str) -> Option<&str> {
    if path.starts_with("harness/sandbox/src/") {
        return Some("sandbox");
    }
    let inside = path.strip_prefix("harness/src/").filter(|inside| *inside != "lib.rs")?;
    let (module, _) = inside.split_once(['/', '.'])?;
    Some(module)
}

/// The modules that a source uses, each with the line; its own among them.
fn uses_of(source: &Source) -> Vec<(usize, String)> {
    let code = &source.product;
    let starts = ["crate::", "harness::", "harness_sandbox"];
    let found = starts.iter().flat_map(|start| code.match_indices(start)).filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| is_of_name(c) || c == ':')
    });
    let mut uses: Vec<(usize, String)> = Vec::new();
    for (at, start) in found {
        let line = code[..at].matches('\n').count() + 1;
        if start == "harness_sandbox" {
            uses.push((line, "sandbox".to_owned()));
        } else {
            uses.extend(
                first_names(&code[at + start.len()..]).into_iter().map(|name| (line, name.to_owned())),
            );
        }
    }
    uses.sort();
    uses.dedup();
    uses
}

/// The first name of a path, or of each path in a group.
fn first_names(code: &str) -> Vec<&str> {
    let Some(group) = code.strip_prefix('{') else { return vec![leading_name(code)] };
    let mut names = vec![leading_name(group)];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(leading_name(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    // A comma at the end begins no name.
    names.retain(|name| !name.is_empty());
    names
}

fn leading_name(code: &str) -> &str {
    let name = code.trim_start();
    &name[..name.find(|c| !is_of_name(c)).unwrap_or(name.len())]
}

/// All that the table and the sources disagree about.
fn disagreements(table: &str, sources: &[Source]) -> Vec<Complaint> {
    let rows = rows(table);
    let mut complaints = Vec::new();
    let mut used: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let Some(module) = module_of(&source.path) else { continue };
        let used_before = used.entry(module).or_default();
        let Some(row) = rows.get(module) else {
            let advice =
                format!("the module `{module}` needs a row in {TABLE}: its duty, and what it may use");
            complaints.push(Complaint::new(&source.path, 1, &advice));
            continue;
        };
        let uses = if module == "sandbox" { Vec::new() } else { uses_of(source) };
        for (line, other) in uses.into_iter().filter(|(_, other)| other != module) {
            let is_permitted = match &row.may {
                May::Everything => rows.contains_key(&other),
                May::These(modules) => modules.contains(&other),
            };
            if !is_permitted {
                let advice = format!(
                    "`{module}` may not use `{other}`: {TABLE}:{} says so; move the code, or the idea",
                    row.line
                );
                complaints.push(Complaint::new(&source.path, line, &advice));
            }
            used_before.insert(other);
        }
    }
    for (module, row) in &rows {
        let Some(used) = used.get(module.as_str()) else {
            let advice = format!("there is no module `{module}` in harness/src: take its row away");
            complaints.push(Complaint::new(TABLE, row.line, &advice));
            continue;
        };
        if let May::These(modules) = &row.may {
            complaints.extend(modules.difference(used).map(|unused| {
                let advice = format!("`{module}` does not use `{unused}`: take it from its row");
                Complaint::new(TABLE, row.line, &advice)
            }));
        }
    }
    complaints.extend(circle(&used).map(|circle| {
        let advice = format!("modules use each other in a circle: {}", circle.join(" → "));
        Complaint::new(TABLE, 1, &advice)
    }));
    complaints
}

#[test]
fn modules_use_each_other_only_where_the_table_lets_them() {
    let sources = sources();
    assert!(
        sources.iter().filter_map(|source| module_of(&source.path)).count() > 50,
        "the sources were not found"
    );
    assert_none(&disagreements(&read(TABLE), sources));
}

#[track_caller]
fn check(rows: &[&str], sources: &[(&str, &str)], expect: &[&str]) {
    let table = format!("| module | duty | may use |\n|---|---|---|\n{}\n", rows.join("\n"));
    let sources: Vec<Source> =
        sources.iter().map(|(path, text)| Source::new(&format!("harness/{path}"), text)).collect();
    let got: Vec<String> = disagreements(&table, &sources).iter().map(ToString::to_string).collect();
    let is_as_expected =
        got.len() == expect.len() && got.iter().zip(expect).all(|(got, part)| got.contains(part));
    assert!(is_as_expected, "got {got:#?}, expected {expect:#?}");
}

const FREE: &str = "| `a` | duty | nothing |";

#[test]
fn a_use_of_a_forbidden_module_is_found() {
    let b = ("src/b/mod.rs", "\nuse crate::a::{B, c::D};");
    check(&[FREE, "| `b` | duty | `a` |"], &[("src/a.rs", ""), b], &[]);
    check(&[FREE, "| `b` | duty | everything |"], &[("src/a.rs", ""), b], &[]);
    let refused = "harness/src/b/mod.rs:2: `b` may not use `a`: harness/ARCHITECTURE.md:4 says so";
    check(&[FREE, "| `b` | duty | nothing |"], &[("src/a.rs", ""), b], &[refused]);
    let hidden = ("src/b/mod.rs", "\nfn f() -> Option<crate::a::B> {}");
    check(&[FREE, "| `b` | duty | nothing |"], &[("src/a.rs", ""), hidden], &[refused]);
    let grouped = ("src/b/mod.rs", "use crate::{\n  b::{C, D}, a,\n};");
    check(
        &[FREE, "| `b` | duty | nothing |"],
        &[("src/a.rs", ""), grouped],
        &["mod.rs:1: `b` may not use `a`"],
    );
    let sandbox = [("src/a.rs", "use harness_sandbox::Stop;"), ("sandbox/src/lib.rs", "use crate::stop;")];
    check(
        &[FREE, "| `sandbox` (crate) | duty | nothing |"],
        &sandbox,
        &["a.rs:1: `a` may not use `sandbox`"],
    );
    let unknown = [("src/a.rs", "use crate::elsewhere;")];
    check(&["| `a` | duty | everything |"], &unknown, &["a.rs:1: `a` may not use `elsewhere`"]);
}

#[test]
fn tests_and_comments_may_use_anything() {
    let text = "// crate::a\nuse crate::b::C;\n#[cfg(test)]\nmod tests { use crate::a::B; }";
    check(&[FREE, "| `b` | duty | nothing |"], &[("src/a.rs", ""), ("src/b.rs", text)], &[]);
}

#[test]
fn a_module_without_a_row_and_a_row_without_a_module_are_found() {
    check(&[FREE], &[("src/a.rs", ""), ("src/b.rs", "")], &["b.rs:1: the module `b` needs a row"]);
    check(
        &[FREE, "| `b` | duty | nothing |"],
        &[("src/a.rs", "")],
        &["ARCHITECTURE.md:4: there is no module `b`"],
    );
    check(&[FREE], &[("src/a.rs", ""), ("src/lib.rs", "mod a;")], &[]);
}

#[test]
fn an_unused_permission_is_found() {
    let rows = [FREE, "| `b` | duty | `a` |"];
    check(&rows, &[("src/a.rs", ""), ("src/b.rs", "")], &["ARCHITECTURE.md:4: `b` does not use `a`"]);
}

#[test]
fn modules_in_a_circle_are_found() {
    let rows = ["| `a` | duty | `b` |", "| `b` | duty | `a` |"];
    let sources = [("src/a.rs", "use crate::b;"), ("src/b.rs", "use crate::a;")];
    check(&rows, &sources, &["ARCHITECTURE.md:1: modules use each other in a circle: a → b → a"]);
}
