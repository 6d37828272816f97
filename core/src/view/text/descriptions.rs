//! Descriptions of creatures, items and tiles, and outcomes of throws.

use super::message::{Sentence, plain};
use super::names::{PLAYER_NAME, chip_effect, kit_chip_effect, name_of};
use super::words::{
    effect, event, firmware, item, kit, look, monster, spill, state, status, terrain, throw,
};
use crate::content::effects::{self, Effect};
use crate::content::firmware::{
    HOOK_RADIUS, LEECH_FLOORS, LEECH_HP, SHOVE_ONE_IN, SHOVE_STUN_TURNS, SHOVE_TILES, SWAP_PERCENT,
};
use crate::content::fixtures::cable_damage;
use crate::content::items::{ItemSpec, MEAL_TURNS, PotionEffect, Purpose, THROW_RANGE};
use crate::content::kits::KitSpec;
use crate::content::monsters::{ALLY_FOLLOW_RADIUS, ALLY_SIGHT_RADIUS, Deed, HELPLESS_FACTOR};
use crate::content::noise;
use crate::content::spills::GAS_VENOM_TURNS;
use crate::content::statuses::{OnHitEffect, poison, regrowth};
use crate::content::{Firmware, ItemKind, Kit, Label, MonsterKind, Night, Slot, SpillKind, Status};
use crate::geometry::Pos;
use crate::limits::PACK_MAX;
use crate::quantity::{Damage, Floor, Hp, Xp};
use crate::rules::Actor;
use crate::rules::combat::damage;
use crate::rules::experience::Stats;
use crate::rules::firmware::DeedPlan;
use crate::world::{AiState, Aim, CHARGES_MAX, Game, Item, Monster, Spill, Squeak, Terrain};

/// The description of the player.
pub(crate) const PLAYER_LINE: &str = look::player();

/// Explains the saving throw among the player's numbers (D13).
pub(crate) const SAVING_LINE: &str = look::saving();

/// Explains the saving throw in the pack, in lines that fit its narrow column (D13).
pub(crate) const SAVING_LINES: [&str; 4] =
    [look::saving_1(), look::saving_2(), look::saving_3(), look::saving_4()];

/// Explains a value of defence in the pack by two examples, in lines that fit its narrow column (A6).
pub(crate) fn defence_lines(defence: u16) -> [Sentence; 3] {
    let [count, low, weak, high, strong] = defence_example(defence);
    [look::defence_1(count), look::defence_2(low, weak), look::defence_3(high, strong)]
}

/// Returns an example of what defence does (A6): the defence, an attack, its damage, an attack twice as strong, and the
/// damage of that attack. The attack equals the defence, but is at least 3.
pub(super) fn defence_example(defence: u16) -> [u16; 5] {
    let low = defence.max(3);
    let high = low.saturating_mul(2);
    [defence, low, damage(low, defence).0, high, damage(high, defence).0]
}

/// Returns the lines beside the picture of the tiles that a weapon strikes (I15).
pub(crate) fn blow_lines(weapon: &ItemSpec) -> &'static [&'static str] {
    const LINES: [&str; 3] = [look::blow_1(), look::blow_2(), look::blow_pushes()];
    if effects::pushes(weapon.effects) { &LINES } else { &LINES[..2] }
}

/// The line about the tiles that a blow strikes, in the description of the player (I15).
pub(crate) const BLOW_REACHES_LINE: &str = look::blow_reaches();

/// Returns the line about a status: its displayed name, its remaining turns, and its effect on a player with this
/// maximum of hit points (E14).
pub fn status_line(status: Status, turns: u8, hp_max: Hp) -> Sentence {
    look::status(turns, status::label(status), &status_effect(status, hp_max))
}

/// Returns the effect of a status on a player with this maximum of hit points, for use within a sentence.
pub(crate) fn status_effect(status: Status, hp_max: Hp) -> Sentence {
    status::effect(status, poison(hp_max).0, regrowth(hp_max).0)
}

