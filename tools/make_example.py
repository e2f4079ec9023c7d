"""Write the example game in every input format, from the plain histories in tools/example/.

    python tools/make_example.py examples

A history is a text of pages and revisions: ``#page Title``, then ``#rev TIME|USER|SUMMARY`` followed by the whole text
of the first revision, or by ``-`` and ``+`` lines that replace a passage of the one before.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent / "example"
SITE = "Lanternwick"
BASE = "https://lanternwick.example/wiki/"
NAMESPACES = {
    -2: "Media",
    -1: "Special",
    0: "",
    1: "Talk",
    2: "User",
    3: "User talk",
    6: "File",
    10: "Template",
    14: "Category",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One revision of the example."""

    title: str
    time: str
    user: str
    summary: str
    text: str


def read_history(path: Path) -> list[Edit]:
    """Read one history; a passage that does not occur exactly once is an error."""
    edits: list[Edit] = []
    for chunk in path.read_text("utf-8").split("#page ")[1:]:
        title, _, rest = chunk.partition("\n")
        text = ""
        for revision in rest.split("#rev ")[1:]:
            head, _, body = revision.partition("\n")
            time, user, summary = head.split("|", 2)
            text = _apply(text, body.rstrip("\n"), f"{title} {time}") if text else body.rstrip("\n")
            edits.append(Edit(title=title, time=time, user=user, summary=summary, text=text))
    return edits


def _apply(text: str, patch: str, where: str) -> str:
    lines = patch.split("\n")
    old = "\n".join(line[1:] for line in lines if line.startswith("-"))
    new = "\n".join(line[1:] for line in lines if line.startswith("+"))
    if text.count(old) != 1:
        raise SystemExit(f"{where}: the passage occurs {text.count(old)} times: {old[:60]!r}")
    return text.replace(old, new)


def dump(edits: list[Edit]) -> Iterator[str]:
    """A MediaWiki export of schema 0.11, pages in order of their first edit."""
    yield '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">\n'
    yield f"  <siteinfo>\n    <sitename>{SITE}</sitename>\n    <dbname>lanternwick</dbname>\n    <base>{BASE}Main_Page</base>\n"
    yield "    <generator>make_example</generator>\n    <case>first-letter</case>\n    <namespaces>\n"
    for key, name in NAMESPACES.items():
        yield (
            f'      <namespace key="{key}" case="first-letter">{name}</namespace>\n'
            if name
            else f'      <namespace key="{key}" case="first-letter" />\n'
        )
    yield "    </namespaces>\n  </siteinfo>\n"
    ids = revision_ids(edits)
    for number, title in enumerate(dict.fromkeys(edit.title for edit in edits), start=1):
        space = 10 if title.startswith("Template:") else 0
        yield f"  <page>\n    <title>{escape(title)}</title>\n    <ns>{space}</ns>\n    <id>{number}</id>\n"
        history = [edit for edit in edits if edit.title == title]
        if history[-1].text.startswith("#REDIRECT [["):
            yield f"    <redirect title={quoteattr(history[-1].text[12:].split(']]')[0].split('#')[0])} />\n"
        parent = None
        for edit in history:
            yield from _revision(edit, ids[edit], parent)
            parent = ids[edit]
        yield "  </page>\n"
    yield "</mediawiki>\n"


def _revision(edit: Edit, number: int, parent: int | None) -> Iterator[str]:
    data = edit.text.encode()
    yield f"    <revision>\n      <id>{number}</id>\n"
    if parent:
        yield f"      <parentid>{parent}</parentid>\n"
    yield f"      <timestamp>{edit.time}</timestamp>\n      <contributor>\n        <username>{escape(edit.user)}</username>\n        <id>{sum(edit.user.encode()) % 97}</id>\n      </contributor>\n"
    yield f"      <comment>{escape(edit.summary)}</comment>\n      <origin>{number}</origin>\n      <model>wikitext</model>\n      <format>text/x-wiki</format>\n"
    yield f'      <text bytes="{len(data)}" sha1="{base36(data)}" xml:space="preserve">{escape(edit.text)}</text>\n      <sha1>{base36(data)}</sha1>\n    </revision>\n'


def base36(data: bytes) -> str:
    """The SHA-1 of *data* in base 36, 31 digits, as dumps print it."""
    number, digits = int(hashlib.sha1(data, usedforsecurity=False).hexdigest(), 16), ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits.rjust(31, "0")


def revision_ids(edits: list[Edit]) -> dict[Edit, int]:
    """Revision ids as a wiki gives them: in order of time."""
    return {edit: 100 + number for number, edit in enumerate(sorted(edits, key=lambda edit: (edit.time, edit.title)))}


def atom(edits: list[Edit], user: str) -> Iterator[str]:
    """A user-contributions feed as MediaWiki writes it, newest first, whole texts inside."""
    ordered = sorted(edits, key=lambda edit: edit.time, reverse=True)
    yield '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">\n'
    yield f"\t<id>{BASE}api.php?action=feedcontributions&amp;user={user}&amp;feedformat=atom</id>\n\t<title>{SITE} - User contributions [en]</title>\n"
    yield f'\t<link rel="self" type="application/atom+xml" href="{BASE}api.php?action=feedcontributions&amp;user={user}"/>\n'
    yield f"\t<updated>{ordered[0].time}</updated>\n\t<generator>MediaWiki 1.39.4</generator>\n"
    for number, edit in enumerate(ordered):
        address = f"{BASE}index.php?title={edit.title.replace(' ', '_')}&diff={900 + len(ordered) - number}"
        frame = f"<p>{escape(edit.user)}: {escape(edit.summary)}</p>\n<hr />\n<div>" + markup(edit.text) + "</div>"
        yield f"\t<entry>\n\t\t<id>{escape(address)}</id>\n\t\t<title>{escape(edit.title)}</title>\n"
        yield f'\t\t<link rel="alternate" type="text/html" href={quoteattr(address)}/>\n\t\t<updated>{edit.time}</updated>\n\n'
        yield f'\t\t<summary type="html">{escape(frame)}</summary>\n\t\t<author><name>{escape(edit.user)}</name></author>\n\t</entry>\n'
    yield "</feed>\n"


def markup(text: str) -> str:
    """Escape a text as the feed does: quotes too, and a break at each line's end."""
    escaped = escape(text, {'"': "&quot;", "'": "&#039;"})
    return escaped.replace("\n", "<br />\n")


def contributions(edits: list[Edit]) -> str:
    """The same feed saved as text, by a reader with the Spanish interface."""
    ordered = sorted(edits, key=lambda edit: edit.time, reverse=True)
    parts = [f"{edit.title}\n\n{edit.time}\n\n{edit.user}: {edit.summary}\n\n{edit.text}\n" for edit in ordered]
    return f"{SITE} - Contribuciones del usuario [es]\n\n" + "\n".join(parts)


def main(folder: Path) -> None:
    """Write every format below *folder*."""
    english = read_history(HERE / "english.txt")
    (folder / "wiki").mkdir(parents=True, exist_ok=True)
    (folder / "wiki" / "lanternwick-history.xml").write_text("".join(dump(english)), "utf-8")
    (folder / "wiki" / "contributions-harriet.atom").write_text(
        "".join(atom(read_history(HERE / "harbour.txt"), "Harriet")), "utf-8"
    )
    (folder / "wiki" / "contribuciones.txt").write_text(contributions(read_history(HERE / "spanish.txt")), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
