//! Draws pixels: the frame buffer, its palette, glyphs and the blit kernels. The module does not depend on the game and
//! can be used alone.
//!
//! ```
//! use embedded_graphics::Drawable;
//! use embedded_graphics::geometry::{Point, Size};
//! use embedded_graphics::primitives::{Primitive, PrimitiveStyle, Rectangle};
//! use musrex_core::raster::{Colour, Frame};
//!
//! // A word holds four pixels.
//! let mut words = [0; Frame::words(64, 16)];
//! let mut frame = Frame::new(64, 16, &mut words).expect("the words fit the size");
//! frame.clear(Colour::INK);
//! let end = frame.text(4, 4, "Hello", Colour::WHITE);
//! let line = Rectangle::new(Point::new(4, 14), Size::new(20, 1));
//! line.into_styled(PrimitiveStyle::with_fill(Colour::GOLD)).draw(&mut frame)?;
//!
//! let below_text = frame.pixels()[64 * 14 + 4];
//! assert_eq!(Colour(below_text), Colour::GOLD);
//! assert!(end > 4);
//! // The palette turns pixels into colours.
//! let [red, green, blue] = frame.palette.rgb(Colour(below_text)).into();
//! assert!(red > blue && green > blue);
//! # Ok::<(), core::convert::Infallible>(())
//! ```

mod frame;
mod frame_error;
pub mod kernels;
mod palette;
mod panel;

pub use frame::{Frame, FrameShape, TextSize};
pub use frame_error::FrameError;
pub use kernels::Cell;
pub use palette::{Colour, Palette, Shade};
pub use panel::ShownRows;
