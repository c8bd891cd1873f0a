//! The reporter that writes a run down, and never stands in its way.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use harness_sandbox::explained;

use crate::event::{HuntReporter, Reporter, Stamped, StampedHunt, Universe};
use crate::exit_code::ExitCode;
use crate::machine;
use crate::model::{Digest, Name, Remarks};
use crate::wire::{Header, MachineMark, Recorder};

/// Writes a run down. What goes wrong is a remark, and the run goes on without its record.
pub struct Recording<'s> {
    recorder: Option<Recorder<File>>,
    path: PathBuf,
    remarks: &'s Remarks,
}

impl<'s> Recording<'s> {
    /// Begins to write to this file, which is known by its path.
    #[must_use]
    pub fn begin(
        opened: io::Result<File>,
        path: PathBuf,
        header: Header,
        universe: &Universe,
        remarks: &'s Remarks,
    ) -> Self {
        let mut recording = Self { recorder: None, path, remarks };
        match opened.and_then(|file| Recorder::new(file, header, Some(universe))) {
            Ok(recorder) => recording.recorder = Some(recorder),
            Err(error) => recording.failed(&error),
        }
        recording
    }

    fn failed(&mut self, error: &io::Error) {
        self.recorder = None;
        let path = Name::from_os(self.path.as_os_str());
        self.remarks.add(format!("the record of this run is not complete: `{path}`: {}", explained(error)));
    }

    fn tell(&mut self, tell: impl FnOnce(&mut Recorder<File>) -> io::Result<()>) {
        if let Some(Err(error)) = self.recorder.as_mut().map(tell) {
            self.failed(&error);
        }
    }
}

impl Reporter for Recording<'_> {
    fn on_event(&mut self, event: &Stamped) -> io::Result<()> {
        self.tell(|recorder| recorder.on_event(event));
        Ok(())
    }

    fn finish(&mut self, exit_code: ExitCode) -> io::Result<()> {
        self.tell(|recorder| recorder.finish(exit_code));
        Ok(())
    }
}

impl HuntReporter for Recording<'_> {
    fn on_hunt(&mut self, event: &StampedHunt) -> io::Result<()> {
        self.tell(|recorder| recorder.on_hunt(event));
        Ok(())
    }
}

/// The machine that we run on, as records tell it.
#[must_use]
pub fn machine_mark() -> MachineMark {
    let machine::Machine { cpu, cores, kernel, .. } = machine::machine();
    let memory = machine::kernel_says("/proc/meminfo").unwrap_or_default();
    let total = memory.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kibibytes: u64 =
        total.and_then(|total| total.split_whitespace().next()?.parse().ok()).unwrap_or_default();
    let memory_bytes = kibibytes * 1024;
    // The last pages of the memory of equal machines differ with the kernel's own needs.
    let gibibytes = (memory_bytes >> 30).to_string();
    let fingerprint = Digest::of([cpu.as_str(), &cores.to_string(), &gibibytes, &kernel]).to_string();
    MachineMark { fingerprint: fingerprint[..12].to_owned(), cpu, cores, memory_bytes, kernel }
}
