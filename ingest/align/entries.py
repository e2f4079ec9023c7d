"""What changed in a rule: typed values first, then the wording; and the history of one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from ingest.align.classify import quoted, visible_class
from ingest.align.model import Change, ChangeSeverity
from ingest.align.words import word_counts, word_diff
from ingest.glossary.model import Entry, WeaponProfile
from ingest.glossary.records import described, field_name
from ingest.model import Place, RevisionId
from ingest.visible import fold, words

_FIELDS = ("damage", "ps", "burst", "ammunition", "saving_attribute", "saves")


class EntryVersion(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wording of a rule, and what brought it."""

    by: Literal["revision", "update", "edition"]
    label: str  # revision id, version of the printed update, or edition
    timestamp: str | None = None
    user: str | None = None
    text: str = ""
    changes: tuple[Change, ...] = ()  # against the wording before
    place: Place | None = None


def entry_changes(old: Entry, new: Entry) -> tuple[Change, ...]:
    """What a player who knew *old* must learn of *new*."""
    profiles = tuple(_profiles(old, new))
    return (*_named(old, new), *_values(old, new), *profiles, *_texts(old, new, told=bool(profiles)))


def paired(old: Iterable[Entry], new: Iterable[Entry]) -> Iterator[tuple[Entry | None, Entry | None]]:
    """Yield the entries of two states of the rules side by side, by id, then by kind, name and level."""
    before = {entry.id: entry for entry in old}
    late: list[Entry] = []
    for entry in new:
        twin = before.pop(entry.id, None)
        if twin is None:
            late.append(entry)
        else:
            yield twin, entry
    names: dict[tuple[str, str, str | None], list[Entry]] = {}
    for entry in before.values():
        names.setdefault(_identity(entry), []).append(entry)
    for entry in late:
        twins = names.get(_identity(entry))
        yield (twins.pop(0) if twins else None), entry
    for rest in names.values():
        for entry in rest:
            yield entry, None


def _identity(entry: Entry) -> tuple[str, str, str | None]:
    return entry.kind, fold(entry.name), entry.level


def _change(entry: Entry, kind: str, severity: ChangeSeverity, detail: str) -> Change:
    return Change(
        type=kind,
        severity=severity,
        section=entry.heading or entry.name,
        detail=detail,
        new_line=entry.source.line or 0,
    )


def _named(old: Entry, new: Entry) -> Iterator[Change]:
    if old.name != new.name:
        yield _change(new, "heading-renamed", "wording", f"“{old.name}” → “{new.name}”")
    if old.page != new.page:
        yield _change(new, "moved", "layout", f"from {old.page.partition(':')[2]} to {new.page.partition(':')[2]}")


def _values(old: Entry, new: Entry) -> Iterator[Change]:
    for name, was, now in (
        ("class", old.cls, new.cls),
        ("level", old.level, new.level),
        ("category", old.category, new.category),
        ("marker", old.marker, new.marker),
    ):
        if (was or now) and _tight(was or "") != _tight(now or ""):
            yield _change(new, "value", "value", f"{name} {was or '–'} → {now or '–'}")
    yield from _members(new, "label", old.labels, new.labels)


def _tight(value: str) -> str:
    """*value* as one is told from another: a blank beside a stroke says nothing."""
    return "".join(fold(value).split())


def _members(entry: Entry, what: str, was: Sequence[str], now: Sequence[str], head: str = "") -> Iterator[Change]:
    before, after = {fold(value) for value in was}, {fold(value) for value in now}
    for value in was:
        if fold(value) not in after:
            yield _change(entry, "value", "value", f"{head}{what} {value} dropped")
    for value in now:
        if fold(value) not in before:
            yield _change(entry, "value", "value", f"{head}{what} {value} added")


def _profiles(old: Entry, new: Entry) -> Iterator[Change]:
    before, after = _modes(old), _modes(new)
    late = [mode for mode in after if mode not in before]
    gone = [mode for mode in before if mode not in after]
    for mode, profile in after.items():
        twin = before.pop(gone[0] if len(late) == len(gone) == 1 and mode == late[0] else mode, None)
        if twin is None:
            yield _change(new, "added", "value", f"profile {_label(profile)} added")
        else:
            yield from _profile(new, twin, profile, len(after) > 1)
    for profile in before.values():
        yield _change(new, "removed", "value", f"profile {_label(profile)} dropped")


def _modes(entry: Entry) -> dict[tuple[str, str], WeaponProfile]:
    """The profiles by name and mode; one that is printed several times counts once."""
    found: dict[tuple[str, str], WeaponProfile] = {}
    for profile in entry.profiles:
        found.setdefault(_mode(profile), profile)
    return found


def _profile(entry: Entry, old: WeaponProfile, new: WeaponProfile, several: bool) -> Iterator[Change]:
    head = f"{_label(new)}: " if several else ""
    yield from (_change(entry, "value", "value", f"{head}{detail}") for detail in _fields(old, new))
    yield from _members(entry, "trait", old.traits, new.traits, head)
    if old.ranges != new.ranges:
        yield from _ranges(entry, old, new, head)
    if old.no_fire_beyond != new.no_fire_beyond:
        detail = f"{head}no fire beyond {old.no_fire_beyond or '–'} → {new.no_fire_beyond or '–'}"
        yield _change(entry, "value", "value", detail)


