//! Folders to a catalog, always in the same order.

mod classify;
mod pairing;
mod words;
