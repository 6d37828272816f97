//! Checks the libretro core in this project's own front end. The game equals that on the desktop, pixel by pixel and
//! sample by sample. It works whatever features the front end lacks, and it is fast enough.

use musrex_core::app::ScreenName;
use musrex_core::input::{Button, Buttons, Pointer};
use musrex_core::sound::SAMPLE_RATE;
use musrex_testkit::assert_same;
use musrex_testkit::flash::Flash;
use musrex_testkit::gba::ticks_of;
use musrex_testkit::libretro::{FrontEnd, Lockstep, Picture, Processor, Reference};
use musrex_testkit::picture::RgbImage;
use musrex_testkit::program::run;
use musrex_testkit::saves::SaveContents;
use musrex_testkit::source::root;
use std::fs;
use tempfile::TempDir;

/// A script that visits most screens, goes up to the first floor and explores there.
const TOUR: &str = "\
    Down Down Down Down Down A .*9 B .*4 Down A .*4 B .*4 Up Up Up Up Up Up .*4 A .*60 Start .*9 Down B .*9 Start A .*9 B .*9 \
    B .*9 L .*4 Right .*4 B .*4 Select*30 .*9 Right B .*9 R+Up*9 .*9 B+Left*30 .*30 L+R .*200 L+R .*200 \
    L+R .*120 A*40 .*30 L+R .*120";
/// A script that begins a run, and plays some turns.
const SHORT_TOUR: &str = "A .*60 Up .*20 Left .*20 L+R .*90";

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

#[test]
fn every_picture_of_a_tour_is_the_same_in_each_size() {
    let Some(core) = Processor::Host.core() else { return };
    for (name, size) in [("320x240", [320, 240]), ("320x180", [320, 180]), ("240x160", [240, 160])]
    {
        let folder = folder();
        let mut front_end = FrontEnd::start(core, Some(folder.path()), &[]);
        front_end.tell(&format!("option musrex_picture {name}"));
        front_end.load_core();
        let mut lockstep = Lockstep::of(front_end, Reference::new(size, None));
        let mut screens = Vec::new();
        for held in ticks_of(TOUR) {
            lockstep.tick(held);
            screens.push(lockstep.reference.app.screen());
        }
        use ScreenName::{FloorChange, Look, Map, Menu, Options, Pack, Play, Title};
        for screen in [Title, Play, Menu, Pack, Look, Map, Options, FloorChange] {
            assert!(screens.contains(&screen), "{screen:?} was not seen");
        }
        assert_same!(read(&folder), lockstep.reference.save(), "the save of {name} differs");
    }
}

fn read(folder: &TempDir) -> Vec<u8> {
    fs::read(folder.path().join("musrex.sav")).expect("there is a save")
}

// Runs the core on the processors of handhelds, too, in an emulator.
#[test]
fn every_picture_is_the_same_on_other_processors() {
    for processor in [Processor::Aarch64, Processor::Armv7] {
        let Some(core) = processor.core() else { return };
        let folder = folder();
        let mut lockstep =
            Lockstep::of(FrontEnd::load(core, folder.path()), Reference::new(SIZE, None));
        lockstep.play(TOUR);
        assert_same!(read(&folder), lockstep.reference.save(), "the save on {processor:?} differs");
    }
}

/// The size of pictures if no option is set.
const SIZE: [u16; 2] = [320, 240];

// `musrex headless` begins the run, because its new runs offer all kits. The core then plays the run with the same
// script, and both end in the same state.
#[test]
fn a_script_ends_as_musrex_headless_does() {
    let Some(core) = Processor::Host.core() else { return };
    let (folder, twin) = (folder(), folder());
    let headless = ["headless", "--seed", "42", "--size", "320x180", "--save", "musrex.sav"];
    run(twin.path(), &[&headless[..], &["--input", "A .*60 A A .*90"]].concat()).assert_done();
    fs::copy(twin.path().join("musrex.sav"), folder.path().join("musrex.sav"))
        .expect("it is there");
    let mut front_end = FrontEnd::start(core, Some(folder.path()), &[]);
    front_end.tell("option musrex_picture 320x180");
    front_end.load_core();
    let script = "A .*60 Up*40 .*9 Up .*9 Up .*90 L+R .*150 L+R .*150 A .*20 A .*20";
    for held in ticks_of(script) {
        front_end.run(held, 1);
    }
    let outputs = ["--input", script, "--png", "a.png"];
    run(twin.path(), &[&headless[..], &outputs].concat()).assert_done();
    assert_same!(read(&folder), read(&twin), "the save differs");
    let wanted = RgbImage::read(&twin.path().join("a.png"));
    assert_same!(shown(&front_end.picture()), wanted, "the last picture differs");
}

