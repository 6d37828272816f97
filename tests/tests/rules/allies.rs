//! Checks the ally (I10, T9), also when the player takes stairs (M7).

use crate::override_chips::{ally, monster, with_hp};
use Command::{Wait, Walk};
use Direction::{East, South, West};
use musrex_core::content::{ItemKind, MonsterKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::quantity::{Hp, Xp};
use musrex_core::rules::travel::{Interrupt, TravelMonitor, alert_enemy_in_sight, visible_enemies};
use musrex_core::rules::{Actor, AllyEnd, Event};
use musrex_core::view::animation::Animation;
use musrex_core::view::description::Description;
use musrex_core::view::map_view::MapView;
use musrex_core::view::text;
use musrex_core::view::widgets::Area;
use musrex_core::world::{AiState, FloorState, Monster, Spill, Terrain};
use musrex_core::{Command, Direction};
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;
use musrex_testkit::{Run, Scenario};

// I10: the player always knows where the ally is. If the ally is harmed out of sight, the log states in which direction
// (N3).
#[test]
fn an_ally_out_of_sight_is_known() {
    let behind = |hp: u16, is_ally: bool| {
        let scene = Scenario::new("#@...#\n####.#\n#n...#").monster_hp(20);
        let scene = scene.changed(move |floor| {
            floor.monsters[0].is_ally = is_ally;
            floor.monsters[0].body.hp = Hp(hp);
        });
        scene.game()
    };
    let (friend, foe) = (behind(12, true), behind(12, false));
    let visible = friend.visible();
    assert!(!visible.contains(friend.current_floor().monsters[0].body.pos));
    assert!(friend.senses(&friend.current_floor().monsters[0]));
    assert!(!foe.senses(&foe.current_floor().monsters[0]));
    let mut monitor = TravelMonitor::new(&friend, &visible);
    let stop = monitor.interrupt(&behind(9, true), &visible);
    assert_eq!(stop, Some(Interrupt::Ally(Some(South))));
}

// N3: the ally's loss of hit points to poison does not end auto-travel; any other loss does.
#[test]
fn the_allys_poison_does_not_end_travel() {
    let with_ally = |hp: u16| {
        let changed = Scenario::new("#@..n#").monster_hp(20).changed(move |floor| {
            floor.monsters[0].is_ally = true;
            floor.monsters[0].body.hp = Hp(hp);
            floor.monsters[0].body.statuses.set(Status::Poisoned, 9);
        });
        changed.game()
    };
    let poison = musrex_core::content::statuses::poison(Hp(20)).0;
    for (lost, stop) in [(poison, None), (poison + 1, Some(Interrupt::Hurt))] {
        let (before, now) = (with_ally(18), with_ally(18 - lost));
        let mut monitor = TravelMonitor::new(&before, &before.visible());
        assert_eq!(monitor.interrupt(&now, &now.visible()), stop);
    }
}

// N3: harm to the ally ends auto-travel, and so does its death.
#[test]
fn harm_to_the_ally_ends_travel() {
    let with_ally = |hp: u16| {
        let scene = Scenario::new("#@..n#").monster_hp(20);
        let changed = scene.changed(move |floor| {
            floor.monsters[0].is_ally = true;
            floor.monsters[0].body.hp = Hp(hp);
        });
        changed.game()
    };
    let none = Scenario::new("#@...#").game();
    for (now, stop) in [
        (with_ally(20), None),
        (with_ally(12), None),
        (with_ally(11), Some(Interrupt::Hurt)),
        (none, Some(Interrupt::Hurt)),
    ] {
        let before = with_ally(12);
        let mut monitor = TravelMonitor::new(&before, &before.visible());
        assert_eq!(monitor.interrupt(&now, &now.visible()), stop);
    }
}

// I10: the ally leaves stunned and eating enemies to the player, and fights an awake enemy farther away.
#[test]
fn an_ally_spares_the_helpless() {
    let stunned = |floor: &mut FloorState| floor.monsters[1].body.statuses.set(Status::Stunned, 9);
    let eating = |floor: &mut FloorState| floor.monsters[1].ai_state = AiState::Eating { turns: 9 };
    let strikes = |text: &str, change: &dyn Fn(&mut FloorState)| -> Vec<Pos> {
        let scene = Scenario::new(text).floor(9).monster_hp(200).changed(ally(0)).changed(change);
        let run = scene.play(&[Wait]);
        let struck = |event: &Event| match event {
            Event::Struck { attacker: Actor::Ally(_), at, .. } => Some(*at),
            _ => None,
        };
        run.events().filter_map(struck).collect()
    };
    assert_eq!(strikes("#@nt#", &|_| ()), [Pos::at(4, 1)], "an enemy that can act");
    assert_eq!(strikes("#@nt#", &stunned), []);
    assert_eq!(strikes("#@nt#", &eating), []);
    assert_eq!(strikes("##n##\n#@tt#", &stunned), [Pos::at(4, 2)], "the other one");
}

// I10: the ally follows the player and stays beside the player.
#[test]
fn an_ally_follows() {
    let scene = Scenario::new("#@......m#").changed(ally(0));
    let run = scene.play(&[Wait; 6]);
    run.shows("#@m......#");
    assert!(run.events().all(|event| !matches!(event, Event::Struck { .. })));
    let run = scene.play(&[Wait; 20]);
    run.shows("#@m......#");
    let behind = Scenario::new("#m@......#").changed(ally(0));
    behind.play(&[Walk(East); 5]).shows("#.....m@.#");
}

/// Puts a spill of `kind` for `turns` turns on the tiles of the first row whose columns are in `columns`.
fn spill(
    kind: SpillKind,
    columns: std::ops::RangeInclusive<u8>,
    turns: u8,
) -> impl Fn(&mut FloorState) {
    move |floor| {
        for x in columns.clone() {
            let spill = Spill { pos: Pos::at(x, 1), kind, turns, is_players: true };
            floor.spills.push(spill).expect("there is room");
        }
    }
}

/// Returns the ally's column after each of six turns of waiting, and whether a spill hurt the ally.
fn waits_beside_spill(text: &str, change: impl Fn(&mut FloorState)) -> ([u8; 6], bool) {
    let scene = Scenario::new(text).monster_hp(99).changed(ally(0)).changed(change);
    let columns = std::array::from_fn(|turns| {
        let run = scene.play(&vec![Wait; turns + 1]);
        run.game.current_floor().ally().expect("it lives").body.pos.x()
    });
    let run = scene.play(&[Wait; 6]);
    (columns, run.events().any(|event| matches!(event, Event::Burned { who: Actor::Ally(_), .. })))
}

// I10, I7: the ally steps out of acid, waits beside acid, and comes when the acid is gone.
#[test]
fn an_ally_keeps_out_of_acid() {
    let acid = |columns| spill(SpillKind::Acid, columns, 4);
    assert_eq!(waits_beside_spill("#@n..#", acid(3..=3)), ([4, 4, 4, 4, 3, 3], false));
    assert_eq!(waits_beside_spill("#@...n#", acid(4..=4)), ([5, 5, 5, 5, 4, 3], false));
    // The ally waits until the acid between it and an enemy is gone. It steps out of acid even if an enemy is beside
    // it.
    let stunned = |floor: &mut FloorState| floor.monsters[1].body.statuses.set(Status::Stunned, 9);
    for (text, acid_at, columns) in [("@#m.t#", 4, [3, 3, 3, 3, 4, 4]), ("@#.mt#", 4, [3; 6])] {
        let (first, is_burned) = waits_beside_spill(text, |floor| {
            stunned(floor);
            spill(SpillKind::Acid, acid_at..=acid_at, if columns == [3; 6] { 9 } else { 4 })(floor);
        });
        assert_eq!((first, is_burned), (columns, false), "{text}");
    }
}

// I10, I7, I8: the ally avoids only spills that hurt it. So it walks through mist, and through gas while it is immune.
// If it stands in gas and every tile around it would hurt it, it walks on through the gas.
#[test]
fn an_ally_shuns_only_what_hurts_it() {
    let follows = ([6, 5, 4, 3, 3, 3], false);
    assert_eq!(waits_beside_spill("#@....n#", spill(SpillKind::Healing, 3..=5, 9)), follows);
    assert_eq!(waits_beside_spill("#@....n#", spill(SpillKind::Gas, 3..=5, 9)), ([6; 6], false));
    let immune = |floor: &mut FloorState| {
        spill(SpillKind::Gas, 3..=5, 9)(floor);
        floor.monsters[0].body.statuses.set(Status::Immune, 50);
    };
    assert_eq!(waits_beside_spill("#@....n#", immune), follows);
    let amid = waits_beside_spill("#@....n.#", spill(SpillKind::Gas, 5..=8, 9));
    assert_eq!(amid, ([6, 5, 4, 3, 3, 3], true));
}

/// Returns the lines of text for a look at the tile `at`.
fn look_at(scene: &Scenario, at: Pos) -> Vec<String> {
    let game = scene.game();
    let visible = game.visible();
    let area = Area { x: 0, y: 0, width: 240, height: 160 };
    let view =
        MapView { game: &game, visible: &visible, animation: &Animation::NONE, clock: 0, area };
    Description::of(&view, at).words().map(|(line, _)| line.to_owned()).collect()
}

// I10: looking at a mouse that the chip can take says so, and warns that the chip would end the current ally.
#[test]
fn a_look_warns_of_a_second_ally() {
    let told = |has_ally: bool| {
        let scene = with_hp("#@.n.m#", 10, 5).carries(ItemKind::OverrideChip);
        let scene = scene.changed(move |floor| floor.monsters[1].is_ally = has_ally);
        let lines = look_at(&scene, Pos::at(4, 1));
        [words::line("look.chip_takes_it"), words::line("look.ends_ally")]
            .map(|line| lines.iter().any(|it| it == line))
    };
    assert_eq!((told(false), told(true)), ([true, false], [true, true]));
}

// I10, A6: looking at the ally describes its current behaviour. It does not mention what its kind does to the player,
// such as spitting or theft.
#[test]
fn a_look_at_the_ally_tells_what_it_does_now() {
    let said = |letter: char, is_ally: bool| {
        let scene = Scenario::new(&format!("#@.{letter}#")).floor(9);
        let scene = scene.changed(move |floor| floor.monsters[0].is_ally = is_ally);
        look_at(&scene, Pos::at(4, 1))
    };
    for (letter, kind) in [
        ('m', MonsterKind::MicroMouse),
        ('n', MonsterKind::NeoMouse),
        ('r', MonsterKind::RabidMouse),
        ('t', MonsterKind::ToughMouse),
        ('e', MonsterKind::MetaMouse),
        ('c', MonsterKind::SpitMouse),
        ('a', MonsterKind::PackRat),
    ] {
        let ability = words::of("monster", kind, "ability").to_owned();
        assert!(said(letter, false).contains(&ability), "{kind:?}");
        let lines = said(letter, true);
        assert!(lines[0].starts_with(text::name_of(kind)), "{lines:?}");
        assert!(lines.iter().any(|line| line == words::line("look.ally_spares")), "{lines:?}");
        assert!(!lines.contains(&ability) && !lines.iter().any(|line| line.contains(" you ")));
        // A line with `may` names the status that its blows may inflict.
        let has_effect = lines.iter().any(|line| line.contains(" may "));
        assert_eq!(has_effect, kind.spec().on_hit.is_some(), "{kind:?}");
        let is_special = kind.spec().steals().is_some();
        assert_eq!(lines.iter().any(|line| line.contains(" no longer ")), is_special, "{kind:?}");
    }
}

// I10: if the player walks into the ally, they swap places, and each makes a step.
#[test]
fn walking_into_the_ally_swaps_places() {
    let scene = Scenario::new("#@m#").changed(ally(0));
    let run = scene.play(&[Walk(East)]);
    run.shows("#m@#");
    assert_eq!(run.game.turn().0, 1);
    assert!(run.events().any(|event| *event == Event::Swapped { kind: MonsterKind::MicroMouse }));
    assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
    // The player also swaps with an ally on an item or on stairs.
    let over = Scenario::new("#@%#").changed(|floor| {
        let mut one = Monster::new(MonsterKind::NeoMouse, Pos::at(3, 1), Hp(9));
        one.is_ally = true;
        one.ai_state = AiState::hunting(Pos::at(2, 1));
        floor.monsters.push(one).expect("there is room");
    });
    assert_eq!(over.play(&[Walk(East)]).game.player().pack.len(), 1);
    let stairs = Scenario::new("#@m#").floor(3).changed(ally(0)).changed(|floor| {
        floor.map.set(Pos::at(3, 1), Terrain::StairsUp);
    });
    let run = stairs.play(&[Walk(East)]);
    assert_eq!(run.game.floor().number(), 4);
    assert!(run.game.current_floor().ally().is_some(), "and follows");
}

// I10: if the player stands between the ally and an enemy, the ally goes around the player.
#[test]
fn an_ally_goes_around_the_player() {
    for (room, ally_at) in [("#t...#\n#.@..#\n#..n.#\n#....#", 1), ("#....#\n#t@n.#\n#....#", 1)] {
        let scene = Scenario::new(room).level(60).monster_hp(300).changed(ally(ally_at));
        let run = scene.play(&[Wait; 4]);
        let has_struck = run.events().any(|event| {
            matches!(
                event,
                Event::Struck { attacker: Actor::Ally(_), target: Actor::Monster(_), .. }
            )
        });
        assert!(has_struck, "{room}");
    }
}

// I10: the ally fights awake enemies that it sees within 6 tiles, but not sleepers or watchers.
#[test]
fn an_ally_fights_the_awake() {
    // The player stands behind a wall, and no monster hunts the player.
    let scene = |enemy: char, distance: usize| {
        let text = format!("@#m{}{enemy}#", ".".repeat(distance - 1));
        Scenario::new(&text).monster_hp(200).changed(ally(0)).changed(|floor| {
            let stays = floor.monsters[1].body.pos;
            if floor.monsters[1].ai_state.is_alert() {
                floor.monsters[1].ai_state = AiState::hunting(stays);
            }
        })
    };
    for (distance, comes) in [(2, true), (6, true), (7, false)] {
        let run = scene('t', distance).play(&[Wait]);
        let came = monster(&run, 0).body.pos == Pos::at(4, 1);
        assert_eq!(came, comes, "{distance} tiles");
    }
    for text in ['T', 'Z'.to_ascii_lowercase()] {
        let run = scene(text, 3).play(&[Wait; 5]);
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })), "{text}");
        let run = scene(text, 3).watched().play(&[Wait]);
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })), "{text}");
    }
    let struck = scene('t', 1).play(&[Wait; 3]);
    let strikes = struck.events().filter(|event| {
        matches!(event, Event::Struck { attacker: Actor::Ally(_), target: Actor::Monster(_), .. })
    });
    assert_eq!(strikes.count(), 3, "each turn");
    // The ally does not fight through walls.
    let run = Scenario::new("@#t#t").monster_hp(99).changed(ally(0)).play(&[Wait; 5]);
    assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
}

