//! Converts the sheets of `sprites/` to PNG pictures for a pixel editor, and back.
//!
//! `export DIR` writes each sheet as an indexed PNG, which shows the pictures in a grid, in the order of the sheet. A
//! text file beside each PNG lists the names of the pictures in the same grid. `import DIR` reads the PNGs back and
//! replaces the pixels of the sheets; comments, names and order stay. `import` writes nothing unless all PNGs are
//! correct.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use musrex_assets::palette::{PALETTES, Rgb};
use musrex_assets::sheet::LETTERS;

const SPRITES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sprites");

const USAGE: &str = "\
Usage: cargo run -p musrex-assets --example sheets -- export DIR
       cargo run -p musrex-assets --example sheets -- import DIR

export writes every sheet of assets/sprites as a PNG into DIR; import reads them back.";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["export", folder] => export(Path::new(SPRITES), Path::new(folder)),
        ["import", folder] => import(Path::new(SPRITES), Path::new(folder)),
        ["--help" | "-h" | "help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(report) => {
            print!("{report}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes a PNG for each sheet of `sprites` into `folder`. Returns a report.
fn export(sprites: &Path, folder: &Path) -> Result<String, String> {
    let sheets = read_sheets(sprites)?;
    fs::create_dir_all(folder).map_err(|why| says(folder, &why))?;
    let mut report = String::new();
    for sheet in sheets.iter().filter(|sheet| !sheet.pictures.is_empty()) {
        let path = folder.join(format!("{}.png", sheet.name));
        fs::write(&path, encode(sheet)).map_err(|why| says(&path, &why))?;
        report += &format!("{}: {} pictures\n", path.display(), sheet.pictures.len());
        let path = folder.join(format!("{}.names.txt", sheet.name));
        fs::write(&path, sheet.names_in_grid()).map_err(|why| says(&path, &why))?;
    }
    Ok(report)
}

/// Rewrites each sheet of `sprites` that has a PNG in `folder`. Returns a report.
fn import(sprites: &Path, folder: &Path) -> Result<String, String> {
    let mut read = Vec::new();
    for sheet in read_sheets(sprites)? {
        let path = folder.join(format!("{}.png", sheet.name));
        match fs::read(&path) {
            Ok(bytes) => {
                let image = Image::decode(&bytes).map_err(|why| says(&path, &why))?;
                let pictures = sheet.cut(&image).map_err(|why| says(&path, &why))?;
                read.push((sheet, pictures));
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => {}
            Err(why) => return Err(says(&path, &why)),
        }
    }
    if read.is_empty() {
        return Err(says(folder, &"holds no PNG of a sheet"));
    }
    let mut report = String::new();
    for (sheet, pictures) in read {
        let changed = pictures.iter().zip(&sheet.pictures).filter(|(new, old)| **new != old.rows);
        let changed = changed.count();
        if changed > 0 {
            let path = sprites.join(format!("{}.txt", sheet.name));
            fs::write(&path, sheet.with(&pictures)).map_err(|why| says(&path, &why))?;
        }
        report += &format!("{}: {changed} of {} changed\n", sheet.name, pictures.len());
    }
    Ok(report)
}

/// Returns a sentence that says what is wrong with a file.
fn says(path: &Path, why: &dyn std::fmt::Display) -> String {
    format!("{}: {why}", path.display())
}

/// The number of pictures in a row of the grid.
const COLUMNS: usize = 8;

/// The rows of a picture, each a string of [`LETTERS`].
type Rows = Vec<String>;

/// A text sheet, split into its parts.
struct Sheet {
    name: String,
    lines: Vec<String>,
    pictures: Vec<SheetImage>,
}

struct SheetImage {
    name: String,
    width: usize,
    height: usize,
    /// The index, from 0, of the sheet's line with the first row of the picture.
    line: usize,
    rows: Rows,
}

/// Returns all text sheets of a folder, sorted by name.
fn read_sheets(folder: &Path) -> Result<Vec<Sheet>, String> {
    let mut sheets = Vec::new();
    for entry in fs::read_dir(folder).map_err(|why| says(folder, &why))? {
        let path = entry.map_err(|why| says(folder, &why))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let Some(name) = name.strip_suffix(".txt") else { continue };
        let text = fs::read_to_string(&path).map_err(|why| says(&path, &why))?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        sheets.push(Sheet::parse(name, text).map_err(|why| says(&path, &why))?);
    }
    sheets.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sheets)
}

impl Sheet {
    fn parse(name: &str, text: &str) -> Result<Sheet, String> {
        let lines: Vec<String> = text.split('\n').map(String::from).collect();
        let mut pictures: Vec<SheetImage> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = &lines[at];
            at += 1;
            if line.starts_with(';') || line.is_empty() {
                continue;
            }
            let (name, width, height) = header(line)
                .ok_or(format!("line {at} is neither a comment nor `@ name WxH`: {line}"))?;
            if pictures.iter().any(|picture| picture.name == name) {
                return Err(format!("line {at} has a second picture called {name}"));
            }
            let rows = lines.get(at..at + height);
            let rows = rows.ok_or(format!("{name} has fewer than {height} rows"))?;
            for (y, row) in rows.iter().enumerate() {
                if row.len() != width || !row.bytes().all(|letter| LETTERS.contains(&letter)) {
                    let line = at + y + 1;
                    return Err(format!("line {line} is not {width} letters of the palette"));
                }
            }
            let picture = SheetImage {
                name: String::from(name),
                width,
                height,
                line: at,
                rows: rows.to_vec(),
            };
            pictures.push(picture);
            at += height;
        }
        Ok(Sheet { name: String::from(name), lines, pictures })
    }

    /// Returns the text of the sheet with the pixels of `pictures`.
    fn with(&self, pictures: &[Rows]) -> String {
        let mut lines = self.lines.clone();
        for (picture, rows) in self.pictures.iter().zip(pictures) {
            lines[picture.line..picture.line + picture.height].clone_from_slice(rows);
        }
        lines.join("\n")
    }

    fn columns(&self) -> usize {
        self.pictures.len().min(COLUMNS)
    }

    /// Returns the width and the height of a cell of the grid: those of the largest picture, plus a gap of one pixel.
    fn cell(&self) -> (usize, usize) {
        let width = self.pictures.iter().map(|picture| picture.width).max().unwrap_or(0);
        let height = self.pictures.iter().map(|picture| picture.height).max().unwrap_or(0);
        (width + 1, height + 1)
    }

    /// Returns the width and the height of the PNG.
    fn size(&self) -> (usize, usize) {
        let (width, height) = self.cell();
        let columns = self.columns().max(1);
        (width * columns, height * self.pictures.len().div_ceil(columns))
    }

    /// Returns the pictures with the positions of their top left corners in the PNG.
    fn places(&self) -> impl Iterator<Item = (&SheetImage, usize, usize)> {
        let (width, height) = self.cell();
        let columns = self.columns();
        let place = move |(i, picture)| (picture, (i % columns) * width, (i / columns) * height);
        self.pictures.iter().enumerate().map(place)
    }

    /// Returns the names of the pictures in grid order, with a line for each row of the grid.
    fn names_in_grid(&self) -> String {
        let names: Vec<&str> = self.pictures.iter().map(|picture| picture.name.as_str()).collect();
        names.chunks(COLUMNS).map(|row| row.join("  ") + "\n").collect()
    }

    /// Returns the rows of every picture, cut out of the PNG.
    fn cut(&self, image: &Image) -> Result<Vec<Rows>, String> {
        let (width, height) = self.size();
        if (image.width, image.height) != (width, height) {
            let (w, h) = (image.width, image.height);
            return Err(format!("it is {w}x{h} pixels and has to be {width}x{height}"));
        }
        let mut outside = vec![true; width * height];
        let mut pictures = Vec::new();
        for (picture, left, top) in self.places() {
            let mut rows = Vec::new();
            for y in 0..picture.height {
                let mut row = String::new();
                for x in 0..picture.width {
                    outside[(top + y) * width + left + x] = false;
                    let colour = image.at(left + x, top + y);
                    let letter = letter(colour).ok_or_else(|| {
                        let (name, shown) = (&picture.name, show(colour));
                        format!("{name} at {x},{y} is {shown}, which is not in the palette")
                    })?;
                    row.push(letter);
                }
                rows.push(row);
            }
            pictures.push(rows);
        }
        let stray = (0..outside.len())
            .find(|&i| outside[i] && letter(image.at(i % width, i / width)) != Some('.'));
        match stray {
            Some(i) => Err(format!(
                "the pixel at {},{} is painted outside any picture",
                i % width,
                i / width
            )),
            None => Ok(pictures),
        }
    }
}

/// Parses a header `@ name WxH` into the name, the width and the height.
fn header(line: &str) -> Option<(&str, usize, usize)> {
    let (name, size) = line.strip_prefix("@ ")?.split_once(' ')?;
    let (width, height) = size.split_once('x')?;
    let size = |text: &str| text.parse().ok().filter(|size| (1..=1024).contains(size));
    Some((name, size(width)?, size(height)?))
}

/// A decoded PNG. Each pixel has red, green, blue and alpha.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 4]>,
}

