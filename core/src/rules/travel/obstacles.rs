//! Defines the obstacles that paths avoid.

use super::dropped;
use super::hazards::hazards;
use super::threats::is_harmless;
use crate::geometry::{Pos, TileSet};
use crate::world::{Game, Monster, Terrain};

/// Returns the obstacles of a path: known creatures, hazards (N4), and stairs, because they lead off the floor.
pub(super) fn obstacles<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = Pos> + 'a {
    known_bodies(game, visible, Bodies::Known).chain(fixed_obstacles(game))
}

/// The creatures that a path avoids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bodies {
    /// All known creatures.
    Known,
    /// All known creatures, except harmless ones that are awake.
    Feared,
}

/// Returns the tiles of visible enemies and of sleepers seen before. Without the sleepers out of sight, the same
/// blocked path would be tried again and again.
pub(super) fn known_bodies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
    bodies: Bodies,
) -> impl Iterator<Item = Pos> + 'a {
    let explored = game.current_floor().map.explored();
    let is_known = move |monster: &&Monster| {
        let (pos, is_alert) = (monster.body.pos, monster.ai_state.is_alert());
        // Sleepers have not moved since the floor was generated.
        let is_known = visible.contains(pos) || (!is_alert && explored.contains(pos));
        let is_ignored = bodies == Bodies::Feared && is_alert && is_harmless(game, monster);
        monster.is_hostile() && is_known && !is_ignored
    };
    game.current_floor().monsters.iter().filter(is_known).map(|monster| monster.body.pos)
}

/// Returns the obstacles of a path that are not creatures.
pub(super) fn fixed_obstacles(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let map = &game.current_floor().map;
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    let stairs = stairs.into_iter().filter_map(|stairs| map.find(stairs));
    stairs.chain(hazards(game)).chain(dropped::avoidable(game))
}
