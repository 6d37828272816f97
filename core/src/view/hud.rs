//! The HUD: the bar above the map, and labels on the map. The log below the map is in
//! [`log_strip`].
//!
//! [`log_strip`]: crate::view::log_strip

use crate::content::effects::{Danger, Effect};
use crate::content::spills::SpillSpec;
use crate::geometry::{Pos, TileSet};
use crate::input::Pointer;
use crate::quantity::Level;
use crate::raster::{Colour, Frame, FrameShape, Shade};
use crate::rules::experience::xp_to_leave;
use crate::view::description;
use crate::view::log_strip;
use crate::view::map_view::{MapView, TILE};
use crate::view::text::{self, words};
use crate::view::widgets::{self, Area, ICON};
use crate::world::{CHARGES_MAX, Game, Monster};
use core::fmt::Write;
use heapless::String;
use musrex_assets::interface::{self, Icon};

pub use crate::view::widgets::bar_height;

/// The margin of a plate to the left and right of its contents, in pixels.
const PLATE_MARGIN: i16 = 3;
/// The gap between the groups of the bar in pixels.
const GAP: i16 = 6;

/// Returns the visible part of the map, between the bar and the log.
pub fn shown_area(shape: FrameShape) -> Area {
    let log = log_strip::area(shape);
    let top = bar_height(shape);
    Area { y: top, height: log.y - top, ..log }
}

/// Returns the map area, centred on the player's tile. The area roughly matches the visible part of the map. Above the
/// player, the area has whole tiles, so that no creature is half under the bar. The rows above the player also have
/// room for a description that does not cover the player.
pub fn map_area(shape: FrameShape) -> Area {
    let shown = shown_area(shape);
    let needed = description::height_max(shape);
    let middle = (shown.height - TILE) / 2;
    let above = (middle / TILE).max((needed + TILE - 1) / TILE) * TILE;
    Area { height: 2 * above + TILE, ..shown }
}

/// Returns the map area, moved if necessary to bring the tile at `at` onto the frame.
pub fn area_with(shape: FrameShape, game: &Game, at: Pos) -> Area {
    let area = map_area(shape);
    let player = game.player().body.pos;
    let off = |at: u8, player: u8| (i16::from(at) - i16::from(player)) * TILE;
    let (dx, dy) = (off(at.x(), player.x()), off(at.y(), player.y()));
    let is_off = |distance: i16, side: i16| distance.abs() > (side - TILE) / 2;
    Area {
        x: if is_off(dx, area.width) { area.x - dx } else { area.x },
        y: if is_off(dy, area.height) { area.y - dy } else { area.y },
        ..area
    }
}

/// A text of the HUD, with at most 48 bytes.
type HudText = String<48>;

const SHORT: &str = "what the HUD says is short";

/// Formats a number in decimal.
// Target: GBA. Does without `core::fmt`, which takes as long as drawing the bar.
fn decimal(number: u32) -> HudText {
    let mut words = HudText::new();
    push_number(&mut words, number);
    words
}

fn push_number(words: &mut HudText, number: u32) {
    if number >= 10 {
        push_number(words, number / 10);
    }
    words.push(char::from_digit(number % 10, 10).unwrap_or_default()).expect(SHORT);
}

/// Formats `part/whole`.
fn fraction(part: u32, whole: u32) -> HudText {
    let mut words = decimal(part);
    words.push('/').expect(SHORT);
    push_number(&mut words, whole);
    words
}

/// Draws the bar at the top (H1): hit points, level, experience and the experience needed, and the floor. Below the
/// bar, draws the player's statuses with their turns. The statuses are on plates, so that they are readable on any
/// background (E14). `menu_key` is the name of the key that opens the choice of a graft (B16).
pub fn draw_bar(frame: &mut Frame<'_>, game: &Game, menu_key: &str) {
    draw_numbers(frame, game);
    draw_statuses(frame, (game, menu_key), (0, bar_height(frame.shape())));
}

