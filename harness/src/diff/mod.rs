//! Why is it wrong? Two texts side by side.
