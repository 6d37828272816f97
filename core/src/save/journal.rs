//! Keeps the journal: every command since the last record of the run, a few bytes each.

use crate::content::Slot;
use crate::geometry::Direction;
use crate::limits::{JOURNAL_HUNT_STEPS_MAX, JOURNAL_TURNS_MAX, PACK_MAX};
use crate::quantity::Floor;
use crate::rules::Command;
use crate::world::packing::{FNV_START, count, fnv, fold_to_u16};
use crate::world::{AiState, Game};
use serde::{Deserialize, Serialize};

/// A command that was carried out, or the base of those that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The epoch of the run's record that it builds on.
    pub(super) epoch: u32,
    /// The turn that the command made.
    pub(super) turn: u32,
    /// The hash of the state before the turn.
    #[serde(with = "postcard::fixint::le")]
    pub(super) state_hash: u16,
    /// See [`code`], or [`BASE`].
    pub(super) command: u8,
}

impl Entry {
    /// Creates the first entry of a checkpoint: a base entry is written first, so that a missing
    /// journal is detected. The entries that build on it follow in the same sector.
    pub(super) fn base(epoch: u32, game: &Game) -> Entry {
        Entry { epoch, turn: game.turn.0, state_hash: state_hash(game), command: BASE }
    }
}

/// A turn that was played: all that the journal must know of it, so that it can be appended
/// after the game has gone on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    turn: u32,
    command: u8,
    /// The floor after the turn.
    pub(super) floor: Floor,
    /// The hash of the state after the turn.
    pub(super) state_hash: u16,
    /// See [`hunt_steps`].
    pub(super) hunt_steps: u16,
}

impl PlayedTurn {
    /// Takes the last turn of `game`, made by `command`.
    pub fn new(command: Command, game: &Game) -> PlayedTurn {
        PlayedTurn {
            turn: game.turn.0,
            command: code(command),
            floor: game.floor,
            state_hash: state_hash(game),
            hunt_steps: hunt_steps(game),
        }
    }

    /// Returns the entry of this turn, which builds on the record of `epoch` and was played in a
    /// state of `state_hash`.
    pub(super) const fn entry(self, epoch: u32, state_hash: u16) -> Entry {
        Entry { epoch, turn: self.turn, state_hash, command: self.command }
    }
}

/// Hashes the state of a game: an entry of the journal is valid only in the state that it was
/// written for. The dice alone differ after every turn in which anything was rolled.
pub(super) fn state_hash(game: &Game) -> u16 {
    let body = &game.player.body;
    let player = [game.turn.0, u32::from(game.floor.number()), count(body.pos.index())];
    let more = [u32::from(body.hp.0), game.player.xp.0, count(game.player.pack.len())];
    let words = game.dice.state().into_iter().chain(player).chain(more);
    let monsters = game
        .current_floor
        .monsters
        .iter()
        .map(|monster| u32::from(monster.body.hp.0) << 16 | count(monster.body.pos.index()));
    fold_to_u16(words.chain(monsters).fold(FNV_START, fnv))
}

/// Sums the steps between the player and all hunters: the sum tells how long a turn takes to play.
pub(super) fn hunt_steps(game: &Game) -> u16 {
    let is_hunting = |ai_state: &AiState| matches!(ai_state, AiState::Hunting { .. });
    let hunters =
        game.current_floor.monsters.iter().filter(|monster| is_hunting(&monster.ai_state));
    let steps = hunters.map(|monster| monster.body.pos.steps_to(game.player.body.pos));
    steps.fold(0, |sum, steps| sum.saturating_add(steps.into()))
}

/// Measures a journal by the time it takes to replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct JournalLength {
    turns: u16,
    /// See [`JOURNAL_HUNT_STEPS_MAX`].
    hunt_steps: u16,
}

impl JournalLength {
    /// Adds a turn with so many steps between the player and the hunters.
    pub(super) const fn add(&mut self, hunt_steps: u16) {
        self.turns = self.turns.saturating_add(1);
        self.hunt_steps = self.hunt_steps.saturating_add(hunt_steps);
    }

    /// Returns whether a checkpoint should be written when the player is next idle.
    pub(super) const fn is_nearly_full(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX / 8 * 7 || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX / 8 * 7
    }

    /// Returns whether a checkpoint must be written.
    pub(super) const fn is_full(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX || self.hunt_steps >= JOURNAL_HUNT_STEPS_MAX
    }
}

/// Bytes of an entry at most.
pub(super) const ENTRY_BYTES_MAX: usize = 5 + 5 + 2 + 1;

const WAIT: u8 = as_u8(Direction::ALL.len());
const TAKE_OFF: u8 = WAIT + 1;
const USE: u8 = TAKE_OFF + as_u8(Slot::COUNT);
const WEAR: u8 = USE + PACK_SLOTS;
const DROP: u8 = WEAR + PACK_SLOTS;
const END: u8 = DROP + PACK_SLOTS;
const PACK_SLOTS: u8 = as_u8(PACK_MAX);
/// The code of an entry without a command. It follows those of the commands, so a new command moves it
/// and needs a new [`FORMAT_VERSION`](super::FORMAT_VERSION).
pub(super) const BASE: u8 = END;

#[expect(
    clippy::cast_possible_truncation,
    reason = "checked where it is computed: at compile time"
)]
const fn as_u8(count: usize) -> u8 {
    assert!(count <= u8::MAX as usize);
    count as u8
}

/// Encodes a command as one byte. Slots beyond the pack, which are refused anyway, become the last
/// one.
pub(super) fn code(command: Command) -> u8 {
    let slot_index = |index: u8| index.min(PACK_SLOTS - 1);
    match command {
        Command::Walk(direction) => direction as u8,
        Command::Wait => WAIT,
        Command::TakeOff(slot) => TAKE_OFF + slot as u8,
        Command::Use(index) => USE + slot_index(index),
        Command::Wear(index) => WEAR + slot_index(index),
        Command::Drop(index) => DROP + slot_index(index),
    }
}

/// Decodes a command; `None` when the byte stands for none.
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
