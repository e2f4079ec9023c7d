"""What a page asks for is told without expanding it."""

from __future__ import annotations

from ingest.titles import read_title
from ingest.wikitext import parse
from ingest.wikitext.engine import is_tame, odd_calls, templates_used


def test_templates_are_named_in_full_and_once() -> None:
    used = templates_used("{{crate}} {{Crate|x}} {{:Main hall}} {{#if: a | {{lamp}} }} <nowiki>{{not me}}</nowiki>")

    assert used == ("Main hall", "Template:Crate", "Template:Lamp")


def test_a_wild_text_is_left_alone() -> None:
    assert not is_tame("{{a|" * 200)
    assert not is_tame("<b>" * 200)
    assert is_tame("<b>x</b>" * 200 + "{{a}}" * 200)
    assert templates_used("{{a|" * 200) == ()


def test_two_readers_agree_on_the_templates_of_a_real_wiki(infinity_texts: list[str]) -> None:
    differ = [text for text in infinity_texts[::12] if set(templates_used(text)) != _asked_for(text)]

    assert len(differ) <= 2


def _asked_for(text: str) -> set[str]:
    asked = (read_title(name, namespace=10) for name, _ in parse(text).transcluded)
    return {title.full for title in asked if title is not None}


def test_two_readers_count_the_same_calls_where_braces_are_sound() -> None:
    assert odd_calls("{{crate|{{lamp}}|x={{lamp|1}}}} and [[Hall|{{lamp}}]] {{crate\n| y = 2\n}}") == ()


def test_odd_braces_are_told_with_both_counts() -> None:
    found = odd_calls("{{crate|a {{lamp} b}} c {{lamp}}")

    assert found
    assert all(theirs != ours for _, theirs, ours in found)


def test_two_readers_agree_on_every_text_of_a_real_wiki(infinity_texts: list[str]) -> None:
    assert not [found for text in infinity_texts[::5] if (found := odd_calls(text))]
