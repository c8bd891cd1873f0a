//! Rows that are written in an order of their own, and not as solutions are finished.

use std::collections::BTreeMap;

use crate::event::{RunPlan, SolutionSummary};
use crate::report::row_order::RowOrder;

/// Rows whose turn has not come.
pub struct Rows {
    order: Option<RowOrder>,
    /// By the place of the solution in the plan.
    waiting: BTreeMap<usize, SolutionSummary>,
    next: usize,
}

impl Rows {
    /// Rows in this order.
    pub fn new(order: Option<RowOrder>) -> Self {
        Self { order, waiting: BTreeMap::new(), next: 0 }
    }

    /// The place of a solution, where rows have an order: of a class they always have.
    pub fn place_of(&self, plan: Option<&RunPlan>, summary: &SolutionSummary) -> Option<usize> {
        let plan = plan.filter(|plan| plan.is_class || self.order.is_some())?;
        plan.solution(&summary.subject)
    }

    /// Takes a row in. Those come back whose turn it is by now; an order by what came of them is known at the end.
    pub fn take(&mut self, place: usize, summary: SolutionSummary) -> Vec<SolutionSummary> {
        self.waiting.insert(place, summary);
        let mut ready = Vec::new();
        while self.order.is_none()
            && let Some(summary) = self.waiting.remove(&self.next)
        {
            ready.push(summary);
            self.next += 1;
        }
        ready
    }

    /// All that still wait.
    pub fn rest(&mut self) -> Vec<SolutionSummary> {
        let mut rows: Vec<SolutionSummary> = std::mem::take(&mut self.waiting).into_values().collect();
        if let Some(order) = self.order {
            order.sort(&mut rows, |summary| summary);
        }
        rows
    }
}
