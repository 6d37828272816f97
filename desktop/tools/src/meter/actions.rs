//! The actions that the meter compares, and the definition of bumping, which is the simplest way to fight.

use musrex_core::Command;
use musrex_core::content::{ItemKind, Label, Slot};
use musrex_core::geometry::{Direction, Pos, TileSet};
use musrex_core::rules::travel::visible_enemies;
use musrex_core::view::text;
use musrex_core::world::path::DistanceMap;
use musrex_core::world::{Game, Item, Monster, Terrain};
use std::iter;

/// An action of the player in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The command that performs the action.
    pub command: Command,
    /// The name of the action in the player's words: `step away`, `wait`, `use Health Pack`.
    pub verb: String,
    /// True if the action is bumping. Bumping is an attack on an adjacent, awake enemy. If there is none, bumping is a
    /// step toward the nearest awake enemy; if no such step is possible, bumping is waiting.
    pub is_bump: bool,
}

impl Candidate {
    /// Returns whether the action is waiting.
    pub fn is_wait(&self) -> bool {
        self.command == Command::Wait
    }

    /// Returns whether the action is a step that brings the player closer to the nearest awake enemy.
    pub fn is_approach(&self) -> bool {
        self.verb == APPROACH
    }
}

/// Returns the awake enemies in sight.
pub fn awake_enemies<'a>(game: &'a Game, visible: &TileSet) -> Vec<&'a Monster> {
    visible_enemies(game, visible)
        .map(|index| &game.current_floor().monsters[index])
        .filter(|monster| monster.ai_state.is_alert())
        .collect()
}

/// Lists the actions that the game accepts, without duplicates, the simplest first.
///
/// A new kind of command must be added here. Dropping is omitted, because it does nothing in a fight. Unknown potions
/// are also omitted, because the playouts would know their contents, which the player does not.
pub fn candidate_actions(game: &Game) -> Vec<Candidate> {
    let around = Surroundings::of(game);
    let walks = Direction::ALL.into_iter().map(|direction| around.walk(game, direction));
    let wait = Candidate { command: Command::Wait, verb: "wait".to_owned(), is_bump: false };
    let slots = Slot::ALL.into_iter().map(|slot| Candidate {
        command: Command::TakeOff(slot),
        verb: "take off".to_owned(),
        is_bump: false,
    });
    let throws = throws(game, &around.visible);
    let deeds = deeds(game, &around.visible);
    let all = iter::once(wait).chain(walks).chain(of_pack(game)).chain(slots).chain(throws);
    let all = all.chain(deeds);
    let mut all: Vec<Candidate> =
        all.filter(|candidate| game.accepts(candidate.command).is_ok()).collect();
    mark_bumps(&mut all);
    all
}

/// The verb of an attack on an awake enemy.
const ATTACK: &str = "attack";
/// The verb of a step that brings the player closer to the nearest awake enemy.
const APPROACH: &str = "approach";

/// Marks the actions that are bumping: all actions of the first kind of bumping that is possible.
fn mark_bumps(all: &mut [Candidate]) {
    let kinds = [ATTACK, APPROACH, "wait"];
    let kind = kinds.into_iter().find(|kind| all.iter().any(|candidate| candidate.verb == *kind));
    for candidate in all {
        candidate.is_bump = Some(candidate.verb.as_str()) == kind;
    }
}

/// Lists the uses of the items in the pack. Equal items are listed once.
fn of_pack(game: &Game) -> impl Iterator<Item = Candidate> + '_ {
    let pack = &game.player().pack;
    // Items that differ only in whether the player paid for them count as equal.
    let is_same = |a: &Item, b: &Item| (a.kind, a.bonus) == (b.kind, b.bonus);
    let is_first =
        move |index: usize, item: &Item| !pack[..index].iter().any(|other| is_same(other, item));
    let items = pack.iter().enumerate().filter(move |&(index, item)| is_first(index, item));
    items.flat_map(|(index, item)| {
        let place = u8::try_from(index).expect("a pack is small");
        let name = text::name_of(item.kind);
        let is_known = matches!(game.label(item.kind), Label::Known(_));
        let using =
            Candidate { command: Command::Use(place), verb: format!("use {name}"), is_bump: false };
        let wearing =
            Candidate { command: Command::Wear(place), verb: "wear".to_owned(), is_bump: false };
        [Some(using).filter(|_| is_known), Some(wearing)].into_iter().flatten()
    })
}