impl Image {
    fn decode(bytes: &[u8]) -> Result<Image, String> {
        let unreadable = |why: png::DecodingError| format!("it is no PNG that can be read: {why}");
        let mut decoder = png::Decoder::new(io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(unreadable)?;
        let size = reader.output_buffer_size().ok_or("it is too large")?;
        let mut data = vec![0; size];
        let frame = reader.next_frame(&mut data).map_err(unreadable)?;
        let pixels = data[..frame.buffer_size()].chunks(frame.color_type.samples());
        let pixels = pixels.map(|samples| match *samples {
            [r, g, b, a] => [r, g, b, a],
            [r, g, b] => [r, g, b, 255],
            [v, a] => [v, v, v, a],
            [v] => [v, v, v, 255],
            _ => unreachable!("a pixel of a PNG has one to four samples"),
        });
        let (width, height) = reader.info().size();
        Ok(Image { width: width as usize, height: height as usize, pixels: pixels.collect() })
    }

    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        self.pixels[y * self.width + x]
    }
}

/// Returns the palette letter of a colour; `None` if the colour is not in the palette. Any fully transparent colour is
/// clear.
fn letter([r, g, b, a]: [u8; 4]) -> Option<char> {
    let index = match a {
        0 => 0,
        255 => PALETTES.painted.iter().position(|&colour| colour == (r, g, b))?,
        _ => return None,
    };
    Some(char::from(LETTERS[index]))
}

