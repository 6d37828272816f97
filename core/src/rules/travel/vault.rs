//! Finds the way to a vault or to the lockers, and the items that they still offer (W17, W30).

use super::approach::next_step_before;
use super::interrupt::Interrupt;
use crate::content::kits::KITS_OFFERED;
use crate::geometry::{Direction, Pos, TileSet};
use crate::quantity::Floor;
use crate::world::{Game, Terrain};

/// Returns the first step to the door of a vault whose key the player carries or, beside the door, the interrupt that
/// reports the vault. Returns `None` if there is no such door, or no path leads to it.
pub(super) fn to_door(game: &Game, visible: &TileSet) -> Option<Result<Direction, Interrupt>> {
    let (door, pos) = (locked_door(game)?, game.player().body.pos);
    // The walk stops in front of the door. A step into the door would use up the key without asking the player.
    match next_step_before(game, visible, door) {
        Ok(direction) => Some(Ok(direction)),
        Err(_) if door.is_next_to(pos) => Some(Err(Interrupt::Vault(pos.bearing_to(door)))),
        Err(_) => None,
    }
}

/// Returns the tile of the choice that exploring reports once. This is a locker with a kit, a vault door whose key the
/// player carries, or an item offered in an open vault.
pub(crate) fn vault_choice(game: &Game) -> Option<Pos> {
    locker(game).or_else(|| locked_door(game)).or_else(|| offer(game))
}

/// While the player may choose a kit, returns the first step to the lockers or, in front of them, the interrupt that
/// reports them. Otherwise, and if no path leads to them, returns `None` (W30).
pub(super) fn to_lockers(game: &Game, visible: &TileSet) -> Option<Result<Direction, Interrupt>> {
    match next_step_before(game, visible, locker(game)?) {
        Ok(direction) => Some(Ok(direction)),
        Err(Interrupt::Arrived) => Some(Err(Interrupt::Lockers)),
        Err(_) => None,
    }
}

/// Returns the tile of the middle locker, if it is explored and the player may choose a kit.
fn locker(game: &Game) -> Option<Pos> {
    if game.floor() != Floor::LOBBY || game.player().build.kit.is_some() {
        return None;
    }
    let map = &game.current_floor().map;
    let mut lockers = map.positions_of(|terrain| terrain == Terrain::Locker);
    lockers.nth(KITS_OFFERED / 2).filter(|&locker| map.explored().contains(locker))
}

/// Returns the first explored pedestal from which the player may take an item.
pub(super) fn offer(game: &Game) -> Option<Pos> {
    let floor = game.current_floor();
    let is_offer = |pos: &Pos| {
        floor.map.terrain(*pos) == Terrain::Pedestal && floor.map.explored().contains(*pos)
    };
    floor.items.iter().map(|ground| ground.pos).filter(is_offer).min()
}

/// Returns the locked door that the player has seen, if the player carries a key. A floor has at most one locked door
/// (W17).
pub fn locked_door(game: &Game) -> Option<Pos> {
    let map = &game.current_floor().map;
    let door = map.find(Terrain::DoorLocked).filter(|&door| map.explored().contains(door))?;
    game.has_key().then_some(door)
}
