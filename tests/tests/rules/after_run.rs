//! Checks what the hall of fame remembers of a run: its conducts (H7), and the page of a row (H5).

use Command::{Use, Wait, Walk};
use Direction::{East, West};
use musrex_core::content::ItemKind;
use musrex_core::content::player::{CONDUCT_KILLS_MAX, CONDUCT_TURNS};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::{Colour, Frame};
use musrex_core::save::{Memory, SaveManager, SaveRequest, SaveSource, SaveStatus, Score, Scores};
use musrex_core::screens::{App, HostAbilities, Request, ScreenName, Settings, Setup};
use musrex_core::view::text;
use musrex_core::world::{Conduct, Game};
use musrex_core::{Command, Direction, Events};
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;
use musrex_testkit::ocr::{self, says};
use musrex_testkit::seeds::shifted;

/// Draws what the app shows.
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

// H7: only a turn that the player waits by choice breaks the rest.
#[test]
fn a_wait_breaks_one_conduct() {
    let run = Scenario::new("#@..#").play(&[Walk(East), Walk(West)]);
    assert_eq!(kept(&run.game), Conduct::ALL);
    let run = Scenario::new("#@..#").play(&[Walk(East), Wait, Walk(West)]);
    assert_eq!(kept(&run.game), [Conduct::NoOverride, Conduct::Fast, Conduct::Gentle]);
    let stunned = Scenario::new("#@..#").status(musrex_core::content::Status::Stunned, 3);
    assert_eq!(kept(&stunned.play(&[Wait]).game), Conduct::ALL, "the stun took the turn");
}

// H7: a chip that is refused breaks nothing.
#[test]
fn a_chip_breaks_one_conduct() {
    let scene = Scenario::new("#@z#").carries(ItemKind::OverrideChip);
    let mut game = scene.game();
    assert!(game.step(Use(0), &mut Events::new()).is_err());
    assert_eq!(kept(&game), Conduct::ALL);
    let weak = Scenario::new("#@m#").carries(ItemKind::OverrideChip).changed(|floor| {
        floor.monsters[0].body.statuses.set(musrex_core::content::Status::Stunned, 5);
    });
    assert_eq!(kept(&weak.play(&[Use(0)]).game), [Conduct::NoRest, Conduct::Fast, Conduct::Gentle]);
}

// H7: the last turn and the last kill that are allowed, and one more.
#[test]
fn turns_and_kills_break_conducts() {
    let mut game = Game::new(shifted(1));
    let mut events = Events::new();
    for _ in 1..CONDUCT_TURNS {
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
    assert!(with_kills(CONDUCT_KILLS_MAX) && !with_kills(CONDUCT_KILLS_MAX + 1));
}

// H7: what was broken before a run is continued stays broken.
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

// A host that keeps recordings is asked for that of the selected row; on others the button closes the page.
#[test]
fn a_run_can_be_watched_where_it_is_recorded() {
    for can_watch in [true, false] {
        let abilities = HostAbilities { can_watch, ..HostAbilities::default() };
        let seed = shifted(3);
        let mut app = App::new(Setup { seed, abilities, settings: Settings::default() });
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

// H5, H7, K3: after a run as from the title, a row can be looked into.
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
    assert_says(&driver, text::VICTORY_HEADING, Colour::GOLD);
    assert_says(&driver, text::of_kings_end(way), Colour::WHITE);
    assert_says(&driver, "77", Colour::WHITE);
    for conduct in Conduct::ALL {
        assert_says(&driver, text::conduct_line(conduct), Colour::WHITE);
    }
    driver.taps(&[Button::B, Button::B]);
    assert_eq!(driver.app.screen(), ScreenName::Title);
    driver.taps(&[Button::Down, Button::Down, Button::A, Button::A]);
    assert_says(&driver, text::of_kings_end(way), Colour::WHITE);
    driver.taps(&[Button::A, Button::L, Button::L]);
    assert_eq!(driver.app.screen(), ScreenName::Hall, "all of them close the page");
}
