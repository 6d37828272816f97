//! The bestiary: the player's knowledge about each kind of monster, collected over all runs (H20).

use crate::content::MonsterKind;
use crate::geometry::TileSet;
use crate::limits::LATER_BYTES_MAX;
use crate::quantity::Floor;
use crate::rules::{Actor, Event, Events};
use crate::world::{Cause, Game, Outcome};
use core::ops::RangeInclusive;
use heapless::Vec;

/// The player's degree of knowledge about a kind of monster (H20).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Knowledge {
    /// Nothing is known, because the player has not met the kind.
    #[default]
    Unmet,
    /// The appearance and the ability of the kind are known.
    Met,
    /// The numbers of the kind are also known, on these floors.
    Studied {
        /// The lowest floor where the player looked at or fought a monster of the kind.
        lowest: Floor,
        /// The highest floor where the player looked at or fought a monster of the kind.
        highest: Floor,
    },
}

/// The page about one kind of monster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BestiaryEntry {
    /// The degree to which the kind is known.
    pub knowledge: Knowledge,
    /// The number of monsters of the kind that the player has killed; the count saturates.
    pub kills: u16,
    /// The number of runs that ended by an attack of the kind; the count saturates.
    pub deaths: u8,
}

/// The player's knowledge about each kind of monster, collected over all runs. [`Scores`](super::Scores) holds the
/// bestiary, but in a save the bestiary has a record of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bestiary {
    entries: [BestiaryEntry; MonsterKind::COUNT],
}

/// The size of an entry in a save, in bytes: the kills, the deaths, and the knowledge byte.
const ENTRY_BYTES: usize = 4;
/// The size of all entries in a save, in bytes.
const BESTIARY_BYTES: usize = MonsterKind::COUNT * ENTRY_BYTES;
/// The largest size of the bestiary's record, in bytes.
pub(super) const BESTIARY_BYTES_MAX: usize = BESTIARY_BYTES + LATER_BYTES_MAX;

/// The record of the bestiary: an entry for each kind, followed by the entries of kinds that a later version of the
/// game has added.
#[derive(Clone, Debug)]
pub(super) struct BestiaryRecord {
    bytes: Vec<u8, BESTIARY_BYTES_MAX>,
    /// True when the record differs from the record on the flash.
    pub(super) is_due: bool,
}

impl BestiaryRecord {
    /// Creates the record of an empty bestiary. This record need not be written.
    pub(super) fn new() -> BestiaryRecord {
        let bytes = Vec::from_slice(&[0; BESTIARY_BYTES]).expect("there is room");
        BestiaryRecord { bytes, is_due: false }
    }

    /// Takes the record that was found on the flash. Returns the bestiary in that record.
    pub(super) fn load(&mut self, record: &[u8]) -> Bestiary {
        let (bestiary, later) = Bestiary::read(record);
        *self = BestiaryRecord::new();
        self.bytes[..].copy_from_slice(&bestiary.bytes());
        // Drops bytes that do not fit; no version of the game writes that many.
        let room = self.bytes.capacity() - self.bytes.len();
        let _ = self.bytes.extend_from_slice(&later[..later.len().min(room)]);
        bestiary
    }

    /// Takes the current bestiary. The record becomes due if the bestiary has changed.
    pub(super) fn note(&mut self, bestiary: &Bestiary) {
        let (own, _) = self.bytes.split_at_mut(BESTIARY_BYTES);
        let bytes = bestiary.bytes();
        self.is_due |= own != bytes;
        own.copy_from_slice(&bytes);
    }

