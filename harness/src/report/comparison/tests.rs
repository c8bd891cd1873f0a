//! Every format over one small ranking.
