//! Packs the changes to the terrain, and detects terrain that another version of the game has generated.

use super::numbers::{FNV_START, fnv, fold_to_u16};
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::geometry::{Pos, TileSet};
use crate::limits::{DOORS_MAX, FIXTURES_MAX};
use crate::world::map::{Map, Terrain};

/// The number of bits that a door takes. A door is closed, open or locked.
const DOOR_BITS: u32 = 2;
/// The greatest number of tiles of a floor that play can change.
pub(super) const CHANGEABLE_MAX: usize = DOORS_MAX + FIXTURES_MAX;
/// The greatest number of bits that the changeable tiles take. A door takes [`DOOR_BITS`] bits; any other tile takes
/// one bit.
pub(super) const CHANGEABLE_BITS_MAX: usize = DOORS_MAX * DOOR_BITS as usize + FIXTURES_MAX;

/// Packs the current state of a changeable tile.
pub(super) fn pack_changeable(bits: &mut BitWriter<'_>, terrain: Terrain) {
    match terrain {
        Terrain::DoorClosed => bits.put(0, DOOR_BITS),
        Terrain::DoorOpen => bits.put(1, DOOR_BITS),
        Terrain::DoorLocked => bits.put(2, DOOR_BITS),
        other => bits.put_bool(other != other.origin()),
    }
}

/// Decodes the current state of the changeable tile at `pos`. Before the call, the map must hold the generated state of
/// this tile.
pub(super) fn unpack_changeable(
    bits: &mut BitReader<'_>,
    map: &mut Map,
    pos: Pos,
) -> Result<(), Malformed> {
    let generated = map.terrain(pos);
    if !generated.is_door() {
        if bits.get_bool()? {
            map.set(pos, generated.changed().ok_or(Malformed)?);
        }
        return Ok(());
    }
    let terrain = match bits.get(DOOR_BITS)? {
        0 => Terrain::DoorClosed,
        1 => Terrain::DoorOpen,
        2 if generated == Terrain::DoorLocked => Terrain::DoorLocked,
        _ => return Err(Malformed),
    };
    map.set(pos, terrain);
    Ok(())
}

/// A digest of the terrain of a floor, for the floor's record in a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TerrainDigest {
    /// The tiles that play can change, such as doors, vents and cables.
    pub(crate) changeable: TileSet,
    /// The hash of the terrain; see [`terrain_hash`].
    pub(crate) hash: u16,
}

impl TerrainDigest {
    pub(crate) const UNKNOWN: TerrainDigest = TerrainDigest { changeable: TileSet::EMPTY, hash: 0 };

    pub(crate) fn of(map: &Map) -> TerrainDigest {
        TerrainDigest { changeable: changeable(map), hash: terrain_hash(map) }
    }
}

/// Hashes the terrain of a floor as it was generated, with every door closed. If another version of the game generates
/// different terrain from the same seed, the hash differs, and stored changes do not apply.
pub(crate) fn terrain_hash(map: &Map) -> u16 {
    let tiles = map.tiles().iter().map(|&terrain| terrain.origin() as u8);
    fold_to_u16(tiles.fold(FNV_START, |hash, tile| fnv(hash, u32::from(tile))))
}

/// Returns all tiles of a floor that play can change, whatever their current state.
pub(super) fn changeable(map: &Map) -> TileSet {
    let mut changeable = TileSet::EMPTY;
    for pos in map.positions_of(is_changeable) {
        changeable.insert(pos);
    }
    changeable
}

/// Returns whether play can change this terrain.
pub(crate) const fn is_changeable(terrain: Terrain) -> bool {
    terrain.is_door() || terrain.origin().changed().is_some()
}
