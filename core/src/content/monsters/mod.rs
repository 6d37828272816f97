//! Defines the kinds of monsters.

use crate::content::Firmware;
use crate::content::statuses::OnHitEffect;
use crate::dice::Dice;
use crate::quantity::{Floor, Percent, Xp};
use core::ops::RangeInclusive;
use musrex_assets::creatures::CreatureArt;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

mod marks;
mod table;

pub(crate) use marks::Force;
pub use marks::{Mark, MarkEffect, MarkShape};

listed_enum! {
    /// A kind of monster.
    #[derive(Serialize, Deserialize)]
    pub enum MonsterKind {
        /// A small mouse without a special trait.
        MicroMouse,
        /// A snake that moves slowly and envenoms.
        LabSnake,
        /// A mouse that dodges attacks.
        NeoMouse,
        /// A mouse that staggers and poisons.
        RabidMouse,
        /// A mouse that stuns.
        ToughMouse,
        /// A mouse that confuses, and teleports when hit.
        MetaMouse,
        /// The King, who flees; his death wins the run.
        MouseKing,
        /// A mouse that marks a tile, then spits acid at it.
        SpitMouse,
        /// A mouse that steals instead of biting.
        PackRat,
        /// A mouse with a fuse, which bursts beside the player.
        FuseMouse,
        /// The mouse that pushes: SHOVE is its own (M19).
        Bulldozer,
        /// The mouse that runs: DASH is its own.
        Streak,
        /// The mouse that pulls: HOOK is its own.
        Needle,
        /// The mouse that makes noise elsewhere: DECOY is its own.
        Mirage,
        /// The mouse that trades places: SWAP is its own.
        Turncoat,
        /// A mouse with a lid for a shield.
        LidMouse,
    }
}

/// A monster that others block looks for a path around them once in this many turns (M4).
pub(crate) const REPATH_INTERVAL: u32 = 4;

/// A monster that crawls moves once in this many turns (M).
pub(crate) const CRAWL_INTERVAL: u32 = 2;

/// The damage of a blow on a creature that sleeps, eats or is stunned is multiplied by this (S3).
pub(crate) const HELPLESS_FACTOR: u16 = 2;

/// The distance in tiles at which a thief out of sight feels safe and sleeps (M9).
pub(crate) const HIDING_DISTANCE: u8 = 8;

/// The most monsters that follow the player to another floor (M7).
pub(crate) const FOLLOWERS_MAX: usize = 4;
/// A monster within this many tiles follows the player on stairs (M7).
pub(crate) const FOLLOW_RADIUS: u8 = 2;
/// An ally within this many tiles follows the player on stairs (I10).
pub(crate) const ALLY_FOLLOW_RADIUS: u8 = 4;
/// An ally that follows to a new floor regains the hit points it was born with, divided by this (I10).
pub(crate) const ALLY_MENDS_PART: u16 = 4;
/// The radius in tiles in which an ally fights (I10).
pub(crate) const ALLY_SIGHT_RADIUS: u8 = 6;

/// The class of a kind, for the rules that do not ask for traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Climbs stairs (M7), goes for cheese (I9), and can be made an ally (I10).
    Mouse,
    /// Does none of these.
    Beast,
    /// A mouse with a floor of its own (`content/floors.rs`), which it never leaves. It always goes for cheese, and
    /// cannot be made an ally (K2, I10).
    Boss,
}

/// A trait of a kind: an exception to a rule that all monsters follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    /// Moves every other turn; attacks every turn.
    Crawls,
    /// Flees and goes for cheese, but rests once in this many turns (M5).
    Rests(u32),
    /// Dodges one attack in this many.
    Dodges(u32),
    /// Is immune to straight blows of the player (M15).
    Shields,
    /// Makes one move in this many in a random direction.
    MovesRandomly(u32),
    /// After a hit that it survives, teleports up to `radius` tiles, with a chance of 1 in
    /// `one_in`.
    Teleports {
        /// The chance to teleport, 1 in so many damaging hits.
        one_in: u32,
        /// Tiles at most.
        radius: u8,
    },
    /// Steals an item with one blow in this many; that blow does no damage (M9).
    Steals(u32),
    /// Its death wins the run (M5).
    Reigns,
}

/// An action that a kind may take in its turn. A row lists its deeds in order: they are tried one by one until one
/// acts. Each has a file of the same name in `rules/deeds/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Squeaks in the turn after it has noticed the player (S4).
    Squeak,
    /// Keeps watch until it sees the player (M2).
    Watch,
    /// Moves at random when confused, or by its trait, as the Rabid Mouse does.
    Stray,
    /// Fights beside the player as an ally (I10).
    Help,
    /// Goes for cheese and eats it (I9).
    Eat,
    /// Slips into a vent when the player comes near (K2).
    Slip,
    /// Keeps away from the player (M5).
    Flee,
    /// Hides with what it stole (M9).
    Hide,
    /// Marks tiles, and strikes there a turn or two later (M8).
    Mark(Mark),
    /// Goes for the player in sight, and attacks (M3).
    Hunt,
    /// Looks for the player it has lost (M3).
    Search,
}

