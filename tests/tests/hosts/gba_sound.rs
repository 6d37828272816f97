//! Checks that the cartridge sounds like other hosts. Its registers are compared tick by tick, and its pitch is
//! measured in the output of the emulator.
//!
//! To be independent of the cartridge's code, this test has its own code, which follows GBATEK, to derive the register
//! values from the voices.
#![allow(clippy::float_arithmetic, reason = "pitches are measured in real numbers")]

use musrex_core::input::{Button, Buttons};
use musrex_core::sound::{
    self, Envelope, Pan, Player, SAMPLE_RATE, SoundRequest, Synth, Voices, samples_in_tick,
};
use musrex_testkit::gba::{Console, FRAME_CYCLES, SoundLog, rom, ticks_of, with_seed};
use musrex_testkit::lockstep::Reference;
use musrex_testkit::tier::pick;
use std::collections::VecDeque;

/// The seed of the cartridge's sound player (`handheld/gba/src/speaker.rs`).
const PLAYER_SEED: u64 = 0x4b69_6e67_206f_6620;
/// The limit on the mean number of cycles of a tick in this test, including the writes to registers.
const CYCLES_MEAN: u64 = 2_900;
/// The limit on the number of cycles of a single tick. A picture has 280,896 cycles.
const CYCLES_MAX: u32 = 5_000;
/// The number of presses in the short tier and in the full tier. Most presses play an effect, and each takes four
/// ticks. The longest ticks are rare: in them, an effect begins or ends while notes of the music are read or begin.
const PRESSES: [u32; 2] = [400, 1_500];
/// The number of bytes of the interrupt stack that must always stay free.
const INTERRUPT_STACK_SPARE: usize = 128;
const STACK_SPARE: usize = 1024;
/// The largest error of the cartridge's pitch, in cents.
const CENTS_MAX: f64 = 25.0;
/// The number of ticks that a note must last to be measured.
const NOTE_TICKS: usize = 12;
/// The bit of a frequency register that begins a note.
const TRIGGER: u16 = 1 << 15;

/// A cartridge and a sound player on this machine. Both get the same requests at the same ticks.
struct Duet {
    console: Console,
    reference: Reference,
    player: Player,
    synth: Synth,
    waiting: VecDeque<SoundRequest>,
    taken: u32,
    ticks: u32,
    cycles_most: u32,
    cycles: u64,
    /// The number of pictures in which a note began, for each voice.
    notes: [u32; 4],
    /// The samples of the cartridge, then those of the sound player, as one chunk per tick.
    played: Vec<Vec<i16>>,
    rendered: Vec<Vec<i16>>,
    voices: Vec<Voices>,
}

impl Duet {
    fn begin(rom: &[u8], seed: u64) -> Duet {
        let mut duet = Duet {
            console: Console::start(&with_seed(rom, seed)),
            reference: Reference::new(seed),
            player: Player::new(PLAYER_SEED),
            synth: Synth::new(),
            waiting: VecDeque::new(),
            taken: 0,
            ticks: 0,
            cycles_most: 0,
            cycles: 0,
            notes: [0; 4],
            played: Vec::new(),
            rendered: Vec::new(),
            voices: Vec::new(),
        };
        duet.reference.tick(Buttons::NONE);
        duet.take_requests();
        let mut heard = Vec::new();
        duet.console.boot_heard(|log, samples| heard.push((log, samples)));
        // The cartridge's sound player does not tick before interrupts are enabled.
        heard.retain(|(log, _)| log.ticks > 0);
        duet.compare_all(heard);
        duet
    }

    fn take_requests(&mut self) {
        self.waiting.extend(std::iter::from_fn(|| self.reference.app.take_sound_request()));
    }

    /// Passes the requests that the cartridge's sound player has processed to the sound player on this machine.
    fn feed(&mut self, requests: u32) {
        while self.taken != requests {
            let request = self.waiting.pop_front().expect("the cartridge has no other requests");
            self.player.request(request);
            self.taken += 1;
        }
    }

