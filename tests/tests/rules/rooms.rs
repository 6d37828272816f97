//! Checks hand-drawn rooms (W26) and cages (W25).

use musrex_core::content::floors::population;
use musrex_core::content::rooms::{COUNT, Furnishing, Purpose, ROOMS, Room, Thing};
use musrex_core::content::tower::Finds;
use musrex_core::content::{ItemKind, MonsterKind, PlaceKind};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::poll::block_on;
use musrex_core::quantity::{Floor, Hp};
use musrex_core::save::SaveManager;
use musrex_core::view::text;
use musrex_core::world::{AiState, FloorState, PlacedRoom, Player, Squeak, Terrain, Turning};
use musrex_core::worldgen;
use musrex_core::{Command, Event, Events, Game, Refusal};
use musrex_testkit::Scenario;
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::PrintableFloor;
use musrex_testkit::flash::Flash;
use musrex_testkit::floor_faults::{count, fault};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::seeds::shifted;
use std::collections::BTreeSet;

/// Returns the terrain of `thing`. An entrance counts as a wall.
fn terrain(thing: Thing) -> Terrain {
    match thing {
        Thing::Outside | Thing::Wall | Thing::Entrance => Terrain::Wall,
        Thing::Ground | Thing::Item(_) | Thing::Potion | Thing::Creature { .. } => Terrain::Ground,
        Thing::Water => Terrain::Water,
        Thing::Glass => Terrain::Glass,
        Thing::Low => Terrain::Low,
        Thing::Tall => Terrain::Tall,
        Thing::Furnishing(furnishing) => {
            if furnishing.is_tall() {
                Terrain::Tall
            } else {
                Terrain::Low
            }
        }
        Thing::Cable => Terrain::CableLive,
        Thing::Vent => Terrain::VentOpen,
        Thing::Terminal => Terrain::Terminal,
        Thing::Cage => Terrain::CageShut,
        Thing::Alcove(_) => Terrain::Alcove,
    }
}

/// Iterates over the columns and rows of a room, with the thing at each position.
fn things(room: &'static Room) -> impl Iterator<Item = ((u8, u8), Thing)> {
    let (width, height) = room.size();
    (0..height)
        .flat_map(move |row| (0..width).map(move |column| (column, row)))
        .map(|at| (at, room.thing(at)))
}

/// Returns the tiles that are reachable from `start` without crossing cables.
fn reached(room: &Room, start: (u8, u8)) -> BTreeSet<(u8, u8)> {
    let mut reached = BTreeSet::from([start]);
    let mut todo = vec![start];
    while let Some((column, row)) = todo.pop() {
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let (Some(x), Some(y)) = (column.checked_add_signed(dx), row.checked_add_signed(dy))
            else {
                continue;
            };
            let ground = terrain(room.thing((x, y)));
            let is_open = ground.is_walkable() && ground != Terrain::CableLive;
            if is_open && reached.insert((x, y)) {
                todo.push((x, y));
            }
        }
    }
    reached
}

// W26: there are at least thirty rooms. They cover all purposes, and all floors between the lobby and the throne.
#[test]
fn there_are_rooms_for_all_purposes_and_floors() {
    assert!(ROOMS.len() >= 30, "{} rooms", ROOMS.len());
    use Purpose::{Fight, Joke, Prize, Puzzle, Rest};
    for purpose in [Fight, Joke, Prize, Puzzle, Rest] {
        assert!(ROOMS.iter().filter(|room| room.purpose() == purpose).count() >= 4, "{purpose:?}");
    }
    for floor in Floor::all() {
        let rooms = ROOMS.iter().filter(|room| room.is_on(floor)).count();
        let wanted = if (1..=12).contains(&floor.number()) { 6..=COUNT } else { 0..=0 };
        assert!(wanted.contains(&rooms), "{rooms} rooms for floor {}", floor.number());
    }
    let names: BTreeSet<&str> = (0..ROOMS.len()).map(text::room_name).collect();
    assert_eq!(names.len(), COUNT, "two rooms have one name");
}

