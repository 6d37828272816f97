//! Checks changes of floor (W2, W3, W10, W11, W13).

use Command::{Wait, Walk};
use musrex_core::content::{ItemKind, MonsterKind, Status};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::quantity::{Floor, Hp, Level, Xp};
use musrex_core::rules::{Event, Events, Reward};
use musrex_core::world::path::{DistanceMap, Route};
use musrex_core::world::{
    AiState, Body, FloorState, Game, Item, Map, Monster, Outcome, Player, Terrain,
};
use musrex_core::{Command, Direction, worldgen};
use musrex_testkit::assert_same;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::same::Fields;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, assert_invariants, rulebook};

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

fn made(seed: u64, number: u8) -> FloorState {
    let mut state = FloorState::EMPTY;
    worldgen::generate(shifted(seed), floor(number), &mut state);
    state
}

/// Returns a player at `pos` who survives anything.
fn strong_at(pos: Pos) -> Player {
    let mut player = Player::new(pos, Hp(1000));
    player.level = Level::new(99).expect("a level");
    player.xp = musrex_core::rules::experience::xp_to_leave(Level::new(98).expect("a level"));
    player.body.hp = Hp(25 + 980);
    player
}

/// Returns `map` in its state before play: nothing is explored, all doors are closed, and no locker is sealed.
fn closed(map: &Map) -> Map {
    let mut untouched = map.clone();
    *untouched.explored_mut() = TileSet::EMPTY;
    for (pos, _) in map.iter().filter(|&(_, terrain)| terrain == Terrain::DoorOpen) {
        untouched.set(pos, Terrain::DoorClosed);
    }
    // Leaving the lobby seals the lockers (W30).
    for (pos, _) in map.iter().filter(|&(_, terrain)| terrain == Terrain::LockerSealed) {
        untouched.set(pos, Terrain::Locker);
    }
    untouched
}

/// Walks to `stairs` along the shortest path until the floor changes, and strikes anyone in the way. Returns the events
/// of the last turn.
fn take_stairs(game: &mut Game, stairs: Terrain) -> Vec<Event> {
    let before = game.floor();
    let goal = game.current_floor().map.find(stairs).expect("the floor has these stairs");
    for _ in 0..2000 {
        let others =
            game.current_floor().map.iter().filter(|&(pos, tile)| tile.is_stairs() && pos != goal);
        let distances =
            DistanceMap::new(&game.current_floor().map, goal, others.map(|(pos, _)| pos));
        let direction =
            distances.descend(game.player().body.pos, |_| true).expect("a way leads there");
        let mut events = Events::new();
        game.step(Walk(direction), &mut events).expect("a way is no wall");
        assert_invariants(game);
        if game.floor() != before {
            return events.iter().copied().collect();
        }
    }
    panic!("never got to the stairs");
}

/// Returns the start of a run with a player who survives anything.
fn strong_run(seed: u64) -> Game {
    Game::from_parts(shifted(seed), Floor::LOBBY, strong_at(worldgen::START), made(seed, 0))
}

// W2: the lobby is one small room with furniture and the stairs up, and no other creature is in it.
#[test]
fn the_lobby_is_one_small_room() {
    for seed in 0..20 {
        let lobby = made(seed, 0);
        assert_eq!(lobby.monsters.len(), 0);
        let open: Vec<Pos> =
            lobby.map.iter().filter(|(_, t)| *t != Terrain::Wall).map(|(p, _)| p).collect();
        assert!((20..200).contains(&open.len()), "{} tiles", open.len());
        let (left, right) = (open.iter().map(|p| p.x()).min(), open.iter().map(|p| p.x()).max());
        let (top, bottom) = (open.iter().map(|p| p.y()).min(), open.iter().map(|p| p.y()).max());
        let side = |from: Option<u8>, to: Option<u8>| usize::from(to.unwrap() - from.unwrap() + 1);
        assert_eq!(open.len(), side(left, right) * side(top, bottom), "one room");
        let is_furniture =
            |pos: &Pos| matches!(lobby.map.terrain(*pos), Terrain::Low | Terrain::Tall);
        let lockers = lobby.map.positions_of(|terrain| terrain == Terrain::Locker);
        assert_eq!(lockers.count(), 3);
        let furniture = open.iter().copied().filter(is_furniture).count();
        assert!((1..20).contains(&furniture), "{furniture} pieces");
        assert_eq!(lobby.map.find(Terrain::StairsDown), None);
        assert!(lobby.map.find(Terrain::StairsUp).is_some());
    }
}

