"""HTML of the blocks that rules have: boxes, parts, labels, weapon tables, rulings, errata, calls of unknown templates."""

from __future__ import annotations

from collections.abc import Mapping

from ingest.tree import (
    Box,
    Call,
    Errata,
    Field,
    Labels,
    Marked,
    Navigation,
    Node,
    Part,
    Record,
    RecordTable,
    Ruling,
    Text,
)
from ingest.visible import inline_text, said_arguments, slug, words
from site_src.html.context import Context, escape
from site_src.html.write import Writer, write

_PROSE = 12  # words of a field of an unknown template that is a text
_INLINE = frozenset(("Text", "Element", "Link", "Image", "Note"))
_HEADS = {
    "ps": "PS", "damage": "Damage", "burst": "B", "ammunition": "Ammunition", "saving_attribute": "Saving roll attribute",
    "saves": "Saving rolls", "traits": "Traits",
}  # fmt: skip


def _box(node: Box, context: Context, out: list[str]) -> None:
    colour = f' data-colour="{escape(slug(node.colour))}"' if node.colour else ""
    out.append(f'<div class="box box-{slug(node.kind)}"{colour}>')
    if node.title:
        out.append('<div class="box-title">')
        write(node.title, context, out)
        if node.defines is not None and node.defines.cls:
            out.append(f' <span class="box-class">{escape(node.defines.cls)}</span>')
        out.append("</div>")
    write(node.children, context, out)
    out.append("</div>\n")


def _part(node: Part, context: Context, out: list[str]) -> None:
    name = part_name(node.key, node.name, context.said)
    out.append(f'<p class="part part-{slug(node.key)}">{escape(name)}</p>\n')


def part_name(key: str, name: str, said: Mapping[str, str]) -> str:
    """What a part is headed: what its text says, or what the language calls it where only a template's key was there."""
    return said.get(f"part-{key}", name) if name == key.replace("-", " ").capitalize() else name


def _labels(node: Labels, context: Context, out: list[str]) -> None:
    values = ", ".join(f'<span class="label">{escape(value)}</span>' for value in node.values)
    out.append(f'<p class="labels">{values}</p>\n')


def _record_table(node: RecordTable, context: Context, out: list[str]) -> None:
    ends = sorted({(band.start or 0, band.end or 0) for record in node.records for band in record.bands})
    present = [field.name for record in node.records for field in record.fields if not _names(field, record)]
    columns = [name for name in dict.fromkeys((*node.columns, *present)) if name in present]
    out.append(f'<table class="records records-{slug(node.kind)}">')
    if node.title:
        out.append("<caption>")
        write(node.title, context, out)
        out.append("</caption>")
    out.append("<thead><tr>")
    out.append(f'<th scope="col">{escape(context.said.get("name", "Name"))}</th>')
    out.extend(f'<th scope="col" class="band">{start}–{end}</th>' for start, end in ends)
    out.extend(f'<th scope="col">{escape(_head(name, context.said))}</th>' for name in columns)
    out.append("</tr></thead><tbody>")
    for record in node.records:
        _record_row(record, ends, columns, context, out)
    out.append("</tbody></table>\n")


def _names(field: Field, record: Record) -> bool:
    """Whether *field* only says the record's name again, as the source writes it: with its link."""
    return field.name == "name" and inline_text(field.value).strip() == record.name


def _head(name: str, said: Mapping[str, str]) -> str:
    return said.get(name) or _HEADS.get(name, name.replace("_", " ").capitalize())


def _record_row(
    record: Record, ends: list[tuple[int, int]], columns: list[str], context: Context, out: list[str]
) -> None:
    mode = f' <span class="mode">({escape(record.mode)})</span>' if record.mode else ""
    out.append('<tr class="record"><th scope="row">')
    write(next((field.value for field in record.fields if _names(field, record)), (Text(record.name),)), context, out)
    out.append(f"{mode}</th>")
    mods = {(band.start or 0, band.end or 0): band.mod for band in record.bands}
    for band in ends:
        out.append(_band(mods.get(band, "")))
    values = {field.name: field.value for field in record.fields}
    for name in columns:
        out.append("<td>")
        write(values.get(name, ()), context, out)
        out.append("</td>")
    out.append("</tr>")


