//! Turns decisions on system calls into a program for the kernel's filter.
//!
//! The filter is asked at the entry of a system call, so its shape is a price that programs pay: the
//! number is found by halving, not by going through a list, and what is decided without looking at
//! arguments is known to the kernel once and for all, which then does not ask (Linux 5.11).
//!
//! The instructions are those of classic BPF, see `linux/filter.h`; jumps go forward only.

use crate::linux::filter::Decision;

/// One instruction, as `struct sock_filter` has it.
pub type Instruction = libc::sock_filter;

/// A fact about the arguments of a call, of which the kernel shows the values and not what they
/// point to. Arguments count from 0, and of each the low half is meant: every argument that is held
/// against something here is an `int` or a `long` of few bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The argument is this.
    Is(usize, u32),
    /// The argument is something else.
    IsNot(usize, u32),
    /// The argument has at least one of these bits.
    HasAny(usize, u32),
    /// Of these bits of the argument, exactly those of the value are set.
    Masked(usize, u32, u32),
}

/// What is done with a call if all of some facts hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The facts.
    pub facts: &'static [Fact],
    /// What is done then.
    pub decision: Decision,
}

/// What is done with a call: the first check that holds decides, or else the last word does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// In their order.
    pub checks: Vec<Check>,
    /// Where none of them holds.
    pub otherwise: Decision,
}

impl Verdict {
    /// The same for whatever arguments.
    pub fn plain(otherwise: Decision) -> Self {
        Self { checks: Vec::new(), otherwise }
    }
}

/// Where `struct seccomp_data` has the number of the call, the architecture, and the low half of the
/// first argument (of a machine whose low half comes first).
const NUMBER: u32 = 0;
const ARCHITECTURE: u32 = 4;
const ARGUMENTS: u32 = 16;

/// `AUDIT_ARCH_…` of this build, where it is one whose table of calls is known.
const OWN_ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else {
    None
};

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const JUMP: u32 = libc::BPF_JMP | libc::BPF_JA;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const IF_ANY: u32 = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

/// A filter that holds each call against the verdict on the numbers from its own to the next. The
/// list is sorted and begins with 0. A call of another architecture ends the program. `None` where
/// there is no filter for this architecture.
pub fn assemble(verdicts: &[(u32, Verdict)]) -> Option<Vec<Instruction>> {
    let mut program = vec![
        instruction(LOAD, ARCHITECTURE),
        jump(IF_EQUAL, OWN_ARCHITECTURE?, 1, 0),
        instruction(RETURN, libc::SECCOMP_RET_KILL_PROCESS),
        instruction(LOAD, NUMBER),
    ];
    program.extend(search(verdicts));
    Some(program)
}

/// Finds the verdict on a number by halving.
fn search(verdicts: &[(u32, Verdict)]) -> Vec<Instruction> {
    if let [(_, verdict)] = verdicts {
        return decide(verdict);
    }
    let (low, high) = verdicts.split_at(verdicts.len() / 2);
    let Some((first_of_high, _)) = high.first() else { return Vec::new() };
    let (low, high) = (search(low), search(high));
    // A conditional jump reaches 255 instructions, the other kind all of them.
    let over_low = u32::try_from(low.len()).unwrap_or(u32::MAX);
    let mut program = vec![jump(IF_AT_LEAST, *first_of_high, 0, 1), instruction(JUMP, over_low)];
    program.extend(low);
    program.extend(high);
    program
}

fn decide(verdict: &Verdict) -> Vec<Instruction> {
    let mut program = Vec::new();
    for check in &verdict.checks {
        program.extend(try_check(check));
    }
    program.push(instruction(RETURN, verdict.otherwise.action()));
    program
}

/// Returns the decision of a check if all its facts hold, and goes on behind itself if not.
fn try_check(check: &Check) -> Vec<Instruction> {
    let mut program = vec![instruction(RETURN, check.decision.action())];
    for fact in check.facts.iter().rev() {
        // How far it is to behind the whole check from the instruction that follows this fact.
        let behind = u8::try_from(program.len()).expect("a check is a few instructions");
        let mut tested = test(*fact, behind);
        tested.append(&mut program);
        program = tested;
    }
    program
}

/// Goes on with the next instruction if the fact holds, else `behind` so many.
fn test(fact: Fact, behind: u8) -> Vec<Instruction> {
    let argument = |index: usize| ARGUMENTS + 8 * u32::try_from(index).expect("there are six");
    let load = |index| instruction(LOAD, argument(index));
    match fact {
        Fact::Is(index, value) => vec![load(index), jump(IF_EQUAL, value, 0, behind)],
        Fact::IsNot(index, value) => vec![load(index), jump(IF_EQUAL, value, behind, 0)],
        Fact::HasAny(index, bits) => vec![load(index), jump(IF_ANY, bits, 0, behind)],
        Fact::Masked(index, mask, value) => {
            vec![load(index), instruction(AND, mask), jump(IF_EQUAL, value, 0, behind)]
        }
    }
}

