//! What the preprocessor of a language leaves out, as far as the names decide that contestants use: code for
//! trying a solution at home stands behind `#ifdef LOCAL`.
//!
//! A name is known to be defined if the command or the source defines it, and known not to be if neither does
//! and it does not begin with an underscore, as those of compilers do. Where a condition is anything else, all
//! of its branches count.

/// The text with blanks for the lines that are left out where a command defines these names.
#[must_use]
pub fn without_excluded(text: &str, defined: &[&str]) -> String {
    let mut defined: Vec<String> = defined.iter().map(|name| (*name).to_owned()).collect();
    let mut open: Vec<Condition> = Vec::new();
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_in = open.iter().all(|condition| condition.is_in);
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            let end = if line.ends_with('\n') { "\n" } else { "" };
            kept.push_str(if is_in { line } else { end });
            continue;
        };
        let mut words = directive.split_whitespace();
        let (kind, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match kind {
            "ifdef" => open.push(Condition::of(is_defined(name, &defined))),
            "ifndef" => open.push(Condition::of(is_defined(name, &defined).map(|is_defined| !is_defined))),
            "if" => open.push(Condition::of(value(directive, &defined))),
            "else" | "elif" | "elifdef" | "elifndef" => {
                if let Some(last) = open.last_mut() {
                    last.turn();
                }
            }
            "endif" => _ = open.pop(),
            "define" if is_in => {
                let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                defined.push(name);
            }
            "undef" if is_in => defined.retain(|known| known != name),
            _ => {}
        }
        kept.push_str(line);
    }
    kept
}

/// A condition whose end has not come.
struct Condition {
    /// Whether it holds, where that is known.
    holds: Option<bool>,
    /// Whether the lines that come now count.
    is_in: bool,
}

impl Condition {
    fn of(holds: Option<bool>) -> Self {
        Self { holds, is_in: holds.unwrap_or(true) }
    }

    /// On to another branch.
    fn turn(&mut self) {
        self.is_in = self.holds != Some(true);
    }
}

fn is_defined(name: &str, defined: &[String]) -> Option<bool> {
    let is_known = defined.iter().any(|known| known == name);
    (is_known || !name.starts_with('_')).then_some(is_known)
}

/// What `if 0`, `if 1`, `if defined(NAME)` and its contrary come to.
fn value(directive: &str, defined: &[String]) -> Option<bool> {
    let condition: String = directive.split_whitespace().skip(1).collect();
    let (is_negated, rest) = match condition.strip_prefix('!') {
        Some(rest) => (true, rest),
        None => (false, condition.as_str()),
    };
    if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(rest.bytes().any(|byte| byte != b'0') != is_negated);
    }
    let name = rest.strip_prefix("defined")?;
    let name = name.strip_prefix('(').and_then(|name| name.strip_suffix(')')).unwrap_or(name);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_defined = is_defined(name, defined).filter(|_| is_name)?;
    Some(is_defined != is_negated)
}

#[cfg(test)]
mod tests {
    use super::without_excluded;

    /// The lines that are neither blank nor directives.
    #[track_caller]
    fn check(text: &str, kept: &str) {
        let left = without_excluded(text, &["ONLINE_JUDGE"]);
        assert_eq!(left.lines().count(), text.lines().count(), "{text}");
        let lines = left.lines().filter(|line| !line.is_empty() && !line.trim_start().starts_with('#'));
        assert_eq!(lines.collect::<Vec<_>>().join(" "), kept, "{text}");
    }

    #[test]
    fn what_is_for_the_contestants_machine_is_left_out() {
        check("a\n#ifdef LOCAL\nb\n#else\nc\n#endif\nd\n", "a c d");
        check("#ifndef ONLINE_JUDGE\nb\n#endif\nd", "d");
        check("  # ifdef ONLINE_JUDGE\nb\n#else\nc\n#endif\n", "b");
        check("#if defined(LOCAL)\nb\n#endif\n#if !defined LOCAL\nc\n#endif\n", "c");
        check("#define LOCAL 1\n#ifdef LOCAL\nb\n#endif\n#undef LOCAL\n#ifdef LOCAL\nc\n#endif\n", "b");
        check("#if 0\nb\n#else\nc\n#endif\n#if 1\nd\n#else\ne\n#endif\n#if !0\nf\n#endif", "c d f");
        check("#ifdef LOCAL\n#define X\n#ifdef X\nb\n#endif\n#endif\n#ifdef X\nc\n#endif\n", "");
    }

    #[test]
    fn where_a_condition_is_not_known_all_branches_count() {
        check("#ifdef __GNUC__\na\n#else\nb\n#endif\n", "a b");
        check("#if X > 1\na\n#elif Y\nb\n#endif\n", "a b");
        check("#if defined(A) && defined(B)\na\n#endif\n", "a");
        check("#endif\n#else\na\n#ifdef LOCAL\nb\n", "a");
    }
}
