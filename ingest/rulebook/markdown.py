"""What Markdown adds to a plain text: a front matter of settings, emphasis, links; its ``#`` titles are read as depths."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from ingest.rulebook.lines import Line

_TITLE = re.compile(r"#{1,6}\s+\S")
_SETTING = re.compile(r"[\w-]+:(?:\s|$)|\s*- |\s+\S|\s*$|#")
_LONGEST = 60  # lines of a front matter
_HABIT = 2
_PICTURE = re.compile(r"!\[(?P<text>[^\[\]]*)\]\([^()\s]*(?:\s\"[^\"]*\")?\)")
_LINK = re.compile(r"\[(?P<text>[^\[\]]+)\](?:\([^()\s]*(?:\s\"[^\"]*\")?\)|\[[^\[\]]*\])")
_TITLES = re.compile(r"(?m)^#{1,6}[ \t]+\S")
_QUOTED = re.compile(r"(?m)^[ \t]{0,3}(?:>[ \t>]*|:[ \t]+)")
_CODE = re.compile(r"(?<!`)(?P<mark>`{1,2})(?!`)(?P<text>.+?)(?<!`)(?P=mark)(?!`)")
_ALONE = re.compile(r"(?P<mark>\*\*\*?|__)[^*_]+(?P=mark)$")  # a line in bold is a title to many
_EMPHASIS = re.compile(r"(?<![\w*_])(?P<mark>\*{1,3}|_{1,3})(?=[^\s*_])(?P<text>.+?)(?<=[^\s*_])(?P=mark)(?![\w*_])")


def front_matter(printed: Sequence[str]) -> frozenset[int]:
    """The lines, counted from 1, of the settings between dashes that some Markdown begins with."""
    if not printed or printed[0].rstrip() != "---":
        return frozenset()
    end = next((at for at in range(1, min(len(printed), _LONGEST)) if printed[at].rstrip() in ("---", "...")), 0)
    if end < 2 or not all(_SETTING.match(line) for line in printed[1:end]):
        return frozenset()
    return frozenset(range(1, end + 2))


def without_quotes(text: str) -> str:
    """*text* without the marks of quoted lines and of definitions, where ``#`` titles tell that it is Markdown."""
    return _QUOTED.sub("", text) if len(_TITLES.findall(text)) >= _HABIT else text


def without_markdown(lines: Sequence[Line]) -> tuple[Line, ...]:
    """*lines* with emphasis and links as plain words, where ``#`` titles tell that the text is Markdown."""
    if sum(line.gap and not line.bullet and bool(_TITLE.match(line.text)) for line in lines) < _HABIT:
        return tuple(lines)
    plain = (msgspec.structs.replace(line, text=_plain(line.text), prose=not _ALONE.match(line.text)) for line in lines)
    return tuple(line for line in plain if line.text or line.bullet)


def _plain(text: str) -> str:
    text = _LINK.sub(r"\g<text>", _PICTURE.sub(r"\g<text>", text))
    text = _CODE.sub(r"\g<text>", text)
    return _EMPHASIS.sub(r"\g<text>", _EMPHASIS.sub(r"\g<text>", text)).strip()
