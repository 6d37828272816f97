//! Recordings of runs: the seed and every command. After every [`TURNS_A_CHECK`] turns, a recording also has a hash of
//! the state. The hashes show where a replay diverges.
//!
//! A recording is text. The text begins with three lines, each ended by a line feed:
//!
//! ```text
//! musrex-replay 1
//! seed 42
//! version 0.2.0
//! ```
//!
//! Up to three more lines follow: `calm` for a calm night (A19), `night 4` for a night after the first (H16), and
//! `missing 255` if kits were closed. The number after `missing` is a bit mask of the feats that no earlier run had
//! achieved (H17).
//!
//! The rest consists of tokens. White space may stand between two tokens; within a token it stands only where the table
//! shows it.
//!
//! | token | meaning |
//! |---|---|
//! | `k` `u` `l` `n` `j` `b` `h` `y` | a step to the north, the north-east, and so on clockwise |
//! | `.` | wait |
//! | `U0c` `W0c` `D0c` | use, wear or drop the item in place 12 of the pack (hexadecimal) |
//! | `X0c0a1f` | throw the item in place 12 of the pack at the tile 0x0a1f, counted row by row |
//! | `G01` | take the offered graft in place 1 |
//! | `F0a1f` | use the deed of the worn chip on the tile 0x0a1f |
//! | `Tw` `Ta` `Tm` | take off the weapon, the armour, the microchip |
//! | `7l` | the command `l` seven times; the count is 1 to [`TURNS_A_CHECK`] |
//! | `= 100 0123456789abcdef` | after 100 turns the game has this [`fingerprint`](Game::fingerprint) |
//! | `end 123 0123456789abcdef` | the same after the last turn; nothing follows |
//!
//! The first check comes before the first turn. A change in how runs start is therefore not mistaken for a change of
//! rules. A reader accepts at most [`TURNS_A_CHECK`] turns without a check.
//!
//! ```
//! use musrex_core::replay::{self, Recorder};
//! use musrex_core::{Command, Events, Game};
//!
//! let (mut game, mut events) = (Game::new(42), Events::new());
//! let mut recorder = Recorder::new(String::new(), &game)?;
//! for _ in 0..123 {
//!     game.step(Command::Wait, &mut events).expect("anyone can wait");
//!     recorder.record(Command::Wait, &game)?;
//! }
//! let recording = recorder.finish(&game)?;
//! assert!(recording.contains("100."));
//! assert!(replay::verify(recording.as_bytes()).expect("it goes as it went") == game);
//! # Ok::<(), core::fmt::Error>(())
//! ```

use crate::content::{Feats, Night, Slot};
use crate::geometry::{Direction, Pos};
use crate::limits::TILES;
use crate::quantity::Turn;
use crate::rules::{Command, Events, Refusal};
use crate::world::{Game, RunMode};
use core::fmt::{self, Display, Write};
use core::str;

/// The number of turns between two checks. The repetition count of a command may not exceed this number.
pub const TURNS_A_CHECK: u32 = 100;

/// The beginning of the first line; the number of the format follows.
const MAGIC: &str = "musrex-replay ";
/// The line that marks a calm night.
const CALM: &str = "calm";
/// The beginning of the line for a night after the first; the number of the night follows.
const NIGHT: &str = "night ";
/// The beginning of the line for the missing feats; the bits of these feats follow.
const MISSING: &str = "missing ";
/// The number of the format that this version writes and reads.
const FORMAT: u32 = 1;
/// The length in bytes at which a line of commands is full: the next token starts a new line.
const LINE_BYTES: usize = 92;
/// The letters of the steps in the order of [`Direction::ALL`], as roguelikes have always used them.
const STEPS: &[u8; Direction::COUNT] = b"kulnjbhy";
/// The letters of the slots in the order of [`Slot::ALL`].
const SLOTS: &[u8; Slot::COUNT] = b"wam";

/// A writer that records a game while it is played.
#[derive(Debug)]
pub struct Recorder<W> {
    out: W,
    /// The last recorded command, and its number of repetitions.
    run: Option<(Command, u32)>,
    /// The length of the current line in bytes.
    column: usize,
}

