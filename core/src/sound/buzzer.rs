//! The buzzer: plays the four voices on a piezo that has only one voice.

use super::voices::{EnvelopeLevel, Voices};

/// The length of each note of a chord, in ticks.
const CHORD_TICKS: u8 = 2;
/// The number of ticks for which a noise is heard.
const NOISE_TICKS: u8 = 2;
/// The period of the tone that stands in for noise with shift 0, in 131,072ths of a second.
const NOISE_PERIOD: u16 = 60;

/// A square wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tone {
    /// The period in 131,072ths of a second, 8 to 4,096.
    pub period: u16,
    /// The volume, 1 to 15.
    pub volume: u8,
}

/// A buzzer that reduces four voices to one tone. While an effect sounds, the tone is the tone of the effect. Otherwise
/// the notes of the music's chord sound one after another. If there is no chord, noise sounds as a click.
#[derive(Clone, Debug, Default)]
pub struct Buzzer {
    levels: [EnvelopeLevel; 3],
    /// The number of ticks for which the noise will still be heard.
    noise_ticks: u8,
    /// The index of the sounding voice in the chord, and the number of ticks for which this voice has sounded.
    at: u8,
    ticks: u8,
}

impl Buzzer {
    /// Makes a buzzer that is silent.
    pub fn new() -> Buzzer {
        Buzzer::default()
    }

    /// Returns the tone of a tick; `None` is silence.
    pub fn tick(&mut self, voices: &Voices) -> Option<Tone> {
        let [first, second] = &voices.pulses;
        let triggers = [
            (first.is_triggered, first.envelope),
            (second.is_triggered, second.envelope),
            (voices.noise.is_triggered, voices.noise.envelope),
        ];
        for (level, (is_triggered, envelope)) in self.levels.iter_mut().zip(triggers) {
            if is_triggered { level.trigger(envelope) } else { level.tick() }
        }
        self.noise_ticks = if voices.noise.is_triggered && voices.noise.envelope.volume > 0 {
            NOISE_TICKS
        } else {
            self.noise_ticks.saturating_sub(1)
        };
        let [pulse_1, pulse_2, noise] = self.levels.map(|level| level.volume());
        let tone = |period: u16, volume: u8| Some(Tone { period, volume }).filter(|_| volume > 0);
        let chord = [
            tone(2048 - first.frequency, pulse_1),
            tone(2048 - second.frequency, pulse_2),
            tone(2 * (2048 - voices.wave.frequency), (voices.wave.volume * 15) >> 2),
        ];
        let click = tone(NOISE_PERIOD << voices.noise.shift.min(5), noise);
        let click = click.filter(|_| self.noise_ticks > 0);
        if voices.has_effect
            && let Some(tone) = chord[1].or(click)
        {
            return Some(tone);
        }
        self.ticks += 1;
        if self.ticks >= CHORD_TICKS || chord[usize::from(self.at)].is_none() {
            self.ticks = 0;
            let next = |at: u8| if at == 2 { 0 } else { at + 1 };
            self.at = next(self.at);
            while chord.iter().any(Option::is_some) && chord[usize::from(self.at)].is_none() {
                self.at = next(self.at);
            }
        }
        chord[usize::from(self.at)].or(click)
    }
}

#[cfg(test)]
mod tests {
    use super::super::voices::{Envelope, Noise, Pulse, Wave};
    use super::*;

    const LOUD: Envelope = Envelope { volume: 10, pace: 0, rises: false };

    fn pulse(frequency: u16) -> Pulse {
        Pulse { duty: 2, envelope: LOUD, frequency, is_triggered: true, ..Pulse::default() }
    }

    /// Plays eight ticks of voices that get no new notes after the first tick. Returns the period of the tone in each
    /// tick.
    fn periods(mut voices: Voices) -> [u16; 8] {
        let mut buzzer = Buzzer::new();
        [(); 8].map(|()| {
            let period = buzzer.tick(&voices).map_or(0, |tone| tone.period);
            voices.clear_triggers();
            period
        })
    }

    #[test]
    fn a_chord_is_an_arpeggio() {
        let mut voices = Voices { pulses: [pulse(1048), pulse(1548)], ..Voices::SILENT };
        assert_eq!(periods(voices), [1000, 500, 500, 1000, 1000, 500, 500, 1000]);
        voices.wave = Wave { volume: 4, frequency: 1848, ..Wave::default() };
        assert_eq!(periods(voices), [1000, 500, 500, 400, 400, 1000, 1000, 500]);
    }

    #[test]
    fn an_effect_comes_first_and_noise_is_a_click() {
        let mut voices = Voices { pulses: [pulse(1048), pulse(1548)], ..Voices::SILENT };
        voices.has_effect = true;
        assert_eq!(periods(voices), [500; 8]);
        let noise = Noise { envelope: LOUD, shift: 1, is_triggered: true, ..Noise::default() };
        assert_eq!(periods(Voices { noise, ..Voices::SILENT }), [120, 120, 0, 0, 0, 0, 0, 0]);
        assert_eq!(periods(Voices::SILENT), [0; 8]);
    }
}
