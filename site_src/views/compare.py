"""Two editions or two sources side by side, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from ingest.align.model import Comparison, ComparisonRow, Side
from ingest.align.words import word_diff
from site_src import paths
from site_src.atlas import Atlas
from site_src.texts import Texts, texts
from site_src.views.base import View
from site_src.views.entry import Chip

SHEET = 400


class CompareSide(Struct, frozen=True, kw_only=True):
    """What stands in one column."""

    name: str  # edition, or the source where editions are the same
    page: Chip
    section: str
    file: str  # where the two come from different ones


class CompareCell(Struct, frozen=True, kw_only=True):
    """Sentences of one side; of each, every second part is marked, the first is not."""

    sentences: tuple[tuple[str, ...], ...]


class CompareLine(Struct, frozen=True, kw_only=True):
    relation: str
    name: str
    left: CompareCell
    right: CompareCell


class ComparePage(View, frozen=True, kw_only=True):
    """One text of two editions or sources."""

    heading: str
    left: CompareSide
    right: CompareSide
    lines: tuple[CompareLine, ...]
    summary: tuple[Chip, ...]


class CompareListRow(Struct, frozen=True, kw_only=True):
    title: str
    path: str
    pair: str  # the two editions or sources
    note: str  # the passages, where they do not bear the title
    summary: str


class ComparePair(Struct, frozen=True, kw_only=True):
    """Comparisons of the same two editions or sources."""

    title: str
    anchor: str
    rows: tuple[CompareListRow, ...]


class CompareListPage(View, frozen=True, kw_only=True):
    """All comparisons: pair by pair, then by name."""

    pairs: tuple[ComparePair, ...]
    jumps: tuple[Chip, ...]
    sheets: tuple[Chip, ...]
    count: int


def compare_pages(atlas: Atlas) -> Iterator[View]:
    """A page for each comparison, and their list."""
    rows: list[tuple[tuple[int, int], CompareListRow]] = []
    for comparison in atlas.kb.comparisons:
        if atlas.shows(comparison.left.file) and atlas.shows(comparison.right.file):
            page = compare_page(comparison, atlas)
            ranks = (-atlas.edition_rank(comparison.right.edition), -atlas.edition_rank(comparison.left.edition))
            rows.append((ranks, _list_row(comparison, page, texts(atlas.language))))
            yield page
    sizes = Counter(row.pair for _, row in rows)  # what is compared most stands first, then the newest editions
    rows.sort(key=lambda item: (-sizes[item[1].pair], item[0], item[1].pair, item[1].title.casefold(), item[1].path))
    yield from _lists([row for _, row in rows], atlas)


def compare_page(comparison: Comparison, atlas: Atlas) -> ComparePage:
    """The page of *comparison*."""
    words = texts(comparison.right.language)
    names = _names(comparison, atlas)
    return ComparePage(
        path=paths.comparison_path(comparison.id), title=f"{comparison.title}: {names[0]} · {names[1]}",
        language=words.language, section="changes", heading=comparison.title,
        left=_side(comparison.left, names[0], comparison.right, atlas), right=_side(comparison.right, names[1], comparison.left, atlas),
        lines=tuple(_line(row, words) for row in comparison.rows), summary=_summary(comparison, words),
    )  # fmt: skip


def _names(comparison: Comparison, atlas: Atlas) -> tuple[str, str]:
    left, right = (atlas.edition_name(side.edition) for side in (comparison.left, comparison.right))
    if left and right and left != right:
        return left, right
    return (f"{left} {comparison.left.file}".strip(), f"{right} {comparison.right.file}".strip())


def _side(side: Side, name: str, other: Side, atlas: Atlas) -> CompareSide:
    ref = atlas.pages.get(side.page)
    path = ((side.section and atlas.heading_path(ref.id, side.section)) or ref.path) if ref else ""
    title = ref.title if ref else side.page.partition(":")[2]
    file = side.file if side.file != other.file and side.file not in name else ""
    return CompareSide(
        name=name,
        page=Chip(text=title, path=path),
        section=side.section if side.section and side.section != title else "",
        file=file,
    )


def _line(row: ComparisonRow, words: Texts) -> CompareLine:
    left, right = _marked(row)
    return CompareLine(relation=row.relation, name=words(f"relation-{row.relation}"), left=left, right=right)


def _marked(row: ComparisonRow) -> tuple[CompareCell, CompareCell]:
    """Word marks where both sides speak; each sentence keeps its own."""
    if not row.left or not row.right or row.relation == "identical":
        return (
            CompareCell(sentences=tuple((text,) for text in row.left)),
            CompareCell(sentences=tuple((text,) for text in row.right)),
        )
    found = word_diff(" ".join(row.left), " ".join(row.right))
    if found.replaced:
        return (
            CompareCell(sentences=tuple((text,) for text in row.left)),
            CompareCell(sentences=tuple((text,) for text in row.right)),
        )
    return _cut(row.left, found.removed), _cut(row.right, found.added)


def _cut(texts_: tuple[str, ...], spans: tuple[tuple[int, int], ...]) -> CompareCell:
    out, at = [], 0
    for text in texts_:
        end = at + len(text)
        parts, done = [], 0
        for start, stop in ((max(a, at) - at, min(b, end) - at) for a, b in spans if a < end and b > at):
            parts += [text[done:start], text[start:stop]]
            done = stop
        out.append((*parts, text[done:]))
        at = end + 1
    return CompareCell(sentences=tuple(out))


def _summary(comparison: Comparison, words: Texts) -> tuple[Chip, ...]:
    counts = Counter(row.relation for row in comparison.rows)
    return tuple(
        Chip(text=words(f"relation-{relation}"), note=words.number(counts[relation]))
        for relation in ("identical", "reworded", "moved", "split", "merged", "added", "removed") if counts[relation]
    )  # fmt: skip


def _list_row(comparison: Comparison, page: ComparePage, words: Texts) -> CompareListRow:
    summary = ", ".join(f"{chip.text} {chip.note}" for chip in _summary(comparison, words))
    names = page.left.page.text, page.right.page.text
    note = "" if names == (comparison.title, comparison.title) else " ↔ ".join(dict.fromkeys(names))
    return CompareListRow(
        title=comparison.title, path=page.path, pair=f"{page.left.name} ↔ {page.right.name}", note=note, summary=summary
    )


def _jumps(rows: list[CompareListRow], numbers: dict[str, int], words: Texts) -> Iterator[Chip]:
    """Each pair with how often it is compared, and where its first comparison stands."""
    counts = Counter(row.pair for row in rows)
    first = {row.pair: place for place, row in reversed(list(enumerate(rows)))}
    for pair, number in numbers.items():
        sheet = paths.numbered("compare", first[pair] // SHEET + 1)
        yield Chip(text=pair, note=words.number(counts[pair]), path=f"{sheet}#pair-{number}")


def _lists(rows: list[CompareListRow], atlas: Atlas) -> Iterator[CompareListPage]:
    words = texts(atlas.language)
    cuts = [rows[start : start + SHEET] for start in range(0, len(rows), SHEET)]
    numbers = {pair: number for number, pair in enumerate(dict.fromkeys(row.pair for row in rows), start=1)}
    jumps = tuple(_jumps(rows, numbers, words)) if len(numbers) > 1 else ()
    for number, cut in enumerate(cuts, start=1):
        yield CompareListPage(
            path=paths.numbered("compare", number), title=words("comparisons"), language=atlas.language, section="changes",
            pairs=tuple(
                ComparePair(title=pair, anchor=f"pair-{numbers[pair]}", rows=tuple(found))
                for pair, found in groupby(cut, key=lambda row: row.pair)
            ),
            jumps=jumps, count=len(rows),
            sheets=tuple(
                Chip(text=words.number(other), path=paths.numbered("compare", other), current=other == number)
                for other in range(1, len(cuts) + 1)
            ) if len(cuts) > 1 else (),
        )  # fmt: skip
