//! The sound chip. The interrupt at the end of each display frame ticks the sound player, and writes the changes of its
//! voices to the chip. So the music plays on while the program is busy with a new floor or a save.

use crate::clock;
use crate::registers::{
    SOUND1CNT_H, SOUND1CNT_L, SOUND1CNT_X, SOUND2CNT_H, SOUND2CNT_L, SOUND3CNT_H, SOUND3CNT_L,
    SOUND3CNT_X, SOUND4CNT_H, SOUND4CNT_L, SOUNDBIAS, SOUNDCNT_H, SOUNDCNT_L, SOUNDCNT_X, WAVE_RAM,
};
use crate::volatile_cell::VolatileCell;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use musrex_core::app::App;
use musrex_core::sound::{Envelope, Noise, Pan, Player, Pulse, SoundRequest, Voices, Wave};

/// The seed that determines the order of phrases in the music; it does not affect the game.
const SEED: u64 = 0x4b69_6e67_206f_6620;

/// The capacity of the queue of requests to the interrupt. A tick of the app makes fewer requests.
const REQUESTS: u32 = 16;

/// The queue of requests. The program writes it and the interrupt reads it.
static WAITING: [VolatileCell<SoundRequest>; REQUESTS as usize] =
    [const { VolatileCell::new(SoundRequest::Idle(false)) }; REQUESTS as usize];
/// The number of requests that were written to the queue since the start.
static WRITTEN: VolatileCell<u32> = VolatileCell::new(0);
/// The number of requests that were read from the queue since the start.
static READ: VolatileCell<u32> = VolatileCell::new(0);

/// The bit of [`SOUNDCNT_X`] that switches the sound on. In [`SOUND3CNT_L`], it switches the wave on.
const ON: u16 = 1 << 7;
/// The bit of [`SOUND3CNT_L`] that plays the second bank. The bank that is not playing can be written.
const SECOND_BANK: u16 = 1 << 6;
/// The bits of [`SOUNDCNT_L`] that set the left and the right output to full volume.
const LOUDEST: u16 = 0x77;
/// The value of [`SOUNDCNT_L`] that plays all four channels left and right at full volume.
const BOTH_SIDES: u16 = 0xff00 | LOUDEST;
/// The bit of the frequency registers that begins a note.
const TRIGGER: u16 = 1 << 15;

/// The data that the interrupt uses.
struct Speaker {
    player: Player,
    log: SoundLog,
    wave_control: u16,
}

/// A log for tests and measurements. The debug port contains its address.
#[repr(C)]
pub struct SoundLog {
    /// The number of ticks of the sound player since the start.
    ticks: u32,
    /// The number of requests that the sound player had processed by its last tick.
    requests: u32,
    /// The number of cycles that the last tick of the sound player took, including the writes to registers.
    cycles: u32,
    /// The register values after the sound player's last tick, for pulse 1, pulse 2, the wave and the noise. For each
    /// voice, these are the envelope register (for the wave, the volume register) and the frequency register, with
    /// [`TRIGGER`] set if a note begins.
    registers: [[u16; 2]; 4],
    /// The samples in the bank that is playing.
    samples: [u8; 16],
    /// The value of [`SOUNDCNT_L`] that plays each voice on the left output, the right output or both.
    sides: u16,
}

/// Static storage in IWRAM, where a tick takes a tenth less time than in EWRAM. [`start`] writes the storage before the
/// interrupt reads it.
struct StaticSpeaker(UnsafeCell<MaybeUninit<Speaker>>);

// SAFETY: after `start`, only the interrupt accesses the storage.
unsafe impl Sync for StaticSpeaker {}

static SPEAKER: StaticSpeaker = StaticSpeaker(UnsafeCell::new(MaybeUninit::uninit()));

/// Turns the sound on, with all channels silent. Returns the address of the log. Must be called exactly once, before
/// interrupts are enabled.
pub fn start() -> *const SoundLog {
    // SAFETY: writing sound registers accesses no memory.
    unsafe {
        // Switching the sound off and on resets all channels.
        SOUNDCNT_X.write(0);
        SOUNDCNT_X.write(ON);
        SOUNDBIAS.write(0x200);
        SOUNDCNT_L.write(BOTH_SIDES);
        // The four channels play at full volume; no sampled sound is used.
        SOUNDCNT_H.write(2);
        // Turns the sweep off. Sets the bit for a falling sweep, because without it some emulators cut off high notes.
        SOUND1CNT_L.write(8);
    }
    let log = SoundLog {
        ticks: 0,
        requests: 0,
        cycles: 0,
        registers: [[0; 2]; 4],
        samples: [0; 16],
        sides: BOTH_SIDES,
    };
    let speaker = Speaker { player: Player::new(SEED), log, wave_control: ON };
    // SAFETY: this function is called only once, before any interrupt occurs.
    unsafe { &raw const (*SPEAKER.0.get()).write(speaker).log }
}

/// Silences everything permanently.
pub fn stop() {
    // SAFETY: writing sound registers accesses no memory.
    unsafe { SOUNDCNT_X.write(0) };
}

/// Queues the sound requests of `app` for the next tick. Requests that do not fit in the queue stay in the app.
pub fn take_requests(app: &mut App) {
    while WRITTEN.get().wrapping_sub(READ.get()) < REQUESTS {
        let Some(request) = app.take_sound_request() else { return };
        let written = WRITTEN.get();
        WAITING[(written % REQUESTS) as usize].set(request);
        WRITTEN.set(written.wrapping_add(1));
    }
}