// W10: a run starts in the middle of floor 0.
#[test]
fn a_run_starts_in_the_middle_of_the_lobby() {
    let game = Game::new(shifted(9));
    assert_eq!((game.floor(), game.player().body.pos), (Floor::LOBBY, Pos::at(42, 24)));
    assert_eq!(game.current_floor().map.terrain(Pos::at(42, 24)), Terrain::Ground);
}

// W10: going up leads to the ground to the right of the stairs down. Going down leads to the ground to the left of the
// stairs up.
#[test]
fn one_arrives_beside_the_stairs() {
    for seed in 0..10 {
        let mut game = strong_run(seed);
        for number in 1..=3 {
            take_stairs(&mut game, Terrain::StairsUp);
            assert_eq!(game.floor().number(), number);
            arrived(&game, Terrain::StairsDown, 1);
        }
        for number in (0..3).rev() {
            take_stairs(&mut game, Terrain::StairsDown);
            assert_eq!(game.floor().number(), number);
            arrived(&game, Terrain::StairsUp, -1);
        }
    }
}

fn arrived(game: &Game, stairs: Terrain, dx: i8) {
    let stairs = game.current_floor().map.find(stairs).expect("one came by these stairs");
    let pos = game.player().body.pos;
    assert_eq!(game.current_floor().map.terrain(pos), Terrain::Ground);
    let beside = stairs.offset(dx, 0).expect("inside");
    if game.current_floor().monster_at(beside).is_none() {
        assert_eq!(pos, beside, "on floor {}", game.floor().number());
    } else {
        assert!(pos.is_next_to(stairs));
    }
}

/// Plays a run in which monsters occupy all tiles around the stairs up of floor 1 except one. That tile is in the
/// direction `free` from the stairs, and the player stands there. The player goes up and comes back down.
fn comes_back_into_a_crowd(seed: u64, free: Direction) -> Game {
    let mut here = made(seed, 1);
    here.monsters.clear();
    let stairs = here.map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
    let player = stairs.step(free).expect("stairs stand in clear ground");
    for pos in stairs.neighbours().filter(|&pos| pos != player) {
        let ai_state = AiState::Hunting { last_seen: player, route: Route::NONE };
        let mut monster = Monster::new(MonsterKind::MicroMouse, pos, Hp(4));
        monster.ai_state = ai_state;
        // Stunned monsters do not follow (M7).
        monster.body.statuses.set(Status::Stunned, 99);
        here.monsters.push(monster).expect("seven fit a floor");
    }
    let mut game = Game::from_parts(shifted(seed), floor(1), strong_at(player), here);
    let mut events = Events::new();
    game.step(Walk(free.reversed()), &mut events).expect("stairs can be entered");
    assert_eq!(game.floor(), floor(2));
    take_stairs(&mut game, Terrain::StairsDown);
    game
}

// W10: if a monster occupies the arrival tile, the player arrives on free ground adjacent to the stairs.
#[test]
fn a_taken_arrival_tile_keeps_nobody_out() {
    for (seed, free) in (0..).zip(Direction::ALL) {
        let game = comes_back_into_a_crowd(seed, free);
        assert_eq!(game.floor(), floor(1));
        let stairs =
            game.current_floor().map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
        let pos = game.player().body.pos;
        assert_eq!(stairs.direction_to(pos), Some(free), "the one free tile");
        assert!(game.current_floor().monster_at(pos).is_none());
        assert_eq!(game.current_floor().map.terrain(pos), Terrain::Ground);
        assert_eq!(game.current_floor().monsters.len(), 7);
    }
}

