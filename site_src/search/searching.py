"""A query asked of an open index: hits with their passages, facets, and why each stands where it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

import msgspec

from site_src.search import store
from site_src.search.engine import Index
from site_src.search.model import Facet, Hit, Results, SearchDocument, Variant
from site_src.search.query import Query, parse
from site_src.search.ranking import TIERS, Ranked, Ranking, rank
from site_src.search.snippets import passage
from site_src.search.tokens import key
from site_src.search.units import Unit


def open_index(site: Path, *, old: bool = False) -> tuple[Index, tuple[str, ...]]:
    """The index of *site*, made again where it is not the one that its build wrote; and what there is to say of that."""
    folder = store.index_folder(site, old=old)
    fingerprint = store.fingerprint_of(site)
    if store.is_ours(folder, fingerprint):
        try:
            return Index(folder), ()
        except (msgspec.MsgspecError, OSError):
            pass  # ours, but of a version that wrote something else
    settings, documents = store.read_published(site, old=old)
    store.write_index(folder, documents, settings, fingerprint)
    return Index(folder), (
        f"The index {folder} was absent, foreign or damaged; it was made again from {site / 'api'}.",
    )


def run(
    index: Index, text: str, *, limit: int, kinds: tuple[str, ...] = (), edition: str | None = None,
    language: str | None = None, explain: bool = False, notes: tuple[str, ...] = (),
) -> Results:  # fmt: skip
    """Ask *index* for *text*."""
    query = parse(text, index.numbers, index.settings.fields)
    ranking = rank(query, index, _keeper(index, kinds, edition, language))
    wanted = words_to_mark(query, ranking.units)
    hits = tuple(
        _hit(index, place, item, wanted, ranking if explain else None)
        for place, item in enumerate(ranking.order[:limit], start=1)
    )
    suggestions = tuple(dict.fromkeys(index.document(number).name for number in ranking.suggestions))
    return Results(
        hits=hits, total=len(ranking.order), corrected=ranking.corrected, suggestions=suggestions,
        facets=_facets(index, [item.document for item in ranking.order]), notes=notes,
    )  # fmt: skip


def words_to_mark(query: Query, units: tuple[Unit, ...]) -> dict[str, bool]:
    """The words that a passage marks for a query, and whether they are only begun."""
    marked = {word: False for phrase in query.phrases for word in phrase}
    for unit in units:
        for way in unit.ways:
            for atom in way.atoms:
                if atom.terms:
                    marked.setdefault(atom.read or atom.word, atom.begun)
    return marked


def _keeper(index: Index, kinds: tuple[str, ...], edition: str | None, language: str | None) -> Callable[[int], bool]:
    wanted = {index.settings.kinds.get(key(kind), key(kind)) for kind in kinds}
    keep = [
        (not wanted or key(shared.kind) in wanted)
        and (edition is None or key(edition) in map(key, (shared.edition or "", *shared.editions)))
        and (language is None or key(language) == key(shared.language))
        for shared in index.classes
    ]
    return keep.__getitem__


def _hit(index: Index, place: int, item: Ranked, wanted: Mapping[str, bool], ranking: Ranking | None) -> Hit:
    document = index.document(item.document)
    snippet, marks = passage(document.text, wanted)
    variants = (index.document(number) for number in item.variants)
    return Hit(
        rank=place, id=document.id, name=document.name, kind=document.kind, page=document.page, section=document.section,
        edition=document.edition, language=document.language, url=document.url, score=item.score, tier=TIERS[item.tier],
        source={"file": document.source, "line": document.line}, snippet=snippet, marks=marks,
        variants=tuple(Variant(id=other.id, edition=other.edition, url=other.url) for other in variants),
        dropped=document.dropped, why="\n".join(dict.fromkeys(_why(index, document, item, ranking))) if ranking else "",
    )  # fmt: skip


def _why(index: Index, document: SearchDocument, item: Ranked, ranking: Ranking) -> tuple[str, ...]:
    lines = [f"{TIERS[item.tier]}; {item.score} points, {document.boost} % weight as {document.kind}"]
    for unit in ranking.units:
        for way in unit.ways:
            for atom in way.atoms:
                for term, weight in atom.terms:
                    posting = index.impacts(term).get(item.document)
                    if posting is not None:
                        where = "in a name" if posting & 1 else "in the text"
                        lines.append(f"{atom.word} → {index.lexicon.terms[term]} {where}: {posting >> 1} × {weight}/8")
    return tuple(lines)


def _facets(index: Index, found: Collection[int]) -> dict[str, tuple[Facet, ...]]:
    facets: dict[str, Counter[str]] = {"kind": Counter(), "edition": Counter(), "language": Counter()}
    for number, count in Counter(map(index.class_of, found)).items():
        shared = index.classes[number]
        facets["kind"][shared.kind] += count
        facets["language"][shared.language] += count
        for edition in shared.editions:
            facets["edition"][edition] += count
    for field, values in index.lexicon.values.items():
        facets[field] = _values(index, field, values, frozenset(found))
    return {name: _most_first(values) for name, values in facets.items()}


def _values(index: Index, field: str, values: Iterable[str], found: frozenset[int]) -> Counter[str]:
    """How many of the documents *found* have each of *values*."""
    counts: Counter[str] = Counter()
    for value in values:
        surface = index.surface(f":{field}:{key(value)}")
        if surface and (count := len(found.intersection(index.holders(surface.terms[0])))):
            counts[value] = count
    return counts


def _most_first(values: Counter[str]) -> tuple[Facet, ...]:
    return tuple(
        Facet(value=value, count=count) for value, count in sorted(values.items(), key=lambda item: (-item[1], item[0]))
    )
