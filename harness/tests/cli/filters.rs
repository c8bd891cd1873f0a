//! A machine on which the filter on system calls cannot be loaded.

use crate::session::doubling;

#[test]
fn full_isolation_is_refused_without_the_filter_and_less_is_told() {
    let workspace = doubling();
    let has_namespaces = !workspace
        .run("grade double -j 1 --isolation required")
        .stderr
        .contains("full isolation is required");
    let refused = workspace.run_without_filters("grade double -j 1 --isolation required");
    refused.only_exits(2);
    refused.says("full isolation is required, and this machine does not provide it");
    if has_namespaces {
        refused.says("load the filter on system calls: ").says("net.core.bpf_jit_limit");
    }
    let weak = workspace.run_without_filters("grade double -j 1 --isolation auto").exits(0);
    weak.says("not enforced here: ").says("no filter on system calls: programs can");
    let document = workspace.run_without_filters("grade double -j 1 --format json").exits(0).json();
    assert_eq!(document["sandbox"]["calls"], "open");
    let document = workspace.run("grade double -j 1 --format json").exits(0).json();
    assert_eq!(document["sandbox"]["calls"], "filtered (seccomp)");
    // The record of the run says it, too.
    workspace.run_without_filters("grade double -j 1").only_exits(0);
    workspace.run("report").says("no filter on system calls");
}
