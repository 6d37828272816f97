//! The app driver, which presses the buttons of an app without a host.
//!
//! This driver is for tests of screens, which need the player's view but no device. Other tests use other drivers:
//! [`Scenario`] for rules, without buttons; [`Player`](crate::saves::Player) for saves; and
//! [`run`](crate::program::run) for the whole program.
//!
//! ```
//! use musrex_core::input::Button;
//! use musrex_core::app::ScreenName;
//! use musrex_testkit::app_driver::AppDriver;
//!
//! let mut driver = AppDriver::in_lobby(7);
//! driver.tap(Button::Start);
//! assert_eq!(driver.app.screen(), ScreenName::Menu);
//! driver.wait(60);
//! ```
//!
//! [`AppDriver::play_until`] lets a [`PolicyBot`] press the buttons until a condition is met.

use crate::Scenario;
use crate::policy_bot::{Policy, PolicyBot};
use musrex_core::app::{App, ScreenName, Setup};
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::rules::Command;
use musrex_core::session::damage_log::SUMMARY_TURNS;
use musrex_core::view::message_log::LogEntry;

/// The number of ticks to wait for the choice of a graft. A choice that opens by itself accepts presses after this
/// time.
pub(crate) const GRAFT_TICKS: u32 = 120;

/// Returns the buttons that select the graft with this index among three offered ones.
pub(crate) const fn to_graft(index: u8) -> &'static [Button] {
    match index {
        0 => &[Button::Left],
        1 => &[],
        _ => &[Button::Right],
    }
}

/// A driver that presses the buttons of an app.
#[derive(Clone)]
pub struct AppDriver {
    /// The app that is driven.
    pub app: App,
}

impl AppDriver {
    /// Makes an app at its title; `seed` is the seed of the first run. The app's host has all abilities of a desktop
    /// except recordings, and has not set the size of its frames.
    pub fn new(seed: u64) -> AppDriver {
        let mut setup = Setup::new(seed);
        setup.abilities.scale_max = 4;
        setup.abilities.can_choose_view = true;
        setup.abilities.can_fullscreen = true;
        setup.abilities.can_quit = true;
        setup.abilities.can_choose_keys = true;
        AppDriver { app: App::new(setup) }
    }

    /// Makes an app like [`new`](AppDriver::new), but on a host whose frames are wide enough for large text.
    pub fn on_wide_frames(seed: u64) -> AppDriver {
        let mut driver = AppDriver::new(seed);
        driver.app.resize(320, 180);
        driver
    }

    /// Makes an app in the lobby of the run with this seed.
    ///
    /// # Panics
    /// Panics if A on the title does not begin a run.
    pub fn in_lobby(seed: u64) -> AppDriver {
        let mut driver = AppDriver::new(seed);
        driver.tap(Button::A);
        assert_eq!(driver.app.screen(), ScreenName::Play);
        driver
    }

    /// Plays until a surrounded player dies, with many messages in the last ten turns. Returns the app while it shows
    /// the tombstone; `seed` determines the dice.
    ///
    /// # Panics
    /// Panics if the fight ends differently.
    pub fn at_a_busy_death(seed: u64) -> AppDriver {
        let beset = "#######\n#.rmr.#\n#.m@m.#\n#.ttm.#\n#######";
        let mut driver = AppDriver::in_lobby(seed);
        driver.app.watch(Scenario::new(beset).floor(7).level(9).seed(seed).game());
        let mut bot = PolicyBot::new(Policy::Meek, seed);
        assert!(driver.play_until(&mut bot, 100, |app| app.screen() == ScreenName::Death));
        driver.wait(120);
        assert!(driver.last_messages().count() > 25, "a player who is beset dies in company");
        driver
    }

    /// Returns the messages of the last ten turns.
    pub fn last_messages(&self) -> impl Iterator<Item = &LogEntry> {
        let now = self.app.game().turn().0;
        self.app.messages().iter().filter(move |entry| entry.turn.0 + SUMMARY_TURNS > now)
    }

    /// Plays this many ticks with no button held.
    pub fn wait(&mut self, ticks: u32) {
        self.hold(Buttons::NONE, ticks);
    }

    /// Holds `buttons` for this many ticks.
    pub fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            let request = self.app.tick(Input::from(buttons));
            assert_eq!(request, None, "nobody chose to quit");
        }
    }

    /// Taps a button: it is down for two ticks, then up for two ticks.
    pub fn tap(&mut self, button: Button) {
        self.tap_all(Buttons::NONE.with(button));
    }

    /// Taps several buttons, one after another.
    pub fn taps(&mut self, buttons: &[Button]) {
        buttons.iter().for_each(|&button| self.tap(button));
    }

    fn tap_all(&mut self, buttons: Buttons) {
        self.hold(buttons, 2);
        self.wait(2);
    }

    /// Waits until a page after the end of a run accepts presses, and closes the page.
    pub fn go_on(&mut self) {
        self.wait(70);
        self.tap(Button::A);
    }

    /// Walks one step.
    pub fn walk(&mut self, direction: Direction) {
        self.tap_all(Buttons::from(direction));
    }

    /// Waits until the floor change is over.
    pub fn skip_floor_change(&mut self) {
        while self.app.screen() == ScreenName::FloorChange {
            self.wait(1);
        }
    }

    /// Plays a turn, after waiting for a floor change.
    ///
    /// # Panics
    /// Panics if the play screen has no buttons for this command.
    pub fn play(&mut self, command: Command) {
        self.skip_floor_change();
        match command {
            Command::Walk(direction) => {
                let turn = self.app.game().turn();
                self.walk(direction);
                // If the player has no kit, the first step onto the lobby's stairs only shows a warning (W30).
                let is_warned = self.app.screen() == ScreenName::Play
                    && self.app.game().turn() == turn
                    && self.app.game().has_kit_to_choose();
                if is_warned {
                    self.walk(direction);
                }
                if matches!(self.app.screen(), ScreenName::Pedestal | ScreenName::Locker) {
                    self.tap(Button::A);
                }
            }
            Command::Wait => self.tap(Button::A),
            Command::Graft(index) => self.take_graft(index),
            other => panic!("{other:?} is not on a button"),
        }
    }

    /// Takes the offered graft with this index. Opens the choice from the menu if it does not open by itself.
    fn take_graft(&mut self, index: u8) {
        self.wait(GRAFT_TICKS);
        if self.app.screen() != ScreenName::Graft {
            self.taps(&[Button::Start, Button::A]);
        }
        assert_eq!(self.app.screen(), ScreenName::Graft);
        self.taps(to_graft(index));
        self.tap(Button::A);
    }

    /// Plays with a policy bot until `is_there` returns true, but at most `turns` turns. Returns whether `is_there`
    /// returned true.
    pub fn play_until(
        &mut self,
        bot: &mut PolicyBot,
        turns: u32,
        is_there: impl Fn(&App) -> bool,
    ) -> bool {
        for _ in 0..turns {
            if is_there(&self.app) {
                return true;
            }
            let command = bot.next(self.app.game());
            self.play(command);
        }
        is_there(&self.app)
    }
}
