"""The second reader of wikitext: the one place where mwparserfromhell works.

Its tokenizer is C and fast, and good at naming templates; MediaWiki's block structure, quotes and brace matching
are ours (``docs/wikitext.md`` says why). Shapes on which it takes quadratic time never reach it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import mwparserfromhell

from ingest.wikitext.names import fold_name
from ingest.wikitext.pieces import Call, Nest, Parameter, Piece
from ingest.wikitext.preprocess import EXTENSIONS, preprocess

_MAX_UNCLOSED = 100  # openers without a closer, beyond which its tokenizer backtracks too long
_PAIRS = (("{{", "}}"), ("[[", "]]"), ("[", "]"), ("<!--", "-->"))
_TAG = re.compile(r"<(/?)[a-zA-Z][^<>]*(/?)>?")
_CHOOSES = re.compile(
    rf"<(?:{'|'.join(sorted(EXTENSIONS - {'nowiki', 'pre', 'ref', 'references', 'gallery'}))}|\w*include\w*)\b", re.I
)
_SILENT = re.compile(r"<(nowiki|pre)\b[^>]*>.*?</\1\s*>", re.S | re.I)


def odd_calls(text: str) -> tuple[tuple[str, int, int], ...]:
    """Template names that mwparserfromhell and we see a different number of times: (name, theirs, ours), sorted.

    Two readers who do not share a line of code agree on sound markup. Where they do not, braces are odd, and what a
    wiki shows is seldom what its editor meant. A text with tags that hide or choose markup is not judged.
    """
    if _CHOOSES.search(text) or not is_tame(text):
        return ()
    theirs = Counter(fold_name(name) for name in _names(text))
    ours = Counter(fold_name(name) for name in _called(preprocess(_SILENT.sub("", text))))
    names = sorted(theirs.keys() | ours.keys())
    return tuple((name, theirs[name], ours[name]) for name in names if theirs[name] != ours[name])


def _called(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        if isinstance(piece, Call):
            head = piece.parts[0].pieces
            name = (
                "".join(part for part in head if isinstance(part, str)).strip()
                if not any(isinstance(part, Call) for part in head)
                else ""
            )
            if name and not name.startswith("#"):
                yield name
        if isinstance(piece, Nest):
            yield from _called(piece.pieces)
        elif isinstance(piece, Call | Parameter):
            for part in piece.parts:
                yield from _called(part.pieces)


def is_tame(text: str) -> bool:
    """Whether mwparserfromhell reads *text* in time that grows with its length only."""
    if any(text.count(start) - text.count(end) > _MAX_UNCLOSED for start, end in _PAIRS):
        return False
    unclosed = sum(-1 if match[1] else 0 if match[2] else 1 for match in _TAG.finditer(text))
    return unclosed <= _MAX_UNCLOSED


def _names(text: str) -> Iterator[str]:
    text = _SILENT.sub("", text.replace("\0", ""))
    if not is_tame(text):
        return
    for template in mwparserfromhell.parse(text, skip_style_tags=True).ifilter_templates():
        name = str(template.name).strip()
        if name and not name.startswith("#") and "{" not in name:
            yield name