    fn tick(&mut self, held: Buttons) {
        self.reference.tick(held);
        self.take_requests();
        let mut heard = Vec::new();
        self.console.tick_heard(held, |log, samples| heard.push((log, samples)));
        self.compare_all(heard);
    }

    fn compare_all(&mut self, heard: Vec<(SoundLog, Vec<i16>)>) {
        for (log, samples) in heard {
            self.compare(&log, samples);
        }
    }

    fn compare(&mut self, log: &SoundLog, samples: Vec<i16>) {
        self.ticks += 1;
        assert_eq!(log.ticks, self.ticks, "a tick in every picture");
        self.feed(log.requests);
        let voices = *self.player.tick();
        let expected = registers(&voices);
        assert_eq!(log.registers, expected, "picture {}: {voices:?}", self.ticks);
        assert_eq!(log.sides, sides(&voices), "picture {}: {voices:?}", self.ticks);
        if voices.wave.is_triggered {
            assert_eq!(log.samples, voices.wave.samples, "picture {}", self.ticks);
        }
        for (notes, [_, frequency]) in self.notes.iter_mut().zip(expected) {
            *notes += u32::from(frequency & TRIGGER != 0);
        }
        self.cycles_most = self.cycles_most.max(log.cycles);
        self.cycles += u64::from(log.cycles);
        let mut chunk = vec![0; samples_in_tick(self.ticks)];
        self.synth.render(&voices, &mut chunk);
        self.rendered.push(chunk);
        let both = |sides: &[i16]| sides[0] / 2 + sides[1] / 2;
        self.played.push(samples.chunks_exact(2).map(both).collect());
        self.voices.push(voices);
    }

    /// Asserts the limits on the cost of a tick.
    fn assert_cheap(&mut self) {
        let mean = self.cycles / u64::from(self.ticks.max(1));
        println!("a tick: {mean} cycles in the mean, at most {}", self.cycles_most);
        assert!(mean <= CYCLES_MEAN, "{mean} cycles in the mean");
        assert!(self.cycles_most <= CYCLES_MAX, "{} cycles", self.cycles_most);
        let (used, all) = self.console.interrupt_stack();
        println!("stack of interrupts: {used} of {all} bytes");
        assert!(used + INTERRUPT_STACK_SPARE <= all, "{used} of {all} bytes");
        let (used, all) = self.console.stack();
        println!("stack: {used} of {all} bytes");
        assert!(used + STACK_SPARE <= all, "{used} of {all} bytes");
    }
}

/// Returns the register values of four voices according to GBATEK: the envelope with the duty or volume, then the
/// frequency or clock.
fn registers(voices: &Voices) -> [[u16; 2]; 4] {
    let envelope = |envelope: Envelope| {
        let direction = if envelope.rises { 0x800 } else { 0 };
        u16::from(envelope.volume) * 0x1000 + direction + u16::from(envelope.pace) * 0x100
    };
    let trigger = |is_triggered: bool| u16::from(is_triggered) * TRIGGER;
    let pulse = |index: usize| {
        let pulse = &voices.pulses[index];
        let start = envelope(pulse.envelope) + u16::from(pulse.duty) * 0x40;
        [start, pulse.frequency + trigger(pulse.is_triggered)]
    };
    let wave = &voices.wave;
    let volume = match wave.volume {
        0 => 0x0000,
        1 => 0x6000,
        2 => 0x4000,
        3 => 0x8000,
        4 => 0x2000,
        other => panic!("{other} quarters"),
    };
    let noise = &voices.noise;
    let clock =
        u16::from(noise.shift) * 0x10 + u16::from(noise.is_short) * 8 + u16::from(noise.ratio);
    [
        pulse(0),
        pulse(1),
        [volume, wave.frequency + trigger(wave.is_triggered)],
        [envelope(noise.envelope), clock + trigger(noise.is_triggered)],
    ]
}

/// Returns the register value for sides and master volumes according to GBATEK: bits 8 to 11 are the right side, bits
/// 12 to 15 the left.
fn sides(voices: &Voices) -> u16 {
    let [first, second] = &voices.pulses;
    let pans = [first.pan, second.pan, voices.wave.pan, voices.noise.pan];
    let mut register = 0x77;
    for (channel, pan) in pans.into_iter().enumerate() {
        register += if pan == Pan::Left { 0 } else { 0x100 << channel };
        register += if pan == Pan::Right { 0 } else { 0x1000 << channel };
    }
    register
}