/// A row of the table of monsters (M).
pub struct MonsterSpec {
    /// Its letters on drawn floors, awake and asleep.
    pub letters: [char; 2],
    /// Its pictures.
    pub(crate) art: CreatureArt,
    /// The floors where it lives.
    pub floors: RangeInclusive<u8>,
    /// Its spawn weight on the lowest of its floors and on the highest, interpolated in between. Kinds are drawn in
    /// proportion to their weights (M1).
    spawn_weights: (u16, u16),
    /// Hit points at birth, rolled for each monster (M1), before the floor's addition.
    hp: RangeInclusive<u16>,
    /// Additional hit points for each floor.
    hp_by_floor: u16,
    /// Reduces the damage of attacks on it (A6).
    pub defence: u16,
    /// The range of its attack (A5), before the floor's addition.
    attack: RangeInclusive<u16>,
    /// The growth of the strongest attack over ten floors, in even steps.
    attack_max_by_ten_floors: u16,
    /// The radius in which it notices the player, in tiles (M2).
    pub(crate) sight_radius: u8,
    /// The chance in percent to end a status each turn (D13).
    pub saving_throw: Percent,
    /// The experience for killing it.
    pub xp: Xp,
    /// The effect of its damaging hits.
    pub on_hit: Option<OnHitEffect>,
    /// Its class, for the rules that do not ask for traits.
    pub(crate) class: Class,
    /// Its traits.
    pub(crate) traits: &'static [Trait],
    /// Its deeds, in the order in which they are tried.
    pub(crate) deeds: &'static [Deed],
    /// The turns that a meal takes (I9, K2).
    pub(crate) meal_turns: u8,
    /// True when it goes through vents (W15).
    pub uses_vents: bool,
    /// The firmware of a named mouse: its mark does what the firmware does, and it carries a chip with that firmware
    /// (M19).
    pub firmware: Option<Firmware>,
}

/// The sight radius of a monster that sees the whole floor (M5).
const WHOLE_FLOOR: u8 = u8::MAX;

impl MonsterKind {
    /// Returns the named mice (M19).
    pub const fn named() -> [MonsterKind; 5] {
        [
            MonsterKind::Bulldozer,
            MonsterKind::Streak,
            MonsterKind::Needle,
            MonsterKind::Mirage,
            MonsterKind::Turncoat,
        ]
    }

    /// Draws a kind in proportion to its weight; `None` if all weights are zero.
    pub(crate) fn draw(
        dice: &mut Dice,
        weights: impl Iterator<Item = (MonsterKind, u16)> + Clone,
    ) -> Option<MonsterKind> {
        let total: u32 = weights.clone().map(|(_, weight)| u32::from(weight)).sum();
        let mut roll = dice.uniform(0..=total.checked_sub(1)?);
        for (kind, weight) in weights {
            let weight = u32::from(weight);
            if roll < weight {
                return Some(kind);
            }
            roll -= weight;
        }
        None
    }
}

impl MonsterSpec {
    /// Returns the range of hit points at birth on `floor` (M1).
    pub fn hp_on(&self, floor: Floor) -> RangeInclusive<u16> {
        let more = self.hp_by_floor * u16::from(floor.number());
        self.hp.start() + more..=self.hp.end() + more
    }

    /// Returns its spawn weight on `floor` (M1): `None` where it does not live.
    pub fn spawn_weight_on(&self, floor: Floor) -> Option<u16> {
        let up = u16::from(floor.number().checked_sub(*self.floors.start())?);
        let down = u16::from(self.floors.end().checked_sub(floor.number())?);
        let (low, high) = self.spawn_weights;
        Some((low * down + high * up) / (up + down).max(1))
    }

    /// Returns the range of its attack on `floor` (A5).
    pub fn attack_on(&self, floor: Floor) -> RangeInclusive<u16> {
        let more = self.attack_max_by_ten_floors * u16::from(floor.number()) / 10;
        *self.attack.start()..=self.attack.end() + more
    }

    /// Returns the range of the strength of its `mark` on `floor` (M8).
    pub fn mark_attack_on(&self, mark: &Mark, floor: Floor) -> RangeInclusive<u16> {
        match &mark.force {
            Force::Blow(times) => {
                let (weakest, strongest) = self.attack_on(floor).into_inner();
                weakest * times..=strongest * times
            }
            Force::Own { attack, attack_max_by_three_floors } => {
                let more = attack_max_by_three_floors * u16::from(floor.number()) / 3;
                *attack.start()..=attack.end() + more
            }
        }
    }

    /// Returns what `pick` finds in its traits, from the first that matches.
    pub(crate) fn find<T>(&self, pick: impl Fn(Trait) -> Option<T>) -> Option<T> {
        self.traits.iter().find_map(|&it| pick(it))
    }

    /// Returns whether it has this trait.
    pub(crate) fn is(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Returns how often it steals, one blow in so many; `None` if it never steals (M9).
    pub fn steals(&self) -> Option<u32> {
        self.find(|it| if let Trait::Steals(one_in) = it { Some(one_in) } else { None })
    }

    /// Returns its marked attack; `None` if it has none (M8).
    pub const fn mark(&self) -> Option<&'static Mark> {
        let mut deeds = self.deeds;
        while let [deed, rest @ ..] = deeds {
            match deed {
                Deed::Mark(mark) => return Some(mark),
                _ => deeds = rest,
            }
        }
        None
    }

    /// Returns whether this is among its deeds.
    pub(crate) fn does(&self, deed: &Deed) -> bool {
        self.deeds.contains(deed)
    }

    /// Returns whether it is a mouse; a boss is one, too.
    pub const fn is_mouse(&self) -> bool {
        !matches!(self.class, Class::Beast)
    }

    /// Returns whether a floor has it to itself.
    pub const fn is_boss(&self) -> bool {
        matches!(self.class, Class::Boss)
    }

    /// Returns whether it sees across the whole floor and through everything on it (M5).
    pub(crate) const fn sees_everything(&self) -> bool {
        self.sight_radius == WHOLE_FLOOR
    }
}
