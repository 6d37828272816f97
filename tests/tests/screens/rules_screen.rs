//! Checks the screen and the log (H), and their timing (A9, A16, T10, W6, W13).

use Command::{Wait, Walk};
use Direction::East;
use musrex_core::app::{App, ScreenName};
use musrex_core::content::{ItemKind, MonsterKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons};
use musrex_core::quantity::{Damage, Hp};
use musrex_core::raster::{Colour, Frame, Palette, Shade};
use musrex_core::rules::{Actor, Event, Events, experience};
use musrex_core::save::{SCORES_MAX, Score, Scores};
use musrex_core::view::animation::{Animation, SPLAT_TICKS};
use musrex_core::view::autotile::AutotileCache;
use musrex_core::view::hud;
use musrex_core::view::map_view::MapView;
use musrex_core::view::message_log::LogEntry;
use musrex_core::view::sprites::poses;
use musrex_core::view::text::Tone;
use musrex_core::view::widgets::{Area, tone_colour};
use musrex_core::world::{Game, Item, Worn};
use musrex_core::{Command, Direction};
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::assert_same;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::same::Pixels;
use musrex_testkit::seeds::shifted;
use musrex_testkit::{Scenario, map_from_text};
use std::cmp::Ordering;

/// Draws the map of `game` on a frame of 240 × 160 pixels, with the corner of the player's tile at (112, 72).
fn map_of(game: &Game, animation: &Animation, look: impl FnOnce(&Frame<'_>)) {
    let mut autotiles = AutotileCache::EMPTY;
    autotiles.update(game);
    map_with(&autotiles, game, animation, look);
}

fn map_with<T>(
    autotiles: &AutotileCache,
    game: &Game,
    animation: &Animation,
    look: impl FnOnce(&Frame<'_>) -> T,
) -> T {
    let visible = game.visible();
    let area = Area { x: 0, y: 0, width: 240, height: 160 };
    let view = MapView { game, visible: &visible, animation, clock: 0, area };
    ocr::drawn(|frame| view.draw(frame, autotiles), look)
}

/// The cached tiles equal newly computed ones, even on the first floor of the run with seed 0.
#[test]
fn what_has_been_seen_looks_the_same_however_it_was_seen() {
    let (mut autotiles, mut elsewhere) = (AutotileCache::EMPTY, AutotileCache::EMPTY);
    elsewhere.update(&Game::new(shifted(9)));
    for seed in [0, shifted(5)] {
        let (mut game, mut events) = (Game::new(seed), Events::new());
        let mut bot = PolicyBot::new(Policy::Climb, seed);
        for _ in 0..600 {
            // A refused step changes nothing.
            let _ = game.step(bot.next(&game), &mut events);
            autotiles.update(&game);
            let mut fresh = elsewhere.clone();
            fresh.update(&game);
            let [seen, anew] = [&autotiles, &fresh].map(|autotiles| {
                map_with(autotiles, &game, &Animation::NONE, |frame| frame.pixels().to_vec())
            });
            assert_same!(
                Pixels(240, &seen),
                Pixels(240, &anew),
                "seed {seed}, turn {:?}",
                game.turn()
            );
        }
    }
}

/// Draws the app on `frame`.
fn shown(app: &mut App, frame: &mut Frame<'_>) {
    assert!(app.draw(frame), "a frame of another size is drawn");
}

/// Returns the 256 pixels of the tile that is `dx`, `dy` tiles away from the player's tile.
fn tile(frame: &Frame<'_>, dx: i16, dy: i16) -> Vec<u8> {
    let corner = |middle: i16, steps: i16| usize::try_from(middle + 16 * steps).expect("inside");
    let (x, y) = (corner(112, dx), corner(72, dy));
    (0..16).flat_map(|row| frame.pixels()[(y + row) * 240 + x..][..16].to_vec()).collect()
}

// H1: hit points are white above 50 %, yellow at 50 % and below, and red at 20 % and below.
#[test]
fn the_hud_colours_hit_points() {
    for (hp, colour) in [
        (50, Colour::WHITE),
        (26, Colour::WHITE),
        (25, Colour::GOLD),
        (11, Colour::GOLD),
        (10, Colour::BAD),
        (1, Colour::BAD),
    ] {
        let more = musrex_core::content::Bonus { hp_max: 25, ..Default::default() };
        let scene = Scenario::new("@").worn(musrex_core::content::Slot::Microchip, more).hp(hp);
        ocr::drawn(
            |frame| hud::draw_bar(frame, &scene.game(), "Start"),
            |frame| assert!(says(frame, &format!("{hp}/50"), colour), "{hp} of 50"),
        );
    }
}

// H1: the HUD shows the level, the experience, the experience needed, and the floor.
#[test]
fn the_hud_says_how_things_stand() {
    let game = Scenario::new("@").level(7).xp(3000).floor(9).game();
    ocr::drawn(
        |frame| hud::draw_bar(frame, &game, "Start"),
        |frame| {
            assert!(says(frame, "7", Colour::GOLD), "the level");
            assert!(says(frame, "3000/3850 XP", Colour::SILVER), "experience and what is needed");
            assert!(says(frame, "9", Colour::WHITE), "the floor");
        },
    );
}

// H2: messages are white if normal, (40, 200, 255) if good, (255, 64, 64) if bad, and (255, 160, 0) if a
// warning. The colours are rounded to 16 bits.
#[test]
fn messages_have_four_colours() {
    for (tone, (r, g, b)) in [
        (Tone::Normal, (255, 255, 255)),
        (Tone::Good, (40, 200, 255)),
        (Tone::Bad, (255, 64, 64)),
        (Tone::Warning, (255, 160, 0)),
    ] {
        let (red, green, blue) = Palette::PAINTED.rgb(tone_colour(tone));
        let distance = red.abs_diff(r).max(green.abs_diff(g)).max(blue.abs_diff(b));
        assert!(distance <= 12, "{tone:?} is {:?}", (red, green, blue));
    }
}

// H2: if a turn has more messages than fit, the log shows the number of the remaining messages.
#[test]
fn of_a_busy_turn_it_is_seen_how_much_is_not_shown() {
    let room = "#######\n#.mmm.#\n#.m@m.#\n#.mmm.#\n#######";
    let mut driver = AppDriver::new(shifted(1));
    driver.app.watch(Scenario::new(room).hp(200).game());
    let mut counts = Vec::new();
    for _ in 0..8 {
        driver.play(Wait);
        let turn = driver.app.game().turn();
        let said = driver.app.messages().iter().filter(|entry| entry.turn == turn).count();
        let others = said.saturating_sub(2);
        let is_seen = |count: usize| {
            ocr::drawn(
                |frame| shown(&mut driver.app.clone(), frame),
                |frame| says(frame, &format!("log +{count}"), Colour::SILVER),
            )
        };
        let seen: Vec<usize> = (0..12).filter(|&count| is_seen(count)).collect();
        assert_eq!(seen, if others > 0 { vec![others] } else { vec![] }, "{said} messages");
        counts.push(others);
    }
    assert!(counts.iter().any(|&others| others > 0), "{counts:?}");
}

// H3: visible tiles are drawn in full colours, seen tiles out of sight are dim, and unseen tiles are black.
#[test]
fn sight_decides_the_shade() {
    let run = Scenario::new("#@+...#").play(&[Walk(East), Walk(East), Walk(East)]);
    let run = run.play(&[Walk(Direction::West), Walk(Direction::West)]);
    let mut closed = Scenario::new("#@+...#").game();
    map_of(&closed, &Animation::NONE, |frame| {
        assert!(tile(frame, 2, 0).iter().all(|&pixel| pixel == 0), "unseen behind the door");
        assert!(tile(frame, 1, 0).iter().any(|&pixel| pixel != 0 && pixel < 64), "the door, lit");
    });
    // The last tiles of the first and the last row are out of sight, around a corner.
    let text = "####.\n@....\n####.";
    closed = Scenario::new(text).play(&[Walk(East); 4]).play(&[Walk(Direction::West); 4]).game;
    let corner = Pos::at(5, 1);
    assert!(
        closed.current_floor().map.explored().contains(corner)
            && !closed.visible().contains(corner)
    );
    map_of(&closed, &Animation::NONE, |frame| {
        let dim = tile(frame, 4, -1);
        assert!(dim.iter().any(|&pixel| pixel >= 64) && dim.iter().all(|&p| p < 128), "dim");
    });
    assert_eq!(run.game.turn().0, 5);
}

// A16: creatures out of sight are not drawn; stairs and items that were seen earlier are.
#[test]
fn only_what_is_in_sight_is_drawn() {
    let text = "####<z\n####..\n@.....";
    let walk = |text: &str| {
        let scene = Scenario::new(text).monster_status(Status::Stunned, 90);
        scene.play(&[Walk(East); 4]).play(&[Walk(Direction::West); 4]).game
    };
    let (game, bare) = (walk(text), walk(&text.replace('z', ".")));
    let place = Pos::at(6, 1);
    assert!(game.current_floor().monster_at(place).is_some());
    assert!(!game.visible().contains(place) && game.current_floor().map.explored().contains(place));
    let mut with = Vec::new();
    map_of(&game, &Animation::NONE, |frame| {
        with = tile(frame, 5, -2);
        assert!(tile(frame, 4, -2).iter().any(|&p| (64..128).contains(&p)), "the stairs, dim");
    });
    map_of(&bare, &Animation::NONE, |frame| assert_eq!(tile(frame, 5, -2), with));
}

// A16: stairs, doors and items stay drawn once they were seen.
#[test]
fn stairs_doors_and_items_are_drawn_once_seen() {
    use musrex_assets::terrain::{DOOR_CLOSED, DOOR_LOCKED, STAIRS_DOWN, STAIRS_UP};
    for (letter, picture) in [
        ("<", &STAIRS_UP),
        (">", &STAIRS_DOWN),
        ("+", &DOOR_CLOSED),
        // The door closes when nobody is near (W14).
        ("'", &DOOR_CLOSED),
        ("L", &DOOR_LOCKED),
        ("/", &musrex_assets::items::CROWBAR),
    ] {
        let text = "####X.\n####..\n@.....".replace('X', letter);
        let run = Scenario::new(&text).play(&[Walk(East); 4]).play(&[Walk(Direction::West); 4]);
        let place = Pos::at(5, 1);
        assert!(!run.game.visible().contains(place));
        assert!(run.game.current_floor().map.explored().contains(place), "{letter} was seen");
        map_of(&run.game, &Animation::NONE, |frame| {
            let found = tile(frame, 4, -2);
            let wanted = picture.pixels();
            let mut pixels = wanted.iter().flatten().zip(found);
            let is_dim = |(&colour, pixel): (&u8, u8)| colour == 0 || pixel == colour + 64;
            assert!(pixels.all(is_dim), "{letter}");
        });
    }
}

// A16: a creature is drawn over the item on its tile.
#[test]
fn creatures_are_drawn_over_items() {
    let full = |text| (0..20).fold(Scenario::new(text), |scene, _| scene.carries(ItemKind::Key));
    let on_item = full("#@/#").play(&[Walk(East)]).game;
    let on_ground = full("#@.#").play(&[Walk(East)]).game;
    assert_eq!(on_item.current_floor().items.len(), 1, "it stays where it is");
    let (mut item, mut ground) = (Vec::new(), Vec::new());
    map_of(&on_item, &Animation::NONE, |frame| item = tile(frame, 0, 0));
    map_of(&on_ground, &Animation::NONE, |frame| ground = tile(frame, 0, 0));
    let heroines =
        [&musrex_assets::creatures::HEROINE.right[0], &musrex_assets::creatures::HEROINE.right[1]];
    let covers = |heroine: &musrex_assets::Tile| {
        let colours = heroine.pixels().into_iter().flatten();
        colours.zip(&item).all(|(colour, &pixel)| colour == 0 || colour == pixel)
    };
    assert!(heroines.into_iter().any(covers), "something is drawn over the player");
    assert!(item != ground, "what lies there shows around her");
}

fn attack(game: &Game, damage: u16) -> Animation {
    let mut events = Events::new();
    let kind = MonsterKind::MicroMouse;
    let (from, at) = (game.player().body.pos, game.current_floor().monsters[0].body.pos);
    let (attacker, target) = (Actor::Player, Actor::Monster(kind));
    events.push(Event::Struck { attacker, target, from, at, damage: Damage(damage) });
    Animation::new(&events, 6, Hp(25))
}

// A9, A16: the attacker is drawn half a tile nearer to its target, and over it.
#[test]
fn the_attacker_is_drawn_toward_its_target() {
    let game = map_from_text("#@z#");
    let mouse = &poses(MonsterKind::MicroMouse).right[0].pixels();
    let mut still = Vec::new();
    map_of(&game, &Animation::NONE, |frame| still = tile(frame, 1, 0));
    assert!(still.iter().zip(mouse.iter().flatten()).any(|(p, m)| p == m && *m != 0));
    map_of(&game, &attack(&game, 0), |frame| {
        let lunging = tile(frame, 1, 0);
        let heroine = &musrex_assets::creatures::HEROINE_STRIKES[0].pixels();
        let mut covered = 0;
        // The heroine's right half covers the left half of the target's tile. Text floats above.
        for (y, row) in heroine.iter().enumerate().skip(9) {
            for (x, &colour) in row.iter().enumerate().skip(8).filter(|(_, c)| **c != 0) {
                assert_eq!(lunging[16 * y + x - 8], colour, "the attacker is drawn last");
                covered += usize::from(mouse[y][x - 8] != 0 && mouse[y][x - 8] != colour);
            }
        }
        assert!(covered > 0, "she covers some of the target");
    });
}

// A9, A16: a striking monster is also drawn nearer to its target.
#[test]
fn a_monster_is_drawn_toward_its_target() {
    let game = map_from_text("#@m#");
    let mut events = Events::new();
    let (attacker, target) = (Actor::Monster(MonsterKind::MicroMouse), Actor::Player);
    let (from, at) = (Pos::at(3, 1), Pos::at(2, 1));
    events.push(Event::Struck { attacker, target, from, at, damage: Damage::MISS });
    let struck = Animation::new(&events, 6, Hp(25));
    map_of(&game, &struck, |frame| {
        let lunging = tile(frame, 0, 0);
        // The monster's left half covers the right half of the player's tile. Text floats above.
        let is_there = |pose: &musrex_assets::Tile| {
            let pixels = pose.pixels();
            let left_half = pixels.iter().enumerate().skip(9).flat_map(|(y, row)| {
                row.iter().take(8).enumerate().map(move |(x, &colour)| (16 * y + x + 8, colour))
            });
            left_half.filter(|&(_, colour)| colour != 0).all(|(at, colour)| lunging[at] == colour)
        };
        assert!(poses(MonsterKind::MicroMouse).right.iter().any(is_there));
    });
}

// A9: a hit shows a splat on the target's tile for 1/5 s, in two stages; a miss shows no splat.
#[test]
fn a_hit_splats_for_a_fifth_of_a_second() {
    let game = map_from_text("#@z#");
    let is_shown = |damage: u16, tick: u16, stage: usize| {
        let mut animation = attack(&game, damage);
        (0..tick).for_each(|_| assert!(animation.advance()));
        let mut is_shown = false;
        map_of(&game, &animation, |frame| {
            let found = tile(frame, 1, 0);
            let splat = musrex_assets::interface::SPLAT[stage].pixels();
            // In the top rows, the number floats over the splat.
            let pixels = splat.iter().flatten().zip(&found).skip(16 * 9);
            is_shown = pixels.filter(|(colour, _)| **colour != 0).all(|(c, found)| c == found);
        });
        is_shown
    };
    let half = SPLAT_TICKS / 2;
    for (tick, stages) in [
        (0, [true, false]),
        (half - 1, [true, false]),
        (half, [false, true]),
        (SPLAT_TICKS - 1, [false, true]),
        (SPLAT_TICKS, [false, false]),
    ] {
        assert_eq!([0, 1].map(|stage| is_shown(3, tick, stage)), stages, "tick {tick}");
        assert_eq!([0, 1].map(|stage| is_shown(0, tick, stage)), [false; 2], "a miss");
    }
}

// A9: a hit makes the target flash and shows a splat on its tile; a miss does not (A6).
#[test]
fn a_hit_shows_and_a_miss_does_not() {
    let game = map_from_text("#@z#");
    let flashes = |damage| {
        let mut count = 0;
        map_of(&game, &attack(&game, damage), |frame| {
            count = tile(frame, 1, 0).iter().filter(|&&pixel| pixel >= 192).count();
        });
        count
    };
    assert_eq!(flashes(0), 0);
    assert!(flashes(3) > 0 || Shade::Flash as u8 != 3);
}

// W6: with another seed, ground and walls look different, but the same turns lead to the same end.
#[test]
fn looks_are_no_rule() {
    let play = |seed| Scenario::new("#@...#").seed(seed).play(&[Walk(East), Walk(East)]);
    let autotiles = |seed| {
        let mut pixels = Vec::new();
        map_of(&play(seed).game, &Animation::NONE, |frame| pixels = frame.pixels().to_vec());
        pixels
    };
    let first = autotiles(shifted(1));
    let others = (2..100).map(shifted);
    let other =
        others.into_iter().find(|&seed| autotiles(seed) != first).expect("100 look the same");
    assert_eq!(play(shifted(1)).picture(), play(other).picture());
}

// W13: a card shows the name of the floor for half a second. The confirm and back buttons skip it.
#[test]
fn a_floor_change_shows_a_card_for_half_a_second() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    let mut bot = PolicyBot::new(Policy::Climb, shifted(3));
    while driver.app.game().floor().number() == 0 {
        let Walk(direction) = bot.next(driver.app.game()) else { continue };
        driver.hold(Buttons::from(direction), 1);
        for _ in 0..3 {
            if driver.app.screen() == ScreenName::Play {
                driver.wait(1);
            }
        }
    }
    assert_eq!(driver.app.screen(), ScreenName::FloorChange);
    let says_so = |driver: &AppDriver| {
        let mut app = driver.app.clone();
        ocr::drawn(|frame| shown(&mut app, frame), |frame| says(frame, "Floor 1", Colour::GOLD))
    };
    assert!(says_so(&driver));
    for button in [Button::A, Button::B] {
        let mut skipped = driver.clone();
        skipped.wait(1);
        skipped.hold(Buttons::NONE.with(button), 1);
        assert_eq!(skipped.app.screen(), ScreenName::Play, "{button:?} skips it");
    }
    let turn = driver.app.game().turn();
    let mut ticks = 0;
    while driver.app.screen() == ScreenName::FloorChange {
        driver.hold(Buttons::NONE.with(Button::Right), 1);
        ticks += 1;
    }
    assert_eq!(ticks, 30);
    assert_eq!(driver.app.game().turn(), turn, "nobody acts meanwhile");
}

// W20: the legend of the map names only known things, and the way back is the last landmark.
#[test]
fn the_map_has_a_legend_and_chooses_the_way_on() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    let map = "#>....<#\n#..@..$#\n#w.+...#";
    driver.app.watch(Scenario::new(map).floor(5).game());
    driver.tap(Button::Select);
    assert_eq!(driver.app.screen(), ScreenName::Map);
    let is_said = |driver: &AppDriver, words: &str, colour| {
        let mut app = driver.app.clone();
        ocr::drawn(|frame| shown(&mut app, frame), |frame| says(frame, words, colour))
    };
    for word in ["up", "down", "door", "water", "item"] {
        assert!(is_said(&driver, word, Colour::SILVER), "{word}");
    }
    for word in ["locked", "vent", "terminal", "cable"] {
        assert!(!is_said(&driver, word, Colour::SILVER), "{word}");
    }
    for chosen in ["Stairs up", "Key", "Unexplored", "Stairs down"] {
        assert!(is_said(&driver, chosen, Colour::WHITE), "{chosen}");
        driver.tap(Button::Right);
    }
}

