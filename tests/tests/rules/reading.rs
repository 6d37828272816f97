//! Checks the reading options (H10). Each option changes its part of the display, and no option changes a game.

use musrex_core::app::{App, ScreenName, Settings, Setup};
use musrex_core::content::{ItemKind, MonsterKind, Night};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::quantity::{Damage, Hp};
use musrex_core::raster::{Colour, Frame, Palette, Shade, TextSize};
use musrex_core::rules::{Actor, Event};
use musrex_core::settings::AnimationSpeed;
use musrex_core::view::animation::{Animation, Effect, Offset};
use musrex_core::view::text;
use musrex_core::view::widgets::tone_colour;
use musrex_core::view::{hud, log_strip};
use musrex_core::{Direction, Events};
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::input_schemes::schemes;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::program::run;
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;
use musrex_testkit::{Scenario, assert_same};
use serde_json::Value;
use std::fs;

const HERE: Pos = Pos::at(10, 10);
const EAST: Pos = Pos::at(11, 10);

/// Draws the app on a frame of this size and passes the frame to `look`.
fn seen<T>(app: &App, (width, height): (u16, u16), look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut words = ocr::words(width, height);
    let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
    assert!(app.clone().draw(&mut frame), "a frame of another size is drawn");
    look(&frame)
}

/// Returns settings in which every reading option except the speed differs from its default.
fn all_options(speed: AnimationSpeed) -> Settings {
    let mut settings = Settings::default();
    settings.set_large_text(true);
    settings.set_contrast(true);
    settings.set_flashes(false);
    settings.set_animation_speed(speed);
    settings
}

/// Returns an animation of these events at this speed.
fn animated(speed: AnimationSpeed, events: &Events) -> Animation {
    let mut animation = Animation::NONE;
    let mut settings = Settings::default();
    settings.set_animation_speed(speed);
    animation.configure(&settings);
    animation.restart(events, 8, Hp(25));
    animation
}

fn ticks(mut animation: Animation, counts: impl Fn(&Animation) -> bool) -> usize {
    let mut count = 0;
    while animation.is_running() {
        count += usize::from(counts(&animation));
        animation.advance();
    }
    count
}

// H10: at the two faster speeds, steps, lunges, splats and numbers take half their time or no time.
#[test]
fn the_speed_of_the_animation() {
    let (attacker, target) = (Actor::Player, Actor::Monster(MonsterKind::MicroMouse));
    let mut events = Events::new();
    events.push(Event::Struck { attacker, target, from: HERE, at: EAST, damage: Damage(3) });
    let lunges = |now: &Animation| now.offset(HERE).x == 8;
    let splats = |now: &Animation| now.running().any(|(effect, ..)| effect == Effect::Splat(EAST));
    let times = AnimationSpeed::ALL.map(|speed| {
        let animation = animated(speed, &events);
        assert_eq!(animation.is_attack_running(), speed != AnimationSpeed::Off);
        let all = ticks(animation.clone(), |_| true);
        [all, ticks(animation.clone(), lunges), ticks(animation, splats)]
    });
    assert_eq!(times, [[20, 8, 12], [10, 4, 6], [0, 0, 0]]);
    events.clear();
    events.push(Event::Moved { who: Actor::Player, from: HERE, to: EAST });
    let steps = AnimationSpeed::ALL.map(|speed| ticks(animated(speed, &events), |_| true));
    assert_eq!(steps, [8, 4, 0]);
    let at_once = animated(AnimationSpeed::Off, &events);
    assert_eq!(at_once.offset(EAST), Offset::default(), "nobody is between two tiles");
}

#[track_caller]
fn hold_east_until(app: &mut App, is_there: impl Fn(&App) -> bool) {
    let mut ticks = 0;
    while !is_there(app) {
        app.tick(Input::from(Buttons::from(Direction::East)));
        ticks += 1;
        assert!(ticks < 60, "a step takes less than a second");
    }
}

// H10: at the two faster speeds, floor cards and end fades take half their time or are skipped.
#[test]
fn cards_and_fades_have_the_same_speed() {
    let times = AnimationSpeed::ALL.map(|speed| {
        let mut driver = AppDriver::in_lobby(shifted(3));
        driver.app.settings_mut().set_animation_speed(speed);
        driver.app.watch(Scenario::new("#@<.#").floor(1).game());
        hold_east_until(&mut driver.app, |app| app.game().floor().number() == 2);
        let card = (0..99).take_while(|_| {
            let is_card = driver.app.screen() == ScreenName::FloorChange;
            driver.app.tick(Input::default());
            is_card
        });
        let card = card.count();
        driver.app.watch(Scenario::new("#@K#").floor(13).level(9).game());
        hold_east_until(&mut driver.app, |app| app.screen() == ScreenName::Victory);
        let is_tombstone = |app: &App| {
            seen(app, (240, 160), |frame| says(frame, words::line("ending.victory"), Colour::GOLD))
        };
        let mut fade = 0;
        while !is_tombstone(&driver.app) {
            driver.app.tick(Input::default());
            fade += 1;
        }
        (card, fade)
    });
    assert_eq!(times, [(30, 48), (15, 24), (0, 0)]);
}

