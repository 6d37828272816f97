//! Derives facts from what a player can see. Bots base their decisions on these facts.

use super::habits::Ratings;
use crate::content::effects::{Danger, Effect};
use crate::content::items::{PotionEffect, Purpose};
use crate::content::monsters::{FOLLOW_RADIUS, MarkEffect};
use crate::content::{ItemKind, Label, Slot};
use crate::geometry::{Direction, Pos, TileSet};
use crate::rules::Command;
use crate::rules::combat::damage;
use crate::rules::experience::{self, Stats};
use crate::rules::travel::{AutoTravel, is_hazard, visible_enemies};
use crate::world::path::DistanceMap;
use crate::world::{Body, Game, Item, Monster, Terrain, Worn, line};
use core::cmp::Reverse;

/// The greatest number of passable neighbours of a narrow tile.
const NARROW_NEIGHBOURS_MAX: usize = 2;
/// The least number of passable neighbours of an open tile.
const OPEN_NEIGHBOURS: usize = 5;
/// The extra value of a weapon that strikes several tiles or strikes two tiles away, on the scale of [`rate_stats`].
const SHAPE_RATE: i32 = 4;
/// The largest straight distance at which a bot looks for a narrow tile, in tiles.
const RETREAT_RADIUS: u8 = 12;

/// Returns the visible enemies that have noticed the player, except the King.
pub(super) fn threats<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = &'a Monster> + 'a {
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .filter(|monster| monster.ai_state.is_alert())
        .filter(|monster| !monster.kind.spec().is_boss())
}

/// Attacks an adjacent enemy, by a wait if the wait strikes several enemies and does more damage than a blow (B16).
/// Otherwise, the King is the first target; without him, the bot strikes in the direction in which the weapon's shape
/// does the most damage (I12). With a weapon that strikes one tile, it attacks the enemy with the fewest hit points. If
/// no adjacent enemy can be hurt, it strikes an enemy two tiles away, or gets around a shield.
pub(super) fn strike(game: &Game, visible: &TileSet) -> Option<Command> {
    if let Some(command) = whirl(game, visible) {
        return Some(command);
    }
    let player = game.player();
    let pos = player.body.pos;
    let has_others = !player.worn.shape().others.is_empty();
    let monsters = game.current_floor().monsters.iter();
    let monsters = monsters.filter(|monster| monster.is_hostile() && !game.is_stopped(monster));
    let targets =
        monsters.filter_map(|monster| Some((monster, pos.direction_to(monster.body.pos)?)));
    let Some((_, direction)) = targets.min_by_key(|&(monster, direction)| {
        let harm = if has_others { harm(game, visible, direction) } else { 0 };
        let Body { hp, pos, .. } = monster.body;
        (!monster.kind.spec().is_boss(), Reverse(harm), hp, pos)
    }) else {
        return strike_from_afar(game).or_else(|| step_aslant(game, visible));
    };
    Some(Command::Walk(direction))
}

/// Strikes an enemy two tiles away, if the player's blows reach that far (B16).
fn strike_from_afar(game: &Game) -> Option<Command> {
    let reached = |direction: &Direction| {
        Some(game.current_floor().monsters[game.reached_in(*direction)?].body.hp)
    };
    let best = Direction::ALL.into_iter().filter(|it| reached(it).is_some()).min_by_key(reached);
    best.map(Command::Walk)
}

