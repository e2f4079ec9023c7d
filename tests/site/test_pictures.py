"""Pictures that are at hand: which files are pictures, how large they are shown, what is taken out of drawings."""

from __future__ import annotations

import base64
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.tree import Gallery, Image, Text
from site_src.html import Context, Picture, render
from site_src.pictures import File, Pictures, size_of
from site_src.pictures.kinds import kind_of
from site_src.pictures.svg import harmless, svg_kind

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">{}</svg>'
)


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\x00" + b"\x80" * width for _ in range(height)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + b"\x00" * 9 + b"\xff\xc0\x00\x11\x08\x00\x14\x00\x28\x03" + b"\x00" * 9
WEBP = b"RIFF\x24\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\x27\x00\x00\x13\x00\x00"


@pytest.mark.parametrize(
    ("data", "suffix"),
    [(png(40, 20), ".png"), (JPEG, ".jpg"), (b"GIF89a\x28\x00\x14\x00\x00\x00\x00", ".gif"), (WEBP, ".webp")],
)
def test_a_picture_is_told_and_measured_by_its_bytes(data: bytes, suffix: str) -> None:
    kind = kind_of(data)

    assert kind is not None
    assert (kind.suffix, kind.size) == (suffix, (40, 20))


@given(
    st.sampled_from([png(40, 20), JPEG, WEBP, b"GIF89a\x28\x00\x14\x00"]), st.integers(0, 60), st.binary(max_size=40)
)
def test_broken_pictures_are_measured_or_not_but_never_an_error(data: bytes, cut: int, tail: bytes) -> None:
    kind = kind_of(data[:cut] + tail)

    assert kind is None or kind.size is None or min(kind.size) > 0


def test_a_picture_that_claims_more_pixels_than_a_browser_can_unpack_is_none() -> None:
    bomb = png(1, 1).replace(struct.pack(">II", 1, 1), struct.pack(">II", 60_000, 60_000))
    drawing = SVG.format('<image href="data:image/png;base64,{}"/>')

    assert kind_of(bomb) is None
    assert b"data:" not in (harmless(drawing.format(base64.b64encode(bomb).decode()).encode()) or b"data:")
    assert b"data:" in (harmless(drawing.format(base64.b64encode(png(1, 1)).decode()).encode()) or b"")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>", '<rect onload="alert(1)"/>', '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
        '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject>',
        '<image xlink:href="https://evil.example/x.png"/>', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
        "<style>@import url(https://evil.example/x.css);</style>", '<rect style="fill:url(https://evil.example/)"/>',
        "<style>rect{fill:image-set('https://evil.example/x.png' 1x)}</style>", '<rect style="mask:image(\'https://evil.example/\')"/>',
        '<use href="https://evil.example/x.svg#a"/>', '<animate attributeName="href" to="javascript:alert(1)"/>',
        '<set attributeName="onclick" to="alert(1)"/>', '<handler xmlns="http://www.w3.org/2001/xml-events">1</handler>',
        '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/"/>', "<?xml-stylesheet href='https://evil.example'?>",
    ],
)  # fmt: skip
def test_what_runs_or_leads_outside_is_not_in_a_drawing(hostile: str) -> None:
    clean = harmless(SVG.format(hostile + '<circle r="5"/>').encode())

    assert clean is not None
    text = clean.decode()
    for word in ("script", "alert", "evil", "onload", "foreignObject", "import", "animate", "stylesheet", "svg+xml"):
        assert word not in text
    assert "circle" in text


def test_a_drawing_keeps_its_parts_and_its_words() -> None:
    body = (
        '<defs><linearGradient id="g"><stop offset="1" style="stop-color:#f00"/></linearGradient></defs>'
        '<style>.a{fill:red}</style><use xlink:href="#g"/><rect class="a" fill="url(#g)"/><text>Lamp <b/>oil</text>'
    )
    clean = harmless(SVG.format(body).encode())

    assert clean is not None
    root = ElementTree.fromstring(clean)
    assert [child.tag.rpartition("}")[2] for child in root] == ["defs", "style", "use", "rect", "text"]
    assert "".join(root[-1].itertext()) == "Lamp oil"
    assert root[3].get("fill") == "url(#g)"
    assert svg_kind(clean).size == (40, 20)


