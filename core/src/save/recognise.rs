//! What a flash holds, found out without changing a bit of it; and what is put in order then.

use super::format::{FORMAT_VERSION, MAGIC};
use super::journal;
use super::store::{KEY_CODES, block_on};
use crate::limits::{SAVE_BYTES, SECTOR_BYTES, STORE_SECTORS};
use core::ops::Range;
use embedded_storage_async::nor_flash::NorFlash;

/// What a flash holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recognised {
    /// Nothing, as one and the same byte is everywhere, or the beginning of a first save that was cut
    /// short.
    Blank,
    /// A save of this game.
    Ours,
    /// A save of a later game, of this version.
    TooNew(u8),
    /// Something else.
    Foreign,
}

/// A sector as read. It begins with a whole word, for processors that compare by words.
#[repr(align(4))]
pub(super) struct Sector(pub(super) [u8; SECTOR_BYTES as usize]);

impl Sector {
    pub(super) const ERASED: Sector = Sector([0xFF; SECTOR_BYTES as usize]);
}

/// What the storage library writes into the first and last byte of a sector in use.
const MARK_ZEROS_MIN: u32 = 4;
/// Bytes before the magic in the item of the first record: the header and the key.
const ITEM_START: usize = HEADER_BYTES + 1;
/// Bytes before an item: its checksum, its length, and the check of that.
pub const HEADER_BYTES: usize = 4 + 2 + 2;
/// Where the bytes of a first save end when its first record was not finished.
const FIRST_BYTES: usize = 40;

/// What one look at all of a flash has told, without changing a bit of it.
pub(super) struct Survey {
    pub(super) recognised: Recognised,
    sectors: [Look; SECTORS],
    /// Where the newest item of each key is, by its code.
    pub(super) places: Places,
    /// Where the journal's newest base is, with all that follows in its sector.
    pub(super) base: Place,
}

impl Survey {
    /// Which sectors are erased.
    pub(super) fn erased(&self) -> [bool; SECTORS] {
        self.sectors.each_ref().map(|look| look.is_erased)
    }
}

/// See [`Survey`].
pub(super) type Places = [Place; KEY_CODES];

/// Where the newest item of a key is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It must be searched for.
    Unknown,
    /// Nowhere.
    Absent,
    /// Here, header and all, if it is whole.
    At(Range<u32>),
}

/// Where the sectors of the records are not in order, or no longer as they were.
pub(super) const NO_PLACES: Places = [const { Place::Unknown }; KEY_CODES];

/// What was seen of a sector.
#[derive(Clone, Copy)]
struct Look {
    /// Whether there is a mark at its start, and at its end.
    marks: [bool; 2],
    is_erased: bool,
    /// Whether it holds zeros alone: a chip that erases to zeros was about to turn them to ones. By its
    /// marks it is in use.
    is_zeroed: bool,
    /// Of one being filled.
    ending: Ending,
    /// The header behind its last item, if one was begun there and not finished.
    torn: Option<TornHeader>,
    /// Whether there is nothing else behind its last item.
    is_clean: bool,
}

impl Look {
    const ERASED: Look = Look {
        marks: [false; 2],
        is_erased: true,
        is_zeroed: false,
        ending: Ending::UNKNOWN,
        torn: None,
        is_clean: true,
    };
}

/// The marks of a sector being filled.
const FILLING: [bool; 2] = [true, false];
/// The marks of a full sector.
const FULL: [bool; 2] = [true, true];

