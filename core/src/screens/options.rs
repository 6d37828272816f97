//! The options.

use super::ScreenName;
use super::menu::{Cursor, ListPanel, MenuEvent, MenuLine};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::Cue;
use crate::input::Input;
use crate::raster::Frame;
use crate::session::HostAbilities;
use crate::session::{AppState, RunPhase};
use crate::settings::{AnimationSpeed, Backlight, FloorView, RepeatSpeed, Settings, VOLUME_MAX};
use crate::view::text;
use crate::view::widgets::Area;
use core::fmt::Write;
use heapless::{String, Vec};

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionRow {
    RepeatSpeed,
    ColourSafe,
    Cycling,
    Music,
    Effects,
    TextSize,
    Contrast,
    Animation,
    Flashes,
    View,
    Scale,
    Fullscreen,
    Backlight,
    Lamp,
    Keys,
    Back,
}

/// All options, in order.
const ITEMS: [OptionRow; ITEMS_MAX] = [
    OptionRow::RepeatSpeed,
    OptionRow::ColourSafe,
    OptionRow::Cycling,
    OptionRow::Music,
    OptionRow::Effects,
    OptionRow::TextSize,
    OptionRow::Contrast,
    OptionRow::Animation,
    OptionRow::Flashes,
    OptionRow::View,
    OptionRow::Scale,
    OptionRow::Fullscreen,
    OptionRow::Backlight,
    OptionRow::Lamp,
    OptionRow::Keys,
    OptionRow::Back,
];

const ITEMS_MAX: usize = 16;

/// The options screen.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    cursor: Cursor,
    from: ScreenName,
}

impl Options {
    pub(super) fn open(from: ScreenName, state: &AppState) -> Options {
        if from != ScreenName::Keys {
            return Options { cursor: Cursor::default(), from };
        }
        // The screen of keys does not store the screen that opened the options, so the phase of the game decides.
        let from =
            if state.phase == RunPhase::Playing { ScreenName::Menu } else { ScreenName::Title };
        let items = items(state);
        let at = items.iter().position(|item| *item == OptionRow::Keys).unwrap_or(0);
        Options { cursor: Cursor::new(at), from }
    }
}

impl Screen for Options {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        let items = items(state);
        let AppState { pad, settings, abilities, sound, .. } = state;
        match self.cursor.tick(pad, sound, items.len()) {
            MenuEvent::None => return Transition::Same,
            MenuEvent::Moved => {}
            MenuEvent::Closed => return Transition::To(Destination::back_to(self.from)),
            MenuEvent::Confirmed(index) if items[index] == OptionRow::Back => {
                return Transition::To(Destination::back_to(self.from));
            }
            MenuEvent::Confirmed(index) if items[index] == OptionRow::Keys => {
                return Transition::To(Destination::Keys);
            }
            MenuEvent::Confirmed(index) => change(items[index], true, settings, *abilities),
            MenuEvent::Changed(index, forward) => {
                change(items[index], forward, settings, *abilities);
                sound.cue(Cue::Confirm);
            }
        }
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        state.draw_backdrop(frame);
        let items = items(state);
        let values: Vec<String<12>, ITEMS_MAX> =
            items.iter().map(|&item| value(item, &state.settings)).collect();
        let lines: Vec<MenuLine<'_>, ITEMS_MAX> = items
            .iter()
            .zip(&values)
            .map(|(&item, value)| MenuLine {
                label: label(item),
                value,
                is_choice: !value.is_empty(),
            })
            .collect();
        let hint = text::back_hint(&state.input_scheme);
        let feet: Vec<&str, ITEMS_MAX> = items.iter().map(|&item| explanation(item)).collect();
        let panel = ListPanel {
            heading: text::words::option::heading(),
            hint: &hint,
            value_room: widest_value(frame, &items, state),
            lines: &lines,
            feet: &feet,
        };
        self.cursor.draw_panel(frame, Area::of(frame), &panel);
    }
}

