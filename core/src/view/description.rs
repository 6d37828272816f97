//! Describes a tile: the creature and the items on it, and the events that are due there.

use crate::content::monsters::HELPLESS_FACTOR;
use crate::content::player::DEADLY_BLOWS;
use crate::content::{MonsterKind, Slot};
use crate::geometry::Pos;
use crate::quantity::Damage;
use crate::raster::{Colour, Frame, FrameShape, TextSize};
use crate::rules::combat::damage;
use crate::view::comparison::Comparison;
use crate::view::map_view::{MapView, TILE};
use crate::view::text::{self, Sentence};
use crate::view::widgets::{self, Area};
use crate::world::{AiState, Game, Item, Monster, Squeak, Terrain};
use heapless::Vec;

/// The left and right margins of the description in its window, in pixels.
const MARGIN: i16 = 8;
/// The smallest margin above and below the description in pixels. With this margin, the window leaves the player's row
/// free.
const MARGIN_ABOVE: i16 = 6;
/// The gap between two short lines that share a row, in pixels.
const GAP: i16 = 10;
/// The most lines of a description.
const LINES_MAX: usize = 16;

/// For a tile that monsters have marked, the most monsters that the description names.
const MARKS_TOLD: usize = 2;
/// The most lines that leave the player's row free: on a low frame, and on a frame that is at least [`TALL`] pixels
/// high.
const LINES_SHOWN: (usize, usize) = (5, 6);
/// The same numbers of lines for large text.
const LARGE_LINES_SHOWN: (usize, usize) = (2, 4);
/// A frame with a height below this number of pixels shows fewer lines.
const TALL: i16 = 170;

/// Returns the number of lines for which the frame has room.
fn lines_shown(shape: FrameShape) -> usize {
    let (low, tall) = match shape.text_size {
        TextSize::Normal => LINES_SHOWN,
        TextSize::Large => LARGE_LINES_SHOWN,
    };
    if Area::whole(shape).height < TALL { low } else { tall }
}

/// Returns the height in pixels of a window with this many lines.
fn height_of(shape: FrameShape, rows: i16) -> i16 {
    widgets::whole_icons(rows * shape.line_height() + 2 * MARGIN_ABOVE)
}

/// Returns the height in pixels of the tallest window that does not move the map.
pub fn height_max(shape: FrameShape) -> i16 {
    height_of(shape, i16::try_from(lines_shown(shape)).unwrap_or(0))
}

/// A line of a description.
#[derive(Clone, Debug)]
enum DescriptionLine {
    Words(Sentence, Colour),
    Numbers(Comparison),
}

/// The importance of a line. If a window does not fit the frame, the lines of the last rank are dropped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Name,
    Danger,
    Hint,
    Ability,
    Flavour,
}

/// Counts the other enemies that a blow of the player at an adjacent enemy would also strike (I12). Only enemies that
/// the player sees or senses count.
fn others_struck(view: &MapView<'_>, monster: &Monster) -> usize {
    let player = view.game.player().body.pos;
    let Some(direction) = player.direction_to(monster.body.pos) else { return 0 };
    let is_struck = |(pos, _)| {
        let other = view.known_monster_at(pos);
        let is_hit = |other: &Monster| other.is_hostile() && !view.game.is_stopped(other);
        pos != monster.body.pos && other.is_some_and(is_hit)
    };
    if !monster.is_hostile() {
        return 0;
    }
    view.game.struck_tiles(direction).filter(|&it| is_struck(it)).count()
}

/// Returns the colour for the damage of an attack: red if [`DEADLY_BLOWS`] such attacks could kill the player.
fn colour_of(game: &Game, (_, high): (u16, u16)) -> Colour {
    if high * DEADLY_BLOWS >= game.player().body.hp.0 { Colour::BAD } else { Colour::WHITE }
}

/// A few lines about a tile.
#[derive(Clone, Debug, Default)]
pub struct Description {
    lines: Vec<(Rank, DescriptionLine), LINES_MAX>,
}

