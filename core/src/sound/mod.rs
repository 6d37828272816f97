//! Sound: turns cues (effects) and a mood (a song and its danger) into four voices, and can render the voices in two
//! ways.
//!
//! A [`Listener`] is part of the [`App`](crate::App). The listener follows the events of turns and the screens, and
//! makes [`SoundRequest`]s. A [`Player`] is separate from the app, so that a host can tick the player independently,
//! for example in an interrupt while the app generates a floor. The player plays the songs and the effects on
//! [`Voices`]: two pulses, a wave and noise, as on the hardware of a Game Boy Advance. All arithmetic is on integers,
//! so the result is the same on every machine.
//!
//! # What a host does
//!
//! 1. A host makes one [`Player`] with any seed. The player takes at most 384 bytes. The seed decides the order of the
//!    phrases and the length of the rests; it does not affect the game.
//! 2. After every tick of the app, the host takes all requests with
//!    [`App::take_sound_request`](crate::App::take_sound_request), and passes them to [`Player::request`]. There are at
//!    most [`REQUESTS_MAX`] requests of four bytes each. If the player ticks in an interrupt, the host passes the
//!    requests through a ring buffer of that size. A host without sound may leave the requests in the queue, which has
//!    a fixed size.
//! 3. Sixty times a second, the host calls [`Player::tick`] and plays the [`Voices`], in one of three ways:
//!    - **Hardware like that of the Game Boy Advance**: where `is_triggered` is set, write the duty, the envelope and
//!      the frequency, and start the channel. A volume of 0 stops the channel. In other ticks, write the frequency, the
//!      duty, the clock of the noise and the volume of the wave if they have changed. The samples of the wave change
//!      only with a trigger.
//!    - **Samples**: [`Synth::render`] gives 16-bit mono at [`SAMPLE_RATE`], and [`Synth::render_stereo`] gives stereo.
//!      A tick has [`samples_in_tick`] samples, 546 or 547.
//!    - **A piezo**: [`Buzzer::tick`] gives one [`Tone`].
//!
//! ```
//! use musrex_core::content::{Cue, SongName};
//! use musrex_core::sound::{Mood, Player, SoundRequest, Synth, samples_in_tick};
//!
//! let mut player = Player::new(7);
//! let mut synth = Synth::new();
//! player.request(SoundRequest::Mood(Mood { song: SongName::Title, danger: 0 }));
//! player.request(SoundRequest::Cue(Cue::Confirm));
//! let mut samples = Vec::new();
//! for tick in 0..60 {
//!     let mut chunk = [0; 547];
//!     let chunk = &mut chunk[..samples_in_tick(tick)];
//!     synth.render(player.tick(), chunk);
//!     samples.extend_from_slice(chunk);
//! }
//! assert_eq!(samples.len(), 32_768);
//! assert!(samples.iter().any(|&sample| sample != 0));
//! ```

mod buzzer;
mod channels;
mod cues;
mod fingerprint;
mod listener;
mod pitch;
mod player;
mod synth;
mod track;
mod voices;

pub use buzzer::{Buzzer, Tone};
pub use cues::{of_event, of_refusal};
pub use fingerprint::fingerprint;
pub use listener::{Listener, Mood, REQUESTS_MAX, SoundRequest};
pub use musrex_assets::sounds::Pan;
pub use player::Player;
pub use synth::{SAMPLE_RATE, Synth, samples_in_tick};
pub use voices::{Envelope, EnvelopeLevel, Noise, Pulse, Voices, Wave};
