//! Checks attacks that are marked on the ground before they strike (M8): the charge, the leap and the burst (M16),
//! their victims, and the ally's marked attacks (I10). The spit is checked in `spitters.rs`.

use Command::{Wait, Walk};
use Direction::{East, South, West};
use musrex_core::content::{MonsterKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Hp, Xp};
use musrex_core::rules::combat::damage;
use musrex_core::rules::travel::{Interrupt, TravelMonitor, is_hazard};
use musrex_core::rules::{Actor, AllyEnd, Event};
use musrex_core::world::{Aim, FloorState, Monster, Outcome, Spill};
use musrex_core::{Command, Direction};
use musrex_testkit::fairness::assert_fair;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Run, Scenario, rulebook};
use std::collections::BTreeMap;

/// Returns a scene on a floor where the monsters of these tests live, with a player who can survive one blow.
fn scene(text: &str) -> Scenario {
    Scenario::new(text).floor(10).level(60)
}

fn of_kind(run: &Run, kind: MonsterKind) -> &Monster {
    let monsters = &run.game.current_floor().monsters;
    monsters.iter().find(|monster| monster.kind == kind).expect("it is alive")
}

/// Returns the column of the first monster of this kind.
fn column(run: &Run, kind: MonsterKind) -> u8 {
    of_kind(run, kind).body.pos.x()
}

/// Returns the marked tiles of the floor, in order.
fn marked(run: &Run) -> Vec<Pos> {
    let mut marked: Vec<Pos> = run.game.current_floor().marked().collect();
    marked.sort_by_key(|pos| pos.index());
    marked.dedup();
    for &pos in &marked {
        assert!(run.game.current_floor().is_marked(pos));
    }
    marked
}

/// Returns the tiles of a row, in order.
fn row(columns: impl Iterator<Item = u8>) -> Vec<Pos> {
    columns.map(|x| Pos::at(x, 1)).collect()
}

fn is_aimed(run: &Run) -> bool {
    run.events().any(|event| matches!(event, Event::Marked { .. }))
}

/// Returns the damage of each blow that the player took, in order.
fn taken(run: &Run) -> Vec<u16> {
    let of = |event: &Event| match event {
        Event::Struck { attacker: Actor::Monster(_), target: Actor::Player, damage, .. } => {
            Some(damage.0)
        }
        _ => None,
    };
    run.events().filter_map(of).collect()
}

/// Returns the kind of each monster that died, the experience for it, and whether the player killed it.
fn slain(run: &Run) -> Vec<(MonsterKind, Xp, bool)> {
    let of = |event: &Event| match event {
        Event::Slain { kind, paid, by_player, .. } => Some((*kind, *paid, *by_player)),
        _ => None,
    };
    run.events().filter_map(of).collect()
}

/// Makes the first monster the player's ally.
fn ally(floor: &mut FloorState) {
    floor.monsters[0].is_ally = true;
}

const TOUGH: MonsterKind = MonsterKind::ToughMouse;
const NEO: MonsterKind = MonsterKind::NeoMouse;
const FUSE: MonsterKind = MonsterKind::FuseMouse;

// M8: the lane of a charge leads straight to the player and two tiles beyond, and is drawn one turn in advance.
#[test]
fn a_charge_is_drawn_as_a_lane() {
    let run = scene("#....@..t#").play(&[Wait]);
    assert_eq!(marked(&run), row(4..=8));
    assert_eq!(of_kind(&run, TOUGH).aim, Aim::At(Pos::at(6, 1)));
    assert_eq!((column(&run, TOUGH), taken(&run)), (9, vec![]));
    // The lane ends before tiles that block walking: walls, closed doors, low furniture and glass.
    for letter in ['#', '+', 'o', 'g'] {
        let run = scene(&format!("#.{letter}.@..t#")).play(&[Wait]);
        assert_eq!(marked(&run), row(4..=7), "{letter}");
    }
}

