//! The look mode: describes a tile without taking a turn. If an item in the pack suits the tile, the look mode can open
//! the aim mode at that tile (I6).

use super::ScreenName;
use super::aim::{is_harmful, is_too_far};
use super::screen::Screen;
use super::transition::{Destination, Transition};
use crate::content::{Cue, ItemKind, Label, MonsterKind, Slot, SpillKind};
use crate::geometry::{Direction, Pos, TileSet};
use crate::input::{Button, Input, Repeat, StepInput, StepRepeater};
use crate::raster::{Colour, Frame};
use crate::rules::{Command, Refusal};
use crate::session::play_session::PlaySession;
use crate::session::{AppState, RunPhase};
use crate::settings::RepeatSpeed;
use crate::view::description::Description;
use crate::view::map_view::{MapView, TILE};
use crate::view::widgets::{self, Area};
use crate::view::{hud, text};
use crate::world::{AiState, Game, Monster, Terrain};
use heapless::Vec;

/// The most targets that the L button cycles through.
const TARGETS_MAX: usize = 64;

/// The look mode.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    at: Pos,
    step_repeater: StepRepeater,
}

impl Look {
    /// Opens the look mode at the first of the [`targets`]. After the aim mode or the bestiary, opens the look mode at
    /// the previously selected tile.
    pub(super) fn open(_: ScreenName, state: &AppState, at: Option<Pos>) -> Look {
        let game = &state.game;
        let first = at.or_else(|| targets(game, state.play.visible()).first().copied());
        Look { at: first.unwrap_or(game.player().body.pos), step_repeater: StepRepeater::default() }
    }
}

impl Screen for Look {
    const SHOWS_FLOOR: bool = true;

    fn tick(&mut self, state: &mut AppState, _: Input) -> Transition {
        const REPEAT: Repeat = RepeatSpeed::Normal.repeat();
        let is_moving = state.play.advance();
        self.study(state);
        state.lessons.omit(text::Lesson::Look);
        let pad = &state.pad;
        if pad.is_pressed(Button::A) {
            return self.confirm(state);
        }
        if pad.asks_for_pack() {
            return state.open_pack();
        }
        if pad.is_pressed(Button::B) {
            return Transition::To(Destination::Play);
        }
        // Start opens the menu here, too. A player who expects the menu goes on pressing buttons. If the floor were
        // shown instead, these presses would be steps and waits.
        if pad.is_pressed(Button::Start) {
            return Transition::To(Destination::Menu);
        }
        if pad.is_pressed(Button::Select) && self.has_page(state) {
            state.sound.cue(Cue::Confirm);
            return Transition::To(Destination::Bestiary { at: Some(self.at) });
        }
        let AppState { pad, game, play, .. } = state;
        if pad.is_pressed(Button::L) {
            let targets = targets(game, play.visible());
            let place = targets.iter().position(|&pos| pos == self.at);
            let next = place.map_or(0, |place| (place + 1) % targets.len().max(1));
            self.at = targets.get(next).copied().unwrap_or(self.at);
            return Transition::Changed;
        }
        let step_input = self.step_repeater.update(pad, REPEAT, pad.held().has(Button::R));
        let Some(StepInput::Fresh(direction) | StepInput::Repeated(direction)) = step_input else {
            return Transition::Same.or_changed(is_moving);
        };
        self.at = self.at.step(direction).unwrap_or(self.at);
        Transition::Changed
    }