/// Converts a picture with 16-bit colours to 24-bit colours, as PNG files have.
fn shown(picture: &Picture) -> RgbImage {
    let wide = |&pixel: &u16| {
        let pixel = u32::from(pixel);
        let (red, green, blue) = (pixel >> 11, pixel >> 5 & 63, pixel & 31);
        let [red, blue] = [red, blue].map(|five| five << 3 | five >> 2);
        red << 16 | (green << 2 | green >> 4) << 8 | blue
    };
    let pixels = picture.pixels.iter().map(wide).collect();
    RgbImage { width: picture.width.try_into().expect("it is small"), pixels }
}

// Whatever feature a front end lacks, the game works. The log states whether the save is in a file or in the save
// memory.
#[test]
fn whatever_a_front_end_lacks_the_game_goes_on() {
    let Some(core) = Processor::Host.core() else { return };
    const NO_FILES: [&str; 7] =
        ["45", "31", "vfs.open", "vfs.close", "vfs.size", "vfs.seek", "vfs.write"];
    const OTHERS: [&str; 17] = [
        "vfs.read",
        "vfs.flush",
        "vfs.path",
        "vfs.tell",
        "3",
        "10",
        "11",
        "15",
        "16",
        "17",
        "18",
        "23",
        "27",
        "28",
        "37",
        "81",
        "none",
    ];
    for missing in NO_FILES.into_iter().chain(OTHERS).chain(["video", "audio", "poll"]) {
        let folder = folder();
        let mut front_end = FrontEnd::start(core, Some(folder.path()), &[missing]);
        front_end.load_core();
        for held in ticks_of(SHORT_TOUR) {
            front_end.run(held, 1);
        }
        let is_file = !NO_FILES.contains(&missing) && !["vfs.read", "vfs.flush"].contains(&missing);
        let log = front_end.text("log");
        let save = if is_file { read(&folder) } else { front_end.tell("memory") };
        assert_eq!(is_file, front_end.tell("memory").is_empty(), "{missing}: {log}");
        let told = if is_file { "musrex.sav" } else { "save memory" };
        assert!(log.contains(told) || missing == "27", "{missing}: {log}");
        assert!(turn(&save) > 2, "{missing}: {log}");
        let (pictures, repeats) = front_end.run(Buttons::NONE, 1);
        assert_eq!(
            (pictures == 0, repeats == 0),
            (missing == "video", matches!(missing, "3" | "video")),
            "{missing}"
        );
        front_end.tell("unload");
    }
}

/// Returns the turn of the run in a save.
fn turn(save: &[u8]) -> u32 {
    let contents = SaveContents::load(&mut Flash::of(save)).0;
    contents.run.map_or(0, |game| game.turn().0)
}

// The front end has no input devices, and its pixels have 15 bits.
#[test]
fn a_poor_front_end_shows_the_title() {
    let Some(core) = Processor::Host.core() else { return };
    let mut front_end = FrontEnd::start(core, None, &["state", "10"]);
    front_end.load_core();
    front_end.run_pads(u32::MAX, 60);
    let mut reference = Reference::new(SIZE, None);
    (0..60).for_each(|_| reference.tick(Buttons::NONE, None));
    let mut wanted = reference.picture();
    for pixel in &mut wanted.pixels {
        *pixel = *pixel >> 1 & 0x7FE0 | *pixel & 0x1F;
    }
    assert_eq!(front_end.picture(), wanted);
}