/// Gets around the shield of an adjacent enemy, which stops straight blows (M15). The bot steps to a tile diagonal to
/// the enemy, or walks to open ground, where such tiles are free. If neither is possible, it steps to any free tile, or
/// swaps places with the ally. If that is impossible, too, it strikes, although the shield stops the blow.
fn step_aslant(game: &Game, visible: &TileSet) -> Option<Command> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let mut enemies = floor.monsters.iter().filter(|monster| monster.is_hostile());
    let at = enemies.find(|it| it.body.pos.is_next_to(pos) && game.is_stopped(it))?.body.pos;
    let is_aslant = |to: Pos| to.is_next_to(at) && to.x() != at.x() && to.y() != at.y();
    let crowd = |to: Pos| {
        let hostile = floor.monsters.iter().filter(|monster| monster.is_hostile());
        hostile.filter(|monster| monster.body.pos.is_next_to(to)).count()
    };
    let step = free_steps(game).filter(|&(_, to)| is_aslant(to)).min_by_key(|&(_, to)| crowd(to));
    step.map(|(direction, _)| Command::Walk(direction))
        .or_else(|| walk_to(game, visible, nearest_open(game, visible)))
        .or_else(|| {
            let step = free_steps(game).min_by_key(|&(_, to)| crowd(to));
            step.map(|(direction, _)| Command::Walk(direction))
        })
        .or_else(|| pass_ally(game))
        .or_else(|| pos.direction_to(at).map(Command::Walk))
}

/// Swaps places with an adjacent ally.
pub(super) fn pass_ally(game: &Game) -> Option<Command> {
    let pos = game.player().body.pos;
    let ally = game.current_floor().ally().filter(|ally| ally.body.pos.is_next_to(pos))?;
    pos.direction_to(ally.body.pos).map(Command::Walk)
}

/// Returns the steps onto free tiles that are neither stairs nor hazards. Leaves out directions in which a player whose
/// blows reach two tiles would strike an enemy instead of stepping (B16).
fn free_steps(game: &Game) -> impl Iterator<Item = (Direction, Pos)> + '_ {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let steps = Direction::ALL.into_iter();
    let steps = steps.filter(move |&direction| game.reached_in(direction).is_none());
    steps.filter_map(move |direction| Some((direction, pos.step(direction)?))).filter(
        move |&(_, to)| {
            let terrain = floor.map.terrain(to);
            terrain.is_walkable()
                && !terrain.is_stairs()
                && floor.monster_at(to).is_none()
                && !is_hazard(game, to)
        },
    )
}

/// Steps onto a live cable behind which the next tile is safe. A swap or a leap may leave the player among live cables,
/// which exploring never crosses.
pub(super) fn cross_cable(game: &Game) -> Option<Command> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let leads_out = |&direction: &Direction| {
        let cable = pos.step(direction).filter(|&at| map.terrain(at) == Terrain::CableLive);
        let behind = cable.and_then(|at| at.step(direction));
        behind.is_some_and(|at| map.terrain(at).is_walkable() && !is_hazard(game, at))
    };
    Direction::ALL.into_iter().find(leads_out).map(Command::Walk)
}

/// Waits, if waiting strikes the adjacent awake enemies (B16) and does more damage than the best blow.
fn whirl(game: &Game, visible: &TileSet) -> Option<Command> {
    if !game.can_whirl() {
        return None;
    }
    let pos = game.player().body.pos;
    let around: u16 = Direction::ALL
        .into_iter()
        .filter_map(|direction| pos.step(direction))
        .map(|at| harm_at(game, visible, at, 1))
        .sum();
    let best = Direction::ALL.into_iter().map(|direction| harm(game, visible, direction)).max()?;
    (around > best).then_some(Command::Wait)
}

/// Returns the mean damage of a blow in `direction`, summed over all enemies on the tiles that the blow strikes.
fn harm(game: &Game, visible: &TileSet, direction: Direction) -> u16 {
    game.struck_tiles(direction).map(|(at, part)| harm_at(game, visible, at, part)).sum()
}

/// Returns the mean damage, divided by `part`, of a blow to an enemy at `at`, but at most the enemy's hit points.
/// Returns 0 if the blow would hurt nobody.
fn harm_at(game: &Game, visible: &TileSet, at: Pos, part: u16) -> u16 {
    let (attack, floor) = (mean_attack(&game.player_stats()), game.current_floor());
    let Some(index) = floor.monster_at(at).filter(|_| visible.contains(at)) else { return 0 };
    let monster = &floor.monsters[index];
    if !monster.is_hostile() || game.is_stopped(monster) {
        return 0;
    }
    let damage = damage(attack, monster.kind.spec().defence);
    game.blow(damage, monster.is_helpless(), part).0.min(monster.body.hp.0)
}

