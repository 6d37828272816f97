//! Derives what the bots need to know from what a player sees.

use crate::content::Label;
use crate::content::items::{PotionEffect, Purpose};
use crate::content::monsters::Trait;
use crate::geometry::{Pos, TileSet};
use crate::rules::Command;
use crate::rules::combat::damage;
use crate::rules::experience::{self, Stats};
use crate::rules::travel::{AutoTravel, visible_enemies};
use crate::world::path::DistanceMap;
use crate::world::{Game, Item, Monster, Terrain};

/// The most passable neighbours of a narrow tile.
const NARROW_NEIGHBOURS_MAX: usize = 2;
/// The largest distance to a narrow tile, in tiles as the crow flies.
const RETREAT_RADIUS: u8 = 12;

/// Returns visible monsters that have noticed the player and do not flee.
pub(super) fn threats<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = &'a Monster> + 'a {
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .filter(|monster| monster.ai_state.is_alert())
        .filter(|monster| monster.kind.spec().monster_trait != Trait::Flees)
}

/// Attacks the weakest neighbour; the King before any other.
pub(super) fn strike(game: &Game) -> Option<Command> {
    let pos = game.player().body.pos;
    let target = game
        .current_floor()
        .monsters
        .iter()
        .filter(|monster| monster.body.pos.is_next_to(pos))
        .min_by_key(|monster| {
            (monster.kind.spec().monster_trait != Trait::Flees, monster.body.hp, monster.body.pos)
        })?;
    pos.direction_to(target.body.pos).map(Command::Walk)
}

/// Returns whether the visible monsters would kill the player before the player could kill them.
pub(super) fn is_outmatched(game: &Game, visible: &TileSet) -> bool {
    let stats = game.player_stats();
    let mut turns = 0;
    let mut expected_damage = 0;
    for monster in threats(game, visible) {
        turns += turns_to_kill(&stats, monster);
        expected_damage += u32::from(mean_damage(game, &stats, monster)) * turns;
    }
    expected_damage > u32::from(game.player().body.hp.0)
}

pub(super) fn turns_to_kill(stats: &Stats, monster: &Monster) -> u32 {
    let attack = (stats.attack_min + stats.attack_max) / 2;
    let damage_per_hit = damage(attack, monster.kind.spec().defence).0.max(1);
    u32::from(monster.body.hp.0.div_ceil(damage_per_hit))
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

/// Returns a predicate for items that are known to heal at once.
pub(super) fn is_healing(game: &Game) -> impl Fn(&Item) -> bool + '_ {
    move |item| match item.kind.spec().purpose {
        Purpose::Heal(_) => true,
        Purpose::Drink(PotionEffect::Healing(_)) => {
            matches!(game.label(item.kind), Label::Known(_))
        }
        _ => false,
    }
}

/// Returns how much `item` would improve the player's stats.
pub(super) fn gain(game: &Game, item: &Item) -> i32 {
    let player = game.player();
    let mut worn = player.worn.clone();
    worn.put_on(item.clone());
    let then = experience::stats(player.level, &worn, None);
    rate_stats(&then) - rate_stats(&game.player_stats())
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

/// Returns whether few monsters can attack at once at `pos`: one from each of two sides.
pub(super) fn is_narrow(game: &Game, pos: Pos) -> bool {
    let map = &game.current_floor().map;
    pos.neighbours().filter(|&pos| map.terrain(pos).is_passable()).count() <= NARROW_NEIGHBOURS_MAX
}

/// Returns the explored narrow tile that is nearest on foot, with the monsters in sight as obstacles.
pub(super) fn nearest_narrow(game: &Game, visible: &TileSet) -> Option<Pos> {
    let (floor, pos) = (game.current_floor(), game.player().body.pos);
    let explored = floor.map.explored();
    let mut goals = TileSet::EMPTY;
    for at in explored.iter() {
        let is_ground = floor.map.terrain(at) == Terrain::Ground;
        if is_ground && at.is_within(RETREAT_RADIUS, pos) && is_narrow(game, at) {
            goals.insert(at);
        }
    }
    let monsters = floor.monsters.iter().map(|monster| monster.body.pos);
    let mut map = DistanceMap::closed(pos);
    map.open(&floor.map, monsters.filter(|&at| visible.contains(at)));
    map.restrict_to(explored);
    map.expand_to_any(&goals)
}
