"""How a language bends words: number, verb forms, function words and the phrases that introduce a term.

The rules are data. A profile may replace those of a language, or add a language, in ``[linking.languages.XX]``.
"""

from __future__ import annotations

import re

from ingest.profile import LanguageRules, Profile
from ingest.visible import fold

ENGLISH = LanguageRules(
    singulars=(
        ("(?<=[^aeiou])ies$", "y"),
        ("(?<=ss)es$", ""),
        ("(?<=[xz])es$", ""),
        ("(?<=[cs]h)es$", ""),
        ("(?<=[^suai])s$", ""),
        ("(?<=..a)s$", ""),
    ),
    plurals=(
        ("(?<=[^aeiou])y$", "ies"),
        ("(s|x|z|ch|sh)$", r"\1es"),
        ("(?<=[^s])$", "s"),
    ),
    verbs=(
        ("(?<=[^aeiou])e$", "ing"),
        ("(?<=[^aeiou])e$", "ed"),
        ("(?<=[^aeiou])y$", "ied"),
        ("(?<=[^e])$", "ing"),
        ("(?<=[^aeiouy])$", "ed"),
        ("((?:^|[^aeiou])[aeiou])([bdgmnprt])$", r"\1\2\2ing"),
        ("((?:^|[^aeiou])[aeiou])([bdgmnprt])$", r"\1\2\2ed"),
    ),
    function_words=("a", "an", "and", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"),
    joiners=("and", "or", "&"),
    articles=("a", "an", "that", "the", "these", "this", "those"),
    determiners=(
        "a", "an", "all", "any", "each", "every", "her", "his", "in", "into", "its", "my", "no", "one", "our", "out", "that", "the",
        "their", "them", "these", "this", "those", "to", "up", "your",
    ),
    definitions=(
        r"\b(?:is|are) (?:also )?(?:called|known as|referred to as) (?:an? |the )?(?P<term>[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*){0,3})",
        r"(?:^|[.,:;!?…)\]] )(?:an? |the )?(?P<term>[A-Z][\w'’-]*(?: [\w'’-]+){0,3}?)(?: \([^()]{0,40}\))? (?:is|are) (?:divided into|defined as)\b",
    ),
    types=(r"^(?:types|kinds|classes) of (?P<noun>.+)$",),
    endings=(),
)  # fmt: skip

SPANISH = LanguageRules(
    singulars=(
        ("ces$", "z"),
        ("(?<=[lnrdjsyz])es$", ""),
        ("(?<=[aeiou])s$", ""),
    ),
    plurals=(
        ("z$", "ces"),
        ("(?<=[lnrdjsy])$", "es"),
        ("(?<=[aeiouáéíóú])$", "s"),
    ),
    verbs=(),
    function_words=("a", "al", "con", "de", "del", "e", "el", "en", "la", "las", "lo", "los", "o", "para", "por", "un", "una", "y"),
    joiners=("y", "e", "o", "u"),
    articles=("el", "esa", "ese", "esta", "este", "la", "las", "los", "un", "una"),
    determiners=("el", "la", "los", "las", "un", "una", "unos", "unas", "su", "sus", "al", "a", "en", "con"),
    definitions=(
        r"\bse (?:llaman?|denominan?) (?P<term>[^\W\d_][\w-]*(?: [A-ZÁÉÍÓÚÑ][\w-]*){0,3})",
        r"(?:^|[.:;!?…] )(?:el|la|los|las|El|La|Los|Las) (?P<term>[^\W\d_][\w-]*)(?: en [^.:;,]{1,40}?)? se (?:dividen?|definen?) ",
    ),
    types=(r"^(?:tipos|clases) de (?P<noun>.+)$",),
    endings=(
        ("ciones$", "tions"), ("cion$", "tion"), ("siones$", "sions"), ("dades$", "ties"), ("dad$", "ty"), ("encia$", "ence"),
        ("ancia$", "ance"), ("ico$", "ic"), ("ica$", "ic"),
    ),
)  # fmt: skip

UNKNOWN = LanguageRules()
KNOWN = {"en": ENGLISH, "es": SPANISH}


def rules_of(profile: Profile, language: str | None) -> LanguageRules:
    """The rules of *language*; those of an unknown one bend nothing."""
    code = (language or "en").split("-")[0].casefold()
    return profile.linking.languages.get(code) or KNOWN.get(code, UNKNOWN)


class _Memory:
    """What was bent by one set of rules: texts repeat their words, and rules are slow to hash."""

    def __init__(self, rules: LanguageRules) -> None:
        self.rules = rules  # kept alive, so that its id stays its own
        self.words: dict[str, str] = {}
        self.names: dict[str, str] = {}


_memories: dict[int, _Memory] = {}
MEMORY = 65_536  # words or names that are remembered of one language


def _memory(rules: LanguageRules) -> _Memory:
    found = _memories.get(id(rules))
    if found is None:
        found = _memories[id(rules)] = _Memory(rules)
    return found


def singular(word: str, rules: LanguageRules) -> str:
    """A folded *word* in the singular; what stays as it is counts as singular."""
    known = _memory(rules).words
    bent = known.get(word)
    if bent is None:
        if len(known) >= MEMORY:
            known.clear()
        bent = known[word] = _singular(word, rules)
    return bent


def _singular(word: str, rules: LanguageRules) -> str:
    if len(word) < 3:
        return word
    for pattern, replacement in rules.singulars:
        bent, count = re.subn(pattern, replacement, word)
        if count:
            return bent
    return word


def number_key(name: str, rules: LanguageRules) -> str:
    """*name* folded, each word in the singular: ``Lines of Fire`` and ``Line of Fire`` have one key."""
    known = _memory(rules).names
    key = known.get(name)
    if key is None:
        if len(known) >= MEMORY:
            known.clear()
        key = known[name] = " ".join(singular(word, rules) for word in fold(name).split())
    return key


def plurals(name: str, rules: LanguageRules) -> tuple[str, ...]:
    """The plurals of *name*: ``Armies``; ``Lines of Fire`` and ``Line of Fires``, of which people write one."""
    words = name.split(" ")
    return _bends(words, rules.plurals, rules)


def singulars(name: str, rules: LanguageRules) -> tuple[str, ...]:
    """The singulars of *name*, bent where :func:`plurals` bends."""
    words = name.split(" ")
    return _bends(words, rules.singulars, rules)


def verb_forms(name: str, rules: LanguageRules) -> tuple[str, ...]:
    """The verb forms of *name*, bent at its first word where it has several, else at its only one."""
    words = name.split(" ")
    forms = {form for form in _all_bends(words[0], rules.verbs) if form != words[0]}
    return tuple(sorted(" ".join((form, *words[1:])) for form in forms))


def _bends(words: list[str], patterns: tuple[tuple[str, str], ...], rules: LanguageRules) -> tuple[str, ...]:
    """*words* bent at the last, and at the first where a function word follows: which bears the number is not said."""
    of = len(words) > 2 and fold(words[1]) in rules.function_words
    bent = (_bend_at(words, spot, patterns) for spot in ((0, len(words) - 1) if of else (len(words) - 1,)))
    return tuple(form for form in dict.fromkeys(bent) if form != " ".join(words))


def _bend_at(words: list[str], spot: int, patterns: tuple[tuple[str, str], ...]) -> str:
    for pattern, replacement in patterns:
        bent, count = re.subn(pattern, replacement, words[spot], count=1)
        if count:
            return " ".join((*words[:spot], bent, *words[spot + 1 :]))
    return " ".join(words)


def _all_bends(word: str, patterns: tuple[tuple[str, str], ...]) -> list[str]:
    bends = (re.subn(pattern, replacement, word, count=1) for pattern, replacement in patterns)
    return [bent for bent, count in bends if count]
