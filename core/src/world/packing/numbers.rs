//! Packs numbers, positions and statuses, and hashes words.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::Status;
use crate::geometry::Pos;
use crate::limits::{STATUS_TURNS_MAX, TILES};
use crate::world::Statuses;

pub(super) const POS_BITS: u32 = 12;
const STATUS_BITS: u32 = 7;
/// Bits of a number that is mostly small.
const SHORT_BITS: u32 = 6;
/// Escapes a number that does not fit its few bits: 16 bits follow.
const ESCAPE: u16 = (1 << SHORT_BITS) - 1;
/// Bits of a number that is mostly small, at most.
pub(super) const ESCAPED_BITS_MAX: usize = SHORT_BITS as usize + 16;
/// Bits of the statuses of a creature at most.
pub(crate) const STATUSES_BITS_MAX: usize = 1 + Status::COUNT * STATUS_BITS as usize;

const _: () = assert!(TILES <= 1 << POS_BITS);
const _: () = assert!((STATUS_TURNS_MAX as usize) < 1 << STATUS_BITS);

/// Packs a number that is mostly small.
pub(super) fn pack_escaped(bits: &mut BitWriter<'_>, number: u16) {
    bits.put(u32::from(number.min(ESCAPE)), SHORT_BITS);
    if number >= ESCAPE {
        bits.put(u32::from(number), 16);
    }
}

pub(super) fn unpack_escaped(bits: &mut BitReader<'_>) -> Result<u16, Malformed> {
    match bits.get_u16(SHORT_BITS)? {
        ESCAPE => bits.get_u16(16),
        number => Ok(number),
    }
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

pub(crate) fn pack_statuses(bits: &mut BitWriter<'_>, statuses: &Statuses) {
    let has_any = *statuses != Statuses::NONE;
    bits.put_bool(has_any);
    for status in Status::ALL.into_iter().filter(|_| has_any) {
        bits.put(u32::from(statuses.turns_left(status)), STATUS_BITS);
    }
}

pub(crate) fn unpack_statuses(bits: &mut BitReader<'_>) -> Result<Statuses, Malformed> {
    let mut statuses = Statuses::NONE;
    if bits.get_bool()? {
        for status in Status::ALL {
            let turns = bits.get_u8(STATUS_BITS)?;
            ensure(turns <= STATUS_TURNS_MAX)?;
            statuses.set(status, turns);
        }
    }
    Ok(statuses)
}

/// Fowler, Noll and Vo's 32-bit offset basis.
pub(crate) const FNV_START: u32 = 0x811C_9DC5;

/// Adds a word to a hash by FNV-1a over words instead of bytes, because that is faster on 32-bit
/// machines and tells states apart well enough.
pub(crate) const fn fnv(hash: u32, word: u32) -> u32 {
    let hash = (hash ^ word).wrapping_mul(0x0100_0193);
    hash ^ hash >> 15
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are in the low one")]
pub(crate) const fn fold_to_u16(hash: u32) -> u16 {
    (hash ^ hash >> 16) as u16
}