    /// Drops the entries of later versions of the game and becomes due, because the flash is about to be erased.
    pub(super) fn forget_later(&mut self) {
        self.bytes.truncate(BESTIARY_BYTES);
        self.is_due = true;
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// Two values of the knowledge byte: the player has not met the kind, and the player has met the kind without knowing
/// its numbers. In any other value, the low four bits are the lowest floor plus one, and the high four bits the highest
/// floor plus one.
const UNMET: u8 = 0;
const MET: u8 = 0x0F;

impl BestiaryEntry {
    const NEW: BestiaryEntry = BestiaryEntry { knowledge: Knowledge::Unmet, kills: 0, deaths: 0 };

    /// Returns whether the player has met this kind.
    pub(crate) fn is_met(&self) -> bool {
        self.knowledge != Knowledge::Unmet
    }

    /// Returns the floors on which the numbers of the kind are known; `None` if they are not known yet.
    pub const fn floors(&self) -> Option<RangeInclusive<Floor>> {
        match self.knowledge {
            Knowledge::Studied { lowest, highest } => Some(lowest..=highest),
            Knowledge::Met | Knowledge::Unmet => None,
        }
    }

    fn meet(&mut self) {
        if self.knowledge == Knowledge::Unmet {
            self.knowledge = Knowledge::Met;
        }
    }

    fn study(&mut self, floor: Floor) {
        let (lowest, highest) = match self.knowledge {
            Knowledge::Studied { lowest, highest } => (lowest.min(floor), highest.max(floor)),
            Knowledge::Met | Knowledge::Unmet => (floor, floor),
        };
        self.knowledge = Knowledge::Studied { lowest, highest };
    }

    fn bytes(self) -> [u8; ENTRY_BYTES] {
        let [low, high] = self.kills.to_le_bytes();
        let known = match self.knowledge {
            Knowledge::Unmet => UNMET,
            Knowledge::Met => MET,
            Knowledge::Studied { lowest, highest } => {
                (lowest.number() + 1) | ((highest.number() + 1) << 4)
            }
        };
        [low, high, self.deaths, known]
    }

    /// Reads an entry that [`bytes`](BestiaryEntry::bytes) wrote. If the floors are invalid, the numbers of the kind
    /// count as unknown.
    fn read([low, high, deaths, known]: [u8; ENTRY_BYTES]) -> BestiaryEntry {
        let floor = |number: u8| number.checked_sub(1).and_then(Floor::new);
        let floors = floor(known & 0x0F).zip(floor(known >> 4));
        let knowledge = match (known, floors) {
            (UNMET, _) => Knowledge::Unmet,
            (_, Some((lowest, highest))) if lowest <= highest => {
                Knowledge::Studied { lowest, highest }
            }
            _ => Knowledge::Met,
        };
        BestiaryEntry { knowledge, kills: u16::from_le_bytes([low, high]), deaths }
    }
}

impl Bestiary {
    /// An empty bestiary.
    pub const NEW: Bestiary = Bestiary { entries: [BestiaryEntry::NEW; MonsterKind::COUNT] };

    /// Returns the entry of `kind`.
    pub const fn entry(&self, kind: MonsterKind) -> &BestiaryEntry {
        kind.entry(&self.entries)
    }

    /// Returns the number of kinds that the player has met.
    pub fn met(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_met()).count()
    }

    /// Records that the player has looked at a monster of `kind` on `floor`.
    pub(crate) fn study(&mut self, kind: MonsterKind, floor: Floor) {
        kind.entry_mut(&mut self.entries).study(floor);
    }

    /// Records a turn: the kinds that the player fought or killed, the kinds in sight after the turn, and the kind that
    /// killed the player. `game` is the state after the turn.
    // Target: GBA. Not inlined: its local variables then take stack only during the call.
    #[inline(never)]
    pub(super) fn note_turn(&mut self, game: &Game, events: &Events, visible: &TileSet) {
        let left = events.iter().find_map(|event| match *event {
            Event::FloorEntered { from, .. } => Some(from),
            _ => None,
        });
        let floor = left.unwrap_or(game.floor());
        for event in events {
            if let Some(kind) = fought(event) {
                self.study(kind, floor);
            }
            if let Event::Slain { kind, by_player: true, .. } = *event {
                let entry = kind.entry_mut(&mut self.entries);
                entry.meet();
                entry.kills = entry.kills.saturating_add(1);
            }
        }
        for monster in &game.current_floor().monsters {
            if visible.contains(monster.body.pos) {
                monster.kind.entry_mut(&mut self.entries).meet();
            }
        }
        if game.outcome() == Outcome::Dead
            && let Some(Cause::Monster(kind)) = game.last_damage_cause()
        {
            let entry = kind.entry_mut(&mut self.entries);
            entry.meet();
            entry.deaths = entry.deaths.saturating_add(1);
        }
    }

    /// Returns the bytes of the bestiary in a save: four bytes for each kind, in the order of the kinds.
    fn bytes(&self) -> [u8; BESTIARY_BYTES] {
        let mut bytes = [0; BESTIARY_BYTES];
        let (places, _) = bytes.as_chunks_mut();
        for (place, entry) in places.iter_mut().zip(&self.entries) {
            *place = entry.bytes();
        }
        bytes
    }

    /// Reads entries in the format of [`bytes`](Bestiary::bytes) from the start of `from`. If `from` has fewer entries
    /// than there are kinds, the other kinds are unmet. Returns the bestiary, and the bytes after its entries.
    fn read(from: &[u8]) -> (Bestiary, &[u8]) {
        let (own, rest) = from.split_at(from.len().min(BESTIARY_BYTES));
        let mut bestiary = Bestiary::NEW;
        let (places, _) = own.as_chunks();
        for (entry, place) in bestiary.entries.iter_mut().zip(places) {
            *entry = BestiaryEntry::read(*place);
        }
        (bestiary, rest)
    }
}

/// Returns the kind of the monster that attacked the player, or that the player attacked, in this event; `None` for
/// other events.
const fn fought(event: &Event) -> Option<MonsterKind> {
    match *event {
        Event::Struck { attacker: Actor::Player, target: Actor::Monster(kind), .. }
        | Event::Struck { attacker: Actor::Monster(kind), target: Actor::Player, .. }
        | Event::Dodged { kind, .. }
        | Event::Shielded { kind, .. } => Some(kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // H20: reading an entry returns the entry that was written. An entry that was read from any knowledge byte, even an
    // invalid one, stays the same when it is written and read again.
    #[test]
    fn entries_are_read_as_they_were_written() {
        let (lowest, highest) = (Floor::LOBBY, Floor::THRONE);
        let all = [
            Knowledge::Unmet,
            Knowledge::Met,
            Knowledge::Studied { lowest, highest },
            Knowledge::Studied { lowest: highest, highest },
        ];
        for knowledge in all {
            let entry = BestiaryEntry { knowledge, kills: 515, deaths: 7 };
            assert_eq!(BestiaryEntry::read(entry.bytes()), entry);
        }
        for known in 0..=u8::MAX {
            let entry = BestiaryEntry::read([1, 2, 3, known]);
            assert_eq!(BestiaryEntry::read(entry.bytes()), entry, "{known}");
        }
    }

    // H20: if the save comes from a version of the game with fewer kinds, the missing kinds are unmet. The additional
    // entries of a version with more kinds are returned unread.
    #[test]
    fn other_games_have_other_kinds() {
        let mut bestiary = Bestiary::NEW;
        MonsterKind::ALL.into_iter().for_each(|kind| bestiary.study(kind, Floor::LOBBY));
        let bytes = bestiary.bytes();
        let (fewer, rest) = Bestiary::read(&bytes[..BESTIARY_BYTES - ENTRY_BYTES - 1]);
        assert_eq!((fewer.met(), rest), (MonsterKind::COUNT - 2, &[][..]));
        let more: std::vec::Vec<u8> = bytes.into_iter().chain([9; 5]).collect();
        assert_eq!(Bestiary::read(&more), (bestiary, &[9; 5][..]));
    }
}