// W13: one arrival causes one floor change, and never a second one by itself.
#[test]
fn a_floor_change_never_loops_back() {
    let mut game = strong_run(3);
    let events = take_stairs(&mut game, Terrain::StairsUp);
    let changes = |events: &[Event]| {
        events.iter().filter(|event| matches!(event, Event::FloorEntered { .. })).count()
    };
    assert_eq!(changes(&events), 1);
    for _ in 0..20 {
        let mut events = Events::new();
        game.step(Wait, &mut events).expect("one can always wait");
        assert_eq!(game.floor(), floor(1));
        assert_eq!(events.iter().filter(|e| matches!(e, Event::FloorEntered { .. })).count(), 0);
    }
}

// W13: the event of an arrival states which floor it is, and whether the floor is new.
#[test]
fn the_event_says_which_floor_this_is() {
    let mut game = strong_run(4);
    let entered = |events: &[Event]| {
        let entered = events.iter().find_map(|event| match *event {
            Event::FloorEntered { from, to, is_new, .. } => {
                Some((from.number(), to.number(), is_new))
            }
            _ => None,
        });
        entered.expect("the floor changed")
    };
    let first = take_stairs(&mut game, Terrain::StairsUp);
    assert_eq!(entered(&first), (0, 1, true));
    // B6: an event reports the experience for the first arrival.
    let paid = Xp(rulebook::number("B6", "pays "));
    assert!(first.contains(&Event::Rewarded { reward: Reward::Arrival, paid }));
    assert_eq!(entered(&take_stairs(&mut game, Terrain::StairsDown)), (1, 0, false));
    assert_eq!(entered(&take_stairs(&mut game, Terrain::StairsUp)), (0, 1, false));
}

// W11: a stored floor that belongs to another run is generated anew, and an event reports this.
#[test]
fn what_is_remembered_of_another_run_is_told_and_forgotten() {
    let mut game = strong_run(4);
    let mut other = strong_run(5);
    for game in [&mut game, &mut other] {
        take_stairs(game, Terrain::StairsUp);
        take_stairs(game, Terrain::StairsDown);
    }
    let foreign = other.stored_floor(floor(1)).expect("floor 1 was left").clone();
    assert!(game.rebuild_floor(floor(1)).is_some());
    game.set_stored_floor(floor(1), foreign);
    assert!(game.rebuild_floor(floor(1)).is_none());
    let mut events = take_stairs(&mut game, Terrain::StairsUp).into_iter().rev();
    assert!(matches!(events.next(), Some(Event::FloorEntered { is_new: true, .. })));
    assert_eq!(events.next(), Some(Event::FloorLost(floor(1))));
    assert_same!(closed(&game.current_floor().map), made(4, 1).map);
    let mut monsters = game.current_floor().monsters.clone();
    monsters.truncate(made(4, 1).monsters.len());
    assert_same!(Fields(&monsters), Fields(&made(4, 1).monsters));
}

// W13: attacking a monster on the stairs does not change the floor.
#[test]
fn striking_one_on_the_stairs_is_no_entering() {
    let mut drawing = musrex_testkit::map_text::read("@m");
    drawing.floor.map.set(Pos::at(2, 1), Terrain::StairsUp);
    drawing.floor.monsters[0].body.hp = Hp(999);
    let mut game = Game::from_parts(shifted(1), floor(1), strong_at(drawing.player), drawing.floor);
    game.step(Walk(Direction::East), &mut Events::new()).expect("an attack");
    assert_eq!(game.floor(), floor(1));
}

