//! Defines the training rooms (H21): their drawings, and the player's equipment.

use crate::content::{Firmware, ItemKind};
use musrex_assets::listed_enum;

listed_enum! {
    /// The training rooms, in order. Each room teaches one action. The player completes the room by doing this action.
    pub enum Drill {
        /// Walking to an item.
        Walk,
        /// Taking diagonal steps.
        Diagonal,
        /// Exploring with the exploring key.
        Explore,
        /// Travelling to a place chosen on the map.
        Map,
        /// Looking at a mouse with the look mode.
        Look,
        /// Striking a mouse that sleeps.
        Sleeper,
        /// Fighting in a doorway.
        Door,
        /// Healing with an item of the pack.
        Pack,
        /// Wearing an item of the pack.
        Wear,
        /// Throwing a flask.
        Throw,
        /// Luring a mouse with cheese.
        Bait,
        /// Stepping off a marked tile.
        Mark,
        /// Killing a mouse before it squeaks.
        Squeak,
        /// Using the deed of a chip.
        Deed,
    }
}

/// The letter of the player in a drawing. Terrain, monsters and items have the same letters as in a floor that is drawn
/// as text; see [`Terrain`](crate::world::Terrain).
pub(crate) const PLAYER: u8 = b'@';

/// The player's level. At this level, no blow at a Micro Mouse misses (H21, A6).
pub(crate) const LEVEL: u8 = 2;
/// In the room that teaches the pack, the player starts with the maximum hit points divided by this number (H21).
pub(crate) const HURT_PART: u16 = 4;
/// The number of mice that must die in the doorway to complete the room [`Drill::Door`] (H21).
pub(crate) const DOORWAY_KILLS: u8 = 2;

/// A training room.
pub(crate) struct DrillRoom {
    /// The rows of the drawing.
    pub(crate) rows: &'static [&'static [u8]],
    /// The item in the player's pack.
    pub(crate) carried: Option<ItemKind>,
    /// The firmware of the worn chip.
    pub(crate) firmware: Option<Firmware>,
    /// True if the player starts with the maximum hit points divided by [`HURT_PART`].
    pub(crate) is_hurt: bool,
    /// True if the player has to explore the room; false if the whole room is known from the start.
    pub(crate) is_unknown: bool,
}

static TABLE: [DrillRoom; Drill::COUNT] = table!(Drill, DrillRoom, |drill| match drill {
    Drill::Walk => DrillRoom::drawn(&[
        b"############",
        b"#@...#######",
        b"####.#.....#",
        b"####.#.###.#",
        b"####...###,#",
        b"############",
    ]),
    Drill::Diagonal => {
        DrillRoom::drawn(&[b"###########", b"#@#.#.#...#", b"##.#.#.##,#", b"###########"])
    }
    Drill::Explore => DrillRoom {
        is_unknown: true,
        ..DrillRoom::drawn(&[
            b"################",
            b"#@..#....#######",
            b"###.#.##.#.....#",
            b"#...#.##.#.###.#",
            b"#.###.##...###.#",
            b"#.....########,#",
            b"################",
        ])
    },
    Drill::Map => DrillRoom::drawn(&[
        b"##############",
        b"#@..#...##...#",
        b"###.#.#.#..#,#",
        b"###...#...####",
        b"##############",
    ]),
    Drill::Look => DrillRoom::drawn(&[
        b"##########",
        b"#........#",
        b"#.@....z.#",
        b"#........#",
        b"##########",
    ]),
    Drill::Sleeper => {
        DrillRoom::drawn(&[
            b"##########",
            b"#........#",
            b"#.@z.....#",
            b"#........#",
            b"##########",
        ])
    }
    Drill::Door => DrillRoom::drawn(&[
        b"#############",
        b"#m.....######",
        b"#......#....#",
        b"#m....@'....#",
        b"#......#....#",
        b"#m.....######",
        b"#############",
    ]),
    Drill::Pack => DrillRoom {
        carried: Some(ItemKind::HealthPack),
        is_hurt: true,
        ..DrillRoom::drawn(&[
            b"##########",
            b"#...ww...#",
            b"#.@.ww...#",
            b"#........#",
            b"##########",
        ])
    },
    Drill::Wear => DrillRoom {
        carried: Some(ItemKind::BikerJacket),
        ..DrillRoom::drawn(&[b"#######", b"#.....#", b"#..@..#", b"#.....#", b"#######"])
    },
    Drill::Throw => DrillRoom {
        carried: Some(ItemKind::PotionOfVenom),
        ..DrillRoom::drawn(&[
            b"##########",
            b"#...ww...#",
            b"#.@.ww.z.#",
            b"#...ww...#",
            b"##########",
        ])
    },
    Drill::Bait => DrillRoom {
        carried: Some(ItemKind::Cheese),
        ..DrillRoom::drawn(&[
            b"###########",
            b"#.........#",
            b"#.@.....m.#",
            b"#.........#",
            b"###########",
        ])
    },
    Drill::Mark => DrillRoom::drawn(&[
        b"##########",
        b"#...ww...#",
        b"#...ww...#",
        b"#.@.ww.c.#",
        b"#...ww...#",
        b"#...ww...#",
        b"##########",
    ]),
    Drill::Squeak => DrillRoom::drawn(&[
        b"###########",
        b"#.......z.#",
        b"#.@m.....z#",
        b"#.......z.#",
        b"###########",
    ]),
    Drill::Deed => DrillRoom {
        firmware: Some(Firmware::Shove),
        ..DrillRoom::drawn(&[
            b"##########",
            b"#........#",
            b"#.@z.-...#",
            b"#........#",
            b"##########",
        ])
    },
});

impl Drill {
    /// Returns the training room.
    pub(crate) const fn room(self) -> &'static DrillRoom {
        self.entry(&TABLE)
    }
}

impl DrillRoom {
    /// Returns a room that is known from the start, in which the player has full hit points and no items.
    const fn drawn(rows: &'static [&'static [u8]]) -> DrillRoom {
        DrillRoom { rows, carried: None, firmware: None, is_hurt: false, is_unknown: false }
    }
}
