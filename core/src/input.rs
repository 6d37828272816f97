//! Input: the ten buttons, the pointer, and the translation of presses into steps.

use crate::geometry::Direction;
use musrex_assets::listed_enum;

listed_enum! {
    /// A button, named as on the Game Boy Advance; each host maps its keys to these buttons.
    pub enum Button {
        /// D-pad.
        Up,
        /// D-pad.
        Down,
        /// D-pad.
        Left,
        /// D-pad.
        Right,
        /// Confirm; wait.
        A,
        /// Back; dash; the pack.
        B,
        /// Look.
        L,
        /// Limits the D-pad to diagonals; explores together with L.
        R,
        /// Menu.
        Start,
        /// Map.
        Select,
    }
}

impl Button {
    /// Returns the button's name in an input script.
    pub const fn name(self) -> &'static str {
        match self {
            Button::Up => "Up",
            Button::Down => "Down",
            Button::Left => "Left",
            Button::Right => "Right",
            Button::A => "A",
            Button::B => "B",
            Button::L => "L",
            Button::R => "R",
            Button::Start => "Start",
            Button::Select => "Select",
        }
    }

    /// Returns the button with this name in an input script.
    pub fn from_name(name: &str) -> Option<Button> {
        Button::ALL.into_iter().find(|button| button.name() == name)
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of buttons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buttons(u16);

impl Buttons {
    /// The empty set.
    pub const NONE: Buttons = Buttons(0);
    /// The four buttons of the D-pad.
    pub const DIRECTIONS: Buttons =
        Buttons::NONE.with(Button::Up).with(Button::Down).with(Button::Left).with(Button::Right);

    /// Returns the set with `button`.
    #[must_use]
    pub const fn with(self, button: Button) -> Buttons {
        Buttons(self.0 | button.bit())
    }

    /// Returns the set without `button`.
    #[must_use]
    pub(crate) const fn without(self, button: Button) -> Buttons {
        Buttons(self.0 & !button.bit())
    }

    /// Returns whether `button` is in the set.
    pub const fn has(self, button: Button) -> bool {
        self.0 & button.bit() != 0
    }

    /// Returns the intersection.
    #[must_use]
    pub const fn and(self, other: Buttons) -> Buttons {
        Buttons(self.0 & other.0)
    }

    /// Returns the union.
    #[must_use]
    pub const fn or(self, other: Buttons) -> Buttons {
        Buttons(self.0 | other.0)
    }

    /// Returns the buttons that are not in `other`.
    #[must_use]
    pub(crate) const fn except(self, other: Buttons) -> Buttons {
        Buttons(self.0 & !other.0)
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the direction of the D-pad buttons in the set. Opposite buttons cancel out; `None` if nothing is left.
    pub(crate) fn direction(self) -> Option<Direction> {
        let axis = |less, more| i8::from(self.has(more)) - i8::from(self.has(less));
        Direction::from_signs(axis(Button::Left, Button::Right), axis(Button::Up, Button::Down))
    }
}

impl From<Direction> for Buttons {
    /// Returns the D-pad buttons of a direction.
    fn from(direction: Direction) -> Buttons {
        let (dx, dy) = direction.delta();
        let horizontal = match dx {
            -1 => Buttons::NONE.with(Button::Left),
            1 => Buttons::NONE.with(Button::Right),
            _ => Buttons::NONE,
        };
        match dy {
            -1 => horizontal.with(Button::Up),
            1 => horizontal.with(Button::Down),
            _ => horizontal,
        }
    }
}

impl FromIterator<Button> for Buttons {
    fn from_iter<I: IntoIterator<Item = Button>>(buttons: I) -> Buttons {
        buttons.into_iter().fold(Buttons::NONE, Buttons::with)
    }
}

/// A computer mouse that points at the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The distance from the left edge of the frame in pixels.
    pub x: i16,
    /// The distance from the top edge of the frame in pixels.
    pub y: i16,
    /// True while the mouse button is held.
    pub is_held: bool,
}

/// The input of one tick of 1/60 s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The buttons that are held.
    pub buttons: Buttons,
    /// The computer mouse, if there is one and it points at the frame.
    pub pointer: Option<Pointer>,
}