/// Draws the bar over a map.
pub(crate) fn draw_bar_over(frame: &mut Frame<'_>, view: &MapView<'_>, menu_key: &str) {
    draw_numbers(frame, view.game);
    let Area { x, y, .. } = statuses_area(frame, view, menu_key);
    draw_statuses(frame, (view.game, menu_key), (x, y));
}

/// Returns the area of the status plates over a map; without statuses, its width and its height are 0. The plates are
/// on the left, unless they would hide a creature or an item on the left and would hide none on the right.
pub(crate) fn statuses_area(frame: &Frame<'_>, view: &MapView<'_>, menu_key: &str) -> Area {
    let (whole, y) = (Area::of(frame), bar_height(frame.shape()));
    let (mut width, mut end) = (0, (0, y));
    for_each_status(view.game, menu_key, &mut |_, label, _| {
        width += place_status(frame, &mut end, label).width;
    });
    if width == 0 {
        return Area { x: 0, y, width: 0, height: 0 };
    }
    let height = end.1 + plate_height(frame) - y;
    let plates = Area { x: 0, y, width: width.min(whole.width), height };
    let at_right = Area { x: whole.width - width, ..plates };
    let is_moved = at_right.x > 0 && hides(view, plates) && !hides(view, at_right);
    if is_moved { at_right } else { plates }
}

/// Returns whether the tile at `pos` is at least partly under an area of the frame.
fn is_under(view: &MapView<'_>, area: Area, pos: Pos) -> bool {
    let (x, y) = view.to_screen(pos);
    let is_across = x < area.x + area.width && x + TILE > area.x;
    is_across && y < area.y + area.height && y + TILE > area.y
}

/// Returns whether an area covers a creature that the player sees or senses, or an item in sight.
fn hides(view: &MapView<'_>, area: Area) -> bool {
    let is_under = |pos: Pos| is_under(view, area, pos);
    let floor = view.game.current_floor();
    let mut items = floor.items.iter().map(|ground| ground.pos);
    let mut monsters =
        floor.monsters.iter().filter(|monster| view.monster_shade(monster).is_some());
    monsters.any(|monster| is_under(monster.body.pos))
        || items.any(|pos| view.visible.contains(pos) && is_under(pos))
}

fn draw_numbers(frame: &mut Frame<'_>, game: &Game) {
    let player = game.player();
    let stats = game.player_stats();
    let (hp, hp_max) = (u32::from(player.body.hp.0), u32::from(stats.hp_max.0));
    let height = bar_height(frame.shape());
    widgets::fill(frame, Area { height, ..Area::of(frame) }, Colour::INK);
    widgets::rule(frame, height - 1);

    let loss = u32::from(game.coming_harm().0);
    // If the player may die in the next turn, the hit points are red, however many are left.
    let may_die = loss >= hp;
    let colour = if may_die { Colour::BAD } else { widgets::health(hp, hp_max).colour() };
    let mut x = draw_labelled(frame, 3, &interface::HEART, &fraction(hp, hp_max), colour);
    x = x.max(48) + 4;
    // The wider the frame, the longer the bars.
    let bar_width = 32 + (Area::of(frame).width - 240) / 4;
    // Shows the hit points that a near level-up would restore, because they may justify a risk (B13).
    let gain = if game.is_level_near() { game.next_level_heals().0 } else { 0 };
    let shown = widgets::HpBar { part: hp, gain: gain.into(), loss, whole: hp_max };
    widgets::bar(frame, (x, 2), bar_width, shown);
    x += bar_width + GAP;
    let level = decimal(player.level.number().into());
    x = draw_labelled(frame, x, &interface::STAR, &level, Colour::GOLD) + GAP;
    if game.deed().is_some() {
        draw_xp_and_charges(frame, x, bar_width, game);
    } else {
        let xp = fraction(player.xp.0, xp_to_leave(player.level).0);
        x = frame.text(x, 2, &xp, Colour::SILVER);
        frame.text(x, 2, words::hud::xp(), Colour::SILVER);
    }

    let floor = decimal(game.floor().number().into());
    let left = Area::of(frame).width - 3 - frame.width_of(&floor) - ICON - 2;
    draw_labelled(frame, left, &interface::FLOOR, &floor, Colour::WHITE);
}

