//! The memory that a language takes for itself: of 52 MiB, 41 may be those of its virtual machine.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::build::Executable;
use crate::event::EmptyProgram;
use crate::failure::Failure;
use crate::files;
use crate::model::Bytes;
use crate::programs::{self, BuildProgress, Candidate, EmptyPrograms};
use crate::run::{Engine, Pool};
use crate::session::Session;

/// What an empty program takes, in each language of which another program runs the solutions. It is measured
/// once, and then known as long as the program is the same.
///
/// # Errors
/// A signal came.
pub fn empty_programs<'a>(
    session: &Session,
    candidates: impl Iterator<Item = &'a Candidate<'a>>,
) -> Result<Vec<EmptyProgram>, Failure> {
    let hosted = candidates.map(|candidate| candidate.language).filter(|language| language.is_hosted());
    let names: BTreeSet<&str> = hosted.map(|language| language.name.as_str()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let programs = EmptyPrograms::build(session, names.into_iter(), BuildProgress::hidden)?;
    let place = |executable: &Executable| -> PathBuf {
        programs::cache(session).join(executable.fingerprint()).with_extension("empty")
    };
    let known = |executable: &Executable| {
        let text = String::from_utf8(files::own(&place(executable)).ok()?).ok()?;
        text.trim().parse().map(Bytes).ok()
    };
    let mut memories: Vec<Option<Bytes>> =
        programs.executables().map(|(_, executable)| known(executable)).collect();
    if memories.contains(&None) {
        let files = programs::files_of(programs.built());
        // Where it cannot be measured there is nothing to tell.
        let Ok(sandbox) = programs::start_in(session, "empty", 1, files) else { return Ok(Vec::new()) };
        let pool = Pool::single();
        let engine = Engine::new(&sandbox, &session.stop, &pool, 0);
        for (memory, (_, executable)) in memories.iter_mut().zip(programs.executables()) {
            if memory.is_none() {
                let replies = engine.ask(&[EmptyPrograms::question(executable)]);
                let reply = replies.first().filter(|reply| reply.is_complete());
                *memory = reply.and_then(|reply| Some(reply.judgement.execution.as_ref()?.usage.memory));
                if let Some(Bytes(memory)) = *memory {
                    // Else it is measured again.
                    let _ = fs::write(place(executable), format!("{memory}\n"));
                }
            }
        }
    }
    let told = programs.executables().zip(memories).filter_map(|((language, _), memory)| {
        Some(EmptyProgram { language: language.to_owned(), memory: memory? })
    });
    Ok(told.collect())
}
