//! Formats tables, and numbers with their errors.

use crate::meter::statistics::Advantage;

/// Returns a table with this heading and these rows of cells.
pub(super) fn table(heading: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heading: Vec<String> = heading.iter().map(|&cell| cell.to_owned()).collect();
    let rule = format!("|---|{}\n", "---:|".repeat(heading.len() - 1));
    rows.iter().fold(line(&heading) + &rule, |text, row| text + &line(row))
}

/// Returns a share with its standard error, in percent.
pub(super) fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let (share, whole) = (part as f64 / whole as f64, whole as f64);
    let error = (share * (1.0 - share) / whole).sqrt();
    format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * error)
}

/// Returns the mean of differences between chances, with its standard error, in percentage points.
pub(super) fn points(differences: &[f64]) -> String {
    if differences.len() < 2 {
        return "–".to_owned();
    }
    let Advantage { mean, error, .. } = Advantage::of(differences);
    format!("{:+.1} ± {:.1}", 100.0 * mean, 100.0 * error)
}