/// Returns whether the player is expected to die before all [`threats`] are dead.
pub(super) fn is_outmatched(game: &Game, visible: &TileSet) -> bool {
    let stats = game.player_stats();
    let mut turns = 0;
    let mut expected_damage = 0;
    for monster in threats(game, visible) {
        turns += turns_to_kill(game, &stats, monster);
        expected_damage += u32::from(mean_damage(game, &stats, monster)) * turns;
    }
    expected_damage > u32::from(game.player().body.hp.0)
}

/// Returns the number of hit points that the player is expected to lose before the monster is dead.
pub(super) fn expected_loss(game: &Game, monster: &Monster) -> u32 {
    let stats = game.player_stats();
    u32::from(mean_damage(game, &stats, monster)) * turns_to_kill(game, &stats, monster)
}

/// Works like [`expected_loss`], but for a monster that is asleep when the first blow hits it.
pub(super) fn expected_loss_from_sleeper(game: &Game, sleeper: &Monster) -> u32 {
    let stats = game.player_stats();
    let left = sleeper.body.hp.0.saturating_sub(mean_blow(game, &stats, sleeper, true));
    let turns = left.div_ceil(mean_blow(game, &stats, sleeper, false));
    u32::from(mean_damage(game, &stats, sleeper)) * u32::from(turns)
}

fn turns_to_kill(game: &Game, stats: &Stats, monster: &Monster) -> u32 {
    u32::from(monster.body.hp.0.div_ceil(mean_blow(game, stats, monster, false)))
}

/// Returns the mean damage of a blow to `monster`, at least 1.
fn mean_blow(game: &Game, stats: &Stats, monster: &Monster, is_helpless: bool) -> u16 {
    let damage = damage(mean_attack(stats), monster.kind.spec().defence);
    game.blow(damage, is_helpless, game.player().worn.shape().target_part).0.max(1)
}

const fn mean_attack(stats: &Stats) -> u16 {
    (stats.attack_min + stats.attack_max) / 2
}

pub(super) fn mean_damage(game: &Game, stats: &Stats, monster: &Monster) -> u16 {
    let attack = monster.kind.spec().attack_on(game.floor());
    damage((attack.start() + attack.end()) / 2, stats.defence).0.max(1)
}

pub(super) fn percent_of_hp(game: &Game) -> u32 {
    let hp_max = u32::from(game.player_stats().hp_max.0);
    u32::from(game.player().body.hp.0) * 100 / hp_max
}

pub(super) fn find(game: &Game, is_wanted: impl Fn(&Item) -> bool) -> Option<u8> {
    let index = game.player().pack.iter().position(is_wanted)?;
    u8::try_from(index).ok()
}

/// Returns a predicate for items that are known to heal immediately, except cheese.
pub(super) fn is_healing(game: &Game) -> impl Fn(&Item) -> bool + '_ {
    move |item| match item.kind.spec().purpose {
        Purpose::Heal(_) => item.kind != ItemKind::Cheese,
        Purpose::Drink(PotionEffect::Healing(_)) => {
            matches!(game.label(item.kind), Label::Known(_))
        }
        _ => false,
    }
}

/// Returns by how much `item` would raise the value of the player's worn items; negative if it would lower this value.
pub(super) fn gain(game: &Game, item: &Item, ratings: &Ratings) -> i32 {
    let player = game.player();
    let mut worn = player.worn.clone();
    worn.put_on(item.clone());
    let then = experience::stats(player.level, &worn, None);
    let bends = rate_bends(&worn, ratings) - rate_bends(&player.worn, ratings);
    rate_stats(&then) - rate_stats(&game.player_stats()) + bends
}

