//! Checks which monsters follow the player by stairs (M7), and how much experience an arrival gives (B6).

use Command::Walk;
use Direction::{East, West};
use musrex_core::content::{MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Floor, Hp, Xp};
use musrex_core::rules::{Event, Events};
use musrex_core::world::{AiState, FloorState, Game, Monster};
use musrex_core::{Command, Direction, worldgen};
use musrex_testkit::{Run, Scenario, assert_invariants, rulebook};

/// The number of the floor on which the drawn scenes take place.
const HERE: u8 = 3;

fn floor(number: u8) -> Floor {
    Floor::new(number).expect("a floor of the tower")
}

/// Takes the stairs to the right of the player.
fn climbs(text: &str, change: impl FnOnce(&mut FloorState)) -> Run {
    let scene = Scenario::new(text).floor(HERE).level(90).changed(change);
    let run = scene.play(&[Walk(East)]);
    assert_eq!(run.game.floor(), floor(HERE + 1));
    run
}

/// Returns the monsters that came with the player, which are the last ones in the floor's list of monsters.
fn followers(run: &Run) -> Vec<Monster> {
    run.game
        .current_floor()
        .monsters
        .iter()
        .skip(usize::from(run.game.floor().spec().monsters))
        .cloned()
        .collect()
}

fn told(run: &Run) -> Option<u8> {
    run.events().find_map(|event| match event {
        Event::Followed { count } => Some(*count),
        _ => None,
    })
}

fn stays(run: &Run) -> usize {
    run.game.stored_floor(floor(HERE)).expect("it was left").alive()
}

// M7: up to 4 awake mice within 2 tiles of the player arrive with the player. They arrive at most 2 tiles away, and
// alert.
#[test]
fn four_mice_follow() {
    for (text, count) in
        [("#m@<##", 1), ("#mm..#\n##@<##\n#m.m##", 4), ("#mmm##\n#m@<##\n#mmm##", 4)]
    {
        let run = climbs(text, |_| {});
        let came = followers(&run);
        assert_eq!(came.len(), count, "{text}");
        assert_eq!(told(&run), u8::try_from(count).ok());
        let all = text.matches('m').count();
        assert_eq!(stays(&run), all - count, "{text}");
        let player = run.game.player().body.pos;
        for follower in &came {
            assert!(follower.body.pos.steps_to(player) <= 2, "{:?}", follower.body.pos);
            assert!(follower.ai_state.is_alert());
        }
        if count <= 4 {
            assert!(came.iter().any(|follower| follower.body.pos.is_next_to(player)));
        }
    }
}

// M7: a mouse follows only if it is within 2 tiles of the player when the floor changes.
#[test]
fn only_who_is_near_follows() {
    // Walls surround the mouse, so that it keeps its distance from the stairs.
    for (text, follows) in [
        ("##@<#m#", true),
        ("##@<##m", false),
        ("##@<##\n######\n#####m", true),
        ("##@<###\n#######\n######m", false),
        ("##@<##\n######\n######\n###m##", false),
    ] {
        let run = climbs(text, |floor| {
            let stays = floor.monsters[0].body.pos;
            floor.monsters[0].ai_state = AiState::hunting(stays);
            floor.monsters[0].body.statuses.set(Status::Steady, 9);
        });
        assert_eq!(told(&run).is_some(), follows, "{text}");
    }
    // A mouse without walls comes one step nearer before the floor changes. After that step, the first mouse is still
    // too far away, and the second is near enough.
    let far = climbs("#m...@<#", |_| {});
    assert_eq!((told(&far), stays(&far)), (None, 1), "it came from 5 to 4 tiles");
    let near = climbs("#m.@<#", |_| {});
    assert_eq!(told(&near), Some(1), "from 3 to 2");
}

// M7: snakes, the King, sleepers and stunned monsters do not follow. It does not matter whether a stunned monster was
// hunting or keeping watch.
#[test]
fn some_never_follow() {
    for letter in ['s', 'k'] {
        let run = climbs(&format!("#{letter}@<#"), |_| {});
        assert_eq!((told(&run), stays(&run)), (None, 1), "{letter}");
    }
    // The sleepers are two tiles away, behind a wall, so that nothing wakes them (S1).
    for letter in ['z', 'N', 'S', 'T'] {
        let run = climbs(&format!("###{letter}##\n######\n##@<##"), |_| {});
        assert_eq!((told(&run), stays(&run)), (None, 1), "{letter}");
    }
    let stunned = climbs("#m@<#", |floor| floor.monsters[0].body.statuses.set(Status::Stunned, 9));
    assert_eq!((told(&stunned), stays(&stunned)), (None, 1));
    let watching = climbs("#z@<#", |floor| {
        floor.monsters[0].ai_state = AiState::Watching;
        floor.monsters[0].body.statuses.set(Status::Stunned, 9);
    });
    assert_eq!(told(&watching), None);
    for letter in ['m', 'n', 't', 'e', 'c', 'a'] {
        assert_eq!(told(&climbs(&format!("#{letter}@<#"), |_| {})), Some(1), "{letter}");
    }
}

