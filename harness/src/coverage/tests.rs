//! What coverage does, on exact facts.
