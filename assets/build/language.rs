//! Reads a translation and lays it over the English text. A sentence without a translation stays English.

use crate::fault::{Error, error, without_mark};
use crate::sentence;
use crate::text::{Entry, Text, read_entry};

/// Replaces sentences of the English text with the sentences of `translation`; `file` is the path of the translation in
/// the repository. The translation uses the same headings and ids as the English text. Only the English text defines
/// places (the arguments of placeholders), families and widths.
///
/// # Errors
/// Returns the first fault in `translation`. If there is none, returns the first translated sentence that is too long.
/// If all of these fit, returns the first English sentence that the translated names make too long.
pub(crate) fn translate(english: Text, translation: &str, file: &str) -> Result<Text, Error> {
    let mut all = english;
    let mut heading = None;
    for (line, text) in (1..).zip(without_mark(translation).lines()) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(name) = text.strip_prefix('[') {
            let name = name.strip_suffix(']').unwrap_or(name);
            if entries(&mut all, name).is_none() {
                return error(line, 2, format!("English has no heading [{name}]"));
            }
            heading = Some(name);
            continue;
        }
        let Some(heading) = heading else {
            return error(line, 1, "a heading stands above the first entry");
        };
        let entry = read_entry(line, text, Vec::new())?;
        replace(&mut all, heading, entry, file)?;
    }
    check_widths(&all)?;
    all.check()?;
    Ok(all)
}

/// Returns the entries below a heading such as `event` or `monster.pack_rat`.
fn entries<'a>(all: &'a mut Text, heading: &str) -> Option<&'a mut Vec<Entry>> {
    if let Some((family, thing)) = heading.split_once('.') {
        let family = all.families.iter_mut().find(|known| known.name == family)?;
        let block = family.blocks.iter_mut().find(|block| block.id == thing)?;
        return Some(&mut block.entries);
    }
    Some(&mut all.groups.iter_mut().find(|group| group.name == heading)?.entries)
}

/// Returns the names of the places that the game fills in the sentence `id` below `heading`. If the heading names a
/// thing, such as a monster, the result contains the places of the field `id` in all things of that family.
fn places_filled(all: &Text, heading: &str, id: &str) -> Vec<String> {
    let of = |entries: &[Entry]| {
        let same = entries.iter().filter(|entry| entry.id == id);
        same.flat_map(|entry| entry.places.clone()).collect::<Vec<_>>()
    };
    let family = heading.split_once('.').and_then(|(family, _)| all.family(family));
    match family {
        Some(family) => family.blocks.iter().flat_map(|block| of(&block.entries)).collect(),
        None => {
            let group = all.groups.iter().filter(|group| group.name == heading);
            group.flat_map(|group| of(&group.entries)).collect()
        }
    }
}

/// Replaces the English words of an entry with the words of `new`.
fn replace(all: &mut Text, heading: &str, new: Entry, file: &str) -> Result<(), Error> {
    let (line, column) = (new.line, new.column);
    if new.width.is_some() {
        return error(line, 1, "the widths are those of English");
    }
    let pieces = sentence::parse(line, column, &new.words, &all.places)?;
    let filled = places_filled(all, heading, &new.id);
    if let Some(place) = sentence::places(&pieces).iter().find(|place| !filled.contains(place)) {
        return error(line, column, format!("the game does not fill `{place}` in this sentence"));
    }
    let known = entries(all, heading)
        .and_then(|entries| entries.iter_mut().find(|entry| entry.id == new.id));
    let Some(known) = known else {
        return error(line, 1, format!("English has no `{}` below [{heading}]", new.id));
    };
    if known.file.is_some() {
        return error(line, 1, format!("there is an entry `{}` already", new.id));
    }
    *known = Entry {
        pieces,
        width: known.width,
        places: std::mem::take(&mut known.places),
        remark: std::mem::take(&mut known.remark),
        file: Some(file.to_owned()),
        ..new
    };
    Ok(())
}

/// Checks that the translated sentences fit. Then checks that the sentences that stay English still fit with the
/// translated names.
fn check_widths(all: &Text) -> Result<(), Error> {
    let is_wide =
        |entry: &&Entry| entry.width.is_some_and(|most| sentence::width(&entry.pieces, all) > most);
    let wide: Vec<&Entry> = all.entries().filter(is_wide).collect();
    let own = wide.iter().find(|entry| entry.file.is_some());
    let Some(first) = own.or(wide.first()) else { return Ok(()) };
    let (width, id) = (sentence::width(&first.pieces, all), &first.id);
    if first.file.is_none() {
        return error(1, 1, format!("English `{id}` has {width} characters now: translate it"));
    }
    let most = first.width.unwrap_or(0);
    let message = format!("this may have {width} characters, and has room for {most}");
    error(first.line, first.column, message)
}
