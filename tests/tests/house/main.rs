//! Tests of the sources: the rules of the house.

mod layers;
mod links;
mod numbers;
mod public;
mod rule_ids;
mod tidy;
