//! What compilers say of a program that they accept.

/// The number of warnings among the words of a compiler: lines with `warning:`, `warning[lint]`, or a word
/// with a digit between them as in `Warning 26:` and `warning CS0168:`. How many there were is none itself.
#[must_use]
pub fn count_warnings(said: &str) -> usize {
    said.lines().filter(|line| is_warning(line)).count()
}

fn is_warning(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let Some((before, rest)) = line.split_once("warning") else { return false };
    // Those of a virtual machine that runs a compiler are about itself.
    if before.ends_with(' ') && !before.trim_end().ends_with([':', ')']) {
        return false;
    }
    let Some(end) = rest.find([':', '[']) else { return false };
    let between = rest[..end].trim();
    let is_code = !between.contains(' ') && between.contains(|c: char| c.is_ascii_digit());
    let is_sum = ["emitted", "generated"].iter().any(|end| line.trim_end().ends_with(end));
    (between.is_empty() || is_code) && !is_sum
}

#[cfg(test)]
mod tests {
    use super::count_warnings;

    #[test]
    fn warnings_are_counted_and_sums_are_not() {
        for line in [
            "a.cpp:3:9: warning: unused variable 'x' [-Wunused-variable]",
            "warning: unused variable: `x`",
            "warning[E0170]: pattern binding",
            "Warning 26 [unused-var]: unused variable x.",
            "a.cs(3,5): warning CS0168: The variable is declared but never used",
            "a.py:3: SyntaxWarning: invalid escape sequence",
            "a.pas(3,5) Warning: Local variable does not seem to be initialized",
        ] {
            assert_eq!(count_warnings(line), 1, "{line}");
        }
        for line in [
            "1 warning",
            "2 warnings generated.",
            "warning: 2 warnings emitted",
            "3 warnings and 1 error generated.",
            "a.cpp:1:1: error: no",
            "note: to see the warning see this: x",
            "OpenJDK 64-Bit Server VM warning: Options -Xverify:none are deprecated",
        ] {
            assert_eq!(count_warnings(line), 0, "{line}");
        }
        assert_eq!(count_warnings("x: warning: a\n  y\nx: warning: b\n2 warnings generated.\n"), 2);
    }
}
