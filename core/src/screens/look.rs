//! The look mode: describes what is on a tile, without spending a turn.

use super::ScreenName;
use super::screen::Screen;
use super::state::AppState;
use super::transition::Transition;
use crate::geometry::{Pos, TileSet};
use crate::input::{Button, Input, Repeat, StepInput, StepRepeater};
use crate::raster::{Colour, Frame};
use crate::rules::combat::damage;
use crate::settings::RepeatSpeed;
use crate::view::map_view::{MapView, TILE};
use crate::view::widgets::{self, Area, LINE_HEIGHT};
use crate::view::{hud, text};
use crate::world::{Game, Monster};
use core::fmt::Write;
use heapless::{String, Vec};

/// The most targets that L cycles through.
const TARGETS_MAX: usize = 64;
/// Pixels of a window around the description in it, at least.
const MARGIN: i16 = 8;

/// The look mode.
#[derive(Clone, Debug)]
pub(super) struct Look {
    at: Pos,
    step_repeater: StepRepeater,
}

impl Screen for Look {
    const IS_ANIMATED: bool = true;

    /// Opens it at the nearest target.
    fn open(_: ScreenName, state: &AppState) -> Look {
        let game = &state.game;
        let first = targets(game, state.play.visible()).first().copied();
        Look { at: first.unwrap_or(game.player().body.pos), step_repeater: StepRepeater::default() }
    }

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        let AppState { pad, game, play, .. } = state;
        play.advance();
        if [Button::A, Button::B, Button::Start].into_iter().any(|button| pad.is_pressed(button)) {
            return Transition::To(ScreenName::Play);
        }
        if pad.is_pressed(Button::L) {
            let targets = targets(game, play.visible());
            let place = targets.iter().position(|&pos| pos == self.at);
            let next = place.map_or(0, |place| (place + 1) % targets.len().max(1));
            self.at = targets.get(next).copied().unwrap_or(self.at);
            return Transition::Changed;
        }
        let step_input = self.step_repeater.update(pad, REPEAT, pad.held().has(Button::R));
        let Some(StepInput::Fresh(direction) | StepInput::Repeated(direction)) = step_input else {
            return Transition::Same;
        };
        self.at = self.at.step(direction).unwrap_or(self.at);
        Transition::Changed
    }

    fn draw(&self, state: &mut AppState, frame: &mut Frame<'_>) {
        let area = self.area(frame, &state.game);
        state.play.draw_around(&state.game, &state.autotiles, frame, area);
        self.draw_over(frame, &state.play.view(&state.game, area));
    }
}

impl Look {
    /// Returns the area to draw the map in, so that the selected tile is on the frame.
    fn area(&self, frame: &Frame<'_>, game: &Game) -> Area {
        let area = hud::map_area(frame);
        let player = game.player().body.pos;
        let off = |at: u8, player: u8| (i16::from(at) - i16::from(player)) * TILE;
        let (dx, dy) = (off(self.at.x(), player.x()), off(self.at.y(), player.y()));
        let is_off = |distance: i16, side: i16| distance.abs() > (side - TILE) / 2;
        Area {
            x: if is_off(dx, area.width) { area.x - dx } else { area.x },
            y: if is_off(dy, area.height) { area.y - dy } else { area.y },
            ..area
        }
    }

    /// Draws the cursor and the description over the map.
    fn draw_over(&self, frame: &mut Frame<'_>, view: &MapView<'_>) {
        let whole = Area::of(frame);
        let (x, y) = view.to_screen(self.at);
        hud::draw_tile_corners(frame, x, y);
        let lines = describe(view.game, view.visible, self.at);
        let text = i16::try_from(lines.len()).unwrap_or(0) * LINE_HEIGHT;
        let height = widgets::whole_icons(text + 2 * MARGIN);
        // The description does not cover what it describes.
        let is_low = y + TILE > whole.height - height;
        let top = if is_low { hud::BAR_HEIGHT } else { whole.height - height };
        let panel = widgets::panel(frame, Area { y: top, height, ..whole });
        let inner = panel.centred(panel.width - 2 * MARGIN, text);
        for (row, (words, colour)) in (0..).zip(&lines) {
            frame.text(inner.x, inner.y + row * LINE_HEIGHT, words, *colour);
        }
    }
}

