//! The pictures of an empty floor: ground, walls, stairs, doors, machines and furniture.

use crate::Tile;

/// The number of wall shapes, which depend on the neighbouring walls.
pub const WALL_SHAPES: u8 = 47;

/// The most common wall: open ground to the south, and walls on every other side. The game may draw any of
/// [`Tileset::FACES`] in its place.
pub const STRAIGHT_FACE: u8 = wall_shape(!neighbour::SOUTH);

/// A wall surrounded by walls. The game may draw any of [`Tileset::TOPS`] in its place.
pub const DEEP_WALL: u8 = wall_shape(0xff);

/// The bits of the mask for [`wall_shape`], one for each neighbouring wall.
pub mod neighbour {
    /// The neighbour above.
    pub const NORTH: u8 = 1;
    /// The neighbour above on the right.
    pub const NORTH_EAST: u8 = 2;
    /// The neighbour on the right.
    pub const EAST: u8 = 4;
    /// The neighbour below on the right.
    pub const SOUTH_EAST: u8 = 8;
    /// The neighbour below.
    pub const SOUTH: u8 = 16;
    /// The neighbour below on the left.
    pub const SOUTH_WEST: u8 = 32;
    /// The neighbour on the left.
    pub const WEST: u8 = 64;
    /// The neighbour above on the left.
    pub const NORTH_WEST: u8 = 128;
}

/// The ground and wall tiles of a place (the theme of a floor), in one array. All tiles are opaque.
pub struct Tileset([Tile; Tileset::TILES as usize]);

