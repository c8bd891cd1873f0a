//! Every value in force for a problem, a solution or a case, and where it came from.
//!
//! The catalog holds bare values: ten thousand cases must not each carry the origin of each value.
//! So the few files that matter for one question are read again.

use std::path::Path;
use std::sync::Arc;

use crate::config::{
    CaseSettings, Config, Explained, Origin, Overrides, ProblemSettings, SettingsErrors, Traced, show_time,
};
use crate::discover::comment::expected_results;
use crate::discover::foreign::settings;
use crate::discover::problem::{CASES, settings_of};
use crate::model::{
    Case, Glob, Group, Problem, Rules, Scope, Solution, alternatives, limits_for, points_text,
};

/// What is in force for a problem, and if given for a solution of it and a case of it.
///
/// # Errors
/// What is wrong in the settings of the problem or the case, if they changed since discovery.
pub fn explain(
    config: &Config,
    problem: &Problem,
    solution: Option<&Solution>,
    case: Option<&Case>,
) -> Result<Vec<Explained>, SettingsErrors> {
    let mut errors = SettingsErrors::default();
    let folder = Path::new(CASES).join(problem.name.to_os());
    let settings = settings(config, &folder, &mut errors);
    let sidecar = case.and_then(|case| case.sidecar.as_deref());
    let overrides = sidecar.map_or_else(Overrides::default, |sidecar| {
        CaseSettings::read(&config.root, &sidecar.path, &mut errors).overrides
    });
    let effective = config.effective(&[&settings.overrides, &overrides]);
    let mut rows = named(&settings);
    let decides_alone = settings.interaction.interactor.is_some() && !settings.checks_interactor();
    // No checker is called where an interactor decides alone.
    rows.extend(effective.explained().into_iter().filter(|row| !(decides_alone && row.key == "checker")));
    rows.extend(config.judge.explained());
    rows.extend(config.build.explained());
    rows.extend(config.helpers.explained());
    rows.extend(config.records.explained());
    if let Some(solution) = solution {
        rows.extend(of_language(config, solution, &effective.rules()));
        rows.extend(of_solution(config, &settings, solution, case));
    }
    errors.or(rows)
}

/// What the problem says of itself and its programs.
fn named(settings: &ProblemSettings) -> Vec<Explained> {
    let ProblemSettings { title, url, reference, generator, generate, interaction, view, .. } = settings;
    let keys = [
        ("title", title),
        ("url", url),
        ("reference", reference),
        ("generator", generator),
        ("generate", generate),
    ];
    let row = |(key, value): &(&str, &Option<Traced<String>>)| {
        value.as_ref().map(|Traced { value, origin }| Explained::new(key, value.clone(), origin))
    };
    let protocol = interaction.protocol.as_ref();
    let protocol = protocol.map(|set| Explained::new("protocol", set.value.name().to_owned(), &set.origin));
    let full = settings.full_points.as_ref();
    let full = full.map(|set| Explained::new("full_points", points_text(set.value), &set.origin));
    let passes = settings.passes.as_ref();
    let passes = passes.map(|set| Explained::new("passes", set.value.to_string(), &set.origin));
    let visible = settings.visible.as_ref().map(|set| {
        let globs: Vec<&str> = set.value.iter().map(Glob::text).collect();
        let globs = if globs.is_empty() { "none".to_owned() } else { globs.join(", ") };
        Explained::new("visible", globs, &set.origin)
    });
    let group = |Traced { value, origin }: &Traced<Group>| {
        let Group { name, score, accept, on_reject } = value;
        let rules = format!("{} points, {}, {}", points_text(*score), accept.name(), on_reject.name());
        Explained::new(&format!("group {name}"), rules, origin)
    };
    let groups = settings.groups.iter().map(group);
    let validators = settings.validators.iter();
    let validators = validators.map(|set| Explained::new("validator", set.value.to_string(), &set.origin));
    let rows = keys.iter().filter_map(row).chain(validators);
    rows.chain(row(&("interactor", &interaction.interactor)))
        .chain(protocol)
        .chain(passes)
        .chain(row(&("view", view)))
        .chain(full)
        .chain(visible)
        .chain(groups)
        .collect()
}

