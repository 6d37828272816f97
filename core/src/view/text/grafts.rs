//! Grafts: their names, their effects, and the choice of one (B16).

use super::hints::with_confirm_and_back;
use super::message::{Message, Sentence, Tone};
use super::words::{graft, graft_choice, hint, stop};
use crate::content::Graft;
use crate::content::grafts::{
    ALCHEMIST_SPLASH, BACKSTAB_FACTOR, CHEESE_FACTOR, GRAFT_LEVELS, GRAFTS_OFFERED,
    LAST_STAND_PART, LAST_STAND_PERCENT, MATADOR_TURNS, SKULL_TURNS, VENOM_ONE_IN,
};
use crate::controls::InputScheme;

/// Returns the name of a graft.
pub const fn graft_name(graft: Graft) -> &'static str {
    graft::name(graft)
}

/// Returns the effect of a graft.
pub(crate) fn graft_effect(graft: Graft) -> Sentence {
    graft::does(graft, LAST_STAND_PERCENT)
}

/// Returns two lines about a graft: its effect, and how to use it.
pub(crate) fn graft_lines(graft: Graft) -> [Sentence; 2] {
    [graft_effect(graft), graft::hint(graft, MATADOR_TURNS, BACKSTAB_FACTOR, VENOM_ONE_IN)]
}

const _: () = assert!(
    CHEESE_FACTOR == 2 && SKULL_TURNS == 1 && ALCHEMIST_SPLASH == 2 && LAST_STAND_PART == 2,
    "B16: the sentences tell these in words"
);

/// Returns the heading for the choice of a graft by a player who has taken `taken` grafts before.
pub(crate) fn graft_heading(taken: usize) -> Sentence {
    graft_choice::heading(GRAFT_LEVELS.get(taken).copied().unwrap_or_default())
}

/// Returns the hints about the keys for choosing a graft.
pub(crate) fn graft_hints(input_scheme: &InputScheme) -> Sentence {
    with_confirm_and_back(input_scheme, hint::graft)
}

/// Returns the message that the confirm button opens the choice of a graft.
pub(crate) fn graft_offer_message(confirm: &str) -> Message {
    Message::new(Tone::Good, stop::offer_graft(confirm))
}

/// Returns the message that the postponed choice of a graft is in the menu. The message names the menu key.
pub(crate) fn graft_later_message(menu: &str) -> Option<Message> {
    message!(Good, stop::graft_later(menu))
}

const _: () = {
    let [first, second, third, fourth] = GRAFT_LEVELS;
    assert!(
        first == 2 && second == 4 && third == 6 && fourth == 8 && GRAFTS_OFFERED == 3,
        "B16: a lesson and the guide tell the levels and the number in words"
    );
};