// I10, M7: if the ally was too far away to follow, the log says that it stayed behind.
#[test]
fn an_ally_that_stays_behind_is_told() {
    for (text, stays) in [("#n.....@<#", true), ("#....n.@<#", false)] {
        let run = Scenario::new(text).floor(3).changed(ally(0)).play(&[Walk(East)]);
        assert_eq!(run.game.floor().number(), 4);
        let is_told = run.events().any(|event| {
            matches!(
                event,
                Event::AllyLost { kind: MonsterKind::NeoMouse, end: AllyEnd::LeftBehind, .. }
            )
        });
        assert_eq!(is_told, stays, "{text}");
    }
}

// B5: a hunting monster that the ally kills gives experience, but counts as nobody's kill.
#[test]
fn the_allys_kills_pay() {
    for seed in (0..20).map(shifted) {
        let scene = Scenario::new("@#tm#").seed(seed).changed(ally(0));
        let scene = scene.changed(|floor| floor.monsters[1].body.hp = Hp(1));
        let run = scene.play(&[Wait; 8]);
        let slain = run.events().find_map(|event| match event {
            Event::Slain { kind, paid, by_player, .. } => Some((*kind, *paid, *by_player)),
            _ => None,
        });
        let xp = MonsterKind::MicroMouse.spec().xp;
        assert_eq!(slain, Some((MonsterKind::MicroMouse, xp, false)));
        assert_eq!((run.game.player().xp, run.game.player().kills), (xp, 0));
    }
}

