//! A careful player made of a few habits: strike first, heal in time, wear what is better, search
//! every floor, climb. It sees what the player sees and nothing else. The title shows it at work,
//! and the balance of the tables is judged by how far it comes.

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

/// With less than this share of its hit points, in percent, it heals in a fight.
const HEAL_BELOW_PERCENT: u32 = 40;
/// With less than this share of its hit points, in percent, it rests before going on.
const REST_BELOW_PERCENT: u32 = 85;
/// Turns spent on one floor before it stops searching and climbs.
const TURNS_A_FLOOR: u32 = 1_200;

/// The corners of a floor, clockwise.
const CORNERS: [Pos; 4] = [
    Pos::at(0, 0),
    Pos::at(MAP_WIDTH - 1, 0),
    Pos::at(MAP_WIDTH - 1, MAP_HEIGHT - 1),
    Pos::at(0, MAP_HEIGHT - 1),
];

/// The player, with the little it must remember.
#[derive(Clone, Debug, Default)]
pub struct Autopilot {
    floor: u8,
    entered: u32,
    /// Whether nothing is left to search on this floor.
    is_searched: bool,
    /// Refused or fruitless ideas in a row, which make it try anything.
    stuck: u8,
    /// Which of the [`CORNERS`] it goes to next, once there is nothing better to do.
    corner: u8,
}

impl Autopilot {
    /// At the beginning of a run.
    pub const fn new() -> Autopilot {
        Autopilot { floor: 0, entered: 0, is_searched: false, stuck: 0, corner: 0 }
    }

    /// What it would do now. The command may be refused only where the floor gives no better.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Command {
        if game.floor().number() != self.floor {
            *self = Autopilot::new();
            self.floor = game.floor().number();
            self.entered = game.turn().0;
        }
        let command = self.idea(game, visible);
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

    fn idea(&mut self, game: &Game, visible: &TileSet) -> Command {
        if game.accepts_pack().is_err() {
            // Dazed: strike who is near, else wait it out.
            return strike(game).unwrap_or(Command::Wait);
        }
        if threats(game, visible).next().is_some() {
            return fight(game, visible);
        }
        tidy_up(game)
            .or_else(|| rest(game))
            .or_else(|| hunt_sleeper(game, visible).filter(|_| !self.is_late(game)))
            .unwrap_or_else(|| self.go_on(game, visible))
    }

    /// Whether it is time to climb; on the throne floor there is no climbing.
    fn is_late(&self, game: &Game) -> bool {
        game.turn().0 - self.entered > TURNS_A_FLOOR && game.floor() != Floor::THRONE
    }

    /// Searches the floor, opens what it has a key for, then climbs.
    fn go_on(&mut self, game: &Game, visible: &TileSet) -> Command {
        if let Some(command) = open_lock(game, visible) {
            return command;
        }
        if !self.is_searched && !self.is_late(game) {
            match AutoTravel::Explore.next(game, visible) {
                Ok(command) => return command,
                Err(Interrupt::Explored | Interrupt::Blocked) => self.is_searched = true,
                Err(_) => {}
            }
        }
        walk_to(game, visible, game.current_floor().map.find(Terrain::StairsUp))
            .or_else(|| AutoTravel::Explore.next(game, visible).ok())
            .or_else(|| clear_way(game, visible))
            .or_else(|| self.patrol(game, visible))
            .unwrap_or(Command::Wait)
    }

    /// From corner to corner: a king who hides on a floor that is known well is met on the way.
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

/// The monsters that have noticed the player and are in sight, but for those who run away.
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
    // Who comes is waited for: the first attack is then the player's.
    let is_coming = threats(game, visible).any(|monster| {
        monster.kind.spec().monster_trait != Trait::Crawls
            && monster.body.pos.steps_to(body.pos) <= 5
    });
    let nearest = threats(game, visible).min_by_key(|monster| monster.body.pos.steps_to(body.pos));
    let goal = nearest.map(|monster| monster.body.pos);
    if is_coming { Command::Wait } else { walk_to(game, visible, goal).unwrap_or(Command::Wait) }
}

