"""Nothing of a hostile text can run, and no text can make us fail."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from html.parser import HTMLParser
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.profile import shipped_profiles
from ingest.tree import decode, encode
from ingest.wikitext import parse
from site_src.html import ELEMENTS, render
from site_src.html_fragment import fragment

OURS = ELEMENTS | {"a", "img", "figure", "figcaption", "aside", "nav", "section", "thead", "tbody"}
PROFILES = shipped_profiles()
PIECES = [
    "{{", "}}", "{{{", "}}}", "[[", "]]", "[", "]", "|", "||", "!!", "\n", "\n\n", "''", "'''", "'''''", "=", "==", "===", "*", "#", ";",
    ":", "{|", "|}", "|-", "|+", "!", " ", "\n ", "<", ">", "</", "/>", "<!--", "-->", "<nowiki>", "</nowiki>", "<pre>", "</pre>", "<ref>",
    "</ref>", "<references/>", "<gallery>", "</gallery>", "<b>", "</b>", "<table>", "<tr>", "<td>", "</table>", "<ul>", "<li>", "</ul>",
    "<div style=\"color:red;behavior:url(x)\">", "</div>", "<p>", "</p>", "<a href='javascript:x'>", "<script>", "onclick=", "javascript:",
    "http://a.example/x", "[http://a.example/x ", "File:", "Category:", "__TOC__", "----", "&lt;", "&#60;", "&amp", "\x00", "\x01", "\x1e",
    "\u2028", "é", "word", "#if:", "#switch:", "#expr:1/0", "PAGENAME", "1=", "greybox-start", "greybox-end", "css_skillbox|black|NAME|CLASS",
    "css_skillbox-end", "update|1", "update-end", "original", "original-end", "c1", "c1end", "n5_weapon_single", "n5_weaponrow|A|1|2",
    "effects", "skill-label|A, B", "faqbox|q=a|a=b", "important-start", "important_End",
]  # fmt: skip
markup = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)


class _Auditor(HTMLParser):
    """Collects what no page of ours may hold."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in OURS:
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("style", "srcset", "srcdoc", "formaction"):
                self.found.append(name)
            if name in ("href", "src", "cite") and re.match(r"\s*(?:javascript|vbscript|data)\s*:", value or "", re.I):
                self.found.append(value or "")


def _unsafe(html: str) -> list[str]:
    auditor = _Auditor()
    auditor.feed(html)
    auditor.close()
    return auditor.found


@pytest.mark.parametrize(
    "frame",
    [
        "%s", "[[%s]]", "[[A|%s]]", "[[File:%s|%s]]", "[%s %s]", "[http://a/%s x]", "{|%s\n|%s|%s\n|}", "{{t|%s}}", "{{%s}}", "== %s ==",
        "<span %s>x</span>", '<div style="%s" class="%s" id="%s">x</div>', '<ref name="%s">%s</ref>', "<gallery>\n%s|%s\n</gallery>",
        "[[Category:%s]]", "{{greybox-start|%s}}x", "{{css_skillbox|%s|%s|%s}}", "{{image|name=%s|style=%s}}", "{{faqbox|q=%s|type=%s}}",
    ],
)  # fmt: skip
def test_no_payload_becomes_anything_that_runs(read_suite: Callable[[str], Any], judge: ModuleType, frame: str) -> None:
    profile = next(profile for profile in PROFILES if profile.name == "infinity")
    payloads = [case["payload"] for case in read_suite("xss_payloads.json.xz")]

    pages = [str(render(parse(frame.replace("%s", payload), profile=profile).blocks)) for payload in payloads]

    assert len(payloads) > 100
    assert [found for page in pages if (found := judge.norm(page)["unsafe"] or _unsafe(page))] == []


def test_titles_are_payloads_too(read_suite: Callable[[str], Any]) -> None:
    for case in read_suite("xss_payloads.json.xz"):
        html = fragment(
            "{{PAGENAME}} [[{{PAGENAME}}]] {{FULLPAGENAME}}",
            {"title": case["payload"], "templates": {}, "existing": []},
        )

        assert _unsafe(html) == []


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(markup)
def test_any_markup_gives_a_safe_page_and_the_same_one_each_time(text: str) -> None:
    profile = next(profile for profile in PROFILES if profile.name == "infinity")

    document = parse(
        text, title="Page", profile=profile, templates={"t": "{{{1|}}} {{t2|{{{1}}}}}", "t2": "* {{{1}}}\n|}"}
    )

    assert _unsafe(str(render(document.blocks))) == []
    assert decode(encode(document)) == document
    assert document == parse(
        text, title="Page", profile=profile, templates={"t": "{{{1|}}} {{t2|{{{1}}}}}", "t2": "* {{{1}}}\n|}"}
    )


@settings(max_examples=80, deadline=None)
@given(markup)
def test_every_line_that_is_told_is_a_line_of_the_text(text: str) -> None:
    from ingest.tree import walk

    document = parse(text)

    last = max(1, len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))
    lines = [
        line for node in walk(document.blocks) for line in (getattr(node, "line", 0), getattr(node, "end_line", 0))
    ]
    assert all(0 <= line <= last for line in lines)


def _mutate(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 12)):
        at, width = chance.randrange(len(text) + 1), chance.randint(0, 6)
        text = text[:at] + chance.choice(PIECES) * chance.randint(0, 3) + text[at + width :]
    return text


def _survives_mutations(texts: list[str], seeds: range) -> None:
    profile = next(profile for profile in PROFILES if profile.name == "infinity")
    for seed in seeds:
        chance = random.Random(seed)
        text = _mutate(chance.choice(texts)[:6000], chance)
        html = str(render(parse(text, title="Page", profile=profile).blocks))

        assert _unsafe(html) == [], f"seed {seed}"


def test_mutated_pages_are_read_and_safe(infinity_texts: list[str]) -> None:
    _survives_mutations(infinity_texts, range(60))


@pytest.mark.suite
def test_ten_thousand_mutated_pages_are_read_and_safe(infinity_texts: list[str]) -> None:
    _survives_mutations(infinity_texts, range(10_000))
