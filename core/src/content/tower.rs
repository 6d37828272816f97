//! Derives three things from the seed of a run alone: the items that the run leaves out (I16), the run's only way of
//! pushing (I17), and the monsters that are missing from each band of floors (M18).

use crate::content::effects;
use crate::content::firmware::DeedEffect;
use crate::content::{Feats, Firmware, Graft, ItemKind, Kit, MonsterKind, Slot};
use crate::dice::{Dice, Draw, Stream};
use crate::quantity::Floor;
use heapless::Vec;

/// The number of floors in a band. The bands are floors 1 to 3, 4 to 6, 7 to 9 and 10 to 12.
pub(crate) const BAND_FLOORS: u8 = 3;
/// The number of bands between the lobby and the throne floor.
pub(crate) const BANDS: usize = 4;
/// A run leaves out one in this many of the weapons that do not push creatures, rounded down. The same holds for
/// armour, potions and firmware (I16).
pub(crate) const LEFT_OUT_ONE_IN: usize = 3;
/// The number of kinds of monsters that are missing from each band, unless fewer kinds can be missing there (M18).
pub(crate) const KINDS_MISSED: [usize; BANDS] = [1, 2, 2, 2];

/// The order of the bands in which missing kinds are chosen. Bands with the fewest kinds to choose from come first.
const IN_TURN: [usize; BANDS] = [0, 3, 1, 2];

/// Returns the band of a floor. Returns `None` for the lobby and the throne floor.
pub(crate) fn band(floor: Floor) -> Option<usize> {
    let band = usize::from(floor.number().checked_sub(1)? / BAND_FLOORS);
    (band < BANDS).then_some(band)
}

/// The kinds of monsters that live on a floor, stored as the kinds that are missing.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// A bit for each missing kind.
    missed: u32,
}

impl Kinds {
    /// Returns the kinds of monsters that live on `floor` in the run of `seed`. A kind is missing from at most one
    /// band, and it still lives on two or more floors of another band. So each kind lives somewhere in each run (M18).
    pub(crate) fn of(seed: u64, floor: Floor) -> Kinds {
        let mut all = 0;
        let mut missed = 0;
        let mut dice = Dice::new(seed, Stream::Tower(Draw::Kinds));
        for at in IN_TURN {
            let mut choices: Vec<MonsterKind, { MonsterKind::COUNT }> = MonsterKind::ALL
                .into_iter()
                .filter(|&kind| all >> kind as u32 & 1 == 0 && can_be_missed(kind, at))
                .collect();
            for _ in 0..KINDS_MISSED[at] {
                let Some(index) = dice.index(choices.len()) else { break };
                let bit = 1 << choices.swap_remove(index) as u32;
                all |= bit;
                missed |= if band(floor) == Some(at) { bit } else { 0 };
            }
        }
        Kinds { missed }
    }

    /// Returns whether `kind` is not missing.
    pub(crate) const fn has(self, kind: MonsterKind) -> bool {
        self.missed >> kind as u32 & 1 == 0
    }
}

const _: () = assert!(MonsterKind::COUNT <= u32::BITS as usize, "each kind has a bit");

/// Returns the number of floors of a band on which a kind lives.
fn floors_in(kind: MonsterKind, at: usize) -> usize {
    let (first, last) = (1 + at * usize::from(BAND_FLOORS), (at + 1) * usize::from(BAND_FLOORS));
    let floors = &kind.spec().floors;
    let (from, to) = (first.max((*floors.start()).into()), last.min((*floors.end()).into()));
    (to + 1).saturating_sub(from)
}

/// Returns whether a kind can be missing from a band. The kind must live in the band, must live on two or more floors
/// of another band, and must not be a named mouse (M19). Few kinds live in the first band, so a kind that lives on all
/// floors of the first band is never missing there.
fn can_be_missed(kind: MonsterKind, at: usize) -> bool {
    let is_nameless = kind.spec().firmware.is_none();
    let lives_here = is_nameless
        && floors_in(kind, at) > 0
        && (at > 0 || floors_in(kind, at) < BAND_FLOORS.into());
    lives_here && (0..BANDS).any(|other| other != at && floors_in(kind, other) > 1)
}

/// A way to push creatures (I17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushing {
    /// A worn item that pushes.
    Item(ItemKind),
    /// A firmware whose deed pushes.
    Firmware(Firmware),
    /// A graft that pushes.
    Graft(Graft),
}

impl Pushing {
    /// Returns the only way of pushing that can be found in the run of `seed`. If one of the three kits that the seed
    /// would choose with all kits open holds a way of pushing, returns that way. Otherwise, returns a random way.
    pub fn of(seed: u64) -> Pushing {
        // The finds depend on the seed alone (I17), so the kits are chosen as if all kits were open.
        let kits = Kit::offered(seed, Feats::NONE);
        let in_kits = |way: &Pushing| kits.iter().any(|kit| way.is_in(*kit));
        if let Some(way) = Pushing::all().find(in_kits) {
            return way;
        }
        let chosen = Dice::new(seed, Stream::Tower(Draw::Pushing)).index(Pushing::all().count());
        let way = chosen.and_then(|chosen| Pushing::all().nth(chosen));
        way.expect("there is a way of pushing")
    }

