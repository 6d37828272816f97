//! Charts as inline SVG: curves by floor, bars, and shares. Numbers are whole or in tenths, so that the output is the
//! same on all machines.
//!
//! The colours follow those of Okabe and Ito ("Color Universal Design", 2008), which can be distinguished with any
//! colour vision. Each curve also has its own combination of dash pattern and marker, and each bar is labelled.

use super::measures::tenths;
use std::fmt::Write;

/// The number of colours. The style sheet names them `--c0` and so on.
const COLOURS: usize = 7;
/// The dash patterns of curves; the first one is solid.
const DASHES: [&str; 5] = ["none", "7 3", "2 3", "10 3 2 3", "4 2"];
/// The number of marker shapes.
const MARKERS: usize = 4;

/// The width and the height of a chart by floor, in SVG units.
const CHART: (u64, u64) = (760, 360);
/// The space for the axes of a chart on the left, right, top and bottom.
const MARGINS: (u64, u64, u64, u64) = (64, 20, 14, 46);
/// The width of a panel of bars, the height of a bar, and the height of the axis below.
const PANEL: (u64, u64, u64) = (360, 17, 34);
/// The left end of the bars, and the space for the number at the right end.
const BARS: (u64, u64) = (96, 66);

/// Escapes characters that have a meaning in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// A curve over the floors.
pub(super) struct Curve {
    /// The name of the curve in the legend.
    pub(super) name: String,
    /// The points of the curve: the position on the horizontal axis, and the value in tenths of the unit.
    pub(super) points: Vec<(usize, u64)>,
}

/// A chart with curves over the floors.
pub(super) struct LineChart<'a> {
    /// The id of the chart in the page.
    pub(super) id: &'a str,
    /// The description of the chart for readers who cannot see it.
    pub(super) title: &'a str,
    /// The name of the vertical axis with its unit.
    pub(super) unit: &'a str,
    /// The labels on the horizontal axis.
    pub(super) places: &'a [String],
    /// The curves of the chart.
    pub(super) curves: &'a [Curve],
    /// The largest possible value in tenths, if the value is limited.
    pub(super) max: Option<u64>,
}

impl LineChart<'_> {
    /// Writes the chart as SVG.
    pub(super) fn write(&self, page: &mut String) -> std::fmt::Result {
        let (width, height) = CHART;
        open_svg(page, self.id, self.title, width, height)?;
        let largest = self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.1).max();
        let max = self.max.unwrap_or_else(|| round_up(largest.unwrap_or(0)));
        self.write_axes(page, max)?;
        for (style, curve) in self.curves.iter().enumerate() {
            self.write_curve(page, style, curve, max)?;
        }
        writeln!(page, "</svg>")
    }

    /// Returns the horizontal position of a label, in tenths of an SVG unit.
    fn x(&self, place: usize) -> u64 {
        let last = (self.places.len() as u64).saturating_sub(1).max(1);
        10 * MARGINS.0 + 10 * (CHART.0 - MARGINS.0 - MARGINS.1) * place as u64 / last
    }

    fn write_axes(&self, page: &mut String, max: u64) -> std::fmt::Result {
        let (left, right, top, bottom) = (MARGINS.0, CHART.0 - MARGINS.1, MARGINS.2, MARGINS.3);
        let base = CHART.1 - bottom;
        for step in 0..=5 {
            let y = tenths(y(max * step / 5, max));
            let number = number(max * step / 5);
            writeln!(
                page,
                "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{y}\" y2=\"{y}\"/>\
                 <text class=\"tick end\" x=\"{}\" y=\"{y}\" dy=\"4\">{number}</text>",
                left - 8,
            )?;
        }
        for (place, name) in self.places.iter().enumerate() {
            let (x, below) = (tenths(self.x(place)), base + 18);
            let name = escape(name);
            writeln!(page, "<text class=\"tick mid\" x=\"{x}\" y=\"{below}\">{name}</text>")?;
        }
        writeln!(
            page,
            "<line class=\"axis\" x1=\"{left}\" x2=\"{right}\" y1=\"{base}\" y2=\"{base}\"/>\
             <text class=\"label mid\" x=\"{}\" y=\"{}\">floor</text>",
            u64::midpoint(left, right),
            CHART.1 - 6,
        )?;
        let middle = u64::midpoint(top, base);
        writeln!(
            page,
            "<text class=\"label mid\" transform=\"translate(14 {middle}) rotate(-90)\">{}</text>",
            escape(self.unit),
        )
    }

    fn write_curve(
        &self,
        page: &mut String,
        style: usize,
        curve: &Curve,
        max: u64,
    ) -> std::fmt::Result {
        let place = |&(place, value): &(usize, u64)| (self.x(place), y(value, max));
        let points = curve.points.iter().map(place);
        let points: Vec<String> =
            points.map(|(x, y)| format!("{},{}", tenths(x), tenths(y))).collect();
        writeln!(page, "<g {}>", stroke(style))?;
        writeln!(page, "<polyline fill=\"none\" points=\"{}\"/>", points.join(" "))?;
        for point in &curve.points {
            let (x, y) = place(point);
            let (name, floor) = (escape(&curve.name), escape(&self.places[point.0]));
            let number = number(point.1);
            writeln!(
                page,
                "<path {} transform=\"translate({} {})\"><title>{name}, {floor}: {number}</title>\
                 </path>",
                marker(style),
                tenths(x),
                tenths(y),
            )?;
        }
        writeln!(page, "</g>")
    }
}

