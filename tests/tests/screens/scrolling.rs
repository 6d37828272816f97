//! Checks that a list that does not fit its frame shows on which sides it continues.

use musrex_assets::interface::{Icon, SCROLL_DOWN, SCROLL_UP};
use musrex_core::Direction;
use musrex_core::app::ScreenName;
use musrex_core::content::ItemKind;
use musrex_core::input::Button;
use musrex_core::poll::block_on;
use musrex_core::quantity::{Floor, Level, Turn};
use musrex_core::raster::{Colour, Frame, Shade};
use musrex_core::save::{SaveManager, Score, Scores};
use musrex_core::view::widgets::{self, ICON};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::flash::Flash;
use musrex_testkit::ocr::{self, has_icon};
use musrex_testkit::saves::Player;
use musrex_testkit::seeds::shifted;
use musrex_testkit::watched::{seen_at, watch};

/// Returns whether the frame shows all pixels of an icon anywhere, on any background.
fn has_mark(frame: &Frame<'_>, icon: &Icon) -> bool {
    let side = ICON.unsigned_abs();
    let drawn = |ground: Colour| {
        let mut memory = ocr::words(side, side);
        let mut alone = Frame::new(side, side, &mut memory).expect("the words are enough");
        alone.clear(ground);
        alone.icon(0, 0, icon, Shade::Lit);
        alone.pixels().to_vec()
    };
    let (first, second) = (drawn(Colour::INK), drawn(Colour::WHITE));
    let (side, width) = (usize::from(side), usize::from(frame.width()));
    let opaque: Vec<(usize, u8)> = (0..side * side)
        .filter(|&at| first[at] == second[at])
        .map(|at| (at / side * width + at % side, first[at]))
        .collect();
    assert!(opaque.len() > 4, "an icon has pixels");
    let corners = (0..usize::from(frame.height()) - side)
        .flat_map(|y| (0..=width - side).map(move |x| y * width + x));
    let is_there =
        |corner: usize| opaque.iter().all(|&(at, colour)| frame.pixels()[corner + at] == colour);
    corners.into_iter().any(is_there)
}

/// Returns whether the current list continues above, and whether it continues below.
fn goes_on(driver: &AppDriver, size: (u16, u16)) -> [bool; 2] {
    seen_at(driver, size, |frame| [&SCROLL_UP, &SCROLL_DOWN].map(|icon| has_mark(frame, icon)))
}

/// Asserts that the frame shows where a list that does not fit continues: at its first row, in its middle, and at its
/// last row.
fn assert_marked(driver: &mut AppDriver, size: (u16, u16), downs: usize, what: &str) {
    assert_eq!(goes_on(driver, size), [false, true], "{what}, the first row");
    (0..downs).for_each(|_| driver.tap(Button::Down));
    assert_eq!(goes_on(driver, size), [true, true], "{what}, the middle");
    (0..=downs).for_each(|_| driver.tap(Button::Up));
    assert_eq!(goes_on(driver, size), [true, false], "{what}, the last row");
}

// I13: a pack with more kinds than the frame has rows shows where it continues. A shorter pack shows no such mark.
#[test]
fn a_long_pack_says_where_it_goes_on() {
    let pack = |count: usize| {
        let kinds = ItemKind::ALL.into_iter().take(count);
        let mut driver = watch(&kinds.fold(Scenario::new("#@..#"), Scenario::carries));
        driver.taps(&[Button::Start, Button::A]);
        assert_eq!(driver.app.screen(), ScreenName::Pack);
        driver
    };
    assert_marked(&mut pack(ItemKind::COUNT), (240, 160), 7, "the pack");
    assert_eq!(goes_on(&pack(3), (240, 160)), [false, false]);
}

// The options on a small frame show where they continue.
#[test]
fn long_options_say_where_they_go_on() {
    let mut driver = AppDriver::in_lobby(shifted(7));
    driver.tap(Button::Start);
    driver.taps(&[Button::Down; 5]);
    driver.tap(Button::A);
    assert_eq!(driver.app.screen(), ScreenName::Options);
    assert_marked(&mut driver, (240, 160), 7, "the options");
}

/// Returns a full hall of fame.
fn ten_scores() -> Scores {
    let mut scores = Scores::new();
    for points in 1..=10 {
        scores.insert(Score {
            points,
            floor: Floor::LOBBY,
            level: Level::FIRST,
            kills: 0,
            killed_by: None,
            turns: Turn(points),
            seed: 7,
            kings_end: None,
            mode: Default::default(),
            lineage: Default::default(),
        });
    }
    scores
}

// H5, H10: a hall of fame in large text shows where it continues.
#[test]
fn a_long_hall_says_where_it_goes_on() {
    let mut player = Player::new(shifted(7));
    player.end(&ten_scores());
    let mut driver = AppDriver::on_wide_frames(shifted(3));
    let mut manager = block_on(SaveManager::open(Flash::of(&player.manager.flash().bytes)));
    block_on(driver.app.attach(&mut manager));
    driver.app.settings_mut().set_large_text(true);
    let opened = |downs: usize| {
        let mut driver = driver.clone();
        (0..downs).for_each(|_| driver.tap(Button::Down));
        driver.tap(Button::A);
        driver
    };
    let mut halls = (1..6).map(opened).filter(|it| it.app.screen() == ScreenName::Hall);
    let mut driver = halls.next().expect("the title leads to the hall");
    assert_eq!(goes_on(&driver, (320, 180)), [false, true], "the first row");
    driver.tap(Button::Up);
    assert_eq!(goes_on(&driver, (320, 180)), [true, false], "the last row");
}

// H2: the marks of a long history are beside its lines, which are short enough to be completely readable.
#[test]
fn the_marks_of_the_history_hide_no_line() {
    let mut driver = watch(&Scenario::new("#g@L#").floor(7));
    for _ in 0..20 {
        driver.walk(Direction::East);
        driver.walk(Direction::West);
    }
    driver.taps(&[Button::Start, Button::Down, Button::A]);
    assert_eq!(driver.app.screen(), ScreenName::History);
    (0..9).for_each(|_| driver.tap(Button::Up));
    let lines: Vec<_> = driver.app.messages().iter().rev().take(2).collect();
    seen_at(&driver, (240, 160), |frame| {
        // Nothing else is drawn over the marks or around them.
        assert!(has_icon(frame, &SCROLL_UP) && has_icon(frame, &SCROLL_DOWN));
        let tops = lines.iter().filter_map(|entry| {
            let start: String = entry.message.text.chars().take(12).collect();
            ocr::find(frame, &start, widgets::tone_colour(entry.message.tone)).map(|(_, y)| y)
        });
        let first = widgets::heading_height(frame.shape()).unsigned_abs() + 2;
        assert_eq!(tops.min(), Some(first), "the first line is read");
        let widest = lines.iter().map(|entry| frame.width_of(&entry.message.text)).max();
        assert!(widest > Some(190), "{widest:?} pixels are too few to reach the marks");
    });
}
