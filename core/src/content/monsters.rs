//! Defines the kinds of monsters.

use crate::content::Status;
use crate::content::statuses::OnHitEffect;
use crate::dice::Dice;
use crate::quantity::{Floor, Percent, Xp};
use core::ops::RangeInclusive;

listed_enum! {
    /// A kind of monster.
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
    }
}

/// A monster that cannot pass another looks for a way around all of them in one turn of so many. Most
/// have moved on by then, and where many wait they do not all search at once.
pub const REPATH_INTERVAL: u32 = 4;

/// A monster that crawls moves in one turn of so many (M).
pub const CRAWL_INTERVAL: u32 = 2;

/// The damage of a blow on a creature that sleeps, eats or is stunned is multiplied by this (S3).
pub const HELPLESS_FACTOR: u16 = 2;

/// The distance in tiles at which a thief out of sight feels safe and sleeps (M9).
pub const HIDING_DISTANCE: u8 = 8;

/// The distances in tiles from which a Spit Mouse spits (M8).
pub const SPIT_RANGE: RangeInclusive<u8> = 2..=6;

/// The most followers that a change of floor brings (M7).
pub const FOLLOWERS_MAX: usize = 4;
/// The distance in tiles from which a monster follows by stairs (M7).
pub const FOLLOW_RADIUS: u8 = 2;
/// The distance in tiles from which an ally follows by stairs (I10).
pub const ALLY_FOLLOW_RADIUS: u8 = 4;
/// The radius in tiles in which an ally fights (I10).
pub const ALLY_SIGHT_RADIUS: u8 = 6;

/// The turns blocked after which a hunter looks for a vent (W15).
pub const VENT_BLOCKED_TURNS: u8 = 2;
/// The distance in tiles to a vent that a blocked hunter goes to (W15).
pub const VENT_RADIUS: u8 = 6;
/// The turns that a monster spends in the vents (W15).
pub const VENT_TURNS: u8 = 4;
/// The least distance in tiles from the player to the vent a monster comes out of (W15).
pub const VENT_EXIT_DISTANCE_MIN: u8 = 4;

/// A special rule of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    /// Has no special rule.
    Plain,
    /// Moves only every other turn; strikes every turn.
    Crawls,
    /// Slips away from one attack in so many.
    Dodges(u32),
    /// One move in so many goes astray.
    MovesRandomly(u32),
    /// When hit and alive, teleports up to `radius` tiles, 1 in `one_in`.
    Teleports {
        /// The chance of the teleport, 1 in so many damaging hits.
        one_in: u32,
        /// Tiles at most.
        radius: u8,
    },
    /// Keeps away from the player, and moves two turns out of three (M5).
    Flees,
    /// Marks the player's tile, spits there, then loads (M8).
    Spits,
    /// Steals an item with one blow in so many, which does no damage, and flees with it (M9).
    Steals(u32),
}

/// A row of the table of monsters (M).
pub struct MonsterSpec {
    /// The floors it lives on.
    pub floors: RangeInclusive<u8>,
    /// Its spawn weight on the lowest of its floors and on the highest, even steps between them: of
    /// the kinds of a floor, each is drawn in proportion to its weight (M1). Harder kinds become more
    /// likely higher up.
    spawn_weights: (u16, u16),
    /// Hit points at birth, rolled for each (M1), before what the floor adds.
    hp: RangeInclusive<u16>,
    /// Hit points more for each floor.
    hp_by_floor: u16,
    /// Reduces the damage of attacks on it (A6).
    pub defence: u16,
    /// The range of its attack (A5), before what the floor adds.
    attack: RangeInclusive<u16>,
    /// The strongest attack grows by this every two floors.
    attack_max_by_two_floors: u16,
    /// The radius in which it notices the player, in tiles (M2).
    pub sight_radius: u8,
    /// The chance in a hundred to end a status each turn (D13).
    pub saving_throw: Percent,
    /// The experience for killing it.
    pub xp: Xp,
    /// The effect of its damaging hits.
    pub on_hit: Option<OnHitEffect>,
    /// Its special rule.
    pub monster_trait: Trait,
    /// True for mice: they climb stairs (M7, N2), squeak (S4), and go for cheese (I9).
    pub is_mouse: bool,
    /// True when it goes through vents (W15).
    pub uses_vents: bool,
}

/// Sees across any floor (M5).
const WHOLE_FLOOR: u8 = u8::MAX;

const COMMON: MonsterSpec = MonsterSpec {
    floors: 1..=13,
    spawn_weights: (0, 0),
    hp: 1..=1,
    hp_by_floor: 0,
    defence: 0,
    attack: 1..=1,
    attack_max_by_two_floors: 0,
    sight_radius: 1,
    saving_throw: Percent(0),
    xp: Xp(0),
    on_hit: None,
    monster_trait: Trait::Plain,
    is_mouse: true,
    uses_vents: false,
};