/// Draws the experience of this level as a bar, followed by the charges for deeds (I14).
fn draw_xp_and_charges(frame: &mut Frame<'_>, x: i16, width: i16, game: &Game) {
    let player = game.player();
    let before = match Level::new(player.level.number() - 1) {
        Some(level) => xp_to_leave(level).0,
        None => 0,
    };
    let part = player.xp.0.saturating_sub(before);
    let whole = xp_to_leave(player.level).0 - before;
    widgets::xp_bar(frame, (x, 2), width, part, whole);
    let mut x = x + width + GAP;
    for charge in 0..CHARGES_MAX {
        let is_left = charge < player.build.charges;
        let icon = if is_left { &interface::CHARGE } else { &interface::CHARGE_SPENT };
        frame.icon(x, 2, icon, Shade::Lit);
        x += ICON;
    }
}

/// Draws an icon and then a text. Returns the column after the text.
fn draw_labelled(frame: &mut Frame<'_>, x: i16, icon: &Icon, words: &str, colour: Colour) -> i16 {
    frame.icon(x, 2, icon, Shade::Lit);
    frame.text(x + ICON + 2, 2, words, colour)
}

/// Draws the player's statuses, as many per line as fit. The top left corner of the first status is at `corner`.
pub(crate) fn draw_statuses(
    frame: &mut Frame<'_>,
    (game, menu_key): (&Game, &str),
    mut corner: (i16, i16),
) {
    for_each_status(game, menu_key, &mut |icon, label, colour| {
        draw_status(frame, &mut corner, icon, (label, colour));
    });
}

/// Calls `name` for each of the player's statuses, and for a graft that can be chosen (B16). Also calls `name` for a
/// spill (I7) or a mark (M8) on the player's tile, because the player's picture hides both.
fn for_each_status(game: &Game, menu_key: &str, name: &mut dyn FnMut(&Icon, &str, Colour)) {
    let (floor, body) = (game.current_floor(), &game.player().body);
    let strikes = |monster: &&Monster| monster.marked(&floor.map).any(|pos| pos == body.pos);
    if let Some(turns) = floor.monsters.iter().filter(strikes).map(|it| it.aim.turns()).min() {
        let mut label = HudText::new();
        write!(label, "{} {turns}", words::hud::marked()).expect(SHORT);
        name(&interface::ALERT, &label, Colour::WARNING);
    }
    if game.has_graft_to_choose() {
        name(&interface::STAR, &words::hud::graft(menu_key), Colour::GOLD);
    }
    if let Some(spill) = floor.spill_at(body.pos) {
        let SpillSpec { icon, burns, .. } = spill.kind.spec();
        let is_bad = *burns && !game.player().has(Effect::Proof(Danger::Spill));
        let colour = if is_bad { Colour::WARNING } else { Colour::GOOD };
        let mut label = HudText::new();
        write!(label, "{} {}", text::name_of(spill.kind), spill.turns).expect(SHORT);
        name(icon, &label, colour);
    }
    for (status, turns) in body.statuses.running() {
        let mut label = HudText::new();
        write!(label, "{} {turns}", text::status_label(status)).expect(SHORT);
        let colour = if status.is_good() { Colour::GOOD } else { Colour::WARNING };
        name(status.spec().icon, &label, colour);
    }
}

fn plate_width(frame: &Frame<'_>, label: &str) -> i16 {
    ICON + 2 + frame.width_of(label) + 2 * PLATE_MARGIN
}

fn plate_height(frame: &Frame<'_>) -> i16 {
    widgets::line_height(frame) + 1
}

/// Draws the mark of a nearly empty battery, on the right below the bar. A host with a battery calls this function
/// after the app has drawn.
pub fn draw_battery(frame: &mut Frame<'_>) {
    let side = ICON + 2 * PLATE_MARGIN;
    let (x, y) = (Area::of(frame).width - side, bar_height(frame.shape()));
    widgets::fill(frame, Area { x, y, width: side, height: ICON + 4 }, Colour::INK);
    frame.icon(x + PLATE_MARGIN, y + 2, &interface::BATTERY, Shade::Lit);
}

