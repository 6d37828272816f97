//! Autotiling: selects the tile that each map cell shows. The tiles are only decoration: no rule depends on them (W6).

use crate::dice::mix;
use crate::geometry::{Pos, TileSet, tiles_of_word};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, ROW_WORDS, TILES};
use crate::raster::kernels::TileIndex;
use crate::world::{Game, Map, Terrain};
use core::ops::Range;
use musrex_assets::terrain::{DEEP_WALL, STRAIGHT_FACE, Tileset, neighbour, wall_shape};

/// The key of the cache: a floor of a particular run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FloorKey {
    seed: u64,
    floor: u8,
}

/// Caches the tile index of each cell of a floor. The index follows from the run and the position, and for a wall also
/// from the wall's explored neighbours. Recomputing the indices for each frame would take as long as drawing.
#[derive(Clone, Debug)]
pub struct AutotileCache {
    /// The floor whose tiles are in the cache; `None` if the cache is empty.
    key: Option<FloorKey>,
    known: TileSet,
    walls: TileSet,
    features: TileSet,
    tiles: [TileIndex; TILES],
}

impl AutotileCache {
    /// An empty cache.
    pub const EMPTY: AutotileCache = AutotileCache {
        key: None,
        known: TileSet::EMPTY,
        walls: TileSet::EMPTY,
        features: TileSet::EMPTY,
        tiles: [TileIndex(Tileset::GROUND); TILES],
    };

    /// Updates the cache with newly explored cells, or rebuilds it for another floor.
    // Target: GBA. Not inlined: takes its bit sets off the small stack before the map is drawn.
    #[inline(never)]
    pub fn update(&mut self, game: &Game) {
        let map = &game.current_floor().map;
        let key = FloorKey { seed: game.seed(), floor: game.floor().number() };
        let mut new = [0; FRAMED_WORDS];
        let changed = match self.diff_explored(map.explored(), &mut new) {
            Some(changed) if self.key == Some(key) => changed,
            _ => {
                self.key = Some(key);
                self.reset_floor(key, map);
                new[ROW_WORDS..][..WORDS].copy_from_slice(self.known.rows().as_flattened());
                0..WORDS
            }
        };
        if !changed.is_empty() {
            self.autotile_walls(key, &new, changed);
        }
    }

    /// Stores `explored` as the known cells. Writes the newly explored cells to `new`, and returns the range of words
    /// that contain them. Returns `None` if a known cell is no longer explored, because the floor must then have
    /// changed.
    // Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
    #[inline(never)]
    fn diff_explored(
        &mut self,
        explored: &TileSet,
        new: &mut [u32; FRAMED_WORDS],
    ) -> Option<Range<usize>> {
        let (mut first, mut end, mut lost) = (WORDS, 0, 0);
        let known = self.known.rows_mut().as_flattened_mut().iter_mut();
        let explored = explored.rows().as_flattened();
        for (index, (known, &explored)) in known.zip(explored).enumerate() {
            if *known != explored {
                lost |= *known & !explored;
                new[ROW_WORDS + index] = explored & !*known;
                *known = explored;
                (first, end) = (first.min(index), index + 1);
            }
        }
        (lost == 0).then_some(first..end)
    }

    /// Selects the tiles of all cells except walls, for a new floor.
    // Target: GBA. Not inlined: keeps the rare case out of the code of the common case.
    #[inline(never)]
    fn reset_floor(&mut self, key: FloorKey, map: &Map) {
        self.known.clone_from(map.explored());
        let width = usize::from(MAP_WIDTH);
        let mut index = 0;
        for (walls, features) in self.walls.rows_mut().iter_mut().zip(self.features.rows_mut()) {
            (*walls, *features) = ([0; ROW_WORDS], [0; ROW_WORDS]);
            for x in 0..width {
                let bit = 1 << (x % 32);
                match map.tiles()[index] {
                    Terrain::Wall => walls[x / 32] |= bit,
                    Terrain::Ground => {
                        let above = map.tiles()[index - width];
                        let is_shaded = above == Terrain::Wall || above.is_fixture();
                        self.tiles[index] = TileIndex::for_ground(is_shaded, variation(key, index));
                    }
                    // A fixture is drawn over its wall.
                    fixture if fixture.is_fixture() => {
                        walls[x / 32] |= bit;
                        features[x / 32] |= bit;
                    }
                    _ => {
                        features[x / 32] |= bit;
                        self.tiles[index] = TileIndex(Tileset::GROUND);
                    }
                }
                index += 1;
            }
        }
    }

    /// Autotiles the walls in `new` and the walls next to a cell in `new`. The words in `changed` must contain all of
    /// `new`.
    // Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
    #[inline(never)]
    fn autotile_walls(&mut self, key: FloorKey, new: &[u32; FRAMED_WORDS], changed: Range<usize>) {
        const REACH: usize = ROW_WORDS + 1;
        let words = changed.start.saturating_sub(REACH)..(changed.end + REACH).min(WORDS);
        let three = |rows: &[u32]| rows[0] | rows[ROW_WORDS] | rows[2 * ROW_WORDS];
        let rows = &new[words.start..words.end + 2 * ROW_WORDS];
        let mut columns = rows.windows(2 * ROW_WORDS + 1).map(three);
        let (mut before, mut here) = (0, columns.next().unwrap_or(0));
        for index in words {
            // The bits past the ends of a row stand for no cell.
            let after = columns.next().unwrap_or(0);
            let near = here | here << 1 | before >> 31 | here >> 1 | after << 31;
            (before, here) = (here, after);
            if near != 0 {
                let (known, walls) = (self.known.rows(), self.walls.rows());
                let walls = known.as_flattened()[index] & walls.as_flattened()[index];
                tiles_of_word(index, near & walls).for_each(|pos| self.autotile_wall(key, pos));
            }
        }
    }

