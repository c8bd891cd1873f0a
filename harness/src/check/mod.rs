//! Is the output right? One file a rule.
