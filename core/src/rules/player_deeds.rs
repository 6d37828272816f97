//! Does what the firmware of the chip that is worn can do (I14).

use crate::geometry::Pos;
use crate::rules::{Events, Refusal};
use crate::world::Game;

impl Game {
    pub(super) fn accepts_deed(&self, _: Pos) -> Result<(), Refusal> {
        Err(Refusal::NoDeed)
    }

    pub(super) fn do_deed(&mut self, _: Pos, _: &mut Events) {}
}
