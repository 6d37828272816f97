//! The journal: every command since the last record of the run, in a few bytes each.

use crate::content::Slot;
use crate::content::grafts::GRAFTS_OFFERED;
use crate::geometry::{Direction, Pos};
use crate::limits::{JOURNAL_SEARCH_STEPS_MAX, JOURNAL_TURNS_MAX, PACK_MAX, TILES};
use crate::quantity::Floor;
use crate::rules::Command;
use crate::world::packing::{FNV_START, count, fnv, fold_to_u16};
use crate::world::{AiState, Game, Monster};
use serde::{Deserialize, Serialize};

/// A journal entry: a command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JournalEntry {
    /// The epoch of the run's record that the entry continues.
    pub(super) epoch: u32,
    /// The number of the turn that the command played.
    pub(super) turn: u32,
    /// The hash of the state before the turn.
    pub(super) state_hash: u16,
    /// The command, encoded by [`code`].
    pub(super) command: u32,
}

/// The data of an entry: its turn, its hash and its command.
#[derive(Serialize, Deserialize)]
struct EntryData(u32, #[serde(with = "postcard::fixint::le")] u16, u32);

impl JournalEntry {
    /// Writes the data of an entry.
    pub(super) fn write<'a>(&self, into: &'a mut [u8; ENTRY_BYTES_MAX]) -> &'a [u8] {
        let data = EntryData(self.turn, self.state_hash, self.command);
        postcard::to_slice(&data, into).expect("the room is computed to suffice")
    }

    /// Reads the data of an entry of this epoch; `None` if it is invalid.
    pub(super) fn read(epoch: u32, data: &[u8]) -> Option<JournalEntry> {
        let EntryData(turn, state_hash, command) = postcard::from_bytes(data).ok()?;
        Some(JournalEntry { epoch, turn, state_hash, command })
    }
}

/// All data about a turn that the journal needs. With this copy, the turn can be appended even after the game has gone
/// on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    turn: u32,
    command: u32,
    /// The floor after the turn.
    pub(super) floor: Floor,
    /// The hash of the state after the turn.
    pub(super) state_hash: u16,
    /// The result of [`search_steps`] after the turn.
    pub(super) search_steps: u16,
}

impl PlayedTurn {
    /// Records the last turn of `game`, in which `command` was played.
    pub fn new(command: Command, game: &Game) -> PlayedTurn {
        PlayedTurn {
            turn: game.turn.0,
            command: code(command),
            floor: game.floor,
            state_hash: state_hash(game),
            search_steps: search_steps(game),
        }
    }

    /// Returns the entry of this turn. `epoch` is the epoch of the run's record that the entry continues, and
    /// `state_hash` is the hash of the state before the turn.
    pub(super) const fn entry(self, epoch: u32, state_hash: u16) -> JournalEntry {
        JournalEntry { epoch, turn: self.turn, state_hash, command: self.command }
    }
}

/// Hashes the essential state of a game: its dice, turn and floor; the experience and the number of items in the pack;
/// and the positions and hit points of the player and the monsters. A journal entry is valid only in the state for
/// which it was written.
pub(super) fn state_hash(game: &Game) -> u16 {
    let body = &game.player.body;
    let player = [game.turn.0, u32::from(game.floor.number()), count(body.pos.index())];
    let more = [u32::from(body.hp.0), game.player.xp.0, count(game.player.pack.len())];
    let words = game.dice.state().into_iter().chain(player).chain(more);
    let floor = &game.current_floor;
    let vented = floor.vented.iter().map(|vented| &vented.monster);
    let monsters = floor
        .monsters
        .iter()
        .chain(vented)
        .map(|monster| u32::from(monster.body.hp.0) << 16 | count(monster.body.pos.index()));
    fold_to_u16(words.chain(monsters).fold(FNV_START, fnv))
}

/// Estimates the number of steps of the monsters' path searches in a turn. The more steps, the longer the replay of the
/// turn takes. The search of a hunting monster ends at the player. Bait counts as three times its luring radius (I9),
/// because the search around bait covers every tile within that radius.
pub(super) fn search_steps(game: &Game) -> u16 {
    let floor = &game.current_floor;
    let is_hunting = |monster: &&Monster| matches!(monster.ai_state, AiState::Hunting { .. });
    let hunters = floor.monsters.iter().filter(is_hunting);
    let steps = hunters.map(|monster| monster.body.pos.steps_to(game.player.body.pos));
    let hunted = steps.fold(0, |sum: u16, steps| sum.saturating_add(steps.into()));
    let lured = if floor.bait().next().is_some() { 3 * u16::from(game.cheese_radius()) } else { 0 };
    hunted.saturating_add(lured)
}

