//! Checks the screen for choosing a graft (B16): when it opens, what it shows, and how the player postpones the choice.

use super::goldens::Album;
use musrex_core::app::ScreenName;
use musrex_core::content::Graft;
use musrex_core::input::Button;
use musrex_core::view::text;
use musrex_testkit::Scenario;
use musrex_testkit::app_driver::AppDriver;

use Button::{A, B, Down, Left, Right, Start, Up};

/// Returns an app that plays this scene as a run.
fn playing(scene: &Scenario) -> AppDriver {
    let mut driver = AppDriver::in_lobby(7);
    driver.app.play(scene.game());
    driver
}

fn grafts(driver: &AppDriver) -> &[Graft] {
    &driver.app.game().player().build.grafts
}

fn messages(driver: &AppDriver) -> Vec<String> {
    driver.app.messages().iter().map(|entry| entry.message.text.to_string()).collect()
}

// B16: if no awake enemy is in sight, the choice opens by itself. It ignores presses during its first 45 ticks.
#[test]
fn a_choice_opens_and_is_not_mashed_away() {
    let mut driver = playing(&Scenario::new("@....z").level(2).grafts_due(1).seed(4));
    driver.wait(2);
    assert_eq!(driver.app.screen(), ScreenName::Graft);
    let offered = driver.app.game().offered_grafts();
    for _ in 0..10 {
        driver.tap(A);
        assert_eq!(driver.app.screen(), ScreenName::Graft, "who still taps chooses nothing");
    }
    driver.wait(10);
    let turn = driver.app.game().turn();
    driver.taps(&[Right, Left, Left, A]);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert_eq!(grafts(&driver), [offered[0]]);
    assert_eq!(driver.app.game().turn(), turn.next());
    assert!(messages(&driver).iter().any(|it| it.contains(text::graft_name(offered[0]))));
    driver.wait(30);
    assert_eq!(driver.app.screen(), ScreenName::Play, "nothing is left to choose");
}

// B16: a postponed choice waits in the menu, and opens nowhere else.
#[test]
fn a_choice_can_wait() {
    let mut driver = playing(&Scenario::new("@....").level(2).grafts_due(1).seed(4));
    driver.wait(60);
    driver.tap(B);
    assert_eq!((driver.app.screen(), grafts(&driver).len()), (ScreenName::Play, 0));
    driver.wait(60);
    driver.tap(Right);
    driver.wait(60);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    driver.taps(&[Start, A]);
    assert_eq!(driver.app.screen(), ScreenName::Graft);
    driver.tap(B);
    assert_eq!(driver.app.screen(), ScreenName::Menu, "it leads back to where it was opened from");
    driver.tap(A);
    driver.tap(A);
    assert_eq!(grafts(&driver).len(), 1);
    // From now on, the menu entry shows the run's grafts.
    driver.taps(&[Start, Up, A]);
    assert_eq!(driver.app.screen(), ScreenName::Graft);
    driver.tap(A);
    assert_eq!((driver.app.screen(), grafts(&driver).len()), (ScreenName::Menu, 1));
}

// B16: every 50 turns, the log reminds the player of a postponed choice and names the menu key. The bar shows the
// choice all the time.
#[test]
fn a_choice_put_off_is_told_of_again() {
    const LATER: &str = "Your graft waits in the menu: Start";
    let mut driver = playing(&Scenario::new("@....").level(2).grafts_due(1).seed(4));
    driver.wait(60);
    driver.tap(B);
    let count = |driver: &AppDriver| {
        let entries = driver.app.messages().iter().filter(|it| it.message.text == LATER);
        entries.map(|entry| entry.count).sum::<u16>()
    };
    for turn in 0..110 {
        assert_eq!(count(&driver), 1 + turn / 50, "after {turn} turns");
        // The player steps back and forth, because a player who waits gets no reminder.
        driver.tap(if turn % 2 == 0 { Right } else { Left });
        driver.wait(20);
    }
}

// B16: while an awake enemy is in sight, the choice does not open by itself after a new level, but the confirm button
// opens it.
#[test]
fn a_choice_waits_for_the_end_of_a_fight() {
    // One more killed Micro Mouse gives enough experience for level 2.
    let scene = Scenario::new("m@m").hp(25).xp(99).monster_hp(1).seed(4);
    let mut driver = playing(&scene);
    for _ in 0..20 {
        if driver.app.game().has_graft_to_choose() {
            break;
        }
        driver.tap(Right);
    }
    assert!(driver.app.game().has_graft_to_choose(), "the first mouse is dead");
    driver.wait(60);
    assert_eq!(driver.app.screen(), ScreenName::Play);
    assert!(messages(&driver).iter().any(|it| it.contains("choose a graft")));
    let turn = driver.app.game().turn();
    driver.tap(A);
    assert_eq!((driver.app.screen(), driver.app.game().turn()), (ScreenName::Graft, turn));
}

// B16: if a choice is waiting, the menu opens at it.
#[test]
fn the_menu_opens_at_a_waiting_choice() {
    let mut driver = playing(&Scenario::new("#@m#").level(2).grafts_due(1).seed(4));
    driver.taps(&[Start, A]);
    assert_eq!(driver.app.screen(), ScreenName::Graft);
}

// B16, H9: compares the pictures of the choice, and of the grafts of a run.
#[test]
fn the_choice_looks_as_it_did() {
    let mut album = Album::default();
    let mut driver =
        playing(&Scenario::new("#####\n#.@.#\n#...#\n#####").level(2).grafts_due(1).seed(4));
    while driver.app.screen() != ScreenName::Graft {
        driver.wait(1);
    }
    driver.wait(3);
    album.take("graft-flash", &driver.app);
    driver.wait(20);
    album.take("graft-reveal", &driver.app);
    driver.wait(60);
    album.take("graft", &driver.app);
    driver.tap(Right);
    album.take_large("graft", &driver.app);
    driver.tap(A);
    driver.wait(60);
    driver.taps(&[Start, Up, A]);
    let some = [Graft::LongArm, Graft::AcidSoles, Graft::Tamer, Graft::Whirl];
    let scene = some.iter().fold(Scenario::new("#.@.#").level(8), |scene, &it| scene.graft(it));
    let mut driver = playing(&scene);
    driver.wait(10);
    driver.taps(&[Start, Up]);
    album.take("menu-grafts", &driver.app);
    driver.tap(A);
    album.take("grafts", &driver.app);
    driver.taps(&[B, Down, Button::L]);
    let mut driver = playing(&scene);
    driver.taps(&[Button::L]);
    album.take("look-grafts", &driver.app);
    album.close();
}
