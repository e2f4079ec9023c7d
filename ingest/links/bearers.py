"""The forms of its names that an entry answers to in a text: numbers, verbs, acronyms, its kind beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ingest.glossary.model import Entry
from ingest.links.forms import bare, colon_parts, stands_for
from ingest.links.keys import is_aside
from ingest.links.languages import number_key, plurals, rules_of, singulars, verb_forms
from ingest.links.meaning import Meaning
from ingest.profile import LanguageRules, Profile
from ingest.visible import fold, slug


def meanings_of(entry: Entry, profile: Profile) -> Iterator[tuple[str, Meaning]]:
    """Every form under which *entry* can be named in a text, with what it then means."""
    linking = profile.linking
    rules = rules_of(profile, entry.language)
    is_phrase = fold(entry.name).partition(" ")[0] in rules.articles
    if (linking.kinds and entry.kind not in linking.kinds) or entry.superseded or is_phrase or is_aside(entry, profile):
        return
    title = entry.page.partition(":")[2]
    own = {number_key(part, rules) for part in (title, bare(title), *colon_parts(title))}
    rank = (
        int(number_key(bare(entry.name), rules) not in own), int(entry.concept.partition("/")[2] != slug(bare(entry.name))),
        int(entry.parent is not None), int(bool(entry.level)),
    )  # fmt: skip
    mark = int(entry.kind in linking.marks)
    nouns = _nouns(entry, profile)
    for form, bent in _forms(entry, rules, verbs=entry.kind in linking.verbs, nouns=nouns):
        if sum(char.isalpha() for char in form) < linking.shortest and form != entry.acronym:
            continue
        case = (
            linking.cases.get(form) or linking.cases.get(entry.name) or ("exact" if _is_acronym(form) else linking.case)
        )
        meaning = Meaning(
            entry=entry.id, concept=entry.concept, name=fold(bare(entry.name)), kind=entry.kind, edition=entry.edition, editions=entry.editions,
            language=entry.language, rank=(mark, bent, *rank), case=case, printed=form, page=entry.page,
        )  # fmt: skip
        yield form, meaning
        for other, barred in _own_cases(form, entry, profile):
            yield form, replace(meaning, case=other, barred=barred)


def _own_cases(form: str, entry: Entry, profile: Profile) -> Iterator[tuple[str, frozenset[str]]]:
    """How single editions print a name otherwise than the others, and the editions that do not."""
    for edition, cases in sorted(profile.linking.cases_of.items()):
        case = cases.get(form) or cases.get(entry.name)
        if case and edition in (entry.edition, *entry.editions):
            yield case, frozenset(item.id for item in profile.editions if item.id != edition)


def _nouns(entry: Entry, profile: Profile) -> tuple[str, ...]:
    """The words for the kind of *entry* in its language: a text says ``the Movement Label`` of Movement."""
    if entry.kind in (profile.glossary.chart, profile.glossary.other):
        return ()
    return tuple(
        kind.names[entry.language] for kind in profile.kinds if kind.id == entry.kind and entry.language in kind.names
    )


def _forms(entry: Entry, rules: LanguageRules, *, verbs: bool, nouns: tuple[str, ...]) -> Sequence[tuple[str, int]]:
    forms: dict[str, int] = {}
    names = [(entry.name, 0), (bare(entry.name), 0), *((alias, 1) for alias in entry.aliases)]
    names += [(part, 1) for part in colon_parts(entry.name) if _is_acronym(part)]
    if entry.acronym and stands_for(entry.acronym, entry.name):
        names += [(entry.acronym, 1), (f"{entry.name} ({entry.acronym})", 1)]
    for name, rank in names:
        forms.setdefault(" ".join(name.split()), rank)
    for name in tuple(forms):
        bent = (*plurals(name, rules), *singulars(name, rules)) if not _is_acronym(name) else (f"{name}s",)
        for form in (*bent, *(verb_forms(name, rules) if verbs else ())):
            forms.setdefault(form, 2)
        head, mark, addition = name.partition(" (")
        for other in (*plurals(head, rules), *singulars(head, rules)) if mark else ():
            forms.setdefault(f"{other} ({addition}", 2)  # BS Attacks (Guided)
        first, blank, rest = name.partition(" ")
        for other in (*plurals(first, rules), *singulars(first, rules)) if blank and not _is_acronym(first) else ():
            forms.setdefault(f"{other} {rest}", 2)  # Weapon Chart is the Weapons Chart too
        for noun in nouns if not _is_acronym(name) else ():
            forms.setdefault(f"{name} {noun}", 2)
    return [(form, rank) for form, rank in forms.items() if form]


def _is_acronym(name: str) -> bool:
    letters = [char for char in name if char.isalpha()]
    return (
        " " not in name
        and len(letters) <= 6
        and sum(char.isupper() for char in letters) * 2 > len(letters)
        and len(letters) > 1
    )
