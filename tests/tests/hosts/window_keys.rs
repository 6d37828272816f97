//! Checks keys and clicks that must have no effect, because they were made while the program was suspended, in another
//! window, or only to focus the window. Also checks keyboards with non-American layouts. The tests use a real window,
//! as in `window.rs`.

use super::window::{PATIENCE, Stage, TAP, game};
use musrex_core::bots::{Bot, Strategy};
use musrex_core::poll::block_on;
use musrex_core::rules::Events;
use musrex_core::rules::travel::alert_enemy_in_sight;
use musrex_core::save::SaveManager;
use musrex_core::world::Game;
use musrex_testkit::flash::Flash;
use musrex_testkit::program::{is_installed, run};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::screen::{Keysym, Playing, Screen, wait_for};
use musrex_testkit::tier::can_use;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

const RETURN: Keysym = Keysym(0xFF0D);
const RIGHT: Keysym = Keysym(0xFF53);
const SPACE: Keysym = Keysym(0x20);
const TAB: Keysym = Keysym(0xFF09);
const ALT: Keysym = Keysym(0xFFE9);

/// A key code stands for a position on the keyboard, whatever the letter there. These are the positions of `n`, `j` and
/// `q` on an American keyboard, where `q` begins the top row of letters.
const N: u8 = 57;
const J: u8 = 44;
const UP: Keysym = Keysym(0xFF52);
const Q: u8 = 24;

/// The middle of the screen, where the window shows the player; then the number of pixels from there to the next tile.
const PLAYER: (i16, i16) = (500, 350);
const BESIDE: i16 = 100;

/// Returns a game in which a monster is beside the player and an alert enemy is in sight. The player has enough hit
/// points for many blows.
fn beset() -> Game {
    for seed in 1.. {
        let (mut game, mut bot) = (Game::new(seed), Bot::new(Strategy::Master));
        let mut events = Events::new();
        for _ in 0..300 {
            let visible = game.visible();
            let command = bot.next(&game, &visible);
            if game.step(command, &mut events).is_err() {
                break;
            }
            let (player, at) = (game.player(), game.player().body.pos);
            let monsters = &game.current_floor().monsters;
            let is_beside = monsters.iter().any(|monster| monster.body.pos.is_next_to(at));
            let is_noticed = alert_enemy_in_sight(&game, &game.visible()).is_some();
            if is_beside && is_noticed && player.body.hp.0 > 20 {
                return game;
            }
        }
    }
    unreachable!("some run has a mouse in it")
}

/// Returns the turn of the run in the file `run.sav` of a folder.
fn saved_turn(folder: &Path) -> u32 {
    let info = run(folder, &["save", "run.sav", "info"]);
    let line = info.stdout.lines().find_map(|line| line.rsplit_once("turn "));
    line.and_then(|(_, turn)| turn.parse().ok()).unwrap_or_else(|| panic!("no run: {info:?}"))
}

/// Taps Space sixteen times beside a monster while the program is suspended, and resumes the program `moment` later.
/// Returns the number of turns played; `None` if this machine has no screen.
fn turns_of_a_standstill(moment: Duration) -> Option<u32> {
    if !can_use("Xvfb", is_installed("Xvfb")) {
        return None;
    }
    let (folder, game) = (tempfile::tempdir().expect("there is room"), beset());
    let mut manager = block_on(SaveManager::open(Flash::default()));
    manager.begin(&game).expect("the flash is whole");
    fs::write(folder.path().join("run.sav"), &manager.flash().bytes).expect("there is room");
    let screen = Screen::open();
    let arguments = ["--save", "run.sav", "--size", "240x160"];
    let (playing, window) = Playing::open(&screen, folder.path(), &arguments, PATIENCE)?;
    thread::sleep(Duration::from_millis(500));
    screen.tap(RETURN, TAP);
    thread::sleep(Duration::from_millis(500));
    playing.stand_still(|| {
        for _ in 0..16 {
            screen.tap(SPACE, Duration::from_millis(1));
        }
        thread::sleep(moment);
    });
    thread::sleep(Duration::from_millis(1500));
    screen.close(window);
    playing.end(PATIENCE).expect("the program ends");
    Some(saved_turn(folder.path()) - game.turn().0)
}

// T11
#[test]
fn taps_that_wait_are_not_played_past_danger() {
    // The first tap is played, and its turn brings danger. The other taps were waiting and are dropped.
    let Some(turns) = turns_of_a_standstill(Duration::from_millis(50)) else { return };
    assert_eq!(turns, 1);
}

// T11
#[test]
fn taps_of_a_long_standstill_are_not_played() {
    let Some(turns) = turns_of_a_standstill(Duration::from_secs(2)) else { return };
    assert_eq!(turns, 0);
}

