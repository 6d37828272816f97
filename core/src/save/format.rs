//! What the records of a save are made of: a version, a head in postcard's plain code, and bits
//! behind it where there is much to say.
//!
//! | key | record | written |
//! |---|---|---|
//! | 0 | [`Meta`] | after each of the others: it knows the newest of them |
//! | 1 | [`RunHead`], then the player and the floor being stood on | at a checkpoint |
//! | 2 | [`ScoresRecord`] | when a run ends |
//! | 3 | [`SettingsRecord`] | when something was set |
//! | 16 + n | [`FloorHead`], then floor n | when floor n is left |
//!
//! A reader never trusts: every number is checked, and the terrain of a floor must be what it was
//! when the record was written. A floor that was left is checked as far as that when it is entered
//! again, because its terrain takes time to build; until then its bits are kept as they are.

use super::Scores;
use super::bits::{BitReader, BitWriter, Malformed};
use super::floor_packing::{
    FLOOR_BITS_MAX, FNV_START, FloorChanges, Ground, ITEM_BITS_MAX, KEPT_BYTES_MAX,
    STATUSES_BITS_MAX, check, count, fnv, fold, ground_check, pack_item, pack_pos, pack_statuses,
    unpack_floor, unpack_item, unpack_pos, unpack_statuses,
};
use super::store::pause;
use crate::content::{ItemKind, Status};
use crate::dice::{Dice, Stream};
use crate::geometry::{Pos, Side, TileSet};
use crate::limits::{FLOORS, LEVEL_MAX, PACK_MAX, RECORD_BYTES_MAX};
use crate::quantity::{Floor, Hp, Level, Turn, Xp};
use crate::rules::Cause;
use crate::rules::experience::xp_to_leave;
use crate::rules::mending::MENDING_PER_HP;
use crate::settings::Settings;
use crate::world::{Game, Item, KeptFloor, Outcome, Player, Slot, Worn};
use serde::{Deserialize, Serialize};

/// The version of all records. A change of any of them, or of the journal, is a new version; the
/// rule is in the module above.
pub const FORMAT_VERSION: u8 = 1;

const _: () = assert!(
    Status::COUNT == 5 && ItemKind::POTIONS.len() == 3,
    "each has bits of its own in every record: raise FORMAT_VERSION"
);

const MENDING_BITS: u32 = 8;

/// What a save is known by; the version follows. Neither may ever move.
pub const MAGIC: [u8; 8] = *b"Mus Rex\x1A";

/// Bytes of a head in the longest of postcard's codes.
const HEAD_BYTES_MAX: usize = 1 + 5 + 1 + 10 + 5 + 4 * 5 + 3 + 1 + 3 + FLOORS * 5 + 3;
/// Bits of the player at most.
const PLAYER_BITS_MAX: usize = 12
    + 16
    + 1
    + STATUSES_BITS_MAX
    + 7
    + 32
    + 16
    + 8
    + Slot::COUNT * (1 + ITEM_BITS_MAX)
    + 5
    + PACK_MAX * ITEM_BITS_MAX;
/// Bytes of the first record at most.
pub(super) const META_BYTES_MAX: usize = 8 + 1 + 3 * 5;
/// Bytes of the record of a run at most.
pub const RUN_BYTES_MAX: usize = HEAD_BYTES_MAX + (PLAYER_BITS_MAX + FLOOR_BITS_MAX).div_ceil(8);
/// Bytes of the record of a floor at most.
pub const FLOOR_BYTES_MAX: usize = 1 + 5 + 3 + KEPT_BYTES_MAX;
/// Bytes of the hall of fame at most.
pub const SCORES_BYTES_MAX: usize =
    1 + 5 + 5 + 1 + super::SCORES_MAX * (5 + 1 + 1 + 3 + 3 + 5 + 10);

const _: () = assert!(RUN_BYTES_MAX <= RECORD_BYTES_MAX);
const _: () = assert!(PACK_MAX < 1 << 5 && LEVEL_MAX < 1 << 7);

