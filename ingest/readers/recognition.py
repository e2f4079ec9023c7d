"""What a file is: its beginning decoded, and the reader that knows it best. Content decides, never the name alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

import msgspec
from msgspec import Struct

from ingest.errors import SourceError
from ingest.readers.compression import Broken, bare_name, chunks, packed
from ingest.readers.controls import without_controls
from ingest.readers.encodings import Encoding, decoded, encoding_of, encoding_of_head
from ingest.readers.names import shown_name
from ingest.readers.protocol import Head, Reader
from ingest.readers.stream import Stream

HEAD_BYTES = 1 << 16
CONTROLS = 0.04  # share of control characters above which nothing is a text
_DOCUMENTS = (
    ("%PDF-", "a PDF", "Make plain text of it (pdftotext FILE.pdf), and name that."),
    ("PK\x03\x04", "a ZIP archive or an office document", "Unpack it, or save its text as plain text, and name that."),
    ("{\\rtf", "a document of RTF", "Save it as plain text, and name that."),
)
_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_DECLARATION = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
# A declaration comes from a stranger: "zlib" and "unicode_escape" are codecs too.
_DECLARABLE = re.compile(
    r"(?:iso-8859-\d+|latin-?1|(?:windows|cp)-?125\d|koi8-[ru]|gb2312|gbk|gb18030|big5|shift_jis|euc-(?:jp|kr)|macintosh)$"
)


class Recognised(Struct, frozen=True, kw_only=True):
    """What a file is taken for."""

    reader: Reader
    confidence: int
    evidence: str
    encoding: Encoding
    head: Head

    @property
    def format(self) -> str:
        """The reader's name."""
        return self.reader.NAME


def recognise(path: Path, readers: Sequence[Reader], *, format: str | None = None, folder: str = "") -> Recognised:
    """Find out what *path* is. Raises SourceError where it is nothing that a reader knows."""
    head, encoding, broken = head_of(path)
    _expect_text(path, head.text, readers)
    head = msgspec.structs.replace(head, text=without_controls(head.text), folder=folder)
    if format is not None:
        reader = named_reader(format, readers)
        return Recognised(reader=reader, confidence=100, evidence="its format was named", encoding=encoding, head=head)
    if _HTML.match(head.text):
        raise SourceError(
            f"{path} is an HTML page.",
            hint="Save it as plain text; of a wiki, take a dump (Special:Export) or bring it with `ludex sync`.",
        )
    found = [(evidence, reader) for reader in readers if (evidence := reader.recognise(head))]
    if not found:
        raise SourceError(
            f"{path} is nothing that is read here.{_disguise(path)}{broken}",
            hint=f"{known_formats(readers)} `--format NAME`, or `format =` in a [[source]], reads it as one of them: rules in plain text as rulebook.",
        )
    evidence, reader = max(found, key=lambda pair: pair[0].confidence)
    return Recognised(
        reader=reader, confidence=evidence.confidence, evidence=evidence.sentence, encoding=encoding, head=head
    )


def known_formats(readers: Sequence[Reader]) -> str:
    """The formats, as a hint."""
    return f"Formats: {', '.join(sorted(reader.NAME for reader in readers))}."


def head_of(path: Path) -> tuple[Head, Encoding, str]:
    """Read the beginning of *path*, and say where it breaks off before its end. Raises SourceError."""
    raw, whole, broken = _first_bytes(path)
    encoding = _encoding(path, raw, whole=whole)
    text = "".join(decoded([raw], encoding)).replace("\r\n", "\n").replace("\r", "\n")
    return Head(name=bare_name(shown_name(path)), text=text, whole=whole), encoding, broken


def _encoding(path: Path, raw: bytes, *, whole: bool) -> Encoding:
    found = encoding_of_head(raw)
    if found and found.name != "utf-8":
        return found
    if declaration := _DECLARATION.match(raw):
        label = declaration[1].decode("ascii").lower()
        return Encoding(name=label) if _DECLARABLE.match(label) else Encoding()
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return encoding_of([raw], whole=whole)
    return encoding_of(Stream(path, Encoding()).chunks())


def _first_bytes(path: Path) -> tuple[bytes, bool, str]:
    raw = b""
    try:
        for piece in chunks(path):
            raw += piece
            if len(raw) > HEAD_BYTES:
                return raw[:HEAD_BYTES], False, ""
    except Broken as error:
        if not raw:
            raise SourceError(f"{path} cannot be read: {error}.", hint="Fetch or copy the file again.") from error
        return raw, True, f" It breaks off: {error}."
    return raw, True, ""


def _expect_text(path: Path, text: str, readers: Sequence[Reader]) -> None:
    """Raises SourceError where *text* begins no text that somebody wrote."""
    if not text.replace("\0", "").strip():
        what = "holds nothing but NUL bytes" if "\0" in text else "is empty"
        raise SourceError(f"{path} {what}.", hint="Leave it out, or name the file that you meant.")
    if text[257:262] == "ustar":
        raise SourceError(f"{path} is a tar archive.", hint="Unpack it, and name the folder.")
    for magic, what, hint in _DOCUMENTS:
        if text.startswith(magic):
            raise SourceError(f"{path} is {what}.", hint=hint)
    if not _is_text(text[:4096].rstrip("\0")):
        raise SourceError(f"{path} is a binary file, not text.", hint=known_formats(readers))


def _is_text(text: str) -> bool:
    """Tell whether there are few control characters; NULs alone may be what a crash left of a text."""
    nuls = text.count("\0")
    controls = sum(char < " " and char not in "\n\t\f\x0b\0" for char in text)
    return controls <= (len(text) - nuls) * CONTROLS and nuls * 2 <= len(text)


def _disguise(path: Path) -> str:
    is_disguised = bare_name(path.name) != path.name and not packed(path)
    return " It is named as a compressed file, but is none." if is_disguised else ""


def named_reader(format: str, readers: Sequence[Reader]) -> Reader:
    """The reader of a format. Raises SourceError that lists the formats, the nearest first."""
    names = [reader.NAME for reader in readers]
    if format in names:
        return readers[names.index(format)]
    near = get_close_matches(format, names, n=1)
    meant = f"Did you mean {near[0]!r}? " if near else ""
    raise SourceError(f"There is no format {format!r}.", hint=meant + known_formats(readers))
