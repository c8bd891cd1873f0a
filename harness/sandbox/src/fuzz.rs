//! What a fuzzer calls: all that reads bytes which another process wrote or chose.
//!
//! `fuzz/` has a target for each function; a test here calls both with mutations of real messages.

use crate::Tail;
use crate::linux::{read_kernel_text, read_message};

/// A message on the launcher's socket: it is read as what it may be, or not at all, and whatever is read
/// is written the same again.
///
/// # Panics
/// It is not.
pub fn message(bytes: &[u8]) {
    read_message(bytes);
}

/// What a program writes, chunk by chunk, and what the kernel's files say of a program that has chosen its
/// own name.
///
/// # Panics
/// A byte of standard error is neither kept nor counted.
pub fn program(bytes: &[u8]) {
    let (kept, chunk) =
        bytes.split_first().map_or((2, 1), |(first, _)| (usize::from(*first), bytes.len() / 3 + 1));
    let mut tail = Tail::default();
    for chunk in bytes.chunks(chunk) {
        tail.push(chunk, kept);
    }
    let there = (tail.head.len() + tail.tail.len()) as u64 + tail.dropped;
    assert_eq!(there, bytes.len() as u64, "bytes of standard error are lost or invented");
    assert!(tail.head.len() + tail.tail.len() <= kept.max(1), "more is kept than should be");
    let _ = tail.text();
    if let Ok(text) = std::str::from_utf8(bytes) {
        read_kernel_text(text);
    }
}

#[cfg(test)]
mod tests {
    use super::{message, program};
    use crate::linux::messages;

    /// A cheap sequence of numbers, the same each time.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self, below: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(self.0 >> 33).unwrap() % below
        }
    }

    fn mutate(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=numbers.next(4) {
            let at = numbers.next(bytes.len() + 1);
            match numbers.next(5) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, u8::try_from(numbers.next(256)).unwrap()),
                2 if at < bytes.len() => bytes[at] ^= 1 << numbers.next(8),
                3 if at < bytes.len() => bytes[at] = 0xff,
                _ => bytes.extend_from_slice(&u64::MAX.to_le_bytes()),
            }
        }
        bytes
    }

    #[test]
    fn arbitrary_bytes_are_refused_or_read_and_never_a_panic() {
        let mut numbers = Numbers(1);
        let texts = ["1 (a) b) T 1 2\n", "Pss: 7 kB\n", "1 2 3\n", "oom_kill 3\n"];
        let seeds: Vec<Vec<u8>> =
            messages().into_iter().chain(texts.map(|text| text.as_bytes().to_vec())).collect();
        for _ in 0..20_000 {
            let seed = &seeds[numbers.next(seeds.len())];
            let bytes = mutate(seed, &mut numbers);
            message(&bytes);
            program(&bytes);
        }
    }
}
