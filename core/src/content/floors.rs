//! What each floor is made of and who is drawn to live there.

use crate::content::MonsterKind;
use crate::quantity::Floor;

/// How a floor is laid out (W2, W3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// One small empty room (W2).
    Lobby,
    /// Tunnels gnawed by mice (W4).
    Cave,
}

impl Style {
    /// The style of `floor`.
    pub const fn of(floor: Floor) -> Style {
        match floor.number() {
            0 => Style::Lobby,
            _ => Style::Cave,
        }
    }
}

/// How likely each kind is on each floor: of the kinds of a floor, each is drawn in proportion to
/// its weight (M1).
struct Habitat {
    kind: MonsterKind,
    weight: u16,
}

const HABITATS: [Habitat; MonsterKind::COUNT] =
    [Habitat { kind: MonsterKind::MicroMouse, weight: 1 }];

const _: () = {
    let mut line = 0;
    while line < HABITATS.len() {
        assert!(HABITATS[line].kind as usize == line, "line i of the table is kind i");
        line += 1;
    }
};

/// The kinds that live on `floor` with their weights; none in the lobby (W2).
pub fn population(floor: Floor) -> impl Iterator<Item = (MonsterKind, u16)> {
    HABITATS
        .iter()
        .filter(move |_| floor != Floor::LOBBY)
        .map(|habitat| (habitat.kind, habitat.weight))
}
