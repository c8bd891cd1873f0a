//! What two runs of the judge on two machines must have in common: every word, and no measurement.

/// The text with times, sizes and the number of workers as their units, columns one blank apart, and
/// solutions in the order of their names: they are told as they finish.
pub fn without_numbers(text: &str) -> String {
    let lines = text
        .lines()
        .filter(|line| !is_about_this_run(line) && !is_about_machine(line))
        .map(line_without_numbers);
    let mut lines: Vec<String> = lines.collect();
    lines.chunk_by_mut(|one, next| is_solution(one) && is_solution(next)).for_each(<[String]>::sort);
    lines.join("\n").trim_end().to_owned()
}

/// A row of the table of solutions.
pub fn is_solution(line: &str) -> bool {
    line.starts_with("  ✓ ") || line.starts_with("  ✗ ")
}

/// What a machine cannot enforce, and how quiet it was, is told in lines that are not always there.
pub fn is_about_this_run(line: &str) -> bool {
    line.starts_with("not enforced here: ")
        || line.starts_with("a busy machine: ")
        || ["samples are outliers", "other programs shared the cores", "the machine changed"]
            .iter()
            .any(|mark| line.contains(mark))
}

/// Which machine it was, and which compilers, is told in lines that are always there.
fn is_about_machine(line: &str) -> bool {
    [", Linux ", ": built by ", ": run by "].iter().any(|mark| line.contains(mark))
}

/// What a line has in common with the same line of another run, on another machine, too.
pub fn masked(line: &str) -> String {
    if !is_about_machine(line) {
        return line_without_numbers(line);
    }
    // First comes the name of the processor.
    let line = line.split_once(", ").filter(|_| line.contains(", Linux ")).map_or(line, |(_, rest)| rest);
    let words = line.split_whitespace().filter(|word| !word.contains(|letter: char| letter.is_ascii_digit()));
    words.map(|word| word.trim_end_matches(',')).collect::<Vec<_>>().join(" ")
}

fn line_without_numbers(line: &str) -> String {
    let line = &without_json_numbers(without_doubt(line));
    let indent = &line[..line.len() - line.trim_start().len()];
    let mut words: Vec<&str> = Vec::new();
    for word in line.split_whitespace() {
        let after_number = words.last().is_some_and(|last| last.parse::<f64>().is_ok());
        match word.trim_end_matches(',') {
            "×" | "times" if after_number => {
                replace_last(&mut words, "RATIO");
            }
            bar_or_interval if is_bar_or_interval(bar_or_interval) => {}
            "s" | "ms" | "µs" | "s;" if after_number => {
                replace_last(&mut words, "TIME");
                replace_time_of_limit(&mut words);
            }
            "B" | "KiB" | "MiB" | "GiB" if after_number => {
                replace_last(&mut words, "SIZE");
                replace_slowest_case(&mut words);
            }
            "job" | "jobs" if after_number => {
                replace_last(&mut words, "SOME");
                words.push("jobs");
            }
            _ => words.push(word),
        }
    }
    format!("{indent}{}", words.join(" "))
}

/// On a slow machine more medians are near to what starting a program takes, and that is said behind it.
fn without_doubt(line: &str) -> &str {
    match line.find("): ") {
        Some(end) if line.starts_with("starting an empty program takes ") => &line[..=end],
        _ => line,
    }
}

/// The numbers of JSON whose keys say that they are times or sizes.
fn without_json_numbers(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(end) =
        ["_ns\":", "_bytes\":"].iter().filter_map(|key| Some(rest.find(key)? + key.len())).min()
    {
        text.push_str(&rest[..end]);
        text.push('N');
        rest = rest[end..].trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
    }
    text + rest
}

/// The bar of a ranking, or two numbers with a dash between.
fn is_bar_or_interval(word: &str) -> bool {
    let numbers = word.trim_matches(|letter| "()±".contains(letter));
    let is_interval = numbers
        .split_once('–')
        .is_some_and(|(low, high)| low.parse::<f64>().is_ok() && high.parse::<f64>().is_ok());
    is_interval
        || word.chars().all(|letter| ('▁'..='▏').contains(&letter))
        || (word.starts_with('±') && numbers.parse::<f64>().is_ok())
}

fn replace_last<'a>(words: &mut Vec<&'a str>, by: &'a str) {
    words.pop();
    words.push(by);
}

/// Before its limit stands a time without a unit.
fn replace_time_of_limit(words: &mut [&str]) {
    if let [.., time, "of", "TIME"] = words
        && time.parse::<f64>().is_ok()
    {
        *time = "TIME";
    }
}

/// Between the time and the memory of a solution stands its slowest case, which is a matter of luck.
fn replace_slowest_case(words: &mut [&str]) {
    if let [.., "TIME", case, "SIZE"] = words {
        *case = "CASE";
    }
}

#[track_caller]
fn check(text: &str, expect: &str) {
    assert_eq!(without_numbers(text), expect);
}

#[test]
fn measurements_are_not_compared() {
    check(
        "  ✓ flat  AC  9/9   0.002 of 1.00 s   10-wall    0.3 MiB",
        "  ✓ flat AC 9/9 TIME of TIME CASE SIZE",
    );
    check("  ✓ flat  AC  9/9   0.62 of 1.00 s ██▊ wall    0.3 MiB", "  ✓ flat AC 9/9 TIME of TIME CASE SIZE");
    check("  1 flat  5.00 µs  1.25 ×  1.20–1.31 ▇▇▇", "  1 flat TIME RATIO");
    check("a is 2.5 times faster (95 % interval 2.1–2.9)", "a is RATIO faster (95 % interval");
    check("3 rounds in 2.0 s; intervals are within ±2.9 %", "3 rounds in TIME intervals are within %");
    check(
        "starting an empty program takes 9 µs (c): 2 of 6 are close to it",
        "starting an empty program takes TIME (c)",
    );
    check("all: 2 runs, 0.1 s, 2 jobs", "all: 2 runs, TIME SOME jobs");
    check("p\n  ✓ b\n  ✗ a\n\n  ✓ c", "p\n  ✓ b\n  ✗ a\n\n  ✓ c");
    check("p\n  ✓ b\n  ✓ a\n  x", "p\n  ✓ a\n  ✓ b\n  x");
    check("{\"cpu_ns\":753000,\"memory_bytes\":9,\"n\":1}", "{\"cpu_ns\":N,\"memory_bytes\":N,\"n\":1}");
    check("a\nnot enforced here: all\na busy machine: very\nother programs shared the cores\nb\n\n", "a\nb");
}

#[test]
fn all_else_is_compared() {
    check("  5 ways, s 3\n\n1 MiB x", "  5 ways, s 3\n\nSIZE x");
    check("  flat  ··w·", "  flat ··w·");
}
