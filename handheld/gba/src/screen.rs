//! The screen: 240 × 160 pixels of 256 colours, in two pages of which one is shown (mode 4).

use crate::registers::{
    BG2PA, BG2PB, BG2PC, BG2PD, BG2X, BG2Y, BLDCNT, DISPCNT, DMA3CNT, DMA3CNT_H, DMA3DAD, DMA3SAD,
};
use core::cell::UnsafeCell;
use core::ptr;
use musrex_core::draw::{Colour, Frame, Palette};

/// Pixels across.
pub const WIDTH: u16 = 240;
/// Pixels down.
pub const HEIGHT: u16 = 160;

/// Pixels of a picture.
const PIXELS: usize = WIDTH as usize * HEIGHT as usize;
/// Where the two pages are.
const PAGES: [usize; 2] = [0x0600_0000, 0x0600_a000];
/// Where the 256 colours are.
const COLOUR_MEMORY: usize = 0x0500_0000;

/// Bitmap of 256 colours in layer 2.
const MODE_4: u16 = 4 | 1 << 10;
/// The second page is shown.
const SECOND_PAGE: u16 = 1 << 4;
/// Nothing is shown, which is white.
const BLANK: u16 = 1 << 7;

/// Copy words at once, from and to rising addresses.
const DMA_WORDS: u32 = 0x8400 << 16;
/// It has not copied all of them yet.
const DMA_IS_BUSY: u16 = 1 << 15;

/// The picture being drawn. It is copied as a whole, because memory of the screen takes no single
/// bytes, and whole words at that.
#[repr(align(4))]
struct Canvas(UnsafeCell<[u8; PIXELS]>);

// SAFETY: there is one processor, and no interrupt draws.
unsafe impl Sync for Canvas {}

#[unsafe(link_section = ".ewram")]
static CANVAS: Canvas = Canvas(UnsafeCell::new([0; PIXELS]));

/// The colours of the page to be shown, as the machine takes them. Not on the stack, which is short.
struct Colours(UnsafeCell<Palette>);

// SAFETY: there is one processor, and no interrupt knows of colours.
unsafe impl Sync for Colours {}

#[unsafe(link_section = ".ewram")]
static COLOURS: Colours = Colours(UnsafeCell::new(Palette([0; 256])));

/// What is shown and what will be.
pub struct Screen {
    /// The page not shown.
    hidden: usize,
    /// Whether the hidden page is to be shown.
    is_waiting: bool,
    /// The colours of the hidden page, if it is to be shown.
    palette: &'static mut Palette,
    /// Whether they differ from those shown.
    is_palette_new: bool,
}

impl Screen {
    /// Nothing shown yet, and what to draw on.
    ///
    /// # Safety
    /// This is called once, or again when what it gave is never used again.
    pub unsafe fn start() -> (Screen, &'static mut [u8]) {
        // SAFETY: display registers touch no memory; canvas and colours are ours by the caller's
        // word, and bytes and halfwords are valid whatever they are.
        let (pixels, palette) = unsafe {
            DISPCNT.write(MODE_4 | BLANK);
            BLDCNT.write(0);
            BG2PA.write(0x100);
            BG2PB.write(0);
            BG2PC.write(0);
            BG2PD.write(0x100);
            BG2X.write(0);
            BG2Y.write(0);
            (&mut *CANVAS.0.get(), &mut *COLOURS.0.get())
        };
        // No colours as yet: black on black, so that the first picture has new ones.
        palette.0.fill(0);
        (Screen { hidden: 1, is_waiting: false, palette, is_palette_new: true }, pixels)
    }

    /// Takes what is drawn; [`show`](Screen::show) shows it.
    pub fn take(&mut self, frame: &Frame<'_>) {
        copy(frame.pixels(), PAGES[self.hidden]);
        self.is_waiting = true;
        if frame.palette != *self.palette {
            self.palette.0.copy_from_slice(&frame.palette.0);
            self.is_palette_new = true;
        }
    }

    /// Shows what was taken, if there is something new: to be called between pictures.
    pub fn show(&mut self) {
        if !core::mem::take(&mut self.is_waiting) {
            return;
        }
        if core::mem::take(&mut self.is_palette_new) {
            for index in 0..=u8::MAX {
                let place = COLOUR_MEMORY + 2 * usize::from(index);
                let colour = self.palette.bgr555(Colour(index));
                // SAFETY: 256 aligned halfwords that are always there and nobody else's.
                unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(place), colour) };
            }
        }
        let page = if self.hidden == 1 { SECOND_PAGE } else { 0 };
        // SAFETY: display registers touch no memory.
        unsafe { DISPCNT.write(MODE_4 | page) };
        self.hidden = 1 - self.hidden;
    }
}

/// Copies a picture to a page.
fn copy(pixels: &[u8], page: usize) {
    let words = u32::try_from(pixels.len().min(PIXELS) / 4).unwrap_or(0);
    let (from, to) = (pixels.as_ptr().expose_provenance(), page);
    // SAFETY: reads no more than `pixels`, writes no more than a page of video memory, and is done
    // before anything else happens: the processor stands still, and then waits for its end.
    unsafe {
        DMA3SAD.write(address(from));
        DMA3DAD.write(address(to));
        DMA3CNT.write(words | DMA_WORDS);
        while DMA3CNT_H.read() & DMA_IS_BUSY != 0 {}
    }
}

/// An address as the machine knows it.
#[expect(clippy::cast_possible_truncation, reason = "addresses have 32 bits here")]
const fn address(place: usize) -> u32 {
    place as u32
}