impl<W: Write> Recorder<W> {
    /// Begins the recording of `game`, before its first turn.
    ///
    /// # Errors
    /// Fails if writing to `out` fails. The recording is then incomplete.
    pub fn new(mut out: W, game: &Game) -> Result<Recorder<W>, fmt::Error> {
        write!(out, "{}", head(game))?;
        writeln!(out, "= {} {:016x}", game.turn().0, game.fingerprint())?;
        Ok(Recorder { out, run: None, column: 0 })
    }

    /// Records a command that was carried out. `game` is the game after the command.
    ///
    /// # Errors
    /// Fails like [`new`](Recorder::new).
    pub fn record(&mut self, command: Command, game: &Game) -> fmt::Result {
        match &mut self.run {
            Some((last, count)) if *last == command => *count += 1,
            _ => {
                self.write_run()?;
                self.run = Some((command, 1));
            }
        }
        if game.turn().0.is_multiple_of(TURNS_A_CHECK) {
            self.end_line()?;
            writeln!(self.out, "= {} {:016x}", game.turn().0, game.fingerprint())?;
        }
        Ok(())
    }

    /// Ends the recording with the final state of the game. Returns `out`.
    ///
    /// # Errors
    /// Fails like [`new`](Recorder::new).
    pub fn finish(mut self, game: &Game) -> Result<W, fmt::Error> {
        self.end_line()?;
        writeln!(self.out, "end {} {:016x}", game.turn().0, game.fingerprint())?;
        Ok(self.out)
    }

    fn write_run(&mut self) -> fmt::Result {
        let Some((command, count)) = self.run.take() else { return Ok(()) };
        if self.column >= LINE_BYTES {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        let mut token = heapless::String::<12>::new();
        if count > 1 {
            write!(token, "{count}")?;
        }
        write!(token, "{}", Token(command))?;
        self.column += token.len();
        self.out.write_str(&token)
    }

    fn end_line(&mut self) -> fmt::Result {
        self.write_run()?;
        if self.column > 0 {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        Ok(())
    }
}

/// Returns the lines of a recording before its first check.
pub const fn head(game: &Game) -> impl Display + '_ {
    Head(game)
}

/// The lines of a recording before its first check.
struct Head<'a>(&'a Game);

impl Display for Head<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seed, mode) = (self.0.seed(), self.0.mode());
        writeln!(f, "{MAGIC}{FORMAT}\nseed {seed}\nversion {}", env!("CARGO_PKG_VERSION"))?;
        if mode.is_calm() {
            writeln!(f, "{CALM}")?;
        }
        if mode.night() != Night::Plain {
            writeln!(f, "{NIGHT}{}", mode.night().number())?;
        }
        match mode.missing() {
            Feats::NONE => Ok(()),
            feats => writeln!(f, "{MISSING}{}", feats.bits()),
        }
    }
}

/// Returns a command as written in a recording.
pub const fn command_text(command: Command) -> impl Display {
    Token(command)
}

/// A command as written in a recording.
struct Token(Command);

impl Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Command::Walk(direction) => f.write_char(char::from(*direction.entry(STEPS))),
            Command::Wait => f.write_char('.'),
            Command::Use(index) => write!(f, "U{index:02x}"),
            Command::Wear(index) => write!(f, "W{index:02x}"),
            Command::Drop(index) => write!(f, "D{index:02x}"),
            Command::Throw(index, at) => write!(f, "X{index:02x}{:04x}", at.index()),
            Command::Graft(index) => write!(f, "G{index:02x}"),
            Command::Deed(at) => write!(f, "F{:04x}", at.index()),
            Command::TakeOff(slot) => write!(f, "T{}", char::from(*slot.entry(SLOTS))),
        }
    }
}

/// Plays the recording in `bytes` from beginning to end. Returns the game at the end of the recording.
///
/// # Errors
/// Returns the first error.
pub fn verify(bytes: &[u8]) -> Result<Game, ReplayError> {
    play(bytes, |_, _, _| {})
}

