//! Tests numbers and texts that are private to the crate.

#[allow(unreachable_pub, reason = "it is public in the test kit")]
#[path = "../../../tests/testkit/src/input_schemes.rs"]
mod input_schemes;
mod number_tables;
mod numbers;
mod rulebook;
mod text;
mod text_build;
mod text_facts;
mod text_style;
