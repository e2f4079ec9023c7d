"""A change in a reader's words: the engine's details, each one English sentence of a few forms, in the page's language.

What has none of the forms is said as the engine says it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias
from urllib.parse import unquote

from ingest.align.model import Change
from site_src.texts import Texts

Form: TypeAlias = tuple[frozenset[str], re.Pattern[str], Callable[[re.Match[str], Texts], str]]

LEAD = "(lead)"  # where the engine says that a change stands before the first heading
_NONE = "–"  # in a detail: nothing, before or after
_QUOTED = r"“.*?”(?=$| from “)"
_TIMES = re.compile(r"^(.*) \((\d+) times\)$", re.DOTALL)
_FIELDS = {
    "damage": "damage", "ps": "ps", "burst": "burst", "ammunition": "ammunition", "saves": "saves",
    "saving attribute": "saving_attribute",
}  # fmt: skip
_OF_AN_ENTRY = ("class", "level", "category", "marker")
_FIELD = f"(?P<field>(?i:{'|'.join((*_FIELDS, *_OF_AN_ENTRY))}))"


def told(change: Change, words: Texts) -> str:
    """What *change* says besides its type; "" where the type says it all."""
    times = _TIMES.match(change.detail)
    detail = times[1] if times else change.detail
    said = _said(change.type, detail, words)
    return words("told-times", what=said, count=int(times[2])) if times else said


def told_section(section: str) -> str:
    """The heading that a change stands under; "" before the first."""
    return "" if section == LEAD else section


def told_note(note: str, words: Texts) -> str:
    """A note beside a row of a difference, ``type: detail``; "" for what only says in which frames the row stands."""
    kind, _, detail = note.partition(": ")
    if detail.startswith("frame: "):
        return ""
    key = f"type-{kind.replace(' ', '-')}"
    said = _said(kind.replace(" ", "-"), detail, words)
    return f"{words(key) if words.has(key) else kind}: {said}"


def _said(kind: str, detail: str, words: Texts) -> str:
    for kinds, pattern, say in _FORMS:
        found = pattern.match(detail) if not kinds or kind in kinds else None
        if found:
            return say(found, words)
    return detail


def _block(found: re.Match[str], words: Texts) -> str:
    """A block that came, went or moved: its kind is said where its text does not show it."""
    count, name, text, came_from = found["count"] or "", found["name"], found["text"], found["from"]
    key = f"told-{name.lower()}"
    said = words(key, text=text) if words.has(key) else text
    said = said.replace(" | ", " · ")
    return count + (words("told-from", what=said, place=came_from) if came_from else said)


def _words_changed(found: re.Match[str], words: Texts) -> str:
    said = words("words-changed", added=int(found["added"]), removed=int(found["removed"]))
    return f"{said}: {_arrow(found['was'], found['now'], words)} …" if found["was"] else said


def _arrow(was: str, now: str, words: Texts) -> str:
    """Words that became others, came or went."""
    if was == _NONE:
        return words("told-came", text=now)
    return words("told-went", text=was) if now == _NONE else f"{was} → {now}"


def _value(found: re.Match[str], words: Texts) -> str:
    return f"{found['head'] or ''}{_field(found['field'], words)} {found['was']} → {found['now']}"


def _value_new(found: re.Match[str], words: Texts) -> str:
    return (found["head"] or "") + words("told-value-new", field=_field(found["field"], words), value=found["now"])


def _value_gone(found: re.Match[str], words: Texts) -> str:
    return (found["head"] or "") + words(
        "told-value-gone", field=_field(found["field"] or found["other"], words), value=found["was"]
    )


def _field(field: str, words: Texts) -> str:
    """A field's name in the page's language, where the catalogue has it."""
    key = field.lower()
    if key in _FIELDS:
        return words(f"fact-{_FIELDS[key]}")
    return words(f"told-{key}") if key in _OF_AN_ENTRY else field


def _member(found: re.Match[str], words: Texts) -> str:
    """A label or trait that came or went."""
    what = words(f"told-{found['what']}", text=found["name"])
    return (found["head"] or "") + words(f"told-{found['how']}", what=what)


def _emphasis(found: re.Match[str], words: Texts) -> str:
    return words(f"told-{found['how']}", what=words(f"told-{found['what']}", text=found["text"]))


def _link(found: re.Match[str], words: Texts) -> str:
    """Where a link leads, as people write it, not as an address does."""
    page, _, anchor = found["target"].partition("#")
    place = re.sub(r"(?:\.[0-9A-F]{2})+", lambda code: unquote(code[0].replace(".", "%"), errors="replace"), anchor)
    where = " › ".join(filter(None, (page, place))).replace("_", " ")
    return f"{where} ({found['text']})" if found["text"] else where


def _retyped(found: re.Match[str], words: Texts) -> str:
    return f"{_kind(found['was'], words)} → {_kind(found['now'], words)}"


def _kind(name: str, words: Texts) -> str:
    key = f"block-{name.split(' of level ')[0]}"
    return words(key) if words.has(key) else name


def _boxes(found: re.Match[str], words: Texts) -> str:
    """Boxes by their kinds, those of entries aside: every rule stands in one."""
    was, now = ([name for name in side.split(", ") if name != "entry"] for side in (found["was"], found["now"]))
    return " → ".join(words("told-no-box") if names in (["no box"], []) else ", ".join(names) for names in (was, now))


def _form(kinds: str, pattern: str, say: Callable[[re.Match[str], Texts], str]) -> Form:
    return frozenset(kinds.split()), re.compile(pattern, re.DOTALL), say


_FORMS: tuple[Form, ...] = (
    _form("added removed", r".* (?:appears|is gone)$", lambda found, words: ""),
    _form("added removed", r"column (?P<name>.+)$", lambda found, words: words("told-column", text=found["name"])),
    _form(
        "added removed",
        r"profile (?P<name>.+) (?:added|dropped)$",
        lambda found, words: words("told-profile", text=found["name"]),
    ),
    _form(
        "added removed moved split merged",
        rf"(?P<count>\d+ → \d+: )?(?P<name>[A-Z][a-z]+(?: [a-z]+)?): (?P<text>{_QUOTED}|[^“]*)(?: from “(?P<from>.*)”)?$",
        _block,
    ),
    _form(
        "reworded",
        r"words: \+(?P<added>\d+) −(?P<removed>\d+)(?:, first (?P<was>“.*”|–) → (?P<now>“.*”|–))?$",
        _words_changed,
    ),
    _form(
        "value",
        r"(?P<head>.+?: )?(?P<what>label|trait) (?P<name>.+) (?P<how>added|dropped)$",
        _member,
    ),
    _form("value", r"(?P<head>.+: )?(?P<field>[^→:]+?):? – → (?P<now>.+)$", _value_new),
    _form("value", rf"(?P<head>.+: )?(?:{_FIELD}|(?P<other>range [^:]+|\S+)):? (?P<was>[^→]+) → –$", _value_gone),
    _form("value", rf"(?P<head>.+: )?{_FIELD} (?P<was>[^→]+) → (?P<now>.+)$", _value),
    _form(
        "reworded punctuation case renumbered",
        r"(?P<was>–|“.*”) → (?P<now>–|“.*”)$",
        lambda found, words: _arrow(found["was"], found["now"], words),
    ),
    _form("emphasis", r"(?P<what>bold|italics|underline|strike-through) (?P<how>added|removed): (?P<text>“.*”)$", _emphasis),
    _form("category", r"(?P<what>.+) (?P<how>added|removed)$", lambda found, words: words(f"told-{found['how']}", what=found["what"])),
    _form("box-retyped", r"(?P<was>.+) → (?P<now>.+)$", _boxes),
    _form("link-added link-removed", r"(?P<target>[^“]+?)(?: \((?P<text>“.*”)\))?$", _link),
    _form("redirect", r"(?P<was>.+) → (?P<now>.+)$", _retyped),
    _form("markup", r"frame: .*", lambda found, words: words("told-frame")),
    _form("markup", r"columns in another order$", lambda found, words: words("told-column-order")),
    _form("markup", r"(?P<was>[a-z ]+\d?) → (?P<now>[a-z ]+\d?)$", _retyped),
    _form(
        "markup",
        r"marked (?P<what>[a-z]+)(?: (?P<edition>[^“]+))? (?P<text>“.*”) (?P<how>added|removed)$",
        lambda found, words: words(f"told-{found['how']}", what=words("told-mark", text=found["text"])),
    ),
    _form("punctuation case", r"the words are the same$", lambda found, words: ""),
)  # fmt: skip