// In every picture, the voices of the cartridge equal those of the host, even while the cartridge generates a floor or
// saves. A tick costs little.
#[test]
fn the_cartridge_sounds_as_the_host_does() {
    let Some(rom) = rom() else { return };
    let mut duet = Duet::begin(rom, 11);
    // The script plays a run with menus, looks, the pack and walks.
    for held in ticks_of(".*200 A .*90 A .*120 R .*40 Right Right Down Start Down A B B .*60") {
        duet.tick(held);
    }
    let mut random: u32 = 0x1234_5678;
    let buttons = [
        Button::Right,
        Button::Up,
        Button::Right,
        Button::Down,
        Button::Left,
        Button::R,
        Button::R,
        Button::A,
        Button::B,
    ];
    for _ in 0..pick(PRESSES) {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let button = buttons[(random >> 16) as usize % buttons.len()];
        for held in [Buttons::from_iter([button]), Buttons::NONE, Buttons::NONE, Buttons::NONE] {
            duet.tick(held);
        }
    }
    println!("notes of each voice: {:?}", duet.notes);
    assert!(duet.notes.iter().all(|&notes| notes > 0), "all voices play: {:?}", duet.notes);
    assert!(duet.console.sound_log().requests > 20, "effects and moods came");
    duet.assert_cheap();
}

// On ARM, the same songs, danger levels and effects give the same voices and samples.
#[test]
fn all_songs_and_effects_are_the_same_on_arm() {
    let Some(rom) = rom() else { return };
    let mut console = Console::start(&with_seed(rom, 1));
    console.boot();
    assert_eq!(console.sound_fingerprint(), sound::fingerprint());
}

/// A stretch of ticks in which a voice sounds at one pitch.
struct LongNote {
    voice: usize,
    ticks: std::ops::Range<usize>,
    /// The frequency of the note in Hz.
    frequency: f64,
    /// The overtone that is measured; 1 is the frequency itself.
    overtone: f64,
}

/// Returns the frequency of a pulse or the wave in Hz, computed from its register (GBATEK).
fn frequency(voices: &Voices, voice: usize) -> f64 {
    match voice {
        2 => 65_536.0 / f64::from(2048 - voices.wave.frequency),
        _ => 131_072.0 / f64::from(2048 - voices.pulses[voice].frequency),
    }
}

/// Returns the number of ticks for which a note that begins with these voices is loud. A note is loud until a third of
/// its volume is left.
fn loud_ticks(voices: &Voices, voice: usize) -> usize {
    if voice == 2 {
        return if voices.wave.volume > 0 { usize::MAX } else { 0 };
    }
    let Envelope { volume, pace, rises } = voices.pulses[voice].envelope;
    match (volume, pace) {
        (0..=2, _) => 0,
        (_, 0) => usize::MAX,
        _ if rises => 0,
        // A step of the envelope takes pace / 64 s.
        _ => usize::from(volume - volume / 3) * usize::from(pace) * 60 / 64,
    }
}