/// Returns the vertical position of a value, in tenths of an SVG unit.
fn y(value: u64, max: u64) -> u64 {
    let (top, base) = (10 * MARGINS.2, 10 * (CHART.1 - MARGINS.3));
    base - (base - top) * value.min(max) / max.max(1)
}

/// Writes a legend with the names of curves, in the order of their styles.
pub(super) fn write_legend<'a>(
    page: &mut String,
    names: impl Iterator<Item = &'a str>,
) -> std::fmt::Result {
    writeln!(page, "<ul class=\"legend\">")?;
    for (style, name) in names.enumerate() {
        writeln!(
            page,
            "<li><svg width=\"44\" height=\"12\" aria-hidden=\"true\"><g {}>\
             <line x1=\"1\" x2=\"43\" y1=\"6\" y2=\"6\"/><path {} transform=\"translate(22 6)\"/></g>\
             </svg> {}</li>",
            stroke(style),
            marker(style),
            escape(name),
        )?;
    }
    writeln!(page, "</ul>")
}

fn stroke(style: usize) -> String {
    let dash = DASHES[style % DASHES.len()];
    format!("class=\"curve\" style=\"--c:var(--c{})\" stroke-dasharray=\"{dash}\"", style % COLOURS)
}

/// Returns a marker: a circle, a square, a triangle or a diamond, filled or hollow.
fn marker(style: usize) -> String {
    let shape = match style % MARKERS {
        0 => "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
        1 => "M-3 -3h6v6h-6z",
        2 => "M0 -4l4 7h-8z",
        _ => "M0 -4.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z",
    };
    let fill = if (style / MARKERS).is_multiple_of(2) { "full" } else { "hollow" };
    format!("class=\"{fill}\" d=\"{shape}\"")
}

/// A bar with its name and its number.
pub(super) struct Bar {
    /// The name of the bar.
    pub(super) name: String,
    /// The length of the bar, in tenths of the unit.
    pub(super) value: u64,
    /// The index of the bar's colour.
    pub(super) style: usize,
}

/// A panel with horizontal bars, one below another.
pub(super) struct BarPanel<'a> {
    /// The id of the panel in the page.
    pub(super) id: &'a str,
    /// The heading of the panel.
    pub(super) title: &'a str,
    /// The unit of the axis.
    pub(super) unit: &'a str,
    /// The bars from top to bottom.
    pub(super) bars: &'a [Bar],
    /// The value at the end of the axis, in tenths of the unit.
    pub(super) max: u64,
}

impl BarPanel<'_> {
    /// Writes the panel as SVG.
    pub(super) fn write(&self, page: &mut String) -> std::fmt::Result {
        let ((width, bar_height, axis), (left, right)) = (PANEL, BARS);
        let base = 4 + bar_height * self.bars.len() as u64;
        let whole = width - left - right;
        writeln!(page, "<figure class=\"panel\"><figcaption>{}</figcaption>", escape(self.title))?;
        open_svg(page, self.id, self.title, width, base + axis)?;
        for (index, bar) in self.bars.iter().enumerate() {
            let top = 4 + bar_height * index as u64;
            let length = 10 * whole * bar.value.min(self.max) / self.max.max(1);
            let (text_y, number) = (top + bar_height - 5, number(bar.value));
            writeln!(
                page,
                "<text class=\"tick end\" x=\"{}\" y=\"{text_y}\">{}</text>\
                 <rect style=\"fill:var(--c{})\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>\
                 <text class=\"tick\" x=\"{}\" y=\"{text_y}\">{number}</text>",
                left - 6,
                escape(&bar.name),
                bar.style % COLOURS,
                tenths(length),
                bar_height - 4,
                tenths(10 * (left + 5) + length),
            )?;
        }
        write_bar_axis(page, left, whole, base, self.max, self.unit)?;
        writeln!(page, "</svg></figure>")
    }
}

