"""Dumps: what schemas leave out, what wikis delete, what XML breaks."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest.model import Diagnostic, Sighting
from ingest.readers import open_sources
from ingest.readers.compression import CHUNK

NAMESPACES = '<namespaces><namespace key="0"/><namespace key="10">Vorlage</namespace></namespaces>'
SITE = (
    "<siteinfo><sitename>Lampwiki</sitename><base>https://lamp.example/wiki/Start</base>"
    f"<case>case-sensitive</case>{NAMESPACES}</siteinfo>"
)


def _dump(pages: str, *, site: str = SITE) -> str:
    return f'<mediawiki xmlns="x" version="0.11" xml:lang="de">\n{site}\n{pages}\n</mediawiki>\n'


def _page(title: str, *revisions: str, extra: str = "<ns>0</ns><id>4</id>") -> str:
    return f"<page><title>{escape(title)}</title>{extra}\n" + "\n".join(revisions) + "\n</page>\n"


def _revision(number: int, text: str = "<text>wick</text>", extra: str = "") -> str:
    return (
        f"<revision><id>{number}</id><timestamp>2024-03-01T10:00:{number:02}Z</timestamp>"
        f"<contributor><username>Ada</username><id>1</id></contributor>{extra}{text}</revision>"
    )


def _read(folder: Path, text: str | bytes) -> tuple[list[Sighting], list[Diagnostic]]:
    path = folder / "dump.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    readings = list(open_sources([path]).opened[0].read())
    return [item for item in readings if isinstance(item, Sighting)], [
        item for item in readings if isinstance(item, Diagnostic)
    ]


@pytest.mark.parametrize(
    ("element", "known", "text"),
    [
        ("<text>wick</text>", "whole", "wick"),
        ("<text>  wick \n\n</text>", "whole", "  wick \n\n"),
        ('<text xml:space="preserve" />', "whole", ""),
        ('<text bytes="0" />', "whole", ""),
        ('<text bytes="9" id="3" />', "unknown", None),
        ('<text id="3" />', "unknown", None),
        ('<text deleted="deleted" />', "deleted", None),
        ("", "unknown", None),
        ('<text sha1="lh9v1xs1i0y4tlz4tihkzpfd8hpyr2e" />', "unknown", None),
    ],
)
def test_a_text_is_whole_deleted_or_unknown(element: str, known: str, text: str | None, tmp_path: Path) -> None:
    (sighting,), _ = _read(tmp_path, _dump(_page("Lamp", _revision(1, element))))

    assert (sighting.facts.known, sighting.text) == (known, text)


def test_a_revision_says_who_when_and_why(tmp_path: Path) -> None:
    extra = "<parentid>1</parentid><minor/><comment>/* Oil */ [[more]] &amp; better</comment><model>wikitext</model>"

    (sighting,), doubts = _read(tmp_path, _dump(_page("Lamp", _revision(2, extra=extra))))

    facts = sighting.facts
    assert (facts.revision_id, facts.parent_id, facts.page_id, facts.user) == (2, 1, 4, "Ada")
    assert (facts.summary, facts.minor, facts.timestamp) == (
        "/* Oil */ [[more]] & better",
        True,
        "2024-03-01T10:00:02Z",
    )
    assert doubts == []


def test_what_was_hidden_of_an_edit_is_unknown(tmp_path: Path) -> None:
    revision = (
        '<revision><id>1</id><contributor deleted="deleted" /><comment deleted="deleted" /><text>x</text></revision>'
    )

    (sighting,), _ = _read(tmp_path, _dump(_page("Lamp", revision)))

    assert (sighting.facts.user, sighting.facts.summary, sighting.facts.timestamp) == (None, None, None)


def test_the_main_slot_is_the_text_and_the_others_are_said(tmp_path: Path) -> None:
    slot = "<content><role>notes</role><model>text</model><text>never mind</text></content>"

    (sighting,), (note,) = _read(tmp_path, _dump(_page("Lamp", _revision(1, "<text>wick</text>" + slot))))

    assert (sighting.text, sighting.facts.model, note.code) == ("wick", "wikitext", "other-slots")


def test_only_the_newest_revision_bears_the_redirect_of_its_page(tmp_path: Path) -> None:
    page = _page("Lamp", _revision(1), _revision(2), extra='<ns>0</ns><id>4</id><redirect title="Lantern" />')

    sightings, _ = _read(tmp_path, _dump(page))

    assert [item.facts.redirect for item in sightings] == [None, "Lantern"]


def test_a_local_name_tells_the_namespace_where_no_number_is_printed(tmp_path: Path) -> None:
    sightings, _ = _read(
        tmp_path, _dump(_page("Vorlage:Box", _revision(1), extra="") + _page("Other:Box", _revision(2), extra=""))
    )

    assert [item.facts.namespace for item in sightings] == [10, 0]


def test_code_is_no_wikitext(tmp_path: Path) -> None:
    module = _page("Module:Sum", _revision(1, extra="<model>Scribunto</model><format>text/plain</format>"))
    style = _page("MediaWiki:Common.css", _revision(2), extra="<ns>8</ns>")

    sightings, _ = _read(tmp_path, _dump(module + style))

    assert [item.facts.model for item in sightings] == ["other", "other"]


def test_files_of_a_page_are_not_its_revisions(tmp_path: Path) -> None:
    upload = "<upload><timestamp>2020-01-01T00:00:00Z</timestamp><comment>no</comment><filename>x</filename></upload>"

    (sighting,), _ = _read(tmp_path, _dump(_page("File:Lamp.png", _revision(1), upload)))

    assert (sighting.text, sighting.facts.summary) == ("wick", "")


def test_the_site_says_its_name_language_and_namespaces(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml"
    path.write_text(_dump(_page("Lamp", _revision(1))), "utf-8")
    source = open_sources([path]).opened[0].source

    assert (source.wiki, source.site_name, source.language, source.case) == (
        "lampwiki",
        "Lampwiki",
        "de",
        "case-sensitive",
    )
    assert source.namespaces == (("Vorlage", 10),)
    assert source.rights.base_url == "https://lamp.example/wiki/"


def test_a_hash_that_does_not_fit_is_said_with_its_line(tmp_path: Path) -> None:
    wrong = '<text sha1="lh9v1xs1i0y4tlz4tihkzpfd8hpyr2e">wick</text>'

    (sighting,), (doubt,) = _read(tmp_path, _dump(_page("Lamp", _revision(1, wrong))))

    assert (sighting.text, doubt.code, doubt.place.line) == ("wick", "sha1-mismatch", sighting.place.line)


def test_declared_entities_are_never_expanded(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE mediawiki [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'

    (sighting,), doubts = _read(tmp_path, bomb + _dump(_page("Lamp", _revision(1, "<text>&b; &amp; &nbsp;</text>"))))

    assert sighting.text == "&b; & \xa0"
    assert {item.code for item in doubts} == {"entity-declared"}


def test_files_outside_are_never_opened(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", "utf-8")
    outside = f'<!DOCTYPE mediawiki [<!ENTITY a SYSTEM "file://{tmp_path}/secret">]>\n'

    (sighting,), _ = _read(tmp_path, outside + _dump(_page("Lamp", _revision(1, "<text>&a;</text>"))))

    assert sighting.text == "&a;"


def test_markup_that_nobody_escaped_stays_in_the_text(tmp_path: Path) -> None:
    (sighting,), _ = _read(
        tmp_path, _dump(_page("Lamp", _revision(1, '<text>oil <b class="x">and</b> wick<br/></text>')))
    )

    assert sighting.text == 'oil <b class="x">and</b> wick<br />'


def test_reading_goes_on_at_the_next_page_after_a_break(tmp_path: Path) -> None:
    broken = _page("Broken", _revision(2), "<revision><id>3</id><text>a < b</text></revision>")

    sightings, (doubt,) = _read(
        tmp_path, _dump(_page("Lamp", _revision(1)) + broken + _page("Wick", _revision(4), _revision(5)))
    )

    assert [(item.facts.title, item.facts.revision_id) for item in sightings] == [
        ("Lamp", 1),
        ("Broken", 2),
        ("Wick", 4),
        ("Wick", 5),
    ]
    assert (doubt.severity, doubt.code, doubt.place.line) == ("error", "broken-xml", 8)
    assert "went on at line 10" in doubt.message
    assert sightings[-1].place.line == 12


def test_reading_goes_on_at_the_next_revision_of_the_page_that_broke(tmp_path: Path) -> None:
    broken = _page(
        "Lamp", _revision(1), "<revision><id>2</id><text>a < b</text></revision>", _revision(3), _revision(4)
    )

    sightings, (doubt,) = _read(tmp_path, _dump(broken + _page("Wick", _revision(5))))

    assert [(item.facts.title, item.facts.revision_id) for item in sightings] == [
        ("Lamp", 1),
        ("Lamp", 3),
        ("Lamp", 4),
        ("Wick", 5),
    ]
    assert doubt.code == "broken-xml"


@pytest.mark.parametrize(
    "before",
    [
        "<br />\n<b>Warning</b>: out of oil in wick.php<br />\n",
        "HTTP/1.1 200 OK\nContent-Type: text/xml\n\n",
        "\ufeff\ufeff",
    ],
    ids=["a complaint", "headers", "two marks"],
)
def test_what_a_server_prints_before_a_dump_costs_nothing(before: str, tmp_path: Path) -> None:
    (sighting,), doubts = _read(tmp_path, before + '<?xml version="1.0"?>\n' + _dump(_page("Lamp", _revision(1))))

    assert (sighting.facts.title, sighting.wiki) == ("Lamp", "lampwiki")
    assert sighting.place.line == before.count("\n") + 5
    assert {item.code for item in doubts} <= {"bad-bytes", "encoding"}
    assert doubts


def test_a_page_that_only_quotes_a_dump_is_none(tmp_path: Path) -> None:
    path = tmp_path / "Dumps.wiki"
    path.write_text(
        f"== Dumps ==\nThey look so:\n<pre>\n{_dump(_page('Lamp', _revision(1)))}</pre>\n[[Oil]]\n", "utf-8"
    )

    assert open_sources([path]).opened[0].source.format == "wikitext"


@pytest.mark.parametrize("reference", ["&#1;", "&#x1b;", "&#0;", "&#xFFFF;", "&#55296;", "&#x110000;"])
def test_references_to_what_is_no_character_do_not_end_a_dump(reference: str, tmp_path: Path) -> None:
    padding = "x" * (CHUNK - 300)  # so that some piece ends within the references
    text = f"<text>{padding}{f'wick{reference}' * 60}&lt;&#169;</text>"

    (sighting,), (doubt,) = _read(tmp_path, _dump(_page("Lamp", _revision(1, text))))

    assert sighting.text == padding + "wick" * 60 + "<©"
    assert "60 control characters" in doubt.message


def test_blanks_before_the_declaration_cost_nothing(tmp_path: Path) -> None:
    (sighting,), doubts = _read(
        tmp_path, '\n\n<?xml version="1.0"\n encoding="utf-8"?>\n' + _dump(_page("Lamp", _revision(1)))
    )

    assert (sighting.facts.title, sighting.wiki, sighting.place.line, doubts) == ("Lamp", "lampwiki", 8, [])


def test_one_dump_behind_the_other_is_read_to_the_end(tmp_path: Path) -> None:
    sightings, _ = _read(tmp_path, _dump(_page("Lamp", _revision(1))).strip() + _dump(_page("Wick", _revision(2))))

    assert [item.facts.title for item in sightings] == ["Lamp", "Wick"]


def test_stray_bytes_and_control_characters_do_not_end_a_dump(tmp_path: Path) -> None:
    text = _dump(_page("Lamp", _revision(1, "<text>caf\u00e9 \x02oil</text>"))).encode("cp1252")

    (sighting,), doubts = _read(tmp_path, b'<?xml version="1.0" encoding="utf-8"?>' + text)

    assert sighting.text == "café oil"
    assert [item.code for item in doubts] == ["bad-bytes", "bad-bytes"]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "gb18030", "utf-8-sig"])
def test_a_declared_encoding_is_followed(encoding: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>' + _dump(
        _page("Lamp", _revision(1, "<text>é</text>"))
    )

    (sighting,), _ = _read(tmp_path, text.encode(encoding))

    assert sighting.text == "é"


@pytest.mark.parametrize("encoding", ["zlib", "unicode_escape", "no-such-thing", "utf-7", "idna"])
def test_an_encoding_that_nobody_writes_is_not_followed(encoding: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>' + _dump(_page("Lamp", _revision(1, "<text>é</text>")))

    (sighting,), _ = _read(tmp_path, text)

    assert sighting.text == "é"


def test_a_dump_cut_anywhere_keeps_what_came_before_and_says_where_it_broke(tmp_path: Path) -> None:
    whole = _dump(
        _page("Lamp", _revision(1), _revision(2)) + _page("Wick", *(_revision(number) for number in range(3, 9)))
    ).encode()
    ends = [at + len(b"</revision>") for at in range(len(whole)) if whole.startswith(b"</revision>", at)]
    for cut in range(whole.index(b"<siteinfo>") + 10, len(whole) - 1, 7):
        sightings, doubts = _read(tmp_path, whole[:cut])

        assert [item.facts.revision_id for item in sightings] == list(range(1, 1 + sum(end <= cut for end in ends)))
        if cut < len(whole.rstrip()):
            assert [(item.code, item.place.line) for item in doubts] == [("broken-xml", whole[:cut].count(b"\n") + 1)]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_damage_is_an_exception(data: st.DataObject, tmp_path: Path) -> None:
    whole = bytearray(_dump(_page("Lamp", _revision(1), _revision(2)) + _page("Wick", _revision(3))).encode())
    start = whole.index(b"<page>")
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(start, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))

    sightings, doubts = _read(tmp_path, bytes(whole))

    assert doubts or _is_sound(bytes(whole))
    assert len(sightings) <= 3 + whole.count(b"<page>")


def _is_sound(dump: bytes) -> bool:
    try:
        ElementTree.fromstring(dump)
    except ElementTree.ParseError as error:
        return "undefined entity" in str(error)  # read as the characters that stand there
    return True