/// What a save is, and the newest of each record in it, to tell when one was lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    pub(super) magic: [u8; 8],
    pub(super) version: u8,
    /// Of the newest record of the run.
    pub(super) epoch: u32,
    /// Of the newest hall of fame.
    pub(super) scores: u32,
    /// Of the newest settings.
    pub(super) settings: u32,
}

/// The run: what is not on any floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunHead {
    pub(super) version: u8,
    /// Counts the records of runs of a save, so that what belongs to another is not taken for part
    /// of this one.
    pub(super) epoch: u32,
    /// `None` when the run is over, or none was begun.
    pub(super) run: Option<RunFacts>,
}

/// See [`RunHead`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunFacts {
    pub(super) seed: u64,
    turn: Turn,
    dice: Dice,
    last_harm: Option<Cause>,
    pub(super) floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    /// Which record of each floor belongs to this one: 0 for none, else 1 more than the epochs
    /// that have passed since.
    kept_ages: [u32; FLOORS],
    ground: u16,
}

/// A floor that was left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FloorHead {
    version: u8,
    epoch: u32,
    ground: u16,
}

/// The hall of fame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ScoresRecord {
    pub(super) version: u8,
    /// Counts these records.
    pub(super) generation: u32,
    /// The epoch of the run that was entered last: none is entered twice.
    pub(super) entered: u32,
    pub(super) scores: Scores,
}

/// What the player has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SettingsRecord {
    pub(super) version: u8,
    /// Counts these records.
    pub(super) generation: u32,
    pub(super) settings: Settings,
}

impl RunFacts {
    /// Which record of `floor` belongs to the run whose record is of `epoch`.
    pub(super) fn kept_epoch(&self, floor: Floor, epoch: u32) -> Option<u32> {
        epoch.checked_sub(self.kept_ages[floor.index()].checked_sub(1)?)
    }
}

/// Writes a record that is postcard and nothing more; gives its bytes.
pub(super) fn write<'a>(record: &impl Serialize, into: &'a mut [u8]) -> &'a [u8] {
    postcard::to_slice(record, into).expect("the room is computed to suffice")
}

/// Reads a record that is postcard and nothing more.
pub(super) fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(bytes) {
        Ok((record, [])) if bytes.first() == Some(&FORMAT_VERSION) => Ok(record),
        _ => Err(Malformed),
    }
}

/// Reads what every reader of any version understands of the first record.
pub(super) fn read_meta(bytes: &[u8]) -> Result<Meta, Malformed> {
    let meta: Meta = postcard::from_bytes(bytes).map_err(|_| Malformed)?;
    check(meta.magic == MAGIC && meta.version == FORMAT_VERSION)?;
    Ok(meta)
}

/// A run, apart from the game, which may go on while its record is written.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    seed: u64,
    turn: Turn,
    dice: Dice,
    last_harm: Option<Cause>,
    floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    player: Player,
    here: FloorChanges,
}

impl Snapshot {
    /// One of nothing, to be [taken](Snapshot::take) of a game.
    pub(super) fn empty() -> Snapshot {
        Snapshot {
            seed: 0,
            turn: Turn(0),
            dice: Dice::new(0, Stream::Play),
            last_harm: None,
            floor: Floor::LOBBY,
            identified: [false; ItemKind::POTIONS.len()],
            player: Player::new(Pos::at(0, 0), Hp(0)),
            here: FloorChanges::NONE,
        }
    }

    /// Becomes one of `game`, on whose floor `doors` are all doors.
    pub(super) fn take(&mut self, game: &Game, doors: &TileSet) {
        self.seed = game.seed;
        self.turn = game.turn;
        self.dice = game.dice.clone();
        self.last_harm = game.last_harm;
        self.floor = game.floor;
        self.identified = game.identified;
        self.player.clone_from(&game.player);
        self.here.take(&game.here, doors);
    }
}

