//! Checks the requests of the app about its save, and the messages to the player (H4, H6, E20).

use musrex_core::app::{App, FloorView, RepeatSpeed, Request, ScreenName, Settings, Setup};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::Colour;
use musrex_core::save::{LoadWarning, SaveManager, SaveRequest};
use musrex_core::{Events, Floor, Game, Outcome};
use musrex_testkit::assert_same;
use musrex_testkit::flash::{BYTES, Flash};
use musrex_testkit::golden;
use musrex_testkit::ocr;
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::records::items;
use musrex_testkit::saves::{Player, SaveContents};
use musrex_testkit::words;
use std::fs;

// H14: the save stores the chosen view.
#[test]
fn the_view_is_kept() {
    let mut host = Host::new(3);
    assert_eq!(host.app.settings().view, FloorView::Near);
    for view in FloorView::ALL {
        host.hold(Buttons::NONE, 2);
        host.app.settings_mut().view = view;
        host.hold(Buttons::NONE, 2);
        host = host.again();
        assert_eq!(host.app.settings().view, view);
    }
}

/// A host with a flash.
struct Host {
    app: App,
    manager: SaveManager<Flash>,
    asked: Vec<SaveRequest>,
    /// The number of idle requests, which are not included in `asked`.
    rests: usize,
    has_quit: bool,
}

impl Host {
    fn on(flash: Flash, seed: u64, can_quit: bool) -> Host {
        let mut setup = Setup::new(seed);
        setup.abilities.can_quit = can_quit;
        let mut app = App::new(setup);
        let mut manager = block_on(SaveManager::open(flash));
        block_on(app.attach(&mut manager));
        Host { app, manager, asked: Vec::new(), rests: 0, has_quit: false }
    }

    fn new(seed: u64) -> Host {
        Host::on(Flash::default(), seed, false)
    }

    /// Cuts the power, and restarts the app.
    fn again(mut self) -> Host {
        Host::on(Flash::of(&self.manager.flash().bytes.clone()), 99, false)
    }

    /// Explores until the player enters the first floor.
    fn climb(&mut self) {
        for _ in 0..4_000 {
            if self.app.game().floor() > Floor::LOBBY {
                return;
            }
            self.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
            self.hold(Buttons::NONE, 20);
        }
        panic!("exploring leads up in time");
    }

    fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            match self.app.tick(Input::from(buttons)) {
                Some(Request::Save(save)) => {
                    block_on(self.app.save(save, &mut self.manager));
                    match save {
                        SaveRequest::Idle => self.rests += 1,
                        _ => self.asked.push(save),
                    }
                }
                Some(Request::Quit) => self.has_quit = true,
                Some(Request::DefaultKeys | Request::Watch(_)) | None => {}
            }
        }
    }

    fn tap(&mut self, button: Button) {
        self.hold(Buttons::NONE.with(button), 2);
        self.hold(Buttons::NONE, 2);
    }

    fn tap_all(&mut self, buttons: &[Button]) {
        buttons.iter().for_each(|&button| self.tap(button));
    }

    /// Walks around for `turns` turns.
    fn play(&mut self, turns: u32) {
        let end = self.app.game().turn().0 + turns;
        while self.app.game().turn().0 < end {
            let choices = [Button::Left, Button::Right, Button::A];
            self.tap(choices[(self.app.game().turn().0 % 3) as usize]);
        }
    }

    fn kept(&mut self) -> SaveContents {
        SaveContents::load(&mut Flash::of(&self.manager.flash().bytes.clone())).0
    }

    fn has_said(&self, words: &str) -> bool {
        self.app.messages().iter().any(|entry| entry.message.text.contains(words))
    }

    fn open_menu(&mut self, item: usize) {
        self.tap(Button::Start);
        (0..item).for_each(|_| self.tap(Button::Down));
        self.tap(Button::A);
    }
}