// M8: a mouse marks a charge if it is 2 to 5 tiles from the player in one of 8 directions, even if creatures are in
// between. Adjacent to the player, the mouse strikes; everywhere else, it comes nearer.
#[test]
fn a_charge_begins_at_two_to_five_tiles_in_line() {
    let range = rulebook::number("| Charge", "| Tough Mouse |")..=rulebook::number("| Charge", "–");
    assert_eq!(range, 2..=5);
    for distance in 1..=8 {
        let run = scene(&format!("#@{}t#", ".".repeat(distance - 1))).play(&[Wait]);
        let distance = u32::try_from(distance).expect("a few tiles");
        assert_eq!(is_aimed(&run), range.contains(&distance), "{distance} tiles");
        assert_eq!(taken(&run).is_empty(), distance > 1, "{distance} tiles");
    }
    let field = |from: (usize, usize)| {
        let mut rows = vec![vec!['.'; 7]; 7];
        rows[3][3] = '@';
        rows[from.1][from.0] = 't';
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        scene(&rows.join("\n")).play(&[Wait])
    };
    for (x, y) in (0..7usize).flat_map(|x| (0..7usize).map(move |y| (x, y))) {
        let (dx, dy) = (x.abs_diff(3), y.abs_diff(3));
        if dx.max(dy) >= 2 {
            let is_straight = dx == 0 || dy == 0 || dx == dy;
            assert_eq!(is_aimed(&field((x, y))), is_straight, "from {x}, {y}");
        }
    }
    assert!(is_aimed(&scene("#@.zt#").play(&[Wait])), "past a sleeper");
    assert!(!is_aimed(&scene("#@.ot#").play(&[Wait])), "not over a desk");
}

// M8: a charge strikes creatures in the lane, and stops at the first one that it cannot run over. Then the mouse loses
// a turn.
#[test]
fn a_charge_hits_and_stops() {
    let run = scene("#....@..t#").play(&[Wait, Wait]);
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (7, 1), "beside the player");
    let (who, from, to) = (Actor::Monster(TOUGH), Pos::at(9, 1), Pos::at(7, 1));
    let charged = run.events().position(|event| *event == Event::Charged { who, from, to });
    let struck = run.events().position(|event| matches!(event, Event::Struck { .. }));
    assert!(charged.is_some() && charged < struck, "it runs before it strikes");
    assert_eq!(of_kind(&run, TOUGH).aim, Aim::Loading);
    let run = run.play(&[Wait]);
    assert_eq!(taken(&run).len(), 1, "out of breath");
    assert_eq!(taken(&run.play(&[Wait])).len(), 2, "then it strikes");
}

// M8, A6: a charge has twice the attack value of a blow by the same mouse.
#[test]
fn a_charge_is_rolled_evenly() {
    let times = u16::try_from(rulebook::number("| Charge", "| 1 |")).expect("small");
    let (low, high) = TOUGH.spec().attack_on(scene("@").game().floor()).into_inner();
    let mut counts = BTreeMap::new();
    for attack in low * times..=high * times {
        counts.entry(damage(attack, 63).0).or_insert((0, 0)).1 += 1;
    }
    let scene = scene("#....@..t#");
    assert_eq!(scene.game().player_stats().defence, 63);
    for seed in (0..3_000).map(shifted) {
        let blows = taken(&scene.clone().seed(seed).play(&[Wait, Wait]));
        counts.entry(blows[0]).or_insert((0, 0)).0 += 1;
    }
    let (counts, weights): (Vec<u64>, Vec<u64>) = counts.into_values().unzip();
    assert_fair("charge", &counts, &weights);
}

// M8: if the player has left the lane, the charge runs to its end, and the mouse loses a turn. If a wall ends the lane
// early and the charge has met nobody, the wall stuns the mouse for two turns.
#[test]
fn a_charge_misses_who_steps_aside() {
    let turns = u8::try_from(rulebook::number("| Charge", "it is stunned ")).expect("few");
    let run = scene("#....@..t#\n#.....####").play(&[Wait, Walk(South)]);
    assert_eq!((column(&run, TOUGH), taken(&run)), (4, vec![]), "two beyond");
    assert!(!of_kind(&run, TOUGH).body.statuses.has(Status::Stunned));
    assert_eq!(of_kind(&run, TOUGH).aim, Aim::Loading);
    let run = scene("#.@..t#\n#..####").play(&[Wait, Walk(South)]);
    assert_eq!((column(&run, TOUGH), taken(&run)), (2, vec![]), "as far as the wall");
    assert_eq!(of_kind(&run, TOUGH).body.statuses.turns_left(Status::Stunned), turns);
    // If the charge strikes a creature at the wall, that creature stops the charge, so the wall stuns nobody.
    let run = scene("#@..t#").play(&[Wait, Wait]);
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (3, 1));
    assert!(!of_kind(&run, TOUGH).body.statuses.has(Status::Stunned));
}

