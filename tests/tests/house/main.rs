//! Tests of the sources: layers, file lengths, names, links and rule ids.

mod layers;
mod links;
mod numbers;
mod public;
mod rule_ids;
mod tidy;
