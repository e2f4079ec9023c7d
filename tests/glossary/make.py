"""A small invented game and the trees, pages and revisions that tests of the glossary are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ingest.glossary import Item, build_glossary
from ingest.glossary.model import Entry
from ingest.model import Page, Place, Revision, Source
from ingest.profile import Profile, read_profile
from ingest.tree import Box, Definition, Document, Element, Field, Heading, Node, Paragraph, Record, RecordTable, Text

GAME = read_profile(
    r"""
name = "lanterns"
languages = ["en", "es"]

[[editions]]
id = "First"
order = 1
since = "2020-01-01"
tells = { "\\bold lamps\\b" = 3 }
templates = { "^first-" = 3 }

[[editions]]
id = "Second"
order = 2
since = "2022-01-01"
shares = ["Pocket"]
templates = { "^second-" = 3 }

[[editions]]
id = "Pocket"
order = 0
since = "2021-01-01"

[glossary]
no_terms = ["^see also$", "\\bexample\\b"]
no_pages = ["^contents$"]
examples = ["example"]
sum_of_damage_and_ps = 20

[templates.names]
lampbox = { means = "box", box = "entry", title = "1", entry = true }

[glossary.records]
weapon = "weapon"

[[kinds]]
id = "knack"
classes = ["\\bknack\\b"]

[[kinds]]
id = "mood"
names_like = ["\\bMood$"]
categories = ["^moods$"]
trim = ["\\s+Mood$"]

[[kinds]]
id = "weapon"
classes = ["^weapon$"]

[[kinds]]
id = "tag"
names = { en = "Tag" }
pages = ["^Tags$"]

[translations.es]
"Farol" = "Lantern"
""",
    origin="lanterns.toml",
)

LABELLED = msgspec.structs.replace(GAME, glossary=msgspec.structs.replace(GAME.glossary, labels=("tag",)))


def words(text: str) -> tuple[Node, ...]:
    return (Text(text),)


def paragraph(text: str, *, line: int = 0, bold: str = "") -> Paragraph:
    head = (Element(name="b", children=words(bold)),) if bold else ()
    return Paragraph(children=(*head, Text(text)), line=line, end_line=line)


def heading(text: str, *, level: int = 2, line: int = 0, defines: Definition | None = None) -> Heading:
    return Heading(
        level=level, children=words(text), anchor=text.replace(" ", "_"), line=line, end_line=line, defines=defines
    )


def box(name: str, *children: Node, cls: str | None = None, line: int = 0, end_line: int = 0) -> Box:
    return Box(
        kind="entry",
        title=words(name),
        defines=Definition(name=name, cls=cls),
        children=children,
        line=line,
        end_line=end_line,
    )


def weapon_row(name: str, *, line: int = 0, mode: str | None = None, **fields: str) -> Record:
    return Record(
        kind="weapon", name=name, mode=mode, line=line,
        fields=tuple(Field(name=key, value=words(value)) for key, value in fields.items()),
    )  # fmt: skip


def weapon_table(*records: Record) -> RecordTable:
    return RecordTable(kind="weapon", records=records)


def page(title: str, *texts: tuple[str, Document]) -> tuple[Page, list[tuple[Revision, Document]]]:
    """A page whose revisions are (date, document), oldest first."""
    key = f"lamp:{title}"
    place = Place(source="lamp.xml", line=1)
    history = [
        (
            Revision(
                id=f"{title}-{number}", page=key, wiki="lamp", title=title, timestamp=f"{date}T00:00:00Z", number=number,
                place=Place(source="lamp.xml", line=100 * number + 1),
            ),
            document,
        )
        for number, (date, document) in enumerate(texts)
    ]  # fmt: skip
    return Page(id=key, wiki="lamp", title=title, source=place), history


def glossary(
    *pages: tuple[Page, Sequence[tuple[Revision, Document]]], as_of: str | None = None, profile: Profile = GAME
) -> list[Item]:
    documents = {revision.id: document for _, history in pages for revision, document in history}

    def histories() -> Iterator[tuple[Page, list[Revision]]]:
        for one, history in pages:
            yield one, [revision for revision, _ in history]

    sources = {"lamp.xml": Source(id="lamp.xml", sha256="0" * 64, format="mediawiki-dump", wiki="lamp")}
    return list(build_glossary(histories, document_of=documents.get, sources=sources, profile=profile, as_of=as_of))


def entries(*pages: tuple[Page, Sequence[tuple[Revision, Document]]], as_of: str | None = None) -> list[Entry]:
    return [item for item in glossary(*pages, as_of=as_of) if isinstance(item, Entry)]
