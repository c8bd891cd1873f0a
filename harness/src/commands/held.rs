//! Output that waits until what it tells of is stored.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

/// Keeps what is written, for standard output. Clones write into the same.
#[derive(Clone, Default)]
pub struct HeldOutput(Rc<RefCell<Vec<u8>>>);

impl HeldOutput {
    /// Writes all of it to standard output.
    ///
    /// # Errors
    /// That cannot be written.
    pub fn release(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(&self.0.take())?;
        out.flush()
    }
}

impl Write for HeldOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
