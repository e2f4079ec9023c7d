from __future__ import annotations

import pytest

from ingest.glossary import scope_of
from ingest.glossary.scope import language_of
from ingest.tree import Document, Marked, Navigation, Node
from tests.glossary.make import GAME, paragraph


def scope(*blocks: Node, title: str = "Wicks", timestamp: str | None = None, edition: str | None = None):  # type: ignore[no-untyped-def]
    return scope_of(Document(blocks=blocks), profile=GAME, title=title, timestamp=timestamp, edition=edition)


def test_a_navigation_template_tells_the_edition() -> None:
    assert scope(Navigation(name="First_lamps"), paragraph("Oil.")).edition == "First"


def test_words_that_only_one_edition_uses_tell_it() -> None:
    assert scope(paragraph("The old lamps burn.")).edition == "First"


def test_no_text_is_of_an_edition_that_was_not_published() -> None:
    found = scope(Navigation(name="second-lamps"), paragraph("Oil."), timestamp="2020-05-01T00:00:00Z")

    assert found.edition == "First"


def test_unmarked_text_holds_for_the_edition_that_shares_the_wiki() -> None:
    found = scope(Navigation(name="second-lamps"), paragraph("Oil."), timestamp="2022-05-01T00:00:00Z")

    assert (found.edition, found.editions) == ("Second", ("Second", "Pocket"))


def test_a_mark_without_content_speaks_of_the_whole_page() -> None:
    found = scope(Navigation(name="second-lamps"), Marked(editions=("Second",)), timestamp="2022-05-01T00:00:00Z")

    assert found.editions == ("Second",)


def test_a_title_that_names_its_edition_is_believed() -> None:
    found = scope(Navigation(name="second-lamps"), title="Wicks (Pocket)", timestamp="2022-05-01T00:00:00Z")

    assert found.editions == ("Pocket",)


def test_a_text_without_tell_tales_is_of_its_sources_edition() -> None:
    assert scope(paragraph("Oil."), edition="First").edition == "First"
    assert scope(paragraph("Oil.")).edition is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The lamp of the bearer is lit when it is dark and the oil is in it.", "en"),
        ("La lámpara de la portadora se enciende cuando es de noche y el aceite está en ella.", "es"),
        ("Lámpara", "en"),
    ],
)
def test_stop_words_tell_the_language(text: str, language: str) -> None:
    assert language_of(text)[0] == language


def test_a_source_that_claims_another_language_is_not_believed_against_its_own_words() -> None:
    assert (
        language_of("The lamp of the bearer is lit and it is in the dark when the oil is gone.", given="es")[0] == "en"
    )


def test_a_few_words_that_many_languages_share_name_no_language_that_the_game_does_not_speak() -> None:
    text = "Steps: a keeper moves as a keeper can. Aim: as a keeper sees. Nerve: do not run."

    assert language_of(text, likely=("en", "es"))[0] == "en"
    assert (
        language_of(
            "O farol da torre não está na água e os guardas do rio não o veem; para eles é como uma pedra.",
            likely=("en", "es"),
        )[0]
        == "pt"
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Фонарь горит ночью, и если масло кончилось, его можно налить из бочки.", "ru"),
        ("Ліхтар горить вночі, і якщо олія скінчилася, її можна налити з бочки для вогню, але не до ранку.", "uk"),
        ("Фенерът гори през нощта и ако маслото свърши, може да се налее от бъчвата, но не с ръка.", "bg"),
        ("ランプは夜に燃える。油が切れたら注ぐ。", "ja"),
        ("灯在夜里燃烧，油尽时再添。", "zh"),
        ("등불은 밤에 타오른다.", "ko"),
        ("المصباح يضيء في الليل.", "ar"),
    ],
)
def test_other_letters_tell_other_languages(text: str, language: str) -> None:
    assert language_of(text, given="en")[0] == language


def test_a_language_of_the_source_stands_where_its_letters_do() -> None:
    assert language_of("چراغ در شب می‌سوزد.", given="fa")[0] == "fa"
    assert language_of("燈在夜裡燃燒。", given="zh-hant")[0] == "zh-hant"


def test_a_country_makes_no_language_of_its_own() -> None:
    few, many = (
        scope_of(Document(blocks=(paragraph(text),)), profile=GAME, title="Lamps", language="en-GB").language
        for text in ("Lamp.", "The lamp of the bearer is lit and it is in the dark when the oil is gone.")
    )

    assert few == many == "en"
    assert scope_of(Document(blocks=()), profile=GAME, title="Lamps", language="zh-tw").language == "zh-tw"


def test_a_translation_below_a_page_is_in_the_language_that_its_title_names() -> None:
    few = paragraph("Lampe")
    english = paragraph("The lamp of the bearer is lit when it is dark and the oil is in it.")

    assert [scope(few, title=title).language for title in ("Lamp", "Lamp/fr", "Lamp/pt-br", "Lamp/oil")] == [
        "en",
        "fr",
        "pt-br",
        "en",
    ]
    assert scope(english, title="Lamp/it").language == "en"