impl From<Buttons> for Input {
    fn from(buttons: Buttons) -> Input {
        Input { buttons, pointer: None }
    }
}

/// A queue that keeps the presses and releases of each button until a tick has seen them. A tick sees at most one
/// change per button, so no tap is lost, however short. A host [forgets](Latch::forget_presses) the waiting presses
/// when danger comes (T11).
#[derive(Clone, Debug, Default)]
pub struct Latch {
    shown: Buttons,
    changes: [u8; Button::ALL.len()],
}

impl Latch {
    /// Returns a latch with no button held.
    pub const fn new() -> Latch {
        Latch { shown: Buttons::NONE, changes: [0; Button::ALL.len()] }
    }

    /// Presses `button`, unless it is down already.
    pub fn press(&mut self, button: Button) {
        self.change(button, true);
    }

    /// Releases `button`, unless it is up already.
    pub fn release(&mut self, button: Button) {
        self.change(button, false);
    }

    fn change(&mut self, button: Button, is_down: bool) {
        let changes = button.entry_mut(&mut self.changes);
        let was_down = self.shown.has(button) ^ (*changes % 2 == 1);
        // A hundred taps can wait. Beyond that, a press and its release cancel each other.
        if was_down != is_down {
            *changes = if *changes < 200 { *changes + 1 } else { *changes - 1 };
        }
    }

    /// Returns whether a press waits for a later tick.
    pub fn has_waiting_press(&self) -> bool {
        let is_press =
            |(button, changes): (Button, &u8)| *changes > u8::from(self.shown.has(button));
        Button::ALL.into_iter().zip(&self.changes).any(is_press)
    }

    /// Forgets the presses that wait for a later tick. Even if the button of such a press is still held, the button
    /// counts as up until it is released and pressed again.
    pub fn forget_presses(&mut self) {
        for (button, changes) in Button::ALL.into_iter().zip(&mut self.changes) {
            *changes = (*changes).min(u8::from(self.shown.has(button)));
        }
    }

    /// Returns the buttons that the next tick sees.
    pub fn take(&mut self) -> Buttons {
        for (button, changes) in Button::ALL.into_iter().zip(&mut self.changes) {
            if *changes > 0 {
                *changes -= 1;
                let is_down = !self.shown.has(button);
                self.shown =
                    if is_down { self.shown.with(button) } else { self.shown.without(button) };
            }
        }
        self.shown
    }
}

/// The delay and the interval of button repeat, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The number of ticks from the press to the first repeat.
    pub(crate) delay: u8,
    /// The number of ticks from one repeat to the next.
    pub(crate) interval: u8,
}

/// The buttons that are held in this tick, and the buttons that went down in this tick.
#[derive(Clone, Debug)]
pub(crate) struct Pad {
    held: Buttons,
    pressed: Buttons,
    held_ticks: u8,
}

impl Pad {
    /// The initial state: no button is held.
    pub(crate) const NEW: Pad = Pad { held: Buttons::NONE, pressed: Buttons::NONE, held_ticks: 0 };

    /// Updates the state with the buttons of a tick.
    pub(crate) fn update(&mut self, held: Buttons) {
        self.pressed = held.except(self.held);
        let same = held == self.held && !held.is_empty();
        self.held_ticks = if same { self.held_ticks.saturating_add(1) } else { 0 };
        self.held = held;
    }

    /// Returns the buttons held.
    pub(crate) const fn held(&self) -> Buttons {
        self.held
    }

    /// Returns the buttons that went down this tick.
    pub(crate) const fn pressed(&self) -> Buttons {
        self.pressed
    }

