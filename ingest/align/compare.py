"""Two same-named texts of two editions or sources, sentence by sentence.

    headed(document, side)   the named texts of one document: itself and the sections under its headings
    plan(all of them)        which of them are beside one another
    compare(left, right)     the rows

Only names and sizes are kept while planning; the two documents of a pair are read when it is compared.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct, structs

from ingest.align.blocks import Block, blocks_of
from ingest.align.elsewhere import Elsewhere, Found
from ingest.align.model import Comparison, ComparisonRow, Relation, Side
from ingest.align.sentences import Senses, Sentence, sentences_of
from ingest.align.sequence import Group, Repeated, align_sentences
from ingest.kept import NOTHING, Kept
from ingest.tree import Document
from ingest.visible import fold, slug, words

SMALLEST = 12  # words: shorter texts are stubs that only point elsewhere
GENERIC = 3  # a heading that stands more often in one source names a part, not a text
REPEATED = 0.8  # likeness of a sentence to one that was matched, above which it is a repetition of it

_encode = msgspec.msgpack.Encoder().encode
_groups = msgspec.msgpack.Decoder(list[Group]).decode


class Headed(Struct, frozen=True, kw_only=True):
    """A named text: a whole document, or the section under one of its headings."""

    side: Side
    name: str  # folded
    title: str
    first: int  # blocks of its document, end excluded
    last: int
    size: int  # words
    whole: bool = False

    @property
    def group(self) -> tuple[str, str, str]:
        """Texts of one group are never beside one another."""
        return (self.side.file, self.side.edition or "", self.side.language)


def headed(document: Document, side: Side, *, title: str = "") -> Iterator[Headed]:
    """The texts of *document* that may have twins; *title* is that of its page."""
    blocks = blocks_of(document)
    sizes = [len(words(block.text)) for block in blocks]
    ends = _ends(blocks)
    for name in dict.fromkeys(filter(None, (title.rpartition("/")[2] or title, document.title))):
        yield _headed(side, name, 0, len(blocks), sizes, whole=True)
    for place, last in ends.items():
        text = blocks[place].text
        yield _headed(structs.replace(side, section=text, url_anchor=side.url_anchor), text, place, last, sizes)


def _ends(blocks: Sequence[Block]) -> dict[int, int]:
    """Where the section under each heading ends: at the next heading that is not below it."""
    ends: dict[int, int] = {}
    inside: list[int] = []
    for place, block in enumerate(blocks):
        if block.kind == "heading" and block.text:
            while inside and len(blocks[inside[-1]].path) >= len(block.path):
                ends[inside.pop()] = place
            ends[place] = len(blocks)
            inside.append(place)
    return ends


def _headed(side: Side, title: str, first: int, last: int, sizes: Sequence[int], *, whole: bool = False) -> Headed:
    name = fold(title).strip(" .:")
    return Headed(side=side, name=name, title=title, first=first, last=last, size=sum(sizes[first:last]), whole=whole)


def plan(texts: Iterable[Headed], editions: Sequence[str] = ()) -> Iterator[tuple[Headed, Headed]]:
    """Which texts stand beside which; *editions* gives their order, the older one is the left one."""
    names: dict[str, dict[tuple[str, str, str], list[Headed]]] = defaultdict(lambda: defaultdict(list))
    for text in texts:
        if text.size >= SMALLEST:
            names[text.name][text.group].append(text)
    order = {edition: place for place, edition in enumerate(editions)}
    pairs: list[tuple[Headed, Headed]] = []
    for name in sorted(names):
        groups = names[name]
        if len(groups) < 2 or any(len(found) > GENERIC for found in groups.values()):
            continue
        best = [max(found, key=lambda item: (item.size, item.whole)) for found in groups.values()]
        best.sort(key=lambda item: (order.get(item.side.edition or "", len(order)), item.group, item.side.page))
        pairs += [(one, two) for one, two in _pairs(best) if one.side.language == two.side.language]
    yield from _outermost(pairs)


def _pairs(best: list[Headed]) -> Iterator[tuple[Headed, Headed]]:
    """Every two of a few, neighbours of many."""
    for place, one in enumerate(best):
        for two in best[place + 1 :] if len(best) <= 4 else best[place + 1 : place + 2]:
            yield one, two


def _outermost(pairs: list[tuple[Headed, Headed]]) -> Iterator[tuple[Headed, Headed]]:
    """Leave out sections of texts that stand beside one another already, and doubles."""
    whole = {(_document(one), _document(two)) for one, two in pairs if one.whole and two.whole}
    seen: set[tuple[object, ...]] = set()
    for one, two in pairs:
        key = (_document(one), _document(two), one.first, one.last, two.first, two.last)
        inside = (_document(one), _document(two)) in whole and not (one.whole and two.whole)
        if not inside and key not in seen:
            seen.add(key)
            yield one, two


def _document(text: Headed) -> tuple[str, str, str]:
    return (text.side.page, text.side.revision or "", text.side.edition or "")


def compare(left: Headed, old: Document, right: Headed, new: Document, *,
            elsewhere_left: Elsewhere | None = None, elsewhere_right: Elsewhere | None = None) -> Comparison:  # fmt: skip
    """Compare two named texts; what stands elsewhere in their sources is ``moved``, not added or removed."""
    return compare_blocks(left, blocks_of(old), right, blocks_of(new), elsewhere_left, elsewhere_right)


def compare_blocks(left: Headed, old: Sequence[Block], right: Headed, new: Sequence[Block],
                   elsewhere_left: Elsewhere | None = None, elsewhere_right: Elsewhere | None = None,
                   kept: Kept = NOTHING) -> Comparison:  # fmt: skip
    """The same from the blocks of both documents."""
    one, two = _sentences(left, old), _sentences(right, new)
    senses = Senses([*one, *two], left.side.language)
    groups = _aligned(one, two, senses, left.side.language, kept)
    came = _elsewhere(two, {j for group in groups for j in group.right}, senses, elsewhere_left, one, flip=False)
    went = _elsewhere(one, {i for group in groups for i in group.left}, senses, elsewhere_right, two, flip=True)
    return Comparison(
        id=_id(left, right), title=right.title, left=left.side, right=right.side,
        rows=tuple(_rows(one, two, groups, came, went)),
    )  # fmt: skip


def _aligned(
    one: Sequence[Sentence], two: Sequence[Sentence], senses: Senses, language: str, kept: Kept
) -> list[Group]:  # fmt: skip
    def make() -> list[Group]:
        return align_sentences(one, two, senses)

    return kept.again("sentences", kept.key(_encode((one, two, language))), _groups, make) if kept.stays else make()


def _id(left: Headed, right: Headed) -> str:
    parts = (left.side.file, left.side.page, left.side.section or "", left.side.edition or "", left.side.revision or "",
             right.side.file, right.side.page, right.side.section or "", right.side.edition or "", right.side.revision or "")  # fmt: skip
    return f"{slug(right.title)}-{hashlib.sha256(chr(30).join(parts).encode()).hexdigest()[:8]}"


def _sentences(text: Headed, document: Sequence[Block]) -> list[Sentence]:
    blocks = document[text.first : text.last]
    if blocks and blocks[0].kind == "heading" and fold(blocks[0].text).strip(" .:") == text.name:
        blocks = blocks[1:]
    return list(sentences_of(blocks))


def _elsewhere(sentences: Sequence[Sentence], used: set[int], senses: Senses, index: Elsewhere | None,
               there: Sequence[Sentence], *, flip: bool) -> dict[int, Found]:  # fmt: skip
    """Where the sentences that stand in no group were found outside the compared texts, by their first place."""
    if index is None:
        return {}
    out: dict[int, Found] = {}
    taken = {item.text for item in there}
    for places in _left_over(sentences, used, senses):
        for found in index.find([sentences[place] for place in places], places, taken, flip):
            out[found.wanted[0]] = found
            taken.update(found.texts)
    return out


def _left_over(sentences: Sequence[Sentence], used: set[int], senses: Senses) -> Iterator[list[int]]:
    """Sentences of one paragraph that stand in no group and do not repeat one that does."""
    known = Repeated(senses.features([sentences[place]]) for place in sorted(used))
    run: list[int] = []
    for place, sentence in enumerate(sentences):
        if run and sentences[run[-1]].paragraph != sentence.paragraph:
            yield run
            run = []
        if place in used or sentence.is_title:
            continue
        if known.nearest(senses.features([sentence])) >= REPEATED:
            continue
        run.append(place)
    if run:
        yield run


def _rows(left: Sequence[Sentence], right: Sequence[Sentence], groups: Sequence[Group], came: dict[int, Found],
          went: dict[int, Found]) -> Iterator[ComparisonRow]:  # fmt: skip
    by_right = {group.right[0]: group for group in groups}
    done_left = {i for group in groups for i in group.left}
    done_right = {j for group in groups for j in group.right}
    gone = 0

    def drop(until: int) -> Iterator[ComparisonRow]:
        nonlocal gone
        while gone < until:
            if gone in went:
                done_left.update(went[gone].wanted)
                yield ComparisonRow(left=_texts(left, went[gone].wanted), right=went[gone].texts, relation="moved")
            elif gone not in done_left:
                yield ComparisonRow(left=(left[gone].text,), relation="removed")
            gone += 1

    for place, sentence in enumerate(right):
        if place in by_right:
            group = by_right[place]
            if not group.moved:
                yield from drop(group.left[0])
            yield ComparisonRow(
                left=_texts(left, group.left), right=_texts(right, group.right), relation=_relation(group)
            )
        elif place in came:
            done_right.update(came[place].wanted)
            yield ComparisonRow(left=came[place].texts, right=_texts(right, came[place].wanted), relation="moved")
        elif place not in done_right:
            yield ComparisonRow(right=(sentence.text,), relation="added")
    yield from drop(len(left))


def _texts(sentences: Sequence[Sentence], places: Sequence[int]) -> tuple[str, ...]:
    return tuple(sentences[place].text for place in places)


def _relation(group: Group) -> Relation:
    if group.moved:
        return "moved"
    if group.same and len(group.left) == len(group.right):
        return "identical"
    if len(group.right) > len(group.left):
        return "split"
    if len(group.left) > len(group.right):
        return "merged"
    return "reworded"


def summary(comparison: Comparison) -> dict[str, int]:
    """How many rows stand in each relation."""
    return dict(Counter(row.relation for row in comparison.rows))
