//! Tests that each fault in a file of `text/` is reported with its line and its column.

#[path = "../build/fault.rs"]
mod fault;
#[path = "../build/language.rs"]
mod language;
#[path = "../build/sentence.rs"]
mod sentence;
#[path = "../build/text.rs"]
mod text;
#[path = "../build/text_code.rs"]
mod text_code;

use text::parse;

const TEXT: &str = "\
# A remark on the file.

[places]
monster = noun monster
damage = number 99
change = signed 9
key = text 5

[families]
monster = MonsterKind name(8) a look hits? told?
floor = numbered name

[event] (24)
# Said to the player.
hit = The {monster} bites you.
woke = {monster.A} wakes.
turns (20) = {damage:A turn is|{damage} turns are} lost.
plain = It rains.
unit = \" xp\"
keys = {key}: go, {change}

[monster.pack_rat]
name = Pack Rat
a = a Pack Rat
look = All teeth.
hits = Nips you for {damage}.

[monster.king]
name = King
a = the King
look = All crown.

[floor.lobby]
name = Lobby
";

#[test]
fn a_text_is_read() {
    let text = parse(TEXT).expect("it is well formed");
    let [event] = &text.groups[..] else { panic!("one group") };
    let ids: Vec<&str> = event.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["hit", "woke", "turns", "plain", "unit", "keys"]);
    assert_eq!(event.entries[0].remark, ["Said to the player."]);
    assert_eq!(event.entries[4].words, " xp", "quotes keep blanks");
    let widths = event.entries.iter().map(|entry| sentence::width(&entry.pieces, &text));
    // The width of a sentence assumes the longest name, two digits and the longer of two plural forms.
    assert_eq!(widths.collect::<Vec<_>>(), [23, 17, 18, 9, 3, 13]);
    assert!(text.check_numbered("floor", &["lobby".to_owned()]).is_ok());
}

/// Replaces `from` in the text. Returns the line and the column of the reported error.
fn place(from: &str, to: &str) -> (usize, usize) {
    assert!(TEXT.contains(from), "{from}");
    let error = parse(&TEXT.replacen(from, to, 1)).expect_err(to);
    assert!(!error.message.is_empty() && error.to_string().starts_with(&error.line.to_string()));
    (error.line, error.column)
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let faults = [
        // Faults of places: an unknown place, an unknown kind of place, a place that no sentence uses, a place that is
        // defined twice, an unknown family, and braces without a partner.
        ("bites you.", "bites {whom}.", (15, 28)),
        ("damage = number 99", "damage = digits 99", (5, 10)),
        ("key = text 5", "key = text 5\nmore = text 5", (8, 1)),
        ("key = text 5", "key = text 5\nkey = text 5", (8, 1)),
        ("noun monster", "noun item", (4, 1)),
        ("The {monster} bites", "The {monster bites", (15, 11)),
        ("bites you.", "bites} you.", (15, 26)),
        // Faults of forms: an unknown form, a form of a place without forms, and a form that the family lacks.
        ("{monster.A}", "{monster.an}", (16, 17)),
        ("{monster.A}", "{monster.the}", (16, 9)),
        ("{key}: go", "{key.a}: go", (20, 13)),
        ("name(8) a look", "name(8) look", (24, 1)),
        // Faults of plurals: too few forms, too many forms, a plural of text, and a plural within another plural.
        ("{damage:A turn is|{damage} turns are}", "{damage:A turn is}", (17, 14)),
        ("turns are}", "turns are|more}", (17, 14)),
        ("{key}: go", "{key:one|more}: go", (20, 9)),
        ("|{damage} turns", "|{damage:a|b} turns", (17, 32)),
        // Faults of widths: the words are too long for the entry, its group or its field, or the width is not a number.
        ("(20)", "(17)", (17, 14)),
        ("bites you.", "bites you all.", (15, 7)),
        ("name = King", "name = Mice King", (29, 8)),
        ("(20)", "(wide)", (17, 8)),
        // Duplicates: a group, a block, an entry, a field, a family.
        ("[monster.pack_rat]", "[event]", (22, 2)),
        ("[monster.king]", "[monster.pack_rat]", (28, 10)),
        ("plain = ", "hit = ", (18, 1)),
        ("name = King", "name = King\nname = King", (30, 1)),
        ("floor = numbered", "monster = numbered", (11, 1)),
        // Parts that are missing or unknown.
        ("look = All crown.\n", "", (28, 1)),
        ("look = All crown.", "locks = All crown.", (31, 1)),
        ("[monster.king]", "[item.king]", (28, 2)),
        ("[floor.lobby]\nname = Lobby\n", "", (11, 1)),
        ("[places]\n", "", (3, 1)),
        // Faults in the form of a line.
        ("plain = It rains.", "plain: It rains.", (18, 1)),
        ("plain = It rains.", "plain =  It rains.", (18, 9)),
        ("plain = It rains.", "Plain = It rains.", (18, 1)),
        ("plain = It rains.", "move = It rains.", (18, 1)),
        ("[event] (24)", "[event (24)", (13, 1)),
        ("It rains.", "It\u{7}rains.", (18, 11)),
    ];
    for (from, to, wanted) in faults {
        assert_eq!(place(from, to), wanted, "{to:?}");
    }
}

