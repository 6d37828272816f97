use crate::content::effects::Effect;
use crate::content::{ItemKind, Label, PlaceKind, PotionColour, Status};
use crate::dice::{Dice, Stream};
use crate::geometry::{Pos, TileSet};
use crate::limits::{FLOORS, GAME_BYTES_MAX, MONSTERS_MAX, NOISES_MAX};
use crate::quantity::{Floor, Turn};
use crate::world::cause::Cause;
use crate::world::creature::{Monster, Player};
use crate::world::floor::FloorState;
use crate::world::mode::RunMode;
use crate::world::packing::StoredFloor;
use crate::world::sight;
use heapless::Vec;
use musrex_assets::listed_enum;
use serde::{Deserialize, Serialize};

/// The state of a run: in play, lost or won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The player is alive.
    Playing,
    /// The player has died (A8).
    Dead,
    /// The Mouse King is dead (M5).
    Won,
}

listed_enum! {
    /// The way in which the King was killed (K3).
    #[derive(Serialize, Deserialize)]
    pub enum KingsEnd {
        /// The player killed the King in a fight, without any of the means below.
        Fought,
        /// The player had shut all vents before killing the King.
        Cornered,
        /// The King was eating, or bait lay on the floor.
        Cheese,
        /// The player's ally killed the King.
        Ally,
    }
}

/// A noise that comes from a tile (S2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The tile that the noise comes from.
    pub(crate) at: Pos,
    /// The largest distance at which the noise is heard, in walking steps.
    pub(crate) radius: u8,
    /// The chance to wake a sleeper within the radius: 1 in this number.
    pub(crate) one_in: u32,
    /// True if the noise also alerts watchers (S4).
    pub(crate) alerts: bool,
}

/// Temporary data of the turn in progress. There is no such data between turns, so a save does not store any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnScratch {
    /// The noises made so far in this turn.
    pub(crate) noises: Vec<Noise, NOISES_MAX>,
    /// True for each status that the player got in this turn, and that therefore does not tick yet (D13).
    pub(crate) given: [bool; Status::COUNT],
    /// The index of the acting monster.
    pub(crate) acting: usize,
    /// True if the acting monster has been removed from the floor. Then `acting` is the index of the next monster.
    pub(crate) is_acting_gone: bool,
    /// The player's tile before this turn (I14).
    pub(crate) player_from: Option<Pos>,
    /// The monsters that woke or noticed the player in this turn, as a bit for each index (S4).
    pub(crate) roused: u32,
    /// True if a blow of the player has killed a monster in this turn (B16).
    pub(crate) has_killed: bool,
}

impl TurnScratch {
    /// The state before a turn begins.
    pub(crate) const EMPTY: TurnScratch = TurnScratch {
        noises: Vec::new(),
        given: [false; Status::COUNT],
        acting: 0,
        is_acting_gone: false,
        player_from: None,
        roused: 0,
        has_killed: false,
    };

    /// Records that the monster at `index` woke or noticed the player. Such a monster does nothing else in this turn
    /// (S4).
    pub(crate) const fn note_roused(&mut self, index: usize) {
        self.roused |= 1 << index;
    }

    /// Returns whether the monster at `index` woke or noticed the player in this turn.
    pub(crate) const fn is_roused(&self, index: usize) -> bool {
        self.roused >> index & 1 == 1
    }

    /// Updates [`acting`](TurnScratch::acting) and [`roused`](TurnScratch::roused) after the removal of the monster at
    /// `index`.
    pub(crate) const fn note_removed(&mut self, index: usize) {
        let before = (1 << index) - 1;
        self.roused = self.roused & before | self.roused >> 1 & !before;
        if index == self.acting {
            self.is_acting_gone = true;
        } else if index < self.acting {
            self.acting -= 1;
        }
    }
}

/// The whole state of a run. A save stores this state, but not the terrain, which follows from the seed. Pictures, the
/// message log and the clock are not part of the state.
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
    /// The way in which the King was killed. `None` while he is alive.
    pub(crate) kings_end: Option<KingsEnd>,
    /// The cause of the player's last damage.
    pub(crate) last_damage_cause: Option<Cause>,
    pub(crate) floor: Floor,
    /// The potions identified in this run, in the order of [`ItemKind::POTIONS`] (I1).
    pub(crate) identified: [bool; ItemKind::POTIONS.len()],
    /// The rules that the run began with, and the conducts kept so far.
    pub(crate) mode: RunMode,
    pub(crate) player: Player,
    pub(crate) current_floor: FloorState,
    /// The floors that the player has left. `None` for the current floor and for floors never entered.
    pub(crate) stored_floors: [Option<StoredFloor>; FLOORS],
    /// Temporary data of the turn in progress.
    pub(crate) scratch: TurnScratch,
}