/// What the language makes of the time limit.
fn of_language(config: &Config, solution: &Solution, rules: &Rules) -> Vec<Explained> {
    let Some(language) = config.languages.get(&solution.language) else { return Vec::new() };
    let factor = config.languages.origin(&language.name, "time_factor");
    let extra = config.languages.origin(&language.name, "time_extra");
    let limits = limits_for(rules, language);
    let derived = format!("time_limit × time_factor + time_extra of {}", language.name);
    let explain = language.explain.as_deref().map(|explain| {
        Explained::new("explain", explain.checks(), &config.languages.origin(&language.name, "explain"))
    });
    let rows = [
        Explained {
            key: "language".to_owned(),
            value: language.name.clone(),
            origin: "file extension".to_owned(),
        },
        Explained::new("time_factor", language.time_factor.to_string(), &factor),
        Explained::new("time_extra", show_time(language.time_extra), &extra),
        Explained {
            key: "time_limit in force".to_owned(),
            value: show_time(limits.time),
            origin: derived.clone(),
        },
        Explained {
            key: "wall_limit in force".to_owned(),
            value: show_time(limits.wall_limit()),
            origin: derived,
        },
    ];
    rows.into_iter().chain(explain).collect()
}

/// What is expected of the solution: all rules, or for a case the one that governs it.
fn of_solution(
    config: &Config,
    settings: &ProblemSettings,
    solution: &Solution,
    case: Option<&Case>,
) -> Vec<Explained> {
    let table = settings_of(settings, &solution.name);
    let family = table.and_then(|table| table.family.as_ref());
    let mut rows: Vec<Explained> = family
        .map(|family| Explained::new("family", family.value.clone(), &family.origin))
        .into_iter()
        .collect();
    let (expectation, origins) = match table.and_then(|table| table.expect.as_ref()) {
        Some(rules) => (solution.expectation.clone(), rules.origins.clone()),
        None => (solution.expectation.clone(), vec![comment_origin(config, solution)]),
    };
    if expectation.scope == Scope::Final {
        let origin = origins.first().unwrap_or(&Origin::BuiltIn);
        rows.push(Explained::new("expect", expectation.to_string(), origin));
        return rows;
    }
    if let Some(points) = &expectation.points {
        let origin = origins.first().unwrap_or(&Origin::BuiltIn);
        rows.push(Explained::new("expect points", points.to_string(), origin));
    }
    let rules = &expectation.rules;
    let governs = |index: usize| match case {
        Some(case) => rules.iter().rposition(|(glob, _)| glob.matches(&case.name)) == Some(index),
        None => true,
    };
    for (index, ((glob, permitted), origin)) in rules.iter().zip(&origins).enumerate() {
        if governs(index) {
            let only = rules.len() == 1 && glob.text() == "*";
            let key = if only { "expect".to_owned() } else { format!("expect {}", glob.text()) };
            rows.push(Explained { key, value: permitted.to_string(), origin: origin.to_string() });
        }
    }
    if let Some(case) = case.filter(|case| !rules.iter().any(|(glob, _)| glob.matches(&case.name))) {
        let value = alternatives(expectation.permitted(&case.name));
        rows.push(Explained::new("expect", value, &Origin::BuiltIn));
    }
    rows
}

/// Where the expectation of a solution without settings came from.
fn comment_origin(config: &Config, solution: &Solution) -> Origin {
    let path: Arc<Path> = solution.main_file.strip_prefix(&config.root).unwrap_or(&solution.main_file).into();
    match expected_results(&solution.main_file) {
        Ok(Some(comment)) if !comment.verdicts.is_empty() => Origin::Comment(path, comment.line),
        Ok(_) | Err(_) => Origin::BuiltIn,
    }
}

#[cfg(test)]
mod tests {
    use super::explain;
    use crate::discover::fixture::Workspace;
    use insta::assert_snapshot;

