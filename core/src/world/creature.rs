use crate::content::{MonsterKind, Status};
use crate::geometry::{Pos, Side};
use crate::limits::STATUS_TURNS_MAX;
use crate::quantity::{Hp, Level, Xp};
use crate::rules::path::Route;
use crate::world::{Pack, Worn};
use serde::{Deserialize, Serialize};

/// What the player and every monster have alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Where it stands: no two creatures of a floor stand on one tile.
    pub pos: Pos,
    /// Hit points; a monster at zero has left the floor.
    pub hp: Hp,
    /// The side it faces (A18).
    pub facing: Side,
    /// What has befallen it.
    pub statuses: Statuses,
}

impl Body {
    /// A healthy creature at `pos`.
    pub const fn new(pos: Pos, hp: Hp) -> Body {
        Body { pos, hp, facing: Side::Right, statuses: Statuses::NONE }
    }
}

/// Turns left of each status, zero where there is none; at most [`STATUS_TURNS_MAX`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statuses {
    turns_left: [u8; Status::COUNT],
}

impl Statuses {
    /// Nothing.
    pub const NONE: Statuses = Statuses { turns_left: [0; Status::COUNT] };

    /// Turns left of `status`, zero when it is not running.
    pub const fn turns_left(&self, status: Status) -> u8 {
        self.turns_left[status as usize]
    }

    /// Whether `status` is running.
    pub const fn has(&self, status: Status) -> bool {
        self.turns_left(status) > 0
    }

    /// Sets the turns left of `status`; zero ends it.
    pub fn set(&mut self, status: Status, turns: u8) {
        self.turns_left[status as usize] = turns.min(STATUS_TURNS_MAX);
    }

    /// The running ones with their turns, in the order in which they tick.
    pub fn running(&self) -> impl Iterator<Item = (Status, u8)> + Clone + '_ {
        Status::ALL
            .into_iter()
            .map(|status| (status, self.turns_left(status)))
            .filter(|&(_, turns)| turns > 0)
    }
}

/// Who one plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// Place, hit points, statuses.
    pub body: Body,
    /// Level; never falls.
    pub level: Level,
    /// Experience gathered; the level is what it has paid for (B8).
    pub xp: Xp,
    /// What is worn.
    pub worn: Worn,
    /// What is carried.
    pub pack: Pack,
    /// Monsters killed.
    pub kills: u16,
    /// Progress toward the next point of slow mending (N1).
    pub mending: u16,
}

impl Player {
    /// One who begins at `pos` with `hp`.
    pub fn new(pos: Pos, hp: Hp) -> Player {
        Player {
            body: Body::new(pos, hp),
            level: Level::FIRST,
            xp: Xp(0),
            worn: Worn::NOTHING,
            pack: Pack::new(),
            kills: 0,
            mending: 0,
        }
    }
}

/// One of the tower's inhabitants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monster {
    /// Its line in the table of monsters.
    pub kind: MonsterKind,
    /// Place, hit points, statuses.
    pub body: Body,
    /// What it is up to.
    pub mind: Mind,
    /// Whether it came up the stairs later, and so pays nothing (N2).
    pub is_reinforcement: bool,
}

impl Monster {
    /// One that was born on the floor, asleep.
    pub const fn new(kind: MonsterKind, pos: Pos, hp: Hp) -> Monster {
        Monster { kind, body: Body::new(pos, hp), mind: Mind::Asleep, is_reinforcement: false }
    }

    /// Moves to `to`. A route belongs to the tile that it starts from: after its first step the rest
    /// of it is kept, after any other move nothing (M4).
    pub(crate) fn move_to(&mut self, to: Pos) {
        if let Mind::Hunting { route, .. } | Mind::Wandering { route, .. } = &mut self.mind {
            let next = route.pop().and_then(|way| self.body.pos.step(way));
            if next != Some(to) {
                *route = Route::NONE;
            }
        }
        self.body.pos = to;
    }
}

/// What a monster is up to (M2, M3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mind {
    /// Has not noticed the player yet.
    Asleep,
    /// After the player, whom it last saw at this tile.
    Hunting {
        /// Where the player was.
        last_seen: Pos,
        /// The way there, while the player is out of sight.
        route: Route,
    },
    /// Has lost the player and goes somewhere.
    Wandering {
        /// Where to.
        goal: Pos,
        /// The next steps there.
        route: Route,
    },
}

impl Mind {
    /// Whether it has ever noticed the player (M2: alert from then on).
    pub const fn is_alert(&self) -> bool {
        !matches!(self, Mind::Asleep)
    }

    /// Goes this way from now on, if it is going anywhere.
    pub(crate) const fn keep_route(&mut self, steps: Route) {
        if let Mind::Hunting { route, .. } | Mind::Wandering { route, .. } = self {
            *route = steps;
        }
    }
}
