//! Draws the first floor as a picture: `cargo run -p musrex-core --example frame > floor.ppm`.

use musrex_core::App;
use musrex_core::app::Setup;
use musrex_core::input::{Button, Buttons, Input};
use musrex_core::raster::{Colour, Frame};
use std::io::{self, Write};

const WIDTH: u16 = 320;
const HEIGHT: u16 = 180;

fn main() -> io::Result<()> {
    let mut app = App::new(Setup::new(7));
    app.resize(WIDTH, HEIGHT);
    // A press of A begins a run. A second later, the floor is shown.
    app.tick(Input::from(Buttons::NONE.with(Button::A)));
    for _ in 0..60 {
        app.tick(Input::from(Buttons::NONE));
    }
    // Each word of the buffer holds four pixels.
    let mut words = vec![0; usize::from(WIDTH) * usize::from(HEIGHT) / 4];
    let mut frame = Frame::new(WIDTH, HEIGHT, &mut words).expect("the words fit the size");
    app.draw(&mut frame);
    let mut file = format!("P6 {WIDTH} {HEIGHT} 255\n").into_bytes();
    for &index in frame.pixels() {
        let (red, green, blue) = frame.palette.rgb(Colour(index));
        file.extend([red, green, blue]);
    }
    io::stdout().write_all(&file)
}
