//! The journal: every command since the last record of the run, a few bytes each.

use super::format::state_check;
use crate::geometry::Direction;
use crate::limits::{JOURNAL_HUNT_STEPS_MAX, JOURNAL_TURNS_MAX, PACK_MAX};
use crate::quantity::Floor;
use crate::rules::Command;
use crate::world::{Game, Mind, Slot};
use serde::{Deserialize, Serialize};

/// A command that was carried out, or the base of those that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// That of the record of the run on which it builds.
    pub(super) epoch: u32,
    /// The turn it made.
    pub(super) turn: u32,
    /// The check of the state that it was given in.
    #[serde(with = "postcard::fixint::le")]
    pub(super) check: u16,
    /// See [`code`], or [`BASE`].
    pub(super) command: u8,
}

impl Entry {
    /// What a checkpoint begins with: the entries that build on it follow in the same sector. A
    /// journal without it is not the one that belongs to the checkpoint.
    pub(super) fn base(epoch: u32, game: &Game) -> Entry {
        Entry { epoch, turn: game.turn.0, check: state_check(game), command: BASE }
    }
}

/// A turn that was played: all that the journal must know of it, so that it can be entered when the
/// game has gone on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    turn: u32,
    command: u8,
    /// The floor it has led to.
    pub(super) floor: Floor,
    /// The check of the state it has led to.
    pub(super) check: u16,
    /// See [`hunt_steps`].
    pub(super) hunt_steps: u16,
}

impl Played {
    /// The last turn of `game`, made by `command`.
    pub fn new(command: Command, game: &Game) -> Played {
        Played {
            turn: game.turn.0,
            command: code(command),
            floor: game.floor,
            check: state_check(game),
            hunt_steps: hunt_steps(game),
        }
    }

    /// Its entry, when it builds on the record of `epoch` and was played in a state of `check`.
    pub(super) const fn entry(self, epoch: u32, check: u16) -> Entry {
        Entry { epoch, turn: self.turn, check, command: self.command }
    }
}

/// Steps between the player and all who hunt, added up: they tell how long a turn takes to play.
pub(super) fn hunt_steps(game: &Game) -> u16 {
    let is_hunting = |mind: &Mind| matches!(mind, Mind::Hunting { .. });
    let hunters = game.here.monsters.iter().filter(|monster| is_hunting(&monster.mind));
    let steps = hunters.map(|monster| monster.body.pos.steps_to(game.player.body.pos));
    steps.fold(0, |sum, steps| sum.saturating_add(steps.into()))
}

/// How long a journal is, by what it takes to play it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Length {
    turns: u16,
    /// See [`JOURNAL_HUNT_STEPS_MAX`].
    hunt_steps: u16,
}

impl Length {
    /// Adds a turn with so many steps between the player and those who hunt.
    pub(super) const fn add(&mut self, hunt_steps: u16) {
        self.turns = self.turns.saturating_add(1);
        self.hunt_steps = self.hunt_steps.saturating_add(hunt_steps);
    }

    /// Whether it will soon be as long as it may get.
    pub(super) const fn is_long(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX / 8 * 7 || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX / 8 * 7
    }

    /// Whether it is as long as it may get.
    pub(super) const fn is_most(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX
    }
}

/// Bytes of an entry at most.
pub(super) const ENTRY_BYTES_MAX: usize = 5 + 5 + 2 + 1;

const WAIT: u8 = small(Direction::ALL.len());
const TAKE_OFF: u8 = WAIT + 1;
const USE: u8 = TAKE_OFF + small(Slot::COUNT);
const WEAR: u8 = USE + PLACES;
const DROP: u8 = WEAR + PLACES;
const END: u8 = DROP + PLACES;
const PLACES: u8 = small(PACK_MAX);
/// In the place of a command: none was given.
pub(super) const BASE: u8 = END;

#[expect(
    clippy::cast_possible_truncation,
    reason = "checked where it is computed: at compile time"
)]
const fn small(count: usize) -> u8 {
    assert!(count <= u8::MAX as usize);
    count as u8
}

/// A command as one byte. Places beyond the pack, which are refused anyway, become the last one.
pub(super) fn code(command: Command) -> u8 {
    let place = |index: u8| index.min(PLACES - 1);
    match command {
        Command::Walk(way) => way as u8,
        Command::Wait => WAIT,
        Command::TakeOff(slot) => TAKE_OFF + slot as u8,
        Command::Use(index) => USE + place(index),
        Command::Wear(index) => WEAR + place(index),
        Command::Drop(index) => DROP + place(index),
    }
}

/// The command of a byte; `None` when it stands for none.
pub(super) fn command(code: u8) -> Option<Command> {
    Some(match code {
        0..WAIT => Command::Walk(Direction::ALL[usize::from(code)]),
        WAIT => Command::Wait,
        TAKE_OFF..USE => Command::TakeOff(Slot::ALL[usize::from(code - TAKE_OFF)]),
        USE..WEAR => Command::Use(code - USE),
        WEAR..DROP => Command::Wear(code - WEAR),
        DROP..END => Command::Drop(code - DROP),
        END.. => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_command_and_back() {
        for byte in 0..END {
            assert_eq!(command(byte).map(code), Some(byte));
        }
        assert_eq!(command(END), None);
        assert_eq!(command(u8::MAX), None);
    }
}
