"""Rulebooks without a profile: heads of parts, titled or run in, that many games print."""

from __future__ import annotations

import pytest

from ingest.choose import PLAIN
from ingest.glossary import candidates
from ingest.glossary.model import Candidate
from ingest.readers import rendered, rulebook
from ingest.readers.protocol import Head
from ingest.rulebook import parse_rulebook
from ingest.tree import Part, walk


def entries(text: str) -> dict[str, Candidate]:
    document = parse_rulebook(text, profile=PLAIN)
    found = candidates(document, profile=PLAIN, title=document.title, model="rulebook")
    return {entry.name: entry for entry in found}


DRUMS = """Drums of the Deep
Version 1.0, 1 March 2025

Roll (Loud Beat)

Requirements
The drummer has two hands and a drum before him.
Activation
The drummer says so when his turn begins.
Effects: Take a Beat Test. On a hit, all who sleep wake up.
Cancellation
The roll ends when the drum breaks.

Deaf (Mark)

Activation
Someone stands beside a drum that is beaten.
Effects: He hears nothing. He may not drum.

Tap (Loud Beat)

Requirements
One hand that holds nothing.
Effects: One sleeper wakes up.
"""


def test_heads_that_come_twice_are_parts_and_a_neighbour_of_theirs_is_one_too() -> None:
    found = entries(DRUMS)

    assert list(found) == ["Roll", "Deaf", "Tap"]
    assert found["Roll"].sections == ("Requirements", "Activation", "Effects", "Cancellation")


def test_the_sentence_behind_a_lead_word_stays_whole() -> None:
    found = entries(DRUMS)

    assert dict(found["Roll"].parts)["effects"] == "Take a Beat Test. On a hit, all who sleep wake up."


def test_a_chapter_that_is_called_as_a_part_is_a_rule_where_no_part_stands_beside_it() -> None:
    found = entries(
        "Drums\n\nActivation\n\nDrums wake up one after the other.\n\nSilence\n\nAll drums sleep until the day after.\n"
    )

    assert list(found) == ["Activation", "Silence"]


def test_titles_that_print_their_depth_head_parts_too() -> None:
    text = "# Drums\n\n## Beats\n\n" + "".join(
        f"### {name}\n\n{name} is a beat.\n\n#### Efectos\n\nAll wake up.\n\n" for name in ("Roll", "Tap")
    )

    found = entries(text)

    assert list(found) == ["Roll", "Tap"]
    assert found["Tap"].sections == ("Efectos",)


@pytest.mark.parametrize(
    "title", ["Drums. Version 2, 1 March 2025.", "Drums, Version 2, 1 March 2025", "Drums\nVersion 2, 1 March 2025"]
)
def test_a_title_with_a_version_and_a_date_is_no_rule(title: str) -> None:
    found = entries(f"{title}\n\nRules for those who beat drums in the deep.\n\nTap\n\nOne hand beats a drum once.\n")

    assert not [name for name in found if "Version" in name or name == "Drums"]


def test_a_table_at_the_end_does_not_make_a_saved_page_of_a_rulebook() -> None:
    table = "\nDrum Chart\n\nName | Size | Skin\nTin drum | 2 | goat\nRed drum | 3 | ox\nOld drum | 4 | elk\n"
    head = Head(name="drums.txt", text=DRUMS + table, whole=True)

    assert rendered.recognise(head) is None
    assert rulebook.recognise(head) is not None


def test_a_lead_word_that_no_one_knows_heads_nothing_until_it_comes_again() -> None:
    document = parse_rulebook("Drums\n\nTap\n\nSkin: Goat is best for it.\n\nMore of it stands here.\n", profile=PLAIN)

    assert not [node for node in walk(document.blocks) if isinstance(node, Part)]


def test_an_example_and_a_remark_keep_the_word_that_opens_them() -> None:
    found = entries(
        "Drums\n\nTap\n\nOne hand beats a drum once.\nExample: Odd taps. Two sleepers wake up.\nRemember: drums are loud.\n\n"
        "Roll\n\nTwo hands beat a drum for as long as they like.\n"
    )

    assert found["Tap"].text.split("\n")[1:] == [
        "Example", "Odd taps. Two sleepers wake up.", "Remember", "drums are loud."
    ]  # fmt: skip
