"""The HTML that MediaWiki puts into a feed's entry, taken apart: whole text, or only the fact of an edit.

Contributions and new pages: ``<p>User: comment</p> <hr /> <div>text</div>``. History and recent changes: ``<p>comment
as HTML</p>``, then a diff table, a link to one, or for a new page ``<p><b>…</b></p><div>text</div>``. In a text
``& < > " '`` are escaped once and every newline is ``<br />`` and a newline.
"""

from __future__ import annotations

import html
import re

from msgspec import Struct

_HEAD = r"\s*+<p>(?P<head>(?:[^<]|<(?!/p>))*+)</p>\s*+"  # possessive: hostile markup costs no more than its length
_USER_FRAME = re.compile(_HEAD + r"<hr ?/?>\s*<div>(?P<text>.*)</div>\s*$", re.DOTALL)
_NEW_PAGE = re.compile(_HEAD + r"<p><b>[^<]*</b></p>\s*<div>(?P<text>.*)</div>\s*$", re.DOTALL)
_COMMENT = re.compile(_HEAD)
_BREAK = re.compile(r"<br ?/?>(\r?\n)?")
_AUTO = re.compile(r'<span class="autocomment">(?P<section>.*?)</span>(?P<rest>.*)', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
MOST = 20_000  # characters of a summary that are looked at
_MARKS = "\u200e\u200f→ \t\n"


class FeedText(Struct, frozen=True, kw_only=True):
    """What an entry's HTML holds."""

    head: str | None = None  # "User: comment", unescaped
    comment: str | None = None  # comment with its section mark restored, where the HTML gives it without the user
    text: str | None = None  # whole wikitext; None where the entry does not hold it
    lines_before: int = 0  # lines of the HTML before the text


def take_apart(markup: str) -> FeedText:
    """Cut the frame and unescape once; any trimming would lose edits of blanks."""
    if frame := _USER_FRAME.match(markup):
        return FeedText(head=html.unescape(frame["head"]), text=_plain(frame["text"]), lines_before=_before(frame))
    if frame := _NEW_PAGE.match(markup):
        # An empty frame is what a wiki shows that hides texts of new pages.
        text = _plain(frame["text"]) or None
        return FeedText(comment=comment_of(frame["head"]), text=text, lines_before=_before(frame))
    frame = _COMMENT.match(markup)
    return FeedText(comment=comment_of(frame["head"]) if frame else None)


def comment_of(markup: str) -> str:
    """Make an edit summary shown as HTML the summary as it was typed, as far as the HTML tells."""
    markup = markup[:MOST]
    auto = _AUTO.search(markup)
    if not auto:
        return _words(markup)
    before, section, rest = (_words(part) for part in (markup[: auto.start()], auto["section"], auto["rest"]))
    if rest:
        section = section.removesuffix(":").rstrip()
    return " ".join(part for part in (before, f"/* {section} */", rest) if part)


def _before(frame: re.Match[str]) -> int:
    return frame.string.count("\n", 0, frame.start("text"))


def _plain(markup: str) -> str:
    return html.unescape(_BREAK.sub("\n", markup))


def _words(markup: str) -> str:
    return html.unescape(_TAG.sub("", markup)).strip(_MARKS)