#[test]
fn a_numbered_family_has_the_things_it_is_for() {
    let text = parse(TEXT).expect("it is well formed");
    let things = ["lobby".to_owned(), "throne".to_owned()];
    let fault = text.check_numbered("floor", &things).expect_err("the throne has no block");
    assert_eq!((fault.line, fault.column), (33, 1));
    assert!(fault.message.contains("[floor.throne]"), "{}", fault.message);
    assert!(text.check_numbered("floor", &[]).is_err(), "the lobby is none of them");
}

#[test]
fn a_letter_without_a_glyph_is_named() {
    let text = parse(&TEXT.replace("It rains.", "It rāins.")).expect("it is well formed");
    let fault =
        text.check_letters(include_str!("../font.txt")).expect_err("there is no such glyph");
    assert_eq!((fault.line, fault.column), (18, 13));
    let text = parse(&TEXT.replace("It rains.", "It ▲ rains.")).expect("it is well formed");
    assert!(text.check_letters(include_str!("../font.txt")).is_ok());
}

/// Returns the signatures of the functions generated for a text.
fn functions(text: &str) -> Vec<String> {
    let code = text_code::write(&parse(text).expect("it is well formed"), "assets/text/en.txt");
    let heads = code.lines().filter_map(|line| line.split_once("pub(crate) "));
    let heads = heads.filter_map(|(_, head)| Some(head.split_once(" {")?.0.to_owned()));
    heads.filter(|head| head.contains("fn ")).collect()
}

#[test]
fn a_sentence_is_a_function_of_its_places() {
    let functions = functions(TEXT);
    for wanted in [
        "fn hit(monster: impl Into<super::Noun>) -> super::Sentence",
        "fn turns(damage: impl Into<u32>) -> super::Sentence",
        "const fn plain() -> &'static str",
        "fn keys(change: impl Into<i32>, key: &str) -> super::Sentence",
        "const fn look(kind: super::MonsterKind) -> &'static str",
        "fn hits(kind: super::MonsterKind, damage: impl Into<u32>) -> Option<super::Sentence>",
        "const fn name(number: usize) -> &'static str",
    ] {
        assert!(functions.iter().any(|head| head == wanted), "{wanted} of {functions:#?}");
    }
}

// A translation may order its words differently; the core still calls the same functions.
#[test]
fn the_order_of_words_changes_no_function() {
    let other = TEXT
        .replace("The {monster} bites you.", "You are bitten: {monster}")
        .replace("{key}: go, {change}", "{change}: go, {key}")
        .replace("{damage:A turn is|{damage} turns are} lost.", "Lost {damage:it|so}.");
    assert_ne!(other, TEXT);
    assert_eq!(functions(&other), functions(TEXT));
}

/// A translation of two sentences and a name.
const GERMAN: &str = "\
# Deutsch.

[event]
# Without its number, and in another order.
turns = {damage:Eine Runde|Runden} weg.
woke = Wach: {monster.a}!

[monster.king]
name = K\u{f6}nig
";

fn english() -> text::Text {
    parse(TEXT).expect("it is well formed")
}

fn german(words: &str) -> Result<String, String> {
    let text = language::translate(english(), words, "assets/text/de.txt");
    let text = text.map_err(|error| error.to_string())?;
    Ok(text_code::write(&text, "assets/text/en.txt"))
}

// A sentence without a translation stays English, and the core calls all functions in the same way.
#[test]
fn a_language_of_two_sentences_stands_over_english() {
    let code = german(GERMAN).expect("it is well formed");
    for wanted in ["Wach: ", "K\u{f6}nig", "Eine Runde", " bites you.", "All crown.", "It rains."] {
        assert!(code.contains(wanted), "{wanted} of {code}");
    }
    assert!(!code.contains(" wakes."), "{code}");
    let heads = |code: &str| -> Vec<String> {
        let heads = code.lines().filter_map(|line| line.split_once("pub(crate) "));
        heads.filter_map(|(_, head)| Some(head.split_once(" {")?.0.to_owned())).collect()
    };
    let english = text_code::write(&english(), "assets/text/en.txt");
    assert_eq!(heads(&code), heads(&english));
    assert!(code.contains("// assets/text/de.txt:6") && code.contains("// assets/text/en.txt:15"));
}

// A translation may omit a placeholder. A fault states its line in the translation; for a sentence that stays English,
// the line is 1.
#[test]
fn what_is_wrong_in_a_language_is_named_with_its_line() {
    assert!(german("").is_ok() && german("[event]\nhit = Au!\n").is_ok());
    for (words, wanted) in [
        ("[events]\n", "1:2: "),
        ("[monster.cat]\n", "1:2: "),
        ("[places]\n", "1:2: "),
        ("plain = Regen.\n", "1:1: "),
        ("[event]\nrain = Regen.\n", "2:1: "),
        ("[event]\nplain = Regen.\nplain = Regen.\n", "3:1: "),
        ("[event]\nplain (30) = Regen.\n", "2:1: "),
        ("[event]\nplain = {damage} Regen.\n", "2:9: "),
        ("[event]\nplain = {dmg} Regen.\n", "2:10: "),
        // Faults of widths: a sentence or a name is too wide by itself, or a name makes a sentence that stays English
        // too wide.
        ("[event]\nplain = Es regnet schon seit Tagen.\n", "2:9: "),
        ("[monster.king]\nname = Oberkoenig\n", "2:8: "),
        ("[monster.king]\na = der allerhoechste Koenig\n", "1:1: "),
    ] {
        let message = german(words).expect_err(words);
        assert!(message.starts_with(wanted), "{words}: {message}");
    }
}
