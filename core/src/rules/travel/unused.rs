//! Finds things on the floor that are worth a visit before the player takes the stairs up.

use super::monitor::finds;
use super::vault::locked_door;
use crate::content::monsters::ALLY_FOLLOW_RADIUS;
use crate::world::{Game, Monster, Terrain};

/// A known, unused thing on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unused {
    /// The ally, if it is too far away to follow (M7).
    Ally,
    /// A locked vault whose key the player carries (W17).
    VaultOfKey,
    /// A locked vault for which the player carries no key (W17).
    Vault,
    /// A terminal (W16).
    Terminal,
    /// An item that the player has never carried; items on pedestals do not count.
    Item,
    /// An item that the player has dropped or thrown, so that exploring does not fetch it.
    Dropped,
}

/// Returns the most useful known thing that the player would leave behind. From most to least useful: the ally, a vault
/// whose key the player carries, a terminal (which may open a vault), another vault, an item, a dropped item.
pub(crate) fn most_useful_unused(game: &Game) -> Option<Unused> {
    let map = &game.current_floor().map;
    let knows = |terrain| map.explored().iter().any(|pos| map.terrain(pos) == terrain);
    let has_item = || finds(game).any(|ground| map.terrain(ground.pos) != Terrain::Pedestal);
    let has_dropped = || game.current_floor().items.iter().any(|ground| ground.item.was_carried);
    let player = game.player().body.pos;
    let is_far = |ally: &Monster| ally.body.pos.steps_to(player) > ALLY_FOLLOW_RADIUS;
    if game.current_floor().ally().is_some_and(is_far) {
        Some(Unused::Ally)
    } else if locked_door(game).is_some() {
        Some(Unused::VaultOfKey)
    } else if knows(Terrain::Terminal) {
        Some(Unused::Terminal)
    } else if knows(Terrain::DoorLocked) {
        Some(Unused::Vault)
    } else if has_item() {
        Some(Unused::Item)
    } else if has_dropped() {
        Some(Unused::Dropped)
    } else {
        None
    }
}
