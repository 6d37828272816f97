//! Plays games and records their builds; defines the ways of playing.

use crate::games::TURNS_MAX;
use crate::seed_of_game;
use crate::threads::in_parallel;
use musrex_core::bots::{Bot, Choices, Strategy};
use musrex_core::content::{Firmware, Graft, ItemKind, Kit, Slot};
use musrex_core::geometry::TileSet;
use musrex_core::limits::FLOORS;
use musrex_core::rules::experience::{self, Stats};
use musrex_core::rules::travel::ExplorePlan;
use musrex_core::world::{Game, Worn};
use musrex_core::{Command, Events, Outcome};
use musrex_support::failure::Failure;

/// The parameters of all measures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    /// The bot that plays.
    pub(super) bot: Strategy,
    /// The number of games of each kind.
    pub(super) games: usize,
    /// The approximate number of fight turns to measure.
    pub(super) turns: u32,
    /// The verb that must be possible in each measured turn of the measure of verbs; `None` for all turns.
    pub(super) verb: Option<&'a str>,
    /// The seed that determines the seeds of the games.
    pub(super) seed: u64,
    /// The number of threads.
    pub(super) jobs: usize,
}

/// The build of a run.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Build {
    /// The kit that the player chose, if any.
    pub(super) kit: Option<Kit>,
    /// The grafts, in the order of [`Graft`]'s list.
    pub(super) grafts: Vec<Graft>,
    /// The worn weapon, if any.
    pub(super) weapon: Option<ItemKind>,
    /// The worn armour, if any.
    pub(super) armour: Option<ItemKind>,
    /// The firmware of the worn chip, if any.
    pub(super) firmware: Option<Firmware>,
    /// The state apart from the build: the level divided by ten, the share of hit points, and the number of healing
    /// items divided by four.
    pub(super) state: [f64; 3],
    /// The holdings apart from the build: the numbers that worn things add, the carried items of each kind, and the ally.
    pub(super) holdings: [f64; HOLDINGS],
}

/// The number of [`holdings`](Build::holdings): five numbers of the player, a count for each kind of item, whether there
/// is an ally, and the ally's hit points.
pub(super) const HOLDINGS: usize = 5 + ItemKind::COUNT + 2;

/// Returns the holdings of a run, divided so that most of them lie between 0 and 2.
fn holdings(game: &Game) -> [f64; HOLDINGS] {
    let [number_unit, count_unit, hp_unit] = [5.0, 2.0, 30.0];
    let player = game.player();
    let numbers = |worn| {
        let stats = experience::stats(player.level, worn, None);
        let Stats { hp_max, attack_min, attack_max, defence, saving_throw } = stats;
        let numbers = [hp_max.0, attack_min, attack_max, defence, saving_throw.0.into()];
        numbers.map(f64::from)
    };
    let (with, without) = (numbers(&player.worn), numbers(&Worn::NOTHING));
    let mut holdings = [0.0; HOLDINGS];
    for (number, holding) in holdings.iter_mut().take(with.len()).enumerate() {
        *holding = (with[number] - without[number]) / number_unit;
    }
    for item in &player.pack {
        holdings[with.len() + item.kind as usize] += 1.0 / count_unit;
    }
    if let Some(ally) = game.current_floor().ally() {
        holdings[HOLDINGS - 2] = 1.0;
        holdings[HOLDINGS - 1] = f64::from(ally.body.hp.0) / hp_unit;
    }
    holdings
}

impl Build {
    fn of(game: &Game) -> Build {
        let player = game.player();
        let mut grafts = player.build.grafts.to_vec();
        grafts.sort_by_key(|graft| *graft as usize);
        let worn = |slot| player.worn.get(slot);
        let share = f64::from(player.body.hp.0) / f64::from(game.player_stats().hp_max.0);
        let heals = [ItemKind::HealthPack, ItemKind::PotionOfHealing, ItemKind::PotionOfRegrowth];
        let healing = player.pack.iter().filter(|item| heals.contains(&item.kind)).count();
        Build {
            kit: player.build.kit,
            grafts,
            weapon: worn(Slot::Weapon).map(|item| item.kind),
            armour: worn(Slot::Armour).map(|item| item.kind),
            firmware: worn(Slot::Microchip).and_then(|chip| chip.firmware),
            state: [f64::from(player.level.number()) / 10.0, share, healing as f64 / 4.0],
            holdings: holdings(game),
        }
    }
}

/// A run that a bot has played.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The build at the first arrival on each floor.
    pub(super) arrivals: [Option<Build>; FLOORS],
    /// The build at the end of the run.
    pub(super) end: Build,
    /// True when the run was won.
    pub(super) is_won: bool,
}

/// A way of playing games: the bot, the rule for its build, and its knowledge of the build.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The bot that plays.
    pub(super) bot: Strategy,
    /// The rule by which the bot chooses its build; `None` for the bot's own rule.
    pub(super) choices: Option<Choices>,
    /// True if the bot decides as if it had no grafts and no firmware.
    pub(super) is_blind: bool,
}

impl Way {
    /// Returns the usual way in which `bot` plays.
    pub(super) const fn of(bot: Strategy) -> Way {
        Way { bot, choices: None, is_blind: false }
    }

    fn begin(self) -> Bot {
        let bot = Bot::new(self.bot);
        self.choices.map_or(bot.clone(), |choices| bot.choosing(choices))
    }
}

/// Plays all games of `settings` in one way.
pub(super) fn play_all(settings: &Settings<'_>, way: Way) -> Result<Vec<Run>, Failure> {
    in_parallel(settings.jobs, settings.games, |index| {
        play(seed_of_game(settings.seed, index as u64 + 1), way)
    })
}

fn play(seed: u64, way: Way) -> Run {
    let (mut game, mut events) = (Game::new(seed), Events::new());
    let (mut bot, mut plan) = (way.begin(), ExplorePlan::NONE);
    let mut visible = game.visible();
    let mut arrivals = [const { None }; FLOORS];
    while game.outcome() == Outcome::Playing && game.turn().0 < TURNS_MAX {
        arrivals[game.floor().index()].get_or_insert_with(|| Build::of(&game));
        let unknowing = way.is_blind.then(|| blindly(&mut bot, &game, &visible)).flatten();
        let command = unknowing.unwrap_or_else(|| bot.next_with(&game, &visible, Some(&mut plan)));
        if game.step_and_look(command, &mut events, &mut visible).is_err() {
            break;
        }
    }
    Run { arrivals, end: Build::of(&game), is_won: game.outcome() == Outcome::Won }
}

/// Returns the command that the bot would choose if it believed that it had no grafts and no firmware. Returns `None`
/// if there is a graft to choose, or if the game refuses the command.
fn blindly(bot: &mut Bot, game: &Game, visible: &TileSet) -> Option<Command> {
    if game.has_graft_to_choose() {
        return None;
    }
    let mut player = game.player().clone();
    player.build.grafts.clear();
    if let Some(chip) = player.worn.get(Slot::Microchip) {
        let mut chip = chip.clone();
        chip.firmware = None;
        player.worn.put_on(chip);
    }
    // If the bot saw firmware in the pack, it would put on another chip in every turn.
    player.pack.iter_mut().for_each(|item| item.firmware = None);
    let mut seen = game.clone();
    seen.set_player(player);
    Some(bot.next(&seen, visible)).filter(|&command| game.accepts(command).is_ok())
}