/// Returns the options that this host supports.
fn items(state: &AppState) -> Vec<OptionRow, ITEMS_MAX> {
    let abilities = state.abilities;
    let mut items = Vec::new();
    // Uses a loop, because the compiler would make 8 KB of code for an iterator.
    for item in ITEMS {
        let is_offered = match item {
            OptionRow::View => abilities.can_choose_view,
            OptionRow::Scale => abilities.scale_max > 0,
            OptionRow::Fullscreen => abilities.can_fullscreen,
            OptionRow::Backlight => abilities.can_dim,
            OptionRow::Lamp => abilities.has_lamp,
            OptionRow::Keys => abilities.can_choose_keys,
            _ => true,
        };
        if is_offered {
            items.push(item).expect("there is room for all");
        }
    }
    items
}

const fn label(item: OptionRow) -> &'static str {
    match item {
        OptionRow::RepeatSpeed => text::words::option::repeat_speed(),
        OptionRow::TextSize => text::words::option::text_size(),
        OptionRow::Contrast => text::words::option::contrast(),
        OptionRow::ColourSafe => text::words::option::colours(),
        OptionRow::Cycling => text::words::option::cycling(),
        OptionRow::Flashes => text::words::option::flashes(),
        OptionRow::Animation => text::words::option::animation(),
        OptionRow::Music => text::words::option::music(),
        OptionRow::Effects => text::words::option::effects(),
        OptionRow::View => text::words::option::view(),
        OptionRow::Scale => text::words::option::scale(),
        OptionRow::Fullscreen => text::words::option::fullscreen(),
        OptionRow::Backlight => text::words::option::backlight(),
        OptionRow::Lamp => text::words::option::lamp(),
        OptionRow::Keys => text::words::option::keys(),
        OptionRow::Back => text::words::option::back(),
    }
}

/// Returns the line that explains an option.
const fn explanation(item: OptionRow) -> &'static str {
    match item {
        OptionRow::RepeatSpeed => text::words::explanation::repeat_speed(),
        OptionRow::TextSize => text::words::explanation::text_size(),
        OptionRow::Contrast => text::words::explanation::contrast(),
        OptionRow::ColourSafe => text::words::explanation::colours(),
        OptionRow::Cycling => text::words::explanation::cycling(),
        OptionRow::Flashes => text::words::explanation::flashes(),
        OptionRow::Animation => text::words::explanation::animation(),
        OptionRow::Music => text::words::explanation::music(),
        OptionRow::Effects => text::words::explanation::effects(),
        OptionRow::Scale => text::words::explanation::scale(),
        OptionRow::View => text::words::explanation::view(),
        OptionRow::Fullscreen => text::words::explanation::fullscreen(),
        OptionRow::Backlight => text::words::explanation::backlight(),
        OptionRow::Lamp => text::words::explanation::lamp(),
        OptionRow::Keys => text::words::explanation::keys(),
        OptionRow::Back => text::words::explanation::back(),
    }
}

fn value(item: OptionRow, settings: &Settings) -> String<12> {
    let mut text = String::new();
    let written = match item {
        OptionRow::RepeatSpeed => text.write_str(match settings.repeat_speed {
            RepeatSpeed::Slow => text::words::value::slow(),
            RepeatSpeed::Normal => text::words::value::normal(),
            RepeatSpeed::Fast => text::words::value::fast(),
        }),
        OptionRow::ColourSafe => text.write_str(if settings.is_colour_safe {
            text::words::value::colour_blind()
        } else {
            text::words::value::normal()
        }),
        OptionRow::TextSize => text.write_str(if settings.has_large_text() {
            text::words::value::large()
        } else {
            text::words::value::normal()
        }),
        OptionRow::Contrast => text.write_str(if settings.has_contrast() {
            text::words::value::high()
        } else {
            text::words::value::normal()
        }),
        OptionRow::Cycling => text.write_str(on_or_off(settings.has_colour_cycling)),
        OptionRow::Flashes => text.write_str(on_or_off(settings.has_flashes())),
        OptionRow::Animation => text.write_str(match settings.animation_speed() {
            AnimationSpeed::Normal => text::words::value::normal(),
            AnimationSpeed::Fast => text::words::value::fast(),
            AnimationSpeed::Off => text::words::value::off(),
        }),
        OptionRow::Music => write_volume(&mut text, settings.music_volume),
        OptionRow::Effects => write_volume(&mut text, settings.effects_volume),
        OptionRow::View => text.write_str(match settings.view {
            FloorView::Near => text::words::value::near(),
            FloorView::Wide => text::words::value::wide(),
            FloorView::Whole => text::words::value::widest(),
        }),
        OptionRow::Scale if settings.scale == 0 => text.write_str(text::words::value::as_it_fits()),
        OptionRow::Scale => write!(text, "×{}", settings.scale),
        OptionRow::Fullscreen => text.write_str(on_or_off(settings.is_fullscreen)),
        OptionRow::Backlight => text.write_str(match settings.backlight() {
            Backlight::Full => text::words::value::full(),
            Backlight::Half => text::words::value::half(),
            Backlight::Low => text::words::value::low(),
        }),
        OptionRow::Lamp => text.write_str(on_or_off(settings.has_lamp())),
        OptionRow::Keys | OptionRow::Back => Ok(()),
    };
    written.expect("the values are short");
    text
}

