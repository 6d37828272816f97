//! Chords: emulates the ten buttons of the game on a machine with a D-pad and only four other buttons: A, B, X and Y.
//!
//! In each tick, the host of such a machine passes the held buttons to [`Chords`], and passes the result to the app.

use crate::input::{Button, Buttons};

/// The longest tap of X or Y, in ticks; a longer press counts as a hold.
const TAP_TICKS_MAX: u8 = 20;
/// The number of ticks that A waits for B to join it.
const JOIN_TICKS: u8 = 3;

/// A translator from the buttons of a machine with a D-pad and four buttons to the ten buttons of the game. The host
/// calls the translator in each tick.
///
/// | held | gives |
/// |---|---|
/// | D-pad, B | the same |
/// | A | A, three ticks later or when it is released, unless B joins it before |
/// | A and B | L and R immediately, which explores |
/// | X, tapped | Start, when it is released |
/// | X, held | Select, after a third of a second |
/// | X, while B is held | Start immediately, which with B opens the pack |
/// | Y, tapped without a direction | L, when it is released |
/// | Y, held | R immediately, for as long as it is held |
///
/// The host passes X as [`Button::Start`], and Y as [`Button::L`]. A [`Latch`](crate::input::Latch) in front makes sure
/// that no tap is lost.
///
/// ```
/// use musrex_core::chords::Chords;
/// use musrex_core::input::{Button, Buttons};
///
/// let (mut chords, x) = (Chords::new(), Buttons::NONE.with(Button::Start));
/// assert_eq!(chords.update(x), Buttons::NONE, "X may be held for the map");
/// assert_eq!(chords.update(Buttons::NONE), x, "a tap opens the menu");
/// assert_eq!(chords.update(Buttons::NONE), Buttons::NONE);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Chords {
    a: Confirm,
    x: Hold,
    y: Hold,
}

/// The current meaning of A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Confirm {
    /// A is up.
    #[default]
    Up,
    /// A has been down for this number of ticks. The app does not see A yet, because B may still join it.
    Waiting(u8),
    /// A acts alone.
    Alone,
    /// A and B explore together, until both are up.
    Exploring,
}

/// A button that acts differently for a tap and for a hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Hold {
    /// The button is up.
    #[default]
    Up,
    /// The button has been down for this number of ticks. A release now makes the press a tap.
    Tap(u8),
    /// The button is held.
    Held,
    /// The press has already had its effect.
    Done,
}

impl Chords {
    /// Returns the state in which nothing is held.
    pub const fn new() -> Chords {
        Chords { a: Confirm::Up, x: Hold::Up, y: Hold::Up }
    }

    /// Takes the buttons held in a tick, and returns the buttons that the app sees.
    pub fn update(&mut self, held: Buttons) -> Buttons {
        let (a, b) = (held.has(Button::A), held.has(Button::B));
        let explores = self.a.explores(a, b);
        let mut seen = held.and(Buttons::DIRECTIONS);
        if b && !explores {
            seen = seen.with(Button::B);
        }
        if explores {
            seen = seen.with(Button::L).with(Button::R);
        } else if self.a.is_seen(a) {
            seen = seen.with(Button::A);
        }
        seen = seen.or(self.x(held.has(Button::Start), b));
        seen.or(self.y(held.has(Button::L), held.direction().is_some()))
    }

    /// Returns the buttons that X stands for.
    fn x(&mut self, is_down: bool, has_b: bool) -> Buttons {
        let menu = Buttons::NONE.with(Button::Start);
        if is_down && has_b && self.x == Hold::Up {
            self.x = Hold::Done;
            return menu;
        }
        match self.x.update(is_down) {
            Some(Held::Tapped) => menu,
            Some(Held::Held) => Buttons::NONE.with(Button::Select),
            None => Buttons::NONE,
        }
    }

    /// Returns the buttons that Y stands for.
    fn y(&mut self, is_down: bool, has_direction: bool) -> Buttons {
        if is_down && has_direction {
            self.y = Hold::Held;
        }
        match self.y.update(is_down) {
            Some(Held::Tapped) => Buttons::NONE.with(Button::L),
            _ if is_down => Buttons::NONE.with(Button::R),
            _ => Buttons::NONE,
        }
    }
}

impl Confirm {
    /// Updates the state of A with the buttons of this tick. Returns whether A and B explore together.
    fn explores(&mut self, a: bool, b: bool) -> bool {
        *self = match *self {
            Confirm::Exploring if a || b => Confirm::Exploring,
            Confirm::Up | Confirm::Waiting(_) if a && b => Confirm::Exploring,
            other if a => other,
            // The app has not seen a short tap of A yet. The app sees the tap now, for one tick.
            Confirm::Waiting(_) => Confirm::Waiting(JOIN_TICKS),
            _ => Confirm::Up,
        };
        *self == Confirm::Exploring
    }

