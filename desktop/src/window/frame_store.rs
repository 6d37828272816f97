//! The pixels of a frame whose size may change.

use crate::cli::FrameSize;
use musrex_core::raster::{Frame, Palette};

/// The pixels of the current frame, and its colours.
pub(crate) struct FrameStore {
    words: Vec<u32>,
    size: FrameSize,
    palette: Palette,
}

impl FrameStore {
    /// Makes a black frame of this size.
    pub(crate) fn new(size: FrameSize) -> FrameStore {
        FrameStore { words: vec![0; size.words()], size, palette: Palette::PAINTED }
    }

    /// Returns the size of the frame.
    pub(crate) const fn size(&self) -> FrameSize {
        self.size
    }

    /// Changes the size of the frame, and makes the frame black.
    pub(crate) fn resize(&mut self, size: FrameSize) {
        self.words.clear();
        self.words.resize(size.words(), 0);
        self.size = size;
    }

    /// Calls `draw` with the frame. Returns the result of `draw`.
    pub(crate) fn with<T>(&mut self, draw: impl FnOnce(&mut Frame<'_>) -> T) -> T {
        let FrameSize { width, height } = self.size;
        let mut frame = Frame::new(width, height, &mut self.words)
            .expect("the words are as many as the size says");
        frame.palette.clone_from(&self.palette);
        let result = draw(&mut frame);
        self.palette.clone_from(&frame.palette);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use musrex_core::app::FloorView;

    #[test]
    fn a_frame_stays_until_its_size_changes() {
        let mut store = FrameStore::new(FrameSize::of(FloorView::Near));
        store.with(|frame| frame.palette = Palette::COLOUR_SAFE);
        assert!(store.with(|frame| frame.palette == Palette::COLOUR_SAFE));
        store.resize(FrameSize::of(FloorView::Whole));
        assert_eq!(store.with(|frame| (frame.width(), frame.height())), (640, 360));
    }
}
