//! Piano rolls: pictures of the four voices over time.
//!
//! Each column of pixels shows one tick. A note is a stripe in the colour of its voice, at the height of its pitch.
//! Loud notes are two pixels thick. While a sound effect plays, the notes of pulse 2 and the noise are white. Noise has
//! its own strip at the bottom. Blue vertical lines mark the bars of the music, and red lines mark cues, which are
//! short sounds for events. The strip at the top shows the danger level of the music. The name of a song appears where
//! the song begins and at the start of each row. A recording that does not fit in one row continues in the next row.
//!
//! ```
//! use musrex_core::content::SongName;
//! use musrex_piano_roll::PianoRoll;
//!
//! let mut roll = PianoRoll::new(SongName::Title, 3, 7);
//! roll.play(600);
//! assert!(roll.png_bytes().starts_with(b"\x89PNG"));
//! ```

use musrex_core::content::{Cue, SongName};
use musrex_core::raster::{Colour, Frame};
use musrex_core::sound::{EnvelopeLevel, Mood, Player, SoundRequest, Voices};
use musrex_core::view::widgets::{self, Area};

/// The width of the picture in pixels, which is also the number of ticks in a row.
pub const WIDTH: u16 = 512;
/// The number of semitones shown, one line of pixels each, from C1 on.
const PITCHES: u16 = 96;
/// The height in pixels of the strip of danger at the top of a row.
const TOP: u16 = 8;
/// The height in pixels of the strip of noise at the bottom of a row.
const FOOT: u16 = 16;
/// The height in pixels of a row of the picture.
pub const ROW: u16 = TOP + PITCHES + FOOT + 4;

/// For each semitone from C2 to B2, the period of the pitch a quarter tone above it. A longer period counts as that
/// semitone or a lower one. The unit is 1/256 of 1/131,072 s.
const PERIODS: [u32; 12] = [
    498_410, 470_436, 444_033, 419_111, 395_588, 373_386, 352_429, 332_649, 313_979, 296_356,
    279_723, 264_024,
];

/// The sound of one tick, which is one column of the picture.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    /// The pitch, in semitones from C1, and the volume of pulse 1, pulse 2 and the wave.
    notes: [(u16, u8); 3],
    /// The shift and the volume of the noise.
    noise: (u8, u8),
    danger: u8,
    is_bar: bool,
    song: Option<SongName>,
    has_cue: bool,
    has_effect: bool,
}

/// A recorder that stores the sound of the voices, and draws it.
pub struct PianoRoll {
    /// The sound player, which also accepts requests between two ticks.
    pub player: Player,
    levels: [EnvelopeLevel; 3],
    columns: Vec<Column>,
    has_cue: bool,
}

impl PianoRoll {
    /// Makes a roll that plays a song at a danger level; `seed` determines the order of the song's phrases.
    pub fn new(song: SongName, danger: u8, seed: u64) -> PianoRoll {
        let mut roll = PianoRoll::silent(seed);
        roll.request(SoundRequest::Mood(Mood { song, danger }));
        roll
    }

    /// Makes a silent roll, which records the sounds that are requested later; `seed` determines the order of phrases.
    pub fn silent(seed: u64) -> PianoRoll {
        let levels = [EnvelopeLevel::SILENT; 3];
        PianoRoll { player: Player::new(seed), levels, columns: Vec::new(), has_cue: false }
    }

    /// Passes a request to the sound player. The picture marks the request if it is a cue.
    pub fn request(&mut self, request: SoundRequest) {
        self.has_cue |= matches!(request, SoundRequest::Cue(_));
        self.player.request(request);
    }

    /// Requests a cue.
    pub fn cue(&mut self, cue: Cue) {
        self.request(SoundRequest::Cue(cue));
    }

    /// Records `ticks` ticks.
    pub fn play(&mut self, ticks: u32) {
        for _ in 0..ticks {
            let voices = *self.player.tick();
            let mut column = self.listen(&voices);
            column.is_bar = self.player.is_at_bar();
            if let Some((song, danger, _)) = self.player.position() {
                (column.danger, column.song) = (danger, Some(song));
            }
            column.has_cue = std::mem::take(&mut self.has_cue);
            self.columns.push(column);
        }
    }

    fn listen(&mut self, voices: &Voices) -> Column {
        let [first, second] = &voices.pulses;
        let noise = &voices.noise;
        let notes = [
            (first.is_triggered, first.envelope),
            (second.is_triggered, second.envelope),
            (noise.is_triggered, noise.envelope),
        ];
        for (level, (is_triggered, envelope)) in self.levels.iter_mut().zip(notes) {
            if is_triggered { level.trigger(envelope) } else { level.tick() }
        }
        let [pulse_1, pulse_2, noise_level] = self.levels.map(|level| level.volume());
        Column {
            notes: [
                (pitch(first.frequency) + 12, pulse_1),
                (pitch(second.frequency) + 12, pulse_2),
                (pitch(voices.wave.frequency), voices.wave.volume * 15 / 4),
            ],
            noise: (noise.shift, noise_level),
            has_effect: voices.has_effect,
            ..Column::default()
        }
    }