/// Writes a run, `kept` being the epochs of the floors that were left, with pauses; `None` when it
/// does not fit, which the rules of the game allow to no run.
pub(super) async fn write_run(
    run: &Snapshot,
    epoch: u32,
    kept: &[Option<u32>; FLOORS],
    ground: &Ground,
    into: &mut [u8],
) -> Option<usize> {
    let kept_ages =
        kept.map(|kept| kept.map_or(0, |kept| epoch.saturating_sub(kept).saturating_add(1)));
    let facts = RunFacts {
        seed: run.seed,
        turn: run.turn,
        dice: run.dice.clone(),
        last_harm: run.last_harm,
        floor: run.floor,
        identified: run.identified,
        kept_ages,
        ground: ground.check,
    };
    let head = RunHead { version: FORMAT_VERSION, epoch, run: Some(facts) };
    let start = write(&head, into).len();
    let mut bits = BitWriter::new(&mut into[start..]);
    pack_player(&mut bits, &run.player);
    pause().await;
    run.here.pack(&mut bits, &ground.doors).await;
    Some(start + bits.finish()?)
}

/// Writes that there is no run.
pub(super) fn write_no_run(epoch: u32, into: &mut [u8]) -> usize {
    write(&RunHead { version: FORMAT_VERSION, epoch, run: None }, into).len()
}

