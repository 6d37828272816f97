//! The bot, which chooses commands by the habits of its strategy or plan.

use super::choices::{Choices, preference, take_graft, take_kit};
use super::habits::{ANY, Habits, Probe};
use super::observations::{
    charge, find, is_followed, is_narrow, is_outmatched, leave_hazard, nearest_blocker,
    nearest_narrow, percent_of_hp, rush_to, spitter_in_line, strike, threats, walk_to,
};
use super::plans::Plan;
use super::probes::{step_away, throw_cheese_always, throw_gas_at_king, walk_behind_door};
use super::remedies::{cure, eat, try_unknown, use_in_fight};
use super::strategy::Strategy;
use super::tools::{
    bait_king, is_easy_sleeper, override_mouse, shut_vents, take_from_vault, tame, throw_cheese,
    throw_gas, use_deed, use_terminal,
};
use crate::content::monsters::Trait;
use crate::content::{ItemKind, Label, Status};
use crate::geometry::{Direction, Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH};
use crate::rules::Command;
use crate::rules::travel::{
    ExplorePlan, Interrupt, explore, locked_door, step_past_sleepers, visible_enemies,
};
use crate::world::{AiState, Game, Item, Terrain};

/// Below this percentage of its hit points, the bot is in danger in a fight, and heals, eats or flees. It is also in
/// danger if it expects to lose the fight.
const HEAL_BELOW_PERCENT: u32 = 40;
/// The percentage of hit points below which the bot cures venom and poison outside of a fight.
const CURE_AFTER_BELOW_PERCENT: u32 = 80;
/// Below this percentage of its hit points, a bot that throws items throws bait for the King. Otherwise it walks to
/// him.
const BAIT_BELOW_PERCENT: u32 = 98;
/// How many turns the bot is patient on one floor. After that the bot no longer dodges marks: it strikes adjacent
/// enemies and rushes to the others, because a fight in which it dodges for so long may never end.
const TURNS_OF_PATIENCE: u32 = 2_400;

/// The most dodges in one fight. After that the bot ignores marked tiles: among many Spit Mice, a bot that only dodges
/// never gets to fight.
const DODGES_MAX: u8 = 40;
/// The number that a dodge adds to the count of dodges; a turn without enemies subtracts only 1. So the count still
/// grows if the bot keeps stepping out of sight and back.
const DODGE: u8 = 2;

/// The most turns in a row that the bot waits for an enemy in sight. If the enemy has not come by then, the bot assumes
/// that water or a sleeper is in its way, and goes on.
const WAITS_MAX: u8 = 30;

/// The most flights down the stairs in one run. After that the bot no longer flees, because the same monsters would
/// only wait for it at the stairs again.
const FLIGHTS_MAX: u8 = 20;

/// The most flights down the stairs in one run for a bot with the habit [`Probe::Hop`].
const HOPS_MAX: u8 = 100;

/// A bot with the habit [`Probe::Kite`] begins to step away below `KITE_BELOW_PERCENT` of its hit points. It fights on
/// above `KITE_ABOVE_PERCENT`, and after at most `KITE_STEPS_MAX` steps.
const KITE_ABOVE_PERCENT: u32 = 90;
const KITE_BELOW_PERCENT: u32 = 60;
const KITE_STEPS_MAX: u16 = 300;

/// The corners of a floor, clockwise from the top left.
const CORNERS: [Pos; 4] = [
    Pos::at(0, 0),
    Pos::at(MAP_WIDTH - 1, 0),
    Pos::at(MAP_WIDTH - 1, MAP_HEIGHT - 1),
    Pos::at(0, MAP_HEIGHT - 1),
];

/// A bot that follows a strategy. It decides by what a player sees.
#[derive(Clone, Debug)]
pub struct Bot {
    strategy: Strategy,
    floor: u8,
    entered: u32,
    /// True once this floor is explored.
    is_searched: bool,
    /// How many commands in a row the game has refused. After each refusal, the bot tries another direction.
    stuck: u8,
    /// The index in [`CORNERS`] of the corner to patrol next.
    corner: u8,
    /// True from the moment when the bot decides to flee by stairs until it is out of the fight or on another floor.
    is_fleeing: bool,
    /// How many turns in a row the bot has waited for an enemy in sight.
    waits: u8,
    /// How often the bot has fled down the stairs in this run.
    flights: u8,
    /// The count of dodges in this fight: each step off a marked tile or out of a burning spill adds [`DODGE`], and
    /// each turn without awake enemies in sight subtracts 1.
    dodges: u8,
    /// The number of steps that the bot may still take away from its hunters, plus 1; 0 if it has not begun to step
    /// away. See [`Probe::Kite`].
    kites: u16,
    /// The tile where the bot last saw the enemy that it walks to. A bot without patience goes there even if it sees
    /// nobody. If it did not, it might walk to and fro for ever between a tile that shows an enemy and a tile that does
    /// not.
    quarry: Option<Pos>,
    /// The kind of item that the bot drops as soon as it can; see [`without`](Bot::without).
    unwanted: Option<ItemKind>,
    /// How the bot chooses kits, grafts and equipment.
    choices: Choices,
    /// The plan that the bot follows; `None` for a bot without plans, and before the first command.
    plan: Option<Plan>,
}

