//! The autopilot: a rule-based player that attacks first, heals in time, wears better equipment,
//! explores every floor and climbs. It sees only what the player sees. It plays the title's demo
//! and the simulations that balance the tables.

use crate::content::items::{PotionEffect, Purpose};
use crate::content::monsters::Trait;
use crate::content::{ItemKind, Label, Status};
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH};
use crate::quantity::Floor;
use crate::rules::Command;
use crate::rules::combat::damage;
use crate::rules::experience::{self, Stats};
use crate::rules::travel::{AutoTravel, Interrupt, locked_door, visible_enemies};
use crate::world::{Game, Item, Monster, Terrain};

/// Heals in a fight below this percentage of hit points.
const HEAL_BELOW_PERCENT: u32 = 40;
/// Rests before going on below this percentage of hit points.
const REST_BELOW_PERCENT: u32 = 85;
/// Turns on one floor after which it stops exploring and climbs.
const TURNS_A_FLOOR: u32 = 1_200;

/// The corners of a floor, clockwise.
const CORNERS: [Pos; 4] = [
    Pos::at(0, 0),
    Pos::at(MAP_WIDTH - 1, 0),
    Pos::at(MAP_WIDTH - 1, MAP_HEIGHT - 1),
    Pos::at(0, MAP_HEIGHT - 1),
];

/// The autopilot's state.
#[derive(Clone, Debug, Default)]
pub struct Autopilot {
    floor: u8,
    entered: u32,
    /// True when this floor is explored.
    is_searched: bool,
    /// Refused commands in a row; each makes it try another direction.
    stuck: u8,
    /// The index in [`CORNERS`] of the next patrol goal.
    corner: u8,
}

impl Autopilot {
    /// Makes an autopilot for the start of a run.
    pub const fn new() -> Autopilot {
        Autopilot { floor: 0, entered: 0, is_searched: false, stuck: 0, corner: 0 }
    }

    /// Returns the next command. It is refused only when no better one is found.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Command {
        if game.floor().number() != self.floor {
            *self = Autopilot::new();
            self.floor = game.floor().number();
            self.entered = game.turn().0;
        }
        let command = self.choose_command(game, visible);
        if game.accepts(command).is_ok() {
            self.stuck = 0;
            return command;
        }
        self.stuck = self.stuck.saturating_add(1);
        let direction = Direction::ALL[usize::from(self.stuck) % Direction::ALL.len()];
        if game.accepts(Command::Walk(direction)).is_ok() {
            Command::Walk(direction)
        } else {
            Command::Wait
        }
    }

    fn choose_command(&mut self, game: &Game, visible: &TileSet) -> Command {
        if game.accepts_pack().is_err() {
            // Stunned or confused: attack a neighbour, else wait.
            return strike(game).unwrap_or(Command::Wait);
        }
        if threats(game, visible).next().is_some() {
            return fight(game, visible);
        }
        manage_pack(game)
            .or_else(|| rest(game))
            .or_else(|| attack_sleeper(game, visible).filter(|_| !self.is_time_to_climb(game)))
            .unwrap_or_else(|| self.explore_and_climb(game, visible))
    }

    /// Returns whether it should stop exploring and climb; never on the throne floor.
    fn is_time_to_climb(&self, game: &Game) -> bool {
        game.turn().0 - self.entered > TURNS_A_FLOOR && game.floor() != Floor::THRONE
    }

    /// Explores the floor, opens locked doors if it has a key, then climbs.
    fn explore_and_climb(&mut self, game: &Game, visible: &TileSet) -> Command {
        if let Some(command) = open_lock(game, visible) {
            return command;
        }
        if !self.is_searched && !self.is_time_to_climb(game) {
            match AutoTravel::Explore.next(game, visible) {
                Ok(command) => return command,
                Err(Interrupt::Explored | Interrupt::Blocked) => self.is_searched = true,
                Err(_) => {}
            }
        }
        walk_to(game, visible, game.current_floor().map.find(Terrain::StairsUp))
            .or_else(|| AutoTravel::Explore.next(game, visible).ok())
            .or_else(|| attack_blocker(game, visible))
            .or_else(|| self.patrol(game, visible))
            .unwrap_or(Command::Wait)
    }

    /// Walks from corner to corner, to find a King who hides on an explored floor.
    fn patrol(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        let map = &game.current_floor().map;
        for _ in CORNERS {
            let corner = CORNERS[usize::from(self.corner)];
            let goal = map
                .iter()
                .filter(|&(pos, terrain)| terrain.is_walkable() && map.explored().contains(pos))
                .map(|(pos, _)| pos)
                .min_by_key(|pos| pos.steps_to(corner));
            let command = walk_to(game, visible, goal);
            if command.is_some() {
                return command;
            }
            self.corner = (self.corner + 1) % 4;
        }
        None
    }
}

