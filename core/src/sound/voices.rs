//! The four voices in a tick, with the registers of the Game Boy Advance's sound hardware.

use musrex_assets::sounds::{Pan, Voice};

/// The change of a note's volume, in the units of the hardware.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Envelope {
    /// The volume at the start of the note, 0 to 15. The volume 0 turns the channel off.
    pub volume: u8,
    /// The time between two steps of the volume in 64ths of a second, 1 to 7; the pace 0 keeps the volume steady.
    pub pace: u8,
    /// True when the volume rises by one with each step, up to 15; otherwise the volume falls to 0.
    pub rises: bool,
}

/// The state of a pulse voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// The duty, 0 to 3 for 12.5, 25, 50 and 75 percent. The duty may change without a trigger.
    pub duty: u8,
    /// The envelope of the note. A host reads the envelope only with a trigger.
    pub envelope: Envelope,
    /// The value of the frequency register, 0 to 2,047: a period lasts (2,048 − frequency) / 131,072 s.
    pub frequency: u16,
    /// True when a note or a stage of its envelope begins, or, with a volume of 0, when the note is cut off.
    pub is_triggered: bool,
    /// The side on which the pulse is heard.
    pub pan: Pan,
}

/// The state of the wave voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wave {
    /// A period of 32 samples of four bits, the first in the high half of the first byte. A host reads the samples only
    /// with a trigger.
    pub samples: [u8; 16],
    /// The volume in quarters, 0 to 4. The volume may change without a trigger; 0 is silence.
    pub volume: u8,
    /// The value of the frequency register, 0 to 2,047: a period lasts (2,048 − frequency) / 65,536 s.
    pub frequency: u16,
    /// True when a note begins, or, with a volume of 0, when the note is cut off.
    pub is_triggered: bool,
    /// The side on which the wave is heard.
    pub pan: Pan,
}

/// The state of the noise voice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// The envelope of the note. A host reads the envelope only with a trigger.
    pub envelope: Envelope,
    /// The shift of the noise clock, 0 to 13. The clock runs at 524,288 Hz / ratio / 2^(shift + 1). The shift may
    /// change without a trigger.
    pub shift: u8,
    /// The ratio of the noise clock, 0 to 7; 0 stands for 1/2. The ratio may change without a trigger.
    pub ratio: u8,
    /// True for the noise sequence of 127 steps, false for the sequence of 32,767 steps. A host reads this flag only
    /// with a trigger.
    pub is_short: bool,
    /// True when a note or a stage of its envelope begins, or, with a volume of 0, when the note is cut off.
    pub is_triggered: bool,
    /// The side on which the noise is heard.
    pub pan: Pan,
}

/// The four voices in a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voices {
    /// The two pulses.
    pub pulses: [Pulse; 2],
    /// The wave.
    pub wave: Wave,
    /// The noise.
    pub noise: Noise,
    /// True while pulse 2 or the noise plays an effect. Hosts that cannot play all voices use this flag.
    pub has_effect: bool,
}

impl Voices {
    /// The state in which no voice sounds.
    pub(crate) const SILENT: Voices = {
        let envelope = Envelope { volume: 0, pace: 0, rises: false };
        let (is_triggered, pan) = (false, Pan::Centre);
        let pulse = Pulse { duty: 0, envelope, frequency: 0, is_triggered, pan };
        Voices {
            pulses: [pulse; 2],
            wave: Wave { samples: [0; 16], volume: 0, frequency: 0, is_triggered, pan },
            noise: Noise { envelope, shift: 0, ratio: 0, is_short: false, is_triggered, pan },
            has_effect: false,
        }
    };

    /// Returns the pulse of `voice`; `None` for the wave and the noise.
    pub(super) const fn pulse_mut(&mut self, voice: Voice) -> Option<&mut Pulse> {
        let [first, second] = &mut self.pulses;
        match voice {
            Voice::Pulse1 => Some(first),
            Voice::Pulse2 => Some(second),
            Voice::Wave | Voice::Noise => None,
        }
    }

    /// Begins `envelope` on `voice`; does nothing for the wave, which has no envelope.
    pub(super) const fn set_envelope(&mut self, voice: Voice, envelope: Envelope) {
        if let Some(pulse) = self.pulse_mut(voice) {
            (pulse.envelope, pulse.is_triggered) = (envelope, true);
        } else if matches!(voice, Voice::Noise) {
            (self.noise.envelope, self.noise.is_triggered) = (envelope, true);
        }
    }

    /// Clears all triggers, so that notes continue.
    pub(super) fn clear_triggers(&mut self) {
        let [first, second] = &mut self.pulses;
        first.is_triggered = false;
        second.is_triggered = false;
        self.wave.is_triggered = false;
        self.noise.is_triggered = false;
    }
}

/// The current volume of an envelope. The volume is computed tick by tick, because hardware does not report it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnvelopeLevel {
    /// The current volume, 0 to 15.
    now: u8,
    pace: u8,
    rises: bool,
    /// The time since the last step, in sixteenths of a tick. A 64th of a second is fifteen sixteenths of a tick long.
    count: u8,
}

/// The number of units in a tick: sixteenths of a tick.
const TICK: u8 = 16;
/// The number of these units in a 64th of a second.
const STEP: u8 = 15;

impl EnvelopeLevel {
    /// The level of silence.
    pub const SILENT: EnvelopeLevel = EnvelopeLevel { now: 0, pace: 0, rises: false, count: 0 };

    /// Starts the given envelope from its initial volume.
    pub const fn trigger(&mut self, envelope: Envelope) {
        let Envelope { volume, pace, rises } = envelope;
        *self = EnvelopeLevel { now: volume, pace, rises, count: 0 };
    }

    /// Returns the volume, 0 to 15.
    pub const fn volume(&self) -> u8 {
        self.now
    }

    /// Returns whether the volume falls.
    pub(super) const fn is_falling(&self) -> bool {
        self.pace > 0 && !self.rises
    }

    /// Advances by a tick.
    pub const fn tick(&mut self) {
        if self.pace == 0 {
            return;
        }
        self.count += TICK;
        let step = STEP * self.pace;
        if self.count < step {
            return;
        }
        self.count -= step;
        if self.rises && self.now < 15 {
            self.now += 1;
        } else if !self.rises && self.now > 0 {
            self.now -= 1;
        } else {
            self.pace = 0;
        }
    }
}
