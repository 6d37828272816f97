//! Ticks: sixty times per second, an interrupt reads the buttons and plays the sound. So both go on while the program
//! is busy with a new floor.
//!
//! Hardware registers of the pins also record presses. So no press is lost, even if it is shorter than a tick, or
//! occurs with interrupts off while the flash is being written.

use crate::speaker::Speaker;
use core::cell::RefCell;
use critical_section::Mutex;
use heapless::Deque;
use musrex_core::App;
use musrex_core::input::{Button, Buttons, Latch};
use musrex_core::sound::{Player, REQUESTS_MAX, SoundRequest};
use rp2040_hal::fugit::{ExtU32, MicrosDurationU32};
use rp2040_hal::pac::{self, interrupt};
use rp2040_hal::timer::{Alarm, Alarm0};

/// The buttons in the order of their pins, from 16 on: Y, X, A, B and the D-pad. Y acts as L, and X as Start, as
/// [`Chords`] expects.
///
/// [`Chords`]: musrex_core::chords::Chords
const PINS: [Button; 8] = [
    Button::L,
    Button::Start,
    Button::A,
    Button::B,
    Button::Down,
    Button::Right,
    Button::Left,
    Button::Up,
];
/// The first of the buttons' pins.
const FIRST_PIN: usize = 16;
/// The index of the register that records the edges of these pins. Each pin has four bits; bit [`FELL`] marks a falling
/// edge.
const EDGES: usize = 2;
/// The index of the bit for a falling edge among a pin's bits (see [`EDGES`]).
const FELL: usize = 2;

/// The seed that determines the order of phrases in the music; it does not affect the game.
const SEED: u64 = 0x5069_636f_5379_7374;

/// The data that the interrupt uses.
struct Ticker {
    alarm: Alarm0,
    speaker: Speaker,
    player: Player,
    requests: Deque<SoundRequest, REQUESTS_MAX>,
    latch: Latch,
    /// The buttons that were down at the last two ticks, the most recent first.
    down: [Buttons; 2],
    /// The number of ticks since the start.
    ticks: u32,
}

static TICKER: Mutex<RefCell<Option<Ticker>>> = Mutex::new(RefCell::new(None));

/// Returns the length of a tick, in microseconds.
fn tick() -> MicrosDurationU32 {
    16_667.micros()
}

/// Starts the ticks.
pub fn start(mut alarm: Alarm0, speaker: Speaker) {
    // The error is ignored, because a tick is shorter than the longest alarm.
    let _ = alarm.schedule(tick());
    alarm.enable_interrupt();
    let (player, latch) = (Player::new(SEED), Latch::new());
    // At first, all buttons count as down, because the pins change without a press while the board starts.
    let down = [Button::ALL.into_iter().collect(); 2];
    let (requests, ticks) = (Deque::new(), 0);
    let ticker = Ticker { alarm, speaker, player, requests, latch, down, ticks };
    critical_section::with(|cs| TICKER.borrow_ref_mut(cs).replace(ticker));
    // SAFETY: all data of the interrupt is initialised.
    unsafe { cortex_m::peripheral::NVIC::unmask(pac::Interrupt::TIMER_IRQ_0) };
}

#[interrupt]
fn TIMER_IRQ_0() {
    with(|ticker| {
        ticker.alarm.clear_interrupt();
        let _ = ticker.alarm.schedule(tick());
        ticker.ticks = ticker.ticks.wrapping_add(1);
        ticker.sample();
        while let Some(request) = ticker.requests.pop_front() {
            ticker.player.request(request);
        }
        ticker.speaker.play(ticker.player.tick());
    });
}

/// Waits until the tick number exceeds `seen`, and sets `seen` to the latest tick number. Returns the held buttons.
pub fn wait(seen: &mut u32) -> Buttons {
    loop {
        let new = with(|ticker| {
            let is_new = core::mem::replace(seen, ticker.ticks) != ticker.ticks;
            is_new.then(|| ticker.latch.take())
        });
        if let Some(held) = new.flatten() {
            return held;
        }
        cortex_m::asm::wfe();
    }
}

/// Queues the sound requests of `app` for the next tick. Requests that do not fit stay in the app.
pub fn take_requests(app: &mut App) {
    with(|ticker| {
        while !ticker.requests.is_full()
            && let Some(request) = app.take_sound_request()
        {
            let _ = ticker.requests.push_back(request);
        }
    });
}

/// Drops the presses that wait for a later tick (T11).
pub fn forget_presses() {
    with(|ticker| ticker.latch.forget_presses());
}

fn with<T>(work: impl FnOnce(&mut Ticker) -> T) -> Option<T> {
    critical_section::with(|cs| TICKER.borrow_ref_mut(cs).as_mut().map(work))
}

impl Ticker {
    /// Reads the buttons, and passes the changes since the last tick to the latch.
    fn sample(&mut self) {
        // SAFETY: nothing else uses the edge registers of these pins, and they accept any bits.
        let (edges, levels) = unsafe {
            let register = (*pac::IO_BANK0::ptr()).intr(EDGES);
            let edges = register.read().bits();
            register.write(|w| w.bits(edges));
            (edges, (*pac::SIO::ptr()).gpio_in().read().bits())
        };
        let mut down = Buttons::NONE;
        for (number, button) in PINS.into_iter().enumerate() {
            let is_down = levels >> (FIRST_PIN + number) & 1 == 0;
            let has_fallen = edges >> (4 * number + FELL) & 1 == 1;
            // The contact of a button that was just released may bounce. So a press that has already ended counts only
            // if the button was up at the last two ticks.
            let was_up = self.down.iter().all(|buttons| !buttons.has(button));
            if is_down || has_fallen && was_up {
                self.latch.press(button);
            }
            if is_down {
                down = down.with(button);
            } else {
                self.latch.release(button);
            }
        }
        self.down = [down, self.down[0]];
    }
}
