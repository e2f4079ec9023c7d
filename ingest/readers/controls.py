"""Control characters that no text means: they steer terminals, XML forbids them, and a disk that crashed leaves NULs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

# Blanks of every kind stay, a form feed among them: books are printed with one before each page.
_STRAY = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffe\uffff]")
_SHOWN = dict.fromkeys((*range(9), *range(0x0E, 0x20), *range(0x7F, 0xA0), 0xFFFE, 0xFFFF), "\ufffd")
_SHOWN |= dict.fromkeys(range(9, 14), " ")  # breaks of lines and pages
# Where somebody took CP1252 for Latin 1, these are its quotes and dashes: so does HTML read them.
_SHOWN |= {code: char for code in range(0x80, 0xA0) if (char := bytes([code]).decode("cp1252", "replace")) != "\ufffd"}


def without_controls(text: str) -> str:
    """*text* without what is left out of every text."""
    return _STRAY.sub("", text.replace("\0", ""))  # NULs come by the million


def shown(name: str) -> str:
    """*name* (a title, a user, a file) on one line, every control character replaced: names stay apart that differ there."""
    return name if name.isprintable() else name.translate(_SHOWN)


class Controls:
    """A filter over pieces of text that counts what it leaves out."""

    def __init__(self) -> None:
        self.count = self.line = 0
        self._line = 1

    def left_out(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield *pieces* without control characters; a line feed counts a line."""
        for piece in pieces:
            first = _STRAY.search(piece)
            if first:
                self.line = self.line or self._line + piece.count("\n", 0, first.start())
                bare = without_controls(piece)
                self.count += len(piece) - len(bare)
                yield bare
            else:
                yield piece
            self._line += piece.count("\n")

    def sentences(self) -> Iterator[tuple[str, int]]:
        """Say what was left out, and where first."""
        if self.count:
            were = "1 control character was" if self.count == 1 else f"{self.count:,} control characters were"
            yield f"{were} left out.", self.line
