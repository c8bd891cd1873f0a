//! Whether a build failed for lack of something outside the source.

use std::path::Path;

use harness_sandbox::{ToolOutput, free_space};

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

/// Fewer bytes are none: no object file fits.
const NEEDED: u64 = 64 * 1024;

/// What was lacking when this output came about, with the result going into `folder`. A source can
/// print these words too; it then gets no verdict, which gains nothing.
pub fn behind(output: &ToolOutput, folder: &Path) -> Option<String> {
    if let Some(signal) = output.signal {
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

#[cfg(test)]
mod tests {
    use super::behind;
    use harness_sandbox::ToolOutput;

    fn lack(stderr: &str, signal: Option<i32>) -> Option<String> {
        let output = ToolOutput {
            success: false,
            status: String::new(),
            signal,
            stdout: Vec::new(),
            stderr: stderr.as_bytes().to_vec(),
        };
        behind(&output, std::path::Path::new("/"))
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
    }
}
