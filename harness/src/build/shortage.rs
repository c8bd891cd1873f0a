//! Whether a build failed for lack of something outside the source.

use std::path::Path;

use harness_sandbox::{ToolOutput, free_space};
use rustix::process::Signal;

/// What compilers say when a system call found nothing left, as the C library calls it, or when a part
/// of theirs is gone; and what that means.
const WORDS: [(&str, &str); 7] = [
    ("No space left on device", "the disk is full"),
    ("Disk quota exceeded", "the disk quota is used up"),
    ("Too many open files", "too many files are open"),
    ("Cannot allocate memory", "there is not enough memory"),
    ("Resource temporarily unavailable", "there are too many processes"),
    ("fatal error: cannot execute", "a part of the compiler is missing"),
    ("error: linker `", "the linker is missing"),
];

/// How a process ends by a fault of its own, as a compiler does that recurses too deep for its stack: then it is the
/// source that it cannot compile.
const CRASHES: [Signal; 5] = [Signal::SEGV, Signal::ABORT, Signal::FPE, Signal::ILL, Signal::TRAP];

/// Fewer bytes are none: no object file fits.
const NEEDED: u64 = 64 * 1024;

/// What was lacking when this output came about, with the result going into `folder`. A source can
/// print these words too; it then gets no verdict, which gains nothing.
pub fn behind(output: &ToolOutput, folder: &Path) -> Option<String> {
    if let Some(signal) = output.signal.filter(|_| crash(output).is_none()) {
        return Some(format!("the compiler was killed by signal {signal}"));
    }
    let said = [&output.stderr, &output.stdout];
    let has = |words: &&(&str, &str)| {
        said.iter().any(|text| memchr::memmem::find(text, words.0.as_bytes()).is_some())
    };
    if let Some((_, lack)) = WORDS.iter().find(has) {
        return Some((*lack).to_owned());
    }
    let is_full = free_space(folder).is_some_and(|free| free < NEEDED);
    is_full.then(|| format!("the disk is full at `{}`", folder.display()))
}

/// What is said of a compiler that has crashed.
pub fn crash(output: &ToolOutput) -> Option<String> {
    let signal = output.signal.filter(|signal| CRASHES.iter().any(|crash| crash.as_raw() == *signal))?;
    Some(format!("error: the compiler crashed (signal {signal})"))
}

#[cfg(test)]
mod tests {
    use super::{behind, crash};
    use harness_sandbox::ToolOutput;

    fn output(stderr: &str, signal: Option<i32>) -> ToolOutput {
        let (status, stdout, stderr) = (String::new(), Vec::new(), stderr.as_bytes().to_vec());
        ToolOutput { success: false, status, signal, stdout, stderr }
    }

    fn lack(stderr: &str, signal: Option<i32>) -> Option<String> {
        behind(&output(stderr, signal), std::path::Path::new("/"))
    }

    #[test]
    fn a_mistake_in_the_source_is_no_shortage() {
        assert_eq!(lack("x.c:1:1: error: unknown type name `disk`", None), None);
    }

    #[test]
    fn what_ran_out_is_named() {
        let full = lack("x.c:1: fatal error: error writing to x.s: No space left on device", None);
        assert_eq!(full.as_deref(), Some("the disk is full"));
        assert_eq!(lack("", Some(9)).as_deref(), Some("the compiler was killed by signal 9"));
        assert_eq!(crash(&output("", Some(9))), None);
    }

    #[test]
    fn a_compiler_that_crashes_of_itself_lacks_nothing() {
        for signal in [4, 5, 6, 8, 11] {
            assert_eq!(lack("deep", Some(signal)), None, "{signal}");
            let said = format!("error: the compiler crashed (signal {signal})");
            assert_eq!(crash(&output("deep", Some(signal))), Some(said));
        }
        assert_eq!(lack("No space left on device", Some(6)).as_deref(), Some("the disk is full"));
    }
}