/// Returns visible monsters that have noticed the player and do not flee.
fn threats<'a>(game: &'a Game, visible: &'a TileSet) -> impl Iterator<Item = &'a Monster> + 'a {
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .filter(|monster| monster.ai_state.is_alert())
        .filter(|monster| monster.kind.spec().monster_trait != Trait::Flees)
}

fn fight(game: &Game, visible: &TileSet) -> Command {
    let body = &game.player().body;
    let is_low = percent_of_hp(game) < HEAL_BELOW_PERCENT || is_outmatched(game, visible);
    if is_low
        && percent_of_hp(game) < 70
        && let Some(index) = find(game, is_healing(game))
    {
        return Command::Use(index);
    }
    if body.statuses.has(Status::Envenomed)
        && percent_of_hp(game) < 30
        && let Some(index) = find(game, |item| item.kind == ItemKind::Antidote)
    {
        return Command::Use(index);
    }
    if let Some(command) = strike(game) {
        return command;
    }
    // Waits for approaching monsters, to attack first.
    let is_coming = threats(game, visible).any(|monster| {
        monster.kind.spec().monster_trait != Trait::Crawls
            && monster.body.pos.steps_to(body.pos) <= 5
    });
    let nearest = threats(game, visible).min_by_key(|monster| monster.body.pos.steps_to(body.pos));
    let goal = nearest.map(|monster| monster.body.pos);
    if is_coming { Command::Wait } else { walk_to(game, visible, goal).unwrap_or(Command::Wait) }
}

/// Attacks the weakest neighbour; the King before any other.
fn strike(game: &Game) -> Option<Command> {
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
fn is_outmatched(game: &Game, visible: &TileSet) -> bool {
    let stats = game.player_stats();
    let mut turns = 0;
    let mut expected_damage = 0;
    for monster in threats(game, visible) {
        turns += turns_to_kill(&stats, monster);
        expected_damage += u32::from(mean_damage(game, &stats, monster)) * turns;
    }
    expected_damage > u32::from(game.player().body.hp.0)
}

fn turns_to_kill(stats: &Stats, monster: &Monster) -> u32 {
    let attack = (stats.attack_min + stats.attack_max) / 2;
    let damage_per_hit = damage(attack, monster.kind.spec().defence).0.max(1);
    u32::from(monster.body.hp.0.div_ceil(damage_per_hit))
}

fn mean_damage(game: &Game, stats: &Stats, monster: &Monster) -> u16 {
    let attack = monster.kind.spec().attack_on(game.floor());
    damage((attack.start() + attack.end()) / 2, stats.defence).0.max(1)
}

fn percent_of_hp(game: &Game) -> u32 {
    let hp_max = u32::from(game.player_stats().hp_max.0);
    u32::from(game.player().body.hp.0) * 100 / hp_max
}

fn find(game: &Game, is_wanted: impl Fn(&Item) -> bool) -> Option<u8> {
    let index = game.player().pack.iter().position(is_wanted)?;
    u8::try_from(index).ok()
}

/// Returns a predicate for items that are known to heal at once.
fn is_healing(game: &Game) -> impl Fn(&Item) -> bool + '_ {
    move |item| match item.kind.spec().purpose {
        Purpose::Heal(_) => true,
        Purpose::Drink(PotionEffect::Healing(_)) => {
            matches!(game.label(item.kind), Label::Known(_))
        }
        _ => false,
    }
}

