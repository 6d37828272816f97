//! The form of the files in `rooms/`: what is wrong is named with its line and its column.

#[path = "../build/fault.rs"]
mod fault;
#[path = "../build/rooms.rs"]
mod rooms;

use rooms::parse;

const ROOM: &str = "\
; A comment.
name = The Kennel
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
    assert_eq!(
        (room.name.as_str(), room.purpose.as_str(), room.weight),
        ("The Kennel", "fight", 3)
    );
    assert_eq!(room.floors, 1 << 4 | 1 << 5 | 1 << 6 | 1 << 9);
    assert_eq!(room.rows, ["#####", "#C..+", "#####"]);
    let [key] = &room.key[..] else { panic!("one letter is in the key") };
    assert_eq!((key.letter, key.meaning.as_str(), key.line, key.column), ('C', "cage", 6, 5));
}

#[test]
fn a_byte_order_mark_is_no_fault() {
    let marked = parse(&format!("\u{FEFF}{ROOM}")).expect("it is well formed");
    assert_eq!(marked.name, "The Kennel");
}

/// Replaces `from` in the room and returns where the error is said to be.
fn place(from: &str, to: &str) -> (usize, usize) {
    assert!(ROOM.contains(from), "{from}");
    let error = parse(&ROOM.replacen(from, to, 1)).expect_err(to);
    assert!(!error.message.is_empty() && error.to_string().starts_with(&error.line.to_string()));
    (error.line, error.column)
}

#[test]
fn what_is_wrong_is_named_with_line_and_column() {
    let faults = [
        ("purpose = fight", "purpose = flight", (3, 11)),
        ("purpose = fight\n", "", (6, 1)),
        ("weight = 3", "weight = 10", (4, 10)),
        ("weight = 3", "weight: 3", (4, 1)),
        ("weight = 3", "weight = 3 ", (4, 10)),
        ("4-6, 9", "4-6, 13", (5, 15)),
        ("4-6, 9", "6-4", (5, 10)),
        ("C = cage", "CC = cage", (6, 1)),
        ("C = cage", "C = cage\nC = cage", (7, 1)),
        ("C = cage", "C = cage\nd = water", (7, 1)),
        ("C = cage", "# = cage", (6, 1)),
        ("\n\n#####", "\n#####", (9, 1)),
        ("#C..+", "#C.x+", (9, 4)),
        ("#C..+", "#C.+", (9, 5)),
        ("#C..+", "#C..+#", (9, 6)),
        ("#C..+", "#C..#", (8, 1)),
        ("#C..+", "#C...", (9, 5)),
        ("#C..+", "#C. +", (9, 3)),
        ("#C..+", "#C.#+", (9, 5)),
        ("#####\n", "", (8, 1)),
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
    assert_eq!((error.line, error.column), (7, 18));
    let high = format!("{head}\n\n#####\n{}#####\n", "#...+\n".repeat(16));
    assert_eq!(parse(&high).expect_err("18 rows are too many").line, 7 + 17);
}