// T10: a press skips the rest of an animation, so the next turn is played at once.
#[test]
fn a_press_skips_the_animation() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    // The player pages through the introduction.
    driver.taps(&[Button::A; 2]);
    for turn in 1..=5 {
        driver.hold(Buttons::NONE.with(Button::A), 1);
        driver.wait(1);
        assert_eq!(driver.app.game().turn().0, turn);
    }
}

/// Returns an app whose player has just died.
fn dead() -> AppDriver {
    let mut driver = AppDriver::in_lobby(shifted(5));
    let mut bot = PolicyBot::new(Policy::Meek, shifted(5));
    let is_dead = |app: &App| app.screen() == ScreenName::Death;
    assert!(driver.play_until(&mut bot, 5000, is_dead));
    driver
}

// H4: at a death, the screen fades to red and leads to the hall of fame, which shows the player's row in green. There,
// the map button begins a new run.
#[test]
fn death_leads_to_the_hall_and_on() {
    {
        let mut driver = dead();
        let turns = driver.app.game().turn().0;
        let redness = |driver: &AppDriver| {
            let mut app = driver.app.clone();
            let draw = |frame: &mut Frame<'_>| shown(&mut app, frame);
            ocr::drawn(draw, |frame| {
                let (r, g, b) = frame.palette.rgb(Colour::WHITE);
                i32::from(r) - (i32::from(g) + i32::from(b)) / 2
            })
        };
        let mut fade = Vec::new();
        for _ in 0..4 {
            fade.push(redness(&driver));
            driver.wait(10);
        }
        assert!(fade.is_sorted() && fade[0] < fade[3], "{fade:?}");
        driver.wait(60);
        driver.go_on();
        driver.go_on();
        driver.wait(70);
        assert_eq!(driver.app.screen(), ScreenName::Hall);
        let mut app = driver.app.clone();
        ocr::drawn(
            |frame| shown(&mut app, frame),
            |frame| assert!(says(frame, &turns.to_string(), Colour::GREEN), "the row in green"),
        );
        driver.tap(Button::Select);
        assert_eq!(driver.app.screen(), ScreenName::Play);
        assert_eq!((driver.app.game().turn().0, driver.app.game().floor().number()), (0, 0));
    }
}

