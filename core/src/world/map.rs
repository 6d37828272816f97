use crate::geometry::{Pos, TileSet};
use crate::limits::{MAP_HEIGHT, MAP_WIDTH, TILES, VENTS_MAX};
use heapless::Vec;
use musrex_assets::listed_enum;

listed_enum! {
    /// The material of a tile.
    #[repr(u8)]
    pub enum Terrain {
        /// Blocks movement and sight.
        Wall,
        /// Plain ground, which can be walked on.
        Ground,
        /// A walkable niche in a wall, where equipment lies (W8).
        Alcove,
        /// Leads to the floor above.
        StairsUp,
        /// Leads to the floor below.
        StairsDown,
        /// Blocks sight. Opens when a creature walks into it (W7).
        DoorClosed,
        /// A door that can be walked through and seen through.
        DoorOpen,
        /// Blocks movement and sight. Opens with a key or by force (W7, W14).
        DoorLocked,
        /// An open vent in a wall, through which monsters come (W15).
        VentOpen,
        /// A vent that has been shut for good (W15).
        VentShut,
        /// A terminal in a wall that has not been used yet (W16).
        Terminal,
        /// A terminal in a wall that has been used.
        TerminalUsed,
        /// A live cable on the ground, which hurts and stuns (W18).
        CableLive,
        /// A dead cable.
        CableDead,
        /// A switch on a wall, which turns the floor's cables off and on (W18), and opens its cages (W25).
        Switch,
        /// A pedestal in a vault, on which an item lies (W17).
        Pedestal,
        /// A pedestal whose item has been taken, or that has been sealed.
        PedestalSealed,
        /// Furniture that blocks walking, but neither sight nor throws (W19).
        Low,
        /// A pane that blocks everything except sight (W19).
        Glass,
        /// Furniture that blocks everything, like a wall (W19).
        Tall,
        /// Water, which blocks walking, but neither sight nor throws (W19).
        Water,
        /// A cage with a mouse, which blocks walking, but neither sight nor throws (W25).
        CageShut,
        /// An opened cage, which can be walked on.
        CageOpen,
        /// A locker with a kit, which blocks everything, like a wall (W30).
        Locker,
        /// A locker that is closed for good, because a kit was taken or the player left the lobby without one (W30).
        LockerSealed,
    }
}

impl Terrain {
    /// Returns whether a creature can stand on this terrain.
    #[inline]
    pub const fn is_walkable(self) -> bool {
        matches!(
            self,
            Terrain::Ground
                | Terrain::Alcove
                | Terrain::StairsUp
                | Terrain::StairsDown
                | Terrain::DoorOpen
                | Terrain::CableLive
                | Terrain::CableDead
                | Terrain::CageOpen
        )
    }

    /// Returns whether a path may cross this terrain. A path may cross walkable terrain, and closed doors, which open
    /// by themselves (M4).
    #[inline]
    pub const fn is_passable(self) -> bool {
        self.is_walkable() || matches!(self, Terrain::DoorClosed)
    }

    /// Returns whether this terrain hides what is behind it (W7).
    #[inline]
    pub const fn is_opaque(self) -> bool {
        matches!(
            self,
            Terrain::Wall
                | Terrain::DoorClosed
                | Terrain::DoorLocked
                | Terrain::VentOpen
                | Terrain::VentShut
                | Terrain::Terminal
                | Terrain::TerminalUsed
                | Terrain::Switch
                | Terrain::Tall
                | Terrain::Locker
                | Terrain::LockerSealed
        )
    }

    /// Returns whether this terrain stops throws and spit (I6, M8).
    #[inline]
    pub const fn stops_throws(self) -> bool {
        self.is_opaque() || matches!(self, Terrain::Glass)
    }

    /// Returns the terrain as it was before play changed it. For a door in any state, returns a closed door.
    pub const fn origin(self) -> Terrain {
        match self {
            Terrain::DoorOpen | Terrain::DoorLocked => Terrain::DoorClosed,
            Terrain::VentShut => Terrain::VentOpen,
            Terrain::TerminalUsed => Terrain::Terminal,
            Terrain::CableDead => Terrain::CableLive,
            Terrain::PedestalSealed => Terrain::Pedestal,
            Terrain::CageOpen => Terrain::CageShut,
            Terrain::LockerSealed => Terrain::Locker,
            other => other,
        }
    }

