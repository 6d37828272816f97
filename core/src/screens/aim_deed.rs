//! The aim of a deed: the player chooses the target tile for the deed (special action) of the worn chip, and sees the
//! outcome (I14). Leaving the screen costs no turn.

use super::ScreenName;
use super::aim::draw_sprite;
use super::screen::Screen;
use super::targeting::Targeting;
use super::transition::{Destination, Transition};
use crate::content::Cue;
use crate::geometry::Pos;
use crate::input::{Button, Input};
use crate::raster::{Colour, Frame};
use crate::rules::firmware::DeedPlan;
use crate::rules::travel::visible_enemies;
use crate::rules::{Command, Refusal};
use crate::session::AppState;
use crate::view::description::Description;
use crate::view::hud;
use crate::view::map_view::MapView;
use crate::view::text;
use musrex_assets::interface;

/// The aim of a deed.
#[derive(Clone, Debug)]
pub(crate) struct AimDeed {
    targeting: Targeting,
}

impl AimDeed {
    /// Opens the aim at the tile where the deed is most useful, but not at the ally. If the deed has no such target,
    /// opens the aim at the player's own tile.
    pub(super) fn open(_: ScreenName, state: &AppState) -> AimDeed {
        let first = targets_but_ally(state).next();
        let at = first.unwrap_or(state.game.player().body.pos);
        AimDeed { targeting: Targeting::new(at) }
    }

    /// Returns the selected tile.
    pub(super) const fn at(&self) -> Pos {
        self.targeting.at
    }

    fn plan(&self, state: &AppState) -> Result<DeedPlan, Refusal> {
        state.game.plan_deed(self.at(), state.play.visible())
    }

    /// Does the deed, or plays the sound of a refusal.
    fn confirm(&self, state: &mut AppState) -> Transition {
        let command = Command::Deed(self.at());
        match state.game.accepts(command) {
            Ok(()) => state.play_from_screen(command),
            Err(_) => {
                state.sound.cue(Cue::Refuse);
                Transition::Changed
            }
        }
    }
}

/// Returns the tiles at which the deed can be aimed, the best first.
fn targets(state: &AppState) -> heapless::Vec<Pos, { crate::rules::firmware::TARGETS_MAX }> {
    state.game.deed_targets(state.play.visible()).into_iter().map(|(at, _)| at).collect()
}

/// Returns the tiles at which the deed can be aimed, the best first, without the ally's tile.
fn targets_but_ally(state: &AppState) -> impl Iterator<Item = Pos> {
    let ally = state.game.current_floor().ally().map(|ally| ally.body.pos);
    targets(state).into_iter().filter(move |&at| Some(at) != ally)
}

impl Screen for AimDeed {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
        let is_moving = state.play.advance();
        let before = self.targeting.shown();
        if self.targeting.point(state, input.pointer)
            || state.pad.is_pressed(Button::A)
            || state.pad.asks_for_deed()
        {
            return self.confirm(state);
        }
        if state.pad.asks_for_pack() {
            return state.open_pack();
        }
        if state.pad.is_pressed(Button::B) || state.pad.is_pressed(Button::Start) {
            return Transition::To(Destination::Play);
        }
        if state.pad.is_pressed(Button::L) {
            self.targeting.cycle(&targets(state));
        }
        self.targeting.steer(state);
        Transition::Same.or_changed(is_moving || self.targeting.shown() != before)
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let area = self.targeting.map_area(&state.game, frame.shape());
        state.play.draw_around(&state.game, &state.autotiles, frame, area);
        let view = state.play.view(&state.game, area);
        let plan = self.plan(state);
        hud::clip_below_bar(frame);
        match &plan {
            Ok(plan) => draw_path(frame, &view, plan),
            Err(_) => draw_sprite(frame, &view, self.at(), &interface::AIM_BLOCKED),
        }
        frame.unclip();
        self.describe(state, &view, plan).draw(frame, view.to_screen(self.at()).1);
    }
}

impl AimDeed {
    /// Describes the outcome of the deed.
    fn describe(
        &self,
        state: &AppState,
        view: &MapView<'_>,
        plan: Result<DeedPlan, Refusal>,
    ) -> Description {
        let game = &state.game;
        let mut description = Description::default();
        let Some((firmware, deed)) = game.deed() else { return description };
        let charges = game.player().build.charges;
        description.name(&text::deed_heading(firmware, charges));
        let target = view.known_monster_at(self.at());
        let refusal = plan.as_ref().err().copied();
        match plan {
            Ok(plan) => {
                let steps = u8::try_from(plan.path.len()).unwrap_or(u8::MAX);
                for line in text::deed_lines(game, &plan, target, steps) {
                    description.state(Colour::WHITE, &line);
                }
                if target.is_some_and(|target| target.is_ally) {
                    description.state(Colour::WARNING, text::MOVES_ALLY_LINE);
                }
            }
            Err(refusal) => {
                description.state(Colour::SILVER, &text::deed_line(firmware));
                if refusal == Refusal::NobodyThere && targets_but_ally(state).next().is_none() {
                    let visible = state.play.visible();
                    // The cursor is on nobody, so the reason is the one that each enemy's own tile would give.
                    let reason = |index: usize| {
                        game.plan_deed(game.current_floor().monsters[index].body.pos, visible).err()
                    };
                    let is_near = |why: &Refusal| !matches!(why, Refusal::BeyondDeed(_));
                    let why = visible_enemies(game, visible).filter_map(reason).find(is_near);
                    let words = text::nobody_in_reach(deed.range, why);
                    description.state(Colour::WARNING, &words);
                } else if let Some(message) = text::refusal_message(refusal) {
                    description.state(Colour::WARNING, &message.text);
                }
            }
        }
        description.hint(&text::aim_deed_hints(&state.input_scheme, refusal));
        description
    }
}

/// Draws the path of the creature that the deed moves, and the end of the path.
fn draw_path(frame: &mut Frame<'_>, view: &MapView<'_>, plan: &DeedPlan) {
    let end = plan.end();
    for &pos in plan.path.iter().filter(|&&pos| pos != end) {
        draw_sprite(frame, view, pos, &interface::AIM_PATH);
    }
    draw_sprite(frame, view, end, &interface::AIM_TARGET);
    if end != plan.at {
        let (x, y) = view.to_screen(plan.at);
        hud::draw_tile_corners(frame, x, y);
    }
}
