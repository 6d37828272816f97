//! The King slips into a vent when the player comes near (K2).

use crate::content::throne::{SLIP_DISTANCE, SLIPS_MAX};
use crate::rules::Events;
use crate::rules::monster_turns::{Acted, MonsterAt};
use crate::world::Game;

/// Makes the monster slip into a nearby open vent if the player has come too near. A monster can do so only twice per
/// floor.
// Target: GBA. Not inlined: keeps registers free for the deeds that most monsters try.
#[inline(never)]
pub(super) fn act(game: &mut Game, at: MonsterAt, events: &mut Events) -> Acted {
    let from = at.of(game).body.pos;
    let is_near = from.steps_to(game.player.body.pos) <= SLIP_DISTANCE;
    if !is_near || game.current_floor.throne.slips >= SLIPS_MAX {
        return Acted::No;
    }
    let Some(vent) = game.vent_near(from) else { return Acted::No };
    let has_slipped = game.enter_vent(at.index, vent, events);
    game.current_floor.throne.slips += u8::from(has_slipped);
    Acted::from(has_slipped)
}
