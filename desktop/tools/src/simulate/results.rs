//! The results of simulated games.

use crate::presses::Presses;
use musrex_core::bots::Strategy;
use musrex_core::content::floors::population;
use musrex_core::content::{MonsterKind, Slot};
use musrex_core::geometry::TileSet;
use musrex_core::limits::FLOORS;
use musrex_core::quantity::{Floor, Level, Turn};
use musrex_core::rules::travel::visible_enemies;
use musrex_core::rules::{Actor, Command, Event, Events};
use musrex_core::save::Score;
use musrex_core::view::text::{
    cause_name, firmware_name, floor_title, graft_name, kit_name, name_of,
};
use musrex_core::world::KingsEnd;
use musrex_core::{Game, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The result of a game.
#[derive(Debug)]
pub(super) struct GameResult {
    /// The bot that played the game.
    pub(super) bot: Strategy,
    /// The number of the game, from 1.
    pub(super) number: u32,
    /// The outcome of the game; [`Playing`](Outcome::Playing) means that the game got stuck.
    pub(super) outcome: Outcome,
    /// The score of the game.
    pub(super) score: Score,
    /// The first arrival on each floor, if any.
    pub(super) arrivals: [Option<Arrival>; FLOORS],
    /// The number of turns, by kind of turn.
    pub(super) turn_kinds: TurnKinds,
    /// The number of turns, by verb.
    pub(super) verbs: Verbs,
    /// The presses that a player would have needed.
    pub(super) presses: Presses,
    /// The names of the parts of the run's build.
    pub(super) build: BuildNames,
    /// The recording of the game, if requested.
    pub(super) recording: Option<String>,
}

impl GameResult {
    /// Returns the name of the cause of death; `None` if the player did not die.
    pub(super) fn cause(&self) -> Option<&'static str> {
        let is_dead = self.outcome == Outcome::Dead;
        is_dead.then(|| self.score.killed_by.map_or("nothing", cause_name))
    }

    /// Returns the way in which the King was defeated; `None` if he was not.
    pub(super) fn way(&self) -> Option<&'static str> {
        self.score.kings_end.map(|way| match way {
            KingsEnd::Fought => "fight",
            KingsEnd::Cornered => "vents",
            KingsEnd::Cheese => "cheese",
            KingsEnd::Ally => "ally",
        })
    }
}

/// Names that describe a run: the kit, the equipment at the end, the places of its floors, and the kinds of monsters on
/// these floors.
#[derive(Clone, Debug, Default)]
pub(super) struct BuildNames {
    /// The name of the kit; empty without a kit.
    pub(super) kit: &'static str,
    /// The worn weapon, the worn armour, and the firmware of the worn chip; an empty string for each that is missing.
    pub(super) worn: [&'static str; 3],
    /// The places from the first floor to the highest floor that the player entered, joined by `+`.
    pub(super) places: String,
    /// The kinds of monsters that live on these floors, joined by `+`.
    pub(super) kinds: String,
}

impl BuildNames {
    /// Returns the names for a game. The game must end on the highest floor that the player entered.
    pub(super) fn of(game: &Game) -> BuildNames {
        let player = game.player();
        let name = |slot| player.worn.get(slot).map_or("", |item| name_of(item.kind));
        let chip = player.worn.get(Slot::Microchip).and_then(|chip| chip.firmware);
        let is_climbed = |&floor: &Floor| floor > Floor::LOBBY && floor <= game.floor();
        let floors: Vec<Floor> = Floor::all().filter(is_climbed).collect();
        let lives = |kind: &MonsterKind| {
            let lives_on = |&floor| population(game.seed(), floor).any(|(it, _)| it == *kind);
            floors.iter().any(lives_on)
        };
        let kinds: Vec<&str> = MonsterKind::ALL.into_iter().filter(lives).map(name_of).collect();
        let places: Vec<&str> =
            floors.iter().map(|&floor| floor_title(game.place(floor))).collect();
        BuildNames {
            kit: player.build.kit.map_or("", kit_name),
            worn: [name(Slot::Weapon), name(Slot::Armour), chip.map_or("", firmware_name)],
            places: places.join("+"),
            kinds: kinds.join("+"),
        }
    }
}

/// The first arrival on a floor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// The turn of the arrival.
    pub(super) turn: Turn,
    /// The player's level at the arrival.
    pub(super) level: Level,
    /// True if the player arrives with less than three quarters of the maximum hit points.
    pub(super) is_low: bool,
}

