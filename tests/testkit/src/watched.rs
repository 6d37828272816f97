//! Makes an app that shows a scene, and checks the texts on its frames.
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

/// Returns an app that shows the game of a scene after all animations have ended.
pub fn watch(scene: &Scenario) -> AppDriver {
    let mut driver = AppDriver::new(shifted(3));
    driver.app.watch(scene.game());
    driver.wait(30);
    driver
}

/// Draws the app, and calls `look` with the frame.
///
/// # Panics
/// Panics if the app draws nothing.
pub fn seen<T>(driver: &AppDriver, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut app = driver.app.clone();
    ocr::drawn(|frame| assert!(app.draw(frame), "a frame of another size is drawn"), look)
}

/// Draws the app on a frame of this size, and calls `look` with the frame.
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

/// Asserts that the frame shows `words` in `colour`.
///
/// # Panics
/// Panics if the words are missing.
#[track_caller]
pub fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    assert!(seen(driver, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

/// Returns the game's turn number.
pub fn turn(driver: &AppDriver) -> u32 {
    driver.app.game().turn().0
}

/// Returns the kinds of the carried items, in order.
pub fn kinds(driver: &AppDriver) -> Vec<ItemKind> {
    driver.app.game().player().pack.iter().map(|item| item.kind).collect()
}
