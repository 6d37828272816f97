//! Help: the controls, then the pages of the guide.

use super::ScreenName;
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, SpillKind, Status};
use crate::controls::InputScheme;
use crate::geometry::Direction;
use crate::input::{Button, Input, Repeat, StepInput, StepRepeater};
use crate::raster::{Colour, Frame, FrameShape, Shade, TextSize};
use crate::session::AppState;
use crate::settings::RepeatSpeed;
use crate::view::text::{self, CONTROLS, GUIDE, GuidePage, Topic};
use crate::view::widgets::{self, Area, ICON};
use crate::world::Game;
use musrex_assets::interface::Icon;
use musrex_assets::{Tile, creatures, interface, items, terrain};

/// The left edge of all lines, in pixels.
const LEFT: i16 = 6;

/// The distance between the left edges of the two columns of the controls, in pixels of normal text.
const SECOND_COLUMN: i16 = 80;

/// The width of a picture in the guide and the width of the gap before its line, in pixels.
const PICTURE: (i16, i16) = (16, 4);

/// The number of pages: the page of controls, and the pages of the guide.
const PAGES: usize = 1 + GUIDE.len();

/// The help screen.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    from: ScreenName,
    /// The shown page; page 0 has the controls.
    page: usize,
    /// True if the last controls are shown instead of the first ones, on a frame without room for all controls.
    is_scrolled: bool,
    step_repeater: StepRepeater,
}

impl Help {
    pub(super) fn open(from: ScreenName, _: &AppState) -> Help {
        Help { from, page: 0, is_scrolled: false, step_repeater: StepRepeater::default() }
    }
}

impl Screen for Help {
    /// Turns the pages. Confirming opens the next page or, on the last page, closes the screen. If the frame has no
    /// room for all controls, confirming first scrolls the controls.
    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        let shape = state.frame_shape();
        let AppState { pad, sound, .. } = state;
        if [Button::B, Button::Start].into_iter().any(|button| pad.is_pressed(button)) {
            return Transition::To(Destination::back_to(self.from));
        }
        let step = self.step_repeater.update(pad, REPEAT, false);
        let has_more =
            self.page == 0 && shape.is_some_and(|shape| controls_shown(shape) < CONTROLS);
        let direction = step.map(|(StepInput::Fresh(to) | StepInput::Repeated(to))| to);
        let goes_on = pad.is_pressed(Button::A) || direction == Some(Direction::South);
        let is_scrolled = (self.is_scrolled || goes_on) && direction != Some(Direction::North);
        if has_more && is_scrolled != self.is_scrolled {
            self.is_scrolled = is_scrolled;
            sound.cue(Cue::MenuMove);
            return Transition::Changed;
        }
        let page = match direction {
            _ if pad.is_pressed(Button::A) => self.page + 1,
            Some(Direction::East | Direction::South) => (self.page + 1).min(PAGES - 1),
            Some(Direction::West | Direction::North) => self.page.saturating_sub(1),
            _ => self.page,
        };
        match page {
            PAGES => Transition::To(Destination::back_to(self.from)),
            page if page == self.page => Transition::Same,
            page => {
                (self.page, self.is_scrolled) = (page, false);
                sound.cue(Cue::MenuMove);
                Transition::Changed
            }
        }
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        frame.clear(Colour::INK);
        widgets::rule(frame, widgets::heading_height(frame.shape()) - 2);
        let pages = text::page_hint(self.page + 1, PAGES);
        let right = Area::of(frame).width - LEFT;
        widgets::text_right(frame, right, 2, &pages, Colour::GREY);
        let back = text::back_hint(&state.input_scheme);
        let right = right - widgets::widened(frame, 52);
        widgets::text_right(frame, right, 2, &back, Colour::GREY);
        match self.page.checked_sub(1) {
            None => draw_controls(frame, &state.input_scheme, self.is_scrolled),
            Some(page) => draw_guide(frame, &state.game, GUIDE[page]),
        }
    }
}