pub(super) fn survey<F: NorFlash>(
    flash: &mut F,
    Sector(sector): &mut Sector,
) -> Result<Survey, F::Error> {
    let mut sectors = [Look::ERASED; SECTORS];
    for (start, look) in (0..SECTORS).map(start_of).zip(&mut sectors) {
        let marks = sector.first_chunk_mut::<2>().expect("a sector is longer");
        block_on(flash.read(start, &mut marks[..1]))?;
        block_on(flash.read(start + SECTOR_BYTES - 1, &mut marks[1..]))?;
        look.marks = marks.map(is_marked);
    }
    let newest = newest_in_order(&sectors[..STORE]);
    let oldest = newest.map_or(0, |newest| newest + 1);
    let mut places = NO_PLACES;
    if newest.is_some() {
        places.fill(Place::Absent);
    }
    let mut base = Place::Unknown;
    let (mut is_blank, mut is_used, mut version) = (true, false, 0);
    for index in (oldest..STORE).chain(0..oldest).chain(STORE..SECTORS) {
        let look = &mut sectors[index];
        // The full sectors of the journal are read when it is played.
        if index >= STORE && look.marks == FULL && !begins_with_zeros(flash, index)? {
            look.is_erased = false;
        } else {
            block_on(flash.read(start_of(index), sector))?;
            look.is_erased = is_erased(sector);
            look.is_zeroed = look.marks == FULL && sector.iter().all(|&byte| byte == 0);
        }
        if look.is_erased {
            continue;
        }
        is_used = true;
        is_blank &= index == 0 && is_erased(&sector[FIRST_BYTES..]) && is_first_cut_short(sector);
        if index >= STORE && look.marks != FILLING {
            continue;
        }
        let walk = walk(sector, |item| {
            let Some(code) = sector[item.start + HEADER_BYTES..item.end].first() else { return };
            if index >= STORE {
                if sector[item.end - 1] == journal::BASE {
                    base = Place::At(within(index, item.start)..within(index, LAST));
                }
                return;
            }
            version = version_of(&sector[item.clone()], version).unwrap_or(0).max(version);
            if let (Some(place), Some(_)) = (places.get_mut(usize::from(*code)), newest) {
                *place = Place::At(within(index, item.start)..within(index, item.end));
            }
        });
        look.torn = TornHeader::of(sector, &walk);
        look.is_clean = walk.scraps < HEADER_BYTES && is_erased(&sector[walk.at..LAST]);
        look.ending = ending(sector, walk);
    }
    let is_ours = version > 0 || is_used && has_magic(flash, sector, &mut version)?;
    let is_blank = is_blank || !is_ours && is_one_byte(flash, sector)?;
    let recognised = match (is_ours, is_blank) {
        (true, _) if version > FORMAT_VERSION => Recognised::TooNew(version),
        (true, false) => Recognised::Ours,
        (false, false) => Recognised::Foreign,
        (_, true) if version > 0 => Recognised::Ours,
        (_, true) => Recognised::Blank,
    };
    Ok(Survey { recognised, sectors, places, base })
}

/// The sector of the records that is being filled, when they are in order: before it, as far as
/// anything is in use, are full ones, and after it is the one that is kept free.
fn newest_in_order(records: &[Look]) -> Option<usize> {
    let newest = records.iter().position(|look| look.marks == FILLING)?;
    let after = |age: usize| &records[(newest + age) % records.len()];
    let mut older = (1..records.len()).map(after);
    let is_free = older.next().is_some_and(|look| look.marks == Look::ERASED.marks);
    let unused = older.clone().take_while(|look| look.marks == Look::ERASED.marks).count();
    let is_in_order = is_free && older.skip(unused).all(|look| look.marks == FULL);
    is_in_order.then_some(newest)
}

/// Looks for the magic in whatever the records' sectors hold: for a save whose first record is not
/// found where the records begin. Gives the highest version behind it, too.
fn has_magic<F: NorFlash>(
    flash: &mut F,
    sector: &mut [u8],
    version: &mut u8,
) -> Result<bool, F::Error> {
    let mut is_there = false;
    for start in (0..STORE).map(start_of) {
        block_on(flash.read(start, sector))?;
        for at in magics(sector) {
            is_there = true;
            *version = version_at(sector, at).unwrap_or(0).max(*version);
        }
    }
    Ok(is_there)
}

/// Whether there are zeros where the first header of a sector belongs, which no header is.
fn begins_with_zeros<F: NorFlash>(flash: &mut F, index: usize) -> Result<bool, F::Error> {
    let mut header = [0; HEADER_BYTES];
    block_on(flash.read(within(index, 1), &mut header))?;
    Ok(header == [0; HEADER_BYTES])
}