/// Returns the value of the worn chip's firmware and of the weapon's reach, on the scale of [`rate_stats`]. Reach has a
/// value if the weapon strikes several tiles, or a tile two steps away (I15).
fn rate_bends(worn: &Worn, ratings: &Ratings) -> i32 {
    let firmware = worn.get(Slot::Microchip).and_then(|chip| chip.firmware);
    let firmware = firmware.map_or(0, |firmware| i32::from(ratings.of_firmware(firmware)));
    let reaches = worn.effects().any(|effect| effect == Effect::Reach);
    let sweeps = !worn.shape().others.is_empty();
    firmware + SHAPE_RATE * (i32::from(reaches) + i32::from(sweeps))
}

pub(super) fn rate_stats(stats: &Stats) -> i32 {
    2 * i32::from(stats.attack_min)
        + 3 * i32::from(stats.attack_max)
        + 5 * i32::from(stats.defence)
        + i32::from(stats.hp_max.0) / 2
        + i32::from(stats.saving_throw.0) / 4
}

pub(super) fn walk_to(game: &Game, visible: &TileSet, goal: Option<Pos>) -> Option<Command> {
    let goal = goal.filter(|&goal| game.current_floor().map.explored().contains(goal))?;
    AutoTravel::Walk(goal).next(game, visible).ok()
}

/// Takes the first step of a shortest path to `goal` over explored tiles. The path ignores marks, spills and distant
/// monsters. If it avoided them, the bot would turn back at each new mark, and at each monster that comes into sight.
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
pub(super) fn rush_to(game: &Game, goal: Pos) -> Option<Command> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    // A step into the ally swaps places with it.
    let enemies = floor.monsters.iter().filter(|monster| monster.is_hostile());
    let bodies = enemies.map(|it| it.body.pos).filter(|&at| at != goal && at.is_next_to(pos));
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    let stairs = stairs.into_iter().filter_map(|stairs| floor.map.find(stairs));
    let stairs = stairs.filter(|&at| at != goal);
    let mut map = DistanceMap::closed(goal);
    map.open(&floor.map, bodies.chain(stairs).chain(floor.map.live_cables().iter()));
    map.restrict_to(floor.map.explored());
    map.expand_toward(pos);
    map.descend(pos, |_| true).map(Command::Walk)
}

/// Returns whether at most two tiles around `pos` are passable, so that at most two monsters can attack there at once.
pub(super) fn is_narrow(game: &Game, pos: Pos) -> bool {
    let map = &game.current_floor().map;
    pos.neighbours().filter(|&pos| map.terrain(pos).is_passable()).count() <= NARROW_NEIGHBOURS_MAX
}

/// Returns whether the player has room to step aside at `pos`. A lane two tiles wide is enough.
fn is_open(game: &Game, pos: Pos) -> bool {
    let map = &game.current_floor().map;
    pos.neighbours().filter(|&pos| map.terrain(pos).is_passable()).count() >= OPEN_NEIGHBOURS
}

/// Returns the nearby explored narrow tile with the shortest path. Visible enemies are obstacles.
pub(super) fn nearest_narrow(game: &Game, visible: &TileSet) -> Option<Pos> {
    nearest_ground(game, visible, is_narrow)
}

/// Returns the nearby explored open tile with the shortest path. Visible enemies are obstacles.
fn nearest_open(game: &Game, visible: &TileSet) -> Option<Pos> {
    nearest_ground(game, visible, is_open)
}

/// Returns the explored ground tile with the shortest path from the player. `is_wanted` must accept the tile, and its
/// straight distance is at most [`RETREAT_RADIUS`].
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
fn nearest_ground(
    game: &Game,
    visible: &TileSet,
    is_wanted: fn(&Game, Pos) -> bool,
) -> Option<Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let explored = floor.map.explored();
    let mut goals = TileSet::EMPTY;
    for at in explored.iter() {
        let is_ground = floor.map.terrain(at) == Terrain::Ground;
        if is_ground && at.is_within(RETREAT_RADIUS, pos) && is_wanted(game, at) {
            goals.insert(at);
        }
    }
    let hostile = floor.monsters.iter().filter(|monster| monster.is_hostile());
    let obstacles = hostile.map(|monster| monster.body.pos).filter(|&at| visible.contains(at));
    let mut map = DistanceMap::closed(pos);
    map.open(&floor.map, obstacles);
    map.restrict_to(explored);
    map.expand_to_any(&goals)
}

