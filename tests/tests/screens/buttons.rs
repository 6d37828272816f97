//! Checks the effects of single presses on the screens around a run (H4, H5, H10, H11), and of holding the wait button
//! (N1).

use musrex_core::app::{ScreenName, Setup};
use musrex_core::content::ItemKind;
use musrex_core::controls::{Control, InputScheme};
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::{Colour, TextSize};
use musrex_core::world::Squeak;
use musrex_core::{App, Direction, Game};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{SIZES, says};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{assert_says, seen, seen_at, turn, watch};
use musrex_testkit::words;
use std::collections::BTreeSet;

/// Opens the options.
fn options(mut driver: AppDriver) -> AppDriver {
    driver.taps(&[Button::A, Button::Start]);
    driver.taps(&[Button::Up; 4]);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Options);
    driver
}

// H10: right changes an option, left undoes the change, and repeated presses of right lead through all values back to
// the first.
#[test]
fn every_option_turns_both_ways() {
    let (mut driver, mut scales) =
        (options(AppDriver::on_wide_frames(shifted(3))), BTreeSet::new());
    for row in 0..12 {
        let before = *driver.app.settings();
        driver.tap(Button::Right);
        assert_ne!(*driver.app.settings(), before, "row {row}");
        driver.tap(Button::Left);
        assert_eq!(*driver.app.settings(), before, "row {row}");
        let comes_around = (0..20).any(|_| {
            driver.tap(Button::Right);
            scales.insert(driver.app.settings().scale);
            *driver.app.settings() == before
        });
        assert!(comes_around, "row {row}");
        driver.tap(Button::Down);
    }
    assert_eq!(scales, BTreeSet::from([0, 1, 2, 3, 4]));
}

// A list names the button that chooses from it; an empty list names no button.
#[test]
fn lists_name_their_buttons() {
    let mut title = AppDriver::in_lobby(shifted(7));
    title.app.show_title();
    assert_says(&title, "A: choose", Colour::STRAW);
    title.taps(&[Button::Down, Button::Down, Button::A]);
    assert_eq!(title.app.screen(), ScreenName::NewRun);
    assert_says(&title, "B: back", Colour::STRAW);
    title.tap(Button::Up);
    assert_says(&title, "A: begin  B: back", Colour::STRAW);
    for (scene, words) in [
        (Scenario::new("#@..#").carries(ItemKind::Cheese), "A: choose  B: back"),
        (Scenario::new("#@..#"), "B: back"),
    ] {
        let mut pack = watch(&scene);
        pack.taps(&[Button::Start, Button::A]);
        assert_says(&pack, words, Colour::GREY);
        assert_eq!(
            seen(&pack, |frame| says(frame, "A: choose", Colour::GREY)),
            words.contains('A')
        );
    }
}

// H10: an option is offered only on hosts that support it.
#[test]
fn the_window_has_a_size_where_there_is_one() {
    let is_offered = |mut driver: AppDriver| {
        (0..14).any(|_| {
            driver.tap(Button::Down);
            let colours = [Colour::WHITE, Colour::GOLD, Colour::SILVER];
            seen(&driver, |frame| colours.iter().any(|&c| says(frame, "Window size", c)))
        })
    };
    assert!(is_offered(options(AppDriver::on_wide_frames(shifted(3)))));
    let app = App::new(Setup::new(shifted(3)));
    assert!(!is_offered(options(AppDriver { app })));
}

// H11: there is no page before the first one, and a press that turns no page makes no sound.
#[test]
fn a_press_that_turns_no_page_is_silent() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.tap(Button::Start);
    driver.taps(&[Button::Down; 4]);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Help);
    let requests = |driver: &mut AppDriver, button| {
        while driver.app.take_sound_request().is_some() {}
        driver.tap(button);
        std::iter::from_fn(|| driver.app.take_sound_request()).count()
    };
    assert_eq!(requests(&mut driver, Button::Left), 0);
    assert_eq!(requests(&mut driver, Button::Right), 1);
    assert_eq!(requests(&mut driver, Button::Left), 1);
}

