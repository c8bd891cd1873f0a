//! The headings under which `--help` groups flags, and the examples with which it ends.

/// What a command works on.
pub const RUN: &str = "What to run";
/// How much of the machine and of the user's time it may take.
pub const LIMITS: &str = "Limits";
/// What it prints and writes.
pub const OUTPUT: &str = "Output";
/// Runs that are split among machines.
pub const SHARDS: &str = "Several machines";
/// What students have handed in.
pub const STUDENTS: &str = "Students";
/// What every command has.
pub const EVERY: &str = "Every command";
/// What few users need.
pub const ADVANCED: &str = "Advanced";

/// The text below the flags; each line is a command line that works in this workspace.
macro_rules! examples {
    ($($line:literal)+) => {
        concat!("\u{1b}[1m\u{1b}[4mExamples:\u{1b}[0m", $("\n  ", $line),+)
    };
}

/// Examples of `harness` itself.
pub const TOP: &str = examples!("harness" "harness leetcode-909/flat" "harness compare codeforces-225d");
/// Examples of `grade`.
pub const GRADE: &str = examples!(
    "harness grade"
    "harness grade 'leetcode-909/{flat,relax}/1?-*' --time-limit 500ms"
    "harness grade codeforces-225d --format jsonl --report json=report.json"
);
/// Examples of `run`.
pub const RUN_ONE: &str =
    examples!("harness run leetcode-909/flat 01-sample-1" "harness run leetcode-909/flat --input board.txt");
/// Examples of `report`.
pub const REPORT: &str = examples!("harness report" "harness report last --format json" "harness report shard.jsonl --report jsonl=events.jsonl");
/// Examples of `history`.
pub const HISTORY: &str = examples!("harness history" "harness history codeforces-225d" "harness history leetcode-909/flat --format json");
/// Examples of `merge`.
pub const MERGE: &str =
    examples!("harness merge shards/*.jsonl" "harness merge shards/*.jsonl --record all.jsonl --format json");
/// Examples of `pack`.
pub const PACK: &str = examples!("harness pack" "harness pack codeforces-225d --output snake.tar.zst");
/// Examples of `watch`.
pub const WATCH: &str =
    examples!("harness watch" "harness watch leetcode-909/flat" "harness watch leetcode-909 | jq .verdict");
/// Examples of `compare`.
pub const COMPARE: &str = examples!(
    "harness compare leetcode-909"
    "harness compare 'codeforces-225d/{automaton,bitmask}' --cases '45*' --report html=speed.html"
    "harness compare codeforces-225d/tailless --growth k=3..9 --gen 'rows=15 kind=open'"
);
/// Examples of `add`.
pub const ADD: &str = examples!(
    "harness add leetcode-909 longest-snake --input board.txt"
    "harness add leetcode-909 --from-markdown statement.md --consensus"
    "harness add codeforces-225d --gen 'rows=15 cols=15 k=9' --count 5 --seed 1"
);
/// Examples of `hunt`.
pub const HUNT: &str = examples!(
    "harness hunt codeforces-225d"
    "harness hunt leetcode-909 move-array --seed 1 --dry-run"
    "harness hunt codeforces-225d --slowest tailless --time 20s"
);
/// Examples of `cases`.
pub const CASES: &str = examples!("harness cases leetcode-909" "harness cases codeforces-225d --minimal");
/// Examples of `rm`.
pub const RM: &str =
    examples!("harness rm leetcode-909/60-hundred-squares --dry-run" "harness rm 'leetcode-909/tmp-*'");