/// Whether a flash holds one and the same byte everywhere, as memory does that was never written: not
/// all of it reads as erased. The erasure of such a flash may have been cut short, which goes from the
/// last sector to the first and within a sector, on a chip that erases to zeros, over these.
fn is_one_byte<F: NorFlash>(flash: &mut F, sector: &mut [u8]) -> Result<bool, F::Error> {
    block_on(flash.read(0, sector))?;
    // Where it has come to the first sector, the rest of that is all that is left.
    let byte = sector[LAST];
    let mut is_begun = false;
    for start in (0..SECTORS).map(start_of) {
        block_on(flash.read(start, sector))?;
        let (first, last) = (sector[0], sector[LAST]);
        let length = sector.iter().take_while(|&&byte| byte == first).count();
        let is_in_two = sector[length..].iter().all(|&byte| byte == last);
        let is_known = match (first, last) {
            _ if !is_in_two => false,
            (0xFF, 0xFF) => true,
            (0 | 0xFF, 0) => !is_begun,
            (0 | 0xFF, last) => !is_begun && last == byte,
            (first, last) => !is_begun && first == byte && last == byte,
        };
        if !is_known {
            return Ok(false);
        }
        is_begun |= first != byte || last != byte;
    }
    Ok(true)
}

/// Puts in order what the storage library would not:
///
/// - A sector without its first mark is taken for an empty one, and must be: an erasure cut short may
///   have left something in it. It is erased. So is one of zeros ([`Look::is_zeroed`]).
/// - At most one sector of the records and one of the journal is being filled. Where more seem to be,
///   those in which there is nothing have only a mark, which is no mark. They are erased, too.
/// - A header that was cut short is finished ([`TornHeader`]), or the next item might finish it.
/// - A sector that is being filled must be empty behind its last item: a fault there would spoil
///   what is written next. It is marked as full, so that nothing is appended to it. In the ring of the
///   journal, room is made before that as the library makes it: the oldest sector is erased.
///
/// Power may fail at each step of this, and the next opening does the same again. It finds the
/// erasure cut short, or the sector erased and the one before it still to be marked, or the header
/// with some more of its bytes: each of these states is one of the list above. Only when all is done
/// is anything appended.
///
/// Gives how the journal ends. Where a sector of the records was changed, it is no longer known
/// where they are.
pub(super) fn sweep<F: NorFlash>(flash: &mut F, survey: &mut Survey) -> Result<Ending, F::Error> {
    let Survey { sectors, places, .. } = survey;
    if sweep_ring(flash, sectors, 0..STORE)?.is_changed {
        *places = NO_PLACES;
    }
    Ok(sweep_ring(flash, sectors, STORE..SECTORS)?.ending)
}

/// What came of a ring of sectors.
struct Swept {
    ending: Ending,
    is_changed: bool,
}

fn sweep_ring<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [Look; SECTORS],
    ring: Range<usize>,
) -> Result<Swept, F::Error> {
    let mut swept = Swept { ending: Ending::UNKNOWN, is_changed: false };
    let seem_filled = sectors[ring.clone()].iter().filter(|look| look.marks == FILLING).count();
    for index in ring.clone() {
        let look = sectors[index];
        let is_remnant = !look.marks[0] && !look.is_erased || look.is_zeroed;
        let is_barren = look.marks == FILLING && look.ending.is_barren && seem_filled > 1;
        if is_remnant || is_barren {
            erase(flash, index)?;
            sectors[index] = Look::ERASED;
            swept.is_changed = true;
        }
    }
    for index in ring.clone() {
        let look = sectors[index];
        if look.marks != FILLING {
            continue;
        }
        let room = match look.torn {
            _ if !look.is_clean => None,
            Some(torn) => torn.finish(flash, index)?,
            None => Some(look.ending.room),
        };
        swept.ending = Ending { room: room.unwrap_or(0), ..look.ending };
        if room.is_none() {
            close(flash, sectors, index, &ring)?;
            swept.is_changed = true;
        }
    }
    Ok(swept)
}

