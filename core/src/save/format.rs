use crate::content::ItemKind;
use crate::dice::Dice;
use crate::limits::FLOORS;
use crate::quantity::{Floor, Turn};
use crate::rules::Cause;
use crate::world::{Game, KeptFloor, Outcome, Player};
use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// A game as saved: all of it but the terrain, which follows from the seed.
#[derive(Serialize)]
struct GameRecord<'a> {
    seed: u64,
    turn: Turn,
    dice: &'a Dice,
    outcome: Outcome,
    last_harm: Option<Cause>,
    floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    player: &'a Player,
    here: &'a KeptFloor,
    kept: &'a [Option<KeptFloor>; FLOORS],
}

/// FNV-1a, 64 bits, over the saved bytes of `game`.
pub fn fingerprint(game: &Game) -> u64 {
    let record = GameRecord {
        seed: game.seed,
        turn: game.turn,
        dice: &game.dice,
        outcome: game.outcome,
        last_harm: game.last_harm,
        floor: game.floor,
        identified: game.identified,
        player: &game.player,
        here: &game.here.keep(),
        kept: &game.kept,
    };
    postcard::serialize_with_flavor(&record, Fnv1a::NEW)
        .expect("no part of a game refuses to be saved, and a number cannot be full")
}

/// Takes bytes in and gives their hash: Fowler, Noll and Vo's FNV-1a with its 64-bit offset basis
/// and prime.
struct Fnv1a(u64);

impl Fnv1a {
    const NEW: Fnv1a = Fnv1a(0xCBF2_9CE4_8422_2325);
}

impl Flavor for Fnv1a {
    type Output = u64;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<u64> {
        Ok(self.0)
    }
}
