//! Lines at the bottom of the terminal that are drawn anew while something goes on; nothing of them stays.
//!
//! After each drawing the cursor stands at the start of the first line. So whatever the terminal does with the
//! lines when its size changes, all of them are below the cursor, and one escape erases them.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::ui::Ui;
use crate::ui::suspend::{self, Guest};

/// What is drawn.
pub trait LiveLines: Send + 'static {
    /// The lines at this moment, of which no more are drawn than fit. None is wider than the columns.
    fn lines(&self, now: Instant, size: Size) -> Vec<String>;
}

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns that may be written to.
    pub columns: usize,
    /// Rows that may be written to.
    pub rows: usize,
}

impl Size {
    /// Where a terminal does not tell its size: as most are.
    const USUAL: Self = Self { columns: 80, rows: 24 };

    /// What may be drawn on the terminal behind standard error now. The last column stays free, since a terminal
    /// goes to the next line there sooner or later; and a row, for the line that goes on below.
    fn now() -> Self {
        let told = rustix::termios::tcgetwinsize(rustix::stdio::stderr());
        let told = told.ok().filter(|size| size.ws_col > 0 && size.ws_row > 0);
        let Self { columns, rows } =
            told.map_or(Self::USUAL, |size| Self { columns: size.ws_col.into(), rows: size.ws_row.into() });
        Self { columns: columns.saturating_sub(1).max(1), rows: rows.saturating_sub(1).max(1) }
    }
}

/// How long a picture stands between two drawings: it looks alive, and costs next to nothing.
const TURN: Duration = Duration::from_millis(100);

/// The terminal shows what comes between these at once. One that does not know them passes over them.
const TOGETHER: [&str; 2] = ["\x1b[?2026h", "\x1b[?2026l"];

/// Erases from the start of the line of the cursor to the end of the screen.
const ERASE: &str = "\r\x1b[J";

/// In so many areas lines stand. One process has one terminal.
static DRAWN: AtomicUsize = AtomicUsize::new(0);

/// How often a panic has erased them all.
static PANICS: AtomicUsize = AtomicUsize::new(0);

/// Lines at the bottom of the terminal behind standard error; none where there is no terminal.
pub struct Area<P> {
    shared: Arc<Shared<P>>,
    /// The thread that draws.
    drawer: Mutex<Option<Drawer>>,
    is_visible: bool,
}

struct Shared<P> {
    picture: Mutex<P>,
    drawn: Mutex<Drawn>,
    /// The shell has the terminal, or will have it in a moment.
    is_away: AtomicBool,
}

/// What stands on the terminal.
struct Drawn {
    lines: Vec<String>,
    /// [`PANICS`] when it was drawn.
    panics: usize,
    size: Size,
    at: Option<Instant>,
}

struct Drawer {
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Drawer {
    fn drop(&mut self) {
        drop(self.alive.take());
        // Nothing is drawn after this.
        self.thread.take().map(JoinHandle::join);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: LiveLines> Area<P> {
    /// An area in which nothing is drawn yet.
    #[must_use]
    pub fn new(ui: &Ui, picture: P) -> Self {
        if ui.has_progress {
            erase_before_panics();
        }
        let drawn = Drawn { lines: Vec::new(), panics: 0, size: Size::USUAL, at: None };
        let shared = Arc::new(Shared {
            picture: Mutex::new(picture),
            drawn: Mutex::new(drawn),
            is_away: AtomicBool::new(false),
        });
        if ui.has_progress {
            let guest: Weak<dyn Guest> = Arc::downgrade(&shared) as _;
            suspend::register(guest);
        }
        Self { shared, drawer: Mutex::default(), is_visible: ui.has_progress }
    }

    /// Changes what is drawn.
    pub fn update<T>(&self, change: impl FnOnce(&mut P) -> T) -> T {
        change(&mut lock(&self.shared.picture))
    }

    /// Draws from now on. Where the machine gives no thread nothing is drawn, which is a small loss.
    pub fn show(&self) {
        let mut drawer = lock(&self.drawer);
        if !self.is_visible || drawer.is_some() {
            return;
        }
        let (alive, end) = mpsc::channel::<()>();
        let shared = Arc::clone(&self.shared);
        let draw = move || {
            while end.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
                shared.draw(&mut lock(&shared.drawn));
            }
        };
        let thread = thread::Builder::new().name("display".to_owned()).spawn(draw).ok();
        *drawer = thread.map(|thread| Drawer { alive: Some(alive), thread: Some(thread) });
    }

    /// Draws no more, and leaves no line behind.
    pub fn hide(&self) {
        lock(&self.drawer).take();
        let mut drawn = lock(&self.shared.drawn);
        if drawn.forget() {
            send(ERASE);
        }
    }

    /// Does something with the terminal while the lines are out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut drawn = lock(&self.shared.drawn);
        let at = drawn.at;
        if !drawn.forget() {
            return write();
        }
        let [begin, end] = TOGETHER;
        send(&format!("{begin}{ERASE}"));
        let written = write();
        // Of many lines in a row each need not be followed by a drawing.
        if at.is_none_or(|at| at.elapsed() > TURN / 2) {
            self.shared.draw(&mut drawn);
        }
        send(end);
        written
    }
}

impl<P> Drop for Area<P> {
    /// However a command ends, it leaves no line behind.
    fn drop(&mut self) {
        lock(&self.drawer).take();
        if lock(&self.shared.drawn).forget() {
            send(ERASE);
        }
    }
}

impl<P: LiveLines> Shared<P> {
    fn draw(&self, drawn: &mut Drawn) {
        if self.is_away.load(Ordering::Relaxed) {
            return;
        }
        if !is_ours() {
            // What stands there belongs to the shell now.
            drawn.forget();
            return;
        }
        let (now, size) = (Instant::now(), Size::now());
        let mut lines = lock(&self.picture).lines(now, size);
        lines.truncate(size.rows);
        drawn.at = Some(now);
        if drawn.lines == lines && drawn.size == size {
            return;
        }
        let is_resized = drawn.size != size && !drawn.lines.is_empty();
        send(&escapes(&lines, is_resized));
        drawn.size = size;
        drawn.become_these(lines);
    }
}

impl<P: LiveLines> Guest for Shared<P> {
    fn leave(&self) {
        // From here on nothing is drawn.
        self.is_away.store(true, Ordering::Relaxed);
        let mut drawn = lock(&self.drawn);
        // Who had the lock may have been stopped and continued meanwhile.
        if self.is_away.load(Ordering::Relaxed) && drawn.forget() {
            send(ERASE);
        }
    }

