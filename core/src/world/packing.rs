//! Packs a floor as bits: first the explored tiles, then the states of the tiles that play can change, such as doors
//! and vents, then creatures, items and spills. Reading checks all of these, except the explored tiles, against the
//! terrain, and fails if the floor would be invalid.

mod explored;
mod inhabitants;
mod items;
mod monster;
mod numbers;
mod terrain;

pub(crate) use inhabitants::{SAVED_CAMERA_TURNS_MAX, SAVED_GUARD_TURNS_MAX, SAVED_SLIPS_MAX};
pub(crate) use items::{ITEM_BITS_MAX, can_hold_item, pack_item, unpack_item};
pub(crate) use numbers::{
    FNV_START, STATUSES_BITS_MAX, count, ensure, fnv, fold_to_u16, pack_pos, pack_statuses,
    unpack_pos, unpack_statuses,
};
pub(crate) use terrain::{TerrainDigest, is_changeable, terrain_hash};

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::geometry::TileSet;
use crate::quantity::Floor;
use crate::world::floor::{FloorState, LaterNumbers, Monsters, Spills, Throne, Vented};
use crate::world::map::Terrain;
use crate::world::pack::GroundItems;
use explored::{EXPLORED_BITS_MAX, pack_explored, pack_explored_slowly, unpack_explored};
use heapless::Vec;
use inhabitants::{INHABITANTS_BITS_MAX, Inhabitants, pack_inhabitants, unpack_inhabitants};
use terrain::{
    CHANGEABLE_BITS_MAX, CHANGEABLE_MAX, changeable, pack_changeable, unpack_changeable,
};

/// The greatest number of bits that a packed floor takes.
pub(crate) const FLOOR_BITS_MAX: usize =
    EXPLORED_BITS_MAX + CHANGEABLE_BITS_MAX + INHABITANTS_BITS_MAX;

/// The greatest number of bytes that a packed floor takes.
pub(crate) const STORED_FLOOR_BYTES_MAX: usize = FLOOR_BITS_MAX.div_ceil(8);

/// Writes the differences between a floor and its generated state. `changeable` must hold all tiles that play can
/// change.
pub(crate) fn pack_floor(bits: &mut BitWriter<'_>, floor: &FloorState, changeable: &TileSet) {
    pack_explored(bits, floor.map.explored());
    for pos in changeable.iter() {
        pack_changeable(bits, floor.map.terrain(pos));
    }
    pack_inhabitants(bits, &Inhabitants::of(floor));
}

/// A floor that the player has left (W11): its explored tiles, the changes to its terrain, and its monsters, items and
/// spills. The floor is packed as in a save. Unpacking it needs the floor's terrain: see
/// [`Game::rebuild_floor`](crate::Game::rebuild_floor).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFloor {
    /// The hash of the floor's terrain.
    pub(crate) terrain_hash: u16,
    /// The number of monsters alive on the floor. This number decides whether the floor has room for followers (M7).
    pub(crate) alive: u8,
    pub(crate) bytes: Vec<u8, STORED_FLOOR_BYTES_MAX>,
}

impl StoredFloor {
    /// Returns the number of monsters alive on the floor (M7).
    pub fn alive(&self) -> usize {
        usize::from(self.alive)
    }
}

impl FloorState {
    /// Packs the changes of the floor since its generation. The seed determines everything else. Returns `None` if the
    /// floor holds more than the rules allow.
    pub fn to_stored(&self) -> Option<StoredFloor> {
        let digest = TerrainDigest::of(&self.map);
        let alive = u8::try_from(self.alive()).ok()?;
        let mut stored = StoredFloor { terrain_hash: digest.hash, alive, bytes: Vec::new() };
        stored.bytes.resize_default(STORED_FLOOR_BYTES_MAX).expect("as many as there is room for");
        let mut bits = BitWriter::new(&mut stored.bytes);
        pack_floor(&mut bits, self, &digest.changeable);
        let length = bits.finish()?;
        stored.bytes.truncate(length);
        Some(stored)
    }

