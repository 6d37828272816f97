//! Checks the Spit Mouse (M8). It marks a tile, spits, and then reloads, which takes a turn.

use Command::{Wait, Walk};
use Direction::{East, South};
use musrex_core::content::{MonsterKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Floor, Xp};
use musrex_core::rules::combat::damage;
use musrex_core::rules::{Actor, Event};
use musrex_core::view::text;
use musrex_core::world::{AiState, Aim, Cause, Monster, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario, rulebook};
use std::ops::RangeInclusive;

const KIND: MonsterKind = MonsterKind::SpitMouse;

/// Returns the attack range of a Spit Mouse on a floor.
fn strength(floor: Floor) -> RangeInclusive<u16> {
    let mark = KIND.spec().mark().expect("it spits");
    KIND.spec().mark_attack_on(mark, floor)
}

fn spitter(run: &Run) -> &Monster {
    let monsters = &run.game.current_floor().monsters;
    monsters.iter().find(|monster| monster.kind == KIND).expect("it is alive")
}

fn marks(run: &Run) -> Vec<Pos> {
    let of = |event: &Event| match event {
        Event::Marked { at, .. } => Some(*at),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

fn spits(run: &Run) -> Vec<Pos> {
    let of = |event: &Event| match event {
        Event::Spat { at, .. } => Some(*at),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

fn scene(text: &str) -> Scenario {
    Scenario::new(text).floor(5).level(40)
}

// M8: a Spit Mouse marks in one turn, spits in the next, reloads in the third, and starts again.
#[test]
fn it_marks_spits_and_loads() {
    let here = Pos::at(2, 1);
    let run = scene("#@...c#").play(&[Wait]);
    assert_eq!((marks(&run), spits(&run)), (vec![here], vec![]));
    assert_eq!(spitter(&run).aim, Aim::At(here));
    assert!(run.game.current_floor().is_marked(here));
    let run = run.play(&[Wait]);
    assert_eq!((marks(&run).len(), spits(&run)), (1, vec![here]));
    assert_eq!(spitter(&run).aim, Aim::Loading);
    let run = run.play(&[Wait]);
    assert_eq!((marks(&run).len(), spits(&run).len()), (1, 1));
    assert_eq!(spitter(&run).aim, Aim::None);
    let run = run.play(&[Wait; 3]);
    assert_eq!((marks(&run).len(), spits(&run).len()), (2, 2));
    assert_eq!(spitter(&run).body.pos, Pos::at(6, 1), "it never moved");
}

// M8: if the player has left the marked tile, the spit does not hit. The acid is on the marked tile, not under the
// player.
#[test]
fn a_side_step_avoids_the_spit() {
    for seed in (0..20).map(shifted) {
        let scene = scene("#@...c#\n#....##").seed(seed);
        let full = scene.game().player().body.hp;
        let run = scene.play(&[Wait, Walk(South)]);
        assert_eq!(run.game.player().body.hp, full);
        assert_eq!(spits(&run), [Pos::at(2, 1)]);
        let spills = &run.game.current_floor().spills;
        assert_eq!(spills.len(), 1);
        let spill = spills[0];
        assert_eq!(
            (spill.pos, spill.kind, spill.is_players),
            (Pos::at(2, 1), SpillKind::Acid, false)
        );
    }
}

// M8, I7: acid stays on the marked tile for 4 turns, beginning with the turn of the spit.
#[test]
fn spit_leaves_acid() {
    let run = scene("#@...c#").play(&[Wait, Wait]);
    assert_eq!(run.game.current_floor().spills[0].turns, 3);
    let burns = |run: &Run| {
        let is_burn = |event: &&Event| {
            matches!(event, Event::Burned { cause: Cause::Spill(SpillKind::Acid), .. })
        };
        run.events().filter(is_burn).count()
    };
    // The player takes damage from the acid from the next turn on.
    assert_eq!(burns(&run), 0);
    assert_eq!(burns(&run.play(&[Wait])), 1);
}

// M8: the attack range of a spit includes both ends; its damage follows A6.
#[test]
fn the_spit_is_rolled_evenly() {
    let (low, high) =
        (rulebook::number("| Spit", "| tile | 1 |"), rulebook::number("| Spit", " – "));
    let lowest = strength(Floor::LOBBY).into_inner();
    assert_eq!((u32::from(lowest.0), u32::from(lowest.1)), (low, high));
    for number in [3, 8, 12] {
        let floor = Floor::new(number).expect("a floor");
        let range = strength(floor);
        let scene = Scenario::new("#@...c#").floor(number).level(1).changed(|floor| {
            floor.monsters[0].aim = Aim::At(Pos::at(2, 1));
        });
        let mut counts = std::collections::BTreeMap::new();
        for attack in range {
            counts.entry(damage(attack, 4).0).or_insert((0, 0)).1 += 1;
        }
        for seed in (0..3_000).map(shifted) {
            let run = scene.clone().seed(seed).hp(25).play(&[Wait]);
            let taken = run.events().find_map(|event| match event {
                Event::Struck { attacker: Actor::Monster(KIND), damage, .. } => Some(damage.0),
                _ => None,
            });
            counts.entry(taken.expect("it spits")).or_insert((0, 0)).0 += 1;
        }
        let (counts, weights): (Vec<u64>, Vec<u64>) = counts.into_values().unzip();
        assert_fair("spit", &counts, &weights);
    }
}

// M8: a Spit Mouse spits at a distance of 2 to 6 tiles. When nearer it bites, and when farther away it approaches.
#[test]
fn it_spits_from_two_to_six_tiles() {
    for distance in 1..=8 {
        let run = scene(&format!("#@{}c#", ".".repeat(distance - 1))).play(&[Wait]);
        assert_eq!(!marks(&run).is_empty(), (2..=6).contains(&distance), "{distance} tiles");
        let bites =
            |event: &Event| matches!(event, Event::Struck { attacker: Actor::Monster(_), .. });
        assert_eq!(run.events().any(bites), distance == 1);
        let x = usize::from(spitter(&run).body.pos.x());
        assert_eq!(x, if distance > 6 { 1 + distance } else { 2 + distance });
    }
}

// M8: walls, doors, glass and tall furniture stop a spit.
#[test]
fn walls_stop_it() {
    for letter in ['#', '+', 'L', 'g', 'O'] {
        let run = scene(&format!("#@.{letter}.c#")).play(&[Wait]);
        assert_eq!(marks(&run), [], "behind {letter}");
    }
    for letter in ['o', '\'', '.', '-'] {
        let run = scene(&format!("#@.{letter}.c#")).play(&[Wait]);
        assert_eq!(marks(&run), [Pos::at(2, 1)], "over {letter}");
    }
}

// M8: creatures do not stop a spit. It flies past creatures in front of the mouse, whether enemies or the ally.
#[test]
fn creatures_do_not_stop_it() {
    for is_ally in [false, true] {
        let text = "#@m.c#";
        let scene =
            scene(text).monster_hp(200).changed(|floor| floor.monsters[0].is_ally = is_ally);
        let run = scene.play(&[Wait; 2]);
        assert_eq!((marks(&run), spits(&run)), (vec![Pos::at(2, 1)], vec![Pos::at(2, 1)]));
        // The spit does not hit any creature that it passes.
        let hit = |event: &Event| matches!(event, Event::Struck { attacker: Actor::Monster(KIND), target, .. } if *target != Actor::Player);
        assert!(!run.events().any(hit));
    }
}

// M8: if the line to the mark is blocked, the mouse does not spit.
#[test]
fn a_broken_line_stops_the_spit() {
    let scene = scene("#.@...c#\n#.######\n#.######").changed(|floor| {
        floor.monsters[0].aim = Aim::At(Pos::at(2, 3));
    });
    let run = scene.play(&[Wait]);
    assert_eq!(spits(&run), []);
    // The mouse marks the player's current tile anew.
    assert_eq!(marks(&run), [Pos::at(3, 1)]);
    let hidden = Scenario::new("#.#...c#\n#@######").floor(5).level(40).changed(|floor| {
        floor.monsters[0].aim = Aim::At(Pos::at(2, 1));
    });
    let run = hidden.play(&[Wait]);
    assert_eq!((spits(&run), marks(&run)), (vec![], vec![]));
}

// M8: a Spit Mouse spits at its mark even if the player is now adjacent to the mouse. After reloading, it bites.
#[test]
fn what_is_marked_is_spat_at() {
    let run = scene("#@..c#").play(&[Walk(East), Walk(East)]);
    assert_eq!(spits(&run), [Pos::at(3, 1)]);
    let run = run.play(&[Wait]);
    let bites = |event: &Event| matches!(event, Event::Struck { .. });
    assert!(!run.events().any(bites), "it loads");
    assert!(run.play(&[Wait]).events().any(bites));
}

// M8, B5: a spit hits any creature on the mark: the ally, or other mice. A mouse that dies gives experience, but counts
// as nobody's kill.
#[test]
fn whoever_stands_there_is_hit() {
    for (is_ally, hp) in [(false, 1), (true, 1), (false, 200), (true, 200)] {
        let scene = scene("#@.t..c#").xp(5).level(1).changed(|floor| {
            floor.monsters[0].is_ally = is_ally;
            floor.monsters[0].body.hp = musrex_core::quantity::Hp(hp);
            floor.monsters[0].body.statuses.set(Status::Stunned, 9);
            floor.monsters[1].aim = Aim::At(Pos::at(4, 1));
        });
        let run = scene.play(&[Wait]);
        let target = if is_ally {
            Actor::Ally(MonsterKind::ToughMouse)
        } else {
            Actor::Monster(MonsterKind::ToughMouse)
        };
        let struck = |event: &Event| matches!(event, Event::Struck { attacker: Actor::Monster(KIND), target: it, .. } if *it == target);
        assert!(run.events().any(struck));
        let pays = !is_ally && hp == 1;
        let paid = if pays { MonsterKind::ToughMouse.spec().xp } else { Xp(0) };
        assert_eq!((run.game.player().xp, run.game.player().kills), (paid, 0));
        let mark = run.game.current_floor().spill_at(Pos::at(4, 1));
        assert_eq!(mark.map(|spill| spill.kind), Some(SpillKind::Acid));
    }
}

// M8: a stun or confusion makes a Spit Mouse lose its mark.
#[test]
fn a_dazed_one_forgets_its_mark() {
    for status in [Status::Stunned, Status::Confused] {
        let scene = scene("#@...c#").monster_status(status, 3).changed(|floor| {
            floor.monsters[0].aim = Aim::At(Pos::at(2, 1));
        });
        for seed in (0..10).map(shifted) {
            let run = scene.clone().seed(seed).play(&[Wait]);
            // The mouse's saving throw may end the confusion before the mouse acts (T4).
            if status == Status::Stunned || spitter(&run).body.statuses.has(status) {
                assert_eq!(spits(&run), []);
                assert_eq!(spitter(&run).aim, Aim::None);
            }
        }
    }
}

// M8, S1: a Spit Mouse that sleeps or keeps watch marks nobody.
#[test]
fn sleepers_mark_nobody() {
    let run = scene("#@.....C#").play(&[Wait; 3]);
    assert!(marks(&run).is_empty() || spitter(&run).ai_state != AiState::Asleep);
    let run = scene("#@.....C#").watched().play(&[Wait]);
    assert!(marks(&run).is_empty(), "noticing uses up the turn");
}

// M7, M8: if a mouse has marked the stairs and then follows the player by them, it has no mark on the new floor.
#[test]
fn a_new_floor_breaks_its_aim() {
    let run = Scenario::new("#.c@<#").floor(5).level(60).play(&[Walk(East)]);
    assert_eq!(marks(&run), [Pos::at(5, 1)], "it aims at the stairs before the floor changes");
    let followed = run.game.current_floor().monsters.last().expect("it followed");
    assert_eq!((followed.kind, followed.aim), (KIND, Aim::None));
}

// M8: the line from the mouse to the player may differ from the line in the opposite direction. A spit needs only one
// of them to be clear.
#[test]
fn it_spits_along_a_line_that_is_clear_from_either_end() {
    for (text, is_clear) in
        [("#@##\n##.c", true), ("#@.#\n###c", true), ("##.c\n#@##", true), ("#@##\n###c", false)]
    {
        let run = scene(text).play(&[Wait, Wait]);
        let here = run.game.player().body.pos;
        let wanted = if is_clear { vec![here] } else { vec![] };
        assert_eq!((marks(&run), spits(&run)), (wanted.clone(), wanted), "{text}");
    }
}

// T4: two Spit Mice act one after another, and both spit at the tile that both have marked.
#[test]
fn marks_are_spat_at_in_the_order_of_the_roster() {
    let scene = scene("#@...c#").changed(|floor| {
        floor.map.set(Pos::at(7, 1), Terrain::Ground);
        let mut second = floor.monsters[0].clone();
        second.body.pos = Pos::at(7, 1);
        floor.monsters.push(second).expect("there is room");
    });
    let run = scene.play(&[Wait, Wait]);
    // Both mice mark in the first turn and spit in the second. One spill remains on the tile.
    assert_eq!((marks(&run).len(), spits(&run).len()), (2, 2));
    assert_eq!(run.game.current_floor().spills.len(), 1);
    assert_eq!(run.game.current_floor().spills[0].turns, 3);
}

// M8: if a mouse aims or spits from behind another mouse, the log reports its direction instead of its name.
#[test]
fn an_attack_from_hiding_is_told() {
    let said = |text: &str| {
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.watch(scene(text).game());
        (0..2).for_each(|_| driver.play(Wait));
        let words = driver.app.messages().iter().map(|entry| entry.message.text.to_string());
        words.collect::<Vec<_>>()
    };
    let has = |words: &[String], part: &str| words.iter().any(|words| words.contains(part));
    let hidden = said("#@.zc#");
    assert!(has(&hidden, "Unseen enemy east of you aims!"), "{hidden:?}");
    assert!(has(&hidden, "Acid flies in from the east."), "{hidden:?}");
    assert!(!has(&hidden, text::name_of(KIND)), "{hidden:?}");
    let seen = said("#@..c#");
    assert!(has(&seen, "The Spit Mouse aims.") && has(&seen, "The Spit Mouse spits"), "{seen:?}");
    assert!(!has(&seen, "hidden"), "{seen:?}");
}
