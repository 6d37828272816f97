//! The frames, bars and icons of the interface, the effects of a fight, and the overlays drawn on tiles.

use crate::{Tile, sheet};

/// An 8 × 8 picture: rows of two words of four palette indices, the leftmost pixel in the lowest byte; index 0 is
/// transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon(pub [[u32; 2]; 8]);

impl Icon {
    /// The width and the height in pixels.
    pub const SIZE: u8 = 8;

    const fn read(sheet: &str, name: &str) -> Icon {
        Icon::new(&sheet::picture(sheet.as_bytes(), name))
    }

    /// Returns the picture with these palette indices, row by row.
    pub const fn new(pixels: &[[u8; 8]; 8]) -> Icon {
        Icon(sheet::words(pixels))
    }
}

/// A frame of any size, made of nine pieces. The corners are drawn once; the other pieces are repeated.
pub struct Panel {
    /// The pieces in three rows of three, from the top left corner to the bottom right one.
    pub pieces: [[Icon; 3]; 3],
}

/// The width of the border of [`PANEL`] in pixels; a single colour, ink, fills the area inside the border.
pub const PANEL_BORDER: u8 = 5;

/// A bar that fills from the left. Any number of columns may lie between the two ends of the bar.
pub struct Bar {
    /// The left end.
    pub left: Icon,
    /// The right end.
    pub right: Icon,
    /// The empty part. All its columns are equal, so it may have any width.
    pub empty: Icon,
    /// The filled part of the bar of hit points in good health. All its columns are equal, as in the parts below.
    pub good: Icon,
    /// The filled part of the bar of hit points in low health.
    pub warning: Icon,
    /// The filled part of the bar of hit points in critical health.
    pub bad: Icon,
    /// The filled part of the bar of experience.
    pub xp: Icon,
}

const INTERFACE: &str = include_str!("../sprites/interface.txt");
const EFFECTS: &str = include_str!("../sprites/effects.txt");

const fn interface(name: &str) -> Icon {
    Icon::read(INTERFACE, name)
}

const fn effect(name: &str) -> Icon {
    Icon::read(EFFECTS, name)
}

const fn frames(first: &str, second: &str) -> [Tile; 2] {
    [Tile::read(EFFECTS, first), Tile::read(EFFECTS, second)]
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
    xp: interface("bar_xp"),
};

/// The cursor of a list: a wedge of cheese that points right.
pub static CURSOR: Icon = interface("cursor");
/// The player's position on the map of a floor.
pub static YOU: Icon = interface("you");
/// The mark of a worn item in a list: a tick.
pub static WORN: Icon = interface("worn");
/// The symbol of the night, the difficulty level of a run.
pub static MOON: Icon = interface("moon");
/// The arrow at the top of a list that has more rows above.
pub static SCROLL_UP: Icon = interface("scroll_up");
/// The arrow at the bottom of a list that has more rows below.
pub static SCROLL_DOWN: Icon = interface("scroll_down");

/// The mark of a creature that has just noticed the player, or is about to strike marked tiles.
pub static ALERT: Icon = effect("alert");
/// The mark of a creature that is asleep.
pub static ASLEEP: Icon = effect("asleep");
/// The mark of a creature that cannot act.
pub static STUNNED: Icon = effect("stunned");
/// The mark of a creature that moves at random.
pub static CONFUSED: Icon = effect("confused");
/// The mark of a poisoned creature: it loses hit points, but never the last one.
pub static POISONED: Icon = effect("poisoned");
/// The mark of an envenomed creature: it loses hit points, and the venom can kill it.
pub static ENVENOMED: Icon = effect("envenomed");
/// The mark of a creature that gains hit points.
pub static REGROWING: Icon = effect("regrowing");
/// The mark of a creature that is about to squeak: a speech bubble with an exclamation mark.
pub static SQUEAK: Icon = effect("squeak");
/// The mark of a creature that cannot be stunned: a shield.
pub static STEADY: Icon = effect("steady");
/// The mark of a creature that an antidote protects: a droplet behind a bar.
pub static IMMUNE: Icon = effect("immune");
/// The mark of a creature that a healing mist has already healed: a sticking plaster.
pub static SOOTHED: Icon = effect("soothed");
/// The mark of the player's ally: a blue heart.
pub static ALLY: Icon = effect("ally");
/// The mark of a creature that keeps watch: an open eye.
pub static WATCHING: Icon = effect("watching");
/// The mark of a creature that eats cheese: a wedge of cheese.
pub static EATING: Icon = effect("eating");
/// The low-battery warning of the machine on which the game runs.
pub static BATTERY: Icon = effect("battery");
/// The symbol of hit points.
pub static HEART: Icon = effect("heart");
/// The symbol of the player's level.
pub static STAR: Icon = effect("star");
/// The symbol of the floor's number: a flight of stairs.
pub static FLOOR: Icon = effect("floor");
/// The symbol of a charge: a lightning bolt. A deed (the action of a worn microchip) costs a charge.
pub static CHARGE: Icon = effect("charge");
/// The symbol of a spent charge.
pub static CHARGE_SPENT: Icon = effect("charge_spent");
/// The symbol of a death.
pub static SKULL: Icon = effect("skull");
/// The symbol of a victory.
pub static CROWN: Icon = effect("crown");

/// The effect of a hit: first the burst, then its remains. Index 0 is transparent.
pub static SPLAT: [Tile; 2] = [Tile::read(EFFECTS, "splat_0"), Tile::read(EFFECTS, "splat_1")];

