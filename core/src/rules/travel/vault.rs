//! Leads to a vault, and tells of what it still has to offer (W17).

use super::approach::next_step_before;
use super::interrupt::Interrupt;
use crate::geometry::{Direction, Pos, TileSet};
use crate::world::{Game, Terrain};

/// Returns the first step to the door of a vault to which the key is carried; `None` where no way leads.
pub(super) fn to_door(game: &Game, visible: &TileSet) -> Option<Result<Direction, Interrupt>> {
    let door = locked_door(game)?;
    // A diagonal step would use the key unasked.
    match next_step_before(game, visible, door) {
        Ok(direction) => Some(Ok(direction)),
        Err(_) if door.is_next_to(game.player().body.pos) => Some(Err(Interrupt::Vault)),
        Err(_) => None,
    }
}

/// Returns what exploring tells of once: the door of a vault to which the key is carried, or an offer
/// of one that is open.
pub fn vault_choice(game: &Game) -> Option<Pos> {
    locked_door(game).or_else(|| offer(game))
}

/// Returns the first pedestal seen from which something may be taken.
pub(super) fn offer(game: &Game) -> Option<Pos> {
    let floor = game.current_floor();
    let is_offer = |pos: &Pos| {
        floor.map.terrain(*pos) == Terrain::Pedestal && floor.map.explored().contains(*pos)
    };
    floor.items.iter().map(|ground| ground.pos).filter(is_offer).min()
}

/// Returns the locked door seen, while a key is carried. A floor has one at most (W17).
pub fn locked_door(game: &Game) -> Option<Pos> {
    let map = &game.current_floor().map;
    let door = map.find(Terrain::DoorLocked).filter(|&door| map.explored().contains(door))?;
    game.has_key().then_some(door)
}