#[test]
fn what_it_is_and_that_it_has_no_states() {
    let Some(core) = Processor::Host.core() else { return };
    let mut front_end = FrontEnd::start(core, None, &[]);
    front_end.tell("rate 48000");
    front_end.load_core();
    let version = env!("CARGO_PKG_VERSION");
    let told = format!("1|Mus Rex|{version}|musrex|1|320x240|320x240|60|48000|0");
    assert_eq!(front_end.text("info"), told);
    let info = fs::read_to_string(core.folder.join("musrex_libretro.info")).expect("it is there");
    for line in [
        format!("display_version = \"{version}\""),
        "corename = \"Mus Rex\"".to_owned(),
        "supported_extensions = \"musrex\"".to_owned(),
        "savestate = \"false\"".to_owned(),
        "supports_no_game = \"true\"".to_owned(),
    ] {
        assert!(info.lines().any(|found| found == line), "{line}");
    }
}

// If the size changes during play, the screen is laid out anew.
#[test]
fn options_count_in_mid_play() {
    let Some(core) = Processor::Host.core() else { return };
    let folder = folder();
    let mut lockstep =
        Lockstep::of(FrontEnd::load(core, folder.path()), Reference::new(SIZE, None));
    lockstep.play("A .*60");
    lockstep.front_end.tell("option musrex_picture 240x160");
    lockstep.reference.resize([240, 160]);
    lockstep.play("Up .*30");
    assert_eq!(lockstep.front_end.picture().size(), (240, 160));
}

#[test]
fn sound_is_that_of_the_synthesizer_at_the_front_ends_rate() {
    let Some(core) = Processor::Host.core() else { return };
    const TICKS: usize = 600;
    let listen = |rate: u32| {
        let mut front_end = FrontEnd::start(core, None, &[]);
        front_end.tell(&format!("rate {rate}"));
        front_end.load_core();
        front_end.sound();
        front_end.run(Buttons::NONE, TICKS);
        front_end.sound()
    };
    let mut reference = Reference::new(SIZE, None);
    (0..TICKS).for_each(|_| reference.tick(Buttons::NONE, None));
    // The front end's resampler begins with a sample of silence, and omits the last sample.
    let wanted = [&[[0; 2]][..], &reference.samples[..reference.samples.len() - 1]].concat();
    for rate in [0, SAMPLE_RATE, 1, 7_999, 96_001] {
        let found = listen(rate);
        assert!(found == wanted, "at {rate}");
    }
    for rate in [8_000, 22_050, 44_100, 48_000, 96_000] {
        let found = listen(rate);
        let ticks = u32::try_from(TICKS).expect("some");
        assert!(
            found.len().abs_diff((rate * ticks / 60) as usize) <= 3,
            "{} at {rate}",
            found.len()
        );
        for (at, sides) in found.iter().enumerate() {
            // Each sample lies between the synthesizer's two samples that are nearest in time.
            let at = at * SAMPLE_RATE as usize / rate as usize;
            let (one, next) = (wanted[at], wanted.get(at + 1).copied().unwrap_or(wanted[at]));
            for ((found, one), next) in sides.iter().zip(one).zip(next) {
                assert!((one.min(next)..=one.max(next)).contains(found), "{found} at {rate}");
            }
        }
    }
}

// Pressing the pointer walks to a tile, like pressing the mouse button.
#[test]
fn the_pointer_walks() {
    let Some(core) = Processor::Host.core() else { return };
    let folder = folder();
    let mut lockstep =
        Lockstep::of(FrontEnd::load(core, folder.path()), Reference::new(SIZE, None));
    lockstep.play("A .*60");
    let before = lockstep.reference.app.game().turn();
    // The tile is to the left of the middle and below it. The edges of the picture are at -32,767 and 32,767.
    let (x, y) = (-8_000, 3_000);
    let pixel = |from_middle: i16, side: i32| {
        let pixel = (i32::from(from_middle) + 0x7FFF) * side / 0xFFFF;
        i16::try_from(pixel).expect("it lies on the frame")
    };
    let at = |is_held| Pointer { x: pixel(x, 320), y: pixel(y, 240), is_held };
    for _ in 0..6 {
        lockstep.front_end.point(x, y);
        lockstep.reference.tick(Buttons::NONE, Some(at(true)));
        lockstep.compare();
    }
    lockstep.front_end.run(Buttons::NONE, 1);
    lockstep.reference.tick(Buttons::NONE, Some(at(false)));
    lockstep.play(".*90");
    assert!(lockstep.reference.app.game().turn() > before, "she walks");
}