// W11: the explored tiles and the monsters stay as the player left them, including the monsters' hit points, positions
// and AI states.
#[test]
fn floors_are_kept() {
    for seed in 0..5 {
        let mut game = strong_run(seed);
        for _ in 0..3 {
            take_stairs(&mut game, Terrain::StairsUp);
        }
        for number in (0..3).rev() {
            let kept =
                game.rebuild_floor(floor(number)).expect("a floor that was left is remembered");
            take_stairs(&mut game, Terrain::StairsDown);
            assert_eq!(game.floor().number(), number);
            assert_same!(
                closed(&game.current_floor().map),
                made(seed, number).map,
                "floor {number}"
            );
            // Followers are listed after the monsters that were already there (M7).
            let mut monsters = game.current_floor().monsters.clone();
            monsters.truncate(kept.monsters.len());
            assert_same!(Fields(&monsters), Fields(&kept.monsters), "floor {number}");
            let explored = game.current_floor().map.explored();
            assert!(kept.map.explored().len() > 20, "some of floor {number} was seen");
            let missing = kept.map.explored().iter().find(|&pos| !explored.contains(pos));
            assert_eq!(missing, None, "explored tiles of floor {number}");
        }
    }
}

// W11: the stored floor equals the floor when the player left it. Compared with the turn before, no monster has moved
// more than one step.
#[test]
fn what_is_remembered_is_what_there_was() {
    let mut game = strong_run(6);
    take_stairs(&mut game, Terrain::StairsUp);
    let goal = game.current_floor().map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
    let mut before = game.clone();
    while game.floor() == floor(1) {
        before = game.clone();
        let down = game.current_floor().map.find(Terrain::StairsDown);
        let distances = DistanceMap::new(&game.current_floor().map, goal, down.into_iter());
        let direction =
            distances.descend(game.player().body.pos, |_| true).expect("a way leads there");
        game.step(Walk(direction), &mut Events::new()).expect("a way is no wall");
    }
    let kept = game.rebuild_floor(floor(1)).expect("floor 1 was left");
    // Monsters that followed the player are gone (M7).
    let followers = game.current_floor().monsters.len() - made(6, 2).monsters.len();
    assert_eq!(kept.monsters.len() + followers, before.current_floor().monsters.len());
    let mut others = before.current_floor().monsters.iter();
    for kept in &kept.monsters {
        let is_it = |before: &&Monster| {
            (kept.kind, kept.body.hp) == (before.kind, before.body.hp)
                && kept.body.pos.steps_to(before.body.pos) <= 1
        };
        assert!(others.any(|before| is_it(&before)), "one turn is one step");
    }
    assert!(
        before.current_floor().map.explored().iter().all(|pos| kept.map.explored().contains(pos))
    );
}

// W11, W14: an opened door has closed behind the player. A picked-up item does not reappear, and a dropped item stays
// where it is.
#[test]
fn doors_and_items_are_kept() {
    let has_door = |seed: &u64| made(*seed, 2).map.find(Terrain::DoorClosed).is_some();
    let seed = (21..60).find(has_door).expect("1 in 3 is a place with doors");
    let here = made(seed, 2);
    let door = here.map.find(Terrain::DoorClosed).expect("it has doors");
    let mut sides = Direction::ALL.into_iter().filter(|direction| !direction.is_diagonal());
    let is_free = |pos: Pos| {
        let is_ground = here.map.terrain(pos) == Terrain::Ground;
        is_ground && here.monster_at(pos).is_none() && here.item_at(pos).is_none()
    };
    let direction = sides
        .find(|direction| door.step(*direction).is_some_and(is_free))
        .expect("a door has two sides");
    let stand = door.step(direction).expect("inside");
    let mut player = strong_at(stand);
    player.pack.push(Item::new(ItemKind::Key)).expect("an empty pack has room");
    let items = here.items.len();
    let mut game = Game::from_parts(shifted(seed), floor(2), player, here.clone());
    let commands = [Walk(direction.reversed()), Walk(direction), Command::Drop(0)];
    for command in commands {
        game.step(command, &mut Events::new()).expect("a door to open, a key to drop");
    }
    assert_eq!(game.current_floor().map.terrain(door), Terrain::DoorOpen);
    take_stairs(&mut game, Terrain::StairsUp);
    let picked_up = game.player().pack.len();
    take_stairs(&mut game, Terrain::StairsDown);
    // A monster adjacent to the door keeps the door open.
    let kept = game.current_floor();
    let is_kept_open = kept.monsters.iter().any(|monster| monster.body.pos.steps_to(door) <= 1);
    let is_open = kept.map.terrain(door) == Terrain::DoorOpen;
    assert!(!is_open || is_kept_open, "it is open, and nobody is near");
    let index = game.current_floor().item_at(stand).expect("what was dropped lies there");
    assert_eq!(game.current_floor().items[index].item.kind, ItemKind::Key);
    assert_eq!(game.current_floor().items.len(), items + 1 - picked_up);
}

