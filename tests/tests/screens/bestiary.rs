//! Checks the bestiary: which facts it records, and the contents of its pages (H20).

use crate::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::{ItemKind, MonsterKind};
use musrex_core::geometry::Direction;
use musrex_core::input::Button;
use musrex_core::raster::{Colour, Frame};
use musrex_core::save::Knowledge;
use musrex_core::view::text;
use musrex_core::{Command, Floor, Game};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{seen, seen_at};
use musrex_testkit::words;

/// The frame sizes of the hosts.
const SIZES: [(u16, u16); 3] = [(240, 160), (240, 240), (320, 180)];

/// Returns an app that plays `game`.
fn playing(game: Game) -> AppDriver {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.play(game);
    driver
}

fn room() -> Game {
    Scenario::new("#######\n#@..z.#\n#######").floor(2).game()
}

fn knowledge(driver: &AppDriver, kind: MonsterKind) -> Knowledge {
    driver.app.scores().bestiary().entry(kind).knowledge
}

// H20: a monster that was in sight counts as met. After a look, its numbers are known for the floors on which the
// player has looked at it.
#[test]
fn a_look_tells_the_numbers() {
    let (kind, mut driver) = (MonsterKind::MicroMouse, playing(room()));
    assert_eq!(knowledge(&driver, kind), Knowledge::Unmet);
    driver.tap(Button::A);
    assert_eq!(knowledge(&driver, kind), Knowledge::Met);
    driver.tap(Button::L);
    let floor = |number| Floor::new(number).expect("a floor");
    let (lowest, highest) = (floor(2), floor(2));
    assert_eq!(knowledge(&driver, kind), Knowledge::Studied { lowest, highest });
    driver.tap(Button::B);
    driver.app.play(Scenario::new("#######\n#@..z.#\n#######").floor(5).game());
    driver.tap(Button::L);
    assert_eq!(knowledge(&driver, kind), Knowledge::Studied { lowest, highest: floor(5) });
    assert_eq!(driver.app.scores().bestiary().met(), 1);
}

// H20: a blow also reveals the numbers, and the bestiary counts the player's kills.
#[test]
fn kills_are_counted() {
    let mut driver = playing(Scenario::new("#####\n#@z.#\n#####").level(9).game());
    while !driver.app.game().current_floor().monsters.is_empty() {
        driver.walk(Direction::East);
    }
    let entry = *driver.app.scores().bestiary().entry(MonsterKind::MicroMouse);
    assert_eq!((entry.kills, entry.deaths), (1, 0));
    assert!(entry.floors().is_some());
}

// H20: the bestiary states the same damage to the player as the look mode, even when the player wears armour.
#[test]
fn the_bestiary_tells_damage_as_the_look_mode_does() {
    let scene = Scenario::new("#######\n#@..m.#\n#######").floor(4);
    for scene in [scene.clone(), scene.level(4).wears(ItemKind::BikerJacket)] {
        let mut driver = playing(scene.game());
        driver.tap(Button::L);
        let entry = *driver.app.scores().bestiary().entry(MonsterKind::MicroMouse);
        let game = Some(driver.app.game());
        let numbers = text::bestiary_numbers(MonsterKind::MicroMouse, &entry, game);
        let damage = &numbers.iter().find(|(label, _)| *label == "Hits you for").expect("a row").1;
        let is_told = |frame: &Frame<'_>, words: &str| {
            says(frame, words, Colour::WHITE) || says(frame, words, Colour::BAD)
        };
        let words = format!("It hits you for {damage}.");
        assert!(seen(&driver, |frame| is_told(frame, &words)), "{words}");
        driver.tap(Button::Select);
        assert!(seen(&driver, |frame| is_told(frame, damage)), "{damage}");
    }
}

// H20: the bestiary records the kind whose attack ends a run.
#[test]
fn deaths_are_counted() {
    let mut driver = playing(Scenario::new("####\n#@t#\n####").floor(9).hp(1).game());
    for _ in 0..40 {
        let _ = driver.app.play_command(Command::Wait);
    }
    assert_eq!(driver.app.screen(), ScreenName::Death);
    let entry = *driver.app.scores().bestiary().entry(MonsterKind::ToughMouse);
    assert_eq!((entry.kills, entry.deaths), (0, 1));
}

// H20: a watched recording is not a run of the player, and changes nothing in the bestiary.
#[test]
fn a_watched_run_changes_nothing() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.app.watch(room());
    driver.taps(&[Button::A, Button::L, Button::B, Button::A]);
    assert_eq!(driver.app.scores().bestiary().met(), 0);
}

