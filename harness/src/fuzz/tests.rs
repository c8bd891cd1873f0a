//! What fuzz does, on exact facts.
