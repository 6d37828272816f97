//! Packs the contents of a floor except its tiles.

use super::items::{ITEM_BITS_MAX, can_hold_item, pack_item, unpack_item};
use super::monster::{MONSTER_BITS_MAX, pack_monster, unpack_monster};
use super::numbers::{POS_BITS, count, ensure, pack_pos, unpack_pos};
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::SpillKind;
use crate::content::fixtures::VENT_TURNS;
use crate::limits::{
    ITEMS_MAX, LATER_NUMBERS_MAX, MONSTERS_ALIVE_MAX, MONSTERS_MAX, SPILLS_MAX, VENTED_MAX,
};
use crate::quantity::Floor;
use crate::world::creature::{AiState, Monster};
use crate::world::floor::{FloorState, LaterNumbers, Spill, Throne, VentedMonster};
use crate::world::map::Terrain;
use crate::world::pack::GroundItem;

const MONSTER_COUNT_BITS: u32 = 5;
const VENTED_COUNT_BITS: u32 = 3;
const VENT_TURNS_BITS: u32 = 3;
const ITEM_COUNT_BITS: u32 = 6;
const SPILL_COUNT_BITS: u32 = 5;
/// Room for 32 kinds of spills.
const SPILL_KIND_BITS: u32 = 5;
const SPILL_TURNS_BITS: u32 = 6;
/// The number of unused bits in format version 3.
const UNUSED_BITS: u32 = 24;
const GUARD_TURNS_BITS: u32 = 5;
const SLIPS_BITS: u32 = 2;
const CAMERA_TURNS_BITS: u32 = 6;
/// The greatest number of bits that the count of a floor's [`LaterNumbers`] takes, in Elias gamma code.
const LATER_COUNT_BITS_MAX: u32 = 2 * (LATER_NUMBERS_MAX + 1).ilog2() + 1;

/// The highest number that a save can hold for the turns since the last guard (K1).
pub(crate) const SAVED_GUARD_TURNS_MAX: u8 = (1 << GUARD_TURNS_BITS) - 1;
/// The highest count of the King's slips that a save can hold (K2).
pub(crate) const SAVED_SLIPS_MAX: u8 = (1 << SLIPS_BITS) - 1;
/// The highest count of remaining camera turns that a save can hold (W16).
pub(crate) const SAVED_CAMERA_TURNS_MAX: u8 = (1 << CAMERA_TURNS_BITS) - 1;

/// The greatest number of bits that the inhabitants of a floor take. Items of monsters need no extra bits, because they
/// count toward the limit of items on a floor.
pub(super) const INHABITANTS_BITS_MAX: usize = (MONSTER_COUNT_BITS + VENTED_COUNT_BITS) as usize
    + MONSTERS_MAX * MONSTER_BITS_MAX
    + VENTED_MAX * (VENT_TURNS_BITS + 1) as usize
    + ITEM_COUNT_BITS as usize
    + ITEMS_MAX * (POS_BITS as usize + ITEM_BITS_MAX)
    + SPILL_COUNT_BITS as usize
    + SPILLS_MAX * (POS_BITS + SPILL_KIND_BITS + SPILL_TURNS_BITS + 1) as usize
    + (UNUSED_BITS + 1 + GUARD_TURNS_BITS + SLIPS_BITS + CAMERA_TURNS_BITS) as usize
    + LATER_COUNT_BITS_MAX as usize
    + LATER_NUMBERS_MAX * u16::BITS as usize;

const _: () =
    assert!(MONSTERS_MAX < 1 << MONSTER_COUNT_BITS && VENTED_MAX < 1 << VENTED_COUNT_BITS);
const _: () = assert!(ITEMS_MAX < 1 << ITEM_COUNT_BITS && SPILLS_MAX < 1 << SPILL_COUNT_BITS);
const _: () = assert!(SpillKind::COUNT <= 1 << SPILL_KIND_BITS);
const _: () = assert!(VENT_TURNS + 1 < 1 << VENT_TURNS_BITS, "more bits: raise FORMAT_VERSION");
const _: () = {
    let mut index = 0;
    while index < SpillKind::COUNT {
        let turns = SpillKind::ALL[index].spec().turns;
        assert!(turns < 1 << SPILL_TURNS_BITS, "more bits: raise FORMAT_VERSION");
        index += 1;
    }
};

