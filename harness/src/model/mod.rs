//! The nouns of the judge: what there is and what happened, without any I/O.
//!
//! Nothing here knows how a thing is found, run or shown. One idea has one word everywhere:
//! a *problem* has *cases* and *solutions*; a *job* is one solution on one case; a run gives an
//! *execution* (facts) and a *judgement* (a verdict and why).

mod answer_by;
mod arguments;
mod audience;
mod case;
mod catalog;
mod checker_choice;
mod digest;
mod driver;
mod encoding;
mod expectation;
mod function;
mod glob;
mod kill_slack;
mod language;
mod limits;
mod mismatch;
mod name;
mod opinion;
mod packed;
mod pass;
mod plain;
mod points;
mod protocol;
mod remarks;
mod report_form;
mod solution;
mod split;
mod standard_checker;
mod student_files;
mod units;
mod validity;
mod verdict;
mod warnings;

pub use answer_by::AnswerBy;
pub use arguments::Misfit;
pub use audience::{Audience, is_sample};
pub use case::{Case, Provenance, Rules, Sidecar};
pub use catalog::{Catalog, Defect, Problem, Role, RoleKind, Roles};
pub use checker_choice::CheckerChoice;
pub use digest::Digest;
pub use driver::{Driver, LetterCase, Part};
pub use encoding::Encoding;
pub use expectation::{Expectation, Kills, Permitted, Scope, alternatives};
pub use function::{Element, Function, Parameter, ValueType};
pub use glob::Glob;
pub use harness_sandbox::{BuildLimits, Bytes};
pub use kill_slack::KillSlack;
pub use language::{Dependencies, EntryPoint, ExplainBuild, Language, later, limits_for, with_limits};
pub use limits::{Limits, WallLimit};
pub use mismatch::{Excerpt, Mismatch, Piece, Place};
pub use name::{Name, escaped, unescaped};
pub use opinion::Opinion;
pub use packed::{PackedProgram, PackedPrograms};
pub use pass::Pass;
pub use plain::{code_points, folded, is_plain, plain, push_plain, told_apart};
pub use points::{
    Accept, Group, GroupScore, OnReject, PointsExpected, PointsRange, Score, Share, points_text,
};
pub use protocol::{ExitMeaning, Protocol};
pub use remarks::Remarks;
pub use report_form::ReportForm;
pub use solution::{Solution, Source};
pub use split::Split;
pub use standard_checker::StandardChecker;
pub use student_files::StudentFiles;
pub use units::{counted, listed, mebibytes, seconds};
pub use validity::Validity;
pub use verdict::Verdict;
pub use warnings::count_warnings;
