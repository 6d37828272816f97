//! Checks the cartridge in an emulated Game Boy Advance. Its game equals the desktop game, pixel by pixel. It is fast
//! enough, and does not depend on the previous contents of the memory.

use musrex_core::app::ScreenName;
use musrex_core::input::Buttons;
use musrex_core::raster::{Colour, Frame};
use musrex_testkit::assert_same;
use musrex_testkit::fixtures::TestRng;
use musrex_testkit::gba::{
    Console, EWRAM, FRAME_CYCLES, IWRAM, as_displayed, rom, ticks_of, with_seed,
};
use musrex_testkit::lockstep::Reference;
use musrex_testkit::ocr::words;
use musrex_testkit::program::run;
use musrex_testkit::seeds::shifted;

const SEED: u64 = 7;

/// Plays `script` on a console and a reference. After every tick, their pictures must be the same. Returns both, and
/// the screens that appeared.
fn synchronised(rom: &[u8], script: &str) -> (Console, Reference, Vec<ScreenName>) {
    let mut console = Console::start(&with_seed(rom, SEED));
    let mut host = Reference::new(SEED);
    console.boot();
    for _ in 0..console.ticks() {
        host.tick(Buttons::NONE);
    }
    let mut screens = vec![host.app.screen()];
    for held in ticks_of(script) {
        // The machine shows the picture of a tick while it plays the next tick.
        console.tick(held);
        let (tick, before) = (console.ticks(), host.picture.clone());
        host.tick(held);
        assert_same!(*console.emulator.picture(), before, "the picture at tick {tick}");
        screens.push(host.app.screen());
    }
    screens.dedup();
    (console, host, screens)
}

/// The largest allowed number of pictures from power-on to the title, at 60 pictures per second.
const BOOT_PICTURES_MAX: usize = 60;
/// The largest allowed number of pictures from a press until its effect is visible, even if the whole frame is redrawn.
/// The button goes down in the first picture, the effect is drawn in the second, and the third shows the effect.
const LATENCY_PICTURES_MAX: usize = 3;
/// The number of bytes of the stack that must always stay free.
const STACK_SPARE_MIN: usize = 1024;

#[test]
fn it_boots_to_the_title() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    let pictures = console.boot();
    assert!(pictures <= BOOT_PICTURES_MAX, "{pictures} pictures");
    let mut host = Reference::new(SEED);
    host.tick(Buttons::NONE);
    console.tick(Buttons::NONE);
    assert_same!(*console.emulator.picture(), host.picture);
}

/// A script that begins a run, leaves it for the bestiary, the help and the training, continues it, and visits other
/// screens. Then it goes up to the first floor, back down and up again, with fights on the way.
const TOUR: &str = "\
    A .*30 A A A Start .*4 Up Up Up A .*30 Down Down Down Down Down A .*9 B .*4 Down A .*9 B .*4 \
    Up Up Up Up A .*9 Right .*9 Start .*4 Up Up A .*90 A .*30 Start .*4 Down B .*4 Start A .*9 B .*4 B .*4 \
    L Right .*4 B .*4 Select .*9 Right B .*4 Up*60 .*9 Up .*9 Up .*60 Left .*60 Right .*60 \
    L+R .*400 L+R .*300 A*60 L+R .*300 L+R .*300 Right*60 L+R .*200";