impl Description {
    /// Describes what the player knows about the tile at `at`.
    pub fn of(view: &MapView<'_>, at: Pos) -> Description {
        let mut description = Description::default();
        let game = view.game;
        let floor = game.current_floor();
        let is_seen = view.visible.contains(at);
        let item = floor.item_at(at).map(|index| &floor.items[index].item);
        if let Some(monster) = view.known_monster_at(at) {
            description.describe_monster(game, monster);
            description.describe_reach(view, monster);
            let count = others_struck(view, monster);
            if count > 0 {
                description.say(Rank::Hint, Colour::WARNING, &text::also_struck_line(count));
            }
        } else if at == game.player().body.pos {
            description.describe_player(game);
        } else if !floor.map.explored().contains(at) {
            description.say(Rank::Name, Colour::GREY, text::words::look::unexplored());
        } else if let Some(item) = item {
            description.describe_item(game, item);
            if floor.map.terrain(at) == Terrain::Pedestal {
                let warning = text::terrain_line(game, Terrain::Pedestal);
                description.say(Rank::Hint, Colour::WARNING, &warning);
            }
        } else if floor.spill_at(at).is_none() || !is_seen {
            description.say(Rank::Name, Colour::GOLD, text::tile_name(game, at));
            description.say(Rank::Flavour, Colour::SILVER, &text::tile_line(game, at));
        }
        if is_seen {
            description.describe_ground(view, at);
        }
        description
    }

    /// Adds a line, if there is room for it.
    fn say(&mut self, rank: Rank, colour: Colour, words: &str) {
        let words = Sentence::try_from(words).expect("every sentence fits its bytes");
        let _ = self.lines.push((rank, DescriptionLine::Words(words, colour)));
    }

    /// Returns the lines of words, with their colours.
    pub fn words(&self) -> impl Iterator<Item = (&str, Colour)> {
        self.lines.iter().filter_map(|(_, line)| match line {
            DescriptionLine::Words(words, colour) => Some((words.as_str(), *colour)),
            DescriptionLine::Numbers(_) => None,
        })
    }

    /// Adds a hint about a button.
    pub fn hint(&mut self, words: &str) {
        self.say(Rank::Danger, Colour::STRAW, words);
    }

    /// Adds an ordinary line that is as important as a danger.
    pub(crate) fn state(&mut self, colour: Colour, words: &str) {
        self.say(Rank::Danger, colour, words);
    }

    /// Adds a heading.
    pub(crate) fn name(&mut self, words: &str) {
        self.say(Rank::Name, Colour::GOLD, words);
    }

    /// Describes a monster: its name, state and abilities. Also describes the damage that the monster and the player do
    /// to each other (A6), and what the player can do about the monster.
    fn describe_monster(&mut self, game: &Game, monster: &Monster) {
        let spec = monster.kind.spec();
        self.say(Rank::Name, Colour::GOLD, &text::monster_name(monster));
        // These lines explain the icons that alternate above the creature.
        for (status, turns) in monster.body.statuses.running() {
            self.say(Rank::Danger, Colour::ICE, &text::monster_status_line(status, turns));
        }
        if monster.is_ally {
            return self.describe_ally(game, monster.kind);
        }
        let [character, ability] = text::monster_lines(monster.kind);
        self.say(Rank::Flavour, Colour::SILVER, character);
        let (from, at) = (game.player().body.pos, monster.body.pos);
        let reached = from.straight_to(at).and_then(|direction| game.reached_in(direction));
        let is_reached = reached.is_some() && reached == game.current_floor().monster_at(at);
        let is_stopped = (is_reached || from.is_next_to(at)) && game.is_stopped(monster);
        self.describe_odds(game, monster, is_stopped);
        self.say(Rank::Ability, Colour::STRAW, ability);
        if let Some(firmware) = monster.loot.as_ref().and_then(|chip| chip.firmware) {
            self.say(Rank::Hint, Colour::GOOD, &text::carries_line(firmware));
            self.say(Rank::Ability, Colour::GOOD, &text::deed_of_loot_line(firmware));
        }
        if monster.ai_state == AiState::Asleep {
            self.say(Rank::Hint, Colour::ICE, text::WAKE_RING_LINE);
        }
        if monster.ai_state == AiState::Watching {
            self.say(Rank::Hint, Colour::ICE, text::WATCH_LINE);
        }
        if monster.squeak == Squeak::Due {
            self.say(Rank::Hint, Colour::WARNING, &text::squeak_line(game.mode().night()));
        }
        if monster.is_unpaid {
            self.say(Rank::Hint, Colour::SILVER, text::LATECOMER_LINE);
        }
        if is_reached {
            self.say(Rank::Hint, Colour::GOOD, text::ARM_REACHES_LINE);
        }
        if is_stopped {
            self.say(Rank::Danger, Colour::WARNING, text::LID_STOPS_LINE);
        }
        // The description does not mention override chips to a player without one.
        if game.has_override_for(monster) {
            // For a mouse beside the player, the look mode names the key instead.
            if !monster.body.pos.is_next_to(game.player().body.pos) {
                self.say(Rank::Hint, Colour::GOOD, text::OVERRIDE_LINE);
            }
            // An ally lacks some attacks that this enemy uses on the player, although the player might expect them.
            if (spec.mark().is_some() || spec.steals().is_some())
                && let Some(line) = text::ally_ability(monster.kind)
            {
                self.say(Rank::Hint, Colour::SILVER, text::AS_ALLY_LINE);
                self.say(Rank::Hint, Colour::SILVER, line);
            }
            if game.current_floor().ally().is_some() {
                self.say(Rank::Hint, Colour::WARNING, text::ENDS_ALLY_LINE);
            }
        }
    }