def _band(mod: str) -> str:
    """A range modifier: colour tells the eye, the sign and a word tell everybody else."""
    if not mod:
        return '<td class="band band-none">–</td>'
    kind = "good" if mod.startswith("+") else "bad" if mod.startswith("-") else "even"
    far = " worst" if mod[1:].isdigit() and kind == "bad" and int(mod[1:]) > 3 else ""
    return f'<td class="band band-{kind}{far}">{escape(mod.replace("-", "−"))}</td>'


def _record(node: Record, context: Context, out: list[str]) -> None:
    _record_table(RecordTable(kind=node.kind, records=(node,)), context, out)


def _ruling(node: Ruling, context: Context, out: list[str]) -> None:
    out.append(f'<aside class="ruling ruling-{slug(node.type or "faq")}">')
    head = " ".join(filter(None, (node.title, node.version)))
    if head:
        out.append(f'<p class="ruling-head">{escape(head)}</p>')
    for name, nodes in (("question", node.question), ("answer", node.answer)):
        if nodes:
            out.append(f'<div class="{name}">')
            write(nodes, context, out)
            out.append("</div>")
    if node.related:
        out.append(f'<p class="related">{escape(", ".join(node.related))}</p>')
    out.append("</aside>\n")


def _errata(node: Errata, context: Context, out: list[str]) -> None:
    version = f' data-version="{escape(node.version)}"' if node.version else ""
    out.append(f'<div class="errata errata-{node.role}"{version}>')
    if node.version:
        out.append(f'<p class="errata-version">{escape(node.version)}</p>')
    write(node.children, context, out)
    out.append("</div>\n")


def _marked(node: Marked, context: Context, out: list[str]) -> None:
    inline = all(type(child).__name__ in _INLINE for child in node.children)
    name = "span" if inline else "div"
    classes = " ".join(
        ("marked", f"marked-{slug(node.why)}", *(f"edition-{slug(edition)}" for edition in node.editions))
    )
    out.append(f'<{name} class="{classes}">')
    write(node.children, context, out)
    out.append(f"</{name}>")


def _navigation(node: Navigation, context: Context, out: list[str]) -> None:
    if node.children:
        out.append(f'<nav class="wiki-navigation" aria-label="{escape(node.name or "Pages")}">')
        write(node.children, context, out)
        out.append("</nav>\n")


def _call(node: Call, context: Context, out: list[str]) -> None:
    if node.block:
        _boxed_call(node, context, out)
        return
    out.append(f'<span class="call" title="{escape(node.name)}">')
    for number, (_, value) in enumerate(node.args):
        out.append(" " if number else "")
        out.append('<span class="argument">')
        write(value, context, out)
        out.append("</span>")
    out.append("</span>")


def _boxed_call(node: Call, context: Context, out: list[str]) -> None:
    """A box of a template that nobody knows: what reads as text is shown, its fields stand small under its name."""
    said = said_arguments(node)
    fields = [(name, value) for name, value in said if not name.isdecimal() and not _is_prose(value)]
    spoken = [value for name, value in said if name.isdecimal() or _is_prose(value)]
    if spoken:
        out.append(f'<div class="call" title="{escape(node.name)}">')
    for value in spoken:
        out.append('<div class="argument">')
        write(value, context, out)
        out.append("</div>")
    if fields:
        out.append(f'<div class="call-fields"><p>{escape(node.name)}</p><dl>')
        for name, value in fields:
            out.append(f"<dt>{escape(name)}</dt><dd>")
            write(value, context, out)
            out.append("</dd>")
        out.append("</dl></div>")
    out.append("</div>" if spoken else "")


def _is_prose(value: tuple[Node, ...]) -> bool:
    return len(words(inline_text(value))) >= _PROSE


WRITERS_OF_RULES: dict[type, Writer] = {
    Box: _box, Part: _part, Labels: _labels, RecordTable: _record_table, Record: _record, Ruling: _ruling, Errata: _errata,
    Marked: _marked, Navigation: _navigation, Call: _call,
}  # fmt: skip
