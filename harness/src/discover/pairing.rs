//! Which files make a case: a pure function of their paths.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::discover::classify::{Class, classify, split_extension};
use crate::discover::words::Part;
use crate::model::Name;

/// The files of a case, as indices into the list of paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The name of the case.
    pub name: Name,
    /// The input.
    pub input: usize,
    /// The strongest answer; none where a case needs none.
    pub answer: Option<usize>,
    /// Answers that it beats, the strongest first.
    pub weaker: Vec<usize>,
    /// The settings.
    pub sidecar: Option<usize>,
}

/// Files that make no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Odd {
    /// An input without an answer.
    NoAnswer(usize),
    /// An answer without an input.
    NoInput(usize),
    /// Inputs of one key.
    ManyInputs(Name, Vec<usize>),
    /// Answers of one key of which none is stronger.
    ManyAnswers(Name, Vec<usize>),
    /// Settings of one key.
    ManySidecars(Name, Vec<usize>),
    /// Settings of a case that is not there.
    LoneSidecar(usize),
    /// A packed part of a case.
    Packed(usize),
}

impl Odd {
    /// The file that lacks its other half.
    pub fn half(&self) -> Option<usize> {
        match self {
            Self::NoAnswer(half) | Self::NoInput(half) => Some(*half),
            Self::ManyInputs(..)
            | Self::ManyAnswers(..)
            | Self::ManySidecars(..)
            | Self::LoneSidecar(_)
            | Self::Packed(_) => None,
        }
    }
}

/// What a list of files amounts to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The cases: samples first, then in natural order.
    pub pairs: Vec<Pair>,
    /// What makes no case, although it seems to belong to one.
    pub odd: Vec<Odd>,
    /// Files that may have been meant as data, but nothing says as what.
    pub unrecognised: Vec<usize>,
}

/// What a file is for its key; the order is that in which a case is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Input,
    Answer(u8),
    Bare,
    Sidecar,
}

/// So many are done before their memory is given back.
const BATCH: usize = 1024;

impl Pairing {
    /// Takes some of the cases, the first that are left; none where all are taken.
    pub fn take(&mut self) -> Vec<Pair> {
        let batch = self.pairs.drain(..self.pairs.len().min(BATCH)).collect();
        give_back(&mut self.pairs, 0);
        batch
    }
}

/// Whether an input alone is a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// It is none.
    Needed,
    /// It is one: an interactor decides.
    Optional,
}

/// Pairs files, given by their paths relative to the folder of the problem.
pub fn pair<P: AsRef<[u8]>>(paths: &[P], needed: Answers) -> Pairing {
    let mut pairing = Pairing::default();
    let mut uses: Vec<(Cow<'_, [u8]>, Use, usize)> = Vec::with_capacity(paths.len());
    let mut wholes = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        match classify(path.as_ref()) {
            Class::Part(Part::Input, key) => uses.push((key, Use::Input, index)),
            Class::Part(Part::Answer(strength), key) => uses.push((key, Use::Answer(strength), index)),
            Class::Whole(part, key, name) => wholes.push((part, key, name, index)),
            Class::Bare(key) => uses.push((key, Use::Bare, index)),
            Class::Sidecar(key) => uses.push((key, Use::Sidecar, index)),
            Class::Packed => pairing.odd.push(Odd::Packed(index)),
            Class::NotData => {}
        }
    }
    if !wholes.is_empty() {
        let is_part = |(_, used, _): &&(_, Use, _)| matches!(used, Use::Input | Use::Answer(_));
        let names: BTreeSet<Cow<'_, [u8]>> =
            uses.iter().filter(is_part).map(|(key, ..)| key.clone()).collect();
        uses.extend(wholes.into_iter().map(|(part, key, name, index)| match part {
            _ if names.contains(&name) => (name, Use::Bare, index),
            Part::Input => (key, Use::Input, index),
            Part::Answer(strength) => (key, Use::Answer(strength), index),
        }));
    }
    uses.sort_unstable();
    while !uses.is_empty() {
        let is_within = |end: &usize| uses.get(*end).is_some_and(|next| next.0 == uses[end - 1].0);
        let end = (uses.len().min(BATCH)..uses.len()).find(|end| !is_within(end)).unwrap_or(uses.len());
        for group in uses[..end].chunk_by(|a, b| a.0 == b.0) {
            resolve(group, &|index| paths[index].as_ref(), needed, &mut pairing);
        }
        give_back(&mut uses, end);
    }
    // In place: no two have the same name.
    pairing
        .pairs
        .sort_unstable_by(|a, b| (!is_sample(&a.name), &a.name).cmp(&(!is_sample(&b.name), &b.name)));
    pairing
}