/// The numbers of presses of Down that lead from the entry at which the menu opens, the pack, to three other entries.
const OPTIONS: usize = 5;
const LEAVE: usize = 6;
const GIVE_UP: usize = 7;

#[test]
fn every_turn_is_saved_and_gone_on_with() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    assert_eq!(host.asked, [SaveRequest::Begin]);
    host.play(25);
    assert_eq!(host.asked.len(), 26);
    let game = host.app.game().clone();
    let mut host = host.again();
    assert_eq!(host.app.screen(), ScreenName::Title);
    // The run is behind the title, and no creature in it moves.
    host.hold(Buttons::NONE, 200);
    assert_same!(*host.app.game(), game);
    host.tap(Button::A);
    assert_eq!(host.app.screen(), ScreenName::Play);
    assert_same!(*host.app.game(), game);
    assert!(host.asked.is_empty());
    host.play(3);
    assert_eq!(host.kept().run.as_deref(), Some(host.app.game()));
}

// H2: after a power cut, a continued run still has the messages of its last turns.
#[test]
fn the_log_comes_back_with_the_run() {
    let mut host = Host::new(10);
    host.tap(Button::A);
    host.climb();
    let entered = host.app.game().turn();
    for _ in 0..40 {
        host.hold(Buttons::NONE.with(Button::L).with(Button::R), 2);
        host.hold(Buttons::NONE, 4);
    }
    let lines = |host: &Host| -> Vec<(u32, String)> {
        let said = host.app.messages().iter().filter(|entry| entry.turn > entered);
        let of_turns = said.filter(|entry| {
            let words = &entry.message.text;
            // Lessons and the reasons why exploring stops belong to no turn, so they do not come back.
            ["Picked up", "bites you", "notices you", "You hit", "You miss"]
                .iter()
                .any(|it| words.contains(it))
        });
        of_turns.map(|entry| (entry.turn.0, entry.message.text.to_string())).collect()
    };
    let before = lines(&host);
    assert!(!before.is_empty(), "something happens on the first floor");
    let mut host = host.again();
    host.tap(Button::A);
    let after = lines(&host);
    assert!(!host.has_said("old log is gone"));
    assert!(!after.is_empty() && before.ends_with(&after), "{after:?} of {before:?}");
}

// If the save has no turn after its last checkpoint, no message can come back, and the log says so.
#[test]
fn a_log_that_cannot_come_back_says_so() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    let mut host = host.again();
    host.tap(Button::A);
    assert!(host.has_said("old log is gone"), "it is said");
}

// A player who sometimes releases the buttons for a moment never has to wait for a checkpoint.
#[test]
fn a_long_journal_is_ended_while_the_player_rests() {
    let mut host = Host::new(7);
    // The run begins, and the player reads its introduction, about walking and the lockers.
    host.tap_all(&[Button::A, Button::A, Button::A]);
    let mut checkpoints = 0;
    for turn in 1..=200 {
        let written = |host: &mut Host, buttons, ticks| {
            let before = host.manager.flash().written;
            host.hold(buttons, ticks);
            host.manager.flash().written - before
        };
        let entry = written(&mut host, Buttons::NONE.with(Button::A), 1);
        assert!(entry < 40, "turn {turn}: {entry} bytes");
        checkpoints += u32::from(written(&mut host, Buttons::NONE, 30) > 100);
        assert_eq!(host.kept().run.as_deref(), Some(host.app.game()));
    }
    assert_eq!(host.app.game().turn().0, 200);
    assert_eq!((host.rests, checkpoints), (200, 200 / 28));
}

#[test]
fn floors_are_saved_as_they_are_entered() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.climb();
    let game = host.app.game().clone();
    assert_same!(host.kept().run.as_deref(), Some(&game));
    let host = host.again();
    assert_same!(*host.app.game(), game);
}