/// Returns the space above the controls and the distance between lines, in pixels.
fn controls_layout(shape: FrameShape) -> (i16, i16) {
    let (gap, extra) = match shape.height {
        // Large text needs the space.
        _ if shape.text_size == TextSize::Large => (2, 0),
        0..=170 => (4, 1),
        _ => (4, 3),
    };
    (widgets::heading_height(shape) + gap, shape.line_height() + extra)
}

/// Returns the number of lines of controls for which a frame of this shape has room.
fn controls_shown(shape: FrameShape) -> usize {
    let (top, pitch) = controls_layout(shape);
    let room = Area::whole(shape).height - top + pitch - shape.text_height();
    usize::try_from(room / pitch).unwrap_or(0).min(CONTROLS)
}

/// Draws the first controls of the input scheme, or the last controls if `is_scrolled` is true.
fn draw_controls(frame: &mut Frame<'_>, input_scheme: &InputScheme, is_scrolled: bool) {
    let whole = Area::of(frame);
    let is_large = frame.text_size() == TextSize::Large;
    let left = if is_large { LEFT } else { (whole.width - 240) / 2 + LEFT };
    frame.text(LEFT, 2, text::CONTROLS_HEADING, Colour::GOLD);
    let lines = text::controls(input_scheme);
    let (top, pitch) = controls_layout(frame.shape());
    let shown = controls_shown(frame.shape());
    let hidden = CONTROLS - shown;
    let mut y = top;
    let first = if is_scrolled { hidden } else { 0 };
    for (button, action) in lines.into_iter().skip(first).take(shown) {
        frame.text(left, y, &button, Colour::STRAW);
        frame.text(left + widgets::widened(frame, SECOND_COLUMN), y, action, Colour::WHITE);
        y += pitch;
    }
    if hidden > 0 {
        let (icon, y) = if is_scrolled {
            (&interface::SCROLL_UP, top)
        } else {
            (&interface::SCROLL_DOWN, whole.height - ICON)
        };
        frame.icon(whole.width - ICON - 2, y, icon, Shade::Lit);
    }
}

/// Draws a page of the guide: a picture and a line for each topic, spread evenly over the frame.
fn draw_guide(frame: &mut Frame<'_>, game: &Game, page: GuidePage) {
    const PITCH_MAX: i16 = 22;
    let GuidePage { heading, topics } = page;
    frame.text(LEFT, 2, heading, Colour::GOLD);
    let top = widgets::heading_height(frame.shape()) + 1;
    let count = i16::try_from(topics.len()).unwrap_or(1).max(1);
    let pitch = ((Area::of(frame).height - top) / count).min(PITCH_MAX);
    let (across, gap) = PICTURE;
    let mut y = top;
    for &topic in topics {
        draw_picture(frame, (LEFT, y), picture(topic));
        let line = text::guide_line(topic, game.mode().night());
        let middle = y + (across - frame.text_height()) / 2;
        frame.text(LEFT + across + gap, middle, &line, Colour::WHITE);
        y += pitch;
    }
}