/// Returns a command for the pack between fights: cure, wear better equipment, try an unknown
/// potion in good health, drop what is useless.
fn manage_pack(game: &Game) -> Option<Command> {
    let player = game.player();
    let statuses = &player.body.statuses;
    let is_poisoned = statuses.has(Status::Envenomed) || statuses.has(Status::Poisoned);
    if is_poisoned && percent_of_hp(game) < 50 {
        let antidote = find(game, |item| item.kind == ItemKind::Antidote);
        if antidote.is_some() {
            return antidote.map(Command::Use);
        }
    }
    let better = find(game, |item| item.kind.slot().is_some() && gain(game, item) > 0);
    if better.is_some() {
        return better.map(Command::Wear);
    }
    let unknown = |item: &Item| matches!(game.label(item.kind), Label::Unknown(_));
    if percent_of_hp(game) >= 80 && player.body.hp.0 > 12 {
        let potion = find(game, unknown);
        if potion.is_some() {
            return potion.map(Command::Use);
        }
    }
    let is_useless = |item: &Item| {
        (item.kind.slot().is_some() && gain(game, item) <= 0)
            || game.label(item.kind) == Label::Known(ItemKind::PotionOfPoison)
    };
    let useless = find(game, is_useless).filter(|_| player.pack.is_full());
    useless.filter(|&index| game.accepts(Command::Drop(index)).is_ok()).map(Command::Drop)
}

/// Returns how much `item` would improve the player's stats.
fn gain(game: &Game, item: &Item) -> i32 {
    let player = game.player();
    let mut worn = player.worn.clone();
    worn.put_on(item.clone());
    let then = experience::stats(player.level, &worn, None);
    rate_stats(&then) - rate_stats(&game.player_stats())
}

fn rate_stats(stats: &Stats) -> i32 {
    2 * i32::from(stats.attack_min)
        + 3 * i32::from(stats.attack_max)
        + 5 * i32::from(stats.defence)
        + i32::from(stats.hp_max.0) / 2
        + i32::from(stats.saving_throw.0) / 4
}

fn rest(game: &Game) -> Option<Command> {
    let is_hurt = percent_of_hp(game) < REST_BELOW_PERCENT;
    (is_hurt && game.floor() != Floor::LOBBY).then_some(Command::Wait)
}

/// Walks to the nearest visible monster, which is a sleeper or the King where no threat is near.
fn attack_sleeper(game: &Game, visible: &TileSet) -> Option<Command> {
    let pos = game.player().body.pos;
    let target = visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .min_by_key(|monster| (monster.body.pos.steps_to(pos), monster.body.pos))?;
    walk_to(game, visible, Some(target.body.pos))
}

/// Walks to a sleeping monster seen before, which may block the only path.
fn attack_blocker(game: &Game, visible: &TileSet) -> Option<Command> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    let sleepers = current_floor.monsters.iter().filter(|monster| !monster.ai_state.is_alert());
    let known = sleepers
        .map(|monster| monster.body.pos)
        .filter(|&at| current_floor.map.explored().contains(at));
    walk_to(game, visible, known.min_by_key(|at| (at.steps_to(pos), *at)))
}

/// Walks to an explored locked door, with a key.
fn open_lock(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, locked_door(game))
}

fn walk_to(game: &Game, visible: &TileSet, goal: Option<Pos>) -> Option<Command> {
    let goal = goal.filter(|&goal| game.current_floor().map.explored().contains(goal))?;
    AutoTravel::Walk(goal).next(game, visible).ok()
}
