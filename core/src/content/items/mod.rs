//! Defines the kinds of items.

use crate::content::Status;
use crate::content::effects::{Danger, Effect};
use crate::content::statuses::OnHitEffect;
use crate::quantity::{Floor, Hp};
use musrex_assets::items::{self, ItemArt};
use musrex_assets::listed_enum;
use musrex_assets::{Tile, creatures};
use serde::{Deserialize, Serialize};

mod kinds;

pub use kinds::{ItemKind, Slot};

/// The range of a throw in tiles (I6).
pub(crate) const THROW_RANGE: u8 = 6;
/// The greatest distance, in walking steps, from which cheese lures mice (I9).
pub(crate) const CHEESE_RADIUS: u8 = 10;
/// The greatest distance, in walking steps, from the mouse that eats cheese to the mice that eat with it (I9).
pub(crate) const MEAL_STEPS: u8 = 3;
/// The number of turns that a mouse other than the King takes to eat cheese (I9).
pub(crate) const MEAL_TURNS: u8 = 6;
/// The limit for overriding a mouse that is neither stunned nor eating, in percent of its original hit points (I10).
pub(crate) const OVERRIDE_PERCENT: u32 = 50;
/// The divisor of a mop's damage on the tiles beside the target (I12).
pub(crate) const MOP_SIDE_PART: u16 = 2;
/// The number of tiles that a crowbar pushes a monster (I15).
pub(crate) const CROWBAR_TILES: u8 = 1;
/// The longest duration of venom, in turns, for the wearer of a Biker Jacket (I15).
pub(crate) const JACKET_VENOM_TURNS: u8 = 1;

/// An amount of healing: a share of the maximum hit points, but at least a minimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Healing {
    /// The minimum in hit points.
    pub(crate) least: Hp,
    /// The divisor that gives the share of the maximum hit points, at least 1.
    pub(crate) part: u16,
}

impl Healing {
    /// Returns the healing, in hit points, for a creature whose maximum is `hp_max`.
    pub(crate) const fn of(self, hp_max: Hp) -> Hp {
        let share = hp_max.0 / self.part;
        if share > self.least.0 { Hp(share) } else { self.least }
    }
}

/// The purpose of an item, and its effect when used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Heals immediately. At full hit points, the item cannot be used.
    Heal(Healing),
    /// Ends poison and venom and makes the player immune to them. Also heals, if the player had either (D27, I8).
    Cure(Healing),
    /// Opens one locked door, and is used up (W7).
    Unlock,
    /// Is worn in a slot, where its bonus counts.
    Wear(Slot),
    /// Is drunk. The effect of a kind of potion is unknown at first (I1).
    Drink(PotionEffect),
    /// Turns an adjacent hostile mouse other than the King into an ally, if the mouse is stunned, eats or has few hit
    /// points (I10).
    Override,
}

/// The effect of a potion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PotionEffect {
    /// Heals immediately.
    Healing(Healing),
    /// Gives a status for this many turns.
    Status(Status, u8),
}

/// The numbers that a worn item adds to the player's statistics (B10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bonus {
    /// The bonus to the maximum hit points.
    pub hp_max: i16,
    /// The bonus to the least strength of an attack.
    pub attack_min: i16,
    /// The bonus to the greatest strength of an attack.
    pub attack_max: i16,
    /// The bonus to the defence.
    pub defence: i16,
    /// The bonus to the saving throw, in percent.
    pub saving_throw: i16,
}

impl Bonus {
    /// A bonus that adds nothing.
    pub const NONE: Bonus =
        Bonus { hp_max: 0, attack_min: 0, attack_max: 0, defence: 0, saving_throw: 0 };

    /// Returns the five numbers, in the order of the fields.
    pub const fn numbers(&self) -> [i16; 5] {
        [self.hp_max, self.attack_min, self.attack_max, self.defence, self.saving_throw]
    }

    /// Returns a mutable reference to the number at `index` in [`numbers`](Bonus::numbers).
    pub const fn number_mut(&mut self, index: usize) -> &mut i16 {
        match index {
            0 => &mut self.hp_max,
            1 => &mut self.attack_min,
            2 => &mut self.attack_max,
            3 => &mut self.defence,
            4 => &mut self.saving_throw,
            _ => panic!("a bonus has five numbers"),
        }
    }
}

/// The tiles that a blow strikes: the target first, then additional tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The divisor of the damage on the target tile.
    pub(crate) target_part: u16,
    /// The additional tiles, in the order in which they are struck.
    pub(crate) others: &'static [Struck],
}

