use crate::content::effects::{Effect, Harm};
use crate::content::monsters::{Mark, MarkShape};
use crate::content::{MonsterKind, Slot, Status};
use crate::dice::Dice;
use crate::geometry::{Pos, Side};
use crate::limits::STATUS_TURNS_MAX;
use crate::quantity::{Floor, Hp, Level, Xp};
use crate::world::build::Build;
use crate::world::map::Map;
use crate::world::pack::{Item, Pack, Worn};
use crate::world::path::Route;
use serde::{Deserialize, Serialize};

/// The state that the player and every monster have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Its position; no two creatures of a floor share a tile.
    pub pos: Pos,
    /// Counts hit points; a monster at zero has left the floor.
    pub hp: Hp,
    /// The side it faces (A18).
    pub facing: Side,
    /// Holds the turns left of each status.
    pub statuses: Statuses,
}

impl Body {
    /// Creates a healthy creature at `pos`.
    pub const fn new(pos: Pos, hp: Hp) -> Body {
        Body { pos, hp, facing: Side::Right, statuses: Statuses::NONE }
    }

    /// Restores up to `points` hit points, at most to `hp_max`. Returns the gain.
    pub(crate) fn heal(&mut self, points: u16, hp_max: Hp) -> Hp {
        let before = self.hp;
        self.hp = before.healed(points, hp_max);
        Hp(self.hp.0.saturating_sub(before.0))
    }
}

/// Counts the turns left of each status: zero when it is not running, at most [`STATUS_TURNS_MAX`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statuses {
    turns_left: [u8; Status::COUNT],
}

impl Statuses {
    /// No running status.
    pub const NONE: Statuses = Statuses { turns_left: [0; Status::COUNT] };

    /// Returns the turns left of `status`, zero when it is not running.
    pub const fn turns_left(&self, status: Status) -> u8 {
        *status.entry(&self.turns_left)
    }

    /// Returns whether `status` is running.
    pub const fn has(&self, status: Status) -> bool {
        self.turns_left(status) > 0
    }

    /// Sets the turns left of `status`; zero ends it.
    pub fn set(&mut self, status: Status, turns: u8) {
        *status.entry_mut(&mut self.turns_left) = turns.min(STATUS_TURNS_MAX);
    }

    /// Iterates over the running statuses with their turns, in the order in which they tick.
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
    /// Holds position, hit points and statuses.
    pub body: Body,
    /// The level; it never falls.
    pub level: Level,
    /// Counts the experience gathered; it determines the level (B8).
    pub xp: Xp,
    /// Holds what is worn.
    pub worn: Worn,
    /// Holds what is carried.
    pub pack: Pack,
    /// Counts the monsters killed.
    pub kills: u16,
    /// The rest of the player's build.
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

    /// Returns all effects that change a rule for the player now.
    pub fn effects(&self) -> impl Iterator<Item = Effect> {
        self.worn.effects().chain(self.build.effects())
    }

    /// Returns whether the player has `effect` now.
    pub(crate) fn has(&self, effect: Effect) -> bool {
        self.effects().any(|other| other == effect)
    }

    /// Returns the largest number that `pick` finds in the player's effects; `None` without any.
    pub(crate) fn modifier<N: Ord>(&self, pick: impl Fn(Effect) -> Option<N>) -> Option<N> {
        self.effects().filter_map(pick).max()
    }

    /// Returns whether the kit bars `slot`: nothing can be put into it or taken out of it (W30).
    pub(crate) fn is_barred(&self, slot: Slot) -> bool {
        self.effects().any(|effect| effect == Effect::Bars(slot))
    }

    /// Returns the divisor of `harm`, at least 1.
    pub(crate) fn divisor(&self, harm: Harm) -> u8 {
        self.modifier(|effect| effect.divides(harm)).unwrap_or(1)
    }
}

