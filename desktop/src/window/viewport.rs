//! The viewport places the frame in the middle of the window, enlarged by a whole number, with a black border.

use crate::cli::FrameSize;
use musrex_core::app::FloorView;
use musrex_core::input::Pointer;

/// A width and a height in pixels, of the window or of the frame.
pub(crate) type Size = (usize, usize);

/// The position of the frame in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Viewport {
    frame: Size,
    window: Size,
    /// The width and the height of a frame pixel in window pixels, at least 1.
    scale: usize,
    /// The number of window pixels left of the frame.
    left: usize,
    /// The number of window pixels above the frame.
    top: usize,
}

impl Viewport {
    /// Places a frame in a window, enlarged `wanted` times. If `wanted` is 0 or too large, enlarges the frame as much
    /// as fits. A window smaller than the frame shows a part of the frame.
    pub(crate) fn new(frame: Size, window: Size, wanted: u8) -> Viewport {
        let fitting = largest_scale(frame, window);
        let scale = match usize::from(wanted) {
            0 => fitting,
            wanted => wanted.min(fitting),
        };
        let before = |window: usize, frame: usize| window.saturating_sub(frame * scale) / 2;
        let (left, top) = (before(window.0, frame.0), before(window.1, frame.1));
        Viewport { frame, window, scale, left, top }
    }

    /// Returns the size of the window.
    pub(crate) const fn window(&self) -> Size {
        self.window
    }

    /// Returns the pixel of the frame at a position in the window; `None` on the border and outside the window.
    pub(crate) fn pointer(&self, (x, y): (i32, i32), is_held: bool) -> Option<Pointer> {
        let on_frame = |at: i32, before: usize, pixels: usize| {
            let at = usize::try_from(at).ok()?.checked_sub(before)? / self.scale;
            if at < pixels { i16::try_from(at).ok() } else { None }
        };
        let x = on_frame(x, self.left, self.frame.0)?;
        let y = on_frame(y, self.top, self.frame.1)?;
        Some(Pointer { x, y, is_held })
    }

    /// Paints the frame's `pixels` with `colours` on `canvas`, which holds the window's pixels row by row. Does not paint
    /// the border.
    ///
    /// # Panics
    /// Panics if `pixels` is not as large as the frame, or `canvas` is not as large as the window.
    pub(crate) fn paint(&self, pixels: &[u8], colours: &[u32; 256], canvas: &mut [u32]) {
        assert_eq!(pixels.len(), self.frame.0 * self.frame.1, "the frame has another size");
        assert_eq!(canvas.len(), self.window.0 * self.window.1, "the window has another size");
        let width = (self.frame.0 * self.scale).min(self.window.0 - self.left);
        let lines = canvas.chunks_exact_mut(self.window.0).skip(self.top);
        // Each row of the frame is enlarged once, into `line`. Then `line` is copied to all window lines of that row.
        let mut line = vec![0; self.frame.0 * self.scale];
        let mut lines = lines.into_iter();
        for row in pixels.chunks_exact(self.frame.0) {
            for (wide, &index) in line.chunks_exact_mut(self.scale).zip(row) {
                wide.fill(colours[usize::from(index)]);
            }
            for to in lines.by_ref().take(self.scale) {
                to[self.left..self.left + width].copy_from_slice(&line[..width]);
            }
        }
    }
}

/// The largest size, in pixels, of a frame that fills the window.
const FILLING_MAX: Size = (640, 480);

