//! Defines the places (the themes of floors): their layouts, furniture, pictures and sounds (W19, W20). The seed of a
//! run assigns places to floors.

use super::sounds::{Cue, SongName};
use super::tower::{BAND_FLOORS, BANDS, band};
use crate::dice::{Dice, Draw, Stream};
use crate::limits::FLOORS;
use crate::quantity::Floor;
use core::ops::RangeInclusive;
use musrex_assets::listed_enum;
use musrex_assets::terrain::{self, PlaceArt};

listed_enum! {
    /// A place: the theme of a floor of the tower.
    pub enum PlaceKind {
        /// The lobby, where a run starts.
        Lobby,
        /// Gnawed rock.
        Foundations,
        /// Offices.
        Reception,
        /// Caverns with stores of food.
        Crumbs,
        /// A laboratory.
        Mercies,
        /// Caves with pools.
        Hollows,
        /// A maze.
        Mazes,
        /// Caves of copper.
        Warrens,
        /// Halls full of racks.
        Servers,
        /// Chambers of cheese.
        Rinds,
        /// A ward.
        Ward,
        /// A burrow of gold.
        Gilded,
        /// The suite of the Director.
        Director,
        /// The hall of the Mouse King.
        Throne,
    }
}

/// A row of the table of places.
pub struct Place {
    /// The pictures.
    pub(crate) art: &'static PlaceArt,
    /// The song that plays on the floor.
    pub(crate) song: SongName,
    /// The sound of a step.
    pub step: Cue,
    /// The method that generates the rooms and corridors.
    pub layout: Layout,
    /// The low furniture, which blocks movement but not sight (W19).
    pub(crate) low: Furniture,
    /// The tall furniture, which blocks movement and sight like a wall (W19).
    pub(crate) tall: Furniture,
    /// The range of the number of hand-drawn rooms that generation tries to place, at most `ROOMS_MAX` (W26).
    pub(crate) rooms: RangeInclusive<u32>,
    /// The number of cages outside hand-drawn rooms (W25).
    pub cages: u8,
    /// True if the place has live cables (W18).
    pub(crate) has_cables: bool,
}

/// The amount and the position of the low or the tall furniture of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Furniture {
    /// The range of the number of pieces that generation tries to place, in addition to the layout's own furniture.
    pub(crate) pieces: RangeInclusive<u32>,
    /// True if the pieces stand only along walls.
    pub(crate) is_at_walls: bool,
}

/// A way to generate the rooms and corridors of a floor, with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One small room without monsters and items (W2).
    Lobby,
    /// Tunnels along a random walk (W4).
    Cave(Cave),
    /// Round chambers in the rock, joined by tunnels (W21).
    Chambers(Chambers),
    /// Rooms of different sizes, joined by corridors (W5).
    Rooms,
    /// Rows of rooms along straight halls (W22).
    Rows(Rows),
    /// A maze with loops and panes of glass (W23).
    Maze,
    /// Halls full of racks (W24).
    Aisles,
    /// The hall of the Mouse King (W12).
    Throne,
}

/// The parameters of a cave (W4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cave {
    /// The range of the length of straight stretches of the random walk, in tiles.
    pub(crate) straight_steps: RangeInclusive<u32>,
    /// The number of rectangular chambers that widen the cave.
    pub(crate) pantries: u8,
    /// The number of pools in the rock beside the cave.
    pub pools: u8,
}

/// The parameters of a layout of chambers and tunnels (W21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chambers {
    /// The range of the number of chambers.
    pub(crate) count: RangeInclusive<u32>,
    /// The ranges of the horizontal and the vertical radius of a chamber, in tiles, not counting the middle tile.
    pub(crate) radius: [RangeInclusive<u32>; 2],
    /// The least distance between the middle tiles of two chambers, in tiles.
    pub(crate) distance_min: u8,
    /// The number of additional tunnels. The other tunnels join each chamber to the nearest chamber dug before it.
    pub(crate) loops: u8,
    /// On average, one in this many steps of a tunnel goes in a random direction.
    pub(crate) strays_one_in: u32,
    /// The columns and rows of the rectangle that contains the middle tiles of all chambers. The rectangle may lie
    /// anywhere on the floor.
    pub(crate) extent: [u8; 2],
}

