//! Keys from standard input, while a command goes on: at a terminal each as it is pressed, else as they come.

use std::io::{self, IsTerminal};
use std::os::fd::BorrowedFd;
use std::sync::{Arc, Weak};

use rustix::io::Errno;
use rustix::termios::{self, LocalModes, OptionalActions, SpecialCodeIndex, Termios};

use crate::ui::suspend::{self, Guest};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Enter.
    Enter,
    /// `q`, or Ctrl-D at a terminal.
    Quit,
}

/// Listens to standard input; at a terminal it is left as it was found.
#[derive(Debug)]
pub struct Keys {
    is_open: bool,
    modes: Option<Arc<Modes>>,
}

/// How the terminal was, and how it is while keys are listened to.
#[derive(Debug)]
struct Modes {
    before: Termios,
    each: Termios,
}

impl Modes {
    /// Sets these, unless the terminal is with another program.
    fn set(modes: &Termios) {
        if is_ours() {
            let _ = termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, modes);
        }
    }
}

impl Guest for Modes {
    fn leave(&self) {
        Self::set(&self.before);
    }

    fn come_back(&self) {
        Self::set(&self.each);
    }
}

/// Whether the keys of the terminal come to us.
fn is_ours() -> bool {
    termios::tcgetpgrp(rustix::stdio::stdin()).is_ok_and(|group| group == rustix::process::getpgrp())
}

impl Keys {
    /// Begins to listen. A terminal whose keys go to another program is left alone.
    #[must_use]
    pub fn listen() -> Self {
        let stdin = rustix::stdio::stdin();
        if !io::stdin().is_terminal() {
            return Self { is_open: true, modes: None };
        }
        let is_ours = is_ours();
        let before = termios::tcgetattr(stdin).ok().filter(|_| is_ours);
        let modes = before.map(|before| {
            let mut each = before.clone();
            // Ctrl-C and Ctrl-Z stay signals.
            each.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
            each.special_codes[SpecialCodeIndex::VMIN] = 1;
            each.special_codes[SpecialCodeIndex::VTIME] = 0;
            Arc::new(Modes { before, each })
        });
        if let Some(modes) = &modes {
            Modes::set(&modes.each);
            let guest: Weak<dyn Guest> = Arc::downgrade(modes) as _;
            suspend::register(guest);
        }
        Self { is_open: is_ours, modes }
    }

    /// Readable when there is a key; none where no more will come.
    #[must_use]
    pub fn fd(&self) -> Option<BorrowedFd<'static>> {
        self.is_open.then(rustix::stdio::stdin)
    }

    /// The keys that have come; it waits where there is none.
    pub fn read(&mut self) -> Vec<Key> {
        let mut buffer = [0; 256];
        match rustix::io::read(rustix::stdio::stdin(), &mut buffer) {
            Ok(0) => self.is_open = false,
            Ok(length) => return buffer[..length].iter().filter_map(|byte| self.key(*byte)).collect(),
            Err(Errno::INTR | Errno::AGAIN) => {}
            Err(_) => self.is_open = false,
        }
        Vec::new()
    }

    fn key(&self, byte: u8) -> Option<Key> {
        /// Ctrl-D, where the terminal does not make an end of it.
        const END: u8 = 4;
        match byte {
            b'\n' | b'\r' => Some(Key::Enter),
            b'q' | b'Q' => Some(Key::Quit),
            END if self.modes.is_some() => Some(Key::Quit),
            _ => None,
        }
    }

    /// Whether a person presses them.
    #[must_use]
    pub fn are_pressed(&self) -> bool {
        self.modes.is_some()
    }

    /// Leaves the terminal as it was.
    pub fn stop(&mut self) {
        self.is_open = false;
        if let Some(modes) = self.modes.take() {
            let _ = termios::tcsetattr(rustix::stdio::stdin(), OptionalActions::Now, &modes.before);
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Keys};

    #[test]
    fn enter_and_q_mean_something() {
        let keys = Keys { is_open: true, modes: None };
        let meant: Vec<Option<Key>> = b"\nx\rq\x04".iter().map(|byte| keys.key(*byte)).collect();
        assert_eq!(meant, [Some(Key::Enter), None, Some(Key::Enter), Some(Key::Quit), None]);
    }
}