/// An additional tile that a blow strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The offset from the striker in tiles: ahead, and to the right. See
    /// [`Direction::offset`](crate::geometry::Direction::offset).
    pub(crate) at: (i8, i8),
    /// The divisor of the damage on this tile.
    pub(crate) part: u16,
}

impl Shape {
    /// The shape of a blow that strikes only its target.
    pub(crate) const TARGET: Shape = Shape { target_part: 1, others: &[] };
}

/// The shape of the mop: the target, and the tiles to the left and right of the target (I12).
const SWEEP: Shape = Shape {
    others: &[
        Struck { at: (1, 1), part: MOP_SIDE_PART },
        Struck { at: (1, -1), part: MOP_SIDE_PART },
    ],
    ..Shape::TARGET
};

/// The shape of a pole: the target, and the tile behind it (I15).
const LINE: Shape = Shape { others: &[Struck { at: (2, 0), part: 1 }], ..Shape::TARGET };

/// Describes how the bonus of a worn item depends on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BonusScaling {
    /// The bonus on floor 0.
    pub base: Bonus,
    /// The increase of the bonus over ten floors.
    pub(crate) by_ten_floors: Bonus,
    /// The number of random steps for each floor. Each step changes one of the five numbers of the bonus by ±1.
    pub(crate) steps_by_floor: u8,
}

/// The rule that places a kind of item on floors (I4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The item is one of the common items, which are all equally likely.
    Common,
    /// The item is one of the potions, which are placed in addition to the common items.
    Potion,
    /// The item lies on each floor with a locked door.
    WithDoor,
    /// On average, the item lies on one in this many of the floors 1 to 12, in addition to other items. 1 means every
    /// floor.
    Sometimes(u32),
}

/// A row of the table of items (I).
pub struct ItemSpec {
    /// The letter that stands for the item where a floor is drawn as text.
    pub letter: char,
    /// The pictures. `None` for a potion, whose picture depends on its colour.
    pub(crate) art: Option<ItemArt>,
    /// The rule that places the item on floors.
    pub(crate) found: Found,
    /// The purpose of the item, and its effect when used.
    pub purpose: Purpose,
    /// The dependence of the bonus on the floor.
    pub bonus_scaling: BonusScaling,
    /// The status that damaging hits with the item as a weapon may inflict.
    pub(crate) on_hit: Option<OnHitEffect>,
    /// The tiles that a blow with the item as a weapon strikes.
    pub(crate) shape: Shape,
    /// The effects that last while the item is worn.
    pub effects: &'static [Effect],
}

const NOTHING: Bonus = Bonus::NONE;

const NO_SCALING: BonusScaling =
    BonusScaling { base: NOTHING, by_ten_floors: NOTHING, steps_by_floor: 0 };

/// Returns a row with the given fields and without bonus or effects.
const fn item(letter: char, art: Option<ItemArt>, found: Found, purpose: Purpose) -> ItemSpec {
    let (on_hit, shape, effects) = (None, Shape::TARGET, &[]);
    ItemSpec { letter, art, found, purpose, bonus_scaling: NO_SCALING, on_hit, shape, effects }
}

/// Returns the row of an item that is used up.
const fn used(letter: char, sprite: &'static Tile, found: Found, purpose: Purpose) -> ItemSpec {
    item(letter, Some(ItemArt::plain(sprite)), found, purpose)
}

/// Returns the row of a potion.
const fn potion(letter: char, effect: PotionEffect) -> ItemSpec {
    item(letter, None, Found::Potion, Purpose::Drink(effect))
}

/// Returns the row of an item that is worn.
const fn worn(letter: char, art: ItemArt, slot: Slot, bonus_scaling: BonusScaling) -> ItemSpec {
    ItemSpec { bonus_scaling, ..item(letter, Some(art), Found::Common, Purpose::Wear(slot)) }
}

const BANDAGE: Healing = Healing { least: Hp(15), part: 4 };
const DRAUGHT: Healing = Healing { least: Hp(10), part: 5 };
const BITE_OF_CHEESE: Purpose = Purpose::Heal(Healing { least: Hp(5), part: 8 });

