"""Templates whose definition is not at hand: what the profile says they mean, else a neutral box with a doubt."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest import tree
from ingest.profile import Profile, Template
from ingest.titles import Title
from ingest.tree import Band, Definition, Field, Labels, Navigation, Node, Part, Record, RecordTable, Ruling
from ingest.visible import inline_text
from ingest.wikitext.pairs import family_of, meanings_of
from ingest.wikitext.pieces import Call
from ingest.wikitext.said import Said
from ingest.wikitext.work import Mark

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander, Frame

_LEVEL = re.compile(r"\s+(?:LEVEL|Level|NIVEL|Nivel|L)\s*(\d+|X)$")
_ACRONYM = re.compile(r"\s*\(([A-Z][A-Z0-9/+&.]{0,5})\)\s*$")
_MODE = re.compile(r"^(.*\S)\s*\(([^()]*\b(?:Mode|Modo)\b[^()]*)\)+$", re.I | re.S)
_LONG_NAME = 200
_NONE = frozenset(("", "-", "--", "---", "–", "—"))


@dataclass(slots=True)
class Group:
    """A passage that one template opens and another one closes."""

    group: str  # "box", "errata", "marked-block"
    family: str  # the template's name without its start or end
    kind: str = ""
    title: tuple[Node, ...] = ()
    colour: str | None = None
    defines: Definition | None = None
    entry: bool = False
    open_ended: bool = False
    role: str = ""
    version: str | None = None
    editions: tuple[str, ...] = ()
    why: str = "edition"


def say(expander: Expander, written: str, title: Title, piece: Call, frame: Frame) -> str:
    """The text that stands for the call of an undefined template."""
    work = expander.work
    meaning = meanings_of(work.profile).get(written) if work.profile is not None else None
    if meaning is None:
        if work.site.missing == "link":
            return f"[[:{title.full}]]"
        return _unknown(expander, title.text if title.namespace == 10 else title.full, piece, frame)
    return _SAYS[meaning.means](Said(expander, written, meaning, piece, frame))


def _unknown(expander: Expander, name: str, piece: Call, frame: Frame) -> str:
    work = expander.work
    work.doubt("unknown-template", f"The template {name!r} has no definition and no meaning in the profile.")
    said = Said(expander, name, Template(means="text"), piece, frame)
    block = said.alone
    args = tuple(
        (work.plain(key), said.blocks(key) if block and "\n" in value else said.inline(key))
        for key, value in said.args.items()
    )
    call = tree.Call(name=name, args=args, block=block, line=work.line)
    return work.put(Mark("node", "call" if block else "inline", node=call), "c" if block else "i")


def _open(said: Said, group: Group, name: str) -> str:
    letter = "c" if name != "marked" else "i"
    return said.work.put(Mark("open", name, data=group), letter)


def _box(said: Said) -> str:
    meaning = said.meaning
    title = said.inline(meaning.title)
    defines = _definition(said, inline_text(title)) if meaning.entry else None
    family = family_of(said.name)
    lost = said.expander.is_unclosed(said.piece.start) if said.frame.top else False
    if lost:
        said.work.doubt("unclosed-box", f"The box {said.name!r} is never closed; it ends before the next heading.")
    ended = said.work.profile is not None and family in meanings_of(said.work.profile).ended
    group = Group(
        "box", family, kind=meaning.box or "box", title=title, colour=said.plain(meaning.colour) or None,
        defines=defines, entry=meaning.entry, open_ended=lost or not ended,
    )  # fmt: skip
    return _open(said, group, "box")


def _definition(said: Said, title: str) -> Definition | None:
    name, level, acronym = title.strip(), None, None
    if not name:
        return None
    if match := _LEVEL.search(name):
        name, level = name[: match.start()], match[1]
    if match := _ACRONYM.search(name):
        name, acronym = name[: match.start()], match[1]
    return Definition(
        name=name or title,
        cls=said.plain(said.meaning.label) or None,
        acronym=acronym,
        level=level,
        rule=f"template:{said.name}",
    )


def _close(said: Said, group: str, name: str) -> str:
    return said.work.put(Mark("close", name, data=Group(group, family_of(said.name))), "c")


def _box_end(said: Said) -> str:
    return _close(said, "box", "box")


def _errata(said: Said) -> str:
    version = said.plain(said.meaning.version) or None
    return _open(
        said, Group("errata", family_of(said.name), role=said.meaning.role or "update", version=version), "errata"
    )


def _errata_end(said: Said) -> str:
    return _close(said, "errata", "errata")


def _edition(said: Said) -> str:
    meaning = said.meaning
    group = Group("marked-block", family_of(said.name), editions=meaning.editions)
    if meaning.value:
        return _around(said, group)
    block = said.expander.goes_on(said.piece)
    said.work.passages.append(block)
    return _open(said, group, "marked-block" if block else "marked")


def _around(said: Said, group: Group) -> str:
    """A passage that is the template's own argument."""
    return _open(said, group, "marked") + said.text(said.meaning.value) + said.work.close("marked")


def _edition_end(said: Said) -> str:
    group = Group("marked-block", family_of(said.name), editions=said.meaning.editions)
    block = said.work.passages.pop() if said.work.passages else said.alone
    return said.work.put(Mark("close", "marked-block", data=group), "c" if block else "i")