/// Ticks the sound player and plays its voices. Only the interrupt calls this function, after [`start`].
// Not inlined: the interrupt runs from IWRAM, which has no room for this function.
#[inline(never)]
pub fn tick() {
    let begin = clock::now();
    // SAFETY: `start` has written the storage, and only the interrupt accesses it.
    let speaker = unsafe { (*SPEAKER.0.get()).assume_init_mut() };
    // Takes one request per tick, because a tick that begins notes has no time for more.
    if READ.get() != WRITTEN.get() {
        speaker.player.request(WAITING[(READ.get() % REQUESTS) as usize].get());
        READ.set(READ.get().wrapping_add(1));
    }
    let voices = speaker.player.tick();
    let registers = registers(voices);
    let [first, second, wave, noise] = registers;
    let old = speaker.log.registers;
    // SAFETY: writing sound registers accesses no memory.
    unsafe {
        // A voice moves between left and right only at the beginning of a note.
        if registers.into_iter().any(is_new) {
            let sides = sides(voices);
            if sides != speaker.log.sides {
                SOUNDCNT_L.write(sides);
                speaker.log.sides = sides;
            }
        }
        // Most ticks change few of the registers.
        let is_changed = |voice: usize| is_new(registers[voice]) || registers[voice] != old[voice];
        if is_changed(0) {
            if is_new(first) {
                SOUND1CNT_H.write(first[0]);
            } else if first[0] != old[0][0] {
                // Writes only the low byte, because the high byte would restart the envelope.
                SOUND1CNT_H.write_low(duty(first));
            }
            SOUND1CNT_X.write(first[1]);
        }
        if is_changed(1) {
            if is_new(second) {
                SOUND2CNT_L.write(second[0]);
            } else if second[0] != old[1][0] {
                SOUND2CNT_L.write_low(duty(second));
            }
            SOUND2CNT_H.write(second[1]);
        }
        if is_changed(2) {
            if is_new(wave) && voices.wave.samples != speaker.log.samples {
                speaker.log.samples = voices.wave.samples;
                // Writes the bank that is not playing, and then switches to it.
                WAVE_RAM.write_bytes(&speaker.log.samples);
                speaker.wave_control ^= SECOND_BANK;
                SOUND3CNT_L.write(speaker.wave_control);
            }
            SOUND3CNT_H.write(wave[0]);
            SOUND3CNT_X.write(wave[1]);
        }
        if is_changed(3) {
            if is_new(noise) {
                SOUND4CNT_L.write(noise[0]);
            }
            SOUND4CNT_H.write(noise[1]);
        }
    }
    let log = &mut speaker.log;
    log.registers = registers;
    log.ticks = log.ticks.wrapping_add(1);
    log.requests = READ.get();
    log.cycles = clock::now().wrapping_sub(begin);
}

/// Returns the value of [`SOUNDCNT_L`] that plays each voice on its outputs (left, right or both) at full volume.
const fn sides(voices: &Voices) -> u16 {
    let [first, second] = &voices.pulses;
    let (wave, noise) = (side(voices.wave.pan), side(voices.noise.pan));
    LOUDEST | side(first.pan) | side(second.pan) << 1 | wave << 2 | noise << 3
}

/// Returns the bits of [`SOUNDCNT_L`] that would play channel 1 on the outputs (left, right or both) of `pan`.
const fn side(pan: Pan) -> u16 {
    match pan {
        Pan::Centre => 1 << 8 | 1 << 12,
        Pan::Left => 1 << 12,
        Pan::Right => 1 << 8,
    }
}

/// Extracts the byte with the duty from the first register of a pulse.
const fn duty(registers: [u16; 2]) -> u8 {
    registers[0].to_le_bytes()[0]
}

/// Returns whether these register values begin a note.
const fn is_new(registers: [u16; 2]) -> bool {
    registers[1] & TRIGGER != 0
}

/// Returns the register values of the four voices.
#[inline(never)]
#[unsafe(link_section = ".iwram.registers")]
fn registers(voices: &Voices) -> [[u16; 2]; 4] {
    let [first, second] = &voices.pulses;
    [pulse(first), pulse(second), wave(&voices.wave), noise(&voices.noise)]
}

fn envelope(envelope: Envelope) -> u16 {
    let Envelope { volume, pace, rises } = envelope;
    u16::from(pace) << 8 | u16::from(rises) << 11 | u16::from(volume) << 12
}

const fn trigger(is_triggered: bool) -> u16 {
    if is_triggered { TRIGGER } else { 0 }
}

/// Returns the register values of a pulse. If it is silent, the envelope is 0: a trigger with this envelope stops the
/// channel.
fn pulse(pulse: &Pulse) -> [u16; 2] {
    let start = u16::from(pulse.duty) << 6 | envelope(pulse.envelope);
    [start, pulse.frequency | trigger(pulse.is_triggered)]
}

fn wave(wave: &Wave) -> [u16; 2] {
    /// The register values for the quarters of the volume.
    const VOLUMES: [u16; 5] = [0, 3 << 13, 2 << 13, 1 << 15, 1 << 13];
    [VOLUMES[usize::from(wave.volume)], wave.frequency | trigger(wave.is_triggered)]
}

fn noise(noise: &Noise) -> [u16; 2] {
    let clock = u16::from(noise.ratio) | u16::from(noise.shift) << 4;
    let control = clock | u16::from(noise.is_short) << 3;
    [envelope(noise.envelope), control | trigger(noise.is_triggered)]
}
