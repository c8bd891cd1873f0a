//! What a verdict says of a program that decides.

use crate::judge;
use crate::model::Pass;
use crate::plan::Helper;

/// A helper, in a pass.
pub(super) fn told(helper: &Helper<'_>, pass: Pass) -> judge::Decider {
    judge::Decider {
        kind: helper.role.key(),
        name: helper.name.to_string(),
        protocol: helper.protocol,
        limits: helper.limits.clone(),
        full_points: helper.full_points,
        pass,
        report: helper.report,
    }
}
