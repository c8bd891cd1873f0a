//! A machine on which something has run out: the judge fails and says so, and blames no program.

use crate::session::{Output, Workspace, doubling, is_here, workspace};

/// No program is blamed: every verdict is AC, JE or SK, and where not all is AC the judge has failed.
#[track_caller]
fn blames_no_program(output: &Output) {
    let verdicts: Vec<&str> =
        output.stdout.split("\"verdict\":\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(verdicts.iter().all(|verdict| ["AC", "JE", "SK"].contains(verdict)), "{output}");
    if output.code == 0 {
        assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| *verdict == "AC"), "{output}");
    } else {
        assert!([2, 3].contains(&output.code), "{output}");
        assert!(output.code == 3 || output.stderr.starts_with("error: "), "{output}");
    }
}

#[test]
fn too_few_descriptors_are_never_the_fault_of_a_program() {
    let workspace = doubling();
    // With 3 the loader does not find our libraries.
    for most in 4..40 {
        blames_no_program(&workspace.run_after(&format!("ulimit -n {most}"), "-j 2 --format jsonl"));
    }
    // Folders are removed with descriptors, too: where there was none, it is the next judge that does it.
    workspace.run("grade -q").only_exits(0);
    assert_eq!(workspace.run_folders(), Vec::<std::path::PathBuf>::new());
}

#[test]
fn many_workers_have_the_descriptors_they_need_and_programs_the_soft_limit_they_always_had() {
    let mut workspace = workspace().script("p", "tell", "ulimit -S -n; ulimit -H -n");
    // The hard one is half of the judge's: see `descriptors.rs` of the sandbox.
    for case in 1..=48 {
        workspace = workspace.case("p", &case.to_string(), "", "64\n1000\n");
    }
    let limits = "ulimit -S -n 64 && ulimit -H -n 2000";
    for isolation in ["auto", "none"] {
        workspace.run_after(limits, &format!("-j 16 --isolation {isolation}")).only_exits(0);
    }
}

#[test]
fn too_few_processes_are_told_and_leave_nothing() {
    if rustix::process::getuid().is_root() && !is_here("setpriv") {
        return;
    }
    let workspace = doubling()
        .problem(
            "double",
            "generator = \"generate.sh\"\nreference = \"right\"\n[solution.wrong]\nexpect = \"WA\"\n",
        )
        .script("double", "wrong", "echo 3")
        .file("cases/double/generate.sh", "echo $1")
        .case("talk", "1", "5\n", "")
        .problem("talk", "interactor = \"interactor.sh\"\n")
        .file(
            "cases/talk/interactor.sh",
            "read n < $1; echo $n; read m; [ \"$m\" = \"$n\" ] && exit 42; exit 43",
        )
        .script("talk", "echo", "read n; echo $n");
    for most in 1..16 {
        for words in [
            "-j 2 --format jsonl",
            "hunt double wrong -j 2 --gen 3 --seed 1",
            "compare double --runs 3",
            "pack -j 2 -o judge.tar.zst",
        ] {
            let output = workspace.run_with_processes(most, words);
            let has_failed = output.code == 3 && !output.all().is_empty();
            assert!(has_failed || [0, 1].contains(&output.code), "{most}: {words}: {output}");
            let blamed = |line: &&str| {
                line.contains("\"event\":\"result\"") && !line.contains("\"solution\":\"wrong\"")
            };
            for line in output.stdout.lines().filter(blamed) {
                let is_blamed =
                    ["AC", "JE", "SK"].iter().all(|verdict| !line.contains(&format!("\"{verdict}\"")));
                assert!(!is_blamed || line.contains("ork"), "{most}: {line}");
            }
            assert_eq!(workspace.run_folders(), Vec::<std::path::PathBuf>::new(), "{most}: {words}");
        }
    }
}

/// A workspace whose own folder lies on a file system of so many KiB, of which `filled` are in use.
fn on_a_small_disk(workspace: &Workspace, size: u32, filled: u32, words: &str) -> Output {
    let prelude = format!(
        "mount -t tmpfs -o size={size}k none .judge && head -c {filled}k /dev/zero > .judge/ballast; :"
    );
    workspace.run_in_own_mounts(&prelude, words)
}

#[test]
fn a_full_disk_is_never_the_fault_of_a_program() {
    if !is_here("gcc") || !can_mount() {
        return;
    }
    let workspace = doubling().folder(".judge").file(
        "solutions/double/c.c",
        "#include <stdio.h>\nint main(void) { long n; scanf(\"%ld\", &n); printf(\"%ld\\n\", n + n); }\n",
    );
    for filled in [0, 4, 100, 112, 120, 124, 128] {
        blames_no_program(&on_a_small_disk(&workspace, 128, filled, "-j 2 --format jsonl"));
    }
    on_a_small_disk(&workspace, 128, 128, "-j 1").only_exits(2);
}

/// Whether this user may mount something where no other process sees it.
fn can_mount() -> bool {
    let can =
        workspace().folder(".judge").run_in_own_mounts("mount -t tmpfs none .judge", "list").code != 111;
    if !can {
        eprintln!("skipped: this user may not mount a file system, not even for itself");
    }
    can
}

#[test]
fn a_memory_limit_of_many_gibibytes_leaves_thread_stacks_alone_and_recursion_deep() {
    if !is_here("gcc") {
        return;
    }
    let threads = "#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static void *look(void *wrong) {
    pthread_attr_t own; size_t size = 0;
    *(int *)wrong = pthread_getattr_np(pthread_self(), &own) || pthread_attr_getstacksize(&own, &size) || size > 8 << 20;
    return 0;
}
int main(void) {
    long n; pthread_t threads[16]; int wrong[16];
    for (int i = 0; i < 16; i++) if (pthread_create(&threads[i], 0, look, &wrong[i])) return 1;
    for (int i = 0; i < 16; i++) if (pthread_join(threads[i], 0) || wrong[i]) return 2;
    if (scanf(\"%ld\", &n) == 1) printf(\"%ld\\n\", n + n);
}
";
    let recursion = "#include <stdio.h>
#include <string.h>
static int deep(int level) {
    volatile char frame[1024]; memset((char *)frame, level, sizeof frame);
    return level == 0 ? 0 : deep(level - 1) + (frame[level % 1024] == (char)level ? 0 : 1);
}
int main(void) { long n; if (deep(100000) == 0 && scanf(\"%ld\", &n) == 1) printf(\"%ld\\n\", n + n); }
";
    doubling()
        .problem("double", "memory_limit = \"24GiB\"\n")
        .file("solutions/double/threads.c", threads)
        .file("solutions/double/recursion.c", recursion)
        .run("")
        .only_exits(0);
}
