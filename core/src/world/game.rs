use crate::content::{ItemKind, Label, PotionColour};
use crate::dice::{Dice, Stream};
use crate::geometry::{Pos, TileSet};
use crate::limits::FLOORS;
use crate::quantity::{Floor, Level, Turn};
use crate::rules::experience::{self, Stats};
use crate::rules::{Cause, sight};
use crate::world::{FloorState, KeptFloor, Player, Worn};
use crate::worldgen;
use serde::Serialize;

/// How a run stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum Outcome {
    /// The player lives and climbs.
    Playing,
    /// The player has died (A8).
    Dead,
    /// The reign of the Mouse King is over (M5).
    Won,
}

/// A whole game: everything a save holds and nothing else, no picture, no log, no clock.
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
    /// What last took hit points from the player.
    pub(crate) last_harm: Option<Cause>,
    pub(crate) floor: Floor,
    /// Which potions have been drunk in this run, in the order of [`ItemKind::POTIONS`] (I1).
    pub(crate) identified: [bool; ItemKind::POTIONS.len()],
    pub(crate) player: Player,
    pub(crate) here: FloorState,
    /// The floors that were left; the one being stood on is `None`, as is one never entered.
    pub(crate) kept: [Option<KeptFloor>; FLOORS],
}

impl Game {
    /// A new run: everything in it follows from `seed` and the commands given.
    pub fn new(seed: u64) -> Game {
        let mut game = Game::unbuilt(seed);
        game.restart(seed);
        game
    }

    /// Solid rock: to be followed by [`restart`](Game::restart).
    pub(crate) fn unbuilt(seed: u64) -> Game {
        Game::blank(seed, Floor::LOBBY, Game::newcomer(), FloorState::EMPTY)
    }

    /// Becomes what [`Game::new`] gives, in place: for machines with little room for a second game
    /// on the stack.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.turn = Turn(0);
        self.dice = Dice::new(seed, Stream::Play);
        self.outcome = Outcome::Playing;
        self.last_harm = None;
        self.floor = Floor::LOBBY;
        self.identified = [false; ItemKind::POTIONS.len()];
        self.player = Game::newcomer();
        for kept in &mut self.kept {
            *kept = None;
        }
        worldgen::generate(seed, Floor::LOBBY, &mut self.here);
        self.look_around();
    }

    /// One who has just come in.
    fn newcomer() -> Player {
        let hp = experience::stats(Level::FIRST, &Worn::NOTHING, None).hp_max;
        Player::new(worldgen::START, hp)
    }

    /// A run that stands on a floor of one's own making: for tests, puzzles and tools. The floors
    /// above and below are those of the run `seed`.
    ///
    /// # Panics
    /// When two creatures share a tile or one stands where none can.
    pub fn from_parts(seed: u64, floor: Floor, player: Player, here: FloorState) -> Game {
        assert_bodies_fit(&player, &here);
        let mut game = Game::blank(seed, floor, player, here);
        game.look_around();
        game
    }

    /// A game of which nothing has been seen.
    fn blank(seed: u64, floor: Floor, player: Player, here: FloorState) -> Game {
        Game {
            seed,
            turn: Turn(0),
            dice: Dice::new(seed, Stream::Play),
            outcome: Outcome::Playing,
            last_harm: None,
            floor,
            identified: [false; ItemKind::POTIONS.len()],
            player,
            here,
            kept: [const { None }; FLOORS],
        }
    }

    /// Has `floor` remembered as `kept`, as if it had been left like that: for tests, as
    /// [`from_parts`](Game::from_parts).
    ///
    /// # Panics
    /// When it is the floor being stood on.
    pub fn leave_behind(&mut self, floor: Floor, kept: KeptFloor) {
        assert!(floor != self.floor, "one cannot leave a floor and stand on it");
        self.kept[floor.index()] = Some(kept);
    }

    /// What the run is named by.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Turns played.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// How the run stands.
    pub const fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What last took hit points from the player; of the dead, what killed.
    pub const fn last_harm(&self) -> Option<Cause> {
        self.last_harm
    }

    /// The floor being stood on.
    pub const fn floor(&self) -> Floor {
        self.floor
    }

    /// Who one plays.
    pub const fn player(&self) -> &Player {
        &self.player
    }

    /// Tiles and inhabitants of the floor being stood on.
    pub const fn here(&self) -> &FloorState {
        &self.here
    }

    /// What is remembered of `floor`: `None` for the one being stood on and those never entered.
    pub const fn kept(&self, floor: Floor) -> Option<&KeptFloor> {
        self.kept[floor.index()].as_ref()
    }

    /// `floor` as one would find it on coming back to it; `None` for the one being stood on, those
    /// never entered, and one of which what is [`kept`](Game::kept) is not of this run: it would be
    /// new. It takes as long as building a floor.
    #[inline(never)]
    pub fn recall(&self, floor: Floor) -> Option<FloorState> {
        let kept = self.kept(floor)?;
        let mut state = FloorState::EMPTY;
        worldgen::generate(self.seed, floor, &mut state);
        state.restore(floor, kept).ok()?;
        Some(state)
    }

    /// What the player can tell `kind` to be (I1).
    pub fn label(&self, kind: ItemKind) -> Label {
        match kind.potion_index() {
            Some(index) if !self.identified[index] => Label::Unknown(self.potion_colours()[index]),
            _ => Label::Known(kind),
        }
    }

    /// How each potion looks in this run, in the order of [`ItemKind::POTIONS`] (I1). It follows
    /// from the seed.
    pub fn potion_colours(&self) -> [PotionColour; ItemKind::POTIONS.len()] {
        let mut dice = Dice::new(self.seed, Stream::Colours);
        let mut colours = PotionColour::ALL;
        // Fisher and Yates: each order is equally likely.
        for last in (1..colours.len()).rev() {
            colours.swap(last, dice.index(last + 1).expect("there is something to choose from"));
        }
        core::array::from_fn(|index| colours[index])
    }

    /// The player's numbers at the present level with what is worn (B11).
    pub fn player_stats(&self) -> Stats {
        experience::stats(self.player.level, &self.player.worn, None)
    }

    /// The tiles the player sees now: those in line of sight within
    /// [`SIGHT_RADIUS`](crate::limits::SIGHT_RADIUS).
    pub fn visible(&self) -> TileSet {
        sight::visible(&self.here, self.player.body.pos, crate::limits::SIGHT_RADIUS)
    }

    /// Adds what is seen now to what was explored (H3); gives what is seen.
    pub(crate) fn look_around(&mut self) -> TileSet {
        let visible = self.visible();
        self.here.map.explored_mut().insert_all(&visible);
        visible
    }

    /// Whether a creature stands at `pos`.
    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.player.body.pos == pos || self.here.monster_at(pos).is_some()
    }

    /// A number that two games share only when all that a save holds is the same: FNV-1a (64 bits,
    /// Fowler, Noll and Vo) over the saved bytes.
    pub fn fingerprint(&self) -> u64 {
        crate::save::fingerprint(self)
    }
}

/// Every creature stands on a tile of its own on which one can stand.
fn assert_bodies_fit(player: &Player, here: &FloorState) {
    let bodies = here.monsters.iter().map(|monster| &monster.body).chain([&player.body]);
    for (index, body) in bodies.clone().enumerate() {
        assert!(here.map.terrain(body.pos).is_walkable(), "{:?} is no ground", body.pos);
        let is_alone = bodies.clone().skip(index + 1).all(|other| other.pos != body.pos);
        assert!(is_alone, "two creatures at {:?}", body.pos);
    }
}