/// A tile of an explosion: a flash, then a ball of fire, then smoke with embers. The pictures of adjacent tiles join
/// seamlessly. The last picture lets the ground show through. Index 0 is transparent.
pub static BURST: [Tile; 3] = [
    Tile::read(EFFECTS, "burst_0"),
    Tile::read(EFFECTS, "burst_1"),
    Tile::read(EFFECTS, "burst_2"),
];

/// The effect of a new level, from the first glint to the last, drawn over the player. Index 0 is transparent.
pub static SPARKLE: [Tile; 3] = [
    Tile::read(EFFECTS, "sparkle_0"),
    Tile::read(EFFECTS, "sparkle_1"),
    Tile::read(EFFECTS, "sparkle_2"),
];

/// Acid on the ground: puddles with bubbles. Each kind of spill has two frames that repeat, drawn above ground and
/// items and below creatures; index 0 is transparent.
pub static SPILL_ACID: [Tile; 2] = frames("spill_acid_0", "spill_acid_1");
/// Poisonous gas on the ground: clouds that drift.
pub static SPILL_GAS: [Tile; 2] = frames("spill_gas_0", "spill_gas_1");
/// Healing mist on the ground: crosses that rise.
pub static SPILL_HEALING: [Tile; 2] = frames("spill_healing_0", "spill_healing_1");
/// Regrowth on the ground: sprouts that grow.
pub static SPILL_REGROWTH: [Tile; 2] = frames("spill_regrowth_0", "spill_regrowth_1");
/// A decoy: a wedge of light that flickers. Index 0 is transparent.
pub static SPILL_DECOY: [Tile; 2] = frames("spill_decoy_0", "spill_decoy_1");

/// A tile that a monster is about to spit at: a droplet, with hazard stripes that move in the corners, where a creature
/// cannot hide them. The two frames repeat; pixels with palette index 0 are transparent.
pub static MARKED: [Tile; 2] = frames("marked_0", "marked_1");

/// A tile that a monster is about to charge through: clouds of dust in the corners, and a paw that steps left and
/// right. The two frames repeat; pixels with palette index 0 are transparent.
pub static MARKED_CHARGE: [Tile; 2] = frames("marked_charge_0", "marked_charge_1");
/// A tile that a monster is about to leap onto: claws that close in from the corners. The two frames repeat; index 0 is
/// transparent.
pub static MARKED_LEAP: [Tile; 2] = frames("marked_leap_0", "marked_leap_1");
/// The tile from which a burst is about to come: hot brackets in the corners, and an ember. The two frames repeat;
/// index 0 is transparent.
pub static MARKED_BURST: [Tile; 2] = frames("marked_burst_0", "marked_burst_1");
/// A tile within reach of a burst: hot corners, which join with the corners of adjacent tiles. Many such tiles form a
/// calm lattice. The two frames repeat; pixels with palette index 0 are transparent.
pub static MARKED_AROUND: [Tile; 2] = frames("marked_around_0", "marked_around_1");
/// A tile that the player's ally is about to strike: a blue heart, and smaller hearts in the corners, where a creature
/// cannot hide them. The two frames repeat; pixels with palette index 0 are transparent.
pub static MARKED_ALLY: [Tile; 2] = frames("marked_ally_0", "marked_ally_1");

/// A tile on the path of a throw: a dot. Index 0 is transparent.
pub static AIM_PATH: Tile = Tile::read(EFFECTS, "aim_path");
/// The tile where a throw lands: bright corners. Index 0 is transparent.
pub static AIM_TARGET: Tile = Tile::read(EFFECTS, "aim_target");
/// A tile that a throw cannot reach: thin red corners and a cross. Index 0 is transparent.
pub static AIM_BLOCKED: Tile = Tile::read(EFFECTS, "aim_blocked");

/// A monster in a vent, drawn over [`VENT_OPEN`](crate::terrain::VENT_OPEN): shaking lines at the sides of the vent,
/// and two eyes in its hole. The two frames repeat; pixels with palette index 0 are transparent.
pub static VENT_RATTLE: [Tile; 2] = frames("vent_rattle_0", "vent_rattle_1");

/// A picture of any height, and of any width that is a multiple of four pixels.
pub struct Image {
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The pixels row by row, as words of four palette indices with the leftmost pixel in the lowest byte; index 0 is
    /// transparent.
    pub words: &'static [u32],
}

impl Image {
    /// Returns the picture made of these rows, which have `N` words each.
    #[expect(clippy::cast_possible_truncation, reason = "both are checked")]
    pub const fn new<const N: usize, const H: usize>(rows: &'static [[u32; N]; H]) -> Image {
        assert!(N <= 128 && H <= 512, "a picture fits a frame");
        Image { width: 4 * N as u16, height: H as u16, words: rows.as_flattened() }
    }
}

const TITLE: &str = include_str!("../sprites/title.txt");

static LOGO_ROWS: [[u32; 44]; 56] =
    sheet::words(&sheet::picture::<176, 56>(TITLE.as_bytes(), "logo"));
static KING_ROWS: [[u32; 16]; 64] =
    sheet::words(&sheet::picture::<64, 64>(TITLE.as_bytes(), "king"));

/// The name of the game as a picture.
pub static LOGO: Image = Image::new(&LOGO_ROWS);

/// The head and shoulders of the Mouse King, cut off straight at the bottom.
pub static KING: Image = Image::new(&KING_ROWS);
