//! Watched scenes: an app that shows a scene, and what is read on it.
//!
//! ```
//! use musrex_core::raster::Colour;
//! use musrex_testkit::Scenario;
//! use musrex_testkit::watched::{assert_says, watch};
//!
//! assert_says(&watch(&Scenario::new("#@..#").hp(25)), "25/25", Colour::WHITE);
//! ```

use crate::Scenario;
use crate::app_driver::AppDriver;
use crate::ocr::{self, says};
use crate::seeds::shifted;
use musrex_core::content::ItemKind;
use musrex_core::raster::{Colour, Frame};

/// An app that shows the game of a scene, in which nothing moves any more.
pub fn watch(scene: &Scenario) -> AppDriver {
    let mut driver = AppDriver::new(shifted(3));
    driver.app.watch(scene.game());
    driver.wait(30);
    driver
}

/// Draws what the app shows, and looks at the frame.
///
/// # Panics
/// When the app draws nothing.
pub fn seen<T>(driver: &AppDriver, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut app = driver.app.clone();
    ocr::drawn(|frame| assert!(app.draw(frame), "a frame of another size is drawn"), look)
}

/// Draws the screen on a frame of this size, and looks at it.
pub fn seen_at<T>(
    driver: &AppDriver,
    (width, height): (u16, u16),
    look: impl FnOnce(&Frame<'_>) -> T,
) -> T {
    let mut words = ocr::words(width, height);
    let mut frame = Frame::new(width, height, &mut words).expect("the words are enough");
    assert!(driver.app.clone().draw(&mut frame), "a frame of another size is drawn");
    look(&frame)
}

/// Asserts that words are on the frame.
///
/// # Panics
/// When they are not.
#[track_caller]
pub fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    assert!(seen(driver, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

/// The turn of the game.
pub fn turn(driver: &AppDriver) -> u32 {
    driver.app.game().turn().0
}

/// The kinds of what the player carries, in order.
pub fn kinds(driver: &AppDriver) -> Vec<ItemKind> {
    driver.app.game().player().pack.iter().map(|item| item.kind).collect()
}