/// Returns the visible targets, the nearest first: monsters, then items, then stairs and doors.
fn targets(game: &Game, visible: &TileSet) -> Vec<Pos, TARGETS_MAX> {
    let (current_floor, player) = (game.current_floor(), game.player().body.pos);
    let monsters = current_floor.monsters.iter().map(|monster| (0, monster.body.pos));
    let items = current_floor.items.iter().map(|ground| (1, ground.pos));
    let marks =
        current_floor.map.iter().filter(|(_, terrain)| terrain.is_stairs() || terrain.is_door());
    let mut found: Vec<(u8, Pos), TARGETS_MAX> = Vec::new();
    for target in monsters.chain(items).chain(marks.map(|(pos, _)| (2, pos))) {
        // What does not fit is still there to be moved to.
        if visible.contains(target.1) && found.push(target).is_err() {
            break;
        }
    }
    found.sort_unstable_by_key(|&(rank, pos)| (rank, pos.steps_to(player), pos));
    found.iter().map(|&(_, pos)| pos).collect()
}

type Lines = Vec<(String<64>, Colour), 4>;

/// Formats a line of the description.
macro_rules! line {
    ($colour:ident, $($words:tt)*) => {{
        let mut text: String<64> = String::new();
        write!(text, $($words)*).expect("a line of a description is short");
        (text, Colour::$colour)
    }};
}

fn describe(game: &Game, visible: &TileSet, at: Pos) -> Lines {
    let map = &game.current_floor().map;
    if !map.explored().contains(at) {
        return [line!(GREY, "Unexplored.")].into_iter().collect();
    }
    if at == game.player().body.pos {
        return [line!(GOLD, "{}", text::PLAYER_NAME), line!(SILVER, "{}", text::PLAYER_LINE)]
            .into_iter()
            .collect();
    }
    let monster = game.current_floor().monster_at(at).filter(|_| visible.contains(at));
    if let Some(index) = monster {
        return describe_monster(game, &game.current_floor().monsters[index]);
    }
    let item = game.current_floor().item_at(at).filter(|_| visible.contains(at));
    if let Some(index) = item {
        let label = game.label(game.current_floor().items[index].item.kind);
        let (first, second) = (text::item_line(label), text::item_effect(label));
        let name = line!(GOLD, "{}", text::label_name(label));
        return [name, line!(SILVER, "{first}"), line!(STRAW, "{second}")].into_iter().collect();
    }
    let name = line!(GOLD, "{}", text::terrain_name(map.terrain(at)));
    [name, line!(SILVER, "{}", text::terrain_line(map.terrain(at)))].into_iter().collect()
}

/// Describes a monster: name and state, character, and the damage of attacks either way (A6).
fn describe_monster(game: &Game, monster: &Monster) -> Lines {
    let (spec, stats) = (monster.kind.spec(), game.player_stats());
    let attack = spec.attack_on(game.floor());
    let (low, high) =
        (damage(*attack.start(), stats.defence).0, damage(*attack.end(), stats.defence).0);
    let (weak, strong) =
        (damage(stats.attack_min, spec.defence).0, damage(stats.attack_max, spec.defence).0);
    let state = text::monster_state(monster);
    let [first, second] = text::monster_lines(monster.kind);
    let hp = monster.body.hp.0;
    let is_dangerous = high * 4 >= game.player().body.hp.0;
    let odds = text::odds((low, high), (weak, strong));
    let total = if is_dangerous { line!(BAD, "{odds}") } else { line!(WHITE, "{odds}") };
    let name = line!(GOLD, "{}, {hp} hp, {state}", spec.name);
    [name, line!(SILVER, "{first}"), total, line!(STRAW, "{second}")].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Terrain;

    #[test]
    fn the_stairs_of_the_lobby_are_a_target() {
        let game = Game::new(1);
        let targets = targets(&game, &game.visible());
        assert_eq!(targets.len(), 1);
        assert_eq!(game.current_floor().map.terrain(targets[0]), Terrain::StairsUp);
    }
}
