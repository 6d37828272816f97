//! Hands on the buttons of an app.

use crate::walker::{Policy, Walker};
use musrex_core::geometry::Direction;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::rules::Command;
use musrex_core::screens::harms::TURNS_TOLD;
use musrex_core::screens::message_log::Entry;
use musrex_core::screens::{App, HostAbilities, ScreenName, Settings, Setup};

/// An app with somebody at its buttons.
#[derive(Clone)]
pub struct Hands {
    /// The app.
    pub app: App,
}

impl Hands {
    /// At the title of an app whose first run has this seed, on a host that can do everything.
    pub fn new(seed: u64) -> Hands {
        let abilities = HostAbilities {
            scale_max: 4,
            can_fullscreen: true,
            can_quit: true,
            ..HostAbilities::default()
        };
        Hands { app: App::new(Setup { seed, abilities, settings: Settings::default() }) }
    }

    /// In the lobby of the run `seed`.
    ///
    /// # Panics
    /// When the title does not begin a run on A.
    pub fn in_lobby(seed: u64) -> Hands {
        let mut hands = Hands::new(seed);
        hands.tap(Button::A);
        assert_eq!(hands.app.screen(), ScreenName::Play);
        hands
    }

    /// At the stone of one who died in company, after ten turns of which much was said: in the first
    /// run that ends like that, of those with these seeds.
    ///
    /// # Panics
    /// When none ends like that.
    pub fn at_a_busy_death(seeds: impl Iterator<Item = u64>) -> Hands {
        let mut ends = seeds.map(|seed| {
            let (mut hands, mut walker) = (Hands::in_lobby(seed), Walker::new(Policy::Climb, seed));
            hands.play_until(&mut walker, 600, |app| app.screen() == ScreenName::Death);
            hands.wait(120);
            hands
        });
        let is_busy = |hands: &Hands| {
            hands.app.screen() == ScreenName::Death && hands.last_messages().count() > 25
        };
        ends.find(is_busy).expect("of these runs, none ends in company")
    }

    /// What was said over the last ten turns.
    pub fn last_messages(&self) -> impl Iterator<Item = &Entry> {
        let now = self.app.game().turn().0;
        self.app.messages().iter().filter(move |entry| entry.turn.0 + TURNS_TOLD > now)
    }

    /// Lets time pass with nothing held.
    pub fn wait(&mut self, ticks: u32) {
        self.hold(Buttons::NONE, ticks);
    }

    /// Holds `buttons` for so many ticks.
    pub fn hold(&mut self, buttons: Buttons, ticks: u32) {
        for _ in 0..ticks {
            let request = self.app.tick(Input::from(buttons));
            assert_eq!(request, None, "nobody chose to quit");
        }
    }

    /// Taps a button: two ticks down, two up.
    pub fn tap(&mut self, button: Button) {
        self.tap_all(Buttons::NONE.with(button));
    }

    fn tap_all(&mut self, buttons: Buttons) {
        self.hold(buttons, 2);
        self.wait(2);
    }

    /// Asks for one step.
    pub fn walk(&mut self, way: Direction) {
        self.tap_all(Buttons::from(way));
    }

    /// Waits until the darkness between two floors is over.
    pub fn leave_the_dark(&mut self) {
        while self.app.screen() == ScreenName::FloorChange {
            self.wait(1);
        }
    }

    /// Asks for a turn; darkness between floors is waited for.
    ///
    /// # Panics
    /// When the turn is not on a button of the play screen.
    pub fn play(&mut self, command: Command) {
        self.leave_the_dark();
        match command {
            Command::Walk(way) => self.walk(way),
            Command::Wait => self.tap(Button::A),
            other => panic!("{other:?} is not on a button"),
        }
    }

    /// Plays by `walker` until `is_there`, for at most so many turns; whether it got there.
    pub fn play_until(
        &mut self,
        walker: &mut Walker,
        turns: u32,
        is_there: impl Fn(&App) -> bool,
    ) -> bool {
        for _ in 0..turns {
            if is_there(&self.app) {
                return true;
            }
            let command = walker.next(self.app.game());
            self.play(command);
        }
        is_there(&self.app)
    }
}
