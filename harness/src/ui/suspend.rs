//! Ctrl-Z: who has changed the terminal puts it in order before the shell gets it, and changes it again afterwards.

use std::sync::{Mutex, Once, PoisonError, Weak, mpsc};
use std::thread;
use std::time::Duration;

use harness_sandbox::{Suspension, SuspensionRequest};

/// Who has changed the terminal.
pub(super) trait Guest: Send + Sync {
    /// Leaves it as it was.
    fn leave(&self);

    /// Changes it again. It may be called without [`Guest::leave`] before, and more than once.
    fn come_back(&self);
}

/// How long that may take.
const PATIENCE: Duration = Duration::from_millis(200);

/// All that are there. One process has one terminal.
static GUESTS: Mutex<Vec<Weak<dyn Guest>>> = Mutex::new(Vec::new());

/// Has this one told as long as it is there. Where the machine gives no thread, Ctrl-Z stops as it does for any program.
pub(super) fn register(guest: Weak<dyn Guest>) {
    static ONCE: Once = Once::new();
    let mut guests = GUESTS.lock().unwrap_or_else(PoisonError::into_inner);
    guests.retain(|guest| guest.strong_count() > 0);
    guests.push(guest);
    drop(guests);
    ONCE.call_once(|| {
        let _ = thread::Builder::new().name("suspend".to_owned()).spawn(listen);
    });
}

fn listen() {
    let Ok(Some(mut suspension)) = Suspension::listen() else { return };
    while let Some(request) = suspension.wait() {
        if request == SuspensionRequest::Stop {
            put_away();
            Suspension::stop_here();
        }
        each(|guest| guest.come_back());
    }
}

/// Has everyone leave. Who writes may wait for a program that the same key has stopped, such as a pager: that is not
/// waited for.
fn put_away() {
    let (done, is_done) = mpsc::channel();
    let leave = move || {
        each(|guest| guest.leave());
        let _ = done.send(());
    };
    if thread::Builder::new().name("put-away".to_owned()).spawn(leave).is_ok() {
        let _ = is_done.recv_timeout(PATIENCE);
    }
}

fn each(tell: impl Fn(&dyn Guest)) {
    let guests = GUESTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    guests.iter().filter_map(Weak::upgrade).for_each(|guest| tell(guest.as_ref()));
}
