//! Which process the kernel kills when memory runs out: a program, never the launcher that judges it.
//!
//! A program can fill its group with memory that is in no process, files in memory or pipes, and be
//! small itself; the kernel would then take the launcher, which is larger. So programs have the highest
//! score there is and the launcher its own. A score is inherited, and writing to another process's
//! costs more than starting it: the launcher has the high score only while it starts a program. It may
//! go back, because only a privileged raise of a score raises its least value, too; see `proc(5)`.

use std::fs::File;
use std::os::unix::fs::FileExt;

/// The launcher's own score.
pub struct KillScore {
    file: Option<File>,
    own: Vec<u8>,
}

const HIGHEST: &[u8] = b"1000";

impl KillScore {
    /// To be opened while `/proc` may be written to. Where that fails all have the same score.
    pub fn open() -> Self {
        let path = "/proc/self/oom_score_adj";
        let own = std::fs::read(path).unwrap_or_default();
        let file = File::options().write(true).open(path).ok().filter(|_| !own.is_empty());
        Self { file, own }
    }

    /// Does something, in which processes begin, at the highest score.
    pub fn highest_during<T>(&self, work: impl FnOnce() -> T) -> T {
        let set = |score: &[u8]| {
            if let Some(file) = &self.file {
                let _ = file.write_all_at(score, 0);
            }
        };
        set(HIGHEST);
        let done = work();
        set(&self.own);
        done
    }
}