/// Works like [`verify`], and calls `watch` after each command with the command, the game and the events.
///
/// # Errors
/// Returns the first error.
pub fn play(
    bytes: &[u8],
    mut watch: impl FnMut(Command, &Game, &Events),
) -> Result<Game, ReplayError> {
    let mut reader = ReplayReader::new(bytes)?;
    let mut game = reader.game();
    let mut events = Events::new();
    while let Some(command) = reader.next(&game)? {
        game.step(command, &mut events).map_err(|refusal| reader.refused(refusal))?;
        watch(command, &game, &events);
    }
    Ok(game)
}

/// A recording being read, command by command.
#[derive(Clone, Debug)]
pub struct ReplayReader<'a> {
    bytes: &'a [u8],
    /// The number of bytes read.
    read: usize,
    /// The position of the next byte.
    position: TextPosition,
    seed: u64,
    version: &'a str,
    /// The mode of the run: whether its night is calm, the number of its night, and the missing feats.
    mode: RunMode,
    /// The command that is being repeated, and its remaining repetitions.
    run: Option<(Command, u32)>,
    /// The number of commands returned so far. Each command is a turn.
    turn: Turn,
    /// The turn of the last check that passed.
    held: Option<Turn>,
    is_over: bool,
}

/// A position in the text of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The number of the line, from 1.
    pub line: u32,
    /// The number of the byte in the line, from 1.
    pub column: u32,
}

impl<'a> ReplayReader<'a> {
    /// Opens the recording in `bytes`, before its first command.
    ///
    /// # Errors
    /// Fails if the first lines are malformed.
    pub fn new(bytes: &'a [u8]) -> Result<ReplayReader<'a>, ParseError> {
        // Skips the byte order mark with which some editors begin a text.
        let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
        let mut reader = ReplayReader {
            bytes,
            read: 0,
            position: TextPosition { line: 1, column: 1 },
            seed: 0,
            version: "",
            mode: RunMode::ORDINARY,
            run: None,
            turn: Turn(0),
            held: None,
            is_over: false,
        };
        let format: u32 = reader.header(MAGIC, ParseErrorKind::NotARecording)?;
        if format != FORMAT {
            let position = TextPosition { line: 1, column: 1 };
            return Err(ParseError { position, ..reader.error(ParseErrorKind::Format(format)) });
        }
        reader.seed = reader.header("seed ", ParseErrorKind::Seed)?;
        reader.version = reader.header_line("version ", ParseErrorKind::Version)?;
        let is_calm = reader.take_prefix(CALM);
        reader.skip_space();
        reader.mode = RunMode::ORDINARY.with_calm(is_calm);
        if reader.bytes[reader.read..].starts_with(NIGHT.as_bytes()) {
            let error = reader.error(ParseErrorKind::Night);
            let number = reader.header(NIGHT, ParseErrorKind::Night)?;
            reader.mode = reader.mode.with_night(Night::new(number).ok_or(error)?);
        }
        if reader.bytes[reader.read..].starts_with(MISSING.as_bytes()) {
            let bits = reader.header(MISSING, ParseErrorKind::Feats)?;
            reader.mode = reader.mode.with_missing(Feats::from_bits(bits));
        }
        Ok(reader)
    }

    /// Returns the seed of the recorded run.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the version of the game that recorded the run.
    pub const fn version(&self) -> &'a str {
        self.version
    }

