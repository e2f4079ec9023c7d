"""Which opening templates of a page are never closed: starts and ends matched over the whole page beforehand.

Halves are spelled differently (``greybox_Start``, ``greybox-end``), sometimes the wrong half closes, sometimes none does. A
start without an end must not swallow the rest of its page.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.profile import Profile, Template
from ingest.wikitext.names import fold_name

_CALL = re.compile(r"\{\{\s*([^{}|\n\[\]]{1,80})(?=[|}\n])")
_HALF = re.compile(r"-?(?:start|end|begin|open|close)$")
_MAX_OPEN = 50


@lru_cache(maxsize=4096)
def family_of(name: str) -> str:
    """``greybox-start`` and ``greybox-end`` are one family."""
    folded = fold_name(name)
    return _HALF.sub("", folded) or folded


class Meanings:
    """A profile's templates by folded name."""

    def __init__(self, profile: Profile) -> None:
        self.names = {fold_name(name): template for name, template in profile.templates.names.items()}
        self.patterns = tuple(
            (re.compile(pattern), template) for pattern, template in profile.templates.patterns.items()
        )
        self.ended = frozenset(family_of(name) for name, template in self.names.items() if template.means == "box-end")
        self._found: dict[str, Template | None] = {}

    def get(self, name: str) -> Template | None:
        """What the template *name* means, or None."""
        folded = fold_name(name)
        if folded not in self._found:
            found = self.names.get(folded)
            if found is None:
                found = next((template for pattern, template in self.patterns if pattern.fullmatch(folded)), None)
            self._found[folded] = found
        return self._found[folded]

    def unclosed(self, text: str) -> frozenset[int]:
        """Where in *text* boxes begin that no end closes."""
        lost: list[int] = []
        stack: list[tuple[str, int]] = []
        for match in _CALL.finditer(text):
            meaning = self.get(match[1])
            if meaning is None or meaning.means not in ("box", "box-end"):
                continue
            family = family_of(match[1])
            if meaning.means == "box":
                if family in self.ended:
                    stack.append((family, match.start()))
                    lost.extend(at for _, at in stack[:-_MAX_OPEN])
                    del stack[:-_MAX_OPEN]
                continue
            same = next((at for at in range(len(stack) - 1, -1, -1) if stack[at][0] == family), len(stack) - 1)
            if same >= 0:
                lost.extend(at for _, at in stack[same + 1 :])
                del stack[same:]
        lost.extend(at for _, at in stack)
        return frozenset(lost)


_known: dict[int, tuple[Profile, Meanings]] = {}


def meanings_of(profile: Profile) -> Meanings:
    """The templates of *profile*, folded once."""
    known = _known.get(id(profile))
    if known is None or known[0] is not profile:
        known = _known[id(profile)] = (profile, Meanings(profile))
    return known[1]