// T9: a hostile monster next to the ally, but not next to the player, strikes the ally. A monster next to the player
// strikes the player.
#[test]
fn hostile_monsters_strike_the_ally() {
    let targets = |text: &str| -> Vec<Actor> {
        let scene = Scenario::new(text).level(60).monster_hp(300).changed(ally(0));
        let run = scene.play(&[Wait]);
        let of = |event: &Event| match event {
            Event::Struck { attacker: Actor::Monster(_), target, .. } => Some(*target),
            _ => None,
        };
        run.events().filter_map(of).collect()
    };
    let it = Actor::Ally(MonsterKind::NeoMouse);
    assert_eq!(targets("#@nm#"), [it], "it stands in the way");
    assert_eq!(targets("@.n\n..m"), [it], "with the player in sight");
    assert_eq!(targets("#n@m#"), [Actor::Player]);
    assert_eq!(targets("n#\n@m"), [Actor::Player], "next to both");
    assert_eq!(targets("@#nm#"), [it], "with the player out of sight");
    assert_eq!(targets("@n\n##\n##\n.m"), []);
}

// T9: allies and the player never strike each other, even when confused.
#[test]
fn nobody_strikes_a_friend() {
    for seed in (0..100).map(shifted) {
        let scene = Scenario::new("#@n#").seed(seed).changed(ally(0));
        let scene = scene.monster_status(Status::Confused, 20).status(Status::Confused, 20);
        let run = scene.play(&[Walk(East), Wait, Walk(West)]);
        assert!(!run.events().any(|event| matches!(event, Event::Struck { .. })));
    }
}

