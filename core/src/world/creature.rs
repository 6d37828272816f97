use crate::content::effects::{Effect, Harm};
use crate::content::monsters::{Mark, MarkShape};
use crate::content::{ItemKind, MonsterKind, Slot, Status};
use crate::dice::Dice;
use crate::geometry::{Pos, Side};
use crate::limits::STATUS_TURNS_MAX;
use crate::quantity::{Floor, Hp, Level, Xp};
use crate::world::build::Build;
use crate::world::map::Map;
use crate::world::pack::{Item, Pack, Worn};
use crate::world::path::Route;
use serde::{Deserialize, Serialize};

/// The state that the player and monsters have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The position. No two creatures of a floor share a tile.
    pub pos: Pos,
    /// The hit points. A monster without hit points is removed from the floor.
    pub hp: Hp,
    /// The side that the creature faces (A18).
    pub facing: Side,
    /// The remaining turns of each status.
    pub statuses: Statuses,
}

impl Body {
    /// Creates a healthy creature at `pos`.
    pub const fn new(pos: Pos, hp: Hp) -> Body {
        Body { pos, hp, facing: Side::Right, statuses: Statuses::NONE }
    }

    /// Restores up to `points` hit points, but not beyond `hp_max`. Returns the number of hit points restored.
    pub(crate) fn heal(&mut self, points: u16, hp_max: Hp) -> Hp {
        let before = self.hp;
        self.hp = before.healed(points, hp_max);
        Hp(self.hp.0.saturating_sub(before.0))
    }
}

/// The remaining turns of each status, at most [`STATUS_TURNS_MAX`]. Zero means that the status is not running.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statuses {
    turns_left: [u8; Status::COUNT],
}

impl Statuses {
    /// No running status.
    pub const NONE: Statuses = Statuses { turns_left: [0; Status::COUNT] };

    /// Returns the remaining turns of `status`. Zero means that the status is not running.
    pub const fn turns_left(&self, status: Status) -> u8 {
        *status.entry(&self.turns_left)
    }

    /// Returns whether `status` is running.
    pub const fn has(&self, status: Status) -> bool {
        self.turns_left(status) > 0
    }

    /// Sets the remaining turns of `status`. Zero ends the status.
    pub fn set(&mut self, status: Status, turns: u8) {
        *status.entry_mut(&mut self.turns_left) = turns.min(STATUS_TURNS_MAX);
    }

    /// Iterates over the running statuses and their remaining turns, in the order in which statuses tick.
    pub fn running(&self) -> impl Iterator<Item = (Status, u8)> + Clone + '_ {
        Status::ALL
            .into_iter()
            .map(|status| (status, self.turns_left(status)))
            .filter(|&(_, turns)| turns > 0)
    }
}

/// The player's character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The position, hit points, facing and statuses.
    pub body: Body,
    /// The level, which never falls.
    pub level: Level,
    /// The experience gathered, which determines the level (B8).
    pub xp: Xp,
    /// The items that the player wears.
    pub worn: Worn,
    /// The items that the player carries.
    pub pack: Pack,
    /// The number of monsters killed.
    pub kills: u16,
    /// The kit, the grafts and the charges.
    pub build: Build,
}

impl Player {
    /// Creates a player at `pos` with `hp`.
    pub const fn new(pos: Pos, hp: Hp) -> Player {
        Player {
            body: Body::new(pos, hp),
            level: Level::FIRST,
            xp: Xp(0),
            worn: Worn::NOTHING,
            pack: Pack::new(),
            kills: 0,
            build: Build::NEW,
        }
    }

    /// Returns all effects that currently change a rule for the player.
    pub fn effects(&self) -> impl Iterator<Item = Effect> {
        self.worn.effects().chain(self.build.effects())
    }

    /// Returns whether the player currently has `effect`.
    pub(crate) fn has(&self, effect: Effect) -> bool {
        self.effects().any(|other| other == effect)
    }

    /// Returns the largest number that `pick` finds in the player's effects, or `None` if `pick` finds none.
    pub(crate) fn modifier<N: Ord>(&self, pick: impl Fn(Effect) -> Option<N>) -> Option<N> {
        self.effects().filter_map(pick).max()
    }