// H10: after every animation has ended, the same keys give the same state at each speed, byte for byte.
#[test]
fn no_speed_changes_a_state() {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let seed = shifted(7).to_string();
    // From the first option, Up leads to the entry that goes back, then to the flashes, then to the animation speed.
    let states = [". . . .", "Right . .", "Right Right"].map(|change| {
        let options = format!(
            "{down} A Up Up Up {change} B {up}",
            down = "Down ".repeat(6),
            up = "Up ".repeat(6)
        );
        let play = "A .*30 Up .*30 Up Up .*60 L+R .*600 A .*30 Right .*30 L+R .*900";
        let script = format!("{options} {play}");
        let arguments = ["headless", "--seed", &seed, "--input", &script, "--state", "s.json"];
        run(
            folder.path(),
            &[&arguments[..], &["--save", &format!("{}.sav", change.len())]].concat(),
        )
        .assert_done();
        let state = fs::read_to_string(folder.path().join("s.json")).expect("it was written");
        serde_json::from_str::<Value>(&state).expect("the state is JSON")
    });
    assert!(states[0]["turn"].as_u64() > Some(5), "{}", states[0]["turn"]);
    assert_eq!(states[0], states[1], "fast");
    assert_eq!(states[0], states[2], "off");
}

// H10: a game and its messages are the same with and without the options.
#[test]
fn no_option_changes_a_game() {
    let seed = shifted(11);
    let play = |settings: Settings| {
        let mut driver = AppDriver::in_lobby(seed);
        *driver.app.settings_mut() = settings;
        let mut bot = PolicyBot::new(Policy::Climb, seed);
        driver.play_until(&mut bot, 150, |app| app.screen() == ScreenName::Death);
        driver.app
    };
    let plain = play(Settings::default());
    for speed in AnimationSpeed::ALL {
        let app = play(all_options(speed));
        assert_same!(*app.game(), *plain.game(), "{speed:?}");
        assert!(app.messages().iter().eq(plain.messages().iter()), "{speed:?}");
    }
}

/// Returns an app whose player is being struck by two Tough Mice, at the first tick of the blows.
fn beset(seed: u64, has_flashes: bool) -> AppDriver {
    let mut driver = AppDriver::in_lobby(seed);
    driver.app.settings_mut().set_flashes(has_flashes);
    let scene = Scenario::new("#####\n#.t.#\n#.@.#\n#.t.#\n#####").floor(12).level(2);
    driver.app.watch(scene.seed(seed).game());
    driver.wait(20);
    driver.app.tick(Input::from(Buttons::NONE.with(Button::A)));
    driver
}

/// Watches 24 ticks. Returns whether something flashes, and the number of different left edges of the map. There is
/// more than one edge if the map shakes.
fn looks(driver: &AppDriver) -> (bool, usize) {
    let mut app = driver.app.clone();
    let (mut has_flash, mut edges) = (false, std::collections::BTreeSet::new());
    for _ in 0..24 {
        seen(&app, (320, 180), |frame| {
            let flash = Colour::BLACK.shaded(Shade::Flash).0;
            has_flash |= frame.pixels().iter().any(|&pixel| pixel >= flash);
            let (map, line) = (hud::shown_area(frame.shape()), usize::from(frame.width()));
            let [top, rows] = [map.y, map.height].map(|rows| usize::from(rows.unsigned_abs()));
            let rows = frame.pixels()[top * line..][..rows * line].chunks(line);
            edges.insert(rows.filter_map(|row| row.iter().position(|&pixel| pixel != 0)).min());
        });
        app.tick(Input::default());
    }
    (has_flash, edges.len())
}

// H10: without flashes, no creature turns white, and the map does not shake.
#[test]
fn nothing_flashes_or_shakes() {
    let is_hard_hit = |seed: &u64| {
        let (flashes, places) = looks(&beset(*seed, true));
        flashes && places > 1
    };
    let seed = (shifted(0)..).take(60).find(is_hard_hit).expect("of 60 blows one is hard");
    assert_eq!(looks(&beset(seed, false)), (false, 1));
}

