//! Detects changes that end auto-travel, such as lost hit points or an enemy that comes into sight.

use super::interrupt::Interrupt;
use super::threats::{is_harmless, visible_enemies};
use super::wait::is_felt;
use crate::content::player::TRAVEL_HP_PART;
use crate::content::statuses::poison;
use crate::content::{ItemKind, MonsterKind, Status};
use crate::geometry::{Pos, TileSet};
use crate::limits::MONSTERS_MAX;
use crate::quantity::{Floor, Hp};
use crate::world::{Body, Game, GroundItem, Item, Monster, Terrain};
use heapless::Vec;

/// Detects changes between two steps of auto-travel.
#[derive(Clone, Debug)]
pub struct TravelMonitor {
    /// The number of awake enemies in sight for each kind, not counting harmless enemies.
    awake: [u8; MonsterKind::COUNT],
    /// The tiles of known sleepers and watchers. They do not interrupt again as long as they stay asleep or on watch.
    known: Vec<Pos, MONSTERS_MAX>,
    hp: Hp,
    /// The hit points of the ally, if it is on the floor.
    ally_hp: Option<Hp>,
    items: usize,
    wearables: usize,
    /// The number of known items that cannot be picked up because the pack is full.
    left: usize,
    statuses: [bool; Status::COUNT],
    floor: Floor,
    /// True for each kind of [`FIXTURES`] that the player has seen on the floor.
    fixtures: [bool; FIXTURES.len()],
}

/// The kinds of fixtures whose first appearance on a floor interrupts auto-travel.
const FIXTURES: [Terrain; 3] = [Terrain::VentOpen, Terrain::Terminal, Terrain::Switch];

impl TravelMonitor {
    /// The state of a monitor that has not looked at a game yet.
    pub(crate) const EMPTY: TravelMonitor = TravelMonitor {
        awake: [0; MonsterKind::COUNT],
        known: Vec::new(),
        hp: Hp(0),
        ally_hp: None,
        items: 0,
        wearables: 0,
        left: 0,
        statuses: [false; Status::COUNT],
        floor: Floor::LOBBY,
        fixtures: [false; FIXTURES.len()],
    };

    /// Stores the state before a step. Sleepers and fixtures on explored tiles count as known.
    pub fn new(game: &Game, visible: &TileSet) -> TravelMonitor {
        let mut monitor = TravelMonitor::with_fixtures(game, visible, [false; FIXTURES.len()]);
        monitor.learn(game, game.current_floor().map.explored());
        while monitor.new_fixture(game, game.current_floor().map.explored()).is_some() {}
        monitor
    }

    fn with_fixtures(
        game: &Game,
        visible: &TileSet,
        fixtures: [bool; FIXTURES.len()],
    ) -> TravelMonitor {
        let body = &game.player().body;
        let mut awake = [0; MonsterKind::COUNT];
        for monster in seen_threats(game, visible).filter(|it| it.ai_state.is_alert()) {
            *monster.kind.entry_mut(&mut awake) += 1;
        }
        TravelMonitor {
            floor: game.floor(),
            fixtures,
            awake,
            known: Vec::new(),
            hp: body.hp,
            ally_hp: game.current_floor().ally().map(|ally| ally.body.hp),
            items: game.player().pack.len(),
            wearables: wearables(game).count(),
            left: left(game).count(),
            statuses: Status::ALL.map(|status| body.statuses.has(status)),
        }
    }

    /// Compares the game with the stored state before the step. Returns the reason to interrupt, if any, and stores the
    /// new state.
    pub fn interrupt(&mut self, game: &Game, visible: &TileSet) -> Option<Interrupt> {
        let now = if game.floor() == self.floor {
            TravelMonitor::with_fixtures(game, visible, self.fixtures)
        } else {
            TravelMonitor::new(game, visible)
        };
        let before = core::mem::replace(self, now);
        let body = &game.player().body;
        // Finds the nearest new threat. An awake monster is new if more monsters of its kind are awake than before. A
        // sleeper or a watcher is new if its tile was not known.
        let new = seen_threats(game, visible).filter(|monster| {
            if monster.ai_state.is_alert() {
                monster.kind.entry(&self.awake) > monster.kind.entry(&before.awake)
            } else {
                !before.known.contains(&monster.body.pos)
            }
        });
        let nearest = new.min_by_key(|monster| monster.body.pos.steps_to(body.pos));
        if self.floor == before.floor {
            self.known.clone_from(&before.known);
            self.learn(game, visible);
        }
        if let Some(monster) = nearest {
            return Some(Interrupt::Enemy(monster.kind));
        }
        // This check also covers a mark of a monster that is hidden behind another monster.
        if game.current_floor().is_marked(body.pos) {
            return Some(Interrupt::Hurt);
        }
        let ally = game.current_floor().ally();
        let ill = ally.map_or(0, |ally| illness(&ally.body, ally.hp_born));
        // Hit points lost to poison and venom are added back, so that they do not count as a loss. A missing ally is
        // `None`, which is less than any hit points.
        let ally_hp = self.ally_hp.map(|hp| Hp(hp.0 + ill));
        if ally_hp < before.ally_hp && self.floor == before.floor {
            let hidden = ally.map(|ally| ally.body.pos).filter(|&at| !visible.contains(at));
            return Some(
                hidden.map_or(Interrupt::Hurt, |at| Interrupt::Ally(body.pos.bearing_to(at))),
            );
        }
        if self.hp < before.hp && !self.is_expected_loss(game, &before) {
            return Some(Interrupt::Hurt);
        }
        if self.left > before.left {
            let nearest = left(game).min_by_key(|ground| ground.pos.steps_to(body.pos));
            return nearest.map(|ground| Interrupt::PackFull(game.label(ground.item.kind)));
        }
        if self.items > before.items {
            return Some(Interrupt::Item);
        }
        if self.wearables > before.wearables {
            let nearest = wearables(game).min_by_key(|(pos, _)| pos.steps_to(body.pos));
            return nearest.map(|(pos, kind)| Interrupt::Wearable(kind, body.pos.bearing_to(pos)));
        }
        Status::ALL
            .into_iter()
            .zip(before.statuses.into_iter().zip(self.statuses))
            .find(|&(status, (had, has))| !had && has && is_felt(status))
            .map(|(status, _)| Interrupt::Status(status))
            .or_else(|| self.new_fixture(game, visible))
    }

