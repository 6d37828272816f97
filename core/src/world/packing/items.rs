//! Packs items.

use super::numbers::{BONUS_BITS_MAX, pack_bonus, unpack_bonus};
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::{Bonus, Firmware, ItemKind};
use crate::world::map::Terrain;
use crate::world::pack::Item;

/// Room for 64 kinds of items.
const ITEM_KIND_BITS: u32 = 6;
/// Room for 63 kinds of firmware, and for no firmware.
const FIRMWARE_BITS: u32 = 6;

/// The greatest number of bits that an item takes: the kind, a flag for an item that was picked up, the firmware, and
/// the five numbers of the bonus, each with a flag.
pub(crate) const ITEM_BITS_MAX: usize =
    ITEM_KIND_BITS as usize + 1 + FIRMWARE_BITS as usize + 5 * (1 + BONUS_BITS_MAX);

const _: () = assert!(
    ItemKind::COUNT <= 1 << ITEM_KIND_BITS,
    "core/src/world/packing/items.rs: a save has no room for another kind of item. Raise ITEM_KIND_BITS \
     and FORMAT_VERSION; core/src/save/mod.rs tells the steps"
);
const _: () = assert!(Firmware::COUNT < 1 << FIRMWARE_BITS);

/// Returns whether an item can lie on this terrain.
pub(crate) const fn can_hold_item(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Pedestal) || (terrain.is_walkable() && !terrain.is_door())
}

pub(crate) fn pack_item(bits: &mut BitWriter<'_>, item: &Item) {
    bits.put(item.kind as u32, ITEM_KIND_BITS);
    bits.put_bool(item.was_carried);
    if item.kind == ItemKind::Microchip {
        let firmware = item.firmware.map_or(0, |firmware| firmware as u32 + 1);
        bits.put(firmware, FIRMWARE_BITS);
    }
    // An item that cannot be worn has no bonus.
    for number in item.bonus.numbers().into_iter().filter(|_| item.kind.slot().is_some()) {
        bits.put_bool(number != 0);
        if number != 0 {
            pack_bonus(bits, number);
        }
    }
}

pub(crate) fn unpack_item(bits: &mut BitReader<'_>) -> Result<Item, Malformed> {
    let kind = *ItemKind::ALL.get(bits.get(ITEM_KIND_BITS)? as usize).ok_or(Malformed)?;
    let was_carried = bits.get_bool()?;
    let firmware = match kind {
        ItemKind::Microchip => match bits.get(FIRMWARE_BITS)?.checked_sub(1) {
            None => None,
            Some(index) => Some(*Firmware::ALL.get(index as usize).ok_or(Malformed)?),
        },
        _ => None,
    };
    let mut bonus = Bonus::NONE;
    for index in (0..5).filter(|_| kind.slot().is_some()) {
        if bits.get_bool()? {
            *bonus.number_mut(index) = unpack_bonus(bits)?;
        }
    }
    Ok(Item { kind, bonus, firmware, was_carried })
}