    /// Autotiles one wall.
    // Target: GBA. Not inlined: the linker script puts it into fast memory by its name.
    #[inline(never)]
    fn autotile_wall(&mut self, key: FloorKey, pos: Pos) {
        let shape = SHAPES[self.open_neighbours(pos) as usize];
        self.tiles[pos.index()] = TileIndex::for_wall(shape, || variation(key, pos.index()));
    }

    /// Returns a bit for each of the nine cells at and around `pos`, row by row, with the top left cell in the lowest
    /// bit. A bit is set if the cell is known and is not a wall. Unknown cells count as walls, so that a wall reveals
    /// nothing behind it. Cells beyond the floor also count as walls.
    fn open_neighbours(&self, pos: Pos) -> u32 {
        let (known, walls) = (self.known.rows().as_flattened(), self.walls.rows().as_flattened());
        let open = |index: usize| match (known.get(index), walls.get(index)) {
            (Some(known), Some(walls)) => known & !walls,
            _ => 0,
        };
        // The column to the left, counted from one word before the first column, so that the number is never negative.
        let column = usize::from(pos.x()) + 31;
        let middle = (usize::from(pos.y()) * ROW_WORDS + column / 32).wrapping_sub(1);
        let mut around = 0;
        for row in [middle.wrapping_sub(ROW_WORDS), middle, middle.wrapping_add(ROW_WORDS)] {
            let mut three = open(row) >> (column % 32);
            if column % 32 > 29 {
                three |= open(row.wrapping_add(1)) << (32 - column % 32);
            }
            around = around >> 3 | (three & 7) << 6;
        }
        around
    }

    /// Returns the tile indices of row `y`.
    pub(super) fn row(&self, y: usize) -> &[TileIndex] {
        let width = usize::from(MAP_WIDTH);
        &self.tiles[y * width..][..width]
    }

    /// Returns the explored cells.
    pub(super) const fn known(&self) -> &TileSet {
        &self.known
    }

    /// Returns the cells that are neither [`Terrain::Wall`] nor [`Terrain::Ground`], explored or not. Each of these
    /// cells is drawn as its current terrain, which may change. Its tile index is the index of the ground below or, for
    /// a fixture, of the wall behind.
    pub(super) const fn features(&self) -> &TileSet {
        &self.features
    }
}

/// The number of words in a [`TileSet`].
const WORDS: usize = ROW_WORDS * MAP_HEIGHT as usize;

/// The number of words in a [`TileSet`] with an empty row above and an empty row below.
const FRAMED_WORDS: usize = WORDS + 2 * ROW_WORDS;

/// The wall shape for each value of [`AutotileCache::open_neighbours`].
static SHAPES: [u8; 512] = {
    use neighbour::*;
    const AROUND: [u8; 9] =
        [NORTH_WEST, NORTH, NORTH_EAST, WEST, 0, EAST, SOUTH_WEST, SOUTH, SOUTH_EAST];
    let mut shapes = [0; 512];
    let mut open = 0;
    while open < shapes.len() {
        let (mut solid, mut place) = (0, 0);
        while place < AROUND.len() {
            if open >> place & 1 == 0 {
                solid |= AROUND[place];
            }
            place += 1;
        }
        shapes[open] = wall_shape(solid);
        open += 1;
    }
    shapes
};

/// Returns the hash that selects one of the variants of a tile.
fn variation(FloorKey { seed, floor }: FloorKey, index: usize) -> u16 {
    let place = u64::from(floor) << 16 | index as u64;
    let [a, b, ..] = mix(seed ^ place).to_le_bytes();
    u16::from_le_bytes([a, b])
}

impl TileIndex {
    fn for_wall(shape: u8, variation: impl Fn() -> u16) -> TileIndex {
        match shape {
            STRAIGHT_FACE if variation().is_multiple_of(8) => {
                TileIndex::variant(Tileset::FACES, variation() / 8 % 3)
            }
            DEEP_WALL if variation() % 8 < 2 => {
                TileIndex::variant(Tileset::TOPS, variation() / 8 % 2)
            }
            shape => TileIndex(Tileset::WALLS + shape),
        }
    }

    fn for_ground(is_shaded: bool, variation: u16) -> TileIndex {
        match variation % 16 {
            _ if is_shaded => {
                TileIndex::variant(Tileset::GROUND_SHADED, variation.is_multiple_of(6).into())
            }
            // Most ground is plain.
            0 | 1 => TileIndex::variant(Tileset::GROUND_DETAILS, variation / 16 % 4),
            2..=8 => TileIndex(Tileset::GROUND + 1),
            _ => TileIndex(Tileset::GROUND),
        }
    }

    /// Returns the tile index that lies `place` indices after `first`.
    fn variant(first: u8, place: u16) -> TileIndex {
        let [place, _] = place.to_le_bytes();
        TileIndex(first + place)
    }
}