    /// Describes the blows and the abilities of the ally, and their limits.
    fn describe_ally(&mut self, game: &Game, kind: MonsterKind) {
        if kind.spec().has_blow(true) {
            self.say(Rank::Danger, Colour::WHITE, &text::ally_hits_line(kind, game.floor()));
        }
        for line in text::ally_lines() {
            self.say(Rank::Danger, Colour::GOOD, &line);
        }
        self.say(Rank::Hint, Colour::SILVER, text::ALLY_LIMITS_LINE);
        if let Some(ability) = text::ally_ability(kind) {
            self.say(Rank::Ability, Colour::STRAW, ability);
        }
    }

    /// Describes the player: hit points, statuses with their effects, and the numbers.
    fn describe_player(&mut self, game: &Game) {
        let (body, stats) = (&game.player().body, game.player_stats());
        let level = game.player().level.number();
        self.say(Rank::Name, Colour::GOLD, &text::player_name(body.hp, stats.hp_max, level));
        self.say(Rank::Flavour, Colour::SILVER, text::PLAYER_LINE);
        for (status, turns) in body.statuses.running() {
            let colour = if status.is_good() { Colour::GOOD } else { Colour::WARNING };
            self.say(Rank::Danger, colour, &text::status_line(status, turns, stats.hp_max));
        }
        let harm = game.coming_harm();
        if harm != Damage::MISS {
            let colour = if harm.0 >= body.hp.0 { Colour::BAD } else { Colour::WARNING };
            self.say(Rank::Danger, colour, &text::coming_line(harm));
        }
        for &graft in &game.player().build.grafts {
            self.say(Rank::Hint, Colour::ICE, &text::graft_effect(graft));
        }
        let _ = self.lines.push((Rank::Hint, DescriptionLine::Numbers(Comparison::none(game))));
        if let Some(next) = game.player().level.next() {
            let (growth, heals) = (game.next_level_growth(), game.next_level_heals());
            let line = text::next_level_line(game.xp_missing(), next.number(), growth, heals);
            self.say(Rank::Hint, Colour::GOOD, &line);
        }
        if game.deed().is_some() {
            let charges = text::charges_line(game.player().build.charges);
            self.say(Rank::Hint, Colour::ICE, &charges);
        }
        // More text would cover the tiles that the dashed line surrounds.
        if game.player().worn.get(Slot::Weapon).is_some() {
            self.say(Rank::Ability, Colour::WARNING, text::BLOW_REACHES_LINE);
        } else {
            self.say(Rank::Ability, Colour::STRAW, text::SAVING_LINE);
        }
    }

    /// Describes the damage that the monster and the player do to each other (A6). Leaves out the damage of the
    /// player's blow if the blow `is_stopped` (M15).
    fn describe_odds(&mut self, game: &Game, monster: &Monster, is_stopped: bool) {
        let (spec, stats) = (monster.kind.spec(), game.player_stats());
        let part = game.player().worn.shape().target_part;
        let dealt =
            |attack: u16| game.blow(damage(attack, spec.defence), monster.is_helpless(), part).0;
        let ours = (dealt(stats.attack_min), dealt(stats.attack_max));
        let its = game.damage_taken(spec.attack_on(game.floor()));
        let its = spec.has_blow(false).then_some(its);
        let words = match its {
            Some(its) if is_stopped => text::hits_you_line(its),
            _ => text::odds(its, ours),
        };
        self.say(Rank::Danger, its.map_or(Colour::WHITE, |its| colour_of(game, its)), &words);
        if monster.is_helpless() {
            self.say(Rank::Hint, Colour::ICE, &text::helpless_line(game.helpless_factor()));
        }
        self.describe_force(game, monster);
    }

    /// Describes the strength of a monster's marked attack (M8).
    fn describe_force(&mut self, game: &Game, monster: &Monster) {
        let spec = monster.kind.spec();
        let Some(mark) = spec.mark() else { return };
        let odds = game.damage_taken(spec.mark_attack_on(mark, game.floor()));
        if let Some(words) = text::mark_odds(monster.kind, odds) {
            self.say(Rank::Danger, colour_of(game, odds), &words);
        }
    }

