//! Checks the views of a large window, with real keys and a real wheel (H14).

use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::is_installed;
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::tier::can_use;
use std::time::Duration;

const RETURN: Keysym = Keysym(0xFF0D);
const F8: Keysym = Keysym(0xFFC5);
const ESCAPE: Keysym = Keysym(0xFF1B);

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The duration of a slow tap.
const TAP: Duration = Duration::from_millis(60);

/// Returns the number of window pixels for one frame pixel. This is the greatest number that divides the length of
/// every stretch of one colour inside a row.
fn grain(picture: &RgbImage) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    picture.pixels.chunks(picture.width).fold(0, |grain, row| {
        let changes = (1..row.len()).filter(|&x| row[x] != row[x - 1]).collect::<Vec<_>>();
        changes.windows(2).fold(grain, |grain, pair| gcd(grain, pair[1] - pair[0]))
    })
}

// H14: a key and the wheel show more of the floor, with a whole number of window pixels for each frame pixel. Pages
// keep their size.
#[test]
fn a_key_and_the_wheel_change_the_view() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let screen = Screen::open();
    let arguments = ["--seed", "7", "--save", "a.sav"];
    let opened = Playing::open(&screen, folder.path(), &arguments, PATIENCE);
    let Some((_playing, window)) = opened else { return };
    screen.resize(window, 960, 600);
    screen.focus(Some(window));
    let assert_grain = |wanted: usize, what: &str| {
        let is_so = || (grain(&screen.picture(window)) == wanted).then_some(());
        let found = || grain(&screen.picture(window));
        assert!(wait_for(PATIENCE, is_so).is_some(), "{what}: {} in place of {wanted}", found());
    };
    assert_grain(3, "the title");
    // The keys lead past the floor's card into the lobby.
    screen.tap(RETURN, TAP);
    std::thread::sleep(Duration::from_secs(2));
    for (wanted, what) in [(2, "wide"), (1, "whole"), (3, "near again")] {
        screen.tap(F8, TAP);
        assert_grain(wanted, what);
    }
    screen.point(400, 300);
    for (is_away, wanted, what) in [(false, 2, "wide"), (false, 1, "whole"), (true, 2, "back")] {
        screen.scroll(is_away);
        assert_grain(wanted, what);
    }
    // The menu is drawn over the floor, but the pack is a page.
    screen.tap(ESCAPE, TAP);
    std::thread::sleep(Duration::from_millis(500));
    assert_grain(2, "the menu");
    screen.tap(RETURN, TAP);
    assert_grain(3, "the pack");
}