    /// Returns all ways of pushing, in the order of the tables.
    pub fn all() -> impl Iterator<Item = Pushing> {
        let items = ItemKind::ALL.into_iter().filter(|&it| item_pushes(it)).map(Pushing::Item);
        let firmware = Firmware::ALL.into_iter().filter(|&it| firmware_pushes(it));
        let grafts = Graft::ALL.into_iter().filter(|it| effects::pushes(it.effects()));
        items.chain(firmware.map(Pushing::Firmware)).chain(grafts.map(Pushing::Graft))
    }

    /// Returns whether a kit holds this way of pushing.
    fn is_in(self, kit: Kit) -> bool {
        match self {
            Pushing::Item(kind) => kit.spec().items.contains(&kind),
            Pushing::Firmware(firmware) => kit.spec().firmware == Some(firmware),
            Pushing::Graft(_) => false,
        }
    }
}

fn item_pushes(kind: ItemKind) -> bool {
    effects::pushes(kind.spec().effects)
}

fn firmware_pushes(firmware: Firmware) -> bool {
    firmware.deed().is_some_and(|deed| deed.effect == DeedEffect::Shove)
}

/// The weapons, armour, potions and firmware that can be found in a run, in an order that the run's seed determines.
#[derive(Clone, Debug)]
pub struct Finds {
    items: Vec<ItemKind, { ItemKind::COUNT }>,
    firmware: Vec<Firmware, { Firmware::COUNT }>,
}

impl Finds {
    /// Returns the finds of the run of `seed`.
    pub fn of(seed: u64) -> Finds {
        let (mut items, mut firmware) = (ItemKind::ALL, Firmware::ALL);
        let mut dice = Dice::new(seed, Stream::Tower(Draw::Finds));
        dice.shuffle(&mut items);
        dice.shuffle(&mut firmware);
        let way = Pushing::of(seed);
        let mut finds = Finds { items: Vec::new(), firmware: Vec::new() };
        for group in Group::ALL {
            let of_group = |&kind: &ItemKind| self::group(kind) == Some(group);
            let all = items.into_iter().filter(of_group);
            finds.items.extend(kept(all, item_pushes, |kind| way == Pushing::Item(kind)));
        }
        let is_way = |firmware| way == Pushing::Firmware(firmware);
        finds.firmware.extend(kept(firmware.into_iter(), firmware_pushes, is_way));
        finds
    }

    /// Returns whether the run leaves out `kind`. Such an item can still come from a kit (I16).
    pub fn is_left_out(&self, kind: ItemKind) -> bool {
        group(kind).is_some() && !self.items.contains(&kind)
    }

    /// Returns the kinds of items for `slot` that can be found in the run, in the order in which vaults offer them.
    pub fn worn_in(&self, slot: Slot) -> impl Iterator<Item = ItemKind> + Clone + '_ {
        let is_worn = move |kind: &ItemKind| group(*kind) == Some(Group::Worn(slot));
        self.items.iter().copied().filter(is_worn)
    }

    /// Returns the firmware that can be found in the run, in the order in which vaults offer it.
    pub fn firmware(&self) -> &[Firmware] {
        &self.firmware
    }
}

/// Returns the things of a group that a run keeps. The run leaves out the first third of the things that do not push.
/// It also leaves out all things that push, except the run's own way of pushing (I17).
fn kept<T: Copy>(
    all: impl Iterator<Item = T> + Clone,
    pushes: impl Fn(T) -> bool,
    is_way: impl Fn(T) -> bool,
) -> impl Iterator<Item = T> {
    let mut left_out = all.clone().filter(|&it| !pushes(it)).count() / LEFT_OUT_ONE_IN;
    all.filter(move |&it| {
        if pushes(it) {
            return is_way(it);
        }
        let is_kept = left_out == 0;
        left_out = left_out.saturating_sub(1);
        is_kept
    })
}

/// A group of kinds of items. A run leaves out some kinds of each group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Worn(Slot),
    Potion,
}

impl Group {
    const ALL: [Group; 3] = [Group::Worn(Slot::Weapon), Group::Worn(Slot::Armour), Group::Potion];
}

/// Returns the group of a kind. Microchips, which differ by firmware, and essential items belong to no group.
fn group(kind: ItemKind) -> Option<Group> {
    match kind.slot() {
        Some(Slot::Microchip) => None,
        Some(slot) => Some(Group::Worn(slot)),
        None => kind.is_flask().then_some(Group::Potion),
    }
}