    /// Returns whether the kit bars `slot`, so that the player can neither put an item into it nor take one out (W30).
    pub(crate) fn is_barred(&self, slot: Slot) -> bool {
        self.effects().any(|effect| effect == Effect::Bars(slot))
    }

    /// Returns the slot of an item of this kind if the kit bars the slot (W30).
    pub(crate) fn barred_slot(&self, kind: ItemKind) -> Option<Slot> {
        kind.slot().filter(|&slot| self.is_barred(slot))
    }

    /// Returns the number by which the player's effects divide `harm`, at least 1.
    pub(crate) fn divisor(&self, harm: Harm) -> u8 {
        self.modifier(|effect| effect.divides(harm)).unwrap_or(1)
    }
}

/// A monster on a floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monster {
    /// The kind, which is also the key of the monster's row in the table of monsters.
    pub kind: MonsterKind,
    /// The position, hit points, facing and statuses.
    pub body: Body,
    /// The hit points with which the monster was created (I10).
    pub hp_born: Hp,
    /// The current activity.
    pub ai_state: AiState,
    /// True if killing the monster gives no experience. This applies to guards that came through a vent and to mice
    /// from cages (K1, W25).
    pub is_unpaid: bool,
    /// True if the monster fights for the player (I10).
    pub is_ally: bool,
    /// The state of the monster's squeak (S4).
    pub squeak: Squeak,
    /// The state of the monster's marked attack (M8).
    pub aim: Aim,
    /// The number of turns for which other monsters have blocked the monster's path, up to `VENT_BLOCKED_TURNS` (W15).
    pub blocked: u8,
    /// The item that the monster carries: a stolen item, or an item of its own (M9, M19).
    pub loot: Option<Item>,
}

impl Monster {
    /// Creates a sleeping monster.
    pub const fn new(kind: MonsterKind, pos: Pos, hp: Hp) -> Monster {
        Monster {
            kind,
            body: Body::new(pos, hp),
            hp_born: hp,
            ai_state: AiState::Asleep,
            is_unpaid: false,
            is_ally: false,
            squeak: Squeak::Unused,
            aim: Aim::None,
            blocked: 0,
            loot: None,
        }
    }

    /// Creates a sleeping monster, and rolls its hit points from the range of its kind on `floor` (M1).
    pub(crate) fn born(dice: &mut Dice, kind: MonsterKind, floor: Floor, pos: Pos) -> Monster {
        Monster::new(kind, pos, Hp(dice.uniform_u16(kind.spec().hp_on(floor))))
    }

    /// Returns whether the monster is an enemy of the player.
    pub const fn is_hostile(&self) -> bool {
        !self.is_ally
    }

    /// Returns whether the monster is helpless: asleep, eating or stunned. Blows on a helpless monster do double damage
    /// (S3).
    pub(crate) const fn is_helpless(&self) -> bool {
        matches!(self.ai_state, AiState::Asleep | AiState::Eating { .. })
            || self.body.statuses.has(Status::Stunned)
    }

    /// Returns whether the monster carries a stolen item (M9). The item of a named mouse does not count, because it is
    /// the mouse's own (M19).
    pub(crate) fn has_stolen(&self) -> bool {
        self.loot.is_some() && self.kind.spec().steals().is_some()
    }

    /// Returns the marked tiles that the monster will strike in one or two turns: the tiles that its
    /// [`Mark`](crate::content::monsters::Mark) covers on `map` (M8).
    pub fn marked<'a>(&self, map: &'a Map) -> impl Iterator<Item = Pos> + use<'a> {
        let aim = self.aim.tile().zip(self.kind.spec().mark());
        let from = self.body.pos;
        aim.into_iter().flat_map(move |(at, mark)| mark_tiles(map, mark, from, at))
    }

    /// Returns the tiles that `mark` would strike if the monster aimed at `at` from its current tile.
    pub(crate) fn marked_from<'a>(
        &self,
        map: &'a Map,
        mark: &Mark,
        at: Pos,
    ) -> impl Iterator<Item = Pos> + use<'a> {
        mark_tiles(map, mark, self.body.pos, at)
    }

    /// Moves the monster to `to`. A step along its route consumes the first step of the route. Any other move clears
    /// the route, because a route is valid only from the tile where it was planned (M4).
    pub(crate) fn move_to(&mut self, to: Pos) {
        if let Some(route) = self.ai_state.route_mut() {
            let next = route.pop().and_then(|direction| self.body.pos.step(direction));
            if next != Some(to) {
                *route = Route::NONE;
            }
        }
        self.body.pos = to;
    }
}

