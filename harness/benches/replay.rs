//! Is a stored run enough to make every report of it again?
//! `cargo bench -p harness --bench replay [-- ROOT]`
//!
//! Grades a workspace, this repository where none is named, with a reporter of each format and one that
//! stores the stream of events. Then the stream alone is replayed to fresh reporters, which must write the
//! same bytes. The sizes and times of both are printed.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use harness::config::Flags;
use harness::discover::select;
use harness::event::Reporter;
use harness::report::{self, Everyone, Format};
use harness::session::Session;
use harness::ui::{ColorChoice, Ui, Verbosity};
use harness::wire::{Header, Recorder, replay};
use harness::{grading, programs};
use harness_sandbox::Stop;

const FORMATS: [(Format, &str); 3] =
    [(Format::Human, "human"), (Format::Json, "json"), (Format::Jsonl, "jsonl")];

/// Something to write to that can be read afterwards.
#[derive(Clone, Default)]
struct Page(Rc<RefCell<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reporter of each format, each with its page.
fn reporters(ui: Ui) -> (Everyone<'static>, Vec<Page>) {
    let pages: Vec<Page> = FORMATS.iter().map(|_| Page::default()).collect();
    let open =
        |((format, _), page): (&(Format, &str), &Page)| report::open(*format, Box::new(page.clone()), ui);
    (Everyone(FORMATS.iter().zip(&pages).map(open).collect()), pages)
}

fn main() -> ExitCode {
    // The sandbox starts this program again, as its launcher.
    harness_sandbox::launcher_hook();
    let root = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let root = root.map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/..")), PathBuf::from);
    let ui = Ui { width: 100, has_progress: false, ..Ui::detect(ColorChoice::Never, Verbosity::Normal) };
    let stop = Stop::on_signals().expect("a signal handler");
    let session = Session::open(Some(&root), None, &Flags::NONE, ui, stop).expect("a workspace");
    let selection = select(session.catalog(), &[]).expect("something to grade");
    let candidates = programs::candidates(&session, &selection);
    let (mut live, pages) = reporters(ui);
    let stored = Page::default();
    let recorder = Recorder::new(stored.clone(), Header::bare("grade"), None).expect("a page in memory");
    live.0.push(Box::new(recorder));
    let started = Instant::now();
    let (tally, graded) = grading::grade(&session, &candidates, grading::Options::default(), &mut live);
    let code = tally.exit_code(&session.stop);
    live.finish(code).expect("reports in memory");
    drop(live);
    let took = started.elapsed();
    graded.expect("a run to the end");
    let stream = stored.0.borrow();
    let started = Instant::now();
    let (mut again, pages_again) = reporters(ui);
    let ended = replay(stream.as_slice(), &mut again).expect("a stream of events");
    drop(again);
    println!("graded in {took:.2?}, {} bytes of events, replayed in {:.2?}", stream.len(), started.elapsed());
    let mut is_same = ended == Some(code);
    for (((_, name), live), again) in FORMATS.iter().zip(&pages).zip(&pages_again) {
        let (live, again) = (live.0.borrow(), again.0.borrow());
        is_same &= *live == *again && !live.is_empty();
        println!(
            "{name}: {} bytes, {}",
            live.len(),
            if *live == *again { "the same" } else { "NOT the same" }
        );
    }
    if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