impl Bot {
    /// Makes a bot for the start of a run.
    pub const fn new(strategy: Strategy) -> Bot {
        Bot {
            strategy,
            floor: 0,
            entered: 0,
            is_searched: false,
            stuck: 0,
            corner: 0,
            dodges: 0,
            is_fleeing: false,
            waits: 0,
            flights: 0,
            kites: 0,
            quarry: None,
            unwanted: None,
            choices: strategy.choices(),
            plan: None,
        }
    }

    /// Returns the bot with other `choices`, to measure what choices are worth.
    #[must_use]
    pub const fn choosing(self, choices: Choices) -> Bot {
        Bot { choices, ..self }
    }

    /// Returns how the bot chooses kits, grafts and equipment.
    pub const fn choices(&self) -> Choices {
        self.choices
    }

    /// Returns a bot that drops all items of `kind`, to measure what they are worth.
    #[must_use]
    pub const fn without(self, kind: ItemKind) -> Bot {
        Bot { unwanted: Some(kind), ..self }
    }

    /// Returns the next command. The game may refuse it, but only if the bot has found nothing better.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Command {
        self.next_with(game, visible, None)
    }

    /// Returns the same command as [`next`](Bot::next). Searches less if the caller keeps a `plan` of exploring from
    /// one command to the next. That plan is not part of the bot, because small machines lack the memory.
    pub fn next_with(
        &mut self,
        game: &Game,
        visible: &TileSet,
        plan: Option<&mut ExplorePlan>,
    ) -> Command {
        if game.floor().number() != self.floor {
            let has_fled_down = self.is_fleeing && game.floor().number() < self.floor;
            let flights = self.flights.saturating_add(has_fled_down.into());
            let Bot { unwanted, choices, .. } = *self;
            *self = Bot { unwanted, choices, flights, ..Bot::new(self.strategy) };
            self.floor = game.floor().number();
            self.entered = game.turn().0;
            // After a flight down, the bot does not explore the floor, but goes back up.
            self.is_searched = has_fled_down;
        }
        self.plan = self.strategy.plan(game);
        let command = self.choose_command(game, visible, plan);
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

    fn choose_command(
        &mut self,
        game: &Game,
        visible: &TileSet,
        plan: Option<&mut ExplorePlan>,
    ) -> Command {
        if game.accepts_pack().is_err() {
            // Stunned or confused: attack a neighbour, else wait.
            return strike(game, visible).unwrap_or(Command::Wait);
        }
        if let Some(kind) = self.unwanted
            && let Some(index) = find(game, |item| item.kind == kind)
            && game.accepts(Command::Drop(index)).is_ok()
        {
            return Command::Drop(index);
        }
        let is_fighting = threats(game, visible).next().is_some();
        self.dodges = if is_fighting { self.dodges } else { self.dodges.saturating_sub(1) };
        let is_patient = self.turns_here(game) <= TURNS_OF_PATIENCE;
        let leaves_marks = is_patient && self.dodges < DODGE * DODGES_MAX;
        if let Some(command) = leave_hazard(game, visible, leaves_marks) {
            self.dodges = self.dodges.saturating_add(DODGE);
            return command;
        }
        if !is_patient
            && let Some(command) = strike(game, visible).or_else(|| self.rush(game, visible))
        {
            return command;
        }
        if is_fighting && is_patient && (self.waits < WAITS_MAX || strike(game, visible).is_some())
        {
            let command = self.fight(game, visible);
            self.waits = if command == Command::Wait { self.waits.saturating_add(1) } else { 0 };
            return command;
        }
        self.waits = if is_fighting { self.waits } else { 0 };
        self.is_fleeing = false;
        take_graft(game, self.choices.grafts, self.habits().ratings)
            .or_else(|| self.manage_pack(game))
            .or_else(|| wait_for_regrowth(game))
            .or_else(|| self.attack_sleeper(game, visible))
            .unwrap_or_else(|| self.explore_and_climb(game, visible, plan))
    }

    const fn habits(&self) -> Habits {
        match self.plan {
            Some(plan) => plan.habits(),
            None => self.strategy.habits(),
        }
    }

    /// Returns how much the bot prefers `item` to what it wears.
    fn preference(&self, game: &Game, item: &Item) -> i32 {
        preference(game, item, self.choices.worn, self.habits().ratings)
    }

    /// Walks to the nearest enemy that has noticed the bot, even across marked tiles. The bot remembers the tile where
    /// it saw that enemy until it stands beside the tile: a bot that chose an enemy anew each turn would walk to and
    /// fro between two enemies. If no way leads to the tile, the bot forgets it.
    fn rush(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        let pos = game.player().body.pos;
        let kept = self.quarry.filter(|goal| goal.steps_to(pos) > 1);
        let hunter = || {
            threats(game, visible)
                .filter(|monster| !monster.has_stolen())
                .map(|monster| monster.body.pos)
                .min_by_key(|at| at.steps_to(pos))
                .filter(|goal| goal.steps_to(pos) > 1)
        };
        self.quarry = kept.or_else(hunter);
        let command = rush_to(game, self.quarry?);
        self.quarry = self.quarry.filter(|_| command.is_some());
        command
    }

    /// Walks to the nearest visible monster, usually one that sleeps, keeps watch or is the King. A bot whose habits
    /// limit the risk walks only to the King and to easy sleepers. If it has habits for this, the bot first uses
    /// poison, vents or bait against the King.
    fn attack_sleeper(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        if self.is_time_to_climb(game) {
            return None;
        }
        if self.habits().probe == Some(Probe::Gas)
            && let Some(command) = throw_gas_at_king(game, visible)
        {
            return Some(command);
        }
        // Before it throws cheese, the bot shuts the open vents near it on the throne floor.
        let has_choice = self.habits().hacks && self.habits().throws;
        if has_choice
            && game.floor().spec().boss.is_some()
            && let Some(command) = shut_vents(game, visible)
        {
            return Some(command);
        }
        if self.habits().throws
            && percent_of_hp(game) < BAIT_BELOW_PERCENT
            && let Some(command) = bait_king(game, visible)
        {
            return Some(command);
        }
        let pos = game.player().body.pos;
        let habits = self.habits();
        let target = visible_enemies(game, visible)
            .map(|index| &game.current_floor().monsters[index])
            .filter(|monster| {
                let is_loaded = monster.loot.is_some();
                let risk = if is_loaded { habits.loot_risk } else { habits.sleeper_risk };
                risk == ANY
                    || monster.kind.spec().is_boss()
                    || is_easy_sleeper(game, visible, monster, risk)
            })
            .min_by_key(|monster| (monster.body.pos.steps_to(pos), monster.body.pos))?;
        self.quarry = Some(target.body.pos);
        walk_to(game, visible, self.quarry)
    }

    /// Returns whether the bot should stop exploring and climb; never true on the throne floor.
    fn is_time_to_climb(&self, game: &Game) -> bool {
        self.turns_here(game) > self.habits().turns_a_floor && game.floor().spec().boss.is_none()
    }

    /// Returns how many turns the bot has been on this floor.
    fn turns_here(&self, game: &Game) -> u32 {
        game.turn().0.saturating_sub(self.entered)
    }

    /// Takes a kit, opens a vault and takes a thing from it, explores the floor, and then climbs. If no way leads to
    /// the stairs, attacks what may block the way, or looks for enemies.
    fn explore_and_climb(
        &mut self,
        game: &Game,
        visible: &TileSet,
        mut plan: Option<&mut ExplorePlan>,
    ) -> Command {
        let (kit, ratings) = (self.choices.kit, self.habits().ratings);
        if let Some(command) = take_kit(game, visible, kit, ratings) {
            return command;
        }
        let rating = |item: &Item| self.preference(game, item);
        let vault = take_from_vault(game, visible, rating).or_else(|| open_lock(game, visible));
        if let Some(command) = vault {
            return command;
        }
        let dives = self.habits().probe == Some(Probe::Dive)
            && game
                .current_floor()
                .map
                .find(Terrain::StairsUp)
                .is_some_and(|at| game.current_floor().map.explored().contains(at));
        if !self.is_searched && !dives && !self.is_time_to_climb(game) {
            match explore(game, visible, plan.as_deref_mut()) {
                Ok(direction) => return Command::Walk(direction),
                Err(
                    Interrupt::Explored
                    | Interrupt::AtStairs
                    | Interrupt::Blocked
                    | Interrupt::Sleepers,
                ) => {
                    self.is_searched = true;
                }
                Err(_) => {}
            }
        }
        let hacks = self.habits().hacks;
        let terminal = hacks.then(|| use_terminal(game, visible)).flatten();
        let vents =
            (hacks && game.floor().spec().boss.is_some()).then(|| shut_vents(game, visible));
        terminal
            .or_else(|| vents.flatten())
            .or_else(|| walk_to(game, visible, game.current_floor().map.find(Terrain::StairsUp)))
            .or_else(|| attack_blocker(game, visible))
            .or_else(|| explore(game, visible, plan).ok().map(Command::Walk))
            .or_else(|| step_past_sleepers(game, visible).map(Command::Walk))
            .or_else(|| self.chase(game, visible))
            .or_else(|| self.patrol(game, visible))
            .unwrap_or(Command::Wait)
    }

    /// Walks to the nearest enemy that has noticed the player, because exploring may be impossible as long as that
    /// enemy is in sight.
    fn chase(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        let pos = game.player().body.pos;
        let nearest =
            threats(game, visible).min_by_key(|monster| monster.body.pos.steps_to(pos))?;
        self.quarry = Some(nearest.body.pos);
        walk_to(game, visible, self.quarry)
    }

    /// Walks from corner to corner to find the King, who may hide on an explored floor.
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

    fn fight(&mut self, game: &Game, visible: &TileSet) -> Command {
        let body = &game.player().body;
        let is_low = percent_of_hp(game) < HEAL_BELOW_PERCENT || is_outmatched(game, visible);
        let habits = self.habits();
        if let Some(command) = tame(game, visible) {
            return command;
        }
        let chip = || override_mouse(game, visible, habits.keeps_allies);
        let gas = || throw_gas(game, visible, habits.gas_least);
        let tool =
            (habits.hacks.then(chip).flatten()).or_else(|| habits.throws.then(gas).flatten());
        // The charges for deeds come from stepping off marked tiles (I14). A bot without patience no longer does that,
        // so it does no deeds.
        let is_patient = self.turns_here(game) <= TURNS_OF_PATIENCE;
        let uses_deeds = habits.uses_items && is_patient;
        let deed = || uses_deeds.then(|| use_deed(game, visible, habits.deed_least)).flatten();
        if let Some(command) = tool.or_else(deed).or_else(|| self.habit(game, visible, is_low)) {
            return command;
        }
        if habits.uses_items
            && let Some(command) = use_in_fight(game, is_low)
        {
            return command;
        }
        let bait = habits.throws.then(|| throw_cheese(game, visible)).flatten();
        if let Some(command) = bait.or_else(|| eat(game).filter(|_| habits.uses_items && is_low)) {
            return command;
        }
        if let Some(command) = strike(game, visible) {
            return command;
        }
        if let Some(spitter) = spitter_in_line(game, visible) {
            return walk_to(game, visible, Some(spitter))
                .or_else(|| charge(game, spitter))
                .unwrap_or(Command::Wait);
        }
        // Waits for approaching monsters, to attack first.
        let is_coming = threats(game, visible).any(|monster| {
            !monster.kind.spec().is(Trait::Crawls)
                && monster.body.pos.steps_to(body.pos) <= habits.waits_within
                && !matches!(monster.ai_state, AiState::Eating { .. })
                && !monster.has_stolen()
        });
        let nearest =
            threats(game, visible).min_by_key(|monster| monster.body.pos.steps_to(body.pos));
        let goal = nearest.map(|monster| monster.body.pos);
        if is_coming {
            Command::Wait
        } else {
            walk_to(game, visible, goal).unwrap_or(Command::Wait)
        }
    }

    /// Returns the command of a habit by which the bot differs from the careful bot, if one applies now.
    fn habit(&mut self, game: &Game, visible: &TileSet, is_low: bool) -> Option<Command> {
        let habits = self.habits();
        let spitter = spitter_in_line(game, visible);
        if habits.flees && self.flights < FLIGHTS_MAX && is_low && !is_followed(game, visible) {
            self.is_fleeing = true;
            if let Some(command) = walk_to_stairs(game, visible) {
                return Some(command);
            }
        }
        if let Some(command) = self.probe(game, visible, is_low) {
            return Some(command);
        }
        if habits.takes_doors
            && spitter.is_none()
            && strike(game, visible).is_none()
            && let Some(command) = walk_behind_door(game, visible)
        {
            return Some(command);
        }
        let crowd = threats(game, visible).count();
        if habits.retreats && spitter.is_none() && crowd > 1 {
            return walk_to_corridor(game, visible);
        }
        None
    }

    /// Returns the command of the habit that the strategy puts to the test, if it applies now.
    fn probe(&mut self, game: &Game, visible: &TileSet, is_low: bool) -> Option<Command> {
        match self.habits().probe? {
            Probe::Kite => {
                if percent_of_hp(game) < KITE_BELOW_PERCENT && self.kites == 0 {
                    self.kites = KITE_STEPS_MAX;
                }
                if percent_of_hp(game) > KITE_ABOVE_PERCENT {
                    self.kites = 0;
                }
                // At 1, the bot has no steps left: it fights on, and does not step away again until it is healthy or on
                // another floor.
                if self.kites <= 1 {
                    return None;
                }
                self.kites -= 1;
                step_away(game, visible)
            }
            Probe::Hop if is_low && self.flights < HOPS_MAX => {
                self.is_fleeing = true;
                walk_to_stairs(game, visible)
            }
            Probe::Gas => throw_gas_at_king(game, visible),
            Probe::Lure => throw_cheese_always(game, visible),
            Probe::Dive | Probe::Hop => None,
        }
    }

    /// Returns a command that uses the pack between fights: cures, eats if the pack is full, wears better equipment,
    /// tries an unknown potion in good health, or drops a useless item.
    fn manage_pack(&self, game: &Game) -> Option<Command> {
        let is_miser = !self.habits().uses_items;
        cure(game, CURE_AFTER_BELOW_PERCENT)
            .or_else(|| eat(game).filter(|_| game.player().pack.is_full()))
            .filter(|_| !is_miser)
            .or_else(|| self.wear_better(game))
            .or_else(|| try_unknown(game).filter(|_| !is_miser))
            .or_else(|| self.drop_useless(game))
    }

    fn wear_better(&self, game: &Game) -> Option<Command> {
        let is_better = |item: &Item| item.kind.slot().is_some() && self.preference(game, item) > 0;
        find(game, is_better).map(Command::Wear)
    }

    fn drop_useless(&self, game: &Game) -> Option<Command> {
        if !game.player().pack.is_full() {
            return None;
        }
        let habits = self.habits();
        let is_useless = |item: &Item| {
            (item.kind.slot().is_some() && self.preference(game, item) <= 0)
                || (game.label(item.kind) == Label::Known(ItemKind::PotionOfVenom)
                    && !habits.throws)
                || (item.kind == ItemKind::OverrideChip && !habits.hacks)
                || item.kind == ItemKind::Cheese
        };
        let useless = find(game, is_useless);
        useless.filter(|&index| game.accepts(Command::Drop(index)).is_ok()).map(Command::Drop)
    }
}

