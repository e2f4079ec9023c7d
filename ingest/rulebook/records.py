"""Records printed as lines: ``Damage: 13 B: 4 Ammunition: Shock Traits: … Range MOD (Short 0–8 / …): 0 / +3``.

One record may fill one line or run over several bullets; its name may stand on the line, in a run-in title or in the
heading above. Which printed words are fields is the profile's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from re import Pattern

from msgspec import Struct
from msgspec.structs import replace

from ingest.profile import Rulebook
from ingest.rulebook.titles import listed, take_apart
from ingest.rulebook.words import Words
from ingest.tree import Band, Field, Record, Text

_BAND = re.compile(r"^(?P<name>.*?)\s*(?P<start>\d+)?\s*(?:[-–—]\s*(?P<end>\d+)|(?P<open>\+))?\s*[\"″”]?$")
_BETWEEN = " ·•|;,/"  # signs between one field and the next
_LONGEST = 300  # characters of a line of bands
_INLINE = re.compile(
    r"(?P<name>[^\W\d_][\w ]*?)\s*\((?P<start>\d+)\s*[-–—]\s*(?P<end>\d+)[^()]*\)\s*:\s*(?P<mod>[+\-–−]?\d+)\s*(?:[|/;,]\s*|[.]?$)"
)


class Printed(Struct, frozen=True, kw_only=True):
    """The fields found on one line: (printed name, what stands in brackets behind it, value)."""

    prefix: str
    fields: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=16)
def _field_pattern(names: tuple[str, ...]) -> Pattern[str]:
    body = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?:(?<=^)|(?<=[\s(]))(?P<name>{body})(?:\s*\((?P<of>[^()]*)\))?\s*:\s*")


def printed_fields(text: str, words: Words) -> Printed | None:
    """The fields of *text*; None where it opens no record and goes on with none."""
    if not words.table.fields:
        return None
    found: list[re.Match[str]] = []
    for match in _field_pattern(tuple(words.table.fields)).finditer(text):
        # A field is given once: what looks like a second one is a value ("Burst: Single Target").
        if all(words.table.fields[match["name"]] != words.table.fields[other["name"]] for other in found):
            found.append(match)
    if not found:
        return None
    values = [
        (
            match["name"],
            match["of"] or "",
            text[match.end() : after.start() if after else len(text)].strip().rstrip(_BETWEEN),
        )
        for match, after in zip(found, [*found[1:], None], strict=True)
    ]
    return Printed(prefix=text[: found[0].start()].strip(" :"), fields=tuple(values))


def inline_bands(text: str) -> tuple[Band, ...]:
    """Range bands that fill a line: ``Close (0-6): +2 | Near (6-12): 0``."""
    found = list(_INLINE.finditer(text)) if len(text) <= _LONGEST else []
    if len(found) < 2 or sum(match.end() - match.start() for match in found) < len(text.strip()) - 2:
        return ()
    return tuple(
        Band(
            name=match["name"], start=int(match["start"]), end=int(match["end"]),
            mod=match["mod"].replace("–", "-").replace("−", "-"),
        )
        for match in found
    )  # fmt: skip


def opens_record(printed: Printed, table: Rulebook) -> bool:
    """Whether a line with these fields begins a record."""
    names = [name for name, _, _ in printed.fields]
    return bool(names) and (any(name in names for name in table.opens.split("|")) if table.opens else len(names) >= 2)


def goes_on(printed: Printed) -> bool:
    """Whether a line with these fields may go on with the record above."""
    return not printed.prefix


def make_records(
    lines: list[tuple[int, Printed]],
    *,
    name: str,
    mode: str | None,
    words: Words,
    bands: tuple[Band, ...] = (),
    end_line: int = 0,
) -> tuple[Record, ...]:
    """The records that *lines* print: more than one where its lists are given for each mode."""
    prefix = take_apart(lines[0][1].prefix)
    own = _own_name(prefix.name, words)
    told = next((group for group in prefix.groups if group.casefold() not in words.table.record_words), None)
    fields = tuple(_fields(lines, words))
    told_bands, beyond = _bands(lines, words)
    modes = _modes(fields, words)
    return tuple(
        Record(
            kind=words.table.record, name=own or name, mode=each or told or mode, bands=bands or told_bands, no_fire_beyond=beyond, bands_printed=_bands_name(lines, words),
            fields=fields if values is None else _with_list(fields, values),
            line=lines[0][0], end_line=max(end_line, lines[-1][0]),
        )
        for each, values in (modes or ((None, None),))
    )  # fmt: skip


def _own_name(prefix: str, words: Words) -> str:
    for word in words.table.record_words:
        prefix = re.sub(rf"\s*\b{re.escape(word)}$", "", prefix)
    return prefix.strip()


def _fields(lines: list[tuple[int, Printed]], words: Words) -> Iterator[Field]:
    for line, printed in lines:
        for name, _, value in printed.fields:
            if name not in words.table.bands.split("|"):
                known = words.table.fields[name]
                yield Field(name=known, value=(Text(_bare(value)),), printed=name if name != known else "", line=line)


def _bare(value: str) -> str:
    return value[:-1].rstrip() if value.endswith(".") and not value.endswith("..") else value


def _modes(fields: tuple[Field, ...], words: Words) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """A list given for each mode, ``A, B (First Mode); A, C (Second Mode)``."""
    for field in fields:
        halves = [take_apart(half) for half in _bare(_value(field)).split(";")]
        if len(halves) > 1 and all(half.groups and words.is_mode(half.groups[-1]) for half in halves):
            return tuple((half.groups[-1], listed(_without_last_group(half.text))) for half in halves)
    return ()


def _without_last_group(text: str) -> str:
    return re.sub(r"\s*\([^()]*\)\.?\s*$", "", text)


def _with_list(fields: tuple[Field, ...], values: tuple[str, ...]) -> tuple[Field, ...]:
    return tuple(
        replace(field, value=(Text(", ".join(values)),)) if ";" in _value(field) else field for field in fields
    )


def _value(field: Field) -> str:
    return "".join(node.text for node in field.value if isinstance(node, Text))


def _bands_name(lines: list[tuple[int, Printed]], words: Words) -> str:
    names = (name for _, printed in lines for name, _, _ in printed.fields)
    return next((name for name in names if name in words.table.bands.split("|")), "")


def _bands(lines: list[tuple[int, Printed]], words: Words) -> tuple[tuple[Band, ...], int | None]:
    for _, printed in lines:
        for name, of, value in printed.fields:
            if name in words.table.bands.split("|"):
                return _read_bands(of, value, words)
    return (), None


def _read_bands(of: str, value: str, words: Words) -> tuple[tuple[Band, ...], int | None]:
    beyond = re.search(words.table.beyond, value)
    names = [part.strip() for part in of.split("/") if part.strip()]
    mods = [part.strip() for part in re.split(r"[;]|\.(?:\s|$)", value)[0].split("/")]
    bands = [
        band for name, mod in zip(names, [*mods, *[""] * len(names)], strict=False)
        if (band := _band(name, mod)) is not None
    ]  # fmt: skip
    limit = next((int(found) for found in beyond.groups() if found), None) if beyond else None
    return tuple(bands), limit


def _band(name: str, mod: str) -> Band | None:
    match = _BAND.match(name)
    if match is None:
        return None
    plain = mod.replace("–", "-").replace("−", "-")
    start, end = match["start"], match["end"]
    if start and not end and not match["open"]:
        start, end = "0", start
    return Band(
        name=match["name"].strip() or None,
        start=int(start) if start else None,
        end=int(end) if end else None,
        mod=plain,
    )