// H10, H4: without flashes, the last picture keeps its colours, and the marks on the map do not blink.
#[test]
fn an_end_fades_only_with_flashes() {
    for has_flashes in [true, false] {
        let mut driver = AppDriver::in_lobby(shifted(5));
        driver.app.settings_mut().set_flashes(has_flashes);
        driver.app.watch(Scenario::new("#@K#").floor(13).level(9).game());
        driver.tap(Button::Select);
        let marks = |driver: &mut AppDriver| {
            driver.wait(16);
            seen(&driver.app, (240, 160), |frame| frame.pixels().to_vec())
        };
        let is_blinking = marks(&mut driver) != marks(&mut driver);
        assert_eq!(is_blinking, has_flashes);
        driver.tap(Button::B);
        driver.walk(Direction::East);
        driver.wait(20);
        assert_eq!(driver.app.screen(), ScreenName::Victory);
        // White is not one of the colours that cycle.
        let white = seen(&driver.app, (240, 160), |frame| frame.palette.rgb(Colour::WHITE));
        assert_eq!(white == Palette::PAINTED.rgb(Colour::WHITE), !has_flashes);
    }
}

// H10: with contrast, the log has a black background, and the history contains no grey. No message fades while no
// button is pressed.
#[test]
fn a_log_with_contrast_fades_with_turns_alone() {
    for has_contrast in [true, false] {
        let mut driver = AppDriver::in_lobby(shifted(5));
        driver.app.settings_mut().set_contrast(has_contrast);
        let colours = |driver: &AppDriver| {
            seen(&driver.app, (240, 160), |frame| {
                let (log, line) = (log_strip::area(frame.shape()), usize::from(frame.width()));
                let top = usize::from(log.y.unsigned_abs()) + 1;
                let pixels = frame.pixels()[top * line..].iter();
                pixels.copied().collect::<std::collections::BTreeSet<u8>>()
            })
        };
        let new = colours(&driver);
        driver.wait(400);
        let old = colours(&driver);
        let is_grey = |colours: &std::collections::BTreeSet<u8>| colours.contains(&Colour::GREY.0);
        assert!(!is_grey(&old) && old == new, "nothing fades while nobody presses");
        assert_eq!(old.contains(&Colour::BLACK.0), has_contrast);
        assert_eq!(old.contains(&Colour::INK.0), !has_contrast);
        driver.taps(&[Button::Start, Button::Down, Button::A]);
        assert_eq!(driver.app.screen(), ScreenName::History);
        let has_grey = seen(&driver.app, (240, 160), |frame| {
            frame.pixels()[240 * 14..].contains(&Colour::GREY.0)
        });
        assert_eq!(has_grey, !has_contrast, "the turns in the history");
    }
}

// H10, H2: with contrast, lines of the current turn have a bar beside them, and older lines are grey. So hue is not the
// only difference between new and old lines.
#[test]
fn a_log_with_contrast_tells_new_lines_from_old() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    driver.app.settings_mut().set_contrast(true);
    driver.app.watch(Scenario::new("#######\n#.....#\n#..@%.#\n#######").game());
    let look = |driver: &AppDriver, words: &str, colour| {
        seen(&driver.app, (240, 160), |frame| {
            let (_, y) = ocr::find(frame, words, colour)?;
            let bar = frame.pixels()[usize::from(y) * 240..][..2].to_vec();
            Some(bar == [Colour::WHITE.0; 2])
        })
    };
    driver.walk(Direction::East);
    let entry = driver.app.messages().iter().last().expect("what she picks up is said").clone();
    let (words, colour) = (&entry.message.text, tone_colour(entry.message.tone));
    assert_eq!(look(&driver, words, colour), Some(true), "{words:?} is new");
    driver.walk(Direction::West);
    assert_eq!(look(&driver, words, colour), None);
    assert_eq!(look(&driver, words, Colour::GREY), Some(false), "{words:?} is old");
}

/// The frame sizes of the hosts.
const FRAMES: [(u16, u16); 3] = [(240, 160), (240, 240), (320, 180)];

/// Returns an app with large text in the lobby. Its host has all abilities and frames of this size.
fn large((width, height): (u16, u16)) -> AppDriver {
    let mut driver = AppDriver::on_wide_frames(shifted(7));
    driver.app.resize(width, height);
    driver.tap(Button::A);
    driver.app.settings_mut().set_large_text(true);
    driver
}

#[track_caller]
fn assert_says(size: (u16, u16), driver: &AppDriver, words: &str, colour: Colour) {
    let is_said = seen(&driver.app, size, |frame| {
        assert_eq!(frame.text_size(), TextSize::Large);
        says(frame, words, colour)
    });
    assert!(is_said, "{words:?} is not read whole on a frame of {size:?}");
}

