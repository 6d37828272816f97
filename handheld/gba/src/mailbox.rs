//! What tests and measurements look at from outside, at the start of EWRAM; and what they may set in
//! the cartridge. A player notices nothing of it.

use crate::clock;
use crate::flash::{self, Flash};
use crate::stack;
use core::ptr;
use musrex_core::Game;
use musrex_core::rules::path::Route;
use musrex_core::save::block_on;
use musrex_core::screens::App;
use musrex_core::world::AiState;

/// Where the seed of every run stands in the cartridge, for those who need to know it: behind these
/// words, a byte that is 1 when the seed counts, and 8 bytes, the lowest first.
#[repr(C)]
struct SeedNote {
    words: [u8; 23],
    is_set: u8,
    seed: [u8; 8],
}

#[used]
#[unsafe(link_section = ".seed")]
static SEED_NOTE: SeedNote =
    SeedNote { words: *b"Mus Rex: seed of runs: ", is_set: 0, seed: [0; 8] };

/// The seed that stands in the cartridge, if one does.
pub fn seed() -> Option<u64> {
    // SAFETY: the place is valid; volatile, because a tool may have changed it after the compiler.
    let note = unsafe { ptr::read_volatile(&raw const SEED_NOTE) };
    (note.is_set == 1).then(|| u64::from_le_bytes(note.seed))
}

/// All of it. The order of the fields is known to `tests/src/gba.rs`.
#[repr(C)]
struct Mailbox {
    /// Shows that all of this is true.
    magic: u32,
    /// Ticks played.
    ticks: u32,
    /// Cycles the last tick took, the drawing after it, and the saving between the two.
    tick_cycles: u32,
    draw_cycles: u32,
    save_cycles: u32,
    /// Where the stack ends below and above.
    stack_bottom: u32,
    stack_top: u32,
    /// Set from outside to ask something; back to 0 when it has been answered.
    question: u32,
    /// The answer to the last question.
    answer: u64,
    /// Cycles that the writing of what takes long took in the last tick.
    work_cycles: u32,
    /// 1 while there is something of that left, 0 when all is saved.
    is_saving: u32,
}

/// What can be asked: the fingerprint of the game.
const ASK_FINGERPRINT: u32 = MAGIC + 1;
/// What can be asked: whether the save chip works, which overwrites its last sector; 1 if it does.
const ASK_FLASH: u32 = MAGIC + 2;
/// What can be asked: that all who live on this floor hunt the player, for measurements.
const ASK_CROWD: u32 = MAGIC + 3;
/// What can be asked: what it is like when the program finds a mistake in itself.
const ASK_PANIC: u32 = MAGIC + 4;

const MAGIC: u32 = u32::from_le_bytes(*b"MREX");

#[unsafe(link_section = ".mailbox")]
static mut MAILBOX: Mailbox = Mailbox {
    magic: 0,
    ticks: 0,
    tick_cycles: 0,
    draw_cycles: 0,
    save_cycles: 0,
    stack_bottom: 0,
    stack_top: 0,
    question: 0,
    answer: 0,
    work_cycles: 0,
    is_saving: 0,
};

/// Writes one field.
macro_rules! put {
    ($field:ident, $value:expr) => {
        // SAFETY: the place is valid, and only this file uses it, one at a time.
        unsafe { ptr::write_volatile(&raw mut MAILBOX.$field, $value) }
    };
}

/// A frame of its own: it takes much of the stack.
#[inline(never)]
fn answer(question: u32, app: &mut App, flash: &mut Flash) -> u64 {
    match question {
        // In a player's hands, nothing is asked but what changes nothing.
        ASK_FLASH | ASK_CROWD | ASK_PANIC if seed().is_none() => 0,
        ASK_FINGERPRINT => {
            let mut fingerprint = 0;
            // SAFETY: nothing else is on that stack. Floors that were left are built there.
            unsafe { stack::with_deep_stack(|| fingerprint = app.game().fingerprint()) };
            fingerprint
        }
        ASK_FLASH => u64::from(block_on(flash::try_out(flash)).is_ok()),
        ASK_CROWD => {
            // SAFETY: nothing else is on that stack: the app is made.
            unsafe { stack::with_deep_stack(|| wake_all(app)) };
            u64::from(app.game().floor().number())
        }
        ASK_PANIC => panic!("This was asked for."),
        _ => 0,
    }
}

/// Goes on with a game like the one being played in which everybody is after the player.
fn wake_all(app: &mut App) {
    let game = app.game();
    let (player, mut here) = (game.player().clone(), game.current_floor().clone());
    for monster in &mut here.monsters {
        monster.ai_state = AiState::Hunting { last_seen: player.body.pos, route: Route::NONE };
    }
    app.watch(Game::from_parts(game.seed(), game.floor(), player, here));
}

/// Where and how long.
pub struct Stopwatch {
    /// When the tick began.
    start: u32,
    /// When the last lap ended.
    since: u32,
    work: u32,
    ticks: u32,
}

impl Stopwatch {
    /// Fills the mailbox, whatever was in it.
    pub fn start(stack: core::ops::Range<u32>) -> Stopwatch {
        put!(ticks, 0);
        put!(question, 0);
        put!(answer, 0);
        put!(stack_bottom, stack.start);
        put!(stack_top, stack.end);
        put!(magic, MAGIC);
        Stopwatch { start: 0, since: clock::now(), work: 0, ticks: 0 }
    }

    fn lap(&mut self) -> u32 {
        let now = clock::now();
        now.wrapping_sub(core::mem::replace(&mut self.since, now))
    }

    /// What follows is a tick.
    pub fn begin(&mut self) {
        self.lap();
        self.start = self.since;
        self.work = 0;
    }

    /// What the clock says when the tick is so many cycles old.
    pub const fn time_of(&self, cycles: u32) -> u32 {
        self.start.wrapping_add(cycles)
    }

    /// What was done was a tick.
    pub fn ticked(&mut self) {
        put!(tick_cycles, self.lap());
        put!(save_cycles, 0);
        put!(draw_cycles, 0);
    }

    /// What was done was saving.
    pub fn saved(&mut self) {
        put!(save_cycles, self.lap());
    }

    /// What was done has to do with what takes long to save.
    pub fn worked(&mut self) {
        self.work += self.lap();
    }

    /// What was done was drawing.
    pub fn drawn(&mut self) {
        put!(draw_cycles, self.lap());
    }

    /// A tick with all that belongs to it is over; answers what was asked.
    pub fn end(&mut self, app: &mut App, flash: &mut Flash, is_saved: bool) {
        put!(work_cycles, self.work);
        put!(is_saving, u32::from(!is_saved));
        // SAFETY: as for writing.
        let question = unsafe { ptr::read_volatile(&raw const MAILBOX.question) };
        if question != 0 {
            put!(answer, answer(question, app, flash));
            put!(question, 0);
        }
        self.ticks = self.ticks.wrapping_add(1);
        put!(ticks, self.ticks);
    }
}