/// The parameters of rows of rooms (W22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The number of straight halls, each with a row of rooms above and below.
    pub halls: u8,
    /// The width of the whole layout in tiles.
    pub width: u8,
    /// The height of a hall in tiles.
    pub hall_height: u8,
    /// The height of a room in tiles.
    pub(crate) room_height: u8,
    /// The range of the width of a room in tiles. The last room of a row takes the remaining width, and may thus be
    /// wider.
    pub(crate) room_width: RangeInclusive<u32>,
}

impl Furniture {
    /// Returns furniture without pieces, for places where only the layout places furniture.
    const fn of_layout() -> Furniture {
        Furniture { pieces: 0..=0, is_at_walls: false }
    }

    const fn free(pieces: RangeInclusive<u32>) -> Furniture {
        Furniture { pieces, is_at_walls: false }
    }

    const fn at_walls(pieces: RangeInclusive<u32>) -> Furniture {
        Furniture { pieces, is_at_walls: true }
    }
}

static TABLE: [Place; PlaceKind::COUNT] = table!(PlaceKind, Place, |kind| match kind {
    PlaceKind::Lobby => Place {
        art: &terrain::LOBBY,
        song: SongName::Lobby,
        step: Cue::StepStone,
        layout: Layout::Lobby,
        low: Furniture::of_layout(),
        tall: Furniture::of_layout(),
        rooms: 0..=0,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Foundations => Place {
        art: &terrain::FOUNDATIONS,
        song: SongName::Foundations,
        step: Cue::StepStone,
        layout: Layout::Cave(Cave { straight_steps: 4..=11, pantries: 0, pools: 0 }),
        low: Furniture::free(5..=8),
        tall: Furniture::free(2..=4),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Reception => Place {
        art: &terrain::RECEPTION,
        song: SongName::Offices,
        step: Cue::StepCarpet,
        layout: Layout::Rows(Rows {
            halls: 1,
            width: 32,
            hall_height: 6,
            room_height: 5,
            room_width: 5..=8,
        }),
        low: Furniture::free(12..=16),
        tall: Furniture::at_walls(5..=9),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Crumbs => Place {
        art: &terrain::CRUMBS,
        song: SongName::Larder,
        step: Cue::StepStraw,
        layout: Layout::Cave(Cave { straight_steps: 4..=8, pantries: 4, pools: 0 }),
        low: Furniture::free(9..=13),
        tall: Furniture::at_walls(5..=8),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Mercies => Place {
        art: &terrain::MERCIES,
        song: SongName::Laboratory,
        step: Cue::StepStone,
        layout: Layout::Rooms,
        low: Furniture::free(12..=17),
        tall: Furniture::at_walls(4..=7),
        rooms: 1..=2,
        cages: 3,
        has_cables: false,
    },
    PlaceKind::Hollows => Place {
        art: &terrain::HOLLOWS,
        song: SongName::Hollows,
        step: Cue::StepStraw,
        layout: Layout::Cave(Cave { straight_steps: 4..=11, pantries: 0, pools: 6 }),
        low: Furniture::free(4..=7),
        tall: Furniture::free(3..=5),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Mazes => Place {
        art: &terrain::MAZES,
        song: SongName::Maze,
        step: Cue::StepCarpet,
        layout: Layout::Maze,
        low: Furniture::free(4..=7),
        tall: Furniture::free(1..=3),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Warrens => Place {
        art: &terrain::WARRENS,
        song: SongName::Foundations,
        step: Cue::StepMetal,
        layout: Layout::Cave(Cave { straight_steps: 6..=13, pantries: 2, pools: 0 }),
        low: Furniture::free(5..=8),
        tall: Furniture::at_walls(4..=7),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Servers => Place {
        art: &terrain::SERVERS,
        song: SongName::Servers,
        step: Cue::StepMetal,
        layout: Layout::Aisles,
        low: Furniture::free(4..=7),
        tall: Furniture::at_walls(1..=4),
        rooms: 1..=2,
        cages: 0,
        has_cables: true,
    },
    PlaceKind::Rinds => Place {
        art: &terrain::RINDS,
        song: SongName::Halls,
        step: Cue::StepStraw,
        layout: Layout::Chambers(Chambers {
            count: 6..=6,
            radius: [4..=7, 3..=5],
            distance_min: 12,
            loops: 2,
            strays_one_in: 4,
            extent: [48, 30],
        }),
        low: Furniture::free(8..=12),
        tall: Furniture::free(4..=7),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Ward => Place {
        art: &terrain::WARD,
        song: SongName::Laboratory,
        step: Cue::StepStone,
        layout: Layout::Rows(Rows {
            halls: 2,
            width: 32,
            hall_height: 2,
            room_height: 5,
            room_width: 6..=12,
        }),
        low: Furniture::at_walls(24..=32),
        tall: Furniture::at_walls(5..=8),
        rooms: 1..=2,
        cages: 0,
        has_cables: true,
    },
    PlaceKind::Gilded => Place {
        art: &terrain::GILDED,
        song: SongName::Burrow,
        step: Cue::StepCarpet,
        layout: Layout::Chambers(Chambers {
            count: 10..=11,
            radius: [2..=3, 2..=3],
            distance_min: 7,
            loops: 4,
            strays_one_in: 8,
            extent: [43, 28],
        }),
        low: Furniture::free(7..=11),
        tall: Furniture::at_walls(3..=5),
        rooms: 1..=2,
        cages: 0,
        has_cables: false,
    },
    PlaceKind::Director => Place {
        art: &terrain::DIRECTOR,
        song: SongName::Director,
        step: Cue::StepCarpet,
        layout: Layout::Rows(Rows {
            halls: 1,
            width: 30,
            hall_height: 9,
            room_height: 5,
            room_width: 7..=13,
        }),
        low: Furniture::free(17..=24),
        tall: Furniture::free(11..=16),
        rooms: 1..=2,
        cages: 0,
        has_cables: true,
    },
    PlaceKind::Throne => Place {
        art: &terrain::THRONE,
        song: SongName::Throne,
        step: Cue::StepStraw,
        layout: Layout::Throne,
        low: Furniture::of_layout(),
        tall: Furniture::of_layout(),
        rooms: 0..=0,
        cages: 0,
        has_cables: false,
    },
});

impl PlaceKind {
    /// Returns the place of `floor` in the run of `seed`. The seed determines the order of the places within each band
    /// of floors (W20).
    pub fn of(seed: u64, floor: Floor) -> PlaceKind {
        const ORDERS: [[usize; BAND_FLOORS as usize]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let Some(band) = band(floor) else { return PlaceKind::ALL[floor.index()] };
        // Target: GBA. A single roll chooses the orders of all bands: each digit of the roll is the order of a band.
        let mut dice = Dice::new(seed, Stream::Tower(Draw::Places));
        let count = (0..BANDS).fold(1, |count, _| count * ORDERS.len());
        let mut roll = dice.index(count).unwrap_or(0);
        (0..band).for_each(|_| roll /= ORDERS.len());
        let order = ORDERS[roll % ORDERS.len()];
        let first = 1 + band * usize::from(BAND_FLOORS);
        PlaceKind::ALL[first + order[floor.index() - first]]
    }

    /// Returns the row of the place.
    pub const fn spec(self) -> &'static Place {
        self.entry(&TABLE)
    }
}

const _: () = assert!(
    PlaceKind::COUNT == FLOORS,
    "core/src/content/places/mod.rs: each floor is a place, and each place a floor: `PlaceKind::of` chooses it"
);

impl Layout {
    /// Returns whether the layout has doors. In a layout without doors, the entrances of hand-drawn rooms are gaps
    /// (W26).
    pub(crate) const fn has_doors(&self) -> bool {
        matches!(self, Layout::Rooms | Layout::Rows(_) | Layout::Aisles)
    }

    /// Returns whether generation places stairs, machines (vents and terminals), items and furniture in this layout.
    pub(crate) const fn is_furnished(&self) -> bool {
        !matches!(self, Layout::Lobby | Layout::Throne)
    }
}
