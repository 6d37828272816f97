//! The aim mode: the player chooses the target tile for throwing an item from the pack (I6). The pack and the look mode
//! open the aim mode. Leaving the aim mode costs no turn.

use super::ScreenName;
use super::screen::Screen;
use super::targeting::Targeting;
use super::transition::{Destination, Transition};
use crate::content::items::THROW_RANGE;
use crate::content::spills::spill_damage;
use crate::content::{Cue, Label, SpillKind};
use crate::controls::InputScheme;
use crate::geometry::{Pos, TileSet};
use crate::input::{Button, Input};
use crate::limits::MONSTERS_MAX;
use crate::raster::{Colour, Frame, Shade};
use crate::rules::{Command, Refusal};
use crate::session::AppState;
use crate::view::description::Description;
use crate::view::hud;
use crate::view::map_view::{MapView, TILE};
use crate::view::text;
use crate::view::widgets::{self, Area};
use crate::world::{Game, line};
use heapless::Vec;
use musrex_assets::interface;

/// The aim mode.
#[derive(Clone, Debug)]
pub(crate) struct Aim {
    /// The index of the item in the pack.
    index: u8,
    targeting: Targeting,
    /// The screen to which the aim mode returns when it is left. That screen reopens in its previous state.
    back: Destination,
}

impl Aim {
    /// Opens the aim mode for the item at an index of the pack. From the look mode, the aim starts at the tile selected
    /// there. From the pack, the aim starts at the first of the [`targets`] or, if there is none, at the player's own
    /// tile.
    pub(super) fn open(_: ScreenName, state: &AppState, item: u8, at: Option<Pos>) -> Aim {
        let (game, visible) = (&state.game, state.play.visible());
        let first = at.or_else(|| targets(game, visible, item).first().copied());
        Aim {
            index: item,
            targeting: Targeting::new(first.unwrap_or(game.player().body.pos)),
            back: match at {
                Some(_) => Destination::Look { at },
                None => Destination::Pack { aimed: Some(item) },
            },
        }
    }
}

impl Screen for Aim {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, input: Input) -> Transition {
        let is_moving = state.play.advance();
        let before = (self.targeting.shown(), self.index);
        if self.targeting.point(state, input.pointer) {
            return self.throw(state);
        }
        let AppState { pad, game, .. } = state;
        if pad.is_pressed(Button::A) {
            return self.throw(state);
        }
        if pad.is_pressed(Button::B) || pad.is_pressed(Button::Start) {
            return Transition::To(self.back);
        }
        if pad.is_pressed(Button::Select) {
            self.index = next_thing(game, self.index).unwrap_or(self.index);
        }
        if state.pad.is_pressed(Button::L) {
            self.targeting.cycle(&targets(&state.game, state.play.visible(), self.index));
        }
        self.targeting.steer(state);
        let is_same = (self.targeting.shown(), self.index) == before;
        Transition::Same.or_changed(is_moving || !is_same)
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let area = self.targeting.map_area(&state.game, frame.shape());
        state.play.draw_around(&state.game, &state.autotiles, frame, area);
        let game = &state.game;
        let Some(item) = game.player().pack.get(usize::from(self.index)) else { return };
        let label = game.label(item.kind);
        let result = game.can_throw(self.index);
        let result = result.and_then(|()| game.can_throw_at(self.at(), state.play.visible()));
        let view = state.play.view(game, area);
        hud::clip_below_bar(frame);
        match result {
            Ok(()) => self.draw_path(frame, &view, label),
            Err(_) => draw_sprite(frame, &view, self.at(), &interface::AIM_BLOCKED),
        }
        frame.unclip();
        let description = self.describe(&view, label, result, &state.input_scheme);
        description.draw(frame, view.to_screen(self.at()).1);
    }
}

/// Returns the pack index of the next throwable item of another kind, wrapping around; `None` if there is no such item.
fn next_thing(game: &Game, index: u8) -> Option<u8> {
    let pack = &game.player().pack;
    let kind = |index: u8| pack.get(usize::from(index)).map(|item| item.kind);
    let count = u8::try_from(pack.len()).unwrap_or(u8::MAX);
    let others = (index + 1..count).chain(0..index);
    others.into_iter().find(|&it| kind(it) != kind(index) && game.can_throw(it).is_ok())
}