// W9, W26: from each entrance of a room, the player can reach every part of it without crossing cables, including the
// fronts of its vents and terminals.
#[test]
fn a_room_is_in_one_piece_from_every_entrance() {
    for room in &ROOMS {
        let file = room.file();
        let entrances: Vec<_> =
            things(room).filter(|(_, thing)| *thing == Thing::Entrance).collect();
        assert!(!entrances.is_empty(), "{file}");
        for &(entrance, _) in &entrances {
            let reached = reached(room, entrance);
            for ((column, row), thing) in things(room) {
                let is_lost = match thing {
                    Thing::Cable => false,
                    Thing::Vent | Thing::Terminal => !reached.contains(&(column, row + 1)),
                    thing => terrain(thing).is_walkable() && !reached.contains(&(column, row)),
                };
                assert!(!is_lost, "{file}: {column}, {row} from {entrance:?}");
            }
        }
    }
}

// W4, W8, W26: no wall of a room is a free-standing pillar, and an alcove is open on one side.
#[test]
fn walls_of_rooms_are_walls() {
    for room in &ROOMS {
        let is_wall = |(column, row): (u8, u8), (dx, dy): (i8, i8)| match (
            column.checked_add_signed(dx),
            row.checked_add_signed(dy),
        ) {
            (Some(x), Some(y)) => terrain(room.thing((x, y))) == Terrain::Wall,
            _ => true,
        };
        let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        for (at, thing) in things(room) {
            let around = sides.into_iter().chain([(-1, -1), (1, -1), (1, 1), (-1, 1)]);
            let walls = around.filter(|&by| is_wall(at, by)).count();
            let beside = sides.into_iter().filter(|&by| is_wall(at, by)).count();
            match thing {
                Thing::Wall => assert!(walls >= 2, "{}: a pillar at {at:?}", room.file()),
                Thing::Alcove(_) => assert_eq!(beside, 3, "{}: {at:?}", room.file()),
                Thing::Vent | Thing::Terminal => {
                    assert_eq!((beside, is_wall(at, (0, 1))), (3, false), "{}", room.file());
                }
                _ => {}
            }
        }
    }
}

/// Iterates over floor number `number` of `runs` runs.
fn made(number: u8, runs: u64) -> impl Iterator<Item = (u64, FloorState)> {
    let floor = Floor::new(number).expect("a floor of the tower");
    (0..runs).map(shifted).map(move |seed| {
        let mut state = FloorState::EMPTY;
        worldgen::generate(seed, floor, &mut state);
        (seed, state)
    })
}

/// Checks that `room` appears on the floor as drawn: its terrain, its items, and its creatures except those too near
/// the stairs.
fn assert_as_drawn((seed, floor): (u64, Floor), state: &FloorState, room: PlacedRoom) {
    let (map, file) = (&state.map, room.room().file());
    let stairs = [(Terrain::StairsDown, 10), (Terrain::StairsUp, 4)];
    let mut opened = 0;
    for (pos, thing) in room.things() {
        let found = map.terrain(pos);
        let item = state.item_at(pos).map(|index| state.items[index].item.kind);
        match thing {
            Thing::Outside => {}
            Thing::Entrance => opened += usize::from(found != Terrain::Wall),
            // Later steps of floor generation may build alcoves, vaults and fixtures into the walls of the room.
            Thing::Wall => assert!(!found.is_stairs() && found != Terrain::Low, "{file}: {pos:?}"),
            thing => assert_eq!(
                (found, pos),
                (terrain(thing), pos),
                "{file}{:?}",
                PrintableFloor(state.clone())
            ),
        }
        match thing {
            Thing::Item(kind) | Thing::Alcove(Some(kind)) if !Finds::of(seed).is_left_out(kind) => {
                assert_eq!(item, Some(kind), "{file}")
            }
            Thing::Alcove(_) => {
                assert!(item.is_some_and(|kind| kind.slot().is_some()), "{file}")
            }
            Thing::Potion | Thing::Item(_) => {
                assert!(item.is_some_and(|kind| ItemKind::POTIONS.contains(&kind)), "{file}");
            }
            Thing::Creature { kind, is_asleep } => {
                let near = |&(stairs, least): &(Terrain, u8)| {
                    map.find(stairs).is_some_and(|stairs| stairs.steps_to(pos) < least)
                };
                let Some(index) = state.monster_at(pos) else {
                    let is_full = state.monsters.len() == usize::from(floor.spec().monsters);
                    assert!(is_full || stairs.iter().any(near), "{file}: nobody at {pos:?}");
                    continue;
                };
                let monster = &state.monsters[index];
                let lives_here =
                    |of: &MonsterKind| population(seed, floor).any(|(kind, _)| kind == *of);
                if let Some(kind) = kind.filter(lives_here) {
                    assert_eq!(monster.kind, kind, "{file}");
                }
                let wanted = if is_asleep { AiState::Asleep } else { AiState::Watching };
                assert_eq!(monster.ai_state, wanted, "{file}");
            }
            _ => {}
        }
    }
    assert!(opened > 0, "{file} has no way in");
}

