"""One call of a template and what is known of it: its arguments as text, words, or nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ingest.profile import Template
from ingest.tree import Node, Text
from ingest.visible import inline_text
from ingest.wikitext.names import fold_name
from ingest.wikitext.pieces import Call
from ingest.wikitext.reading import is_plain, line_numbers, read_blocks, read_inline
from ingest.wikitext.work import TRIM

if TYPE_CHECKING:
    from ingest.wikitext.expand import Expander, Frame


class Said:
    """One call and what is known of it."""

    __slots__ = ("args", "expander", "frame", "meaning", "name", "parts", "piece", "work")

    def __init__(self, expander: Expander, name: str, meaning: Template, piece: Call, frame: Frame) -> None:
        self.expander = expander
        self.work = expander.work
        self.name = fold_name(name)
        self.meaning = meaning
        self.piece = piece
        self.frame = frame
        self.parts = expander.named_parts(piece, frame)
        self.args = {key: expander.value(part, frame) for key, part in self.parts.items()}

    def text(self, name: str) -> str:
        return self.args.get(name, "").strip(TRIM) if name else ""

    def plain(self, name: str) -> str:
        """The visible words of an argument."""
        text = self.text(name)
        if text.isalnum():
            return text
        return " ".join(text.split()) if is_plain(text) else inline_text(read_inline(self.work, text, self.line(name)))

    def line(self, name: str) -> int:
        """The source line on which the value of an argument begins."""
        part = self.parts.get(name)
        return self.work.line if part is None or not self.frame.top else self.expander.value_line(part)

    def inline(self, name: str) -> tuple[Node, ...]:
        text = self.text(name)
        if not text:
            return ()
        if is_plain(text):
            return (Text(text),)
        return read_inline(self.work, text, self.line(name))

    def blocks(self, name: str) -> tuple[Node, ...]:
        text = self.text(name)
        return read_blocks(self.work, text, line_numbers(text, self.line(name))) if text else ()

    @property
    def alone(self) -> bool:
        """Whether the call has its line for itself."""
        return self.expander.stands_alone(self.piece)