// I10: on a floor that is new to the player, the ally heals a quarter of its original hit points. On a known floor, it
// does not heal.
#[test]
fn an_ally_mends_on_new_floors() {
    let scene = |hp| with_hp("#m@<#", 40, hp).floor(3).level(60).changed(ally(0));
    let hp = |run: &Run| run.game.current_floor().ally().expect("it follows").body.hp;
    let run = scene(3).play(&[Walk(East)]);
    assert_eq!((run.game.floor().number(), hp(&run)), (4, Hp(3 + 40 / 4)));
    let run = run.play(&[Walk(West)]);
    assert_eq!((run.game.floor().number(), hp(&run)), (3, Hp(13)));
    let run = run.play(&[Walk(East)]);
    assert_eq!((run.game.floor().number(), hp(&run)), (4, Hp(13)));
    assert_eq!(hp(&scene(39).play(&[Walk(East)])), Hp(40), "no more than it was born with");
    // An enemy that follows the player does not heal.
    let enemy = with_hp("#m@<#", 40, 3).floor(3).level(60).play(&[Walk(East)]);
    let followed = enemy.game.current_floor().monsters.last().expect("it follows");
    assert_eq!((followed.kind, followed.body.hp), (MonsterKind::MicroMouse, Hp(3)));
}

// N1, I10: the ally does not heal over time. It can die, and its death gives no experience.
#[test]
fn an_ally_does_not_mend_and_can_die() {
    let scene = with_hp("#@n#", 15, 3).changed(ally(0));
    let run = scene.play(&[Wait; 100]);
    assert_eq!(monster(&run, 0).body.hp, Hp(3));
    let dying = with_hp("#@n#", 15, 1).changed(ally(0)).monster_status(Status::Envenomed, 5);
    let run = dying.play(&[Wait]);
    assert!(run.game.current_floor().monsters.is_empty());
    let (kind, end) = (MonsterKind::NeoMouse, AllyEnd::Killed);
    let lost = Event::AllyLost { kind, at: Pos::at(3, 1), end };
    assert!(run.events().any(|event| *event == lost));
    assert_eq!((run.game.player().xp, run.game.player().kills), (Xp(0), 0));
}

