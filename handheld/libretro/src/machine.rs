//! The machine: a host that uses the devices of the front end.

use crate::abi::{self, Geometry};
use crate::front_end::FrontEnd;
use core::ffi::{CStr, c_uint};
use musrex_core::app::{App, ScreenName};
use musrex_core::content::Cue;
use musrex_core::controls::Control;
use musrex_core::host::Host;
use musrex_core::input::{Buttons, Input, Pointer};
use musrex_core::raster::{Frame, Palette};
use musrex_core::sound::{Player, SAMPLE_RATE, SoundRequest, Synth, samples_in_tick};

/// The option for the picture size, and its values. The first value is the default.
pub(crate) const PICTURE: &CStr = c"musrex_picture";
const SIZES: [(&CStr, [u16; 2]); 3] =
    [(c"320x240", [320, 240]), (c"320x180", [320, 180]), (c"240x160", [240, 160])];
/// The option for rumble. Any value except [`NO_RUMBLE`] enables rumble.
pub(crate) const RUMBLE: &CStr = c"musrex_rumble";
const NO_RUMBLE: &CStr = c"off";

/// The size of the largest picture.
const WIDTH_MAX: u16 = 320;
const HEIGHT_MAX: u16 = 240;
const PIXELS_MAX: usize = WIDTH_MAX as usize * HEIGHT_MAX as usize;

/// The seed that determines the course of the music; it does not affect the game.
const MUSIC_SEED: u64 = 0x6c69_6272_6574_726f;
/// The lowest and the highest rate that the core accepts from a front end, in samples per second.
const RATE_MIN: u32 = 8_000;
const RATE_MAX: u32 = 96_000;
/// The capacity of the buffer for a tick, in stereo samples (pairs): twice what a tick needs at the highest rate.
const SAMPLES_MAX: usize = RATE_MAX as usize / 60 * 2;

/// The number of ticks for which the pad shakes after a heavy blow or the player's death. The next constant is the
/// strength of the rumble, from 0 to 65,535.
const RUMBLE_TICKS: u8 = 15;
const RUMBLE_STRENGTH: u16 = 0xC000;

/// The buttons of a pad. Each entry is its libretro id, its control, and the name that the front end shows.
pub(crate) const BUTTONS: [(c_uint, Control, &CStr); 14] = [
    (4, Control::Up, c"Up"),
    (5, Control::Down, c"Down"),
    (6, Control::Left, c"Left"),
    (7, Control::Right, c"Right"),
    (8, Control::A, c"Wait, confirm"),
    (0, Control::B, c"Back, dash"),
    (9, Control::Explore, c"Explore"),
    (1, Control::Pack, c"Pack"),
    (10, Control::L, c"Look"),
    (11, Control::R, c"Diagonals"),
    (2, Control::Select, c"Map"),
    (3, Control::Start, c"Menu"),
    (12, Control::Deed, c"Firmware"),
    (13, Control::Dash, c"Dash"),
];

/// The state of the machine between two calls.
pub(crate) struct Machine {
    pub(crate) front: FrontEnd,
    size: [u16; 2],
    words: [u32; Frame::words(WIDTH_MAX, HEIGHT_MAX)],
    palette: Palette,
    /// The current picture; black before the first one.
    pixels: [u16; PIXELS_MAX],
    has_picture: bool,
    buttons: Buttons,
    /// The pointer while it is pressed, and in the first tick after its release.
    pointer: Option<Pointer>,
    /// The number of ticks since the game was loaded or reset.
    ticks: u32,
    player: Option<Player>,
    synth: Synth,
    resampler: Resampler,
    has_rumble: bool,
    rumble_ticks_left: u8,
}

impl Machine {
    pub(crate) const OFF: Machine = Machine {
        front: FrontEnd::NONE,
        size: SIZES[0].1,
        words: [0; Frame::words(WIDTH_MAX, HEIGHT_MAX)],
        palette: Palette::PAINTED,
        pixels: [0; PIXELS_MAX],
        has_picture: false,
        buttons: Buttons::NONE,
        pointer: None,
        ticks: 0,
        player: None,
        synth: Synth::new(),
        resampler: Resampler { rate: SAMPLE_RATE, behind: 0, last: [0; 2] },
        has_rumble: true,
        rumble_ticks_left: 0,
    };

