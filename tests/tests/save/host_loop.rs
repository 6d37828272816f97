//! The loop of hosts: whatever the flash does, play goes on, and what was played is saved.

use embedded_storage_async::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use musrex_core::App;
use musrex_core::app::{HostAbilities, Settings, Setup};
use musrex_core::host::{self, Host};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::{block_on, pause};
use musrex_core::save::{DeviceError, SaveError, SaveManager, SaveStatus};
use musrex_testkit::flash::{Flash, PowerLost};

/// A flash that is asked this often before each of its operations is done.
struct Slow<'a>(&'a mut Flash, u32);

impl Slow<'_> {
    async fn wait(&self) {
        for _ in 0..self.1 {
            pause().await;
        }
    }
}

impl ErrorType for Slow<'_> {
    type Error = PowerLost;
}

impl ReadNorFlash for Slow<'_> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerLost> {
        self.0.read(offset, bytes).await
    }

    fn capacity(&self) -> usize {
        self.0.capacity()
    }
}

impl NorFlash for Slow<'_> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = Flash::ERASE_SIZE;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerLost> {
        self.wait().await;
        self.0.erase(from, to).await
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerLost> {
        self.wait().await;
        self.0.write(offset, bytes).await
    }
}

/// A host without time, whose player presses what a script says.
struct Machine {
    script: Vec<Buttons>,
    at: usize,
    /// Turns of the game after each tick.
    turns: Vec<u32>,
}

impl Host for Machine {
    fn input(&mut self) -> Option<Input> {
        self.at += 1;
        self.script.get(self.at - 1).map(|&buttons| buttons.into())
    }

    fn after_tick(&mut self, app: &mut App) {
        self.turns.push(app.game().turn().0);
    }

    fn draw(&mut self, _: &mut App) {}

    fn has_time(&mut self) -> bool {
        false
    }
}

fn app() -> Box<App> {
    let abilities = HostAbilities { can_quit: true, ..HostAbilities::NONE };
    Box::new(App::placeholder(Setup { seed: 7, abilities, settings: Settings::DEFAULT }))
}

/// Begins a run, lets go of what it tells, and waits at each fourth tick, `ticks` in all.
fn script(ticks: usize) -> Vec<Buttons> {
    let held = |tick: usize| if tick.is_multiple_of(4) { Some(Button::A) } else { None };
    (1..=ticks).map(|tick| held(tick).into_iter().collect()).collect()
}

/// Plays the script on a flash that waits. Returns the app, how the loop ended, and the turns after each tick.
fn play(flash: &mut Flash, waits: u32, script: Vec<Buttons>) -> (Box<App>, SaveStatus, Vec<u32>) {
    let (mut app, mut machine) = (app(), Machine { script, at: 0, turns: Vec::new() });
    let mut manager = block_on(SaveManager::open(Slow(flash, waits)));
    let status = host::run(&mut machine, &mut app, &mut manager);
    (app, status, machine.turns)
}

/// Returns the app that opens what a flash holds.
fn opened(flash: &mut Flash) -> Box<App> {
    let mut app = app();
    let mut manager = block_on(SaveManager::open(flash));
    block_on(app.attach(&mut manager));
    app
}

// A checkpoint takes many ticks here, so that turns wait in a backlog, it is full, and the loop ends in the midst.
#[test]
fn a_loop_that_ends_in_the_midst_of_saving_has_saved_all() {
    for ticks in (40..240).step_by(7) {
        let mut flash = Flash::default();
        let (app, status, turns) = play(&mut flash, 9, script(ticks));
        assert_eq!(status, SaveStatus::Done, "{ticks} ticks");
        assert_eq!(turns.len(), ticks);
        let again = opened(&mut flash);
        assert!(again.load_warnings().is_empty(), "{ticks} ticks");
        let saved = again.saved_run().expect("the run has begun");
        assert_eq!(saved.fingerprint(), app.game().fingerprint(), "{ticks} ticks");
    }
}

#[test]
fn a_flash_that_fails_ends_saving_and_not_the_game() {
    let mut flash = Flash::default();
    let (app, ..) = play(&mut flash, 0, script(120));
    let saved = app.game().turn().0;
    assert!(saved > 5, "{saved} turns");
    flash.steps_left = Some(50);
    let (app, status, _) = play(&mut flash, 0, script(240));
    assert_eq!(status, SaveStatus::Failed(SaveError::Device(DeviceError::Broken)));
    assert!(app.game().turn().0 > saved + 20, "{:?}", app.game().turn());
    flash.steps_left = None;
    let again = opened(&mut flash);
    let turn = again.saved_run().expect("the run was saved").turn().0;
    assert!(turn >= saved && turn < app.game().turn().0, "{turn}");
}