// H10: the large-text option is offered at every frame size, and makes text large.
#[test]
fn text_is_large_on_every_frame() {
    for (width, height) in FRAMES {
        let mut setup = Setup::new(shifted(3));
        setup.settings = all_options(AnimationSpeed::Normal);
        let mut app = App::new(setup);
        app.resize(width, height);
        app.watch(Scenario::new("#@#").game());
        for button in [Button::Start, Button::Up, Button::Up, Button::Up, Button::Up, Button::A] {
            app.tick(Input::from(Buttons::NONE.with(button)));
            app.tick(Input::default());
        }
        assert_eq!(app.screen(), ScreenName::Options);
        seen(&app, (width, height), |frame| {
            assert_eq!(frame.text_size(), TextSize::Large);
            assert!(says(frame, "large", Colour::SILVER), "it is not offered at {width}");
        });
    }
}

// H10: the options panel does not move while option values change.
#[test]
fn the_panel_of_the_options_stays() {
    let mut driver = large(FRAMES[2]);
    driver.taps(&[Button::Start, Button::Up, Button::Up, Button::Up, Button::Up, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Options);
    const LABELS: [&str; 5] = ["Walking speed", "Colours", "Animation", "Music", "Sounds"];
    let lefts = |driver: &AppDriver| -> Vec<u16> {
        seen(&driver.app, (240, 160), |frame| {
            let of = |label| [Colour::WHITE, Colour::SILVER].map(|it| ocr::find(frame, label, it));
            LABELS.into_iter().flat_map(of).flatten().map(|(left, _)| left).collect()
        })
    };
    let first = lefts(&driver)[0];
    for _ in 0..12 {
        for _ in 0..3 {
            driver.tap(Button::Right);
            let now = lefts(&driver);
            assert!(!now.is_empty() && now.iter().all(|&left| left == first), "{now:?}");
        }
        driver.tap(Button::Down);
    }
}

/// Asserts that every line of the controls and of the guide is completely readable.
fn assert_help_is_whole(size: (u16, u16), help: &AppDriver) {
    for input_scheme in schemes() {
        let mut help = help.clone();
        for (names, action) in text::controls(&input_scheme) {
            help.app.set_input_scheme(input_scheme);
            // The lowest frame has room for ten lines, and scrolls to the rest.
            if action == text::controls(&input_scheme)[10].1 && size.1 == 160 {
                help.tap(Button::Down);
            }
            assert_says(size, &help, &names, Colour::STRAW);
            assert_says(size, &help, action, Colour::WHITE);
        }
    }
    let mut help = help.clone();
    for text::GuidePage { heading, topics } in text::GUIDE {
        help.tap(Button::Right);
        assert_says(size, &help, heading, Colour::GOLD);
        for &topic in topics {
            assert_says(size, &help, &text::guide_line(topic, Night::Plain), Colour::WHITE);
        }
    }
}

// H10: the large text of a screen is complete: no line is cut off or covered.
#[test]
fn large_text_is_whole_on_every_page() {
    for size in FRAMES {
        let mut driver = large(size);
        let scene = Scenario::new("#.....<#\n#.@...m#\n#......#")
            .floor(2)
            .level(12)
            .hp(20)
            .wears(ItemKind::Mop);
        let kinds = [ItemKind::Crowbar, ItemKind::HealthPack, ItemKind::OverrideChip];
        driver.app.watch(kinds.into_iter().fold(scene, Scenario::carries).game());
        driver.wait(5);
        let page = |buttons: &[Button]| {
            let mut driver = driver.clone();
            driver.taps(buttons);
            driver
        };
        use Button::{A, Down, L, Select, Start, Up};
        let pack = page(&[Start, A, Down]);
        for words in ["Crowbar", "Health Pack", "Override Chip", "Mop", "Defence", "Resist"] {
            let is_here = words == "Health Pack";
            assert_says(size, &pack, words, if is_here { Colour::WHITE } else { Colour::SILVER });
        }
        assert_says(size, &page(&[Start, A, Down, A]), "Use", Colour::WHITE);
        assert_says(size, &page(&[Start, A, Down, A]), "Back", Colour::SILVER);
        let menu = page(&[Start]);
        for words in ["Resume", "Log", "Hall of Fame", "How to play", "Options"] {
            assert_says(size, &menu, words, Colour::SILVER);
        }
        assert_says(size, &page(&[Start, Up, Up]), "Give up", Colour::WHITE);
        assert_says(
            size,
            &page(&[Start, Up, Up, A]),
            words::line("question.give_up_loses"),
            Colour::WHITE,
        );
        assert_help_is_whole(size, &page(&[Start, Down, Down, Down, Down, A]));
        // A list that is longer than the frame scrolls to both of its ends.
        let options = [Start, Up, Up, Up, Up, A];
        assert_says(size, &page(&options), "Walking speed", Colour::WHITE);
        assert_says(size, &page(&[&options[..], &[Up]].concat()), "Back", Colour::WHITE);
        assert_says(size, &page(&[&options[..], &[Down; 5]].concat()), "large", Colour::WHITE);
        let keys = [&options[..], &[Up, Up, A]].concat();
        for line in [words::line("hint.keys_1"), words::line("hint.keys_2")] {
            assert_says(size, &page(&keys), line, Colour::SILVER);
        }
        assert_says(size, &page(&[&keys[..], &[Up]].concat()), "Back", Colour::WHITE);
        assert_says(size, &page(&[Select]), "Stairs up", Colour::WHITE);
        assert_says(
            size,
            &page(&[L]),
            words::of("monster", MonsterKind::MicroMouse, "ability"),
            Colour::STRAW,
        );
    }
}

// H10, H5, H6: large text is also complete on the screens after a run.
#[test]
fn large_text_is_whole_after_a_run() {
    for size in FRAMES {
        let mut driver = AppDriver::at_a_busy_death(shifted(5));
        driver.app.resize(size.0, size.1);
        driver.app.settings_mut().set_large_text(true);
        assert_says(size, &driver, words::line("ending.death"), Colour::BAD);
        assert_says(size, &driver, "Turns", Colour::SILVER);
        driver.tap(Button::A);
        let newest = driver.last_messages().last().expect("much was said").clone();
        let colour = tone_colour(newest.message.tone);
        assert_says(size, &driver, &newest.message.text, colour);
        driver.go_on();
        driver.wait(70);
        for words in ["Score", "Kills", "Turns", "Ended by"] {
            assert_says(size, &driver, words, Colour::GREY);
        }
        let score = driver.app.scores().rows()[0].clone();
        let end = text::short_end(score.killed_by, score.kings_end);
        assert_says(size, &driver, end, Colour::GREEN);
        let [buttons, ..] = schemes();
        assert_says(size, &driver, &text::after_a_run(&buttons), Colour::GOLD);
        driver.tap(Button::L);
        for words in ["Floor", "Level", "Score", "Seed"] {
            assert_says(size, &driver, words, Colour::SILVER);
        }
    }
}

// H10, H5: ten rows of large text do not fit on a frame, so the list scrolls to both of its ends.
#[test]
fn a_full_hall_scrolls() {
    for size in FRAMES {
        let mut driver = large(size);
        for _ in 0..10 {
            driver.app.watch(Scenario::new("#@K#").floor(13).level(9).game());
            for _ in 0..20 {
                driver.walk(Direction::East);
                if driver.app.screen() == ScreenName::Victory {
                    break;
                }
            }
            driver.wait(120);
        }
        driver.go_on();
        driver.go_on();
        driver.wait(70);
        assert_eq!((driver.app.screen(), driver.app.scores().rows().len()), (ScreenName::Hall, 10));
        let own = driver.app.scores().rows().len().to_string();
        for (moves, wanted) in [(0..0, own.as_str()), (0..1, "1"), (0..2, "2"), (0..7, "7")] {
            let mut driver = driver.clone();
            moves.for_each(|_| driver.tap(Button::Down));
            let is_seen = |colour| {
                seen(&driver.app, size, |frame| {
                    ocr::find(frame, wanted, colour).filter(|&(x, _)| x < 30)
                })
            };
            let places = [Colour::WHITE, Colour::GREEN].map(is_seen);
            assert!(places.iter().any(Option::is_some), "row {wanted} is not shown");
        }
    }
}

// H10, H1: the bar has room for the largest numbers, and the map begins below it.
#[test]
fn the_bar_holds_large_numbers() {
    for size in FRAMES {
        let mut driver = large(size);
        driver.app.watch(Scenario::new("#@..#").floor(12).level(20).hp(215).game());
        driver.wait(5);
        let stats = driver.app.game().player_stats();
        assert_says(size, &driver, &format!("215/{}", stats.hp_max.0), Colour::WHITE);
        assert_says(size, &driver, "20", Colour::GOLD);
        assert_says(size, &driver, "12", Colour::WHITE);
        let (top, shown) = seen(&driver.app, size, |frame| {
            (hud::bar_height(frame.shape()), hud::shown_area(frame.shape()).y)
        });
        assert_eq!((top, shown), (15, 15));
    }
}
