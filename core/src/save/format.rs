//! Defines the records of a save. Most records have a head in postcard's encoding; in the records of runs and floors,
//! packed bits follow the head. The store keeps an epoch (a number) with each record. Each new record of a key has a
//! higher epoch than the record before it. The records of a floor, of an entry of the journal and of the bestiary have
//! the epoch of the run's record to which they belong.
//!
//! | key | record | written |
//! |---|---|---|
//! | 0 | [`Meta`] | before all other records, and after records of the keys 1 to 3, to store their epochs |
//! | 1 | [`RunHead`], then the player and the floor that the player is on | at a checkpoint |
//! | 2 | [`ScoresRecord`] | when a run ends |
//! | 3 | [`SettingsRecord`] | when a setting changes |
//! | 4 | an entry of the journal (`journal.rs`) | on every turn |
//! | 5 | the bestiary (`bestiary.rs`), with the epoch of the next record of the run | before a record of the run, if the bestiary has changed |
//! | 16 + n | [`FloorHead`], then floor n | when floor n is left |
//!
//! Readers trust no byte. The readers check every number, and also that the terrain of a floor is the same as when the
//! record was written. Building terrain takes time, so a floor that the player left is checked only when the player
//! enters it again. Until then, its bits are kept unread.

use crate::bits::{BitReader, BitWriter, Malformed};
use crate::content::{ItemKind, Slot};
use crate::dice::{Dice, Stream};
use crate::geometry::{Pos, Side, TileSet};
use crate::limits::{FLOORS, LATER_BYTES_MAX, LEVEL_MAX, PACK_MAX, RECORD_BYTES_MAX};
use crate::poll::pause;
use crate::quantity::{Floor, Hp, Level, Turn, Xp};
use crate::rules::experience::xp_to_leave;
use crate::save::scores::{Score, Scores};
use crate::settings::{FloorView, RepeatSpeed, Settings};
use crate::world::packing::{
    FLOOR_BITS_MAX, FloorDelta, ITEM_BITS_MAX, STATUSES_BITS_MAX, STORED_FLOOR_BYTES_MAX,
    TerrainDigest, count, ensure, pack_item, pack_pos, pack_statuses, terrain_hash, unpack_floor,
    unpack_item, unpack_pos, unpack_statuses,
};
use crate::world::{
    Build, Cause, Game, Item, KingsEnd, Lineage, Outcome, Player, RunMode, StoredFloor, Worn,
};
use serde::{Deserialize, Serialize};

/// The first byte of the hall of fame and of the settings in format 1. In format 2 this byte is 2.
const FIRST_VERSION: u8 = 1;

/// The number of unused bits among the bits of the player in version 3.
const UNUSED_BITS: u32 = 8;

/// The largest size of a head in postcard's encoding, in bytes.
const HEAD_BYTES_MAX: usize =
    1 + 10 + 5 + 4 * 5 + 2 + 1 + 5 + 7 + FLOORS * 5 + 3 + 1 + LATER_BYTES_MAX;
/// The largest number of bits of the player.
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
/// The largest size of the record [`Meta`], in bytes.
pub(super) const META_BYTES_MAX: usize = 3 * 5;
/// The largest size of the record of a run, in bytes.
pub(super) const RUN_BYTES_MAX: usize =
    HEAD_BYTES_MAX + (PLAYER_BITS_MAX + FLOOR_BITS_MAX).div_ceil(8);
/// The largest size of the record of a floor, in bytes.
pub(super) const FLOOR_BYTES_MAX: usize = 3 + 1 + STORED_FLOOR_BYTES_MAX;
/// The largest size of the hall of fame, in bytes.
pub(super) const SCORES_BYTES_MAX: usize =
    5 + 1 + super::SCORES_MAX * (5 + 1 + 1 + 3 + 3 + 5 + 10 + 2 + 7) + 1 + LATER_BYTES_MAX;

const _: () = assert!(RUN_BYTES_MAX <= RECORD_BYTES_MAX);
const _: () = assert!(PACK_MAX < 1 << 5 && LEVEL_MAX < 1 << 7);

/// The epochs of the newest records of three keys. The epochs reveal the loss of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    /// The epoch of the run's record.
    pub(super) run: u32,
    /// The epoch of the hall of fame's record.
    pub(super) scores: u32,
    /// The epoch of the settings' record.
    pub(super) settings: u32,
}

/// The head of a run's record. The player and the floor follow it as packed bits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunHead {
    /// `None` when there is no run: the run has ended, or no run has begun yet.
    pub(super) run: Option<RunFields>,
}