    /// Returns the terrain that this terrain becomes when play changes it. Returns `None` for doors, for terrain that
    /// has already changed, and for terrain that play cannot change.
    pub const fn changed(self) -> Option<Terrain> {
        match self {
            Terrain::VentOpen => Some(Terrain::VentShut),
            Terrain::Terminal => Some(Terrain::TerminalUsed),
            Terrain::CableLive => Some(Terrain::CableDead),
            Terrain::Pedestal => Some(Terrain::PedestalSealed),
            Terrain::CageShut => Some(Terrain::CageOpen),
            Terrain::Locker => Some(Terrain::LockerSealed),
            _ => None,
        }
    }

    /// Returns whether this terrain is a fixture: part of a wall that the player uses by walking into it.
    pub const fn is_fixture(self) -> bool {
        matches!(
            self,
            Terrain::VentOpen
                | Terrain::VentShut
                | Terrain::Terminal
                | Terrain::TerminalUsed
                | Terrain::Switch
        )
    }

    /// Returns whether this terrain is stairs, up or down.
    pub const fn is_stairs(self) -> bool {
        matches!(self, Terrain::StairsUp | Terrain::StairsDown)
    }

    /// Returns the letter that stands for this terrain where a floor is drawn as text.
    pub const fn letter(self) -> char {
        self.entry(&LETTERS).1
    }

    /// Returns the terrain with this letter, or `None` for an unknown letter.
    pub fn from_letter(letter: char) -> Option<Terrain> {
        LETTERS.iter().find(|(_, known)| *known == letter).map(|&(terrain, _)| terrain)
    }

    /// Returns whether this terrain is a door in any state.
    pub const fn is_door(self) -> bool {
        matches!(self, Terrain::DoorClosed | Terrain::DoorOpen | Terrain::DoorLocked)
    }
}

/// The letter of each terrain, in the order of [`Terrain`].
const LETTERS: [(Terrain, char); Terrain::COUNT] = [
    (Terrain::Wall, '#'),
    (Terrain::Ground, '.'),
    (Terrain::Alcove, '_'),
    (Terrain::StairsUp, '<'),
    (Terrain::StairsDown, '>'),
    (Terrain::DoorClosed, '+'),
    (Terrain::DoorOpen, '\''),
    (Terrain::DoorLocked, 'L'),
    (Terrain::VentOpen, 'v'),
    (Terrain::VentShut, 'V'),
    (Terrain::Terminal, '?'),
    (Terrain::TerminalUsed, ':'),
    (Terrain::CableLive, '-'),
    (Terrain::CableDead, '"'),
    (Terrain::Switch, 'i'),
    (Terrain::Pedestal, 'd'),
    (Terrain::PedestalSealed, 'D'),
    (Terrain::Low, 'o'),
    (Terrain::Glass, 'g'),
    (Terrain::Tall, 'O'),
    (Terrain::Water, 'w'),
    (Terrain::CageShut, '{'),
    (Terrain::CageOpen, '}'),
    (Terrain::Locker, 'x'),
    (Terrain::LockerSealed, 'X'),
];

const _: () = {
    let mut line = 0;
    while line < LETTERS.len() {
        assert!(LETTERS[line].0 as usize == line, "line i of the table is terrain i");
        line += 1;
    }
};

/// The terrain of the tiles of a floor, and the set of tiles that the player has seen.
///
/// The outermost ring of tiles is always wall, so a step from a walkable tile never leaves the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    terrain: [Terrain; TILES],
    /// The tiles with passable terrain and the tiles with transparent terrain, cached for code that handles many tiles
    /// at once.
    passable: TileSet,
    transparent: TileSet,
    /// The open doors and the live cables, cached.
    open_doors: TileSet,
    live_cables: TileSet,
    /// The open vents, row by row, cached.
    vents: Vec<Pos, VENTS_MAX>,
    /// The first tile, row by row, of each terrain in [`SOUGHT`], cached.
    firsts: [Option<Pos>; SOUGHT.len()],
    explored: TileSet,
}