/// Returns the plate of a status with this label, at `corner` or at the beginning of the next line. Moves `corner` past
/// the plate.
fn place_status(frame: &Frame<'_>, corner: &mut (i16, i16), label: &str) -> Area {
    let (width, height) = (plate_width(frame, label), plate_height(frame));
    if corner.0 + width > Area::of(frame).width {
        *corner = (0, corner.1 + height);
    }
    let (x, y) = *corner;
    corner.0 += width;
    Area { x, y, width, height }
}

/// Draws an icon and a label on a plate at `corner`. Moves `corner` past the plate.
fn draw_status(
    frame: &mut Frame<'_>,
    corner: &mut (i16, i16),
    icon: &Icon,
    (label, colour): (&str, Colour),
) {
    let plate = place_status(frame, corner, label);
    let Area { x, y, .. } = plate;
    widgets::fill(frame, plate, Colour::INK);
    frame.icon(x + PLATE_MARGIN, y + 1 + (frame.text_height() - ICON) / 2, icon, Shade::Lit);
    frame.text(x + PLATE_MARGIN + ICON + 2, y + 1, label, colour);
}

/// Draws arrows at the edge of the map. The arrows point to the ally and to visible enemies outside the shown part of
/// the map. The arrows are on plates, so that they do not seem to point at nearby creatures.
pub fn draw_edge_arrows(frame: &mut Frame<'_>, view: &MapView<'_>) {
    let area = shown_area(frame.shape());
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    let side = widgets::line_height(frame) + 2;
    let monsters = &view.game.current_floor().monsters;
    let is_shown = |monster: &&Monster| monster.is_ally || view.visible.contains(monster.body.pos);
    for monster in monsters.iter().filter(is_shown) {
        let (x, y) = view.to_screen(monster.body.pos);
        let (middle_x, middle_y) = (x + TILE / 2, y + TILE / 2);
        let Some(arrow) = arrow_to(area, (middle_x, middle_y)) else { continue };
        let colour = if monster.is_ally {
            Colour::GOOD
        } else if monster.ai_state.is_alert() {
            Colour::BAD
        } else {
            Colour::SILVER
        };
        let x = (middle_x - side / 2).clamp(area.x, right - side);
        let y = (middle_y - side / 2).clamp(area.y, bottom - side);
        // The arrow moves along the edge if it would cover a visible creature. If creatures fill the whole edge there,
        // no arrow is drawn, because those creatures matter more.
        let is_level = matches!(arrow, "←" | "→");
        let moved = |by: i16| {
            if is_level {
                (x, (y + by * side).clamp(area.y, bottom - side))
            } else {
                ((x + by * side).clamp(area.x, right - side), y)
            }
        };
        let is_free =
            |&(x, y): &(i16, i16)| !covers_creature(view, Area { x, y, width: side, height: side });
        let free = [0, 1, -1, 2, -2, 3, -3].map(moved).into_iter().find(is_free);
        let Some((x, y)) = free else { continue };
        widgets::fill(frame, Area { x, y, width: side, height: side }, Colour::INK);
        let left = x + (side - frame.width_of(arrow)) / 2;
        frame.text(left, y + 1, arrow, colour);
    }
}

/// Returns whether a visible creature is under an area.
fn covers_creature(view: &MapView<'_>, area: Area) -> bool {
    let is_under = |pos: Pos| is_under(view, area, pos);
    let monsters = &view.game.current_floor().monsters;
    let mut seen = monsters.iter().filter(|monster| view.visible.contains(monster.body.pos));
    is_under(view.game.player().body.pos) || seen.any(|monster| is_under(monster.body.pos))
}

/// Returns the arrow at the edge of `area` that points to a pixel outside the area; `None` if the pixel is inside.
pub(crate) const fn arrow_to(area: Area, (x, y): (i16, i16)) -> Option<&'static str> {
    if y < area.y {
        Some("↑")
    } else if y >= area.y + area.height {
        Some("↓")
    } else if x < area.x {
        Some("←")
    } else if x >= area.x + area.width {
        Some("→")
    } else {
        None
    }
}

