//! Scenarios for tests of rules: scenes that are set up in one line of code, played by commands, and then inspected.
//!
//! The floor is a text in the letters of [`map_text`]. [`check`] is a whole test: the floor before the commands, the
//! commands, and the floor after them. Invariants are checked after every turn ([`assert_invariants`]).
//!
//! ```
//! use musrex_core::{Command::Walk, Direction::East};
//! use musrex_testkit::{Scenario, check};
//!
//! check("#@.s#", &[Walk(East)], "#.@s#");
//! let run = Scenario::new("#@s#").hp(20).seed(3).play(&[Walk(East)]);
//! assert!(run.hp() <= 20 && run.events().count() > 0);
//! ```

use crate::map_text::{self, Drawing, text_from_game, tidied};
use crate::seeds::shifted;
use crate::{assert_invariants, assert_same};
use musrex_core::content::{Bonus, Firmware, Graft, ItemKind, Kit, Night, Slot, Status};
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::rules::travel::{AutoTravel, Interrupt, TravelMonitor};
use musrex_core::rules::{Command, Event, Events, Refusal, experience};
use musrex_core::save::RunMode;
use musrex_core::world::{AiState, FloorState, Game, Item, Outcome, Player};

/// A scene that a test plays. A text draws the floor. By default, a player of the first level in full health is among
/// healthy monsters; the functions of this type change these defaults.
///
/// ```
/// use musrex_core::{Command::Walk, Direction::East};
/// use musrex_testkit::Scenario;
///
/// Scenario::new("#@..#").hp(3).play(&[Walk(East)]).shows("#.@.#");
/// ```
#[derive(Clone, Debug)]
pub struct Scenario {
    drawing: Drawing,
    player: Player,
    hp: Option<Hp>,
    seed: u64,
    floor: Floor,
    night: Night,
}

impl Scenario {
    /// Makes the scene that `text` draws in the letters of [`map_text`].
    pub fn new(text: &str) -> Scenario {
        let drawing = map_text::read(text);
        let player = Player::new(drawing.player, Hp(0));
        Scenario {
            drawing,
            player,
            hp: None,
            seed: shifted(1),
            floor: Floor::LOBBY,
            night: Night::Plain,
        }
    }

    /// Sets the player's hit points. The default is the maximum of the level.
    #[must_use]
    pub fn hp(mut self, hp: u16) -> Scenario {
        self.hp = Some(Hp(hp));
        self
    }

    /// Sets the player's level, with the least experience for that level.
    #[must_use]
    pub fn level(mut self, number: u8) -> Scenario {
        self.player.level = Level::new(number).expect("a level of the game");
        let before = number.checked_sub(1).and_then(Level::new);
        self.player.xp = before.map_or(Xp(0), experience::xp_to_leave);
        self
    }

    /// Sets the player's experience.
    #[must_use]
    pub fn xp(mut self, xp: u32) -> Scenario {
        self.player.xp = Xp(xp);
        self
    }