fn instruction(code: u32, value: u32) -> Instruction {
    jump(code, value, 0, 0)
}

fn jump(code: u32, value: u32, if_true: u8, if_false: u8) -> Instruction {
    Instruction { code: u16::try_from(code).expect("codes are short"), jt: if_true, jf: if_false, k: value }
}

#[cfg(test)]
pub mod tests {
    use super::{
        AND, ARCHITECTURE, ARGUMENTS, Check, Decision, Fact, IF_ANY, IF_AT_LEAST, IF_EQUAL, Instruction,
        JUMP, LOAD, NUMBER, OWN_ARCHITECTURE, RETURN, Verdict, assemble,
    };

    /// What the filter returns for a call: the kernel's part, for the few instructions that we use.
    pub fn answer(program: &[Instruction], architecture: u32, number: u32, arguments: [u64; 6]) -> u32 {
        let word = |offset: u32| match offset {
            NUMBER => number,
            ARCHITECTURE => architecture,
            _ => {
                let bytes = arguments.map(u64::to_le_bytes).concat();
                let start = usize::try_from(offset - ARGUMENTS).unwrap();
                u32::from_le_bytes(bytes[start..start + 4].try_into().unwrap())
            }
        };
        let (mut at, mut value) = (0, 0);
        loop {
            let Instruction { code, jt, jf, k } = program[at];
            at += 1;
            let mut branch = |holds: bool| at += usize::from(if holds { jt } else { jf });
            match u32::from(code) {
                LOAD => value = word(k),
                AND => value &= k,
                JUMP => at += usize::try_from(k).unwrap(),
                IF_EQUAL => branch(value == k),
                IF_AT_LEAST => branch(value >= k),
                IF_ANY => branch(value & k != 0),
                RETURN => return k,
                other => panic!("instruction {other}"),
            }
        }
    }

    /// What it returns for a call with these arguments.
    pub fn own_answer(program: &[Instruction], number: u32, arguments: [u64; 6]) -> u32 {
        answer(program, OWN_ARCHITECTURE.unwrap(), number, arguments)
    }

    #[test]
    fn every_number_finds_its_verdict() {
        let decisions = [Decision::Allowed, Decision::Refused, Decision::Absent, Decision::Ignored];
        let kind = |number: u32| decisions[usize::try_from(number).unwrap() % 4];
        for count in 1..40 {
            let verdicts: Vec<_> = (0..count).map(|index| (index * 3, Verdict::plain(kind(index)))).collect();
            let program = assemble(&verdicts).unwrap();
            for number in 0..count * 3 {
                assert_eq!(own_answer(&program, number, [0; 6]), kind(number / 3).action());
            }
            assert_eq!(own_answer(&program, u32::MAX, [0; 6]), kind(count - 1).action());
            assert_eq!(answer(&program, 1, 0, [0; 6]), libc::SECCOMP_RET_KILL_PROCESS);
        }
    }

    #[test]
    fn the_first_check_whose_facts_all_hold_decides() {
        let checks = vec![
            Check { facts: &[Fact::Is(0, 7), Fact::HasAny(1, 6)], decision: Decision::Ignored },
            Check { facts: &[Fact::IsNot(2, 1), Fact::Is(3, 0)], decision: Decision::Refused },
            Check { facts: &[Fact::Masked(5, 0xff00, 0x6600)], decision: Decision::Absent },
        ];
        let program = assemble(&[(0, Verdict { checks, otherwise: Decision::Allowed })]).unwrap();
        let high = 1 << 32;
        for (arguments, decision) in [
            ([7, 4, 0, 0, 0, 0], Decision::Ignored),
            ([7, 2, 0, 0, 0, 0], Decision::Ignored),
            ([7, 1, 0, 0, 0, 0], Decision::Refused),
            ([7, 1, 1, 0, 0, 0], Decision::Allowed),
            ([8, 2, 0, 0, 0, 0], Decision::Refused),
            ([8, 2, 0, 1, 0, 0], Decision::Allowed),
            ([8, 2, 0, high, 0, 0], Decision::Refused),
            ([8, 2, 1, 0, 0, 0x1_6642], Decision::Absent),
            ([8, 2, 1, 0, 0, 0x6742], Decision::Allowed),
            ([8, 2, 1 + high, 0, 0, 0], Decision::Allowed),
        ] {
            assert_eq!(own_answer(&program, 3, arguments), decision.action(), "{arguments:?}");
        }
    }
}
