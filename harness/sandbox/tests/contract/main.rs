//! What every backend of the sandbox must get right, on real processes.
//!
//! The binary has its own `main`, because a launcher is the same executable started again, and so
//! are the specimens.

#![forbid(unsafe_code)]

mod apart;
mod bench;
mod builds;
mod ends;
mod intruders;
mod memory;
mod streams;
mod time;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use harness_sandbox::{
    ControlGroups, Isolation, LinuxSandbox, Sandbox, SandboxConfig, launcher_hook, specimen_hook,
};
use libtest_mimic::{Arguments, Failed, Trial};

use crate::bench::Bench;

fn main() {
    launcher_hook();
    specimen_hook();
    let scratch = tempfile::tempdir().expect("a folder for the tests");
    let own = std::env::current_exe().expect("this test binary");
    let other_program = scratch.path().join("other");
    std::fs::copy("/bin/true", &other_program).expect("a second program");
    let script = other_program.with_extension("script");
    std::fs::write(&script, "#!/bin/sh\n").expect("a script");
    let own_folder = scratch.path().join("folder");
    std::fs::create_dir_all(own_folder.join("module")).expect("a folder of a program");
    std::fs::write(own_folder.join("data.txt"), "data\n").expect("a file in it");
    std::fs::write(own_folder.join("module/part"), "part\n").expect("another");
    let groups = ControlGroups::take();
    let mut trials = Vec::new();
    let mut backends = Vec::new();
    for (name, isolation, priority) in BACKENDS {
        let config = SandboxConfig {
            // The second one is for runs that must follow each other: tests run at once.
            slots: 2,
            isolation: *isolation,
            scratch: scratch.path().join(name),
            programs: vec![own.clone(), other_program.clone(), script.clone(), own_folder.clone()],
            secrets: Vec::new(),
            cores: Vec::new(),
            priority: *priority,
            groups: groups.clone(),
        };
        std::fs::create_dir(&config.scratch).expect("a folder for the backend");
        let sandbox = Arc::new(LinuxSandbox::start(&config).expect("a launcher"));
        let got = sandbox.guarantees();
        println!(
            "backend {name}: CPU by {}, memory by {}, kill by {}, files {}, network {}, priority {}",
            got.cpu,
            got.memory,
            got.kill,
            got.files,
            got.network,
            sandbox.has_priority()
        );
        if let Some(fault) = sandbox.refused() {
            println!("    refused here: {fault}");
        }
        backends.push(Arc::clone(&sandbox));
        for (fact, test) in CONTRACT {
            let bench = Bench {
                sandbox: Arc::clone(&sandbox),
                scratch: config.scratch.clone(),
                priority: *priority,
                isolation: *isolation,
                groups: groups.clone(),
                other_program: other_program.clone(),
                own_folder: own_folder.clone(),
            };
            trials.push(Trial::test(format!("{name}::{fact}"), move || test(&bench)));
        }
    }
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials);
    drop(backends);
    let left: Vec<PathBuf> =
        BACKENDS.iter().flat_map(|(name, ..)| list(&scratch.path().join(name))).collect();
    assert!(left.is_empty(), "files left behind: {left:?}");
    drop(scratch);
    conclusion.exit();
}