// M8, B5: a charge also strikes mice in its way. It runs over those that die, and stops at the first one that survives.
// A sleeper killed by a charge gives no experience. A hunter gives experience, but counts as nobody's kill.
#[test]
fn a_charge_strikes_mice() {
    let run_of = |letter: char, hp: u16| {
        let scene = scene(&format!("#....@.{letter}.t#")).changed(|floor| {
            floor.monsters[0].body.hp = Hp(hp);
            floor.monsters[0].body.statuses.set(Status::Stunned, 9);
            floor.monsters[1].aim = Aim::At(Pos::at(6, 1));
        });
        scene.play(&[Wait])
    };
    let run = run_of('m', 1);
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (7, 1));
    let xp = MonsterKind::MicroMouse.spec().xp;
    assert_eq!(slain(&run), [(MonsterKind::MicroMouse, xp, false)]);
    assert_eq!(run.game.player().kills, 0);
    let run = run_of('z', 1);
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (7, 1));
    assert_eq!(slain(&run), [(MonsterKind::MicroMouse, Xp(0), false)]);
    let run = run_of('z', 300);
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (9, 0), "it stops before it");
    assert_eq!(slain(&run), []);
}

// M8: the wall does not stun a charging mouse that has met a creature on the way, even if that creature died and was
// run over.
#[test]
fn a_charge_that_has_met_somebody_is_not_stunned() {
    let run_over = |letter: char| {
        let scene = scene(&format!("#.{letter}.t#\n@#####")).changed(|floor| {
            floor.monsters.iter_mut().for_each(|monster| match monster.kind {
                TOUGH => monster.aim = Aim::At(Pos::at(3, 1)),
                _ => monster.body.hp = Hp(1),
            });
        });
        let run = scene.play(&[Wait]);
        assert_eq!(column(&run, TOUGH), 2, "to the wall");
        of_kind(&run, TOUGH).body.statuses.has(Status::Stunned)
    };
    assert!(run_over('.'));
    assert!(!run_over('z'));
}

// M8, W18: a live cable ends a charge, and stuns the mouse.
#[test]
fn a_charge_ends_on_a_cable() {
    let scene = scene("#....@..-.t#").monster_hp(90).changed(|floor| {
        floor.monsters[0].aim = Aim::At(Pos::at(6, 1));
    });
    let run = scene.play(&[Wait]);
    assert_eq!((column(&run, TOUGH), taken(&run)), (9, vec![]));
    assert!(of_kind(&run, TOUGH).body.statuses.has(Status::Stunned));
}

// M8: a leap marks the player's tile from two tiles away, and from no other distance.
#[test]
fn a_leap_begins_two_tiles_off() {
    for distance in 1..=4 {
        let run = scene(&format!("#@{}n#", ".".repeat(distance - 1))).play(&[Wait]);
        assert_eq!(is_aimed(&run), distance == 2, "{distance} tiles");
    }
    assert!(!is_aimed(&scene("#@gn#").play(&[Wait])), "glass is between");
    let run = scene("#@..\n#..n").play(&[Wait]);
    assert_eq!(marked(&run), [Pos::at(2, 1)], "in no straight line");
}

// M8: if a creature is still on the mark, the leap strikes it once, with the strength of a blow, and lands beside it.
#[test]
fn a_leap_hits() {
    let run = scene("#@.n#").play(&[Wait, Wait]);
    assert_eq!((column(&run, NEO), taken(&run).len()), (3, 1));
    let (who, from, to) = (Actor::Monster(NEO), Pos::at(4, 1), Pos::at(3, 1));
    assert!(run.events().any(|event| *event == Event::Leapt { who, from, to }));
    assert_eq!(of_kind(&run, NEO).aim, Aim::None);
    assert_eq!(taken(&run.play(&[Wait])).len(), 2, "it goes on at once");
}

// M8: if nobody is on the mark, the leap lands there, and the mouse loses its next turn.
#[test]
fn a_leap_misses() {
    let run = scene("#.@.n#\n#..###").play(&[Wait, Walk(West)]);
    assert_eq!((column(&run, NEO), taken(&run)), (3, vec![]));
    assert_eq!(of_kind(&run, NEO).aim, Aim::Loading);
    let run = run.play(&[Wait]);
    assert_eq!(taken(&run), [0; 0]);
    assert_eq!(taken(&run.play(&[Wait])).len(), 1);
}