/// Returns the size of the frame that shows `view` in a window, with pixels enlarged `wanted` times.
///
/// If `wanted` is 0, the wide and the widest view fill the window, with pixels enlarged by a whole number. For the
/// widest view, this is the largest number at which the view fits. For the wide view, it is the number that brings the
/// size of the frame nearest to the size of the view. The frame is never smaller than the frame of the near view, and
/// never larger than [`FILLING_MAX`].
pub(crate) fn frame_size(view: FloorView, window: Size, wanted: u8) -> FrameSize {
    let size = FrameSize::of(view);
    if wanted > 0 || view == FloorView::Near {
        return size;
    }
    let whole = (usize::from(size.width), usize::from(size.height));
    let scale = match view {
        FloorView::Whole => largest_scale(whole, window),
        // This rounds to the nearest whole number; a half is rounded up.
        _ => largest_scale(whole, (2 * window.0 + whole.0, 2 * window.1 + whole.1)) / 2,
    };
    let least = FloorView::Near.size();
    let side = |window: usize, least: u16, most: usize| {
        let side = u16::try_from((window / scale.max(1)).min(most)).unwrap_or(least);
        side.max(least)
    };
    FrameSize {
        // Frames consist of words of four pixels.
        width: side(window.0, least.0, FILLING_MAX.0) / 4 * 4,
        height: side(window.1, least.1, FILLING_MAX.1),
    }
}

/// Returns the largest scale at which a frame fits a window, at least 1.
pub(crate) fn largest_scale(frame: Size, window: Size) -> usize {
    (window.0 / frame.0).min(window.1 / frame.1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paints a frame of 2 × 1 pixels on a window, and returns the lines as text.
    fn painted(window: Size, wanted: u8) -> Vec<String> {
        let mut colours = [u32::from('?'); 256];
        (colours[1], colours[2]) = (u32::from('a'), u32::from('b'));
        let mut canvas = vec![u32::from('.'); window.0 * window.1];
        Viewport::new((2, 1), window, wanted).paint(&[1, 2], &colours, &mut canvas);
        let line = |line: &[u32]| line.iter().copied().filter_map(char::from_u32).collect();
        canvas.chunks_exact(window.0).map(line).collect()
    }

    #[test]
    fn enlarged_by_whole_numbers_in_the_middle() {
        assert_eq!(painted((2, 1), 0), ["ab"]);
        assert_eq!(painted((5, 3), 0), ["aabb.", "aabb.", "....."]);
        assert_eq!(painted((6, 3), 0), ["aaabbb", "aaabbb", "aaabbb"]);
        assert_eq!(painted((6, 5), 2), ["......", ".aabb.", ".aabb.", "......", "......"]);
    }

    #[test]
    fn wider_views_fill_the_window() {
        let sizes = |window: Size| {
            FloorView::ALL.map(|view| {
                let FrameSize { width, height } = frame_size(view, window, 0);
                (width, height)
            })
        };
        assert_eq!(sizes((1920, 1080)), [(320, 180), (480, 270), (640, 360)]);
        assert_eq!(sizes((1280, 720)), [(320, 180), (424, 240), (640, 360)]);
        assert_eq!(sizes((1366, 768)), [(320, 180), (452, 256), (640, 384)]);
        assert_eq!(sizes((960, 540)), [(320, 180), (480, 270), (640, 480)]);
        assert_eq!(sizes((100, 100)), [(320, 180); 3]);
        // At a scale that the player has chosen, the frame has the size of the view, with a border.
        for view in FloorView::ALL {
            assert_eq!(frame_size(view, (1366, 768), 2), FrameSize::of(view));
        }
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!(painted((2, 1), 3), ["ab"]);
        assert_eq!(painted((1, 1), 0), ["a"]);
        let tall = Viewport::new((1, 2), (1, 1), 0);
        let mut canvas = [0];
        tall.paint(&[0, 1], &[7; 256], &mut canvas);
        assert_eq!(canvas, [7]);
    }

    #[test]
    fn a_pointer_is_over_the_frame_or_nowhere() {
        let viewport = Viewport::new((240, 160), (500, 340), 0);
        let at = |x, y| viewport.pointer((x, y), true).map(|pointer| (pointer.x, pointer.y));
        assert_eq!(at(10, 10), Some((0, 0)));
        assert_eq!(at(489, 329), Some((239, 159)));
        assert_eq!(at(9, 10), None);
        assert_eq!(at(10, 9), None);
        assert_eq!(at(490, 10), None);
        assert_eq!(at(10, 330), None);
        assert_eq!(at(-1, 10), None);
        assert_eq!(at(13, 12), Some((1, 1)));
    }
}