/// The contents of a floor except its tiles.
pub(super) struct Inhabitants<'a> {
    pub(super) monsters: &'a [Monster],
    pub(super) vented: &'a [VentedMonster],
    pub(super) items: &'a [GroundItem],
    pub(super) spills: &'a [Spill],
    pub(super) throne: Throne,
    pub(super) camera_turns: u8,
    pub(super) later: &'a LaterNumbers,
}

impl Inhabitants<'_> {
    pub(super) fn of(floor: &FloorState) -> Inhabitants<'_> {
        Inhabitants {
            monsters: &floor.monsters,
            vented: &floor.vented,
            items: &floor.items,
            spills: &floor.spills,
            throne: floor.throne,
            camera_turns: floor.camera_turns,
            later: &floor.later,
        }
    }
}

pub(super) fn pack_inhabitants(bits: &mut BitWriter<'_>, inhabitants: &Inhabitants<'_>) {
    bits.put(count(inhabitants.monsters.len()), MONSTER_COUNT_BITS);
    inhabitants.monsters.iter().for_each(|monster| pack_monster(bits, monster));
    bits.put(count(inhabitants.vented.len()), VENTED_COUNT_BITS);
    for vented in inhabitants.vented {
        pack_monster(bits, &vented.monster);
        bits.put(u32::from(vented.turns), VENT_TURNS_BITS);
        bits.put_bool(vented.is_rattling);
    }
    bits.put(count(inhabitants.items.len()), ITEM_COUNT_BITS);
    for ground in inhabitants.items {
        pack_pos(bits, ground.pos);
        pack_item(bits, &ground.item);
    }
    bits.put(count(inhabitants.spills.len()), SPILL_COUNT_BITS);
    for spill in inhabitants.spills {
        pack_pos(bits, spill.pos);
        bits.put(spill.kind as u32, SPILL_KIND_BITS);
        bits.put(u32::from(spill.turns), SPILL_TURNS_BITS);
        bits.put_bool(spill.is_players);
    }
    bits.put(0, UNUSED_BITS);
    let Throne { is_king_seen, guard_turns, slips } = inhabitants.throne;
    bits.put_bool(is_king_seen);
    bits.put(u32::from(guard_turns), GUARD_TURNS_BITS);
    bits.put(u32::from(slips), SLIPS_BITS);
    bits.put(u32::from(inhabitants.camera_turns), CAMERA_TURNS_BITS);
    bits.put_gamma(count(inhabitants.later.len()) + 1);
    inhabitants.later.iter().for_each(|&number| bits.put(u32::from(number), u16::BITS));
}

/// Reads the inhabitants that [`pack_inhabitants`] wrote, and puts them into `state`, whose tiles must have been read
/// already.
pub(super) fn unpack_inhabitants(
    bits: &mut BitReader<'_>,
    floor: Floor,
    state: &mut FloorState,
) -> Result<(), Malformed> {
    state.monsters.clear();
    for _ in 0..bits.get(MONSTER_COUNT_BITS)? {
        let monster = unpack_monster(bits, state)?;
        ensure(state.map.terrain(monster.body.pos).is_walkable())?;
        ensure(state.monster_at(monster.body.pos).is_none() && is_route_open(&monster, state))?;
        state.monsters.push(monster).map_err(|_| Malformed)?;
    }
    state.vented.clear();
    for _ in 0..bits.get(VENTED_COUNT_BITS)? {
        let monster = unpack_monster(bits, state)?;
        let is_vent = state.map.terrain(monster.body.pos).origin() == Terrain::VentOpen;
        // A guard of the King may be in the vents even if its kind does not use vents (K1).
        let fits = monster.kind.spec().uses_vents || monster.is_unpaid;
        ensure(is_vent && fits && monster.is_hostile())?;
        let turns = bits.get_u8(VENT_TURNS_BITS)?;
        let vented = VentedMonster { monster, turns, is_rattling: bits.get_bool()? };
        state.vented.push(vented).map_err(|_| Malformed)?;
    }
    state.items.clear();
    for _ in 0..bits.get(ITEM_COUNT_BITS)? {
        let ground = GroundItem { pos: unpack_pos(bits)?, item: unpack_item(bits)? };
        let terrain = state.map.terrain(ground.pos);
        ensure(can_hold_item(terrain) && state.item_at(ground.pos).is_none())?;
        state.items.push(ground).map_err(|_| Malformed)?;
    }
    unpack_spills(bits, state)?;
    bits.get(UNUSED_BITS)?;
    let is_king_seen = bits.get_bool()?;
    state.throne = Throne {
        is_king_seen,
        guard_turns: bits.get_u8(GUARD_TURNS_BITS)?,
        slips: bits.get_u8(SLIPS_BITS)?,
    };
    state.camera_turns = bits.get_u8(CAMERA_TURNS_BITS)?;
    state.later.clear();
    for _ in 1..bits.get_gamma()? {
        state.later.push(bits.get_u16(u16::BITS)?).map_err(|_| Malformed)?;
    }
    check_roster(floor, state)
}

