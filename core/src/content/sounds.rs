//! Names the songs and the sound effects. Every name needs a file in `assets/music` or `assets/effects`. Without the
//! file, the code does not compile.

use musrex_assets::listed_enum;
use musrex_assets::sounds::{self, Effect, Song};

/// The least time between two audible footsteps, in ticks of 1/60 s (H13).
pub(crate) const STEP_TICKS: u8 = 8;

/// Defines an enum of sounds. Each value lists the name of its file and the names of the files of its variants.
macro_rules! sounds {
    (
        $(#[$about:meta])*
        pub enum $name:ident -> $data:ident, $find:path {
            $($(#[$about_value:meta])* $value:ident: $file:literal $(| $variant:literal)*,)+
        }
    ) => {
        listed_enum! {
            $(#[$about])*
            pub enum $name { $($(#[$about_value])* $value,)+ }
        }

        impl $name {
            /// Returns the contents of the sound's file and of its variants' files.
            pub fn variants(self) -> &'static [&'static $data] {
                static TABLE: [&[&$data]; $name::COUNT] =
                    [$(&[$find($file), $($find($variant),)*],)+];
                *self.entry(&TABLE)
            }

            /// Returns the contents of the sound's file.
            pub fn data(self) -> &'static $data {
                self.variants()[0]
            }
        }
    };
}

sounds! {
    /// The name of a song.
    pub enum SongName -> Song, sounds::song {
        /// The title screen.
        Title: "title",
        /// The lobby.
        Lobby: "lobby",
        /// Foundations and caves of copper.
        Foundations: "foundations",
        /// Offices.
        Offices: "offices",
        /// The caverns with stores of food.
        Larder: "larder",
        /// Laboratories and wards.
        Laboratory: "laboratory",
        /// The caves with pools.
        Hollows: "hollows",
        /// The maze.
        Maze: "maze",
        /// The halls full of racks.
        Servers: "servers",
        /// The gilded burrow.
        Burrow: "burrow",
        /// The suite of the Director.
        Director: "director",
        /// The chambers of cheese.
        Halls: "halls",
        /// A named mouse hunts the player.
        Named: "named",
        /// The throne floor.
        Throne: "throne",
        /// The run is won.
        Victory: "victory",
        /// The run is lost.
        Death: "death",
    }
}

impl SongName {
    /// Returns whether the song is played only once. All other songs repeat after a pause.
    pub const fn plays_once(self) -> bool {
        matches!(self, SongName::Victory | SongName::Death)
    }
}

sounds! {
    /// The name of a sound effect.
    pub enum Cue -> Effect, sounds::effect {
        /// A step on stone or tiles.
        StepStone: "step_stone" | "step_stone_2",
        /// A step on a carpet or wood.
        StepCarpet: "step_carpet" | "step_carpet_2",
        /// A step on straw, moss or rind.
        StepStraw: "step_straw" | "step_straw_2",
        /// A step on metal.
        StepMetal: "step_metal" | "step_metal_2",
        /// The player walks into a wall or another obstacle.
        Bump: "bump",
        /// A monster is hit.
        Hit: "hit" | "hit_2" | "hit_3",
        /// An attack misses.
        Miss: "miss" | "miss_2",
        /// The player loses hit points.
        Hurt: "hurt" | "hurt_2",
        /// The player loses many hit points at once.
        HeavyHurt: "heavy_hurt",
        /// A monster is killed.
        Kill: "kill" | "kill_2",
        /// An item is picked up or dropped.
        PickUp: "pick_up",
        /// An item is put on or taken off, or a kit is taken.
        Wear: "wear",
        /// A potion or an antidote is used, or a mist, a spill or a kill heals the player.
        Drink: "drink",
        /// An item is thrown.
        Throw: "throw",
        /// A flask breaks, or a door is forced.
        Break: "break",
        /// A monster spits acid.
        Spit: "spit",
        /// A mouse calls others.
        Squeak: "squeak",
        /// A monster enters a vent, rattles in it, or comes out.
        VentRattle: "vent_rattle",
        /// A creature eats, or the player uses a Health Pack.
        Eat: "eat",
        /// A mouse becomes an ally.
        Override: "override",
        /// A terminal is used.
        Terminal: "terminal",
        /// A door opens, or a vent is shut.
        Door: "door",
        /// Pedestals or lockers are sealed, or a locked door does not open.
        Locked: "locked",
        /// The player takes stairs.
        Stairs: "stairs",
        /// The player reaches a new level.
        Level: "level",
        /// Something is stolen, or an ally is lost.
        Warning: "warning",
        /// Poison or venom begins, or a status takes hit points.
        Poison: "poison",
        /// The player has few hit points left.
        LowHp: "low_hp",
        /// A cursor moves, or the player leaves a screen.
        MenuMove: "menu_move",
        /// An entry is confirmed, or a setting changed.
        Confirm: "confirm",
        /// A command of the player is refused, or an item cannot be picked up.
        Refuse: "refuse",
        /// A switch is flipped.
        Switch: "switch",
        /// A live cable shocks a creature.
        Shock: "shock",
        /// A monster wakes up.
        Wake: "wake",
        /// A monster charges.
        Charge: "charge",
        /// A monster leaps, or the player is moved by force.
        Leap: "leap",
        /// A Fuse Mouse lights its fuse.
        Fuse: "fuse",
        /// A monster bursts.
        Burst: "burst",
        /// A monster runs into a wall, or is moved by force.
        Impact: "impact",
        /// The lid of a Lid Mouse stops a blow.
        Clang: "clang",
        /// A monster notices the player, or follows the player over stairs.
        Notice: "notice",
        /// A named mouse notices the player.
        Named: "named",
        /// Tiles are marked for an attack.
        Mark: "mark",
        /// The player is stunned or confused.
        Stun: "stun",
        /// A creature teleports.
        Teleport: "teleport",
        /// The player learns what an item is.
        Identify: "identify",
        /// The player gains a charge for deeds.
        Recharge: "recharge",
        /// The player does the deed of a chip, or a mouse attacks in the same way.
        Deed: "deed",
        /// A graft is taken.
        Graft: "graft",
        /// The Mouse King is killed.
        KingFall: "king_fall",
        /// The player dies.
        Death: "death",
    }
}
