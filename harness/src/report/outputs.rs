//! The reports that go to standard output and to files, for every command that has `--report`.

use std::io::{BufWriter, StdoutLock};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::audience;
use crate::event::Reporter;
use crate::exit_code::ExitCode;
use crate::failure::Failure;
use crate::model::Audience;
use crate::record::Earlier;
use crate::report::{self, Everyone, Format, Live, Presentation, ReportFile, RowOrder, RunAgain, Shown};
use crate::ui::{Folded, Ui};

/// A report that goes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportTo<K> {
    /// Its format.
    pub kind: K,
    /// The file.
    pub path: PathBuf,
}

/// What is to be written beside what is printed, and for whom both are.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedReports<'w> {
    /// Reports in files.
    pub files: &'w [ReportTo<Format>],
    /// Reports in a folder, one for each solution.
    pub each: &'w [ReportTo<Format>],
    /// Who reads them; without it the staff, and students those of `each`.
    pub audience: Option<Audience>,
    /// The order of rows about solutions.
    pub order: Option<RowOrder>,
    /// What became of the solutions in the runs before.
    pub earlier: Option<&'w Earlier>,
    /// How a case is run again, where that is not by its name only.
    pub again: Option<&'w RunAgain>,
}

impl WantedReports<'_> {
    /// Whether one of them, or what is printed, shows what became of solutions in the runs before. What students may
    /// see of these is not known, so nothing is.
    #[must_use]
    pub fn show_earlier_runs(&self, printed: Format) -> bool {
        let mut formats = std::iter::once(printed).chain(self.files.iter().map(|to| to.kind));
        self.audience != Some(Audience::Student) && formats.any(Format::shows_earlier_runs)
    }
}

/// Reporters of a run: one prints, the others write files.
pub struct Reports<'a> {
    /// All of them, and what the command adds.
    pub reporters: Everyone<'a>,
    files: Vec<(Format, ReportFile)>,
}

impl<'a> Reports<'a> {
    /// Opens all, before anything runs. Files that need a name before they have their place get it in `spare`.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn open(
        format: Format,
        to: &WantedReports<'a>,
        (ui, presentation): (Ui, Presentation),
        spare: &Path,
    ) -> Result<Self, Failure> {
        let told = |reporter| audience::told(to.audience.unwrap_or_default(), reporter);
        let order = to.order;
        let earlier = to.earlier.filter(|_| to.show_earlier_runs(format));
        let shown = Shown { order, earlier, again: to.again };
        let again = to.again.cloned().unwrap_or_default();
        let out: BufWriter<StdoutLock<'static>> = BufWriter::new(std::io::stdout().lock());
        let out = Folded::on_stdout(out, ui, format == Format::Human);
        let out = Box::new(out.with_words_of_programs(format.is_lines()));
        refuse_same_names(to.each)?;
        let files = open_files(to.files, spare)?;
        let mut reporters = Everyone(match format {
            Format::Human => vec![told(report::for_people(
                out,
                ui,
                Presentation { order, again: again.clone(), ..presentation },
            ))],
            // Where another program reads, a person may look on.
            _ if ui.reads_elsewhere() => {
                let live = Box::new(Live::new(&ui, presentation.stop));
                vec![told(live), told(report::open_with(format, out, ui, shown))]
            }
            _ => vec![told(report::open_with(format, out, ui, shown))],
        });
        for (format, file) in &files {
            let out = Folded::new(file.writer().map_err(Failure::output)?, None);
            let out = Box::new(out.with_words_of_programs(format.is_lines() && !file.is_regular()));
            reporters.0.push(told(report::open_with(*format, out, ui, shown)));
        }
        let of_students = to.audience.unwrap_or(Audience::Student);
        for ReportTo { kind, path } in to.each {
            let each = report::each_in(*kind, path, (of_students, ui, again.clone()), spare);
            let each = each.with_context(|| format!("failed to make the folder `{}`", path.display()));
            reporters.0.push(each.map_err(Failure::usage)?);
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
        if wanted[..index].iter().any(|other| are_same(&other.path, &to.path)) {
            return Err(Failure::usage(anyhow!("two reports are written to `{}`", to.path.display())));
        }
        files.push((to.kind, open_file(&to.path, spare)?));
    }
    Ok(files)
}

/// Reports for each student are told apart by the ends of their names only.
fn refuse_same_names(each: &[ReportTo<Format>]) -> Result<(), Failure> {
    for (index, to) in each.iter().enumerate() {
        let end = to.kind.extension();
        let has_place =
            |other: &ReportTo<Format>| other.kind.extension() == end && are_same(&other.path, &to.path);
        if each[..index].iter().any(has_place) {
            let path = to.path.join(format!("NAME.{end}"));
            return Err(Failure::usage(anyhow!("two reports are written to `{}`", path.display())));
        }
    }
    Ok(())
}

/// Whether two paths are those of one file or folder, which need not be there yet.
fn are_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let in_folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
        let place = path.canonicalize().ok().or_else(in_folder);
        place.unwrap_or_else(|| path.clone())
    };
    one == other || place(one) == place(other)
}

/// Opens one.
///
/// # Errors
/// It cannot be written.
pub fn open_file(path: &Path, spare: &Path) -> Result<ReportFile, Failure> {
    let file = ReportFile::open(path, spare).with_context(|| format!("failed to write `{}`", path.display()));
    file.map_err(Failure::usage)
}
