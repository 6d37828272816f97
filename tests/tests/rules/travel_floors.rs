//! Checks that exploring finds the hidden parts of generated floors, and that walks to landmarks are as short as
//! possible (N4).

use musrex_core::geometry::{Direction, Pos};
use musrex_core::quantity::{Floor, Hp};
use musrex_core::rules::Events;
use musrex_core::rules::travel::{AutoTravel, Interrupt, Past};
use musrex_core::world::{FloorState, Game, Player, Terrain};
use musrex_core::{Command, worldgen};
use musrex_testkit::seeds::shifted;
use std::collections::{HashMap, VecDeque};

/// Returns a generated floor without monsters, with the player next to the stairs down.
fn quiet(seed: u64, floor: Floor) -> Game {
    let mut state = FloorState::EMPTY;
    worldgen::generate(seed, floor, &mut state);
    state.monsters.clear();
    let stairs = state.map.find(Terrain::StairsDown).expect("every floor has a way back");
    let start = stairs.step(Direction::East).expect("it is beside them");
    Game::from_parts(seed, floor, Player::new(start, Hp(25)), state)
}

fn step(game: &mut Game, command: Command) {
    let mut events = Events::new();
    assert!(game.step(command, &mut events).is_ok(), "{command:?}");
}

/// Explores until nothing is left to explore. Returns the game.
fn explored(mut game: Game) -> Game {
    for _ in 0..3000 {
        match AutoTravel::Explore(Past::Vault).next(&game, &game.visible()) {
            Ok(command) => step(&mut game, command),
            Err(Interrupt::AtStairs) => return game,
            Err(stop) => panic!("{stop:?} on floor {}", game.floor().number()),
        }
    }
    panic!("exploring does not end");
}

/// Returns the number of steps from the player to each tile over explored ground, avoiding stairs and live cables.
fn distances(game: &Game) -> HashMap<Pos, usize> {
    let map = &game.current_floor().map;
    let is_free = |pos: Pos| {
        let terrain = map.terrain(pos);
        map.explored().contains(pos)
            && terrain.is_passable()
            && !terrain.is_stairs()
            && !map.live_cables().contains(pos)
    };
    let start = game.player().body.pos;
    let (mut steps, mut queue) = (HashMap::from([(start, 0)]), VecDeque::from([start]));
    while let Some(pos) = queue.pop_front() {
        for next in pos.neighbours().filter(|&next| is_free(next)) {
            if !steps.contains_key(&next) {
                steps.insert(next, steps[&pos] + 1);
                queue.push_back(next);
            }
        }
    }
    steps
}

// N4, W8: before it goes to the stairs, exploring finds every alcove and takes all items in the open.
#[test]
fn exploring_finds_every_alcove() {
    let mut alcoves = 0;
    for seed in (0..3).map(shifted) {
        for floor in Floor::all().filter(|floor| (1..=12).contains(&floor.number())) {
            let game = explored(quiet(seed, floor));
            let state = game.current_floor();
            for alcove in state.map.positions_of(|terrain| terrain == Terrain::Alcove) {
                let is_known = state.map.explored().contains(alcove);
                assert!(is_known, "{alcove:?} on floor {} of seed {seed}", floor.number());
                alcoves += 1;
            }
            let left = state.items.iter().find(|ground| {
                state.map.explored().contains(ground.pos)
                    && state.map.terrain(ground.pos) != Terrain::Pedestal
            });
            assert!(left.is_none() || game.player().pack.is_full(), "{left:?} of seed {seed}");
        }
    }
    assert!(alcoves > 20, "{alcoves} alcoves");
}

// N4: the walk to a landmark takes a shortest known path. If the landmark is a fixture in a wall, the walk ends in
// front of it.
#[test]
fn walks_to_landmarks_are_shortest() {
    let mut walks = 0;
    for seed in (0..3).map(shifted) {
        for floor in Floor::all().filter(|floor| (1..=12).contains(&floor.number())) {
            let mut game = explored(quiet(seed, floor));
            let landmarks: Vec<Pos> = game
                .current_floor()
                .map
                .positions_of(|terrain| {
                    terrain.is_stairs()
                        || matches!(
                            terrain,
                            Terrain::Terminal | Terrain::VentOpen | Terrain::DoorLocked
                        )
                })
                .filter(|&pos| game.current_floor().map.explored().contains(pos))
                .collect();
            for goal in landmarks {
                let is_stairs = game.current_floor().map.terrain(goal).is_stairs();
                let steps = distances(&game);
                let fronts = Direction::ALL
                    .into_iter()
                    .filter(|direction| is_stairs || !direction.is_diagonal())
                    .filter_map(|direction| steps.get(&goal.step(direction)?));
                let Some(&least) = fronts.min() else { continue };
                let mut travel = AutoTravel::Approach(goal);
                let mut taken = 0;
                while let Ok(command) = travel.next(&game, &game.visible()) {
                    step(&mut game, command);
                    taken += 1;
                    assert!(taken <= least, "{goal:?} of seed {seed}: {least} steps");
                }
                assert_eq!(taken, least, "{goal:?} on floor {} of seed {seed}", floor.number());
                walks += 1;
            }
        }
    }
    assert!(walks > 40, "{walks} walks");
}

// N4: exploring does not run back and forth. On 300 floors, always going to the nearest target takes 310 steps per
// floor, 3.3 % of which lead to a tile for at least the third time. None of the other tested strategies takes fewer
// steps. Some fetched an item first only if it was at most 0, 8 or 20 steps farther away than the nearest unexplored
// tile. Others first explored small pockets within 0, 4, 8 or 16 steps.
#[test]
fn exploring_seldom_comes_a_third_time() {
    let (mut steps, mut thirds) = (0, 0);
    for seed in (0..5).map(shifted) {
        for floor in Floor::all().filter(|floor| (1..=12).contains(&floor.number())) {
            let (mut game, mut visits) = (quiet(seed, floor), HashMap::<Pos, u32>::new());
            let mut explore = AutoTravel::Explore(Past::Vault);
            while let Ok(command) = explore.next(&game, &game.visible()) {
                step(&mut game, command);
                let visits = visits.entry(game.player().body.pos).or_default();
                *visits += 1;
                steps += 1;
                thirds += u32::from(*visits > 2);
            }
        }
    }
    assert!(thirds * 20 < steps, "{thirds} of {steps} steps");
    assert!(steps < 60 * 340, "{} steps a floor", steps / 60);
}
