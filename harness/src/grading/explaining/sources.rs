//! The sources of a solution, and places in them. A program may name any file in what it says, so no other file is
//! read for a report.

use std::fs;
use std::path::{Path, PathBuf};

use crate::event::{CodePlace, ExplainedFault, StackFrame};
use crate::files;
use crate::model::{EntryPoint, Name, Source};
use crate::programs::Candidate;
use crate::trace::{Call, Column, Trace, TracePlace};

/// Bytes of a source that are looked through for a line.
const MOST_READ: u64 = 4 << 20;

/// Characters of a line that are shown.
const MOST_OF_LINE: usize = 400;

/// Calls that are told of a stack, and those where none of them is in the sources of the solution.
const MOST_CALLS: usize = 12;
const MOST_FOREIGN: usize = 4;

/// The sources of a solution.
pub struct OwnSources {
    /// The root of the workspace, as it was named and as it really is.
    roots: [PathBuf; 2],
    /// The file with the main function.
    main: PathBuf,
    /// The file or the folder that holds all of it.
    own: PathBuf,
    /// The file that holds a copy of the main one, with the same lines.
    copy: Option<String>,
    /// A class gives its file the name, so of a single file the name may be another.
    has_names_of_classes: bool,
}

impl OwnSources {
    /// Those of a candidate.
    pub fn of(candidate: &Candidate<'_>) -> Self {
        let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let own = match &candidate.solution.source {
            Source::File(file) => file,
            Source::Folder { folder, .. } => folder,
            Source::CargoBinary { package, .. } => package,
            // Nothing of it was built, so nothing failed.
            Source::Absent(_) => &candidate.solution.main_file,
        };
        let driver = candidate.language.driver.as_deref().filter(|_| candidate.problem.function.is_some());
        Self {
            roots: [candidate.root.to_owned(), real(candidate.root)],
            main: real(&candidate.solution.main_file),
            own: real(own),
            copy: driver.and_then(|driver| driver.copy.clone()),
            has_names_of_classes: candidate.language.entry == EntryPoint::Class,
        }
    }

    /// What a trace tells, with its places in the sources.
    pub fn fault(&self, trace: &Trace) -> ExplainedFault {
        let own: Vec<(&Call, CodePlace)> =
            trace.calls.iter().filter_map(|call| Some((call, self.place(call.place.as_ref()?)?))).collect();
        let told = trace.place.as_ref().and_then(|place| self.place(place));
        let place = told.or_else(|| own.first().map(|(_, place)| place.clone()));
        let frame =
            |call: &Call, place| StackFrame { function: call.function.clone(), place, times: call.times };
        let mut stack: Vec<StackFrame> = own
            .iter()
            .take(MOST_CALLS)
            .map(|(call, place)| frame(call, Some(CodePlace { text: None, ..place.clone() })))
            .collect();
        if stack.is_empty() {
            let foreign = trace.calls.iter().filter(|call| !call.function.is_empty());
            stack.extend(foreign.take(MOST_FOREIGN).map(|call| frame(call, None)));
        }
        let library_calls = trace.calls.len() - own.len().max(stack.len());
        let related = trace.related.iter().filter_map(|(did, calls)| {
            let (call, place) =
                calls.iter().find_map(|call| Some((call, self.place(call.place.as_ref()?)?)))?;
            Some(format!("{did} in {} ({}:{})", call.function, place.path, place.line))
        });
        let details = trace.details.iter().map(|detail| self.in_terms_of_root(detail));
        let details = details.chain(related).collect();
        ExplainedFault { what: self.in_terms_of_root(&trace.what), details, place, stack, library_calls }
    }

    /// A text with paths relative to the root.
    fn in_terms_of_root(&self, text: &str) -> String {
        let starts = self.roots.iter().map(|root| format!("{}/", root.display()));
        starts.filter(|start| start != "/").fold(text.to_owned(), |text, start| text.replace(&start, ""))
    }

    /// A place in these sources, with the text of its line; none where it is elsewhere.
    fn place(&self, place: &TracePlace) -> Option<CodePlace> {
        let path = self.file(&place.file)?;
        let text = line_of(&path, place.line);
        let blanks =
            || text.as_deref().map_or(0, |text| text.chars().take_while(|c| c.is_whitespace()).count());
        let column = place.column.map(|column| match column {
            Column::At(column) => column,
            Column::AfterBlanks(offset) => offset + 1 + blanks() as u64,
        });
        let shown = self.roots.iter().find_map(|root| path.strip_prefix(root).ok()).unwrap_or(&path);
        let shown = Name::from_os(shown.as_os_str());
        Some(CodePlace { path: shown, line: place.line, column: column.filter(|at| *at > 0), text })
    }

    /// The file that a trace means by this, if it is one of these.
    fn file(&self, written: &str) -> Option<PathBuf> {
        let spellings = [written.to_owned(), unescaped(written)];
        let found = spellings.iter().find_map(|spelling| self.there(Path::new(spelling)));
        found.or_else(|| {
            let path = Path::new(written);
            let name = path.file_name()?;
            let is_bare = path.components().count() == 1;
            let is_copy = self.copy.as_deref().is_some_and(|copy| name == copy);
            let is_class = self.has_names_of_classes
                && self.own == self.main
                && path.extension() == self.main.extension();
            (is_copy || is_bare && is_class).then(|| self.main.clone())
        })
    }

    /// The file at this path, or where a compiler may have stood when it wrote a relative one.
    fn there(&self, path: &Path) -> Option<PathBuf> {
        let from_root = path.strip_prefix("./").map(|path| Path::new("/").join(path)).ok();
        let folders = self.main.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.roots[1]));
        let places = folders.filter(|_| path.is_relative()).map(|folder| folder.join(path));
        let places =
            std::iter::once(path.to_owned()).filter(|path| path.is_absolute()).chain(from_root).chain(places);
        let is_own = |path: &PathBuf| path.starts_with(&self.own) && path.is_file();
        places.filter_map(|place| fs::canonicalize(place).ok()).find(is_own)
    }
}

/// The text of a line, as far as it is shown.
fn line_of(path: &Path, line: u64) -> Option<String> {
    let bytes = files::start_of(path, MOST_READ).ok()?;
    let index = usize::try_from(line).ok()?.checked_sub(1)?;
    let text = bytes.split(|byte| *byte == b'\n').nth(index)?;
    let text = String::from_utf8_lossy(text);
    Some(text.trim_end().chars().take(MOST_OF_LINE).collect())
}

/// A path in which characters beyond ASCII are written as `\xfc` or `\u26c4`.
fn unescaped(path: &str) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let Some(at) = rest.find('\\') {
        let (before, after) = rest.split_at(at);
        text.push_str(before);
        let digits = match after.as_bytes().get(1) {
            Some(b'x') => 2,
            Some(b'u') => 4,
            Some(b'U') => 8,
            Some(_) | None => 0,
        };
        let code = after.get(2..2 + digits).filter(|_| digits > 0);
        let c = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        let length = c.map_or(1, |_| 2 + digits);
        text.push(c.unwrap_or('\\'));
        rest = &after[length..];
    }
    text + rest
}

#[cfg(test)]
mod tests;
