//! The display: 240 × 160 pixels of 256 colours in two pages, one visible and one hidden (mode 4).

use crate::kernels::KERNELS;
use crate::registers::{BG2PA, BG2PB, BG2PC, BG2PD, BG2X, BG2Y, BLDCNT, DISPCNT};
use core::cell::UnsafeCell;
use core::{mem, ptr, slice};
use musrex_core::raster::{Colour, Frame, Palette};

/// The width in pixels.
pub const WIDTH: u16 = 240;
/// The height in pixels.
pub const HEIGHT: u16 = 160;

/// The number of words in a page.
const WORDS: usize = Frame::words(WIDTH, HEIGHT);
/// The addresses of the two pages.
const PAGES: [usize; 2] = [0x0600_0000, 0x0600_a000];
/// The address of the palette memory.
const COLOUR_MEMORY: usize = 0x0500_0000;

/// The display mode: a bitmap of 256 colours in background layer 2.
const MODE_4: u16 = 4 | 1 << 10;
/// The bit that shows the second page.
const SECOND_PAGE: u16 = 1 << 4;
/// The bit that hides both pages; the screen is then white.
const BLANK: u16 = 1 << 7;

/// The storage for the colours of the hidden page. On the stack, they would take too much space.
struct Colours(UnsafeCell<Palette>);

// SAFETY: there is one processor, and no interrupt accesses the colours.
unsafe impl Sync for Colours {}

#[unsafe(link_section = ".ewram")]
static COLOURS: Colours = Colours(UnsafeCell::new(Palette([0; 256])));

/// The screen, which flips between the two pages.
pub struct Screen {
    /// The page that is visible.
    shown: &'static mut [u32],
    /// The hidden page, on which the next picture is drawn.
    hidden: &'static mut [u32],
    /// The page-selection bit of `DISPCNT`.
    page: u16,
    /// True if the hidden page has a new picture, which is shown next.
    is_flip_pending: bool,
    /// The colours of the hidden page.
    palette: &'static mut Palette,
    /// True if the colours of the hidden page differ from the visible ones.
    is_palette_new: bool,
    /// True if the colours that cycle have changed and have not been shown yet.
    has_cycled: bool,
}

impl Screen {
    /// Starts the display, which does not show a page yet.
    ///
    /// # Safety
    /// The caller may call this function again only if it never uses the previous screen again.
    pub unsafe fn start() -> Screen {
        // SAFETY: writing display registers accesses no memory.
        unsafe {
            DISPCNT.write(MODE_4 | BLANK);
            BLDCNT.write(0);
            BG2PA.write(0x100);
            BG2PB.write(0);
            BG2PC.write(0);
            BG2PD.write(0x100);
            BG2X.write(0);
            BG2Y.write(0);
        }
        // SAFETY: in mode 4, these are two pages of video memory, which are always accessible. The caller ensures that
        // nothing else uses them. Any words are valid.
        let [shown, hidden] = PAGES.map(|page| unsafe {
            slice::from_raw_parts_mut(ptr::with_exposed_provenance_mut(page), WORDS)
        });
        // SAFETY: the caller ensures that there is no other reference to the colours.
        let palette = unsafe { &mut *COLOURS.0.get() };
        // All black, so that the colours of the first picture differ and are shown.
        palette.0.fill(0);
        Screen {
            shown,
            hidden,
            page: 0,
            is_flip_pending: false,
            palette,
            is_palette_new: true,
            has_cycled: false,
        }
    }

    /// Calls `draw` with the hidden page, and queues the page if `draw` has drawn; [`show`](Screen::show) shows the
    /// queued page. Returns whether `draw` has drawn. A [`Frame`] writes only words, because video memory duplicates a
    /// single byte that is written to it.
    ///
    /// Not inlined, so that the frame with its own palette is on the stack only while drawing.
    #[inline(never)]
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>) -> bool) -> bool {
        let frame = Frame::new(WIDTH, HEIGHT, self.hidden).expect("a page is large enough");
        let mut frame = frame.with_kernels(&KERNELS);
        if !draw(&mut frame) {
            return false;
        }
        self.is_flip_pending = true;
        for colour in Colour::CYCLING.map(|colour| usize::from(colour.0)) {
            self.has_cycled |= self.palette.0[colour] != frame.palette.0[colour];
            self.palette.0[colour] = frame.palette.0[colour];
        }
        if frame.palette != *self.palette {
            self.palette.0.copy_from_slice(&frame.palette.0);
            self.is_palette_new = true;
        }
        true
    }

    /// Advances the colours that cycle by calling `cycle`; [`show`](Screen::show) shows them. `cycle` returns whether a
    /// colour has changed.
    pub fn cycle(&mut self, cycle: impl FnOnce(&mut Palette) -> bool) {
        self.has_cycled |= cycle(self.palette);
    }

    /// Flips to the queued page, if there is one, and shows new colours. Must be called during vertical blank.
    pub fn show(&mut self) {
        if mem::take(&mut self.has_cycled) && !self.is_palette_new {
            Colour::CYCLING.into_iter().for_each(|colour| self.show_colour(colour));
        }
        if !mem::take(&mut self.is_flip_pending) {
            return;
        }
        if mem::take(&mut self.is_palette_new) {
            (0..=u8::MAX).for_each(|index| self.show_colour(Colour(index)));
        }
        self.page ^= SECOND_PAGE;
        // SAFETY: writing display registers accesses no memory.
        unsafe { DISPCNT.write(MODE_4 | self.page) };
        mem::swap(&mut self.shown, &mut self.hidden);
    }

    fn show_colour(&self, colour: Colour) {
        let place = COLOUR_MEMORY + 2 * usize::from(colour.0);
        let colour = self.palette.bgr555(colour);
        // SAFETY: the location is one of 256 aligned halfwords that are always accessible and that only the screen
        // uses.
        unsafe { ptr::write_volatile(ptr::with_exposed_provenance_mut(place), colour) };
    }
}
