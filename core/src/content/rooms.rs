//! Defines the hand-drawn rooms (W26), and the words that a drawing's key (the list of its letters) may use. An unknown
//! word is a compile error that names the file, the line and the column.

use crate::content::{ItemKind, MonsterKind};
use crate::quantity::Floor;
use musrex_assets::listed_enum;
pub use musrex_assets::rooms::Purpose;
use musrex_assets::rooms::{Key, Room as Drawing, TABLE};

/// The number of tiles in the largest drawing of a room, blank tiles included.
const TILES_MAX: usize = {
    let (mut most, mut number) = (0, 0);
    while number < COUNT {
        if TABLE[number].letters.len() > most {
            most = TABLE[number].letters.len();
        }
        number += 1;
    }
    most
};

/// The meaning of a letter in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A tile outside the room, which generation leaves as it was.
    Outside,
    /// A wall.
    Wall,
    /// Plain ground.
    Ground,
    /// An entrance: a door, or a gap in a layout without doors. The entrance becomes a wall if generation cannot dig a
    /// way from it to nearby ground.
    Entrance,
    /// Water (W19).
    Water,
    /// A pane of glass (W19).
    Glass,
    /// The low furniture of the floor's place (W19).
    Low,
    /// The tall furniture of the floor's place (W19).
    Tall,
    /// A piece of furniture that only hand-drawn rooms have (W19).
    Furnishing(Furnishing),
    /// A live cable (W18).
    Cable,
    /// A vent in a wall (W15).
    Vent,
    /// A terminal in a wall (W16).
    Terminal,
    /// A shut cage with a mouse (W25).
    Cage,
    /// An alcove with a piece of equipment of this kind; `None` means any kind (W8).
    Alcove(Option<ItemKind>),
    /// An item on the ground.
    Item(ItemKind),
    /// Any potion on the ground.
    Potion,
    /// A monster.
    Creature {
        /// The kind of the monster. `None` means any kind that lives on the floor.
        kind: Option<MonsterKind>,
        /// True if the monster sleeps; false if it keeps watch.
        is_asleep: bool,
    },
}

listed_enum! {
    /// A piece of furniture that only hand-drawn rooms have.
    pub enum Furnishing {
        /// A lectern.
        Lectern,
        /// A blackboard with writing on it.
        Blackboard,
        /// A bowl with somebody's name on it.
        KennelBowl,
        /// A table under a lamp.
        OperatingTable,
        /// A golden cat, larger than life.
        CatStatue,
        /// A table with crumbs on it.
        CanteenTable,
        /// A bench.
        Bench,
        /// Crates, nailed shut.
        CrateStack,
        /// A full bookshelf.
        Bookshelf,
        /// A velvet cushion.
        Cushion,
    }
}

impl Furnishing {
    /// Returns whether the furniture is tall. Tall furniture blocks movement and sight like a wall (W19).
    pub const fn is_tall(self) -> bool {
        use Furnishing::{Blackboard, Bookshelf, CatStatue, CrateStack};
        matches!(self, Blackboard | CatStatue | CrateStack | Bookshelf)
    }
}

/// A hand-drawn room.
#[derive(Debug)]
pub struct Room {
    drawing: &'static Drawing,
    /// The things on the tiles of the room, row by row.
    things: [Thing; TILES_MAX],
}

/// The number of rooms.
pub const COUNT: usize = TABLE.len();

/// All rooms, in the order of their files.
pub static ROOMS: [Room; COUNT] = {
    let mut rooms =
        [const { Room { drawing: &TABLE[0], things: [Thing::Outside; TILES_MAX] } }; COUNT];
    let mut number = 0;
    while number < COUNT {
        let drawing = &TABLE[number];
        rooms[number].drawing = drawing;
        let mut at = 0;
        while at < drawing.letters.len() {
            rooms[number].things[at] = thing(drawing, drawing.letters[at]);
            at += 1;
        }
        number += 1;
    }
    rooms
};

const _: () = assert!(COUNT <= u8::MAX as usize, "a byte numbers the rooms");

