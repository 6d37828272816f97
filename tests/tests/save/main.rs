//! Tests of saves and recordings.

mod app;
mod bestiary;
mod bit_by_bit;
mod chips;
mod compatibility;
mod cuts;
mod damage;
mod fuzz;
mod journal;
mod recordings;
mod replay_format;
mod replays;
mod sectors;
mod sizes;
mod words;