// Three further buttons of the pad each act like two of the game's ten buttons pressed together. The fourth acts only
// together with a direction: like B with this direction.
#[test]
fn the_other_buttons_are_shortcuts() {
    let Some(core) = Processor::Host.core() else { return };
    use Button::{B, L, Left, R, Select, Start};
    let none = Buttons::NONE;
    for (bits, held) in [
        (1 << 9, none.with(L).with(R)),
        (1 << 1, none.with(B).with(Start)),
        (1 << 12, none.with(B).with(Select)),
        (1 << 13 | 1 << 6, none.with(B).with(Left)),
        (1 << 13, none),
    ] {
        let folder = folder();
        let mut lockstep =
            Lockstep::of(FrontEnd::load(core, folder.path()), Reference::new(SIZE, None));
        lockstep.play("A .*60");
        lockstep.front_end.run_pads(bits, 2);
        (0..2).for_each(|_| lockstep.reference.tick(held, None));
        lockstep.play(".*60");
    }
}

// A heavy blow makes the pad rumble for a quarter of a second, unless the player has disabled rumble.
#[test]
fn a_heavy_blow_rumbles() {
    let Some(core) = Processor::Host.core() else { return };
    for option in ["on", "off"] {
        let folder = folder();
        let mut front_end = FrontEnd::load(core, folder.path());
        front_end.tell(&format!("option musrex_rumble {option}"));
        let mut reference = Reference::new(SIZE, None);
        let script = ticks_of(&format!("A .*60 {}", "L+R .*40 A*9 .*9 ".repeat(900)));
        let mut heard = 0;
        for held in script {
            front_end.run(held, 1);
            reference.tick(held, None);
            heard = reference.heavy_blows;
            if heard > 0 {
                break;
            }
        }
        assert_eq!(heard, 1, "nothing strikes hard");
        let begun = front_end.text("rumble");
        front_end.run(Buttons::NONE, 14);
        let meanwhile = front_end.text("rumble");
        front_end.run(Buttons::NONE, 1);
        let ended = front_end.text("rumble");
        let wanted = if option == "on" { ["0 0 49152\n", "", "0 0 0\n"] } else { [""; 3] };
        assert_eq!([&*begun, &*meanwhile, &*ended], wanted);
    }
}

/// Prints the table of speeds for `handheld/libretro/README.md`, and checks the limit.
#[test]
fn it_is_fast_enough() {
    const PICTURES: u64 = 3_000;
    const PICTURES_A_SECOND_MIN: u64 = 600;
    let mut lines = Vec::new();
    for processor in [Processor::Host, Processor::Aarch64, Processor::Armv7] {
        let Some(core) = processor.core() else { return };
        let mut front_end = FrontEnd::start(core, None, &[]);
        front_end.load_core();
        // The run has begun, and no button is pressed.
        for held in ticks_of("A .*200") {
            front_end.run(held, 1);
        }
        let us: u64 = front_end.text(&format!("idle {PICTURES}")).parse().expect("a number");
        let a_second = PICTURES * 1_000_000 / us.max(1);
        let bytes = fs::metadata(core.library()).expect("it is there").len();
        // The cost is the difference between two executions of different lengths, so that the start-up does not count.
        let count = |ticks: u64| core.instructions(&format!("run 256 2\nrun 0 200\nidle {ticks}"));
        let instructions = (count(700) - count(100)) / 600;
        lines.push((format!("{processor:?}"), a_second, instructions, bytes));
        assert!(a_second >= PICTURES_A_SECOND_MIN, "{processor:?}: {a_second} pictures a second");
    }
    println!(
        "| processor | idle pictures a second | instructions a picture | bytes |\n|---|---:|---:|---:|"
    );
    for (name, a_second, instructions, bytes) in &lines {
        println!("| {name} | {a_second} | {instructions} | {bytes} |");
    }
    let readme =
        fs::read_to_string(root().join("handheld/libretro/README.md")).expect("it is there");
    for (name, ..) in lines {
        assert!(readme.contains(&format!("| {name} |")), "the README lacks a line for {name}");
    }
}