// M7: the nearest monsters follow. Of six mice, those at a distance of one tile are among the four followers.
#[test]
fn the_nearest_follow() {
    let run = climbs("#n#n#\n#m@<m\n#n#n#", |floor| {
        // Each mouse squeaks in this turn, so that all stay where they were drawn (S4).
        for monster in &mut floor.monsters {
            monster.squeak = musrex_core::world::Squeak::Due;
        }
    });
    // From the stairs, the two `m` are at distances 2 and 1. The two `n` on the right are at distance 1, and the two on
    // the left at distance 2.
    let kinds: Vec<MonsterKind> = followers(&run).iter().map(|one| one.kind).collect();
    assert_eq!(kinds.len(), 4);
    // Two `n` and one `m` are at distance 1, so at least these follow.
    assert!(kinds.iter().filter(|kind| **kind == MonsterKind::NeoMouse).count() >= 2);
    assert!(kinds.contains(&MonsterKind::MicroMouse));
}

/// Returns a game on a drawn floor 3 whose player seems to have left floor 4 with `alive` monsters on it.
fn with_crowd_above(alive: usize) -> Game {
    let mut game = Scenario::new("#mmm##\n#m@<##\n#mmm##").floor(HERE).level(90).game();
    let mut above = FloorState::EMPTY;
    worldgen::generate(game.seed(), floor(HERE + 1), &mut above);
    let far: Vec<Pos> = above
        .map
        .positions_of(|terrain| terrain == musrex_core::world::Terrain::Ground)
        .filter(|&pos| above.monster_at(pos).is_none())
        .collect();
    let mut free = far.into_iter().rev();
    while above.monsters.len() < alive {
        let pos = free.next().expect("a floor has much ground");
        let sleeper = Monster::new(MonsterKind::MicroMouse, pos, Hp(2));
        above.monsters.push(sleeper).expect("there is room");
    }
    above.monsters.truncate(alive);
    game.set_stored_floor(floor(HERE + 1), above.to_stored().expect("a floor as any"));
    game
}

// M7, M6: monsters stay behind if the other floor has no room for them, because it already has 24 living monsters.
#[test]
fn nobody_follows_to_a_full_floor() {
    for (alive, count) in [(24, 0), (23, 1), (22, 2), (20, 4), (10, 4)] {
        let mut game = with_crowd_above(alive);
        let mut events = Events::new();
        game.step(Walk(East), &mut events).expect("onto the stairs");
        assert_invariants(&game);
        assert_eq!(game.floor(), floor(HERE + 1));
        assert_eq!(game.current_floor().monsters.len(), alive + count, "{alive} alive");
        let left = game.stored_floor(floor(HERE)).expect("it was left").alive();
        assert_eq!(left, 7 - count);
    }
}

// M7, I10: the ally comes in addition to the four followers, and there is always a free tile for it.
#[test]
fn the_ally_comes_beyond_the_four() {
    for (alive, count) in [(24, 0), (20, 4)] {
        let mut game = with_crowd_above(alive);
        let mut here = game.current_floor().clone();
        here.monsters[0].is_ally = true;
        let stored = game.stored_floor(floor(HERE + 1)).expect("it was left").clone();
        game = Game::from_parts(game.seed(), floor(HERE), game.player().clone(), here);
        game.set_stored_floor(floor(HERE + 1), stored);
        game.step(Walk(East), &mut Events::new()).expect("onto the stairs");
        assert_invariants(&game);
        assert!(game.current_floor().ally().is_some(), "{alive} alive");
        assert_eq!(game.current_floor().monsters.len(), alive + count + 1);
    }
}

// M7: a monster that followed the player is gone from the old floor, and follows the player back.
#[test]
fn followers_follow_back() {
    let run = climbs("#t@<##", |_| {});
    assert_eq!((told(&run), stays(&run)), (Some(1), 0));
    let back = run.play(&[Walk(West)]);
    assert_eq!(back.game.floor(), floor(HERE));
    // There are two such events, because the mouse has followed the player up and back down.
    assert!(back.events().filter(|event| matches!(event, Event::Followed { .. })).count() == 2);
}

// B6: the first arrival on floor n gives a fixed amount of experience × n; later arrivals give none.
#[test]
fn the_first_arrival_pays() {
    let by_floor = rulebook::number("B6", "pays ");
    for number in [1, 5, 12] {
        let run = Scenario::new("#@<#").floor(number - 1).play(&[Walk(East)]);
        assert_eq!(run.game.player().xp, Xp(by_floor * u32::from(number)));
    }
    // The first arrival also gives experience to a player who comes from above.
    let run = Scenario::new("#@>#").floor(6).play(&[Walk(East)]);
    assert_eq!(run.game.player().xp, Xp(5 * by_floor));
    // A bot goes back and forth between floors. Only the first arrival on each floor gives experience.
    let mut game = Game::new(musrex_testkit::seeds::shifted(5));
    let mut bot =
        musrex_testkit::policy_bot::PolicyBot::new(musrex_testkit::policy_bot::Policy::Bounce, 3);
    let (mut arrivals, mut paid) = (std::collections::BTreeSet::new(), 0);
    for _ in 0..400 {
        if game.outcome() != musrex_core::world::Outcome::Playing {
            break;
        }
        let mut events = Events::new();
        let before = game.player().xp.0;
        bot.play(&mut game, &mut events);
        let kills: u32 = events
            .iter()
            .map(|event| if let Event::Slain { paid, .. } = event { paid.0 } else { 0 })
            .sum();
        for event in &events {
            if let Event::FloorEntered { to, .. } = event {
                let is_new = arrivals.insert(*to) && *to != Floor::LOBBY;
                paid += if is_new { by_floor * u32::from(to.number()) } else { 0 };
                let wanted = if is_new { by_floor * u32::from(to.number()) } else { 0 };
                assert_eq!(game.player().xp.0 - before, wanted + kills);
            }
        }
    }
    assert!(paid >= by_floor, "it climbed once");
}
