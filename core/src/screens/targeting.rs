//! The selected tile of a screen. Directions, the look button and the pointer move the selection to other tiles.

use crate::geometry::Pos;
use crate::input::{Button, Pointer, Repeat, StepInput, StepRepeater};
use crate::raster::FrameShape;
use crate::session::AppState;
use crate::settings::RepeatSpeed;
use crate::view::hud;
use crate::view::widgets::Area;
use crate::world::Game;

/// A value that no real pointer has. This value stands for the pointer before the first tick; the first tick only
/// records the real pointer. Thus a button that is already down does nothing, and a pointer at rest selects nothing.
const UNREAD_POINTER: Pointer = Pointer { x: -1, y: -1, is_held: true };

/// The selected tile.
#[derive(Clone, Debug)]
pub(super) struct Targeting {
    /// The tile.
    pub(super) at: Pos,
    step_repeater: StepRepeater,
    /// The pointer in the last tick; `None` if no pointer was over the frame.
    pointer: Option<Pointer>,
    /// The area in which the map is drawn while the pointer chooses a tile. The map keeps this area, so it does not
    /// move.
    held_area: Option<Area>,
}

impl Targeting {
    pub(super) fn new(at: Pos) -> Targeting {
        Targeting {
            at,
            step_repeater: StepRepeater::default(),
            pointer: Some(UNREAD_POINTER),
            held_area: None,
        }
    }

    /// Returns the area in which the map is drawn.
    pub(super) fn map_area(&self, game: &Game, shape: FrameShape) -> Area {
        self.held_area.unwrap_or_else(|| hud::area_with(shape, game, self.at))
    }

    /// Selects the tile under the pointer if the pointer has changed. Returns whether the pointer's button was pressed
    /// on a tile.
    pub(super) fn point(&mut self, state: &AppState, pointer: Option<Pointer>) -> bool {
        let before = core::mem::replace(&mut self.pointer, pointer);
        if before == Some(UNREAD_POINTER) {
            return false;
        }
        let Some(pointer) = pointer.filter(|_| self.pointer != before) else { return false };
        let was_held = before.is_some_and(|before| before.is_held);
        let Some(shape) = state.play.frame_shape() else { return false };
        let area = self.map_area(&state.game, shape);
        let Some(at) = state.play.view(&state.game, area).tile_at(pointer.x, pointer.y) else {
            return false;
        };
        (self.at, self.held_area) = (at, Some(area));
        pointer.is_held && !was_held
    }

    /// Selects the target that follows the selected one in `targets`.
    pub(super) fn cycle(&mut self, targets: &[Pos]) {
        let place = targets.iter().position(|&pos| pos == self.at);
        let next = place.map_or(0, |place| (place + 1) % targets.len().max(1));
        self.at = targets.get(next).copied().unwrap_or(self.at);
    }

    /// Moves the selection in the pressed direction.
    pub(super) fn steer(&mut self, state: &AppState) {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        let pad = &state.pad;
        let step_input = self.step_repeater.update(pad, REPEAT, pad.held().has(Button::R));
        if !pad.pressed().is_empty() {
            self.held_area = None;
        }
        if let Some(StepInput::Fresh(direction) | StepInput::Repeated(direction)) = step_input {
            self.at = self.at.step(direction).unwrap_or(self.at);
        }
    }

    /// Returns the parts of the state on which the picture of the screen depends.
    pub(super) const fn shown(&self) -> (Pos, Option<Area>) {
        (self.at, self.held_area)
    }
}
