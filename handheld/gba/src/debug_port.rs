//! The debug port, at the start of EWRAM. Tests and measurements read the port and make requests through the emulator.

use crate::flash::{self, Flash};
use crate::seed_patch::seed;
use crate::speaker::SoundLog;
use crate::{clock, stack};
use core::ptr;
use musrex_core::Game;
use musrex_core::app::App;
use musrex_core::content::{MonsterKind, SpillKind};
use musrex_core::geometry::{Pos, TileSet};
use musrex_core::limits::SPILLS_MAX;
use musrex_core::poll::block_on;
use musrex_core::quantity::Hp;
use musrex_core::sound;
use musrex_core::world::path::{self, Route};
use musrex_core::world::{AiState, Monster, Spill, Terrain};

/// The fields of the debug port. `tests/testkit/src/gba.rs` has the same fields in the same order.
#[repr(C)]
struct DebugPort {
    /// Equal to [`MAGIC`] once the other fields are valid.
    magic: u32,
    /// The number of ticks played.
    ticks: u32,
    /// The durations, in cycles, of the last tick, of the drawing after it, and of the saving between the two.
    tick_cycles: u32,
    draw_cycles: u32,
    save_cycles: u32,
    /// The addresses of the stack's lower and upper end.
    stack_bottom: u32,
    stack_top: u32,
    /// The current request, which the emulator writes. The program clears it after the response.
    request: u32,
    /// The response to the last request.
    response: u64,
    /// The number of cycles spent on background saving in the last tick.
    work_cycles: u32,
    /// 1 while background saving is in progress, 0 when everything is saved.
    is_saving: u32,
    /// The address of the [`SoundLog`].
    sound_log: u32,
    /// The addresses of the interrupt stack's lower and upper end.
    interrupt_stack_bottom: u32,
    interrupt_stack_top: u32,
}

/// The request for the fingerprint of the game.
const REQUEST_FINGERPRINT: u32 = MAGIC + 1;
/// The request for a test of the save chip, which overwrites the chip's last sector. The response is 1 if the chip
/// works.
const REQUEST_FLASH_TEST: u32 = MAGIC + 2;
/// The request that makes all monsters on this floor hunt the player, for measurements.
const REQUEST_WAKE_ALL: u32 = MAGIC + 3;
/// The request for a panic.
const REQUEST_PANIC: u32 = MAGIC + 4;
/// The request that puts a crowd on this floor, for measurements.
const REQUEST_CROWD: u32 = MAGIC + 5;

/// The request for the fingerprint of all sound, which takes several seconds.
const REQUEST_SOUND: u32 = MAGIC + 6;

const MAGIC: u32 = u32::from_le_bytes(*b"MREX");

#[unsafe(link_section = ".debug_port")]
static mut DEBUG_PORT: DebugPort = DebugPort {
    magic: 0,
    ticks: 0,
    tick_cycles: 0,
    draw_cycles: 0,
    save_cycles: 0,
    stack_bottom: 0,
    stack_top: 0,
    request: 0,
    response: 0,
    work_cycles: 0,
    is_saving: 0,
    sound_log: 0,
    interrupt_stack_bottom: 0,
    interrupt_stack_top: 0,
};

/// Writes one field of the debug port.
macro_rules! write_field {
    ($field:ident, $value:expr) => {
        // SAFETY: the location is valid, and only this file uses the debug port, one access at a time.
        unsafe { ptr::write_volatile(&raw mut DEBUG_PORT.$field, $value) }
    };
}

/// Serves a request and returns the response. Not inlined, so that the large stack frame exists only during this call.
#[inline(never)]
fn response(request: u32, app: &mut App, flash: &mut Flash) -> u64 {
    match request {
        // Unless a seed was patched in, only requests that change nothing are served.
        REQUEST_FLASH_TEST | REQUEST_WAKE_ALL | REQUEST_PANIC | REQUEST_CROWD
            if seed().is_none() =>
        {
            0
        }
        REQUEST_FINGERPRINT => {
            let mut fingerprint = 0;
            // SAFETY: nothing else uses that stack. The stack must be large, because the fingerprint rebuilds the
            // floors that the player has left.
            unsafe { stack::with_deep_stack(|| fingerprint = app.game().fingerprint()) };
            fingerprint
        }
        REQUEST_FLASH_TEST => u64::from(block_on(flash::try_out(flash)).is_ok()),
        REQUEST_WAKE_ALL => {
            // SAFETY: nothing else uses that stack, because the app already exists.
            unsafe { stack::with_deep_stack(|| wake_all(app)) };
            u64::from(app.game().floor().number())
        }
        REQUEST_CROWD => {
            // SAFETY: nothing else uses that stack, because the app already exists.
            unsafe { stack::with_deep_stack(|| crowd(app)) };
            u64::from(app.game().floor().number())
        }
        REQUEST_SOUND => {
            let mut fingerprint = 0;
            // SAFETY: nothing else uses that stack, because the app already exists.
            unsafe { stack::with_deep_stack(|| fingerprint = sound::fingerprint()) };
            fingerprint
        }
        REQUEST_PANIC => panic!("This was asked for."),
        _ => 0,
    }
}

/// Replaces the game by a copy in which all monsters hunt the player.
fn wake_all(app: &mut App) {
    let game = app.game();
    let (player, mut here) = (game.player().clone(), game.current_floor().clone());
    for monster in &mut here.monsters {
        monster.ai_state = AiState::Hunting { last_seen: player.body.pos, route: Route::NONE };
    }
    app.watch(Game::from_parts(game.seed(), game.floor(), player, here));
}

