//! Folders to a catalog, always in the same order.
