//! The cases of one problem: its files paired, each pair with the rules in force.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use crate::config::{CaseSettings, Config, MOST_TOLD, PROBLEM_FILE, ProblemSettings, meant, nearest};
use crate::discover::classify::split_extension;
use crate::discover::findings::{Findings, Subject};
use crate::discover::kin::{Kin, counterpart, shown};
use crate::discover::pairing::{Answers, Odd, Pair, Pairing, pair};
use crate::discover::walk::{Listing, list};
use crate::files::Regular;
use crate::model::{Case, Name, Problem, Sidecar};

/// Deeper folders are a mistake, or an attack.
pub const DEEPEST: usize = 32;

/// The cases in a folder, and the files in it that are programs or other things.
#[derive(Debug)]
pub struct Cases {
    /// The cases in order.
    pub cases: Vec<Case>,
    /// The files that are part of no case, by their paths relative to the folder: programs, notes.
    pub others: Vec<Box<[u8]>>,
}

/// Finds the cases of a problem that has these settings.
pub fn cases(
    config: &Config,
    subject: Subject<'_>,
    (problem, needed): (&ProblemSettings, Answers),
    findings: &mut Findings,
) -> Cases {
    let overrides = &problem.overrides;
    let top = config.root.join(subject.folder);
    let Listing { mut files, folders, dead, hidden } = list(&top, DEEPEST, subject, findings);
    files.retain(|file| **file != *PROBLEM_FILE.as_bytes() && !is_checker_test(file));
    for folder in hidden {
        let hint = "rename it if it holds cases";
        findings.notes.push(subject.defect(OsStr::from_bytes(&folder), "a hidden folder is not read", hint));
    }
    let mut pairing = pair(&files, needed);
    let is_dead = |file: &[u8]| dead.contains(file);
    let shared = Arc::new(config.effective(&[overrides]).rules());
    let root = Arc::new(config.root.clone());
    let mut cases = Vec::with_capacity(pairing.pairs.len());
    let batches = std::iter::from_fn(|| Some(pairing.take()).filter(|batch| !batch.is_empty()));
    for Pair { name, input, answer, weaker, sidecar } in batches.flatten() {
        if is_dead(&files[input]) || answer.is_some_and(|answer| is_dead(&files[answer])) {
            continue;
        }
        let named = |file: &[u8]| Name::from_os(subject.folder.join(OsStr::from_bytes(file)).as_os_str());
        let path = |file: &[u8]| top.join(OsStr::from_bytes(file));
        let weaker: Vec<usize> = weaker.into_iter().filter(|&other| !is_dead(&files[other])).collect();
        for (&other, answer) in weaker.iter().zip(answer.iter().cycle()) {
            if !same_bytes(&path(&files[*answer]), &path(&files[other])).unwrap_or(false) {
                let what =
                    format!("not used: `{}` is the answer and differs from it", shown(&files[*answer]));
                let hint = "remove the one that is wrong";
                findings.notes.push(subject.defect(OsStr::from_bytes(&files[other]), what, hint));
            }
        }
        // What has become a case is not kept twice.
        let mut case = Case {
            name,
            root: Arc::clone(&root),
            input_name: named(&std::mem::take(&mut files[input])),
            answer_name: answer.map(|answer| named(&std::mem::take(&mut files[answer]))),
            second_answers: weaker.iter().map(|&other| named(&std::mem::take(&mut files[other]))).collect(),
            rules: Arc::clone(&shared),
            sidecar: None,
        };
        if let Some(sidecar) = sidecar.filter(|&sidecar| !is_dead(&files[sidecar])) {
            let path = subject.folder.join(OsStr::from_bytes(&files[sidecar]));
            let settings = CaseSettings::read(&config.root, &path, &mut findings.errors);
            complain_of_checker(problem, &settings, findings);
            if !settings.overrides.is_empty() {
                case.rules = Arc::new(config.effective(&[overrides, &settings.overrides]).rules());
            }
            case.sidecar = Some(Box::new(Sidecar { path, provenance: settings.provenance }));
        }
        cases.push(case);
    }
    let Pairing { odd, mut unrecognised, .. } = pairing;
    // Names are compared only where few are wrong: each costs a look at all cases.
    let n_lone = odd.iter().filter(|odd| matches!(odd, Odd::LoneSidecar(_))).count();
    let known = if (1..=FEW_LONE).contains(&n_lone) { &cases[..] } else { &[] };
    let names: Vec<String> = known.iter().map(|case| case.name.to_string()).collect();
    let kin = Kin { config, top: &top, files: &files, folders: &folders };
    let halves: Vec<usize> = odd.iter().filter_map(Odd::half).collect();
    for (index, odd) in odd.into_iter().enumerate() {
        // Of more than these only the number is told, and each costs a look at all files.
        let kin = (index < MOST_TOLD).then_some(&kin);
        complain(&odd, &files, &dead, (&names, kin), subject, findings);
    }
    let strangers = kin.note_strangers(&halves, subject, findings);
    unrecognised.extend(strangers);
    unrecognised.sort_unstable();
    note_unrecognised(&unrecognised, &files, subject, findings);
    files.retain(|file| !file.is_empty());
    Cases { cases, others: files }
}