fn list(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The ways to run programs, and whether at the highest priority. The first is what this machine gives at
/// most.
const BACKENDS: &[(&str, Isolation, bool)] = &[
    ("full", Isolation::Auto, false),
    ("restricted", Isolation::Restricted, false),
    ("plain", Isolation::None, false),
    ("priority", Isolation::Auto, true),
];

type Test = fn(&Bench) -> Result<(), Failed>;

/// The contract: a fact and the test that shows it.
const CONTRACT: &[(&str, Test)] = &[
    ("output_and_exit_status_come_back", streams::output_and_exit_status),
    ("input_is_the_file_itself", streams::input_is_the_file),
    ("the_end_of_the_output_comes_when_it_is_closed", streams::the_end_comes_when_it_is_closed),
    ("files_that_are_wanted_are_kept", streams::files_that_are_wanted_are_kept),
    ("runs_may_share_their_folder", streams::runs_may_share_their_folder),
    ("a_program_finds_the_files_of_its_folder", streams::a_program_finds_the_files_of_its_folder),
    ("it_is_told_what_a_program_is_doing", streams::it_is_told_what_a_program_is_doing),
    ("the_environment_is_fixed", streams::environment_is_fixed),
    ("only_the_standard_streams_are_open", streams::only_standard_streams),
    ("an_answer_apart_is_not_what_is_printed", streams::an_answer_apart_is_not_what_is_printed),
    ("cpu_time_is_that_of_the_program", time::cpu_time_is_exact),
    ("cpu_time_counts_threads_children_and_orphans", time::cpu_time_counts_the_tree),
    ("a_loop_is_ended_at_its_cpu_line", time::loop_is_ended),
    ("what_is_measured_has_the_highest_priority", time::priority_is_as_asked),
    ("a_sleeper_is_ended_at_its_wall_line", time::sleeper_is_ended),
    ("a_stopped_program_is_ended_and_named", time::stopped_is_named),
    ("a_signal_is_the_programs_own", ends::signals_are_own),
    ("a_stack_overflow_is_a_signal", ends::overflow_is_a_signal),
    ("memory_is_what_the_program_touched", memory::memory_is_exact),
    ("memory_of_two_processes_adds_up", memory::memory_adds_up),
    ("memory_past_the_line_is_noticed", memory::memory_line),
    ("a_flood_is_cut_at_the_cap", streams::flood_is_cut),
    ("errors_are_drained_and_cut", streams::errors_are_cut),
    ("a_flood_of_errors_is_cut_at_a_cap", streams::a_flood_of_errors_is_cut),
    ("a_daemon_is_killed_and_counted", ends::daemon_is_killed),
    ("nothing_in_the_working_folder_survives", ends::litter_is_removed),
    ("what_cannot_be_started_is_said", ends::what_cannot_be_started_is_said),
    ("it_starts_with_a_clean_slate", ends::it_starts_with_a_clean_slate),
    (
        "an_heir_of_the_output_does_not_keep_the_run_alive",
        ends::an_heir_of_the_output_does_not_keep_the_run_alive,
    ),
    ("a_closed_output_does_not_end_the_run", ends::a_closed_output_does_not_end_the_run),
    ("a_fork_bomb_is_cleared", ends::a_fork_bomb_is_cleared),
    ("no_signal_is_a_way_past_the_cpu_line", time::no_signal_is_a_way_past_the_cpu_line),
    ("a_child_does_not_hide_cpu_time", time::a_child_does_not_hide_cpu_time),
    (
        "a_program_that_cannot_be_read_does_not_hide_cpu_time",
        time::a_program_that_cannot_be_read_does_not_hide_cpu_time,
    ),
    ("processes_that_run_away_are_ended_at_the_line", time::processes_that_run_away_are_ended_at_the_line),
    ("what_is_just_below_the_line_is_left_alone", time::what_is_just_below_the_line_is_left_alone),
    ("address_space_is_not_memory", memory::address_space_is_not_memory),
    ("deep_recursion_uses_the_stack_it_was_given", memory::deep_recursion_uses_the_stack_it_was_given),
    ("a_large_input_is_not_memory_of_its_reader", memory::a_large_input_is_not_memory_of_its_reader),
    ("memory_of_the_judge_is_not_the_programs", memory::memory_of_the_judge_is_not_the_programs),
    (
        "memory_of_processes_that_are_hard_to_find_counts",
        intruders::memory_of_processes_that_are_hard_to_find_counts,
    ),
    ("sockets_lead_nowhere", intruders::sockets_lead_nowhere),
    ("descriptors_under_way_are_in_nobodys_way", intruders::descriptors_under_way_are_in_nobodys_way),
    ("folders_in_folders_are_in_nobodys_way", intruders::folders_in_folders_are_in_nobodys_way),
    ("answers_cannot_be_read", apart::answers_cannot_be_read),
    ("secrets_of_the_system_cannot_be_read", apart::secrets_of_the_system_cannot_be_read),
    ("a_program_can_read_itself_and_the_system", apart::a_program_can_read_itself_and_the_system),
    ("input_cannot_be_changed", apart::input_cannot_be_changed),
    ("the_network_cannot_be_reached", apart::the_network_cannot_be_reached),
    ("no_other_process_can_be_killed", apart::no_other_process_can_be_killed),
    ("nothing_written_reaches_the_next_run", apart::nothing_written_reaches_the_next_run),
    ("the_system_cannot_be_changed", apart::the_system_cannot_be_changed),
    ("shared_memory_cannot_be_left", apart::shared_memory_cannot_be_left),
    ("a_stop_ends_the_run", ends::stop_ends_the_run),
    ("processes_are_limited", ends::processes_are_limited),
    ("a_program_traced_by_its_child_is_reaped", intruders::a_program_traced_by_its_child_is_reaped),
    (
        "output_that_is_sent_to_itself_does_not_keep_the_run_alive",
        intruders::output_that_is_sent_to_itself_does_not_keep_the_run_alive,
    ),
    ("the_next_program_starts_as_the_first", intruders::the_next_program_starts_as_the_first),
    ("limits_cannot_be_raised", intruders::limits_cannot_be_raised),
    ("the_launcher_is_out_of_reach", intruders::the_launcher_is_out_of_reach),
    ("the_next_program_finds_folders_as_the_first", intruders::the_next_program_finds_folders_as_the_first),
    ("nothing_about_the_input_can_be_changed", intruders::nothing_about_the_input_can_be_changed),
    ("an_empty_input_cannot_be_changed_either", intruders::an_empty_input_cannot_be_changed_either),
    ("the_input_can_be_read_by_its_name", intruders::the_input_can_be_read_by_its_name),
    ("new_namespaces_cannot_be_made", intruders::new_namespaces_cannot_be_made),
    ("calls_that_are_refused_fail", intruders::calls_that_are_refused_fail),
    ("time_is_counted_without_counters", intruders::time_is_counted_without_counters),
    ("a_program_that_delays_its_end_is_ended", intruders::a_program_that_delays_its_end_is_ended),
    ("memory_that_is_in_no_process_is_the_programs", intruders::memory_that_is_in_no_process_is_the_programs),
    (
        "memory_that_is_sent_to_itself_is_the_programs",
        intruders::memory_that_is_sent_to_itself_is_the_programs,
    ),
    ("files_that_are_read_are_not_memory", intruders::files_that_are_read_are_not_memory),
    ("a_build_sees_its_sources_and_no_secret", builds::a_build_sees_its_sources_and_no_secret),
    ("a_build_writes_only_to_its_own_folders", builds::a_build_writes_only_to_its_own_folders),
    (
        "all_that_a_build_says_comes_back",
        builds::all_that_a_build_says_comes_back_and_its_environment_is_what_it_was_given,
    ),
    ("a_build_is_ended_at_each_limit", builds::a_build_is_ended_at_each_limit_and_leaves_no_process),
    ("a_build_has_no_network", builds::a_build_has_no_network),
    ("a_stop_ends_a_build", builds::a_stop_ends_a_build),
];
