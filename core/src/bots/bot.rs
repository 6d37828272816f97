//! Defines the bot, which chooses commands by the habits of its strategy or plan.

use super::choices::{Choices, preference, take_graft, take_kit};
use super::habits::{ANY, Habits, Probe};
use super::observations::{
    charge, cross_cable, find, is_followed, is_narrow, is_outmatched, leave_hazard,
    nearest_blocker, nearest_narrow, pass_ally, percent_of_hp, rush_to, spitter_in_line, strike,
    threats, walk_to,
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

/// In a fight, a bot below this percentage of its maximum hit points is in danger, and heals, eats or flees. A bot is
/// also in danger if it expects to lose the fight.
const HEAL_BELOW_PERCENT: u32 = 40;
/// The percentage of the maximum hit points below which the bot cures venom and poison outside of a fight.
const CURE_AFTER_BELOW_PERCENT: u32 = 80;
/// A bot that throws items throws bait for the King if it has less than this percentage of its maximum hit points.
/// Otherwise, it walks to the King.
const BAIT_BELOW_PERCENT: u32 = 98;
/// The number of turns for which the bot is patient on one floor. After that, the bot no longer dodges marks: it
/// strikes adjacent enemies and rushes to other enemies. Otherwise, a fight with endless dodging might never end.
const TURNS_OF_PATIENCE: u32 = 2_400;
/// The number of turns on one floor after which the bot runs to the stairs up.
const TURNS_UNTIL_FLIGHT: u32 = 4_800;
/// After [`TURNS_UNTIL_FLIGHT`], the bot swaps places with an adjacent ally in one of this many turns, if it cannot run
/// to the stairs.
const PASS_INTERVAL: u32 = 16;

/// After this number of dodges in one fight, the bot ignores marked tiles. Among many Spit Mice, a bot that always
/// dodges would never strike.
const DODGES_MAX: u8 = 40;
/// The number that a dodge adds to the counter `dodges`. A turn without enemies subtracts only 1. So the counter still
/// grows if the bot keeps stepping out of sight and back.
const DODGE: u8 = 2;

/// The greatest number of consecutive turns for which the bot waits for an enemy in sight. If the enemy has not come by
/// then, the bot assumes that water or a sleeper blocks the enemy, and stops waiting.
const WAITS_MAX: u8 = 30;

/// The greatest number of flights down the stairs in one run. After that, the bot no longer flees, because the same
/// monsters would only wait at the stairs again.
const FLIGHTS_MAX: u8 = 20;

/// The greatest number of flights down the stairs in one run for a bot with the habit [`Probe::Hop`].
const HOPS_MAX: u8 = 100;

/// A bot with the habit [`Probe::Kite`] begins to step away below `KITE_BELOW_PERCENT` of its maximum hit points. It
/// fights on above `KITE_ABOVE_PERCENT`, and after at most `KITE_STEPS_MAX` steps.
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

/// A bot that follows a strategy. Its decisions use only what a player can see.
#[derive(Clone, Debug)]
pub struct Bot {
    strategy: Strategy,
    floor: u8,
    entered: u32,
    /// True once the bot has finished exploring this floor.
    is_searched: bool,
    /// The number of consecutive commands that the game would have refused. In place of each such command, the bot
    /// tries a step in another direction.
    stuck: u8,
    /// The index in [`CORNERS`] of the corner to patrol next.
    corner: u8,
    /// True from the decision to flee by stairs until the bot is out of the fight or on another floor.
    is_fleeing: bool,
    /// The number of consecutive turns for which the bot has waited for an enemy in sight.
    waits: u8,
    /// The number of times that the bot has fled down the stairs in this run.
    flights: u8,
    /// The counter of dodges in this fight. Each step off a marked tile or out of a harmful spill adds [`DODGE`]. Each
    /// turn without awake enemies in sight subtracts 1.
    dodges: u8,
    /// The number of steps for which the bot may still retreat from its hunters, plus 1. The number is 0 if the bot has
    /// not begun to step away. See [`Probe::Kite`].
    kites: u16,
    /// The tile where the bot last saw the enemy that it walks to. An impatient bot goes there even if it sees nobody.
    /// Otherwise, it might walk back and forth forever between a tile from which it sees the enemy and a tile from
    /// which it does not.
    quarry: Option<Pos>,
    /// The kind of item that the bot drops as soon as possible. See [`without`](Bot::without).
    unwanted: Option<ItemKind>,
    /// The rules by which the bot chooses kits, grafts and equipment.
    choices: Choices,
    /// The plan that the bot follows. `None` for a bot without plans, and before the first command.
    plan: Option<Plan>,
}

impl Bot {
    /// Creates a bot for the start of a run.
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

    /// Returns the bot with other `choices`. Measurements use this to find the value of choices.
    #[must_use]
    pub const fn choosing(self, choices: Choices) -> Bot {
        Bot { choices, ..self }
    }

    /// Returns the rules by which the bot chooses kits, grafts and equipment.
    pub const fn choices(&self) -> Choices {
        self.choices
    }

    /// Returns a bot that drops all items of `kind`. Measurements use this to find the value of such items.
    #[must_use]
    pub const fn without(self, kind: ItemKind) -> Bot {
        Bot { unwanted: Some(kind), ..self }
    }

    /// Returns the next command. The game accepts the command, unless the run is over.
    pub fn next(&mut self, game: &Game, visible: &TileSet) -> Command {
        self.next_with(game, visible, None)
    }

    /// Returns the same command as [`next`](Bot::next), but with fewer searches if the caller keeps the exploration
    /// `plan` from one command to the next. The bot does not store the exploration plan, because small machines lack
    /// the memory for it.
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
            // After fleeing down, the bot goes back up without exploring the floor.
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
            // A stunned or confused bot attacks an adjacent enemy, or else waits.
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
        if let Some(command) = self.give_up(game) {
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

    /// Returns the strength of the bot's wish to wear `item`; positive if the bot would put it on.
    fn preference(&self, game: &Game, item: &Item) -> i32 {
        preference(game, item, self.choices.worn, self.habits().ratings)
    }

    /// If the bot has been on this floor for too long, runs to the stairs up. If no way leads there, sometimes swaps
    /// places with an adjacent ally, because the ally may stand between the bot and a thief. This limit ends games in
    /// which the bot and a monster cannot hurt each other, or in which a thief hides each time the bot comes near.
    fn give_up(&self, game: &Game) -> Option<Command> {
        if self.turns_here(game) <= TURNS_UNTIL_FLIGHT {
            return None;
        }
        let map = &game.current_floor().map;
        let stairs = map.find(Terrain::StairsUp).filter(|&at| map.explored().contains(at));
        let passes = game.turn().0.is_multiple_of(PASS_INTERVAL);
        stairs
            .and_then(|at| rush_to(game, at))
            .or_else(|| passes.then(|| pass_ally(game)).flatten())
    }

    /// Walks to the nearest visible enemy that has noticed the bot, even across marked tiles. The King is never the
    /// goal, and a thief with loot only after many turns on the floor. The tile of the enemy remains the bot's goal
    /// until the bot stands beside it or finds no path to it. Without a lasting goal, the bot could walk back and forth
    /// between two enemies.
    fn rush(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        let pos = game.player().body.pos;
        let kept = self.quarry.filter(|goal| goal.steps_to(pos) > 1);
        // A thief may stand in the only way to unexplored ground.
        let chases_thieves = self.turns_here(game) > TURNS_UNTIL_FLIGHT;
        let hunter = || {
            threats(game, visible)
                .filter(|monster| chases_thieves || !monster.has_stolen())
                .map(|monster| monster.body.pos)
                .min_by_key(|at| at.steps_to(pos))
                .filter(|goal| goal.steps_to(pos) > 1)
        };
        self.quarry = kept.or_else(hunter);
        let command = rush_to(game, self.quarry?);
        self.quarry = self.quarry.filter(|_| command.is_some());
        command
    }

    /// Walks to the nearest visible monster, which usually sleeps, keeps watch or is the King. A bot whose habits limit
    /// the risk walks only to the King and to easy sleepers. Some habits make the bot first use poison, vents or bait
    /// against the King.
    fn attack_sleeper(&mut self, game: &Game, visible: &TileSet) -> Option<Command> {
        if self.is_time_to_climb(game) {
            return None;
        }
        if self.habits().probe == Some(Probe::Gas)
            && let Some(command) = throw_gas_at_king(game, visible)
        {
            return Some(command);
        }
        // On the throne floor, the bot shuts nearby open vents before it throws cheese.
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

    /// Returns whether the bot should stop exploring and climb. Always false on the throne floor.
    fn is_time_to_climb(&self, game: &Game) -> bool {
        self.turns_here(game) > self.habits().turns_a_floor && game.floor().spec().boss.is_none()
    }

    /// Returns the number of turns that the bot has been on this floor.
    fn turns_here(&self, game: &Game) -> u32 {
        game.turn().0.saturating_sub(self.entered)
    }

    /// Takes a kit, opens a vault and takes an item from it, explores the floor, and then climbs. If no way leads to
    /// the stairs, attacks a monster that may block the way, or looks for enemies.
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
            .or_else(|| cross_cable(game))
            .unwrap_or(Command::Wait)
    }

    /// Walks to the nearest enemy that has noticed the player. Exploring may be impossible as long as this enemy is in
    /// sight.
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
        // The charges for deeds come from stepping off marked tiles (I14). An impatient bot no longer steps off marked
        // tiles, so it does no deeds.
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
        // Waits for approaching monsters, to strike first.
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

    /// Returns the command of a habit that the careful bot does not have, if such a habit applies now.
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

    /// Returns the command of the habit that the strategy tests, if the habit applies now.
    fn probe(&mut self, game: &Game, visible: &TileSet, is_low: bool) -> Option<Command> {
        match self.habits().probe? {
            Probe::Kite => {
                if percent_of_hp(game) < KITE_BELOW_PERCENT && self.kites == 0 {
                    self.kites = KITE_STEPS_MAX;
                }
                if percent_of_hp(game) > KITE_ABOVE_PERCENT {
                    self.kites = 0;
                }
                // A count of 1 means that no steps are left. The bot then fights on, and steps away again only after it
                // is healthy or on another floor.
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

    /// Returns a command that uses the pack between fights. The bot cures itself, eats if it is badly hurt and the pack
    /// is full, puts on better equipment, tries an unknown potion if its health is good, or drops a useless item.
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

/// Walks to the nearest known narrow tile, where few enemies can attack at once. Returns `None` if the bot is already
/// on a narrow tile.
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

/// Walks to the nearest known monster that sleeps or keeps watch, because it may block the only path.
fn attack_blocker(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, nearest_blocker(game))
}

/// Walks to an explored locked door, if the bot has a key.
fn open_lock(game: &Game, visible: &TileSet) -> Option<Command> {
    walk_to(game, visible, locked_door(game))
}