// W26: each room appears as drawn on some floor of its list, and such floors have no fault. No floor has two rooms with
// the same purpose.
#[test]
fn every_room_is_placed_as_it_is_drawn() {
    let mut found = BTreeSet::new();
    let mut rooms = 0;
    for number in 0..=13 {
        let floor = Floor::new(number).expect("a floor of the tower");
        for (seed, state) in made(number, 150) {
            assert_eq!(
                fault(floor, PlaceKind::of(seed, floor), &state),
                None,
                "floor {number} of run {seed}"
            );
            for room in &state.rooms {
                assert!(room.room().is_on(floor), "{} on floor {number}", room.room().file());
                assert_as_drawn((seed, floor), &state, *room);
                found.insert(room.room().file());
            }
            rooms += state.rooms.len();
            if let [one, other] = &state.rooms[..] {
                assert_ne!(one.room().purpose(), other.room().purpose());
            }
        }
    }
    let missing: Vec<&str> =
        ROOMS.iter().map(|room| room.file()).filter(|file| !found.contains(file)).collect();
    assert!(missing.is_empty(), "never placed: {missing:?}");
    // Each of the 12 floors in 150 runs should have one or two rooms.
    assert!(rooms > 12 * 150, "{rooms} rooms on 1,800 floors");
}

// W26: a drawing can be placed in eight different orientations, each of which keeps all of its tiles.
#[test]
fn a_drawing_can_be_turned_in_eight_ways() {
    let size = (4, 3);
    let mut seen = BTreeSet::new();
    for turning in Turning::ALL {
        let (width, height) = turning.size(size);
        let sources: Vec<(u8, u8)> = (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|at| turning.source(size, at))
            .collect();
        assert_eq!(sources.iter().collect::<BTreeSet<_>>().len(), 12);
        seen.insert(sources);
    }
    assert_eq!(seen.len(), 8);
}

// W19, W26: the look mode names the furniture of a room according to its drawing, and the ground by the name of the
// room.
#[test]
fn a_room_is_named() {
    let room = ROOMS.iter().position(|room| room.file().ends_with("cat-shrine.txt"));
    let number = u8::try_from(room.expect("there is one")).expect("a byte numbers the rooms");
    let corner = Pos::at(3, 3);
    let placed = PlacedRoom { number, corner, turning: Turning::NONE };
    let scene = Scenario::new("@").floor(5).changed(|floor| {
        for (pos, thing) in placed.things() {
            floor.map.set(pos, terrain(thing));
        }
        floor.rooms.push(placed).expect("there is room for one");
    });
    let game = scene.game();
    let at =
        |wanted: Thing| placed.things().find(|(_, thing)| *thing == wanted).expect("it is drawn").0;
    let name = |wanted| text::tile_name(&game, at(wanted));
    assert_eq!(name(Thing::Furnishing(Furnishing::CatStatue)), "Cat statue");
    assert_eq!(name(Thing::Ground), "The Shrine of Cats");
    assert_eq!(text::tile_name(&game, game.player().body.pos), "Ground");
}

/// Returns the floor of run `seed` that is the laboratory.
fn laboratory(seed: u64) -> Floor {
    let mut floors = Floor::all();
    let floor = floors.find(|&floor| PlaceKind::of(seed, floor) == PlaceKind::Mercies);
    floor.expect("each run has it")
}

