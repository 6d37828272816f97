//! Measures how much memory the core needs on a host. The results are compared with the table in `core/src/host.rs`.

use musrex_core::app::{App, Setup};
use musrex_core::host::{self, Host};
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::poll::block_on;
use musrex_core::raster::{Frame, ShownRows};
use musrex_core::save::{Memory, SaveManager, SaveStatus};
use musrex_core::sound::{Player, Synth};
use musrex_testkit::source::root;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

const PAGE_BYTES: u64 = 4096;
/// The size in bytes of the first measured stack.
const STACK_BYTES: u64 = 4 << 20;
/// The number of stacks created so far.
static STACKS: AtomicU64 = AtomicU64::new(0);

const SETUP: Setup = Setup::new(7);
/// An app as on a board: it is created at compile time, and never on a stack.
static APP: Mutex<App> = Mutex::new(App::placeholder(SETUP));
static PLAYED_APP: Mutex<App> = Mutex::new(App::placeholder(SETUP));

/// Returns the number of bytes of stack that `work` has used, in whole pages.
fn stack_bytes(work: impl FnOnce() + Send + 'static) -> u64 {
    let ((tell, told), (end, ended)) = (channel(), channel::<()>());
    // A stack that is larger than all earlier ones is new. Other stacks are reused, including their used pages.
    let bytes = STACK_BYTES + STACKS.fetch_add(1, Ordering::Relaxed) * 16 * PAGE_BYTES;
    let thread = thread::Builder::new().stack_size(usize::try_from(bytes).expect("it is small"));
    let thread = thread.spawn(move || {
        let top = 0_u8;
        work();
        tell.send((&raw const top).addr() as u64).expect("it is waited for");
        let _ = ended.recv();
    });
    let end_page = 1 + told.recv().expect("the work is done") / PAGE_BYTES;
    // For each page there are eight bytes of information. The highest bit is set if the page was ever touched.
    let count = STACK_BYTES / PAGE_BYTES / 2;
    let mut pages = File::open("/proc/self/pagemap").expect("Linux has it");
    pages.seek(SeekFrom::Start(8 * (end_page - count))).expect("it is a file");
    let mut entries = vec![0; usize::try_from(8 * count).expect("it is small")];
    pages.read_exact(&mut entries).expect("the stack is there");
    let untouched = entries.chunks(8).take_while(|entry| entry[7] & 0x80 == 0).count() as u64;
    drop(end);
    thread.expect("a thread starts").join().expect("it ends");
    (count - untouched) * PAGE_BYTES
}

struct Machine<'a> {
    frame: Frame<'a>,
    player: Player,
    ticks: u32,
}

impl Host for Machine<'_> {
    fn input(&mut self) -> Option<Input> {
        self.ticks += 1;
        let held: Buttons = match self.ticks % 120 {
            0 if self.ticks < 240 => [Button::A].into_iter().collect(),
            0 => [Button::L, Button::R].into_iter().collect(),
            _ => Buttons::NONE,
        };
        (self.ticks < 4_000).then_some(held.into())
    }

    fn after_tick(&mut self, app: &mut App) {
        while let Some(request) = app.take_sound_request() {
            self.player.request(request);
        }
        let _ = self.player.tick();
    }

    fn draw(&mut self, app: &mut App) {
        let _ = app.draw(&mut self.frame) || app.cycle_colours(&mut self.frame.palette);
    }
}

#[test]
fn an_app_in_a_static_passes_over_no_stack() {
    let used = stack_bytes(|| {
        let mut app = APP.lock().expect("nothing has failed");
        app.close_kits();
        app.resize(240, 240);
    });
    assert!(used <= PAGE_BYTES, "{used} bytes");
}

/// Returns the number of bytes of stack that a session of the loop uses. In the session, a run is begun, explored,
/// saved and left.
fn stack_of_session() -> u64 {
    let flash = Memory(vec![0xFF; 65_536]);
    let mut manager = Box::new(block_on(SaveManager::open(flash)));
    let mut words = vec![0; Frame::words(240, 240)];
    stack_bytes(move || {
        let mut app = PLAYED_APP.lock().expect("nothing has failed");
        app.resize(240, 240);
        let frame = Frame::new(240, 240, &mut words).expect("the words fit the size");
        let mut machine = Box::new(Machine { frame, player: Player::new(1), ticks: 0 });
        assert_eq!(host::run(&mut *machine, &mut app, &mut manager), SaveStatus::Done);
        assert!(app.game().turn().0 > 100 && app.game().floor().number() > 0);
    })
}

/// Returns the number of bytes that the table in `core/src/host.rs` states for a part.
fn told(part: &str) -> u64 {
    let page = fs::read_to_string(root().join("core/src/host.rs")).expect("the page is there");
    let start = format!("//! | {part} |");
    let row = page.lines().find(|line| line.starts_with(&start)).expect("it has a row");
    let number = row.trim_end_matches(" |").rsplit("| ").next().expect("it has cells");
    number.replace(',', "").parse().expect("the last is a number")
}

// Each number in the table is at least the measured one, and at most a third larger. The parts are slightly smaller on
// 32-bit machines.
#[test]
fn the_table_of_memory_tells_what_there_is() {
    let mut flash = vec![0xFF; 65_536];
    let flash = Memory(flash.as_mut_slice());
    let mut manager = Box::new(block_on(SaveManager::open(flash)));
    let manager_bytes = size_of_val(&*manager);
    let app = Box::new(App::placeholder(SETUP));
    let work_bytes = size_of_val(&block_on(manager.work(app.game())));
    let mut faults = Vec::new();
    for (part, bytes) in [
        ("app", size_of::<App>()),
        ("save manager", manager_bytes),
        ("work", work_bytes),
        ("frame", size_of::<Frame<'_>>() + 4 * Frame::words(240, 240)),
        ("rows shown", size_of::<ShownRows<240>>()),
        ("sound", size_of::<Player>() + size_of::<Synth>()),
        ("stack", usize::try_from(stack_of_session()).expect("it is small")),
    ] {
        let (told, bytes) = (told(part), bytes as u64);
        if told < bytes || told * 3 / 4 > bytes {
            faults.push(format!("{part}: {bytes} bytes, not {told}"));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
