//! The interface between the save-memory driver and the bus of a machine.

/// The address of the first unlock byte of a flash command. Every command code except [`command::ERASE_SECTOR`] also
/// goes to this address.
pub const UNLOCK_1: u32 = 0x5555;
/// The address of the second unlock byte of a flash command.
pub const UNLOCK_2: u32 = 0x2aaa;

/// The codes of the flash commands.
pub mod command {
    /// Makes reads return the ids of the maker and of the chip instead of the contents.
    pub const IDENTIFY: u8 = 0x90;
    /// Makes reads return the contents again.
    pub const READ: u8 = 0xf0;
    /// Prepares an erase. The erase command follows, with its own unlock bytes.
    pub const ERASE: u8 = 0x80;
    /// Erases the sector that contains the address to which this code is stored.
    pub const ERASE_SECTOR: u8 = 0x30;
    /// Programs the next byte that is stored.
    pub const PROGRAM: u8 = 0xa0;
}

/// The 8-bit bus of the save memory, and a clock.
///
/// Addresses count from the first byte of the memory. The provided functions build commands from single bus cycles. A
/// machine overrides them if its code must not run from the cartridge during a command.
pub trait Bus {
    /// The number of clock ticks in a millisecond.
    const MILLISECOND: u32;

    /// Reads bytes in ascending order of address, each exactly once.
    fn read(&mut self, from: u32, bytes: &mut [u8]);

    /// Stores one byte.
    fn store(&mut self, to: u32, byte: u8);

    /// Returns the number of clock ticks so far. The count may wrap around, but not within one minute.
    fn now(&mut self) -> u32;

    /// Returns true if the driver should yield to other work.
    fn must_pause(&mut self) -> bool {
        false
    }

    /// Stores a command after its two unlock bytes.
    fn command(&mut self, to: u32, command: u8) {
        self.store(UNLOCK_1, 0xaa);
        self.store(UNLOCK_2, 0x55);
        self.store(to, command);
    }

    /// Begins to erase a sector, and returns before the erase is complete.
    fn begin_erase(&mut self, sector: u32) {
        self.command(UNLOCK_1, command::ERASE);
        self.command(sector, command::ERASE_SECTOR);
    }

    /// Programs bytes, and reads each byte up to `looks` times until it is correct. Stops at a byte that stays wrong.
    /// Returns the number of remaining bytes, which is 0 on success.
    fn program(&mut self, to: u32, bytes: &[u8], looks: u32) -> usize {
        for (done, (to, &byte)) in (to..).zip(bytes).enumerate() {
            self.command(UNLOCK_1, command::PROGRAM);
            self.store(to, byte);
            let mut seen = [0];
            let is_there = (0..looks).any(|_| {
                self.read(to, &mut seen);
                seen == [byte]
            });
            if !is_there {
                return bytes.len() - done;
            }
        }
        0
    }
}