/// Marks a sector as full. The next one must not be full then, or nobody knew where the ring begins.
/// In the ring of the journal it is erased first, if need be. In that of the records it is not erased
/// only when moving its records was cut short: the library erases the sector that is being filled and
/// begins anew, so that nothing is appended to it either.
fn close<F: NorFlash>(
    flash: &mut F,
    sectors: &mut [Look; SECTORS],
    index: usize,
    ring: &Range<usize>,
) -> Result<(), F::Error> {
    let next = if index + 1 == ring.end { ring.start } else { index + 1 };
    match sectors[next].is_erased {
        true => {}
        false if ring.start == STORE => {
            erase(flash, next)?;
            sectors[next] = Look::ERASED;
        }
        false => return Ok(()),
    }
    block_on(flash.write(within(index, LAST), &[0]))
}

/// The header of an item whose writing was cut short: between one and seven of its bytes, behind the
/// last item of a sector being filled.
///
/// The storage library passes over it byte by byte and appends behind it. The bytes of the next item
/// would then stand where those that are missing belong: one time in 256, when only the last one is
/// missing and the next checksum begins with it, the header is whole, and its item swallows the one
/// that was written. So it is finished before anything is appended, and no other bytes can finish it.
///
/// All other states that a cut of an append leaves are safe as they are. Before the header there is
/// nothing. From the whole header on, the item's length is known: it fails its checksum, is passed over
/// as a whole, and what is appended stands behind it. A sector's mark is one byte, written or not; a
/// sector with its first mark alone is one being filled.
#[derive(Clone, Copy)]
struct TornHeader {
    /// Where it begins in its sector.
    at: usize,
    /// Its bytes; those that are missing read as erased.
    bytes: [u8; HEADER_BYTES],
}

impl TornHeader {
    fn of(sector: &[u8], walk: &Walk) -> Option<TornHeader> {
        let at = walk.at - walk.scraps;
        let bytes = sector[..LAST].get(at..)?.first_chunk()?;
        (walk.scraps > 0).then_some(TornHeader { at, bytes: *bytes })
    }

    /// The whole header that it is made by writing zeros and erased bytes alone; `None` when there is
    /// none, as more is wrong than a cut.
    ///
    /// Where a part of the length's check is there, the length is, and the header becomes what it was
    /// to be: that of an item without its data, as a moment later in its writing. Where it is not, the
    /// header becomes that of an erased item of no bytes. Cut short, this leaves a torn header again, of
    /// which the same is made.
    fn finished(self) -> Option<[u8; HEADER_BYTES]> {
        let mut header = self.bytes;
        if header[6..] == [0xFF, 0xFF] {
            header[..6].fill(0);
        }
        let length = [header[4], header[5]];
        header[6..].copy_from_slice(&length_check(length).to_le_bytes());
        let end = self.at + HEADER_BYTES + usize::from(u16::from_le_bytes(length));
        let is_written = |(&old, new)| old == new || old == 0xFF || new == 0;
        (self.bytes.iter().zip(header).all(is_written) && end <= LAST).then_some(header)
    }

    /// Writes what is missing. Gives the room behind the item; `None` where the header cannot be
    /// finished.
    fn finish<F: NorFlash>(self, flash: &mut F, index: usize) -> Result<Option<usize>, F::Error> {
        let Some(header) = self.finished() else { return Ok(None) };
        let bytes = self.bytes.iter().zip(&header);
        for (place, (old, new)) in (within(index, self.at)..).zip(bytes) {
            if old != new {
                block_on(flash.write(place, &[*new]))?;
            }
        }
        let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
        Ok(Some(room_at(self.at + HEADER_BYTES + length)))
    }
}

fn erase<F: NorFlash>(flash: &mut F, index: usize) -> Result<(), F::Error> {
    block_on(flash.erase(start_of(index), start_of(index) + SECTOR_BYTES))
}