/// The turns of a game, counted by kind: walking, resting or fighting.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TurnKinds {
    /// Outside of fights, the number of turns in which the player did not wait.
    pub(super) walked: u32,
    /// Outside of fights, the number of turns in which the player waited.
    pub(super) rested: u32,
    /// The number of turns that began with an awake enemy in sight, or in which anyone attacked.
    pub(super) fought: u32,
    /// The number of fights. A fight is a stretch of fighting turns, which may have breaks of at most [`BREAK_TURNS`].
    pub(super) fights: u32,
    /// The number of fights in which at least two awake enemies were in sight at once.
    pub(super) crowded: u32,
    /// The number of turns since the last turn of a fight.
    quiet: u32,
    /// True if the current fight was already counted as crowded.
    is_crowded: bool,
}

/// The longest break within a fight, in turns.
const BREAK_TURNS: u32 = 5;

impl TurnKinds {
    /// Counts a turn. In that turn, the player gave `command` with `enemies` awake enemies in sight, and `events`
    /// happened.
    pub(super) fn count(&mut self, command: Command, enemies: usize, events: &Events) {
        let is_attack = |event: &Event| {
            matches!(event, Event::Struck { .. } | Event::Dodged { .. } | Event::Shielded { .. })
        };
        match command {
            _ if enemies > 0 || events.iter().any(is_attack) => {
                self.fought += 1;
                if self.fights == 0 || self.quiet > BREAK_TURNS {
                    self.fights += 1;
                    self.is_crowded = false;
                }
                if enemies > 1 && !self.is_crowded {
                    self.crowded += 1;
                    self.is_crowded = true;
                }
                self.quiet = 0;
                return;
            }
            Command::Wait => self.rested += 1,
            _ => self.walked += 1,
        }
        self.quiet += 1;
    }
}

/// Counts the awake enemies in sight.
pub(super) fn enemies_in_sight(game: &Game, visible: &TileSet) -> usize {
    let monsters = &game.current_floor().monsters;
    visible_enemies(game, visible).filter(|&index| monsters[index].ai_state.is_alert()).count()
}

/// The turns of a game, counted by their verbs.
#[derive(Clone, Debug, Default)]
pub(super) struct Verbs(BTreeMap<String, u32>);

impl Verbs {
    /// Counts a turn in which the player gave `command` and `events` happened.
    pub(super) fn count(&mut self, command: Command, events: &Events) {
        let verb = verb(command, events);
        match self.0.get_mut(&verb) {
            Some(count) => *count += 1,
            None => _ = self.0.insert(verb, 1),
        }
    }

    /// Iterates over the verbs and their counts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(verb, count)| (verb.as_str(), *count))
    }
}

/// Returns a verb for the action of the player: the name of the command, the result of a walk, or `lose the turn`.
fn verb(command: Command, events: &Events) -> String {
    let has = |is_it: fn(&Event) -> bool| events.iter().any(is_it);
    if has(|event| matches!(event, Event::TurnLost(_))) {
        return "lose the turn".to_owned();
    }
    if !matches!(command, Command::Walk(_)) {
        return words_of(&format!("{command:?}"));
    }
    let is_step = |event: &Event| matches!(event, Event::Moved { who: Actor::Player, .. });
    let is_attack = |event: &Event| {
        // Only monsters dodge, so a dodge shows that the player attacked.
        matches!(
            event,
            Event::Struck { attacker: Actor::Player, .. }
                | Event::Dodged { .. }
                | Event::Shielded { .. }
        )
    };
    let is_opening = |event: &Event| {
        matches!(event, Event::Unlocked { .. } | Event::DoorOpened { who: Actor::Player, .. })
    };
    let verb = if has(is_attack) {
        "attack"
    } else if has(|event| matches!(event, Event::FloorEntered { .. })) {
        "take stairs"
    } else if has(is_step) {
        "step"
    } else if has(is_opening) {
        "open"
    } else {
        "walk into"
    };
    verb.to_owned()
}

