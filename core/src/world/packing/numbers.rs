//! Packs numbers, positions and statuses, and hashes words.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::Status;
use crate::geometry::Pos;
use crate::limits::{BONUS_MAX, STATUS_TURNS_MAX, STATUSES_RUNNING_MAX, TILES};
use crate::world::creature::Statuses;

pub(super) const POS_BITS: u32 = 12;
/// Room for 32 statuses.
const STATUS_BITS: u32 = 5;
const STATUS_TURNS_BITS: u32 = 7;
/// The number of bits that a small bonus takes.
const SHORT_BITS: u32 = 6;
/// The escape value for a bonus that does not fit into the short form. [`LONG_BITS`] more bits follow it.
const ESCAPE: u16 = (1 << SHORT_BITS) - 1;
/// The number of bits that follow the escape value: an absolute value up to [`BONUS_MAX`], and a sign.
const LONG_BITS: u32 = 11;
/// The greatest number of bits that a bonus takes.
pub(super) const BONUS_BITS_MAX: usize = (SHORT_BITS + LONG_BITS) as usize;
/// The greatest number of bits that the statuses of a creature take: their count in Elias gamma code, then each status
/// with its turns.
pub(crate) const STATUSES_BITS_MAX: usize = 2 * (STATUSES_RUNNING_MAX + 1).ilog2() as usize
    + 1
    + STATUSES_RUNNING_MAX * (STATUS_BITS + STATUS_TURNS_BITS) as usize;

const _: () = assert!(TILES <= 1 << POS_BITS);
const _: () = assert!((STATUS_TURNS_MAX as usize) < 1 << STATUS_TURNS_BITS);
const _: () = assert!(Status::COUNT <= 1 << STATUS_BITS);
const _: () = assert!(BONUS_MAX < 1 << (LONG_BITS - 1));

/// Packs a bonus, which is usually small. Refuses a bonus beyond [`BONUS_MAX`].
pub(super) fn pack_bonus(bits: &mut BitWriter<'_>, bonus: i16) {
    if bonus.unsigned_abs() > BONUS_MAX {
        return bits.refuse();
    }
    let number = (bonus << 1 ^ bonus >> 15).cast_unsigned();
    bits.put(u32::from(number.min(ESCAPE)), SHORT_BITS);
    if number >= ESCAPE {
        bits.put(u32::from(number), LONG_BITS);
    }
}

pub(super) fn unpack_bonus(bits: &mut BitReader<'_>) -> Result<i16, Malformed> {
    let number = match bits.get_u16(SHORT_BITS)? {
        ESCAPE => bits.get_u16(LONG_BITS)?,
        number => number,
    };
    let bonus = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
    ensure(bonus.unsigned_abs() <= BONUS_MAX)?;
    Ok(bonus)
}

pub(crate) fn pack_pos(bits: &mut BitWriter<'_>, pos: Pos) {
    bits.put(count(pos.index()), POS_BITS);
}

pub(crate) fn unpack_pos(bits: &mut BitReader<'_>) -> Result<Pos, Malformed> {
    let index = bits.get(POS_BITS)? as usize;
    ensure(index < TILES)?;
    Ok(Pos::from_index(index))
}

pub(crate) const fn ensure(holds: bool) -> Result<(), Malformed> {
    if holds { Ok(()) } else { Err(Malformed) }
}

pub(crate) fn count(length: usize) -> u32 {
    u32::try_from(length).expect("every capacity is far below 2³²")
}

/// Packs the running statuses: their count, then each status with its turns.
pub(crate) fn pack_statuses(bits: &mut BitWriter<'_>, statuses: &Statuses) {
    bits.put_gamma(count(statuses.running().count()) + 1);
    for (status, turns) in statuses.running() {
        bits.put(status as u32, STATUS_BITS);
        bits.put(u32::from(turns), STATUS_TURNS_BITS);
    }
}

pub(crate) fn unpack_statuses(bits: &mut BitReader<'_>) -> Result<Statuses, Malformed> {
    let mut statuses = Statuses::NONE;
    let mut next = 0;
    for _ in 1..bits.get_gamma()? {
        let code = bits.get(STATUS_BITS)?;
        let status = *Status::ALL.get(code as usize).ok_or(Malformed)?;
        let turns = bits.get_u8(STATUS_TURNS_BITS)?;
        // Statuses must be stored in order, which rules out duplicates.
        ensure(code >= next && (1..=STATUS_TURNS_MAX).contains(&turns))?;
        next = code + 1;
        statuses.set(status, turns);
    }
    Ok(statuses)
}

/// Fowler, Noll and Vo's 32-bit offset basis.
pub(crate) const FNV_START: u32 = 0x811C_9DC5;

/// Adds a word to a hash, by a variant of FNV-1a that takes words instead of bytes. Hashing words is faster on 32-bit
/// machines, and the hash still distinguishes states well enough.
pub(crate) const fn fnv(hash: u32, word: u32) -> u32 {
    let hash = (hash ^ word).wrapping_mul(0x0100_0193);
    hash ^ hash >> 15
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are in the low one")]
pub(crate) const fn fold_to_u16(hash: u32) -> u16 {
    (hash ^ hash >> 16) as u16
}
