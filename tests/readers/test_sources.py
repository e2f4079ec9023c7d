"""Opening sources: content decides, names are unique and plain, what is nothing is said in a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ingest.errors import SourceError
from ingest.model import Rights, Sighting, Source
from ingest.readers import Given, formats, open_sources, recognise, wiki_key

DUMP = "<mediawiki><page><title>Lamp</title><revision><id>1</id><text>wick</text></revision></page></mediawiki>"
WIKITEXT = "== Oil ==\nA '''lamp''' needs [[oil]] and {{wick|long}}.\n"


def _write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    dump = _write(tmp_path / "lamp.wiki", DUMP)
    page = _write(tmp_path / "lamp.xml", WIKITEXT)

    assert [recognise(path).format for path in (dump, page)] == ["mediawiki-dump", "wikitext"]


def test_a_wiki_that_nobody_names_is_known_by_its_file(tmp_path: Path) -> None:
    paths = [
        _write(tmp_path / name, DUMP + " " * number)
        for number, name in enumerate(("lamps-2024-01.xml", "lamps-2024-02.xml.bak"))
    ]

    assert [item.source.wiki for item in open_sources(paths).opened] == ["lamps", "lamps"]


def test_the_evidence_is_kept(tmp_path: Path) -> None:
    (opened,) = open_sources([_write(tmp_path / "lamp", WIKITEXT)]).opened

    assert opened.source.evidence == "holds 1 link, 1 template, 1 heading, bold or italics"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (bytes(range(256)) * 20, "is a binary file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(300), "is a binary file"),
        (b'{"a": [1, 2]}', "is nothing that is read here"),
    ],
)
def test_what_is_nothing_is_said_in_a_sentence_with_a_hint(content: bytes, said: str, tmp_path: Path) -> None:
    path = _write(tmp_path / "thing.txt", content)

    with pytest.raises(SourceError) as caught:
        open_sources([path])

    assert said in caught.value.message
    assert str(path) in caught.value.message
    assert caught.value.hint


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        open_sources([tmp_path / "gone.xml"])

    assert caught.value.message == f"There is no file {tmp_path / 'gone.xml'}."


def test_a_folder_is_read_in_sorted_order_and_what_is_nothing_is_skipped_and_said(tmp_path: Path) -> None:
    for name in ("b.wiki", "a.wiki", "sub/c.wiki"):
        _write(tmp_path / "Lamp Rules" / name, WIKITEXT)
    _write(tmp_path / "Lamp Rules" / "picture.png", bytes(500))
    _write(tmp_path / "Lamp Rules" / ".hidden" / "d.wiki", WIKITEXT)

    found = open_sources([tmp_path / "Lamp Rules"])

    assert [item.source.id for item in found.opened] == ["a.wiki", "b.wiki", "c.wiki"]
    assert [item.source.document for item in found.opened] == ["a", "b", "sub/c"]
    assert {item.source.wiki for item in found.opened} == {"lamp-rules"}
    assert [(item.code, item.place.source) for item in found.skipped] == [("skipped-file", "picture.png")]


@pytest.mark.parametrize("files", [[], ["notes.bin"]])
def test_a_folder_without_sources_is_said(files: list[str], tmp_path: Path) -> None:
    for name in files:
        _write(tmp_path / name, bytes(100))

    with pytest.raises(SourceError) as caught:
        open_sources([tmp_path])

    assert caught.value.message == f"The folder {tmp_path} holds nothing that is read here."
    assert "wikitext" in caught.value.hint


def test_names_are_plain_unique_and_never_paths(tmp_path: Path) -> None:
    paths = [_write(tmp_path / folder / "lamp.wiki", WIKITEXT + folder) for folder in ("x/en", "x/es", "y/en")]
    paths.append(_write(tmp_path / "oil.wiki", WIKITEXT))

    names = [item.source.id for item in open_sources(paths).opened]

    assert names == ["en-lamp.wiki", "es-lamp.wiki", "lamp-2.wiki", "oil.wiki"]


def test_a_name_stays_with_its_bytes(tmp_path: Path) -> None:
    path = _write(tmp_path / "lamps" / "lamp.wiki", WIKITEXT)
    old = open_sources([path]).opened[0].source

    again = open_sources([path], known=[old]).opened[0].source
    _write(path, WIKITEXT + "more")
    changed = open_sources([path], known=[old]).opened[0].source
    newest = open_sources([_write(path, "still more " + WIKITEXT)], known=[old, changed]).opened[0].source

    assert [source.id for source in (old, again, changed, newest)] == [
        "lamp.wiki",
        "lamp.wiki",
        "lamps-lamp.wiki",
        "lamp-2.wiki",
    ]


def test_a_file_named_twice_is_read_once(tmp_path: Path) -> None:
    path = _write(tmp_path / "lamps" / "lamp.wiki", WIKITEXT)

    assert len(open_sources([tmp_path / "lamps", path, path]).opened) == 1


def test_the_configuration_overrides_what_a_source_says(tmp_path: Path) -> None:
    path = _write(tmp_path / "lamp.xml", DUMP)
    rights = Rights(licence="CC BY", base_url="https://lamp.example/")
    given = Given(
        format="wikitext", wiki="lamps", language="es", edition="Second", document="Lamp", version="2", date="2024-01-02",
        rights=rights,
    )  # fmt: skip

    (opened,) = open_sources([path], given={path: given}).opened
    (sighting,) = opened.read()

    source: Source = opened.source
    assert (source.format, source.wiki, source.language, source.edition) == ("wikitext", "lamps", "es", "Second")
    assert (source.document, source.version, source.date, source.rights) == ("Lamp", "2", "2024-01-02", rights)
    assert isinstance(sighting, Sighting)
    assert (sighting.facts.title, sighting.facts.timestamp, sighting.text) == ("Lamp", "2024-01-02", DUMP)


def test_what_is_said_of_a_folder_holds_for_its_files(tmp_path: Path) -> None:
    page = _write(tmp_path / "a.wiki", WIKITEXT)
    _write(tmp_path / "b.wiki", WIKITEXT)

    found = open_sources([tmp_path], given={tmp_path: Given(edition="First"), page: Given(edition="Second")})

    assert [item.source.edition for item in found.opened] == ["Second", "First"]


def test_an_unknown_format_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    path = _write(tmp_path / "lamp.xml", DUMP)

    with pytest.raises(SourceError) as caught:
        open_sources([path], given={path: Given(format="wikitexts")})

    assert all(name in caught.value.hint for name in formats())


def test_a_file_has_no_date_of_its_own(tmp_path: Path) -> None:
    (opened,) = open_sources([_write(tmp_path / "lamp.wiki", WIKITEXT)]).opened

    (sighting,) = opened.read()

    assert isinstance(sighting, Sighting)
    assert sighting.facts.timestamp is None


@pytest.mark.parametrize(
    ("name", "key"),
    [("Infinity", "infinity"), ("Vie: à la Lampe!", "vie-a-la-lampe"), ("ウィキ", "ウィキ"), ("--", "")],
)
def test_the_key_of_a_wiki_is_its_name_made_plain(name: str, key: str) -> None:
    assert wiki_key(name) == key


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_a_folder_holds_besides_files_is_said_and_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "Lamp.wiki").write_text("== Lamp ==\nBurns [[Oil]].\n", "utf-8")
    os.mkfifo(folder / "pipe.wiki")
    for name, target in (("deep/up", ".."), ("itself", "itself"), ("gone.wiki", "nowhere"), ("outside", str(tmp_path))):
        (folder / name).symlink_to(target)

    found = open_sources([folder])

    assert [item.source.id for item in found.opened] == ["Lamp.wiki"]
    assert {(item.place.source, item.message.partition(" is ")[2]) for item in found.skipped} == {
        ("pipe.wiki", "no file but a pipe or a device."),
        ("up", "a link to a folder, and such links are not followed."),
        ("itself", "a link that leads nowhere."),
        ("gone.wiki", "a link that leads nowhere."),
        ("outside", "a link to a folder, and such links are not followed."),
    }


def test_a_folder_that_nobody_may_enter_costs_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "Lamp.wiki").write_text("== Lamp ==\nBurns [[Oil]].\n", "utf-8")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "closed")  # the owner of all may enter all

    found = open_sources([tmp_path])

    assert [item.source.id for item in found.opened] == ["Lamp.wiki"]
    assert [(item.place.source, item.code) for item in found.skipped] == [("closed", "skipped-file")]
    assert "Permission denied" in found.skipped[0].message
