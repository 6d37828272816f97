//! The window is killed during play, again and again, and its run continues each time. The save contains every turn
//! that was shown, and at most one more (E20, H5).

use musrex_testkit::fixtures::TestRng;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::seeds;
use musrex_testkit::tier::{can_use, pick};
use std::path::Path;
use std::thread;
use std::time::Duration;

const RETURN: Keysym = Keysym(0xFF0D);
const LEFT: Keysym = Keysym(0xFF51);
const RIGHT: Keysym = Keysym(0xFF53);

/// The longest wait for an effect, on a busy computer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The duration of a quick tap.
const TAP: Duration = Duration::from_millis(20);
/// The longest time between the last tap and the kill: a turn with its whole animation, plus a margin.
const MOMENT_MICROS: u32 = 200_000;

/// The number of kills: in the short tier, and in the full tier.
const KILLS: [u32; 2] = [5, 20];

/// Returns the number of kills. The environment variable `MUSREX_KILLS` overrides the number for the tier.
fn kills() -> u32 {
    let kills = std::env::var("MUSREX_KILLS").ok().and_then(|kills| kills.parse().ok());
    kills.unwrap_or_else(|| pick(KILLS))
}

const GAME: [&str; 4] = ["--seed", "7", "--size", "240x160"];

/// Returns the middle of the picture, where the player stands and no text is drawn.
fn middle(picture: &RgbImage) -> RgbImage {
    let (width, left, rows) = (48, picture.width / 2 - 24, picture.height() / 2 - 24..);
    let row = |y: usize| &picture.pixels[y * picture.width + left..][..width];
    RgbImage { width, pixels: rows.take(48).flat_map(row).copied().collect() }
}

/// Returns the pictures of the player, in all poses, after a step to the right and after a step to the left.
fn stances(folder: &Path) -> [Vec<RgbImage>; 2] {
    [("right", "Left Right"), ("left", "Left")].map(|(name, steps)| {
        let pictures: String = (0..16).map(|pose| format!(" .*8 png:{name}{pose}.png")).collect();
        let script = format!("A .*20 {steps} .*40{pictures}");
        run(folder, &[&["headless", "--input", &script], &GAME[..]].concat()).assert_done();
        (0..16)
            .map(|pose| middle(&RgbImage::read(&folder.join(format!("{name}{pose}.png")))))
            .collect()
    })
}

/// Returns the turn of the run in the save.
fn saved_turn(folder: &Path) -> u32 {
    let info = run(folder, &["save", "k.sav", "info"]);
    let line = info.stdout.lines().find_map(|line| line.rsplit_once("turn "));
    line.and_then(|(_, turn)| turn.parse().ok()).unwrap_or_else(|| panic!("no run: {info:?}"))
}

#[test]
fn a_window_killed_in_the_midst_of_play_loses_no_run() {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path = folder.path();
    let stances = stances(path);
    assert!(stances[0].iter().all(|picture| !stances[1].contains(picture)));
    // The save contains a run that is two turns old. The player steps back and forth, so she stands on the right after
    // each pair of turns.
    let start = [&["headless", "--save", "k.sav", "--input", "A .*20 Left Right"], &GAME[..]];
    run(path, &start.concat()).assert_done();
    let screen = Screen::open();
    let (mut rng, mut turn, mut seen_last) = (TestRng(seeds::shifted(7)), 2, 0);
    for kill in 0..kills() {
        let arguments = [&GAME[..], &["--scale", "1", "--save", "k.sav"]].concat();
        let Some((playing, window)) = Playing::open(&screen, path, &arguments, PATIENCE) else {
            return;
        };
        let shows = |turn: u32| {
            let stance = &stances[usize::from(turn % 2 == 1)];
            stance.contains(&middle(&screen.picture(window)))
        };
        // The title covers the run behind it, including the middle of the picture.
        thread::sleep(Duration::from_millis(200));
        assert!(!shows(turn), "kill {kill}: the title is shown first");
        screen.tap(RETURN, TAP);
        let goes_on = wait_for(PATIENCE, || shows(turn).then_some(()));
        assert!(goes_on.is_some(), "kill {kill}: turn {turn} is not gone on with");
        let step = |turn: u32| screen.tap(if turn % 2 == 1 { LEFT } else { RIGHT }, TAP);
        for _ in 0..1 + rng.below(3) {
            turn += 1;
            step(turn);
            let comes = wait_for(PATIENCE, || shows(turn).then_some(()));
            assert!(comes.is_some(), "kill {kill}: turn {turn} is not shown");
        }
        step(turn + 1);
        thread::sleep(Duration::from_micros(u64::from(rng.below(MOMENT_MICROS))));
        let is_last_seen = shows(turn + 1);
        drop(playing);
        let found = saved_turn(path);
        assert!(
            (turn + u32::from(is_last_seen)..=turn + 1).contains(&found),
            "kill {kill}: turn {turn} was shown, {found} is saved"
        );
        seen_last += usize::from(is_last_seen);
        turn = found;
    }
    println!("{turn} turns; of the last, {seen_last} of {} were seen", kills());
}