impl Game {
    /// Creates a game in which the player has seen nothing.
    pub(crate) const fn blank(
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
            kings_end: None,
            last_damage_cause: None,
            floor,
            identified: [false; ItemKind::POTIONS.len()],
            mode: RunMode::ORDINARY,
            player,
            current_floor,
            stored_floors: [const { None }; FLOORS],
            scratch: TurnScratch::EMPTY,
        }
    }

    /// Replaces the player. Simulations use this function to compare different builds in the same situation.
    pub fn set_player(&mut self, player: Player) {
        self.player = player;
    }

    /// Makes `stored` the state of `floor`, as if the player had left the floor in that state. Puzzles and tools use
    /// this function with [`from_parts`](Game::from_parts) to build a run of several floors.
    ///
    /// # Panics
    /// Panics if `floor` is the current floor.
    pub fn set_stored_floor(&mut self, floor: Floor, stored: StoredFloor) {
        assert!(floor != self.floor, "one cannot leave a floor and stand on it");
        self.stored_floors[floor.index()] = Some(stored);
    }

    /// Reseeds the dice of play, for simulations that play the same turn many times. The run keeps its own seed, so its
    /// floors and potions stay the same. Hosts must not call this function, because then later turns could not be
    /// replayed from the run's seed.
    pub fn reseed_dice(&mut self, seed: u64) {
        self.dice = Dice::new(seed, Stream::Play);
    }

    /// Returns the seed of the run.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of turns played.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// Returns whether the run goes on, was won, or ended with the player's death.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Returns the way in which the King was killed, or `None` while he is alive.
    pub const fn kings_end(&self) -> Option<KingsEnd> {
        self.kings_end
    }

    /// Returns the rules that the run began with, and the conducts kept so far (H7).
    pub const fn mode(&self) -> RunMode {
        self.mode
    }

    /// Sets the rules of a run before its first turn (A19, H8).
    pub fn set_mode(&mut self, mode: RunMode) {
        debug_assert!(self.turn == Turn(0), "rules do not change during a run");
        self.mode = mode;
    }

    /// Returns the cause of the player's last damage. After the player's death, this is the cause of death.
    pub const fn last_damage_cause(&self) -> Option<Cause> {
        self.last_damage_cause
    }

    /// Returns the number of the current floor.
    pub const fn floor(&self) -> Floor {
        self.floor
    }

    /// Returns the place (the theme) of `floor` in this run (W20).
    pub fn place(&self, floor: Floor) -> PlaceKind {
        PlaceKind::of(self.seed, floor)
    }

    /// Returns the player.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Returns the tiles, monsters and items of the current floor.
    pub const fn current_floor(&self) -> &FloorState {
        &self.current_floor
    }

    /// Returns the stored state of `floor`. Returns `None` for the current floor and for floors never entered.
    pub const fn stored_floor(&self, floor: Floor) -> Option<&StoredFloor> {
        self.stored_floors[floor.index()].as_ref()
    }

    /// Returns the label under which the player knows items of `kind` (I1).
    pub fn label(&self, kind: ItemKind) -> Label {
        match kind.potion_index() {
            Some(index) if !self.identified[index] => Label::Unknown(self.potion_colours()[index]),
            _ => Label::Known(kind),
        }
    }

    /// Returns the colour of each potion in this run, in the order of [`ItemKind::POTIONS`] (I1). The seed determines
    /// the colours.
    pub fn potion_colours(&self) -> [PotionColour; ItemKind::POTIONS.len()] {
        let mut dice = Dice::new(self.seed, Stream::Colours);
        let mut colours = PotionColour::ALL;
        dice.shuffle(&mut colours);
        core::array::from_fn(|index| colours[index])
    }

    /// Computes the player's field of view: the tiles in line of sight within
    /// [`SIGHT_RADIUS`](crate::limits::SIGHT_RADIUS).
    pub fn visible(&self) -> TileSet {
        sight::visible(&self.current_floor, self.player.body.pos, crate::limits::SIGHT_RADIUS)
    }

    /// Adds the field of view to the explored tiles (H3), and returns the field of view.
    pub(crate) fn look_around(&mut self) -> TileSet {
        let visible = self.visible();
        self.current_floor.map.explored_mut().insert_all(&visible);
        visible
    }

    /// Returns whether the player senses `monster` even out of sight. The player always senses the ally (I10). While
    /// the cameras are on, the player senses all monsters (W16). With the firmware HOOK, the player senses nearby mice
    /// (I11).
    pub fn senses(&self, monster: &Monster) -> bool {
        let radius = |effect| if let Effect::Sense(tiles) = effect { Some(tiles) } else { None };
        let distance = monster.body.pos.steps_to(self.player.body.pos);
        monster.is_ally
            || self.current_floor.camera_turns > 0
            || (monster.kind.spec().is_mouse()
                && self.player.modifier(radius).is_some_and(|tiles| distance <= tiles))
    }

    /// Returns whether a creature stands at `pos`.
    pub(crate) fn is_occupied(&self, pos: Pos) -> bool {
        self.player.body.pos == pos || self.current_floor.monster_at(pos).is_some()
    }
}

const _: () = assert!(size_of::<Game>() <= GAME_BYTES_MAX);
const _: () = assert!(MONSTERS_MAX < u32::BITS as usize, "each has a bit in TurnScratch::roused");