/// Strikes the weakest of those within reach; the King before anyone.
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

/// Whether those in sight would take more than is left before the player could fell them.
fn is_outmatched(game: &Game, visible: &TileSet) -> bool {
    let stats = game.player_stats();
    let mut turns = 0;
    let mut toll = 0;
    for monster in threats(game, visible) {
        turns += turns_to_fell(&stats, monster);
        toll += u32::from(mean_blow(game, &stats, monster)) * turns;
    }
    toll > u32::from(game.player().body.hp.0)
}

fn turns_to_fell(stats: &Stats, monster: &Monster) -> u32 {
    let attack = (stats.attack_min + stats.attack_max) / 2;
    let blow = damage(attack, monster.kind.spec().defence).0.max(1);
    u32::from(monster.body.hp.0.div_ceil(blow))
}

fn mean_blow(game: &Game, stats: &Stats, monster: &Monster) -> u16 {
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

/// Whether an item is known to give hit points back at once.
fn is_healing(game: &Game) -> impl Fn(&Item) -> bool + '_ {
    move |item| match item.kind.spec().purpose {
        Purpose::Heal(_) => true,
        Purpose::Drink(PotionEffect::Healing(_)) => {
            matches!(game.label(item.kind), Label::Known(_))
        }
        _ => false,
    }
}

/// What is best done between fights: cure, wear what is better, try a potion while well, drop what
/// no longer serves.
fn tidy_up(game: &Game) -> Option<Command> {
    let player = game.player();
    let statuses = &player.body.statuses;
    let is_ill = statuses.has(Status::Envenomed) || statuses.has(Status::Poisoned);
    if is_ill && percent_of_hp(game) < 50 {
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
    let junk = find(game, is_useless).filter(|_| player.pack.is_full());
    junk.filter(|&index| game.accepts(Command::Drop(index)).is_ok()).map(Command::Drop)
}

/// How much better the player would be with `item` on.
fn gain(game: &Game, item: &Item) -> i32 {
    let player = game.player();
    let mut worn = player.worn.clone();
    worn.put_on(item.clone());
    let then = experience::stats(player.level, &worn, None);
    worth(&then) - worth(&game.player_stats())
}

fn worth(stats: &Stats) -> i32 {
    2 * i32::from(stats.attack_min)
        + 3 * i32::from(stats.attack_max)
        + 5 * i32::from(stats.defence)
        + i32::from(stats.hp_max.0) / 2
        + i32::from(stats.saving_throw.0) / 4
}

fn rest(game: &Game) -> Option<Command> {
    let is_tired = percent_of_hp(game) < REST_BELOW_PERCENT;
    (is_tired && game.floor() != Floor::LOBBY).then_some(Command::Wait)
}

/// A sleeper in sight is worth the first attack.
fn hunt_sleeper(game: &Game, visible: &TileSet) -> Option<Command> {
    let pos = game.player().body.pos;
    let target = visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .min_by_key(|monster| (monster.body.pos.steps_to(pos), monster.body.pos))?;
    walk_to(game, visible, Some(target.body.pos))
}

/// Where nothing else is left, a sleeper seen before may lie in the only way on.
fn clear_way(game: &Game, visible: &TileSet) -> Option<Command> {
    let (current_floor, pos) = (game.current_floor(), game.player().body.pos);
    let sleepers = current_floor.monsters.iter().filter(|monster| !monster.ai_state.is_alert());
    let known = sleepers
        .map(|monster| monster.body.pos)
        .filter(|&at| current_floor.map.explored().contains(at));
    walk_to(game, visible, known.min_by_key(|at| (at.steps_to(pos), *at)))
}

/// A locked door that is seen, while a key is carried.
fn open_lock(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, locked_door(game))
}

fn walk_to(game: &Game, visible: &TileSet, goal: Option<Pos>) -> Option<Command> {
    let goal = goal.filter(|&goal| game.current_floor().map.explored().contains(goal))?;
    AutoTravel::Walk(goal).next(game, visible).ok()
}
