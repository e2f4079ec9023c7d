"""``[[…]]``: links with their trails, interwiki, categories, languages, files.

A link becomes one mark; its label is closed to the later passes, as in MediaWiki.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import normalize

from ingest.titles import Title, decode_percent, subpage_of
from ingest.wikitext.entities import decode
from ingest.wikitext.external import PROTOCOLS, mark_brackets
from ingest.wikitext.quotes import quotes_of_line
from ingest.wikitext.work import LOST, Mark, Work

_TARGET = r"""[ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+\u0080-\U0010ffff#]+"""
_WRITTEN = re.compile(_TARGET)
_MAYBE_FILE = re.compile(rf"({_TARGET})\|(.*)", re.S)
_PROTOCOL = re.compile(rf"(?:{PROTOCOLS})", re.I)
_TRAIL = re.compile("[a-z]+")
_TRAIL_MORE = re.compile("[a-zà-öø-ÿ\u0430-\u044f]+")
_PIPE_TRICK = re.compile(rf"({_TARGET})\|\]\](.*)", re.S)
_KINDS = {6: "file", -2: "file", 14: "category"}
_EDGE = re.compile(r"\n[\s\x1e]*$")
_MAX_DEPTH = 20


@dataclass(slots=True)
class LinkData:
    """What the mark of a link knows."""

    kind: str
    target: str
    anchor: str | None
    label: str
    line: int = 0


def mark_links(work: Work, text: str, depth: int = 0) -> str:
    """*text* with its internal links as marks."""
    if "[[" not in text:
        return text
    first, *rest = text.split("[[")
    links = _Links(work, depth)
    links.out.append(first)
    links.run(rest)
    return "".join(links.out)


class _Links:
    def __init__(self, work: Work, depth: int) -> None:
        self.work = work
        self.depth = depth
        self.out: list[str] = []
        self.trail = _TRAIL if work.site.language == "en" else _TRAIL_MORE

    def run(self, bits: list[str]) -> None:
        at = 0
        while at < len(bits):
            at = self._bit(bits, at)

    def _bit(self, bits: list[str], at: int) -> int:
        bit = bits[at]
        whole = _parts(bit)
        if whole is None and self.work.site.pipe_trick and (trick := _PIPE_TRICK.match(bit)):
            self._whole(trick[1], pipe_trick_label(trick[1]), trick[2], bit)
            return at + 1
        if whole is not None:
            written, label, trail = whole
            if label and trail.startswith("]") and "[" in label:
                label, trail = label + "]", trail[1:]
            self._whole(written, label, trail, bit)
            return at + 1
        maybe = _MAYBE_FILE.match(bit) if "|" in bit else None
        if maybe is not None:
            return self._maybe_file(maybe, bits, at)
        self.out.append("[[" + bit)
        return at + 1

    def _target(self, written: str) -> Title | None:
        if written.startswith("//") or (":" in written and _PROTOCOL.match(written)):
            return None
        return self.work.find_title(self._subpage(written) if written[:1] in "./" else written)

    def _subpage(self, written: str) -> str:
        return subpage_of(self.work.title, written, self.work.site)

    def _whole(self, written: str, label: str, trail: str, bit: str) -> None:
        if "%" in written:
            written = decode_percent(written).replace("<", "&lt;").replace(">", "&gt;")
        written = written.strip(" ")
        forced = written.startswith(":")
        twice = written.startswith("::")
        if twice:  # one colon is the link's, the next the title's own; before another wiki's name it is none
            written = written[1:]
        title = self._target(written)
        if title is None or (twice and title.interwiki):
            self.out.append("[[" + bit)
            return
        target = written.removeprefix(":").strip(" ") if forced else written
        if not forced and self._special(title, label, trail):
            return
        if not label:  # apostrophes of a title are no quotes
            label = self.work.literal(target) if "''" in target else target
            if target.startswith(("/", "../")) and self._subpage(target) != target:
                label = self._subpage_label(target)
        self._link(title, target, label, trail, written)

    def _subpage_label(self, target: str) -> str:
        if target.startswith("/"):
            return target.strip("/") if target.endswith("/") else target
        if target.endswith("/"):
            return target.strip("/").rpartition("../")[2].strip("/") or self._subpage(target)
        return self._subpage(target)

    def _special(self, title: Title, label: str, trail: str) -> bool:
        """Links that print nothing, or a picture."""
        work = self.work
        if title.interwiki and title.interwiki in work.site.languages:
            work.languages[title.interwiki, title.text] = None
            self._swallow(trail)
            return True
        if title.namespace == 6 and not title.interwiki:
            self._image(title, label)
            self.out.append(trail)
            return True
        if title.namespace == 14 and not title.interwiki:
            work.categories[title.text] = None
            self._swallow(trail)
            return True
        return False

    def _swallow(self, trail: str) -> None:
        """A category on a line of its own takes the newline before it along."""
        before = self.out[-1]
        match = _EDGE.search(before)
        if match:
            lost = before[match.start() :]
            self.out[-1] = before[: match.start()] + LOST * (lost.count("\n") + lost.count(LOST))
        self.out.append(trail)

    def _link(self, title: Title, target: str, label: str, trail: str, written: str) -> None:
        if "''" in label:
            label = "\n".join(quotes_of_line(self.work, line) for line in label.split("\n"))
        if trail and (match := self.trail.match(trail)):
            label, trail = label + match.group(), trail[match.end() :]
        name, hash_mark, anchor = (normalize("NFC", decode(target)) if "&" in target else target).partition("#")
        if written.startswith(("/", "../")):
            name = self._subpage(written).partition("#")[0]
        lost = label.count("\n")
        data = LinkData(
            _kind(title), name.strip(), anchor if hash_mark else None, label.replace("\n", " ") if lost else label
        )
        self.out.append(self.work.put(Mark("node", "link", (), None, "", data)))
        self.out.append(LOST * lost + trail if lost else trail)

    def _maybe_file(self, maybe: re.Match[str], bits: list[str], at: int) -> int:
        title = self._target(decode_percent(maybe[1]).strip(" "))
        if title is None or title.namespace != 6 or maybe[1].strip(" ").startswith(":") or self.depth > _MAX_DEPTH:
            self.out.append("[[" + bits[at])
            return at + 1
        texts, ahead = [maybe[2]], at + 1
        while ahead < len(bits):
            pieces = bits[ahead].split("]]", 2)
            ahead += 1
            if len(pieces) == 3:
                texts.append(f"[[{pieces[0]}]]{pieces[1]}")
                self._image(title, "".join(texts))
                self.out.append(pieces[2])
                return ahead
            if len(pieces) < 2:
                break
            texts.append(f"[[{pieces[0]}]]{pieces[1]}")
        self.out.append("[[" + bits[at])
        return at + 1

    def _image(self, title: Title, text: str) -> None:
        from ingest.wikitext.images import image_mark

        text = mark_links(self.work, mark_brackets(self.work, text), self.depth + 1)
        self.out.append(image_mark(self.work, title, text) + LOST * text.count("\n"))


def _parts(bit: str) -> tuple[str, str, str] | None:
    """Target, label and what follows of a link, where its end stands in *bit*."""
    match = _WRITTEN.match(bit)
    if match is None:
        return None
    at = match.end()
    if bit.startswith("]]", at):
        return match.group(), "", bit[at + 2 :]
    end = bit.find("]]", at + 2) if bit.startswith("|", at) else -1
    return (match.group(), bit[at + 1 : end], bit[end + 2 :]) if end > 0 else None


def _kind(title: Title) -> str:
    if title.interwiki:
        return "interwiki"
    return _KINDS.get(title.namespace, "page")


def pipe_trick_label(target: str) -> str:
    """What the pipe trick shows of *target*: no namespace, no ``(…)``, nothing after a comma."""
    text = target.strip().removeprefix(":")
    text = re.sub(r"^[^:]{1,40}:(?=.)", "", text)
    bare = re.sub(r"\s*(?:\([^()]*\)|（[^（）]*）)\s*$", "", text)
    return (bare if bare != text else text.partition(", ")[0]) or text
