//! The published schema of records holds for all that is written, and the page about it says the same.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::{Value, json};

use crate::event::fixture::{hunt_events, outcome, planned, subject};
use crate::event::{Event, HuntReporter, ProblemContent, Reporter, Stamped, StampedHunt, Universe};
use crate::exit_code::ExitCode;
use crate::model::{Digest, Expectation, Name, Verdict};
use crate::wire::tests::{every_kind, written};
use crate::wire::{Header, MachineMark, Recorder, SCHEMA, ShardLine};

static PUBLISHED: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../docs/record.schema.json")).unwrap());

const PAGE: &str = include_str!("../../../docs/record.md");

/// The words of JSON Schema that are understood here; others must not stand in the schema.
const UNDERSTOOD: [&str; 19] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "enum",
    "const",
    "oneOf",
];

/// What is wrong with a value, by this part of the schema.
struct Check<'s> {
    root: &'s Value,
    wrong: Vec<String>,
}

impl Check<'_> {
    fn complain(&mut self, path: &str, what: impl std::fmt::Display) {
        self.wrong.push(format!("{path}: {what}"));
    }

    fn value(&mut self, schema: &Value, value: &Value, path: &str) {
        let Some(rules) = schema.as_object() else {
            if *schema == Value::Bool(false) {
                self.complain(path, "must not be there");
            }
            return;
        };
        for (word, rule) in rules {
            assert!(UNDERSTOOD.contains(&word.as_str()), "`{word}` is not understood by this test");
            match word.as_str() {
                "$ref" => {
                    let target = rule.as_str().unwrap().strip_prefix('#').unwrap();
                    let target = self.root.pointer(target).unwrap_or_else(|| panic!("no {rule}"));
                    self.value(target, value, path);
                }
                "type" => self.kind(rule, value, path),
                "enum" if !rule.as_array().unwrap().contains(value) => {
                    self.complain(path, format!("{value} is none of {rule}"));
                }
                "const" if rule != value => self.complain(path, format!("{value} is not {rule}")),
                "minimum" if value.as_f64() < rule.as_f64() && value.is_number() => {
                    self.complain(path, format!("{value} is less than {rule}"));
                }
                "maximum" if value.as_f64() > rule.as_f64() && value.is_number() => {
                    self.complain(path, format!("{value} is more than {rule}"));
                }
                "oneOf" => self.one_of(rule.as_array().unwrap(), value, path),
                _ => {}
            }
        }
        match value {
            Value::Object(_) => self.object(schema, value, path),
            Value::Array(elements) => self.array(schema, elements, path),
            Value::String(text) => {
                let length = text.chars().count() as u64;
                let is_within = schema["minLength"].as_u64().is_none_or(|least| length >= least)
                    && schema["maxLength"].as_u64().is_none_or(|most| length <= most);
                if !is_within {
                    self.complain(path, format!("{value} has {length} characters"));
                }
            }
            _ => {}
        }
    }

    fn kind(&mut self, rule: &Value, value: &Value, path: &str) {
        let is = |kind: &Value| match kind.as_str().unwrap() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("no type is called `{other}`"),
        };
        let fits = rule.as_array().map_or_else(|| is(rule), |kinds| kinds.iter().any(is));
        if !fits {
            self.complain(path, format!("{value} is no {rule}"));
        }
    }

    fn one_of(&mut self, alternatives: &[Value], value: &Value, path: &str) {
        let checks: Vec<Vec<String>> = alternatives
            .iter()
            .map(|alternative| {
                let mut check = Check { root: self.root, wrong: Vec::new() };
                check.value(alternative, value, path);
                check.wrong
            })
            .collect();
        let fitting = checks.iter().filter(|wrong| wrong.is_empty()).count();
        if fitting != 1 {
            let why = checks.iter().flatten().min_by_key(|why| std::cmp::Reverse(why.len()));
            let why = why.map_or("", String::as_str);
            self.complain(path, format!("{fitting} of {} shapes fit: {why}", alternatives.len()));
        }
    }

    fn object(&mut self, schema: &Value, value: &Value, path: &str) {
        let fields = value.as_object().unwrap();
        for name in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap()) {
                self.complain(path, format!("{name} is not there"));
            }
        }
        for (name, field) in fields {
            let rule = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"));
            if let Some(rule) = rule {
                self.value(rule, field, &format!("{path}.{name}"));
            }
        }
    }

    fn array(&mut self, schema: &Value, elements: &[Value], path: &str) {
        if schema["minItems"].as_u64().is_some_and(|least| (elements.len() as u64) < least) {
            self.complain(path, format!("has {} elements", elements.len()));
        }
        for (index, element) in elements.iter().enumerate() {
            let rule = schema["prefixItems"].get(index).or_else(|| schema.get("items"));
            if let Some(rule) = rule {
                self.value(rule, element, &format!("{path}[{index}]"));
            }
        }
    }
}

