//! The icon of the window.

/// The icon as PNG, 64 × 64 pixels; `cargo run -p musrex-assets --example icons` draws it.
pub(super) static PNG: &[u8] = include_bytes!("../../../share/icons/hicolor/64x64/apps/musrex.png");
