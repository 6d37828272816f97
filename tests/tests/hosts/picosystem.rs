//! Checks the PicoSystem program on an emulator. The game equals that on the desktop, pixel by pixel and byte by byte.
//! It is fast enough, and it has sound.

use musrex_core::app::ScreenName;
use musrex_core::input::{Button, Buttons};
use musrex_core::raster::{Colour, Frame};
use musrex_core::sound::{Buzzer, Player};
use musrex_testkit::assert_same;
use musrex_testkit::gba::ticks_of;
use musrex_testkit::ocr::words;
use musrex_testkit::picosystem::{
    CYCLES_IN_US, Lockstep, PicoSystem, Played, SIDE, Tick, program, read,
};
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::run;
use musrex_testkit::source::root;
use std::collections::BTreeMap;
use std::fs;

const SEED: u64 = 7;
/// The size of the RAM in bytes.
const RAM_BYTES: u64 = 264 * 1024;
/// The largest number of bytes of RAM that may be in use, including the stack.
const RAM_BYTES_MAX: u64 = 200_000;

/// A script that visits many screens, goes up to the first floor and explores there. It uses chords for controls that
/// have no button. X is `Start`, and Y is `L`.
const TOUR: &str = "\
    Down Down Down Down Down A .*9 B .*4 Down A .*4 B .*4 Up Up Up Up Up Up .*4 A .*60 Start .*9 Down B .*9 Start A .*9 B .*9 \
    B .*9 L .*4 Right .*4 B .*4 Start*30 .*9 Right B .*9 L+Up*9 .*9 B+Left*30 .*30 A+B .*200 A+B .*200 \
    A+B .*120 A*40 .*30 A+B .*120";

#[test]
fn every_picture_of_a_tour_is_the_same_and_so_is_the_game_after_it() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    let mut screens = Vec::new();
    for held in ticks_of(TOUR) {
        lockstep.tick(held);
        screens.push(lockstep.reference.app.screen());
    }
    for name in [
        ScreenName::Title,
        ScreenName::Play,
        ScreenName::Menu,
        ScreenName::Pack,
        ScreenName::Look,
        ScreenName::Map,
        ScreenName::Help,
        ScreenName::Options,
        ScreenName::FloorChange,
    ] {
        assert!(screens.contains(&name), "{name:?} was not seen");
    }
    lockstep.assert_same();
    let board = lockstep.machine.ask("board");
    let unused = board["unused"].as_u64().expect("a number");
    let used = RAM_BYTES - unused;
    println!("{used} bytes of RAM were in use");
    assert!(used <= RAM_BYTES_MAX, "{used} bytes of RAM were in use");
}

// At its end, a script has the same picture, saved bytes and state as on `musrex headless`. Both continue a run that
// `musrex headless` has begun, because its new runs offer all kits.
#[test]
fn a_script_ends_as_musrex_headless_does() {
    let Some(program) = program() else { return };
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let headless = ["headless", "--seed", "42", "--size", "240x240", "--save", "a.sav"];
    run(folder.path(), &[&headless[..], &["--input", "A .*60 A A .*90"]].concat()).assert_done();
    let save = fs::read(folder.path().join("a.sav")).expect("it was written");
    let mut lockstep = Lockstep::with_save(program, 42, &save);
    lockstep.play(".*30 A .*60 Up*40 .*9 Up .*9 Up .*90 A+B .*150 A+B .*150 A .*20 A .*20");
    lockstep.assert_same();
    let script = lockstep.script();
    let outputs = ["--input", &script, "--png", "a.png", "--state", "a.json"];
    run(folder.path(), &[&headless[..], &outputs].concat()).assert_done();
    let file = |name: &str| fs::read(folder.path().join(name)).expect("it was written");
    assert_same!(lockstep.machine.save(), file("a.sav"), "the save differs");
    let found = shown(&lockstep.machine.picture());
    assert_same!(found, RgbImage::read(&folder.path().join("a.png")), "the last picture differs");
    let state: serde_json::Value = serde_json::from_slice(&file("a.json")).expect("it is JSON");
    let fingerprint = lockstep.reference.app.game().fingerprint();
    assert_eq!(state["hash"], serde_json::json!(format!("{fingerprint:016x}")));
    assert!(state["floor"].as_u64() > Some(0), "the script leads out of the lobby: {state:#}");
}