#[test]
fn leaving_saves_and_a_host_that_can_ends() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.play(5);
    host.open_menu(LEAVE);
    assert_eq!(
        (host.app.screen(), host.asked.last()),
        (ScreenName::Title, Some(&SaveRequest::Leave))
    );
    assert!(!host.has_quit);
    host.tap(Button::A);
    assert_eq!((host.app.screen(), host.app.game().turn().0), (ScreenName::Play, 5));

    let mut host = Host::on(Flash::default(), 7, true);
    host.tap(Button::A);
    host.play(5);
    host.open_menu(LEAVE);
    assert!(host.has_quit && host.asked.last() == Some(&SaveRequest::Leave));
    assert_eq!(host.again().app.game().turn().0, 5);
}

#[test]
fn a_new_game_asks_before_it_takes_the_place_of_a_run() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.play(5);
    let mut host = host.again();
    let game = host.app.game().clone();
    // Repeated presses of A on the item below the first one replace nothing.
    host.tap_all(&[Button::Down, Button::A, Button::A, Button::A, Button::A]);
    assert_eq!(host.app.screen(), ScreenName::Title);
    assert_same!(*host.app.game(), game);
    assert_same!(host.kept().run.as_deref(), Some(&game));
    host.tap_all(&[Button::B, Button::A, Button::Down, Button::A]);
    assert_eq!((host.app.screen(), host.app.game().turn().0), (ScreenName::Play, 0));
    assert_eq!(host.app.game().seed(), 99);
    assert_eq!(host.kept().run.as_deref(), Some(host.app.game()));
}

#[test]
fn giving_up_removes_the_run() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.play(5);
    host.open_menu(GIVE_UP);
    host.tap_all(&[Button::Down, Button::A]);
    assert_eq!(
        (host.app.screen(), host.asked.last()),
        (ScreenName::Title, Some(&SaveRequest::GiveUp))
    );
    assert_eq!(host.kept().run, None);
}

// While the player watches a recording, nothing is saved, whichever buttons are pressed.
#[test]
fn a_recording_is_watched_and_nothing_is_saved() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.play(5);
    let bytes = host.manager.flash().bytes.clone();
    host.asked.clear();
    let mut watched = Box::new(Game::new(3));
    let mut bot = PolicyBot::new(Policy::Wander, 3);
    host.app.watch((*watched).clone());
    let mut events = Events::new();
    for _ in 0..300 {
        if watched.outcome() == Outcome::Playing {
            let command = bot.play(&mut watched, &mut events);
            host.app.play_command(command).expect("the same game");
        }
        host.hold(Buttons::NONE, 2);
    }
    assert!(watched.floor() > Floor::LOBBY);
    assert_same!(*host.app.game(), *watched);
    assert_eq!(host.app.leave(), None);
    host.tap_all(&[Button::Start, Button::B, Button::A]);
    assert!(host.asked.is_empty(), "{:?}", host.asked);
    assert_same!(host.manager.flash().bytes, bytes);
}

/// Plays a run in which the player strikes nobody and dies. Loads it at the turn before the death, and waits for the
/// death. Returns `None` if the death does not come soon.
fn dies(seed: u64) -> Option<Host> {
    let mut player = Player::new(seed);
    player.bot.policy = Policy::WanderMeek;
    let mut bytes = player.manager.flash().bytes.clone();
    for _ in 0..3_000 {
        if !player.is_playing() {
            break;
        }
        bytes.clone_from(&player.manager.flash().bytes);
        player.turn();
    }
    let mut host = Host::on(Flash::of(&bytes), 7, false);
    host.tap(Button::A);
    for _ in 0..20 {
        if host.app.game().outcome() != Outcome::Playing {
            break;
        }
        host.tap(Button::A);
    }
    (host.app.game().outcome() != Outcome::Playing).then_some(host)
}

// H6: death removes the run and saves the score.
#[test]
fn death_removes_the_run_and_keeps_the_score() {
    let mut host = (3..60).find_map(dies).expect("one of so many runs ends soon");
    assert_eq!(host.app.screen(), ScreenName::Death);
    assert!(matches!(host.asked.last(), Some(SaveRequest::End(_))));
    let kept = host.kept();
    assert_eq!((kept.run, kept.scores.rows().len()), (None, 1));
    let host = host.again();
    assert_eq!(host.app.scores().rows().len(), 1);
}

