//! The pictures of the heroine and of the creatures, from `sprites/creatures.txt`.

use crate::Tile;

const SHEET: &str = include_str!("../sprites/creatures.txt");

/// A creature standing still: two alternating pictures for each direction that it may face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poses {
    /// The pictures of the creature facing right, as drawn.
    pub right: [Tile; 2],
    /// The same pictures mirrored, facing left.
    pub left: [Tile; 2],
}

impl Poses {
    /// Returns the creature whose pictures in `sheet` are `first` and `second`. In the sheet, the creature faces right.
    ///
    /// # Panics
    /// Panics as [`Tile::read`] does; in a constant, this is a compile-time error.
    pub const fn read(sheet: &str, first: &str, second: &str) -> Poses {
        let right = [Tile::read(sheet, first), Tile::read(sheet, second)];
        let left = [right[0].mirrored(), right[1].mirrored()];
        Poses { right, left }
    }
}

/// The pictures of a creature's states. Each state has two alternating pictures; the second shows the creature after it
/// has breathed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    /// The creature sleeps, low on the ground.
    pub asleep: Poses,
    /// The creature is the player's ally: it wears a scarf, and an antenna with a light.
    pub ally: Poses,
    /// The creature eats a piece of cheese.
    pub eats: Poses,
    /// The creature cries out.
    pub squeaks: Poses,
}

/// All pictures of a kind of creature.
#[derive(Clone, Copy, Debug)]
pub struct CreatureArt {
    /// The pictures of the awake creature standing still.
    pub awake: &'static Poses,
    /// The pictures of the creature's states; `None` for a creature that has no states.
    pub states: Option<&'static States>,
    /// The pictures of the creature after it has marked a tile for its next attack.
    pub aims: Option<&'static Poses>,
    /// The pictures of the creature when it carries something.
    pub carries: Option<&'static Poses>,
}

impl CreatureArt {
    /// Returns the pictures of a creature that neither aims nor carries anything.
    pub const fn plain(awake: &'static Poses, states: &'static States) -> CreatureArt {
        CreatureArt { awake, states: Some(states), aims: None, carries: None }
    }
}

impl Poses {
    /// Returns the creature whose picture in `sheet` is `name`. In the second pose, the rows above `row` are one pixel
    /// lower.
    ///
    /// # Panics
    /// Panics as [`Tile::read`] does; in a constant, this is a compile-time error.
    const fn breathing(sheet: &str, name: &str, row: usize) -> Poses {
        let first = Tile::read(sheet, name);
        let mut second = Tile(first.0);
        let mut y = row;
        while y > 0 {
            second.0[y] = first.0[y - 1];
            y -= 1;
        }
        second.0[0] = [0; 4];
        let left = [first.mirrored(), second.mirrored()];
        Poses { right: [first, second], left }
    }
}

/// When a sleeping creature breathes out, the part of its picture above this row sinks by one pixel.
const ASLEEP_ROW: usize = 12;
/// When an awake creature breathes out, the part of its picture above this row sinks by one pixel.
const AWAKE_ROW: usize = 10;

impl States {
    const fn read(asleep: &str, ally: &str, eats: &str, squeaks: &str) -> States {
        States {
            asleep: Poses::breathing(SHEET, asleep, ASLEEP_ROW),
            ally: Poses::breathing(SHEET, ally, AWAKE_ROW),
            eats: Poses::breathing(SHEET, eats, AWAKE_ROW),
            squeaks: Poses::breathing(SHEET, squeaks, AWAKE_ROW),
        }
    }
}

/// The states of a Micro Mouse.
pub static MICRO_MOUSE_STATES: States = States::read(
    "micro_mouse_asleep",
    "micro_mouse_ally",
    "micro_mouse_eats",
    "micro_mouse_squeaks",
);
/// The states of a Lab Snake, which neither eats cheese nor squeaks.
pub static LAB_SNAKE_STATES: States =
    States::read("lab_snake_asleep", "lab_snake_ally", "lab_snake", "lab_snake");
/// The states of a Neo Mouse.
pub static NEO_MOUSE_STATES: States =
    States::read("neo_mouse_asleep", "neo_mouse_ally", "neo_mouse_eats", "neo_mouse_squeaks");
/// The states of a Rabid Mouse.
pub static RABID_MOUSE_STATES: States = States::read(
    "rabid_mouse_asleep",
    "rabid_mouse_ally",
    "rabid_mouse_eats",
    "rabid_mouse_squeaks",
);
/// The states of a Tough Mouse.
pub static TOUGH_MOUSE_STATES: States = States::read(
    "tough_mouse_asleep",
    "tough_mouse_ally",
    "tough_mouse_eats",
    "tough_mouse_squeaks",
);
/// The states of a Meta Mouse.
pub static META_MOUSE_STATES: States =
    States::read("meta_mouse_asleep", "meta_mouse_ally", "meta_mouse_eats", "meta_mouse_squeaks");