/// Converts a picture with 16-bit colours to the colours of PNG files.
fn shown(picture: &RgbImage) -> RgbImage {
    let wide = |pixel: &u32| {
        let (red, green, blue) = (pixel >> 11, pixel >> 5 & 63, pixel & 31);
        let [red, blue] = [red, blue].map(|five| five << 3 | five >> 2);
        red << 16 | (green << 2 | green >> 4) << 8 | blue
    };
    RgbImage { width: picture.width, pixels: picture.pixels.iter().map(wide).collect() }
}

// An independent decoder reads the file, and finds the program at the address where the processor looks for it.
#[test]
fn another_decoder_reads_the_program() {
    let Some(program) = program() else { return };
    let (flash, families) = uf2_decode::convert_from_uf2(&read(program)).expect("it is a UF2 file");
    assert_eq!(families.into_iter().collect::<Vec<_>>(), [(0xE48B_FF56, 0x1000_0000)]);
    // The ROM starts no program unless the checksum of the second boot stage is correct.
    let (boot2, checksum) = flash[..256].split_at(252);
    let crc = crc::Crc::<u32>::new(&crc::CRC_32_MPEG_2);
    assert_eq!(crc.checksum(boot2).to_le_bytes(), checksum);
    let word = |at: usize| u32::from_le_bytes(flash[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(word(0x100), 0x2004_2000, "the stack begins at the end of the RAM");
    assert!((0x1000_0000..0x1020_0000).contains(&word(0x104)), "the program begins in the flash");
}

/// If the program panics, it shows the message, the position in the source, and advice to the player.
#[test]
fn a_mistake_is_shown() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    lockstep.play("A .*30");
    let answer = lockstep.machine.ask("ask 2");
    assert_eq!(answer["hasPanicked"], true, "{answer}");
    let mut words = words(SIDE, SIDE);
    let mut frame = Frame::new(SIDE, SIDE, &mut words).expect("as many as it takes");
    frame.clear(Colour::INK);
    frame.text(8, 8, "Mus Rex has crashed. That is our mistake.", Colour::GOLD);
    frame.text(8, 20, "Switch off and on to continue.", Colour::WHITE);
    frame.text(8, 40, "This was asked for.", Colour::SILVER);
    let start = frame.text(8, 54, "src/debug_port.rs:", Colour::STRAW);
    let colours = |frame: &Frame<'_>| -> Vec<u32> {
        let palette = &frame.palette.0;
        frame.pixels().iter().map(|&pixel| palette[usize::from(pixel)].into()).collect()
    };
    let (seen, wanted) = (lockstep.machine.picture().pixels, colours(&frame));
    let side = usize::from(SIDE);
    let start = usize::try_from(start).expect("right of the margin");
    for (row, (seen, wanted)) in seen.chunks(side).zip(wanted.chunks(side)).enumerate() {
        // A line and a column follow the name of the file.
        let checked = if (54..66).contains(&row) { start } else { side };
        assert!(seen[..checked] == wanted[..checked], "row {row} differs");
    }
    let board = lockstep.machine.ask("board");
    assert!(board["isOn"] == true && board["backlight"].as_u64() > Some(0), "{board}");
}

// The backlight follows the options, and the picture shows a warning when the battery is low.
#[test]
fn lights_and_battery_are_followed() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    lockstep.play(".*4");
    let level = |lockstep: &mut Lockstep| {
        let board = lockstep.machine.ask("board");
        assert_eq!((&board["isOn"], &board["isAsleep"]), (&true.into(), &false.into()));
        board["backlight"].as_u64().expect("a number")
    };
    let full = level(&mut lockstep);
    // The presses go up from the end of the options, past the lamp, to the backlight.
    lockstep.play("Down Down Down Down Down Down A .*4 Up Up Up A .*4");
    let half = level(&mut lockstep);
    lockstep.play("A .*4");
    let low = level(&mut lockstep);
    assert!(full > half && half > low && low > 0, "{full}, {half}, {low}");
    let before = lockstep.machine.picture();
    lockstep.machine.ask("battery 3.4");
    for _ in 0..130 {
        lockstep.machine.tick(Buttons::NONE);
    }
    let after = lockstep.machine.picture();
    assert_ne!(before.pixels, after.pixels, "a low battery has a mark");
}