    /// Sets the run's seed, which determines all dice.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Scenario {
        self.seed = seed;
        self
    }

    /// Sets the floor's number. The default is the lobby.
    #[must_use]
    pub fn floor(mut self, number: u8) -> Scenario {
        self.floor = Floor::new(number).expect("a floor of the tower");
        self
    }

    /// Gives the player a status with this number of turns left.
    #[must_use]
    pub fn status(mut self, status: Status, turns: u8) -> Scenario {
        self.player.body.statuses.set(status, turns);
        self
    }

    /// Puts on an item with this bonus in `slot`.
    #[must_use]
    pub fn worn(mut self, slot: Slot, bonus: Bonus) -> Scenario {
        let kind = match slot {
            Slot::Weapon => ItemKind::BroomPole,
            Slot::Armour => ItemKind::BulletproofVest,
            Slot::Microchip => ItemKind::Microchip,
        };
        self.player.worn.put_on(Item::with_bonus(kind, bonus));
        self
    }

    /// Puts on an item of this kind, as found on the lowest floor.
    #[must_use]
    pub fn wears(mut self, kind: ItemKind) -> Scenario {
        self.player.worn.put_on(map_text::item(kind));
        self
    }

    /// Puts on this item.
    #[must_use]
    pub fn wears_item(mut self, item: Item) -> Scenario {
        self.player.worn.put_on(item);
        self
    }

    /// Adds an item of this kind to the pack, as found on the lowest floor. The item counts as picked up, and the pack
    /// is sorted by kind (I13).
    #[must_use]
    pub fn carries(self, kind: ItemKind) -> Scenario {
        self.carries_item(map_text::item(kind))
    }

    /// Adds this item to the pack. The item counts as picked up, and the pack is sorted by kind (I13).
    #[must_use]
    pub fn carries_item(mut self, mut item: Item) -> Scenario {
        item.was_carried = true;
        let pack = &mut self.player.pack;
        let place = pack.iter().take_while(|other| other.kind as u8 <= item.kind as u8).count();
        assert!(pack.insert(place, item).is_ok(), "the pack is full");
        self
    }

    /// Replaces the only item in the pack by an item of this kind.
    #[must_use]
    pub fn carries_instead(mut self, kind: ItemKind) -> Scenario {
        assert_eq!(self.player.pack.len(), 1, "its place depends on the others");
        self.player.pack.clear();
        self.carries(kind)
    }

    /// Sets the charges for deeds (I14). The default is the maximum.
    #[must_use]
    pub fn charges(mut self, charges: u8) -> Scenario {
        self.player.build.charges = charges;
        self
    }

    /// Puts on a microchip that adds no bonus and carries `firmware` (I11).
    #[must_use]
    pub fn firmware(mut self, firmware: Firmware) -> Scenario {
        let mut chip = Item::new(ItemKind::Microchip);
        chip.firmware = Some(firmware);
        self.player.worn.put_on(chip);
        self
    }

    /// Sets the number of grafts that the player can choose now (B16).
    #[must_use]
    pub fn grafts_due(mut self, count: u8) -> Scenario {
        self.player.build.grafts_due = count;
        self
    }

    /// Adds `graft` after the grafts that the player already has (B16).
    ///
    /// # Panics
    /// Panics if the run already has the maximum number of grafts.
    #[must_use]
    pub fn graft(mut self, graft: Graft) -> Scenario {
        self.player.build.grafts.push(graft).expect("a run has a few");
        self
    }

    /// Takes `kit` without its items (W30).
    #[must_use]
    pub fn kit(mut self, kit: Kit) -> Scenario {
        self.player.build.kit = Some(kit);
        self
    }

    /// Sets the hit points of every monster.
    #[must_use]
    pub fn monster_hp(mut self, hp: u16) -> Scenario {
        for monster in &mut self.drawing.floor.monsters {
            (monster.body.hp, monster.hp_born) = (Hp(hp), Hp(hp));
        }
        self
    }

    /// Makes all sleeping monsters keep watch instead of sleeping (M2).
    #[must_use]
    pub fn watched(mut self) -> Scenario {
        for monster in &mut self.drawing.floor.monsters {
            if monster.ai_state == AiState::Asleep {
                monster.ai_state = AiState::Watching;
            }
        }
        self
    }

    /// Changes the floor in a way that text cannot express.
    #[must_use]
    pub fn changed(mut self, change: impl FnOnce(&mut FloorState)) -> Scenario {
        change(&mut self.drawing.floor);
        self
    }

    /// Gives every monster a status with this number of turns left.
    #[must_use]
    pub fn monster_status(mut self, status: Status, turns: u8) -> Scenario {
        for monster in &mut self.drawing.floor.monsters {
            monster.body.statuses.set(status, turns);
        }
        self
    }

    /// Sets the number of the night, from 1 (H16).
    ///
    /// # Panics
    /// Panics if there is no night with this number.
    #[must_use]
    pub fn night(mut self, number: u8) -> Scenario {
        self.night = Night::new(number).expect("a night");
        self
    }

    /// Returns the game before the first turn.
    pub fn game(&self) -> Game {
        let mut player = self.player.clone();
        let hp_max = experience::stats(player.level, &player.worn, None).hp_max;
        player.body.hp = self.hp.unwrap_or(hp_max);
        let floor = self.drawing.floor.clone();
        let mut game = Game::from_parts(self.seed, self.floor, player, floor);
        game.set_mode(RunMode::ORDINARY.with_night(self.night));
        game
    }

    /// Plays `commands` like [`Run::play`].
    pub fn play(&self, commands: &[Command]) -> Run {
        let run = Run { game: self.game(), size: self.drawing.size, turns: Vec::new() };
        run.play(commands)
    }

    /// Checks that the game refuses `command` with the reason `why`, and that nothing changes (T1).
    ///
    /// # Panics
    /// Panics if the command is carried out, is refused for another reason, or changes the game.
    #[track_caller]
    pub fn refuses(&self, command: Command, why: Refusal) {
        let run = self.play(&[command]);
        assert_eq!(run.last().result, Err(why), "{command:?}");
        assert_same!(run.game, self.game(), "a refused {command:?} changed the game");
    }
}