/// Examples of `mv`.
pub const MV: &str = examples!("harness mv leetcode-909/01-sample-1 first-sample --dry-run");
/// Examples of `renumber`.
pub const RENUMBER: &str = examples!("harness renumber leetcode-909 --dry-run");
/// Examples of `list`.
pub const LIST: &str = examples!("harness list" "harness list --explain leetcode-909/flat/01-sample-1");
/// Examples of `show`.
pub const SHOW: &str = examples!(
    "harness show 'leetcode-909/0[12]-*'"
    "harness show leetcode-909/09-unreachable-3 --of move-array --picture board.txt"
    "harness show leetcode-909/02-sample-2 --output move-array"
);
/// Examples of `talk`.
pub const TALK: &str = examples!("harness talk leetcode-909/flat" "harness talk guess --as solution 2");
/// Examples of `languages`.
pub const LANGUAGES: &str = examples!("harness languages" "harness languages --verbose");
/// Examples of `doctor`.
pub const DOCTOR: &str = examples!("harness doctor");
/// Examples of `completions`.
pub const COMPLETIONS: &str = examples!("harness completions bash");
/// Examples of `man`.
pub const MAN: &str = examples!("harness man" "harness man grade");

#[cfg(test)]
mod tests {
    use crate::cli::{Cli, parse};
    use clap::CommandFactory;
    use insta::assert_snapshot;
    use std::ffi::OsString;

    /// The commands, with the flags that every command has.
    fn commands() -> Vec<clap::Command> {
        let mut cli = Cli::command();
        cli.build();
        let commands = cli.get_subcommands().filter(|command| command.get_name() != "help");
        commands.cloned().collect()
    }

