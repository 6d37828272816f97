//! The sentences of `assets/text/en.txt`. The build makes a function for each sentence, named after the sentence's
//! heading and id. Three mistakes are compile errors: an unused sentence, a call of a missing sentence, and a call with
//! wrong arguments.

#![deny(dead_code)]

use super::message::{SENTENCE_BYTES_MAX, Sentence};
use crate::content::rooms::{self, Furnishing};
use crate::content::{
    Feat, Firmware, Graft, ItemKind, Kit, Label, MonsterKind, Night, PlaceKind, PotionColour, Slot,
    SpillKind, Status,
};
use crate::controls::Control;
use crate::geometry::Direction;
use crate::rules::travel::Unused;
use crate::rules::{Actor, AllyEnd, TerminalResult};
use crate::world::{Conduct, KingsEnd, Terrain};

include!(env!("MUSREX_TEXT"));

const _: () = assert!(BYTES_MAX <= SENTENCE_BYTES_MAX, "a sentence of assets/text is too long");
const _: () = assert!(room::COUNT == rooms::COUNT, "assets/text has a block [room.…] for each");

/// The name of a thing, in all forms that the sentences need.
#[derive(Clone, Copy, Debug)]
pub struct Noun(&'static [&'static str]);

impl Noun {
    /// Returns the name without an article.
    pub const fn name(self) -> &'static str {
        self.0[0]
    }
}

impl From<MonsterKind> for Noun {
    fn from(kind: MonsterKind) -> Noun {
        monster::noun(kind)
    }
}

impl From<Actor> for Noun {
    fn from(actor: Actor) -> Noun {
        match actor {
            Actor::Player => Noun(&const { [name::you(), name::you(), name::you()] }),
            Actor::Monster(kind) | Actor::Ally(kind) => kind.into(),
        }
    }
}

impl From<ItemKind> for Noun {
    fn from(kind: ItemKind) -> Noun {
        item::noun(kind)
    }
}

impl From<Label> for Noun {
    fn from(label: Label) -> Noun {
        match label {
            Label::Known(kind) => kind.into(),
            Label::Unknown(colour) => potion::noun(colour),
        }
    }
}

impl From<SpillKind> for Noun {
    fn from(kind: SpillKind) -> Noun {
        spill::noun(kind)
    }
}

/// An argument for a placeholder of a sentence.
enum Argument<'a> {
    Noun(Noun),
    Number(u32),
    Signed(i32),
    Text(&'a str),
}

/// Returns a sentence with its placeholders filled. The build has checked the length of the sentence.
fn fill(template: &str, arguments: &[Argument<'_>]) -> Sentence {
    let mut text = Sentence::new();
    let mut rest = template;
    while let Some(at) = rest.bytes().position(|byte| byte <= END) {
        push(&mut text, &rest[..at]);
        let bytes = &rest.as_bytes()[at..];
        let argument = |byte: u8| &arguments[usize::from(byte - FIRST)];
        rest = &rest[at + 1..];
        match bytes[0] {
            PLACE => {
                fill_place(&mut text, argument(bytes[1]), bytes[2] - FIRST);
                rest = &rest[2..];
            }
            PLURAL => {
                rest = &rest[1..];
                if !matches!(argument(bytes[1]), Argument::Number(1)) {
                    rest = after(rest, OR);
                }
            }
            OR => rest = after(rest, END),
            _ => {}
        }
    }
    push(&mut text, rest);
    text
}

/// Returns the part of the text after the first byte `mark`.
fn after(text: &str, mark: u8) -> &str {
    text.bytes().position(|byte| byte == mark).map_or("", |at| &text[at + 1..])
}

fn fill_place(text: &mut Sentence, argument: &Argument<'_>, form: u8) {
    match *argument {
        Argument::Text(words) => push(text, words),
        Argument::Number(number) => push_number(text, number),
        Argument::Signed(number) => {
            push(text, if number < 0 { "-" } else { "+" });
            push_number(text, number.unsigned_abs());
        }
        Argument::Noun(Noun(forms)) => {
            let words = forms[usize::from(form / 2)];
            let (first, rest) = words.split_at(words.chars().next().map_or(0, char::len_utf8));
            let capital = first.chars().next().filter(|_| form % 2 == 1);
            match capital.map(|letter| letter.to_ascii_uppercase()) {
                Some(letter) => {
                    text.push(letter).expect(FITS);
                    push(text, rest);
                }
                None => push(text, words),
            }
        }
    }
}

const FITS: &str = "every sentence fits its bytes";

fn push(text: &mut Sentence, words: &str) {
    text.push_str(words).expect(FITS);
}

fn push_number(text: &mut Sentence, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8)).expect(FITS);
}