    /// Queries the front end's abilities when the core loads a game.
    pub(crate) fn start(&mut self) {
        self.front.learn();
        let rate = self.front.sample_rate().filter(|rate| (RATE_MIN..=RATE_MAX).contains(rate));
        self.resampler = Resampler { rate: rate.unwrap_or(SAMPLE_RATE), behind: 0, last: [0; 2] };
        self.read_options();
        self.reset();
    }

    /// Drops the state of the previous game.
    pub(crate) fn reset(&mut self) {
        (self.player, self.synth) = (Some(Player::new(MUSIC_SEED)), Synth::new());
        (self.has_picture, self.pointer, self.ticks) = (false, None, 0);
        self.stop_rumble();
    }

    fn read_options(&mut self) {
        let chosen = SIZES.into_iter().find(|(value, _)| self.front.has_option(PICTURE, value));
        self.size = chosen.unwrap_or(SIZES[0]).1;
        self.has_rumble = !self.front.has_option(RUMBLE, NO_RUMBLE);
    }

    /// Returns the width and the height of the pictures, in pixels.
    pub(crate) const fn size(&self) -> [u16; 2] {
        self.size
    }

    pub(crate) fn geometry(&self) -> Geometry {
        let [width, height] = self.size.map(c_uint::from);
        let (width_max, height_max) = (WIDTH_MAX.into(), HEIGHT_MAX.into());
        Geometry { width, height, width_max, height_max, aspect_ratio: 0.0 }
    }

    /// Returns the sample rate of the output, in samples per second.
    pub(crate) const fn sample_rate(&self) -> u32 {
        self.resampler.rate
    }

    pub(crate) fn stop_rumble(&mut self) {
        if core::mem::take(&mut self.rumble_ticks_left) > 0 {
            self.front.rumble(0);
        }
    }

    /// Returns the pointer while it is pressed. In the first tick after that, returns its release; later returns
    /// `None`, because a touch screen has no pointer between two touches.
    fn read_pointer(&self) -> Option<Pointer> {
        if self.front.state(abi::POINTER, abi::POINTER_PRESSED) == 0 {
            return self.pointer.filter(|it| it.is_held).map(|it| Pointer { is_held: false, ..it });
        }
        let place = |id, side: u16| {
            // The value ranges from -32,767 at one edge to 32,767 at the other.
            let from_edge = i32::from(self.front.state(abi::POINTER, id)) + 0x7FFF;
            let pixel = from_edge.max(0) * i32::from(side) / 0xFFFF;
            i16::try_from(pixel).unwrap_or(i16::MAX)
        };
        let [width, height] = self.size;
        let (x, y) = (place(abi::POINTER_X, width), place(abi::POINTER_Y, height));
        Some(Pointer { x, y, is_held: true })
    }

    /// Starts the rumble if `is_hit` is true, and ends it after some ticks.
    fn rumble(&mut self, is_hit: bool) {
        if is_hit && self.has_rumble {
            self.front.rumble(RUMBLE_STRENGTH);
            self.rumble_ticks_left = RUMBLE_TICKS;
        } else if self.rumble_ticks_left == 1 {
            self.stop_rumble();
        } else {
            self.rumble_ticks_left = self.rumble_ticks_left.saturating_sub(1);
        }
    }

    /// Plays the sound of a tick.
    fn sound(&mut self) {
        let Some(player) = &mut self.player else { return };
        let mut rendered = [[0; 2]; 547];
        let rendered = &mut rendered[..samples_in_tick(self.ticks)];
        self.synth.render_stereo(player.tick(), rendered);
        let (mut samples, mut count) = ([[0; 2]; SAMPLES_MAX], 0);
        self.resampler.resample(rendered, |sample| {
            if let Some(place) = samples.get_mut(count) {
                (*place, count) = (sample, count + 1);
            }
        });
        self.front.play(&samples[..count]);
    }

