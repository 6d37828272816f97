//! Checks checkpoints on an emulated Game Boy Advance: the player never has to wait for a checkpoint, whatever she
//! presses while it is being written.

use musrex_core::input::{Button, Buttons};
use musrex_testkit::gba::{Console, FRAME_CYCLES, rom, ticks_of, with_seed};
use std::iter;

const SEED: u64 = 7;

/// The largest allowed number of pictures until the effect of any press, as in `a_press_is_soon_seen`.
const LATENCY_PICTURES_MAX: usize = 3;
/// The same limit for a press that plays a turn in which mice search for a path.
const LATENCY_WITH_MICE_MAX: usize = 4;

/// In every tick from now on until everything is saved, tries a press of each of `buttons`. Asserts that the effect of
/// each press appears soon, and that no picture is lost.
fn assert_nobody_waits(console: &mut Console, buttons: &[Button], what: &str) {
    assert!(console.is_saving(), "{what}: nothing is being saved");
    let mut ticks = 0;
    while console.is_saving() {
        for &button in buttons {
            let pictures = console.pictures_until_seen(Buttons::NONE.with(button));
            println!("{what}, tick {ticks}: {button:?} is seen in picture {pictures}");
            assert!(pictures <= LATENCY_WITH_MICE_MAX, "{what}, tick {ticks}: {button:?}");
        }
        assert_eq!(console.tick(Buttons::NONE), 1, "{what}: a picture is lost in tick {ticks}");
        ticks += 1;
    }
}

#[test]
fn nobody_waits_for_the_first_checkpoint() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, ".*30");
    while !console.is_saving() {
        console.tick(Buttons::NONE.with(Button::A));
    }
    console.tick(Buttons::NONE);
    assert_nobody_waits(&mut console, &[Button::A, Button::Up, Button::Start], "a new run");
}

#[test]
fn nobody_waits_for_a_checkpoint_at_rest() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, "A .*30 Up*60 .*9 Up .*9 Up .*60");
    let choices = [Button::Left, Button::Right, Button::Up, Button::Down];
    let is_free = |direction: &Button| {
        console.pictures_until_seen(Buttons::NONE.with(*direction)) <= LATENCY_PICTURES_MAX
    };
    let direction = choices.into_iter().find(is_free).expect("one can step somewhere");
    for checkpoint in 1..=4 {
        for turn in 0.. {
            assert!(turn < 40, "there is a checkpoint");
            let _ = (0..2).map(|_| console.tick(Buttons::NONE.with(Button::A))).count();
            let is_saving = (0..12).any(|_| {
                console.tick(Buttons::NONE);
                console.is_saving()
            });
            if is_saving {
                break;
            }
        }
        let what = format!("checkpoint {checkpoint} at rest");
        assert_nobody_waits(&mut console, &[direction, Button::Start, Button::Select], &what);
    }
}

#[test]
fn nobody_waits_for_a_checkpoint_without_a_rest() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, "A .*30 Up*60 .*9 Up .*9 Up .*60");
    for checkpoint in 1..=4 {
        // A player who holds a button is never idle.
        for tick in 0.. {
            assert!(tick < 1_000, "there is a checkpoint");
            let choices = [Button::Left, Button::Right];
            console.tick(Buttons::NONE.with(choices[tick / 24 % 2]));
            if console.is_saving() {
                break;
            }
        }
        let what = format!("checkpoint {checkpoint} without a rest");
        assert_nobody_waits(&mut console, &[Button::Start, Button::Select], &what);
    }
}

/// Plays two turns soon after a run has begun. No tick takes longer than a picture, so the second turn does not wait
/// for a write.
#[test]
fn a_second_turn_does_not_wait_for_a_new_run() {
    let Some(rom) = rom() else { return };
    for ticks in 4..12 {
        let mut console = Console::after(rom, SEED, ".*30 A");
        for held in ticks_of(&format!("Left*1 .*{ticks} Right*1 .*9")) {
            assert_eq!(console.tick(held), 1, "{ticks} ticks between the two");
        }
    }
}

/// The first turns after opening a save are saved quickly.
#[test]
fn the_first_turn_does_not_wait_for_the_save() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, "A .*30 L+R .*100 L+R .*100 A A A .*60");
    let mut again = Console::with_save(&with_seed(rom, SEED), &console.save());
    again.boot();
    again.play("A .*30");
    let saving: Vec<u32> = (0..4)
        .map(|_| {
            again.tick(Buttons::NONE.with(Button::A));
            let cost = again.cost();
            again.play(".*9");
            cost.save
        })
        .collect();
    println!("cycles of saving a turn: {saving:?}");
    // The first turn takes longer in a longer run. Up to a third of a frame is allowed, because it costs no picture.
    let limits = [FRAME_CYCLES / 3].into_iter().chain(iter::repeat(FRAME_CYCLES / 10));
    let is_quick = |(&cycles, limit): (&u32, u32)| 0 < cycles && cycles < limit;
    assert!(saving.iter().zip(limits).all(is_quick), "{saving:?}");
}
