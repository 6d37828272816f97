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
        /// A slow snake that envenoms.
        LabSnake,
        /// A mouse that dodges some attacks and leaps at its target.
        NeoMouse,
        /// A mouse that staggers and poisons.
        RabidMouse,
        /// A mouse that stuns, and charges.
        ToughMouse,
        /// A mouse that confuses, and may teleport when it is hit.
        MetaMouse,
        /// The King, who flees from the player. His death wins the run.
        MouseKing,
        /// A mouse that marks a tile, then spits acid onto it.
        SpitMouse,
        /// A mouse that steals instead of biting.
        PackRat,
        /// A mouse that lights a fuse beside the player, and bursts.
        FuseMouse,
        /// The named mouse with the firmware SHOVE, which pushes creatures (M19).
        Bulldozer,
        /// The named mouse with the firmware DASH, which charges.
        Streak,
        /// The named mouse with the firmware HOOK, which pulls creatures.
        Needle,
        /// The named mouse with the firmware DECOY, which sets off noisy decoys.
        Mirage,
        /// The named mouse with the firmware SWAP, which trades places with creatures.
        Turncoat,
        /// A mouse with a lid that stops straight blows (M15).
        LidMouse,
    }
}

/// In one of this many turns, a blocked monster searches for a path around other monsters (M4).
pub(crate) const REPATH_INTERVAL: u32 = 4;

/// The number of turns in which a crawling monster moves once (M).
pub(crate) const CRAWL_INTERVAL: u32 = 2;

/// The number by which the damage of a blow is multiplied if the struck creature sleeps, eats or is stunned (S3).
pub(crate) const HELPLESS_FACTOR: u16 = 2;

/// A thief with loot falls asleep at this distance from the player, in tiles, or farther away, if it can reach no vent
/// and does not see the player (M9).
pub(crate) const HIDING_DISTANCE: u8 = 8;

/// The greatest number of monsters, besides the ally, that can follow the player to another floor (M7).
pub(crate) const FOLLOWERS_MAX: usize = 4;
/// The largest distance in tiles at which a monster follows the player by stairs (M7).
pub(crate) const FOLLOW_RADIUS: u8 = 2;
/// The largest distance in tiles at which an ally follows the player by stairs (I10).
pub(crate) const ALLY_FOLLOW_RADIUS: u8 = 4;
/// When a mouse becomes the ally, it regains its original hit points divided by this number. So does the ally on each
/// floor that is new to the player (I10).
pub(crate) const ALLY_MENDS_PART: u16 = 4;
/// The radius in tiles within which an ally sees the enemies that it fights (I10).
pub(crate) const ALLY_SIGHT_RADIUS: u8 = 6;

/// A class of kinds. Some rules depend on the class, others on [`Trait`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Climbs stairs (M7), goes for cheese (I9), and can become an ally (I10).
    Mouse,
    /// Does none of the things that a mouse does.
    Beast,
    /// A mouse that never leaves its own floor (`content/floors.rs`). It always goes for cheese, and cannot become
    /// an ally (K2, I10).
    Boss,
}

/// A trait of a kind: an exception to the rules that apply to all monsters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trait {
    /// Moves every other turn, but attacks every turn.
    Crawls,
    /// Rests in one of this many turns while fleeing or going for cheese (M5).
    Rests(u32),
    /// Dodges one in this many attacks, on average.
    Dodges(u32),
    /// Is immune to straight blows of the player, unless it is helpless (M15).
    Shields,
    /// Makes one in this many moves, on average, in a random direction.
    MovesRandomly(u32),
    /// May teleport after a blow of the player that hurts it but does not kill it.
    Teleports {
        /// The chance to teleport: 1 in this number.
        one_in: u32,
        /// The greatest distance of the teleport, in columns and in rows.
        radius: u8,
    },
    /// Steals an item with one in this many blows, on average. The blows do no damage to the player (M9).
    Steals(u32),
    /// The death of such a monster wins the run (M5).
    Reigns,
}

/// An action that a kind may take in its turn. A monster tries the deeds of its table row in order, until one uses up
/// its turn. Each deed has a file of the same name in `rules/deeds/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Squeaks in the turn after it has woken or noticed the player (S4).
    Squeak,
    /// Keeps watch until it sees the player (M2).
    Watch,
    /// Moves at random while confused. Kinds with the trait `MovesRandomly`, such as the Rabid Mouse, also do so now
    /// and then.
    Stray,
    /// Fights beside the player as an ally (I10).
    Help,
    /// Goes for cheese or a decoy, and eats it (I9, I14).
    Eat,
    /// Slips into a vent when the player comes near (K2).
    Slip,
    /// Runs away from the player (M5).
    Flee,
    /// Hides with the stolen item (M9).
    Hide,
    /// Marks tiles, and strikes there a turn or two later (M8).
    Mark(Mark),
    /// Walks toward a player in sight, and attacks (M3).
    Hunt,
    /// Looks for a player who is out of sight (M3).
    Search,
}