def _highlight(said: Said) -> str:
    meaning = said.meaning
    group = Group("marked-block", family_of(said.name), why=meaning.role or "highlight", editions=meaning.editions)
    if meaning.value and said.text(meaning.value):
        return _around(said, group)
    block = "block" in said.name
    if said.name.endswith("end"):
        return said.work.put(Mark("close", "marked-block", data=group), "c") if block else said.work.close("marked")
    return _open(said, group, "marked-block" if block else "marked")


def _labels(said: Said) -> str:
    text = said.plain(said.meaning.value or "1")
    values = tuple(value for part in _at_commas(text) if (value := part.strip(" .\n\t")))
    if not values:
        return ""
    return said.work.put(
        Mark("node", "labels", node=Labels(values=values, of=said.meaning.record or "skill", line=said.work.line)), "c"
    )


def _at_commas(text: str) -> list[str]:
    """Split at the commas that stand in no brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in "([":
            depth += 1
        elif char in ")]":
            depth = max(0, depth - 1)
        elif char == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _part(said: Said) -> str:
    key = said.meaning.part or said.name
    name = said.plain(said.meaning.title) or _part_name(said, key)
    return said.work.put(Mark("node", "part", node=Part(name=name, key=key, line=said.work.line)), "c")


def _part_name(said: Said, key: str) -> str:
    return said.meaning.note or key.replace("-", " ").capitalize()


def _heading(said: Said) -> str:
    return f"\n=== {said.text(said.meaning.title or '1')} ===\n"


def _record_table(said: Said) -> str:
    meaning = said.meaning
    table = RecordTable(
        kind=meaning.record,
        columns=_columns(said.work.profile, meaning.record),
        title=said.inline(meaning.title),
        line=said.work.line,
    )
    return "{|" + said.work.put(Mark("text", data=table)) + "\n"


def _columns(profile: Profile | None, kind: str) -> tuple[str, ...]:
    templates = profile.templates.names.values() if profile else ()
    rows = next((template for template in templates if template.means == "record" and template.record == kind), None)
    return tuple(rows.fields.values()) if rows else ()


def _record(said: Said) -> str:
    meaning = said.meaning
    name = said.plain(meaning.title or "1").strip(" []")
    mode = None
    if match := _MODE.match(name[:_LONG_NAME]):
        name, mode = match[1], match[2]
    fields = tuple(
        Field(name=field, value=said.inline(arg), line=said.line(arg))
        for arg, field in meaning.fields.items()
        if said.text(arg)
    )
    record = Record(
        kind=meaning.record, name=name, mode=mode, fields=fields, bands=_bands(said), line=said.work.line,
        end_line=said.work.line + said.expander.height(said.piece),
    )  # fmt: skip
    _doubt_columns(said)
    return said.work.put(Mark("node", "record", node=record), "o")


def _doubt_columns(said: Said) -> None:
    """A row with another number of columns than its template's has a value in the wrong one, as often as not."""
    meaning = said.meaning
    most = max(map(int, filter(str.isdigit, (meaning.title or "1", *meaning.fields, *meaning.bands))), default=0)
    printed = sum(map(str.isdigit, said.args))
    if printed and not most - 1 <= printed <= most:  # the last column is often left out where it is empty
        said.work.doubt(
            "odd-row", f"A row of {said.name!r} has {printed} columns; {most} are meant.", line=said.work.line
        )


def _bands(said: Said) -> tuple[Band, ...]:
    found, start = [], 0
    for arg, end in said.meaning.bands.items():
        mod = said.plain(arg).replace("−", "-").replace("–", "-").strip()
        if mod not in _NONE:
            found.append(Band(start=start, end=end, mod=mod))
        start = end
    return tuple(found)


def _ruling(said: Said) -> str:
    fields = said.meaning.fields or {
        "q": "question",
        "a": "answer",
        "type": "type",
        "title": "title",
        "version": "version",
        "related": "related",
    }
    of = {field: arg for arg, field in fields.items()}
    related = said.plain(of.get("related", ""))
    node = Ruling(
        question=said.blocks(of.get("question", "")), answer=said.blocks(of.get("answer", "")), type=said.plain(of.get("type", "")) or None,
        title=said.plain(of.get("title", "")) or None, version=said.plain(of.get("version", "")) or None,
        related=tuple(part for item in _at_commas(related) if (part := item.strip())), line=said.work.line,
        end_line=said.work.line + said.expander.height(said.piece),
    )  # fmt: skip
    return said.work.put(Mark("node", "ruling", node=node), "c")


def _navigation(said: Said) -> str:
    return said.work.put(Mark("node", "navigation", node=Navigation(name=said.name, line=said.work.line)), "c")


def _image(said: Said) -> str:
    meaning = said.meaning
    name = said.plain(meaning.value or "name") or said.plain("1")
    if not name:
        return ""
    caption = said.inline(meaning.title) if meaning.title else ()
    options = tuple((key, value) for key in ("style", "link", "alt") if (value := said.plain(key)))
    image = tree.Image(name=name, caption=caption, options=options, line=said.work.line)
    return said.work.put(Mark("node", "image", node=image))


def _text(said: Said) -> str:
    return said.args.get(said.meaning.value or "1", "")


def _hidden(said: Said) -> str:
    return ""


_SAYS: dict[str, Callable[[Said], str]] = {
    "box": _box, "box-end": _box_end, "labels": _labels, "part": _part, "heading": _heading, "record-table": _record_table,
    "record": _record, "edition": _edition, "edition-end": _edition_end, "errata": _errata, "errata-end": _errata_end,
    "highlight": _highlight, "ruling": _ruling, "navigation": _navigation, "image": _image, "text": _text, "hidden": _hidden,
}  # fmt: skip