@pytest.mark.parametrize(
    "data",
    [b"", b"<svg", b"<html><svg/></html>", b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>', b"\x89PMG"],
)  # fmt: skip
def test_what_is_no_drawing_is_refused(data: bytes) -> None:
    assert harmless(data) is None


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, (400, 200)), ({"width": "100"}, (100, 50)), ({"height": "100"}, (200, 100)), ({"width": "900"}, (400, 200)),
        ({"width": "100", "height": "10"}, (20, 10)), ({"frame": "thumb"}, (220, 110)), ({"frame": "frame", "width": "9"}, (400, 200)),
        ({"frame": "thumb", "upright": "1"}, (165, 82)), ({"frame": "thumb", "upright": "0.5"}, (110, 55)),
        ({"frame": "thumb", "upright": "..9.."}, (165, 82)), ({"width": "99999999999999"}, (400, 200)), ({"width": "²"}, (400, 200)),
    ],
)  # fmt: skip
def test_a_picture_is_shown_as_large_as_its_page_wishes_and_never_larger_than_it_is(
    options: dict[str, str], shown: tuple[int, int]
) -> None:
    image = Image(name="Lamp.png", options=tuple(options.items()))

    assert size_of(image, File(path="media/x.png", size=(400, 200), grows=False)) == shown


def test_names_are_found_as_a_wiki_finds_them(tmp_path: Path) -> None:
    (tmp_path / "Oil_lamp%3F.png").write_bytes(png(2, 2))
    (tmp_path / "wick.PNG").write_bytes(png(3, 3))
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "Evil.png").write_text("<script>alert(1)</script>")
    pictures = Pictures([tmp_path])

    assert pictures.find("oil lamp?.png") == pictures.find("Oil_lamp?.png") != None  # noqa: E711
    assert pictures.find("Wick.png") is not None
    assert (pictures.find("Notes.txt"), pictures.find("Evil.png"), pictures.find("Soot.png")) == (None, None, None)


def test_a_link_out_of_the_folder_brings_nothing_in(tmp_path: Path) -> None:
    (tmp_path / "private.png").write_bytes(png(4, 4))
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "Lamp.png").write_bytes(png(2, 2))
    (folder / "Oil.png").symlink_to(folder / "Lamp.png")
    (folder / "Wick.png").symlink_to(tmp_path / "private.png")
    at_hand = Pictures((folder,))

    assert [bool(at_hand.find(name)) for name in ("Lamp.png", "Oil.png", "Wick.png")] == [True, True, False]


def test_only_what_was_shown_is_written_and_the_owners_picture_goes_first(tmp_path: Path) -> None:
    for folder, size in (("fetched", 2), ("own", 5)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "Lamp.png").write_bytes(png(size, size))
    (tmp_path / "fetched" / "Wick.png").write_bytes(png(3, 3))
    pictures = Pictures([tmp_path / "fetched", tmp_path / "own", tmp_path / "absent"])
    found = pictures.find("Lamp.png")

    assert found is not None
    assert found.size == (5, 5)
    assert list(pictures.files()) == [(found.path, png(5, 5))]


def test_a_gallery_gives_every_picture_one_box() -> None:
    asked: list[dict[str, str]] = []

    def picture_of(image: Image) -> Picture:
        asked.append(dict(image.options))
        return Picture(src="media/x.png", width=1, height=1)

    gallery = Gallery(
        images=(Image(name="A.png", caption=(Text("Oil"),)), Image(name="B.png")), attrs=(("widths", "90px"),)
    )
    html = str(render([gallery], Context(picture_of=picture_of)))

    assert asked == [{"width": "90", "height": "120"}] * 2
    assert html.count("<img ") == 2
    assert "style=" not in html