    /// Returns the recorded run before its first turn.
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.seed);
        game.set_mode(self.mode);
        game
    }

    /// Performs the checks that precede the next command, and returns this command; `None` at the end of the recording.
    /// `game` must be the game after all earlier commands.
    ///
    /// # Errors
    /// Fails if the game differs at a check, or if the text cannot be parsed.
    pub fn next(&mut self, game: &Game) -> Result<Option<Command>, ReplayError> {
        while self.run.is_none() && !self.is_over {
            self.skip_space();
            let position = self.position;
            match self.peek() {
                Some(b'=') => self.check("=", game)?,
                Some(b'e') => {
                    self.check("end", game)?;
                    self.is_over = true;
                    self.skip_space();
                    if self.peek().is_some() {
                        return Err(self.error(ParseErrorKind::AfterEnd).into());
                    }
                }
                Some(_) => self.run = Some(self.run_at(position)?),
                None => return Err(self.error(ParseErrorKind::NoEnd).into()),
            }
        }
        let Some((command, count)) = self.run.take() else { return Ok(None) };
        if self.turn.0 - self.held.map_or(0, |held| held.0) >= TURNS_A_CHECK {
            return Err(self.error(ParseErrorKind::NoCheck).into());
        }
        self.run = (count > 1).then_some((command, count - 1));
        self.turn = self.turn.next();
        Ok(Some(command))
    }

    /// Returns the error to report if the game refuses the last command.
    pub const fn refused(&self, refusal: Refusal) -> ReplayError {
        ReplayError::Refused { turn: self.turn, refusal, held: self.held }
    }

    /// Performs a check: reads the turn and the hash of the check, and compares them with the game.
    fn check(&mut self, word: &'static str, game: &Game) -> Result<(), ReplayError> {
        let error = self.error(ParseErrorKind::Check);
        let turn = self.take_prefix(word).then(|| self.word()).flatten().and_then(decimal);
        let hash = self.word().and_then(hash);
        let (Some(turn), Some(hash)) = (turn, hash) else { return Err(error.into()) };
        if turn != u64::from(self.turn.0) {
            return Err(ParseError { kind: ParseErrorKind::Turn, ..error }.into());
        }
        if hash != game.fingerprint() {
            return Err(ReplayError::Differs { turn: self.turn, held: self.held });
        }
        self.held = Some(self.turn);
        Ok(())
    }

    /// Reads a command and its number of repetitions. `position` is the position of the first byte, for errors.
    fn run_at(&mut self, position: TextPosition) -> Result<(Command, u32), ParseError> {
        let mut count = 0;
        let is_counted = self.peek().is_some_and(|byte| byte.is_ascii_digit());
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.take();
            count = (count * 10 + u32::from(digit - b'0')).min(TURNS_A_CHECK + 1);
        }
        let count = if is_counted { count } else { 1 };
        if !(1..=TURNS_A_CHECK).contains(&count) {
            return Err(ParseError { position, ..self.error(ParseErrorKind::Count) });
        }
        let position = self.position;
        let command = self.command();
        let error = ParseError { position, ..self.error(ParseErrorKind::Command) };
        command.map(|command| (command, count)).ok_or(error)
    }

    fn command(&mut self) -> Option<Command> {
        match self.take()? {
            b'.' => Some(Command::Wait),
            b'U' => self.index().map(Command::Use),
            b'W' => self.index().map(Command::Wear),
            b'D' => self.index().map(Command::Drop),
            b'X' => {
                let index = self.index()?;
                self.tile().map(|at| Command::Throw(index, at))
            }
            b'G' => self.index().map(Command::Graft),
            b'F' => self.tile().map(Command::Deed),
            b'T' => {
                let letter = self.take()?;
                let slot = SLOTS.iter().position(|&known| known == letter)?;
                Some(Command::TakeOff(Slot::ALL[slot]))
            }
            letter => {
                let step = STEPS.iter().position(|&known| known == letter)?;
                Some(Command::Walk(Direction::ALL[step]))
            }
        }
    }

    /// Parses the four hexadecimal digits of a tile.
    fn tile(&mut self) -> Option<Pos> {
        let tile = usize::from(self.index()?) << 8 | usize::from(self.index()?);
        (tile < TILES).then(|| Pos::from_index(tile))
    }

    /// Parses two hexadecimal digits.
    fn index(&mut self) -> Option<u8> {
        let (high, low) = (hex_digit(self.take()?)?, hex_digit(self.take()?)?);
        Some(high << 4 | low)
    }

    /// Reads a line that begins with `name` and ends with a number. Returns the number.
    fn header<T: TryFrom<u64>>(
        &mut self,
        name: &str,
        kind: ParseErrorKind,
    ) -> Result<T, ParseError> {
        let error = self.error(kind);
        let text = self.header_line(name, kind)?;
        decimal(text.as_bytes()).and_then(|number| T::try_from(number).ok()).ok_or(error)
    }

    /// Reads a line that begins with `name`. Returns the rest of the line.
    fn header_line(&mut self, name: &str, kind: ParseErrorKind) -> Result<&'a str, ParseError> {
        let error = self.error(kind);
        if !self.take_prefix(name) {
            return Err(error);
        }
        let rest = &self.bytes[self.read..];
        let length = rest.iter().position(|&byte| byte == b'\n').ok_or(error)?;
        for _ in 0..=length {
            self.take();
        }
        let text = str::from_utf8(&rest[..length]).map_err(|_| error)?.trim_ascii_end();
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic()) && !text.is_empty();
        if is_plain { Ok(text) } else { Err(error) }
    }

    /// Skips white space, and returns the bytes up to the next white space.
    fn word(&mut self) -> Option<&'a [u8]> {
        self.skip_space();
        let start = self.read;
        while self.peek().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            self.take();
        }
        (start < self.read).then(|| &self.bytes[start..self.read])
    }

    fn take_prefix(&mut self, prefix: &str) -> bool {
        let is_there = self.bytes[self.read..].starts_with(prefix.as_bytes());
        if is_there {
            for _ in 0..prefix.len() {
                self.take();
            }
        }
        is_there
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.take();
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.read).copied()
    }

    fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.read += 1;
        if byte == b'\n' {
            self.position = TextPosition { line: self.position.line.saturating_add(1), column: 1 };
        } else {
            self.position.column = self.position.column.saturating_add(1);
        }
        Some(byte)
    }

    const fn error(&self, kind: ParseErrorKind) -> ParseError {
        ParseError { position: self.position, turn: self.turn, kind }
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

fn decimal(word: &[u8]) -> Option<u64> {
    // Rejects a sign, because the standard library parses one although it is not a digit.
    let is_number = word.iter().all(u8::is_ascii_digit);
    str::from_utf8(word).ok()?.parse().ok().filter(|_| is_number)
}

/// Parses exactly 16 hexadecimal digits.
fn hash(word: &[u8]) -> Option<u64> {
    let digits: &[u8; 16] = word.try_into().ok()?;
    digits.iter().try_fold(0, |hash, &byte| Some(hash << 4 | u64::from(hex_digit(byte)?)))
}

/// The reason why the rest of a recording cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The position of the error.
    pub position: TextPosition,
    /// The number of turns recorded before the error.
    pub turn: Turn,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

/// An error in the text of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The text does not begin like a recording.
    NotARecording,
    /// The format of the recording is unknown.
    Format(u32),
    /// The second line has no seed.
    Seed,
    /// The third line has no version.
    Version,
    /// The number of the night is invalid.
    Night,
    /// The bits of the missing feats are invalid.
    Feats,
    /// The text is not a command.
    Command,
    /// A count that is not 1 to [`TURNS_A_CHECK`].
    Count,
    /// A check without a turn or a hash.
    Check,
    /// The turn of a check differs from the number of commands read so far.
    Turn,
    /// [`TURNS_A_CHECK`] turns have passed without a check.
    NoCheck,
    /// The text stops before the recording ends.
    NoEnd,
    /// The text continues after the end of the recording.
    AfterEnd,
}

/// The reason why the replay of a recorded run fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The rest of the recording cannot be read.
    Parse(ParseError),
    /// The game refuses a command.
    Refused {
        /// The turn in which the command was given.
        turn: Turn,
        /// The reason for the refusal.
        refusal: Refusal,
        /// The turn of the last check that passed.
        held: Option<Turn>,
    },
    /// The game differs from the recording.
    Differs {
        /// The turn of the check that failed.
        turn: Turn,
        /// The turn of the last check that passed; the difference began after it.
        held: Option<Turn>,
    },
}

impl From<ParseError> for ReplayError {
    fn from(error: ParseError) -> ReplayError {
        ReplayError::Parse(error)
    }
}
