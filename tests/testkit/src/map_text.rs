//! Converts floors to text and text to floors.
//!
//! The first letter of a text is the tile (1, 1), so that the outermost ring stays wall. Everything outside the text is
//! wall. Lines may be indented, and empty lines are ignored.
//!
//! | letter | what |
//! |---|---|
//! | `#` `.` `_` | wall, ground, alcove: terrain has the letters of [`Terrain::letter`] |
//! | `<` `>` | stairs up, stairs down |
//! | `+` `'` `L` | closed, open, locked door |
//! | `@` | the player, on ground |
//! | `m` `z` … | a monster, awake (and hunting the player) or asleep: `letters` in the table of monsters |
//! | `/` … | an item: `letter` in the table of items |
//! | `v` `V` `?` `:` | open and shut vent, fresh and used terminal |
//! | `-` `"` `i` | live and dead cable, their switch |
//! | `d` `D` | pedestal, sealed pedestal |
//! | `o` `g` `O` `w` | low furniture, glass, tall furniture, water |

use crate::seeds::shifted;
use musrex_core::content::{ItemKind, MonsterKind};
use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH};
use musrex_core::quantity::{Floor, Hp, Level};
use musrex_core::rules::experience;
use musrex_core::world::path::Route;
use musrex_core::world::{
    AiState, FloorState, Game, GroundItem, Item, Monster, Player, Terrain, Worn,
};

/// The letter of the player.
const PLAYER: char = '@';

/// The size of the part of a floor that a text shows. That part begins at the tile (1, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
}

/// The result of reading a text: a floor, the position of the player, and the size of the text.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The floor with its tiles, items and monsters. Awake monsters hunt the player.
    pub floor: FloorState,
    /// The position of the player.
    pub player: Pos,
    /// The part of the floor that the text covers.
    pub size: Size,
}

/// Reads the drawing in a text.
///
/// # Panics
/// Panics if a letter is unknown, if the text does not fit on a floor, or if there is not exactly one player.
pub fn read(text: &str) -> Drawing {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let size = Size { width: small(width), height: small(lines.len()) };
    assert!(
        size.width <= MAP_WIDTH - 2 && size.height <= MAP_HEIGHT - 2,
        "a text of {width} x {} does not fit a floor",
        lines.len()
    );
    let letters = || {
        lines.iter().enumerate().flat_map(|(y, line)| {
            line.chars()
                .enumerate()
                .map(move |(x, letter)| (Pos::at(small(x + 1), small(y + 1)), letter))
        })
    };
    let mut players = letters().filter(|&(_, letter)| letter == PLAYER).map(|(pos, _)| pos);
    let player = players.next().expect("a text needs a player");
    assert_eq!(players.next(), None, "a text has one player");
    let mut floor = FloorState::EMPTY;
    for (pos, letter) in letters() {
        put(&mut floor, pos, letter, player);
    }
    Drawing { floor, player, size }
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("a text fits a floor")
}

fn put(floor: &mut FloorState, pos: Pos, letter: char, player: Pos) {
    if let Some(terrain) = Terrain::from_letter(letter) {
        return floor.map.set(pos, terrain);
    }
    floor.map.set(pos, Terrain::Ground);
    if letter == PLAYER {
        return;
    }
    if let Some(kind) = ItemKind::ALL.into_iter().find(|&kind| kind.spec().letter == letter) {
        let item = GroundItem { pos, item: item(kind) };
        return assert!(floor.items.push(item).is_ok(), "more items than a floor holds");
    }
    let kind = MonsterKind::ALL
        .into_iter()
        .find(|&kind| kind.spec().letters.contains(&letter))
        .unwrap_or_else(|| panic!("the letter {letter:?} means nothing"));
    let hp = Hp(*kind.spec().hp_on(Floor::LOBBY).end());
    let mut monster = Monster::new(kind, pos, hp);
    if letter == kind.spec().letters[0] {
        monster.ai_state = AiState::Hunting { last_seen: player, route: Route::NONE };
    }
    assert!(floor.monsters.push(monster).is_ok(), "more monsters than a floor holds");
}

/// Returns an item of this kind as found on the lowest floor.
pub fn item(kind: ItemKind) -> Item {
    Item::with_bonus(kind, kind.spec().bonus_scaling.base)
}

/// Returns a game in the lobby, on the floor that a text draws. The player has the first level and full health.
///
/// # Panics
/// Panics like [`read`].
pub fn map_from_text(text: &str) -> Game {
    let drawing = read(text);
    let hp = experience::stats(Level::FIRST, &Worn::default(), None).hp_max;
    Game::from_parts(shifted(1), Floor::LOBBY, Player::new(drawing.player, hp), drawing.floor)
}

/// Returns the letter for `pos` as if everything were visible. A creature hides an item, and an item hides the terrain.
pub fn letter(here: &FloorState, player: Option<Pos>, pos: Pos) -> char {
    if player == Some(pos) {
        return PLAYER;
    }
    if let Some(index) = here.monster_at(pos) {
        let monster = &here.monsters[index];
        let [awake, asleep] = monster.kind.spec().letters;
        return if monster.ai_state.is_alert() { awake } else { asleep };
    }
    if let Some(index) = here.item_at(pos) {
        return here.items[index].item.kind.spec().letter;
    }
    here.map.terrain(pos).letter()
}

/// Returns the part of the floor that a text of this size covers, as text with a line feed after every line.
pub fn text_from_game(game: &Game, size: Size) -> String {
    let mut text = String::new();
    for y in 1..=size.height {
        for x in 1..=size.width {
            text.push(letter(game.current_floor(), Some(game.player().body.pos), Pos::at(x, y)));
        }
        text.push('\n');
    }
    text
}

/// Returns the whole floor as a text, including the outermost ring.
pub fn text_of_floor(here: &FloorState, player: Option<Pos>) -> String {
    let mut text = String::new();
    for y in 0..MAP_HEIGHT {
        text.extend((0..MAP_WIDTH).map(|x| letter(here, player, Pos::at(x, y))));
        text.push('\n');
    }
    text
}

/// Returns a text without indentation and empty lines, with a line feed after every line.
pub fn tidied(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::limits::MONSTERS_MAX;

    #[test]
    fn a_text_comes_back_as_it_was() {
        let monsters = MonsterKind::ALL.into_iter().flat_map(|kind| kind.spec().letters);
        let letters = monsters.chain(ItemKind::ALL.map(|kind| kind.spec().letter));
        let letters: Vec<char> = letters.chain("#.<>+'L_vV?:-\"idDogOwxX{}".chars()).collect();
        // No text contains more monsters than a floor has room for.
        for some in letters.chunks(MONSTERS_MAX) {
            let text = format!("@{}\n", some.iter().collect::<String>());
            assert_eq!(text_from_game(&map_from_text(&text), read(&text).size), text);
        }
    }

    #[test]
    fn every_letter_means_one_thing() {
        let monsters = MonsterKind::ALL.into_iter().flat_map(|kind| kind.spec().letters);
        let letters = monsters.chain(ItemKind::ALL.map(|kind| kind.spec().letter)).chain([PLAYER]);
        let terrain = (' '..='~').filter(|&letter| Terrain::from_letter(letter).is_some());
        let letters: Vec<char> = letters.chain(terrain).collect();
        for (index, letter) in letters.iter().enumerate() {
            let is_twice = letters[..index].contains(letter);
            assert!(!is_twice, "tests/testkit/src/map_text.rs: {letter:?} means two things");
        }
    }

    #[test]
    #[should_panic(expected = "means nothing")]
    fn a_letter_that_means_nothing_is_refused() {
        map_from_text("@9");
    }
}