#[test]
fn every_picture_of_a_tour_is_the_same_and_so_is_the_game_after_it() {
    let Some(rom) = rom() else { return };
    let (mut console, mut host, screens) = synchronised(rom, TOUR);
    for name in [
        ScreenName::Title,
        ScreenName::Play,
        ScreenName::Menu,
        ScreenName::Pack,
        ScreenName::Bestiary,
        ScreenName::Help,
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
fn a_press_is_soon_seen() {
    let Some(rom) = rom() else { return };
    let after = |script: &str, button: &str| {
        let mut console = Console::after(rom, SEED, script);
        console.pictures_until_seen(ticks_of(button)[0])
    };
    let found = [
        ("title: down", after(".*30", "Down")),
        ("title: a new run", after(".*30", "A")),
        ("title: choose a run", after("Down .*30", "A")),
        ("title: training", after("Down .*30", "A")),
        ("title: hall of fame", after("Down Down Down .*30", "A")),
        ("title: bestiary", after("Down Down Down Down .*30", "A")),
        ("title: controls", after("Down Down Down Down Down .*30", "A")),
        ("title: options", after("Down Down Down Down Down Down .*30", "A")),
        ("title: go on", after("A .*30 A A A Start .*4 Up Up Up A .*30", "A")),
        ("a step", after("A .*30", "Right")),
        ("a turn of waiting", after("A .*30 Up*60 .*9 Up .*9 Up .*60", "A")),
        ("look", after("A .*30", "L")),
        ("look: on", after("A .*30 L .*30", "Right")),
        ("look: off", after("A .*30 L .*30", "B")),
        ("map", after("A .*30", "Select")),
        ("map: off", after("A .*30 Select .*30", "B")),
        ("menu", after("A .*30", "Start")),
        ("menu: down", after("A .*30 Start .*30", "Down")),
        ("menu: off", after("A .*30 Start .*30", "B")),
        ("menu: pack", after("A .*30 Start .*30", "A")),
        ("pack: off", after("A .*30 Start .*4 A .*30", "B")),
        ("menu: history", after("A .*30 Start .*4 Down .*30", "A")),
        ("history: off", after("A .*30 Start .*4 Down A .*30", "B")),
        ("menu: hall of fame", after("A .*30 Start .*4 Down Down .*30", "A")),
        ("menu: bestiary", after("A .*30 Start .*4 Down Down Down .*30", "A")),
        ("menu: controls", after("A .*30 Start .*4 Down Down Down Down .*30", "A")),
        ("menu: options", after("A .*30 Start .*4 Up Up Up Up .*30", "A")),
        ("options: on", after("A .*30 Start .*4 Up Up Up Up A .*30", "Right")),
        ("options: off", after("A .*30 Start .*4 Up Up Up Up A Right .*30", "B")),
        ("menu: leave", after("A .*30 A A A Start .*4 Up Up Up .*30", "A")),
    ];
    println!("pictures until a press is seen: {found:#?}");
    for (what, pictures) in found {
        assert!(pictures <= LATENCY_PICTURES_MAX, "{what}: {pictures}");
    }
}

/// The cycles of many measured ticks of the same kind.
#[derive(Default)]
struct Cycles(Vec<u32>);

impl Cycles {
    fn mean(&self) -> u32 {
        let sum: u64 = self.0.iter().map(|&cycles| u64::from(cycles)).sum();
        u32::try_from(sum / self.0.len().max(1) as u64).expect("a mean is no more than the most")
    }

    fn most(&self) -> u32 {
        self.0.iter().copied().max().unwrap_or(0)
    }

    /// Returns how many measurements are at most `limit`.
    fn within(&self, limit: u32) -> usize {
        self.0.iter().filter(|&&cycles| cycles <= limit).count()
    }

    /// Prints a line of the table in `handheld/gba/README.md`.
    fn report(&self, what: &str) {
        let (mean, most) = (self.mean(), self.most());
        let frames = |cycles: u32| {
            let hundredths = (u64::from(cycles) * 100).div_ceil(u64::from(FRAME_CYCLES));
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        println!("| {what} | {mean} | {} | {most} | {} |", frames(mean), frames(most));
    }
}

/// Returns the cycles of some turns of waiting.
fn turns_of_waiting(console: &mut Console) -> Vec<u32> {
    let ticks = ticks_of(&"A .*24 ".repeat(16));
    let cycles = ticks.into_iter().map(|held| {
        console.tick(held);
        console.cost().tick
    });
    cycles.filter(|&cycles| cycles > 20_000).collect()
}

/// The seeds of runs in which no monster wakes on the way through the Gnawed Foundations (W20), so that the results can
/// be compared with other versions. The cost of hunting monsters has a line of its own.
const UNHUNTED: [u64; 4] = [1, 10, 11, 21];

/// Prints the table of speeds for `handheld/gba/README.md`, and checks the limits.
#[test]
fn it_is_fast_enough() {
    let Some(rom) = rom() else { return };
    let [mut idle, mut pictures, mut turns, mut steps] = [(); 4].map(|()| Cycles::default());
    let [mut explores, mut floors, mut boots, mut hunters, mut crowds] =
        [(); 5].map(|()| Cycles::default());
    let (mut walked, mut lost) = (0, 0);
    for seed in UNHUNTED {
        let mut console = Console::start(&with_seed(rom, seed));
        boots.0.push(u32::try_from(console.boot()).expect("a small number") * FRAME_CYCLES);
        console.play("A .*30");
        let on_foot = "Up*60 .*9 Up .*20 Up .*60 Right*99 Down*99 Left*99 Up*99";
        for (script, is_on_foot) in [(on_foot, true), ("L+R .*300", false)] {
            for held in ticks_of(script) {
                let pictures_taken = console.tick(held);
                let cost = console.cost();
                if cost.tick > 1_500_000 {
                    floors.0.push(cost.tick + cost.draw);
                    continue;
                }
                if is_on_foot {
                    (walked, lost) = (walked + 1, lost + pictures_taken - 1);
                }
                if cost.draw + cost.work == 0 {
                    idle.0.push(cost.total());
                } else if cost.draw > 80_000 {
                    pictures.0.push(cost.draw);
                }
                if cost.tick > 20_000 && is_on_foot {
                    turns.0.push(cost.tick);
                    steps.0.push(cost.total());
                } else if cost.tick > 20_000 {
                    explores.0.push(cost.tick);
                }
            }
        }
        console.wake_all();
        hunters.0.extend(turns_of_waiting(&mut console));
        console.gather_crowd();
        crowds.0.extend(turns_of_waiting(&mut console));
    }
    println!("| | mean | frames | most | frames |\n|---|---:|---:|---:|---:|");
    idle.report("a tick in which nothing happens");
    pictures.report("a picture of the floor");
    turns.report("a turn, walking");
    steps.report("a step on foot: turn, saving, picture");
    explores.report("a turn, exploring");
    hunters.report("a turn, all of a floor hunting");
    crowds.report("a turn, 16 mice, an ally and 24 spills");
    floors.report("a new floor, and its first picture");
    boots.report("from power on to the title");
    let in_time = steps.within(FRAME_CYCLES);
    println!(
        "{in_time} of {} steps on foot within a frame, {lost} of {walked} pictures lost",
        steps.0.len()
    );
    assert!(in_time == steps.0.len() && lost <= UNHUNTED.len(), "a checkpoint may cost a picture");
    // Each measurement has a limit for the mean and a limit for the maximum, both in hundredths of a frame.
    assert_limits(&[
        ("a tick in which nothing happens", &idle, 5, 5),
        ("a picture", &pictures, 65, 82),
        ("a turn, walking", &turns, 25, 38),
        ("a step on foot", &steps, 94, 100),
        ("a turn, exploring", &explores, 56, 140),
        ("a turn, all of a floor hunting", &hunters, 60, 210),
        ("a turn of a crowd", &crowds, 100, 300),
        ("a new floor", &floors, 2_000, 2_500),
        ("power on", &boots, 4_800, 6_000),
    ]);
}

/// Checks that each measurement stays within its limits, in hundredths of a frame.
fn assert_limits(measured: &[(&str, &Cycles, u32, u32)]) {
    for &(what, cycles, mean_max, most_max) in measured {
        let limit = |hundredths: u32| FRAME_CYCLES / 100 * hundredths;
        assert!(cycles.mean() <= limit(mean_max), "{what}: {} cycles", cycles.mean());
        assert!(cycles.most() <= limit(most_max), "{what}: {} cycles", cycles.most());
        assert!(!cycles.0.is_empty(), "{what} was never measured");
    }
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
    assert_eq!(plain.0, ones.0);
    assert_same!(plain.1, ones.1);
    let noise = picture(&|console| {
        let mut rng = TestRng(shifted(1));
        fill(console, &mut || rng.below(256).to_le_bytes()[0]);
    });
    assert_eq!(plain.0, noise.0);
    assert_same!(plain.1, noise.1);
}

#[test]
fn reset_leads_to_the_title() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, "A .*30 L+R .*100");
    console.emulator.reset();
    console.boot();
    let save = console.emulator.save_memory_mut().to_vec();
    let mut host = Reference::with_save(SEED, &save);
    for _ in 0..console.ticks() {
        host.tick(Buttons::NONE);
    }
    console.tick(Buttons::NONE);
    assert_same!(*console.emulator.picture(), host.picture);
}

/// If the program panics, it shows the message, the position in the source, and advice to the player.
#[test]
fn a_mistake_is_shown() {
    let Some(rom) = rom() else { return };
    let mut console = Console::after(rom, SEED, "A .*30");
    console.panic();
    let mut words = words(240, 160);
    let mut frame = Frame::new(240, 160, &mut words).expect("as many as it takes");
    frame.clear(Colour::INK);
    frame.text(8, 8, "Mus Rex has crashed. That is our mistake.", Colour::GOLD);
    frame.text(8, 20, "Switch off and on to continue.", Colour::WHITE);
    frame.text(8, 40, "This was asked for.", Colour::SILVER);
    let start = frame.text(8, 54, "src/debug_port.rs:", Colour::STRAW);
    let (seen, wanted) = (console.picture().pixels.clone(), as_displayed(&frame).pixels);
    let rows = |pixels: &[u32], from: usize, to: usize| pixels[from * 240..to * 240].to_vec();
    assert!(
        rows(&seen, 0, 54) == rows(&wanted, 0, 54)
            && rows(&seen, 66, 160) == rows(&wanted, 66, 160)
    );
    // A line and a column follow the name of the file.
    let start = usize::try_from(start).expect("right of the margin");
    for row in 54..66 {
        assert!(seen[row * 240..][..start] == wanted[row * 240..][..start]);
    }
    let letters = |pixels: &[u32]| rows(pixels, 54, 66).iter().filter(|&&p| p != wanted[0]).count();
    assert!(letters(&seen) > letters(&wanted));
}

/// The title has music after power-on and after a reset. At volume 0, no sample is above zero.
#[test]
fn the_title_is_heard_and_the_volumes_silence_it() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, SEED));
    let listen = |console: &mut Console, script: &str| {
        console.emulator.take_samples();
        console.play(script);
        let samples = console.emulator.take_samples();
        assert!(samples.len() > 30_000);
        samples.into_iter().max()
    };
    for _ in 0..2 {
        console.boot();
        assert!(listen(&mut console, ".*120") > Some(500), "the title is heard");
        // The presses reach the options for the volume of music and then of sounds, and turn each from full volume to
        // zero.
        console.play("Down Down Down Down Down Down A Down Down Down Right Down Right .*60");
        assert_eq!(listen(&mut console, "Up Down Up Down .*60"), Some(0));
        console.emulator.reset();
    }
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