static TABLE: [MonsterSpec; MonsterKind::COUNT] =
    table!(MonsterKind, MonsterSpec, |kind| match kind {
        MonsterKind::MicroMouse => MonsterSpec {
            floors: 1..=5,
            spawn_weights: (12, 1),
            hp: 4..=9,
            defence: 1,
            attack: 1..=3,
            sight_radius: 12,
            xp: Xp(10),
            uses_vents: true,
            ..COMMON
        },
        MonsterKind::LabSnake => MonsterSpec {
            floors: 2..=11,
            spawn_weights: (3, 9),
            hp: 8..=8,
            hp_by_floor: 1,
            defence: 2,
            attack: 1..=4,
            attack_max_by_two_floors: 1,
            sight_radius: 8,
            xp: Xp(20),
            on_hit: Some(OnHitEffect { status: Status::Envenomed, one_in: 1, turns: 4 }),
            monster_trait: Trait::Crawls,
            is_mouse: false,
            saving_throw: Percent(5),
            ..COMMON
        },
        MonsterKind::NeoMouse => MonsterSpec {
            floors: 3..=11,
            spawn_weights: (8, 7),
            hp: 20..=34,
            defence: 4,
            attack: 1..=3,
            attack_max_by_two_floors: 2,
            sight_radius: 16,
            xp: Xp(25),
            monster_trait: Trait::Dodges(4),
            saving_throw: Percent(15),
            uses_vents: true,
            ..COMMON
        },
        MonsterKind::RabidMouse => MonsterSpec {
            floors: 5..=13,
            spawn_weights: (1, 10),
            hp: 30..=70,
            defence: 9,
            attack: 1..=7,
            attack_max_by_two_floors: 1,
            sight_radius: 4,
            xp: Xp(65),
            on_hit: Some(OnHitEffect { status: Status::Poisoned, one_in: 10, turns: 20 }),
            monster_trait: Trait::MovesRandomly(5),
            saving_throw: Percent(10),
            ..COMMON
        },
        MonsterKind::ToughMouse => MonsterSpec {
            floors: 7..=13,
            spawn_weights: (4, 9),
            hp: 36..=60,
            defence: 12,
            attack: 1..=8,
            attack_max_by_two_floors: 1,
            sight_radius: 32,
            xp: Xp(50),
            on_hit: Some(OnHitEffect { status: Status::Stunned, one_in: 10, turns: 5 }),
            saving_throw: Percent(25),
            ..COMMON
        },
        MonsterKind::MetaMouse => MonsterSpec {
            floors: 9..=13,
            spawn_weights: (4, 8),
            hp: 50..=104,
            defence: 1,
            attack: 6..=11,
            sight_radius: 12,
            xp: Xp(105),
            on_hit: Some(OnHitEffect { status: Status::Confused, one_in: 10, turns: 8 }),
            monster_trait: Trait::Teleports { one_in: 3, radius: 3 },
            saving_throw: Percent(20),
            uses_vents: true,
            ..COMMON
        },
        MonsterKind::MouseKing => MonsterSpec {
            floors: 13..=13,
            // There is but one King: `worldgen/populate.rs` sets him on his floor by name.
            spawn_weights: (0, 0),
            hp: 1..=1,
            defence: 1,
            attack: 1..=2,
            sight_radius: WHOLE_FLOOR,
            xp: Xp(1),
            monster_trait: Trait::Flees,
            uses_vents: true,
            ..COMMON
        },
        MonsterKind::SpitMouse => MonsterSpec {
            floors: 3..=13,
            spawn_weights: (6, 10),
            hp: 20..=20,
            hp_by_floor: 1,
            defence: 4,
            attack: 1..=4,
            attack_max_by_two_floors: 1,
            sight_radius: 10,
            saving_throw: Percent(10),
            xp: Xp(25),
            monster_trait: Trait::Spits,
            uses_vents: true,
            ..COMMON
        },
        MonsterKind::PackRat => MonsterSpec {
            floors: 4..=10,
            spawn_weights: (2, 2),
            hp: 13..=23,
            defence: 2,
            attack: 1..=4,
            sight_radius: 10,
            saving_throw: Percent(10),
            xp: Xp(30),
            monster_trait: Trait::Steals(2),
            uses_vents: true,
            ..COMMON
        },
    });

const _: () = {
    let mut line = 0;
    while line < MonsterKind::COUNT {
        let spec = &TABLE[line];
        assert!(*spec.hp.start() >= 1, "a monster is born alive");
        let hp_max = *spec.hp.end() + spec.hp_by_floor * *spec.floors.end() as u16;
        assert!(hp_max <= crate::limits::MONSTER_HP_MAX, "a save has room for it");
        assert!(*spec.attack.start() >= 1, "a blow has some force (A6 divides by it)");
        let sight = spec.sight_radius;
        if let Trait::Teleports { radius, .. } = spec.monster_trait {
            let side = 2 * radius as usize + 1;
            assert!(side * side <= crate::limits::TELEPORT_TILES_MAX);
        }
        let can_spawn = spec.spawn_weights.0 + spec.spawn_weights.1 > 0;
        assert!(
            can_spawn || matches!(MonsterKind::ALL[line], MonsterKind::MouseKing),
            "no floor ever has this monster: give its row `spawn_weights`"
        );
        assert!(sight <= crate::limits::SIGHT_RADIUS_MAX || sight == WHOLE_FLOOR);
        line += 1;
    }
};

impl MonsterKind {
    /// Draws a kind in proportion to its weight; `None` where no weight is left.
    pub fn draw(
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

    /// Its line in the table.
    pub const fn spec(self) -> &'static MonsterSpec {
        &TABLE[self as usize]
    }
}

impl MonsterSpec {
    /// Hit points at birth on `floor` (M1).
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
        let more = self.attack_max_by_two_floors * u16::from(floor.number() / 2);
        *self.attack.start()..=self.attack.end() + more
    }

    /// Returns the range of its attack from afar on `floor` (M8).
    pub fn spit_on(&self, floor: Floor) -> RangeInclusive<u16> {
        4..=7 + 2 * u16::from(floor.number()) / 3
    }

    /// Returns whether it sees across the whole floor and through everything on it (M5).
    pub const fn sees_everything(&self) -> bool {
        self.sight_radius == WHOLE_FLOOR
    }
}
