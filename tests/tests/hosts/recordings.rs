//! Checks recordings that are beside a save and cannot be played: the player sees an explanation for each, and nothing
//! is lost.

use musrex_core::Game;
use musrex_core::poll::block_on;
use musrex_core::rules::{Command, Events};
use musrex_core::save::{SaveManager, Score, Scores};
use musrex_testkit::flash::Flash;
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::is_installed;
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::tier::{can_use, is_in_tier};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

const RETURN: Keysym = Keysym(0xFF0D);
const ESCAPE: Keysym = Keysym(0xFF1B);
const DOWN: Keysym = Keysym(0xFF54);
const PATIENCE: Duration = Duration::from_secs(20);
const TAP: Duration = Duration::from_millis(60);
/// The longest wait for the effect of a tap.
const EFFECT: Duration = Duration::from_millis(700);

/// The recording of each row of the hall of fame, the best row first, with the expected explanation. The third
/// recording plays for a turn before the program finds that it is torn.
const RECORDINGS: [(Option<&str>, &str); 4] = [
    (None, "this run was not recorded"),
    (Some("musrex-repl"), "line 1, column 1: a recording begins with `musrex-replay 1`"),
    (
        Some("musrex-replay 1\nseed 3\nversion 0.0.9\n."),
        "line 4, column 2, after turn 1: the recording has no end",
    ),
    (
        Some("musrex-replay 1\nseed 4\nversion 0.0.9\n= 0 0123456789abcdef\n"),
        concat!(
            "turn 0 differs: the run begins in another way (it was recorded by version 0.0.9, this is ",
            env!("CARGO_PKG_VERSION"),
            ")"
        ),
    ),
];

/// Returns the rows of the hall of fame, the best first. Row n has seed n.
fn rows() -> Scores {
    let mut scores = Scores::new();
    for seed in (1..).take(RECORDINGS.len()) {
        let score = Score::of(&Game::new(seed));
        let points = 100 - u32::try_from(seed).expect("it is small");
        scores.insert(Score { points, seed, ..score }).expect("there is room");
    }
    scores
}

/// Returns a save with these rows, whose run has ended.
fn save_with(scores: &Scores) -> Vec<u8> {
    let mut manager = block_on(SaveManager::open(Flash::default()));
    let mut game = Game::new(9);
    manager.begin(&game).expect("the flash is whole");
    game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
    manager.end(Command::Wait, &game, scores).expect("the flash is whole");
    manager.flash().bytes.to_vec()
}

fn scores_in(path: &Path) -> Scores {
    let bytes = fs::read(path).expect("it is there");
    let mut flash = Flash::default();
    flash.bytes.copy_from_slice(&bytes);
    block_on(async { SaveManager::open(flash).await.load(&mut Game::new(0)).await }).scores
}

#[test]
fn what_cannot_be_watched_is_one_sentence_and_stays() {
    if !is_in_tier("half a minute of watching") || !can_use("Xvfb", is_installed("Xvfb")) {
        return;
    }
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let (save, scores) = (folder.path().join("run.sav"), rows());
    fs::write(&save, save_with(&scores)).expect("there is room");
    let recordings = folder.path().join("run.sav.replays");
    fs::create_dir(&recordings).expect("there is room");
    let path_of = |score: &Score| {
        recordings.join(format!("{}-{}-{}.replay", score.seed, score.turns.0, score.points))
    };
    for (score, (text, _)) in scores.rows().iter().zip(RECORDINGS) {
        if let Some(text) = text {
            fs::write(path_of(score), text).expect("there is room");
        }
    }
    let screen = Screen::open();
    let arguments = ["--size", "240x160", "--save", "run.sav"];
    let opened = Playing::open(&screen, folder.path(), &arguments, PATIENCE);
    let Some((playing, window)) = opened else { return };
    thread::sleep(Duration::from_secs(1));
    // The keys go through New run, Training and Custom run to the Hall of fame.
    for key in [DOWN, DOWN, DOWN, RETURN] {
        tap(&screen, key);
    }
    for (row, (score, (text, sentence))) in scores.rows().iter().zip(RECORDINGS).enumerate() {
        tap(&screen, RETURN);
        let page = screen.picture(window);
        tap(&screen, RETURN);
        // The page of the row returns after the playable turns have been shown.
        let is_back = || is_shown(&screen, window, &page).then_some(());
        assert!(wait_for(PATIENCE, is_back).is_some(), "row {row} does not end: {sentence}");
        thread::sleep(Duration::from_secs(1));
        tap(&screen, ESCAPE);
        tap(&screen, DOWN);
        assert_eq!(fs::read_to_string(path_of(score)).ok().as_deref(), text, "row {row}");
    }
    screen.close(window);
    let (code, said) = playing.end(PATIENCE).expect("it ends");
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), RECORDINGS.len(), "{said}");
    for (line, (_, sentence)) in lines.iter().zip(RECORDINGS) {
        assert!(line.starts_with("musrex: ") && line.contains(sentence), "{line}");
        assert!(line.ends_with('.') && !line.contains(". "), "one sentence: {line}");
    }
    assert_eq!(scores_in(&save), scores);
}

fn tap(screen: &Screen, key: Keysym) {
    screen.tap(key, TAP);
    thread::sleep(EFFECT);
}

fn is_shown(screen: &Screen, window: u32, picture: &RgbImage) -> bool {
    screen.picture(window) == *picture
}