/// Sectors of the records; those of the journal follow.
const STORE: usize = STORE_SECTORS as usize;
/// Sectors of a save.
pub(super) const SECTORS: usize = (SAVE_BYTES / SECTOR_BYTES) as usize;

/// The address of a sector.
fn start_of(index: usize) -> u32 {
    within(index, 0)
}

/// The address of a place in a sector.
fn within(index: usize, at: usize) -> u32 {
    u32::try_from(index * SECTOR_BYTES as usize + at).expect("a save is small")
}

/// The place of the second mark.
const LAST: usize = SECTOR_BYTES as usize - 1;

/// Whether a byte in the place of a mark is one, as the library sees it.
const fn is_marked(byte: u8) -> bool {
    byte.count_zeros() >= MARK_ZEROS_MIN
}

/// How a sector ends that is being filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    /// Bytes behind the last item, where the library writes the next one.
    pub(super) room: usize,
    /// Whether something was wrong with the last item after it was written: more of it is there
    /// than power that failed meanwhile would have left.
    pub(super) is_damaged: bool,
    /// Whether there is no item.
    is_barren: bool,
}

impl Ending {
    pub(super) const UNKNOWN: Ending = Ending { room: 0, is_damaged: false, is_barren: true };
}

/// Walks over the items of a sector and shows each to `visit`, as the library does: what is no
/// header is passed over byte by byte.
fn walk(sector: &[u8], mut visit: impl FnMut(Range<usize>)) -> Walk {
    let items = &sector[..LAST];
    let mut walk = Walk { at: 1, last: None, scraps: 0 };
    while let Some(header) =
        items.get(walk.at..walk.at + HEADER_BYTES).filter(|bytes| !is_erased(bytes))
    {
        match item_length(header).map(|length| walk.at..walk.at + HEADER_BYTES + length) {
            Some(item) if item.end <= LAST => {
                (walk.at, walk.last, walk.scraps) = (item.end, Some(item.start), 0);
                visit(item);
            }
            _ => {
                walk.scraps += 1;
                walk.at += 1;
            }
        }
    }
    walk
}

/// Shows `visit` every whole item of a sector, also one that lies inside of what seems to be another:
/// earlier versions of this game appended behind torn headers ([`TornHeader`]), which could swallow
/// what came after them.
pub(super) fn each_whole_item(Sector(sector): &Sector, mut visit: impl FnMut(&[u8])) {
    let items = &sector[..LAST];
    let mut at = 1;
    while let Some(header) = items.get(at..at + HEADER_BYTES) {
        let length = item_length(header);
        let item = length.and_then(|length| items[at + HEADER_BYTES..].get(..length));
        let is_whole = |item: &&[u8]| item_checksum(item).to_le_bytes() == header[..4];
        match item.filter(is_whole) {
            Some(item) => {
                visit(item);
                at += HEADER_BYTES + item.len();
            }
            None => at += 1,
        }
    }
}

/// Where a walk over a sector has come to an end.
struct Walk {
    /// Where nothing follows.
    at: usize,
    /// The last item.
    last: Option<usize>,
    /// Bytes after it that are no item.
    scraps: usize,
}

fn ending(sector: &[u8], Walk { at, last, scraps }: Walk) -> Ending {
    let items = &sector[..LAST];
    let is_last_damaged = last.is_some_and(|last| {
        let (header, item) = items[last..at - scraps].split_at(HEADER_BYTES);
        let is_present = header[..4] != ERASED_CHECKSUM && item.last() != Some(&0xFF);
        is_present && item_checksum(item).to_le_bytes() != header[..4]
    });
    Ending {
        room: room_at(at),
        // Power that fails leaves a part of a header or a whole one.
        is_damaged: if scraps > 0 { scraps > HEADER_BYTES } else { is_last_damaged },
        is_barren: last.is_none(),
    }
}

/// Bytes from `at` to the end of the items, if a header fits there.
const fn room_at(at: usize) -> usize {
    if at + HEADER_BYTES > LAST { 0 } else { LAST - at }
}