    /// Describes the strength of a monster's marked attack on another creature that stands on the marked tile (M8).
    fn describe_force_on(&mut self, game: &Game, monster: &Monster, struck: &Monster) {
        let spec = monster.kind.spec();
        let Some(mark) = spec.mark() else { return };
        let defence = struck.kind.spec().defence;
        let factor = if struck.is_helpless() { HELPLESS_FACTOR } else { 1 };
        let taken = |attack| damage(attack, defence).0.saturating_mul(factor);
        let (low, high) = spec.mark_attack_on(mark, game.floor()).into_inner();
        let words = text::mark_hits_line(struck, (taken(low), taken(high)));
        let colour = if struck.is_ally { Colour::WARNING } else { Colour::GOOD };
        self.say(Rank::Danger, colour, &words);
    }

    /// Describes the target of the ally's aim, and the number of creatures on the tiles that a monster has marked (M8,
    /// I10).
    fn describe_reach(&mut self, view: &MapView<'_>, monster: &Monster) {
        let Some(tile) = monster.aim.tile() else { return };
        let floor = view.game.current_floor();
        if let Some(target) = view.known_monster_at(tile).filter(|_| monster.is_ally) {
            let words = text::ally_aims_line(target.kind);
            self.say(Rank::Danger, Colour::GOOD, &words);
        }
        let (mut others, mut has_player) = (0, false);
        for pos in monster.marked(&floor.map).filter(|&pos| pos != monster.body.pos) {
            others += usize::from(view.known_monster_at(pos).is_some());
            has_player |= pos == view.game.player().body.pos;
        }
        let colour = if has_player { Colour::WARNING } else { Colour::SILVER };
        self.say(Rank::Danger, colour, &text::attack_line(others, has_player));
    }

    /// Describes an item on the ground: its name, its firmware, its effect, and for a wearable item the player's
    /// resulting numbers (I5).
    fn describe_item(&mut self, game: &Game, item: &Item) {
        let label = game.label(item.kind);
        self.say(Rank::Name, Colour::GOLD, &text::ground_name(game, item));
        if let Some(firmware) = item.firmware {
            self.say(Rank::Danger, Colour::ICE, &text::firmware_line(firmware, game.floor()));
            self.say(Rank::Danger, Colour::GOOD, &text::deed_line(firmware));
        }
        let comparison = Comparison::with(game, item);
        if let Some(comparison) = comparison {
            let _ = self.lines.push((Rank::Danger, DescriptionLine::Numbers(comparison)));
            if let Some(words) = text::replaces_line(game, item) {
                self.say(Rank::Hint, Colour::SILVER, &words);
            }
        } else if let Some(slot) = item.kind.slot() {
            self.say(Rank::Danger, Colour::WARNING, text::words::slot::barred(slot));
        }
        self.say(Rank::Flavour, Colour::SILVER, text::item_line(label));
        let is_even = comparison.is_some_and(|numbers| numbers.is_even());
        let replaces = text::replaces_line(game, item).is_some();
        if item.firmware.is_some() && is_even {
            self.say(Rank::Ability, Colour::STRAW, text::PROGRAM_LINE);
        } else if item.firmware.is_none() || !replaces {
            self.say(Rank::Ability, Colour::STRAW, &text::effect_of(game, item, replaces));
        }
    }

    /// Describes the spill on a tile, and at most two of the attacks that will strike the tile. The tile may also hold
    /// a creature.
    fn describe_ground(&mut self, view: &MapView<'_>, at: Pos) {
        let floor = view.game.current_floor();
        let map = &floor.map;
        let aims = |monster: &&Monster| monster.marked(map).any(|marked| marked == at);
        for monster in floor.monsters.iter().filter(aims).take(MARKS_TOLD) {
            let known = view.monster_shade(monster).map(|_| monster.actor());
            let is_friendly = monster.is_ally && at != view.game.player().body.pos;
            let colour = if is_friendly { Colour::GOOD } else { Colour::WARNING };
            self.say(Rank::Danger, colour, &text::marked_line(known, monster.aim.turns()));
            // On the monster's own tile, the description already contains the strength of its attack.
            if known.is_none() || monster.body.pos == at {
                continue;
            }
            match view.known_monster_at(at) {
                Some(struck) => self.describe_force_on(view.game, monster, struck),
                None if is_friendly => {}
                None => self.describe_force(view.game, monster),
            }
        }
        if let Some(spill) = floor.spill_at(at) {
            let is_alone = self.lines.is_empty();
            let colour = if is_alone { Colour::GOLD } else { Colour::WARNING };
            self.say(Rank::Name, colour, &text::spill_line(spill));
            if spill.kind.spec().burns && !view.game.is_hurt_by(spill.kind) {
                let words = text::spill_spares_line(view.game.bath_part().is_some());
                self.say(Rank::Ability, Colour::GOOD, words);
            } else {
                let effect = text::spill_effect(spill.kind, view.game.spill_harm());
                self.say(Rank::Ability, Colour::SILVER, &effect);
            }
        }
    }