    fn draw(&self, state: &AppState, frame: &mut Frame<'_>) {
        let area = self.map_area(state, frame);
        state.play.draw_around(&state.game, &state.autotiles, frame, area);
        let view = state.play.view(&state.game, area);
        hud::clip_below_bar(frame);
        if let Some(ring) = wake_ring(&state.game, view.known_monster_at(self.at)) {
            hud::draw_ring(frame, &view, &ring, Colour::ICE);
        }
        let struck = if self.at == state.game.player().body.pos {
            reached_tiles(&state.game)
        } else {
            struck_tiles(&state.game, view.known_monster_at(self.at))
        };
        if let Some(struck) = struck {
            // The same colour marks the additional tiles of a blow in the pack.
            hud::draw_ring(frame, &view, &struck, Colour::WARNING);
        }
        let (x, y) = view.to_screen(self.at);
        hud::draw_tile_corners(frame, x, y);
        frame.unclip();
        let panel = self.describe(state, &view).draw(frame, y);
        let hint = text::look_hint(&state.input_scheme, self.has_page(state));
        let statuses = state.play.statuses_area(&state.game, frame, area);
        draw_hint(frame, (panel, statuses), (x, y), &hint);
    }
}

/// Draws the hint on a plate. The plate covers neither the description, nor the statuses, nor the selected tile, whose
/// corner is at `tile`.
fn draw_hint(frame: &mut Frame<'_>, (panel, statuses): (Area, Area), tile: (i16, i16), hint: &str) {
    let size = (frame.width_of(hint) + 6, widgets::line_height(frame) + 1);
    let place = |top| hint_plate(Area::of(frame), top, panel, tile, size);
    let beside = place(statuses.y);
    let covers = beside.x < statuses.x + statuses.width
        && beside.x + beside.width > statuses.x
        && beside.y < statuses.y + statuses.height;
    let plate = if covers { place(statuses.y + statuses.height) } else { beside };
    widgets::fill(frame, plate, Colour::INK);
    frame.text(plate.x + 3, plate.y + 1, hint, Colour::STRAW);
}

/// Returns the area of the hint. If the description is at the bottom, the hint is at `top`; otherwise it is at the
/// bottom. The hint is on the right unless it would cover the selected tile there.
fn hint_plate(
    whole: Area,
    top: i16,
    panel: Area,
    (x, y): (i16, i16),
    (width, height): (i16, i16),
) -> Area {
    let is_below = panel.y <= top;
    let top = if is_below { whole.height - height } else { top };
    let right = whole.width - width;
    let is_covered = x + TILE > right && y < top + height && y + TILE > top;
    Area { x: if is_covered { 0 } else { right }, y: top, width, height }
}

impl Look {
    /// Returns the selected tile.
    pub(super) const fn at(&self) -> Pos {
        self.at
    }

    /// Returns the kind of the monster on the selected tile, if the player knows of it.
    fn seen(&self, state: &AppState) -> Option<MonsterKind> {
        let (game, floor) = (&state.game, state.game.current_floor());
        let monster = &floor.monsters[floor.monster_at(self.at)?];
        let is_known = state.play.visible().contains(self.at) || game.senses(monster);
        is_known.then_some(monster.kind)
    }

    /// Returns whether the bestiary has a page about the selected monster. There is no bestiary in the training.
    fn has_page(&self, state: &AppState) -> bool {
        state.phase != RunPhase::Training && self.seen(state).is_some()
    }

    /// If the player looks at a monster, records the look in the bestiary (H20) or in the training (H21).
    fn study(&self, state: &mut AppState) {
        let Some(kind) = self.seen(state) else { return };
        if state.phase == RunPhase::Playing {
            let floor = state.game.floor();
            state.scores.bestiary_mut().study(kind, floor);
        }
        state.note_look();
    }

    /// Returns the area in which the map is drawn so that the selected tile stays visible beside its description.
    // Target: GBA. Not inlined: keeps the description off the short stack while the map is drawn.
    #[inline(never)]
    fn map_area(&self, state: &AppState, frame: &Frame<'_>) -> Area {
        let view =
            state.play.view(&state.game, hud::area_with(frame.shape(), &state.game, self.at));
        self.describe(state, &view).area_beside(frame, &view, self.at)
    }

