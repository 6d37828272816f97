//! Checks that a prompt is shown exactly as long as its key does what the prompt says.

use musrex_core::Command;
use musrex_core::app::ScreenName;
use musrex_core::content::items::Purpose;
use musrex_core::content::{ItemKind, Kit, Slot, Status};
use musrex_core::geometry::{Direction, Pos};
use musrex_core::input::Button;
use musrex_core::raster::Colour;
use musrex_core::world::Terrain;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{assert_says, seen, watch};
use musrex_testkit::words;

fn is_said(driver: &AppDriver, words: &str) -> bool {
    driver.app.messages().iter().any(|entry| entry.message.text.contains(words))
}

// I2: the offer to put on a found item is in the log until the next turn. After that turn, the confirm button waits.
#[test]
fn an_offer_ends_with_its_turn() {
    for (next, is_worn) in [(Button::Right, false), (Button::A, true)] {
        let mut driver = watch(&Scenario::new("#@/.....#"));
        driver.play(Command::Walk(Direction::East));
        assert!(is_said(&driver, "A: wield the Crowbar"));
        driver.tap(next);
        driver.wait(30);
        assert!(!is_said(&driver, "A: wield the Crowbar"), "after {next:?}");
        assert!(is_said(&driver, "Picked up a Crowbar."), "other messages stay");
        assert_eq!(driver.app.game().player().worn.get(Slot::Weapon).is_some(), is_worn);
    }
}

// B16, H2: after a new level in a fight, the offer of a graft is one of the two lines that the smallest log shows. The
// offer ends with the next turn; then the plate below the bar names the menu's key.
#[test]
fn the_offer_of_a_graft_is_not_hidden() {
    let offer = "A: choose a graft, a new power";
    let mut driver = AppDriver::in_lobby(shifted(7));
    let scene = Scenario::new("######\n#@m..#\n#...m#\n######").xp(99).monster_hp(1);
    driver.app.play(scene.game());
    driver.wait(5);
    for _ in 0..30 {
        driver.play(Command::Walk(Direction::East));
        driver.wait(30);
        if driver.app.game().has_graft_to_choose() {
            break;
        }
    }
    assert!(seen(&driver, |frame| says(frame, offer, Colour::GOOD)), "it is hidden");
    assert_says(&driver, "A: graft", Colour::GOLD);
    driver.tap(Button::Down);
    driver.wait(30);
    assert!(!is_said(&driver, offer));
    assert_says(&driver, "Start: graft", Colour::GOLD);
}

// I9, H10: in the look mode, the confirm button aims cheese only if the target is a mouse that would go for it.
#[test]
fn cheese_is_aimed_only_at_who_eats_it() {
    for (room, is_offered) in [("#@..n..#", true), ("#@n....#", true), ("#@..s..#", false)] {
        let mut driver = watch(&Scenario::new(room).floor(5).carries(ItemKind::Cheese));
        driver.tap(Button::L);
        assert_eq!(driver.app.screen(), ScreenName::Look);
        let is_shown = seen(&driver, |frame| says(frame, "A: throw Cheese", Colour::STRAW));
        assert_eq!(is_shown, is_offered, "{room}");
        driver.tap(Button::A);
        let is_aiming = driver.app.screen() == ScreenName::Aim;
        assert_eq!(is_aiming, is_offered, "{room}");
    }
}

// W30, H10: before the choice, the look mode names the kit of each locker.
#[test]
fn a_locker_names_its_kit() {
    let scene = Scenario::new("#xxx#\n#.@.#\n#...#").seed(shifted(3));
    let game = scene.game();
    let kits: Vec<Kit> = (2..5).filter_map(|x| game.kit_at(Pos::at(x, 1))).collect();
    assert_eq!(kits.len(), 3);
    for (steps, kit) in (-1_i8..).zip(kits) {
        let mut driver = AppDriver::new(shifted(3));
        driver.app.watch(scene.game());
        driver.wait(30);
        driver.tap(Button::L);
        // The look mode begins at one of the lockers; the arrows lead to each.
        let at = Pos::at(3, 1).offset(steps, 0).expect("it is on the map");
        assert_eq!(driver.app.game().current_floor().map.terrain(at), Terrain::Locker);
        let name = words::of("kit", kit, "name");
        let line = format!("The {name}'s kit. Take 1 kit of 3.");
        let is_found = (0..12).any(|_| {
            let is_shown = seen(&driver, |frame| says(frame, &line, Colour::SILVER));
            driver.tap(Button::L);
            is_shown
        });
        assert!(is_found, "{line}");
    }
}

// I13: the pack calls the use of a flask a drink, and the use of any other item a use.
#[test]
fn the_pack_says_what_is_drunk() {
    for kind in [ItemKind::PotionOfHealing, ItemKind::PotionOfVenom, ItemKind::HealthPack] {
        let mut driver = watch(&Scenario::new("#@..#").hp(3).carries(kind));
        driver.taps(&[Button::Start, Button::A, Button::A]);
        let is_shown = |words: &str| {
            seen(&driver, |frame| {
                [Colour::WHITE, Colour::SILVER].iter().any(|&colour| says(frame, words, colour))
            })
        };
        let is_drunk = matches!(kind.spec().purpose, Purpose::Drink(_));
        assert_eq!((is_shown("Drink"), is_shown("Use")), (is_drunk, !is_drunk), "{kind:?}");
    }
}

// H6: the page of a death gives advice against its cause, or says what is special about the killer.
#[test]
fn a_death_tells_its_remedy() {
    let venom = Scenario::new("#@..#").hp(1).status(Status::Envenomed, 9);
    let cable = Scenario::new("#@-.#").floor(8).hp(1);
    let cases = [
        (venom, Command::Wait, "ending.venom_lesson"),
        (cable, Command::Walk(Direction::East), "guide.cables"),
    ];
    for (scene, command, line) in cases {
        let mut driver = AppDriver::in_lobby(shifted(7));
        driver.app.play(scene.game());
        driver.play(command);
        driver.wait(120);
        assert_eq!(driver.app.screen(), ScreenName::Death, "{line}");
        let line = words::line(line);
        assert!(seen(&driver, |frame| says(frame, line, Colour::SILVER)), "{line}");
    }
}
