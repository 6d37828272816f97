//! Checks named mice (M19) and their marks (M8).

use Command::{Wait, Walk};
use musrex_core::content::floors::{self, named_mouse};
use musrex_core::content::{Firmware, ItemKind, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::Floor;
use musrex_core::rules::Event;
use musrex_core::world::{AiState, Aim, FloorState, Item, Monster, Terrain};
use musrex_core::worldgen;
use musrex_core::{Command, Direction};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::watch;
use musrex_testkit::{Run, Scenario};

const FAR: Pos = Pos::at(1, 1);

/// Returns a scene in which the first monster has marked `at`.
fn aimed(room: &str, at: Pos) -> Scenario {
    Scenario::new(room).level(30).monster_hp(60).changed(move |floor| {
        floor.monsters[0].aim = Aim::At(at);
        floor.monsters[0].ai_state = AiState::hunting(at);
    })
}

fn struck(run: &Run) -> usize {
    run.events().filter(|event| matches!(event, Event::Struck { .. })).count()
}

// M19: each floor from 2 to 12 has one named mouse, with a chip of its firmware. All five named mice appear before one
// appears again.
#[test]
fn each_floor_from_2_to_12_has_one() {
    for seed in (0..4).map(shifted) {
        for number in 0..=13 {
            let floor = Floor::new(number).expect("a floor");
            let wanted = named_mouse(seed, floor);
            assert_eq!(wanted.is_some(), floors::NAMED.contains(&number));
            if number % 3 != 2 {
                continue;
            }
            let mut state = Box::new(FloorState::EMPTY);
            worldgen::generate(seed, floor, &mut state);
            let is_named = |it: &&Monster| it.kind.spec().firmware.is_some();
            let named: Vec<_> = state.monsters.iter().filter(is_named).collect();
            assert_eq!(named.iter().map(|it| it.kind).collect::<Vec<_>>(), Vec::from_iter(wanted));
            for mouse in named {
                let chip = mouse.loot.as_ref().expect("it carries its chip");
                assert_eq!(
                    (chip.kind, chip.firmware),
                    (ItemKind::Microchip, mouse.kind.spec().firmware)
                );
            }
        }
        let of = |number| named_mouse(seed, Floor::new(number).expect("a floor"));
        for first in [2, 7] {
            let mut mice: Vec<_> = (first..first + 5).filter_map(of).collect();
            mice.sort_unstable_by_key(|kind| *kind as u8);
            assert_eq!(mice, MonsterKind::named());
        }
    }
}

// M19: a named mouse drops its chip when it is killed.
#[test]
fn a_named_mouse_drops_its_chip() {
    let scene = Scenario::new("@h").level(30).monster_hp(1).changed(|floor| {
        floor.monsters[0].loot = Some(Item::new(ItemKind::Microchip));
    });
    let run = scene.play(&[Command::Walk(musrex_core::Direction::East)]);
    assert_eq!(run.game.current_floor().items[0].item.kind, ItemKind::Microchip);
}

// M8, M19: the Bulldozer pushes a creature on its mark two tiles away. A wall stuns the pushed creature.
#[test]
fn the_bulldozer_pushes() {
    let run = aimed("b@...", Pos::at(2, 1)).play(&[Wait]);
    assert_eq!((run.game.player().body.pos, struck(&run)), (Pos::at(4, 1), 1));
    let run = aimed("b@.#", Pos::at(2, 1)).play(&[Wait]);
    assert_eq!(run.game.player().body.pos, Pos::at(3, 1));
    assert!(run.game.player().body.statuses.has(Status::Stunned));
}

// M8, M19: the Needle pulls the first creature in its lane to an adjacent tile.
#[test]
fn the_needle_pulls() {
    let run = aimed("h...@", Pos::at(5, 1)).play(&[Wait]);
    assert_eq!((run.game.player().body.pos, struck(&run)), (Pos::at(2, 1), 1));
    let run = aimed("h.m.@", Pos::at(5, 1)).play(&[Wait]);
    assert_eq!(run.game.player().body.pos, Pos::at(5, 1), "a mouse is first");
    // A Needle that catches nobody moves along the lane, and loses a turn.
    let run = aimed("h...@\n.....", Pos::at(5, 1)).play(&[Walk(Direction::South)]);
    let needle = &run.game.current_floor().monsters[0];
    assert_eq!((struck(&run), needle.body.pos, needle.aim), (0, Pos::at(5, 1), Aim::Loading));
}

// M8, A6: the log tells that a mark has pushed, pulled or swapped the player. Even if such an attack does no damage, the
// log never calls it a miss. Another monster's miss after the attack is a miss.
#[test]
fn the_log_tells_what_moves_the_player() {
    let mut without_damage = 0;
    for (room, at, words) in [
        ("b@...", Pos::at(2, 1), "Bulldozer pushes you away."),
        ("h...@", Pos::at(5, 1), "Needle's hook pulls you in."),
        ("h)..@", Pos::at(5, 1), "Needle's hook pulls you in."),
        ("u...@", Pos::at(5, 1), "Turncoat swaps places with you."),
    ] {
        for seed in (0..20).map(shifted) {
            let mut driver = watch(&aimed(room, at).seed(seed));
            driver.app.play_command(Wait).expect("the player waits");
            let log = driver.app.messages();
            let says = |words: &str| log.iter().any(|it| it.message.text.contains(words));
            assert!(says(words) && !says("misses you"), "{room}");
            without_damage += u32::from(says("does you no damage."));
        }
    }
    assert!(without_damage > 0, "all attacks hurt");
    let misses = (0..40).map(shifted).any(|seed| {
        let scene = aimed("b.\n..\n@m", Pos::at(1, 2)).level(8).seed(seed).changed(|floor| {
            floor.monsters[1].ai_state = AiState::hunting(Pos::at(1, 3));
        });
        let mut driver = watch(&scene);
        driver.app.play_command(Wait).expect("the player waits");
        let log = driver.app.messages();
        let says = |words: &str| log.iter().any(|it| it.message.text.contains(words));
        assert!(!says("The Micro Mouse does you no damage."));
        says("The Micro Mouse misses you.")
    });
    assert!(misses, "each blow of the Micro Mouse hurts");
    // The log also tells whether the ally has traded places.
    let ally = |room, at| {
        let scene = aimed(room, at).changed(|floor| floor.monsters[0].is_ally = true);
        let mut driver = watch(&scene);
        driver.app.play_command(Wait).expect("the player waits");
        let log = driver.app.messages();
        ["Your ally swaps places.", "Your ally tries to swap."]
            .map(|words| log.iter().any(|it| it.message.text.contains(words)))
    };
    assert_eq!(ally("u..m#@", Pos::at(4, 1)), [true, false]);
    assert_eq!(ally("u..m#@", Pos::at(3, 1)), [false, true]);
}

// M8, A6: the log tells of a bomb as of a bomb, and not as of a blow of the Mirage.
#[test]
fn the_log_tells_of_a_bomb() {
    let said: Vec<[bool; 3]> = (0..20)
        .map(|seed| {
            let mut driver = watch(&aimed("q...@", Pos::at(5, 1)).level(8).seed(shifted(seed)));
            driver.app.play_command(Wait).expect("the player waits");
            let log = driver.app.messages();
            ["The bomb hits you for ", "The bomb does you no damage.", "Mirage "]
                .map(|words| log.iter().any(|it| it.message.text.starts_with(words)))
        })
        .collect();
    assert!(said.iter().all(|&[hits, fails, is_blow]| hits != fails && !is_blow), "{said:?}");
    assert!(said.iter().any(|&[hits, ..]| hits) && said.iter().any(|&[_, fails, _]| fails));
}

// M8, M19: the Streak runs through its lane, and strikes creatures in it.
#[test]
fn the_streak_runs() {
    let run = aimed("j..@.", Pos::at(4, 1)).play(&[Wait]);
    assert_eq!((run.game.current_floor().monsters[0].body.pos, struck(&run)), (Pos::at(3, 1), 1));
}

// M8, M19: the Mirage's decoy strikes a creature on its tile, and makes a loud noise.
#[test]
fn the_mirage_is_loud() {
    let woken = (0..40).any(|seed| {
        let scene = aimed("q...@z", Pos::at(5, 1)).seed(shifted(seed)).changed(|floor| {
            floor.monsters[1].ai_state = AiState::Asleep;
        });
        let run = scene.play(&[Wait]);
        assert_eq!(struck(&run), 1);
        run.events().any(|event| matches!(event, Event::Woke { .. }))
    });
    assert!(woken);
}

// M8, S2, I11: with DASH, the Mirage's decoy is not quieter, because it is not the player's noise.
#[test]
fn the_mirage_is_as_loud_for_a_player_with_dash() {
    let woken = (0..40).any(|seed| {
        let scene = aimed("q...@.....z", Pos::at(5, 1)).firmware(Firmware::Dash);
        let scene = scene.seed(shifted(seed)).changed(|floor| {
            floor.monsters[1].ai_state = AiState::Asleep;
        });
        let run = scene.play(&[Wait]);
        run.events().any(|event| matches!(event, Event::Woke { .. }))
    });
    assert!(woken);
}

// M8, M19: the Turncoat strikes a creature on its mark, and swaps places with it.
#[test]
fn the_turncoat_trades_places() {
    let run = aimed("u...@", Pos::at(5, 1)).play(&[Wait]);
    let at = run.game.current_floor().monsters[0].body.pos;
    assert_eq!((run.game.player().body.pos, at, struck(&run)), (FAR, Pos::at(5, 1), 1));
    let run = aimed("u...m@", Pos::at(5, 1)).play(&[Wait]);
    assert_eq!(run.game.current_floor().monsters[0].body.pos, Pos::at(5, 1));
}

// M8: a Meta Mouse marks the player's tile from two to four tiles away. In the next turn, it swaps places with the
// creature on the mark, even with a mouse. If nobody is there, it strikes nothing. If it is adjacent to the player, it
// bites.
#[test]
fn a_meta_mouse_trades_places_with_its_mark() {
    let is_marked = |run: &Run| run.events().any(|event| matches!(event, Event::Marked { .. }));
    for (room, marks) in [("@e", false), ("@.e", true), ("@...e", true), ("@....e", false)] {
        let run = Scenario::new(room).floor(10).level(60).play(&[Wait]);
        assert_eq!(is_marked(&run), marks, "{room}");
    }
    let run = Scenario::new("@..e").floor(10).level(60).play(&[Wait, Wait]);
    assert_eq!((run.game.player().body.pos, struck(&run)), (Pos::at(4, 1), 1));
    assert_eq!(run.game.current_floor().monsters[0].body.pos, FAR);
    let run = aimed("e..m.@", Pos::at(4, 1)).play(&[Wait]);
    let at = |index: usize| run.game.current_floor().monsters[index].body.pos;
    assert_eq!((at(0), struck(&run)), (Pos::at(4, 1), 1));
    assert!(at(1).x() <= 2, "it has had its own step since");
    let run = aimed("e...@", Pos::at(3, 1)).play(&[Wait]);
    assert_eq!((run.game.player().body.pos, struck(&run)), (Pos::at(5, 1), 0));
}

// M8, W18: a live cable stuns a player whom a swap moves onto it.
#[test]
fn a_trade_leads_onto_a_cable() {
    let cable = |floor: &mut FloorState| floor.map.set(FAR, Terrain::CableLive);
    let run = aimed("e..@", Pos::at(4, 1)).changed(cable).play(&[Wait]);
    assert_eq!(run.game.player().body.pos, FAR);
    assert!(run.game.player().body.statuses.has(Status::Stunned));
}

// M8: a creature on stairs is struck, but not swapped.
#[test]
fn nobody_is_traded_onto_stairs() {
    let stairs = |floor: &mut FloorState| floor.map.set(Pos::at(4, 1), Terrain::StairsDown);
    let run = aimed("e..@", Pos::at(4, 1)).changed(stairs).play(&[Wait]);
    assert_eq!((run.game.player().body.pos, struck(&run)), (Pos::at(4, 1), 1));
}
