//! The standard checkers of testlib that mean something else than any rule of our own.

/// A rule that users of Polygon know by this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandardChecker {
    /// Line by line, the words of each.
    Lcmp,
    /// Line by line, byte for byte; CRLF is LF, and blanks may follow the last line.
    Fcmp,
    /// Integers of 64 bits.
    Ncmp,
    /// One integer of any length.
    Hcmp,
    /// One number within an absolute error of 1.5e-6.
    Rcmp,
    /// Numbers within 1e-4, absolute or relative.
    Rcmp4,
    /// Numbers within 1e-6, absolute or relative.
    Rcmp6,
    /// Numbers within 1e-9, absolute or relative.
    Rcmp9,
    /// `Case 1: N`, `Case 2: N` and so on, each an integer of 64 bits.
    Caseicmp,
    /// `Case 1: words`, `Case 2: words` and so on.
    Casewcmp,
    /// Integers of 64 bits in any order.
    Uncmp,
}

impl StandardChecker {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 11] = [
        Self::Lcmp,
        Self::Fcmp,
        Self::Ncmp,
        Self::Hcmp,
        Self::Rcmp,
        Self::Rcmp4,
        Self::Rcmp6,
        Self::Rcmp9,
        Self::Caseicmp,
        Self::Casewcmp,
        Self::Uncmp,
    ];

    /// The name, as settings write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lcmp => "lcmp",
            Self::Fcmp => "fcmp",
            Self::Ncmp => "ncmp",
            Self::Hcmp => "hcmp",
            Self::Rcmp => "rcmp",
            Self::Rcmp4 => "rcmp4",
            Self::Rcmp6 => "rcmp6",
            Self::Rcmp9 => "rcmp9",
            Self::Caseicmp => "caseicmp",
            Self::Casewcmp => "casewcmp",
            Self::Uncmp => "uncmp",
        }
    }
}
