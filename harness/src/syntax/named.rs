//! Whether a source names another, as one does that needs it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Whether this word stands in a text, with no letter, digit or underscore beside it.
#[must_use]
pub fn has_word(text: &[u8], word: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    !word.is_empty()
        && memchr::memmem::find_iter(text, word).any(|start| {
            !text[..start].last().is_some_and(is_part) && !text.get(start + word.len()).is_some_and(is_part)
        })
}

/// Whether a source names another: by what its file is called, or by its folder where all of that, or a function of
/// it, is imported.
#[must_use]
pub fn names(text: &[u8], other: &Path) -> bool {
    let has_name = other.file_stem().is_some_and(|stem| has_word(text, stem.as_bytes()));
    let folder = other.parent().and_then(Path::file_name).map(OsStr::as_bytes);
    has_name
        || folder.is_some_and(|folder| {
            text.split(|byte| *byte == b'\n').any(|line| imports(line.trim_ascii(), folder))
        })
}

/// Whether a line is `#include "FOLDER/x.h"`, `using FOLDER;`, `import FOLDER.*` or `import FOLDER.function`.
fn imports(line: &[u8], folder: &[u8]) -> bool {
    let is_sign = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80);
    let words: Vec<&[u8]> = line.split(is_sign).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [first, path @ ..] if *first == b"include" && line.starts_with(b"#") => path.contains(&folder),
        [first, path @ ..] if [&b"import"[..], b"using", b"open"].contains(first) => match path {
            [.., last] if *last == folder => true,
            [.., before, last] if !line.contains(&b'*') => *before == folder && last[0].is_ascii_lowercase(),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::names;
    use std::path::Path;

    #[track_caller]
    fn check(text: &str, expect: bool) {
        assert_eq!(names(text.as_bytes(), Path::new("solutions/p/s/util/Tree.java")), expect, "{text}");
    }

    #[test]
    fn a_source_is_named_by_its_file_or_by_its_folder_in_an_import() {
        check("Tree tree = new Tree();", true);
        check("#include \"Tree.h\"", true);
        check("import util.gcd", true);
        check("import org.util.*;", true);
        check("  using util;", true);
        check("#include \"util/all.h\"", true);
        check("int util = 3;", false);
        check("TreeNode node; // MyTree", false);
        check("import utility.gcd", false);
        // A class is in the file of its name.
        check("import util.Heap;", false);
        check("import util.far.*;", false);
        check("import util.*;", true);
        check("", false);
    }
}