/// Reads the pictures of each place from the place's sheet, and defines the list of places.
macro_rules! places {
    ($($(#[$about:meta])* $name:ident: $sheet:literal,)+) => {
        $(
            $(#[$about])*
            pub static $name: PlaceArt =
                PlaceArt::read(include_str!(concat!("../sprites/", $sheet, ".txt")));
        )+

        #[cfg(test)]
        static PLACES: &[&PlaceArt] = &[$(&$name,)+];
    };
}

places! {
    /// Grey rock, mushrooms and roots.
    FOUNDATIONS: "foundations",
    /// Wooden panels, windows that show the night, a green carpet.
    RECEPTION: "reception",
    /// Stacked sacks and straw.
    CRUMBS: "crumbs",
    /// White tiles and glass.
    MERCIES: "mercies",
    /// Moss, ferns and broken terrariums.
    HOLLOWS: "hollows",
    /// Plywood with numbers.
    MAZES: "mazes",
    /// Copper pipes, coils and soot.
    WARRENS: "warrens",
    /// Cheese under a red rind, on a floor of wax.
    RINDS: "rinds",
    /// Curtains, lamps and linoleum.
    WARD: "ward",
    /// Gold leaf over red velvet.
    GILDED: "gilded",
    /// Dark wood, bookcases, the city lights.
    DIRECTOR: "director",
    /// Dark steel and screens.
    SERVERS: "servers",
    /// The throne room.
    THRONE: "throne",
    /// The lobby: marble, brass, an alarm light.
    LOBBY: "lobby",
}

const LANDMARKS: &str = include_str!("../sprites/landmarks.txt");

/// The stairs to the next floor; drawn over ground, index 0 is transparent.
pub static STAIRS_UP: Tile = Tile::read(LANDMARKS, "stairs_up");

/// The stairs to the floor below; drawn over ground, index 0 is transparent.
pub static STAIRS_DOWN: Tile = Tile::read(LANDMARKS, "stairs_down");

/// A closed door in a wall that runs from west to east. Like the pictures of all doors, this picture is opaque. It fits
/// the walls on both sides, whether or not the masks that chose their shapes ([`wall_shape`]) count the door as a wall.
pub static DOOR_CLOSED: Tile = Tile::read(LANDMARKS, "door_closed");

/// An open door.
pub static DOOR_OPEN: Tile = Tile::read(LANDMARKS, "door_open");

/// A locked door: a red light and a padlock.
pub static DOOR_LOCKED: Tile = Tile::read(LANDMARKS, "door_locked");

/// A closed door in a wall that runs from north to south, seen from the side.
pub static DOOR_CLOSED_SIDE: Tile = Tile::read(LANDMARKS, "door_closed_side");

/// An open door, seen from the side.
pub static DOOR_OPEN_SIDE: Tile = Tile::read(LANDMARKS, "door_open_side");

/// A locked door, seen from the side.
pub static DOOR_LOCKED_SIDE: Tile = Tile::read(LANDMARKS, "door_locked_side");

/// A cage with a mouse in it, in two frames that repeat; drawn over ground, index 0 is transparent.
pub static CAGE_SHUT: [Tile; 2] =
    [Tile::read(LANDMARKS, "cage_shut"), Tile::read(LANDMARKS, "cage_shut_1")];

/// An empty cage with its door open; drawn over ground, index 0 is transparent.
pub static CAGE_OPEN: Tile = Tile::read(LANDMARKS, "cage_open");

/// The switch that opens the cages.
pub static CAGE_SWITCH: Tile = Tile::read(LANDMARKS, "cage_switch");

/// The used switch of the cages.
pub static CAGE_SWITCH_USED: Tile = Tile::read(LANDMARKS, "cage_switch_used");

/// The stand in an alcove. The item is drawn on top of the stand, and the stand over the ground; index 0 is
/// transparent.
pub static ALCOVE: Tile = Tile::read(LANDMARKS, "alcove");

/// The open end of an air duct: a grille with a hole gnawed through it. This picture replaces a wall tile. So do
/// [`VENT_SHUT`], both pictures of a terminal, and [`SWITCH`].
pub static VENT_OPEN: Tile = Tile::read(LANDMARKS, "vent_open");

/// A vent that is shut for good: boards over the grille.
pub static VENT_SHUT: Tile = Tile::read(LANDMARKS, "vent_shut");

/// A terminal that can be used: a lit screen above a keyboard.
pub static TERMINAL: Tile = Tile::read(LANDMARKS, "terminal");

/// A terminal that has been used: the screen is dark.
pub static TERMINAL_USED: Tile = Tile::read(LANDMARKS, "terminal_used");

/// The switch that turns off the cables: a lever with a red knob below hazard stripes.
pub static SWITCH: Tile = Tile::read(LANDMARKS, "switch");

/// The stand of an item in a vault, in the lower half of the tile. The item is drawn four pixels higher than on the
/// ground, so that the rim of the stand shows. Index 0 is transparent.
pub static PEDESTAL: Tile = Tile::read(LANDMARKS, "pedestal");

/// A pedestal that is sealed: a steel hood with a red light on it. Index 0 is transparent.
pub static PEDESTAL_SEALED: Tile = Tile::read(LANDMARKS, "pedestal_sealed");

/// A locker that is shut and holds a kit: steel, with a name plate and a handle. Drawn over ground; index 0 is
/// transparent.
pub static LOCKER: Tile = Tile::read(LANDMARKS, "locker");

/// The locker whose kit was taken: open and empty.
pub static LOCKER_OPEN: Tile = Tile::read(LANDMARKS, "locker_open");

/// A locker that is locked for good: dark, with a padlock and a red light.
pub static LOCKER_SEALED: Tile = Tile::read(LANDMARKS, "locker_sealed");

/// Live cables with sparks, in two frames that repeat; drawn over ground, index 0 is transparent. The cables join in
/// all four directions.
pub static CABLE_LIVE: [Tile; 2] =
    [Tile::read(LANDMARKS, "cable_live_0"), Tile::read(LANDMARKS, "cable_live_1")];

/// The same cables without electric current.
pub static CABLE_DEAD: Tile = Tile::read(LANDMARKS, "cable_dead");

const FURNITURE: &str = include_str!("../sprites/furniture.txt");

/// A pane of glass in a steel frame, through which the ground shows.
pub static GLASS: Tile = Tile::read(FURNITURE, "glass");

/// The surface of water, in two frames that repeat. It is opaque and joins with water on all sides.
pub static WATER: [Tile; 2] = [Tile::read(FURNITURE, "water_0"), Tile::read(FURNITURE, "water_1")];

/// The banks of water: north, east, south, west. A bank is drawn over a water tile, on each side that has no water. 0
/// is clear.
pub static WATER_BANKS: [Tile; 4] = [
    Tile::read(FURNITURE, "bank_0"),
    Tile::read(FURNITURE, "bank_1"),
    Tile::read(FURNITURE, "bank_2"),
    Tile::read(FURNITURE, "bank_3"),
];

/// The furniture of the hand-drawn rooms, in the order of the game's list; drawn over ground, index 0 is transparent.
pub static FURNISHINGS: [Tile; 10] = [
    Tile::read(ROOMS, "lectern"),
    Tile::read(ROOMS, "blackboard"),
    Tile::read(ROOMS, "kennel_bowl"),
    Tile::read(ROOMS, "operating_table"),
    Tile::read(ROOMS, "cat_statue"),
    Tile::read(ROOMS, "canteen_table"),
    Tile::read(ROOMS, "bench"),
    Tile::read(ROOMS, "crate_stack"),
    Tile::read(ROOMS, "bookshelf"),
    Tile::read(ROOMS, "cushion"),
];

const ROOMS: &str = include_str!("../sprites/rooms.txt");

/// The pictures of a place, from one sheet.
pub struct PlaceArt {
    /// The ground and the walls of the place.
    pub tiles: Tileset,
    /// The furniture of the place.
    pub furniture: Furniture,
}

impl PlaceArt {
    const fn read(sheet: &str) -> PlaceArt {
        PlaceArt { tiles: Tileset::read(sheet), furniture: Furniture::read(sheet) }
    }
}

/// The furniture of a place, in two pictures each; drawn over ground, index 0 is transparent.
pub struct Furniture {
    /// Low furniture, which does not block sight.
    pub low: [Tile; 2],
    /// Tall furniture, which fills the height of its tile.
    pub tall: [Tile; 2],
}

impl Furniture {
    const fn read(sheet: &str) -> Furniture {
        Furniture {
            low: [Tile::read(sheet, "low_0"), Tile::read(sheet, "low_1")],
            tall: [Tile::read(sheet, "tall_0"), Tile::read(sheet, "tall_1")],
        }
    }
}

/// Returns the shape of a wall. `mask` is the sum of the [`neighbour`] bits of all neighbours that are walls or lie
/// outside the floor.
///
/// A diagonal neighbour matters only if both orthogonal neighbours beside it are walls: for the north-east, these are
/// north and east. Otherwise, the diagonal bit is ignored, so all 256 masks are valid.
pub const fn wall_shape(mask: u8) -> u8 {
    SHAPES[mask as usize]
}

/// The shape for every mask. Shapes are numbered in ascending order of their masks.
static SHAPES: [u8; 256] = {
    let mut shapes = [0; 256];
    let (mut mask, mut count) = (0u8, 0);
    loop {
        // `without_idle_diagonals` only clears bits, so it never returns a mask that comes later than `mask`.
        let own = without_idle_diagonals(mask);
        if own == mask {
            shapes[mask as usize] = count;
            count += 1;
        } else {
            shapes[mask as usize] = shapes[own as usize];
        }
        if mask == u8::MAX {
            break;
        }
        mask += 1;
    }
    assert!(count == WALL_SHAPES);
    shapes
};

const fn without_idle_diagonals(mask: u8) -> u8 {
    use neighbour::*;
    const CORNERS: [(u8, u8); 4] = [
        (NORTH_EAST, NORTH | EAST),
        (SOUTH_EAST, SOUTH | EAST),
        (SOUTH_WEST, SOUTH | WEST),
        (NORTH_WEST, NORTH | WEST),
    ];
    let mut kept = mask;
    let mut i = 0;
    while i < CORNERS.len() {
        let (diagonal, sides) = CORNERS[i];
        if mask & sides != sides {
            kept &= !diagonal;
        }
        i += 1;
    }
    kept
}

impl Tileset {
    /// The first of two plain tiles of open ground, for most of the floor.
    pub const GROUND: u8 = 0;
    /// The first of two tiles of ground to the south of a wall's face. The shadow of the wall falls on the upper edge
    /// of the tile. The first of the two tiles is plain.
    pub const GROUND_SHADED: u8 = Tileset::GROUND + 2;
    /// The first of four tiles of open ground with a small detail. The game draws a detail on about one open
    /// tile in eight.
    pub const GROUND_DETAILS: u8 = Tileset::GROUND_SHADED + 2;
    /// The first of the walls, which are in the order of their shapes; see [`wall_shape`].
    pub const WALLS: u8 = Tileset::GROUND_DETAILS + 4;
    /// The first of three rarer variants of the wall [`STRAIGHT_FACE`].
    pub const FACES: u8 = Tileset::WALLS + WALL_SHAPES;
    /// The first of two rarer variants of the wall [`DEEP_WALL`].
    pub const TOPS: u8 = Tileset::FACES + 3;
    /// The number of plain tiles: open ground, and ground to the south of a wall.
    pub const PLAIN_TILES: u8 = Tileset::GROUND_SHADED + 1;
    /// The number of tiles.
    pub const TILES: u8 = Tileset::TOPS + 2;

    /// Returns the tiles as an array, indexed by tile number.
    pub const fn tiles(&self) -> &[Tile; Tileset::TILES as usize] {
        &self.0
    }

    const fn read(sheet: &str) -> Tileset {
        let mut set = Tileset([const { Tile([[0; 4]; 16]) }; Tileset::TILES as usize]);
        set.read_numbered(sheet, "ground_0", Tileset::GROUND, Tileset::GROUND_SHADED);
        set.read_numbered(
            sheet,
            "ground_shaded_0",
            Tileset::GROUND_SHADED,
            Tileset::GROUND_DETAILS,
        );
        set.read_numbered(sheet, "ground_2", Tileset::GROUND_DETAILS, Tileset::WALLS);
        set.read_walls(sheet);
        set.read_numbered(sheet, "face_0", Tileset::FACES, Tileset::TOPS);
        set.read_numbered(sheet, "top_0", Tileset::TOPS, Tileset::TILES);
        set
    }

    /// Reads the tiles `start..end`. The first tile is called `first`; in the name of each further tile, the last digit
    /// is one higher.
    const fn read_numbered(&mut self, sheet: &str, first: &str, start: u8, end: u8) {
        let mut number = start;
        while number < end {
            self.0[number as usize] = read_counted(sheet, first, number - start);
            number += 1;
        }
    }

    /// Reads the walls, each called `wall_` and its mask in three digits.
    const fn read_walls(&mut self, sheet: &str) {
        let mut mask = u8::MAX;
        loop {
            if without_idle_diagonals(mask) == mask {
                let number = Tileset::WALLS + SHAPES[mask as usize];
                self.0[number as usize] = read_counted(sheet, "wall_000", mask);
            }
            if mask == 0 {
                break;
            }
            mask -= 1;
        }
    }
}

/// Returns the picture called `name` after adding `count` to the number at the end of `name`.
const fn read_counted(sheet: &str, name: &str, mut count: u8) -> Tile {
    let mut text = [0; 16];
    let (text, _) = text.split_at_mut(name.len());
    text.copy_from_slice(name.as_bytes());
    let mut i = name.len();
    while count > 0 {
        i -= 1;
        text[i] += count % 10;
        count /= 10;
    }
    match core::str::from_utf8(text) {
        Ok(name) => Tile::read(sheet, name),
        Err(_) => panic!("a name in a sheet is ASCII"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_ignores_diagonals_beyond_an_open_side() {
        use neighbour::*;
        assert_eq!(wall_shape(NORTH_EAST | SOUTH_WEST), wall_shape(0));
        assert_eq!(wall_shape(NORTH | NORTH_EAST), wall_shape(NORTH));
        assert_ne!(wall_shape(NORTH | NORTH_EAST | EAST), wall_shape(NORTH | EAST));
        assert_eq!(wall_shape(0), 0);
        assert_eq!(DEEP_WALL, WALL_SHAPES - 1);
        assert_eq!(STRAIGHT_FACE, wall_shape(NORTH_WEST | NORTH | NORTH_EAST | EAST | WEST));
    }

    fn is_opaque(tile: &Tile) -> bool {
        tile.pixels().as_flattened().iter().all(|&colour| colour != 0)
    }

    // No two places share a ground tile or a wall face.
    #[test]
    fn each_place_is_made_of_something_else() {
        let is_same = |a: &Tile, b: &Tile| a.pixels() == b.pixels();
        for (number, set) in PLACES.iter().enumerate() {
            for (other_number, other) in PLACES.iter().enumerate().skip(number + 1) {
                let grounds = usize::from(Tileset::GROUND)..usize::from(Tileset::WALLS);
                for tile in grounds {
                    assert!(
                        !is_same(&set.tiles.0[tile], &other.tiles.0[tile]),
                        "{number}, {other_number}: {tile}"
                    );
                }
                let face = usize::from(Tileset::WALLS + STRAIGHT_FACE);
                assert!(
                    !is_same(&set.tiles.0[face], &other.tiles.0[face]),
                    "{number}, {other_number}"
                );
            }
        }
    }

    #[test]
    fn tiles_of_the_ground_and_walls_are_opaque() {
        for set in PLACES {
            assert!(set.tiles.0.iter().all(is_opaque));
        }
    }

    #[test]
    fn landmarks_that_stand_in_for_a_wall_are_opaque() {
        let doors = [&DOOR_CLOSED, &DOOR_OPEN, &DOOR_LOCKED];
        let from_side = [&DOOR_CLOSED_SIDE, &DOOR_OPEN_SIDE, &DOOR_LOCKED_SIDE];
        let machines = [&VENT_OPEN, &VENT_SHUT, &TERMINAL, &TERMINAL_USED, &SWITCH];
        let of_cages = [&CAGE_SWITCH, &CAGE_SWITCH_USED];
        let all = doors.into_iter().chain(from_side).chain(machines).chain(of_cages);
        assert!(all.into_iter().all(is_opaque));
    }
}
