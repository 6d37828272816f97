//! Tests of what is seen and heard: screens, words, pictures and sounds.

mod buttons;
mod deed_goldens;
mod frame;
mod goldens;
mod help;
mod lessons;
mod listener;
mod log;
mod look;
mod map;
mod mark_goldens;
mod marks;
mod moving_goldens;
mod newcomer;
mod pack;
mod palette;
mod play;
mod rules_pictures;
mod rules_screen;
mod scrolling;
mod sound;
mod sound_seen;
mod text;
mod text_facts;
mod tile_sets;
mod views;
