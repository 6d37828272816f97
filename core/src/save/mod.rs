//! What a save is made of.

mod format;

pub use format::fingerprint;
