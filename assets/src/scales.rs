//! The musical scales. The build uses them to parse the keys of songs, and tools use them to name the keys.

/// The scales. Each has a bit mask of its semitones above the tonic; the lowest bit is the tonic.
pub const SCALES: [(&str, u16); 9] = [
    ("major", 0b1010_1011_0101),
    ("minor", 0b0101_1010_1101),
    ("harmonic", 0b1001_1010_1101),
    ("dorian", 0b0110_1010_1101),
    ("phrygian", 0b0101_1010_1011),
    ("lydian", 0b1010_1101_0101),
    ("mixolydian", 0b0110_1011_0101),
    ("blues", 0b0100_1110_1001),
    ("chromatic", 0b1111_1111_1111),
];
