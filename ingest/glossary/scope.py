"""For which editions, in which language a text holds: source default < page < revision < marked passage."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from ingest.glossary.kinds import compiled
from ingest.glossary.model import Scope
from ingest.model import Model
from ingest.profile import Edition, Profile
from ingest.tree import Document, Marked, Navigation, walk
from ingest.visible import fold, text_of, words

_MARK = 3  # what one edition's mark on a passage says of the page
_NEWEST = 4  # wikis follow the newest edition unless a page says otherwise
_ENOUGH = 4  # stop words that settle a language
_SHARE = 0.1  # of all words that are such stop words in running text
_STOP_WORDS = {
    "en": "the a an or how what who of and to is that in it for with as on are be this by from which when not can may their they its if each",
    "es": "de la que el en los las del se por con una para es al lo como más pero sus le ya este cuando puede cada una si",
    "fr": "le les des et est une dans que pour qui sur pas par plus avec ce il au du ne se sont cette leur aux",
    "de": "der die das und ist nicht ein eine mit von den zu auf für dem sich des als auch wird werden bei kann oder",
    "it": "il di che la è per un una non con del le da si i gli nel della sono al come anche questo quando può",
    "pt": "o a de que e do da em um para com não uma os no se na por mais as dos como ao pode quando cada",
    "nl": "de het een en van is dat in op niet met voor zijn te wordt aan door als kan bij hun deze",
    "ru": "и в не на что с как это по но для из то при или может если его от к так все вы можно",
    "uk": "і в не на що з як це для та або якщо до його при може від ви які",
    "bg": "и в не на че с за от по да се е са при или може ако като това",
    "pl": "w i na z do się nie jest to że od po przez lub dla są jego może jak oraz gdy ten tego",
}
# Letters that settle a language by themselves, the more telling first, and the languages that are written with them.
_LETTERS: tuple[tuple[str, str, float, frozenset[str]], ...] = (
    ("ja", "[\u3040-\u30ff]", 0.1, frozenset(("ja",))),
    ("zh", "[\u4e00-\u9fff]", 0.5, frozenset(("zh", "ja"))),
    ("ko", "[\uac00-\ud7af]", 0.5, frozenset(("ko",))),
    ("ar", "[\u0600-\u06ff]", 0.5, frozenset(("ar", "fa", "ur", "ps", "ckb"))),
    ("he", "[\u0590-\u05ff]", 0.5, frozenset(("he", "yi"))),
    ("el", "[\u0370-\u03ff]", 0.5, frozenset(("el",))),
    ("th", "[\u0e00-\u0e7f]", 0.5, frozenset(("th",))),
    ("ru", "[\u0400-\u04ff]", 0.5, frozenset(("ru", "uk", "bg", "be", "sr", "mk", "kk", "ky", "mn", "tt", "ba"))),
)
# Wikis keep the translations of a page below it: "Lamps/fr".
_TRANSLATION = re.compile(
    r"./(?P<code>(?:ar|bg|ca|cs|da|de|el|en|es|eu|fa|fi|fr|gl|he|hr|hu|id|it|ja|ko|nb|nl|pl|pt|ro|ru|sk|sl|sr|sv|th|tr|uk|vi|zh)(?:-[a-z]{2,4})?)$"
)
_REGION = re.compile(r"(?<!^zh)-(?:[A-Za-z]{2}|\d{3})$")  # en-GB is written as en is; zh-tw is not as zh-cn
_LANGUAGE_WORDS = {code: frozenset(text.split()) for code, text in _STOP_WORDS.items()}


def scope_of(
    document: Document,
    *,
    profile: Profile,
    title: str,
    model: Model = "wikitext",
    timestamp: str | None = None,
    edition: str | None = None,
    language: str | None = None,
) -> Scope:
    """The scope of one text; *edition* and *language* are its source's, if that says any."""
    text = text_of(document.blocks)
    translated = _TRANSLATION.search(title)
    spoken, why = language_of(
        text, given=translated["code"] if translated else _REGION.sub("", language or ""), likely=profile.languages
    )
    if not profile.editions:
        return Scope(edition=edition, editions=(edition,) if edition else (), language=spoken, evidence=why)
    main, editions, because = _editions(document, profile, title, text, model, timestamp, edition)
    return Scope(edition=main, editions=editions, language=spoken, evidence="; ".join(filter(None, (because, why))))