// H20: on every frame, a page shows the picture, the text and the numbers, with dashes for unknown numbers.
#[test]
fn a_page_tells_what_is_known() {
    let mut driver = playing(room());
    driver.tap(Button::A);
    driver.taps(&[Button::Start, Button::Down, Button::Down, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Bestiary);
    let [looks, ability] =
        ["look", "ability"].map(|field| words::of("monster", MonsterKind::MicroMouse, field));
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            assert!(says(frame, "Micro Mouse", Colour::GOLD), "{size:?}");
            assert!(says(frame, looks, Colour::SILVER) && says(frame, ability, Colour::STRAW));
            assert!(says(frame, "Look at it to learn more", Colour::GREY), "{size:?}");
            assert!(says(frame, "-", Colour::WHITE) && !says(frame, "3-6", Colour::WHITE));
        });
    }
    // The player has never met the next kind.
    driver.tap(Button::Right);
    seen_at(&driver, (240, 160), |frame| {
        assert!(says(frame, "You have not met it yet", Colour::GREY));
        assert!(!says(frame, "Lab Snake", Colour::GOLD));
    });
    driver.tap(Button::B);
    assert_eq!(driver.app.screen(), ScreenName::Menu);
    driver.taps(&[Button::B, Button::L]);
    // The look mode opens the page of the monster at its target. Closing the page returns to the same target.
    let at = driver.app.target();
    driver.tap(Button::Select);
    assert_eq!(driver.app.screen(), ScreenName::Bestiary);
    for size in SIZES {
        seen_at(&driver, size, |frame| {
            assert!(says(frame, "Stats on floor 2", Colour::GREY), "{size:?}");
            assert!(says(frame, "3-6", Colour::WHITE) && says(frame, "16", Colour::WHITE));
        });
    }
    driver.tap(Button::B);
    assert_eq!((driver.app.screen(), driver.app.target()), (ScreenName::Look, at));
    // Looking at an item opens no page.
    let mut driver = playing(Scenario::new("#####\n#@.c#\n#####").game());
    let cheese = ItemKind::Cheese.spec().letter;
    driver.app.play(Scenario::new(&format!("#####\n#@.{cheese}#\n#####")).game());
    driver.taps(&[Button::L, Button::Select]);
    assert_eq!(driver.app.screen(), ScreenName::Look);
}

// H20: every page fits completely on every frame, even with all its numbers known.
#[test]
fn every_page_is_whole() {
    let mut driver = AppDriver::in_lobby(shifted(3));
    for floor in [1, 9, 13] {
        for kind in MonsterKind::ALL {
            let letter = kind.spec().letters[0];
            let game = Scenario::new(&format!("######\n#@..{letter}#\n######")).floor(floor).game();
            driver.app.play(game);
            driver.taps(&[Button::L, Button::B]);
        }
    }
    assert_eq!(driver.app.scores().bestiary().met(), MonsterKind::COUNT);
    driver.app.show_title();
    driver.taps(&[Button::Down, Button::Down, Button::Down, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::Bestiary);
    let mut shown = 0;
    for _ in 0..MonsterKind::COUNT {
        for size in SIZES {
            let is_whole = |kind: MonsterKind| {
                let entry = *driver.app.scores().bestiary().entry(kind);
                seen_at(&driver, size, |frame| {
                    let [looks, ability] =
                        ["look", "ability"].map(|field| words::of("monster", kind, field));
                    says(frame, text::Noun::from(kind).name(), Colour::GOLD)
                        && says(frame, looks, Colour::SILVER)
                        && says(frame, ability, Colour::STRAW)
                        && says(frame, &text::bestiary_floors(entry.floors()), Colour::GREY)
                        && text::bestiary_numbers(kind, &entry, None).iter().all(
                            |(label, value)| {
                                says(frame, label, Colour::SILVER)
                                    && says(frame, value, Colour::WHITE)
                            },
                        )
                })
            };
            shown += MonsterKind::ALL.into_iter().filter(|&kind| is_whole(kind)).count();
        }
        driver.tap(Button::Right);
    }
    assert_eq!(shown, MonsterKind::COUNT * SIZES.len());
    // A kind that marks no tiles has no rows about marks.
    let rows = |kind: MonsterKind| {
        text::bestiary_numbers(kind, driver.app.scores().bestiary().entry(kind), None).len()
    };
    for kind in MonsterKind::ALL {
        assert_eq!(rows(kind), if kind.spec().mark().is_some() { 8 } else { 6 }, "{kind:?}");
    }
}

// H20: compares pictures of two pages: a kind whose numbers are known, and a kind that was never met.
#[test]
fn the_bestiary_looks_as_in_its_goldens() {
    let room = "###########\n#....@....#\n#.z.....n.#\n#....R....#\n###########";
    let mut driver = playing(Scenario::new(room).floor(5).level(8).game());
    driver.taps(&[Button::A, Button::L, Button::Select]);
    assert_eq!(driver.app.screen(), ScreenName::Bestiary);
    let mut album = Album::default();
    album.take("bestiary", &driver.app);
    album.take_large("bestiary", &driver.app);
    driver.tap(Button::Down);
    album.take("bestiary-unmet", &driver.app);
    let is_home_told = seen(&driver, |frame| {
        let is_said = |kind: MonsterKind| {
            let (lowest, highest) = kind.spec().floors.clone().into_inner();
            says(frame, &format!("It lives on floors {lowest} to {highest}"), Colour::SILVER)
        };
        MonsterKind::ALL.into_iter().any(is_said)
    });
    assert!(is_home_told, "the page of a kind that was never met tells its floors");
    album.close();
}
