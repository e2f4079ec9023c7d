"""Under which keys names go: what headings, titles and the tables of a profile say of a name in other words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ingest.glossary.model import Entry
from ingest.links.forms import bare, colon_parts
from ingest.links.languages import number_key, rules_of
from ingest.links.names import SectionNames
from ingest.profile import SURE_HEADS, LanguageRules, Profile
from ingest.visible import fold, words


def types_of(heading: str, rules: LanguageRules) -> Iterator[str]:
    """What *heading* says that it lists the types of."""
    for pattern in rules.types:
        match = re.match(pattern, fold(heading))
        if match:
            yield number_key(match["noun"], rules)


def heading_keys(heading: str, rules: LanguageRules) -> set[str]:
    """The names under which a heading or title defines its own entry; what else stands below it is not it."""
    return {number_key(name.rstrip(" .:"), rules) for name in (heading, bare(heading), *colon_parts(heading))}


def section_keys(section: SectionNames, rules: LanguageRules) -> set[str]:
    """The same of a section, and the name of what it defines."""
    return {number_key(bare(section.defines), rules), *heading_keys(section.heading, rules)}


def by_anchor_and_heading(sections: Sequence[SectionNames]) -> tuple[dict[str, int], dict[str, int]]:
    """The first of *sections* with each anchor, and with each heading."""
    anchors: dict[str, int] = {}
    headings: dict[str, int] = {}
    for index, section in enumerate(sections):
        anchors.setdefault(section.anchor, index)
        headings.setdefault(section.heading, index)
    return anchors, headings


def other_names(profile: Profile) -> dict[str, list[tuple[str, str]]]:
    """Folded name → (other name, who says so), from the profile's tables, both ways for translations."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for other, name in sorted(profile.terms.aliases.items()):
        found[fold(bare(name))].append((other, f"the profile says that {other!r} is {name!r}"))
    for language, pairs in sorted(profile.translations.items()):
        for foreign, name in sorted(pairs.items()):
            note = f"the profile translates {foreign!r} ({language}) as {name!r}"
            found[fold(bare(foreign))].extend((form, note) for form in dict.fromkeys((name, bare(name))))
            found[fold(bare(name))].append((foreign, note))
    return found


def generic(profile: Profile) -> re.Pattern[str]:
    """Headings that are no names: the parts of an entry, and what the profile says defines no term."""
    heads = [head for part in profile.parts for head in part.heads] or sorted(SURE_HEADS)
    parts = (f"^{re.escape(fold(head))}$" for head in heads)
    return re.compile(
        "|".join(f"(?:{pattern})" for pattern in (*parts, *profile.glossary.no_terms)) or r"(?!)", re.IGNORECASE
    )


def kind_names(profile: Profile) -> dict[str, tuple[str, ...]]:
    """Kind → the words for it, by which a name may be longer; a chart of X is not X, and any X is a rule."""
    return {
        kind.id: tuple(sorted({number_key(name, rules_of(profile, language)) for language, name in kind.names.items()}))
        for kind in profile.kinds
        if kind.id not in (profile.glossary.chart, profile.glossary.other)
    }


def is_aside(entry: Entry, profile: Profile) -> bool:
    """Tell whether *entry* is a remark inside a typed one: what Coherency means for a Holoecho does not define it."""
    untyped = (profile.glossary.chart, profile.glossary.other)
    return entry.kind in untyped and entry.parent is not None and entry.parent.partition("/")[0] not in untyped


def loose_key(name: str, rules: LanguageRules) -> str:
    """The number key of the words of *name*, punctuation left out: ``Retreat! State`` is ``Retreat State``."""
    return number_key(" ".join(words(name)), rules)