    /// Describes the selected tile, and the item that the confirm button would aim at the tile.
    fn describe(&self, state: &AppState, view: &MapView<'_>) -> Description {
        let mut description = Description::of(view, self.at);
        if let Some(monster) = view.known_monster_at(self.at)
            && monster.body.pos.is_next_to(state.game.player().body.pos)
            && state.game.has_override_for(monster)
        {
            // Of several mice beside the player, the chip takes the strongest.
            if state.game.override_target() == state.game.current_floor().monster_at(self.at) {
                let has_deed = state.game.deed().is_some();
                description.hint(&text::override_hint(&state.input_scheme, has_deed));
            } else {
                description.hint(text::OVERRIDES_OTHER_LINE);
            }
        }
        let suited = suited(&state.game, &state.play, self.at);
        let accepted = suited.map(|index| state.game.accepts(Command::Throw(index, self.at)));
        if accepted == Some(Err(Refusal::OutOfReach)) && is_too_far(&state.game, self.at) {
            description.state(Colour::GREY, &text::out_of_throw());
        }
        if let (Some(index), Some(Ok(()))) = (suited, accepted) {
            let label = state.game.label(state.game.player().pack[usize::from(index)].kind);
            description.hint(&text::throw_offer(&state.input_scheme, label));
        }
        description
    }

    /// Opens the aim mode at the selected tile. If no item suits the tile, or if the tile is the player's own, closes
    /// the look mode. If no item suits a tile with an enemy, also shows the reason (I6).
    fn confirm(&self, state: &mut AppState) -> Transition {
        match suited(&state.game, &state.play, self.at) {
            Some(item) if self.at != state.game.player().body.pos => {
                Transition::To(Destination::Aim { item, at: Some(self.at) })
            }
            Some(_) => Transition::To(Destination::Play),
            None if !has_enemy(&state.game, state.play.visible(), self.at) => {
                Transition::To(Destination::Play)
            }
            None => {
                state.sound.cue(Cue::Refuse);
                let message = text::nothing_to_throw(state.game.player().pack.is_empty());
                state.play.log_first(message, &state.game);
                Transition::To(Destination::Play)
            }
        }
    }
}

/// Returns whether the player sees an enemy on a tile.
fn has_enemy(game: &Game, visible: &TileSet, at: Pos) -> bool {
    let floor = game.current_floor();
    let is_hostile = |index: usize| floor.monsters[index].is_hostile();
    visible.contains(at) && floor.monster_at(at).is_some_and(is_hostile)
}

/// Returns the pack index of the item that the look mode aims at a tile, if the pack can be opened (I6, T2). For a tile
/// with an enemy, this is a flask that may harm the enemy or, if the enemy is a mouse, cheese. The kind thrown last
/// comes first, then the most reliable kind. For other tiles, this is cheese, but only if cheese was thrown last and the
/// player sees no creature there. All other items are thrown from the pack screen.
fn suited(game: &Game, play: &PlaySession, at: Pos) -> Option<u8> {
    game.accepts_pack().ok()?;
    let last = play.thrown();
    let has_enemy = has_enemy(game, play.visible(), at);
    let creature = game.current_floor().monster_at(at).filter(|_| play.visible().contains(at));
    let is_bare = creature.is_none();
    let enemy = creature.filter(|_| has_enemy);
    let enemy = enemy.map(|index| &game.current_floor().monsters[index]);
    let is_lured = enemy.is_some_and(|enemy| enemy.kind.spec().is_mouse());
    let rank = |kind: ItemKind| match game.label(kind) {
        Label::Known(ItemKind::Cheese) if is_lured => Some(2),
        Label::Known(ItemKind::Cheese) if is_bare && last == Some(kind) => Some(2),
        Label::Unknown(_) if has_enemy => Some(1),
        label if has_enemy && is_harmful(label) => Some(0),
        _ => None,
    };
    let places = game.player().pack.iter().enumerate();
    let ranked = places.filter_map(|(place, item)| {
        rank(item.kind).map(|rank| (Some(item.kind) != last, rank, place))
    });
    let (.., place) = ranked.min()?;
    u8::try_from(place).ok()
}