/// A row of the table of monsters (M).
pub struct MonsterSpec {
    /// The letters that stand for the monster where a floor is drawn as text: awake, and asleep.
    pub letters: [char; 2],
    /// The pictures.
    pub(crate) art: CreatureArt,
    /// The range of floors on which the kind lives.
    pub floors: RangeInclusive<u8>,
    /// The spawn weights on the lowest and the highest floor of `floors`. On the floors in between, the weight is
    /// interpolated. The chance that a kind is chosen is proportional to its weight (M1).
    spawn_weights: (u16, u16),
    /// The range from which each monster's original hit points are rolled, before the floor's addition (M1).
    hp: RangeInclusive<u16>,
    /// The addition to the hit points for each floor climbed.
    hp_by_floor: u16,
    /// The defence, which reduces the damage of attacks (A6).
    pub defence: u16,
    /// The range of the strength of an attack (A5), before the floor's addition.
    attack: RangeInclusive<u16>,
    /// The increase of the greatest strength over ten floors, spread evenly.
    attack_max_by_ten_floors: u16,
    /// The radius within which a monster notices the player, in tiles (M2).
    pub(crate) sight_radius: u8,
    /// The chance that a saving throw ends a status in a turn (D13).
    pub saving_throw: Percent,
    /// The experience for a kill.
    pub xp: Xp,
    /// The status that damaging hits of the monster may inflict.
    pub on_hit: Option<OnHitEffect>,
    /// The class, on which some rules depend.
    pub(crate) class: Class,
    /// The traits.
    pub(crate) traits: &'static [Trait],
    /// The deeds, in the order in which they are tried.
    pub(crate) deeds: &'static [Deed],
    /// The number of turns that a meal takes (I9, K2).
    pub(crate) meal_turns: u8,
    /// True if monsters of this kind travel through vents (W15).
    pub uses_vents: bool,
    /// The firmware of a named mouse. The mark of the mouse has an effect like the deed of the firmware, and the mouse
    /// carries a chip with that firmware (M19).
    pub firmware: Option<Firmware>,
}

/// The sight radius of a monster that sees the whole floor (M5).
const WHOLE_FLOOR: u8 = u8::MAX;

impl MonsterKind {
    /// Returns whether this is a named mouse: it has a firmware (M19).
    pub(crate) const fn is_named(self) -> bool {
        self.spec().firmware.is_some()
    }

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

    /// Chooses a kind at random, with a chance in proportion to its weight. Returns `None` if all weights are zero.
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
    /// Returns the range of original hit points on `floor` (M1).
    pub fn hp_on(&self, floor: Floor) -> RangeInclusive<u16> {
        let more = self.hp_by_floor * u16::from(floor.number());
        self.hp.start() + more..=self.hp.end() + more
    }

    /// Returns the spawn weight on `floor` (M1); `None` if the kind does not live there.
    pub fn spawn_weight_on(&self, floor: Floor) -> Option<u16> {
        let up = u16::from(floor.number().checked_sub(*self.floors.start())?);
        let down = u16::from(self.floors.end().checked_sub(floor.number())?);
        let (low, high) = self.spawn_weights;
        Some((low * down + high * up) / (up + down).max(1))
    }

    /// Returns the range of the strength of an attack on `floor` (A5).
    pub fn attack_on(&self, floor: Floor) -> RangeInclusive<u16> {
        let more = self.attack_max_by_ten_floors * u16::from(floor.number()) / 10;
        *self.attack.start()..=self.attack.end() + more
    }

    /// Returns whether a monster of this kind strikes blows. A monster that bursts has no blow, and a thief strikes blows
    /// only as an ally (M9, M16, I10).
    pub(crate) fn has_blow(&self, is_ally: bool) -> bool {
        let is_thief = self.steals().is_some() && !is_ally;
        !is_thief && self.mark().is_none_or(|mark| mark.effect != MarkEffect::Burst)
    }

    /// Returns the range of the strength of the marked attack `mark` on `floor` (M8).
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

    /// Calls `pick` for one trait of the kind after another, and returns the first result that is not `None`.
    pub(crate) fn find<T>(&self, pick: impl Fn(Trait) -> Option<T>) -> Option<T> {
        self.traits.iter().find_map(|&it| pick(it))
    }

    /// Returns whether the kind has this trait.
    pub(crate) fn is(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Returns `n` if one in `n` blows steals. Returns `None` if the kind never steals (M9).
    pub fn steals(&self) -> Option<u32> {
        self.find(|it| if let Trait::Steals(one_in) = it { Some(one_in) } else { None })
    }

    /// Returns the marked attack of the kind, if it has one (M8).
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

    /// Returns whether the kind has this deed.
    pub(crate) fn does(&self, deed: &Deed) -> bool {
        self.deeds.contains(deed)
    }

    /// Returns whether the kind is a mouse. A boss counts as a mouse.
    pub const fn is_mouse(&self) -> bool {
        !matches!(self.class, Class::Beast)
    }

    /// Returns whether the kind is the boss of a floor.
    pub const fn is_boss(&self) -> bool {
        matches!(self.class, Class::Boss)
    }

    /// Returns whether the kind sees the whole floor, through all obstacles (M5).
    pub(crate) const fn sees_everything(&self) -> bool {
        self.sight_radius == WHOLE_FLOOR
    }
}
