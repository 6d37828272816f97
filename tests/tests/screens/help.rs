//! Checks the controls and the guide (H11).

use musrex_assets::interface;
use musrex_core::app::ScreenName;
use musrex_core::content::{Night, Status};
use musrex_core::input::Button;
use musrex_core::raster::Colour;
use musrex_core::view::text::{self, GUIDE, GuidePage};
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{has_icon, says};
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::seen_at;

/// The frame sizes of the hosts.
const SIZES: [(u16, u16); 3] = [(240, 160), (240, 240), (320, 180)];

/// Opens the help from the menu.
fn help() -> AppDriver {
    let mut driver = AppDriver::in_lobby(shifted(3));
    driver.taps(&[
        Button::Start,
        Button::Down,
        Button::Down,
        Button::Down,
        Button::Down,
        Button::A,
    ]);
    assert_eq!(driver.app.screen(), ScreenName::Help);
    driver
}

/// Returns the number of the current page.
fn page(driver: &AppDriver) -> usize {
    let count = 1 + GUIDE.len();
    let is_shown = |page: &usize| {
        seen_at(driver, (240, 160), |frame| {
            says(frame, &text::page_hint(*page, count), Colour::GREY)
        })
    };
    (1..=count).find(is_shown).expect("the page is numbered")
}

// H11: on every frame, each line of the guide is completely readable on its page, under its heading.
#[test]
fn every_page_is_whole_on_every_frame() {
    let mut driver = help();
    for GuidePage { heading, topics } in GUIDE {
        driver.tap(Button::Right);
        for size in SIZES {
            seen_at(&driver, size, |frame| {
                assert!(says(frame, heading, Colour::GOLD), "{heading} at {size:?}");
                for &topic in topics {
                    let line = text::guide_line(topic, Night::Plain);
                    assert!(says(frame, &line, Colour::WHITE), "{line:?} at {size:?}");
                }
            });
        }
    }
}

// H11: the guide shows every sign drawn over creatures, including the sign of each status. Each status has a line of
// the guide that begins with its name.
#[test]
fn every_sign_is_explained() {
    let mut driver = help();
    let signs = [
        ("asleep", &interface::ASLEEP),
        ("on watch", &interface::WATCHING),
        ("alert", &interface::ALERT),
        ("squeak", &interface::SQUEAK),
        ("eating", &interface::EATING),
        ("ally", &interface::ALLY),
    ];
    let statuses = Status::ALL.map(|status| (text::status_label(status), status.spec().icon));
    let mut missing: Vec<_> = signs.into_iter().chain(statuses).collect();
    for _ in GUIDE {
        driver.tap(Button::Right);
        seen_at(&driver, (240, 160), |frame| missing.retain(|(_, icon)| !has_icon(frame, icon)));
    }
    let missing: Vec<&str> = missing.into_iter().map(|(name, _)| name).collect();
    assert!(missing.is_empty(), "not in the guide: {missing:?}");
    let lines = GUIDE.into_iter().flat_map(|page| page.topics);
    let lines: Vec<_> = lines.map(|&topic| text::guide_line(topic, Night::Plain)).collect();
    for status in Status::ALL {
        let label = text::status_label(status);
        assert!(lines.iter().any(|line| line.starts_with(label)), "{label} has a line");
    }
}

// H11: left and right turn the pages and stop at the first and last page. The confirm button turns to the next page,
// and leaves the guide after the last one.
#[test]
fn pages_are_turned() {
    let count = 1 + GUIDE.len();
    let mut driver = help();
    driver.tap(Button::Left);
    assert_eq!(page(&driver), 1, "before the first page is none");
    for number in 2..=count {
        driver.tap(Button::Right);
        assert_eq!(page(&driver), number);
    }
    driver.tap(Button::Right);
    assert_eq!(page(&driver), count, "behind the last page is none");
    driver.tap(Button::Left);
    assert_eq!(page(&driver), count - 1);
    for (button, screen) in [(Button::B, ScreenName::Menu), (Button::Start, ScreenName::Menu)] {
        let mut driver = driver.clone();
        driver.tap(button);
        assert_eq!(driver.app.screen(), screen, "{button:?} leaves");
    }
    driver.tap(Button::A);
    assert_eq!(page(&driver), count);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Menu);
}
