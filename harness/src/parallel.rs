//! Maps over items on all cores, or one after another where the system gives no threads.
//!
//! The global pool of rayon panics there, and it would be made at the worst moment: somewhere in the middle.

use std::num::NonZero;
use std::thread;

use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// What the function makes of each item and its place, in their order.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync + Send) -> Vec<R> {
    let one = |(place, item): (usize, &T)| work(place, item);
    match pool(items.len()) {
        Some(pool) => pool.install(|| items.par_iter().enumerate().map(one).collect()),
        None => items.iter().enumerate().map(one).collect(),
    }
}

/// Threads for so many items; none for a single item or core, or where they cannot be started.
fn pool(items: usize) -> Option<ThreadPool> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(items);
    (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for length in [0, 1, 2, 1000] {
            let items: Vec<usize> = (0..length).collect();
            let doubled = map(&items, |place, item| place + item);
            assert_eq!(doubled, (0..length).map(|item| 2 * item).collect::<Vec<_>>());
        }
    }
}