// M8, M16, B5: a Fuse Mouse adjacent to the player lights its fuse. It bursts two turns later, wherever the player has
// gone.
#[test]
fn a_fuse_burns_for_two_turns() {
    let field = "#......#\n#..@f..#\n#......#";
    let run = scene(field).play(&[Wait]);
    let around: Vec<Pos> = (1..=3).flat_map(|y| (4..=6).map(move |x| Pos::at(x, y))).collect();
    assert_eq!(marked(&run), around);
    assert_eq!(of_kind(&run, FUSE).aim, Aim::Soon(Pos::at(4, 2)));
    let run = run.play(&[Wait]);
    assert_eq!((marked(&run), taken(&run)), (around, vec![]));
    let run = run.play(&[Wait]);
    assert_eq!(taken(&run).len(), 1);
    assert!(
        run.events()
            .any(|event| *event == Event::Burst { who: Actor::Monster(FUSE), at: Pos::at(5, 2) })
    );
    assert!(run.game.current_floor().monsters.is_empty(), "it dies of it");
    assert_eq!(slain(&run), [(FUSE, Xp(0), false)], "its own end pays nothing");
    // The burst does not reach into walls.
    assert_eq!(marked(&scene("#@f#").play(&[Wait])), row(2..=3));
    // The burst does not hit a player who has moved two steps away.
    let run = scene(field).play(&[Wait, Walk(West), Walk(West)]);
    assert_eq!((taken(&run), marked(&run)), (vec![], vec![]));
    assert!(run.game.current_floor().monsters.is_empty());
}

// M16: a Fuse Mouse lights its fuse only when adjacent to the player. One blow kills the mouse, and then nothing
// bursts.
#[test]
fn one_blow_puts_a_fuse_out() {
    assert!(!is_aimed(&scene("#@.f#").play(&[Wait])), "it comes first");
    for lit in [0, 1, 2] {
        let run = scene("#@f#").play(&[&vec![Wait; lit][..], &[Walk(East), Wait, Wait]].concat());
        let is_hit = !slain(&run).is_empty();
        assert!(is_hit && taken(&run).is_empty(), "lit for {lit} turns");
        assert!(!run.events().any(|event| matches!(event, Event::Burst { .. })));
        assert_eq!(slain(&run), [(FUSE, FUSE.spec().xp, true)]);
    }
}

// M8, B5: a burst also strikes all mice around it. Killed hunters give experience; killed sleepers give none.
#[test]
fn a_burst_strikes_mice() {
    let scene = scene("#.m.#\n@.f.#\n#.z.#").changed(|floor| {
        for monster in &mut floor.monsters {
            monster.body.hp = Hp(1);
            if monster.kind != FUSE {
                monster.body.statuses.set(Status::Stunned, 9);
            }
        }
        let fuse = floor.monsters.iter_mut().find(|it| it.kind == FUSE).expect("it is drawn");
        fuse.aim = Aim::At(Pos::at(1, 2));
    });
    let run = scene.play(&[Wait]);
    let micro = MonsterKind::MicroMouse;
    let paid = [(micro, micro.spec().xp, false), (micro, Xp(0), false)];
    assert_eq!(slain(&run), [&paid[..], &[(FUSE, Xp(0), false)]].concat());
    assert_eq!(taken(&run), [0; 0], "two tiles away");
    assert!(run.game.current_floor().monsters.is_empty());
}

// M8: a stun makes Tough, Neo, Spit and Fuse Mice lose their marks.
#[test]
fn the_stunned_forget_their_marks() {
    for letter in "tncf".chars() {
        let scene = scene(&format!("#@.{letter}#")).monster_status(Status::Stunned, 9);
        let run = scene.changed(|floor| floor.monsters[0].aim = Aim::At(Pos::at(2, 1)));
        let run = run.play(&[Wait]);
        assert_eq!((marked(&run), taken(&run)), (vec![], vec![]), "{letter}");
    }
}

