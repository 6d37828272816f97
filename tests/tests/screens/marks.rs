//! Checks the pictures, texts and sounds of attacks that are marked on the ground before they strike (M8).

use musrex_assets::interface::MARKED_ALLY;
use musrex_core::content::monsters::MarkShape;
use musrex_core::content::{Cue, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::Button;
use musrex_core::quantity::{Damage, Hp};
use musrex_core::raster::Colour;
use musrex_core::rules::combat::damage;
use musrex_core::rules::{Actor, Event};
use musrex_core::sound;
use musrex_core::view::animation::Animation;
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::description::Description;
use musrex_core::view::map_view::MapView;
use musrex_core::view::sprites::{mark_sprites, marked_sprites};
use musrex_core::view::text;
use musrex_core::view::widgets::Area;
use musrex_core::world::{Aim, Game, Monster};
use musrex_core::{Command, Events};
use musrex_testkit::Scenario;
use musrex_testkit::ocr::{self, SIZES, says};
use musrex_testkit::watched::{assert_says, watch};

/// The mice that mark tiles. Each entry is the letter of the mouse, its kind, and the tile at which it aims in
/// [`room`].
const MARKS: [(char, MonsterKind, Pos); 10] = [
    ('c', MonsterKind::SpitMouse, Pos::at(8, 4)),
    ('t', MonsterKind::ToughMouse, Pos::at(8, 4)),
    ('n', MonsterKind::NeoMouse, Pos::at(6, 4)),
    ('f', MonsterKind::FuseMouse, Pos::at(5, 5)),
    ('b', MonsterKind::Bulldozer, Pos::at(5, 4)),
    ('j', MonsterKind::Streak, Pos::at(7, 4)),
    ('h', MonsterKind::Needle, Pos::at(8, 4)),
    ('q', MonsterKind::Mirage, Pos::at(8, 4)),
    ('u', MonsterKind::Turncoat, Pos::at(8, 4)),
    ('e', MonsterKind::MetaMouse, Pos::at(8, 4)),
];

/// Returns a room with a mouse that aims. The player is in the middle of the bottom side.
fn room(letter: char, aim: Aim) -> Scenario {
    let text = "
        ###########
        #.........#
        #.........#
        #..m......#
        #....@....#
        ###########";
    let text = text.replace('m', &letter.to_string());
    Scenario::new(&text).floor(8).level(6).hp(40).changed(|floor| floor.monsters[0].aim = aim)
}

/// Returns the tiles that the mouse of a scene has marked.
fn marked(game: &Game) -> Vec<Pos> {
    let floor = game.current_floor();
    floor.monsters[0].marked(&floor.map).collect()
}

const AREA: Area = Area { x: 0, y: 0, width: 240, height: 160 };

/// Returns the lines that the look mode shows about a tile.
fn told(game: &Game, at: Pos) -> Vec<String> {
    let (visible, animation) = (game.visible(), &Animation::NONE);
    let view = MapView { game, visible: &visible, animation, clock: 0, area: AREA };
    Description::of(&view, at).words().map(|(line, _)| line.to_owned()).collect()
}

// M8, H12, A6: for a mark, the look mode states who will strike there, when, and for how much damage after the player's
// armour. The text is the same on each marked tile and on the mouse that marked the tiles.
#[test]
fn look_tells_the_numbers_of_every_mark() {
    for (letter, kind, tile) in MARKS {
        for (aim, turns) in [(Aim::At(tile), 1), (Aim::Soon(tile), 2)] {
            let game = room(letter, aim).game();
            let spec = kind.spec();
            let mark = spec.mark().expect("it marks");
            let defence = game.player_stats().defence;
            let [low, high] = {
                let attack = spec.mark_attack_on(mark, game.floor());
                [*attack.start(), *attack.end()].map(|attack| damage(attack, defence).0)
            };
            let force = text::mark_odds(kind, (low, high)).expect("it has words").to_string();
            assert!(force.contains(&format!("{low}-{high}")), "{force}");
            let line = text::marked_line(Some(Actor::Monster(kind)), turns).to_string();
            assert!(line.contains(if turns == 1 { "next turn" } else { "in 2 turns" }), "{line}");
            let tiles = marked(&game);
            let count = match mark.shape {
                MarkShape::Tile => 1,
                MarkShape::Lane(_) => mark.lane_steps(Pos::at(4, 4), tile),
                MarkShape::Square => 9,
            };
            assert_eq!(tiles.len(), count, "{kind:?}");
            // Tiles behind a mouse are not in sight.
            let visible = game.visible();
            for at in tiles.into_iter().filter(|&at| visible.contains(at)) {
                let lines = told(&game, at);
                assert_eq!(
                    lines.iter().filter(|it| **it == line).count(),
                    1,
                    "{kind:?}: {lines:?}"
                );
                assert_eq!(
                    lines.iter().filter(|it| **it == force).count(),
                    1,
                    "{kind:?}: {lines:?}"
                );
            }
            assert!(told(&game, game.current_floor().monsters[0].body.pos).contains(&force));
        }
    }
}

// M8, H12, H10: on every frame, the look mode's text about a mark is completely readable. The button that cycles
// through targets visits only one tile of each mark.
#[test]
fn a_mark_is_looked_at_once_and_read_whole() {
    for (letter, kind, tile) in MARKS {
        let mut driver = watch(&room(letter, Aim::At(tile)));
        let mut visited = Vec::new();
        driver.tap(Button::L);
        while let Some(at) = driver.app.target().filter(|at| !visited.contains(at)) {
            visited.push(at);
            driver.tap(Button::L);
        }
        let tiles = marked(driver.app.game());
        let mouse = driver.app.game().current_floor().monsters[0].body.pos;
        let player = driver.app.game().player().body.pos;
        let is_marked = |at: &&Pos| tiles.contains(at) && **at != mouse && **at != player;
        assert!(visited.iter().filter(is_marked).count() <= 1, "{kind:?}: {visited:?}");
        let at = *visited.iter().find(|at| tiles.contains(at)).expect("it is visited");
        while driver.app.target() != Some(at) {
            driver.tap(Button::L);
        }
        assert_says(&driver, &text::marked_line(Some(Actor::Monster(kind)), 1), Colour::WARNING);
        let game = driver.app.game();
        for (width, height, size) in SIZES {
            let visible = game.visible();
            let animation = &Animation::NONE;
            let view = MapView { game, visible: &visible, animation, clock: 0, area: AREA };
            let mut words = ocr::words(width, height);
            let mut frame = musrex_core::raster::Frame::new(width, height, &mut words)
                .expect("the words are enough");
            frame.set_text_size(size);
            let description = Description::of(&view, at);
            let lines: Vec<_> =
                description.words().map(|(line, it)| (line.to_owned(), it)).collect();
            description.draw(&mut frame, 40);
            for (line, colour) in lines {
                assert!(says(&frame, &line, colour), "{line:?} at {width}×{height}");
            }
        }
    }
}

/// Returns whether a marked tile is drawn at `at`, judged by the part that no creature covers.
fn is_drawn(game: &Game, kind: MonsterKind, at: Pos) -> bool {
    let drawn = pixels(game, &Animation::NONE, at);
    let sprites = [true, false].map(|is_middle| mark_sprites(kind, is_middle));
    sprites.into_iter().flatten().any(|tile| {
        // The test compares a bottom corner of the tile, which creatures and signs leave free.
        let wanted = tile.pixels().concat();
        let corners = (0..256).filter(|at| [0, 1].contains(&(at % 16)) && at / 16 > 13);
        let inked: Vec<usize> = corners.filter(|&at| wanted[at] != 0).collect();
        !inked.is_empty() && inked.iter().all(|&at| drawn[at] == wanted[at])
    })
}

// M8: every marked tile in sight is drawn as marked, even under a creature. No other tile is drawn as marked.
#[test]
fn every_marked_tile_in_sight_is_drawn() {
    for (letter, kind, tile) in MARKS {
        let game = room(letter, Aim::At(tile)).game();
        let tiles = marked(&game);
        let open = |pos: &Pos| game.current_floor().map.terrain(*pos).is_walkable();
        let mouse = game.current_floor().monsters[0].body.pos;
        for at in (2..11)
            .flat_map(|x| (2..6).map(move |y| Pos::at(x, y)))
            .filter(open)
            .filter(|&at| at != mouse)
        {
            let is_there = is_drawn(&game, kind, at);
            let is_due = tiles.contains(&at) && game.visible().contains(at);
            assert_eq!(is_there, is_due, "{kind:?} at {at:?}");
        }
    }
    // A mouse behind a corner has marked a lane. The player sees only the end of the lane.
    let hidden = Scenario::new("#t.....#\n####.###\n####@###").floor(8);
    let game = hidden.changed(|floor| floor.monsters[0].aim = Aim::At(Pos::at(5, 1))).game();
    let visible = game.visible();
    let tiles = marked(&game);
    let seen: Vec<Pos> = tiles.iter().copied().filter(|&at| visible.contains(at)).collect();
    assert!(!seen.is_empty() && seen.len() < tiles.len(), "{seen:?} of {tiles:?}");
    for at in tiles {
        assert_eq!(is_drawn(&game, MonsterKind::ToughMouse, at), visible.contains(at), "{at:?}");
    }
}

// M8: the tests in this file cover every kind that marks tiles.
#[test]
fn every_mark_is_tested() {
    for kind in MonsterKind::ALL.into_iter().filter(|kind| kind.spec().mark().is_some()) {
        assert!(MARKS.iter().any(|(_, other, _)| *other == kind), "{kind:?} is tested here");
    }
}

/// Returns the cues played in a turn of waiting.
fn cues(scene: &Scenario) -> Vec<Cue> {
    let (mut game, mut events) = (scene.game(), Events::new());
    let mut visible = game.visible();
    game.step_and_look(Command::Wait, &mut events, &mut visible).expect("one can wait");
    events.iter().filter_map(|event| sound::of_event(event, &game, &visible)).collect()
}

// M8, H13: each attack has its own sound: the fuse and the burst, the charge, the wall that stuns the charging mouse,
// and the leap.
#[test]
fn marks_and_attacks_are_heard() {
    let lit = cues(&Scenario::new("#@f#").floor(8));
    assert!(lit.contains(&Cue::Fuse), "{lit:?}");
    let aims = |text: &str, at: Pos| {
        Scenario::new(text).floor(8).changed(move |floor| floor.monsters[0].aim = Aim::At(at))
    };
    let burst = cues(&aims("#@.f#", Pos::at(2, 1)));
    assert!(burst.contains(&Cue::Burst), "{burst:?}");
    let leap = cues(&aims("#@.n.#", Pos::at(2, 1)));
    assert!(leap.contains(&Cue::Leap), "{leap:?}");
    // With free ground ahead, the charge runs on; in front of a wall, the mouse is stunned.
    let free = cues(&aims("#t......#\n####.####\n####@####", Pos::at(6, 1)));
    assert!(free.contains(&Cue::Charge) && !free.contains(&Cue::Impact), "{free:?}");
    let wall = cues(&aims("#t...#\n####.#\n####@#", Pos::at(5, 1)));
    assert!(wall.contains(&Cue::Impact) && !wall.contains(&Cue::Charge), "{wall:?}");
}

// B5: the message about a mouse killed by others states the experience that the player gets for it.
#[test]
fn who_dies_by_others_is_told_of_with_what_it_pays() {
    let told = |paid| {
        let event = Event::Slain {
            kind: MonsterKind::NeoMouse,
            at: Pos::at(1, 1),
            paid: musrex_core::quantity::Xp(paid),
            by_player: false,
        };
        text::event_message(&event).expect("it is told").text.to_string()
    };
    assert!(told(0).ends_with("No XP"), "{}", told(0));
    assert!(told(33).ends_with("+33 XP"), "{}", told(33));
}

// M8: messages come in the order of events: first the mouse charges, leaps or bursts, and then it strikes.
#[test]
fn an_attack_is_told_before_its_blow() {
    for (letter, at, text) in [
        ('t', Pos::at(2, 1), "#@...t#"),
        ('n', Pos::at(2, 1), "#@.n#"),
        ('f', Pos::at(2, 1), "#@f#"),
    ] {
        let scene = Scenario::new(text).floor(8).level(6);
        let game = scene.changed(|floor| floor.monsters[0].aim = Aim::At(at));
        let (mut game, mut events) = (game.game(), Events::new());
        game.step(Command::Wait, &mut events).expect("one can wait");
        let place = |is_it: fn(&Event) -> bool| events.iter().position(is_it);
        let strike = place(|it| {
            matches!(it, Event::Charged { .. } | Event::Leapt { .. } | Event::Burst { .. })
        });
        let blow = place(|it| matches!(it, Event::Struck { .. }));
        assert!(strike.is_some() && strike < blow, "{letter}: {strike:?}, {blow:?}");
    }
}

// M8, A6: for a mouse that attacks only by bursting, the look mode mentions no blow.
#[test]
fn who_bursts_has_no_blow() {
    let scene = room('f', Aim::None);
    let game = scene.game();
    let lines = told(&game, game.current_floor().monsters[0].body.pos);
    assert!(lines.iter().all(|line| !line.contains("It hits")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("Its blast hits")), "{lines:?}");
}

// M8, H2: a player on a marked tile can read how many turns are left until the attack. If there are several attacks,
// the earliest one is shown.
#[test]
fn the_turns_until_a_mark_strikes_are_read() {
    for (aims, words) in [
        (&[Aim::Soon(Pos::at(2, 2))][..], "Hit in 2"),
        (&[Aim::At(Pos::at(2, 2))], "Hit in 1"),
        (&[Aim::Soon(Pos::at(2, 2)), Aim::At(Pos::at(2, 2))], "Hit in 1"),
    ] {
        let scene = Scenario::new("####\n#@f#\n#f.#\n####").floor(8).changed(|floor| {
            floor.monsters.truncate(aims.len());
            for (monster, aim) in floor.monsters.iter_mut().zip(aims) {
                monster.aim = *aim;
            }
        });
        assert_says(&watch(&scene), words, Colour::WARNING);
    }
}

// M8, I10: the log reports that an ally aims, but not as a warning.
#[test]
fn an_ally_that_aims_warns_nobody() {
    let scene = Scenario::new("#@..n.r#").floor(8).level(6).changed(|floor| {
        floor.monsters[0].is_ally = true;
    });
    let mut driver = watch(&scene);
    driver.tap(Button::A);
    let ally = &driver.app.game().current_floor().monsters[0];
    assert!(ally.is_ally && ally.aim.tile().is_some(), "{:?}", ally.aim);
    let said: Vec<_> = driver.app.messages().iter().map(|it| it.message.text.to_string()).collect();
    assert!(said.iter().any(|it| it == "Your ally aims at the Rabid Mouse."), "{said:?}");
    assert!(said.iter().all(|it| !it.contains("Step aside")), "{said:?}");
    assert!(!cues(&scene).contains(&Cue::Mark));
}

/// The allies that mark a tile with an enemy on it. Each entry is the letter of the ally, its kind, its tile, and the
/// tile at which it aims.
const ALLIES: [(char, MonsterKind, Pos, Pos); 4] = [
    ('c', MonsterKind::SpitMouse, Pos::at(3, 2), Pos::at(6, 2)),
    ('t', MonsterKind::ToughMouse, Pos::at(3, 2), Pos::at(6, 2)),
    ('n', MonsterKind::NeoMouse, Pos::at(4, 2), Pos::at(6, 2)),
    ('f', MonsterKind::FuseMouse, Pos::at(5, 2), Pos::at(6, 2)),
];

/// Returns a room with an ally that aims at a Rabid Mouse. The player is out of the way.
fn allied(letter: char, at: Pos, tile: Pos) -> Scenario {
    let rows = ["#########", "#.......#", "#.......#", "#...@...#", "#########"];
    let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    // The text of a scene begins at row 1 and column 1.
    rows[usize::from(at.y()) - 1][usize::from(at.x()) - 1] = letter;
    rows[usize::from(tile.y()) - 1][usize::from(tile.x()) - 1] = 'r';
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Scenario::new(&rows.join("\n")).floor(8).level(6).hp(40).changed(move |floor| {
        for monster in &mut floor.monsters {
            if monster.body.pos == tile {
                monster.body.statuses.set(Status::Stunned, 9);
            } else {
                (monster.is_ally, monster.aim) = (true, Aim::At(tile));
            }
        }
    })
}

// M8, I10: the ally's mark has its own picture. The look mode and the log attribute it to the player's side, and the
// look mode states the target and the damage.
#[test]
fn the_allys_marks_are_the_players() {
    for (letter, kind, at, tile) in ALLIES {
        let scene = allied(letter, at, tile);
        let game = scene.game();
        let floor = game.current_floor();
        let ally = floor.ally().expect("it is drawn");
        let tile = ally.aim.tile().expect("it aims");
        assert!(floor.monster_at(tile).is_some(), "{kind:?} aims at {tile:?}");
        let enemy = Monster { is_ally: false, ..ally.clone() };
        for pos in ally.marked(&floor.map) {
            assert!(core::ptr::eq(marked_sprites(ally, pos), &MARKED_ALLY), "{kind:?}");
            assert!(!core::ptr::eq(marked_sprites(&enemy, pos), &MARKED_ALLY), "{kind:?}");
        }
        let lines = told(&game, tile);
        let name = text::name_of(kind);
        assert!(lines.iter().any(|it| it.starts_with("Your ally")), "{lines:?}");
        assert!(lines.iter().all(|it| !it.starts_with(&format!("A {name} "))), "{lines:?}");
        let target = &floor.monsters[floor.monster_at(tile).expect("it is there")];
        let spec = kind.spec();
        let attack = spec.mark_attack_on(spec.mark().expect("it marks"), game.floor());
        let defence = target.kind.spec().defence;
        // A stunned target takes double damage.
        let [low, high] =
            [*attack.start(), *attack.end()].map(|attack| 2 * damage(attack, defence).0);
        let force = format!("It hits the Rabid Mouse for {low}-{high}");
        assert!(lines.contains(&force), "{lines:?} without {force:?}");
        let aims = "Your ally aims at the Rabid Mouse.".to_owned();
        let lines = told(&game, ally.body.pos);
        assert!(lines.contains(&aims), "{lines:?} without {aims:?}");
        let mut driver = watch(&scene);
        driver.tap(Button::A);
        let said: Vec<_> =
            driver.app.messages().iter().map(|it| it.message.text.to_string()).collect();
        assert!(said.iter().any(|it| it.starts_with("Your ally ")), "{said:?}");
        assert!(said.iter().all(|it| !it.starts_with(&format!("The {name} "))), "{said:?}");
    }
}

// M8: for a mouse that aims, the look mode states how many creatures its attack will reach. For a mouse on a mark, it
// states the damage to that mouse.
#[test]
fn look_tells_whom_a_mark_reaches() {
    let scene =
        Scenario::new("#........#\n#.@.m..t.#\n#........#").floor(8).level(6).changed(|floor| {
            floor.monsters[1].aim = Aim::At(Pos::at(3, 2));
        });
    // The mouse that aims is behind another mouse, so only cameras reveal it.
    let game = scene.changed(|floor| floor.camera_turns = 9).game();
    let monsters = &game.current_floor().monsters;
    let lines = told(&game, monsters[0].body.pos);
    let struck = "It hits the Micro Mouse for ";
    assert!(lines.iter().any(|it| it.starts_with(struck)), "{lines:?}");
    let lines = told(&game, monsters[1].body.pos);
    assert!(lines.contains(&"Its attack hits 1 creature and you".to_owned()), "{lines:?}");
}

/// Returns the pixels of a tile as drawn with this animation.
fn pixels(game: &Game, animation: &Animation, at: Pos) -> Vec<u8> {
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(game);
    let visible = game.visible();
    let view = MapView { game, visible: &visible, animation, clock: 0, area: AREA };
    let (x, y) = view.to_screen(at);
    let (x, y) = (usize::from(x.unsigned_abs()), usize::from(y.unsigned_abs()));
    ocr::drawn(
        |frame| view.draw(frame, &autotiles),
        |frame| {
            (0..16).flat_map(|row| frame.pixels()[(y + row) * 240 + x..][..16].to_vec()).collect()
        },
    )
}

// M8: the line to a mark, and the dots that lead to the creature in front of a hidden mouse, are drawn along the clear
// line of attack and not on a wall beside it.
#[test]
fn the_way_of_an_aim_lies_on_no_wall() {
    let scene = Scenario::new("c......\n.#.....\n....@..\n.......").floor(8).level(6);
    let (mut game, mut events) = (scene.game(), Events::new());
    game.step(Command::Wait, &mut events).expect("one can wait");
    let (from, wall, way) = (Pos::at(1, 1), Pos::at(2, 2), Pos::at(4, 2));
    let marked = |event: &Event| matches!(event, Event::Marked { from: it, .. } if *it == from);
    assert!(events.iter().any(marked), "it aims");
    let mut animation = Animation::new(&events, 6, game.player_stats().hp_max);
    assert_eq!((0..10).filter(|_| animation.advance()).count(), 10);
    assert!(animation.is_running());
    let still = &Animation::NONE;
    assert_eq!(pixels(&game, &animation, wall), pixels(&game, still, wall));
    assert_ne!(pixels(&game, &animation, way), pixels(&game, still, way));
    let scene = Scenario::new("c......\n.zz#...\n....@..\n.......").floor(8).level(6);
    let aims = |aim: Aim| {
        let scene = scene.clone();
        scene.changed(move |floor| floor.monsters[0].aim = aim).game()
    };
    let (calm, aimed) = (aims(Aim::None), aims(Aim::At(Pos::at(5, 3))));
    assert!(!aimed.visible().contains(Pos::at(1, 1)), "it is hidden");
    let wall = Pos::at(4, 2);
    assert_eq!(pixels(&aimed, still, wall), pixels(&calm, still, wall));
    let way = Pos::at(4, 3);
    assert_ne!(pixels(&aimed, still, way), pixels(&calm, still, way));
}

// H2, M8: the message that a tile is marked is visible at once, whatever else happens in the turn.
#[test]
fn a_mark_is_read_first() {
    let text =
        "#########\n#...z...#\n#..zrz..#\n#..m@m..#\n#.......#\n#.......#\n#...c...#\n#########";
    let scene = Scenario::new(text).floor(8).level(9).xp(6499).changed(|floor| {
        floor.monsters.iter_mut().for_each(|monster| monster.body.hp = Hp(1));
    });
    let mut driver = watch(&scene);
    driver.tap(Button::Up);
    let said: Vec<_> = driver.app.messages().iter().map(|it| it.message.text.to_string()).collect();
    let aims = "The Spit Mouse aims. Step aside!";
    assert!(said.len() > 4 && said.iter().any(|it| it == aims), "{said:?}");
    assert!(said.iter().any(|it| it.starts_with("Level 10")), "{said:?}");
    assert_says(&driver, aims, Colour::WARNING);
}

// M8: the message about a mouse struck by another mouse never mentions acid.
#[test]
fn who_is_struck_by_its_own_side_is_told_without_a_guess() {
    let struck = |attacker: MonsterKind, damage: u16| Event::Struck {
        attacker: Actor::Monster(attacker),
        target: Actor::Monster(MonsterKind::MicroMouse),
        from: Pos::at(3, 3),
        at: Pos::at(4, 3),
        damage: Damage(damage),
    };
    for (_, attacker, _) in MARKS {
        for damage in [0, 5] {
            let message = text::event_message(&struck(attacker, damage)).expect("it is told");
            assert!(message.text.contains("Micro Mouse"), "{}", message.text);
            assert!(!message.text.contains("cid"), "{attacker:?}: {}", message.text);
        }
    }
}
