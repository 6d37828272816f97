//! Packs monsters.

use super::items::{pack_item, unpack_item};
use super::numbers::{
    POS_BITS, STATUSES_BITS_MAX, ensure, pack_pos, pack_statuses, unpack_pos, unpack_statuses,
};
use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::MonsterKind;
use crate::content::fixtures::VENT_BLOCKED_TURNS;
use crate::content::items::MEAL_TURNS;
use crate::content::throne::KING_MEAL_TURNS;
use crate::geometry::{Direction, Side};
use crate::limits::{MONSTER_HP_MAX, ROUTE_STEPS_MAX};
use crate::quantity::{Floor, Hp};
use crate::world::creature::{AiState, Aim, Monster, Squeak};
use crate::world::floor::FloorState;
use crate::world::path::Route;

/// Room for 64 kinds of monsters.
const MONSTER_KIND_BITS: u32 = 6;
const STATE_BITS: u32 = 3;
const MEAL_BITS: u32 = 3;
const BLOCKED_BITS: u32 = 2;
const ROUTE_LENGTH_BITS: u32 = 5;
const STEP_BITS: u32 = 3;
const HP_BITS: u32 = 9;

const ROUTE_BITS_MAX: usize = (ROUTE_LENGTH_BITS + STEP_BITS * ROUTE_STEPS_MAX as u32) as usize;
/// The greatest number of bits that a monster takes, without its item. The parts are kind, position, hit points,
/// facing, statuses, state with goal and route, two flags, squeak, aim, blocked turns, and a flag for loot.
pub(super) const MONSTER_BITS_MAX: usize = (MONSTER_KIND_BITS + POS_BITS) as usize
    + 2 * HP_BITS as usize
    + 1
    + STATUSES_BITS_MAX
    + (STATE_BITS + POS_BITS) as usize
    + ROUTE_BITS_MAX
    + 2
    + 2
    + (2 + POS_BITS) as usize
    + BLOCKED_BITS as usize
    + 1;

const _: () = assert!(MONSTER_HP_MAX < 1 << HP_BITS);
const _: () = assert!(
    MonsterKind::COUNT <= 1 << MONSTER_KIND_BITS,
    "core/src/world/packing/monster.rs: a save has no room for another kind of monster. Raise \
     MONSTER_KIND_BITS and FORMAT_VERSION; core/src/save/mod.rs tells the steps"
);
const _: () = assert!(Direction::ALL.len() == 1 << STEP_BITS);
const _: () = assert!(
    MEAL_TURNS < 1 << MEAL_BITS
        && KING_MEAL_TURNS < 1 << MEAL_BITS
        && VENT_BLOCKED_TURNS < 1 << BLOCKED_BITS,
    "more bits for them: raise FORMAT_VERSION"
);

pub(super) fn pack_monster(bits: &mut BitWriter<'_>, monster: &Monster) {
    bits.put(monster.kind as u32, MONSTER_KIND_BITS);
    pack_pos(bits, monster.body.pos);
    bits.put(u32::from(monster.body.hp.0), HP_BITS);
    bits.put(u32::from(monster.hp_born.0), HP_BITS);
    bits.put_bool(monster.body.facing == Side::Left);
    pack_statuses(bits, &monster.body.statuses);
    match monster.ai_state {
        AiState::Asleep => bits.put(0, STATE_BITS),
        AiState::Watching => bits.put(1, STATE_BITS),
        AiState::Hunting { last_seen: goal, route } | AiState::Wandering { goal, route } => {
            bits.put(
                if matches!(monster.ai_state, AiState::Hunting { .. }) { 2 } else { 3 },
                STATE_BITS,
            );
            pack_pos(bits, goal);
            pack_route(bits, route);
        }
        AiState::Eating { turns } => {
            bits.put(4, STATE_BITS);
            bits.put(u32::from(turns), MEAL_BITS);
        }
    }
    bits.put_bool(monster.is_unpaid);
    bits.put_bool(monster.is_ally);
    bits.put(monster.squeak as u32, 2);
    match monster.aim {
        Aim::None => bits.put(0, 2),
        Aim::Loading => bits.put(1, 2),
        Aim::At(pos) => {
            bits.put(2, 2);
            pack_pos(bits, pos);
        }
        Aim::Soon(pos) => {
            bits.put(3, 2);
            pack_pos(bits, pos);
        }
    }
    bits.put(u32::from(monster.blocked), BLOCKED_BITS);
    bits.put_bool(monster.loot.is_some());
    if let Some(item) = &monster.loot {
        pack_item(bits, item);
    }
}

