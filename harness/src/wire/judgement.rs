//! The shapes of limits, facts and judgements. Each is held against the type that it stands for by the
//! compiler: a field that is new there must be named here.

use std::time::Duration;

use harness_sandbox::{
    Breach, CpuMeter, Ending, Execution, Files, Guarantees, KillMethod, MemoryMeter, Network, SystemCalls,
    Tail, Usage,
};
use serde::{Deserialize, Serialize};

use crate::judge::{InteractorTimes, Judgement, PassUsage};
use crate::model::{
    Bytes, CheckerChoice, Excerpt, Limits, Mismatch, Piece, Place, Protocol, Share, StandardChecker, Verdict,
    WallLimit,
};
use crate::wire::listed::{list, optional};

#[derive(Serialize, Deserialize)]
#[serde(remote = "CpuMeter", rename_all = "snake_case")]
enum CpuMeterShape {
    PerfTaskClock,
    Cgroup,
    Wait,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MemoryMeter", rename_all = "snake_case")]
enum MemoryMeterShape {
    CgroupV2,
    CgroupV1,
    Sampled,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "KillMethod", rename_all = "snake_case")]
enum KillMethodShape {
    PidNamespace,
    Sweep,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Files", rename_all = "snake_case")]
enum FilesShape {
    Sealed,
    Root,
    Landlock,
    Open,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Network", rename_all = "snake_case")]
enum NetworkShape {
    Namespace,
    Filter,
    Open,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Guarantees")]
pub struct GuaranteesShape {
    #[serde(with = "CpuMeterShape")]
    cpu: CpuMeter,
    #[serde(with = "MemoryMeterShape")]
    memory: MemoryMeter,
    #[serde(with = "KillMethodShape")]
    kill: KillMethod,
    #[serde(with = "FilesShape")]
    files: Files,
    #[serde(with = "NetworkShape")]
    network: Network,
    #[serde(with = "SystemCallsShape", default = "filtered", skip_serializing_if = "is_filtered")]
    calls: SystemCalls,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SystemCalls", rename_all = "snake_case")]
enum SystemCallsShape {
    Filtered,
    Open,
    FilteredButSignals,
}

fn filtered() -> SystemCalls {
    SystemCalls::Filtered
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
fn is_filtered(calls: &SystemCalls) -> bool {
    *calls == SystemCalls::Filtered
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "WallLimit", rename_all = "snake_case")]
enum WallLimitShape {
    Auto,
    #[serde(rename = "fixed_ns")]
    Fixed(#[serde(with = "crate::wire::scalar::nanoseconds")] Duration),
}

optional!(maybe_size, crate::model::Bytes, "crate::wire::scalar::size");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Limits")]
pub struct LimitsShape {
    #[serde(rename = "time_ns", with = "crate::wire::scalar::nanoseconds")]
    time: Duration,
    #[serde(with = "WallLimitShape")]
    wall: WallLimit,
    #[serde(with = "crate::wire::scalar::size")]
    memory: Bytes,
    #[serde(with = "maybe_size")]
    stack: Option<Bytes>,
    #[serde(with = "maybe_size")]
    output: Option<Bytes>,
    processes: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CheckerChoice", rename_all = "snake_case")]
pub enum CheckerShape {
    Exact,
    Lines,
    Tokens,
    TokensIgnoreCase,
    Float { absolute: f64, relative: f64 },
    Literal { absolute: f64, relative: f64 },
    UnorderedLines,
    UnorderedTokens,
    YesNo,
    Standard(#[serde(with = "StandardCheckerShape")] StandardChecker),
    Program(#[serde(with = "ProtocolShape")] Protocol),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "StandardChecker", rename_all = "snake_case")]
enum StandardCheckerShape {
    Lcmp,
    Fcmp,
    Ncmp,
    Hcmp,
    Rcmp,
    Rcmp4,
    Rcmp6,
    Rcmp9,
    Caseicmp,
    Casewcmp,
    Uncmp,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Protocol", rename_all = "snake_case")]
enum ProtocolShape {
    Kattis,
    Testlib,
    Command,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Breach", rename_all = "snake_case")]
enum BreachShape {
    Cpu,
    Wall,
    Memory,
    Output,
    Errors,
    Files,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Ending", rename_all = "snake_case")]
enum EndingShape {
    Exited(i32),
    Signaled(i32),
    Stopped(#[serde(with = "BreachShape")] Breach),
    NotStarted(i32),
    Interrupted,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Usage")]
struct UsageShape {
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    cpu: Duration,
    #[serde(rename = "user_ns", with = "crate::wire::scalar::nanoseconds")]
    user: Duration,
    #[serde(rename = "system_ns", with = "crate::wire::scalar::nanoseconds")]
    system: Duration,
    page_faults: u64,
    switches: u64,
    #[serde(rename = "wall_ns", with = "crate::wire::scalar::nanoseconds")]
    wall: Duration,
    #[serde(rename = "run_delay_ns", with = "crate::wire::scalar::nanoseconds")]
    run_delay: Duration,
    instructions: Option<u64>,
    #[serde(with = "crate::wire::scalar::size")]
    memory: Bytes,
    was_stopped: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Tail")]
struct TailShape {
    #[serde(with = "crate::wire::scalar::bytes")]
    head: Vec<u8>,
    #[serde(with = "crate::wire::scalar::bytes")]
    tail: Vec<u8>,
    dropped: u64,
}

list!(names_of_files, Vec<u8>, "crate::wire::scalar::bytes");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Execution")]
struct ExecutionShape {
    #[serde(with = "EndingShape")]
    ending: Ending,
    #[serde(with = "UsageShape")]
    usage: Usage,
    stdout_bytes: u64,
    #[serde(with = "TailShape")]
    stderr: Tail,
    leftovers: u32,
    oom_killed: bool,
    refused_forks: u64,
    #[serde(with = "names_of_files")]
    written: Vec<Vec<u8>>,
    #[serde(with = "GuaranteesShape")]
    enforced: Guarantees,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Place")]
struct PlaceShape {
    line: u64,
    column: u64,
    byte: u64,
    token: Option<u64>,
    #[serde(default)]
    tokens: Option<u64>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Piece")]
struct PieceShape {
    #[serde(with = "crate::wire::scalar::bytes")]
    bytes: Vec<u8>,
    first_line: u64,
    cut_before: u64,
    more_after: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Excerpt")]
struct ExcerptShape {
    #[serde(with = "PieceShape")]
    expected: Piece,
    #[serde(with = "PieceShape")]
    got: Piece,
}

optional!(maybe_place, crate::model::Place, "crate::wire::judgement::PlaceShape");
optional!(maybe_excerpt, crate::model::Excerpt, "crate::wire::judgement::ExcerptShape");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Mismatch")]
struct MismatchShape {
    reason: String,
    #[serde(with = "maybe_place")]
    place: Option<Place>,
    #[serde(with = "maybe_excerpt")]
    excerpt: Option<Excerpt>,
    hints: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "InteractorTimes")]
struct InteractorTimesShape {
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    cpu: Duration,
    #[serde(rename = "wall_ns", with = "crate::wire::scalar::nanoseconds")]
    wall: Duration,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "PassUsage")]
struct PassUsageShape {
    #[serde(rename = "cpu_ns", with = "crate::wire::scalar::nanoseconds")]
    cpu: Duration,
    #[serde(rename = "wall_ns", with = "crate::wire::scalar::nanoseconds")]
    wall: Duration,
    #[serde(with = "crate::wire::scalar::size")]
    memory: Bytes,
}

list!(usage_of_passes, crate::judge::PassUsage, "crate::wire::judgement::PassUsageShape");
optional!(maybe_times, crate::judge::InteractorTimes, "crate::wire::judgement::InteractorTimesShape");
optional!(maybe_execution, harness_sandbox::Execution, "crate::wire::judgement::ExecutionShape");

/// A mismatch lies in a box.
mod maybe_boxed {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::model::Mismatch;
    use crate::wire::judgement::MismatchShape;

    #[derive(Serialize)]
    struct Shown<'a>(#[serde(with = "MismatchShape")] &'a Mismatch);

    #[derive(Deserialize)]
    struct Read(#[serde(with = "MismatchShape")] Mismatch);

    #[expect(clippy::ref_option, reason = "serde hands references")]
    pub fn serialize<S: Serializer>(value: &Option<Box<Mismatch>>, serializer: S) -> Result<S::Ok, S::Error> {
        value.as_deref().map(Shown).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Box<Mismatch>>, D::Error> {
        Ok(Option::<Read>::deserialize(deserializer)?.map(|Read(mismatch)| Box::new(mismatch)))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Judgement")]
pub struct JudgementShape {
    #[serde(with = "crate::wire::scalar::verdict")]
    verdict: Verdict,
    reason: String,
    notes: Vec<String>,
    #[serde(default, with = "crate::wire::scalar::share")]
    share: Option<Share>,
    #[serde(with = "maybe_boxed")]
    mismatch: Option<Box<Mismatch>>,
    #[serde(with = "maybe_execution")]
    execution: Option<Execution>,
    #[serde(default, with = "maybe_times")]
    interactor: Option<InteractorTimes>,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "usage_of_passes")]
    passes: Vec<PassUsage>,
}
