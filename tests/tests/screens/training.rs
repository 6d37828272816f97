//! Checks the training. A script plays through it with buttons, and no room can be passed without the action that it
//! teaches (H21).

use crate::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::Drill;
use musrex_core::controls::InputScheme;
use musrex_core::geometry::Direction::{self, East, NorthEast, SouthEast, West};
use musrex_core::geometry::Pos;
use musrex_core::input::Button::{A, B, Down, L, Left, R, Right, Select, Start, Up};
use musrex_core::input::Buttons;
use musrex_core::raster::Colour;
use musrex_core::view::text;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::says;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{seen, seen_at};

/// The largest number of ticks until exploring has found the cheese.
const EXPLORING_TICKS_MAX: u32 = 900;
/// The largest number of turns of a fight.
const FIGHT_MAX: u32 = 60;

/// Opens the training from the title.
fn training() -> AppDriver {
    let mut driver = AppDriver::new(shifted(3));
    driver.taps(&[Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    driver
}

/// Returns whether the frame shows the instruction of this room. If `drill` is `None`, returns whether it shows the end
/// of the training.
fn shows(driver: &AppDriver, drill: Option<Drill>) -> bool {
    let [what, how] = text::drill_lines(drill, &InputScheme::BUTTONS);
    seen(driver, |frame| says(frame, &what, Colour::WHITE) && says(frame, &how, Colour::STRAW))
}

/// Returns the tile of the player.
fn pos(driver: &AppDriver) -> Pos {
    driver.app.game().player().body.pos
}

fn walk(driver: &mut AppDriver, way: &[(Direction, u32)]) {
    for &(direction, steps) in way {
        (0..steps).for_each(|_| driver.walk(direction));
    }
}

/// Waits until the player has walked to the cheese of the room.
fn wait_for_cheese(driver: &mut AppDriver) {
    for _ in 0..EXPLORING_TICKS_MAX {
        if driver.app.game().current_floor().items.is_empty() {
            break;
        }
        driver.wait(1);
    }
}

/// Performs the action that the room teaches, with buttons.
fn pass(driver: &mut AppDriver, drill: Drill) {
    match drill {
        Drill::Walk => {
            for (button, times) in
                [(Right, 3), (Down, 3), (Right, 2), (Up, 2), (Right, 4), (Down, 2)]
            {
                (0..times).for_each(|_| driver.tap(button));
            }
        }
        Drill::Diagonal => {
            for _ in 0..3 {
                walk(driver, &[(SouthEast, 1), (NorthEast, 1)]);
            }
            walk(driver, &[(East, 1), (SouthEast, 1)]);
        }
        Drill::Explore => {
            driver.hold(Buttons::NONE.with(L).with(R), 2);
            wait_for_cheese(driver);
        }
        Drill::Map => {
            driver.taps(&[Select, A]);
            wait_for_cheese(driver);
        }
        Drill::Look => driver.taps(&[L, B]),
        Drill::Sleeper => driver.tap(Right),
        Drill::Door => {
            driver.taps(&[Right, Right]);
            let door = pos(driver).step(West).expect("she stands beside the door");
            for _ in 0..FIGHT_MAX {
                let is_there = driver.app.game().current_floor().monster_at(door).is_some();
                driver.tap(if is_there { Left } else { A });
                let passed = text::passed_message(Drill::Door);
                if driver.app.messages().iter().any(|entry| entry.message == passed) {
                    break;
                }
            }
        }
        Drill::Pack => driver.taps(&[B, A, A]),
        Drill::Wear => driver.taps(&[B, A, A]),
        Drill::Throw => driver.taps(&[L, A, A]),
        Drill::Bait => driver.taps(&[L, A, A]),
        Drill::Mark => driver.taps(&[A, Up]),
        Drill::Squeak => driver.tap(Right),
        Drill::Deed => driver.taps(&[B, A]),
    }
}

/// Returns a driver that has passed all rooms before `drill`.
fn at(drill: Drill) -> AppDriver {
    let mut driver = training();
    for before in Drill::ALL.into_iter().take_while(|&other| other != drill) {
        pass(&mut driver, before);
        driver.wait(90);
    }
    assert!(shows(&driver, Some(drill)), "{drill:?}");
    driver
}

// H21: a script plays through the training. The training ends at the title, and leaves no row in the hall of fame and
// no page in the bestiary.
#[test]
fn all_rooms_are_passed_by_buttons() {
    let mut driver = training();
    for drill in Drill::ALL {
        assert!(shows(&driver, Some(drill)), "{drill:?}");
        pass(&mut driver, drill);
        driver.wait(2);
        let passed = text::passed_message(drill);
        let is_said = driver.app.messages().iter().any(|entry| entry.message == passed);
        assert!(is_said, "{drill:?} is passed");
        driver.wait(90);
    }
    assert!(shows(&driver, None));
    driver.tap(A);
    assert_eq!(driver.app.screen(), ScreenName::Title);
    assert!(driver.app.scores().rows().is_empty());
    assert_eq!(driver.app.scores().bestiary().met(), 0);
    // After the training, a run begins as usual.
    driver.tap(A);
    assert_eq!(driver.app.game().seed(), shifted(3));
}

// H21, I14: a push that does not end on the cable does not pass the last room.
#[test]
fn a_push_past_the_cable_does_not_pass() {
    let mut driver = at(Drill::Deed);
    let charges = |driver: &AppDriver| driver.app.game().player().build.charges;
    let full = charges(&driver);
    driver.taps(&[Up, B, A]);
    driver.wait(90);
    assert_eq!(charges(&driver), full - 1);
    assert!(shows(&driver, Some(Drill::Deed)));
}

// H21: waiting never passes a room, whatever happens in the meantime.
#[test]
fn waiting_passes_no_room() {
    for drill in Drill::ALL {
        let mut driver = at(drill);
        for _ in 0..40 {
            driver.tap(A);
            driver.wait(20);
        }
        driver.wait(90);
        assert!(shows(&driver, Some(drill)), "{drill:?}");
    }
}

// H21: a room whose task has become impossible restarts. This happens if mice have died in the open, if a mouse has
// squeaked, or if the player killed a mouse that should have been looked at or pushed.
#[test]
fn what_was_done_otherwise_begins_again() {
    for (drill, toward) in
        [(Drill::Look, East), (Drill::Door, West), (Drill::Squeak, West), (Drill::Deed, East)]
    {
        let mut driver = at(drill);
        let again = text::again_message(Some(drill), &InputScheme::BUTTONS);
        let is_told =
            |driver: &AppDriver| driver.app.messages().iter().any(|entry| entry.message == again);
        for _ in 0..FIGHT_MAX {
            let (from, floor) = (pos(&driver), driver.app.game().current_floor());
            let beside = floor.monsters.iter().find_map(|it| from.direction_to(it.body.pos));
            let direction = match drill {
                Drill::Door => beside,
                _ => Some(beside.unwrap_or(toward)).filter(|_| drill != Drill::Squeak),
            };
            match direction {
                Some(direction) => driver.walk(direction),
                None => driver.tap(A),
            }
            driver.wait(12);
            if is_told(&driver) {
                break;
            }
        }
        assert!(is_told(&driver), "{drill:?}");
        assert!(shows(&driver, Some(drill)), "{drill:?}");
    }
}

/// Checks that the room soon restarts, and states the reason.
fn assert_begins_again(driver: &mut AppDriver, drill: Drill) {
    driver.wait(12);
    let again = text::again_message(Some(drill), &InputScheme::BUTTONS);
    assert!(driver.app.messages().iter().any(|entry| entry.message == again));
    assert!(shows(driver, Some(drill)));
}

// H21: a player who walks to the cheese step by step has not explored, so the room restarts.
#[test]
fn the_room_of_exploring_is_not_passed_on_foot() {
    use Direction::{North, South};
    let mut driver = at(Drill::Explore);
    let way = [(East, 2), (South, 2), (West, 2), (South, 2), (East, 4), (North, 4), (East, 3)];
    walk(&mut driver, &way);
    walk(&mut driver, &[(South, 3), (East, 2), (North, 2), (East, 4), (South, 3)]);
    assert_begins_again(&mut driver, Drill::Explore);
}

// H21: a player who walks to the cheese step by step has not used the map, so the room restarts.
#[test]
fn the_room_of_the_map_is_not_passed_on_foot() {
    use Direction::{North, South};
    let mut driver = at(Drill::Map);
    let way = [(East, 2), (South, 2), (East, 2), (North, 2), (East, 2), (South, 2), (East, 2)];
    walk(&mut driver, &way);
    walk(&mut driver, &[(North, 1), (East, 1), (North, 1), (East, 2), (South, 1)]);
    assert_begins_again(&mut driver, Drill::Map);
}

// H21: the player can leave the training through the menu, which has no entries about runs.
#[test]
fn it_is_left_by_the_menu() {
    let mut driver = training();
    driver.tap(Start);
    seen_at(&driver, (240, 160), |frame| {
        for missing in ["Hall of fame", "Bestiary", "Give up", "Save and leave"] {
            assert!(!says(frame, missing, Colour::SILVER), "{missing}");
        }
    });
    driver.taps(&[Up, Up, A]);
    assert_eq!(driver.app.screen(), ScreenName::Title);
}

// H21: on every frame, the instruction is completely readable, with the names of the player's keys.
#[test]
fn what_to_do_is_whole_on_every_frame() {
    let scheme = InputScheme::BUTTONS;
    for drill in Drill::ALL.map(Some).into_iter().chain([None]) {
        let lines = text::drill_lines(drill, &scheme);
        assert!(lines.iter().all(|line| !line.is_empty()), "{drill:?}");
    }
    let driver = at(Drill::Throw);
    let lines = text::drill_lines(Some(Drill::Throw), &scheme);
    for size in [(240, 160), (240, 240), (320, 180)] {
        seen_at(&driver, size, |frame| {
            assert!(says(frame, &lines[0], Colour::WHITE), "{size:?}");
            assert!(says(frame, &lines[1], Colour::STRAW), "{size:?}");
        });
    }
}

// H21: the pictures of the rooms.
#[test]
fn the_rooms_look_as_in_their_goldens() {
    let mut album = Album::default();
    for (number, drill) in (1..).zip(Drill::ALL) {
        let driver = at(drill);
        album.take(&format!("training-{number}"), &driver.app);
        if drill == Drill::Walk {
            album.take_large(&format!("training-{number}"), &driver.app);
        }
    }
    album.close();
}