/// Returns the tiles where the player may wake this monster, if it sleeps (S1).
// Target: GBA. Not inlined: keeps the sets off the short stack while the map is drawn.
#[inline(never)]
fn wake_ring(game: &Game, monster: Option<&Monster>) -> Option<TileSet> {
    let sleeper = monster.filter(|monster| monster.ai_state == AiState::Asleep)?;
    Some(game.steps_around(sleeper.body.pos, game.mode().night().wake_radius()))
}

/// Returns the tiles that a blow at an adjacent enemy would strike, if there is more than one (I12).
// Target: GBA. Not inlined: keeps the set off the short stack while the map is drawn.
#[inline(never)]
fn struck_tiles(game: &Game, monster: Option<&Monster>) -> Option<TileSet> {
    let at = monster.filter(|monster| monster.is_hostile())?.body.pos;
    let direction = game.player().body.pos.direction_to(at)?;
    let map = &game.current_floor().map;
    let mut tiles = TileSet::EMPTY;
    let open = game.struck_tiles(direction).filter(|&(pos, _)| map.terrain(pos).is_passable());
    open.for_each(|(pos, _)| tiles.insert(pos));
    let has_other = tiles.iter().any(|pos| pos != at);
    has_other.then_some(tiles)
}

/// Returns the tiles that blows with the wielded weapon can strike, in all directions; `None` without a weapon (I15).
// Target: GBA. Not inlined: keeps the set off the short stack while the map is drawn.
#[inline(never)]
fn reached_tiles(game: &Game) -> Option<TileSet> {
    game.player().worn.get(Slot::Weapon)?;
    let (map, from) = (&game.current_floor().map, game.player().body.pos);
    let is_open = |pos: Pos| map.terrain(pos).is_passable();
    let mut tiles = TileSet::EMPTY;
    for direction in Direction::ALL {
        if from.step(direction).is_some_and(is_open) {
            let struck = game.struck_tiles(direction).map(|(pos, _)| pos);
            struck.filter(|&pos| is_open(pos)).for_each(|pos| tiles.insert(pos));
        }
    }
    Some(tiles)
}

/// The most kinds of furniture that the L button cycles through.
const FURNITURE_MAX: usize = 12;

/// Returns the visible targets in groups, the nearest first within each group. The groups are, in this order: enemies
/// and marked tiles; items and the ally; stairs, doors, fixtures, pedestals and lockers; spills; the nearest furniture
/// of each name. The player comes last, so that the look mode explains the player's statuses, too.
fn targets(game: &Game, visible: &TileSet) -> Vec<Pos, TARGETS_MAX> {
    let (current_floor, player) = (game.current_floor(), game.player().body.pos);
    let monsters = &current_floor.monsters;
    let creatures = monsters.iter().map(|monster| (u8::from(monster.is_ally), monster.body.pos));
    // If one monster has marked several tiles, only the nearest of them is a target.
    let marked = monsters.iter().filter_map(|monster| {
        let seen = monster.marked(&current_floor.map).filter(|&pos| visible.contains(pos));
        seen.min_by_key(|&pos| (pos.steps_to(player), pos)).map(|pos| (0, pos))
    });
    let items = current_floor.items.iter().map(|ground| (1, ground.pos));
    let marks = visible.iter().filter(|&pos| is_landmark(current_floor.map.terrain(pos)));
    let marks = marks.map(|pos| (2, pos));
    let mut found: Vec<(u8, Pos), TARGETS_MAX> = Vec::new();
    for target in creatures.chain(marked).chain(items).chain(marks) {
        let is_new = found.iter().all(|&(_, pos)| pos != target.1);
        // A target that does not fit into the list can still be selected with the D-pad.
        if visible.contains(target.1) && is_new && found.push(target).is_err() {
            break;
        }
    }
    for kind in SpillKind::ALL {
        // If there are several spills of a kind, only the nearest is a target.
        let spills = current_floor.spills.iter().filter(|spill| spill.kind == kind);
        let seen = spills.map(|spill| spill.pos).filter(|&pos| visible.contains(pos));
        let nearest = seen.min_by_key(|pos| (pos.steps_to(player), *pos));
        if let Some(pos) = nearest.filter(|pos| found.iter().all(|(_, other)| other != pos)) {
            let _ = found.push((3, pos));
        }
    }
    for pos in nearest_furniture(game, visible) {
        if found.iter().all(|&(_, other)| other != pos) {
            let _ = found.push((4, pos));
        }
    }
    let _ = found.push((5, player));
    found.sort_unstable_by_key(|&(rank, pos)| (rank, pos.steps_to(player), pos));
    found.iter().map(|&(_, pos)| pos).collect()
}