/// The length of a journal in turns and in search steps. Together, they decide how long the replay takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct JournalLength {
    turns: u16,
    /// The sum of the search steps; the sum saturates.
    search_steps: u16,
}

impl JournalLength {
    /// Adds a turn with this many search steps.
    pub(super) const fn add(&mut self, search_steps: u16) {
        self.turns = self.turns.saturating_add(1);
        self.search_steps = self.search_steps.saturating_add(search_steps);
    }

    /// Returns the number of turns.
    pub(super) const fn turns(self) -> u16 {
        self.turns
    }

    /// Returns whether a checkpoint should be written when the player is next idle.
    pub(super) const fn is_nearly_full(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX / 8 * 7
            || self.search_steps >= JOURNAL_SEARCH_STEPS_MAX / 8 * 7
    }

    /// Returns whether a checkpoint must be written.
    pub(super) const fn is_full(self) -> bool {
        self.turns >= JOURNAL_TURNS_MAX || self.search_steps >= JOURNAL_SEARCH_STEPS_MAX
    }
}

/// The largest size of an entry, in bytes: the code of a command is below 2²¹.
pub(super) const ENTRY_BYTES_MAX: usize = 5 + 2 + 3;

const WAIT: u32 = as_u32(Direction::ALL.len());
const TAKE_OFF: u32 = WAIT + 1;
const USE: u32 = TAKE_OFF + as_u32(Slot::COUNT);
const WEAR: u32 = USE + PACK_SLOTS;
const DROP: u32 = WEAR + PACK_SLOTS;
const GRAFT: u32 = DROP + PACK_SLOTS;
const END: u32 = GRAFT + as_u32(GRAFTS_OFFERED);
const PACK_SLOTS: u32 = as_u32(PACK_MAX);
/// The first code of a throw.
const THROW: u32 = 1 << 14;
/// The first code of a deed.
const DEED: u32 = THROW + PACK_SLOTS * as_u32(TILES);
const DEED_END: u32 = DEED + as_u32(TILES);

const _: () = assert!(END <= THROW && DEED_END <= 1 << 21);

#[expect(clippy::cast_possible_truncation, reason = "all that is counted here is below 2¹⁶")]
const fn as_u32(count: usize) -> u32 {
    assert!(count <= u16::MAX as usize);
    count as u32
}

/// Encodes a command. An index beyond the pack becomes the index of the last slot; the game refuses such a command
/// anyway.
pub(super) fn code(command: Command) -> u32 {
    let slot_index = |index: u8| u32::from(index).min(PACK_SLOTS - 1);
    match command {
        Command::Walk(direction) => direction as u32,
        Command::Wait => WAIT,
        Command::TakeOff(slot) => TAKE_OFF + slot as u32,
        Command::Use(index) => USE + slot_index(index),
        Command::Wear(index) => WEAR + slot_index(index),
        Command::Drop(index) => DROP + slot_index(index),
        Command::Graft(index) => GRAFT + u32::from(index).min(as_u32(GRAFTS_OFFERED) - 1),
        Command::Deed(at) => DEED + count(at.index()),
        Command::Throw(index, at) => THROW + slot_index(index) * count(TILES) + count(at.index()),
    }
}

/// Decodes a command; `None` if the number is invalid.
pub(super) fn command(code: u32) -> Option<Command> {
    let below = |first: u32| u8::try_from(code - first).ok();
    Some(match code {
        0..WAIT => Command::Walk(Direction::ALL[code as usize]),
        WAIT => Command::Wait,
        TAKE_OFF..USE => Command::TakeOff(Slot::ALL[(code - TAKE_OFF) as usize]),
        USE..WEAR => Command::Use(below(USE)?),
        WEAR..DROP => Command::Wear(below(WEAR)?),
        DROP..GRAFT => Command::Drop(below(DROP)?),
        GRAFT..END => Command::Graft(below(GRAFT)?),
        DEED..DEED_END => Command::Deed(Pos::from_index((code - DEED) as usize)),
        THROW..DEED => {
            let (slot, tile) = ((code - THROW) / count(TILES), (code - THROW) % count(TILES));
            Command::Throw(u8::try_from(slot).ok()?, Pos::from_index(tile as usize))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_a_command_and_back() {
        for number in (0..END).chain(THROW..DEED_END) {
            assert_eq!(command(number).map(code), Some(number));
        }
        for none in [END, THROW - 1, DEED_END, u32::MAX] {
            assert_eq!(command(none), None);
        }
    }
}