    /// Draws as many rows as fit in `frame`, beginning with row `first`.
    pub fn draw(&self, frame: &mut Frame<'_>, first: usize) {
        frame.clear(Colour::INK);
        let columns = self.columns.iter().skip(first * usize::from(WIDTH));
        for (index, column) in columns.enumerate() {
            let place = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
            let x = place(index % usize::from(WIDTH));
            let top = place(index / usize::from(WIDTH)).saturating_mul(ROW);
            if top.saturating_add(ROW) > frame.height() {
                break;
            }
            column.draw(frame, x, top);
        }
        self.draw_names(frame, first);
    }

    /// Writes the name of each song at the song's beginning and at the start of each row.
    fn draw_names(&self, frame: &mut Frame<'_>, first: usize) {
        let width = usize::from(WIDTH);
        let mut song = None;
        for (index, column) in self.columns.iter().enumerate().skip(first * width) {
            let row = index / width - first;
            if (row + 1) * usize::from(ROW) > usize::from(frame.height()) {
                return;
            }
            let is_new = column.song != song || index % width == 0;
            song = column.song;
            if let Some(song) = song.filter(|_| is_new) {
                let place = |number: usize| i16::try_from(number).unwrap_or(i16::MAX);
                let name = song.data().name;
                let x = place(index % width).min(place(width) - Frame::text_width(name)) + 1;
                let y = place(row * usize::from(ROW) + usize::from(TOP)) + 1;
                frame.text_outlined(x, y, name, Colour::STRAW);
            }
        }
    }

    /// Returns the picture of all rows as a PNG file.
    pub fn png_bytes(&self) -> Vec<u8> {
        let rows = self.columns.len().div_ceil(usize::from(WIDTH)).max(1);
        let mut pixels: Vec<u8> = Vec::new();
        for row in 0..rows {
            let mut words = vec![0; Frame::words(WIDTH, ROW)];
            let mut frame = Frame::new(WIDTH, ROW, &mut words).expect("the words are enough");
            self.draw(&mut frame, row);
            let rgb = |&pixel: &u8| <[u8; 3]>::from(frame.palette.rgb(Colour(pixel)));
            pixels.extend(frame.pixels().iter().flat_map(rgb));
        }
        let height = u32::from(ROW) * u32::try_from(rows).expect("a recording is short");
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, u32::from(WIDTH), height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("memory takes a picture");
        writer.write_image_data(&pixels).expect("memory takes a picture");
        writer.finish().expect("memory takes a picture");
        file
    }
}

impl Column {
    fn draw(&self, frame: &mut Frame<'_>, x: u16, top: u16) {
        let mut fill = |y: u16, height: u16, colour: Colour| {
            let [x, y, height] = [x, top + y, height].map(u16::cast_signed);
            widgets::fill(frame, Area { x, y, width: 1, height }, colour);
        };
        if self.is_bar {
            fill(TOP, PITCHES + FOOT, Colour::BLUE);
        }
        if self.song.is_some() {
            let colours = [Colour::GREY, Colour::STRAW, Colour::WARNING, Colour::BAD];
            let height = u16::from(self.danger) + 1;
            fill(5 - height, height, colours[usize::from(self.danger & 3)]);
        }
        if self.has_cue {
            fill(5, TOP + PITCHES + FOOT - 5, Colour::RED);
        }
        let colours = [Colour::GOLD, Colour::GREEN, Colour::ICE];
        for (voice, ((pitch, volume), colour)) in self.notes.into_iter().zip(colours).enumerate() {
            if volume > 0 {
                let is_effect = voice == 1 && self.has_effect;
                let colour = if is_effect { Colour::WHITE } else { colour };
                fill(
                    TOP + PITCHES - 1 - pitch.min(PITCHES - 1),
                    if volume > 7 { 2 } else { 1 },
                    colour,
                );
            }
        }
        let (shift, volume) = self.noise;
        if volume > 0 {
            let colour = if self.has_effect { Colour::WHITE } else { Colour::SILVER };
            fill(
                TOP + PITCHES + 1 + u16::from(shift.min(13)),
                if volume > 5 { 2 } else { 1 },
                colour,
            );
        }
    }
}

/// Converts a value of the frequency register to the nearest pitch, in semitones from C2.
fn pitch(frequency: u16) -> u16 {
    let period = u32::from(2048 - frequency.min(2047)) << 8;
    let octaves = (0..8).flat_map(|octave| PERIODS.map(|longest| longest >> octave));
    let above = octaves.take_while(|&longest| period <= longest).count();
    u16::try_from(above).expect("there are eight octaves")
}

#[cfg(test)]
mod tests {
    use super::pitch;

    #[test]
    fn pitches_are_those_of_the_registers() {
        // The notes C2, A4 and C7.
        let pitches = [2048 - 2004, 2048 - 298, 2048 - 63].map(pitch);
        assert_eq!(pitches, [0, 33, 60]);
    }
}