/// Returns the line about a status of a monster: its displayed name, its remaining turns and its effect.
pub(crate) fn monster_status_line(status: Status, turns: u8) -> Sentence {
    look::status(turns, status::label(status), status::on_monster(status))
}

/// Returns the player's name with hit points and level, for the look mode.
pub(crate) fn player_name(hp: Hp, hp_max: Hp, level: u8) -> Sentence {
    look::player_name(hp.0, hp_max.0, level, PLAYER_NAME)
}

/// Returns the lines about the behaviour of the player's ally (I10, M7).
pub(crate) fn ally_lines() -> [Sentence; 3] {
    let spares = plain(look::ally_spares());
    [look::ally_fights(ALLY_SIGHT_RADIUS), spares, look::ally_walk_in(ALLY_FOLLOW_RADIUS)]
}

/// The line about the healing of the ally (I10).
pub(crate) const ALLY_LIMITS_LINE: &str = look::ally_limits();

/// Returns the special ability that this kind keeps as an ally; `None` if it keeps none.
pub(crate) const fn ally_ability(kind: MonsterKind) -> Option<&'static str> {
    monster::as_ally(kind)
}

/// Returns the description of a monster in the look mode: its appearance and its abilities.
pub(crate) const fn monster_lines(kind: MonsterKind) -> [&'static str; 2] {
    [monster::look(kind), monster::ability(kind)]
}

/// Returns the name of a monster with its hit points, its original hit points, and its activity.
pub(crate) fn monster_name(monster: &Monster) -> Sentence {
    let (hp, born) = (monster.body.hp.0, monster.hp_born.0);
    look::monster_name(monster.kind, hp, born, monster_state(monster))
}

/// Returns a monster's activity in a few words.
pub(crate) fn monster_state(monster: &Monster) -> &'static str {
    match (&monster.ai_state, monster.kind.spec().does(&Deed::Flee)) {
        _ if monster.is_ally => state::ally(),
        _ if monster.body.statuses.has(Status::Stunned) => state::stunned(),
        _ if monster.body.statuses.has(Status::Confused) => state::confused(),
        (AiState::Asleep, _) => state::asleep(),
        (AiState::Watching, _) => state::watching(),
        (AiState::Eating { .. }, _) => state::eating(),
        _ if monster.squeak == Squeak::Due => state::squeak(),
        _ if monster.aim.tile().is_some() => {
            monster::aiming(monster.kind).unwrap_or(state::aiming())
        }
        _ if monster.aim == Aim::Loading => state::loading(),
        (_, true) => state::fleeing(),
        _ if monster.has_stolen() => state::loot(),
        (AiState::Hunting { .. }, _) => state::hunting(),
        (AiState::Wandering { .. }, _) => state::searching(),
    }
}

/// Returns the sentence about the damage of blows after defence: the monster's blow at the player, and the player's
/// blow at the monster (A6). `None` stands for a monster that has no blow.
pub fn odds(its: Option<(u16, u16)>, (weak, strong): (u16, u16)) -> Sentence {
    match its {
        Some((low, high)) if high > 0 => look::odds(low, high, weak, strong),
        _ => look::no_odds(weak, strong),
    }
}

/// Returns the sentence about the damage of a monster's blow to a player who cannot hurt the monster from here (M15).
pub(crate) fn hits_you_line((low, high): (u16, u16)) -> Sentence {
    if high > 0 { look::hits_you(low, high) } else { plain(look::harmless()) }
}

/// Returns the line about the damage of the ally's blows on this floor, before the defence of the target (I10).
pub(crate) fn ally_hits_line(kind: MonsterKind, floor: Floor) -> Sentence {
    let (low, high) = kind.spec().attack_on(floor).into_inner();
    look::ally_hits(low, high)
}