    #[test]
    fn every_value_says_where_it_came_from() {
        let workspace = Workspace::new()
            .file("judge.toml", "[defaults]\nmemory_limit = \"1GiB\"\n[language.python]\ntime_factor = 3\n")
            .file(
                "cases/p/problem.toml",
                "title = \"P\"\nreference = \"right\"\ntime_limit = \"4s\"\n[solution.wrong]\n\
                family = \"greedy\"\nexpect = { \"*\" = \"AC\", \"anti-*\" = \"WA\" }\n",
            )
            .file("cases/p/anti-1.toml", "\nchecker = \"tokens\"\n")
            .files(&[
                "cases/p/1.in",
                "cases/p/1.ans",
                "cases/p/anti-1.in",
                "cases/p/anti-1.ans",
                "solutions/p/right.py",
            ])
            .file("solutions/p/slow.py", "#\n# @EXPECTED_RESULTS@: TLE\n")
            .files(&["solutions/p/wrong.py"]);
        let (config, catalog) = (workspace.config(), workspace.catalog());
        let problem = &catalog.problems[0];
        let table = |solution: Option<usize>, case: Option<usize>| {
            let solution = solution.map(|index| &problem.solutions[index]);
            let rows = explain(&config, problem, solution, case.map(|index| &problem.cases[index])).unwrap();
            let rows = rows.iter().map(|row| format!("{} = {} ({})", row.key, row.value, row.origin));
            rows.collect::<Vec<_>>().join("\n")
        };
        assert_snapshot!(table(Some(2), Some(1)), @"
        title = P (cases/p/problem.toml:1)
        reference = right (cases/p/problem.toml:2)
        time_limit = 4s (cases/p/problem.toml:3)
        wall_limit = auto (12s) (built in)
        memory_limit = 1GiB (judge.toml:2)
        stack_limit = memory (1GiB) (built in)
        output_limit = auto (16MiB, or 2 × answer + 1MiB where that is more) (built in)
        process_limit = 64 (built in)
        checker = tokens (cases/p/anti-1.toml:2)
        jobs = auto (built in)
        recheck = 3 (built in)
        kill_slack = 1.6 (built in)
        first_failure = false (built in)
        isolation = auto (built in)
        build.time_limit = 60s (built in)
        build.wall_limit = 60s (built in)
        build.memory_limit = 2GiB (built in)
        build.output_limit = 16MiB (built in)
        build.file_limit = 1GiB (built in)
        build.readable = none (built in)
        helpers.time_limit = 30s (built in)
        helpers.memory_limit = 2GiB (built in)
        helpers.output_limit = 256MiB (built in)
        helpers.process_limit = 64 (built in)
        records.keep = 100 runs, 64MiB (built in)
        language = python (file extension)
        time_factor = 3 (judge.toml:4)
        time_extra = 0s (built in)
        time_limit in force = 12s (time_limit × time_factor + time_extra of python)
        wall_limit in force = 36s (time_limit × time_factor + time_extra of python)
        explain = the development mode of Python and its fault handler (built in)
        family = greedy (cases/p/problem.toml:5)
        expect anti-* = WA (cases/p/problem.toml:6)
        ");
        let last = |text: &str, count| text.lines().rev().take(count).collect::<Vec<_>>().join("\n");
        assert_snapshot!(last(&table(Some(2), None), 2), @"
        expect anti-* = WA (cases/p/problem.toml:6)
        expect * = AC (cases/p/problem.toml:6)
        ");
        assert_snapshot!(last(&table(Some(1), None), 1), @"expect = final verdict TLE (source comment solutions/p/slow.py:2)");
        assert_snapshot!(last(&table(Some(0), Some(0)), 1), @"expect = AC (built in)");
    }

    #[test]
    fn a_checker_is_in_force_only_where_it_is_called() {
        let files = ["cases/p/1.in", "cases/p/1.ans", "cases/p/i.py", "solutions/p/a.py"];
        let explained = |settings: &str| {
            let workspace = Workspace::new().files(&files).file("cases/p/problem.toml", settings);
            let rows = explain(&workspace.config(), &workspace.catalog().problems[0], None, None).unwrap();
            let row = rows.iter().find(|row| row.key == "checker");
            row.map(|row| row.value.clone())
        };
        assert_eq!(explained("").as_deref(), Some("lines"));
        assert_eq!(explained("interactor = \"i.py\"\n"), None);
        let both = "interactor = { testlib = \"i.py\" }\nchecker = \"wcmp\"\n";
        assert_eq!(explained(both).as_deref(), Some("tokens"));
    }

    #[test]
    fn a_checker_program_is_named_with_its_convention() {
        let workspace = Workspace::new()
            .file("cases/p/problem.toml", "checker = { kattis = \"check.py\" }\n")
            .file("cases/p/2.toml", "checker = \"std::rcmp6.cpp\"\n")
            .files(&["cases/p/check.py", "cases/p/1.in", "cases/p/1.ans", "cases/p/2.in", "cases/p/2.ans"]);
        let (config, catalog) = (workspace.config(), workspace.catalog());
        let problem = &catalog.problems[0];
        let checker = |case: Option<usize>| {
            let rows = explain(&config, problem, None, case.map(|index| &problem.cases[index])).unwrap();
            let row = rows.iter().find(|row| row.key == "checker").unwrap();
            format!("{} ({})", row.value, row.origin)
        };
        assert_eq!(checker(None), "check.py (kattis) (cases/p/problem.toml:1)");
        assert_eq!(checker(Some(0)), "check.py (kattis) (cases/p/problem.toml:1)");
        assert_eq!(checker(Some(1)), "rcmp6 (cases/p/2.toml:1)");
    }
}