/// Reads a monster of the floor `state`, which may have been read only in part. The caller must check the monster's
/// position.
pub(super) fn unpack_monster(
    bits: &mut BitReader<'_>,
    state: &FloorState,
) -> Result<Monster, Malformed> {
    let kind = *MonsterKind::ALL.get(bits.get(MONSTER_KIND_BITS)? as usize).ok_or(Malformed)?;
    let pos = unpack_pos(bits)?;
    let (hp, hp_born) = (Hp(bits.get_u16(HP_BITS)?), Hp(bits.get_u16(HP_BITS)?));
    // A follower may come from a higher floor, where monsters have more hit points.
    ensure(!hp.is_dead() && hp <= hp_born && hp_born.0 <= *kind.spec().hp_on(Floor::THRONE).end())?;
    let mut monster = Monster::new(kind, pos, hp);
    monster.hp_born = hp_born;
    monster.body.facing = if bits.get_bool()? { Side::Left } else { Side::Right };
    monster.body.statuses = unpack_statuses(bits)?;
    monster.ai_state = match bits.get(STATE_BITS)? {
        0 => AiState::Asleep,
        1 => AiState::Watching,
        4 => AiState::Eating { turns: bits.get_u8(MEAL_BITS)? },
        tag @ (2 | 3) => {
            let (goal, route) = (unpack_pos(bits)?, unpack_route(bits)?);
            ensure(state.map.terrain(goal).is_passable())?;
            if tag == 2 {
                AiState::Hunting { last_seen: goal, route }
            } else {
                AiState::Wandering { goal, route }
            }
        }
        _ => return Err(Malformed),
    };
    monster.is_unpaid = bits.get_bool()?;
    monster.is_ally = bits.get_bool()?;
    monster.squeak = match bits.get(2)? {
        0 => Squeak::Unused,
        1 => Squeak::Due,
        2 => Squeak::Used,
        _ => return Err(Malformed),
    };
    monster.aim = match bits.get(2)? {
        0 => Aim::None,
        1 => Aim::Loading,
        2 => Aim::At(unpack_pos(bits)?),
        _ => Aim::Soon(unpack_pos(bits)?),
    };
    monster.blocked = bits.get_u8(BLOCKED_BITS)?;
    if bits.get_bool()? {
        monster.loot = Some(unpack_item(bits)?);
    }
    Ok(monster)
}

/// Packs the steps of a route, in order.
fn pack_route(bits: &mut BitWriter<'_>, mut route: Route) {
    bits.put(u32::from(route.len()), ROUTE_LENGTH_BITS);
    while let Some(direction) = route.pop() {
        bits.put(direction as u32, STEP_BITS);
    }
}

fn unpack_route(bits: &mut BitReader<'_>) -> Result<Route, Malformed> {
    let length = bits.get(ROUTE_LENGTH_BITS)?;
    ensure(length <= u32::from(ROUTE_STEPS_MAX))?;
    let mut packed = 1 << (STEP_BITS * length);
    for step in 0..length {
        packed |= u64::from(bits.get(STEP_BITS)?) << (STEP_BITS * step);
    }
    Route::try_from(packed).map_err(|_| Malformed)
}