#[test]
fn settings_are_saved_when_they_are_left() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.open_menu(OPTIONS);
    host.tap_all(&[Button::Right, Button::Down, Button::A]);
    assert_eq!(host.asked, [SaveRequest::Begin]);
    host.tap(Button::B);
    assert_eq!(host.asked.last(), Some(&SaveRequest::Settings));
    let host = host.again();
    assert_eq!(host.app.settings().repeat_speed, RepeatSpeed::Fast);
    assert!(host.app.settings().is_colour_safe);
}

#[test]
fn a_stranger_is_kept_until_the_player_agrees() {
    let mut stranger = vec![0x42; BYTES];
    stranger[0] = 0x41;
    let mut host = Host::on(Flash::of(&stranger), 7, false);
    // The player chooses to play without saving.
    host.tap_all(&[Button::A, Button::A]);
    assert_eq!(host.app.screen(), ScreenName::Play);
    // At the start of a run, this message is the second one.
    host.tap(Button::A);
    assert!(host.has_said(words::line("save.foreign")));
    host.play(5);
    assert!(host.asked.is_empty());
    assert_same!(*host.manager.flash().bytes, *stranger);
    // The player returns to the title.
    let mut host = Host::on(Flash::of(&stranger), 7, false);
    host.tap_all(&[Button::A, Button::B]);
    assert_eq!(host.app.screen(), ScreenName::Title);
    assert_same!(*host.manager.flash().bytes, *stranger);
    // The player agrees to lose the data.
    host.tap_all(&[Button::A, Button::Down, Button::A]);
    assert_eq!(
        (host.app.screen(), &host.asked[..]),
        (ScreenName::Play, &[SaveRequest::Overwrite][..])
    );
    host.play(5);
    let game = host.app.game().clone();
    assert_same!(*host.again().app.game(), game);
}

#[test]
fn a_failure_is_told_and_play_goes_on() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.play(5);
    host.manager.flash().steps_left = Some(3);
    host.play(5);
    let (asked, rests) = (host.asked.len(), host.rests);
    assert!(host.has_said(words::line("save.broken")));
    host.play(5);
    host.hold(Buttons::NONE, 60);
    assert_eq!((host.asked.len(), host.rests), (asked, rests), "it is asked no more");
    for line in ["save.broken", "save.plays_on"].map(words::line) {
        let said = host.app.messages().iter().filter(|entry| entry.message.text == line);
        assert_eq!(said.map(|entry| u32::from(entry.count)).sum::<u32>(), 1, "{line:?}");
    }
    assert_eq!(host.app.game().turn().0, 15);
    // The old contents of the save are still there.
    host.manager.flash().steps_left = None;
    assert!(host.again().app.game().turn().0 >= 5);
}

// The title reports that a run of version 1 is lost, and a new run may replace it.
#[test]
fn an_older_run_is_told_and_replaced_when_the_player_agrees() {
    let first = golden::path("saves/v1.sav");
    let bytes = fs::read(first).expect("the museum shows version 1");
    let mut host = Host::on(Flash::of(&bytes), 7, false);
    let title = |host: &mut Host, words: &str| {
        host.hold(Buttons::NONE, 30);
        ocr::drawn(
            |frame| assert!(host.app.draw(frame), "a frame of another size is drawn"),
            |frame| (0..64).any(|colour| ocr::says(frame, words, Colour(colour))),
        )
    };
    assert_eq!(host.app.screen(), ScreenName::Title);
    let sentence = words::line("save.run_too_old");
    assert!(title(&mut host, sentence), "{sentence:?} is not on the title");
    assert_eq!(host.app.scores().rows().len(), 1);
    assert_eq!(host.app.settings().scale, 4);
    // The player returns to the title.
    host.tap_all(&[Button::A, Button::B]);
    assert_eq!((host.app.screen(), host.asked.len()), (ScreenName::Title, 0));
    assert_same!(*host.manager.flash().bytes, *bytes);
    // The player agrees to lose the old run.
    host.tap_all(&[Button::A, Button::Down, Button::A]);
    assert_eq!((host.app.screen(), &host.asked[..]), (ScreenName::Play, &[SaveRequest::Begin][..]));
    host.play(5);
    let game = host.app.game().clone();
    let mut host = host.again();
    assert_same!(*host.app.game(), game);
    assert!(!title(&mut host, sentence), "it is told once");
    assert_eq!(host.app.scores().rows().len(), 1);
}

