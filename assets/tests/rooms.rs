//! Tests that each fault in a file of `rooms/` is reported with its line and its column.

#[path = "../build/fault.rs"]
mod fault;
#[path = "../build/rooms.rs"]
mod rooms;

use rooms::parse;

const ROOM: &str = "\
; A comment.
purpose = fight
weight = 3
floors = 4-6, 9
C = cage

#####
#C..+
#####
";

#[test]
fn a_room_is_read() {
    let room = parse(ROOM).expect("it is well formed");
    assert_eq!((room.purpose.as_str(), room.weight), ("fight", 3));
    assert_eq!(room.floors, 1 << 4 | 1 << 5 | 1 << 6 | 1 << 9);
    assert_eq!(room.rows, ["#####", "#C..+", "#####"]);
    let [key] = &room.key[..] else { panic!("one letter is in the key") };
    assert_eq!((key.letter, key.meaning.as_str(), key.line, key.column), ('C', "cage", 5, 5));
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let marked = parse(&format!("\u{FEFF}{ROOM}")).expect("it is well formed");
    assert_eq!(marked.purpose, "fight");
}

/// Replaces `from` in the room. Returns the line and the column of the reported error.
fn place(from: &str, to: &str) -> (usize, usize) {
    assert!(ROOM.contains(from), "{from}");
    let error = parse(&ROOM.replacen(from, to, 1)).expect_err(to);
    assert!(!error.message.is_empty() && error.to_string().starts_with(&error.line.to_string()));
    (error.line, error.column)
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let faults = [
        ("purpose = fight", "purpose = flight", (2, 11)),
        ("purpose = fight\n", "", (5, 1)),
        ("weight = 3", "weight = 10", (3, 10)),
        ("weight = 3", "weight: 3", (3, 1)),
        ("weight = 3", "weight = 3 ", (3, 10)),
        ("4-6, 9", "4-6, 13", (4, 15)),
        ("4-6, 9", "6-4", (4, 10)),
        ("C = cage", "CC = cage", (5, 1)),
        ("C = cage", "C = cage\nC = cage", (6, 1)),
        ("C = cage", "C = cage\nd = water", (6, 1)),
        ("C = cage", "# = cage", (5, 1)),
        ("\n\n#####", "\n#####", (8, 1)),
        ("#C..+", "#C.x+", (8, 4)),
        ("#C..+", "#C.+", (8, 5)),
        ("#C..+", "#C..+#", (8, 6)),
        ("#C..+", "#C..#", (7, 1)),
        ("#C..+", "#C...", (8, 5)),
        ("#C..+", "#C. +", (8, 3)),
        ("#C..+", "#C.#+", (8, 5)),
        ("#####\n", "", (7, 1)),
    ];
    for (from, to, wanted) in faults {
        assert_eq!(place(from, to), wanted, "{to:?}");
    }
}

#[test]
fn a_room_is_not_too_large() {
    let wide = format!("{}\n#{}+\n{}\n", "#".repeat(18), ".".repeat(16), "#".repeat(18));
    let head = ROOM.split("\n\n").next().expect("it has a key").replace("C = cage\n", "");
    let head = head.replace("\nC = cage", "");
    let error = parse(&format!("{head}\n\n{wide}")).expect_err("18 columns are too many");
    assert_eq!((error.line, error.column), (6, 18));
    let high = format!("{head}\n\n#####\n{}#####\n", "#...+\n".repeat(16));
    assert_eq!(parse(&high).expect_err("18 rows are too many").line, 6 + 17);
}