/// A monster on a floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monster {
    /// Names its row in the table of monsters.
    pub kind: MonsterKind,
    /// Holds position, hit points and statuses.
    pub body: Body,
    /// The hit points that it was born with (I10).
    pub hp_born: Hp,
    /// Its activity.
    pub ai_state: AiState,
    /// True when it came by a vent as a guard or out of a cage, and so gives no experience (K1, W25).
    pub is_unpaid: bool,
    /// True when it fights for the player (I10).
    pub is_ally: bool,
    /// True when it squeaks next (S4).
    pub squeak: Squeak,
    /// The progress of its marked attack (M8).
    pub aim: Aim,
    /// The turns in which others have blocked its path, up to
    /// `VENT_BLOCKED_TURNS` (W15).
    pub blocked: u8,
    /// The item that it stole (M9).
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

    /// Creates a sleeping monster of `floor` and rolls its hit points (M1).
    pub(crate) fn born(dice: &mut Dice, kind: MonsterKind, floor: Floor, pos: Pos) -> Monster {
        Monster::new(kind, pos, Hp(dice.uniform_u16(kind.spec().hp_on(floor))))
    }

    /// Returns whether it is an enemy of the player.
    pub const fn is_hostile(&self) -> bool {
        !self.is_ally
    }

    /// Returns whether it is helpless, so that a blow does double damage: it sleeps, eats, or is
    /// stunned (S3).
    pub(crate) const fn is_helpless(&self) -> bool {
        matches!(self.ai_state, AiState::Asleep | AiState::Eating { .. })
            || self.body.statuses.has(Status::Stunned)
    }

    /// Returns whether it carries a stolen item (M9). The item of a named mouse is its own (M19).
    pub(crate) fn has_stolen(&self) -> bool {
        self.loot.is_some() && self.kind.spec().steals().is_some()
    }

    /// Returns the marked tiles that it will strike next turn or the turn after: the tiles of its
    /// [`Mark`](crate::content::monsters::Mark), as far as it reaches on `map` (M8).
    pub fn marked<'a>(&self, map: &'a Map) -> impl Iterator<Item = Pos> + use<'a> {
        let aim = self.aim.tile().zip(self.kind.spec().mark());
        let from = self.body.pos;
        aim.into_iter().flat_map(move |(at, mark)| mark_tiles(map, mark, from, at))
    }

    /// Returns the tiles that `mark` would strike from the monster's tile if aimed at `at`.
    pub(crate) fn marked_from<'a>(
        &self,
        map: &'a Map,
        mark: &Mark,
        at: Pos,
    ) -> impl Iterator<Item = Pos> + use<'a> {
        mark_tiles(map, mark, self.body.pos, at)
    }

    /// Moves to `to`. A step along its route consumes the route's first step; any other move clears
    /// the route, because a route starts at the tile it was planned from (M4).
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

/// Returns the tiles of a mark that is aimed from `from` at `at`. A lane ends before the first tile that cannot be
/// walked on.
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
    /// It has never noticed the player.
    Unused,
    /// It has just noticed the player, and squeaks next.
    Due,
    /// It has squeaked, or never will.
    Used,
}

/// The state of a marked attack (M8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    /// There is no mark.
    None,
    /// The monster has aimed at this tile, and strikes next.
    At(Pos),
    /// The monster loses a turn.
    Loading,
    /// The monster has aimed at this tile, and strikes in the turn after the next.
    Soon(Pos),
}

impl Aim {
    /// Returns the tile that is aimed at.
    pub const fn tile(self) -> Option<Pos> {
        match self {
            Aim::At(pos) | Aim::Soon(pos) => Some(pos),
            Aim::None | Aim::Loading => None,
        }
    }

    /// Returns the turns until the attack comes; 0 without one.
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
    /// Sleeps: it ignores what it sees (S1).
    Asleep,
    /// Keeps watch: it has not noticed the player yet (M2).
    Watching,
    /// Hunts the player, whom it last saw at this tile.
    Hunting {
        /// The tile where it last saw the player.
        last_seen: Pos,
        /// Holds the next steps to `last_seen` while the player is out of sight.
        route: Route,
    },
    /// Has lost the player and walks to a random tile.
    Wandering {
        /// The tile it walks to.
        goal: Pos,
        /// Holds the next steps to `goal`.
        route: Route,
    },
    /// Eats cheese (I9).
    Eating {
        /// The turns that the meal still takes.
        turns: u8,
    },
}

impl AiState {
    /// Returns the state of hunting the player, last seen at this tile, without a route.
    pub const fn hunting(last_seen: Pos) -> AiState {
        AiState::Hunting { last_seen, route: Route::NONE }
    }

    /// Returns whether the monster is alert, that is, has noticed the player (M2).
    pub const fn is_alert(&self) -> bool {
        !matches!(self, AiState::Asleep | AiState::Watching)
    }

    /// Returns its route for changing, if it hunts or wanders.
    pub(crate) const fn route_mut(&mut self) -> Option<&mut Route> {
        match self {
            AiState::Hunting { route, .. } | AiState::Wandering { route, .. } => Some(route),
            AiState::Asleep | AiState::Watching | AiState::Eating { .. } => None,
        }
    }

    /// Replaces its route, if it hunts or wanders.
    pub(crate) const fn set_route(&mut self, steps: Route) {
        if let Some(route) = self.route_mut() {
            *route = steps;
        }
    }
}