fn wrong_with(line: &Value) -> Vec<String> {
    let mut check = Check { root: &PUBLISHED, wrong: Vec::new() };
    check.value(&PUBLISHED, line, "line");
    check.wrong
}

/// What is wrong with the lines of a record.
pub fn complaints(record: &[u8]) -> Vec<String> {
    let lines = std::str::from_utf8(record).unwrap().lines();
    lines.flat_map(|line| wrong_with(&serde_json::from_str(line).unwrap())).collect()
}

/// A record in which everything is there that may be.
fn full_record() -> Vec<u8> {
    let solution = planned(&subject("p", "s", "rust"), Expectation::accepted(), &["1", "2"]);
    let content = |name: &str| (Name::from(name), Digest::of([name]));
    let universe = Universe {
        sources: vec![Digest::of(["source"])],
        solutions: vec![solution],
        settings: vec![content("judge.toml")],
        problems: vec![ProblemContent { problem: Name::from("p"), cases: vec![content("1"), content("2")] }],
        is_partial: true,
        options: vec!["--all".to_owned()],
    };
    let shard = ShardLine { index: 1, count: 2, by: "unit".to_owned(), manner: "hash".to_owned() };
    let header = Header {
        arguments: vec!["--shard".to_owned(), "1/2".to_owned()],
        profile: Some("fast".to_owned()),
        shard: Some(shard),
        machine: MachineMark { memory_bytes: 1 << 40, ..MachineMark::default() },
        compilers: [("rust".to_owned(), "1.95".to_owned())].into(),
        ..Header::bare("grade")
    };
    let mut text = Vec::new();
    let mut recorder = Recorder::new(&mut text, header, Some(&universe)).unwrap();
    for event in every_kind() {
        recorder.on_event(&Stamped { elapsed: std::time::Duration::MAX, event }).unwrap();
    }
    // What ran is told once more, as what took longest.
    let ran = outcome(&subject("p", "s", "rust"), Name::from("1"), Verdict::Accepted);
    let event = Event::Judged(Box::new(ran));
    recorder.on_event(&Stamped { elapsed: std::time::Duration::ZERO, event }).unwrap();
    for event in hunt_events() {
        recorder.on_hunt(&StampedHunt { elapsed: std::time::Duration::ZERO, event }).unwrap();
    }
    recorder.document("{}").unwrap();
    recorder.finish(ExitCode::Fine).unwrap();
    drop(recorder);
    text
}

#[test]
fn the_schema_holds_for_records() {
    let record = full_record();
    assert_eq!(complaints(&record), Vec::<String>::new());
    // Each kind of event that the schema has is among them.
    let kind = |event: &Value| match event {
        Value::String(word) => word.clone(),
        other => other.as_object().unwrap().keys().next().unwrap().clone(),
    };
    let lines = std::str::from_utf8(&record).unwrap().lines();
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    for (line_kind, shape) in [("event", "event"), ("hunt", "hunt_event")] {
        let written: BTreeSet<String> =
            lines.iter().filter_map(|line| Some(kind(&line.get(line_kind)?["event"]))).collect();
        let alternatives = PUBLISHED["$defs"][shape]["oneOf"].as_array().unwrap();
        let words = alternatives[0]["enum"].as_array().unwrap().iter().map(kind);
        let objects = alternatives[1..].iter().map(|shape| kind(&shape["required"][0]));
        assert_eq!(written, words.chain(objects).collect());
    }
    // And each kind of line.
    let written: BTreeSet<String> = lines[1..].iter().map(kind).collect();
    let alternatives = PUBLISHED["oneOf"].as_array().unwrap();
    assert_eq!(written, alternatives[1..].iter().map(|shape| kind(&shape["required"][0])).collect());
}