/// Returns the line about the number of other creatures that the player's blow at an enemy also strikes (I12).
pub(crate) fn also_struck_line(count: usize) -> Sentence {
    look::also_struck(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the line that explains the damage to a helpless monster: the player's blows do `factor` times the normal
/// damage (S3, B16).
pub(crate) fn helpless_line(factor: u16) -> Sentence {
    match factor {
        HELPLESS_FACTOR => plain(look::double()),
        factor => look::more_than_double(factor),
    }
}

const _: () = assert!(HELPLESS_FACTOR == 2, "S3: the sentence above tells the factor 2 in words");
const _: () = assert!(
    noise::VENT.radius == 10 && noise::TERMINAL.radius == 20,
    "S2: the descriptions of vents and terminals tell these numbers in words"
);

/// Returns the line about the smallest and the largest damage of a marked attack (M8).
pub fn mark_odds(kind: MonsterKind, (low, high): (u16, u16)) -> Option<Sentence> {
    monster::force(kind, low, high)
}

/// Returns the line about the smallest and the largest damage of a marked attack on another creature (M8).
pub(crate) fn mark_hits_line(struck: &Monster, (low, high): (u16, u16)) -> Sentence {
    if struck.is_ally {
        look::mark_hits_ally(low, high)
    } else {
        look::mark_hits(struck.kind, low, high)
    }
}

/// Returns the line about the target of the ally's aim (M8, I10).
pub(crate) fn ally_aims_line(target: MonsterKind) -> Sentence {
    event::ally_aims(target)
}

/// The hint about the ring of tiles that the look mode draws around a sleeper (S1).
pub(crate) const WAKE_RING_LINE: &str = look::wake_ring();

/// The line about a monster that keeps watch (M2).
pub(crate) const WATCH_LINE: &str = look::watch();

/// Returns the hint that a target is out of throwing range (I6).
pub fn out_of_throw() -> Sentence {
    look::too_far(THROW_RANGE)
}

/// Returns the line about a mouse that is about to squeak (S2, S4).
pub(crate) fn squeak_line(night: Night) -> Sentence {
    look::squeak(night.squeak().radius)
}

/// The line about a monster that arrived later and gives no experience (K1, W25).
pub(crate) const LATECOMER_LINE: &str = look::latecomer();

/// The hint that a step toward the monster makes the player strike it from two tiles away (B16).
pub(crate) const ARM_REACHES_LINE: &str = look::arm_reaches();

/// The warning that a shield stops a blow struck from the player's tile (M15).
pub(crate) const LID_STOPS_LINE: &str = look::lid_stops();

/// The hint that the player's override chip works on a mouse (I10).
pub(crate) const OVERRIDE_LINE: &str = look::chip_takes_it();

/// The line about a mouse beside the player on which the override chip would work, if the chip takes another mouse
/// (I10).
pub(crate) const OVERRIDES_OTHER_LINE: &str = look::chip_takes_other();

/// Returns the line that names the mouse that becomes the ally if the player uses an override chip (I10).
pub(crate) fn override_takes_line(kind: MonsterKind) -> Sentence {
    look::chip_takes(kind)
}

/// Returns the warning about a tile that an enemy or the ally will strike in 1 or 2 turns (M8). `who` is `None` if the
/// player neither sees nor senses the attacker.
pub fn marked_line(who: Option<Actor>, turns: u8) -> Sentence {
    let line = match who {
        Some(Actor::Monster(kind)) => monster::marked(kind, turns),
        Some(Actor::Ally(kind)) => monster::ally_marked(kind, turns),
        Some(Actor::Player) | None => None,
    };
    line.unwrap_or_else(|| look::marked_by_hidden(turns))
}

/// The warning that an unknown flask may heal an enemy within its reach (I7).
pub(crate) const MAY_HEAL_LINE: &str = throw::may_heal();

/// Returns the line that names the worn item that `item` would replace (I3); `None` if nothing is worn in the slot of
/// `item`.
pub(crate) fn replaces_line(game: &Game, item: &Item) -> Option<Sentence> {
    let worn = game.player().worn.get(item.kind.slot()?)?;
    Some(match worn.firmware {
        // A chip with the same firmware has the same power.
        Some(firmware) if item.firmware != worn.firmware => {
            look::replaces_firmware(firmware::name(firmware))
        }
        _ => look::replaces(worn.kind),
    })
}

/// Returns the description of an item.
pub const fn item_line(label: Label) -> &'static str {
    match label {
        Label::Known(kind) => item::look(kind),
        Label::Unknown(_) => look::unknown_flask(),
    }
}

/// The warning before a player with an ally uses an override chip (I10).
pub(crate) const ENDS_ALLY_LINE: &str = look::ends_ally();

/// The warning before a player without wounds drinks a healing potion.
pub(crate) const NO_WOUNDS_LINE: &str = look::no_wounds();

/// The warning before the player drinks a potion that harms whoever drinks it (I7).
pub(crate) const HARMS_DRINKER_LINE: &str = look::harms_you();

/// The warning that an antidote heals nothing, because the player has neither poison nor venom (D27).
pub(crate) const NO_POISON_LINE: &str = look::no_poison();

/// The words before the ability that a mouse keeps as an ally (I10).
pub(crate) const AS_ALLY_LINE: &str = look::as_your_ally();

/// Returns the line about the number of items that the player carries, without worn items, and the number that fit
/// (I3).
pub(crate) fn pack_count(things: usize) -> Sentence {
    let number = |things: usize| u32::try_from(things).unwrap_or(u32::MAX);
    look::pack_count(number(things), number(PACK_MAX))
}

/// Returns the line about the next level: the experience that is missing, the growth of the maximum hit points, and the
/// hit points that the level restores (B13).
pub(crate) fn next_level_line(missing: Xp, level: u8, growth: Hp, heals: Hp) -> Sentence {
    look::next_level(heals.0, level, missing.0, growth.0)
}

/// Returns the line about the damage that the next turn may do to the player (H1).
pub(crate) fn coming_line(harm: Damage) -> Sentence {
    look::coming(harm.0)
}

/// Returns the effect of an item, with the numbers from the table of items. For an override chip, the number depends on
/// the worn firmware.
pub fn item_effect(game: &Game, label: Label) -> Sentence {
    let Label::Known(kind) = label else { return plain(effect::unknown()) };
    if let Some(words) = item::effect(kind) {
        return plain(words);
    }
    let (spec, hp_max) = (kind.spec(), game.player_stats().hp_max);
    match (spec.purpose, spec.on_hit) {
        (Purpose::Heal(_) | Purpose::Drink(PotionEffect::Healing(_)), _) => {
            effect::heals(game.healing_at(hp_max, kind).0)
        }
        (Purpose::Drink(PotionEffect::Status(Status::Regrowing, turns)), _) => {
            effect::regrows(regrowth(hp_max).0, turns)
        }
        (Purpose::Drink(PotionEffect::Status(status, turns)), _) => {
            status::drunk(status, turns).unwrap_or_default()
        }
        (Purpose::Cure(healing), _) => effect::cures(healing.of(hp_max).0),
        (Purpose::Override, _) => effect::overrides(game.override_percent()),
        (Purpose::Unlock, _) => plain(effect::unlocks()),
        (Purpose::Wear(_), Some(OnHitEffect { status, one_in, turns })) => {
            status::on_hit(status, turns, one_in).unwrap_or_default()
        }
        (Purpose::Wear(_), None) => plain(effect::weapon()),
    }
}

/// Returns the effect of an item that the player sees or carries. The effect of a microchip is its changes to the
/// player's numbers, if it has any. If the chip `replaces` another one, its own numbers would not agree with the
/// comparison of both, so they are left out.
pub(crate) fn effect_of(game: &Game, item: &Item, replaces: bool) -> Sentence {
    match (item.kind, chip_effect(item.bonus)) {
        (ItemKind::Microchip, Some(_)) if replaces => {
            item.firmware.map_or_else(|| plain(look::only_stats()), deed_line)
        }
        (ItemKind::Microchip, Some(numbers)) => numbers,
        (ItemKind::Microchip, None) if item.firmware.is_none() => plain(look::blank_chip()),
        _ => item_effect(game, game.label(item.kind)),
    }
}

/// Returns the name of a kit (W30).
pub const fn kit_name(kit: Kit) -> &'static str {
    kit::name(kit)
}