    /// Applies the stored changes to this state, which must be the freshly generated `floor` (W11). Fails if the
    /// changes do not fit the terrain of the floor. After a failure, the floor must be generated again.
    pub(crate) fn restore(&mut self, floor: Floor, stored: &StoredFloor) -> Result<(), Malformed> {
        self.put_back(floor, stored)?;
        // All monsters come out of the vents when the player leaves a floor (W15).
        ensure(self.vented.is_empty())
    }

    /// Works like [`restore`](FloorState::restore), but for a floor that the player has not left. On such a floor,
    /// monsters may be in the vents.
    pub(crate) fn put_back(&mut self, floor: Floor, stored: &StoredFloor) -> Result<(), Malformed> {
        ensure(terrain_hash(&self.map) == stored.terrain_hash)?;
        let mut bits = BitReader::new(&stored.bytes);
        unpack_floor(&mut bits, floor, self)?;
        ensure(self.alive() == stored.alive())?;
        bits.finish()
    }
}

/// A copy of the changes of a floor. Play can go on and change the floor while the copy is packed.
#[derive(Clone, Debug)]
pub(crate) struct FloorDelta {
    seen: TileSet,
    /// The terrain of the changeable tiles, in the order of the tiles. `None` if there are more such tiles than
    /// validation accepts.
    changeable: Option<Vec<Terrain, CHANGEABLE_MAX>>,
    monsters: Monsters,
    vented: Vented,
    items: GroundItems,
    spills: Spills,
    throne: Throne,
    camera_turns: u8,
    later: LaterNumbers,
}

impl FloorDelta {
    pub(crate) const NONE: FloorDelta = FloorDelta {
        seen: TileSet::EMPTY,
        changeable: None,
        monsters: Monsters::new(),
        vented: Vented::new(),
        items: GroundItems::new(),
        spills: Spills::new(),
        throne: Throne::UNSEEN,
        camera_turns: 0,
        later: LaterNumbers::new(),
    };

    /// Copies the changes of `floor`. `changeable` must hold all tiles of the floor that play can change.
    pub(crate) fn take(&mut self, floor: &FloorState, changeable: &TileSet) {
        self.seen.clone_from(floor.map.explored());
        let tiles = self.changeable.get_or_insert_default();
        tiles.clear();
        if changeable.iter().any(|pos| tiles.push(floor.map.terrain(pos)).is_err()) {
            self.changeable = None;
        }
        self.monsters.clone_from(&floor.monsters);
        self.vented.clone_from(&floor.vented);
        self.items.clone_from(&floor.items);
        self.spills.clone_from(&floor.spills);
        self.throne = floor.throne;
        self.camera_turns = floor.camera_turns;
        self.later.clone_from(&floor.later);
    }

    /// Packs like [`pack_floor`], but pauses regularly, so that the game can go on meanwhile. Returns `None` if the
    /// floor has more changeable tiles than validation accepts.
    pub(crate) async fn pack(&self, bits: &mut BitWriter<'_>) -> Option<()> {
        let changeable = self.changeable.as_ref()?;
        pack_explored_slowly(bits, &self.seen).await;
        changeable.iter().for_each(|&terrain| pack_changeable(bits, terrain));
        pack_inhabitants(
            bits,
            &Inhabitants {
                monsters: &self.monsters,
                vented: &self.vented,
                items: &self.items,
                spills: &self.spills,
                throne: self.throne,
                camera_turns: self.camera_turns,
                later: &self.later,
            },
        );
        Some(())
    }
}

/// Reads a floor that [`pack_floor`] wrote, and applies it to `state`, which must be the freshly generated `floor`.
pub(crate) fn unpack_floor(
    bits: &mut BitReader<'_>,
    floor: Floor,
    state: &mut FloorState,
) -> Result<(), Malformed> {
    *state.map.explored_mut() = unpack_explored(bits)?;
    for pos in changeable(&state.map).iter() {
        unpack_changeable(bits, &mut state.map, pos)?;
    }
    unpack_inhabitants(bits, floor, state)
}
