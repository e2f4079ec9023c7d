"""Every name of every entry in one automaton: a text is read once, however many terms there are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

import ahocorasick
from msgspec import Struct

from ingest.glossary.model import Entry, EntryId
from ingest.links.forms import bare
from ingest.links.languages import plurals, rules_of, verb_forms
from ingest.profile import LanguageRules, Profile
from ingest.visible import fold

_SAME = {ord(old): new for old, new in zip("’‘‑–−\u00a0\n\t", "''---   ", strict=True)}
_SENTENCE_END = re.compile(r"[.!?:;•…]['\")\]”’]*\s*$")
_WORD = re.compile(r"[^\W_]+")


class Meaning(Struct, frozen=True):
    """One entry that one form of a name may stand for."""

    entry: EntryId
    name: str  # folded, without its parenthesis: never linked where the text is about it
    edition: str | None
    editions: tuple[str, ...]
    language: str
    rank: tuple[int, ...]  # lower is nearer: own name, alias, bent form; entries of their own before parts
    case: str  # "capital", "any" or "exact"
    printed: str  # the form as a person would write it


class Found(Struct, frozen=True):
    """A term in a text: characters ``start`` to ``end``."""

    start: int
    end: int
    entry: EntryId
    name: str


class Vocabulary:
    """All names, ready to be found. Built once for a site; equal entries give equal findings."""

    def __init__(self, entries: Iterable[Entry], profile: Profile) -> None:
        self._orders = {edition.id: edition.order for edition in profile.editions}
        self._rules = {code: rules_of(profile, code) for code in sorted({"en", *profile.languages})}
        self._never = {flat(name) for name in profile.linking.never}
        meanings: dict[str, list[Meaning]] = defaultdict(list)
        for entry in sorted(entries, key=lambda entry: entry.id):
            for form, meaning in _meanings(entry, profile):
                if flat(form) not in self._never:
                    meanings[flat(form)].append(meaning)
        self._automaton = ahocorasick.Automaton()
        for form, found in sorted(meanings.items()):
            self._automaton.add_word(form, (len(form), tuple(found)))
        self.size = len(meanings)
        if meanings:
            self._automaton.make_automaton()

    def find(
        self, text: str, *, edition: str | None, language: str, about: Collection[str] = (), before: str = "", after: str = ""
    ) -> list[Found]:
        """The terms in *text*, longest first where they overlap, in order.

        *about* are folded names that the text is about: they are passed over. *before* and *after* are what stands
        directly beside *text*, so that half a word is never taken for one.
        """
        if not self.size:
            return []
        spans = sorted(self._spans(text, before, after), key=lambda span: (span[0], -span[1]))
        found: list[Found] = []
        end = 0
        for start, stop, meanings in spans:
            if start < end:
                continue
            fitting = [meaning for meaning in meanings if self._fits(meaning, text, start, stop, before, language)]
            if fitting:
                end = stop
                nearest = min(fitting, key=lambda meaning: self._distance(meaning, edition, language))
                if nearest.name not in about:
                    found.append(Found(start, stop, nearest.entry, nearest.name))
        return found

    def _spans(self, text: str, before: str, after: str) -> Iterator[tuple[int, int, tuple[Meaning, ...]]]:
        plain = flat(text)
        for last, (length, meanings) in self._automaton.iter(plain):
            start, end = last - length + 1, last + 1
            left = plain[start - 1] if start else before[-1:]
            right = plain[end] if end < len(plain) else after[:1]
            if not (_joins(left, plain[start]) or _joins(right, plain[end - 1])):
                yield start, end, meanings

    def _fits(self, meaning: Meaning, text: str, start: int, end: int, before: str, language: str) -> bool:
        written = text[start:end]
        if meaning.case == "exact":
            return written.translate(_SAME) == meaning.printed.translate(_SAME)
        if meaning.case == "any":
            return True
        return _as_capital(written, meaning.printed) and not self._is_verb(text, start, end, before, language)

    def _is_verb(self, text: str, start: int, end: int, before: str, language: str) -> bool:
        """``Cover the gate`` at the head of a sentence is an order, not the term Cover."""
        if " " in text[start:end].strip():
            return False
        head = before + text[:start]
        if head.strip() and not _SENTENCE_END.search(head):
            return False
        following = _WORD.match(text[end:].lstrip()) if text[end : end + 1].isspace() else None
        rules = self._rules.get(language, LanguageRules())
        return following is not None and fold(following.group()) in rules.determiners

    def _distance(self, meaning: Meaning, edition: str | None, language: str) -> tuple[object, ...]:
        here = edition is None or edition in meaning.editions or edition == meaning.edition
        order, other = self._orders.get(edition or "", 0), self._orders.get(meaning.edition or "", 0)
        return (not here, meaning.language != language, abs(order - other), meaning.rank, meaning.entry)


def flat(text: str) -> str:
    """*text* in small letters with plain quotes, dashes and blanks, as long as before."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return small.translate(_SAME)


def _meanings(entry: Entry, profile: Profile) -> Iterator[tuple[str, Meaning]]:
    linking = profile.linking
    if (linking.kinds and entry.kind not in linking.kinds) or entry.superseded:
        return
    rules = rules_of(profile, entry.language)
    for form, rank in _forms(entry, rules, verbs=entry.kind in linking.verbs):
        if sum(char.isalpha() for char in form) < linking.shortest and form != entry.acronym:
            continue
        case = linking.cases.get(form) or linking.cases.get(entry.name) or ("exact" if _is_acronym(form) else linking.case)
        yield form, Meaning(
            entry=entry.id, name=fold(bare(entry.name)), edition=entry.edition, editions=entry.editions, language=entry.language,
            rank=(rank, int(entry.parent is not None), int(bool(entry.level))), case=case, printed=form,
        )  # fmt: skip


def _forms(entry: Entry, rules: LanguageRules, *, verbs: bool) -> Sequence[tuple[str, int]]:
    forms: dict[str, int] = {}
    names = [(entry.name, 0), (bare(entry.name), 0), *((alias, 1) for alias in entry.aliases)]
    names += [(entry.acronym, 1)] if entry.acronym else []
    for name, rank in names:
        forms.setdefault(" ".join(name.split()), rank)
    for name in tuple(forms):
        bent = plurals(name, rules) if not _is_acronym(name) else (f"{name}s",)
        for form in (*bent, *(verb_forms(name, rules) if verbs else ())):
            forms.setdefault(form, 2)
    return [(form, rank) for form, rank in forms.items() if form]


def _is_acronym(name: str) -> bool:
    letters = [char for char in name if char.isalpha()]
    return " " not in name and len(letters) <= 6 and sum(char.isupper() for char in letters) * 2 > len(letters) and len(letters) > 1


def _as_capital(written: str, printed: str) -> bool:
    ours, theirs = _WORD.findall(written), _WORD.findall(printed)
    return len(ours) == len(theirs) and all(
        word[0].isupper() or not model[0].isupper() for word, model in zip(ours, theirs, strict=True)
    )  # fmt: skip


def _joins(neighbour: str, edge: str) -> bool:
    """Tell whether *neighbour* continues the word whose outermost letter is *edge*."""
    return bool(neighbour) and edge.isalnum() and (neighbour.isalnum() or neighbour in "_-")
