//! Lists verbs of the player other than walking, striking and waiting. Each verb has the event that shows it, and a
//! game in which the next command causes that event.

use musrex_core::content::{ItemKind, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Floor, Hp};
use musrex_core::rules::{Command, Event};
use musrex_core::world::{AiState, FloorState, Game, GroundItem, Item, Monster, Player, Terrain};
use musrex_core::worldgen;

/// The name of a verb, and a function that returns whether an event shows the verb.
pub type Verb = (&'static str, fn(&Event) -> bool);

/// The verbs. Dropping, taking off, grafts and deeds are not included.
pub const VERBS: [Verb; 14] = [
    ("throw", |event| matches!(event, Event::Thrown { .. })),
    ("break a flask", |event| matches!(event, Event::Spilled { .. })),
    ("bait", |event| matches!(event, Event::Eats { .. })),
    ("override", |event| matches!(event, Event::Overridden { .. })),
    ("swap with the ally", |event| matches!(event, Event::Swapped { .. })),
    ("use a terminal", |event| matches!(event, Event::TerminalUsed { .. })),
    ("shut a vent", |event| matches!(event, Event::VentShut { .. })),
    ("take from a pedestal", |event| matches!(event, Event::PedestalsSealed)),
    ("switch cables", |event| matches!(event, Event::Switched { .. })),
    ("unlock a door", |event| matches!(event, Event::Unlocked { .. })),
    ("force a door", |event| matches!(event, Event::Forced { .. })),
    ("use", |event| matches!(event, Event::Used { .. })),
    ("wear", |event| matches!(event, Event::PutOn { .. })),
    ("pick up", |event| matches!(event, Event::PickedUp { .. })),
];

/// The kinds of terrain that a floor needs for the scenes.
const FIXTURES: [Terrain; 6] = [
    Terrain::Terminal,
    Terrain::VentOpen,
    Terrain::Pedestal,
    Terrain::Switch,
    Terrain::CableLive,
    Terrain::DoorLocked,
];

/// Returns, for each verb, a game on a floor of the run `seed`, and the command that performs the verb in this game.
///
/// # Panics
/// Panics if no floor of the run has all fixtures.
pub fn games(seed: u64) -> Vec<(&'static str, Box<Game>, Command)> {
    let mut state = FloorState::EMPTY;
    let has_all = |&floor: &Floor| {
        worldgen::generate(seed, floor, &mut state);
        FIXTURES.iter().all(|&fixture| state.map.find(fixture).is_some())
    };
    let floor = Floor::all().find(has_all).expect("one floor of a run has all fixtures");
    VERBS.iter().map(|&(verb, _)| scene((seed, floor), state.clone(), verb)).collect()
}

fn scene(
    (seed, floor): (u64, Floor),
    mut state: FloorState,
    verb: &'static str,
) -> (&'static str, Box<Game>, Command) {
    state.monsters.clear();
    let fixture = match verb {
        "use a terminal" => Some(Terrain::Terminal),
        "shut a vent" => Some(Terrain::VentOpen),
        "take from a pedestal" => Some(Terrain::Pedestal),
        "switch cables" => Some(Terrain::Switch),
        "unlock a door" | "force a door" => Some(Terrain::DoorLocked),
        _ => None,
    };
    let fixture =
        fixture.map(|terrain| state.map.find(terrain).expect("the floor has all fixtures"));
    let pos = match fixture {
        Some(fixture) => state.map.front_of(fixture).expect("one can stand before it"),
        None => open_ground(&state),
    };
    let mut hero = Player::new(pos, Hp(20));
    let beside = pos.neighbours().find(|&to| state.map.terrain(to) == Terrain::Ground);
    let beside = beside.expect("there is more than one tile of ground");
    let mut give = |kind| assert!(hero.pack.push(Item::new(kind)).is_ok());
    match verb {
        "throw" => give(ItemKind::HealthPack),
        "break a flask" => give(ItemKind::PotionOfVenom),
        "bait" => state.items.clear(),
        "override" => give(ItemKind::OverrideChip),
        "unlock a door" => give(ItemKind::Key),
        "use" => give(ItemKind::PotionOfHealing),
        "wear" => give(ItemKind::BulletproofVest),
        _ => {}
    }
    if verb == "force a door" {
        hero.worn.put_on(Item::new(ItemKind::Crowbar));
    }
    let away = state.map.positions_of(is_ground).find(|at| at.steps_to(pos) == 3);
    let at = if verb == "bait" { away.expect("there is more ground") } else { beside };
    let mut mouse = Monster::new(MonsterKind::MicroMouse, at, Hp(3));
    match verb {
        "override" => mouse.body.statuses.set(Status::Stunned, 9),
        "swap with the ally" => mouse.is_ally = true,
        "bait" => {
            mouse.ai_state = AiState::hunting(pos);
            let item = Item { was_carried: true, ..Item::new(ItemKind::Cheese) };
            assert!(state.items.push(GroundItem { pos: at, item }).is_ok());
        }
        _ => {}
    }
    if matches!(verb, "bait" | "override" | "swap with the ally") {
        assert!(state.monsters.push(mouse).is_ok());
    }
    if verb == "pick up" {
        let item = Item::new(ItemKind::HealthPack);
        assert!(state.items.push(GroundItem { pos: beside, item }).is_ok());
    }
    let to = fixture.unwrap_or(beside);
    let direction = pos.direction_to(to).expect("one stands beside it");
    let command = match verb {
        "throw" | "break a flask" => Command::Throw(0, beside),
        "override" | "use" => Command::Use(0),
        "wear" => Command::Wear(0),
        "bait" => Command::Wait,
        _ => Command::Walk(direction),
    };
    (verb, Box::new(Game::from_parts(seed, floor, hero, state)), command)
}

/// Returns a ground tile that is surrounded by ground and holds no item.
fn open_ground(state: &FloorState) -> Pos {
    let is_open = |pos: Pos| state.map.terrain(pos) == Terrain::Ground;
    let is_free = |pos: &Pos| {
        pos.neighbours().chain([*pos]).all(|at| is_open(at) && state.item_at(at).is_none())
    };
    state.map.positions_of(is_ground).find(is_free).expect("a floor has open ground")
}

fn is_ground(terrain: Terrain) -> bool {
    terrain == Terrain::Ground
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::{Events, Outcome};

    #[test]
    fn each_game_is_a_command_away_from_its_verb() {
        for (number, (verb, mut game, command)) in games(7).into_iter().enumerate() {
            let mut events = Events::new();
            let outcome = game.step(command, &mut events);
            assert_eq!(outcome, Ok(Outcome::Playing), "{verb}");
            assert!(
                events.iter().any(VERBS[number].1),
                "{verb}: {:?}",
                events.iter().collect::<Vec<_>>()
            );
        }
    }
}