/// Returns whether a monster's route leads only over passable tiles (M4).
fn is_route_open(monster: &Monster, state: &FloorState) -> bool {
    let (AiState::Hunting { mut route, .. } | AiState::Wandering { mut route, .. }) =
        monster.ai_state
    else {
        return true;
    };
    let mut at = monster.body.pos;
    while let Some(direction) = route.pop() {
        match at.step(direction).filter(|&to| state.map.terrain(to).is_passable()) {
            Some(to) => at = to,
            None => return false,
        }
    }
    true
}

fn unpack_spills(bits: &mut BitReader<'_>, state: &mut FloorState) -> Result<(), Malformed> {
    state.spills.clear();
    for _ in 0..bits.get(SPILL_COUNT_BITS)? {
        let pos = unpack_pos(bits)?;
        let kind = *SpillKind::ALL.get(bits.get(SPILL_KIND_BITS)? as usize).ok_or(Malformed)?;
        let turns = bits.get_u8(SPILL_TURNS_BITS)?;
        ensure(turns > 0 && state.map.terrain(pos).is_walkable())?;
        ensure(state.spill_at(pos).is_none())?;
        let spill = Spill { pos, kind, turns, is_players: bits.get_bool()? };
        state.spills.push(spill).map_err(|_| Malformed)?;
    }
    Ok(())
}