/// Walks to the nearest known narrow tile, where few enemies can attack at once; `None` if the bot is already on one.
fn walk_to_corridor(game: &Game, visible: &TileSet) -> Option<Command> {
    let pos = game.player().body.pos;
    if is_narrow(game, pos) {
        return None;
    }
    walk_to(game, visible, nearest_narrow(game, visible))
}

/// Walks to the nearest known stairs.
fn walk_to_stairs(game: &Game, visible: &TileSet) -> Option<Command> {
    let (map, pos) = (&game.current_floor().map, game.player().body.pos);
    let stairs = [Terrain::StairsDown, Terrain::StairsUp];
    let known = stairs.into_iter().filter_map(|stairs| map.find(stairs));
    let known = known.filter(|&at| map.explored().contains(at));
    walk_to(game, visible, known.min_by_key(|at| at.steps_to(pos)))
}

/// Waits while a regrowth potion heals the bot.
fn wait_for_regrowth(game: &Game) -> Option<Command> {
    let grows = game.player().body.statuses.has(Status::Regrowing);
    (grows && percent_of_hp(game) < 100).then_some(Command::Wait)
}

/// Walks to the nearest known monster that sleeps or keeps watch, because that monster may block the only path.
fn attack_blocker(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, nearest_blocker(game))
}

/// Walks to an explored locked door, if the bot has a key.
fn open_lock(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, locked_door(game))
}
