"""Which kind an entry is, by the profile, and which of its rules said so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from msgspec import Struct

from ingest.profile import Kind, KindRule, Profile
from ingest.visible import fold

_BRACKET = re.compile(r"(?P<head>[^()]*[^()\s])\s*\((?P<inside>[^()]+)\)\Z")


class Evidence(Struct, frozen=True, kw_only=True):
    """What a text says about a term besides its name."""

    name: str
    cls: str | None = None
    chapters: tuple[str, ...] = ()  # headings above it, nearest first, the page's title last
    categories: tuple[str, ...] = ()  # categories and navigation templates of the page
    labels: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@lru_cache(maxsize=4096)
def compiled(pattern: str) -> re.Pattern[str]:
    """*pattern*, whatever the case."""
    return re.compile(pattern, re.IGNORECASE)


def found(patterns: Iterable[str], text: str) -> str | None:
    """The first of *patterns* that occurs in *text*."""
    return next((pattern for pattern in patterns if compiled(pattern).search(text)), None)


def kind_of(evidence: Evidence, profile: Profile) -> tuple[str, str]:
    """The kind and the rule that decided it, as ``kinds.skill.classes: PATTERN``."""
    for kind in profile.kinds:
        said = _by_heading(kind, evidence, profile)
        if said:
            return kind.id, f"kinds.{kind.id}.{said}"
    for step in _STEPS:
        for kind in profile.kinds:
            rule = step(kind, evidence)
            if rule:
                return kind.id, f"kinds.{kind.id}.{rule}"
    return profile.glossary.other, "glossary.other"


def list_kind(title: str, profile: Profile) -> Kind | None:
    """The kind whose list page *title* is: there every heading is an entry."""
    return next((kind for kind in profile.kinds if found(kind.pages, title)), None)


def _by_heading(kind: Kind, evidence: Evidence, profile: Profile) -> str | None:
    """A text without a class below "Lanterns and the Glow Keyword" tells of Glow, which is a keyword."""
    if evidence.cls or not evidence.chapters or kind.id in (profile.glossary.other, profile.glossary.chart):
        return None
    name, heading = fold(evidence.name), fold(evidence.chapters[0])
    # A pattern is made of what occurs only: each name would be another one.
    nouns = (noun for noun in map(fold, kind.names.values()) if f"{name} {noun}" in heading)
    said = next((noun for noun in nouns if re.search(rf"(?<!\w){re.escape(f'{name} {noun}')}(?!\w)", heading)), None)
    return f"names: {said}, as the heading says" if said and name else None


def _by_rules(kind: Kind, evidence: Evidence) -> str | None:
    return next((f"when[{n}]" for n, rule in enumerate(kind.when) if _meets(rule, evidence)), None)


def _meets(rule: KindRule, evidence: Evidence) -> bool:
    wanted: Iterator[tuple[str, tuple[str, ...]]] = iter((
        (rule.cls, (evidence.cls or "",)), (rule.name, (evidence.name,)), (rule.chapter, evidence.chapters),
        (rule.category, evidence.categories), (rule.label, evidence.labels), (rule.part, evidence.parts),
    ))  # fmt: skip
    return all(not pattern or any(compiled(pattern).search(text) for text in texts) for pattern, texts in wanted)


def _by_class(kind: Kind, evidence: Evidence) -> str | None:
    pattern = found(kind.classes, evidence.cls) if evidence.cls else None
    return f"classes: {pattern}" if pattern else None


def _by_name(kind: Kind, evidence: Evidence) -> str | None:
    pattern = found(kind.names_like, evidence.name)
    return f"names_like: {pattern}" if pattern else None


def _by_category(kind: Kind, evidence: Evidence) -> str | None:
    pattern = next((hit for text in evidence.categories if (hit := found(kind.categories, text))), None)
    return f"categories: {pattern}" if pattern else None


def _by_chapter(depth: int) -> Callable[[Kind, Evidence], str | None]:
    def step(kind: Kind, evidence: Evidence) -> str | None:
        text = evidence.chapters[depth] if depth < len(evidence.chapters) else ""
        pattern = found(kind.chapters, text) if text else None
        return f"chapters: {pattern}" if pattern else None

    return step


_STEPS: tuple[Callable[[Kind, Evidence], str | None], ...] = (
    _by_rules, _by_class, _by_name, *(_by_chapter(depth) for depth in range(6)), _by_category,
)  # fmt: skip


def _trims(profile: Profile, kind: str) -> tuple[re.Pattern[str], ...]:
    own = next((item.trim for item in profile.kinds if item.id == kind), ())
    return tuple(compiled(pattern) for pattern in (*profile.glossary.cut, *own))


def trimmed(name: str, kind: str, profile: Profile) -> str:
    """*name* without what only says its kind: ``Foxhole State`` is ``Foxhole``."""
    return _cut(name, _trims(profile, kind))


def _cut(name: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    out = name
    for pattern in patterns:
        shorter = " ".join(pattern.sub(" ", out).split()).strip(" -:,")
        out = shorter or out
    return out


def translated(name: str, profile: Profile) -> str:
    """*name* in the profile's first language, where one of its tables knows it.

    Wikis keep titles of one language over texts of another, so that the language of the text does not matter.
    """
    table = _table(profile.translations)
    whole = table.get(fold(name))
    bracket = _BRACKET.match(name) if whole is None else None
    if bracket is None:
        return name if whole is None else whole
    head, inside = (table.get(fold(bracket[part])) for part in ("head", "inside"))
    return name if head is None else f"{head} ({inside or bracket['inside']})"


_tables: dict[int, tuple[dict[str, dict[str, str]], dict[str, str]]] = {}


def _table(translations: dict[str, dict[str, str]]) -> dict[str, str]:
    known = _tables.get(id(translations))
    if known is None or known[0] is not translations:
        folded = {
            fold(term): english for _, table in sorted(translations.items()) for term, english in sorted(table.items())
        }
        known = _tables[id(translations)] = (translations, folded)
    return known[1]


def key_of(name: str, kind: str, profile: Profile) -> str:
    """What two spellings of one name share: translated, trimmed, folded, plural endings off."""
    return _key(translated(name, profile), _trims(profile, kind))


@lru_cache(maxsize=65536)
def _key(name: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    return " ".join(_singular(word) for word in re.findall(r"[^\W_]+|[+=*]", fold(_cut(plain_degrees(name), patterns))))


def plain_degrees(name: str) -> str:
    """*name* without the degree signs of every make that people type."""
    return name.translate({ord(sign): None for sign in "°º˚"})


def singular_name(name: str) -> str:
    """*name* for one of what it names: ``Units`` is Unit."""
    head, blank, last = name.rpartition(" ")
    return f"{head}{blank}{_singular(last)}"


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
