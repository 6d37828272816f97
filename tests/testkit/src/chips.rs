//! Simulates the save memories of cartridges, one bus cycle at a time: flash chips of several makers, memory without
//! commands, and the faults of emulators and flash carts.

use crate::cuts::Place;
use musrex_chip::{BYTES, Bus, SECTOR_BYTES, UNLOCK_1, UNLOCK_2, command};

/// The byte that a read returns if no chip is on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenBus {
    /// The read always returns this byte.
    Constant(u8),
    /// The read returns the last byte on the bus.
    Echo,
    /// The read returns a part of the address.
    Address,
}

/// The behaviour of one kind of flash chip.
#[derive(Clone, Copy, Debug)]
pub struct Flash {
    /// The ids of the maker and of the chip.
    pub id: [u8; 2],
    /// True if the two ids repeat over the whole memory; false if they appear only at its start.
    pub repeats_id: bool,
    /// The number of banks of 64 KiB.
    pub banks: usize,
    /// The byte that fills a new chip.
    pub fresh: u8,
    /// The byte that fills an erased sector; `None` if the erase command does nothing.
    pub erased: Option<u8>,
    /// True if an erase sets only the first byte of a sector to 0xFF.
    pub erases_first: bool,
    /// True if the first read after an erase returns 0xFF, whatever the contents of the chip.
    pub pretends: bool,
    /// True if programming replaces a byte; false if it only changes ones to zeros.
    pub replaces: bool,
    /// The duration of an erase in milliseconds.
    pub erase_milliseconds: u32,
    /// For a short time after each change, a read of the last erased sector returns this status byte instead of the
    /// contents of the sector.
    pub status: Option<u8>,
}

/// The save memory of a cartridge.
#[derive(Clone, Copy, Debug)]
pub enum Memory {
    /// The cartridge has no memory.
    Nothing(OpenBus),
    /// A memory without commands: its size in bytes, and the byte that fills a new memory. A memory smaller than 64 KiB
    /// appears several times in the address space.
    Ram(usize, u8),
    /// A flash chip of this kind.
    Flash(Flash),
}

/// A real flash chip, as in most cartridges.
pub const SST: Flash = Flash {
    id: [0xbf, 0xd4],
    repeats_id: false,
    banks: 1,
    fresh: 0xff,
    erased: Some(0xff),
    erases_first: false,
    pretends: false,
    replaces: false,
    erase_milliseconds: 25,
    status: None,
};

/// A flash chip as simulated by the emulators of the VBA family.
pub const VBA: Flash = Flash {
    id: [0x32, 0x1b],
    fresh: 0x00,
    erased: Some(0x00),
    pretends: true,
    replaces: true,
    erase_milliseconds: 0,
    ..SST
};

impl Memory {
    /// Returns the number of bytes in all banks.
    pub const fn bytes(self) -> usize {
        match self {
            Memory::Nothing(_) => 0,
            Memory::Ram(bytes, _) => bytes,
            Memory::Flash(flash) => flash.banks * BYTES as usize,
        }
    }

    const fn fresh(self) -> u8 {
        match self {
            Memory::Nothing(_) => 0xff,
            Memory::Ram(_, fresh) | Memory::Flash(Flash { fresh, .. }) => fresh,
        }
    }
}

/// A change of a memory. Power can fail before or after a step, but not within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The byte at this address changes to this value.
    Byte(usize, u8),
    /// The sector at this address is filled with this byte all at once, as in emulators.
    Sector(usize, u8),
}

/// Returns the part of a memory that `step` changes.
pub fn place(step: &Step) -> Place {
    match *step {
        Step::Byte(at, 0xff) => Place::Erased(at),
        Step::Byte(at, _) => Place::Written(at),
        Step::Sector(..) => Place::Sector,
    }
}

/// Applies `step` to the contents of a memory.
pub fn apply(bytes: &mut [u8], step: Step) {
    match step {
        Step::Byte(at, byte) => bytes[at] = byte,
        Step::Sector(start, byte) => bytes[start..][..SECTOR_BYTES as usize].fill(byte),
    }
}

/// The input that a flash chip expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChipState {
    Idle,
    Unlocked(u8),
    Program,
    Bank,
}

/// A cartridge's bus with a memory on it. To simulate a power cut, a test makes a new bus from the contents of the old
/// memory.
#[derive(Clone, Debug)]
pub struct SimulatedBus {
    /// The memory on the bus.
    pub memory: Memory,
    /// The bytes of the memory.
    pub bytes: Vec<u8>,
    /// All changes of the memory so far, in order.
    pub steps: Vec<Step>,
    /// The number of stores so far.
    pub stores: u32,
    /// The number of reads so far, byte by byte.
    pub reads: u32,
    /// The number of stores so far that reached the flash while it was busy.
    pub stores_while_busy: u32,
    clock: u32,
    last: u8,
    state: ChipState,
    is_erase_prepared: bool,
    shows_id: bool,
    bank: usize,
    busy_until: Option<u32>,
    pretends_once: bool,
    /// The last erased sector, and the time until which this sector shows a status.
    settling: Option<(usize, u32)>,
}

/// The number of clock ticks that a bus cycle or a reading of the clock takes.
const CYCLE: u32 = 1;
/// After an erase, and after each byte that is then programmed anywhere, the last erased sector shows a status for this
/// number of clock ticks.
const SETTLE_TICKS: u32 = 20;

impl SimulatedBus {
    /// Makes a bus with a new memory.
    pub fn new(memory: Memory) -> SimulatedBus {
        SimulatedBus::with(memory, &vec![memory.fresh(); memory.bytes()])
    }

