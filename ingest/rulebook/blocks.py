"""Small blocks of a plain text: tables of pipes, lists of bullets, paragraphs whose parts are run in, anchors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.rulebook.lines import Line
from ingest.rulebook.words import Words
from ingest.tree import Cell, Doubt, Item, List, Node, Paragraph, Part, Row, Table, Text, walk

_DIVIDER = re.compile(r"^:?-{2,}:?$")


def is_row(text: str) -> bool:
    """Whether *text* is a row of a table drawn with pipes."""
    return text.startswith("|") and text.count("|") >= 2


def cells_of(text: str) -> tuple[str, ...]:
    """The cells of a row; a row whose end is cut off has fewer."""
    inside = text[1:-1] if text.endswith("|") else text[1:]
    return tuple(cell.strip() for cell in inside.split("|"))


def is_divider(text: str) -> bool:
    """Whether *text* only parts the head of a table from its body."""
    return is_row(text) and all(_DIVIDER.match(cell) for cell in cells_of(text))


def make_table(lines: Sequence[Line]) -> tuple[Table, tuple[Doubt, ...]]:
    """The table that *lines* draw; a row with fewer cells than the head is kept as it is, and doubted."""
    body = [line for line in lines if not is_divider(line.text)]
    headed = len(lines) > 1 and is_divider(lines[1].text)
    width = len(cells_of(body[0].text)) if body else 0
    rows, doubts = [], []
    for place, line in enumerate(body):
        cells = cells_of(line.text)
        if len(cells) < width:
            doubts.append(
                Doubt(code="cut-row", message=f"a row has {len(cells)} of {width} cells", line=line.line)
            )  # fmt: skip
        made = tuple(Cell(children=_inline(cell), header=headed and place == 0, line=line.line) for cell in cells)
        rows.append(Row(cells=made, line=line.line, end_line=line.end_line))
    return Table(rows=tuple(rows), line=lines[0].line, end_line=lines[-1].end_line), tuple(doubts)


def make_list(lines: Sequence[Line]) -> List:
    """One list of *lines*, each an item; what is set in further than an item stands below it."""
    items: list[Item] = []
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and lines[end].indent > lines[start].indent:
            end += 1
        line, below = lines[start], lines[start + 1 : end]
        children = (*_inline(line.text), *((make_list(below),) if below else ()))
        last = below[-1].end_line if below else line.end_line
        items.append(Item(children=children, line=line.line, end_line=last))
        start = end
    return List(kind="ul", items=tuple(items), line=lines[0].line, end_line=lines[-1].end_line)


_STEP = re.compile(r"(?P<mark>\d{1,2}|[a-z])[.)]\s+(?P<rest>\S.*)", re.DOTALL)


def step_mark(line: Line) -> str:
    """The number or letter that *line* counts a step with."""
    match = _STEP.fullmatch(line.text) if not line.bullet and not line.depth else None
    return match["mark"] if match else ""


def make_steps(lines: Sequence[Line]) -> List:
    """One list of *lines*, each a counted step."""
    found = [(line, _STEP.fullmatch(line.text)) for line in lines]
    items = tuple(
        Item(children=_inline(match["rest"]), mark=match["mark"], line=line.line, end_line=line.end_line)
        for line, match in found
        if match is not None
    )
    return List(kind="ol", items=items, line=lines[0].line, end_line=lines[-1].end_line)


def paragraph(text: str, line: Line) -> Paragraph:
    return Paragraph(children=_inline(text), line=line.line, end_line=line.end_line)


def _inline(text: str) -> tuple[Node, ...]:
    return (Text(text),) if text else ()


def parts_within(text: str, line: Line, words: Words) -> Iterator[Node]:
    """*text* with the parts that begin inside it: ``Requirements: … Effects: …``, ``… purposes. Effects``."""
    start = 0
    for match in re.finditer(r"(?:(?<=^)|(?<=[.!?)]\s))(?P<head>[^\W\d_][\w ]{2,30}?)(?P<sign>:\s|$)", text):
        key = words.part_key(match["head"])
        if key is None or (match["sign"] == "" and match.start() == 0):
            continue
        if before := text[start : match.start()].strip():
            yield paragraph(before, line)
        yield Part(name=match["head"], key=key, run_in=True, line=line.line, end_line=line.end_line)
        start = match.end()
    if rest := text[start:].strip():
        yield paragraph(rest, line)


def last_line(node: Node) -> int:
    """The last line that *node* or anything in it was printed on."""
    return max(max(getattr(item, "line", 0), getattr(item, "end_line", 0)) for item in walk((node,)))


class Anchors:
    """Anchors by MediaWiki's rule, unique in one document."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def take(self, title: str) -> str:
        """The next free anchor for *title*."""
        plain = "_".join(title.split()) or "section"
        number = self._seen.get(plain.casefold(), 0) + 1
        self._seen[plain.casefold()] = number
        if number == 1:
            return plain
        return (
            self.take(f"{title} {number}")
            if f"{plain}_{number}".casefold() in self._seen
            else self._numbered(plain, number)
        )

    def _numbered(self, plain: str, number: int) -> str:
        self._seen[f"{plain}_{number}".casefold()] = 1
        return f"{plain}_{number}"