/// The states of a Spit Mouse.
pub static SPIT_MOUSE_STATES: States =
    States::read("spit_mouse_asleep", "spit_mouse_ally", "spit_mouse_eats", "spit_mouse_squeaks");
/// The states of a Fuse Mouse.
pub static FUSE_MOUSE_STATES: States =
    States::read("fuse_mouse_asleep", "fuse_mouse_ally", "fuse_mouse_eats", "fuse_mouse_squeaks");
/// The states of a Pack Rat, which does not squeak.
pub static PACK_RAT_STATES: States =
    States::read("pack_rat_asleep", "pack_rat_ally", "pack_rat_eats", "pack_rat");
/// A Spit Mouse that has marked a tile: its cheeks are full.
pub static SPIT_MOUSE_AIMS: Poses = Poses::breathing(SHEET, "spit_mouse_aims", AWAKE_ROW);
/// A Tough Mouse that has marked a lane: it lowers its head and paws up dust.
pub static TOUGH_MOUSE_AIMS: Poses = Poses::read(SHEET, "tough_mouse_aims", "tough_mouse_aims_2");
/// A Neo Mouse that has marked a tile: it crouches with its tail up.
pub static NEO_MOUSE_AIMS: Poses = Poses::read(SHEET, "neo_mouse_aims", "neo_mouse_aims_2");
/// A Meta Mouse that has marked a tile: a ring opens around it.
pub static META_MOUSE_AIMS: Poses = Poses::read(SHEET, "meta_mouse_aims", "meta_mouse_aims_2");
/// A Fuse Mouse whose fuse is lit: a spark that flickers, and wide eyes.
pub static FUSE_MOUSE_AIMS: Poses = Poses::read(SHEET, "fuse_mouse_aims", "fuse_mouse_aims_2");
/// A Pack Rat that has stolen something.
pub static PACK_RAT_LOADED: Poses = Poses::breathing(SHEET, "pack_rat_loaded", AWAKE_ROW);

/// A broad mouse in a hard hat behind a striped blade.
pub static BULLDOZER: Poses = Poses::read(SHEET, "bulldozer", "bulldozer_2");
/// The states of the Bulldozer.
pub static BULLDOZER_STATES: States =
    States::read("bulldozer_asleep", "bulldozer_ally", "bulldozer_eats", "bulldozer_squeaks");
/// The Bulldozer that has marked tiles: it leans on its blade.
pub static BULLDOZER_AIMS: Poses = Poses::breathing(SHEET, "bulldozer_aims", AWAKE_ROW);
/// A lean mouse in goggles with a red scarf that flies behind it.
pub static STREAK: Poses = Poses::read(SHEET, "streak", "streak_2");
/// The states of the Streak.
pub static STREAK_STATES: States =
    States::read("streak_asleep", "streak_ally", "streak_eats", "streak_squeaks");
/// The Streak that has marked tiles: it crouches like a runner before the start.
pub static STREAK_AIMS: Poses = Poses::breathing(SHEET, "streak_aims", AWAKE_ROW);
/// A thin mouse in a violet hood, with a hook on a pole.
pub static NEEDLE: Poses = Poses::read(SHEET, "needle", "needle_2");
/// The states of the Needle.
pub static NEEDLE_STATES: States =
    States::read("needle_asleep", "needle_ally", "needle_eats", "needle_squeaks");
/// The Needle that has marked tiles: its hook swings.
pub static NEEDLE_AIMS: Poses = Poses::breathing(SHEET, "needle_aims", AWAKE_ROW);
/// A mouse of teal light in a tall hat.
pub static MIRAGE: Poses = Poses::read(SHEET, "mirage", "mirage_2");
/// The states of the Mirage.
pub static MIRAGE_STATES: States =
    States::read("mirage_asleep", "mirage_ally", "mirage_eats", "mirage_squeaks");
/// The Mirage that has marked tiles: it holds up a light.
pub static MIRAGE_AIMS: Poses = Poses::breathing(SHEET, "mirage_aims", AWAKE_ROW);
/// A mouse dressed as a jester, half white, half black.
pub static TURNCOAT: Poses = Poses::read(SHEET, "turncoat", "turncoat_2");
/// The states of the Turncoat.
pub static TURNCOAT_STATES: States =
    States::read("turncoat_asleep", "turncoat_ally", "turncoat_eats", "turncoat_squeaks");
/// The Turncoat that has marked tiles: it has turned its coat.
pub static TURNCOAT_AIMS: Poses = Poses::breathing(SHEET, "turncoat_aims", AWAKE_ROW);

