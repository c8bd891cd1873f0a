//! The house rules, as tests: each says where it is broken, and what to do instead.
//!
//! A rule is a function from a source text to complaints. Each is applied to every file of the
//! workspace, and against small texts that break it, so that we know that it can fail. What a
//! compiler or clippy can see is left to them; here is what only this project wants.

#![forbid(unsafe_code)]

mod circles;
mod commands;
mod doors;
mod files;
mod languages;
mod layers;
mod lexer;
mod nouns;
mod safety;
mod shape;
mod source;
mod unfinished;
mod words;
mod workspace;