/// Writes a horizontal axis from 0 to `max` tenths of `unit`.
fn write_bar_axis(
    page: &mut String,
    left: u64,
    width: u64,
    base: u64,
    max: u64,
    unit: &str,
) -> std::fmt::Result {
    writeln!(
        page,
        "<line class=\"axis\" x1=\"{left}\" x2=\"{}\" y1=\"{base}\" y2=\"{base}\"/>",
        left + width
    )?;
    for step in [0, 1, 2] {
        let (x, number) = (left + width * step / 2, number(max * step / 2));
        writeln!(page, "<text class=\"tick mid\" x=\"{x}\" y=\"{}\">{number}</text>", base + 13)?;
    }
    writeln!(
        page,
        "<text class=\"label mid\" x=\"{}\" y=\"{}\">{}</text>",
        left + width / 2,
        base + 28,
        escape(unit),
    )
}

/// Writes a legend and a bar for each row. The bar is split by the row's shares in thousandths.
pub(super) fn write_shares(
    page: &mut String,
    id: &str,
    title: &str,
    parts: [&str; 3],
    rows: &[(&str, [u64; 3])],
) -> std::fmt::Result {
    let ((width, _, axis), (left, right), height) = (CHART_OF_SHARES, BARS, 22);
    let whole = width - left - right;
    writeln!(page, "<ul class=\"legend\">")?;
    for (style, part) in parts.iter().enumerate() {
        writeln!(page, "<li><span class=\"swatch s{style}\"></span> {}</li>", escape(part))?;
    }
    writeln!(page, "</ul>")?;
    let base = 4 + height * rows.len() as u64;
    open_svg(page, id, title, width, base + axis)?;
    for (index, (name, shares)) in rows.iter().enumerate() {
        let top = 4 + height * index as u64;
        let (name_x, text_y) = (left - 6, top + 14);
        let name = escape(name);
        writeln!(page, "<text class=\"tick end\" x=\"{name_x}\" y=\"{text_y}\">{name}</text>")?;
        let mut start = 0;
        for (style, (share, part)) in shares.iter().zip(parts).enumerate() {
            let (x, length) = (10 * left + whole * start / 100, whole * share / 100);
            let (percent, part) = (tenths(*share), escape(part));
            writeln!(
                page,
                "<rect class=\"s{style}\" x=\"{}\" y=\"{top}\" width=\"{}\" height=\"18\">\
                 <title>{name}, {part}: {percent} %</title></rect>",
                tenths(x),
                tenths(length),
            )?;
            // A number that does not fit into its bar is still shown in the table.
            if *share >= 60 {
                let middle = tenths(x + length / 2);
                let class = format!("inside t{style}");
                writeln!(
                    page,
                    "<text class=\"{class}\" x=\"{middle}\" y=\"{text_y}\">{percent}</text>"
                )?;
            }
            start += share;
        }
    }
    write_bar_axis(page, left, whole, base, 1000, "% of turns")?;
    writeln!(page, "</svg>")
}

/// The sizes, as in [`PANEL`], for a chart of shares.
const CHART_OF_SHARES: (u64, u64, u64) = (760, 22, 34);

fn open_svg(page: &mut String, id: &str, title: &str, width: u64, height: u64) -> std::fmt::Result {
    let title = escape(title);
    writeln!(
        page,
        "<svg id=\"{id}\" role=\"img\" aria-labelledby=\"{id}-title\" \
         viewBox=\"0 0 {width} {height}\"><title id=\"{id}-title\">{title}</title>"
    )
}

/// Returns a round number of tenths that is at least `value`. A fifth of the result is a whole number of tenths, and so
/// is a half, unless the result is 15.
pub(super) fn round_up(value: u64) -> u64 {
    let mut unit = 1;
    loop {
        let round = [10, 15, 20, 30, 40, 50, 60, 80].map(|factor| factor * unit);
        if let Some(round) = round.into_iter().find(|round| *round >= value) {
            return round;
        }
        unit *= 10;
    }
}

/// Formats a number of tenths, without a decimal if the number is whole.
fn number(value: u64) -> String {
    if value.is_multiple_of(10) { (value / 10).to_string() } else { tenths(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(escape("<a href='x'>\"&\""), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;");
    }

    #[test]
    fn axes_end_at_round_numbers() {
        assert_eq!([0, 10, 11, 49, 51, 20_001].map(round_up), [10, 10, 15, 50, 60, 30_000]);
        assert_eq!([0, 125, 1000].map(number), ["0", "12.5", "100"]);
    }
}
