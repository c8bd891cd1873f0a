//! Answers and outputs that are nearly the same, for each of the standard checkers.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// What testlib reads as an integer of 64 bits, and what it does not.
const INTEGERS: [&str; 24] = [
    "0",
    "1",
    "-1",
    "5",
    "10",
    "-10",
    "4294967296",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "-9223372036854775809",
    "99999999999999999999",
    "123456789012345678901234567890",
    "-0",
    "00",
    "05",
    "-05",
    "+5",
    "--5",
    "-",
    "5.0",
    "5e0",
    "5\0",
];

/// What it reads as a real number, and what it does not.
const REALS: [&str; 32] = [
    "0", "-0", "0.0", "1", "+1", "01", "-1.50", ".5", "5.", "+.5", "1e5", "1E-5", "1e+5", "1e301", "1e305",
    "-1e301", "1e400", "-1e400", "1e-400", "1e", "e5", "1e5.5", "1.2.3", ".", "-", "+-1", "1-1", "nan",
    "inf", "0x10", "1,5", "1\0",
];

const WORDS: [&str; 10] = ["a", "b", "A", "ab", "a b", "Case", "\u{e4}", "\0", "1", "-"];

const YES_OR_NO: [&str; 10] = ["YES", "yes", "Yes", "NO", "no", "nO", "y", "YES.", "yesno", "0"];

/// Two texts.
pub struct Pair {
    pub answer: Vec<u8>,
    pub output: Vec<u8>,
}

/// A source of pairs for one checker.
pub struct Texts {
    rule: &'static str,
    random: ChaCha8Rng,
}