// H6, H5: the score remains after the run is gone.
#[test]
fn scores_outlive_the_run() {
    let mut driver = dead();
    let score = Score::of(driver.app.game());
    driver.wait(120);
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    driver.tap(Button::Start);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(driver.app.scores().rows(), [score]);
}

// H5: the hall has ten rows, the best first, each with the floor, level, kills, killer, turns and seed.
#[test]
fn the_hall_has_ten_rows() {
    let mut scores = Scores::new();
    let game = Scenario::new("@m").hp(1).level(3).floor(4).seed(77).play(&[Wait; 99]).game;
    let row = Score::of(&game);
    assert_eq!((row.floor.number(), row.level.number(), row.seed), (4, 3, 77));
    assert_eq!((row.turns, row.kills, row.killed_by), (game.turn(), 0, game.last_damage_cause()));
    for points in [5, 9, 1, 7, 3, 3, 8, 2, 6, 4, 10, 11] {
        scores.insert(Score { points, ..row.clone() });
    }
    let points: Vec<u32> = scores.rows().iter().map(|row| row.points).collect();
    assert_eq!(points, [11, 10, 9, 8, 7, 6, 5, 4, 3, 3]);
    assert_eq!(scores.rows().len(), SCORES_MAX);
}

// H6: the player can read all messages of the last ten turns. Scrolling stops at the end of the list.
#[test]
fn the_last_turns_can_be_scrolled_through() {
    let mut driver = AppDriver::at_a_busy_death(shifted(1));
    driver.tap(Button::A);
    driver.wait(70);
    let mut unread: Vec<LogEntry> = driver.last_messages().cloned().collect();
    let count = unread.len();
    let mut pictures: Vec<Vec<u8>> = Vec::new();
    let mut words = ocr::words(240, 160);
    let mut frame = Frame::new(240, 160, &mut words).expect("the words are enough");
    driver.app.resize(240, 160);
    let mut is_new = true;
    while is_new {
        driver.app.draw(&mut frame);
        unread.retain(|entry| {
            let words = format!("{}{}", entry.message.text, entry.repetition());
            !says(&frame, &words, tone_colour(entry.message.tone))
        });
        is_new = pictures.last().is_none_or(|last| last != frame.pixels());
        pictures.push(frame.pixels().to_vec());
        driver.tap(Button::Up);
    }
    assert_eq!(unread, []);
    assert!((5..count).contains(&pictures.len()), "{} pictures of {count}", pictures.len());
    // Presses beyond the oldest line have no later effect.
    driver.app.draw(&mut frame);
    driver.tap(Button::Down);
    driver.app.draw(&mut frame);
    let wanted = &pictures[pictures.len() - 3];
    assert_same!(Pixels(frame.width(), frame.pixels()), Pixels(frame.width(), wanted));
    driver.go_on();
    assert_eq!(driver.app.screen(), ScreenName::Hall);
}

