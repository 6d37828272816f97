//! The piezo buzzer. It plays one pulse wave of a PWM slice, whose clock counts 1,953,125 times per second.

use embedded_hal::pwm::SetDutyCycle;
use musrex_core::sound::{Buzzer, Tone, Voices};
use rp2040_hal::gpio::bank0::Gpio11;
use rp2040_hal::gpio::{FunctionNull, Pin, PullDown};
use rp2040_hal::pwm::{FreeRunning, Pwm5, Slice};

/// The divisor from the processor clock to the clock of the PWM counter.
const DIVIDER: u8 = 64;
/// The divisor that gives the length of a pulse: `volume / HALF` of a period. At 15, the loudest volume of a [`Tone`],
/// this is half of the period.
const HALF: u32 = 15 * 2;

/// The piezo and its PWM slice.
pub struct Speaker {
    slice: Slice<Pwm5, FreeRunning>,
    buzzer: Buzzer,
    tone: Option<Tone>,
}

impl Speaker {
    /// Starts the piezo in silence.
    pub fn start(
        mut slice: Slice<Pwm5, FreeRunning>,
        pin: Pin<Gpio11, FunctionNull, PullDown>,
    ) -> Speaker {
        slice.default_config();
        slice.set_div_int(DIVIDER);
        let _ = slice.channel_b.set_duty_cycle(0);
        slice.channel_b.output_to(pin);
        slice.enable();
        Speaker { slice, buzzer: Buzzer::new(), tone: None }
    }

    /// Plays the voices of a tick.
    pub fn play(&mut self, voices: &Voices) {
        let tone = self.buzzer.tick(voices);
        if tone == core::mem::replace(&mut self.tone, tone) {
            return;
        }
        let counts = tone.map_or(0, counts);
        if tone.is_some() {
            self.slice.set_top(counts - 1);
        }
        let volume = tone.map_or(0, |tone| u32::from(tone.volume));
        let high = u32::from(counts) * volume / HALF;
        // The error is ignored, because a duty between 0 and one half is always valid.
        let _ = self.slice.channel_b.set_duty_cycle(u16::try_from(high).unwrap_or(0));
    }
}

/// Returns the number of PWM counts in a period of the tone. The period of a tone is in units of 1/131,072 s.
fn counts(tone: Tone) -> u16 {
    /// The number of PWM counts in 1/131,072 s (1,953,125 / 131,072), times 4,096.
    const IN_A_UNIT: u32 = 61_035;
    u16::try_from(u32::from(tone.period) * IN_A_UNIT / 4096).unwrap_or(u16::MAX)
}
