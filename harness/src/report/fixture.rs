//! For tests: an output that can be read afterwards.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Keeps what is written to it; clones share it.
#[derive(Clone, Default)]
pub struct Page(Rc<RefCell<Vec<u8>>>);

impl Page {
    /// All that was written so far.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).unwrap()
    }
}

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
