"""The HTML elements that a source may write: what reading lets through is what drawing may print."""

from __future__ import annotations

PAIRS = frozenset(
    ["b", "bdi", "bdo", "del", "i", "ins", "u", "font", "big", "small", "sub", "sup", "h1", "h2", "h3", "h4", "h5", "h6", "cite", "code", "em", "s", "strike", "strong", "tt", "var", "div", "center", "blockquote", "ol", "ul", "dl", "table", "caption", "pre", "ruby", "rb", "rp", "rt", "rtc", "p", "span", "abbr", "dfn", "kbd", "samp", "data", "time", "mark", "q", "td", "th", "tr", "li", "dt", "dd"]
)
VOIDS = frozenset(("br", "wbr", "hr"))
ELEMENTS = PAIRS | VOIDS
