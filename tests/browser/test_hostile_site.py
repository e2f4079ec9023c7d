"""A whole site made of hostile texts, opened in a real browser: nothing runs, nothing is asked for, no dialog opens.

Every payload stands in every place that a source fills: titles, texts, users, summaries, sections, categories, files,
arguments, addresses, lines of a rulebook. The pages are opened twice: under their policy, whose complaints would tell of an
attempt, and without it, where an attempt would succeed.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Route

from ludex.cli import main

pytestmark = pytest.mark.browser

OWN = (
    '<img src=x onerror="window.ran=1">',
    '"><script>window.ran=1</script>',
    "'-alert(1)-'",
    "</script><script>window.ran=1</script>",
    "[javascript:window.ran=1 x]",
    "[[javascript:window.ran=1|x]]",
    "<svg/onload=window.ran=1>",
    "\u2028window.ran=1",
    "]]></text><script>window.ran=1</script>",
    "{{{1|<b onmouseover=window.ran=1>}}}",
)
TOGETHER = 5  # payloads on a page
TEXT = """'''§''' §
== § ==
§ text [[§]] [[Other|§]] [[Other#§|x]] [http://a.example/§ label] [http://a.example/ §] http://a.example/§
[[File:§.png|thumb|alt=§|link=§|§]] [[Category:§]] {{§|§}} {{greybox-start|§}}§{{greybox-end}} {{image|name=§|style=§}}
{{faqbox|q=§|a=§|type=§|title=§|related=§}} <span title="§" class="§" id="§" style="§">x</span> <ref name="§">§</ref>
{{css_skillbox|§|§|§}}
* {{skill-label|§, §}}
{{effects}}
§
{{css_skillbox-end}}
{| class="§" style="§"
! § !! style="§" | §
|-
| § || title="§" | §
|}
<gallery>
§.png|§
</gallery>
<references/>"""
BOOK = """LAMPS AND §

Lighting §
A keeper may light one lamp each turn. § burns until the wind blows it out or the oil is used up.

Snuffing
Roll a die for every lamp that stands in the wind. On a one it goes out. §

SPARK (§)
Labels: §, Optional
Effects: §
A thief behind a barrel may hide while no lamp burns near it. Nobody may catch it until it moves again.
"""
# What would tell of an attempt, whether it succeeded or not.
AUDIT = """() => [...document.querySelectorAll('*')].flatMap(node => {
  const bad = [];
  if (['IFRAME', 'OBJECT', 'EMBED', 'BASE', 'STYLE', 'FOREIGNOBJECT'].includes(node.nodeName)) bad.push(node.nodeName);
  if (node.nodeName === 'FORM' && !node.closest('header, [role=search]') && node.id === '' && node.className === '') bad.push('form');
  if (node.nodeName === 'SCRIPT' && !(node.src.startsWith('file:') && node.src.endsWith('.js') && !node.text.trim())) bad.push('script');
  for (const {name, value} of node.attributes) {
    if (name.startsWith('on') || name === 'style' || name === 'srcdoc') bad.push(name);
    if (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) && /^[\\s\\u0000-\\u0020]*(javascript:|vbscript:|data:text)/i.test(value))
      bad.push(value);
  }
  return bad;
})"""


def _page(number: int, payloads: list[str]) -> str:
    revisions = []
    for step, rest in enumerate(("", "\nAnother line.", "\nAnother word.")):
        text = "\n\n".join(TEXT.replace("§", payload) + rest for payload in payloads)
        user, summary = payloads[step % len(payloads)], f"/* {payloads[0]} */ {payloads[-1]}"
        revisions.append(
            f"<revision><id>{number * 10 + step + 1}</id><timestamp>2024-01-0{step + 1}T10:00:00Z</timestamp>"
            f"<contributor><username>{_xml(user)}</username><id>7</id></contributor><comment>{_xml(summary)}</comment>"
            f"<model>wikitext</model><format>text/x-wiki</format><text xml:space='preserve'>{_xml(text)}</text></revision>"
        )
    title = f"Page {number} {payloads[0]}"[:200]
    return f"<page><title>{_xml(title)}</title><ns>0</ns><id>{number}</id>{''.join(revisions)}</page>"


def _xml(text: str) -> str:
    return escape(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]", " ", text))


def _site(folder: Path, payloads: list[str]) -> Path:
    groups = [payloads[at : at + TOGETHER] for at in range(0, len(payloads), TOGETHER)]
    pages = "".join(_page(number, group) for number, group in enumerate(groups, start=1))
    name = _xml(payloads[0])
    (folder / "dump.xml").write_text(
        f'<mediawiki xml:lang="en"><siteinfo><sitename>{name}</sitename></siteinfo>{pages}</mediawiki>', "utf-8"
    )
    (folder / "books").mkdir()
    for number, payload in enumerate(payloads[:: max(1, len(payloads) // 8)]):
        (folder / "books" / f"{'abcdefghijklmnop'[number]}.txt").write_text(
            BOOK.replace("§", payload), "utf-8", errors="replace"
        )
    config = folder / "ludex.toml"
    books = '[[source]]\npath = "books"\nformat = "rulebook"\n'
    config.write_text(f'profile = "infinity"\n[[source]]\npath = "dump.xml"\n{books}', "utf-8")
    result = CliRunner().invoke(main, ["build", "-c", str(config)])
    assert result.exit_code == 0, result.output
    return folder / "build" / "site"


class Watch:
    """One tab, and everything in it that should not happen."""

    def __init__(self, browser: Browser, site: Path, *, policy: bool) -> None:
        self.site = site
        self.trouble: list[str] = []
        self.context = browser.new_context(bypass_csp=not policy)
        self.page: Page = self.context.new_page()
        self.page.on("dialog", self._dialog)
        self.page.on("console", lambda message: self.trouble.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.route("**/*", self._route)

    def _dialog(self, dialog: Any) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _route(self, route: Route) -> None:
        if not route.request.url.startswith((self.site.as_uri(), "data:")):
            self.trouble.append(f"left the site: {route.request.url}")
        route.continue_()

    def look(self, path: str) -> None:
        """Open one page, and say what is wrong with it."""
        before = len(self.trouble)
        self.page.goto(f"{self.site.as_uri()}/{path}")
        self.trouble += [f"holds {found}" for found in self.page.evaluate(AUDIT)]
        if self.page.evaluate("window.ran"):
            self.trouble.append("ran")
        self.trouble[before:] = [f"{path}: {item}" for item in self.trouble[before:]]


def _htmls(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


@pytest.fixture(scope="module")
def payloads(shared: Callable[[str], Path]) -> list[str]:
    with lzma.open(shared("suites/xss_payloads.json.xz"), "rt", encoding="utf-8") as file:
        return [*OWN, *(case["payload"] for case in json.load(file))]


@pytest.fixture(scope="module")
def few(payloads: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own payloads and every fortieth of the others."""
    return _site(tmp_path_factory.mktemp("few"), [*OWN, *payloads[len(OWN) :: 40]])


@pytest.fixture(scope="module")
def all_of_them(payloads: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _site(tmp_path_factory.mktemp("all"), payloads)


@pytest.fixture(params=[True, False], ids=["policy", "no policy"])
def policy(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def _seen(browser: Browser, site: Path, paths: Iterable[str], *, policy: bool) -> list[str]:
    watch = Watch(browser, site, policy=policy)
    for path in paths:
        watch.look(path)
    _search(watch)
    _hover(watch, next(path for path in _htmls(site) if path.startswith("page/")))
    watch.context.close()
    return watch.trouble


def _search(watch: Watch) -> None:
    """Results and snippets are texts of sources too."""
    for query in ("onerror window", "lamp", OWN[1]):
        watch.page.goto(f"{watch.site.as_uri()}/search.html")
        found = watch.page.evaluate("query => window.ludex.search(query, {limit: 20})", query)
        box = watch.page.locator("input[type=search]").last
        box.fill(query)
        watch.page.wait_for_timeout(200)
        watch.trouble += [f"search {query!r} holds {item}" for item in watch.page.evaluate(AUDIT)]
        assert isinstance(found, list)


def _hover(watch: Watch, path: str) -> None:
    """So are the cards that open over links."""
    watch.page.goto(f"{watch.site.as_uri()}/{path}")
    for link in watch.page.locator("main a[href]:visible").all()[:4]:
        link.hover(timeout=2000, force=True)
        watch.page.wait_for_timeout(200)
    watch.trouble += [f"cards of {path} hold {item}" for item in watch.page.evaluate(AUDIT)]
    if watch.page.evaluate("window.ran"):
        watch.trouble.append("a card ran")


def _sample(paths: list[str]) -> Iterator[str]:
    """A page of each kind."""
    kinds: dict[str, int] = {}
    for path in paths:
        kind = path.partition("/")[0] + ("history" if ".history" in path else "")
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 1:
            yield path


def test_nothing_runs_in_a_sample_of_hostile_pages(browser: Browser, few: Path, policy: bool) -> None:
    assert _seen(browser, few, _sample(_htmls(few)), policy=policy) == []


@pytest.mark.suite
def test_nothing_runs_on_any_page_of_a_hostile_site(browser: Browser, all_of_them: Path, policy: bool) -> None:
    paths = _htmls(all_of_them)

    assert len(paths) > 300
    assert _seen(browser, all_of_them, paths, policy=policy) == []


def test_feeds_and_data_of_hostile_texts_are_well_formed(browser: Browser, few: Path) -> None:
    watch = Watch(browser, few, policy=False)
    texts = [
        element.text
        for path in sorted(few.rglob("*.atom"))
        for element in ElementTree.parse(path).iter()
        if element.get("type") == "html" and element.text
    ]
    for text in texts[:200]:
        watch.page.set_content(text)
        watch.trouble += watch.page.evaluate(AUDIT)
    data = [json.loads(path.read_text("utf-8")) for path in sorted((few / "api").rglob("*.json"))]
    watch.context.close()

    assert texts
    assert data
    assert watch.trouble == []