/// The largest number of enemies that the meter tries as targets of a throw.
const TARGETS_MAX: usize = 3;

/// Lists throws of known flasks and of cheese at the nearest awake enemies. Equal items are listed once. Other items
/// are omitted, because they only wake the monster that they hit.
fn throws(game: &Game, visible: &TileSet) -> Vec<Candidate> {
    let pos = game.player().body.pos;
    let mut enemies: Vec<Pos> =
        awake_enemies(game, visible).iter().map(|enemy| enemy.body.pos).collect();
    enemies.sort_unstable_by_key(|at| (at.steps_to(pos), *at));
    enemies.truncate(TARGETS_MAX);
    let pack = &game.player().pack;
    let mut thrown = Vec::new();
    for (index, item) in pack.iter().enumerate() {
        let is_first = pack[..index].iter().all(|other| other.kind != item.kind);
        let is_known = matches!(game.label(item.kind), Label::Known(_));
        let is_missile = item.kind.is_flask() || item.kind == ItemKind::Cheese;
        if !(is_first && is_known && is_missile) {
            continue;
        }
        let place = u8::try_from(index).expect("a pack is small");
        thrown.extend(enemies.iter().map(|&at| Candidate {
            command: Command::Throw(place, at),
            verb: format!("throw {}", text::name_of(item.kind)),
            is_bump: false,
        }));
    }
    thrown
}

/// The largest number of tiles that the meter tries as targets of the worn chip's deed.
const DEED_TARGETS_MAX: usize = 4;

/// Lists the deed of the worn chip (its active ability), aimed at the tiles where it is most useful (I14).
fn deeds(game: &Game, visible: &TileSet) -> Vec<Candidate> {
    let Some((firmware, _)) = game.deed() else { return Vec::new() };
    let targets = game.deed_targets(visible).into_iter().take(DEED_TARGETS_MAX);
    targets
        .map(|(at, _)| Candidate {
            command: Command::Deed(at),
            verb: format!("do {}", text::firmware_name(firmware)),
            is_bump: false,
        })
        .collect()
}

/// The data that determine the name of a step.
struct Surroundings {
    visible: TileSet,
    pos: Pos,
    /// The walking distances to the nearest awake enemy.
    distances: Option<DistanceMap>,
}

impl Surroundings {
    fn of(game: &Game) -> Surroundings {
        let (visible, pos) = (game.visible(), game.player().body.pos);
        let map = &game.current_floor().map;
        let from_player = DistanceMap::new(map, pos, iter::empty());
        let nearest = awake_enemies(game, &visible).into_iter().min_by_key(|enemy| {
            let at = enemy.body.pos;
            (from_player.distance(at).unwrap_or(u16::MAX), pos.steps_to(at), at)
        });
        let distances = nearest.map(|enemy| DistanceMap::new(map, enemy.body.pos, iter::empty()));
        Surroundings { visible, pos, distances }
    }

    fn walk(&self, game: &Game, direction: Direction) -> Candidate {
        let verb = match self.pos.step(direction) {
            Some(to) => self.verb_of_walk(game, to),
            None => "walk into nothing".to_owned(),
        };
        Candidate { command: Command::Walk(direction), verb, is_bump: false }
    }

    fn verb_of_walk(&self, game: &Game, to: Pos) -> String {
        let floor = game.current_floor();
        if let Some(index) = floor.monster_at(to) {
            let is_enemy = visible_enemies(game, &self.visible).any(|enemy| enemy == index);
            return match (is_enemy, floor.monsters[index].ai_state.is_alert()) {
                (true, true) => ATTACK,
                (true, false) => "attack a sleeper",
                (false, _) => "swap places",
            }
            .to_owned();
        }
        let terrain = floor.map.terrain(to);
        if terrain.is_stairs() {
            return "take the stairs".to_owned();
        }
        if !terrain.is_walkable() && terrain != Terrain::Wall {
            return format!("walk into {terrain:?}");
        }
        let distance = |pos| self.distances.as_ref().and_then(|map| map.distance(pos));
        match (distance(self.pos), distance(to)) {
            (Some(here), Some(there)) if there < here => APPROACH,
            (Some(here), Some(there)) if there == here => "sidestep",
            (Some(_), Some(_)) => "step away",
            _ => "step",
        }
        .to_owned()
    }
}