def _fields(old: WeaponProfile, new: WeaponProfile) -> Iterator[str]:
    was, now = ({field: _given(getattr(side, field)) for field in _FIELDS} for side in (old, new))
    if was["damage"] and now["ps"] and not (was["ps"] or now["damage"]):  # one scale for another
        yield f"Damage {was['damage']} → PS {now['ps']}"
        was["damage"] = now["ps"] = ""
    for field in _FIELDS:
        if fold(was[field]) != fold(now[field]):
            name = "PS" if field == "ps" else field.replace("_", " ").capitalize()
            yield f"{name} {was[field] or '–'} → {now[field] or '–'}"
    before, after = dict(old.fields), dict(new.fields)
    for field in dict.fromkeys((*before, *after)):
        if fold(before.get(field, "")) != fold(after.get(field, "")):
            yield f"{field_name(field)} {before.get(field, '–')} → {after.get(field, '–')}"


def _given(value: str | None) -> str:
    """*value*, "" where nothing or only a dash is printed."""
    return value if value and value.strip("-–— ") else ""


def _ranges(entry: Entry, old: WeaponProfile, new: WeaponProfile, head: str) -> Iterator[Change]:
    was = {(band.start, band.end) if band.end is not None else band.name: band.mod for band in old.ranges}
    now = {(band.start, band.end) if band.end is not None else band.name: band.mod for band in new.ranges}
    for band in dict.fromkeys((*was, *now)):
        if was.get(band) != now.get(band):
            reach = f"{band[0]}–{band[1]}" if isinstance(band, tuple) else str(band)
            yield _change(entry, "value", "value", f"{head}range {reach}: {was.get(band, '–')} → {now.get(band, '–')}")


def _mode(profile: WeaponProfile) -> tuple[str, str]:
    return " ".join(words(fold(profile.name))), " ".join(words(fold(profile.mode or "")))


def _label(profile: WeaponProfile) -> str:
    return f"{profile.name} ({profile.mode})" if profile.mode else profile.name


def _texts(old: Entry, new: Entry, *, told: bool) -> Iterator[Change]:
    """The wording; where changes of profiles are *told*, without the lines that only say what the profiles say."""
    was, now = (_beside_profiles(entry) if told else entry.text for entry in (old, new))
    kind = visible_class(" ".join(was.split()), " ".join(now.split()))
    if kind == "words":
        added, removed = word_counts(was, now)
        yield _change(new, "reworded", "wording", f"words: +{added} −{removed}{_first_hunk(was, now)}")
    elif kind != "identical":
        yield _change(new, kind, "layout", "the words are the same")


def _beside_profiles(entry: Entry) -> str:
    said = {described(profile) for profile in entry.profiles}
    return "\n".join(line for line in entry.text.split("\n") if line.strip() not in said)


def _first_hunk(old: str, new: str) -> str:
    """The first words that went or came, "" where the whole text is another; a comma is no word."""
    found = word_diff(old, new)
    if found.replaced:
        return ""
    gone = came = ""
    for how, text in found.inline:
        if how == "=":
            if visible_class(gone.strip(), came.strip()) == "words":
                break
            gone = came = ""
            continue
        gone, came = (text if how == "-" else gone), (text if how == "+" else came)
    return f", first {quoted(gone.strip()) if gone else '–'} → {quoted(came.strip()) if came else '–'}"


def entry_history(
    states: Iterable[tuple[RevisionId, str | None, str | None, Entry | None]], *, older: Entry | None = None
) -> tuple[EntryVersion, ...]:
    """The wordings of one rule from (revision, timestamp, user, entry), oldest first; None where it is absent.

    *older* is the rule as an older edition words it elsewhere: the first state is a change of it. A state that reads like the one before brings no version. An errata pair printed with the rule is a version of
    its own: the text that the update replaced, then the update.
    """
    versions: list[EntryVersion] = []
    before = older
    begun = False
    for revision, timestamp, user, entry in states:
        if entry is None and not begun:
            continue
        if entry is None:
            if before is not None:
                gone = Change(
                    type="removed", severity="wording", section=before.heading, detail=f"{before.name} is gone"
                )
                versions.append(_version("revision", revision, timestamp, user, "", (gone,), before.source))
            before = None
            continue
        found = _first(entry) if before is None else entry_changes(before, entry)
        if before is None or not begun or any(change.severity != "layout" for change in found):
            if before is None or len(entry.errata) > len(before.errata):
                versions += _printed(entry, before)
            versions.append(_version("revision", revision, timestamp, user, entry.text, found, entry.source))
        before, begun = entry, True
    return tuple(versions)


def _first(entry: Entry) -> tuple[Change, ...]:
    return (_change(entry, "added", "wording", f"{entry.name} appears"),)


def _version(by: Literal["revision", "update", "edition"], label: str, timestamp: str | None, user: str | None, text: str,
             changes: tuple[Change, ...], place: Place | None) -> EntryVersion:  # fmt: skip
    return EntryVersion(by=by, label=label, timestamp=timestamp, user=user, text=text, changes=changes, place=place)


def _printed(entry: Entry, before: Entry | None) -> Iterator[EntryVersion]:
    """The errata pairs that *entry* prints and *before* did not."""
    known = set(before.errata) if before else set()
    for wording in entry.errata:
        if wording in known:
            continue
        if wording.original:
            yield _version(
                "update", f"before {wording.version or 'the update'}", None, None, wording.original, (), wording.place
            )
        kind = visible_class(wording.original or "", wording.updated)
        detail = f"update {wording.version or ''}".strip()
        found = Change(
            type="reworded",
            severity="layout" if kind in ("identical", "punctuation") else "wording",
            section=entry.heading,
            detail=detail,
        )
        yield _version("update", wording.version or "update", None, None, wording.updated, (found,), wording.place)


def edition_history(entries: Sequence[Entry]) -> tuple[EntryVersion, ...]:
    """The texts of one concept in several editions, in the order given, each against the one before."""
    out: list[EntryVersion] = []
    for place, entry in enumerate(entries):
        found = entry_changes(entries[place - 1], entry) if place else _first(entry)
        out.append(_version("edition", entry.edition or "?", None, None, entry.text, found, entry.source))
    return tuple(out)