    /// Returns whether `button` went down this tick.
    pub(crate) const fn is_pressed(&self, button: Button) -> bool {
        self.pressed.has(button)
    }

    /// Returns whether the player asks for the pack. The player presses Start while B is held, or a desktop key that
    /// presses both (H15).
    pub(crate) const fn asks_for_pack(&self) -> bool {
        self.pressed.has(Button::Start) && self.held.has(Button::B)
    }

    /// Returns whether the player asks for the deed of the worn chip. The player presses Select while B is held, or a
    /// desktop key that presses both (H15).
    pub(crate) const fn asks_for_deed(&self) -> bool {
        self.pressed.has(Button::Select) && self.held.has(Button::B)
    }

    /// Returns the number of ticks since the held buttons last changed, at most 255. Each repeat in
    /// [`repeats`](Pad::repeats) lowers the number.
    pub(crate) const fn held_ticks(&self) -> u8 {
        self.held_ticks
    }

    /// Returns whether `button` went down in this tick, or is held and repeats now. Lists use this.
    pub(crate) fn repeats(&mut self, button: Button, repeat: Repeat) -> bool {
        if self.is_pressed(button) {
            return true;
        }
        let is_due = self.held.has(button) && self.held_ticks >= repeat.delay;
        if is_due {
            self.held_ticks = repeat.delay.saturating_sub(repeat.interval);
        }
        is_due
    }
}

/// A translator from the D-pad to steps. A new press waits for one tick, so that a second direction can join it to make
/// a diagonal. A held direction repeats.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepRepeater {
    pending: Option<Buttons>,
    ticks_to_repeat: u8,
    last: Buttons,
}

/// A step that the D-pad asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepInput {
    /// The direction was pressed in this tick or in the tick before.
    Fresh(Direction),
    /// The direction is held and repeats.
    Repeated(Direction),
}

impl StepRepeater {
    /// The initial state: no direction is held.
    pub(crate) const NEW: StepRepeater =
        StepRepeater { pending: None, ticks_to_repeat: 0, last: Buttons::NONE };

