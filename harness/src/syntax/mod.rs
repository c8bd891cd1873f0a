//! What the text of a source says, as far as that is known without its compiler: its words without comments and
//! literals, what a preprocessor leaves out, where a program begins, what is run of it.

pub mod class;
pub mod conditions;
pub mod entry;
pub mod layout;
pub mod lexer;
pub mod named;