/// What the storage library takes for an item that was erased, in place of its checksum.
const ERASED_CHECKSUM: [u8; 4] = [0; 4];

/// Whether these bytes are the header of an item: its checksum, its length, and the check of that.
/// Other bytes pass for one once in 65,536 times.
pub fn is_item_header(header: &[u8; HEADER_BYTES]) -> bool {
    item_length(header).is_some()
}

/// The length of the item that a header is of; `None` when it is none.
fn item_length(header: &[u8]) -> Option<usize> {
    let length = [header[4], header[5]];
    let is_whole = length_check(length).to_le_bytes() == header[6..8];
    is_whole.then(|| usize::from(u16::from_le_bytes(length)))
}

/// The storage library's check of an item's length: a CRC-16 that is never 0xFFFF.
pub(super) fn length_check(length: [u8; 2]) -> u16 {
    let mut crc: u16 = 0xFFFF;
    for byte in length {
        crc ^= u16::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x1A2E } else { crc >> 1 };
        }
    }
    if crc == 0 { 0xFFFE } else { !crc }
}

pub(super) fn is_erased(bytes: &[u8]) -> bool {
    // Compared as a whole, which is much quicker than byte by byte.
    bytes == &Sector::ERASED.0[..bytes.len()]
}

/// Whether the first sector may be what is left of the very first record, cut short: nothing but
/// the mark, a header, and a part of the magic.
fn is_first_cut_short(sector: &[u8]) -> bool {
    let magic = &sector[1 + ITEM_START..][..MAGIC.len()];
    let starts_as_ours = magic.iter().zip(&MAGIC).all(|(&byte, &wanted)| byte | wanted == byte);
    (sector[0] == 0 || sector[0] == 0xFF) && starts_as_ours
}

/// The version that an item tells when it is a whole first record, and one that counts beside the
/// `known` one: checking it takes time, and it is there many times.
fn version_of(item: &[u8], known: u8) -> Option<u8> {
    let is_first = item.get(ITEM_START..)?.starts_with(&MAGIC);
    let version = *item.get(ITEM_START + MAGIC.len())?;
    let counts = is_first && (known == 0 || version > FORMAT_VERSION);
    counts.then(|| version_at(item, ITEM_START)).flatten()
}

/// Where the magic stands, also with one bit of it turned: a single fault must not make a save
/// a stranger. One wrong bit leaves one of two of its letters right, and all its letters differ: so
/// every fourth byte is looked at, and tells where it would begin.
fn magics(sector: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let wrong_bits =
        |found: &[u8]| -> u32 { found.iter().zip(&MAGIC).map(|(a, b)| (a ^ b).count_ones()).sum() };
    sector.iter().enumerate().step_by(4).filter_map(move |(at, byte)| {
        let start = at.checked_sub(MAGIC.iter().position(|letter| letter == byte)?)?;
        let found = sector.get(start..start + MAGIC.len())?;
        (wrong_bits(found) <= 1).then_some(start)
    })
}

/// The version behind the magic at `at`, when the item around it is whole.
fn version_at(sector: &[u8], at: usize) -> Option<u8> {
    let header = sector.get(at.checked_sub(ITEM_START)?..at - 1)?;
    let length = usize::from(u16::from_le_bytes([header[4], header[5]]));
    let item = sector.get(at - 1..at - 1 + length)?;
    let checksum = u32::from_le_bytes([header[0], header[1], header[2], header[3]]);
    let is_whole = item_checksum(item) == checksum;
    is_whole.then(|| item.get(1 + MAGIC.len()).copied())?
}

/// The storage library's checksum of an item: Castagnoli's CRC-32 from another start, with a first
/// byte that is neither 0 nor 0xFF.
pub(super) fn item_checksum(item: &[u8]) -> u32 {
    let mut crc: u32 = 0xEEEE_EEEE;
    for &byte in item {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82F6_3B78 } else { crc >> 1 };
        }
    }
    match !crc {
        0 => 1,
        crc if matches!(crc.to_le_bytes()[0], 0 | 0xFF) => crc ^ 1,
        crc => crc,
    }
}
