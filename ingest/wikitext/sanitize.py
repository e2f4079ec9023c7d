"""HTML written in wikitext: elements of the allow-list become marks, all other angle brackets are text."""

from __future__ import annotations

import re

from ingest.wikitext.allowed import PAIRS, VOIDS
from ingest.wikitext.attributes import clean_attributes
from ingest.wikitext.work import LOST, Mark, Work, letter_of

_BITS = re.compile(r"(/?)([A-Za-z][^\t\n\v />\0]*)([^>]*?)(/?)>", re.S)


def mark_tags(work: Work, text: str) -> str:
    """*text* with its allowed tags as marks."""
    if "<" not in text:
        return text
    first, *rest = text.split("<")
    out = [first]
    for bit in rest:
        match = _BITS.match(bit)
        said = _tag(work, match) if match else None
        if match is None or said is None:
            out.append("&lt;")
            out.append(bit.replace(">", "&gt;") if ">" in bit else bit)
        else:
            out.append(said)
            after = bit[match.end() :]
            out.append(after.replace(">", "&gt;") if ">" in after else after)
    return "".join(out)


def _tag(work: Work, match: re.Match[str]) -> str | None:
    name, attributes = match[2].lower(), match[3]
    if name not in PAIRS and name not in VOIDS:
        return None
    lines = LOST * attributes.count("\n")
    if name in VOIDS:
        if match[1] and name != "br":
            return lines
        return work.void(name, clean_attributes(work.plain(attributes), name)) + lines
    if match[1]:
        return work.close(name) + lines
    attrs = clean_attributes(work.plain(attributes), name)
    opened = work.open(name, attrs) if not attrs else work.put(Mark("open", name, attrs), letter_of("open", name))
    return opened + (work.close(name) if match[4] else "") + lines