// If the host restores a run from elsewhere, the run is no longer reported as lost, but other losses in the save still
// are.
#[test]
fn a_restored_run_is_not_told_to_be_lost() {
    let mut player = Player::new(7);
    player.settings(Settings { scale: 3, ..Settings::default() });
    let mut bytes = player.manager.flash().bytes.clone();
    for item in items(&bytes.clone()).iter().filter(|item| [1, 3].contains(&item.key)) {
        bytes[item.end() - 1] ^= 1;
    }
    let mut host = Host::on(Flash::of(&bytes), 7, false);
    let settings = LoadWarning::SettingsDamaged;
    assert_eq!(host.app.load_warnings().as_slice(), [settings, LoadWarning::RunLost]);
    host.app.restore_run(&player.game);
    assert_eq!(host.app.load_warnings().as_slice(), [settings]);
    host.tap(Button::A);
    assert_eq!(host.app.screen(), ScreenName::Play);
    assert!(host.has_said(words::line("save.settings_damaged")));
}

/// The number of presses of Down from the first entry of the title to the training, if a run is waiting.
const TRAINING: usize = 2;

// H21: the training changes neither the waiting run nor its save, even if power fails during the training.
#[test]
fn the_training_leaves_the_run_as_it_is() {
    let mut host = Host::new(7);
    host.tap(Button::A);
    host.climb();
    (0..12).for_each(|_| host.tap(Button::A));
    host.open_menu(LEAVE);
    assert_eq!(host.app.screen(), ScreenName::Title);
    let run = host.app.game().clone();
    (host.asked, host.rests) = (Vec::new(), 0);
    (0..TRAINING).for_each(|_| host.tap(Button::Down));
    host.tap(Button::A);
    assert_eq!(host.app.screen(), ScreenName::Play);
    assert_ne!(*host.app.game(), run, "another floor is shown");
    assert!(host.app.saved_run().is_none() && host.app.leave().is_none());
    (0..20).for_each(|_| host.tap_all(&[Button::A, Button::Right, Button::Down]));
    host.hold(Buttons::NONE, 600);
    assert!(host.asked.is_empty() && host.rests == 0, "{:?}", host.asked);
    // During the training, a changed setting is saved as usual.
    host.app.settings_mut().scale = 3;
    host.hold(Buttons::NONE, 2);
    assert_eq!(host.asked, [SaveRequest::Settings]);
    let kept = host.kept();
    assert_same!(kept.run.as_deref(), Some(&run), "power fails");
    assert_eq!(kept.settings.map(|settings| settings.scale), Some(3));
    // The last entry of the menu leaves the training. The menu opens at its second entry, so two presses of Up lead to
    // the last.
    host.tap_all(&[Button::Start, Button::Up, Button::Up, Button::A]);
    assert_eq!(host.app.screen(), ScreenName::Title);
    assert_same!(host.app.saved_run(), Some(&run));
    host.tap(Button::A);
    assert_same!(*host.app.game(), run, "it goes on");
    (0..3).for_each(|_| host.tap(Button::A));
    let game = host.app.game().clone();
    assert_same!(host.again().app.saved_run(), Some(&game));
}