/// Returns the description of a kit.
pub(crate) const fn kit_line(kit: Kit) -> &'static str {
    kit::line(kit)
}

/// Returns the name of an item on the ground or in a vault, with the firmware of a chip.
pub(crate) fn ground_name(game: &Game, item: &Item) -> Sentence {
    match item.firmware {
        Some(firmware) => look::kit_chip(item.kind, firmware::name(firmware)),
        None => plain(name_of(game.label(item.kind))),
    }
}

/// Returns the name of an item in a kit, with the firmware of a chip, and with the count of several equal items.
pub(crate) fn kit_thing(kind: ItemKind, firmware: Option<Firmware>, count: usize) -> Sentence {
    match (firmware, u32::try_from(count).unwrap_or(1)) {
        (Some(firmware), _) => look::kit_chip(kind, firmware::name(firmware)),
        (None, 1) => plain(name_of(kind)),
        (None, count) => look::kit_things(kind, count),
    }
}

/// Returns the effect of an item in a kit. The effect of a chip consists of its changes to the player's numbers. For an
/// override chip, returns the description instead, which tells the purpose of the chip.
pub(crate) fn kit_thing_effect(game: &Game, kind: ItemKind, kit: &KitSpec) -> Sentence {
    match (kit.firmware, kind.slot()) {
        (Some(_), Some(Slot::Microchip)) => kit_chip_effect(kit.chip).unwrap_or_default(),
        _ if kind.spec().purpose == Purpose::Override => plain(item::look(kind)),
        _ => item_effect(game, Label::Known(kind)),
    }
}

