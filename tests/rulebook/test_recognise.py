"""What a text is taken for, by what it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.choose import PLAIN
from ingest.errors import SourceError
from ingest.readers import recognise
from ingest.rulebook import parse_numbered
from ingest.rulebook.dates import printed_version
from ingest.tree import Heading, Link, walk

Shared = Callable[[str], Path]

BOOK = "Fog and Ferry\n" + "".join(
    f"{name}\nThe {name.lower()} is known to every sailor of the coast.\n- It is old and nobody wants it.\n"
    for name in ("Anchor", "Bell", "Compass", "Deck")
)
PAGE = "Lamps\n\nLamps | Oil | Boats | Bells | Fog\n\nA lamp burns oil that comes from the sea.\n\nIMPORTANT\n\nIt burns.\n"
LAW = "Sea Law\n\n1. Ships\n\n" + "".join(
    f"10{n}. Part\n\n10{n}.1. A rule of the sea.\n\n10{n}.1a Its exception.\n\n" for n in range(9)
)


def taken_for(folder: Path, text: str, name: str = "text.txt") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return recognise(path).format


def test_each_kind_of_text_is_told_by_its_content(tmp_path: Path) -> None:
    assert [taken_for(tmp_path, text) for text in (BOOK, PAGE, LAW)] == ["rulebook", "rendered", "numbered"]


def test_a_book_whose_titles_print_their_depth_is_a_rulebook(tmp_path: Path) -> None:
    sentences = (
        "the ferry goes at dawn and at dusk, in every weather.\n\nNobody pays who rows, so says the oldest rule.\n"
    )
    markdown = "# Law of the ferry\n\n" + "".join(
        f"## How the {n} is paid\n\nFor {n} {sentences}\n" for n in ("goat", "miller", "cart")
    )
    counted = "".join(
        f"{n}: How the cart of the miller is paid\n\nFor this {sentences}\n{n}.1: On foot\n\nThen {sentences}\n"
        for n in range(1, 5)
    )

    assert [taken_for(tmp_path, text) for text in (markdown, counted)] == ["rulebook", "rulebook"]


RULES = (
    "A boat moves once in every watch.",
    "The boat may not pass another boat.",
    "If no move is left, the watch goes to the other side.",
)


@pytest.mark.parametrize(
    ("chapter", "rule"),
    [
        ("Article {n}: Boats", "{n}.{m}\t{text}"),
        ("Artículo {n}. Boats", "{n}.{m}. {text}"),
        ("Rule {n} - Boats", "{n}.{m}) {text}"),
        ("[{n}.0] BOATS", "[{n}.{m}] {text}"),
        ("{n} Boats", "{n}.{m}: {text}"),
        ("{letter}. Boats", "{letter}{m}. {text}"),
        ("{letter} - Boats", "{letter}.{m} - {text}"),
    ],
)
def test_rules_are_numbered_in_many_ways(chapter: str, rule: str, tmp_path: Path) -> None:
    lines = ["Sea Law"]
    for n in range(1, 7):
        lines.append(chapter.format(n=n, letter="ABCDEF"[n - 1]))
        lines += [rule.format(n=n, letter="ABCDEF"[n - 1], m=m, text=text) for m, text in enumerate(RULES, 1)]
    text = "\n\n".join(lines)

    assert taken_for(tmp_path, text) == "numbered"
    levels = [node.level for node in parse_numbered(text, profile=PLAIN).blocks if isinstance(node, Heading)]
    assert levels == [1] + [1, 2, 2, 2] * 6


def test_a_count_at_the_head_of_a_line_is_no_number_of_a_rule() -> None:
    document = parse_numbered(
        "Sea Law\n\n1. Boats\n\n1.1 It moves.\n\n3 boats are too many, says the rule.\n\n1.2 It waits.\n", profile=PLAIN
    )

    assert [node.anchor for node in document.blocks if isinstance(node, Heading)] == ["Sea_Law", "1", "1.1", "1.2"]


@pytest.mark.parametrize("said", ["rule 2", "article 2", "sections 2 and 9", "el artículo 2", "§ 2"])
def test_a_reference_to_a_chapter_leads_there(said: str) -> None:
    document = parse_numbered(
        f"Sea Law\n\n1. Boats\n\n1.1 Who breaks {said} waits.\n\n2. Bells\n\n2.1 It rings.\n", profile=PLAIN
    )

    assert [node.anchor for node in walk(document.blocks) if isinstance(node, Link)] == ["2"]


def test_steps_that_begin_anew_in_every_section_are_no_numbers_of_rules(tmp_path: Path) -> None:
    steps = "1. Light the lamp of the ferry.\n2. Row to the other bank.\n3. Ring the bell until the miller hears it.\n"
    book = "Ferry Law\n\n" + "".join(
        f"{name} Crossing\n\nThe ferry crosses at {name.lower()}, weather allowing.\n\n{steps}\n"
        for name in ("Dawn", "Noon", "Dusk", "Night", "Storm", "Ebb", "Flood")
    )

    assert taken_for(tmp_path, book) == "rulebook"


def test_a_script_and_its_comments_are_no_rulebook(tmp_path: Path) -> None:
    comments = "".join(
        f"# The lamp number {n} of the ferry\n# Its oil comes from the sea and\n# burns until dawn, so says the law.\nlamp_{n}={n}\nexport oil_{n}\n"
        for n in range(9)
    )

    with pytest.raises(SourceError):
        taken_for(tmp_path, comments)


@pytest.mark.parametrize(
    "text", ["x = 1\nfor a in b:\n    print(a)\n", "a,b,c\n1,2,3\n4,5,6\n", '{"a": 1}\n', "word\n"]
)
def test_other_text_is_none_of_them(tmp_path: Path, text: str) -> None:
    with pytest.raises(SourceError):
        taken_for(tmp_path, text)


def test_the_title_names_the_document_and_a_printed_date_its_version(tmp_path: Path) -> None:
    (tmp_path / "law.txt").write_text(
        LAW.replace("1. Ships", "Effective as of May 4, 2024. Version 1.3\n\n1. Ships", 1), "utf-8"
    )
    found = recognise(tmp_path / "law.txt")
    told = found.reader.describe(found.head)

    assert (told.document, told.date, told.version) == ("Sea Law", "2024-05-04", "1.3")


def test_a_version_is_read_from_the_first_lines() -> None:
    assert printed_version("The Game\nVersion 2.1, January") == "2.1"
    assert printed_version("The Game of Versions") is None


def test_the_seeds_and_the_real_books_are_told_apart(shared: Shared) -> None:
    seeds = [recognise(path).format for path in sorted(shared("seeds").glob("*.txt"))]
    books = {recognise(path).format for path in shared("corpora/mtg-cr").glob("*.txt.xz")}

    assert seeds == ["contributions-text", "rendered", "rendered", "rulebook", "rendered"]
    assert books == {"numbered"}