/// The cycles of many measured ticks of the same kind.
#[derive(Default)]
struct Times(Vec<u64>);

impl Times {
    fn add(&mut self, cycles: u64) {
        if cycles > 0 {
            self.0.push(cycles);
        }
    }

    fn most(&self) -> u64 {
        self.0.iter().copied().max().unwrap_or(0)
    }

    fn mean(&self) -> u64 {
        self.0.iter().sum::<u64>() / self.0.len().max(1) as u64
    }

    /// Returns a line of the table in `handheld/picosystem/README.md`.
    fn line(&self, what: &str, limit: &str) -> String {
        let ms = |cycles: u64| {
            let hundredths = cycles.div_ceil(CYCLES_IN_US * 10);
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        format!("| {what} | {} | {} | {limit} |", ms(self.mean()), ms(self.most()))
    }
}

/// Prints the table of speeds for `handheld/picosystem/README.md`, and checks the limits.
#[test]
fn it_is_fast_enough() {
    let Some(program) = program() else { return };
    let [mut boots, mut turns, mut explores, mut draws, mut compares, mut sends, mut floors] =
        [(); 7].map(|()| Times::default());
    for seed in [1, 10] {
        let mut machine = PicoSystem::off(program, seed);
        let tick = machine.switch_on();
        boots.add(tick.end());
        let mut lockstep =
            Lockstep::of(machine, &tick, musrex_testkit::picosystem::Reference::new(seed, None));
        lockstep.play("A .*60 Up*60 .*9 Up .*20 Up .*90 Right*60 Down*60 Left*60 Up*60");
        let on_foot = lockstep.ticks.len();
        lockstep.play("A+B .*150");
        for (number, (tick, played)) in lockstep.ticks.iter().zip(&lockstep.played).enumerate() {
            let cycles = tick.cycles("begun", "ticked");
            match played {
                Played::Floor => {
                    floors.add(cycles + tick.cycles("ready", "drawn"));
                    continue;
                }
                Played::Turn if number < on_foot => turns.add(cycles),
                Played::Turn => explores.add(cycles),
                Played::Nothing => {}
            }
            draws.add(tick.cycles("ready", "drawn"));
            compares.add(tick.cycles("drawn", "shown"));
            tick.pictures().iter().for_each(|&(_, cycles)| sends.add(cycles));
        }
    }
    let lines = [
        boots.line("from power on to the title", "1,000"),
        turns.line("a turn, walking", "5"),
        explores.line("a turn, exploring", "5"),
        draws.line("a picture, drawn", "8"),
        compares.line("its rows compared with those shown", "5"),
        sends.line("its rows sent", "15"),
        floors.line("a new floor, and its first picture", "300"),
    ];
    println!("| | mean | most | limit |\n|---|---:|---:|---:|\n{}", lines.join("\n"));
    let ms = |milliseconds: u64| milliseconds * 1000 * CYCLES_IN_US;
    for (what, times, limit) in [
        ("power on", &boots, 1_000),
        ("a turn", &turns, 5),
        ("a turn, exploring", &explores, 5),
        ("a picture drawn", &draws, 8),
        ("a picture compared", &compares, 5),
        ("a picture sent", &sends, 15),
        ("a new floor", &floors, 300),
    ] {
        assert!(!times.0.is_empty(), "{what} was never measured");
        assert!(times.most() <= ms(limit), "{what}: {} cycles", times.most());
    }
    let readme =
        fs::read_to_string(root().join("handheld/picosystem/README.md")).expect("it is there");
    for line in lines {
        let name = line.split('|').nth(1).expect("a name");
        assert!(readme.contains(&format!("|{name}|")), "the README lacks a line for{name}");
    }
}

// At least nine tenths of the gaps between edges on the piezo's pin are periods of the buzzer's tones. Every tone that
// lasts for at least eight ticks is heard.
#[test]
fn the_piezo_has_the_pitch_of_the_song() {
    let Some(program) = program() else { return };
    let mut lockstep = Lockstep::new(program, SEED);
    // The expected tones come from a sound player with the same requests. The order of phrases does not matter, because
    // the title's song has only one phrase.
    let (mut player, mut buzzer) = (Player::new(0x5069_636f_5379_7374), Buzzer::new());
    let mut wanted: BTreeMap<u64, usize> = BTreeMap::new();
    for _ in 0..400 {
        lockstep.tick(Buttons::NONE);
        while let Some(request) = lockstep.reference.app.take_sound_request() {
            player.request(request);
        }
        if let Some(tone) = buzzer.tick(player.tick()) {
            // The key is a period in nanoseconds.
            *wanted.entry(u64::from(tone.period) * 1_000_000_000 / 131_072).or_default() += 1;
        }
    }
    let edges = lockstep.machine.ask("edges");
    let times: Vec<u64> =
        edges.as_array().expect("a list").iter().filter_map(serde_json::Value::as_u64).collect();
    let gaps: Vec<u64> = times.windows(2).map(|two| two[1] - two[0]).collect();
    let is_near = |gap: u64, period: u64| gap.abs_diff(period) * 400 <= period;
    // A gap during a change of pitch or a silence belongs to no tone.
    let matched =
        gaps.iter().filter(|&&gap| wanted.keys().any(|&period| is_near(gap, period))).count();
    assert!(wanted.len() >= 4, "the title has a melody: {wanted:?}");
    assert!(
        matched * 10 >= gaps.len() * 9,
        "{matched} of {} gaps are periods of tones",
        gaps.len()
    );
    for (period, ticks) in wanted.iter().filter(|(_, ticks)| **ticks >= 8) {
        let heard = gaps.iter().filter(|&&gap| is_near(gap, *period)).count();
        assert!(heard > 0, "{period} ns lasts for {ticks} ticks and is not heard");
    }
}

// A tap of a millisecond is not lost, and a bouncing button causes no extra tap.
#[test]
fn no_tap_is_lost_and_none_is_made_up() {
    let Some(program) = program() else { return };
    let (mut machine, _) = PicoSystem::start(program, SEED);
    let play = |machine: &mut PicoSystem, ticks: usize| {
        (0..ticks).map(|_| machine.tick(Buttons::NONE)).collect::<Vec<Tick>>()
    };
    // These presses open a page without animation.
    for (button, rest) in [(Button::Down, 2); 4].into_iter().chain([(Button::A, 12)]) {
        machine.tick(Buttons::NONE.with(button));
        machine.tick(Buttons::NONE.with(button));
        play(&mut machine, rest);
    }
    let before = machine.picture();
    play(&mut machine, 9);
    assert_same!(machine.picture(), before, "the page stands still");
    // The button is down for a millisecond in the middle of a tick.
    let down = musrex_testkit::picosystem::mask(Buttons::NONE.with(Button::Right));
    machine.ask(&format!("tap 0 3000 {down}"));
    machine.ask(&format!("tap {down} 1000 0"));
    play(&mut machine, 3);
    let after = machine.picture();
    assert_ne!(before.pixels, after.pixels, "a tap of a millisecond turns the page");
    // The button goes up, and down again for a moment within the next tick.
    let turn_page = |machine: &mut PicoSystem, button: Button| {
        machine.tick(Buttons::NONE.with(button));
        machine.tick(Buttons::NONE);
    };
    turn_page(&mut machine, Button::Right);
    machine.ask(&format!("tap {down} 200 0"));
    play(&mut machine, 9);
    let bounced = machine.picture();
    turn_page(&mut machine, Button::Left);
    play(&mut machine, 9);
    assert_same!(machine.picture(), after, "a bounce is no press");
    assert_ne!(bounced.pixels, after.pixels, "the press before it is one");
}