/// The terrains whose first tile [`Map::firsts`] caches, in the same order. These terrains are rare, and the code
/// searches for them in every turn.
const SOUGHT: [Terrain; 5] = [
    Terrain::StairsUp,
    Terrain::StairsDown,
    Terrain::DoorLocked,
    Terrain::Terminal,
    Terrain::Pedestal,
];

/// Returns the index of `terrain` in [`SOUGHT`].
fn sought(terrain: Terrain) -> Option<usize> {
    SOUGHT.iter().position(|&sought| sought == terrain)
}

impl Map {
    /// Unexplored solid rock.
    pub const SOLID: Map = Map {
        terrain: [Terrain::Wall; TILES],
        passable: TileSet::EMPTY,
        transparent: TileSet::EMPTY,
        open_doors: TileSet::EMPTY,
        live_cables: TileSet::EMPTY,
        vents: Vec::new(),
        firsts: [None; SOUGHT.len()],
        explored: TileSet::EMPTY,
    };

    /// Returns the terrain at `pos`.
    #[inline]
    pub const fn terrain(&self, pos: Pos) -> Terrain {
        self.terrain[pos.index()]
    }

    /// Returns all tiles, row by row, for code that scans the floor.
    #[inline]
    pub const fn tiles(&self) -> &[Terrain; TILES] {
        &self.terrain
    }

    /// Sets the terrain at `pos`.
    ///
    /// # Panics
    /// Panics if `pos` is on the outermost ring and `terrain` is not a wall.
    pub fn set(&mut self, pos: Pos, terrain: Terrain) {
        assert!(!pos.is_border() || terrain == Terrain::Wall, "the outermost ring is wall");
        let before = core::mem::replace(&mut self.terrain[pos.index()], terrain);
        if let Some(which) = sought(before).filter(|&which| self.firsts[which] == Some(pos)) {
            self.firsts[which] = self.search(before);
        }
        if let Some(which) = sought(terrain) {
            let first = self.firsts[which].into_iter().chain([pos]);
            self.firsts[which] = first.min_by_key(|first| first.index());
        }
        if before == Terrain::VentOpen {
            self.vents.retain(|&vent| vent != pos);
        }
        if terrain == Terrain::VentOpen {
            // The push cannot fail: generation sets no more vents than fit, and validation checks their number.
            let _ = self.vents.push(pos);
            self.vents.sort_unstable_by_key(|vent| vent.index());
        }
        self.open_doors.set(pos, terrain == Terrain::DoorOpen);
        self.live_cables.set(pos, terrain == Terrain::CableLive);
        self.passable.set(pos, terrain.is_passable());
        self.transparent.set(pos, !terrain.is_opaque());
    }

    /// Resets the map to unexplored solid rock.
    pub(crate) fn clear(&mut self) {
        self.terrain.fill(Terrain::Wall);
        self.passable = TileSet::EMPTY;
        self.transparent = TileSet::EMPTY;
        self.open_doors = TileSet::EMPTY;
        self.live_cables = TileSet::EMPTY;
        self.vents.clear();
        self.firsts = [None; SOUGHT.len()];
        self.explored = TileSet::EMPTY;
    }

    /// Returns the tiles that a path may cross, as defined by [`Terrain::is_passable`].
    pub const fn passable(&self) -> &TileSet {
        &self.passable
    }

    /// Returns the tiles that do not block sight: those that are not [opaque](Terrain::is_opaque).
    pub(crate) const fn transparent(&self) -> &TileSet {
        &self.transparent
    }

    /// Returns the open doors.
    pub(crate) const fn open_doors(&self) -> &TileSet {
        &self.open_doors
    }

    /// Returns the live cables (W18).
    pub const fn live_cables(&self) -> &TileSet {
        &self.live_cables
    }

    /// Returns the open vents, row by row (W15).
    pub fn vents(&self) -> &[Pos] {
        &self.vents
    }

    /// Returns the ground in front of a fixture in a wall: the first walkable tile orthogonally beside the fixture or,
    /// if there is none, diagonally beside it.
    pub fn front_of(&self, fixture: Pos) -> Option<Pos> {
        let is_walkable = |pos: &Pos| self.terrain(*pos).is_walkable();
        let straight = |pos: &Pos| pos.x() == fixture.x() || pos.y() == fixture.y();
        let mut beside = fixture.neighbours().filter(is_walkable);
        fixture.neighbours().filter(straight).find(is_walkable).or_else(|| beside.next())
    }