/// Steps out of a harmful spill or, if `leaves_marks`, off a marked tile. The step leads onto the safe free tile that
/// is closest to the nearest enemy.
pub(super) fn leave_hazard(game: &Game, visible: &TileSet, leaves_marks: bool) -> Option<Command> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let is_burning = floor.spill_at(pos).is_some_and(|spill| spill.kind.spec().burns)
        && !game.player().has(Effect::Proof(Danger::Spill));
    let is_marked = leaves_marks && game.felt_marks().any(|marked| marked == pos);
    if !is_burning && !is_marked {
        return None;
    }
    let enemy = threats(game, visible)
        .map(|monster| monster.body.pos)
        .min_by_key(|at| at.steps_to(pos))
        .unwrap_or(pos);
    let target = free_steps(game).min_by_key(|(_, to)| to.steps_to(enemy));
    target.map(|(direction, _)| Command::Walk(direction))
}

/// Returns the position of the nearest awake enemy that can strike the player's tile from afar with spit, a decoy or a
/// swap (M8).
pub(super) fn spitter_in_line(game: &Game, visible: &TileSet) -> Option<Pos> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    threats(game, visible)
        .filter_map(|monster| Some((monster.kind.spec().mark()?, monster.body.pos)))
        .filter(|(mark, _)| {
            matches!(mark.effect, MarkEffect::Spit(_) | MarkEffect::Decoy | MarkEffect::Swap)
        })
        .filter(|(mark, at)| mark.range.contains(&at.steps_to(pos)))
        .map(|(_, at)| at)
        .filter(|&at| line::is_clear(map, at, pos))
        .min_by_key(|at| at.steps_to(pos))
}

/// Returns whether an awake mouse is near enough to follow the player by stairs.
pub(super) fn is_followed(game: &Game, visible: &TileSet) -> bool {
    let pos = game.player().body.pos;
    threats(game, visible).any(|monster| {
        monster.kind.spec().is_mouse() && monster.body.pos.steps_to(pos) <= FOLLOW_RADIUS
    })
}

/// Returns the tile of the sleeper or watcher that has the shortest path over explored tiles.
// Target: GBA. Not inlined: frees the stack space of its distance map before another is built.
#[inline(never)]
pub(super) fn nearest_blocker(game: &Game) -> Option<Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let explored = floor.map.explored();
    let mut goals = TileSet::EMPTY;
    for monster in floor.monsters.iter().filter(|monster| !monster.ai_state.is_alert()) {
        if explored.contains(monster.body.pos) {
            goals.insert(monster.body.pos);
        }
    }
    let stairs = [Terrain::StairsUp, Terrain::StairsDown];
    let obstacles = stairs.into_iter().filter_map(|stairs| floor.map.find(stairs));
    let mut map = DistanceMap::closed(pos);
    map.open(&floor.map, obstacles.chain(floor.map.live_cables().iter()));
    map.restrict_to(explored);
    map.expand_to_any(&goals)
}

/// Steps straight toward `goal`, even through spills. This is for passages, which leave no room to dodge.
pub(super) fn charge(game: &Game, goal: Pos) -> Option<Command> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let steps = Direction::ALL.into_iter().filter_map(|direction| {
        let to = pos.step(direction).filter(|&to| floor.map.terrain(to).is_walkable())?;
        let is_nearer = to.steps_to(goal) < pos.steps_to(goal);
        (is_nearer && !floor.map.live_cables().contains(to)).then_some((direction, to))
    });
    steps.min_by_key(|(_, to)| to.steps_to(goal)).map(|(direction, _)| Command::Walk(direction))
}