/// Splits the name of a variant into words, such as `take off` for `TakeOff(Weapon)`.
fn words_of(variant: &str) -> String {
    let mut words = String::new();
    for letter in variant.chars().take_while(char::is_ascii_alphanumeric) {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

/// Returns a CSV text for other programs, with a line for each game. `way` is the way in which the King was defeated.
/// `rows` counts the strikes that belong to a row of four or more at one tile. `verbs` counts the presses in fights
/// other than steps, strikes and waits. `low` counts the first arrivals with less than three quarters of the maximum
/// hit points. Lists are joined by `+`.
pub(super) fn csv(games: &[GameResult]) -> String {
    let mut text =
        "bot,seed,outcome,floor,level,turns,walked,rested,fought,kills,cause,way,presses,strikes,rows,verbs,low,\
         kit,weapon,armour,firmware,grafts,places,kinds,night\n".to_owned();
    for game in games {
        let GameResult { bot, outcome, score, turn_kinds, .. } = game;
        let Score { floor, level, kills, turns, seed, .. } = score;
        let outcome = match outcome {
            Outcome::Playing => "stuck",
            Outcome::Dead => "dead",
            Outcome::Won => "won",
        };
        let (cause, way) = (game.cause().unwrap_or(""), game.way().unwrap_or(""));
        let BuildNames { kit, worn: [weapon, armour, firmware], places, kinds } = &game.build;
        let (bot, floor, level, turns) = (bot.name(), floor.number(), level.number(), turns.0);
        let TurnKinds { walked, rested, fought, .. } = turn_kinds;
        let Presses { presses, verbs, strikes: [strikes, rows], .. } = &game.presses;
        let low = game.arrivals.iter().flatten().filter(|arrival| arrival.is_low).count();
        let grafts: Vec<&str> = score.lineage.grafts.iter().map(|&it| graft_name(it)).collect();
        let grafts = grafts.join("+");
        let night = score.mode.night().number();
        writeln!(
            text,
            "{bot},{seed},{outcome},{floor},{level},{turns},{walked},{rested},{fought},{kills},{cause},{way},\
             {presses},{strikes},{rows},{verbs},{low},{kit},{weapon},{armour},{firmware},{grafts},{places},{kinds},{night}"
        )
        .expect("a string takes whatever is written");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::Direction;
    use musrex_core::content::ItemKind;

    #[test]
    fn a_verb_is_named_by_its_command() {
        let events = Events::new();
        assert_eq!(verb(Command::Wait, &events), "wait");
        assert_eq!(verb(Command::Use(3), &events), "use");
        assert_eq!(verb(Command::TakeOff(Slot::Weapon), &events), "take off");
        assert_eq!(words_of("ThrowAt { index: 1 }"), "throw at");
    }

    #[test]
    fn a_walk_is_named_by_its_events() {
        let walk = |event: Option<Event>| {
            let mut events = Events::new();
            event.into_iter().for_each(|event| events.push(event));
            verb(Command::Walk(Direction::East), &events)
        };
        let mut game = Game::new(1);
        let mut events = Events::new();
        game.step(Command::Walk(Direction::East), &mut events).expect("the lobby is wide");
        assert_eq!(verb(Command::Walk(Direction::East), &events), "step");
        assert_eq!(walk(None), "walk into");
        assert_eq!(walk(Some(Event::Waited)), "walk into");
        let lost = Event::TurnLost(musrex_core::content::Status::Stunned);
        assert_eq!(walk(Some(lost)), "lose the turn");
        let at = game.player().body.pos;
        assert_eq!(walk(Some(Event::DoorOpened { who: Actor::Player, at })), "open");
        let kind = musrex_core::content::MonsterKind::ALL[0];
        assert_eq!(walk(Some(Event::Dodged { kind, from: at, at })), "attack");
        let label = game.label(ItemKind::ALL[0]);
        assert_eq!(walk(Some(Event::Used { label })), "walk into");
    }
}
