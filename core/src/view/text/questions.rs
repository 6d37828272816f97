//! Questions that are asked before something is lost.

use super::words::question;

/// A question that is asked before something is lost, and the consequence of answering yes.
pub(crate) type Question = [&'static str; 2];

/// Returns the answers to a question, the safe answer first.
pub(crate) fn answers(question: Question) -> [&'static str; 2] {
    match question {
        ASK_OVERWRITE => [question::overwrite_no(), question::overwrite_yes()],
        _ => [question::no(), question::yes()],
    }
}

/// Asks before the player's own keys are discarded.
pub(crate) const ASK_DEFAULT_KEYS: Question =
    [question::default_keys(), question::default_keys_loses()];

/// Asks before the player gives up a run.
pub(crate) const GIVE_UP: Question = [question::give_up(), question::give_up_loses()];

/// Asks before a new game replaces the run.
pub(crate) const ASK_REPLACE: Question = [question::replace(), question::replace_loses()];

/// Asks before a new game replaces a run that cannot be read.
pub(crate) const ASK_REPLACE_LOST: Question =
    [question::replace_lost(), question::replace_lost_loses()];

/// Asks before a save overwrites foreign data. If the player declines, the game does not save.
pub(crate) const ASK_OVERWRITE: Question = [question::overwrite(), question::overwrite_loses()];
