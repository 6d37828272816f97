//! The pictures of the items, from `sprites/items.txt`. Each picture is drawn on the ground and as an icon.

use crate::Tile;
use crate::creatures::Outfit;

const SHEET: &str = include_str!("../sprites/items.txt");

const fn read(name: &str) -> Tile {
    Tile::read(SHEET, name)
}

/// All pictures of a kind of item.
#[derive(Clone, Copy, Debug)]
pub struct ItemArt {
    /// The picture on the ground and in lists.
    pub sprite: &'static Tile,
    /// The pictures of the item on the heroine who wears it; `None` if the item does not show on her.
    pub outfit: Option<&'static Outfit>,
}

impl ItemArt {
    /// Returns the picture of an item that does not show on the heroine.
    pub const fn plain(sprite: &'static Tile) -> ItemArt {
        ItemArt { sprite, outfit: None }
    }

    /// Returns the pictures of an item that shows on the heroine.
    pub const fn on_her(sprite: &'static Tile, outfit: &'static Outfit) -> ItemArt {
        ItemArt { sprite, outfit: Some(outfit) }
    }
}

/// A white case with a red cross.
pub static HEALTH_PACK: Tile = read("health_pack");
/// A syringe of something green.
pub static ANTIDOTE: Tile = read("antidote");
/// A golden key.
pub static KEY: Tile = read("key");
/// A red crowbar.
pub static CROWBAR: Tile = read("crowbar");
/// A baton with a spark between its prongs.
pub static STUN_BATON: Tile = read("stun_baton");
/// A leather jacket with a zip.
pub static BIKER_JACKET: Tile = read("biker_jacket");
/// A steel blue vest with pouches.
pub static BULLETPROOF_VEST: Tile = read("bulletproof_vest");
/// A green board with gold pins.
pub static MICROCHIP: Tile = read("microchip");
/// The flask with a red potion.
pub static POTION_RED: Tile = read("potion_red");
/// The flask with a blue potion.
pub static POTION_BLUE: Tile = read("potion_blue");
/// The flask with a violet potion.
pub static POTION_VIOLET: Tile = read("potion_violet");
/// The flask with a green potion.
pub static POTION_GREEN: Tile = read("potion_green");
/// The flask with a golden potion.
pub static POTION_GOLD: Tile = read("potion_gold");
/// A wedge of cheese with holes.
pub static CHEESE: Tile = read("cheese");
/// A violet chip with an antenna that ends in a red light.
pub static OVERRIDE_CHIP: Tile = read("override_chip");
/// A mop with a wooden handle.
pub static MOP: Tile = read("mop");
/// A wooden pole with a steel end and a blue grip.
pub static BROOM_POLE: Tile = read("broom_pole");
/// A yellow raincoat with a black lining.
pub static RUBBER_COAT: Tile = read("rubber_coat");
/// A teal apron with a pocket.
pub static LAB_APRON: Tile = read("apron");