// I5: choosing a wearable item shows every attribute after the change, marked as better, the same or worse. The numbers
// come from the same function and limits as in the game.
#[test]
fn the_pack_shows_what_a_wearable_would_change() {
    let is_wearable = |item: &Item| item.kind.slot().is_some();
    let found = (1..1000).map(shifted).find_map(|seed| {
        let (mut driver, mut bot) =
            (AppDriver::in_lobby(seed), PolicyBot::new(Policy::Gather, seed));
        let has_one = |app: &App| app.game().player().pack.iter().any(is_wearable);
        driver.play_until(&mut bot, 500, has_one).then_some(driver)
    });
    let mut driver = found.expect("of 1000 runs, none finds something to wear");
    driver.skip_floor_change();
    let player = driver.app.game().player().clone();
    let at = player.pack.iter().position(is_wearable).expect("it was looked for");
    driver.tap(Button::Start);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Pack);
    (0..at).for_each(|_| driver.tap(Button::Down));
    let mut worn = player.worn.clone();
    worn.put_on(player.pack[at].clone());
    let numbers = |worn: &Worn| {
        let stats = experience::stats(player.level, worn, None);
        let saving = u16::from(stats.saving_throw.0);
        [stats.hp_max.0, stats.attack_min, stats.attack_max, stats.defence, saving]
    };
    let mut app = driver.app.clone();
    let draw = |frame: &mut Frame<'_>| shown(&mut app, frame);
    ocr::drawn(draw, |frame| {
        for (now, then) in numbers(&player.worn).into_iter().zip(numbers(&worn)) {
            let (sign, colour) = match then.cmp(&now) {
                Ordering::Greater => ("▲", Colour::GOOD),
                // An equals sign alone would look like a mistake.
                Ordering::Equal => ("", Colour::WHITE),
                Ordering::Less => ("▼", Colour::BAD),
            };
            assert!(says(frame, &then.to_string(), colour), "{now} becomes {then}");
            assert!(sign.is_empty() || says(frame, sign, colour), "{sign} for {then}");
        }
        assert!(!says(frame, "=", Colour::WHITE));
    });
}
