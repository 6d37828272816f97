//! Packs numbers into bits without gaps, and reads them back. The lowest bit of each number comes first.

/// The error for bits that end too early or hold a number out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

/// A writer of bits into bytes.
pub(crate) struct BitWriter<'a> {
    bytes: &'a mut [u8],
    /// The number of bytes so far, including those that did not fit into the buffer.
    length: usize,
    /// The bits written since the last whole byte, and their number.
    rest: u32,
    rest_bits: u32,
}

/// The largest number of bits that `put_few` takes without overflowing `rest`.
const PUT_BITS: u32 = u32::BITS - 8;

impl<'a> BitWriter<'a> {
    pub(crate) const fn new(bytes: &'a mut [u8]) -> BitWriter<'a> {
        BitWriter { bytes, length: 0, rest: 0, rest_bits: 0 }
    }

    /// Writes the lowest `count` bits of `value`; all other bits must be zero.
    pub(crate) fn put(&mut self, value: u32, count: u32) {
        debug_assert!(count == 32 || value >> count == 0, "{value} has more than {count} bits");
        match count.checked_sub(PUT_BITS) {
            None | Some(0) => self.put_few(value, count),
            Some(more) => {
                self.put_few(value & ((1 << PUT_BITS) - 1), PUT_BITS);
                self.put_few(value >> PUT_BITS, more);
            }
        }
    }

    fn put_few(&mut self, value: u32, count: u32) {
        self.rest |= value << self.rest_bits;
        self.rest_bits += count;
        while self.rest_bits >= 8 {
            self.put_byte();
            self.rest_bits -= 8;
        }
    }

    fn put_byte(&mut self) {
        if let Some(byte) = self.bytes.get_mut(self.length) {
            *byte = self.rest.to_le_bytes()[0];
        }
        self.length += 1;
        self.rest >>= 8;
    }

    /// Returns the number of bits written so far.
    pub(crate) const fn bits(&self) -> usize {
        self.length * 8 + self.rest_bits as usize
    }

    pub(crate) fn put_bool(&mut self, value: bool) {
        self.put(u32::from(value), 1);
    }

    /// Writes a number of at least 1 in Elias gamma code: a zero for each bit below the highest bit, then the highest
    /// bit, then the lower bits. Small numbers take few bits.
    pub(crate) fn put_gamma(&mut self, value: u32) {
        let more = value.ilog2();
        let others = value & !(1 << more);
        if 2 * more < PUT_BITS {
            return self.put_few((others << 1 | 1) << more, 2 * more + 1);
        }
        self.put(1 << more, more + 1);
        self.put(others, more);
    }

    /// Marks the output as too long, so that `finish` returns `None`.
    pub(crate) const fn refuse(&mut self) {
        self.length += self.bytes.len() + 1;
    }

    /// Returns the number of bytes that hold the bits; `None` if the bits did not fit.
    pub(crate) fn finish(mut self) -> Option<usize> {
        if self.rest_bits > 0 {
            self.put_byte();
        }
        (self.length <= self.bytes.len()).then_some(self.length)
    }
}

/// A reader of the bits that a [`BitWriter`] wrote.
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    at: u32,
}

impl<'a> BitReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, at: 0 }
    }

    pub(crate) fn get(&mut self, count: u32) -> Result<u32, Malformed> {
        let (mut value, mut read) = (0, 0);
        while read < count {
            let byte = *self.bytes.get((self.at / 8) as usize).ok_or(Malformed)?;
            let (shift, taken) = (self.at % 8, (count - read).min(8 - self.at % 8));
            value |= (u32::from(byte) >> shift & ((1 << taken) - 1)) << read;
            read += taken;
            self.at += taken;
        }
        Ok(value)
    }

    pub(crate) fn get_bool(&mut self) -> Result<bool, Malformed> {
        self.get(1).map(|bit| bit == 1)
    }

    pub(crate) fn get_u16(&mut self, count: u32) -> Result<u16, Malformed> {
        u16::try_from(self.get(count)?).map_err(|_| Malformed)
    }

    pub(crate) fn get_u8(&mut self, count: u32) -> Result<u8, Malformed> {
        u8::try_from(self.get(count)?).map_err(|_| Malformed)
    }

    /// Reads a number in gamma code, below 2¹⁶.
    pub(crate) fn get_gamma(&mut self) -> Result<u32, Malformed> {
        let mut more = 0;
        while !self.get_bool()? {
            more += 1;
            if more >= 16 {
                return Err(Malformed);
            }
        }
        Ok(1 << more | self.get(more)?)
    }

    /// Checks that all bits have been read, except for zeros that fill the last byte.
    pub(crate) fn finish(mut self) -> Result<(), Malformed> {
        let is_last = self.bytes.len() == self.at.div_ceil(8) as usize;
        if is_last && self.get(self.at.wrapping_neg() % 8)? == 0 { Ok(()) } else { Err(Malformed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let mut bytes = [0xFF; 64];
        let mut writer = BitWriter::new(&mut bytes);
        writer.put(5, 3);
        writer.put(u32::MAX, 32);
        for number in [1, 2, 3, 4, 7, 8, 85, 4080, 65_535] {
            writer.put_gamma(number);
        }
        let length = writer.finish().expect("there is room");
        let mut reader = BitReader::new(&bytes[..length]);
        assert_eq!((reader.get(3), reader.get(32)), (Ok(5), Ok(u32::MAX)));
        for number in [1, 2, 3, 4, 7, 8, 85, 4080, 65_535] {
            assert_eq!(reader.get_gamma(), Ok(number));
        }
        assert_eq!(reader.finish(), Ok(()));
    }

    #[test]
    fn what_does_not_fit_is_noticed() {
        let mut bytes = [0; 2];
        let mut writer = BitWriter::new(&mut bytes);
        writer.put(0, 16);
        writer.put_bool(true);
        assert_eq!(writer.finish(), None);
    }

    #[test]
    fn what_is_too_short_too_long_or_nonsense_is_malformed() {
        let mut reader = BitReader::new(&[1]);
        assert_eq!(reader.get(9), Err(Malformed));
        assert_eq!(BitReader::new(&[0, 0]).finish(), Err(Malformed), "a byte nobody read");
        let mut reader = BitReader::new(&[0b1001]);
        assert_eq!(reader.get(3), Ok(1));
        assert_eq!(reader.finish(), Err(Malformed), "a bit nobody read");
        assert_eq!(BitReader::new(&[0; 9]).get_gamma(), Err(Malformed));
    }
}