impl Aim {
    /// Returns the selected tile.
    pub(super) const fn at(&self) -> Pos {
        self.targeting.at
    }

    /// Throws the item, or plays the sound of a refusal.
    fn throw(&self, state: &mut AppState) -> Transition {
        let command = Command::Throw(self.index, self.at());
        match state.game.accepts(command) {
            Ok(()) => state.play_from_screen(command),
            Err(_) => {
                state.sound.cue(Cue::Refuse);
                Transition::Changed
            }
        }
    }

    /// Draws the path of the throw, the tile where it stops, and the tiles that a flask would cover.
    fn draw_path(&self, frame: &mut Frame<'_>, view: &MapView<'_>, label: Label) {
        let path = view.game.throw_path(self.at());
        let Some((&stop, way)) = path.split_last() else { return };
        if is_flask(label) {
            let (x, y) = view.to_screen(stop);
            let radius = i16::from(view.game.flask_radius());
            let side = (2 * radius + 1) * TILE;
            let splash =
                Area { x: x - radius * TILE, y: y - radius * TILE, width: side, height: side };
            widgets::outline(frame, splash, Colour::WARNING, None);
        }
        for &pos in way {
            draw_sprite(frame, view, pos, &interface::AIM_PATH);
        }
        draw_sprite(frame, view, stop, &interface::AIM_TARGET);
        if stop != self.at() {
            let (x, y) = view.to_screen(self.at());
            hud::draw_tile_corners(frame, x, y);
        }
    }

    /// Describes the outcome of the throw.
    fn describe(
        &self,
        view: &MapView<'_>,
        label: Label,
        result: Result<(), Refusal>,
        input_scheme: &InputScheme,
    ) -> Description {
        let game = view.game;
        let mut description = Description::default();
        let has_other = next_thing(game, self.index).is_some();
        description.name(&text::throw_heading(label, has_other, input_scheme));
        match result {
            Ok(()) => {
                let path = game.throw_path(self.at());
                let stop = path.last().copied().unwrap_or(self.at());
                let (floor, from) = (game.current_floor(), game.player().body.pos);
                let hit = floor.monster_at(stop).map(|index| &floor.monsters[index]);
                description.state(Colour::WHITE, &text::throw_line(game, label, hit));
                if is_flask(label) {
                    describe_splash(&mut description, view, label, stop);
                }
                if text::is_bait(label, hit) {
                    for line in text::meal_lines(game) {
                        description.state(Colour::SILVER, &line);
                    }
                }
                if stop != self.at() {
                    let line = match (hit, line::obstacle(&floor.map, from, self.at())) {
                        (Some(monster), _) => Some(text::stops_at_line(monster)),
                        (None, Some(pos)) => {
                            Some(text::stops_before_line(text::tile_name(game, pos)))
                        }
                        (None, None) => None,
                    };
                    if let Some(line) = line {
                        description.state(Colour::WARNING, &line);
                    }
                }
            }
            Err(Refusal::OutOfReach) if view.visible.contains(self.at()) => {
                // A target within range is out of reach only if an obstacle right beside the player stops the throw.
                let line = if is_too_far(game, self.at()) {
                    text::out_of_throw()
                } else {
                    text::stops_before_line(text::tile_name(game, self.at()))
                };
                description.state(Colour::WARNING, &line);
            }
            Err(refusal) => {
                if let Some(message) = text::refusal_message(refusal) {
                    description.state(Colour::WARNING, &message.text);
                }
            }
        }
        description.hint(&text::aim_hints(input_scheme, result.is_ok()));
        description
    }
}

