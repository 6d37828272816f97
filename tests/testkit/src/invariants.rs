//! Checks the invariants that hold in every game.

use crate::floor_cache::rebuild_floor;
use crate::map_text::text_of_floor;
use musrex_core::content::{MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::limits::{
    ITEMS_MAX, LEVEL_MAX, MONSTERS_ALIVE_MAX, MONSTERS_MAX, STATUS_TURNS_MAX, TILES,
};
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::rules::{Command, Refusal};
use musrex_core::view::text;
use musrex_core::world::{AiState, Body, FloorState, Game, Monster, Outcome, Terrain};
use musrex_core::worldgen::KING;

/// Checks all invariants of `game`.
///
/// # Panics
/// Panics if an invariant is violated; the message shows the floor.
#[track_caller]
pub fn assert_invariants(game: &Game) {
    if let Err(fault) = faults(game) {
        let player = Some(game.player().body.pos);
        panic!(
            "{fault}\nfloor {} of run {:#x}, turn {}:\n{}",
            game.floor().number(),
            game.seed(),
            game.turn().0,
            text_of_floor(game.current_floor(), player)
        );
    }
}

/// Checks all invariants of `game`.
///
/// # Errors
/// Returns the first violation as a sentence.
pub fn faults(game: &Game) -> Result<(), String> {
    player(game)?;
    numbers(game)?;
    pack(game)?;
    roster(game.current_floor(), game.floor())?;
    places(game)?;
    spills(game)?;
    items(game.current_floor(), game.floor())?;
    king(game)?;
    routes(game)?;
    floor(game)?;
    others(game)?;
    outcome(game)
}

fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// Checks B8 and B12: the hit points do not exceed their maximum, no status lasts too long, and the level matches the
/// experience.
fn player(game: &Game) -> Result<(), String> {
    let player = game.player();
    let (hp, hp_max) = (player.body.hp, game.player_stats().hp_max);
    ensure(hp <= hp_max, || format!("the player has {hp:?} of {hp_max:?}"))?;
    statuses(&player.body)?;
    let paid = player.level.number().checked_sub(1).and_then(Level::new).map(xp_to_leave);
    ensure(player.xp >= paid.unwrap_or(Xp(0)), || {
        format!("level {} for {:?}", player.level.number(), player.xp)
    })?;
    let is_due = player.level.number() < LEVEL_MAX && player.xp >= xp_to_leave(player.level);
    ensure(!is_due, || format!("{:?} and still level {}", player.xp, player.level.number()))
}

/// Checks B12: the maximum of hit points, the attack and the saving throw are within their limits.
fn numbers(game: &Game) -> Result<(), String> {
    let stats = game.player_stats();
    let holds = stats.hp_max >= Hp(1)
        && stats.attack_min >= 1
        && stats.attack_max >= stats.attack_min
        && stats.saving_throw.0 <= 95;
    ensure(holds, || format!("{stats:?}"))
}

fn statuses(body: &Body) -> Result<(), String> {
    let longest = Status::ALL.into_iter().map(|status| body.statuses.turns_left(status)).max();
    ensure(longest <= Some(STATUS_TURNS_MAX), || format!("a status of {longest:?} turns"))
}

/// Checks I13: the pack is sorted by kind.
fn pack(game: &Game) -> Result<(), String> {
    let kinds = game.player().pack.iter().map(|item| item.kind as u8);
    ensure(kinds.is_sorted(), || format!("the pack is in disorder: {:?}", game.player().pack))
}

/// Checks A8, M6, M7, W15 and I10. All monsters are alive, and there are no more than a floor may have. Monsters in
/// vents are at vents. There is at most one ally. No two monsters share a tile.
fn roster(state: &FloorState, floor: Floor) -> Result<(), String> {
    let (number, monsters) = (floor.number(), &state.monsters);
    let allies = monsters.iter().filter(|monster| monster.is_ally).count();
    let is_overfull = state.alive() > MONSTERS_MAX || state.alive() - allies > MONSTERS_ALIVE_MAX;
    ensure(!is_overfull, || format!("floor {number} is overfull"))?;
    ensure(allies <= 1, || format!("{allies} allies on floor {number}"))?;
    for vented in &state.vented {
        let (monster, at) = (&vented.monster, vented.monster.body.pos);
        let is_vent = matches!(state.map.terrain(at), Terrain::VentOpen | Terrain::VentShut);
        ensure(is_vent, || format!("someone in the vents at {at:?}, which is none"))?;
        let holds = !monster.body.hp.is_dead() && !monster.is_ally;
        ensure(holds, || format!("a dead one or the ally in the vents of floor {number}"))?;
        let name = text::name_of(monster.kind);
        ensure(monster.kind.spec().uses_vents || monster.is_unpaid, || {
            format!("a {name} in the vents of floor {number}")
        })?;
    }
    let mut taken = [false; TILES];
    for monster in monsters {
        let (name, body) = (text::name_of(monster.kind), &monster.body);
        ensure(!body.hp.is_dead(), || format!("a dead {name} on floor {number}"))?;
        statuses(body)?;
        let is_taken = std::mem::replace(&mut taken[body.pos.index()], true);
        ensure(!is_taken, || format!("two monsters at {:?} of floor {number}", body.pos))?;
    }
    Ok(())
}

/// Checks I7: each spill lies on walkable terrain, alone on its tile, and has turns left.
fn spills(game: &Game) -> Result<(), String> {
    let here = game.current_floor();
    let mut taken = [false; TILES];
    for spill in &here.spills {
        let terrain = here.map.terrain(spill.pos);
        ensure(terrain.is_walkable() && spill.turns > 0, || format!("{spill:?} on {terrain:?}"))?;
        let is_taken = std::mem::replace(&mut taken[spill.pos.index()], true);
        ensure(!is_taken, || format!("two spills at {:?}", spill.pos))?;
    }
    Ok(())
}

/// Checks M6, M9 and W17. The items, including stolen ones, do not exceed the maximum of a floor. Each item lies
/// alone on a tile that can hold items.
fn items(state: &FloorState, floor: Floor) -> Result<(), String> {
    let number = floor.number();
    let vented = state.vented.iter().map(|vented| &vented.monster);
    let stolen = state.monsters.iter().chain(vented).filter(|one| one.loot.is_some()).count();
    let count = state.items.len() + stolen;
    ensure(count <= ITEMS_MAX, || format!("{count} items on floor {number}"))?;
    let mut taken = [false; TILES];
    for ground in &state.items {
        let terrain = state.map.terrain(ground.pos);
        // By A16, no item lies on stairs.
        let is_ground = terrain.is_walkable() && !terrain.is_stairs();
        let is_fit = terrain == Terrain::Pedestal || is_ground;
        ensure(is_fit, || format!("an item on {terrain:?} at {:?}", ground.pos))?;
        let is_taken = std::mem::replace(&mut taken[ground.pos.index()], true);
        ensure(!is_taken, || format!("two items at {:?} of floor {number}", ground.pos))?;
    }
    Ok(())
}

/// Checks M5 and K3: there is at most one King. During a run, there is a King in the hall of the throne floor.
fn king(game: &Game) -> Result<(), String> {
    let here = game.current_floor();
    let vented = here.vented.iter().map(|vented| &vented.monster);
    let is_king = |monster: &&Monster| monster.kind == MonsterKind::MouseKing;
    let kings = here.monsters.iter().chain(vented).filter(is_king).count();
    ensure(kings <= 1, || format!("{kings} Kings"))?;
    // A floor that a test draws as text is too small to contain the King's tile.
    let is_hall = game.floor() == Floor::THRONE && here.map.terrain(KING).is_walkable();
    let is_missing = is_hall && game.outcome() == Outcome::Playing && kings == 0;
    ensure(!is_missing, || "the King is gone".to_owned())
}

/// Checks that every creature stands on a walkable tile, and that no monster stands on the player's tile.
fn places(game: &Game) -> Result<(), String> {
    let (here, player) = (game.current_floor(), game.player().body.pos);
    ensure(here.monster_at(player).is_none(), || "a monster on the player's tile".to_owned())?;
    let monsters = here.monsters.iter().map(|monster| monster.body.pos);
    for pos in monsters.chain([player]) {
        let terrain = here.map.terrain(pos);
        ensure(terrain.is_walkable(), || format!("someone stands on {terrain:?} at {pos:?}"))?;
    }
    Ok(())
}

/// Checks M4: each monster's route leads from the monster's tile over passable tiles.
fn routes(game: &Game) -> Result<(), String> {
    for monster in &game.current_floor().monsters {
        let (AiState::Hunting { mut route, .. } | AiState::Wandering { mut route, .. }) =
            monster.ai_state
        else {
            continue;
        };
        let mut at = Some(monster.body.pos);
        while let (Some(from), Some(direction)) = (at, route.pop()) {
            at = from
                .step(direction)
                .filter(|&to| game.current_floor().map.terrain(to).is_passable());
            ensure(at.is_some(), || format!("a way leads {direction:?} from {from:?}"))?;
        }
    }
    Ok(())
}

/// Checks W1 and H3: the outermost ring is wall; all visible tiles, including the player's tile, are explored.
fn floor(game: &Game) -> Result<(), String> {
    let map = &game.current_floor().map;
    let open = (0..TILES)
        .map(Pos::from_index)
        .find(|&pos| pos.is_border() && map.terrain(pos) != Terrain::Wall);
    ensure(open.is_none(), || format!("the outermost ring is open at {open:?}"))?;
    let visible = game.visible();
    ensure(visible.contains(game.player().body.pos), || "the player is out of sight".to_owned())?;
    let missed = visible.iter().find(|&pos| !map.explored().contains(pos));
    ensure(missed.is_none(), || format!("{missed:?} is seen but not explored"))
}

/// Checks W11: the current floor is not stored, and each stored floor is valid.
fn others(game: &Game) -> Result<(), String> {
    ensure(game.stored_floor(game.floor()).is_none(), || {
        "this floor is remembered too".to_owned()
    })?;
    for floor in Floor::all() {
        if let Some(rebuilt) = rebuild_floor(game, floor) {
            roster(&rebuilt, floor)?;
            items(&rebuilt, floor)?;
            let is_left_over = !rebuilt.vented.is_empty();
            ensure(!is_left_over, || format!("vents of floor {} hold monsters", floor.number()))?;
        }
    }
    Ok(())
}

/// Checks A8 and T6: a player who is playing or has won is alive. Waiting is possible if and only if the run goes on
/// (T1).
fn outcome(game: &Game) -> Result<(), String> {
    let is_dead = game.player().body.hp.is_dead();
    ensure(is_dead == (game.outcome() == Outcome::Dead), || {
        format!("{:?} with {:?}", game.outcome(), game.player().body.hp)
    })?;
    match game.outcome() {
        Outcome::Playing => {
            ensure(game.accepts(Command::Wait).is_ok(), || "waiting is refused".to_owned())
        }
        Outcome::Dead | Outcome::Won => {
            let refused = game.accepts(Command::Wait) == Err(Refusal::RunOver);
            ensure(refused, || "a run that is over goes on".to_owned())
        }
    }
}