/// Draws the name of the thing on the tile under the pointer, above or below this tile. If a step to the tile has a
/// verb, the verb precedes the name.
pub(crate) fn draw_pointer_label(frame: &mut Frame<'_>, view: &MapView<'_>, pointer: Pointer) {
    let Some(pos) = view.tile_at(pointer.x, pointer.y) else { return };
    let game = view.game;
    let monster = view.known_monster_at(pos).map(|monster| monster.kind);
    if !game.current_floor().map.explored().contains(pos) && monster.is_none() {
        return;
    }
    let spill = game.current_floor().spill_at(pos).filter(|_| view.visible.contains(pos));
    let item = game
        .current_floor()
        .item_at(pos)
        .map(|index| game.label(game.current_floor().items[index].item.kind));
    let name = match (monster, item) {
        (Some(kind), _) => text::name_of(kind),
        (None, _) if pos == game.player().body.pos => text::PLAYER_NAME,
        (None, Some(label)) => text::label_name(label),
        (None, None) => match spill {
            Some(spill) => text::name_of(spill.kind),
            None => text::tile_name(game, pos),
        },
    };
    let (x, y) = view.to_screen(pos);
    draw_tile_corners(frame, x, y);
    let mut label = HudText::new();
    // If the name leaves no room for the verb, only the name is drawn.
    let is_told =
        text::step_verb(game, pos).is_some_and(|verb| write!(label, "{verb}: {name}").is_ok());
    let name = if is_told { label.as_str() } else { name };
    let width = frame.width_of(name) + 6;
    let left = (x + 8 - width / 2).clamp(0, Area::of(frame).width - width);
    let height = widgets::line_height(frame) + 2;
    let top = if y >= bar_height(frame.shape()) + height + 2 { y - height - 1 } else { y + 18 };
    widgets::fill(frame, Area { x: left, y: top, width, height }, Colour::INK);
    frame.text(left + 3, top + 2, name, Colour::WHITE);
}

/// Clips all further drawing to the rows below the bar, so that the map never covers the bar.
pub(crate) fn clip_below_bar(frame: &mut Frame<'_>) {
    let top = bar_height(frame.shape());
    frame.clip_to_rows(top, Area::of(frame).height - top);
}

/// Draws the outline of a set of tiles as a dashed line of this colour, but only at explored tiles of the set.
pub(crate) fn draw_ring(
    frame: &mut Frame<'_>,
    view: &MapView<'_>,
    tiles: &TileSet,
    colour: Colour,
) {
    let explored = view.game.current_floor().map.explored();
    let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    for pos in tiles.iter().filter(|&pos| explored.contains(pos)) {
        let (x, y) = view.to_screen(pos);
        let outer = sides
            .into_iter()
            .filter(|&(dx, dy)| pos.offset(dx, dy).is_none_or(|next| !tiles.contains(next)));
        for (dx, dy) in outer {
            for dot in (1..TILE).step_by(4) {
                let dot = match (dx, dy) {
                    (0, -1) => (x + dot, y),
                    (0, _) => (x + dot, y + TILE - 1),
                    (-1, _) => (x, y + dot),
                    _ => (x + TILE - 1, y + dot),
                };
                let area = Area {
                    x: dot.0,
                    y: dot.1,
                    width: 1 + i16::from(dy.abs()),
                    height: 1 + i16::from(dx.abs()),
                };
                widgets::fill(frame, area, colour);
            }
        }
    }
}

/// Marks a tile at its four corners.
pub(crate) fn draw_tile_corners(frame: &mut Frame<'_>, x: i16, y: i16) {
    for (corner_x, corner_y) in [(x, y), (x + 15, y), (x, y + 15), (x + 15, y + 15)] {
        let inward = |at: i16, edge: i16| if at == edge { at } else { at - 3 };
        let across = Area { x: inward(corner_x, x), y: corner_y, width: 4, height: 1 };
        let down = Area { x: corner_x, y: inward(corner_y, y), width: 1, height: 4 };
        widgets::fill(frame, across, Colour::WHITE);
        widgets::fill(frame, down, Colour::WHITE);
    }
}
