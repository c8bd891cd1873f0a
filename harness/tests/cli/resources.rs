//! A machine on which something has run out: the judge fails and says so, and blames no program.

use crate::session::{Output, Workspace, doubling, is_here, workspace};

/// Nobody is blamed: every verdict is AC, JE or SK, and where not all is AC the judge has failed.
#[track_caller]
fn blames_nobody(output: &Output) {
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
        blames_nobody(&workspace.run_after(&format!("ulimit -n {most}"), "-j 2 --format jsonl"));
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
        blames_nobody(&on_a_small_disk(&workspace, 128, filled, "-j 2 --format jsonl"));
    }
    on_a_small_disk(&workspace, 128, 128, "-j 1").only_exits(2);
}

/// Whether this user may mount something where nobody else sees it.
fn can_mount() -> bool {
    let can =
        workspace().folder(".judge").run_in_own_mounts("mount -t tmpfs none .judge", "list").code != 111;
    if !can {
        eprintln!("skipped: this user may not mount a file system, not even for itself");
    }
    can
}