/// The fields of [`RunHead`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunFields {
    pub(super) seed: u64,
    turn: Turn,
    dice: Dice,
    last_damage_cause: Option<Cause>,
    pub(super) floor: Floor,
    /// The identified potions as a bit mask, the first potion in the lowest bit.
    identified: u32,
    mode: RunMode,
    /// For each floor, the age of the record that belongs to this run record: the epoch of the run record − the epoch
    /// of the floor record + 1. The age is 0 for a floor without such a record.
    floor_record_ages: [u32; FLOORS],
    terrain_hash: u16,
    /// The player's build, and additions of later versions of the game.
    later: LaterBytes,
}

/// The head of a stored floor's record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FloorHead {
    terrain_hash: u16,
    alive: u8,
}

/// The record of the hall of fame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ScoresRecord {
    /// The epoch of the run whose row was inserted last. The epoch prevents a second row for that run.
    pub(super) last_run_epoch: u32,
    scores: Scores,
    /// The kits and grafts of the rows, the progress, and additions of later versions of the game.
    pub(super) later: LaterBytes,
}

impl ScoresRecord {
    /// Makes the record of `scores`. The additions of later versions of the game, `added`, follow the tail of the
    /// scores.
    pub(super) fn new(last_run_epoch: u32, scores: &Scores, added: &LaterBytes) -> ScoresRecord {
        let mut later = LaterBytes::from_slice(&scores.tail()).expect("there is room");
        // Drops bytes that do not fit; no version of the game writes that many.
        let room = later.capacity() - later.len();
        let _ = later.extend_from_slice(&added[..added.len().min(room)]);
        ScoresRecord { last_run_epoch, scores: scores.clone(), later }
    }

    /// Returns the hall of fame, and the additions of later versions of the game.
    pub(super) fn split(mut self) -> (Scores, LaterBytes) {
        let added = self.scores.read_tail(&self.later);
        let added = LaterBytes::from_slice(added).expect("it is a part of as many");
        (self.scores, added)
    }
}

/// The record of the player's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SettingsRecord {
    settings: Settings,
    /// The number of the [`FloorView`], the days whose daily run has begun, and additions of later versions of the
    /// game.
    pub(super) later: LaterBytes,
}

/// Bytes that a later version of the game has added to a record. This version preserves the bytes without reading them.
pub(super) type LaterBytes = heapless::Vec<u8, LATER_BYTES_MAX>;

impl SettingsRecord {
    /// Makes the record of `settings`. The additions of later versions of the game, `added`, are at the end of the
    /// record.
    pub(super) fn new(settings: Settings, added: &LaterBytes) -> SettingsRecord {
        let mut later = LaterBytes::new();
        later.push(settings.view as u8).expect("there is room");
        for bytes in [&settings.begun_days.bytes()[..], added] {
            // Drops bytes that do not fit; no version of the game writes that many.
            let room = later.capacity() - later.len();
            let _ = later.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
        SettingsRecord { settings, later }
    }

    /// Returns the settings, and the additions of later versions of the game. An unknown view is read as the near view.
    pub(super) fn split(&self) -> (Settings, LaterBytes) {
        let mut settings = self.settings;
        let (number, rest) = self.later.split_first().unwrap_or((&0, &[]));
        settings.view = FloorView::ALL.get(usize::from(*number)).copied().unwrap_or_default();
        let rest = settings.begun_days.read(rest);
        (settings, LaterBytes::from_slice(rest).expect("it is a part of as many"))
    }
}

impl RunFields {
    /// Returns the additions of later versions of the game; empty if the record lacks the build that precedes them.
    pub(super) fn added(&self) -> LaterBytes {
        let added = Build::read(&self.later).map_or(&[][..], |(_, added)| added);
        LaterBytes::from_slice(added).expect("it is a part of as many")
    }

    /// Returns the epoch of the record of `floor` that belongs to this run record, whose epoch is `epoch`; `None` if
    /// there is no such record.
    pub(super) fn floor_epoch(&self, floor: Floor, epoch: u32) -> Option<u32> {
        epoch.checked_sub(self.floor_record_ages[floor.index()].checked_sub(1)?)
    }
}

/// Writes a record that consists only of postcard's encoding. Returns the bytes of the record.
pub(super) fn write<'a>(record: &impl Serialize, into: &'a mut [u8]) -> &'a [u8] {
    postcard::to_slice(record, into).expect("the room is computed to suffice")
}

/// Reads a record that consists only of postcard's encoding.
pub(super) fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Malformed> {
    match postcard::take_from_bytes(bytes) {
        Ok((record, [])) => Ok(record),
        _ => Err(Malformed),
    }
}