impl Room {
    /// Returns the path of the room's file in the repository.
    pub const fn file(&self) -> &'static str {
        self.drawing.file
    }

    /// Returns the purpose for which generation uses the room.
    pub const fn purpose(&self) -> Purpose {
        self.drawing.purpose
    }

    /// Returns the weight of the room, from 1 to 9, in the random choice among the rooms that fit a floor.
    pub(crate) const fn weight(&self) -> u8 {
        self.drawing.weight
    }

    /// Returns whether the room may be placed on `floor`.
    pub const fn is_on(&self, floor: Floor) -> bool {
        self.drawing.floors >> floor.number() & 1 == 1
    }

    /// Returns whether the room has live cables, which need a switch (W18).
    pub(crate) fn has_cables(&self) -> bool {
        self.things.contains(&Thing::Cable)
    }

    /// Returns the numbers of columns and rows of the room, including its walls.
    pub const fn size(&self) -> (u8, u8) {
        (self.drawing.width, self.drawing.height)
    }

    /// Returns whether the drawing has a vent or a terminal. Such a drawing must not be turned, because these fixtures
    /// must face south.
    pub(crate) fn is_upright(&self) -> bool {
        self.things.iter().any(|thing| matches!(thing, Thing::Vent | Thing::Terminal))
    }

    /// Returns the thing in a column and a row. Returns [`Outside`](Thing::Outside) beyond the edges of the room.
    pub fn thing(&self, (column, row): (u8, u8)) -> Thing {
        let (width, height) = self.size();
        if column >= width || row >= height {
            return Thing::Outside;
        }
        self.things[usize::from(row) * usize::from(width) + usize::from(column)]
    }
}

/// Returns the thing that a letter of `drawing` stands for.
const fn thing(drawing: &Drawing, letter: u8) -> Thing {
    match letter {
        b' ' => Thing::Outside,
        b'#' => Thing::Wall,
        b'.' => Thing::Ground,
        b'+' => Thing::Entrance,
        _ => {
            let mut at = 0;
            while drawing.key[at].letter != letter {
                at += 1;
            }
            meaning(&drawing.key[at])
        }
    }
}

/// Returns the thing that a line of a drawing's key stands for.
const fn meaning(key: &Key) -> Thing {
    const WORDS: [(&str, Thing); 13] = [
        ("water", Thing::Water),
        ("glass", Thing::Glass),
        ("low furniture", Thing::Low),
        ("tall furniture", Thing::Tall),
        ("cable", Thing::Cable),
        ("vent", Thing::Vent),
        ("terminal", Thing::Terminal),
        ("cage", Thing::Cage),
        ("something to wear", Thing::Alcove(None)),
        ("potion", Thing::Potion),
        ("creature asleep", Thing::Creature { kind: None, is_asleep: true }),
        ("creature on watch", Thing::Creature { kind: None, is_asleep: false }),
        ("ground", Thing::Ground),
    ];
    let mut at = 0;
    while at < WORDS.len() {
        if is_same(key.meaning, "", WORDS[at].0) {
            return WORDS[at].1;
        }
        at += 1;
    }
    at = 0;
    while at < Furnishing::COUNT {
        if is_same(key.meaning, "", Furnishing::IDS[at]) {
            return Thing::Furnishing(Furnishing::ALL[at]);
        }
        at += 1;
    }
    at = 0;
    while at < ItemKind::COUNT {
        let kind = ItemKind::ALL[at];
        if is_same(key.meaning, "", ItemKind::IDS[at]) && !matches!(kind, ItemKind::Key) {
            return if kind.slot().is_some() {
                Thing::Alcove(Some(kind))
            } else {
                Thing::Item(kind)
            };
        }
        at += 1;
    }
    at = 0;
    while at < MonsterKind::COUNT {
        let kind = MonsterKind::ALL[at];
        let is_king = kind.spec().is_boss();
        if is_same(key.meaning, " asleep", MonsterKind::IDS[at]) && !is_king {
            return Thing::Creature { kind: Some(kind), is_asleep: true };
        }
        if is_same(key.meaning, " on watch", MonsterKind::IDS[at]) && !is_king {
            return Thing::Creature { kind: Some(kind), is_asleep: false };
        }
        at += 1;
    }
    panic!("{}", key.fault)
}

/// Returns whether `text` is `word` followed by `end`, ignoring blanks and the case of letters. For example, `Pack Rat
/// asleep` is `PackRat` followed by ` asleep`. `word` is an identifier of the code, or plain words.
const fn is_same(text: &str, end: &str, word: &str) -> bool {
    let (text, parts) = (text.as_bytes(), [word.as_bytes(), end.as_bytes()]);
    let (mut at, mut part) = (0, 0);
    while part < parts.len() {
        let mut letter = 0;
        while letter < parts[part].len() {
            let wanted = parts[part][letter];
            letter += 1;
            if wanted == b' ' {
                continue;
            }
            while at < text.len() && text[at] == b' ' {
                at += 1;
            }
            if at == text.len() || !text[at].eq_ignore_ascii_case(&wanted) {
                return false;
            }
            at += 1;
        }
        part += 1;
    }
    at == text.len()
}
