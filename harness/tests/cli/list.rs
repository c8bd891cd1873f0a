//! `list` and `show`.

use insta::assert_snapshot;

use crate::session::doubling;

#[test]
fn a_list_names_problems_solutions_and_cases() {
    let workspace = doubling().problem("double", "title = \"Double it\"\nurl = \"https://example.org/d\"\n");
    assert_snapshot!(workspace.run("list").all(), @"
    double  Double it  https://example.org/d
      right                  sh       2 cases
        1-small
        2-large
    ");
}

#[test]
fn a_list_says_what_each_solution_is_as_far_as_the_terminal_is_wide() {
    let long = "# Counts upward from nothing, one by one, and looks at each number whether it is the double \
                of the number that was read.\nread n; echo $((2 * n))";
    let workspace = doubling()
        .script("double", "add", "# Adds the number to itself.\n\nread n; echo $((n + n))")
        .script("double", "count", long)
        .setting("[language.text]\nextensions = [\"txt2\"]\nrun = [\"cat\", \"{source}\"]\n")
        .file("solutions/double/four.txt2", "\"\"\"\nAlways 4.\n\"\"\"\n")
        .problem("double", "[solution.four]\nexpect = [\"AC\", \"WA\"]\n");
    assert_snapshot!(workspace.run("list").all(), @"
    double
      add                    sh       2 cases
          Adds the number to itself.
      count                  sh       2 cases
          Counts upward from nothing, one by one, and looks at each number whether it is the double of …
      four                   text     2 cases  expected AC or WA
          Always 4.
      right                  sh       2 cases
        1-small
        2-large
    ");
}

#[test]
fn an_explanation_says_where_every_value_comes_from() {
    let workspace = doubling()
        .setting("[defaults]\ntime_limit = \"3s\"\n")
        .problem("double", "memory_limit = \"64MiB\"\n")
        .file("cases/double/1-small.toml", "time_limit = \"5s\"\n");
    assert_snapshot!(workspace.run("list --explain double/right/1-small").all(), @"
    double/right/1-small
      time_limit             5s                                                     cases/double/1-small.toml:1
      wall_limit             auto (15s)                                             built in
      memory_limit           64MiB                                                  cases/double/problem.toml:1
      stack_limit            memory (64MiB)                                         built in
      output_limit           auto (16MiB, or 2 × answer + 1MiB where that is more)  built in
      process_limit          64                                                     built in
      checker                lines                                                  built in
      jobs                   auto                                                   built in
      recheck                3                                                      built in
      kill_slack             1.6                                                    built in
      first_failure          false                                                  built in
      isolation              auto                                                   built in
      build.time_limit       60s                                                    built in
      build.wall_limit       60s                                                    built in
      build.memory_limit     2GiB                                                   built in
      build.output_limit     16MiB                                                  built in
      build.file_limit       1GiB                                                   built in
      build.readable         none                                                   built in
      helpers.time_limit     30s                                                    built in
      helpers.memory_limit   2GiB                                                   built in
      helpers.output_limit   256MiB                                                 built in
      helpers.process_limit  64                                                     built in
      records.keep           100 runs, 64MiB                                        built in
      language               sh                                                     file extension
      time_factor            1                                                      built in
      time_extra             0s                                                     built in
      time_limit in force    5s                                                     time_limit × time_factor + time_extra of sh
      wall_limit in force    15s                                                    time_limit × time_factor + time_extra of sh
      expect                 AC                                                     built in
    ");
}

#[test]
fn a_case_is_shown_with_what_it_is_for() {
    let workspace = doubling().file(
        "cases/double/1-small.toml",
        "description = \"the smallest\"\nbreaks = [\"square\"]\n\n[provenance]\nsource = \"by hand\"\n",
    );
    assert_snapshot!(workspace.run("show double/1-small").all(), @"
    double/1-small
    the smallest
    breaks square
    source: by hand
    input [ROOT]/cases/double/1-small.in
      2
    answer [ROOT]/cases/double/1-small.ans
      4
    ");
    workspace.run("show double/9*").only_exits(4);
}

#[test]
fn the_doctor_judges_its_own_programs_right() {
    doubling().run("doctor").exits(0).says("judged right").says("CPU time").does_not_say("✗");
}