/// Replaces the game by a copy in which a crowd of mice hunts the player. The mice start on tiles all over the floor.
/// They are of all kinds except the King and the named mice, and of one kind of named mouse. The player has an ally and
/// stands among spills. All creatures have enough hit points to survive for long.
fn crowd(app: &mut App) {
    let game = app.game();
    let (mut player, mut here) = (game.player().clone(), game.current_floor().clone());
    let from = player.body.pos;
    player.body.hp = CROWD_HP;
    let reachable = path::reachable(&here.map, from);
    let is_ground = |pos: &Pos| here.map.terrain(*pos) == Terrain::Ground && *pos != from;
    let ground = || reachable.iter().filter(is_ground);
    let (tiles, apart) = (ground().count(), ground().count() / CROWD_MICE);
    // Finds the tiles nearest to the player.
    let mut reach = game.steps_around(from, 1);
    let nearest = |reach: &TileSet| ground().filter(|&pos| reach.contains(pos)).count();
    while nearest(&reach) < SPILLS_MAX.min(tiles) {
        reach.grow(here.map.passable());
    }
    // Omits decoys, so that no monster is lured away.
    let kinds = SpillKind::ALL.into_iter().filter(|kind| *kind != SpillKind::Decoy);
    let spills = ground().filter(|&pos| reach.contains(pos)).zip(kinds.cycle());
    let spills = spills.map(|(pos, kind)| Spill { pos, kind, turns: u8::MAX, is_players: false });
    here.spills = spills.take(SPILLS_MAX).collect();
    let mice = MonsterKind::ALL.into_iter().filter(|kind| kind.spec().is_mouse());
    // Takes only one named mouse, because most floors have no more (M19, H16).
    let nameless = mice.filter(|kind| !kind.spec().is_boss() && kind.spec().firmware.is_none());
    let mice = nameless.chain(MonsterKind::named().into_iter().take(1)).cycle();
    let beside = from.neighbours().find(is_ground);
    let others = ground().filter(|&pos| Some(pos) != beside).step_by(apart.max(1));
    let places = beside.into_iter().chain(others).take(1 + CROWD_MICE);
    here.monsters = places.zip(mice).map(|(pos, kind)| Monster::new(kind, pos, CROWD_HP)).collect();
    for monster in &mut here.monsters {
        monster.is_ally = Some(monster.body.pos) == beside;
        monster.ai_state = AiState::hunting(from);
    }
    app.watch(Game::from_parts(game.seed(), game.floor(), player, here));
}

/// The number of mice in a crowd, not counting the ally.
const CROWD_MICE: usize = 16;
/// The hit points of every creature in a crowd.
const CROWD_HP: Hp = Hp(900);

/// A stopwatch that measures the cycles of each part of a tick (a lap), and writes them to the debug port.
pub struct Stopwatch {
    /// The time at which the current tick began.
    start: u32,
    /// The time at which the previous lap ended.
    since: u32,
    work: u32,
    ticks: u32,
}

impl Stopwatch {
    /// Initialises the debug port.
    #[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
    pub fn start(stacks: [core::ops::Range<u32>; 2], sound_log: *const SoundLog) -> Stopwatch {
        let [stack, interrupt_stack] = stacks;
        write_field!(ticks, 0);
        write_field!(request, 0);
        write_field!(response, 0);
        write_field!(stack_bottom, stack.start);
        write_field!(stack_top, stack.end);
        write_field!(interrupt_stack_bottom, interrupt_stack.start);
        write_field!(interrupt_stack_top, interrupt_stack.end);
        write_field!(sound_log, sound_log.addr() as u32);
        write_field!(magic, MAGIC);
        Stopwatch { start: 0, since: clock::now(), work: 0, ticks: 0 }
    }

    fn lap(&mut self) -> u32 {
        let now = clock::now();
        now.wrapping_sub(core::mem::replace(&mut self.since, now))
    }

    /// Begins a tick.
    pub fn begin(&mut self) {
        self.lap();
        self.start = self.since;
        self.work = 0;
    }

    /// Returns the clock time at which `cycles` have passed since the start of the tick.
    pub const fn time_of(&self, cycles: u32) -> u32 {
        self.start.wrapping_add(cycles)
    }

    /// Records the lap as the duration of the tick.
    pub fn ticked(&mut self) {
        write_field!(tick_cycles, self.lap());
        write_field!(save_cycles, 0);
        write_field!(draw_cycles, 0);
    }

    /// Records the lap as the duration of saving.
    pub fn saved(&mut self) {
        write_field!(save_cycles, self.lap());
    }

    /// Adds the lap to the duration of background saving.
    pub fn worked(&mut self) {
        self.work += self.lap();
    }

    /// Records the lap as the duration of drawing.
    pub fn drawn(&mut self) {
        write_field!(draw_cycles, self.lap());
    }

    /// Ends a tick and serves a request.
    pub fn end(&mut self, app: &mut App, flash: &mut Flash, is_saved: bool) {
        write_field!(work_cycles, self.work);
        write_field!(is_saving, u32::from(!is_saved));
        // SAFETY: the location is valid, and only this file uses the debug port, one access at a time.
        let request = unsafe { ptr::read_volatile(&raw const DEBUG_PORT.request) };
        if request != 0 {
            write_field!(response, response(request, app, flash));
            write_field!(request, 0);
        }
        self.ticks = self.ticks.wrapping_add(1);
        write_field!(ticks, self.ticks);
    }
}
