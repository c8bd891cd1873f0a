//! Inputs and outputs → samples: each part goes where it belongs for certain, or its sample is refused.

use std::collections::{BTreeMap, BTreeSet};

use crate::statement::label::{Kind, Part, label};
use crate::statement::shape::may_be_format;
use crate::statement::value::Value;
use crate::statement::{Reading, Refusal, Sample};

/// A part of a sample, in the order of the statement.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which part.
    pub part: Part,
    /// The number of its sample, where the statement says one.
    pub number: Option<u32>,
    /// Pieces below one heading for a sample have one number here.
    pub unit: usize,
    /// The statement calls it a part of a sample.
    pub is_of_sample: bool,
    /// It was written as assignments, which a format never is.
    pub is_assigned: bool,
    /// What it is.
    pub value: Value,
}

#[derive(Default)]
struct Group {
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    number: Option<u32>,
    unit: usize,
    /// It may not begin where it was taken to begin.
    is_doubtful: bool,
}

/// The samples of pieces. `units` are the numbers of samples that have a heading.
pub fn pair(pieces: Vec<Piece>, units: &[u32]) -> Reading {
    let has_samples = pieces.iter().any(|piece| piece.is_of_sample);
    let mut groups: Vec<Group> = Vec::new();
    let mut numbered: BTreeMap<u32, usize> = BTreeMap::new();
    let mut has_outputs = false;
    for mut piece in pieces {
        if has_samples && !piece.is_of_sample {
            continue;
        }
        if !has_samples && !piece.is_assigned {
            piece.value = piece.value.and_then(|value| refuse_format(piece.part, value));
        }
        has_outputs |= piece.part == Part::Output;
        place(&mut groups, &mut numbered, piece);
    }
    let missing: BTreeSet<u32> =
        units.iter().copied().filter(|number| !numbered.contains_key(number)).collect();
    let groups = with_missing(groups, missing);
    let mut reading = Reading::default();
    for (group, number) in groups.into_iter().zip(1..) {
        match group.sample(number, has_outputs) {
            Ok(sample) => reading.samples.push(sample),
            Err(why) => reading.refused.push(Refusal { number, why }),
        }
    }
    reading
}

/// Refuses what may tell a format where no word says that it is of a sample.
fn refuse_format(part: Part, value: String) -> Value {
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    match part {
        Part::Input if !has_digit || may_be_format(&value) => {
            Err("may be the format of the input".to_owned())
        }
        Part::Output if has_digit && may_be_format(&value) => {
            Err("may be the format of the output".to_owned())
        }
        Part::Input | Part::Output => Ok(value),
    }
}

/// The groups, and among them one without parts for each number of a sample that has none.
fn with_missing(groups: Vec<Group>, missing: BTreeSet<u32>) -> Vec<Group> {
    let empty = |number: u32| Group { number: Some(number), ..Group::default() };
    let mut missing = missing.into_iter().peekable();
    let mut all = Vec::new();
    for group in groups {
        while let Some(number) = missing.next_if(|number| group.number > Some(*number)) {
            all.push(empty(number));
        }
        all.push(group);
    }
    all.extend(missing.map(empty));
    all
}

fn place(groups: &mut Vec<Group>, numbered: &mut BTreeMap<u32, usize>, piece: Piece) {
    let Piece { part, number, unit, value, .. } = piece;
    let known = number.and_then(|number| numbered.get(&number).copied());
    let last = groups.last();
    match part {
        Part::Input => {
            // An input that lacks its output, and no number that tells them apart.
            let is_doubtful = last.is_some_and(|last| {
                last.outputs.is_empty() && last.unit == unit && (number.is_none() || last.number == number)
            });
            if let Some(number) = number {
                numbered.insert(number, groups.len());
            }
            groups.push(Group { inputs: vec![value], number, unit, is_doubtful, ..Group::default() });
        }
        Part::Output => {
            let is_last = last.is_some_and(|last| {
                last.unit == unit && (number.is_none() || last.number.is_none() || last.number == number)
            });
            let place = known.or_else(|| is_last.then(|| groups.len() - 1));
            if let Some(group) = place.and_then(|place| groups.get_mut(place)) {
                group.outputs.push(value);
                return;
            }
            if let Some(number) = number {
                numbered.insert(number, groups.len());
            }
            groups.push(Group { outputs: vec![value], number, unit, ..Group::default() });
        }
    }
}

impl Group {
    fn sample(self, number: usize, has_outputs: bool) -> Result<Sample, String> {
        let input = match <[Value; 1]>::try_from(self.inputs) {
            Ok([input]) => input.map_err(|why| format!("its input {why}"))?,
            Err(none) if none.is_empty() && self.outputs.is_empty() => {
                return Err("it has no parts".to_owned());
            }
            Err(_) => return Err("its input is missing".to_owned()),
        };
        if self.is_doubtful && has_outputs {
            return Err("two inputs follow each other before its output".to_owned());
        }
        let is_of_output =
            |line: &str| label(line).is_some_and(|label| label.kind == Kind::Part(Part::Output));
        if self.outputs.is_empty() && input.lines().any(is_of_output) {
            return Err("its output may stand inside its input".to_owned());
        }
        let answer = match <[Value; 1]>::try_from(self.outputs) {
            Ok([output]) => Some(output.map_err(|why| format!("its output {why}"))?),
            Err(none) if none.is_empty() && !has_outputs => None,
            Err(none) if none.is_empty() => return Err("its output is missing".to_owned()),
            Err(_) => return Err("it has several outputs".to_owned()),
        };
        Ok(Sample { number, input, answer })
    }
}
