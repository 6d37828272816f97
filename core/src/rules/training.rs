//! Plays training rooms. Each room is a separate game, during which the current run is set aside (H21).

use crate::content::training::{HURT_PART, LEVEL, PLAYER};
use crate::content::{Drill, ItemKind, MonsterKind};
use crate::dice::{Dice, Stream};
use crate::geometry::Pos;
use crate::quantity::{Floor, Hp, Level, Turn};
use crate::rules::experience::{self, xp_to_leave};
use crate::world::{
    AiState, Cause, Game, GroundItem, Item, Monster, Outcome, Player, RunMode, Squeak, Terrain,
    TurnScratch, Worn,
};
use crate::worldgen;

/// The top left corner of a room, far from the edges of the map.
const CORNER: (u8, u8) = (36, 20);

/// A run that was set aside, without its floors. The floors stay stored in the [`Game`] that plays the training room.
#[derive(Clone, Debug)]
pub(crate) struct Aside {
    seed: u64,
    turn: Turn,
    dice: Dice,
    last_damage_cause: Option<Cause>,
    floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    mode: RunMode,
    player: Player,
}

impl Game {
    /// Sets the run aside, so that [`begin_drill`](Game::begin_drill) can reuse this game.
    /// [`take_back`](Game::take_back) restores the run. If the floor holds more than the rules allow, returns `None`
    /// and changes nothing.
    // Target: GBA. Not inlined: keeps the stored floor off the caller's small stack.
    #[inline(never)]
    pub(crate) fn set_aside(&mut self) -> Option<Aside> {
        self.stored_floors[self.floor.index()] = Some(self.current_floor.to_stored()?);
        Some(Aside {
            seed: self.seed,
            turn: self.turn,
            dice: self.dice.clone(),
            last_damage_cause: self.last_damage_cause,
            floor: self.floor,
            identified: self.identified,
            mode: self.mode,
            player: self.player.clone(),
        })
    }

    /// Restores the run exactly as it was set aside. This takes as long as generating a floor.
    // Target: GBA. Not inlined: keeps the generator's variables off the caller's small stack.
    #[inline(never)]
    pub(crate) fn take_back(&mut self, aside: Aside) {
        let Aside { seed, turn, dice, last_damage_cause, floor, identified, mode, player } = aside;
        (self.seed, self.turn, self.dice) = (seed, turn, dice);
        (self.last_damage_cause, self.floor, self.identified) =
            (last_damage_cause, floor, identified);
        (self.mode, self.player, self.outcome) = (mode, player, Outcome::Playing);
        self.scratch = TurnScratch::EMPTY;
        worldgen::generate(seed, floor, &mut self.current_floor);
        let stored = self.stored_floors[floor.index()].take();
        let stored = stored.expect("the floor was stored when the run was set aside");
        let restored = self.current_floor.put_back(floor, &stored);
        restored.expect("it was stored with the terrain that its seed gives");
    }

    /// Turns the game into the training room `drill`, in place. The stored floors of the run do not change.
    pub(crate) fn begin_drill(&mut self, drill: Drill) {
        // Each room has its own seed, because caches of terrain identify a floor by its seed.
        self.seed = drill as u64;
        self.turn = Turn(0);
        self.dice = Dice::new(self.seed, Stream::Play);
        (self.outcome, self.kings_end, self.last_damage_cause) = (Outcome::Playing, None, None);
        self.floor = Floor::LOBBY;
        self.identified = [true; ItemKind::POTIONS.len()];
        self.mode = RunMode::ORDINARY;
        self.scratch = TurnScratch::EMPTY;
        self.current_floor.clear();
        let room = drill.room();
        let mut start = Pos::at(CORNER.0, CORNER.1);
        for (y, row) in (CORNER.1..).zip(room.rows) {
            for (x, &letter) in (CORNER.0..).zip(*row) {
                let at = Pos::at(x, y);
                if letter == PLAYER {
                    start = at;
                }
                self.draw(at, char::from(letter));
                if !room.is_unknown {
                    self.current_floor.map.explored_mut().insert(at);
                }
            }
        }
        let level = Level::new(LEVEL).unwrap_or(Level::FIRST);
        let mut worn = Worn::NOTHING;
        if let Some(firmware) = room.firmware {
            let chip = Item::new(ItemKind::Microchip);
            worn.put_on(Item { firmware: Some(firmware), was_carried: true, ..chip });
        }
        self.player = Player::new(start, experience::stats(level, &worn, None).hp_max);
        (self.player.level, self.player.worn) = (level, worn);
        if room.is_hurt {
            self.player.body.hp.0 /= HURT_PART;
        }
        self.player.xp = Level::new(level.number() - 1).map(xp_to_leave).unwrap_or_default();
        if let Some(kind) = room.carried {
            let item = Item::with_bonus(kind, kind.spec().bonus_scaling.on(self.floor));
            let _ = self.player.pack.push(Item { was_carried: true, ..item });
        }
        let last_seen = AiState::hunting(start);
        for monster in &mut self.current_floor.monsters {
            if monster.ai_state.is_alert() {
                monster.ai_state = last_seen.clone();
            }
            if drill == Drill::Squeak && monster.ai_state.is_alert() {
                (monster.squeak, monster.body.hp) = (Squeak::Due, Hp(1));
            }
        }
        self.look_around();
    }

    /// Sets a tile to the terrain, item or creature that `letter` stands for in the drawing of a room.
    fn draw(&mut self, at: Pos, letter: char) {
        let floor = &mut self.current_floor;
        if let Some(terrain) = Terrain::from_letter(letter) {
            return floor.map.set(at, terrain);
        }
        floor.map.set(at, Terrain::Ground);
        if let Some(kind) = ItemKind::ALL.into_iter().find(|kind| kind.spec().letter == letter) {
            let _ = floor.items.push(GroundItem { pos: at, item: Item::new(kind) });
        }
        let letters = |kind: MonsterKind| kind.spec().letters;
        if let Some(kind) = MonsterKind::ALL.into_iter().find(|&it| letters(it).contains(&letter)) {
            let mut monster = Monster::new(kind, at, Hp(*kind.spec().hp_on(Floor::LOBBY).start()));
            if letter == letters(kind)[0] {
                monster.ai_state = AiState::hunting(at);
                monster.squeak = Squeak::Used;
            }
            let _ = floor.monsters.push(monster);
        }
    }
}