/// The result of one command.
#[derive(Clone, Debug)]
pub struct Played {
    /// The command that was given.
    pub command: Command,
    /// The outcome after the command, or the reason for its refusal.
    pub result: Result<Outcome, Refusal>,
    /// The events of the command; empty for a refusal.
    pub events: Vec<Event>,
}

/// The number of turns within which auto-travel must stop.
const TRAVEL_TURNS_MAX: usize = 200;

/// A scene that has been played for a while.
#[derive(Clone, Debug)]
pub struct Run {
    /// The game after all commands so far.
    pub game: Game,
    /// The results of all commands, in order.
    pub turns: Vec<Played>,
    size: map_text::Size,
}

impl Run {
    /// Plays `commands` one after another. After each command, checks the invariants, and checks that no event was
    /// lost.
    #[must_use]
    pub fn play(mut self, commands: &[Command]) -> Run {
        for &command in commands {
            let mut events = Events::new();
            let result = self.game.step(command, &mut events);
            assert_eq!(events.lost(), 0, "events of {command:?} were lost");
            assert_invariants(&self.game);
            self.turns.push(Played { command, result, events: events.iter().cloned().collect() });
        }
        self
    }

    /// Plays until auto-travel stops, as on the play screen. If a turn both changes something and reaches the goal, the
    /// change is the reason for the stop. Returns the run and the reason.
    ///
    /// # Panics
    /// Panics if auto-travel does not stop, or if the game refuses one of its commands.
    #[track_caller]
    pub fn travel(mut self, mut auto_travel: AutoTravel) -> (Run, Interrupt) {
        let mut monitor = TravelMonitor::new(&self.game, &self.game.visible());
        for _ in 0..TRAVEL_TURNS_MAX {
            let command = match auto_travel.next(&self.game, &self.game.visible()) {
                Ok(command) => command,
                Err(stop) => return (self, stop),
            };
            self = self.play(&[command]);
            assert!(self.last().result.is_ok(), "{command:?}: {:?}", self.last().result);
            if let Some(stop) = monitor.interrupt(&self.game, &self.game.visible()) {
                return (self, stop);
            }
            if let Command::Walk(direction) = command
                && let Some(stop) = auto_travel.ends_at(&self.game, direction)
            {
                return (self, stop);
            }
        }
        panic!("{auto_travel:?} does not stop:\n{}", self.picture());
    }

    /// Returns the events of all commands, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.turns.iter().flat_map(|turn| &turn.events)
    }

    /// Returns the result of the last command.
    ///
    /// # Panics
    /// Panics if no command was played.
    pub fn last(&self) -> &Played {
        self.turns.last().expect("something was played")
    }

    /// Returns the current state of the part of the floor that the scene's text drew.
    pub fn picture(&self) -> String {
        text_from_game(&self.game, self.size)
    }

    /// Checks that the floor now looks like `text`.
    ///
    /// # Panics
    /// Panics if the floor looks different.
    #[track_caller]
    pub fn shows(&self, text: &str) -> &Run {
        let (wanted, found) = (tidied(text), self.picture());
        assert!(
            wanted == found,
            "\nwanted:\n{wanted}\nfound:\n{found}\nplayed:\n{}",
            self.turns
                .iter()
                .map(|turn| format!(
                    "  {:?} -> {:?}, {:?}\n",
                    turn.command, turn.result, turn.events
                ))
                .collect::<String>()
        );
        self
    }

    /// Returns the player's hit points.
    pub fn hp(&self) -> u16 {
        self.game.player().body.hp.0
    }
}

/// Plays `commands` on the floor that `before` draws, and checks that the floor then looks like `after`.
///
/// # Panics
/// Panics if the floor looks different, or the game refuses a command.
#[track_caller]
pub fn check(before: &str, commands: &[Command], after: &str) {
    let run = Scenario::new(before).play(commands);
    run.shows(after);
    for turn in &run.turns {
        assert!(turn.result.is_ok(), "{:?} was refused: {:?}", turn.command, turn.result);
    }
}