    /// Moves the state of A on by a tick. Returns whether the app sees A as held.
    fn is_seen(&mut self, is_down: bool) -> bool {
        let (next, is_seen) = match *self {
            Confirm::Waiting(ticks) if ticks < JOIN_TICKS => (Confirm::Waiting(ticks + 1), false),
            Confirm::Waiting(_) if is_down => (Confirm::Alone, true),
            Confirm::Waiting(_) => (Confirm::Up, true),
            Confirm::Alone => (Confirm::Alone, true),
            Confirm::Up if is_down => (Confirm::Waiting(1), false),
            other => (other, false),
        };
        *self = next;
        is_seen
    }
}

/// The effect of a button in a tick.
enum Held {
    /// The button was released, and was not held for long.
    Tapped,
    /// The button is held.
    Held,
}

impl Hold {
    fn update(&mut self, is_down: bool) -> Option<Held> {
        let was = core::mem::replace(self, Hold::Up);
        if !is_down {
            return matches!(was, Hold::Tap(_)).then_some(Held::Tapped);
        }
        *self = match was {
            Hold::Up => Hold::Tap(1),
            Hold::Tap(ticks) if ticks < TAP_TICKS_MAX => Hold::Tap(ticks + 1),
            Hold::Tap(_) | Hold::Held => Hold::Held,
            Hold::Done => Hold::Done,
        };
        (*self == Hold::Held).then_some(Held::Held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    const X: Button = Button::Start;
    const Y: Button = Button::L;

    /// Holds each set of buttons for its number of ticks. Returns the buttons that the app sees; consecutive equal
    /// results appear once.
    fn seen(script: &[(&[Button], usize)]) -> Vec<Vec<Button>> {
        let mut chords = Chords::new();
        let mut all: Vec<Vec<Button>> = Vec::new();
        for &(held, ticks) in script {
            for _ in 0..ticks {
                let buttons = chords.update(held.iter().copied().collect());
                all.push(Button::ALL.into_iter().filter(|&one| buttons.has(one)).collect());
            }
        }
        all.dedup();
        all
    }

    #[test]
    fn a_waits_for_b_and_no_tap_is_lost() {
        let none = Vec::new();
        assert_eq!(
            seen(&[(&[Button::A], 9), (&[], 9)]),
            [none.clone(), [Button::A].into(), none.clone()]
        );
        for ticks in 1..4 {
            let tap = seen(&[(&[Button::A], ticks), (&[], 1), (&[Button::A], ticks), (&[], 1)]);
            let a: Vec<Button> = [Button::A].into();
            let [first, second] = [&tap[1], &tap[3]];
            assert_eq!((tap.len(), first, second), (4, &a, &a), "{ticks} ticks");
        }
    }

    #[test]
    fn a_and_b_explore_in_either_order() {
        let (none, both): (Vec<Button>, Vec<Button>) = (Vec::new(), [Button::L, Button::R].into());
        for (first, leads) in [(Button::A, none.clone()), (Button::B, [Button::B].into())] {
            let script: [(&[Button], usize); 4] =
                [(&[first], 2), (&[Button::A, Button::B], 9), (&[Button::B], 2), (&[], 2)];
            assert_eq!(seen(&script), [leads, both.clone(), none.clone()]);
        }
        // If A has been held alone for long, pressing B no longer starts exploring.
        let late = seen(&[(&[Button::A], 9), (&[Button::A, Button::B], 9)]);
        assert!(!late.contains(&both), "{late:?}");
    }

    #[test]
    fn x_is_the_menu_the_map_or_the_pack() {
        let none = Vec::new();
        let tap = [none.clone(), [X].into(), none.clone()];
        assert_eq!(seen(&[(&[X], 20), (&[], 2)]), tap);
        assert_eq!(seen(&[(&[X], 22), (&[], 2)]), [none.clone(), [Button::Select].into(), none]);
        let pack = seen(&[(&[Button::B], 1), (&[Button::B, X], 30), (&[Button::B], 1)]);
        assert_eq!(pack, [[Button::B].to_vec(), [Button::B, X].into(), [Button::B].into()]);
    }

    #[test]
    fn y_looks_or_limits_to_diagonals() {
        let none = Vec::new();
        assert_eq!(seen(&[(&[Y], 20), (&[], 2)]), [[Button::R].to_vec(), [Y].into(), none.clone()]);
        assert_eq!(seen(&[(&[Y], 22), (&[], 2)]), [[Button::R].into(), none.clone()]);
        let step = seen(&[(&[Y], 2), (&[Y, Button::Up], 2), (&[Y], 2), (&[], 2)]);
        let r: Vec<Button> = [Button::R].into();
        assert_eq!(step, [r.clone(), [Button::Up, Button::R].into(), r, none]);
    }
}
