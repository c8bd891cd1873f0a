//! What measure does, on exact facts.
