//! Checks the choices before a run: its seed, the daily run (H8), and a calm night (A19).

use musrex_core::app::{App, Request, ScreenName};
use musrex_core::content::{MonsterKind, Status};
use musrex_core::input::Button::{A, B, Down, Left, Right, Start, Up};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::quantity::{Damage, Hp};
use musrex_core::raster::{Colour, Frame};
use musrex_core::replay::{self, Recorder};
use musrex_core::rules::{Actor, Event};
use musrex_core::save::{RunMode, SaveManager};
use musrex_core::seed::{self, Date, SEED_LETTERS};
use musrex_core::world::Game;
use musrex_core::{Command, Direction, Events};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::flash::Flash;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;

#[track_caller]
fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    let mut app = driver.app.clone();
    let draw = |frame: &mut Frame<'_>| assert!(app.draw(frame), "a frame of another size is drawn");
    assert!(ocr::drawn(draw, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

/// Returns an app at the screen for choosing a run.
fn choosing(seed: u64) -> AppDriver {
    let mut driver = AppDriver::new(seed);
    driver.taps(&[Down, Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::NewRun);
    driver
}

/// Types letters or digits on the on-screen keys for a seed. The cursor begins on the first key.
fn type_seed(driver: &mut AppDriver, text: &str) {
    let (mut row, mut column) = (0, 0);
    for letter in text.bytes() {
        let letter_key = SEED_LETTERS.iter().position(|&known| known == letter);
        // The digits are in the fourth row of ten keys.
        let key = letter_key.unwrap_or_else(|| 30 + usize::from(letter - b'0'));
        let (to_row, to_column) = (key / 10, key % 10);
        (row..to_row).for_each(|_| driver.tap(Down));
        (to_row..row).for_each(|_| driver.tap(Up));
        (column..to_column).for_each(|_| driver.tap(Right));
        (to_column..column).for_each(|_| driver.tap(Left));
        driver.tap(A);
        (row, column) = (to_row, to_column);
    }
}

// H18: six letters, typed one after another, form a seed. A seventh letter is not accepted.
#[test]
fn a_seed_is_typed_with_a_d_pad() {
    let mut driver = choosing(shifted(1));
    driver.taps(&[Right, Down, A]);
    type_seed(&mut driver, "CHEESEX");
    assert_says(&driver, "CHEESE", Colour::WHITE);
    driver.taps(&[B]);
    assert_says(&driver, "CHEES", Colour::WHITE);
    // With too few letters, no run begins, and the screen says so.
    assert_says(&driver, words::line("new_run.short_seed"), Colour::SILVER);
    // From X, the key E is two rows up and three keys to the right.
    driver.taps(&[Up, Up, Right, Right, Right, A]);
    driver.taps(&[Start, Down, Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(Some(driver.app.game().seed()), seed::parse("cheese"));
    assert_eq!(driver.app.game().mode(), RunMode::ORDINARY);
}

// H18: an old seed, which is a number, is typed on the same keys, so that its run can be replayed on every machine.
#[test]
fn a_number_is_typed_with_a_d_pad() {
    let seed = u64::MAX - 6;
    let mut driver = choosing(shifted(1));
    driver.taps(&[Right, Down, A]);
    type_seed(&mut driver, &seed.to_string());
    assert_says(&driver, &seed.to_string(), Colour::WHITE);
    driver.taps(&[Start, Down, Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(driver.app.game().seed(), seed);
}

// The cursor wraps around all edges of the four rows of keys: letters, delete, done and digits.
#[test]
fn the_keys_of_a_seed_have_no_edge() {
    let mut driver = choosing(shifted(1));
    driver.taps(&[Right, Down, A]);
    // Left of A is K. From K, Up leads to the 9, and Up again to the done key, which is three keys wide. Left of done
    // is the delete key.
    driver.taps(&[A, Left, A, Up, Up, Left, A]);
    assert_says(&driver, "A", Colour::WHITE);
    // Left of the delete key is Z, and right of the done key is W.
    driver.taps(&[Left, A, Right, Right, Right, A, B]);
    assert_says(&driver, "AZ", Colour::WHITE);
    driver.taps(&[Start]);
    assert_eq!(driver.app.screen(), ScreenName::NewRun, "two letters are no seed");
}

// H18, H6: a run with a random seed has a seed of letters, shown at its end, in the log and in the hall of fame. A run
// with a numeric seed shows the number, and the next run has letters again.
#[test]
fn letters_are_shown_where_a_run_has_them() {
    for (seed, name) in [(seed::parse("CHEESE").expect("a seed"), "CHEESE"), (7, "7")] {
        let has_letters = name != "7";
        let words = format!("seed {name}");
        let shows = |driver: &AppDriver| {
            let mut app = driver.app.clone();
            let draw = |frame: &mut Frame<'_>| assert!(app.draw(frame), "it fits");
            ocr::drawn(draw, |frame| says(frame, &words, Colour::GREY))
        };
        let mut driver = AppDriver::in_lobby(seed);
        assert_eq!(driver.app.game().seed(), seed);
        driver.taps(&[A, A, A, Start, Down, A]);
        assert_eq!((driver.app.screen(), shows(&driver)), (ScreenName::History, has_letters));
        driver.taps(&[B, B]);
        let mut bot = PolicyBot::new(Policy::Meek, shifted(7));
        assert!(driver.play_until(&mut bot, 5000, |app| app.screen() == ScreenName::Death));
        driver.wait(140);
        assert_eq!(shows(&driver), has_letters, "the tombstone");
        driver.go_on();
        assert_eq!(shows(&driver), has_letters, "the last turns");
        driver.go_on();
        assert_eq!(driver.app.screen(), ScreenName::Hall);
        assert!(shows(&driver), "the hall of fame");
        driver.wait(70);
        driver.tap(Button::Select);
        let next = driver.app.game().seed();
        assert_eq!(seed::letters(next).is_some(), has_letters);
    }
}

// A run with a typed seed needs a seed, so Begin first leads to the keys.
#[test]
fn without_a_seed_none_begins() {
    let mut driver = choosing(shifted(1));
    driver.taps(&[Right, Start]);
    assert_says(&driver, words::line("new_run.seed_heading"), Colour::GOLD);
    driver.taps(&[B, B]);
    assert_eq!(driver.app.screen(), ScreenName::Title);
}

// H8: without a date, there is no daily run.
#[test]
fn a_host_without_a_clock_offers_no_day() {
    let mut driver = choosing(shifted(7));
    driver.taps(&[Right, Right, Start]);
    assert_eq!(driver.app.game().seed(), shifted(7), "two towers, and the first again");
    assert!(!driver.app.game().mode().is_daily());
    let mut driver = AppDriver::new(shifted(7));
    driver.app.offer_daily();
    driver.tap(Start);
    assert!(!driver.app.game().mode().is_daily());
}

// H8: the first run of a day gets a row in the hall of fame. The next one is called practice and gets none.
#[test]
fn one_run_a_day_counts() {
    let today = Date::new(2026, 11, 23).expect("a day");
    let mut driver = AppDriver::new(shifted(7));
    driver.app.set_today(Some(today));
    for (times, line) in
        [words::line("new_run.daily"), words::line("new_run.practice")].into_iter().enumerate()
    {
        driver.app.show_title();
        driver.app.offer_daily();
        assert_says(&driver, line, Colour::SILVER);
        driver.tap(Start);
        assert_eq!(driver.app.game().seed(), today.seed());
        assert!(driver.app.game().mode().is_daily());
        let mut bot = PolicyBot::new(Policy::Meek, shifted(7) + times as u64);
        let is_dead = |app: &App| app.screen() == ScreenName::Death;
        assert!(driver.play_until(&mut bot, 5000, is_dead));
        let rows = driver.app.scores().rows();
        assert!(rows.len() == 1 && rows[0].mode.is_daily(), "{rows:?}");
    }
    driver.app.set_today(Date::new(2026, 11, 24));
    driver.app.offer_daily();
    assert_says(&driver, words::line("new_run.daily"), Colour::SILVER);
}

/// Asserts that the run of `today` is practice if and only if `is_practice` is true, and begins it.
#[track_caller]
fn begin_daily(driver: &mut AppDriver, today: Date, is_practice: bool) {
    driver.app.set_today(Some(today));
    driver.app.show_title();
    driver.app.offer_daily();
    let line =
        if is_practice { words::line("new_run.practice") } else { words::line("new_run.daily") };
    assert_says(driver, line, Colour::SILVER);
    driver.tap(Start);
    let mode = driver.app.game().mode();
    assert_eq!((mode.is_daily(), mode.is_practice()), (true, is_practice));
}

// H8: an abandoned run uses up its day and gets no score, and the player is warned of this. The next day is available
// again.
#[test]
fn who_gives_a_day_up_has_played_it() {
    let [today, tomorrow] = [23, 24].map(|day| Date::new(2026, 11, day).expect("a day"));
    let mut driver = AppDriver::new(shifted(7));
    begin_daily(&mut driver, today, false);
    driver.taps(&[Start, Up, Up, A]);
    assert_says(&driver, words::line("question.give_up_loses"), Colour::WHITE);
    driver.taps(&[Down, A]);
    assert_eq!(driver.app.screen(), ScreenName::Title);
    begin_daily(&mut driver, today, true);
    let mut bot = PolicyBot::new(Policy::Meek, shifted(7));
    let is_dead = |app: &App| app.screen() == ScreenName::Death;
    assert!(driver.play_until(&mut bot, 5000, is_dead));
    assert!(driver.app.scores().rows().is_empty(), "practice left a score");
    begin_daily(&mut driver, tomorrow, false);
}

// H8: a day counts only once, whatever other days come in between. This also holds after a restart of the program.
#[test]
fn a_day_counts_once_however_the_clock_goes() {
    let [one, other, third] = [23, 24, 20].map(|day| Date::new(2026, 11, day).expect("a day"));
    let mut manager = block_on(SaveManager::open(Flash::default()));
    for (day, is_practice) in [
        (one, false),
        (other, false),
        (one, true),
        (third, false),
        (other, true),
        (third, true),
        (one, true),
    ] {
        let mut driver = AppDriver::new(shifted(7));
        block_on(driver.app.attach(&mut manager));
        driver.app.set_today(Some(day));
        driver.app.offer_daily();
        assert_eq!(driver.app.tick(Input::default()), None);
        let line = if is_practice {
            words::line("new_run.practice")
        } else {
            words::line("new_run.daily")
        };
        assert_says(&driver, line, Colour::SILVER);
        taps(&mut driver.app, &mut manager, &[Start]);
        assert_eq!(driver.app.game().mode().is_practice(), is_practice, "{day:?}");
        taps(&mut driver.app, &mut manager, &[Start, Up, Up, A, Down, A]);
        assert_eq!(driver.app.screen(), ScreenName::Title);
    }
}

// H8: the save stores the day and whether a run is practice, although no row shows it.
#[test]
fn a_played_day_outlives_the_program() {
    let today = Date::new(2026, 11, 23).expect("a day");
    let mut manager = block_on(SaveManager::open(Flash::default()));
    for is_practice in [false, true] {
        let mut driver = AppDriver::new(shifted(7));
        block_on(driver.app.attach(&mut manager));
        driver.app.set_today(Some(today));
        driver.app.offer_daily();
        assert_eq!(driver.app.tick(Input::default()), None);
        let line = if is_practice {
            words::line("new_run.practice")
        } else {
            words::line("new_run.daily")
        };
        assert_says(&driver, line, Colour::SILVER);
        taps(&mut driver.app, &mut manager, &[Start]);
        let mut driver = AppDriver::new(shifted(8));
        block_on(driver.app.attach(&mut manager));
        let run = driver.app.saved_run().expect("it is saved");
        assert_eq!(run.mode().is_practice(), is_practice);
        // The run is abandoned without a date, as on a host that has lost its clock.
        taps(&mut driver.app, &mut manager, &[A, Start, Up, Up, A, Down, A]);
        assert_eq!(driver.app.screen(), ScreenName::Title);
    }
}

/// Taps buttons, and saves whenever the app requests it.
fn taps(app: &mut App, manager: &mut SaveManager<Flash>, buttons: &[Button]) {
    for &button in buttons {
        for tick in 0..10 {
            let held = if tick < 2 { Buttons::from_iter([button]) } else { Buttons::NONE };
            if let Some(Request::Save(request)) = app.tick(Input::from(held)) {
                block_on(app.save(request, manager));
            }
        }
    }
}

/// Returns the damage in the first turn of `game` in which the player takes damage.
fn first_harm(mut game: Game, command: Command) -> Damage {
    let mut events = Events::new();
    for _ in 0..200 {
        let hp = game.player().body.hp.0;
        game.step(command, &mut events).expect("it can be done");
        let told = events.iter().find_map(|event| match *event {
            Event::Struck { target: Actor::Player, damage, .. }
            | Event::Burned { who: Actor::Player, damage, .. }
            | Event::StatusHurt { who: Actor::Player, damage, .. }
                if damage != Damage::MISS =>
            {
                Some(damage)
            }
            _ => None,
        });
        if let Some(damage) = told {
            assert_eq!(hp - game.player().body.hp.0, damage.0, "as it is told");
            return damage;
        }
    }
    panic!("nothing harms");
}

// A19: in a calm night, blows and cables do half damage, rounded up. Venom does full damage.
#[test]
fn a_calm_night_halves_harm() {
    let rabid = Scenario::new("#@r#").level(9).floor(13);
    let cable = Scenario::new("#@-.#").level(9).floor(9);
    let venom = Scenario::new("#@.#").level(9).status(Status::Envenomed, 5);
    let east = Command::Walk(Direction::East);
    for (scene, command, part) in
        [(rabid, Command::Wait, 2), (cable, east, 2), (venom, Command::Wait, 1)]
    {
        let mut calm = scene.game();
        let usual = first_harm(scene.game(), command);
        calm.set_mode(RunMode::ORDINARY.with_calm(true));
        assert_eq!(first_harm(calm, command), Damage(usual.0.div_ceil(part)));
    }
}

// A19: a calm night is chosen when a run begins, is named in the log, and is part of the recording.
#[test]
fn a_calm_night_is_chosen() {
    let mut driver = choosing(shifted(1));
    driver.taps(&[Down, Right]);
    assert_says(&driver, words::line("new_run.calm"), Colour::SILVER);
    driver.tap(Start);
    assert!(driver.app.game().mode().is_calm());
    // The message about a calm night is the second message when a run begins.
    driver.tap(A);
    assert!(driver.app.messages().iter().any(|entry| entry.message.text.contains("half damage")));

    let mut game = Game::new(shifted(5));
    game.set_mode(RunMode::ORDINARY.with_calm(true));
    let mut recorder = Recorder::new(String::new(), &game).expect("strings grow");
    game.step(Command::Wait, &mut Events::new()).expect("anyone can wait");
    recorder.record(Command::Wait, &game).expect("strings grow");
    let recording = recorder.finish(&game).expect("strings grow");
    assert_eq!(replay::verify(recording.as_bytes()), Ok(game));
}

// A19: until the first win, left and right on the title choose between normal and calm. Pressing only the confirm button
// begins a normal run.
#[test]
fn the_title_offers_a_calm_run() {
    for (presses, is_calm) in [(0, false), (1, true), (2, false)] {
        let mut driver = AppDriver::new(shifted(1));
        assert_says(&driver, "← full damage →", Colour::WHITE);
        driver.taps(&vec![Right; presses]);
        let value = if is_calm { "← half damage →" } else { "← full damage →" };
        assert_says(&driver, value, Colour::WHITE);
        driver.tap(A);
        assert_eq!(driver.app.game().mode().is_calm(), is_calm, "{presses} presses");
        assert_eq!(driver.app.screen(), ScreenName::Play);
    }
    // A death leaves the choice on the title. After a win, only the screen for choosing a run offers calm nights.
    let dying = Scenario::new("#@.#").floor(1).hp(1).status(Status::Envenomed, 5);
    let winning = Scenario::new("#@m#").floor(13).level(20).changed(|floor| {
        floor.monsters[0].kind = MonsterKind::MouseKing;
        floor.monsters[0].body.hp = Hp(1);
    });
    for (scene, command, is_calm) in
        [(dying, Command::Wait, true), (winning, Command::Walk(Direction::East), false)]
    {
        let mut driver = AppDriver::new(shifted(1));
        driver.app.play(scene.game());
        driver.play(command);
        driver.wait(180);
        assert!(!driver.app.scores().rows().is_empty());
        driver.app.show_title();
        driver.taps(&[Right, A]);
        assert_eq!(driver.app.game().mode().is_calm(), is_calm);
    }
}

// A19: a player who dies on the first three floors before the first win is told about calm nights, except after a calm
// night.
#[test]
fn an_early_death_tells_of_calm_nights() {
    for (floor, is_calm, is_told) in
        [(1, false, true), (3, false, true), (4, false, false), (3, true, false)]
    {
        let mut driver = AppDriver::in_lobby(shifted(5));
        let scene = Scenario::new("#@.#").floor(floor).hp(1).status(Status::Envenomed, 5);
        let mut game = scene.game();
        game.set_mode(RunMode::ORDINARY.with_calm(is_calm));
        driver.app.play(game);
        driver.play(Command::Wait);
        driver.wait(180);
        assert_eq!(driver.app.screen(), ScreenName::Death);
        let draw = |frame: &mut Frame<'_>| assert!(driver.app.clone().draw(frame), "it fits");
        let is_drawn =
            ocr::drawn(draw, |frame| says(frame, words::line("ending.calm_tip"), Colour::GOLD));
        assert_eq!(is_drawn, is_told, "floor {floor}, calm: {is_calm}");
    }
}