    /// The flags under each heading, in the order of the help.
    fn layout(command: &clap::Command) -> String {
        let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let heading = argument.get_help_heading().unwrap_or("no heading");
            let name = argument.get_long().map_or_else(|| argument.get_id().to_string(), str::to_owned);
            match groups.iter_mut().find(|(of, _)| *of == heading) {
                Some((_, names)) => names.push(name),
                None => groups.push((heading, vec![name])),
            }
        }
        let groups: Vec<String> =
            groups.iter().map(|(heading, names)| format!("  {heading}: {}", names.join(" "))).collect();
        format!("{}\n{}", command.get_name(), groups.join("\n"))
    }

    #[test]
    fn the_flags_of_each_command_stand_under_headings() {
        let layouts: Vec<String> = commands().iter().map(layout).collect();
        assert_snapshot!(layouts.join("\n"), @"
        grade
          What to run: selection failed fail-fast first-failure all explain
          Limits: time-limit memory-limit jobs
          Students: students roster due
          Output: format report status-level final-status-level report-each audience sort message-format against record output no-record
          Several machines: shard shard-by shard-manner balance pack unpack
          Advanced: recheck kill-slack isolation require-languages
          Every command: color verbose quiet help root profile
        run
          What to run: program case input
          Every command: color verbose quiet help root profile
        report
          What to run: run
          Output: format report status-level final-status-level report-each audience sort
          Every command: color verbose quiet help root profile
        history
          What to run: selection runs
          Output: format
          Every command: color verbose quiet help root profile
        merge
          What to run: files allow-missing
          Output: record format report status-level final-status-level report-each audience sort
          Every command: color verbose quiet help root profile
        pack
          What to run: selection
          Limits: jobs
          Output: output
          Every command: color verbose quiet help root profile
        watch
          What to run: selection first-failure all explain
          Limits: time-limit memory-limit jobs
          Output: format
          Every command: color verbose quiet help root profile
        compare
          What to run: selection cases metric growth gen
          Limits: runs max-time fail-if-slower
          Output: format report export-hyperfine no-record
          Advanced: save against limits
          Every command: color verbose quiet help root profile
        add
          What to run: problem name input clip edit from-markdown gen answer consensus
          Limits: count jobs
          Output: dry-run
          Advanced: seed raw force
          Every command: color verbose quiet help root profile
        hunt
          What to run: problem solutions trust slowest gen
          Limits: count time shrink jobs
          Output: name dry-run record no-record
          Advanced: seed
          Every command: color verbose quiet help root profile
        cases
          What to run: problem
          Limits: jobs
          Output: minimal checker-test format
          Every command: color verbose quiet help root profile
        rm
          What to run: cases
          Output: dry-run
          Advanced: force
          Every command: color verbose quiet help root profile
        mv
          What to run: case name
          Output: dry-run
          Advanced: force
          Every command: color verbose quiet help root profile
        renumber
          What to run: problem
          Output: dry-run
          Advanced: force
          Every command: color verbose quiet help root profile
        list
          What to run: selection
          Output: explain
          Every command: color verbose quiet help root profile
        show
          What to run: cases
          Output: picture of output
          Every command: color verbose quiet help root profile
        talk
          What to run: program case as
          Every command: color verbose quiet help root profile
        languages
          Every command: color verbose quiet help root profile
        doctor
          Every command: color verbose quiet help root profile
        completions
          What to run: shell
          Every command: color verbose quiet help root profile
        man
          What to run: command
          Every command: color verbose quiet help root profile
        ");
    }

    #[test]
    fn the_help_of_a_command_reads_well() {
        let help = parse(["harness", "hunt", "--help"].map(OsString::from)).unwrap_err();
        assert_snapshot!(help.to_string(), @"
        Search for an input on which a solution fails, shrink it, and add it as a case

        Usage: harness hunt [OPTIONS] <PROBLEM> [SOLUTION]...

        What to run:
          <PROBLEM>                 The problem
          [SOLUTION]...             The targets [default: all accepted solutions, and wrong solutions that
                                    no case kills]
              --trust <SOLUTION>    Take the answers of SOLUTION as right [default: the reference, or a
                                    consensus]
              --slowest <SOLUTION>  Keep the input on which SOLUTION needs the most CPU time, instead of a
                                    failure
              --gen <ARGS>          Run the generator with ARGS; `{seed}` and `{size}` are replaced
                                    [default: `generate` of problem.toml, or `size={size}`]

        Limits:
              --count <N>    Try at most N inputs
              --time <TIME>  Search for at most TIME, even if a program hangs [default: 60s, unless --count
                             is given]
              --shrink <N>   Try at most N smaller inputs to shrink the one that was found [default: 5000]
          -j, --jobs <N>     Run at most N programs in parallel; `auto` is one per physical core

        Output:
              --name <NAME>    Call the case NAME [default: the next free number]
              --dry-run        Search and shrink, but do not write the case
              --record <FILE>  Write the record of the hunt to FILE, not to `.judge/runs`
              --no-record      Keep no record of the hunt

        Advanced:
              --seed <SEED>  Begin with SEED; each further input takes the next one [default: from the
                             clock]

        Every command:
              --color <WHEN>    When to use colour: auto, always or never [default: auto]
          -v, --verbose         Print more details
          -q, --quiet           Print only what is not as expected
          -h, --help            Print this help
              --root <DIR>      Use the workspace in DIR instead of searching upward for judge.toml
              --profile <NAME>  Apply the settings of `[profile.NAME]` in judge.toml

        Examples:
          harness hunt codeforces-225d
          harness hunt leetcode-909 move-array --seed 1 --dry-run
          harness hunt codeforces-225d --slowest tailless --time 20s
        ");
    }

    #[test]
    fn every_help_ends_with_examples_that_can_be_parsed() {
        for mut command in commands().into_iter().chain([Cli::command()]) {
            let help = command.render_long_help().to_string();
            let name = command.get_name().to_owned();
            let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_else(|| panic!("{name}: {help}"));
            let examples: Vec<&str> = examples.lines().collect();
            assert!((1..=3).contains(&examples.len()), "{name}: {examples:?}");
            for example in examples {
                let words = words(example);
                assert!(words[0] == "harness" && (name == "harness" || words[1] == *name), "{example}");
                let parsed = parse(words);
                assert!(parsed.is_ok(), "{example}: {}", parsed.unwrap_err());
            }
        }
    }

    /// The words of a line, as a shell splits it.
    fn words(line: &str) -> Vec<OsString> {
        let parts = line.split('\'').enumerate();
        let words =
            parts.flat_map(
                |(index, part)| {
                    if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
                },
            );
        words.map(OsString::from).collect()
    }
}
