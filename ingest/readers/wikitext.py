"""A file of wikitext: one page, titled by its file name (``Aux%2FSub_page.wiki`` is "Aux/Sub page")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from ingest.model import Reading, Source
from ingest.readers.controls import shown
from ingest.readers.plain import whole_page
from ingest.readers.protocol import Described, Evidence, Head, counted
from ingest.readers.stream import Stream

NAME = "wikitext"

SUFFIXES = (".wiki", ".wikitext", ".mediawiki", ".mw", ".txt")
_SIGNS = {
    "links": re.compile(r"\[\[[^\[\]\n]+\]\]"),
    "templates": re.compile(r"\{\{[^{}%]+\}\}"),
    "headings": re.compile(r"^(={2,6})[^=\n].*[^=\n]\1[ \t]*$", re.MULTILINE),
    "a redirect": re.compile(r"^\s*#[^\W\d]+[ :]*\[\["),
    "bold or italics": re.compile(r"''[^'\n]+''"),
    "tables": re.compile(r"^\{\|", re.MULTILINE),
    "magic words": re.compile(r"__[A-Z]{3,}__"),
    "tags": re.compile(r"<(?:nowiki|ref|references|noinclude|includeonly|onlyinclude|gallery)\b"),
}
_OTHER = re.compile(
    r"\s*(?:<(?:\?xml|!doctype|html|(?:[\w.-]+:)?(?:mediawiki|feed|rss|rdf))\b|\{\s*\"|\[\s*[{\"]|\[\s*\[\s*[\"{]|\[\s+\[|#!|---\n)",
    re.IGNORECASE,
)
_SETTING = re.compile(r"^(?:\[\[?[\w.\" -]+\]\]?|[\w.-]+ *= *(?:[\"'\[{\d]|true|false).*)$")
_CODE_SPAN = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_TEMPLATING = re.compile(r"\{%.*?%\}")
_CODE_LINE = re.compile(
    r"[^{}\s][;{]\s*$"  # a statement, an opened block
    r"|^\s*[}\])]+[;,]?\s*$"
    r"|^\s*(?:def|class|import|from|return|function|var|const|let|if|elif|else|for|while|try|#include|#define)\b.*[:;({)]\s*$"
    r"|^\s*(?:- )?[\w.-]+:(?:\s+\S{1,60})?\s*$"  # a setting of YAML
)
_CODE_SHARE = 0.3


def recognise(head: Head) -> Evidence | None:
    """Count what only wikitext holds; a name such as ``.wiki`` decides for a page of plain prose."""
    named = head.name.lower().endswith(SUFFIXES[:4])
    if _OTHER.match(head.text) or _is_configuration(head.text) or (not named and _is_code(head.text)):
        return None
    text = _CODE_SPAN.sub("", head.text)  # Markdown quotes wikitext so
    found = {sign: count for sign, pattern in _SIGNS.items() if (count := len(pattern.findall(text)))}
    if _TEMPLATING.search(head.text):
        found.pop("templates", None)
    if not found:
        if named:
            return Evidence(confidence=15, sentence="has no markup, but is named as wikitext and reads as prose")
        return None
    density = sum(found.values()) * 1000 / max(len(head.text), 200)
    confidence = min(90, 20 + 15 * len(found) + int(10 * min(density, 4)))
    return Evidence(confidence=confidence, sentence="holds " + ", ".join(_counted(*sign) for sign in found.items()))


def _counted(sign: str, count: int) -> str:
    """``1 template``, ``2 templates``; what has no number is only named."""
    if not sign.endswith("s") or sign == "bold or italics":
        return sign
    return counted(count, sign[:-1])


def _is_configuration(text: str) -> bool:
    """Tell whether most lines are settings of a TOML or INI file, whose tables look like links."""
    lines = [line.strip() for line in text.split("\n") if line.strip() and not line.startswith(("#", ";", " ", "\t"))]
    settings = [line for line in lines if _SETTING.match(line)]
    return any("=" in line for line in settings) and len(settings) * 2 > len(lines)


def _is_code(text: str) -> bool:
    """Tell whether many lines are statements or settings: programs hold double brackets and quotes too."""
    if len(_SIGNS["headings"].findall(text)) > 1:  # a page about programs may hold a good deal of them
        return False
    lines = [line for line in text.split("\n") if line.strip()]
    return sum(bool(_CODE_LINE.search(line)) for line in lines) > _CODE_SHARE * len(lines)


def describe(head: Head) -> Described:
    """Make the title out of the names of file and folders."""
    return Described(document=title_of(head.folder + head.name))


def title_of(name: str) -> str:
    """The title that a file name encodes: ``%2F`` and its look-alikes are slashes, ``_`` is a blank."""
    for suffix in SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            name = name[: -len(suffix)]
            break
    # Disks of macOS part letters from their accents; wikis do not.
    title = (
        shown(unicodedata.normalize("NFC", unquote(name, errors="replace")))
        .replace("∕", "/")
        .replace("／", "/")
        .replace("：", ":")
    )
    return " ".join(title.replace("_", " ").split()) or name


def read(stream: Stream, source: Source) -> Iterator[Reading]:
    """Yield the page."""
    yield from whole_page(stream, source, model="wikitext")