/// Returns the tiles of a mark that is aimed from `from` at `at`. A lane ends before the first tile that is not
/// walkable.
fn mark_tiles<'a>(
    map: &'a Map,
    mark: &Mark,
    from: Pos,
    at: Pos,
) -> impl Iterator<Item = Pos> + use<'a> {
    let (mut tile, mut lane, mut square) = (None, None, None);
    match mark.shape {
        MarkShape::Tile => tile = Some(at),
        MarkShape::Lane(_) => {
            let steps = mark.lane_steps(from, at);
            lane = from.straight_to(at).map(|direction| {
                let way =
                    core::iter::successors(from.step(direction), move |pos| pos.step(direction));
                way.take(steps).take_while(|&pos| map.terrain(pos).is_walkable())
            });
        }
        MarkShape::Square => {
            let reached = move |pos: &Pos| map.terrain(*pos).is_passable();
            square = Some(from.neighbours().filter(reached).chain(Some(from)));
        }
    }
    tile.into_iter().chain(lane.into_iter().flatten()).chain(square.into_iter().flatten())
}

/// The state of a monster's squeak (S4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Squeak {
    /// The monster has neither woken nor noticed the player yet.
    Unused,
    /// The monster has just woken or noticed the player, and squeaks in its next turn.
    Due,
    /// The monster has squeaked, or never will.
    Used,
}

/// The state of a marked attack (M8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// There is no mark.
    None,
    /// The monster has aimed at this tile, and strikes in its next turn.
    At(Pos),
    /// The monster has struck, and loses its next turn.
    Loading,
    /// The monster has aimed at this tile, and strikes in the turn after its next turn.
    Soon(Pos),
}

impl Aim {
    /// Returns the tile that the monster aims at.
    pub const fn tile(self) -> Option<Pos> {
        match self {
            Aim::At(pos) | Aim::Soon(pos) => Some(pos),
            Aim::None | Aim::Loading => None,
        }
    }

    /// Returns the turns until the marked attack strikes, or 0 without a mark.
    pub(crate) const fn turns(self) -> u8 {
        match self {
            Aim::None | Aim::Loading => 0,
            Aim::At(_) => 1,
            Aim::Soon(_) => 2,
        }
    }
}

/// The activity of a monster (M2, M3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AiState {
    /// The monster sleeps, and cannot see the player (S1).
    Asleep,
    /// The monster keeps watch, and has not noticed the player yet (M2).
    Watching,
    /// The monster hunts the player.
    Hunting {
        /// The tile where the monster looks for the player: where it last saw the player, or where the noise that woke
        /// it came from.
        last_seen: Pos,
        /// The next steps to `last_seen` while the player is out of sight.
        route: Route,
    },
    /// The monster has lost track of the player, and walks to a random tile.
    Wandering {
        /// The tile that the monster walks to.
        goal: Pos,
        /// The next steps to `goal`.
        route: Route,
    },
    /// The monster eats cheese or a decoy (I9).
    Eating {
        /// The turns that the meal still takes.
        turns: u8,
    },
}

impl AiState {
    /// Returns the state of a monster that hunts the player, looks for the player at `last_seen`, and has no route.
    pub const fn hunting(last_seen: Pos) -> AiState {
        AiState::Hunting { last_seen, route: Route::NONE }
    }

    /// Returns whether the monster is alert: it neither sleeps nor keeps watch (M2).
    pub const fn is_alert(&self) -> bool {
        !matches!(self, AiState::Asleep | AiState::Watching)
    }

    /// Returns the monster's route as a mutable reference, if the monster hunts or wanders.
    pub(crate) const fn route_mut(&mut self) -> Option<&mut Route> {
        match self {
            AiState::Hunting { route, .. } | AiState::Wandering { route, .. } => Some(route),
            AiState::Asleep | AiState::Watching | AiState::Eating { .. } => None,
        }
    }

    /// Replaces the monster's route, if the monster hunts or wanders.
    pub(crate) const fn set_route(&mut self, steps: Route) {
        if let Some(route) = self.route_mut() {
            *route = steps;
        }
    }
}