// H5: an empty hall of fame has no row to open, and the confirm button leaves the hall.
#[test]
fn an_empty_hall_opens_no_row() {
    let mut driver = AppDriver::new(shifted(3));
    driver.taps(&[Button::Down, Button::Down, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Title);
}

// Start on the title begins a run, like A.
#[test]
fn start_begins() {
    for button in [Button::A, Button::Start] {
        let mut driver = AppDriver::new(shifted(3));
        driver.tap(button);
        assert_eq!(driver.app.screen(), ScreenName::Play, "{button:?}");
    }
}

// N1, N3: a tap waits one turn, even with wounds. Holding the button continues the wait until it is released.
#[test]
fn a_held_wait_goes_on() {
    let mut driver = watch(&Scenario::new("#@..#").hp(5));
    driver.tap(Button::A);
    assert_eq!(turn(&driver), 1);
    driver.hold(Buttons::NONE.with(Button::A), 120);
    assert!(turn(&driver) > 10, "{} turns", turn(&driver));
    let rested = turn(&driver);
    driver.wait(60);
    assert_eq!(turn(&driver), rested, "it ends with the button");
}

// H8: entropy from the host changes the seed of the next run, and each bit of it makes a difference.
#[test]
fn entropy_makes_other_runs() {
    let seed = |noise: u64| {
        let mut driver = AppDriver::new(shifted(3));
        driver.app.mix_entropy(noise);
        driver.tap(Button::A);
        driver.app.game().seed()
    };
    let seeds: BTreeSet<u64> = (0..64).map(|bit| seed(1 << bit)).chain([seed(0)]).collect();
    assert_eq!(seeds.len(), 65);
}

// N4, W17: travel from the map can go to an explored pedestal.
#[test]
fn the_map_leads_to_a_pedestal() {
    let mut driver = watch(&Scenario::new("#@....d#").floor(4));
    driver.tap(Button::Select);
    assert_eq!(driver.app.screen(), ScreenName::Map);
    driver.taps(&[Button::L, Button::A]);
    driver.wait(300);
    let player = |game: &Game| game.player().body.pos.x();
    assert_eq!(player(driver.app.game()), 6, "in front of it");
    assert_ne!(driver.app.screen(), ScreenName::Pedestal, "which takes a press of its own");
    driver.walk(Direction::East);
    assert_eq!(driver.app.screen(), ScreenName::Play, "nothing lies on it");
    assert_says(&driver, "25/25", Colour::WHITE);
}

// N3, H2: a monster that comes into sight ends exploring and is named, even if no squeak has announced it.
#[test]
fn exploring_names_whom_it_meets() {
    let scene =
        Scenario::new("#@......#\n#######.#\n#######.#\n#######t#").floor(8).changed(|floor| {
            floor.monsters[0].squeak = Squeak::Used;
        });
    let mut driver = watch(&scene);
    let named = |driver: &AppDriver| {
        driver.app.messages().iter().filter(|it| it.message.text.contains("Tough Mouse")).count()
    };
    assert_eq!(named(&driver), 0);
    driver.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
    driver.wait(200);
    let game = driver.app.game();
    assert!(game.turn().0 > 0 && game.player().body.hp == game.player_stats().hp_max);
    assert_eq!(named(&driver), 1);
}

// Among a control's keys, those whose names fit are shown in full, and the others are left out.
#[test]
fn names_of_keys_that_do_not_fit_are_left_out() {
    let names = ["RightShift", "Backspace", "PrintScrn", "ScrollLock"];
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.app.set_input_scheme(InputScheme::new(|_| names));
    let mut driver = options(driver);
    driver.taps(&[Button::Up, Button::Up, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Keys);
    for (width, height, text_size) in SIZES {
        driver.app.settings_mut().set_large_text(text_size == TextSize::Large);
        seen_at(&driver, (width, height), |frame| {
            let is_read = |words: &str| says(frame, words, Colour::SILVER);
            // The first row is highlighted.
            for control in &Control::ALL[1..5] {
                assert!(
                    is_read(words::of("control", *control, "name")),
                    "{control:?} at {width} pixels"
                );
            }
            assert!(is_read("RightShift, Backspace"), "{width} pixels");
            assert!(!is_read("ScrollLock"), "{width} pixels");
        });
    }
}
