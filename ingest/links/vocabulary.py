"""Every name of every entry in one automaton: a text is read once, however many terms there are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator

import ahocorasick
from msgspec import Struct

from ingest.glossary.model import Entry, EntryId, is_second
from ingest.links.bearers import meanings_of
from ingest.links.editions import Editions
from ingest.links.languages import rules_of
from ingest.links.meaning import Meaning
from ingest.links.ranking import nearest_of, ranked
from ingest.links.resolve import Resolver
from ingest.model import PageId
from ingest.profile import LanguageRules, Profile
from ingest.visible import fold

_SAME = {ord(old): new for old, new in zip("’‘‑–−\u00a0\n\t", "''---   ", strict=True)}
_SENTENCE_END = re.compile(r"[.!?:;•…]['\")\]”’]*\s*$")
_LAST_WORD = re.compile(r"([^\W_]+) $")
_VALUE_BEFORE = re.compile(r"(?<![\w.])[+\-−–]?\d+ ?$")
_VALUE_AFTER = re.compile(r" ?(?:[+\-−–=] ?)?\d")
_WORD = re.compile(r"[^\W_]+")
BESIDE = 40  # characters on each side that tell whether a sentence begins, and whether a longer name goes on


class Found(Struct, frozen=True):
    """A term in a text: characters ``start`` to ``end``."""

    start: int
    end: int
    entry: EntryId
    name: str
    page: PageId


class Vocabulary:
    """All names, ready to be found. Built once for a site; equal entries give equal findings."""

    def __init__(
        self, entries: Iterable[Entry], profile: Profile, resolver: Resolver | None = None, *, hears: bool = False,
        text_of: Callable[[EntryId], str] | None = None,
    ) -> None:  # fmt: skip
        """With a *resolver*, a name that several entries bear means what a written link of that name means.

        *text_of* gives the text of an entry where *entries* come without their texts.
        """
        self.heard: set[str] | None = set() if hears else None  # the words of all texts that were looked at
        self._shortest = profile.linking.shortest
        self._orders = {edition.id: edition.order for edition in profile.editions}
        self._rules = {code: rules_of(profile, code) for code in sorted({"en", *profile.languages})}
        never = re.compile("|".join(f"(?:{pattern})" for pattern in profile.linking.never) or r"(?!)")
        meanings: dict[str, list[Meaning]] = defaultdict(list)
        bearers: dict[EntryId, Entry] = {}
        for entry in sorted(entries, key=lambda entry: entry.id):
            for form, meaning in meanings_of(entry, profile):
                bearers[entry.id] = entry
                if not never.fullmatch(form):
                    meanings[flat(form)].append(meaning)
        texts = Editions(bearers.values(), text_of or (lambda key: bearers[key].text))
        editions = tuple(self._orders)
        weight = resolver.table.linked if resolver else {}
        kept: dict[str, tuple[Meaning, ...]] = {}
        for form, found in sorted(meanings.items()):
            shared = texts.shared(found)
            reached = ranked(shared, resolver, editions, weight) if resolver else shared
            kept[form] = nearest_of(texts.placed(form, reached, {meaning.entry for meaning in found}))
        self._keep(kept)

    def _keep(self, forms: dict[str, tuple[Meaning, ...]]) -> None:
        self._forms = forms
        self._automaton = ahocorasick.Automaton()
        for form, meanings in forms.items():
            self._automaton.add_word(form, (len(form), meanings))
        if forms:
            self._automaton.make_automaton()

    @property
    def size(self) -> int:
        """How many forms it knows."""
        return len(self._forms)

    def listen(self) -> None:
        """Forget what was heard: what is looked at from now on is another's business."""
        if self.heard is not None:
            self.heard.clear()

    def meanings(self) -> Iterator[tuple[str, tuple[Meaning, ...]]]:
        """Every form and the entries that it may stand for, in order."""
        return iter(self._forms.items())

    def find(
        self,
        text: str,
        *,
        edition: str | None,
        language: str,
        about: Collection[str] = (),
        kind: str = "",
        home: str = "",
        before: str = "",
        after: str = "",
    ) -> list[Found]:
        """The terms in *text*, longest first where they overlap, in order.

        *about* are folded names that the text is about: they are passed over. *kind* is the kind of entry that the
        place calls for, as the traits of a weapon do: of several entries of one name it has the first claim. Texts that are at *home* there are nearer than others. *before* and
        *after* are what stands directly beside *text*: half a word, half a longer name is never taken for one.
        """
        lead, tail = before[-BESIDE:].rpartition("\n")[2], after[:BESIDE].partition("\n")[0]
        earlier, whole = before[: len(before) - len(lead)], lead + text + tail
        first, last = len(lead), len(lead) + len(text)
        if self.heard is not None:
            self.heard.update(words_of(whole))
        if not self._forms:
            return []
        spans = sorted(self._spans(whole, first, last), key=lambda span: (span[0], -span[1]))
        found: list[Found] = []
        end = 0
        around = (0, "")  # where a name that goes beyond *text* ends, and what it means
        for start, stop, meanings in spans:
            if start < end:
                continue
            allowed = (meaning for meaning in meanings if edition not in meaning.barred)
            if stop - start < self._shortest and not (
                kind or self._is_value(earlier + whole[:start], whole[stop:] + after[len(tail) :], language)
            ):
                continue
            fitting = [meaning for meaning in allowed if self._fits(meaning, whole, start, stop, earlier, language)]
            if not fitting:
                continue
            nearest = min(fitting, key=lambda meaning: self._distance(meaning, edition, language, kind, home))
            if start < first or stop > last:
                around = (stop, nearest.name)
                continue
            end = stop
            if nearest.name not in about and (start >= around[0] or nearest.name == around[1]):
                found.append(Found(start - first, stop - first, nearest.entry, nearest.name, nearest.page))
        return found

    def _spans(self, whole: str, first: int, last: int) -> Iterator[tuple[int, int, tuple[Meaning, ...]]]:
        """What stands in *whole* between *first* and *last*, or reaches into that: half of a longer name is no name."""
        plain = flat(whole)
        for edge, (length, meanings) in self._automaton.iter(plain):
            start, end = edge - length + 1, edge + 1
            if end <= first or start >= last or (start == 0 and first == BESIDE):
                continue
            if not (_joins(plain[start - 1 : start], plain[start]) or _joins(plain[end : end + 1], plain[end - 1])):
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

    def _is_value(self, before: str, after: str, language: str) -> bool:
        """Tell whether a letter by itself is the sign of a value (``B 3``, ``+1 B``, ``his B``), and not just a letter."""
        rules = self._rules.get(language, LanguageRules())
        word = _LAST_WORD.search(before)
        return bool(
            (word and fold(word[1]) in rules.determiners) or _VALUE_BEFORE.search(before) or _VALUE_AFTER.match(after)
        )

    def _distance(
        self, meaning: Meaning, edition: str | None, language: str, kind: str, home: str
    ) -> tuple[object, ...]:
        here = edition is None or edition in meaning.editions or edition == meaning.edition
        order, other = self._orders.get(edition or "", 0), self._orders.get(meaning.edition or "", 0)
        return (
            not here,
            meaning.language != language,
            0 if here else abs(order - other),
            bool(kind) and meaning.kind != kind,
            meaning.rank[:1],
            bool(home) and meaning.home != home,
            meaning.rank,
            is_second(meaning.entry, meaning.concept),
            meaning.entry,
        )


def flat(text: str) -> str:
    """*text* in small letters with plain quotes, dashes and blanks, as long as before."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return small.translate(_SAME)


def words_of(text: str) -> list[str]:
    """The words of *text*: a form can only stand in it where all words of the form do."""
    return _WORD.findall(flat(text))


def _as_capital(written: str, printed: str) -> bool:
    ours, theirs = _WORD.findall(written), _WORD.findall(printed)
    return len(ours) == len(theirs) and all(
        word[0].isupper() or not model[0].isupper() for word, model in zip(ours, theirs, strict=True)
    )  # fmt: skip


def _joins(neighbour: str, edge: str) -> bool:
    """Tell whether *neighbour* continues the word whose outermost letter is *edge*."""
    return bool(neighbour) and edge.isalnum() and (neighbour.isalnum() or neighbour in "_-")
