//! Small pictures that are no tiles: frames, bars, icons, and what flashes over a fight.

use crate::{Tile, sheet};

/// An 8 × 8 picture: palette indices, row by row; 0 is clear.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(4))]
pub struct Icon(pub [[u8; 8]; 8]);

impl Icon {
    /// Width and height in pixels.
    pub const SIZE: u8 = 8;

    const fn read(sheet: &str, name: &str) -> Icon {
        Icon(sheet::picture(sheet.as_bytes(), name))
    }
}

/// A frame of any size: nine pieces, of which the corners are drawn once and the others repeated.
pub struct Panel {
    /// The pieces in three rows of three, from the top left corner to the bottom right one.
    pub pieces: [[Icon; 3]; 3],
}

/// How far the frame of [`PANEL`] reaches in from its edge, in pixels; inside it is plain ink.
pub const PANEL_BORDER: u8 = 5;

/// A bar that fills from the left. It is as long as its two ends and the columns between them.
pub struct Bar {
    /// The left end.
    pub left: Icon,
    /// The right end.
    pub right: Icon,
    /// What is lacking; all its columns are the same, so any number of them may be drawn.
    pub empty: Icon,
    /// What is there, while all is well; its columns are the same too, and so below.
    pub good: Icon,
    /// What is there, when it runs low.
    pub warning: Icon,
    /// What is there, when it is nearly gone.
    pub bad: Icon,
    /// What is there, where the bar counts experience.
    pub experience: Icon,
}

const INTERFACE: &str = include_str!("../sprites/interface.txt");
const EFFECTS: &str = include_str!("../sprites/effects.txt");

const fn interface(name: &str) -> Icon {
    Icon::read(INTERFACE, name)
}

const fn effect(name: &str) -> Icon {
    Icon::read(EFFECTS, name)
}

/// The frame of every window.
pub static PANEL: Panel = Panel {
    pieces: [
        [interface("panel_top_left"), interface("panel_top"), interface("panel_top_right")],
        [interface("panel_left"), interface("panel_fill"), interface("panel_right")],
        [
            interface("panel_bottom_left"),
            interface("panel_bottom"),
            interface("panel_bottom_right"),
        ],
    ],
};

/// The bar of hit points and of experience.
pub static BAR: Bar = Bar {
    left: interface("bar_left"),
    right: interface("bar_right"),
    empty: interface("bar_empty"),
    good: interface("bar_good"),
    warning: interface("bar_warning"),
    bad: interface("bar_bad"),
    experience: interface("bar_experience"),
};

/// The chosen line of a list: a wedge of cheese that points right.
pub static CURSOR: Icon = interface("cursor");
/// More above.
pub static SCROLL_UP: Icon = interface("scroll_up");
/// More below.
pub static SCROLL_DOWN: Icon = interface("scroll_down");
/// A written page, for the log.
pub static PAGE: Icon = interface("page");
/// The arrow of a mouse; its tip is the top left pixel.
pub static POINTER: Icon = interface("pointer");

/// Someone has noticed the player.
pub static ALERT: Icon = effect("alert");
/// Someone has not.
pub static ASLEEP: Icon = effect("asleep");
/// Cannot act.
pub static STUNNED: Icon = effect("stunned");
/// Moves at random.
pub static CONFUSED: Icon = effect("confused");
/// Loses hit points, but not the last.
pub static POISONED: Icon = effect("poisoned");
/// Loses hit points to the last.
pub static ENVENOMED: Icon = effect("envenomed");
/// Gains hit points.
pub static REGENERATING: Icon = effect("regenerating");
/// Is being hunted: a mouse's eyes in the dark.
pub static HUNTED: Icon = effect("hunted");
/// Needs a key.
pub static LOCKED: Icon = effect("locked");
/// Hit points.
pub static HEART: Icon = effect("heart");
/// Hit points that are lacking.
pub static HEART_EMPTY: Icon = effect("heart_empty");
/// The player's level.
pub static STAR: Icon = effect("star");
/// The floor's number: a flight of stairs.
pub static FLOOR: Icon = effect("floor");
/// Attack.
pub static SWORD: Icon = effect("sword");
/// Defence.
pub static SHIELD: Icon = effect("shield");
/// A death.
pub static SKULL: Icon = effect("skull");
/// A victory.
pub static CROWN: Icon = effect("crown");
/// Keys in the pack.
pub static KEY: Icon = effect("key");
/// A score: a round of cheese.
pub static COIN: Icon = effect("coin");

/// A blow that lands: first the burst, then what is left of it. 0 is clear.
pub static SPLAT: [Tile; 2] = [Tile::read(EFFECTS, "splat_0"), Tile::read(EFFECTS, "splat_1")];

/// A new level, from the first glint to the last; drawn over whoever gained it. 0 is clear.
pub static SPARKLE: [Tile; 3] = [
    Tile::read(EFFECTS, "sparkle_0"),
    Tile::read(EFFECTS, "sparkle_1"),
    Tile::read(EFFECTS, "sparkle_2"),
];

/// A picture of any size.
pub struct Image {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Palette indices, row by row, `width` × `height` of them; 0 is clear.
    pub pixels: &'static [u8],
}

const TITLE: &str = include_str!("../sprites/title.txt");

static LOGO_PIXELS: [[u8; 176]; 56] = sheet::picture(TITLE.as_bytes(), "logo");
static KING_PIXELS: [[u8; 64]; 64] = sheet::picture(TITLE.as_bytes(), "king");

/// The name of the game.
pub static LOGO: Image = Image { width: 176, height: 56, pixels: LOGO_PIXELS.as_flattened() };

/// The Mouse King, head and shoulders; cut off straight at the foot of the picture.
pub static KING: Image = Image { width: 64, height: 64, pixels: KING_PIXELS.as_flattened() };
