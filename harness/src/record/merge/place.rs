//! Where a judgement stands, in eight bytes: a merge holds one for each solution on each case.

use std::num::NonZeroU64;

use crate::model::Verdict;

/// Where a judgement stands, and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaceInFile(NonZeroU64);

/// From the lowest bit on: the offset in the record, the number of the record, the verdict, whether it has run. The
/// highest bit is set, so that no place is nothing and an absent one takes no more.
const OFFSET: u32 = 40;
const PART: u32 = 18;
const VERDICT: u32 = 4;
const HAS_RUN: u32 = OFFSET + PART + VERDICT;

/// The most records, and the most bytes of one.
pub(super) const MOST_PARTS: usize = 1 << PART;
pub(super) const LONGEST: u64 = 1 << OFFSET;

const _: () = assert!(HAS_RUN == 62 && Verdict::ALL.len() <= 1 << VERDICT);

impl PlaceInFile {
    /// None where the record is too long or is one of too many.
    pub(super) fn new(part: usize, offset: u64, verdict: Verdict, has_run: bool) -> Option<Self> {
        if part >= MOST_PARTS || offset >= LONGEST {
            return None;
        }
        let code = Verdict::ALL.iter().position(|known| *known == verdict)?;
        let bits = offset | (part as u64) << OFFSET | (code as u64) << (OFFSET + PART);
        NonZeroU64::new(bits | u64::from(has_run) << HAS_RUN | 1 << 63).map(Self)
    }

    /// The bits from there on, so many.
    fn bits(self, from: u32, count: u32) -> u64 {
        (self.0.get() >> from) & ((1 << count) - 1)
    }

    pub(super) fn offset(self) -> u64 {
        self.bits(0, OFFSET)
    }

    pub(super) fn part(self) -> usize {
        usize::try_from(self.bits(OFFSET, PART)).unwrap_or_default()
    }

    pub(super) fn verdict(self) -> Verdict {
        let code = usize::try_from(self.bits(OFFSET + PART, VERDICT)).unwrap_or_default();
        Verdict::ALL.get(code).copied().unwrap_or(Verdict::JudgeError)
    }

    pub(super) fn has_run(self) -> bool {
        self.bits(HAS_RUN, 1) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, MOST_PARTS, PlaceInFile};
    use crate::model::Verdict;

    #[test]
    fn a_place_says_what_it_was_made_of() {
        assert_eq!(size_of::<Option<PlaceInFile>>(), 8);
        for (part, offset) in [(0, 0), (1, 977), (MOST_PARTS - 1, LONGEST - 1)] {
            for verdict in Verdict::ALL {
                for has_run in [false, true] {
                    let place = PlaceInFile::new(part, offset, verdict, has_run).unwrap();
                    let told = (place.part(), place.offset(), place.verdict(), place.has_run());
                    assert_eq!(told, (part, offset, verdict, has_run));
                }
            }
        }
        assert_eq!(PlaceInFile::new(MOST_PARTS, 0, Verdict::Accepted, true), None);
        assert_eq!(PlaceInFile::new(0, LONGEST, Verdict::Accepted, true), None);
    }
}
