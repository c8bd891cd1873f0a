//! What the settings say and what they mean.
