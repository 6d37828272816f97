//! The colours on the map of a floor; the map's legend explains them. The colours that mark items, monsters and special
//! terrain are easy to tell apart.

use crate::raster::Colour;
use crate::world::Terrain;

/// The colour of an item.
pub const ITEM: Colour = Colour::VIOLET;
/// The colour of a monster.
pub const MOUSE: Colour = Colour::PINK;

/// Returns the colour of a tile on the map.
pub const fn of(terrain: Terrain) -> Colour {
    match terrain {
        Terrain::Wall => Colour::SLATE,
        Terrain::Ground | Terrain::Alcove => Colour::MAP_GROUND,
        Terrain::StairsUp => Colour::GOLD,
        Terrain::StairsDown => Colour::GOOD,
        Terrain::DoorClosed | Terrain::DoorOpen => Colour::GREY,
        Terrain::DoorLocked => Colour::BAD,
        // The colour is not white, because white marks the chosen tile.
        Terrain::VentOpen => Colour::GREEN,
        Terrain::Terminal | Terrain::Pedestal | Terrain::Locker => Colour::TURQUOISE,
        Terrain::Switch => Colour::BRONZE,
        Terrain::VentShut
        | Terrain::TerminalUsed
        | Terrain::PedestalSealed
        | Terrain::LockerSealed
        | Terrain::Tall
        | Terrain::Low
        | Terrain::Glass => Colour::SLATE,
        Terrain::Water => Colour::TEAL,
        Terrain::CableLive => Colour::EMBER,
        Terrain::CageShut => Colour::STRAW,
        Terrain::CableDead | Terrain::CageOpen => Colour::MAP_GROUND,
    }
}