// T11: presses made during a long standstill are dropped even without danger, and a later press is played.
#[test]
fn what_was_typed_blindly_is_forgotten_and_play_goes_on() {
    let Some(stage) = game(&[]) else { return };
    stage.playing.stand_still(|| {
        for _ in 0..3 {
            stage.screen.tap(RIGHT, Duration::from_millis(1));
        }
        thread::sleep(Duration::from_secs(1));
    });
    stage.expect("A .*20", "nothing was played");
    stage.screen.tap(RIGHT, TAP);
    stage.expect("A .*20 Right", "a step to the right");
    stage.close();
}

#[test]
fn the_click_that_brings_the_window_forward_does_nothing_else() {
    let Some(stage) = game(&[]) else { return };
    stage.screen.point(PLAYER.0 + BESIDE, PLAYER.1);
    for _ in 0..4 {
        stage.screen.focus(None);
        thread::sleep(Duration::from_millis(150));
        stage.screen.press_to_focus(stage.window);
        thread::sleep(Duration::from_millis(400));
        stage.screen.button(false);
    }
    // In the second case, the window gets the focus after the press.
    stage.screen.focus(None);
    thread::sleep(Duration::from_millis(150));
    stage.screen.button(true);
    thread::sleep(Duration::from_millis(80));
    stage.screen.focus(Some(stage.window));
    thread::sleep(Duration::from_millis(400));
    stage.screen.button(false);
    thread::sleep(TAP);
    stage.screen.point(5, 5);
    stage.expect("A .*20", "nobody has walked");
    // The next click makes the player walk.
    stage.screen.point(PLAYER.0 + BESIDE, PLAYER.1);
    stage.screen.button(true);
    thread::sleep(TAP);
    stage.screen.button(false);
    stage.screen.point(5, 5);
    // The number of steps depends on how long the button was held.
    let steps = ["Right", "Right Right", "Right Right Right", "Right Right Right Right"];
    let walked = steps.map(|steps| stage.moments(&format!("A .*20 {steps}"))).concat();
    assert!(stage.comes_to(&walked), "the next click leads to the right");
    stage.close();
}

#[test]
fn a_key_that_was_down_before_is_no_press() {
    let Some(stage) = game(&[]) else { return };
    for first in [ALT, TAB] {
        stage.screen.focus(None);
        thread::sleep(Duration::from_millis(150));
        stage.screen.key(ALT, true);
        stage.screen.key(TAB, true);
        stage.screen.focus(Some(stage.window));
        thread::sleep(TAP);
        stage.screen.key(first, false);
        // The key is held long enough for key repeat, which begins after 0.66 s at the latest.
        thread::sleep(Duration::from_millis(1500));
        let other = if first == ALT { TAB } else { ALT };
        stage.screen.key(other, false);
        stage.expect("A .*20", "no key was pressed here");
    }
    stage.screen.tap(RIGHT, TAP);
    stage.expect("A .*20 Right", "a step to the right");
    stage.close();
}

fn tap_at(stage: &Stage, code: u8) {
    stage.screen.key_at(code, true);
    thread::sleep(TAP);
    stage.screen.key_at(code, false);
}

#[test]
fn letters_of_every_alphabet_play() {
    let Some(stage) = game(&[]) else { return };
    let mut script = "A .*20".to_owned();
    for layouts in ["ru", "gr", "il", "ru,us", "us,ru"] {
        stage.screen.set_layouts(layouts);
        thread::sleep(TAP);
        // The steps go there and back: `n` steps down and to the right, and `y`, two rows above it, steps up and to the
        // left.
        for (code, step) in [(N, " Right+Down"), (Q + 5, " Left+Up")] {
            tap_at(&stage, code);
            script += step;
            stage.expect(&script, layouts);
        }
    }
    // On a layout with Latin letters, the letter of the layout determines the key, not its position.
    stage.screen.set_layouts("fr");
    thread::sleep(TAP);
    tap_at(&stage, Q);
    stage.expect(&format!("{script} Left"), "a is where q is elsewhere");
    stage.close();
}

#[test]
fn an_answer_is_given_on_any_keyboard() {
    let Some(stage) = game(&[]) else { return };
    stage.screen.set_layouts("ru");
    thread::sleep(TAP);
    // The menu's last entry gives up the run. The second answer is yes, which leads back to the title.
    for key in [Keysym(0xFF1B), UP, UP, RETURN] {
        stage.screen.tap(key, TAP);
        thread::sleep(TAP);
    }
    // The key at the position of `j`, which steps down.
    tap_at(&stage, J);
    stage.screen.tap(RETURN, TAP);
    let save = stage.folder.path().join(".local/share/musrex/musrex.sav");
    let has_no_run = || {
        let info = run(stage.folder.path(), &["save", &save.to_string_lossy(), "info"]);
        (!info.stdout.contains("turn ")).then_some(())
    };
    assert!(wait_for(PATIENCE, has_no_run).is_some(), "the run is given up");
    stage.close();
}
