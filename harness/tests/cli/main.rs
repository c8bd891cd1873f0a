//! The commands as a user types them: act, then look at everything that comes out.

#![forbid(unsafe_code)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod add;
mod add_sources;
mod arrange;
mod bad_input;
mod browser;
mod building;
mod cases;
mod changed;
mod checkers;
mod compare;
mod consumers;
mod content;
mod contract;
mod conventions;
mod dialogue;
mod differences;
mod explained;
mod formats;
mod function;
mod generators;
mod grade;
mod growth;
mod hunt;
mod hunt_checked;
mod hunt_interactive;
mod interactive;
mod interrupt;
mod kill;
mod languages;
mod list;
mod load;
mod names;
mod packs;
mod passes;
mod points;
mod printed;
mod rebuilt;
mod records;
mod reports;
mod resources;
mod schedulers;
mod selection;
mod session;
mod standard;
mod statements;
mod students;
mod table;
mod talk;
mod terminal;
mod validators;
mod view;
mod watch;
mod watching;
