//! The reports that go to standard output and to files, for every command that has `--report`.

use std::io::{BufWriter, StdoutLock};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::report::{self, Everyone, Format, Live, Presentation, ReportFile};
use crate::ui::{Folded, Ui};

/// A report that goes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo<K> {
    /// Its format.
    pub kind: K,
    /// The file.
    pub path: PathBuf,
}

/// Reporters of a run: one prints, the others write files.
pub struct Reports<'a> {
    /// All of them, and what the command adds.
    pub reporters: Everyone<'a>,
    files: Vec<(Format, ReportFile)>,
}

impl Reports<'_> {
    /// Opens all, before anything runs. Files that need a name before they have their place get it in `spare`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn open(
        format: Format,
        wanted: &[ReportTo<Format>],
        (ui, manner): (Ui, Presentation),
        spare: &Path,
    ) -> Result<Self, Failure> {
        let out: BufWriter<StdoutLock<'static>> = BufWriter::new(std::io::stdout().lock());
        let out = Box::new(Folded::on_stdout(out, ui, format == Format::Human));
        let files = open_files(wanted, spare)?;
        let mut reporters = Everyone(match format {
            Format::Human => vec![report::for_people(out, ui, manner)],
            // Where another program reads, a person may look on.
            _ if ui.reads_elsewhere() => {
                vec![Box::new(Live::new(&ui, manner.stop)), report::open(format, out, ui)]
            }
            _ => vec![report::open(format, out, ui)],
        });
        for (format, file) in &files {
            let out = Box::new(file.writer().map_err(Failure::output)?);
            reporters.0.push(report::open(*format, out, ui));
        }
        Ok(Self { reporters, files })
    }

    /// The command ends so: files get their places.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn finish(mut self, code: ExitCode) -> Result<(), Failure> {
        self.reporters.finish(code).map_err(Failure::output)?;
        self.commit()
    }

    /// Files get their places: all has been told.
    ///
    /// # Errors
    /// Something cannot be written.
    pub fn commit(self) -> Result<(), Failure> {
        // What is buffered is written when its reporter goes.
        drop(self.reporters);
        self.files.into_iter().try_for_each(|(_, file)| file.commit().map_err(Failure::output))
    }
}

/// Opens all files, before anything runs. Those that need a name before they have their place get it in `spare`.
///
/// # Errors
/// One cannot be written, or two go to one file.
pub fn open_files<K: Copy>(wanted: &[ReportTo<K>], spare: &Path) -> Result<Vec<(K, ReportFile)>, Failure> {
    let mut files = Vec::new();
    for (index, to) in wanted.iter().enumerate() {
        if wanted[..index].iter().any(|other| other.path == to.path) {
            return Err(Failure::usage(anyhow!("two reports are written to `{}`", to.path.display())));
        }
        files.push((to.kind, open_file(&to.path, spare)?));
    }
    Ok(files)
}

/// Opens one.
///
/// # Errors
/// It cannot be written.
pub fn open_file(path: &Path, spare: &Path) -> Result<ReportFile, Failure> {
    let file = ReportFile::open(path, spare).with_context(|| format!("failed to write `{}`", path.display()));
    file.map_err(Failure::usage)
}