/// Finds the notes that can be measured. They are long and loud, and no other voice has the same frequency.
fn notes(voices: &[Voices]) -> Vec<LongNote> {
    let mut notes = Vec::new();
    for voice in 0..3 {
        let is_triggered = |tick: &Voices| match voice {
            2 => tick.wave.is_triggered,
            _ => tick.pulses[voice].is_triggered,
        };
        for start in (0..voices.len()).filter(|&start| is_triggered(&voices[start])) {
            let begun = &voices[start];
            let goes_on = |tick: &&Voices| {
                !is_triggered(tick) && frequency(tick, voice) == frequency(begun, voice)
            };
            let length = 1 + voices[start + 1..].iter().take_while(goes_on).count();
            let end = start + length.min(loud_ticks(begun, voice)).min(3 * NOTE_TICKS);
            let fundamental = frequency(begun, voice);
            let ticks = start..end.min(voices.len());
            let is_covered = |overtone: &f64| {
                let others = |tick: &Voices| {
                    (0..3)
                        .filter(|&other| other != voice)
                        .map(|other| frequency(tick, other))
                        .collect::<Vec<_>>()
                };
                let is_near = |base: f64| {
                    let measured = fundamental * overtone;
                    let near = (measured / base).round().max(1.0) * base;
                    (1200.0 * (near / measured).log2()).abs() < 100.0
                };
                voices[ticks.clone()].iter().flat_map(others).any(is_near)
            };
            // A square wave has no even overtones. Low tones take longer to measure.
            let step = if voice == 2 { 1 } else { 2 };
            let overtones = (1..=5).step_by(step).map(f64::from);
            let mut overtones = overtones.filter(|overtone| fundamental * overtone > 180.0);
            let overtone = overtones.find(|overtone| !is_covered(overtone));
            if let Some(overtone) = overtone.filter(|_| ticks.len() >= NOTE_TICKS) {
                notes.push(LongNote { voice, ticks, frequency: fundamental, overtone });
            }
        }
    }
    notes
}

/// Finds the strongest tone near `frequency`, in steps of two cents. Returns how many cents it is higher than
/// `frequency`; `None` if the tone is too weak beside other sound to be measured.
fn cents_off(samples: &[f64], rate: f64, frequency: f64) -> Option<f64> {
    let length = samples.len() as f64;
    let window = |index: usize| 1.0 - (std::f64::consts::TAU * index as f64 / length).cos();
    let windowed: Vec<f64> =
        samples.iter().enumerate().map(|(index, sample)| sample * window(index)).collect();
    let power = |cents: f64| {
        let step = std::f64::consts::TAU * frequency * (cents / 1200.0).exp2() / rate;
        // Goertzel's algorithm computes the power of a single frequency.
        let (mut last, mut before) = (0.0, 0.0);
        for sample in &windowed {
            (last, before) = (sample + 2.0 * step.cos() * last - before, last);
        }
        last * last + before * before - 2.0 * step.cos() * last * before
    };
    let cents = (-40..=40).map(|step| 2.0 * f64::from(step));
    let strongest = cents.max_by(|a, b| power(*a).total_cmp(&power(*b))).expect("there are some");
    // For a single tone, this share is a third.
    let part =
        power(strongest) / (length * windowed.iter().map(|sample| sample * sample).sum::<f64>());
    (part > 0.03).then_some(strongest)
}

/// Joins the samples of these ticks into one list.
fn joined(chunks: &[Vec<i16>]) -> Vec<f64> {
    chunks.iter().flatten().map(|&sample| f64::from(sample)).collect()
}

// The sound of the emulator is in tune with the sound of a desktop.
#[test]
fn the_cartridge_is_in_tune() {
    let Some(rom) = rom() else { return };
    let mut duet = Duet::begin(rom, 5);
    for held in ticks_of(".*3000 A .*2400") {
        duet.tick(held);
    }
    let mean = joined(&duet.played).len() as f64 / duet.played.len() as f64;
    let rate = mean * 16_777_216.0 / f64::from(FRAME_CYCLES);
    let mut measured = [0; 3];
    for note in notes(&duet.voices) {
        let frequency = note.frequency * note.overtone;
        let emulated = cents_off(&joined(&duet.played[note.ticks.clone()]), rate, frequency);
        let synthesized = joined(&duet.rendered[note.ticks.clone()]);
        let synthesized = cents_off(&synthesized, f64::from(SAMPLE_RATE), frequency);
        let (Some(emulated), Some(synthesized)) = (emulated, synthesized) else { continue };
        let off = (emulated - synthesized).abs();
        assert!(
            off <= CENTS_MAX,
            "voice {} at tick {}: {emulated} cents on the cartridge, {synthesized} on a desktop",
            note.voice,
            note.ticks.start
        );
        measured[note.voice] += 1;
    }
    println!("notes measured of each voice: {measured:?}, at {rate:.0} Hz");
    assert!(measured.iter().all(|&count| count >= 3), "{measured:?}");
}
