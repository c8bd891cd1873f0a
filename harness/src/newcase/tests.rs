//! What newcase does, on exact facts.