/// The most choices that an option has.
const CHOICES_MAX: usize = 12;

/// Returns the width in pixels of the widest value of any option. With this width, the panel keeps its size while
/// values change.
fn widest_value(frame: &Frame<'_>, items: &[OptionRow], state: &AppState) -> i16 {
    let mut any = state.settings;
    let mut widest = 0;
    for &item in items {
        for _ in 0..CHOICES_MAX {
            change(item, true, &mut any, state.abilities);
            widest = widest.max(frame.width_of(&value(item, &any)));
        }
    }
    widest
}

const fn on_or_off(is_on: bool) -> &'static str {
    if is_on { text::words::value::on() } else { text::words::value::off() }
}

fn write_volume(text: &mut String<12>, volume: u8) -> core::fmt::Result {
    match volume {
        0 => text.write_str(text::words::value::off()),
        volume => write!(text, "{volume}/{VOLUME_MAX}"),
    }
}

/// Returns the next volume or, if `forward` is false, the previous volume, wrapping around.
const fn changed_volume(volume: u8, forward: bool) -> u8 {
    match (volume, forward) {
        (VOLUME_MAX.., true) => 0,
        (0, false) => VOLUME_MAX,
        (volume, true) => volume + 1,
        (volume, false) => volume - 1,
    }
}

/// Returns the value after `value` in `all` or, if `forward` is false, the value before it, wrapping around.
fn neighbour<T: Copy + PartialEq>(all: &[T], value: T, forward: bool) -> T {
    let at = all.iter().position(|&other| other == value).unwrap_or(0);
    all[(at + if forward { 1 } else { all.len() - 1 }) % all.len()]
}

fn change(item: OptionRow, forward: bool, settings: &mut Settings, abilities: HostAbilities) {
    match item {
        OptionRow::RepeatSpeed => {
            settings.repeat_speed = neighbour(&RepeatSpeed::ALL, settings.repeat_speed, forward);
        }
        OptionRow::TextSize => settings.set_large_text(!settings.has_large_text()),
        OptionRow::Contrast => settings.set_contrast(!settings.has_contrast()),
        OptionRow::Flashes => settings.set_flashes(!settings.has_flashes()),
        OptionRow::Animation => {
            let speed = neighbour(&AnimationSpeed::ALL, settings.animation_speed(), forward);
            settings.set_animation_speed(speed);
        }
        OptionRow::ColourSafe => settings.is_colour_safe = !settings.is_colour_safe,
        OptionRow::Music => settings.music_volume = changed_volume(settings.music_volume, forward),
        OptionRow::Effects => {
            settings.effects_volume = changed_volume(settings.effects_volume, forward);
        }
        OptionRow::Cycling => settings.has_colour_cycling = !settings.has_colour_cycling,
        OptionRow::View => settings.view = neighbour(&FloorView::ALL, settings.view, forward),
        OptionRow::Scale => {
            let count = abilities.scale_max + 1;
            let step = if forward { 1 } else { count - 1 };
            settings.scale = (settings.scale + step) % count;
        }
        OptionRow::Fullscreen => settings.is_fullscreen = !settings.is_fullscreen,
        OptionRow::Backlight => {
            settings.set_backlight(neighbour(&Backlight::ALL, settings.backlight(), forward));
        }
        OptionRow::Lamp => settings.set_lamp(!settings.has_lamp()),
        OptionRow::Keys | OptionRow::Back => {}
    }
}
