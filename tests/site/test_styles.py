"""CSS of a source becomes a class only where it is harmless."""

from __future__ import annotations

import pytest

from site_src.html.styles import Styles, presentational, safe_declarations


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("color: red; width: 40%", "color:red;width:40%"),
        ("WIDTH:4em", "width:4em"),
        ("margin-left: -900px; color: red", "color:red"),
        ("width: 5000px", "width:5000px"),
        ("width: 5001px", ""),
        ("w\\69 dth: 4em", ""),
        ("color: r\\65 d", ""),
        ("background: url(https://lamp.example/x)", ""),
        ("background: image-set('x')", ""),
        ("width: calc(1px + 2px)", "width:calc(1px + 2px)"),
        ("width: calc(1px - 2px)", ""),
        ("position: fixed; top: 0", ""),
        ("behavior: url(x); -moz-binding: url(x)", ""),
        ("color: red !important", "color:red"),
        ("display: none", "display:none"),
        ("display: fixed-ish", ""),
        ("font-family: 'Old Lamp'", 'font-family:"Old Lamp"'),
        ("font-family: 'x}body{color:red'", ""),
        ("color: red" + " " * 2000, ""),
    ],
)
def test_what_is_harmless_is_kept_and_nothing_else(style: str, kept: str) -> None:
    assert safe_declarations(style) == kept


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("bgcolor", "#fee", "background-color:#fee"), ("bgcolor", "red;position:fixed", ""), ("align", " Center ", "text-align:center"),
        ("align", "char", ""), ("valign", "top", "vertical-align:top"), ("width", "40", "width:40px"), ("width", "40%", "width:40%"),
        ("height", "99999", ""), ("nowrap", "", "white-space:nowrap"), ("onclick", "x", ""),
    ],
)  # fmt: skip
def test_an_old_attribute_is_a_declaration(name: str, value: str, kept: str) -> None:
    assert presentational(name, value) == kept


def test_equal_declarations_share_a_class_whatever_came_between() -> None:
    one, other = Styles(), Styles()
    found = one.class_of("color:red")
    one.class_of("color:blue")

    assert one.class_of("color:red") == found == other.class_of("color:red")
    assert one.sheet().count("\n") == 2