/// Reads the hall of fame of format 1 or 2.
pub(super) fn read_old_scores(bytes: &[u8]) -> Result<Scores, Malformed> {
    if bytes.first() != Some(&FIRST_VERSION) {
        return read::<SecondScoresRecord>(bytes).map(|record| record.scores.noted());
    }
    let mut scores = Scores::new();
    for row in read::<FirstScoresRecord>(bytes)?.rows {
        scores.insert(row.into());
    }
    Ok(scores)
}

/// Reads the settings of format 1 or 2.
pub(super) fn read_old_settings(bytes: &[u8]) -> Result<Settings, Malformed> {
    if bytes.first() != Some(&FIRST_VERSION) {
        return read::<SecondSettingsRecord>(bytes).map(|record| record.settings);
    }
    let FirstSettings { repeat_speed, is_colour_safe, scale, is_fullscreen } =
        read::<FirstSettingsRecord>(bytes)?.settings;
    Ok(Settings { repeat_speed, is_colour_safe, scale, is_fullscreen, ..Settings::default() })
}

/// The hall of fame in the second version.
#[derive(Deserialize)]
struct SecondScoresRecord {
    _version: u8,
    _generation: u32,
    _last_run_epoch: u32,
    scores: Scores,
}

/// The settings in the second version.
#[derive(Deserialize)]
struct SecondSettingsRecord {
    _version: u8,
    _generation: u32,
    settings: Settings,
}

/// The hall of fame in the first version.
#[derive(Deserialize)]
struct FirstScoresRecord {
    _version: u8,
    _generation: u32,
    _last_run_epoch: u32,
    rows: heapless::Vec<FirstScore, { super::SCORES_MAX }>,
}

/// A row of the hall of fame in the first version.
#[derive(Clone, Debug, Deserialize)]
struct FirstScore {
    points: u32,
    floor: Floor,
    level: Level,
    kills: u16,
    killed_by: Option<Cause>,
    turns: Turn,
    seed: u64,
}

impl From<FirstScore> for Score {
    fn from(first: FirstScore) -> Score {
        let FirstScore { points, floor, level, kills, killed_by, turns, seed } = first;
        // In version 1, the fight was the only way to the crown.
        let kings_end = killed_by.is_none().then_some(KingsEnd::Fought);
        let mode = RunMode::default();
        let lineage = Lineage::default();
        Score { points, floor, level, kills, killed_by, turns, seed, kings_end, mode, lineage }
    }
}

/// The settings in the first version.
#[derive(Deserialize)]
struct FirstSettingsRecord {
    _version: u8,
    _generation: u32,
    settings: FirstSettings,
}

/// The fields of [`FirstSettingsRecord`].
#[derive(Deserialize)]
struct FirstSettings {
    repeat_speed: RepeatSpeed,
    is_colour_safe: bool,
    scale: u8,
    is_fullscreen: bool,
}

/// A copy of a run. Play may go on while the record of the run is written from the copy.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    seed: u64,
    turn: Turn,
    dice: Dice,
    last_damage_cause: Option<Cause>,
    floor: Floor,
    identified: [bool; ItemKind::POTIONS.len()],
    mode: RunMode,
    player: Player,
    current_floor: FloorDelta,
}

impl Snapshot {
    /// Creates an empty snapshot, which [`take`](Snapshot::take) fills.
    pub(super) fn empty() -> Snapshot {
        Snapshot {
            seed: 0,
            turn: Turn(0),
            dice: Dice::new(0, Stream::Play),
            last_damage_cause: None,
            floor: Floor::LOBBY,
            identified: [false; ItemKind::POTIONS.len()],
            mode: RunMode::ORDINARY,
            player: Player::new(Pos::at(0, 0), Hp(0)),
            current_floor: FloorDelta::NONE,
        }
    }

    /// Takes the snapshot of `game`; `changeable` are the changeable tiles of its floor.
    pub(super) fn take(&mut self, game: &Game, changeable: &TileSet) {
        self.seed = game.seed;
        self.turn = game.turn;
        self.dice = game.dice.clone();
        self.last_damage_cause = game.last_damage_cause;
        self.floor = game.floor;
        self.identified = game.identified;
        self.mode = game.mode;
        self.player.clone_from(&game.player);
        self.current_floor.take(&game.current_floor, changeable);
    }
}

