//! The facts of one run.

use std::time::Duration;

use crate::{Bytes, Guarantees};

/// What happened when a program ran: facts, no judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// How it came to its end.
    pub ending: Ending,
    /// What it used, with everything that it started.
    pub usage: Usage,
    /// Bytes of standard output that it wrote, as far as they were read.
    pub stdout_bytes: u64,
    /// The first and last part of its standard error.
    pub stderr: Tail,
    /// Processes that were still alive when the program had ended, and were killed.
    pub leftovers: u32,
    /// Whether the kernel's out-of-memory killer ended a process of the run.
    pub oom_killed: bool,
    /// How often it was not allowed to start a process or thread, as far as a control group counts.
    pub refused_forks: u64,
    /// The names of files with content that it left in the folder in which it ran; the first few.
    pub written: Vec<Vec<u8>>,
    /// Which limits were really enforced and measured, and how.
    pub enforced: Guarantees,
}

impl Execution {
    /// Whether it would have used more CPU time, had it been left alone.
    #[must_use]
    pub fn was_ended_at_its_cpu_line(&self) -> bool {
        self.ending == Ending::Stopped(Breach::Cpu)
    }
}

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended by itself with this exit status.
    Exited(i32),
    /// A signal ended it that the sandbox did not send.
    Signaled(i32),
    /// The sandbox ended it at a kill line.
    Stopped(Breach),
    /// The kernel refused to start it; the value is the `errno` of `execve`.
    NotStarted(i32),
    /// The judge itself is stopping and ended the run; it says nothing about the program.
    Interrupted,
}

/// The line that a run crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// CPU time of the tree.
    Cpu,
    /// Wall-clock time less run delay.
    Wall,
    /// Memory of the tree.
    Memory,
    /// Bytes of standard output.
    Output,
    /// Bytes of standard error, of which more is a flood and no message.
    Errors,
    /// Bytes of files, where they are limited: those of a build are.
    Files,
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time of the whole process tree, user and system.
    pub cpu: Duration,
    /// The part of it in user mode and the part in the kernel, of the program itself and of all that
    /// it waited for.
    pub user: Duration,
    /// As above.
    pub system: Duration,
    /// Pages that had to be brought in, and times it lost its core or gave it up; likewise.
    pub page_faults: u64,
    /// As above.
    pub switches: u64,
    /// From just before the program was started until it was reaped.
    pub wall: Duration,
    /// The part of `wall` that the program was ready to run but had no core.
    pub run_delay: Duration,
    /// Instructions of the whole process tree in user mode, where the processor counts them.
    pub instructions: Option<u64>,
    /// Peak memory of the whole process tree.
    pub memory: Bytes,
    /// The program was stopped by a signal (SIGSTOP and the like) when its time was over.
    pub was_stopped: bool,
}

/// The head and the tail of a stream that may be longer than what is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// The first bytes.
    pub head: Vec<u8>,
    /// The last bytes, where `head` did not hold all.
    pub tail: Vec<u8>,
    /// Bytes between `head` and `tail` that were dropped.
    pub dropped: u64,
}

impl Tail {
    /// Takes in the next chunk of the stream, keeping at most `kept` bytes in all.
    pub fn push(&mut self, chunk: &[u8], kept: usize) {
        let half = kept / 2;
        let room = half.saturating_sub(self.head.len()).min(chunk.len());
        self.head.extend_from_slice(&chunk[..room]);
        self.tail.extend_from_slice(&chunk[room..]);
        if self.tail.len() > half {
            let excess = self.tail.len() - half;
            self.tail.drain(..excess);
            self.dropped += excess as u64;
        }
    }

    /// What was kept, with a word about what was not, as text.
    #[must_use]
    pub fn text(&self) -> String {
        if self.dropped == 0 {
            // A character may stand across the border of the two.
            return String::from_utf8_lossy(&[&self.head[..], &self.tail].concat()).into_owned();
        }
        let [head, tail] = [&self.head, &self.tail].map(|part| String::from_utf8_lossy(part));
        format!("{head}\n… {} bytes left out …\n{tail}", self.dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::Tail;

    #[test]
    fn head_and_tail_are_kept_and_the_middle_is_counted() {
        let mut tail = Tail::default();
        for chunk in [&b"abc"[..], b"defgh", b"ijklmnop"] {
            tail.push(chunk, 8);
        }
        assert_eq!((&tail.head[..], &tail.tail[..], tail.dropped), (&b"abcd"[..], &b"mnop"[..], 8));
        assert_eq!(tail.text(), "abcd\n… 8 bytes left out …\nmnop");
    }

    #[test]
    fn a_short_stream_is_kept_whole() {
        let mut tail = Tail::default();
        tail.push(b"panicked", 8);
        assert_eq!(tail.text(), "panicked");
    }
}