    /// Records the sleepers and watchers on `seen` tiles, and drops known monsters that woke or left their tiles.
    fn learn(&mut self, game: &Game, seen: &TileSet) {
        let monsters = &game.current_floor().monsters;
        let is_still = |monster: &&Monster| monster.is_hostile() && !monster.ai_state.is_alert();
        let still = || monsters.iter().filter(is_still).map(|monster| monster.body.pos);
        self.known.retain(|&pos| still().any(|at| at == pos));
        for pos in still().filter(|&pos| seen.contains(pos)) {
            if !self.known.contains(&pos) {
                // The push cannot fail: the list has room for all monsters of a floor.
                let _ = self.known.push(pos);
            }
        }
    }

    /// Records the fixtures on `seen` tiles. Returns an interrupt for a fixture that is the first of its kind on the
    /// floor.
    // Target: GBA. Not inlined: keeps a tile set off the small stack during the rest of the turn.
    #[inline(never)]
    fn new_fixture(&mut self, game: &Game, seen: &TileSet) -> Option<Interrupt> {
        if self.fixtures == [true; FIXTURES.len()] {
            return None;
        }
        let map = &game.current_floor().map;
        let mut walls = seen.clone();
        walls.remove_all(map.passable());
        let kind_of = |pos: Pos| FIXTURES.iter().position(|&fixture| fixture == map.terrain(pos));
        let mut known = walls.iter().filter_map(|pos| Some((pos, kind_of(pos)?)));
        let (pos, kind) = known.find(|&(_, kind)| !self.fixtures[kind])?;
        self.fixtures[kind] = true;
        let bearing = game.player().body.pos.bearing_to(pos);
        Some(Interrupt::Fixture(FIXTURES[kind], bearing))
    }

    /// Returns whether the loss of hit points since `before` may be ignored. Poison and venom alone must explain the
    /// loss, and more than half of the hit points must be left (N3).
    fn is_expected_loss(&self, game: &Game, before: &TravelMonitor) -> bool {
        let harmful = [Status::Poisoned, Status::Envenomed];
        let hp_max = game.player_stats().hp_max;
        let running = harmful.into_iter().filter(|&status| *status.entry(&before.statuses));
        let expected: u16 = running.map(|_| poison(hp_max).0).sum();
        let lost = before.hp.0.saturating_sub(self.hp.0);
        lost <= expected && self.hp.0 > hp_max.0 / TRAVEL_HP_PART
    }
}

/// Returns the hit points that poison and venom take from a body per turn. This loss does not interrupt (N3).
fn illness(body: &Body, hp_max: Hp) -> u16 {
    let running = [Status::Poisoned, Status::Envenomed].into_iter();
    running.filter(|&status| body.statuses.has(status)).map(|_| poison(hp_max).0).sum()
}

/// Iterates over the enemies in sight, except awake enemies that are harmless (N3).
fn seen_threats<'a>(
    game: &'a Game,
    visible: &'a TileSet,
) -> impl Iterator<Item = &'a Monster> + 'a {
    let seen = visible_enemies(game, visible).map(|index| &game.current_floor().monsters[index]);
    seen.filter(|monster| !monster.ai_state.is_alert() || !is_harmless(game, monster))
}

/// Iterates over the items on explored ground that the player has never carried and can pick up.
pub(super) fn finds(game: &Game) -> impl Iterator<Item = &GroundItem> + '_ {
    let explored = game.current_floor().map.explored();
    let items = game.current_floor().items.iter();
    let known = items.filter(|ground| explored.contains(ground.pos));
    let can_pick_up = |item: &Item| game.player().barred_slot(item.kind).is_none();
    known.filter(move |ground| !ground.item.was_carried && can_pick_up(&ground.item))
}

/// Iterates over the finds (never carried items) that can be worn.
fn wearables(game: &Game) -> impl Iterator<Item = (Pos, ItemKind)> + '_ {
    let wearables = finds(game).filter(|ground| ground.item.kind.slot().is_some());
    wearables.map(|ground| (ground.pos, ground.item.kind))
}

/// Iterates over the finds that a full pack has no room for (N4), except items on pedestals.
fn left(game: &Game) -> impl Iterator<Item = &GroundItem> + '_ {
    let map = &game.current_floor().map;
    let is_full = game.player().pack.is_full();
    finds(game).filter(move |ground| is_full && map.terrain(ground.pos) != Terrain::Pedestal)
}