/// Takes away the first of a list, with the memory that they need: what is made of them needs as much.
fn give_back<T>(list: &mut Vec<T>, done: usize) {
    list.drain(..done);
    list.shrink_to_fit();
}

/// Makes a case of the files of one key, or says why not.
fn resolve<'a>(
    group: &[(Cow<'_, [u8]>, Use, usize)],
    path: &dyn Fn(usize) -> &'a [u8],
    needed: Answers,
    pairing: &mut Pairing,
) {
    let indices = |wanted: &dyn Fn(Use) -> bool| -> Vec<usize> {
        group.iter().filter(|(_, used, _)| wanted(*used)).map(|(.., index)| *index).collect()
    };
    let Some((key, ..)) = group.first() else { return };
    let name = || Name::from_os(OsStr::from_bytes(key));
    let answers: Vec<(u8, usize)> = group
        .iter()
        .filter_map(
            |(_, used, index)| {
                if let Use::Answer(strength) = used { Some((*strength, *index)) } else { None }
            },
        )
        .collect();
    let mut inputs = indices(&|used| used == Use::Input);
    let bare = indices(&|used| used == Use::Bare);
    let sidecars = indices(&|used| used == Use::Sidecar);
    if inputs.is_empty() && !answers.is_empty() {
        inputs = bare;
    } else {
        pairing.unrecognised.extend(bare);
    }
    match (inputs.as_slice(), answers.as_slice()) {
        ([], []) => pairing.odd.extend(sidecars.into_iter().map(Odd::LoneSidecar)),
        ([], _) => pairing.odd.extend(answers.iter().map(|(_, index)| Odd::NoInput(*index))),
        ([input], []) if is_template(path(*input)) => {}
        ([input], []) if needed == Answers::Needed => pairing.odd.push(Odd::NoAnswer(*input)),
        ([_, _, ..], _) => pairing.odd.push(Odd::ManyInputs(name(), inputs)),
        ([_], [(first, _), (second, _), ..]) if first == second => {
            let equals = answers.iter().filter(|(strength, _)| strength == first).map(|(_, index)| *index);
            pairing.odd.push(Odd::ManyAnswers(name(), equals.collect()));
        }
        ([_], _) if sidecars.len() > 1 => pairing.odd.push(Odd::ManySidecars(name(), sidecars)),
        ([input], answers) => pairing.pairs.push(Pair {
            name: name(),
            input: *input,
            answer: answers.first().map(|(_, index)| *index),
            weaker: answers.iter().skip(1).map(|(_, index)| *index).collect(),
            sidecar: sidecars.first().copied(),
        }),
    }
}

/// `contest.yaml.in`, `config.h.in`: what build tools fill in, not the input of a case.
fn is_template(path: &[u8]) -> bool {
    const SOURCES: [&str; 14] =
        ["yaml", "yml", "json", "toml", "md", "h", "hpp", "c", "cpp", "py", "rs", "java", "sh", "tex"];
    split_extension(path).and_then(|(stem, _)| split_extension(stem)).is_some_and(|(_, extension)| {
        SOURCES.iter().any(|known| extension.eq_ignore_ascii_case(known.as_bytes()))
    })
}

/// Whether a case is an example of the statement, which people want to see first.
fn is_sample(name: &Name) -> bool {
    let name = name.as_bytes();
    ["sample", "example", "pretest"]
        .iter()
        .any(|word| name.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::{Answers, Odd, Pairing, pair};
    use proptest::collection::vec;
    use proptest::prelude::{any, proptest};
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use crate::model::Name;

    /// One line: the cases, then what is odd, then what is not recognised.
    fn shown(paths: &[&[u8]], pairing: &Pairing) -> String {
        let path = |index: &usize| Name::from_os(OsStr::from_bytes(paths[*index])).to_string();
        let list = |indices: &[usize]| indices.iter().map(path).collect::<Vec<_>>().join(" ");
        let mut rows = Vec::new();
        for pair in &pairing.pairs {
            let weaker =
                if pair.weaker.is_empty() { String::new() } else { format!(" -{}", list(&pair.weaker)) };
            let sidecar = pair.sidecar.map_or_else(String::new, |sidecar| format!(" +{}", path(&sidecar)));
            let answer = pair.answer.map_or_else(|| "-".to_owned(), |answer| path(&answer));
            rows.push(format!("{}={} {answer}{weaker}{sidecar}", pair.name, path(&pair.input)));
        }
        rows.extend(pairing.odd.iter().map(|odd| match odd {
            Odd::NoAnswer(input) => format!("no answer: {}", path(input)),
            Odd::NoInput(answer) => format!("no input: {}", path(answer)),
            Odd::ManyInputs(name, inputs) => format!("inputs of {name}: {}", list(inputs)),
            Odd::ManyAnswers(name, answers) => format!("answers of {name}: {}", list(answers)),
            Odd::ManySidecars(name, sidecars) => format!("settings of {name}: {}", list(sidecars)),
            Odd::LoneSidecar(sidecar) => format!("lone settings: {}", path(sidecar)),
            Odd::Packed(packed) => format!("packed: {}", path(packed)),
        }));
        if !pairing.unrecognised.is_empty() {
            rows.push(format!("unrecognised: {}", list(&pairing.unrecognised)));
        }
        rows.join("; ")
    }

    #[track_caller]
    fn check_bytes(paths: &[&[u8]], expect: &str) {
        assert_eq!(shown(paths, &pair(paths, Answers::Needed)), expect);
    }

    #[track_caller]
    fn check(paths: &[&str], expect: &str) {
        let paths: Vec<&[u8]> = paths.iter().map(|path| path.as_bytes()).collect();
        check_bytes(&paths, expect);
    }

    #[test]
    fn extensions_say_what_a_file_is() {
        check(&["1.ans", "1.in"], "1=1.in 1.ans");
        check(&["1.inp", "1.out", "2.input", "2.output"], "1=1.inp 1.out; 2=2.input 2.output");
        check(&["1.IN", "1.Ans"], "1=1.IN 1.Ans");
        check(&["1.in.txt", "1.out.txt"], "1=1.in.txt 1.out.txt");
        check(
            &["1.in", "1.a", "2.in", "2.ok", "3.in", "3.expected"],
            "1=1.in 1.a; 2=2.in 2.ok; 3=3.in 3.expected",
        );
        check(&["a.b.in", "a.b.ans"], "a.b=a.b.in a.b.ans");
        check(&["A.1.cpin", "A.1.cpout"], "A.1=A.1.cpin A.1.cpout");
        check(&["sample-1.inp", "sample-1.cor"], "sample-1=sample-1.inp sample-1.cor");
    }

    #[test]
    fn the_strongest_answer_wins_and_equals_do_not() {
        check(&["1.in", "1.out", "1.ans"], "1=1.in 1.ans -1.out");
        check(&["1.in", "1.out", "1.a", "1.ou"], "1=1.in 1.a -1.out 1.ou");
        check(&["1.in", "1.ans", "1.ans.txt"], "answers of 1: 1.ans 1.ans.txt");
        check(&["1.in", "1.ans", "1.ANS", "1.out"], "answers of 1: 1.ans 1.ANS");
        check(&["1.in", "1.ans", "1.out", "1.out.txt"], "1=1.in 1.ans -1.out 1.out.txt");
    }

    #[test]
    fn halves_and_doubles_are_told() {
        check(&["1.in", "2.ans"], "no answer: 1.in; no input: 2.ans");
        check(&["1.in", "1.inp", "1.ans"], "inputs of 1: 1.in 1.inp");
        check(&["1.in", "1.ans", "input1.txt"], "inputs of 1: 1.in input1.txt");
        check(&["1.in.gz", "1.ans.xz", "notes.gz"], "packed: 1.in.gz; packed: 1.ans.xz");
    }

    #[test]
    fn an_input_alone_is_a_case_where_no_answer_is_needed() {
        let paths: [&[u8]; 6] = [b"1.in", b"1.toml", b"2.in", b"2.ans", b"3.ans", b"contest.yaml.in"];
        let expect = "1=1.in - +1.toml; 2=2.in 2.ans; no input: 3.ans";
        assert_eq!(shown(&paths, &pair(&paths, Answers::Optional)), expect);
    }

    #[test]
    fn groups_are_folders_and_samples_come_first() {
        check(
            &["10.in", "10.ans", "2.in", "2.ans", "sample/1.in", "sample/1.ans", "a/b/1.in", "a/b/1.ans"],
            "sample/1=sample/1.in sample/1.ans; 2=2.in 2.ans; 10=10.in 10.ans; a/b/1=a/b/1.in a/b/1.ans",
        );
        check(
            &["01.in", "01.ans", "Example_1.in", "Example_1.ans"],
            "Example_1=Example_1.in Example_1.ans; 01=01.in 01.ans",
        );
    }

    #[test]
    fn numbers_may_stand_behind_the_extension() {
        check(&["x.in.1", "x.out.1", "x.in.1a", "x.out.1a"], "x.1=x.in.1 x.out.1; x.1a=x.in.1a x.out.1a");
        check(&["x.in1", "x.ou1", "A.in2", "A.ans2"], "A.2=A.in2 A.ans2; x.1=x.in1 x.ou1");
        check(&["I.1", "O.1", "I.2", "O.2"], "1=I.1 O.1; 2=I.2 O.2");
        check(&["x.a.1", "x.a1"], "unrecognised: x.a.1");
    }

    #[test]
    fn a_folder_may_be_a_case_or_have_a_role() {
        check(&["1/in", "1/out", "-rf/in", "-rf/out"], "-rf=-rf/in -rf/out; 1=1/in 1/out");
        check(&["case1/input.txt", "case1/expected.txt"], "case1=case1/input.txt case1/expected.txt");
        check(&["stdin", "stdout"], "1=stdin stdout");
        check(&["input/input.txt", "output/output.txt"], "1=input/input.txt output/output.txt");
        check(&["in/0_00.txt", "out/0_00.txt"], "0_00=in/0_00.txt out/0_00.txt");
        check(&["in/a", "out/a", "in/g/b", "out/g/b"], "a=in/a out/a; g/b=in/g/b out/g/b");
        check(&["g/in/1.txt", "g/out/1.txt"], "g/1=g/in/1.txt g/out/1.txt");
        check(&["in/example_00.in", "out/example_00.out"], "example_00=in/example_00.in out/example_00.out");
        check(&["input/input07.txt", "output/output07.txt"], "07=input/input07.txt output/output07.txt");
        check(
            &["data/input/1.input", "data/output/1.output"],
            "data/1=data/input/1.input data/output/1.output",
        );
    }

    #[test]
    fn a_word_in_the_name_may_say_it() {
        check(&["input1.txt", "output1.txt"], "1=input1.txt output1.txt");
        check(&["in1.txt", "ans1.txt", "in_2.txt", "out_2.txt"], "1=in1.txt ans1.txt; 2=in_2.txt out_2.txt");
        check(&["A_input0.txt", "A_output0.txt"], "A_0=A_input0.txt A_output0.txt");
        check(&["1-input", "1_expected.txt"], "1=1-input 1_expected.txt");
        check(&["inner1.txt", "coin2.txt", "a_1.txt"], "unrecognised: a_1.txt coin2.txt inner1.txt");
        check(&["in-out-1.txt"], "unrecognised: in-out-1.txt");
        check(&["éin1.txt"], "unrecognised: éin1.txt");
    }

    #[test]
    fn an_answer_word_as_a_whole_name_is_a_name_where_others_have_it() {
        check(&["a.dat", "a.out"], "a=a.dat a.out");
        check(&["a.txt", "a.out"], "a=a.txt a.out");
        check(&["sol.txt", "sol.in", "sol.out"], "sol=sol.in sol.out; unrecognised: sol.txt");
        check(&["ok", "ok.ans", "g/exp", "g/exp.out"], "g/exp=g/exp g/exp.out; ok=ok ok.ans");
        check(&["in", "out", "sol.txt", "sol.in"], "1=in out; no answer: sol.in; unrecognised: sol.txt");
        check(&["1/out"], "no input: 1/out");
    }

    #[test]
    fn a_bare_file_is_an_input_where_an_answer_calls_for_it() {
        check(&["01", "01.a", "02.txt", "02.a"], "01=01 01.a; 02=02.txt 02.a");
        check(&["01", "01.txt", "01.a"], "inputs of 01: 01 01.txt");
        check(&["01", "01.in", "01.a"], "01=01.in 01.a; unrecognised: 01");
        check(&["1.5", "1.5.a"], "1.5=1.5 1.5.a");
    }

    #[test]
    fn what_is_no_data_is_left_alone() {
        check(
            &[
                "README.md",
                "LICENSE",
                "Makefile",
                "CMakeLists.txt",
                "Cargo.toml",
                "gen.py",
                "check.cpp",
                "1.png",
            ],
            "",
        );
        check(&["contest.yaml.in", "config.h.in"], "");
        check(&["x.h.in", "x.h.ans"], "x.h=x.h.in x.h.ans");
        check(&["1.in", "1.ans", "1.desc", "1.hint", "1.yaml", "1.svg"], "1=1.in 1.ans");
    }

    #[test]
    fn settings_stand_beside_their_case() {
        check(&["1.in", "1.ans", "1.toml"], "1=1.in 1.ans +1.toml");
        check(&["1/in", "1/out", "1.toml"], "1=1/in 1/out +1.toml");
        check(&["in/1", "out/1", "in/1.toml"], "1=in/1 out/1 +in/1.toml");
        check(&["in/1", "out/1", "in/1.toml", "1.toml"], "settings of 1: in/1.toml 1.toml");
        check(&["1.in", "1.ans", "01.toml"], "1=1.in 1.ans; lone settings: 01.toml");
    }

    #[test]
    fn names_may_hold_any_bytes() {
        check(
            &["a b.in", "a b.ans", "--help.in", "--help.ans"],
            "--help=--help.in --help.ans; a b=a b.in a b.ans",
        );
        check(&["new\nline/in", "new\nline/out"], "new\\nline=new\\nline/in new\\nline/out");
        check(&["*/in", "*/out", "%s%n.in", "%s%n.a"], "%s%n=%s%n.in %s%n.a; *=*/in */out");
        check(
            &["e\u{301}.in", "e\u{301}.ans", "\u{e9}.in", "\u{e9}.ans"],
            "e\u{301}=e\u{301}.in e\u{301}.ans; \u{e9}=\u{e9}.in \u{e9}.ans",
        );
        check_bytes(&[b"\xff\xfe.in", b"\xff\xfe.ans"], "\\xff\\xfe=\\xff\\xfe.in \\xff\\xfe.ans");
    }

    proptest! {
        #[test]
        fn any_names_pair_without_panic_and_no_file_is_used_twice(names in vec(vec(any::<u8>(), 0..12), 0..12)) {
            let pairing = pair(&names, Answers::Optional);
            let mut used: Vec<usize> = pairing.pairs.iter().flat_map(|pair| {
                std::iter::once(pair.input).chain(pair.answer).chain(pair.weaker.iter().copied()).chain(pair.sidecar)
            }).collect();
            let n_used = used.len();
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), n_used);
        }

        #[test]
        fn every_convention_gives_the_same_keys(numbers in proptest::collection::btree_set(0u32..2000, 1..20)) {
            let conventions: [(&str, &str, &str, &str); 6] = [
                ("", ".in", "", ".ans"), ("", ".in.txt", "", ".out.txt"), ("input", ".txt", "output", ".txt"),
                ("in/", "", "out/", ""), ("", "/in", "", "/out"), ("", "", "", ".a"),
            ];
            for (before_in, after_in, before_out, after_out) in conventions {
                let paths: Vec<String> = numbers.iter().flat_map(|number| {
                    [format!("{before_in}{number}{after_in}"), format!("{before_out}{number}{after_out}")]
                }).collect();
                let keys: Vec<String> = pair(&paths, Answers::Needed).pairs.iter().map(|pair| pair.name.to_string()).collect();
                let expect: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                assert_eq!(keys, expect);
            }
        }
    }
}
