//! The cartridge in an emulated Game Boy Advance: the same game, pixel by pixel, fast enough, and
//! whatever was in its memory before.

use musrex_core::draw::Frame;
use musrex_core::input::{Buttons, Input};
use musrex_core::screens::{App, HostAbilities, ScreenName, Settings, Setup};
use musrex_tests::gba::{Console, EWRAM, IWRAM, as_seen, rom, ticks_of, with_seed};
use musrex_tests::picture::Picture;
use musrex_tests::program::run;

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

/// The most pictures from power on to the title (60 a second).
const BOOT_PICTURES_MAX: usize = 60;
/// Bytes of the stack that must never have been in use.
const STACK_SPARE_MIN: usize = 1024;

#[test]
fn it_boots_to_the_title() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    let pictures = console.boot();
    assert!(pictures <= BOOT_PICTURES_MAX, "{pictures} pictures");
    let mut host = Host::new(SEED);
    host.tick(Buttons::NONE);
    console.tick(Buttons::NONE);
    assert!(*console.emulator.picture() == host.picture);
}

/// Through all screens, two floors up and one down, with fights on the way.
const TOUR: &str = "\
    Down Down A .*9 B Up Up A .*30 Start . A .*10 Down B . B L Right L B Select .*9 Right B \
    L+R .*600 L+R .*200 A*60 L+R .*300 Up*60 Left*60 L+R .*400";

#[test]
fn every_picture_of_a_tour_is_the_same_and_so_is_the_game_after_it() {
    let Some(rom) = rom() else { return };
    let (mut console, mut host, screens) = in_step(rom, TOUR);
    for name in [
        ScreenName::Title,
        ScreenName::Play,
        ScreenName::Menu,
        ScreenName::Pack,
        ScreenName::Look,
        ScreenName::Map,
        ScreenName::FloorChange,
    ] {
        assert!(screens.contains(&name), "{name:?} was not seen");
    }
    host.tick(Buttons::NONE);
    assert_eq!(console.fingerprint(), host.app.game().fingerprint());
    let (used, bytes) = console.stack();
    assert!(used + STACK_SPARE_MIN <= bytes, "{used} bytes of {bytes} were in use");
}

#[test]
fn a_script_ends_as_musrex_headless_does() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, 42));
    console.boot();
    let idle = format!(".*{}", console.ticks());
    console.play(TOUR);
    let fingerprint = console.fingerprint();
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let script = format!("{idle} {TOUR} .*1");
    let arguments = ["headless", "--seed", "42", "--state", "s.json", "--input", &script];
    run(folder.path(), &arguments).assert_done();
    let state = std::fs::read_to_string(folder.path().join("s.json")).expect("it was written");
    let state: serde_json::Value = serde_json::from_str(&state).expect("the state is JSON");
    assert_eq!(state["hash"], serde_json::json!(format!("{fingerprint:016x}")));
    assert!(state["floor"].as_u64() > Some(0), "the tour leads out of the lobby: {state:#}");
}

#[test]
fn a_press_is_seen_two_pictures_later() {
    let Some(rom) = rom() else { return };
    // In a menu, where nothing else moves.
    let mut console = Console::start(&with_seed(rom, SEED));
    console.boot();
    console.play("A .*30 Start .*30");
    let before = console.emulator.picture().clone();
    let down = ticks_of("Down")[0];
    let shown = (1..=10).find(|_| {
        console.emulator.run(down);
        *console.emulator.picture() != before
    });
    // The picture that is being drawn while the button goes down is the first.
    assert!(shown.is_some_and(|pictures| pictures <= 3), "{shown:?}");
}

#[test]
fn it_does_not_matter_what_was_in_memory() {
    let Some(rom) = rom() else { return };
    let rom = with_seed(rom, SEED);
    let picture = |prepare: &dyn Fn(&mut Console)| {
        let mut console = Console::start(&rom);
        prepare(&mut console);
        console.boot();
        console.play(".*20 A .*60 L+R .*120");
        (console.fingerprint(), console.emulator.picture().clone())
    };
    let plain = picture(&|_| ());
    let fill = |console: &mut Console, byte: &mut dyn FnMut() -> u8| {
        for memory in [EWRAM, IWRAM] {
            let length = memory.end - memory.start;
            console.emulator.memory_mut(memory.start, length).fill_with(&mut *byte);
        }
    };
    let ones = picture(&|console| fill(console, &mut || 0xff));
    assert!(plain == ones);
    let noise = picture(&|console| {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        fill(console, &mut || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        });
    });
    assert!(plain == noise);
}

#[test]
fn reset_begins_anew() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    console.boot();
    console.play("A .*30 L+R .*100");
    console.emulator.reset();
    console.boot();
    let mut host = Host::new(SEED);
    for _ in 0..console.ticks() {
        host.tick(Buttons::NONE);
    }
    console.tick(Buttons::NONE);
    assert!(*console.emulator.picture() == host.picture);
}

#[test]
fn its_save_chip_is_flash_of_64_kilobytes() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    console.boot();
    let chip = console.emulator.save_memory_mut();
    assert_eq!(chip.len(), 65_536);
    assert!(chip.iter().all(|&byte| byte == 0xff), "nothing is written that need not be");
    assert!(console.tries_flash());
    let sector = &console.emulator.save_memory_mut()[0xf000..];
    assert_eq!(&sector[..7], b"Mus Rex");
    assert!(sector[0x400..0x500].iter().copied().eq(0..=255));
    assert!(sector[7..0x400].iter().all(|&byte| byte == 0xff));
}

#[test]
fn runs_differ_by_when_buttons_are_pressed() {
    let Some(rom) = rom() else { return };
    let run = |script: &str| {
        let mut console = Console::start(rom);
        console.boot();
        console.play(script);
        console.play("A .*30");
        console.fingerprint()
    };
    assert_eq!(run(".*50"), run(".*50"));
    assert_ne!(run(".*50"), run(".*51"));
}