/// The picture of a topic.
enum Picture {
    /// An icon, as shown above a creature.
    Icon(&'static Icon),
    /// A sprite, with its shade.
    Sprite(&'static Tile, Shade),
    /// A word, as shown on the map or in the log.
    Word(&'static str, Colour),
}

const fn picture(topic: Topic) -> Picture {
    let mouse = &creatures::MICRO_MOUSE.right[0];
    match topic {
        Topic::Hp => Picture::Icon(&interface::HEART),
        Topic::NextLevel => Picture::Icon(&interface::BAR.good),
        Topic::Level | Topic::Graft | Topic::Experience => Picture::Icon(&interface::STAR),
        Topic::Charges => Picture::Icon(&interface::CHARGE),
        Topic::Floor => Picture::Icon(&interface::FLOOR),
        Topic::Chip => Picture::Sprite(&items::MICROCHIP, Shade::Lit),
        Topic::Kit => Picture::Sprite(&terrain::LOCKER, Shade::Lit),
        Topic::Asleep => Picture::Icon(&interface::ASLEEP),
        Topic::Watching => Picture::Icon(&interface::WATCHING),
        Topic::Hunting | Topic::MarkedAll => Picture::Sprite(mouse, Shade::Lit),
        Topic::Alert | Topic::LastTurn => Picture::Icon(&interface::ALERT),
        Topic::Squeak => Picture::Icon(&interface::SQUEAK),
        Topic::Ally => Picture::Icon(&interface::ALLY),
        Topic::Sensed => Picture::Sprite(mouse, Shade::Dim),
        Topic::HiddenAim => Picture::Sprite(&interface::AIM_PATH, Shade::Lit),
        Topic::AllyMark => Picture::Sprite(&interface::MARKED_ALLY[0], Shade::Lit),
        Topic::Helpless => Picture::Icon(&interface::EATING),
        Topic::Noise => Picture::Sprite(&creatures::MICRO_MOUSE_STATES.asleep.right[0], Shade::Lit),
        Topic::Defence => Picture::Sprite(&creatures::HEROINE.right[0], Shade::Lit),
        Topic::Followers => Picture::Sprite(&terrain::STAIRS_UP, Shade::Lit),
        Topic::Recovery => Picture::Sprite(&items::HEALTH_PACK, Shade::Lit),
        Topic::SpitMark => Picture::Sprite(&interface::MARKED[0], Shade::Lit),
        Topic::LineMark => Picture::Sprite(&interface::MARKED_CHARGE[0], Shade::Lit),
        Topic::LeapMark => Picture::Sprite(&interface::MARKED_LEAP[0], Shade::Lit),
        Topic::BurstMark => Picture::Sprite(&interface::MARKED_BURST[0], Shade::Lit),
        Topic::Vents => Picture::Sprite(&terrain::VENT_OPEN, Shade::Lit),
        Topic::Terminals => Picture::Sprite(&terrain::TERMINAL, Shade::Lit),
        Topic::Vaults => Picture::Sprite(&terrain::DOOR_LOCKED, Shade::Lit),
        Topic::Spills => Picture::Sprite(&interface::SPILL_ACID[0], Shade::Lit),
        Topic::Cables => Picture::Sprite(&terrain::SWITCH, Shade::Lit),
        Topic::Named => Picture::Sprite(&creatures::BULLDOZER.right[0], Shade::Lit),
        Topic::AllyGain => Picture::Sprite(&items::OVERRIDE_CHIP, Shade::Lit),
        Topic::EdgeArrow => Picture::Word("→", Colour::BAD),
        Topic::SpillUnderfoot => Picture::Icon(SpillKind::Acid.spec().icon),
        Topic::Resist => Picture::Icon(Status::Steady.spec().icon),
        Topic::Cures => Picture::Sprite(&items::ANTIDOTE, Shade::Lit),
        Topic::Miss => Picture::Word("0", Colour::WHITE),
        Topic::Odds => Picture::Word("9", Colour::BAD),
        Topic::Goals => Picture::Icon(&interface::STAR),
        Topic::Nights => Picture::Icon(&interface::MOON),
        Topic::Score => Picture::Icon(&interface::CROWN),
        Topic::Of(status) => Picture::Icon(status.spec().icon),
    }
}

/// Draws a picture, centred in its square.
fn draw_picture(frame: &mut Frame<'_>, (x, y): (i16, i16), picture: Picture) {
    let side = PICTURE.0;
    match picture {
        Picture::Icon(icon) => {
            let inset = (side - ICON) / 2;
            frame.icon(x + inset, y + inset, icon, Shade::Lit);
        }
        Picture::Sprite(sprite, shade) => frame.sprite(x, y, sprite, shade),
        Picture::Word(word, colour) => {
            let top = y + (side - frame.text_height()) / 2;
            widgets::text_centred(frame, x + side / 2, top, word, colour);
        }
    }
}
