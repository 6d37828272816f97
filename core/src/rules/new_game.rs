//! Begins a game (W1, B10).

use crate::content::ItemKind;
use crate::dice::{Dice, Stream};
use crate::quantity::{Floor, Hp, Level, Turn};
use crate::rules::experience;
use crate::world::{FloorState, Game, Outcome, Player, RunMode, TurnScratch, Worn};
use crate::worldgen;

impl Game {
    /// Creates an ordinary run. The seed and the commands determine everything that happens in it.
    pub fn new(seed: u64) -> Game {
        let mut game = Game::placeholder(seed);
        game.restart(seed);
        game
    }

    /// Creates a game on a floor of solid rock. Call [`restart`](Game::restart) to turn it into a playable run.
    pub(crate) const fn placeholder(seed: u64) -> Game {
        let player = Player::new(worldgen::START, Hp(1));
        Game::blank(seed, Floor::LOBBY, player, FloorState::EMPTY)
    }

    /// Turns this game into a new run in place, equal to the result of [`Game::new`].
    // Target: GBA. In place, because a second game does not fit the small stack.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.turn = Turn(0);
        self.dice = Dice::new(seed, Stream::Play);
        self.outcome = Outcome::Playing;
        self.kings_end = None;
        self.last_damage_cause = None;
        self.floor = Floor::LOBBY;
        self.identified = [false; ItemKind::POTIONS.len()];
        self.mode = RunMode::ORDINARY;
        self.player = Game::new_player();
        for stored in &mut self.stored_floors {
            *stored = None;
        }
        self.scratch = TurnScratch::EMPTY;
        worldgen::generate(seed, Floor::LOBBY, &mut self.current_floor);
        self.look_around();
    }

    /// Creates the player of a new run.
    fn new_player() -> Player {
        let hp = experience::stats(Level::FIRST, &Worn::NOTHING, None).hp_max;
        Player::new(worldgen::START, hp)
    }

    /// Creates a run on a custom floor, for puzzles and tools. All other floors are those of the run with this `seed`.
    ///
    /// # Panics
    /// Panics if two creatures share a tile, or a creature stands on a tile that is not walkable.
    pub fn from_parts(seed: u64, floor: Floor, player: Player, current_floor: FloorState) -> Game {
        assert_bodies_fit(&player, &current_floor);
        let mut game = Game::blank(seed, floor, player, current_floor);
        game.look_around();
        game
    }
}

/// Panics unless each creature stands on a walkable tile of its own.
fn assert_bodies_fit(player: &Player, current_floor: &FloorState) {
    let bodies = current_floor.monsters.iter().map(|monster| &monster.body).chain([&player.body]);
    for (index, body) in bodies.clone().enumerate() {
        assert!(current_floor.map.terrain(body.pos).is_walkable(), "{:?} is no ground", body.pos);
        let is_alone = bodies.clone().skip(index + 1).all(|other| other.pos != body.pos);
        assert!(is_alone, "two creatures at {:?}", body.pos);
    }
}