/// A checker of a case would be believed to be called where the interactor gives the verdict.
fn complain_of_checker(problem: &ProblemSettings, case: &CaseSettings, findings: &mut Findings) {
    let is_called = problem.interaction.interactor.is_none() || problem.checks_interactor();
    if let (Some(checker), false) = (&case.overrides.checker, is_called) {
        let what = "no checker is called: the interactor gives the verdict".to_owned();
        let hint = "remove `checker`, or set it in problem.toml, too, where the interactor is one of testlib";
        findings.errors.push(checker.origin.error(what, Some(hint.to_owned())));
    }
}

/// Whether this path is that of an output for a checker program, or of what belongs to one.
pub fn is_checker_test(path: &[u8]) -> bool {
    path.strip_prefix(Problem::CHECKER_TESTS.as_bytes()).is_some_and(|rest| rest.starts_with(b"/"))
}

/// Says why files make no case. Links that lead nowhere have been told already.
fn complain(
    odd: &Odd,
    files: &[Box<[u8]>],
    dead: &BTreeSet<Box<[u8]>>,
    (names, kin): (&[String], Option<&Kin<'_>>),
    subject: Subject<'_>,
    findings: &mut Findings,
) {
    let list = |indices: &[usize]| {
        let names: Vec<String> = indices.iter().map(|&index| format!("`{}`", shown(&files[index]))).collect();
        names.join(" and ")
    };
    let first = |indices: &[usize]| indices.first().copied().unwrap_or(0);
    let (index, what, hint) = match odd {
        Odd::NoAnswer(input) => {
            let wanted = counterpart(&files[*input]).map(|wanted| shown(&wanted));
            let add = || match &wanted {
                Some(wanted) => format!("add `{wanted}`"),
                None => "add an answer of the same name".to_owned(),
            };
            let hint = kin.and_then(|kin| kin.of(&files[*input], wanted.as_deref())).unwrap_or_else(add);
            (*input, "an input without an answer".to_owned(), hint)
        }
        Odd::NoInput(answer) => {
            let wanted = counterpart(&files[*answer]).map(|wanted| shown(&wanted));
            let empty = || {
                let name = match &wanted {
                    Some(wanted) => format!("`{wanted}`"),
                    None => "an input of the same name".to_owned(),
                };
                format!("add {name}, which may be empty, or remove the answer")
            };
            let hint = kin.and_then(|kin| kin.of(&files[*answer], wanted.as_deref())).unwrap_or_else(empty);
            (*answer, "an answer without an input".to_owned(), hint)
        }
        Odd::ManyInputs(name, inputs) => {
            let what = format!("the case `{name}` has several inputs: {}", list(inputs));
            (first(inputs), what, "keep one, or rename the others".to_owned())
        }
        Odd::ManyAnswers(name, answers) => {
            let what = format!("the case `{name}` has several answers: {}", list(answers));
            (first(answers), what, "keep one, or rename the others".to_owned())
        }
        Odd::ManySidecars(name, sidecars) => {
            let what = format!("the case `{name}` has several settings files: {}", list(sidecars));
            (first(sidecars), what, "keep one".to_owned())
        }
        Odd::LoneSidecar(sidecar) => {
            let stem = shown(split_extension(&files[*sidecar]).map_or(&files[*sidecar], |(stem, _)| stem));
            let near = || nearest(&stem, names.iter().map(String::as_str));
            let hint = if files[*sidecar].eq_ignore_ascii_case(PROBLEM_FILE.as_bytes()) {
                format!("those of the problem are called `{PROBLEM_FILE}`: rename it")
            } else if let Some(near) = near() {
                meant(&format!("{near}.toml"), &format!("{stem}.toml"))
            } else {
                "name it like its case, or remove it".to_owned()
            };
            (*sidecar, "these settings belong to no case".to_owned(), hint)
        }
        Odd::Packed(packed) => (
            *packed,
            "a compressed case file is not supported".to_owned(),
            "decompress it into the same folder".to_owned(),
        ),
    };
    if files.get(index).is_some_and(|file| !dead.contains(file)) {
        findings.defects.push(subject.defect(OsStr::from_bytes(&files[index]), what, hint));
    }
}

fn note_unrecognised(
    unrecognised: &[usize],
    files: &[Box<[u8]>],
    subject: Subject<'_>,
    findings: &mut Findings,
) {
    // By this file Vim tries whether it may write.
    let is_probe = |file: &[u8]| file.rsplit(|&byte| byte == b'/').next() == Some(b"4913");
    let files = unrecognised.iter().map(|&index| &*files[index]).filter(|file| !is_probe(file));
    let names: Vec<String> = files.map(|file| format!("`{}`", shown(file))).collect();
    if !names.is_empty() {
        let hint = "name the files of a case NAME.in and NAME.ans";
        findings.notes.push(subject.naming("not recognised as inputs or answers: ", &names, ", ", hint));
    }
}

/// So many settings without a case are held against the names of all cases.
const FEW_LONE: usize = 5;

/// Whether two files hold the same, read no further than the first difference.
fn same_bytes(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (Regular::open(one)?, Regular::open(other)?);
    if one.size() != other.size() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one.reader()), BufReader::new(other.reader()));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 || left[..length] != right[..length] {
            return Ok(left.len() == right.len() && length == 0);
        }
        one.consume(length);
        other.consume(length);
    }
}