    /// Updates the state with the buttons of a tick. If `diagonals_only` is true, only diagonal steps are returned.
    pub(crate) fn update(
        &mut self,
        pad: &Pad,
        repeat: Repeat,
        diagonals_only: bool,
    ) -> Option<StepInput> {
        let held = pad.held().and(Buttons::DIRECTIONS);
        let pressed = pad.pressed().and(Buttons::DIRECTIONS);
        let allowed = |direction: &Direction| !diagonals_only || direction.is_diagonal();
        let last = core::mem::replace(&mut self.last, held);
        let waited = self.pending.take();
        if !pressed.is_empty() || waited.is_some() {
            let all = waited.unwrap_or(held).or(pressed).or(held);
            let direction = all.direction().filter(allowed);
            let is_complete = direction.is_some_and(Direction::is_diagonal);
            if waited.is_none() && !is_complete {
                self.pending = Some(all);
                return None;
            }
            self.ticks_to_repeat = repeat.delay;
            return direction.map(StepInput::Fresh);
        }
        if held.is_empty() {
            return None;
        }
        if held != last {
            // One of two directions was released. The player is probably letting go of both, so the next step is
            // delayed.
            self.ticks_to_repeat = self.ticks_to_repeat.max(repeat.interval);
        }
        self.ticks_to_repeat = self.ticks_to_repeat.saturating_sub(1);
        if self.ticks_to_repeat > 0 {
            return None;
        }
        self.ticks_to_repeat = repeat.interval;
        held.direction().filter(allowed).map(StepInput::Repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPEAT: Repeat = Repeat { delay: 15, interval: 6 };

    fn buttons(list: &[Button]) -> Buttons {
        list.iter().copied().collect()
    }

    /// Passes one set of buttons per tick to a repeater. Returns each step with the index of its tick.
    fn steps(ticks: &[Buttons]) -> std::vec::Vec<(usize, StepInput)> {
        let (mut pad, mut step_repeater) = (Pad::NEW, StepRepeater::default());
        let mut found = std::vec::Vec::new();
        for (tick, &held) in ticks.iter().enumerate() {
            pad.update(held);
            let diagonals = held.has(Button::R);
            found.extend(
                step_repeater.update(&pad, REPEAT, diagonals).map(|step_input| (tick, step_input)),
            );
        }
        found
    }

    #[test]
    fn a_tap_is_one_step_one_tick_later() {
        let right = buttons(&[Button::Right]);
        let tap = [right, Buttons::NONE, Buttons::NONE, Buttons::NONE];
        assert_eq!(steps(&tap), [(1, StepInput::Fresh(Direction::East))]);
    }

    #[test]
    fn two_directions_a_tick_apart_are_one_diagonal_step() {
        let (up, both) = (buttons(&[Button::Up]), buttons(&[Button::Up, Button::Right]));
        assert_eq!(steps(&[up, both, both]), [(1, StepInput::Fresh(Direction::NorthEast))]);
        assert_eq!(steps(&[both, both]), [(0, StepInput::Fresh(Direction::NorthEast))]);
    }

    #[test]
    fn letting_go_of_a_diagonal_makes_no_straight_step() {
        let (up, both) = (buttons(&[Button::Up]), buttons(&[Button::Up, Button::Right]));
        let none = Buttons::NONE;
        assert_eq!(
            steps(&[both, both, both, up, up, none]),
            [(0, StepInput::Fresh(Direction::NorthEast))]
        );
    }

    #[test]
    fn a_held_direction_repeats() {
        let right = [buttons(&[Button::Right]); 30];
        let ticks: std::vec::Vec<usize> = steps(&right).iter().map(|step| step.0).collect();
        assert_eq!(ticks, [1, 16, 22, 28]);
    }

    #[test]
    fn with_r_only_diagonals_count() {
        let straight = buttons(&[Button::R, Button::Up]);
        assert_eq!(steps(&[straight; 4]), []);
    }

    #[test]
    fn a_latch_loses_no_tap() {
        let mut latch = Latch::new();
        for _ in 0..3 {
            latch.press(Button::A);
            latch.release(Button::A);
        }
        let seen: std::vec::Vec<bool> = (0..8).map(|_| latch.take().has(Button::A)).collect();
        assert_eq!(seen, [true, false, true, false, true, false, false, false]);
    }

    // T11: waiting presses are forgotten. A button whose press has been taken stays down until it is released.
    #[test]
    fn a_latch_forgets_the_presses_that_wait() {
        let mut latch = Latch::new();
        latch.press(Button::A);
        latch.press(Button::B);
        latch.take();
        assert!(!latch.has_waiting_press());
        latch.release(Button::A);
        assert!(!latch.has_waiting_press(), "a release is no press");
        for button in [Button::A, Button::Up] {
            for _ in 0..3 {
                latch.press(button);
                latch.release(button);
            }
        }
        latch.press(Button::Down);
        assert!(latch.has_waiting_press());
        latch.forget_presses();
        assert!(!latch.has_waiting_press());
        let held = buttons(&[Button::B]);
        assert_eq!([latch.take(), latch.take()], [held; 2]);
        // A button whose press was forgotten goes down with its next press.
        latch.release(Button::Down);
        assert_eq!(latch.take(), held);
        latch.press(Button::Down);
        assert_eq!(latch.take(), held.with(Button::Down));
    }

    #[test]
    fn a_latch_survives_a_stuck_keyboard() {
        let mut latch = Latch::new();
        for _ in 0..1000 {
            latch.press(Button::A);
            latch.release(Button::A);
        }
        for _ in 0..400 {
            latch.take();
        }
        assert_eq!(latch.take(), Buttons::NONE);
    }
}
