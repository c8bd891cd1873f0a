//! What a program prints, shown as it comes, and what is said beside it.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use harness_sandbox::Execution;

use crate::model::{mebibytes, plain, seconds};
use crate::report::SafeText;
use crate::ui::{Tone, paint};

/// Standard output: as it comes in a pipe, without what a terminal would obey on a terminal.
#[derive(Default)]
pub struct Screen(Mutex<Shown>);

#[derive(Default)]
struct Shown {
    text: SafeText,
    failed: Option<io::Error>,
}

impl Screen {
    /// Shows what comes next; whether that was possible.
    pub fn show(&self, chunk: &[u8]) -> bool {
        let mut own = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = io::stdout().lock();
        let shown = if out.is_terminal() { own.text.next(chunk).into_bytes() } else { chunk.to_vec() };
        let written = out.write_all(&shown).and_then(|()| out.flush());
        own.failed = own.failed.take().or(written.err());
        own.failed.is_none()
    }

    /// All was shown, or why not.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn end(self) -> io::Result<()> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
    }
}

/// Tells a line beside what a program prints. A failure to print it cannot be reported.
pub fn tell(tone: Tone, line: &str) {
    let _ = writeln!(io::stderr(), "{}", paint(tone, line));
}

/// Tells what a program that has ended took, and what it wrote to standard error.
pub fn tell_usage(who: &str, facts: &Execution) {
    let usage = &facts.usage;
    let numbers = format!("{who} has ended: {} of CPU time, {}", seconds(usage.cpu), mebibytes(usage.memory));
    tell(Tone::Faint, &numbers);
    tell_stderr(facts);
}

/// Tells what a program wrote to standard error, each line marked.
pub fn tell_stderr(facts: &Execution) {
    let said = facts.stderr.text();
    said.lines().for_each(|line| tell(Tone::Faint, &format!("! {}", plain(line))));
}