    /// Returns the position of each line in the window on this frame: its row, and its distance in pixels from the
    /// margin. If the room above the player's row is too small, short lines share a row.
    fn places(&self, frame: &Frame<'_>) -> Vec<(i16, i16), LINES_MAX> {
        let is_tight = self.lines.len() > lines_shown(frame.shape());
        let room = Area::of(frame).width - 2 * MARGIN;
        let mut places = Vec::new();
        // The row of the previous line, and the x where another line in this row would begin.
        let mut before: Option<(i16, i16)> = None;
        for (rank, line) in &self.lines {
            let width = match line {
                DescriptionLine::Words(words, _) => frame.width_of(words),
                DescriptionLine::Numbers(_) => room,
            };
            // A heading shares a row only with the line that it announces.
            let is_heading = matches!(line, DescriptionLine::Words(it, _) if it.ends_with(':'));
            let beside = before.filter(|&(_, x)| is_tight && !is_heading && x + width <= room);
            let (row, x) = beside.unwrap_or((before.map_or(0, |(row, _)| row + 1), 0));
            places.push((row, x)).expect("as many places as lines");
            // A name always has its own row.
            before = Some((row, if *rank == Rank::Name { room } else { x + width + GAP }));
        }
        places
    }

    /// Returns the number of rows of text in the window.
    fn rows(&self, frame: &Frame<'_>) -> i16 {
        self.places(frame).last().map_or(0, |&(row, _)| row + 1)
    }

    /// Drops the least important lines until the window fits the frame beside the described tile. Lines are dropped
    /// only on frames that are lower than the frames of all existing hosts.
    fn fit(&mut self, frame: &Frame<'_>) {
        let room = Area::of(frame).height - widgets::bar_height(frame.shape()) - TILE;
        while self.lines.len() > 1 && height_of(frame.shape(), self.rows(frame)) > room {
            let ranks = self.lines.iter().map(|&(rank, _)| rank).enumerate();
            let least = ranks.max_by_key(|&(_, rank)| rank).map_or(0, |(index, _)| index);
            self.lines.remove(least);
        }
    }

    /// Returns the area for the map, moved as little as possible. In this area, a tall window covers neither the tile
    /// at `at` nor, if possible, the player.
    pub fn area_beside(&mut self, frame: &Frame<'_>, view: &MapView<'_>, at: Pos) -> Area {
        self.fit(frame);
        let height = height_of(frame.shape(), self.rows(frame));
        if height <= height_max(frame.shape()) {
            return view.area;
        }
        let (top, bottom) = (widgets::bar_height(frame.shape()), Area::of(frame).height - height);
        let [at, player] = [at, view.game.player().body.pos].map(|pos| view.to_screen(pos).1);
        let (first, last) = (at.min(player), at.max(player) + TILE);
        let has_room = last - first <= bottom - top;
        let (first, last) = if has_room { (first, last) } else { (at, at + TILE) };
        let move_by = if last > bottom { bottom - last } else { (top - first).max(0) };
        Area { y: view.area.y + move_by, ..view.area }
    }

    /// Draws the description in a window at the foot of the frame. If the window would cover the tile whose top row is
    /// `tile_y`, draws it at the top instead.
    pub fn draw(mut self, frame: &mut Frame<'_>, tile_y: i16) -> Area {
        let whole = Area::of(frame);
        self.fit(frame);
        let (places, rows) = (self.places(frame), self.rows(frame));
        let height = height_of(frame.shape(), rows);
        let is_low = tile_y + TILE > whole.height - height;
        let top = if is_low { widgets::bar_height(frame.shape()) } else { whole.height - height };
        let panel = widgets::panel(frame, Area { y: top, height, ..whole });
        let text = rows * widgets::line_height(frame);
        let inner = panel.centred(panel.width - 2 * MARGIN, text);
        for (&(row, x), (_, line)) in places.iter().zip(&self.lines) {
            let (x, y) = (inner.x + x, inner.y + row * widgets::line_height(frame));
            match line {
                DescriptionLine::Words(words, colour) => {
                    frame.text(x, y, words, *colour);
                }
                DescriptionLine::Numbers(comparison) => {
                    comparison.draw_line(frame, (x, y), inner.width)
                }
            }
        }
        panel
    }
}