/// Checks that the floor holds at most one ally (I10), no more hostile monsters than allowed (K1), and no more items
/// than it has room for, including the items of monsters. Also checks that the King is on the throne floor and on no
/// other floor (M5, W12). A throne floor without the King would mean that the run is won.
fn check_roster(floor: Floor, state: &FloorState) -> Result<(), Malformed> {
    let all = || state.monsters.iter().chain(state.vented.iter().map(|vented| &vented.monster));
    let bosses = all().filter(|monster| monster.kind.spec().is_boss());
    let stolen = all().filter(|monster| monster.loot.is_some()).count();
    let allies = all().filter(|monster| monster.is_ally).count();
    ensure(allies <= 1 && state.alive() - allies <= MONSTERS_ALIVE_MAX)?;
    ensure(state.items.len() + stolen <= ITEMS_MAX)?;
    ensure(bosses.count() == usize::from(floor.spec().boss.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Firmware, ItemKind, MonsterKind};
    use crate::geometry::Pos;
    use crate::limits::TILES;
    use crate::world::packing::{count, unpack_pos};

    /// Packs numbers, each given with its number of bits.
    fn packed(numbers: &[(u32, u32)]) -> [u8; 64] {
        let mut bytes = [0; 64];
        let mut bits = BitWriter::new(&mut bytes);
        numbers.iter().for_each(|&(number, count)| bits.put(number, count));
        bits.finish().expect("there is room");
        bytes
    }

    /// Returns solid rock with ground at tile 200.
    fn rock() -> FloorState {
        let mut state = FloorState::EMPTY;
        state.map.set(Pos::from_index(200), Terrain::Ground);
        state
    }

    fn item(kind: u32, firmware: u32) -> Result<crate::world::Item, Malformed> {
        unpack_item(&mut BitReader::new(&packed(&[(kind, 6), (0, 1), (firmware, 6)])))
    }

    #[test]
    fn unknown_items_and_firmware_are_malformed() {
        let microchip = ItemKind::Microchip as u32;
        for kind in 0..64 {
            assert_eq!(item(kind, 0).is_ok(), (kind as usize) < ItemKind::COUNT, "kind {kind}");
        }
        for firmware in 0..64 {
            let is_known = firmware as usize <= Firmware::COUNT;
            assert_eq!(item(microchip, firmware).is_ok(), is_known, "firmware {firmware}");
        }
    }

    #[test]
    fn a_tile_beyond_the_last_is_malformed() {
        for (index, is_tile) in [(0, true), (TILES - 1, true), (TILES, false), (4_095, false)] {
            let read = unpack_pos(&mut BitReader::new(&packed(&[(count(index), 12)])));
            assert_eq!(read.is_ok(), is_tile, "tile {index}");
        }
    }

    /// A monster with 1 hit point on tile 200, facing right and without a status.
    const BODY: [(u32, u32); 5] = [(200, 12), (1, 9), (1, 9), (0, 1), (1, 1)];

    fn monster(kind: u32, after: &[(u32, u32)]) -> Result<Monster, Malformed> {
        let numbers = [&[(kind, 6)], &BODY[..], after].concat();
        unpack_monster(&mut BitReader::new(&packed(&numbers)), &rock())
    }

    #[test]
    fn unknown_monsters_and_states_are_malformed() {
        for kind in 0..64 {
            assert_eq!(monster(kind, &[]).is_ok(), (kind as usize) < MonsterKind::COUNT, "{kind}");
        }
        // The numbers are the state, two flags, the squeak and the aim.
        let asleep = |state, squeak, aim| monster(0, &[(state, 3), (0, 2), (squeak, 2), (aim, 2)]);
        assert!(asleep(0, 2, 1).is_ok() && asleep(4, 0, 0).is_ok());
        for state in 5..8 {
            assert_eq!(asleep(state, 0, 0), Err(Malformed), "state {state}");
        }
        assert_eq!(asleep(0, 3, 0), Err(Malformed));
        // Here the monster aims at a tile, and strikes in its next turn or in the turn after.
        let aims = |aim, at| monster(0, &[(0, 3), (0, 2), (0, 2), (aim, 2), (at, 12)]);
        for aim in [2, 3] {
            assert!(aims(aim, 200).is_ok());
            assert_eq!(aims(aim, 4_095), Err(Malformed), "aim {aim}");
        }
        // Here the monster hunts toward tile 200; a route may have twenty steps.
        let hunting = |steps| monster(0, &[(2, 3), (200, 12), (steps, 5)]);
        assert!(hunting(20).is_ok());
        assert_eq!(hunting(21), Err(Malformed));
        // There is no tile 4,095.
        assert_eq!(monster(0, &[(2, 3), (4_095, 12)]), Err(Malformed));
    }

    #[test]
    fn unknown_spills_are_malformed_and_unknown_numbers_are_kept() {
        let read = |numbers: &[(u32, u32)]| {
            let bytes = packed(&[&[(0, 5), (0, 3), (0, 6)], numbers].concat());
            let mut state = rock();
            unpack_inhabitants(&mut BitReader::new(&bytes), Floor::LOBBY, &mut state)?;
            Ok(state.later)
        };
        let counters = [(0, 16), (0, 8), (0, 1), (0, 5), (0, 2), (0, 6)];
        // The cases have no numbers, two numbers, and nine numbers, which are too many. The count plus 1, in Elias
        // gamma code, comes before the numbers.
        let later = read(&[&[(0, 5)], &counters[..], &[(1, 1)]].concat());
        assert_eq!(later, Ok(LaterNumbers::new()));
        let later = read(&[&[(0, 5)], &counters[..], &[(6, 3), (7, 16), (65_535, 16)]].concat());
        assert_eq!(later.as_deref(), Ok(&[7, 65_535][..]));
        let later = read(&[&[(0, 5)], &counters[..], &[(0b010_1000, 7)]].concat());
        assert_eq!(later, Err(Malformed));
        for kind in 0..32 {
            let spill = [(1, 5), (200, 12), (kind, 5), (1, 6), (0, 1)];
            let is_known = (kind as usize) < SpillKind::COUNT;
            let found = read(&[&spill, &counters[..], &[(1, 1)]].concat());
            assert_eq!(found.is_ok(), is_known, "kind {kind}");
        }
    }

    // Reading 20,000 random inputs always ends, and never gives more monsters than a floor can hold.
    #[test]
    fn any_bits_are_read_or_malformed() {
        let mut seed = 1_u32;
        for _ in 0..20_000 {
            let bytes: [u8; 64] = core::array::from_fn(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Only a few bits are set, so that counts stay small.
                (seed >> 24 & seed >> 16 & 0xFF) as u8
            });
            let mut state = rock();
            let _ = unpack_inhabitants(&mut BitReader::new(&bytes), Floor::LOBBY, &mut state);
            assert!(state.alive() <= MONSTERS_MAX + VENTED_MAX);
        }
    }
}
