//! Describes a tile: who stands there, what lies there, and what is about to happen there.

use crate::content::ItemKind;
use crate::content::monsters::{HELPLESS_FACTOR, Trait};
use crate::geometry::Pos;
use crate::raster::{Colour, Frame, TextSize};
use crate::rules::combat::damage;
use crate::view::comparison::Comparison;
use crate::view::map_view::{MapView, TILE};
use crate::view::text::{self, Sentence};
use crate::view::widgets::{self, Area};
use crate::world::{AiState, Aim, Game, Item, Monster, Terrain};
use core::fmt::Write;
use heapless::Vec;

/// Pixels of a window left and right of the description in it.
const MARGIN: i16 = 8;
/// Pixels above and below it, at least: so few that the player's row stays free.
const MARGIN_ABOVE: i16 = 6;
/// Lines of a description before it is cut to what a frame has room for.
const LINES_MAX: usize = 12;
/// Lines on a frame of 160 rows, and on a taller one.
const LINES_SHOWN: (usize, usize) = (5, 6);
/// Lines of large text: so few that the map around the player stays free.
const LARGE_LINES_SHOWN: usize = 4;
/// A frame less tall than this shows a line less.
const TALL: i16 = 170;

/// Returns the number of lines that the frame has room for.
fn lines_shown(frame: &Frame<'_>) -> usize {
    match frame.text_size() {
        TextSize::Large => LARGE_LINES_SHOWN,
        TextSize::Normal if Area::of(frame).height < TALL => LINES_SHOWN.0,
        TextSize::Normal => LINES_SHOWN.1,
    }
}

/// Returns the pixels of a window around this many lines.
fn height_of(frame: &Frame<'_>, lines: usize) -> i16 {
    let text = i16::try_from(lines).unwrap_or(0) * widgets::line_height(frame);
    widgets::whole_icons(text + 2 * MARGIN_ABOVE)
}

/// Returns the pixels of the tallest window that a description has on this frame.
pub fn height_max(frame: &Frame<'_>) -> i16 {
    height_of(frame, lines_shown(frame))
}

/// A line of a description.
#[derive(Clone, Debug)]
enum Line {
    Words(Sentence, Colour),
    Numbers(Comparison),
}

/// Ranks a line by how much it is missed: where the room ends, the last rank goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Name,
    Danger,
    Hint,
    Ability,
    Flavour,
}

/// A few lines about a tile.
#[derive(Clone, Debug, Default)]
pub struct Description {
    lines: Vec<(Rank, Line), LINES_MAX>,
}

impl Description {
    /// Describes what the player knows of the tile at `at`.
    pub fn of(view: &MapView<'_>, at: Pos) -> Description {
        let mut description = Description::default();
        let game = view.game;
        let floor = game.current_floor();
        let is_seen = view.visible.contains(at);
        let item = floor.item_at(at).filter(|_| is_seen).map(|index| &floor.items[index].item);
        if let Some(monster) = view.known_monster_at(at) {
            description.describe_monster(game, monster);
        } else if at == game.player().body.pos {
            description.describe_player(game);
        } else if !floor.map.explored().contains(at) {
            description.say(Rank::Name, Colour::GREY, "Unexplored.");
        } else if let Some(item) = item {
            description.describe_item(game, item);
            if floor.map.terrain(at) == Terrain::Pedestal {
                let warning = text::terrain_line(Terrain::Pedestal);
                description.say(Rank::Hint, Colour::WARNING, warning);
            }
        } else if floor.spill_at(at).is_none() || !is_seen {
            let terrain = floor.map.terrain(at);
            description.say(Rank::Name, Colour::GOLD, text::tile_name(game, at));
            description.say(Rank::Flavour, Colour::SILVER, text::terrain_line(terrain));
        }
        if is_seen {
            description.describe_ground(view, at);
        }
        description
    }

    /// Adds a line. One line too many is dropped.
    fn say(&mut self, rank: Rank, colour: Colour, words: &str) {
        let words = Sentence::try_from(words).expect("every sentence fits its bytes");
        let _ = self.lines.push((rank, Line::Words(words, colour)));
    }

    /// Adds a hint on what a button does.
    pub fn hint(&mut self, words: &str) {
        self.say(Rank::Danger, Colour::GREY, words);
    }

    /// Adds a plain line that is not cut.
    pub fn state(&mut self, colour: Colour, words: &str) {
        self.say(Rank::Danger, colour, words);
    }

    /// Adds a heading.
    pub fn name(&mut self, words: &str) {
        self.say(Rank::Name, Colour::GOLD, words);
    }

    /// Describes a monster: name and state, character, the damage of attacks either way (A6), and
    /// what can be done about it.
    fn describe_monster(&mut self, game: &Game, monster: &Monster) {
        let spec = monster.kind.spec();
        let mut name = Sentence::new();
        let (hp, state) = (monster.body.hp.0, text::monster_state(monster));
        write!(name, "{}, {hp} hp, {state}", spec.name).expect("a name and a state are short");
        self.say(Rank::Name, Colour::GOLD, &name);
        let [character, ability] = text::monster_lines(monster.kind);
        if monster.is_ally {
            self.say(Rank::Danger, Colour::GOOD, text::ALLY_LINE);
            self.say(Rank::Hint, Colour::SILVER, text::ALLY_WOUNDS_LINE);
            return self.say(Rank::Ability, Colour::STRAW, ability);
        }
        self.say(Rank::Flavour, Colour::SILVER, character);
        self.describe_odds(game, monster);
        self.say(Rank::Ability, Colour::STRAW, ability);
        if monster.ai_state == AiState::Asleep {
            self.say(Rank::Hint, Colour::ICE, text::WAKE_RING_LINE);
        }
        if monster.ai_state == AiState::Watching {
            self.say(Rank::Hint, Colour::ICE, text::WATCH_LINE);
        }
        // Whoever has found no chip is not told of one.
        let mut carried = game.player().pack.iter().map(|item| item.kind);
        if game.can_override(monster) && carried.any(|kind| kind == ItemKind::OverrideChip) {
            self.say(Rank::Hint, Colour::GOOD, text::OVERRIDE_LINE);
        }
    }