/// Writes the record of a run, with pauses. `stored` holds the epochs of the records of the floors that the player
/// left. Returns the length of the record; `None` if the run does not fit, which cannot happen within the rules.
pub(super) async fn write_run(
    run: &Snapshot,
    epoch: u32,
    stored: &[Option<u32>; FLOORS],
    terrain: &TerrainDigest,
    added: &LaterBytes,
    into: &mut [u8],
) -> Option<usize> {
    let floor_record_ages = stored
        .map(|stored| stored.map_or(0, |stored| epoch.saturating_sub(stored).saturating_add(1)));
    let fields = RunFields {
        seed: run.seed,
        turn: run.turn,
        dice: run.dice.clone(),
        last_damage_cause: run.last_damage_cause,
        floor: run.floor,
        identified: identified_bits(&run.identified),
        mode: run.mode,
        floor_record_ages,
        terrain_hash: terrain.hash,
        later: with_build(&run.player.build, added),
    };
    let head = RunHead { run: Some(fields) };
    let start = write(&head, into).len();
    let mut bits = BitWriter::new(&mut into[start..]);
    pack_player(&mut bits, &run.player);
    pause().await;
    run.current_floor.pack(&mut bits).await?;
    Some(start + bits.finish()?)
}

/// Returns the build, followed by the additions of later versions of the game.
fn with_build(build: &Build, added: &LaterBytes) -> LaterBytes {
    let mut later = LaterBytes::from_slice(&build.bytes()).expect("there is room");
    // Drops bytes that do not fit; no version of the game writes that many.
    let room = later.capacity() - later.len();
    let _ = later.extend_from_slice(&added[..added.len().min(room)]);
    later
}

fn identified_bits(identified: &[bool; ItemKind::POTIONS.len()]) -> u32 {
    identified.iter().rev().fold(0, |bits, &is_identified| bits << 1 | u32::from(is_identified))
}

/// Writes a record that states that there is no run.
pub(super) fn write_no_run(into: &mut [u8]) -> usize {
    write(&RunHead { run: None }, into).len()
}