// W25: the laboratory has cages and one switch.
#[test]
fn the_laboratory_has_cages() {
    for seed in (0..60).map(shifted) {
        let mut state = FloorState::EMPTY;
        let floor = laboratory(seed);
        worldgen::generate(seed, floor, &mut state);
        let (cages, switches) =
            (count(&state.map, Terrain::CageShut), count(&state.map, Terrain::Switch));
        assert!(cages >= 1 && switches == 1, "{cages} cages, {switches} switches in run {seed}");
        assert!(usize::from(PlaceKind::Mercies.spec().cages) >= 3);
    }
}

// W25: the switch opens all cages. The first mouse joins the player. The others squeak and give no experience. Then the
// switch is used up.
#[test]
fn a_switch_frees_the_mice_and_one_joins() {
    let floor = "#i#######\n#@.{.{.{#\n#.......#\n#########";
    let run = Scenario::new(floor).floor(4).play(&[Command::Walk(Direction::North)]);
    assert!(run.events().any(|event| *event == Event::CagesOpened { joins: true }));
    let state = run.game.current_floor();
    assert_eq!(count(&state.map, Terrain::CageOpen), 3);
    assert_eq!(state.monsters.len(), 3);
    assert_eq!(state.monsters.iter().filter(|monster| monster.is_ally).count(), 1);
    for mouse in state.monsters.iter().filter(|monster| monster.is_hostile()) {
        assert_eq!(mouse.kind, MonsterKind::MicroMouse);
        assert!(mouse.is_unpaid, "it would pay");
        assert_eq!(mouse.squeak, Squeak::Used, "it has squeaked in the turn it came out");
    }
    let again = Scenario::new("#i#\n#@#\n#}#").floor(4);
    again.refuses(Command::Walk(Direction::North), Refusal::UsedUp);
}

// W25: a player who already has an ally gets no second ally.
#[test]
fn freed_mice_do_not_replace_an_ally() {
    let floor = "#i#####\n#@n.{.#\n#.....#\n#######";
    let scene = Scenario::new(floor).floor(4).changed(|floor| floor.monsters[0].is_ally = true);
    let run = scene.play(&[Command::Walk(Direction::North)]);
    assert!(run.events().any(|event| *event == Event::CagesOpened { joins: false }));
    let state = run.game.current_floor();
    let allies: Vec<MonsterKind> = state
        .monsters
        .iter()
        .filter(|monster| monster.is_ally)
        .map(|monster| monster.kind)
        .collect();
    assert_eq!(allies, [MonsterKind::NeoMouse]);
}

// W25: a cage blocks walking, but not sight or throws. An open cage can be walked on.
#[test]
fn a_cage_is_in_the_way_of_feet_alone() {
    let traits =
        |terrain: Terrain| (terrain.is_passable(), terrain.is_opaque(), terrain.stops_throws());
    assert_eq!(traits(Terrain::CageShut), (false, false, false));
    assert_eq!(traits(Terrain::CageOpen), (true, false, false));
    Scenario::new("#@{.#").refuses(Command::Walk(Direction::East), Refusal::Wall);
    assert_eq!(text::tile_name(&Scenario::new("@{").game(), Pos::at(2, 1)), "Cage");
}

// W25, W11: opened cages are still open after the run is saved and loaded.
#[test]
fn open_cages_stay_open() {
    let mut state = FloorState::EMPTY;
    let floor = laboratory(shifted(3));
    worldgen::generate(shifted(3), floor, &mut state);
    let switch = state.map.find(Terrain::Switch).expect("cages have a switch");
    let front = state.map.front_of(switch).expect("one can stand before it");
    state.monsters.clear();
    let game = Game::from_parts(shifted(3), floor, Player::new(front, Hp(25)), state);
    let mut events = Events::new();
    let mut game = Box::new(game);
    let direction = front.direction_to(switch).expect("it is beside");
    game.step(Command::Walk(direction), &mut events).expect("it can be flipped");
    let open = count(&game.current_floor().map, Terrain::CageOpen);
    assert!(open >= 1);
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    let mut loaded = Game::new(shifted(3));
    block_on(manager.load(&mut loaded));
    assert_same!(loaded, *game);
    assert_eq!(count(&loaded.current_floor().map, Terrain::CageOpen), open);
}