def language_of(text: str, *, given: str | None = None, likely: Sequence[str] = ("en",)) -> tuple[str, str]:
    """The language of *text* by its stop words; *given* decides where they do not.

    A language that is not among the game's *likely* ones needs twice the words: "a" is a word of many.
    """
    spoken = given or (likely[0] if likely else "en")
    if (written := _by_letters(text[:20_000], spoken)) is not None:
        return written, f"language {written}: its letters" if written != spoken else ""
    said = [word.casefold() for word in words(text[:20_000])]
    counts = Counter(said)
    trust = {code: 1.0 if code in (spoken, *likely) else 0.5 for code in _LANGUAGE_WORDS}
    scores = {
        code: trust[code] * sum(counts[word] for word in vocabulary) for code, vocabulary in _LANGUAGE_WORDS.items()
    }
    best = max(sorted(scores), key=lambda code: scores[code])
    rival = scores.get(spoken, 0)
    if scores[best] >= max(_ENOUGH, _SHARE * len(said)) and scores[best] > 1.5 * rival:
        return best, f"language {best}: {scores[best]:g} of its commonest words"
    return spoken, ""


def _by_letters(text: str, spoken: str) -> str | None:
    """The language that the letters of *text* tell: *spoken*, where it is written with them."""
    letters = sum(char.isalpha() for char in text) if not text.isascii() else 0
    for code, pattern, share, written in _LETTERS:
        if letters and len(compiled(pattern).findall(text)) > share * letters:
            return spoken if spoken.split("-")[0] in written else _by_words(text, written, code)
    return None


def _by_words(text: str, among: frozenset[str], default: str) -> str:
    """The language *among* those of one script whose commonest words *text* holds; *default* where none is known."""
    counts = Counter(word.casefold() for word in words(text))
    scores = {
        code: sum(counts[word] for word in _LANGUAGE_WORDS[code]) for code in sorted(among & _LANGUAGE_WORDS.keys())
    }
    best = max(scores, key=lambda code: scores[code], default=default)
    return best if scores.get(best, 0) > scores.get(default, 0) else default


def _editions(
    document: Document, profile: Profile, title: str, text: str, model: Model, timestamp: str | None, given: str | None
) -> tuple[str | None, tuple[str, ...], str]:
    published = [item for item in profile.editions if not (timestamp and item.since and item.since > timestamp[:10])]
    named = next((item for item in published if f"({item.id})".casefold() in title.casefold()), None)
    if named is not None:
        return named.id, (named.id,), f"edition {named.id}: the title says so"
    marks = _marks(document)
    scores = {item.id: _score(item, marks, f"{title}\n{text}") for item in published}
    wiki = model == "wikitext"
    if wiki and timestamp and published:
        scores[max(published, key=lambda item: item.order).id] += _NEWEST
    best = max(published, key=lambda item: (scores[item.id], item.id == given, item.order), default=None)
    if best is None or not scores[best.id]:
        return given, (given,) if given else (), ""
    shared = (
        tuple(item for item in best.shares if any(other.id == item for other in published))
        if wiki and not marks.whole
        else ()
    )
    return best.id, (best.id, *shared), f"edition {best.id}: tell-tales weigh {scores.get(best.id, 0)}"


class _Marks(Struct, frozen=True, kw_only=True):
    """What templates say of a page's edition."""

    navigation: frozenset[str]
    editions: frozenset[str]
    whole: bool  # a mark without content stands at the head of a page and speaks of all of it


def _marks(document: Document) -> _Marks:
    navigation: set[str] = set()
    editions: set[str] = set()
    whole = False
    for node in walk(document.blocks):
        if isinstance(node, Navigation):
            navigation.add(fold(node.name).replace(" ", "-"))
        elif isinstance(node, Marked) and node.editions:
            editions.update(node.editions)
            whole = whole or not node.children
    return _Marks(navigation=frozenset(navigation), editions=frozenset(editions), whole=whole)


def _score(edition: Edition, marks: _Marks, spoken: str) -> int:
    said = sum(weight for pattern, weight in edition.tells.items() if compiled(pattern).search(spoken))
    named = sum(
        weight
        for pattern, weight in edition.templates.items()
        if any(compiled(pattern).search(name) for name in marks.navigation)
    )
    return said + named + _MARK * (edition.id in marks.editions)
