"""``[[File:…|options|caption]]`` and the lines of a gallery."""

from __future__ import annotations

import re

from ingest.titles import Title
from ingest.tree import Image, Node
from ingest.wikitext.entities import decode
from ingest.wikitext.work import MARK, TRIM, Mark, Work

_FRAMES = {
    "thumb": "thumb",
    "thumbnail": "thumb",
    "frame": "frame",
    "framed": "frame",
    "enframed": "frame",
    "frameless": "frameless",
}
_ALIGN = {"left": "left", "right": "right", "center": "center", "centre": "center", "none": "none"}
_VALIGN = frozenset(["baseline", "sub", "super", "sup", "top", "text-top", "middle", "bottom", "text-bottom"])
_SIZE = re.compile(r"([0-9]*)(?:x([0-9]*))?\s*px(?:\s*px)?$")
_NAMED = re.compile(r"(alt|link|page|lang|class|upright|thumb|thumbnail)\s*[= ]\s*(.*)", re.S)


def image_mark(work: Work, title: Title, text: str) -> str:
    """The mark of one picture."""
    options, caption = image_options(work, text.split("|") if text else [])
    from ingest.wikitext.reading import read_inline

    nodes: tuple[Node, ...] = read_inline(work, caption, work.line) if caption else ()
    image = Image(name=title.text, caption=nodes, options=options, line=work.line)
    block = any((name == "frame" and value in ("thumb", "frame")) or name == "align" for name, value in options)
    return work.put(Mark("node", "image", node=image), "c" if block else "i")


def image_options(work: Work, parts: list[str]) -> tuple[tuple[tuple[str, str], ...], str]:
    """What the parts of an image link say, and its caption: the last part that is no option."""
    found: dict[str, str] = {}
    caption = ""
    for part in parts:
        word = part.strip(TRIM)
        if not _option(work, word, found):
            caption = word
    return tuple(found.items()), caption


def _option(work: Work, word: str, found: dict[str, str]) -> bool:
    if word in _FRAMES:
        found.setdefault("frame", _FRAMES[word])
    elif word in _ALIGN:
        found.setdefault("align", _ALIGN[word])
    elif word in _VALIGN:
        found.setdefault("valign", word)
    elif word in ("border", "upright"):
        found.setdefault(word, "1")
    elif (size := _SIZE.match(word)) and (size[1] or size[2]):
        found.update({"width": size[1]} if size[1] else {})
        found.update({"height": size[2]} if size[2] else {})
    elif named := _NAMED.match(word):
        return _named_option(work, named[1], named[2], found, "=" in word[: len(named[1]) + 2])
    else:
        return False
    return True


def _named_option(work: Work, name: str, value: str, found: dict[str, str], equals: bool) -> bool:
    if not equals and name not in ("page", "upright"):
        return False
    if name in ("thumb", "thumbnail"):
        found.setdefault("frame", "thumb")
        name = "manual"
    if name == "upright" and not re.match(r"[0-9.]+$", value):
        return False
    if name == "link" and MARK.search(value):
        value = _plain_link(work, value)
    found.setdefault(name, decode(work.plain(value)).strip(TRIM))
    return True


def _plain_link(work: Work, value: str) -> str:
    match = MARK.search(value)
    mark = work.mark_of(match) if match else None
    if mark is not None and isinstance(mark.data, tuple):
        return str(mark.data[1])
    if mark is not None and mark.name == "link":
        return str(mark.data.target)
    return value
