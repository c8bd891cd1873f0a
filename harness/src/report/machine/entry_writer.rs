//! What a format has to write: entries in the order of the plan.

use std::io;
use std::sync::Arc;

use crate::event::{Explanation, RunPlan, SolutionSummary};
use crate::report::machine::entry::{Ended, Entry};

/// Writes one format. It gets everything in the order of the plan: the cases of a solution, then the solution.
pub trait EntryWriter {
    /// The run begins. Not called where nothing was run.
    ///
    /// # Errors
    /// The output could not be written.
    fn start(&mut self, _plan: &Arc<RunPlan>) -> io::Result<()> {
        Ok(())
    }

    /// So many entries come, where no plan says it.
    ///
    /// # Errors
    /// The output could not be written.
    fn count(&mut self, _entries: usize) -> io::Result<()> {
        Ok(())
    }

    /// A solution on a case.
    ///
    /// # Errors
    /// The output could not be written.
    fn case(&mut self, entry: Entry) -> io::Result<()>;

    /// The solution as a whole, after its cases. There is no summary where the run broke off.
    ///
    /// # Errors
    /// The output could not be written.
    fn solution(&mut self, entry: Entry, summary: Option<&SolutionSummary>) -> io::Result<()>;

    /// Why a solution failed, which is found out after all is judged.
    ///
    /// # Errors
    /// The output could not be written.
    fn explained(&mut self, _explanation: &Explanation) -> io::Result<()> {
        Ok(())
    }

    /// Nothing more comes.
    ///
    /// # Errors
    /// The output could not be written.
    fn end(&mut self, ended: &Ended) -> io::Result<()>;
}