// I10: the ally counts neither as a visible nor as an alert enemy, so it does not interrupt waiting or exploring.
#[test]
fn an_ally_is_no_enemy() {
    let game = Scenario::new("#@.n#").changed(ally(0)).game();
    assert_eq!(visible_enemies(&game, &game.visible()).count(), 0);
    assert_eq!(alert_enemy_in_sight(&game, &game.visible()), None);
}

/// Returns a run in which the player takes the stairs on the right. `text` draws floor 3, and `change` changes that
/// floor.
fn climbs(text: &str, change: impl FnOnce(&mut FloorState)) -> Run {
    Scenario::new(text).floor(3).level(60).changed(change).play(&[Walk(East)])
}

// M7, I10: the ally follows the player by stairs if it is within 4 tiles.
#[test]
fn an_ally_follows_by_stairs_from_four_tiles() {
    for (distance, follows) in [(1, true), (2, true), (4, true), (5, false), (9, false)] {
        // The distance is measured from the stairs, because the player stands there when the floor changes.
        let text = match distance {
            1 => "#@<n#".to_owned(),
            _ => format!("#n{}@<#", ".".repeat(distance - 2)),
        };
        let run = climbs(&text, |floor| {
            floor.monsters[0].is_ally = true;
            floor.monsters[0].body.statuses.set(Status::Stunned, 9);
        });
        assert_eq!(run.game.floor().number(), 4);
        let here = run.game.current_floor();
        assert_eq!(here.ally().is_some(), follows, "{distance} tiles");
        if let Some(ally) = here.ally() {
            assert!(ally.body.pos.is_next_to(run.game.player().body.pos));
        }
    }
}

// I10: walking with an ally through a room of enemies breaks no invariant, and there is never a second ally.
#[test]
fn a_room_of_friend_and_foe() {
    let text = "
        #........#
        #.t..n.m.#
        #...@....#
        #.e...c..#
        #........#";
    for seed in (0..40).map(shifted) {
        let scene = Scenario::new(text).seed(seed).floor(9).level(40).changed(ally(1));
        let commands: Vec<Command> =
            (0..40).map(|turn| if turn % 3 == 0 { Walk(South) } else { Walk(East) }).collect();
        let run = scene.play(&commands);
        assert!(run.game.current_floor().monsters.iter().filter(|one| one.is_ally).count() <= 1);
    }
}