/// Returns the nearest visible piece of furniture of each name.
fn nearest_furniture(game: &Game, visible: &TileSet) -> Vec<Pos, FURNITURE_MAX> {
    let (map, player) = (&game.current_floor().map, game.player().body.pos);
    let mut nearest: Vec<Pos, FURNITURE_MAX> = Vec::new();
    for pos in visible.iter().filter(|&pos| is_furniture(map.terrain(pos))) {
        let name = text::tile_name(game, pos);
        match nearest.iter_mut().find(|other| text::tile_name(game, **other) == name) {
            Some(other) if pos.steps_to(player) < other.steps_to(player) => *other = pos,
            Some(_) => {}
            // Furniture that does not fit into the list can still be selected with the D-pad.
            None => drop(nearest.push(pos)),
        }
    }
    nearest
}

/// Returns whether a tile has furniture or some other decoration that the look mode describes.
const fn is_furniture(terrain: Terrain) -> bool {
    use Terrain::{Alcove, CableDead, CableLive, CageOpen, CageShut, Glass, Low, Tall, Water};
    matches!(
        terrain,
        Low | Tall | Glass | Water | CageShut | CageOpen | CableLive | CableDead | Alcove
    )
}

/// Returns whether the look mode offers a tile of this terrain as a target.
const fn is_landmark(terrain: Terrain) -> bool {
    terrain.is_stairs()
        || terrain.is_door()
        || terrain.is_fixture()
        || matches!(
            terrain,
            Terrain::Pedestal | Terrain::PedestalSealed | Terrain::Locker | Terrain::LockerSealed
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    // The hint moves to the left if it would cover the selected tile.
    #[test]
    fn the_hint_covers_no_selected_tile() {
        let whole = Area { x: 0, y: 0, width: 240, height: 160 };
        for panel_y in [12, 130] {
            let panel = Area { x: 0, y: panel_y, width: 240, height: 30 };
            for (x, y) in (0..15).flat_map(|x| (0..10).map(move |y| (16 * x, 16 * y - 4))) {
                let plate = hint_plate(whole, 12, panel, (x, y), (80, 10));
                let is_across = x < plate.x + plate.width && x + TILE > plate.x;
                let is_along = y < plate.y + plate.height && y + TILE > plate.y;
                assert!(!is_across || !is_along, "{plate:?} over {x}, {y}");
            }
        }
    }

    #[test]
    fn the_stairs_of_the_lobby_are_a_target() {
        let game = Game::new(1);
        let targets = targets(&game, &game.visible());
        assert_eq!(game.current_floor().map.terrain(targets[0]), Terrain::StairsUp);
        assert_eq!(targets.last(), Some(&game.player().body.pos));
    }

    #[test]
    fn furniture_is_a_target_once_of_each_name() {
        let game = Game::new(1);
        let targets = targets(&game, &game.visible());
        let is_furniture = |pos: &&Pos| !is_landmark(game.current_floor().map.terrain(**pos));
        let furniture = targets[..targets.len() - 1].iter().filter(is_furniture);
        let mut names: std::vec::Vec<&str> =
            furniture.map(|&pos| text::tile_name(&game, pos)).collect();
        assert!(names.len() > 1, "{names:?}");
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
    }
}