/// Describes the effect of a flask that breaks at `stop`, and the creatures that it reaches.
fn describe_splash(description: &mut Description, view: &MapView<'_>, label: Label, stop: Pos) {
    let game = view.game;
    let spill = match label {
        Label::Known(kind) => SpillKind::of_potion(kind),
        Label::Unknown(_) => None,
    };
    let is_near = |pos: Pos| pos.steps_to(stop) <= game.flask_radius();
    // A monster that the player does not know of does not count, because counting it would reveal it.
    let known = game.current_floor().monsters.iter().filter(|it| view.monster_shade(it).is_some());
    let reached = known.filter(|monster| is_near(monster.body.pos));
    let count = reached.clone().filter(|monster| monster.is_hostile()).count();
    let has_player = is_near(game.player().body.pos);
    // An unknown flask may hold venom.
    let is_hurt = has_player && game.is_hurt_by(spill.unwrap_or(SpillKind::Gas));
    let colour = if is_hurt { Colour::BAD } else { Colour::SILVER };
    match spill {
        Some(SpillKind::Gas) if is_hurt => {
            description.state(Colour::BAD, &text::gas_on_player_line(game));
        }
        Some(spill) => {
            let effect = text::spill_effect(spill, spill_damage(game.floor()));
            description.state(Colour::SILVER, &effect);
        }
        None => {}
    }
    description.state(colour, &text::splash_line(count, has_player));
    if spill.is_none() && count > 0 {
        description.state(Colour::WARNING, text::MAY_HEAL_LINE);
    }
    if reached.clone().any(|monster| monster.is_ally) {
        let colour = if is_harmful(label) { Colour::WARNING } else { Colour::GOOD };
        description.state(colour, text::REACHES_ALLY_LINE);
    }
}

pub(super) fn draw_sprite(
    frame: &mut Frame<'_>,
    view: &MapView<'_>,
    pos: Pos,
    sprite: &musrex_assets::Tile,
) {
    let (x, y) = view.to_screen(pos);
    frame.sprite(x, y, sprite, Shade::Lit);
}

/// Returns whether an item is a flask, which breaks when it is thrown. Every unidentified item is a flask.
fn is_flask(label: Label) -> bool {
    match label {
        Label::Known(kind) => kind.is_flask(),
        Label::Unknown(_) => true,
    }
}

/// Returns whether a flask may harm the creatures in its spill.
pub(super) fn is_harmful(label: Label) -> bool {
    match label {
        Label::Known(kind) => SpillKind::of_potion(kind).is_some_and(|spill| spill.spec().burns),
        Label::Unknown(_) => true,
    }
}

/// Returns whether a tile is out of the range of throws (I6).
pub(super) fn is_too_far(game: &Game, at: Pos) -> bool {
    game.player().body.pos.steps_to(at) > THROW_RANGE
}

/// Returns the tiles of the visible creatures, as targets for the item at an index of the pack. The tiles are sorted:
/// tiles within range before other tiles, then enemies before allies, then near before far. If the item is a flask that
/// is known to be harmless, allies come before enemies.
fn targets(game: &Game, visible: &TileSet, item: u8) -> Vec<Pos, MONSTERS_MAX> {
    let player = game.player().body.pos;
    let label = game.player().pack.get(usize::from(item)).map(|item| game.label(item.kind));
    let is_gift = label.is_some_and(|label| is_flask(label) && !is_harmful(label));
    let monsters = game.current_floor().monsters.iter();
    let mut found: Vec<(bool, bool, u8, Pos), MONSTERS_MAX> = monsters
        .filter(|monster| visible.contains(monster.body.pos))
        .map(|monster| {
            let (pos, is_enemy) = (monster.body.pos, monster.is_hostile());
            let steps = pos.steps_to(player);
            (steps > THROW_RANGE, is_enemy == is_gift, steps, pos)
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(.., pos)| pos).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{ItemKind, MonsterKind};
    use crate::quantity::Hp;
    use crate::world::{Item, Monster};

    // I6: a healing flask is aimed at an ally first, and any other item at enemies first.
    #[test]
    fn a_gift_is_aimed_at_allies_first() {
        let mut game = Game::new(1);
        let here = game.player().body.pos;
        let mut tiles =
            here.neighbours().filter(|&pos| game.current_floor().map.terrain(pos).is_walkable());
        let (ally, enemy) = (tiles.next().expect("a tile"), tiles.next().expect("another"));
        for (pos, is_ally) in [(enemy, false), (ally, true)] {
            let monster = Monster::new(MonsterKind::MicroMouse, pos, Hp(9));
            let _ = game.current_floor.monsters.push(Monster { is_ally, ..monster });
        }
        game.identified.fill(true);
        for kind in [ItemKind::PotionOfHealing, ItemKind::PotionOfVenom] {
            let _ = game.player.pack.push(Item::new(kind));
        }
        let visible = game.visible();
        assert_eq!(targets(&game, &visible, 0).as_slice(), [ally, enemy]);
        assert_eq!(targets(&game, &visible, 1).as_slice(), [enemy, ally]);
    }
}
