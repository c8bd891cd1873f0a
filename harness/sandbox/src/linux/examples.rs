//! Messages as the harness and a launcher send them, for a test to change.

use std::time::Duration;

use crate::linux::wire::{Apart, Reply, Request, Setup};
use crate::{Bounds, Bytes, Fault, Step, WorkingFolder};

/// One message of each kind.
pub fn examples() -> Vec<Vec<u8>> {
    let setup = Setup {
        apart: Apart::Restrictions,
        core: Some(1),
        workdir: "/tmp/x".into(),
        programs: vec!["/a b".into()],
        secrets: vec!["/opt/contest".into()],
        groups: None,
        priority: true,
        needs_filter: false,
        build: None,
    };
    let bounds = Bounds {
        cpu: Duration::from_secs(1),
        wall: Duration::from_secs(2),
        memory: Bytes(1),
        stack: Bytes(2),
        output: Bytes(3),
        processes: 4,
    };
    let request = Request {
        executable: "/bin/true".into(),
        args: vec!["a".into(), "b".into()],
        files: vec!["/bin/true".into()],
        environment: vec!["A=b".into()],
        pad: 9,
        bounds,
        folder: Some("/src".into()),
        kept: vec!["message.txt".into()],
        taken: Some("next".into()),
        shares: WorkingFolder::First,
        answers_apart: true,
        build: None,
    };
    vec![setup.encode(), request.encode(), Reply::Failed(Fault { step: Step::Clone, errno: 11 }).encode()]
}
