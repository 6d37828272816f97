//! The cartridge in an emulated Game Boy Advance: the same game, pixel by pixel, fast enough, and
//! whatever was in its memory before.

use musrex_core::draw::Frame;
use musrex_core::input::{Buttons, Input};
use musrex_core::screens::{App, HostAbilities, ScreenName, Settings, Setup};
use musrex_tests::gba::{Console, as_seen, rom, ticks_of, with_seed};
use musrex_tests::picture::Picture;

const SEED: u64 = 7;

/// The game as every other host has it.
struct Host {
    app: App,
    pixels: Vec<u8>,
    picture: Picture,
}

impl Host {
    fn new(seed: u64) -> Host {
        let setup =
            Setup { seed, abilities: HostAbilities::default(), settings: Settings::default() };
        let picture = Picture { width: 1, pixels: Vec::new() };
        Host { app: App::new(setup), pixels: vec![0; 240 * 160], picture }
    }

    fn tick(&mut self, held: Buttons) {
        let request = self.app.tick(Input::from(held));
        assert_eq!(request, None);
        let mut frame = Frame::new(240, 160, &mut self.pixels).expect("as many as it takes");
        if self.app.draw(&mut frame) {
            self.picture = as_seen(&frame);
        }
    }
}

/// Both play `script`; after every tick their pictures must be the same. Gives both, and the screens
/// that were seen.
fn in_step(rom: &[u8], script: &str) -> (Console, Host, Vec<ScreenName>) {
    let mut console = Console::start(&with_seed(rom, SEED));
    let mut host = Host::new(SEED);
    console.boot();
    for _ in 0..console.ticks() {
        host.tick(Buttons::NONE);
    }
    let mut screens = vec![host.app.screen()];
    for held in ticks_of(script) {
        // The picture of a tick is shown while the next one is played.
        console.tick(held);
        let tick = console.ticks();
        assert!(*console.emulator.picture() == host.picture, "the picture before tick {tick}");
        host.tick(held);
        screens.push(host.app.screen());
    }
    screens.dedup();
    (console, host, screens)
}

/// The most pictures from power on to the first tick.
const BOOT_PICTURES_MAX: usize = 120;

#[test]
fn it_boots_within_two_seconds_to_the_title() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    let pictures = console.boot();
    assert!(pictures <= BOOT_PICTURES_MAX, "{pictures} pictures");
    let mut host = Host::new(SEED);
    host.tick(Buttons::NONE);
    console.tick(Buttons::NONE);
    assert!(*console.emulator.picture() == host.picture);
}

#[test]
fn every_screen_is_the_same_pixel_by_pixel() {
    let Some(rom) = rom() else { return };
    let script = "A .*30 Start . A .*10 Down B . B L Right L B Select .*9 Right B Up .*40 Up*99";
    let (mut console, mut host, screens) = in_step(rom, script);
    for name in [ScreenName::Title, ScreenName::Play, ScreenName::Menu, ScreenName::Pack] {
        assert!(screens.contains(&name), "{name:?} was not seen");
    }
    host.tick(Buttons::NONE);
    assert_eq!(console.fingerprint(), host.app.game().fingerprint());
}