/// Returns the line about the player's damage `then`, with a weapon, and `now`.
pub(crate) fn kit_damage_line(now: &Stats, then: &Stats) -> Sentence {
    effect::kit_damage(now.attack_min, now.attack_max, then.attack_min, then.attack_max)
}

/// The line about a chip that changes no number and is worn only for its firmware (I11).
pub(crate) const PROGRAM_LINE: &str = look::program();

/// Returns the line about a mouse that carries a chip with firmware (M19).
pub(crate) fn carries_line(firmware: Firmware) -> Sentence {
    look::carries(firmware::name(firmware))
}

/// Returns what a charge of this firmware does, or the line that the firmware has no deed (I14).
pub fn deed_line(firmware: Firmware) -> Sentence {
    deed_words(firmware).map_or_else(|| plain(look::no_deed()), |words| look::deed(&words))
}

/// Returns what a charge of the firmware that a mouse carries would do for the player (M19).
pub(crate) fn deed_of_loot_line(firmware: Firmware) -> Sentence {
    deed_words(firmware).map_or_else(|| plain(look::no_deed()), |words| look::deed_of_loot(&words))
}

/// Returns a description of the deed of firmware; `None` for firmware without a deed (I14).
fn deed_words(firmware: Firmware) -> Option<Sentence> {
    let turns = SpillKind::Decoy.spec().turns - 1;
    let range = match firmware {
        Firmware::Shove => SHOVE_TILES,
        _ => firmware.deed().map_or(0, |deed| deed.range),
    };
    firmware::deed(firmware, turns, range)
}

/// Returns the outcome of a deed that moves the `target`, or the player without a target, by this number of steps (I14).
pub(crate) fn deed_lines(
    game: &Game,
    plan: &DeedPlan,
    target: Option<&Monster>,
    steps: u8,
) -> impl Iterator<Item = Sentence> {
    let kind = target.map_or(MonsterKind::MicroMouse, |target| target.kind);
    let is_steady = target.is_some_and(|target| target.body.statuses.has(Status::Steady));
    let turns = SpillKind::Decoy.spec().turns - 1;
    let does = firmware::does(plan.firmware, kind, turns, steps);
    let hooks = plan.firmware == Firmware::Hook;
    let stuns = match (hooks || plan.is_cut_short, is_steady) {
        (true, true) => Some(plain(look::no_stun())),
        (true, false) if hooks => Some(plain(look::hook_stuns())),
        (true, false) => Some(look::shove_stuns(SHOVE_STUN_TURNS)),
        (false, _) => None,
    };
    let is_shocked = plan.shocks_target(&game.current_floor().map);
    let shocks = is_shocked.then(|| look::shocks_target(cable_damage(game.floor()).0));
    does.into_iter().filter(move |_| steps > 0).chain(stuns).chain(shocks)
}

