"""Hide the links that people wrote, link automatically, compare: ``python bench/autolinks.py SOURCE… [--show N | --draw N --seed S]``.

A unit is a section and the place that a hidden link of it leads to. Recall counts the units whose label is a name or
alias of an entry; precision counts the automatic links that lie on a span which a person had linked. Spans that nobody
linked are counted apart; ``--show N`` prints N of them, evenly drawn; ``--draw N`` draws N by chance, half of them from
texts of an older edition where a page has one, each with what stands around it and what it leads to, to be judged by eye.
Links to missing pages and to the text's own page are no units: there is nothing to find.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ingest.archive import Archive
from ingest.choose import choose_profile
from ingest.glossary.model import Entry
from ingest.knowledge import KnowledgeBase
from ingest.links import NameTable, Resolver, Vocabulary, autolink, infer_aliases, page_names
from ingest.links.forms import bare
from ingest.links.languages import ENGLISH, number_key
from ingest.links.model import Resolution
from ingest.model import Page
from ingest.profile import shipped_profiles
from ingest.readers import open_sources
from ingest.refine import Requests, refine
from ingest.stages.links import words_of
from ingest.tree import Document, Field, Heading, Item, Link, Node, Record, Row, Text, children_of
from ingest.visible import inline_text


class Span(Struct, frozen=True):
    """A link in a text: its section, the characters it covers, its target and label."""

    section: int
    start: int
    end: int
    link: Link
    label: str
    around: str = ""


class Tally(Struct):
    units: int = 0
    named: int = 0
    found: int = 0
    on_human: int = 0
    right: int = 0
    elsewhere: int = 0


def spans(document: Document, kind: str) -> list[Span]:
    """The links of *kind* in reading order, with offsets into the concatenated texts of the document."""
    found: list[Span] = []
    offset, section = 0, 0

    def visit(nodes: Iterable[Node]) -> None:
        nonlocal offset, section
        for node in nodes:
            if isinstance(node, Heading):
                section += 1
                offset += len(inline_text(node.children))
            elif isinstance(node, Text):
                offset += len(node.text)
            elif isinstance(node, Link):
                start = offset
                visit(node.children)
                if node.kind == kind:
                    found.append(Span(section, start, offset, node, inline_text(node.children)))
            else:
                visit(children_of(node))

    visit(document.blocks)
    return found


AROUND = 100  # characters on each side of a span that is judged by eye


def told(document: Document) -> str:
    """The concatenated texts of *document*, where :func:`spans` counts."""

    def visit(nodes: Iterable[Node]) -> str:
        return "".join(
            inline_text(node.children) if isinstance(node, Heading) else node.text if isinstance(node, Text) else visit(children_of(node))
            for node in nodes
        )  # fmt: skip

    return visit(document.blocks)


def drawn(knowledge: KnowledgeBase, count: int, seed: int) -> Iterator[str]:
    """*count* automatic links that no person made, as they are judged: text, place, target and how that begins."""
    entries = {entry.id: entry for entry in knowledge.entries}
    _, vocabulary = words_of(knowledge)
    newest = {
        page.newest: (page.id, page.edition, page.language) for page in knowledge.pages if page.newest and page.wiki
    }
    older = {
        (entry.revision, entry.edition): (entry.page, entry.edition, entry.language)
        for entry in entries.values() if entry.revision not in newest and not entry.superseded
    }  # fmt: skip
    pools: tuple[list[str], list[str]] = ([], [])
    for pool, texts in ((pools[0], newest.items()), (pools[1], ((key[0], value) for key, value in older.items()))):
        for revision, (page, edition, language) in sorted(texts, key=str):
            found = knowledge.pages.get(page)
            document = knowledge.document(revision)
            if document and found and found.namespace == 0:
                pool.extend(_free_spans(document, vocabulary, (page, edition, language or "en"), entries))
    chance = random.Random(seed)
    half = min(count // 2, len(pools[1]))
    yield from chance.sample(pools[0], count - half)
    yield from chance.sample(pools[1], half)


def _free_spans(
    document: Document, vocabulary: Vocabulary, at: tuple[str, str | None, str], entries: dict[str, Entry]
) -> Iterator[str]:
    page, edition, language = at
    linked = autolink(document, vocabulary, page=page, edition=edition, language=language)
    text = told(linked)
    for span in spans(linked, "entry"):
        if not span.link.line:
            entry = entries[span.link.target]
            before, after = text[max(span.start - AROUND, 0) : span.start], text[span.end : span.end + AROUND]
            around = " ".join(f"{before}[[{span.label}]]{after}".split())
            yield f"{page} ({edition}, {language}): {around}\n    -> {entry.id}, {entry.name}: {(entry.summary or entry.text)[:160]!r}"


def hide(document: Document) -> Document:
    """*document* with the label in place of every link to a page."""
    return replace(document, blocks=_unlinked(document.blocks))


def _unlinked(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Link) and node.kind == "page":
            out.extend(_unlinked(node.children))
        else:
            out.append(_without(node))
    return tuple(_glued(out))


def _glued(nodes: list[Node]) -> Iterator[Node]:
    text = ""
    for node in nodes:
        if isinstance(node, Text):
            text += node.text
            continue
        if text:
            yield Text(text)
        text = ""
        yield node
    if text:
        yield Text(text)


def _without(node: Node) -> Node:
    changed: dict[str, object] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple) and value and name not in {"attrs", "args"}:
            if all(isinstance(item, Field) for item in value):
                changed[name] = tuple(replace(item, value=_unlinked(item.value)) for item in value)
            elif all(isinstance(item, (Item, Row, Record)) or hasattr(item, "cells") for item in value):
                changed[name] = tuple(_without(item) for item in value)
            elif all(isinstance(item, Struct) for item in value) and name not in {"bands"}:
                changed[name] = _unlinked(value)
    return replace(node, **changed) if changed else node


def same_place(entry: Entry, found: Resolution, entries: dict[str, Entry]) -> bool:
    """Tell whether an automatic link to *entry* leads where the hidden link led."""
    meant = entries.get(found.entry or "")
    if meant and meant.concept == entry.concept:
        return True
    if entry.page != found.page:
        return False
    return found.section is None or found.section in (entry.heading, entry.name) or entry.anchor == found.fragment


def measure(
    knowledge: KnowledgeBase, tally: Tally, unlinked: list[str], wrong: list[str], missed: Counter[str]
) -> float:
    entries = {entry.id: entry for entry in knowledge.entries}
    profile = knowledge.profile
    pages = [(page, knowledge.document(page.newest)) for page in knowledge.pages if page.newest]
    names = [page_names(page, document, profile) for page, document in pages if document]
    resolver = Resolver(NameTable(names, profile, entries=entries.values(), aliases=infer_aliases(names, profile)))
    vocabulary = Vocabulary(entries.values(), profile, resolver)
    named = names_of(entries.values())
    spent = 0.0
    for page, document in pages:
        if document and page.namespace == 0 and page.wiki:
            hidden = hide(document)
            start = time.perf_counter()
            linked = autolink(hidden, vocabulary, page=page.id, edition=page.edition, language=page.language or "en")
            spent += time.perf_counter() - start
            _compare(page, document, linked, resolver, named, entries, tally, unlinked, wrong, missed)
    return spent


def _compare(
    page: Page, document: Document, linked: Document, resolver: Resolver, names: dict[str, list[Entry]], entries: dict[str, Entry],
    tally: Tally, unlinked: list[str], wrong: list[str], missed: Counter[str],
) -> None:  # fmt: skip
    made = spans(linked, "entry")
    human = [(span, _where(span, page, resolver)) for span in spans(document, "page")]
    units: dict[tuple[int, str, str], list[tuple[Span, Resolution]]] = {}
    for span, found in human:
        if found.page and found.page != page.id:
            units.setdefault((span.section, found.page, found.section or ""), []).append((span, found))
    for (section, _, _), members in units.items():
        tally.units += 1
        if any(_is_name(span.label, found, names, entries) for span, found in members):
            tally.named += 1
            hit = any(
                link.section == section and same_place(entries[link.link.target], members[0][1], entries)
                for link in made
            )
            tally.found += hit
            if not hit:
                missed[f"{members[0][0].label} -> {members[0][1].page} on {page.title}"] += 1
    for link in made:
        over = [found for span, found in human if span.start < link.end and link.start < span.end]
        leading = [found for found in over if found.page]
        if leading:
            right = any(same_place(entries[link.link.target], found, entries) for found in leading)
            tally.on_human += 1
            tally.right += right
            if not right:
                wrong.append(
                    f"{page.title}: {link.label!r} -> {link.link.target}, by hand {leading[0].page} {leading[0].section or ''}"
                )
        elif not over:
            tally.elsewhere += 1
            unlinked.append(f"{page.title}: {link.label!r} -> {link.link.target}")


def _where(span: Span, page: Page, resolver: Resolver) -> Resolution:
    return resolver.resolve(
        span.link.target, span.link.anchor, page=page.id, edition=page.edition, language=page.language or "en"
    )


def _is_name(label: str, found: Resolution, names: dict[str, list[Entry]], entries: dict[str, Entry]) -> bool:
    """Tell whether the label, whatever its case and number, is a name or alias of an entry at the place it leads to."""
    return any(same_place(entry, found, entries) for entry in names.get(number_key(label, ENGLISH), ()))


def names_of(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in {
            number_key(name, ENGLISH) for name in (entry.name, bare(entry.name), entry.acronym or "", *entry.aliases)
        }:
            found.setdefault(name, []).append(entry)
    return found


def growth(knowledge: KnowledgeBase) -> float:
    """How much longer linking takes with ten times the terms, nine in ten of which no text holds; both in one run."""
    entries = list(knowledge.entries)
    invented = [
        replace(entry, id=f"{entry.id}-{number}", name=f"{entry.name} Qx{number}", aliases=(), acronym=None)
        for number in range(9) for entry in entries
    ]  # fmt: skip
    documents = [(page, knowledge.document(page.newest)) for page in knowledge.pages if page.newest]
    texts = [(page, document) for page, document in documents if document]
    times = []
    for vocabulary in (Vocabulary(entries, knowledge.profile), Vocabulary([*entries, *invented], knowledge.profile)):
        start = time.perf_counter()
        for page, document in texts:
            autolink(document, vocabulary, page=page.id, edition=page.edition, language=page.language or "en")
        times.append(time.perf_counter() - start)
    return times[1] / times[0]


def knowledge_of(sources: list[Path]) -> KnowledgeBase:
    """Everything that the sources say, in memory."""
    archive = Archive(None)
    for opened in open_sources(sources).opened:
        archive.add(opened.source, opened.read())
    newest = (archive.text(page[-1].text or "") for page in map(archive.revisions, archive.page_ids()) if page)
    profile = choose_profile(shipped_profiles(), (text for text in newest if text)).profile
    knowledge = KnowledgeBase(None, profile, archive.text)
    refine(archive, knowledge, Requests(), lambda stage, done, total: None)
    return knowledge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally, unlinked, wrong, missed = Tally(), list[str](), list[str](), Counter[str]()
    knowledge = knowledge_of(asked.sources)
    if asked.draw:
        print("\n".join(f"{n}. {line}" for n, line in enumerate(drawn(knowledge, asked.draw, asked.seed), start=1)))
        return
    spent = measure(knowledge, tally, unlinked, wrong, missed)
    print(f"ten times as many terms, the same texts: {growth(knowledge):.2f} times the time")
    print(
        f"units {tally.units}, label is a name {tally.named}, found {tally.found}: recall {tally.found / max(tally.named, 1):.3f}"
    )
    print(
        f"on spans a person linked {tally.on_human}, right {tally.right}: precision {tally.right / max(tally.on_human, 1):.3f}"
    )
    print(f"spans nobody linked {tally.elsewhere}; linking took {spent:.2f} s")
    step = max(len(unlinked) // asked.show, 1) if asked.show else 1
    for title, lines in (
        ("nobody linked", unlinked[::step]),
        ("wrong", wrong),
        ("missed", [f"{n} {m}" for m, n in missed.most_common()]),
    ):
        for line in lines[: asked.show]:
            print(f"  {title}: {line}")


if __name__ == "__main__":
    main()