// I10, M8: the ally never marks tiles if its attack there would also strike the player.
#[test]
fn the_ally_aims_past_the_player_only() {
    // The mouse bites the player, so it stays where it is.
    for (text, marks) in [("#t...m##\n######@#", true), ("#t.@m#", false), ("#t..@m#", false)] {
        let run = scene(text).changed(ally).play(&[Wait]);
        let is_mark = |event: &Event| matches!(event, Event::Marked { .. });
        assert_eq!(run.events().any(is_mark), marks, "{text}");
    }
}

// I10, M8: the ally marks the nearest enemy that it sees, and then strikes the mark. Without an enemy, it marks
// nothing.
#[test]
fn the_ally_uses_its_mark() {
    // The mouse bites the player, so it stays where it is.
    for (text, tile) in [
        ("#c...m##\n######@#", Pos::at(6, 1)),
        ("#t...m##\n######@#", Pos::at(6, 1)),
        ("#n.m##\n####@#", Pos::at(4, 1)),
        ("#fm##\n###@#", Pos::at(3, 1)),
    ] {
        let still = |floor: &mut FloorState| {
            ally(floor);
            floor.monsters[1].body.hp = Hp(400);
        };
        let run = scene(text).changed(still).play(&[Wait]);
        let marks =
            run.events().any(|event| matches!(event, Event::Marked { at, .. } if *at == tile));
        assert!(marks, "{text}");
        let run = run.play(&[Wait, Wait]);
        let kind = scene(text).game().current_floor().monsters[0].kind;
        let hits = run.events().filter(|event| {
            matches!(event, Event::Struck { attacker: Actor::Ally(it), target: Actor::Monster(_), .. } if *it == kind)
        });
        assert!(hits.count() >= 1, "{text}");
        if kind == FUSE {
            let lost =
                |event: &Event| matches!(event, Event::AllyLost { end: AllyEnd::Killed, .. });
            assert!(run.events().any(lost) && run.game.current_floor().ally().is_none());
        }
        let idle = scene(&text.replace('m', ".")).changed(ally).play(&[Wait; 3]);
        assert!(!is_aimed(&idle), "{text}");
    }
}

// I10, I7: if the ally stands in a spill that hurts it, it steps out before it marks.
#[test]
fn the_ally_marks_nobody_from_a_spill() {
    let scene = scene("#c..m##\n#####@#").changed(ally).changed(|floor| {
        let (pos, kind) = (floor.monsters[0].body.pos, SpillKind::Acid);
        let spill = Spill { pos, kind, turns: 9, is_players: false };
        floor.spills.push(spill).expect("there is room");
    });
    let run = scene.play(&[Wait]);
    assert!(!is_aimed(&run));
    assert_eq!(run.game.current_floor().ally().map(|ally| ally.body.pos), Some(Pos::at(3, 1)));
    assert!(is_aimed(&run.play(&[Wait])));
}

// I10, B5: a monster killed by the ally's marked attack gives experience, but counts as nobody's kill.
#[test]
fn the_allys_mark_pays() {
    let run = scene("#c...m##\n######@#").monster_hp(1).changed(ally).play(&[Wait, Wait]);
    let xp = MonsterKind::MicroMouse.spec().xp;
    assert_eq!(slain(&run), [(MonsterKind::MicroMouse, xp, false)]);
    assert_eq!(run.game.player().kills, 0);
}

// M8: a leap strikes a mouse that has moved onto the mark, and lands beside that mouse.
#[test]
fn a_leap_strikes_mice() {
    let scene = scene("#@.z.n#").changed(|floor| floor.monsters[1].aim = Aim::At(Pos::at(4, 1)));
    let run = scene.monster_hp(90).play(&[Wait]);
    assert_eq!((column(&run, NEO), taken(&run)), (5, vec![]));
    let micro = Actor::Monster(MonsterKind::MicroMouse);
    let is_struck =
        |event: &Event| matches!(event, Event::Struck { target, .. } if *target == micro);
    assert!(run.events().any(is_struck));
}

// M8: a charge also strikes the ally, and a burst of the ally also strikes the player.
#[test]
fn marks_spare_no_friend() {
    let scene_of = |text: &str| scene(text).monster_hp(1).changed(ally);
    let run = scene_of("#....@.m.t#").changed(|floor| {
        floor.monsters[0].body.statuses.set(Status::Stunned, 9);
        floor.monsters[1].aim = Aim::At(Pos::at(6, 1));
    });
    let run = run.play(&[Wait]);
    let lost = |event: &Event| matches!(event, Event::AllyLost { end: AllyEnd::Killed, .. });
    assert!(run.events().any(lost) && slain(&run).is_empty());
    assert_eq!((column(&run, TOUGH), taken(&run).len()), (7, 1), "and runs on");
    let burst = scene_of("#@f#").changed(|floor| floor.monsters[0].aim = Aim::At(Pos::at(2, 1)));
    assert_eq!(taken(&burst.play(&[Wait])).len(), 1);
}