    /// Converts the frame's pixels to the front end's format.
    fn convert(&mut self) {
        let [width, height] = self.size;
        let has_six_greens = self.front.has_six_greens;
        let colours = self.palette.0.map(|colour| {
            if has_six_greens { colour } else { colour >> 1 & 0x7FE0 | colour & 0x1F }
        });
        let frame = Frame::new(width, height, &mut self.words).expect("each size has its words");
        for (pixel, shown) in frame.pixels().iter().zip(&mut self.pixels) {
            *shown = colours[usize::from(*pixel)];
        }
        self.has_picture = true;
    }
}

impl Host for Machine {
    fn before_tick(&mut self, app: &mut App) {
        if !self.front.has_changed_options() {
            return;
        }
        let before = self.size;
        self.read_options();
        if self.size != before {
            app.resize(self.size[0], self.size[1]);
            self.front.set_geometry(&mut self.geometry());
        }
    }

    fn input(&mut self) -> Option<Input> {
        self.front.poll();
        let held = |id| self.front.state(abi::JOYPAD, id) != 0;
        let mut controls: Buttons = BUTTONS
            .iter()
            .filter(|(id, control, _)| *control != Control::Dash && held(*id))
            .fold(Buttons::NONE, |all, (_, control, _)| all.or(control.buttons()));
        let dashes = BUTTONS.iter().any(|(id, control, _)| *control == Control::Dash && held(*id));
        if dashes && !controls.and(Buttons::DIRECTIONS).is_empty() {
            controls = controls.or(Control::Dash.buttons());
        }
        self.buttons = controls;
        self.pointer = self.read_pointer();
        Some(Input { buttons: controls, pointer: self.pointer })
    }

    fn after_tick(&mut self, app: &mut App) {
        self.ticks = self.ticks.wrapping_add(1);
        let is_pressed = !self.buttons.is_empty() || self.pointer.is_some();
        if app.screen() == ScreenName::Title && is_pressed {
            app.mix_entropy(self.front.time().unwrap_or(self.ticks.into()));
        }
        let mut is_hit = false;
        while let Some(request) = app.take_sound_request() {
            is_hit |= matches!(request, SoundRequest::Cue(Cue::HeavyHurt | Cue::Death));
            if let Some(player) = &mut self.player {
                player.request(request);
            }
        }
        self.rumble(is_hit);
        self.sound();
    }

    fn draw(&mut self, app: &mut App) {
        let [width, height] = self.size;
        let mut frame =
            Frame::new(width, height, &mut self.words).expect("each size has its words");
        frame.palette.clone_from(&self.palette);
        let has_changed = app.draw(&mut frame) || app.cycle_colours(&mut frame.palette);
        self.palette.clone_from(&frame.palette);
        if has_changed || !self.has_picture {
            self.convert();
        }
        let is_repeated = !has_changed && self.front.can_repeat;
        self.front.show((!is_repeated).then_some(&self.pixels), width, height);
    }
}

/// A resampler that converts the synthesizer's samples to another sample rate, by linear interpolation.
struct Resampler {
    /// The new sample rate, in samples per second.
    rate: u32,
    /// The time from `last` to the next output sample. The unit is chosen so that two successive samples of the
    /// synthesizer are `rate` units apart.
    behind: u32,
    /// The left and the right value of the synthesizer's last sample.
    last: [i16; 2],
}

impl Resampler {
    /// Calls `give` with each output sample that lies before the last of `samples`.
    fn resample(&mut self, samples: &[[i16; 2]], mut give: impl FnMut([i16; 2])) {
        let rate = i64::from(self.rate);
        for &sample in samples {
            while self.behind < self.rate {
                let between = |(last, next): (i16, i16)| {
                    let (last, next) = (i64::from(last), i64::from(next));
                    let between = last + (next - last) * i64::from(self.behind) / rate;
                    #[expect(clippy::cast_possible_truncation, reason = "it lies between two")]
                    let between = between as i16;
                    between
                };
                let [left, right] = [0, 1].map(|side| between((self.last[side], sample[side])));
                give([left, right]);
                self.behind += SAMPLE_RATE;
            }
            self.behind -= self.rate;
            self.last = sample;
        }
    }
}
