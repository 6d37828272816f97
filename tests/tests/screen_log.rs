//! Checks which messages of a busy turn are shown at once (H2).

use musrex_core::Command::{Use, Wait, Walk};
use musrex_core::Direction;
use musrex_core::content::{ItemKind, Status};
use musrex_core::input::Button;
use musrex_core::quantity::Level;
use musrex_core::raster::{Colour, Frame, TextSize};
use musrex_core::rules::experience::xp_to_leave;
use musrex_core::screens::ScreenName;
use musrex_core::view::log_strip;
use musrex_tests::Scenario;
use musrex_tests::app_driver::AppDriver;
use musrex_tests::ocr::{self, SIZES, Size, says};
use musrex_tests::seeds::shifted;

/// Returns whether the screen says these words on a frame of this size.
fn is_shown(driver: &AppDriver, size: Size, words: &str, colour: Colour) -> bool {
    let mut memory = ocr::words(size.0, size.1);
    let mut frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
    frame.set_text_size(size.2);
    let mut app = driver.app.clone();
    app.settings_mut().set_large_text(size.2 == TextSize::Large);
    assert!(app.draw(&mut frame), "a frame of another size is drawn");
    says(&frame, words, colour)
}

// H2: what the player's own blow did is never behind the number of further lines, whatever else the turn says.
#[test]
fn the_result_of_a_blow_is_always_shown() {
    let mut results = [0; 3];
    for seed in (0..40).map(shifted) {
        let mut driver = AppDriver::in_lobby(seed);
        let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
        let scene = Scenario::new(crowd).floor(4).level(1).seed(seed).monster_hp(3);
        driver.app.watch(scene.game());
        driver.play(Walk(Direction::North));
        let said = || driver.app.messages().iter();
        if driver.app.screen() != ScreenName::Play || driver.app.messages().answers() < 3 {
            continue;
        }
        let is_of = |words: &str, start: &str| words.starts_with(start);
        let kill = said().find(|entry| entry.message.text.contains("is done for"));
        let blow = said().find(|entry| {
            ["You miss", "You hit"].iter().any(|start| is_of(&entry.message.text, start))
        });
        let result = kill.or(blow).expect("a blow is told").message.clone();
        let which =
            if kill.is_some() { 0 } else { 1 + usize::from(is_of(&result.text, "You hit")) };
        results[which] += 1;
        for size in SIZES {
            let colour = if kill.is_some() { Colour::GOOD } else { Colour::WHITE };
            assert!(is_shown(&driver, size, &result.text, colour), "{:?} at {size:?}", result.text);
        }
    }
    assert!(!results.contains(&0), "{results:?} kills, misses and hits");
}

// H2, I10: nor is the end of the ally, nor a new level.
#[test]
fn a_lost_ally_and_a_new_level_are_always_shown() {
    let crowd = "#######\n#.mmm.#\n#.m@m.#\n#.smr.#\n#######";
    let crowd = || Scenario::new(crowd).floor(4).level(1).monster_hp(1);
    let allied = crowd().changed(|floor| floor.monsters[3].is_ally = true);
    let taken = allied.monster_status(Status::Stunned, 2).carries(ItemKind::OverrideChip);
    let near = crowd().xp(xp_to_leave(Level::FIRST).0 - 1);
    let scenes =
        [(taken, Use(0), "The new chip ends your "), (near, Walk(Direction::North), "Level ")];
    for (scene, command, start) in scenes {
        let mut is_found = false;
        for seed in (0..40).map(shifted) {
            let mut driver = AppDriver::in_lobby(seed);
            driver.app.watch(scene.clone().seed(seed).game());
            match command {
                // The pack, the chip, and its first deed.
                Use(_) => driver.taps(&[Button::Start, Button::A, Button::A, Button::A]),
                _ => driver.play(command),
            }
            let log = driver.app.messages();
            let Some(entry) = log.iter().find(|entry| entry.message.text.starts_with(start)) else {
                continue;
            };
            is_found |= log.answers() >= 3;
            for size in SIZES {
                let mut memory = ocr::words(size.0, size.1);
                let frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
                let first = log_strip::messages(&frame, log, 0);
                assert!(first.contains(&entry), "{:?} at {size:?}", entry.message.text);
            }
        }
        assert!(is_found, "{start:?} among many lines");
    }
}

// H2, M9, D15: nor is a theft, nor a status that harms, where many notice the player in the same turn.
#[test]
fn a_theft_and_a_harm_are_always_shown() {
    for (attacker, start) in [('a', "The Pack Rat has your "), ('s', "Venom: ")] {
        let crowd = format!("#########\n#.zSNRT.#\n#...@...#\n#...{attacker}...#\n#########");
        let mut is_found = false;
        for seed in (0..40).map(shifted) {
            let scene = Scenario::new(&crowd).floor(6).level(1).seed(seed);
            let mut driver = AppDriver::in_lobby(seed);
            driver.app.watch(scene.watched().carries(ItemKind::Mop).game());
            driver.play(Wait);
            let log = driver.app.messages();
            let Some(entry) = log.iter().find(|it| it.message.text.starts_with(start)) else {
                continue;
            };
            is_found |= log.answers() > 3;
            for size in SIZES {
                let mut memory = ocr::words(size.0, size.1);
                let frame = Frame::new(size.0, size.1, &mut memory).expect("the words are enough");
                let first = log_strip::messages(&frame, log, 0);
                assert!(first.contains(&entry), "{:?} at {size:?}", entry.message.text);
            }
        }
        assert!(is_found, "{start:?} among many lines");
    }
}

// H2: a run begins with the first words of its story, on every frame.
#[test]
fn a_run_begins_with_the_alarm() {
    let driver = AppDriver::in_lobby(shifted(7));
    for size in SIZES {
        assert!(is_shown(&driver, size, "Alarm! Lab mice have taken the tower.", Colour::BAD));
    }
}
