//! Data that all monsters share while they act in one turn, and the arguments of their deeds.

use crate::content::monsters::{CRAWL_INTERVAL, MonsterSpec, Trait};
use crate::geometry::{Pos, TileSet};
use crate::limits::MONSTERS_MAX;
use crate::world::path::DistanceMap;
use crate::world::{AiState, Game, Monster, sight};
use heapless::Vec;

/// The result of trying a deed: whether the deed has used up the monster's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(super) enum Acted {
    /// The deed used up the turn.
    Yes,
    /// The deed did not use up the turn, so the monster tries its next deed.
    No,
}

impl From<bool> for Acted {
    fn from(has_acted: bool) -> Acted {
        if has_acted { Acted::Yes } else { Acted::No }
    }
}

/// Identifies the acting monster.
#[derive(Clone, Copy, Debug)]
pub(super) struct MonsterAt {
    /// The index in the list of monsters.
    pub(crate) index: usize,
    /// True if the monster is hostile and sees the player (M2).
    pub(crate) sees_player: bool,
}

impl MonsterAt {
    /// Returns the monster.
    pub(super) fn of(self, game: &Game) -> &Monster {
        &game.current_floor.monsters[self.index]
    }

    /// Returns the monster as a mutable reference.
    pub(super) fn of_mut(self, game: &mut Game) -> &mut Monster {
        &mut game.current_floor.monsters[self.index]
    }
}

/// The data that all monsters share during one round: the monsters that see the player, and distance maps that are
/// built on demand.
pub(super) struct MonsterTurns {
    /// The positions of the monsters that have the player in range and in line of sight (M2).
    observers: Vec<Pos, MONSTERS_MAX>,
    /// The distances to the player.
    player_map: Option<DistanceMap>,
    /// The distances to the goal of the last call of [`chase_map`](MonsterTurns::chase_map). Monsters that have lost
    /// sight of the player mostly have the same goal, so they can share this map.
    chase_map: Option<DistanceMap>,
    /// The last bait that a monster considered, and the tiles on which this bait lures monsters (I9). Opening a door
    /// does not change these tiles, because a closed door is passable, too.
    lure: Option<(Pos, TileSet)>,
}

impl MonsterTurns {
    pub(super) fn new(game: &Game) -> MonsterTurns {
        MonsterTurns { observers: observers(game), player_map: None, chase_map: None, lure: None }
    }

    /// Returns whether the monster at `pos` saw the player when the round began.
    pub(super) fn has_observer_at(&self, pos: Pos) -> bool {
        self.observers.contains(&pos)
    }

    /// Returns the distance map to the player. It covers only the tiles to which the monsters have expanded it so far.
    pub(super) fn player_map(&mut self, game: &Game) -> &mut DistanceMap {
        // Rebuilds the map if a marked attack has moved the player since.
        let player = game.player.body.pos;
        if self.player_map.as_ref().is_none_or(|map| map.start() != player) {
            new_map_to_player(&mut self.player_map, game);
        }
        self.player_map.as_mut().expect("built when it was missing")
    }

    /// Returns the distance map to `goal`. A call with the same goal as the last call returns the same, partly expanded
    /// map.
    // Target: GBA. Not inlined: keeps a distance map off the caller's small stack.
    #[inline(never)]
    pub(super) fn chase_map(&mut self, game: &Game, goal: Pos) -> &mut DistanceMap {
        if self.chase_map.as_ref().is_none_or(|map| map.start() != goal) {
            new_map_around_sleepers(&mut self.chase_map, game, goal);
        }
        self.chase_map.as_mut().expect("built when it was missing")
    }

    /// Returns whether `bait` lures a monster that stands on `from`.
    // Target: GBA. Not inlined: keeps a tile set off the caller's small stack.
    #[inline(never)]
    pub(super) fn lures(&mut self, game: &Game, bait: Pos, from: Pos) -> bool {
        if self.lure.as_ref().is_none_or(|(of, _)| *of != bait) {
            self.lure = Some((bait, game.steps_around(bait, game.cheese_radius())));
        }
        self.lure.as_ref().is_some_and(|(_, reach)| reach.contains(from))
    }
}

/// Returns whether a monster can move in this turn. A monster that crawls moves only in every second turn.
pub(super) fn may_move(game: &Game, spec: &MonsterSpec) -> bool {
    !spec.is(Trait::Crawls) || game.turn.0.is_multiple_of(CRAWL_INTERVAL)
}

/// Returns whether a monster of this kind rests in this turn (M5).
pub(super) fn rests(game: &Game, spec: &MonsterSpec) -> bool {
    let interval = spec.find(|it| if let Trait::Rests(turns) = it { Some(turns) } else { None });
    interval.is_some_and(|turns| game.turn.0.is_multiple_of(turns))
}

/// Builds the distance map to the player, around sleepers and live cables. If this leaves an alert monster without a
/// path, the paths of all monsters may cross live cables (W18).
// Target: GBA. Not inlined: keeps the rare second search out of the common case.
#[inline(never)]
fn new_map_to_player<'a>(place: &'a mut Option<DistanceMap>, game: &Game) -> &'a mut DistanceMap {
    let player = game.player.body.pos;
    let map = new_map_around_sleepers(place, game, player);
    if game.current_floor.map.live_cables().is_empty() {
        return map;
    }
    map.expand_all();
    let is_cut_off = game
        .current_floor
        .monsters
        .iter()
        .any(|monster| monster.ai_state.is_alert() && !map.is_reached(monster.body.pos));
    if is_cut_off {
        map.clone_from(&DistanceMap::closed(player));
        let sleepers = game.current_floor.monsters.iter().filter(|monster| is_still(monster));
        map.open(&game.current_floor.map, sleepers.map(|monster| monster.body.pos));
    }
    map
}

/// Returns whether the monster stays in place: it sleeps, keeps watch or eats.
const fn is_still(monster: &Monster) -> bool {
    !monster.ai_state.is_alert() || matches!(monster.ai_state, AiState::Eating { .. })
}

/// Builds the distance map to `goal` in `place`. Live cables and monsters that stay in place are obstacles. Other
/// monsters are not, because they will move on.
fn new_map_around_sleepers<'a>(
    place: &'a mut Option<DistanceMap>,
    game: &Game,
    goal: Pos,
) -> &'a mut DistanceMap {
    let map = place.insert(DistanceMap::closed(goal));
    let sleepers = game.current_floor.monsters.iter().filter(|monster| is_still(monster));
    let cables = game.current_floor.map.live_cables().iter();
    map.open(&game.current_floor.map, sleepers.map(|monster| monster.body.pos).chain(cables));
    map
}

/// Returns the positions of the monsters that see the player (M2).
// Target: GBA. Not inlined: keeps a tile set off the caller's small stack.
#[inline(never)]
fn observers(game: &Game) -> Vec<Pos, MONSTERS_MAX> {
    let player = game.player.body.pos;
    let is_near = |monster: &&Monster| {
        monster.is_hostile()
            && !matches!(monster.ai_state, AiState::Asleep | AiState::Eating { .. })
            && monster.body.pos.is_within(monster.kind.spec().sight_radius, player)
    };
    let mut near = game.current_floor.monsters.iter().filter(is_near).peekable();
    if near.peek().is_none() {
        return Vec::new();
    }
    let clear = sight::clear(&game.current_floor);
    let sees = |monster: &&Monster| {
        monster.kind.spec().sees_everything() || sight::sees(&clear, player, monster.body.pos)
    };
    near.filter(sees).map(|monster| monster.body.pos).collect()
}