/// A brown mouse behind the lid of a pot.
pub static LID_MOUSE: Poses = Poses::read(SHEET, "lid_mouse", "lid_mouse_2");
/// The states of a Lid Mouse: it sleeps in its lid, and eats with the lid on its head.
pub static LID_MOUSE_STATES: States =
    States::read("lid_mouse_asleep", "lid_mouse_ally", "lid_mouse_eats", "lid_mouse_squeaks");

/// The pictures of something that the heroine wears or holds, drawn over her; index 0 is transparent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outfit {
    /// The overlays for the heroine's two idle poses and for her strike, facing right.
    pub right: [Tile; 3],
    /// The same pictures mirrored, facing left.
    pub left: [Tile; 3],
}

impl Outfit {
    /// The index of the overlay for the heroine's strike.
    pub const STRIKES: usize = 2;

    const fn read(names: [&str; 3]) -> Outfit {
        let [first, second, strikes] = names;
        let right =
            [Tile::read(SHEET, first), Tile::read(SHEET, second), Tile::read(SHEET, strikes)];
        let left = [right[0].mirrored(), right[1].mirrored(), right[2].mirrored()];
        Outfit { right, left }
    }
}

/// The Biker Jacket on the heroine.
pub static BIKER_JACKET: Outfit =
    Outfit::read(["biker_jacket_0", "biker_jacket_1", "biker_jacket_2"]);
/// The Bulletproof Vest on the heroine.
pub static BULLETPROOF_VEST: Outfit =
    Outfit::read(["bulletproof_vest_0", "bulletproof_vest_1", "bulletproof_vest_2"]);
/// The Crowbar in the heroine's hand.
pub static CROWBAR: Outfit = Outfit::read(["crowbar_0", "crowbar_1", "crowbar_2"]);
/// The Stun Baton in the heroine's hand.
pub static STUN_BATON: Outfit = Outfit::read(["stun_baton_0", "stun_baton_1", "stun_baton_2"]);
/// The Mop in the heroine's hands.
pub static MOP: Outfit = Outfit::read(["mop_0", "mop_1", "mop_2"]);

/// The Broom Pole in the heroine's hands.
pub static BROOM_POLE: Outfit = Outfit::read(["broom_pole_0", "broom_pole_1", "broom_pole_2"]);
/// The Rubber Coat on the heroine.
pub static RUBBER_COAT: Outfit = Outfit::read(["rubber_coat_0", "rubber_coat_1", "rubber_coat_2"]);
/// The Lab Apron on the heroine.
pub static LAB_APRON: Outfit = Outfit::read(["apron_0", "apron_1", "apron_2"]);

/// The night technician, the player's character.
pub static HEROINE: Poses = Poses::read(SHEET, "heroine", "heroine_2");
/// A small mouse with a blinking chip on its head.
pub static MICRO_MOUSE: Poses = Poses::read(SHEET, "micro_mouse", "micro_mouse_2");
/// A green snake with a syringe for a tail and venom in its fangs.
pub static LAB_SNAKE: Poses = Poses::read(SHEET, "lab_snake", "lab_snake_2");
/// A mouse that stands upright, in a long dark coat and shades.
pub static NEO_MOUSE: Poses = Poses::read(SHEET, "neo_mouse", "neo_mouse_2");
/// A hunched, ragged mouse that foams at the mouth.
pub static RABID_MOUSE: Poses = Poses::read(SHEET, "rabid_mouse", "rabid_mouse_2");
/// A mouse as broad as a tile, in a red bandana.
pub static TOUGH_MOUSE: Poses = Poses::read(SHEET, "tough_mouse", "tough_mouse_2");
/// A violet, ghostly mouse that is about to fall apart.
pub static META_MOUSE: Poses = Poses::read(SHEET, "meta_mouse", "meta_mouse_2");
/// A plump white mouse with green cheeks full of acid, which drips from its mouth.
pub static SPIT_MOUSE: Poses = Poses::read(SHEET, "spit_mouse", "spit_mouse_2");
/// A small fawn mouse with a red charge on its back, from which a fuse sticks up.
pub static FUSE_MOUSE: Poses = Poses::read(SHEET, "fuse_mouse", "fuse_mouse_2");
/// A lean rat under a sack larger than itself.
pub static PACK_RAT: Poses = Poses::read(SHEET, "pack_rat", "pack_rat_2");
/// A small mouse under a huge crown.
pub static MOUSE_KING: Poses = Poses::read(SHEET, "mouse_king", "mouse_king_2");
/// The heroine lying where she fell, with her head to the left.
pub static HEROINE_FALLEN: Tile = Tile::read(SHEET, "heroine_fallen");
/// The heroine striking to the right, and to the left.
pub static HEROINE_STRIKES: [Tile; 2] = {
    let right = Tile::read(SHEET, "heroine_strikes");
    let left = right.mirrored();
    [right, left]
};
