"""Common words of the texts written with one sign each: a shard of texts is half as long, and as quick to read.

The signs are letters that no text contains; what they stand for is in the manifest.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

FIRST, LAST = 0xAA, 0x7FF  # of the letters that take two bytes
_WORD = re.compile(r" ?[^\W\d_]+|[^\w\s]{2,}")


class Shorthand(Struct, frozen=True):
    """Which sign stands for which word."""

    signs: dict[str, str] = {}  # word → sign, the word that saves most first

    def written(self, text: str) -> str:
        """*text*, which must be of those that the shorthand was made for, with its common words as signs."""
        sign = self.signs.get
        return _WORD.sub(lambda found: sign(found[0], found[0]), text)


def shorthand(texts: Iterable[str], most: int) -> Shorthand:
    """The shorthand of *most* words, as far as there are free signs, that suits *texts*."""
    counts: Counter[str] = Counter()
    letters: set[str] = set()
    for text in texts:
        counts.update(_WORD.findall(text))
        letters.update(text)
    free = [sign for code in range(FIRST, LAST + 1) if (sign := chr(code)) not in letters and _is_plain(sign)]
    saved = {word: count * (len(word.encode("utf-8", "surrogatepass")) - 2) for word, count in counts.items()}
    ranked = sorted((word for word in saved if saved[word] > len(word) + 3), key=lambda word: (-saved[word], word))
    return Shorthand(dict(zip(ranked[:most], free, strict=False)))


def _is_plain(sign: str) -> bool:
    """Whether *sign* is a letter that stays what it is where texts are normalised."""
    return unicodedata.category(sign) in ("Lu", "Ll", "Lo") and unicodedata.normalize("NFC", sign) == sign
