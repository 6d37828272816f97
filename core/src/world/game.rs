use crate::content::{ItemKind, Label, PotionColour};
use crate::dice::{Dice, Stream};
use crate::geometry::{Pos, TileSet};
use crate::limits::{FLOORS, GAME_BYTES_MAX};
use crate::quantity::{Floor, Turn};
use crate::world::{Cause, FloorState, Player, StoredFloor, sight};
use serde::Serialize;

/// Tells whether a run goes on and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum Outcome {
    /// The player is alive.
    Playing,
    /// The player has died (A8).
    Dead,
    /// The reign of the Mouse King is over (M5).
    Won,
}

/// Holds a whole game: everything a save holds and nothing else, no picture, no log, no clock.
///
/// ```
/// use musrex_core::{Command, Direction, Events, Game, Outcome};
///
/// let mut game = Game::new(7);
/// let mut events = Events::new();
/// let outcome = game.step(Command::Walk(Direction::East), &mut events);
/// assert_eq!(outcome, Ok(Outcome::Playing));
/// assert_eq!(game.turn().0, 1);
/// assert!(events.iter().next().is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) seed: u64,
    pub(crate) turn: Turn,
    pub(crate) dice: Dice,
    pub(crate) outcome: Outcome,
    /// Names what last took hit points from the player.
    pub(crate) last_damage_cause: Option<Cause>,
    pub(crate) floor: Floor,
    /// Tells which potions were drunk in this run, in the order of [`ItemKind::POTIONS`] (I1).
    pub(crate) identified: [bool; ItemKind::POTIONS.len()],
    pub(crate) player: Player,
    pub(crate) current_floor: FloorState,
    /// Holds the floors that the player left; `None` for the current floor and for floors never
    /// entered.
    pub(crate) stored_floors: [Option<StoredFloor>; FLOORS],
}

impl Game {
    /// Creates a game of which nothing has been seen.
    pub(crate) fn blank(
        seed: u64,
        floor: Floor,
        player: Player,
        current_floor: FloorState,
    ) -> Game {
        Game {
            seed,
            turn: Turn(0),
            dice: Dice::new(seed, Stream::Play),
            outcome: Outcome::Playing,
            last_damage_cause: None,
            floor,
            identified: [false; ItemKind::POTIONS.len()],
            player,
            current_floor,
            stored_floors: [const { None }; FLOORS],
        }
    }

    /// Stores `stored` as the state of `floor`, as if the player had left it like that: for tests,
    /// like [`from_parts`](Game::from_parts).
    ///
    /// # Panics
    /// When it is the floor being stood on.
    pub fn set_stored_floor(&mut self, floor: Floor, stored: StoredFloor) {
        assert!(floor != self.floor, "one cannot leave a floor and stand on it");
        self.stored_floors[floor.index()] = Some(stored);
    }

    /// Returns the seed that names the run.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of turns played.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// Returns whether the run goes on and how it ended.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns what last took hit points from the player; after a death, what killed.
    pub const fn last_damage_cause(&self) -> Option<Cause> {
        self.last_damage_cause
    }

    /// Returns the number of the current floor.
    pub const fn floor(&self) -> Floor {
        self.floor
    }

    /// Returns the player.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Returns the tiles, monsters and items of the current floor.
    pub const fn current_floor(&self) -> &FloorState {
        &self.current_floor
    }

    /// Returns the stored state of `floor`: `None` for the current floor and for floors never
    /// entered.
    pub const fn stored_floor(&self, floor: Floor) -> Option<&StoredFloor> {
        self.stored_floors[floor.index()].as_ref()
    }

    /// Returns how an item of `kind` looks to the player (I1).
    pub fn label(&self, kind: ItemKind) -> Label {
        match kind.potion_index() {
            Some(index) if !self.identified[index] => Label::Unknown(self.potion_colours()[index]),
            _ => Label::Known(kind),
        }
    }

    /// Returns the colour of each potion in this run, in the order of [`ItemKind::POTIONS`] (I1).
    /// It follows from the seed.
    pub fn potion_colours(&self) -> [PotionColour; ItemKind::POTIONS.len()] {
        let mut dice = Dice::new(self.seed, Stream::Colours);
        let mut colours = PotionColour::ALL;
        // Fisher and Yates: each order is equally likely.
        for last in (1..colours.len()).rev() {
            colours.swap(last, dice.index(last + 1).expect("there is something to choose from"));
        }
        core::array::from_fn(|index| colours[index])
    }

    /// Computes the player's field of view: the tiles in line of sight within
    /// [`SIGHT_RADIUS`](crate::limits::SIGHT_RADIUS).
    pub fn visible(&self) -> TileSet {
        sight::visible(&self.current_floor, self.player.body.pos, crate::limits::SIGHT_RADIUS)
    }

    /// Adds the field of view to the explored tiles (H3) and returns it.
    pub(crate) fn look_around(&mut self) -> TileSet {
        let visible = self.visible();
        self.current_floor.map.explored_mut().insert_all(&visible);
        visible
    }

    /// Returns whether a creature stands at `pos`.
    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.player.body.pos == pos || self.current_floor.monster_at(pos).is_some()
    }
}

const _: () = assert!(size_of::<Game>() <= GAME_BYTES_MAX);
