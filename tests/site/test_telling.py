"""Changes are told in the page's language, with no word of machinery."""

from __future__ import annotations

import pytest

from ingest.align.model import Change, ChangeSeverity
from site_src.changes.telling import told, told_note, told_section
from site_src.texts import texts


def said(kind: str, detail: str, language: str = "en", severity: ChangeSeverity = "wording") -> str:
    return told(Change(type=kind, severity=severity, section="", detail=detail), texts(language))


@pytest.mark.parametrize(
    ("kind", "detail", "english", "spanish"),
    [
        ("removed", "Trim is gone", "", ""),
        ("added", "Trim appears", "", ""),
        ("added", "Paragraph: “Mind the fog.”", "“Mind the fog.”", "“Mind the fog.”"),
        ("removed", "Record: “Oar | 3 | N”", "“Oar · 3 · N”", "“Oar · 3 · N”"),
        ("added", "Heading: “Oil” (2 times)", "heading “Oil” (2 times)", "título “Oil” (2 veces)"),
        ("added", "Image: oar.png", "picture oar.png", "imagen oar.png"),
        ("moved", "List item: “Row.” from “Boats”", "“Row.”, from Boats", "“Row.”, desde Boats"),
        ("split", "1 → 2: Paragraph: “Row.”", "1 → 2: “Row.”", "1 → 2: “Row.”"),
        ("added", "profile Oar (Blunt) added", "profile Oar (Blunt)", "perfil Oar (Blunt)"),
        ("added", "column Oil", "column Oil", "columna Oil"),
        ("value", "Damage 13 → PS 7", "Damage 13 → PS 7", "Daño 13 → PS 7"),
        ("value", "Saves – → 1", "Saving rolls: 1 (new)", "Tiradas de salvación: 1 (nuevo)"),
        ("value", "Oar: saving attribute ARM → ARM/2", "Oar: Saving attribute ARM → ARM/2", "Oar: Atributo de salvación ARM → ARM/2"),
        ("value", "Oar: damage 13 → –", "Oar: Damage: 13 (dropped)", "Oar: Daño: 13 (quitado)"),
        ("value", "Oar: range 0–8: +3 → –", "Oar: range 0–8: +3 (dropped)", "Oar: range 0–8: +3 (quitado)"),
        ("value", "class Short Task → Long Task", "class Short Task → Long Task", "clase Short Task → Long Task"),
        ("value", "trait Heavy dropped", "trait Heavy dropped", "quitado: rasgo Heavy"),
        ("reworded", "words: +5 −2, first “an oar” → –", "5 words added, 2 words removed: dropped “an oar” …",
         "5 palabras añadidas, 2 palabras quitadas: quitado “an oar” …"),
        ("reworded", "words: +5 −2", "5 words added, 2 words removed", "5 palabras añadidas, 2 palabras quitadas"),
        ("reworded", "– → “twice”", "added “twice”", "añadido “twice”"),
        ("reworded", "“one” → “two”", "“one” → “two”", "“one” → “two”"),
        ("emphasis", "bold added: “all”", "bold “all” added", "añadido: negrita “all”"),
        ("category", "Boats removed", "Boats removed", "quitado: Boats"),
        ("link-added", "Rowing_Rules#At_sea_.28night.29 (“at sea”)", "Rowing Rules › At sea (night) (“at sea”)",
         "Rowing Rules › At sea (night) (“at sea”)"),
        ("markup", "frame: box entry, list ul → list ul", "stands in another box or list", "figura en otro recuadro o lista"),
        ("markup", "heading of level 3 → item", "heading → list item", "título → elemento de lista"),
        ("markup", "marked highlight “Row.” removed", "highlight “Row.” removed", "quitado: resaltado “Row.”"),
        ("box-retyped", "entry, remember → no box", "remember → no box", "remember → sin recuadro"),
        ("value", "3 → 2", "3 → 2", "3 → 2"),
    ],
)  # fmt: skip
def test_a_detail_is_said_in_the_words_of_the_page(kind: str, detail: str, english: str, spanish: str) -> None:
    assert (said(kind, detail), said(kind, detail, "es")) == (english, spanish)


def test_what_has_none_of_the_forms_is_said_as_it_is() -> None:
    assert said("reworded", "too long to compare word by word") == "too long to compare word by word"
    assert said("unheard-of", "Paragraph: “x” → “y”") == "Paragraph: “x” → “y”"


def test_what_stands_before_the_first_heading_has_no_heading() -> None:
    assert (told_section("(lead)"), told_section("Oil")) == ("", "Oil")


def test_notes_of_a_difference_leave_frames_out_and_speak_the_language() -> None:
    notes = ["markup: frame: list ul → none", "link added: Oil_Jar", "value: burst 3 → 2"]

    assert [told_note(note, texts("es")) for note in notes] == ["", "enlace añadido: Oil Jar", "valor: Ráfaga 3 → 2"]