    /// Describes the player: hit points, statuses with their effects, and the numbers.
    fn describe_player(&mut self, game: &Game) {
        let (body, stats) = (&game.player().body, game.player_stats());
        let level = game.player().level.number();
        self.say(Rank::Name, Colour::GOLD, &text::player_name(body.hp, stats.hp_max, level));
        self.say(Rank::Flavour, Colour::SILVER, text::PLAYER_LINE);
        for (status, turns) in body.statuses.running() {
            self.say(Rank::Danger, Colour::WARNING, &text::status_line(status, turns));
        }
        let _ = self.lines.push((Rank::Hint, Line::Numbers(Comparison::none(game))));
        self.say(Rank::Ability, Colour::STRAW, text::SAVING_LINE);
    }

    fn describe_odds(&mut self, game: &Game, monster: &Monster) {
        let (spec, stats) = (monster.kind.spec(), game.player_stats());
        let harm = |attack| game.harm_of(damage(attack, stats.defence)).0;
        let taken = |(low, high): (u16, u16)| (harm(low), harm(high));
        let is_dangerous = |(_, high): (u16, u16)| high * 4 >= game.player().body.hp.0;
        let colour = |odds| if is_dangerous(odds) { Colour::BAD } else { Colour::WHITE };
        let factor = if monster.is_helpless() { HELPLESS_FACTOR } else { 1 };
        let dealt = |attack: u16| factor * damage(attack, spec.defence).0;
        let ours = (dealt(stats.attack_min), dealt(stats.attack_max));
        let its = taken(spec.attack_on(game.floor()).into_inner());
        let its = (!matches!(spec.monster_trait, Trait::Steals(_))).then_some(its);
        let words = text::odds(its, ours);
        self.say(Rank::Danger, its.map_or(Colour::WHITE, colour), &words);
        if monster.is_helpless() {
            self.say(Rank::Hint, Colour::ICE, text::DOUBLE_LINE);
        }
        if spec.monster_trait == Trait::Spits {
            let spit = taken(spec.spit_on(game.floor()).into_inner());
            self.say(Rank::Danger, colour(spit), &text::spit_odds(spit));
        }
    }

    /// Describes an item on the ground: its name, its firmware, its effect, and for what is worn
    /// the player's numbers as they would be (I5).
    fn describe_item(&mut self, game: &Game, item: &Item) {
        let label = game.label(item.kind);
        self.say(Rank::Name, Colour::GOLD, text::label_name(label));
        if let Some(firmware) = item.firmware {
            self.say(Rank::Danger, Colour::ICE, &text::firmware_line(firmware));
        }
        if let Some(comparison) = Comparison::with(game, item) {
            let _ = self.lines.push((Rank::Danger, Line::Numbers(comparison)));
        }
        self.say(Rank::Flavour, Colour::SILVER, text::item_line(label));
        self.say(Rank::Ability, Colour::STRAW, &text::item_effect(label));
    }

    /// Describes what is spilled on a tile and what is about to land there, also below a creature.
    fn describe_ground(&mut self, view: &MapView<'_>, at: Pos) {
        let floor = view.game.current_floor();
        let aims = |monster: &&Monster| monster.aim == Aim::At(at);
        if let Some(monster) = floor.monsters.iter().find(aims) {
            let known = view.monster_shade(monster).map(|_| monster.kind);
            self.say(Rank::Danger, Colour::WARNING, &text::marked_line(known));
        }
        if let Some(spill) = floor.spill_at(at) {
            let is_alone = self.lines.is_empty();
            let colour = if is_alone { Colour::GOLD } else { Colour::WARNING };
            self.say(Rank::Name, colour, &text::spill_line(spill));
            self.say(Rank::Ability, Colour::SILVER, text::spill_effect(spill.kind));
        }
    }

    /// Draws the description in a window at the foot of the frame, or on top where it would cover
    /// the tile whose top row is `tile_y`.
    pub fn draw(mut self, frame: &mut Frame<'_>, tile_y: i16) {
        let whole = Area::of(frame);
        while self.lines.len() > lines_shown(frame) {
            let ranks = self.lines.iter().map(|&(rank, _)| rank).enumerate();
            let least = ranks.max_by_key(|&(_, rank)| rank).map_or(0, |(index, _)| index);
            self.lines.remove(least);
        }
        let text = i16::try_from(self.lines.len()).unwrap_or(0) * widgets::line_height(frame);
        let height = height_of(frame, self.lines.len());
        let is_low = tile_y + TILE > whole.height - height;
        let top = if is_low { widgets::bar_height(frame) } else { whole.height - height };
        let panel = widgets::panel(frame, Area { y: top, height, ..whole });
        let inner = panel.centred(panel.width - 2 * MARGIN, text);
        for (row, (_, line)) in (0..).zip(&self.lines) {
            let y = inner.y + row * widgets::line_height(frame);
            match line {
                Line::Words(words, colour) => {
                    frame.text(inner.x, y, words, *colour);
                }
                Line::Numbers(comparison) => comparison.draw_line(frame, (inner.x, y), inner.width),
            }
        }
    }
}