    /// Makes a bus with a memory that contains `bytes` and has just been switched on.
    pub fn with(memory: Memory, bytes: &[u8]) -> SimulatedBus {
        assert_eq!(bytes.len(), memory.bytes());
        SimulatedBus {
            memory,
            bytes: bytes.to_vec(),
            steps: Vec::new(),
            stores: 0,
            reads: 0,
            stores_while_busy: 0,
            clock: 0,
            last: 0,
            state: ChipState::Idle,
            is_erase_prepared: false,
            shows_id: false,
            bank: 0,
            busy_until: None,
            pretends_once: false,
            settling: None,
        }
    }

    /// Returns the milliseconds since the memory was switched on.
    pub const fn milliseconds(&self) -> u32 {
        self.clock / Self::MILLISECOND
    }

    fn step(&mut self, step: Step) {
        apply(&mut self.bytes, step);
        self.steps.push(step);
    }

    fn is_busy(&mut self) -> bool {
        self.busy_until = self.busy_until.filter(|&until| self.clock < until);
        self.busy_until.is_some()
    }

    fn read_flash(&mut self, flash: Flash, at: usize) -> u8 {
        if self.is_busy() {
            // While flash is busy, one bit of its status differs from read to read.
            self.last = (self.last & 0x40 ^ 0x40) | 0x08;
            return self.last;
        }
        if core::mem::take(&mut self.pretends_once) {
            return 0xff;
        }
        let place = self.bank * BYTES as usize + at;
        if let (Some(status), Some((sector, until))) = (flash.status, self.settling)
            && self.clock < until
            && place / SECTOR_BYTES as usize == sector
        {
            return status;
        }
        if !self.shows_id {
            self.bytes[place]
        } else if flash.repeats_id {
            flash.id[at % 2]
        } else {
            flash.id.get(at).copied().unwrap_or(0)
        }
    }

    fn store_flash(&mut self, flash: Flash, at: usize, byte: u8) {
        if self.is_busy() {
            self.stores_while_busy += 1;
            return;
        }
        let place = self.bank * BYTES as usize + at;
        let is_at = |address: u32| at == address as usize;
        self.state = match (core::mem::replace(&mut self.state, ChipState::Idle), byte) {
            (ChipState::Program, _) => {
                let old = self.bytes[place];
                self.step(Step::Byte(place, if flash.replaces { byte } else { old & byte }));
                let until = self.clock + SETTLE_TICKS;
                self.settling = self.settling.map(|(sector, _)| (sector, until));
                ChipState::Idle
            }
            (ChipState::Bank, _) => {
                self.bank = usize::from(byte) % flash.banks;
                ChipState::Idle
            }
            (ChipState::Idle, 0xaa) if is_at(UNLOCK_1) => ChipState::Unlocked(1),
            (ChipState::Unlocked(1), 0x55) if is_at(UNLOCK_2) => ChipState::Unlocked(2),
            (ChipState::Unlocked(2), command::ERASE_SECTOR) if self.is_erase_prepared => {
                self.erase(flash, place / SECTOR_BYTES as usize * SECTOR_BYTES as usize);
                self.is_erase_prepared = false;
                ChipState::Idle
            }
            (ChipState::Unlocked(2), _) if is_at(UNLOCK_1) => self.command(flash, byte),
            _ => {
                self.is_erase_prepared = false;
                ChipState::Idle
            }
        };
    }

    fn command(&mut self, flash: Flash, byte: u8) -> ChipState {
        self.is_erase_prepared = byte == command::ERASE;
        match byte {
            command::IDENTIFY => self.shows_id = true,
            command::READ => self.shows_id = false,
            command::PROGRAM => return ChipState::Program,
            0xb0 if flash.banks > 1 => return ChipState::Bank,
            _ => {}
        }
        ChipState::Idle
    }

    fn erase(&mut self, flash: Flash, start: usize) {
        self.pretends_once = flash.pretends;
        self.settling = Some((start / SECTOR_BYTES as usize, self.clock + SETTLE_TICKS));
        self.busy_until = (flash.erase_milliseconds > 0)
            .then(|| self.clock + flash.erase_milliseconds * Self::MILLISECOND);
        match flash.erased {
            None => {}
            Some(0xff) => {
                let sector = start..start + SECTOR_BYTES as usize;
                sector.for_each(|at| self.step(Step::Byte(at, 0xff)));
            }
            Some(byte) => self.step(Step::Sector(start, byte)),
        }
        if flash.erases_first {
            self.step(Step::Byte(start, 0xff));
        }
    }
}

impl Bus for SimulatedBus {
    const MILLISECOND: u32 = 100;

    fn read(&mut self, from: u32, bytes: &mut [u8]) {
        for (at, byte) in (from as usize..).zip(bytes) {
            assert!(at < BYTES as usize, "{at:#x} is beyond the bus");
            (self.clock, self.reads) = (self.clock + CYCLE, self.reads + 1);
            *byte = match self.memory {
                Memory::Nothing(OpenBus::Constant(byte)) => byte,
                Memory::Nothing(OpenBus::Echo) => self.last,
                Memory::Nothing(OpenBus::Address) => at.to_le_bytes()[0],
                Memory::Ram(bytes, _) => self.bytes[at % bytes],
                Memory::Flash(flash) => self.read_flash(flash, at),
            };
        }
    }

    fn store(&mut self, to: u32, byte: u8) {
        assert!(to < BYTES, "{to:#x} is beyond the bus");
        (self.clock, self.stores) = (self.clock + CYCLE, self.stores + 1);
        self.last = byte;
        match self.memory {
            Memory::Nothing(_) => {}
            Memory::Ram(bytes, _) => self.step(Step::Byte(to as usize % bytes, byte)),
            Memory::Flash(flash) => self.store_flash(flash, to as usize, byte),
        }
    }

    fn now(&mut self) -> u32 {
        self.clock += CYCLE;
        self.clock
    }
}