/// The warning that a deed would move the player's ally (I14).
pub(crate) const MOVES_ALLY_LINE: &str = look::moves_ally();

/// Returns the effect of worn firmware on a floor (I11).
pub fn firmware_line(firmware: Firmware, floor: Floor) -> Sentence {
    let leeched = LEECH_HP + u16::from(floor.number() / LEECH_FLOORS);
    look::firmware(&firmware::effect(firmware, leeched, SHOVE_ONE_IN, HOOK_RADIUS, SWAP_PERCENT))
}

/// Returns the line about the charges of a worn chip (I14).
pub(crate) fn charges_line(charges: u8) -> Sentence {
    look::charges(charges, CHARGES_MAX)
}

/// Returns the description of the tile at `pos` in the look mode (W30). For a switch, the description states what the
/// switch does on this floor (W18, W25).
pub(crate) fn tile_line(game: &Game, pos: Pos) -> Sentence {
    let tiles = game.current_floor().map.tiles();
    let has = |is_it: fn(Terrain) -> bool| tiles.iter().any(|&tile| is_it(tile));
    let has_cables = || has(|tile| tile.origin() == Terrain::CableLive);
    let has_cages = || has(|tile| tile == Terrain::CageShut);
    match game.current_floor().map.terrain(pos) {
        Terrain::Locker => {
            let kit = game.kit_at(pos).map(kit_name);
            kit.map_or_else(|| terrain_line(game, Terrain::Locker), look::locker)
        }
        Terrain::LockerSealed if game.is_emptied_locker(pos) => plain(look::empty_locker()),
        Terrain::DoorLocked if game.can_unlock() => {
            plain(if game.has_key() { look::opens_vault() } else { look::breaks_vault() })
        }
        Terrain::Switch if !has_cages() && has_cables() => plain(look::switch_of_cables()),
        Terrain::Switch if !has_cages() => plain(look::switch_used()),
        Terrain::Switch if !has_cables() => plain(look::switch_of_cages()),
        terrain => terrain_line(game, terrain),
    }
}

/// Returns the description of a terrain in the look mode. The description includes the damage of a cable on this floor
/// (W18), and the distance at which the noise of a vent or a terminal in use is heard (S2).
pub(crate) fn terrain_line(game: &Game, terrain: Terrain) -> Sentence {
    let loudness = if terrain == Terrain::Terminal { noise::TERMINAL } else { noise::VENT };
    terrain::look(terrain, cable_damage(game.floor()).0, game.noise_radius(loudness))
}

/// Returns the line about a spill: its name, and the number of turns that it lasts.
pub fn spill_line(spill: &Spill) -> Sentence {
    look::spill(spill.kind, spill.turns)
}

/// Returns the line about a spill that burns others, but does not hurt this player, or even `heals` this player (I15,
/// B16, I8).
pub(crate) const fn spill_spares_line(heals: bool) -> &'static str {
    if heals { look::spill_heals() } else { look::spill_spares() }
}

/// Returns the effect of a spill (I7). `damage` is the damage in each turn to a creature in the spill.
pub(crate) fn spill_effect(kind: SpillKind, damage: Damage) -> Sentence {
    spill::effect(kind, damage.0)
}