// M8, M16: if one of two Fuse Mice with lit fuses dies in the burst of the other, it does not burst itself.
#[test]
fn a_burst_puts_other_fuses_out() {
    let lit = |floor: &mut FloorState| {
        floor.monsters.iter_mut().for_each(|fuse| fuse.aim = Aim::At(Pos::at(2, 1)));
    };
    let run = scene("#@ff#").changed(lit).play(&[Wait]);
    let bursts = run.events().filter(|event| matches!(event, Event::Burst { .. }));
    assert_eq!((bursts.count(), slain(&run).len(), taken(&run).len()), (1, 2, 1));
}

// T6, M8, K3: a burst beside the player and the King takes only one of them: nobody wins dead.
#[test]
fn a_burst_ends_with_the_run() {
    for (text, end) in [("#@fK#", Outcome::Won), ("#Kf@#", Outcome::Dead)] {
        let lit = |floor: &mut FloorState| {
            let fuse = floor.monsters.iter_mut().find(|it| it.kind == FUSE).expect("it is drawn");
            fuse.aim = Aim::At(fuse.body.pos);
            let king = floor.monsters.iter_mut().find(|it| it.kind != FUSE).expect("it is drawn");
            king.body.statuses.set(Status::Stunned, 9);
        };
        let run = Scenario::new(text).floor(13).hp(1).monster_hp(1).changed(lit).play(&[Wait]);
        let is_dead = run.game.player().body.hp == Hp::ZERO;
        assert_eq!((run.game.outcome(), is_dead), (end, end == Outcome::Dead), "{text}");
    }
}

// T6, M8: a player who dies of a charge is dead at once. The charge does not run over the body, and no monster acts
// afterwards.
#[test]
fn who_dies_of_a_charge_is_dead_at_once() {
    let scene = Scenario::new("#....@..t..n#").floor(10).hp(1).changed(|floor| {
        floor.monsters.iter_mut().for_each(|monster| monster.aim = Aim::At(Pos::at(6, 1)));
    });
    let run = scene.play(&[Wait]);
    assert_eq!(run.game.outcome(), Outcome::Dead);
    assert_eq!((column(&run, TOUGH), column(&run, NEO), taken(&run).len()), (7, 12, 1));
}

// S1, M2: sleepers and watchers mark nobody.
#[test]
fn sleepers_and_watchers_mark_nobody() {
    for text in ["#@..T#", "#@.N#", "#@F#"] {
        let kind = scene(text).game().current_floor().monsters[0].kind;
        for seed in (0..10).map(shifted) {
            let run = scene(text).seed(seed).play(&[Wait]);
            assert!(!is_aimed(&run), "{kind:?}");
            let run = scene(text).watched().seed(seed).play(&[Wait]);
            assert!(!is_aimed(&run), "{kind:?} notices first");
        }
    }
}

/// Returns the tiles that auto-travel avoids, in order.
fn hazards(run: &Run) -> Vec<Pos> {
    let tiles = run.game.current_floor().map.iter().map(|(pos, _)| pos);
    tiles.filter(|&pos| is_hazard(&run.game, pos)).collect()
}

// N3, N4: auto-travel stops when the player stands on a marked tile, and never enters one.
#[test]
fn auto_travel_keeps_out_of_marks() {
    let field = "#........#\n#....@..t#\n#........#";
    let calm = scene(field).game();
    let mut monitor = TravelMonitor::new(&calm, &calm.visible());
    let run = scene(field).play(&[Wait]);
    assert_eq!(hazards(&run), (4..=8).map(|x| Pos::at(x, 2)).collect::<Vec<_>>());
    assert_eq!(monitor.interrupt(&run.game, &run.game.visible()), Some(Interrupt::Hurt));
    let lit = scene("#.....#\n#..@f.#\n#.....#").play(&[Wait]);
    assert_eq!(hazards(&lit).len(), 9);
}
