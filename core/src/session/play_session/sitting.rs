//! The part of a play session that is reset for each game.

use crate::content::{Firmware, ItemKind};
use crate::input::{Pointer, StepRepeater};
use crate::quantity::Turn;
use crate::rules::travel::{AutoTravel, Explorer};

/// The state that is reset when another game is shown, or when the same game is continued.
#[derive(Clone, Debug)]
pub(super) struct Sitting {
    pub(super) step_repeater: StepRepeater,
    pub(super) auto_travel: Option<AutoTravel>,
    pub(super) explorer: Explorer,
    /// True while the confirm button would show more of the opening of a run (H9).
    pub(super) has_more: bool,
    /// True while held buttons are ignored until the next press.
    pub(super) is_halted: bool,
    /// True when the last turn interrupted a held button.
    pub(super) was_interrupted: bool,
    /// True while the pointer's button is ignored until it is released.
    pub(super) is_pointer_ignored: bool,
    /// True from a press of the pointer's button until the first step toward the pointer.
    pub(super) is_pointer_pressed: bool,
    pub(super) pointer: Option<Pointer>,
    pub(super) clock: u32,
    /// The number of ticks since the last turn or message.
    pub(super) idle_ticks: u16,
    /// The item picked up in the last turn, with its firmware, if the confirm button would put it on (I2).
    pub(super) offer: Option<(ItemKind, Option<Firmware>)>,
    /// The kind of the item thrown last (I6).
    pub(super) thrown: Option<ItemKind>,
    /// The number, counted from 1, of the graft choice that the player last put off; 0 if there was none (B16).
    pub(super) grafts_put_off: usize,
    /// The turn of the last message about a graft that can be chosen.
    pub(super) graft_told: Turn,
    /// True after the player was warned against leaving the lobby without a kit (W30).
    pub(super) is_kit_warned: bool,
    /// True while the confirm button would open the choice of a graft (B16).
    pub(super) offers_graft: bool,
}

impl Sitting {
    /// A fresh state.
    pub(super) const NEW: Sitting = Sitting {
        step_repeater: StepRepeater::NEW,
        auto_travel: None,
        explorer: Explorer::NEW,
        has_more: false,
        is_halted: false,
        was_interrupted: false,
        is_pointer_ignored: false,
        is_pointer_pressed: false,
        pointer: None,
        clock: 0,
        idle_ticks: 0,
        offer: None,
        thrown: None,
        grafts_put_off: 0,
        graft_told: Turn(0),
        is_kit_warned: false,
        offers_graft: false,
    };
}
