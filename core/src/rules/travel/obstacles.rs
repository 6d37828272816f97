//! Defines the obstacles that paths avoid.

use super::dropped;
use super::hazards::hazards;
use super::threats::is_harmless;
use crate::geometry::{Pos, TileSet};
use crate::world::{Game, Monster, Terrain};

/// Returns the tiles that a path avoids: known enemies, hazards (N4), stairs, and dropped items that a path can go
/// around. Stairs count because they lead off the floor.
pub(super) fn obstacles<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = Pos> + 'a {
    known_bodies(game, visible, Bodies::Known).chain(fixed_obstacles(game))
}

/// The enemies that a path avoids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bodies {
    /// All known enemies.
    Known,
    /// All known enemies, except awake enemies that are harmless.
    Feared,
}

/// Returns the tiles of visible enemies, and of sleepers and watchers on explored tiles. Sleepers and watchers count
/// even out of sight. Otherwise, auto-travel would try the same blocked path again and again.
pub(super) fn known_bodies<'a>(
    game: &'a Game,
    visible: &'a TileSet,
    bodies: Bodies,
) -> impl Iterator<Item = Pos> + 'a {
    let explored = game.current_floor().map.explored();
    let is_known = move |monster: &&Monster| {
        let (pos, is_alert) = (monster.body.pos, monster.ai_state.is_alert());
        // Sleepers and watchers do not move, so the player still knows those on explored tiles.
        let is_known = visible.contains(pos) || (!is_alert && explored.contains(pos));
        let is_ignored = bodies == Bodies::Feared && is_alert && is_harmless(game, monster);
        monster.is_hostile() && is_known && !is_ignored
    };
    game.current_floor().monsters.iter().filter(is_known).map(|monster| monster.body.pos)
}

/// Returns the tiles that a path avoids for reasons other than enemies.
pub(super) fn fixed_obstacles(game: &Game) -> impl Iterator<Item = Pos> + '_ {
    let map = &game.current_floor().map;
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    let stairs = stairs.into_iter().filter_map(|stairs| map.find(stairs));
    stairs.chain(hazards(game)).chain(dropped::avoidable(game))
}