/// Reads the head of the run; its player and floor are left for [`read_run`].
pub(super) fn read_run_head(bytes: &[u8]) -> Result<RunHead, Malformed> {
    check(bytes.first() == Some(&FORMAT_VERSION))?;
    let (head, rest): (RunHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    check(head.run.is_some() || rest.is_empty())?;
    Ok(head)
}

/// Reads the run into `game`, all but the floors that were left, which must be in it already.
/// After an error, `game` is nothing to go on with.
pub(super) fn read_run(bytes: &[u8], game: &mut Game) -> Result<(), Malformed> {
    let (head, rest): (RunHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    let facts = head.run.ok_or(Malformed)?;
    check(facts.dice.can_roll())?;
    game.seed = facts.seed;
    game.turn = facts.turn;
    game.dice = facts.dice;
    game.outcome = Outcome::Playing;
    game.last_harm = facts.last_harm;
    game.floor = facts.floor;
    game.identified = facts.identified;
    game.kept[facts.floor.index()] = None;
    crate::worldgen::generate(facts.seed, facts.floor, &mut game.here);
    check(ground_check(&game.here.map) == facts.ground)?;
    let mut bits = BitReader::new(rest);
    game.player = unpack_player(&mut bits)?;
    unpack_floor(&mut bits, facts.floor, &mut game.here)?;
    bits.finish()?;
    let (pos, hp) = (game.player.body.pos, game.player.body.hp);
    let terrain = game.here.map.terrain(pos);
    check(terrain.is_walkable() && game.here.monster_at(pos).is_none())?;
    check(game.visible().iter().all(|seen| game.here.map.explored().contains(seen)))?;
    check(!hp.is_dead() && hp <= game.player_stats().hp_max)
}

/// Writes a floor that was left.
pub(super) fn write_floor(kept: &KeptFloor, epoch: u32, into: &mut [u8]) -> usize {
    let head = FloorHead { version: FORMAT_VERSION, epoch, ground: kept.ground };
    let start = write(&head, into).len();
    let end = start + kept.bytes.len();
    into[start..end].copy_from_slice(&kept.bytes);
    end
}

/// Reads a floor that was left, when it is the record of `epoch`. Whether it fits the floor's
/// terrain is seen when that is there.
pub(super) fn read_floor(bytes: &[u8], epoch: u32) -> Result<KeptFloor, Malformed> {
    let (head, rest): (FloorHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    check(head.version == FORMAT_VERSION && head.epoch == epoch)?;
    let bytes = heapless::Vec::from_slice(rest).map_err(|_| Malformed)?;
    Ok(KeptFloor { ground: head.ground, bytes })
}

/// A number that two games hardly share unless they are in the same state: it tells whether a
/// journal goes on from there. The dice alone differ after every turn in which anything was rolled.
pub(super) fn state_check(game: &Game) -> u16 {
    let body = &game.player.body;
    let player = [game.turn.0, u32::from(game.floor.number()), count(body.pos.index())];
    let more = [u32::from(body.hp.0), game.player.xp.0, count(game.player.pack.len())];
    let words = game.dice.state().into_iter().chain(player).chain(more);
    let monsters = game
        .here
        .monsters
        .iter()
        .map(|monster| u32::from(monster.body.hp.0) << 16 | count(monster.body.pos.index()));
    fold(words.chain(monsters).fold(FNV_START, fnv))
}

fn pack_player(bits: &mut BitWriter<'_>, player: &Player) {
    pack_pos(bits, player.body.pos);
    bits.put(u32::from(player.body.hp.0), 16);
    bits.put_bool(player.body.facing == Side::Left);
    pack_statuses(bits, &player.body.statuses);
    bits.put(u32::from(player.level.number()), 7);
    bits.put(player.xp.0, 32);
    bits.put(u32::from(player.kills), 16);
    const { assert!(MENDING_PER_HP <= 1 << MENDING_BITS, "more bits for it: raise FORMAT_VERSION") };
    bits.put(u32::from(player.mending), MENDING_BITS);
    for slot in Slot::ALL {
        let item = player.worn.get(slot);
        bits.put_bool(item.is_some());
        if let Some(item) = item {
            pack_item(bits, item);
        }
    }
    bits.put(count(player.pack.len()), 5);
    for item in &player.pack {
        pack_item(bits, item);
    }
}

fn unpack_player(bits: &mut BitReader<'_>) -> Result<Player, Malformed> {
    let mut player = Player::new(unpack_pos(bits)?, Hp(bits.get_u16(16)?));
    player.body.facing = if bits.get_bool()? { Side::Left } else { Side::Right };
    player.body.statuses = unpack_statuses(bits)?;
    player.level = Level::new(bits.get_u8(7)?).ok_or(Malformed)?;
    player.xp = Xp(bits.get(32)?);
    check(is_level_of(player.level, player.xp))?;
    player.kills = bits.get_u16(16)?;
    // Of a game in which wounds close faster, there may be more than it takes.
    player.mending = bits.get_u16(MENDING_BITS)?.min(MENDING_PER_HP - 1);
    player.worn = unpack_worn(bits)?;
    for _ in 0..bits.get(5)? {
        player.pack.push(unpack_item(bits)?).map_err(|_| Malformed)?;
    }
    Ok(player)
}

fn unpack_worn(bits: &mut BitReader<'_>) -> Result<Worn, Malformed> {
    let mut worn = Worn::NOTHING;
    for slot in Slot::ALL {
        if bits.get_bool()? {
            let item: Item = unpack_item(bits)?;
            check(item.kind.slot() == Some(slot))?;
            worn.put_on(item);
        }
    }
    Ok(worn)
}

/// Whether so much experience has paid for this level and no more (B8).
fn is_level_of(level: Level, xp: Xp) -> bool {
    let is_reached = match Level::new(level.number() - 1) {
        Some(before) => xp >= xp_to_leave(before),
        None => true,
    };
    is_reached && (level.next().is_none() || xp < xp_to_leave(level))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::block_on;
    use std::boxed::Box;

    /// A game as it is read from its own record.
    fn read_back(game: &Game) -> Result<Box<Game>, Malformed> {
        let mut record = [0; RUN_BYTES_MAX];
        let ground = Ground::of(&game.here.map);
        let mut run = Snapshot::empty();
        run.take(game, &ground.doors);
        let length = block_on(write_run(&run, 1, &[None; FLOORS], &ground, &mut record));
        let mut again = Box::new(Game::new(0));
        read_run(&record[..length.expect("there is room")], &mut again).map(|()| again)
    }

    // Whole records of what no game can be, as a fuzzer made them up.
    #[test]
    fn what_no_game_can_be_is_malformed() {
        let game = Box::new(Game::new(7));
        assert_eq!(read_back(&game), Ok(game.clone()));
        let mut blind = game.clone();
        *blind.here.map.explored_mut() = TileSet::EMPTY;
        assert_eq!(read_back(&blind), Err(Malformed), "one sees what one has not seen");
        let mut hale = game.clone();
        hale.player.mending = MENDING_PER_HP;
        let mended = read_back(&hale).expect("wounds may have closed more slowly").player.mending;
        assert_eq!(mended, MENDING_PER_HP - 1);
        let mut dead = game;
        dead.player.body.hp = Hp(0);
        assert_eq!(read_back(&dead), Err(Malformed), "the dead play on");
    }
}