static TABLE: [ItemSpec; ItemKind::COUNT] = table!(ItemKind, ItemSpec, |kind| match kind {
    ItemKind::HealthPack => used('%', &items::HEALTH_PACK, Found::Common, Purpose::Heal(BANDAGE)),
    ItemKind::Antidote => used('&', &items::ANTIDOTE, Found::Common, Purpose::Cure(BANDAGE)),
    ItemKind::Key => used('$', &items::KEY, Found::WithDoor, Purpose::Unlock),
    ItemKind::Crowbar => ItemSpec {
        effects: &[Effect::ForcesDoors, Effect::Pushes(CROWBAR_TILES)],
        ..worn(
            '/',
            ItemArt::on_her(&items::CROWBAR, &creatures::CROWBAR),
            Slot::Weapon,
            BonusScaling {
                base: Bonus { attack_min: 1, attack_max: 3, ..NOTHING },
                by_ten_floors: Bonus { attack_min: 2, attack_max: 2, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
    ItemKind::StunBaton => ItemSpec {
        on_hit: Some(OnHitEffect { status: Status::Stunned, one_in: 6, turns: 3 }),
        ..worn(
            '|',
            ItemArt::on_her(&items::STUN_BATON, &creatures::STUN_BATON),
            Slot::Weapon,
            BonusScaling { base: Bonus { attack_min: 1, attack_max: 4, ..NOTHING }, ..NO_SCALING },
        )
    },
    ItemKind::BikerJacket => ItemSpec {
        effects: &[Effect::AtMost(Status::Envenomed, JACKET_VENOM_TURNS)],
        ..worn(
            '(',
            ItemArt::on_her(&items::BIKER_JACKET, &creatures::BIKER_JACKET),
            Slot::Armour,
            BonusScaling {
                base: Bonus { defence: 2, hp_max: 5, ..NOTHING },
                by_ten_floors: Bonus { defence: 2, hp_max: 6, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
    ItemKind::BulletproofVest => ItemSpec {
        effects: &[Effect::Proof(Danger::Burst)],
        ..worn(
            '[',
            ItemArt::on_her(&items::BULLETPROOF_VEST, &creatures::BULLETPROOF_VEST),
            Slot::Armour,
            BonusScaling { base: Bonus { defence: 5, saving_throw: 2, ..NOTHING }, ..NO_SCALING },
        )
    },
    ItemKind::Microchip => worn(
        '=',
        ItemArt::plain(&items::MICROCHIP),
        Slot::Microchip,
        BonusScaling { steps_by_floor: 2, ..NO_SCALING }
    ),
    ItemKind::PotionOfHealing => potion('!', PotionEffect::Healing(DRAUGHT)),
    ItemKind::PotionOfVenom => potion('~', PotionEffect::Status(Status::Envenomed, 6)),
    ItemKind::PotionOfRegrowth => potion('*', PotionEffect::Status(Status::Regrowing, 14)),
    ItemKind::Cheese => used(',', &items::CHEESE, Found::Sometimes(1), BITE_OF_CHEESE),
    ItemKind::OverrideChip =>
        used('^', &items::OVERRIDE_CHIP, Found::Sometimes(3), Purpose::Override),
    ItemKind::Mop => ItemSpec {
        shape: SWEEP,
        ..worn(
            '\\',
            ItemArt::on_her(&items::MOP, &creatures::MOP),
            Slot::Weapon,
            BonusScaling {
                base: Bonus { attack_min: 2, attack_max: 3, ..NOTHING },
                by_ten_floors: Bonus { attack_min: 1, attack_max: 2, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
    ItemKind::BroomPole => ItemSpec {
        shape: LINE,
        effects: &[Effect::Reach],
        ..worn(
            ';',
            ItemArt::on_her(&items::BROOM_POLE, &creatures::BROOM_POLE),
            Slot::Weapon,
            BonusScaling {
                base: Bonus { attack_max: 1, ..NOTHING },
                by_ten_floors: Bonus { attack_min: 1, attack_max: 2, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
    ItemKind::RubberCoat => ItemSpec {
        effects: &[Effect::Proof(Danger::Cable)],
        ..worn(
            ')',
            ItemArt::on_her(&items::RUBBER_COAT, &creatures::RUBBER_COAT),
            Slot::Armour,
            BonusScaling {
                base: Bonus { defence: 3, ..NOTHING },
                by_ten_floors: Bonus { defence: 2, hp_max: 4, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
    ItemKind::LabApron => ItemSpec {
        effects: &[Effect::Proof(Danger::Spill)],
        ..worn(
            ']',
            ItemArt::on_her(&items::LAB_APRON, &creatures::LAB_APRON),
            Slot::Armour,
            BonusScaling {
                base: Bonus { defence: 1, hp_max: 10, ..NOTHING },
                by_ten_floors: Bonus { defence: 2, hp_max: 12, ..NOTHING },
                ..NO_SCALING
            },
        )
    },
});

const _: () = {
    let mut line = 0;
    while line < ItemKind::COUNT {
        let spec = &TABLE[line];
        let is_drunk = matches!(spec.purpose, Purpose::Drink(_));
        assert!(
            is_drunk == matches!(spec.found, Found::Potion),
            "what is drunk is found among the potions, and nothing else is"
        );
        assert!(
            is_drunk == spec.art.is_none(),
            "a potion has the picture of its colour, and everything else one of its own"
        );
        line += 1;
    }
};

/// Selects one of the lists of kinds that are computed from the table.
#[derive(Clone, Copy)]
enum List {
    Common,
    Wearable,
    Potions,
    Sometimes,
}

impl List {
    const fn has(self, spec: &ItemSpec) -> bool {
        match self {
            List::Common => matches!(spec.found, Found::Common),
            List::Wearable => matches!(spec.purpose, Purpose::Wear(_)),
            List::Potions => matches!(spec.found, Found::Potion),
            List::Sometimes => matches!(spec.found, Found::Sometimes(_)),
        }
    }

    /// Counts the kinds in the list.
    const fn len(self) -> usize {
        let (mut line, mut count) = (0, 0);
        while line < ItemKind::COUNT {
            count += self.has(&TABLE[line]) as usize;
            line += 1;
        }
        count
    }

    /// Returns the kinds in the list, in the order of the table. `N` must be the number of these kinds.
    const fn kinds<const N: usize>(self) -> [ItemKind; N] {
        let mut kinds = [ItemKind::ALL[0]; N];
        let (mut line, mut count) = (0, 0);
        while line < ItemKind::COUNT {
            if self.has(&TABLE[line]) {
                kinds[count] = ItemKind::ALL[line];
                count += 1;
            }
            line += 1;
        }
        kinds
    }
}

impl ItemKind {
    /// The common items, all equally likely (I4). Keys are not among them, because each key comes with its door.
    pub const COMMON: [ItemKind; List::Common.len()] = List::Common.kinds();

    /// The items that are worn (W8).
    pub const WEARABLE: [ItemKind; List::Wearable.len()] = List::Wearable.kinds();

    /// The potions, which are placed in addition to common items (I4).
    pub const POTIONS: [ItemKind; List::Potions.len()] = List::Potions.kinds();

    /// The kinds that are placed in addition to common items and potions, each with its own chance (I4).
    pub const SOMETIMES: [ItemKind; List::Sometimes.len()] = List::Sometimes.kinds();

    /// Returns whether this kind is a flask (a potion), which breaks when it is thrown (I6).
    pub fn is_flask(self) -> bool {
        matches!(self.spec().purpose, Purpose::Drink(_))
    }

    /// Returns the row of this kind.
    pub const fn spec(self) -> &'static ItemSpec {
        self.entry(&TABLE)
    }

    /// Returns the slot in which this kind is worn. Returns `None` for a kind that cannot be worn.
    pub const fn slot(self) -> Option<Slot> {
        match self.spec().purpose {
            Purpose::Wear(slot) => Some(slot),
            _ => None,
        }
    }

    /// Returns the index of this kind in [`POTIONS`](ItemKind::POTIONS). Returns `None` for a kind that is not a
    /// potion.
    pub fn potion_index(self) -> Option<usize> {
        ItemKind::POTIONS.iter().position(|&potion| potion == self)
    }
}

impl BonusScaling {
    /// Returns the bonus on `floor`, before the random steps.
    pub(crate) fn on(&self, floor: Floor) -> Bonus {
        let more = |base: i16, by_ten: i16| base + by_ten * i16::from(floor.number()) / 10;
        Bonus {
            hp_max: more(self.base.hp_max, self.by_ten_floors.hp_max),
            attack_min: more(self.base.attack_min, self.by_ten_floors.attack_min),
            attack_max: more(self.base.attack_max, self.by_ten_floors.attack_max),
            defence: more(self.base.defence, self.by_ten_floors.defence),
            saving_throw: more(self.base.saving_throw, self.by_ten_floors.saving_throw),
        }
    }
}

listed_enum! {
    /// The colour of a potion. Each run assigns colours to kinds at random (I1).
    pub enum PotionColour {
        /// A red potion.
        Red,
        /// A blue potion.
        Blue,
        /// A violet potion.
        Violet,
        /// A green potion.
        Green,
        /// A golden potion.
        Gold,
    }
}

const _: () = assert!(
    ItemKind::POTIONS.len() <= PotionColour::COUNT,
    "core/src/content/items/mod.rs: PotionColour has a colour for each potion: add one"
);

/// The name under which the player knows an item, identified or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// An item whose kind is known.
    Known(ItemKind),
    /// An unidentified potion of this colour.
    Unknown(PotionColour),
}