/// Reads the head of the run; [`read_run`] reads the player and the floor.
pub(super) fn read_run_head(bytes: &[u8]) -> Result<RunHead, Malformed> {
    let (head, rest): (RunHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    ensure(head.run.is_some() || rest.is_empty())?;
    Ok(head)
}

/// Reads the run into `game`, which must already hold the floors that the player left. After an error, `game` must not
/// be played.
pub(super) fn read_run(bytes: &[u8], game: &mut Game) -> Result<(), Malformed> {
    let (head, rest): (RunHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    let fields = head.run.ok_or(Malformed)?;
    ensure(fields.dice.is_valid_state())?;
    game.seed = fields.seed;
    game.turn = fields.turn;
    game.dice = fields.dice;
    game.outcome = Outcome::Playing;
    game.kings_end = None;
    game.last_damage_cause = fields.last_damage_cause;
    game.floor = fields.floor;
    ensure(fields.identified >> ItemKind::POTIONS.len() == 0)?;
    game.identified = core::array::from_fn(|index| fields.identified >> index & 1 == 1);
    game.mode = fields.mode;
    game.stored_floors[fields.floor.index()] = None;
    crate::worldgen::generate(fields.seed, fields.floor, &mut game.current_floor);
    ensure(terrain_hash(&game.current_floor.map) == fields.terrain_hash)?;
    let mut bits = BitReader::new(rest);
    game.player = unpack_player(&mut bits)?;
    game.player.build = Build::read(&fields.later).ok_or(Malformed)?.0;
    unpack_floor(&mut bits, fields.floor, &mut game.current_floor)?;
    bits.finish()?;
    let (pos, hp) = (game.player.body.pos, game.player.body.hp);
    let terrain = game.current_floor.map.terrain(pos);
    ensure(terrain.is_walkable() && game.current_floor.monster_at(pos).is_none())?;
    ensure(game.visible().iter().all(|seen| game.current_floor.map.explored().contains(seen)))?;
    ensure(!hp.is_dead() && hp <= game.player_stats().hp_max)
}

/// Writes the record of a floor that the player left. Returns the length of the record.
pub(super) fn write_floor(stored: &StoredFloor, into: &mut [u8]) -> usize {
    let StoredFloor { terrain_hash, alive, .. } = *stored;
    let start = write(&FloorHead { terrain_hash, alive }, into).len();
    let end = start + stored.bytes.len();
    into[start..end].copy_from_slice(&stored.bytes);
    end
}

/// Reads a floor that the player left into `into`, which must be `None`. The terrain is checked only later, when it is
/// built.
pub(super) fn read_floor(bytes: &[u8], into: &mut Option<StoredFloor>) -> Result<(), Malformed> {
    let (head, rest): (FloorHead, _) = postcard::take_from_bytes(bytes).map_err(|_| Malformed)?;
    ensure(rest.len() <= STORED_FLOOR_BYTES_MAX)?;
    let FloorHead { terrain_hash, alive } = head;
    let stored = into.insert(StoredFloor { terrain_hash, alive, bytes: heapless::Vec::new() });
    stored.bytes.extend_from_slice(rest).map_err(|_| Malformed)
}

fn pack_player(bits: &mut BitWriter<'_>, player: &Player) {
    pack_pos(bits, player.body.pos);
    bits.put(u32::from(player.body.hp.0), 16);
    bits.put_bool(player.body.facing == Side::Left);
    pack_statuses(bits, &player.body.statuses);
    bits.put(u32::from(player.level.number()), 7);
    bits.put(player.xp.0, 32);
    bits.put(u32::from(player.kills), 16);
    bits.put(0, UNUSED_BITS);
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
    ensure(is_level_of(player.level, player.xp))?;
    player.kills = bits.get_u16(16)?;
    bits.get(UNUSED_BITS)?;
    player.worn = unpack_worn(bits)?;
    for _ in 0..bits.get(5)? {
        player.pack.push(unpack_item(bits)?).map_err(|_| Malformed)?;
    }
    ensure(player.pack.iter().map(|item| item.kind as u8).is_sorted())?;
    Ok(player)
}

fn unpack_worn(bits: &mut BitReader<'_>) -> Result<Worn, Malformed> {
    let mut worn = Worn::NOTHING;
    for slot in Slot::ALL {
        if bits.get_bool()? {
            let item: Item = unpack_item(bits)?;
            ensure(item.kind.slot() == Some(slot))?;
            worn.put_on(item);
        }
    }
    Ok(worn)
}

/// Returns whether this much experience gives exactly this level (B8).
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
    use crate::poll::block_on;
    use crate::save::bestiary::BESTIARY_BYTES_MAX;
    use crate::save::journal::ENTRY_BYTES_MAX;
    use crate::save::sector::{ITEM_HEADER_BYTES, ITEMS_BYTES};
    use std::boxed::Box;

    /// Writes a game, reads it back, and returns the result.
    fn read_back(game: &Game) -> Result<Box<Game>, Malformed> {
        let mut record = [0; RUN_BYTES_MAX];
        let terrain = TerrainDigest::of(&game.current_floor.map);
        let mut run = Snapshot::empty();
        run.take(game, &terrain.changeable);
        let length = {
            let later = LaterBytes::new();
            block_on(write_run(&run, 1, &[None; FLOORS], &terrain, &later, &mut record))
        };
        let mut again = Box::new(Game::new(0));
        read_run(&record[..length.expect("there is room")], &mut again).map(|()| again)
    }

    // A fuzzer found such records: they are complete, but describe states that no game can reach.
    #[test]
    fn what_no_game_can_be_is_malformed() {
        let game = Box::new(Game::new(7));
        assert_eq!(read_back(&game), Ok(game.clone()));
        let mut blind = game.clone();
        *blind.current_floor.map.explored_mut() = TileSet::EMPTY;
        assert_eq!(read_back(&blind), Err(Malformed), "one sees what one has not seen");
        let mut dead = game;
        dead.player.body.hp = Hp(0);
        assert_eq!(read_back(&dead), Err(Malformed), "the dead play on");
    }

    /// Checks the sizes and the limits in the table of records in `ARCHITECTURE.md`.
    #[test]
    fn the_table_of_records_holds() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
        let text = std::fs::read_to_string(path).expect("the page is there");
        let rows = [
            ("the run with the floor stood on", RUN_BYTES_MAX, RECORD_BYTES_MAX),
            ("a floor that was left", FLOOR_BYTES_MAX, ITEMS_BYTES / 2 - ITEM_HEADER_BYTES),
            ("the hall of fame", SCORES_BYTES_MAX, ITEMS_BYTES / 4 - ITEM_HEADER_BYTES),
            ("the bestiary", BESTIARY_BYTES_MAX, ITEMS_BYTES / 4 - ITEM_HEADER_BYTES),
            ("a turn in the journal", ENTRY_BYTES_MAX, ENTRY_BYTES_MAX),
        ];
        for (record, most, limit) in rows {
            let number = |bytes: usize| match bytes {
                1_000.. => std::format!("{},{:03}", bytes / 1_000, bytes % 1_000),
                _ => std::format!("{bytes}"),
            };
            let row = std::format!("| {record} | {} | {} |", number(most), number(limit));
            assert!(text.contains(&row), "ARCHITECTURE.md lacks the row {row}");
            assert!(most <= limit, "{record}");
        }
    }
}