impl Texts {
    pub fn new(rule: &'static str, seed: u64) -> Self {
        Self { rule, random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// An answer, and an output made of it by changes of words or of blanks.
    pub fn pair(&mut self) -> Pair {
        let answer = self.words();
        let mut output = answer.clone();
        for _ in 0..self.pick(&[0, 0, 1, 1, 2]) {
            self.change(&mut output);
        }
        if self.rule == "uncmp" && self.random.random_bool(0.5) {
            output.reverse();
        }
        if ["lcmp", "fcmp"].contains(&self.rule) || self.random.random_bool(0.2) {
            let text = self.rendered(&answer);
            let mut changed =
                if self.random.random_bool(0.8) { text.clone() } else { self.rendered(&output) };
            for _ in 0..self.pick(&[0, 0, 1, 1, 2]) {
                self.change_blanks(&mut changed);
            }
            return Pair { answer: self.with_line_ends(&text), output: self.with_line_ends(&changed) };
        }
        let (text, changed) = (self.rendered(&answer), self.rendered(&output));
        Pair { answer: self.with_line_ends(&text), output: self.with_line_ends(&changed) }
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        *choices.choose(&mut self.random).unwrap()
    }

    fn words(&mut self) -> Vec<String> {
        let count = match self.rule {
            "hcmp" | "rcmp" => self.pick(&[1, 1, 1, 1, 1, 1, 0, 2]),
            "yesno" => self.pick(&[1, 1, 1, 1, 1, 0, 2]),
            _ => self.random.random_range(0..7),
        };
        if !self.rule.starts_with("case") {
            return (0..count).map(|_| self.word()).collect();
        }
        let mut words = Vec::new();
        for case in 1..=count {
            let n_words = if self.rule == "caseicmp" { 1 } else { self.random.random_range(0..4) };
            words.extend(["Case".to_owned(), format!("{case}:")]);
            words.extend((0..n_words).map(|_| self.word()));
        }
        words
    }

    /// A word that the checker reads, mostly.
    fn word(&mut self) -> String {
        let is_odd = self.random.random_bool(0.04);
        match self.rule {
            "ncmp" | "uncmp" | "caseicmp" | "hcmp" if is_odd => self.pick(&INTEGERS).to_owned(),
            "hcmp" if self.random.random_bool(0.3) => {
                let first = self.random.random_range(1..10).to_string();
                let digits = (0..40).map(|_| self.random.random_range(0..10).to_string());
                first + &digits.collect::<String>()
            }
            "ncmp" | "uncmp" | "caseicmp" | "hcmp" => self.pick(&INTEGERS[..10]).to_owned(),
            "yesno" | "nyesno" if is_odd => self.pick(&YES_OR_NO).to_owned(),
            "yesno" | "nyesno" => self.pick(&YES_OR_NO[..6]).to_owned(),
            rule if rule.starts_with("rcmp") && (is_odd || self.random.random_bool(0.2)) => {
                let known = if is_odd { &REALS[..] } else { &REALS[..19] };
                self.pick(known).to_owned()
            }
            rule if rule.starts_with("rcmp") => self.real(),
            _ => self.pick(&WORDS).to_owned(),
        }
    }

    fn real(&mut self) -> String {
        let scale = 10_f64.powi(self.random.random_range(-7..12));
        let value = scale * self.random.random_range(-1.0..1.0);
        if self.random.random_bool(0.2) { format!("{value:e}") } else { format!("{value:.12}") }
    }

    /// Another word, most likely one that is nearly the same.
    fn near(&mut self, word: &str) -> String {
        if self.rule.starts_with("rcmp")
            && let Ok(value) = word.parse::<f64>()
            && self.random.random_bool(0.8)
        {
            let error =
                self.pick(&[1e-4, 1e-6, 1e-9, 1.5e-6]) * self.pick(&[0.1, 0.999, 1.0, 1.001, 3.0, -0.999]);
            let near = if self.random.random_bool(0.5) { value + error } else { value * (1.0 + error) };
            return format!("{near:.15}");
        }
        match self.random.random_range(0..6) {
            0 => self.word(),
            1 => word.to_uppercase(),
            2 => word.to_lowercase(),
            3 => format!("{}{word}", self.pick(&["+", "0", "-", "x"])),
            4 => format!("{word}{}", self.pick(&["0", ".0", "e0", "."])),
            _ if word.ends_with(':') => "2:".to_owned(),
            _ => self.pick(&["1", "Case", "yes", "1:"]).to_owned(),
        }
    }

    fn change(&mut self, words: &mut Vec<String>) {
        let at = self.random.random_range(0..=words.len());
        match self.random.random_range(0..7) {
            0 => {
                let word = self.word();
                words.insert(at, word);
            }
            1 if at < words.len() => _ = words.remove(at),
            2 if at + 1 < words.len() => words.swap(at, at + 1),
            _ if at < words.len() => words[at] = self.near(&words[at].clone()),
            _ => {}
        }
    }

    /// Words in lines that end in LF, with more blanks here and there.
    fn rendered(&mut self, words: &[String]) -> String {
        let mut text = String::new();
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                text.push_str(self.pick(&[" ", " ", " ", "\n", "\n", "  ", "\t", " \n", "\n "]));
            }
            text.push_str(word);
        }
        text.push_str(self.pick(&["\n", "\n", "\n", "", " \n", "\n\n", "\n\n\n", "\n \n"]));
        text
    }

    fn change_blanks(&mut self, text: &mut String) {
        let bytes = text.as_bytes();
        let is_place = |at: &usize| *at == bytes.len() || *at > 0 && b" \n".contains(&bytes[*at - 1]);
        let places: Vec<usize> = (0..=bytes.len()).filter(is_place).collect();
        let at = self.pick(&places);
        match self.random.random_range(0..4) {
            0 if text[..at].ends_with([' ', '\n', '\t']) => _ = text.remove(at - 1),
            1 => text.insert(at, '\n'),
            2 => text.push_str(self.pick(&["\n", " ", "\t", "\n \n", "x"])),
            _ => text.insert(at, ' '),
        }
    }

    fn with_line_ends(&mut self, text: &str) -> Vec<u8> {
        let share = self.pick(&[0.0, 0.0, 0.0, 0.5, 1.0]);
        let mut ended = String::new();
        for c in text.chars() {
            if c == '\n' && self.random.random_bool(share) {
                ended.push('\r');
            }
            ended.push(c);
        }
        ended.into_bytes()
    }
}