/// Returns the outcome of a throw (I6): the item breaks, hits a creature, or lands on the ground.
pub(crate) fn throw_line(game: &Game, label: Label, hit: Option<&Monster>) -> Sentence {
    let spill = match label {
        Label::Known(kind) => SpillKind::of_potion(kind),
        Label::Unknown(_) => None,
    };
    let is_cheese = label == Label::Known(ItemKind::Cheese);
    if is_bait(label, hit) {
        let sleeper = hit.filter(|it| it.ai_state == AiState::Asleep);
        return match sleeper {
            Some(sleeper) => throw::wakes_eater(sleeper.kind),
            None => throw::lures(game.cheese_radius()),
        };
    }
    let heard = game.noise_radius(noise::FLASK);
    match (label, spill, hit) {
        (_, Some(_), _) => throw::breaks(2 * game.flask_radius() + 1, heard),
        (Label::Unknown(_), ..) => throw::breaks_unknown(heard),
        (Label::Known(ItemKind::OverrideChip), ..) => plain(throw::not_thrown()),
        (_, _, Some(monster)) => {
            let kind = monster.kind;
            let is_asleep = monster.ai_state == AiState::Asleep;
            if is_cheese && !kind.spec().is_mouse() {
                throw::not_wanted(kind)
            } else if monster.is_ally {
                plain(throw::beside_ally())
            } else if is_asleep {
                throw::only_wakes(kind)
            } else {
                throw::does_nothing(kind)
            }
        }
        _ => throw::only_lies(label),
    }
}

/// Returns the line about the number of enemies that a flask's contents reach. The line also says whether the contents
/// reach the player.
pub(crate) fn splash_line(enemies: usize, has_player: bool) -> Sentence {
    match (u32::try_from(enemies).unwrap_or(0), has_player) {
        (0, false) => plain(throw::reaches_nobody()),
        (0, true) => plain(throw::reaches_you()),
        (count, false) => throw::reaches(count),
        (count, true) => throw::reaches_both(count),
    }
}

/// Returns the line about the harm of the player's own gas to the player: the damage of each turn in the gas, and the
/// turns of its venom (I7).
pub(crate) fn gas_on_player_line(game: &Game) -> Sentence {
    throw::gas_on_you(game.spill_harm().0, GAS_VENOM_TURNS)
}

/// The line about a flask whose contents reach the ally.
pub(crate) const REACHES_ALLY_LINE: &str = throw::reaches_ally();

/// Returns the line about the number of monsters that a marked attack reaches. The line also says whether the attack
/// reaches the player (M8).
pub(crate) fn attack_line(monsters: usize, has_player: bool) -> Sentence {
    match (u32::try_from(monsters).unwrap_or(0), has_player) {
        (0, false) => plain(throw::attack_reaches_nobody()),
        (0, true) => plain(throw::attack_reaches_you()),
        (count, false) => throw::attack_reaches(count),
        (count, true) => throw::attack_reaches_both(count),
    }
}

/// Returns whether a thrown thing would lure mice: cheese that lands on the ground or hits a mouse. A sleeping mouse
/// wakes when it is hit, and then eats like others (I9).
pub(crate) fn is_bait(label: Label, hit: Option<&Monster>) -> bool {
    label == Label::Known(ItemKind::Cheese) && hit.is_none_or(|it| it.kind.spec().is_mouse())
}

/// Returns the lines about the mice that eat the cheese when one of them has reached it: how long they eat, and whether
/// the first becomes the player's ally (I9, B16).
pub(crate) fn meal_lines(game: &Game) -> impl Iterator<Item = Sentence> {
    let tames = game.player().has(Effect::Tames) && game.current_floor().ally().is_none();
    let tames = tames.then(|| plain(throw::tames()));
    [throw::meal(MEAL_TURNS)].into_iter().chain(tames)
}

/// Returns the line about a creature that stops a throw before its target (I6).
pub(crate) fn stops_at_line(monster: &Monster) -> Sentence {
    if monster.is_ally { plain(throw::stops_at_ally()) } else { throw::stops_at(monster.kind) }
}

/// Returns the line about an obstacle that stops a throw before its target (I6).
pub(crate) fn stops_before_line(name: &str) -> Sentence {
    throw::stops_before(name)
}
