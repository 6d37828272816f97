//! Floors as text and text as floors.
//!
//! A text is laid on the floor with its first letter at (1, 1), so that the outermost ring stays
//! wall; all around it is wall. Lines may be indented, and empty ones are left out.
//!
//! | letter | what |
//! |---|---|
//! | `#` `.` | wall, ground |
//! | `<` `>` | stairs up, stairs down |
//! | `+` `'` `L` | closed, open, locked door |
//! | `@` | the player, on ground |
//! | `m` | a Micro Mouse after the player |
//! | `z` | a Micro Mouse asleep |

use musrex_core::content::MonsterKind;
use musrex_core::geometry::Pos;
use musrex_core::limits::{MAP_HEIGHT, MAP_WIDTH};
use musrex_core::quantity::{Floor, Hp, Level};
use musrex_core::rules::experience;
use musrex_core::rules::path::Route;
use musrex_core::world::{Body, FloorState, Game, Mind, Monster, Player, Terrain, Worn};

/// The letters of terrain.
const TERRAIN: [(char, Terrain); 7] = [
    ('#', Terrain::Wall),
    ('.', Terrain::Ground),
    ('<', Terrain::StairsUp),
    ('>', Terrain::StairsDown),
    ('+', Terrain::DoorClosed),
    ('\'', Terrain::DoorOpen),
    ('L', Terrain::DoorLocked),
];

/// A kind of monster with its letters awake and asleep, and the hit points a text gives it.
struct Inhabitant {
    kind: MonsterKind,
    awake: char,
    asleep: char,
    hp: Hp,
}

/// The letters of monsters.
const INHABITANTS: [Inhabitant; 1] =
    [Inhabitant { kind: MonsterKind::MicroMouse, awake: 'm', asleep: 'z', hp: Hp(4) }];

/// The letter of the player.
const PLAYER: char = '@';
/// Stands for a kind that has no letter yet.
const UNKNOWN: char = '?';

/// A part of a floor, from (1, 1) on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
}

/// What a text says: a floor, who is where on it, and how much of it the text covers.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Tiles and monsters; those awake are after the player.
    pub floor: FloorState,
    /// Where the player stands.
    pub player: Pos,
    /// How much of the floor the text covers.
    pub size: Size,
}

/// Reads a text.
///
/// # Panics
/// When a letter means nothing, the text does not fit a floor, or there is not exactly one player.
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
    if let Some(&(_, terrain)) = TERRAIN.iter().find(|(known, _)| *known == letter) {
        return floor.map.set(pos, terrain);
    }
    floor.map.set(pos, Terrain::Ground);
    if letter == PLAYER {
        return;
    }
    let who = INHABITANTS
        .iter()
        .find(|who| who.awake == letter || who.asleep == letter)
        .unwrap_or_else(|| panic!("the letter {letter:?} means nothing"));
    let mind = if who.awake == letter {
        Mind::Hunting { last_seen: player, route: Route::NONE }
    } else {
        Mind::Asleep
    };
    let monster = Monster { kind: who.kind, body: Body::new(pos, who.hp), mind };
    assert!(floor.monsters.push(monster).is_ok(), "more monsters than a floor holds");
}

/// A game on the floor that a text draws: a player of the first level in full health, in the
/// lobby's place, where nobody comes up the stairs.
///
/// # Panics
/// As [`read`].
pub fn map_from_text(text: &str) -> Game {
    let drawing = read(text);
    let hp = experience::stats(Level::FIRST, &Worn::default(), None).hp_max;
    Game::from_parts(1, Floor::LOBBY, Player::new(drawing.player, hp), drawing.floor)
}

/// The letter for what is seen at `pos` by one who sees everything: creatures before terrain.
pub fn letter(here: &FloorState, player: Option<Pos>, pos: Pos) -> char {
    if player == Some(pos) {
        return PLAYER;
    }
    let Some(index) = here.monster_at(pos) else {
        let terrain = here.map.terrain(pos);
        return TERRAIN
            .iter()
            .find(|(_, known)| *known == terrain)
            .map_or(UNKNOWN, |&(letter, _)| letter);
    };
    let monster = &here.monsters[index];
    INHABITANTS
        .iter()
        .find(|who| who.kind == monster.kind)
        .map_or(UNKNOWN, |who| if monster.mind.is_alert() { who.awake } else { who.asleep })
}

/// The part of the floor that a text of this size covers, as a text with a line end after every
/// line.
pub fn text_from_game(game: &Game, size: Size) -> String {
    let mut text = String::new();
    for y in 1..=size.height {
        for x in 1..=size.width {
            text.push(letter(game.here(), Some(game.player().body.pos), Pos::at(x, y)));
        }
        text.push('\n');
    }
    text
}

/// The whole floor as a text, its outermost ring with it.
pub fn text_of_floor(here: &FloorState, player: Option<Pos>) -> String {
    let mut text = String::new();
    for y in 0..MAP_HEIGHT {
        text.extend((0..MAP_WIDTH).map(|x| letter(here, player, Pos::at(x, y))));
        text.push('\n');
    }
    text
}

/// A text without indentation and empty lines, with a line end after every line.
pub fn tidied(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_it_was() {
        let text = "######\n#@.mz#\n#<>+'L\n######\n";
        assert_eq!(text_from_game(&map_from_text(text), read(text).size), text);
    }

    #[test]
    #[should_panic(expected = "means nothing")]
    fn a_letter_that_means_nothing_is_refused() {
        map_from_text("@x");
    }
}
