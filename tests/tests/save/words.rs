//! Checks flash with words of 1, 4 and 256 bytes. Such a flash receives the same bytes as a flash that is written byte
//! by byte, and power may fail at any byte.

use embedded_storage_async::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use musrex_core::poll::block_on;
use musrex_core::save::{LoadWarnings, SaveManager, WordFlash};
use musrex_core::{Command, Events, Game, Outcome};
use musrex_testkit::assert_same;
use musrex_testkit::flash::{BYTES, Flash, SECTOR};
use musrex_testkit::policy_bot::{Policy, PolicyBot};
use musrex_testkit::save_now::SaveNow;
use musrex_testkit::saves::on_all_processors;
use musrex_testkit::seeds;
use musrex_testkit::tier::pick;

/// A flash that reads and writes only whole words. Its power may fail within a word.
#[derive(Clone)]
struct Words<const WORD: usize> {
    bytes: Vec<u8>,
    /// The number of bytes until power fails; `None` if it never fails.
    left: Option<u64>,
    /// The number of bytes written and erased.
    done: u64,
    /// The number of reads, each of any length.
    reads: u64,
}

#[derive(Debug)]
struct PowerLost;

impl NorFlashError for PowerLost {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl<const WORD: usize> Words<WORD> {
    fn of(bytes: &[u8]) -> Self {
        Words { bytes: bytes.to_vec(), left: None, done: 0, reads: 0 }
    }

    fn step(&mut self) -> Result<(), PowerLost> {
        self.done += 1;
        match &mut self.left {
            Some(0) => Err(PowerLost),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl<const WORD: usize> ErrorType for Words<WORD> {
    type Error = PowerLost;
}

impl<const WORD: usize> ReadNorFlash for Words<WORD> {
    const READ_SIZE: usize = if WORD < 4 { WORD } else { 4 };

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), PowerLost> {
        let at = offset as usize;
        assert!(at.is_multiple_of(Self::READ_SIZE) && bytes.len().is_multiple_of(Self::READ_SIZE));
        bytes.copy_from_slice(&self.bytes[at..][..bytes.len()]);
        self.reads += 1;
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl<const WORD: usize> NorFlash for Words<WORD> {
    const WRITE_SIZE: usize = WORD;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), PowerLost> {
        for at in (from as usize..to as usize).step_by(64) {
            self.step()?;
            self.bytes[at..at + 64].fill(0xFF);
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), PowerLost> {
        let at = offset as usize;
        assert!(at.is_multiple_of(WORD) && bytes.len().is_multiple_of(WORD));
        for (at, &byte) in (at..).zip(bytes).filter(|&(_, &byte)| byte != 0xFF) {
            self.step()?;
            assert_eq!(self.bytes[at], 0xFF, "byte {at:#x} is written a second time");
            self.bytes[at] = byte;
        }
        Ok(())
    }
}

impl<const WORD: usize> MultiwriteNorFlash for Words<WORD> {}

/// Plays `turns` turns of run `seed` and saves them, sometimes with a checkpoint. Returns the save manager, and the game
/// as it was at the start and after each saved turn.
fn play<F: NorFlash>(flash: F, seed: u64, turns: u32) -> (SaveManager<F>, Vec<Box<Game>>) {
    let mut game = Box::new(Game::new(seed));
    let mut bot = PolicyBot::new(Policy::Wander, seed);
    let mut manager = block_on(SaveManager::open(flash));
    block_on(manager.load(&mut Game::new(0)));
    let mut kept = Vec::new();
    if manager.begin(&game).is_ok() {
        kept.push(game.clone());
    }
    for turn in 0..turns {
        let command: Command = bot.play(&mut game, &mut Events::new());
        if game.outcome() != Outcome::Playing || manager.turn(command, &game).is_err() {
            break;
        }
        kept.push(game.clone());
        if turn % 16 == 15 && manager.leave(&game).is_err() {
            break;
        }
    }
    (manager, kept)
}

fn check_words<const WORD: usize>() {
    let seed = seeds::shifted(4);
    let (mut plain, _) = play(Flash::default(), seed, 200);
    let (mut words, _) = play(WordFlash(Words::<WORD>::of(&[0xFF; BYTES])), seed, 200);
    let same = "the same bytes, by words";
    assert_same!(words.flash().0.bytes[..], plain.flash().bytes[..], "{same} of {WORD}");
    // Power fails at many bytes of a short session; in the full tier, at every byte. The run is then as it was before
    // or after the turn being saved.
    let (turns, every) = (pick([20, 60]), pick([13, 1]));
    let (mut whole, games) = play(WordFlash(Words::<WORD>::of(&[0xFF; BYTES])), seed, turns);
    let steps = usize::try_from(whole.flash().0.done).expect("few");
    on_all_processors(steps / every, |index| {
        let cut = index * every;
        let mut flash = Words::<WORD>::of(&[0xFF; BYTES]);
        flash.left = Some(cut as u64);
        let (mut manager, kept) = play(WordFlash(flash), seed, turns);
        let mut flash = WordFlash(Words::<WORD>::of(&manager.flash().0.bytes));
        let mut game = Box::new(Game::new(0));
        let loaded = block_on(async { SaveManager::open(&mut flash).await.load(&mut game).await });
        assert_eq!(loaded.warnings, LoadWarnings::new(), "words of {WORD}, cut {cut}");
        let around = &games[kept.len().saturating_sub(1)..games.len().min(kept.len() + 1)];
        let is_around = around.contains(&game) || !loaded.has_run && kept.is_empty();
        assert!(is_around, "words of {WORD}, cut {cut}: {:?}", game.turn());
    });
}

#[test]
fn words_of_one_byte() {
    check_words::<1>();
}

#[test]
fn words_of_four_bytes() {
    check_words::<4>();
}

#[test]
fn words_of_a_page() {
    check_words::<256>();
}

// Pieces of many lengths, mostly at unaligned addresses, are read back as written.
#[test]
fn any_piece_is_written_and_read_back() {
    let mut flash = WordFlash(Words::<256>::of(&[0xFF; BYTES]));
    let mut at = 3;
    for length in (1..700).step_by(37) {
        let bytes: Vec<u8> = (0..length).map(|byte: u32| (byte % 251).to_le_bytes()[0]).collect();
        block_on(flash.write(at, &bytes)).expect("there is power");
        let mut found = vec![0; bytes.len()];
        block_on(flash.read(at, &mut found)).expect("it can be read");
        assert_same!(found, bytes, "{length} bytes at {at}");
        at += length;
    }
}

// A sector is read in one piece, because each read takes time on a slow flash.
#[test]
fn a_save_is_opened_in_few_reads() {
    let mut flash = Words::<4>::of(&Flash::default().bytes);
    let mut game = Box::new(Game::new(7));
    block_on(SaveManager::open(WordFlash(&mut flash))).begin(&game).expect("there is room");
    flash.reads = 0;
    let mut manager = block_on(SaveManager::open(WordFlash(&mut flash)));
    assert!(block_on(manager.load(&mut game)).has_run);
    drop(manager);
    assert!(flash.reads < 100, "{} reads", flash.reads);
}
