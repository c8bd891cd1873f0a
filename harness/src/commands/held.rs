//! Output that waits until what it tells of is stored.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Something that is said later.
type Talk = Box<dyn FnOnce()>;

/// Keeps what is written, for standard output, and what is said after it. Clones write into the same.
#[derive(Clone, Default)]
pub struct HeldOutput {
    text: Rc<RefCell<Vec<u8>>>,
    later: Rc<RefCell<Vec<Talk>>>,
}

impl HeldOutput {
    /// What is done when all is written, such as to give a hint on standard error.
    pub fn later(&self, talk: impl FnOnce() + 'static) {
        self.later.borrow_mut().push(Box::new(talk));
    }

    /// Writes all of it to standard output, and says the rest.
    ///
    /// # Errors
    /// That cannot be written.
    pub fn release(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let written = out.write_all(&self.text.take()).and_then(|()| out.flush());
        self.later.take().into_iter().for_each(|talk| talk());
        written
    }
}

impl Write for HeldOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
