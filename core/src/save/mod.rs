//! What outlives a moment: the fingerprint of a game, and the hall of fame.

mod format;
pub mod replay;
mod scores;

pub use format::fingerprint;
pub use scores::{SCORES_MAX, Score, Scores};
