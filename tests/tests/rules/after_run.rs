//! Checks the screens after a run: its last turns (H6), its row in the hall of fame with the score (H4, H5), and the
//! conducts that the run kept (H7). A conduct is a voluntary restriction, such as never resting.

use Command::{Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::app::{App, Request, ScreenName, Settings, Setup};
use musrex_core::content::{ItemKind, MonsterKind, SpillKind, Status};
use musrex_core::geometry::Pos;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::{Colour, Frame};
use musrex_core::save::{Memory, SaveManager, SaveRequest, SaveSource, SaveStatus, Score, Scores};
use musrex_core::view::text;
use musrex_core::world::{Cause, Conduct, Game, Spill};
use musrex_core::{Command, Direction, Events};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::rulebook::{self, number};
use musrex_testkit::seeds::shifted;
use musrex_testkit::words;

/// Draws the current screen of the app, and passes the frame to `look`.
fn seen<T>(driver: &AppDriver, look: impl FnOnce(&Frame<'_>) -> T) -> T {
    let mut app = driver.app.clone();
    ocr::drawn(|frame| assert!(app.draw(frame), "a frame of another size is drawn"), look)
}

#[track_caller]
fn assert_says(driver: &AppDriver, words: &str, colour: Colour) {
    assert!(seen(driver, |frame| says(frame, words, colour)), "{words:?} is not on the frame");
}

fn kept(game: &Game) -> Vec<Conduct> {
    let mode = Score::of(game).mode;
    Conduct::ALL.into_iter().filter(|&conduct| mode.has_kept(conduct)).collect()
}

// H7: the conduct about resting is broken only by a turn in which the player chooses to wait.
#[test]
fn a_wait_breaks_one_conduct() {
    let run = Scenario::new("#@..#").play(&[Walk(East), Walk(West)]);
    assert_eq!(kept(&run.game), Conduct::ALL);
    let run = Scenario::new("#@..#").play(&[Walk(East), Wait, Walk(West)]);
    assert_eq!(kept(&run.game), [Conduct::NoOverride, Conduct::Fast, Conduct::Gentle]);
    let stunned = Scenario::new("#@..#").status(Status::Stunned, 3);
    assert_eq!(kept(&stunned.play(&[Wait]).game), Conduct::ALL, "the stun took the turn");
}

// H7: a chip that makes an ally breaks the conduct about overrides. A refused chip breaks no conduct.
#[test]
fn a_chip_breaks_one_conduct() {
    let scene = Scenario::new("#@z#").carries(ItemKind::OverrideChip);
    let mut game = scene.game();
    assert!(game.step(Use(0), &mut Events::new()).is_err());
    assert_eq!(kept(&game), Conduct::ALL);
    let weak = Scenario::new("#@m#").carries(ItemKind::OverrideChip).changed(|floor| {
        floor.monsters[0].body.statuses.set(Status::Stunned, 5);
    });
    assert_eq!(kept(&weak.play(&[Use(0)]).game), [Conduct::NoRest, Conduct::Fast, Conduct::Gentle]);
}

// H7: the last allowed turn and the last allowed kill break no conduct; the next one does.
#[test]
fn turns_and_kills_break_conducts() {
    let mut game = Game::new(shifted(1));
    let mut events = Events::new();
    for _ in 1..number("H7", "fewer than ") {
        game.step(Wait, &mut events).expect("anyone can wait");
    }
    assert!(kept(&game).contains(&Conduct::Fast));
    game.step(Wait, &mut events).expect("anyone can wait");
    assert!(!kept(&game).contains(&Conduct::Fast));
    let with_kills = |kills| {
        let mut player = game.player().clone();
        player.kills = kills;
        let game = Game::from_parts(1, game.floor(), player, game.current_floor().clone());
        kept(&game).contains(&Conduct::Gentle)
    };
    let kills = u16::try_from(number("H7", "Gentle: ")).expect("some kills");
    assert!(with_kills(kills) && !with_kills(kills + 1));
}

// H7: a conduct that a run has broken stays broken after saving and loading.
#[test]
fn conducts_are_saved() {
    let (scores, settings) = (Scores::new(), Settings::default());
    let mut game = Game::new(shifted(7));
    game.step(Wait, &mut Events::new()).expect("anyone can wait");
    let mut flash = Memory([0xFF; 65_536]);
    let mut manager = block_on(SaveManager::open(&mut flash));
    let source = SaveSource { game: &game, scores: &scores, settings: &settings };
    let _ = block_on(manager.submit(SaveRequest::Begin, source));
    assert_eq!(block_on(manager.flush(&game)), SaveStatus::Done);
    let mut again = Game::new(0);
    assert!(block_on(async { SaveManager::open(&mut flash).await.load(&mut again).await }).has_run);
    assert_eq!(kept(&again), [Conduct::NoOverride, Conduct::Fast, Conduct::Gentle]);
}

// On a host that keeps recordings, the button requests the recording of the selected row. On other hosts, the button
// closes the page.
#[test]
fn a_run_can_be_watched_where_it_is_recorded() {
    for can_watch in [true, false] {
        let mut setup = Setup::new(shifted(3));
        setup.abilities.can_watch = can_watch;
        let mut app = App::new(setup);
        app.watch(Scenario::new("#@K#").floor(13).level(9).game());
        app.play_command(Walk(East)).expect("the King stands there");
        let mut requests = Vec::new();
        let mut tap = |app: &mut App, button| {
            requests.extend(app.tick(Input::from(Buttons::NONE.with(button))));
            requests.extend(app.tick(Input::default()));
        };
        for _ in 0..120 {
            app.tick(Input::default());
        }
        for button in [Button::A, Button::A, Button::L, Button::A] {
            tap(&mut app, button);
            for _ in 0..70 {
                assert_eq!(app.tick(Input::default()), None);
            }
        }
        assert_eq!(app.screen(), ScreenName::Hall);
        let wanted = if can_watch { vec![Request::Watch(0)] } else { Vec::new() };
        assert_eq!(requests, wanted);
    }
}

// H5, H7, K3: the details of a row can be opened after a run and from the title.
#[test]
fn a_row_can_be_looked_into() {
    let mut driver = AppDriver::new(shifted(3));
    driver.app.watch(Scenario::new("#@K#").floor(13).level(9).seed(77).game());
    driver.wait(30);
    driver.walk(East);
    driver.wait(120);
    driver.go_on();
    driver.go_on();
    driver.wait(70);
    assert_eq!(driver.app.screen(), ScreenName::Hall);
    let score = Score::of(driver.app.game());
    driver.tap(Button::L);
    let way = score.kings_end.expect("the King fell");
    assert_says(&driver, words::line("ending.victory"), Colour::GOLD);
    assert_says(&driver, words::of("kings_end", way, "line"), Colour::WHITE);
    assert_says(&driver, "77", Colour::WHITE);
    for conduct in Conduct::ALL {
        assert_says(&driver, words::of("conduct", conduct, "line"), Colour::WHITE);
    }
    driver.taps(&[Button::B, Button::B]);
    assert_eq!(driver.app.screen(), ScreenName::Title);
    driver.taps(&[Button::Down, Button::Down, Button::Down, Button::A, Button::A]);
    assert_says(&driver, words::of("kings_end", way, "line"), Colour::WHITE);
    driver.taps(&[Button::A, Button::L, Button::L]);
    assert_eq!(driver.app.screen(), ScreenName::Hall, "all of them close the page");
}

// H5: the score is the experience plus points for every floor, for every kill and for the crown.
#[test]
fn a_score_counts_floors_kills_and_the_crown() {
    let points = |floor, xp, kills| {
        let game = Scenario::new("#@#").floor(floor).xp(xp).game();
        let mut player = game.player().clone();
        player.kills = kills;
        Score::of(&Game::from_parts(1, game.floor(), player, game.current_floor().clone())).points
    };
    let [of_floor, of_kill, of_crown] =
        ["the experience, ", "floor climbed, ", "each kill, and "].map(|words| number("H5", words));
    assert_eq!(points(0, 0, 0), 0);
    assert_eq!(points(0, 123, 0), 123);
    assert_eq!(points(4, 0, 0), 4 * of_floor);
    assert_eq!(points(4, 123, 7), 123 + 4 * of_floor + 7 * of_kill);
    let won = Scenario::new("#@K#").floor(13).level(9).play(&[Walk(East)]).game;
    let player = won.player();
    let lost = points(13, player.xp.0, player.kills);
    assert_eq!(Score::of(&won).points, lost + of_crown);
}

/// Lets the player of an app die of venom after `turns` turns. In the first turn, the player steps onto an item that
/// lies in acid.
fn die_in(driver: &mut AppDriver, turns: u16, xp: u32) {
    let spill = Spill { pos: Pos::at(3, 1), kind: SpillKind::Acid, turns: 1, is_players: false };
    let scene = Scenario::new("#@%#").xp(xp).status(Status::Envenomed, 60);
    let scene = scene.hp(rulebook::acid(0) + turns).changed(|floor| {
        floor.spills.push(spill).expect("there is room for it");
    });
    driver.app.watch(scene.game());
    driver.walk(East);
    for _ in 1..turns {
        assert_eq!(driver.app.screen(), ScreenName::Play, "alive before turn {turns}");
        driver.play(Wait);
    }
    assert_eq!(driver.app.screen(), ScreenName::Death);
    assert_eq!(driver.app.game().turn().0, u32::from(turns));
    driver.wait(120);
    driver.tap(Button::A);
}

// H6: the end of a run lists the events of its last ten turns, and none from before.
#[test]
fn the_end_tells_of_ten_turns() {
    for (turns, is_told) in [(10, true), (11, false)] {
        let mut driver = AppDriver::in_lobby(shifted(5));
        die_in(&mut driver, turns, 0);
        let damage = text::damage_total_line(Cause::Spill(SpillKind::Acid), rulebook::acid(0), 1);
        let found = "Picked up a Health Pack.";
        for (words, colour) in [(damage.as_str(), Colour::BAD), (found, Colour::WHITE)] {
            let is_read = seen(&driver, |frame| says(frame, words, colour));
            assert_eq!(is_read, is_told, "{words:?}, {turns} turns before the end");
        }
    }
}

// H6: the death screen explains the special trait of the killer.
#[test]
fn a_death_tells_about_the_killer() {
    let kinds = [('m', MonsterKind::MicroMouse), ('s', MonsterKind::LabSnake)];
    for (letter, kind) in kinds {
        let mut driver = AppDriver::in_lobby(shifted(5));
        driver.app.play(Scenario::new(&format!("####\n#@{letter}#\n####")).floor(3).hp(1).game());
        let mut turns = 0..100;
        while driver.app.screen() != ScreenName::Death {
            turns.next().expect("it kills");
            driver.play(Wait);
        }
        driver.wait(120);
        assert_says(&driver, words::of("monster", kind, "ability"), Colour::SILVER);
    }
}

// H4: the row of the run just played is green, wherever the cursor is. No other row is green.
#[test]
fn the_own_row_stays_green() {
    let mut driver = AppDriver::in_lobby(shifted(5));
    // The item taken in the first turn adds one point of experience (B15), so the scores are 90 and 40.
    for xp in [89, 39] {
        die_in(&mut driver, 2, xp);
        driver.go_on();
        assert_eq!(driver.app.screen(), ScreenName::Hall);
        driver.wait(70);
        if xp == 89 {
            driver.tap(Button::Start);
        }
    }
    for button in [Button::R, Button::Up, Button::Down] {
        driver.tap(button);
        assert_says(&driver, "40", Colour::GREEN);
        assert_says(&driver, "90", Colour::WHITE);
    }
}

// H6: the totals count the turns of a status or a spill, and the hits of everything else.
#[test]
fn venom_hurts_in_turns_and_mice_in_hits() {
    let line = |cause| text::damage_total_line(cause, 8, 4).to_string();
    assert_eq!(line(Cause::Status(Status::Envenomed)), "Venom: 8 damage in 4 turns");
    assert_eq!(line(Cause::Spill(SpillKind::Acid)), "Acid: 8 damage in 4 turns");
    assert_eq!(line(Cause::Monster(MonsterKind::LabSnake)), "Lab Snake: 8 damage in 4 hits");
}