    /// Returns the tiles that the player has seen so far.
    pub const fn explored(&self) -> &TileSet {
        &self.explored
    }

    /// Returns the [explored](Map::explored) tiles as a mutable reference.
    pub const fn explored_mut(&mut self) -> &mut TileSet {
        &mut self.explored
    }

    /// Returns the first tile of this terrain, row by row. Stairs, locked doors, terminals and
    /// pedestals are cached and need no search.
    pub fn find(&self, terrain: Terrain) -> Option<Pos> {
        match sought(terrain) {
            Some(which) => self.firsts[which],
            None => self.search(terrain),
        }
    }

    fn search(&self, terrain: Terrain) -> Option<Pos> {
        self.terrain.iter().position(|&tile| tile == terrain).map(Pos::from_index)
    }

    /// Iterates over all positions with their terrain, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, Terrain)> + '_ {
        self.terrain.iter().enumerate().map(|(index, &tile)| (Pos::from_index(index), tile))
    }

    /// Iterates over the positions whose terrain is `wanted`, row by row.
    pub fn positions_of(&self, wanted: impl Fn(Terrain) -> bool) -> impl Iterator<Item = Pos> {
        let tiles = self.terrain.iter().enumerate().filter(move |(_, tile)| wanted(**tile));
        tiles.map(|(index, _)| Pos::from_index(index))
    }

    /// Returns the number of walls among the 8 neighbours of `pos`. Tiles beyond the edge count as walls.
    pub fn walls_around(&self, pos: Pos) -> u8 {
        if let Some(rows) = self.rows_around(pos) {
            let is_wall = |tile: &&Terrain| **tile == Terrain::Wall;
            let walls = rows.iter().copied().flatten().filter(is_wall).count();
            let middle = usize::from(rows[1][1] == Terrain::Wall);
            return u8::try_from(walls - middle).expect("a tile has 8 neighbours");
        }
        let open = pos.neighbours().filter(|&next| self.terrain(next) != Terrain::Wall).count();
        8 - u8::try_from(open).expect("a tile has 8 neighbours")
    }

    /// Returns the terrain of `pos` and of the tiles around it, row by row, or `None` at the edge. Reading nine tiles
    /// at fixed offsets is much faster than stepping to eight neighbours.
    #[inline]
    pub(crate) fn rows_around(&self, pos: Pos) -> Option<[&[Terrain; 3]; 3]> {
        if pos.is_border() {
            return None;
        }
        let left = pos.index() - 1;
        let row = |start: usize| self.terrain[start..].first_chunk();
        let width = usize::from(MAP_WIDTH);
        Some([row(left - width)?, row(left)?, row(left + width)?])
    }

    /// Returns whether `pos` and all of its 8 neighbours are ground, so that stairs may be placed at `pos` (W9).
    pub(crate) fn is_clear_ground(&self, pos: Pos) -> bool {
        self.terrain(pos) == Terrain::Ground
            && !pos.is_border()
            && pos.neighbours().all(|next| self.terrain(next) == Terrain::Ground)
    }
}

const _: () = assert!(MAP_WIDTH as usize * MAP_HEIGHT as usize == TILES);

#[cfg(test)]
mod tests {
    use super::*;

    // Only this test notices a `rows_around` that returns `None` away from the edge. Everything else would still work,
    // but more slowly.
    #[test]
    fn the_tiles_around_are_in_rows_but_at_the_edge() {
        let mut map = Map::SOLID;
        let terrain = [Terrain::Ground, Terrain::Water, Terrain::DoorOpen, Terrain::Wall];
        for pos in (0..TILES).map(Pos::from_index).filter(|pos| !pos.is_border()) {
            map.set(pos, terrain[pos.index() * pos.index() % 11 % 4]);
        }
        for pos in (0..TILES).map(Pos::from_index) {
            let rows = map.rows_around(pos);
            assert_eq!(rows.is_some(), !pos.is_border(), "{pos:?}");
            for (row, dy) in rows.iter().flatten().zip(-1..) {
                for (&tile, dx) in row.iter().zip(-1..) {
                    assert_eq!(Some(tile), pos.offset(dx, dy).map(|at| map.terrain(at)), "{pos:?}");
                }
            }
        }
    }
}