#[test]
fn the_schema_knows_every_end_and_its_own_version() {
    let codes = [
        ExitCode::Fine,
        ExitCode::Unexpected,
        ExitCode::Usage,
        ExitCode::JudgeFailed,
        ExitCode::NothingSelected,
        ExitCode::Incomplete,
        ExitCode::Interrupted(15),
        ExitCode::ClosedPipe,
    ];
    for code in codes {
        assert_eq!(complaints(&written(&[Event::Provisional], Some(code))), Vec::<String>::new());
    }
    assert_eq!(PUBLISHED["$defs"]["header"]["properties"]["schema"]["const"], SCHEMA);
}

#[test]
fn what_the_schema_does_not_know_is_found() {
    let line = |event: Value| json!({"event": {"elapsed_ns": 1, "event": event}});
    let good = line(json!({"build_started": {"programs": 3}}));
    assert_eq!(wrong_with(&good), Vec::<String>::new());
    for wrong in [
        json!({}),
        json!({"end": "fine", "event": good["event"]}),
        json!({"end": "well"}),
        json!({"end": {"interrupted": "2"}}),
        line(json!("build_over")),
        line(json!({"build_started": {}})),
        line(json!({"build_started": {"programs": -1}})),
        line(json!({"build_started": {"programs": 1.5}})),
        line(json!({"build_started": {"programs": 3, "more": 1}})),
        line(json!({"left_out": {"problem": 1, "path": "a", "why": ""}})),
    ] {
        assert_eq!(wrong_with(&wrong).len(), 1, "{wrong}");
    }
    let check = |header: Header| wrong_with(&serde_json::to_value(header).unwrap());
    let header = || Header { universe: Some(Digest::of(["u"])), ..Header::bare("grade") };
    assert_eq!(check(header()), Vec::<String>::new());
    assert_eq!(check(Header { schema: 9, ..header() }).len(), 1);
    let shard = |index, manner: &str| {
        let (by, manner) = ("unit".to_owned(), manner.to_owned());
        check(Header { shard: Some(ShardLine { index, count: 2, by, manner }), ..header() })
    };
    assert_eq!(shard(1, "hash"), Vec::<String>::new());
    assert_eq!(shard(0, "hash").len(), 1);
    assert_eq!(shard(1, "luck").len(), 1);
}

#[test]
fn every_object_is_closed_and_the_page_says_the_same() {
    for (name, shape) in PUBLISHED["$defs"].as_object().unwrap() {
        let description = shape["description"].as_str().unwrap();
        let Some(fields) = shape["properties"].as_object() else {
            let row = format!("| `{name}` | {description} |\n");
            assert!(PAGE.contains(&row), "the page lacks: {row}");
            continue;
        };
        assert_eq!(shape["additionalProperties"], false, "{name}");
        let (_, section) = PAGE.split_once(&format!("\n### `{name}`\n")).unwrap_or_else(|| panic!("{name}"));
        let section = section.split("\n#").next().unwrap();
        assert!(section.contains(description), "{name}");
        let rows: BTreeSet<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
        let row = |(field, shape): (&String, &Value)| {
            format!("| `{field}` | {} |", shape["description"].as_str().unwrap())
        };
        let wanted: BTreeSet<String> = fields.iter().map(row).collect();
        assert_eq!(rows, wanted.iter().map(String::as_str).collect(), "{name}");
    }
}