fn show([r, g, b, a]: [u8; 4]) -> String {
    match a {
        255 => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => format!("#{r:02x}{g:02x}{b:02x}, half clear"),
    }
}

/// Returns the PNG of a sheet. The PNG is indexed by the palette, whose first colour is clear.
fn encode(sheet: &Sheet) -> Vec<u8> {
    let (width, height) = sheet.size();
    let mut pixels = vec![0; width * height];
    for (picture, left, top) in sheet.places() {
        for (y, row) in picture.rows.iter().enumerate() {
            for (x, letter) in row.bytes().enumerate() {
                let index = LETTERS.iter().position(|&other| other == letter);
                let index = index.and_then(|index| u8::try_from(index).ok());
                pixels[(top + y) * width + left + x] = index.expect("a sheet is checked when read");
            }
        }
    }
    let side = |pixels: usize| u32::try_from(pixels).expect("a sheet is far smaller");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(width), side(height));
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let palette: Vec<u8> = PALETTES.painted.iter().flat_map(|&(r, g, b): &Rgb| [r, g, b]).collect();
    encoder.set_palette(palette);
    encoder.set_trns(&[0][..]);
    let mut writer = encoder.write_header().expect("the header is right");
    writer.write_image_data(&pixels).expect("writing to memory cannot fail");
    writer.finish().expect("writing to memory cannot fail");
    bytes
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    const SHEET: &str =
        "; Two pictures.\n@ small 2x3\n.A\nGG\n.+\n; Between.\n@ wide 5x2\nABCDE\n.....\n";

    /// A new folder for one test, with a sheet and its PNG.
    struct Desk(PathBuf);

    impl Desk {
        fn new(test: &str) -> Desk {
            let path = env::temp_dir().join(format!("musrex-sheets-{}-{test}", std::process::id()));
            let desk = Desk(path);
            fs::create_dir_all(desk.sprites()).unwrap();
            fs::write(desk.sprites().join("both.txt"), SHEET).unwrap();
            export(&desk.sprites(), &desk.pictures()).unwrap();
            desk
        }

        fn sprites(&self) -> PathBuf {
            self.0.join("sprites")
        }

        fn pictures(&self) -> PathBuf {
            self.0.join("pictures")
        }

        fn sheet(&self) -> String {
            fs::read_to_string(self.sprites().join("both.txt")).unwrap()
        }

        fn import(&self) -> Result<String, String> {
            import(&self.sprites(), &self.pictures())
        }

        /// Replaces the PNG with one of colour type `colour`; `pixel` returns the bytes of the pixel at a position.
        fn paint(&self, colour: png::ColorType, pixel: impl Fn(usize, usize) -> Vec<u8>) {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 12, 4);
            encoder.set_color(colour);
            let data: Vec<u8> = (0..4 * 12).flat_map(|i| pixel(i % 12, i / 12)).collect();
            encoder.write_header().unwrap().write_image_data(&data).unwrap();
            fs::write(self.pictures().join("both.png"), bytes).unwrap();
        }

        /// Returns the message of `import` about a PNG that it refuses.
        fn refusal(&self) -> String {
            let why = self.import().unwrap_err();
            assert_eq!(self.sheet(), SHEET);
            why
        }
    }

    impl Drop for Desk {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn every_sheet_of_the_game_comes_back_as_it_left() {
        let desk = Desk::new("all");
        let sprites = Path::new(SPRITES);
        export(sprites, &desk.pictures()).unwrap();
        for sheet in read_sheets(sprites).unwrap() {
            let png = fs::read(desk.pictures().join(format!("{}.png", sheet.name))).unwrap();
            let pictures = sheet.cut(&Image::decode(&png).unwrap()).unwrap();
            let text = fs::read_to_string(sprites.join(format!("{}.txt", sheet.name))).unwrap();
            assert!(sheet.with(&pictures) == text, "{}", sheet.name);
        }
    }

    #[test]
    fn no_two_colours_are_the_same() {
        for (i, colour) in PALETTES.painted.iter().enumerate() {
            assert_eq!(PALETTES.painted.iter().position(|other| other == colour), Some(i));
        }
    }

    #[test]
    fn an_untouched_png_changes_nothing() {
        let desk = Desk::new("untouched");
        assert_eq!(desk.import(), Ok(String::from("both: 0 of 2 changed\n")));
        assert_eq!(desk.sheet(), SHEET);
        let names = fs::read_to_string(desk.pictures().join("both.names.txt")).unwrap();
        assert_eq!(names, "small  wide\n");
    }

    #[test]
    fn paint_reaches_the_sheet_and_its_comments_stay() {
        let desk = Desk::new("painted");
        desk.paint(png::ColorType::Rgba, |x, y| match (x, y) {
            (0, 2) => vec![255, 255, 255, 255],
            (10, 1) => vec![0x14, 0x0f, 0x1f, 255],
            _ => vec![77, 77, 77, 0],
        });
        assert_eq!(desk.import(), Ok(String::from("both: 2 of 2 changed\n")));
        let painted =
            "; Two pictures.\n@ small 2x3\n..\n..\nG.\n; Between.\n@ wide 5x2\n.....\n....A\n";
        assert_eq!(desk.sheet(), painted);
    }

    #[test]
    fn rgb_and_grey_are_read_too_and_black_is_clear() {
        let desk = Desk::new("rgb");
        desk.paint(png::ColorType::Rgb, |x, y| vec![if (x, y) == (1, 0) { 255 } else { 0 }; 3]);
        desk.import().unwrap();
        let painted = SHEET.replace(".A\nGG\n.+", ".G\n..\n..").replace("ABCDE", ".....");
        assert_eq!(desk.sheet(), painted);
        desk.paint(png::ColorType::Grayscale, |_, _| vec![0]);
        desk.import().unwrap();
        assert_eq!(desk.sheet(), painted.replace('G', "."));
    }

    #[test]
    fn a_colour_outside_the_palette_is_refused() {
        let desk = Desk::new("colour");
        desk.paint(png::ColorType::Rgb, |x, y| vec![if (x, y) == (8, 1) { 1 } else { 0 }; 3]);
        let why = desk.refusal();
        assert!(why.ends_with("both.png: wide at 2,1 is #010101, which is not in the palette"));
    }

    #[test]
    fn a_half_clear_colour_is_refused() {
        let desk = Desk::new("clear");
        desk.paint(png::ColorType::Rgba, |x, _| vec![255, 255, 255, if x == 0 { 9 } else { 0 }]);
        let why = desk.refusal();
        assert!(why.ends_with("small at 0,0 is #ffffff, half clear, which is not in the palette"));
    }

    #[test]
    fn paint_between_the_pictures_is_refused() {
        let desk = Desk::new("between");
        desk.paint(png::ColorType::Rgb, |x, y| vec![if (x, y) == (3, 1) { 255 } else { 0 }; 3]);
        assert!(desk.refusal().ends_with("the pixel at 3,1 is painted outside any picture"));
    }

    #[test]
    fn another_size_is_refused() {
        let desk = Desk::new("size");
        let other = Sheet::parse("both", "@ small 2x2\n..\n..\n").unwrap();
        fs::write(desk.pictures().join("both.png"), encode(&other)).unwrap();
        assert!(desk.refusal().ends_with("it is 3x3 pixels and has to be 12x4"));
    }

    #[test]
    fn a_file_that_is_no_png_or_cut_short_is_refused() {
        let desk = Desk::new("unreadable");
        let png = desk.pictures().join("both.png");
        let whole = fs::read(&png).unwrap();
        for bytes in [b"GIF89a".as_slice(), &whole[..whole.len() / 2], b""] {
            fs::write(&png, bytes).unwrap();
            assert!(desk.refusal().contains("both.png: it is no PNG that can be read: "));
        }
    }

    #[test]
    fn one_wrong_png_keeps_every_sheet_as_it_is() {
        let desk = Desk::new("one-wrong");
        desk.paint(png::ColorType::Rgb, |_, _| vec![0; 3]);
        fs::write(desk.sprites().join("zebra.txt"), "@ stripe 1x1\n.\n").unwrap();
        fs::write(desk.pictures().join("zebra.png"), "not a picture").unwrap();
        assert!(desk.refusal().contains("zebra.png"));
    }

    #[test]
    fn a_folder_without_pngs_is_refused() {
        let desk = Desk::new("empty");
        fs::remove_file(desk.pictures().join("both.png")).unwrap();
        assert!(desk.refusal().ends_with("pictures: holds no PNG of a sheet"));
    }

    #[test]
    fn a_broken_sheet_is_refused_with_its_line() {
        let refusal = |text| Sheet::parse("s", text).err().unwrap();
        assert_eq!(refusal("; s\n@ a 2x1\n...\n"), "line 3 is not 2 letters of the palette");
        assert_eq!(refusal("@ a 2x1\n.!\n"), "line 2 is not 2 letters of the palette");
        assert_eq!(refusal("@ a 1x9\n.\n.\n"), "a has fewer than 9 rows");
        assert_eq!(refusal("@ a 1x1\n.\n@ a 1x1\n.\n"), "line 3 has a second picture called a");
        let expected = "line 1 is neither a comment nor `@ name WxH`: @ a 0x4";
        assert_eq!(refusal("@ a 0x4\n"), expected);
    }
}