// W11: a wounded monster is still wounded when the player returns, and a dead one stays dead.
#[test]
fn wounds_and_deaths_are_kept() {
    let mut here = made(8, 1);
    let stairs = here.map.find(Terrain::StairsUp).expect("floor 1 has up stairs");
    here.monsters.retain(|monster| monster.body.pos.steps_to(stairs) > 2);
    here.monsters.truncate(2);
    here.monsters[1].body.hp = Hp(3);
    // The player and the first monster stand beside the stairs, where there is no wall.
    let player = stairs.step(Direction::West).expect("clear ground");
    here.monsters[0].body = Body::new(player.step(Direction::North).expect("inside"), Hp(1));
    let mut game = Game::from_parts(shifted(8), floor(1), strong_at(player), here);
    game.step(Walk(Direction::North), &mut Events::new()).expect("an attack");
    assert_eq!(game.current_floor().monsters.len(), 1);
    take_stairs(&mut game, Terrain::StairsUp);
    take_stairs(&mut game, Terrain::StairsDown);
    assert_eq!(game.current_floor().monsters.len(), 1);
    assert_eq!(game.current_floor().monsters[0].body.hp, Hp(3));
}

// W3: the layout and the inhabitants of a floor depend only on the seed and the floor's number, whatever was played
// before.
#[test]
fn play_never_changes_a_layout() {
    for policy in [Policy::Climb, Policy::Careful, Policy::Random] {
        let mut game = strong_run(12);
        let mut bot = PolicyBot::new(policy, shifted(5));
        let mut seen = 0;
        for _ in 0..6000 {
            let before = game.floor();
            let mut events = Events::new();
            if game.step(bot.next(&game), &mut events).is_err() {
                continue;
            }
            if game.outcome() != Outcome::Playing {
                break;
            }
            if game.floor() == before {
                continue;
            }
            let fresh = made(12, game.floor().number());
            assert_same!(closed(&game.current_floor().map), fresh.map, "floor {:?}", game.floor());
            let is_new =
                events.iter().any(|e| matches!(e, Event::FloorEntered { is_new: true, .. }));
            if is_new {
                // Followers are listed after the monsters of the floor (M7).
                let mut monsters = game.current_floor().monsters.clone();
                monsters.truncate(fresh.monsters.len());
                assert_same!(Fields(&monsters), Fields(&fresh.monsters));
            }
            seen += u32::from(is_new);
        }
        assert!(seen >= 1, "{policy:?} entered {seen} new floors");
    }
}

// W11, W13: the stairs down lead to the floor below, and the stairs up to the floor above.
#[test]
fn the_stairs_of_made_floors_lead_up_and_down() {
    let run = Scenario::new("#@>#").floor(5).play(&[Walk(Direction::East)]);
    assert_eq!(run.game.floor().number(), 4);
    let run = Scenario::new("#@<#").floor(5).play(&[Walk(Direction::East)]);
    assert_eq!(run.game.floor().number(), 6);
}
