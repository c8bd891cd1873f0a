//! Whether what runs the programs of a language here works for what was packed elsewhere: a virtual machine that is
//! older than the compiler there refuses it, an interpreter may be broken, and solutions would be blamed for that.

use std::collections::{BTreeMap, BTreeSet};

use crate::build::Built;
use crate::failure::Failure;
use crate::model::Verdict;
use crate::programs::{self, BuildProgress, Candidate, EmptyPrograms, last_words};
use crate::run::{Engine, Pool};
use crate::session::Session;

/// By the name of a language, why its programs that were packed elsewhere do not run here: the empty program of the
/// pack does not. Without a pack there are none: what is built here was tried by its own compiler.
///
/// # Errors
/// The sandbox cannot be started, or a signal came.
pub(super) fn unfit(
    session: &Session,
    candidates: &[Candidate<'_>],
) -> Result<BTreeMap<String, String>, Failure> {
    let languages = candidates.iter().map(|candidate| candidate.language);
    let hosted = languages.filter(|language| language.is_hosted());
    let names: BTreeSet<&str> = hosted.map(|language| language.name.as_str()).collect();
    if session.packed().is_none() || names.is_empty() {
        return Ok(BTreeMap::new());
    }
    let empty = EmptyPrograms::build(session, names.into_iter(), BuildProgress::hidden)?;
    let sandbox = programs::start_in(session, "hosts", 1, programs::files_of(empty.built()))?;
    let pool = Pool::single();
    let engine = Engine::new(&sandbox, &session.stop, &pool, 0);
    let questions: Vec<_> =
        empty.executables().map(|(_, executable)| EmptyPrograms::question(executable)).collect();
    let replies = engine.ask(&questions);
    let failed = empty.executables().zip(&replies).filter_map(|((language, _), reply)| {
        let has_failed = reply.judgement.verdict == Verdict::RuntimeError;
        has_failed.then(|| (language.to_owned(), last_words(reply)))
    });
    Ok(failed.collect())
}

/// What is built, but for what does not run here.
pub(super) fn fitting(
    built: Vec<(usize, Built)>,
    candidates: &[Candidate<'_>],
    unfit: &BTreeMap<String, String>,
) -> Vec<(usize, Built)> {
    let one = |(index, built): (usize, Built)| {
        let why = unfit.get(&candidates[index].language.name).filter(|_| matches!(built, Built::Ready(_)));
        let failed = why.map(|why| {
            let language = &candidates[index].language.name;
            Built::Failed(format!("the {language} on this machine cannot run the packed program: {why}"))
        });
        (index, failed.unwrap_or(built))
    };
    built.into_iter().map(one).collect()
}
