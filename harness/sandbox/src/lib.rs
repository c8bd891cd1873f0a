//! Runs programs under limits and returns facts.