    fn come_back(&self) {
        self.is_away.store(false, Ordering::Relaxed);
        let mut drawn = lock(&self.drawn);
        // What stood there was erased, or stands above what the shell has written: it is drawn anew at the next turn.
        drawn.become_these(Vec::new());
    }
}

impl Drawn {
    /// Whether lines of this area stand there.
    fn stand(&self) -> bool {
        !self.lines.is_empty() && self.panics == PANICS.load(Ordering::Relaxed)
    }

    /// These stand there now.
    fn become_these(&mut self, lines: Vec<String>) {
        let stood = self.stand();
        (self.lines, self.panics) = (lines, PANICS.load(Ordering::Relaxed));
        match (stood, self.stand()) {
            (false, true) => _ = DRAWN.fetch_add(1, Ordering::Relaxed),
            (true, false) => {
                // A panic in between has counted it already.
                let _ =
                    DRAWN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1));
            }
            _ => {}
        }
    }

    /// Nothing stands there any more; whether something of this area did, and we may erase it.
    fn forget(&mut self) -> bool {
        let stood = self.stand();
        self.become_these(Vec::new());
        stood && is_ours()
    }
}

/// What a terminal is sent that is to show these lines from where the cursor is, and to have it there again.
fn escapes(lines: &[String], is_resized: bool) -> String {
    let [begin, end] = TOGETHER;
    let erased = if is_resized { ERASE } else { "\r" };
    let text = lines.join("\x1b[K\r\n");
    let up = lines.len().saturating_sub(1);
    let back = if up > 0 { format!("\x1b[{up}A\r") } else { "\r".to_owned() };
    // What is left of the last line and below it goes, too; of no lines there is nothing to go behind.
    let rest = if lines.is_empty() { "\x1b[J" } else { "\x1b[K\x1b[J" };
    format!("{begin}{erased}{text}{rest}{back}{end}")
}

/// Writes at once. A failure here cannot be reported.
fn send(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Whether the terminal is not with another program, such as the shell after Ctrl-Z and `bg`.
fn is_ours() -> bool {
    let group = rustix::termios::tcgetpgrp(rustix::stdio::stderr());
    group.map_or(true, |group| group == rustix::process::getpgrp())
}

/// What a panic says must not stand in the middle of the lines, and be drawn over.
fn erase_before_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if DRAWN.swap(0, Ordering::Relaxed) > 0 {
                PANICS.fetch_add(1, Ordering::Relaxed);
                send(ERASE);
            }
            before(panic);
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::{Area, Drawn, LiveLines, PANICS, Size, escapes};
    use crate::ui::{Ui, Verbosity};
    use std::sync::atomic::Ordering;
    use std::time::Instant;

    #[test]
    fn each_area_knows_of_its_own_lines_whatever_becomes_of_others() {
        let new = || Drawn { lines: Vec::new(), panics: 0, size: Size::USUAL, at: None };
        let (mut live, mut hidden) = (new(), new());
        live.become_these(vec!["judging".to_owned()]);
        // One in which nothing was drawn goes while the other stands.
        assert!(!hidden.forget() && live.stand());
        hidden.become_these(vec!["building".to_owned()]);
        assert!(hidden.forget() && live.forget() && !live.stand());
        live.become_these(vec!["judging".to_owned()]);
        PANICS.fetch_add(1, Ordering::Relaxed);
        assert!(!live.forget(), "what a panic has erased is erased once");
    }

    #[test]
    fn lines_are_written_over_those_that_stand_there() {
        let lines = ["ab".to_owned(), "c".to_owned(), "d".to_owned()];
        let drawn = "\x1b[?2026h\rab\x1b[K\r\nc\x1b[K\r\nd\x1b[K\x1b[J\x1b[2A\r\x1b[?2026l";
        assert_eq!(escapes(&lines, false), drawn);
        assert_eq!(escapes(&lines[..1], false), "\x1b[?2026h\rab\x1b[K\x1b[J\r\x1b[?2026l");
        assert_eq!(escapes(&lines[..1], true), "\x1b[?2026h\r\x1b[Jab\x1b[K\x1b[J\r\x1b[?2026l");
        assert_eq!(escapes(&[], false), "\x1b[?2026h\r\x1b[J\r\x1b[?2026l");
    }

    struct Never;

    impl LiveLines for Never {
        fn lines(&self, _: Instant, _: Size) -> Vec<String> {
            panic!("there is no terminal");
        }
    }

    #[test]
    fn where_no_terminal_is_nothing_is_drawn() {
        let area = Area::new(&Ui::plain(80, Verbosity::Normal), Never);
        area.show();
        assert_eq!((area.aside(|| 7), area.update(|_| 8)), (7, 8));
        area.hide();
    }
}
