"""SVG from strangers: drawn again from what is known to be harmless, so that nothing runs, not even where it is opened alone.

Elements and attributes are allow-listed; addresses lead to a part of the drawing or hold a raster picture.
"""

from __future__ import annotations

import base64
import re
from xml.etree import ElementTree

from site_src.pictures.kinds import Kind, kind_of

_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_ELEMENTS = frozenset([
    "svg", "g", "defs", "symbol", "use", "switch", "view", "title", "desc", "style", "path", "rect", "circle",
    "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "image", "linearGradient",
    "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter", "feBlend", "feColorMatrix",
    "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap",
    "feDistantLight", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur",
    "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight",
    "feTile", "feTurbulence",
])  # fmt: skip
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]*)\Z")
_OUTSIDE = re.compile(
    r"url\(\s*(?![\"']?#)|(?:image|image-set|src|cross-fade)\(|@import|@font-face|expression|javascript:|\\|<", re.I
)
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)(?:px)?\s*\Z")
_LARGEST = 5_000_000
_DEEPEST = 200

for _prefix, _space in (("", _SVG), ("xlink", _XLINK)):
    ElementTree.register_namespace(_prefix, _space[1:-1])


def harmless(data: bytes) -> bytes | None:
    """The drawing *data* without what could run or lead outside; None where it is none."""
    if len(data) > _LARGEST or b"<!ENTITY" in data or b"<svg" not in data:
        return None
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    if root.tag != f"{_SVG}svg":
        return None
    _clean(root, 0)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def svg_kind(data: bytes) -> Kind:
    """The kind of a drawing that :func:`harmless` made, with its size."""
    root = ElementTree.fromstring(data)
    sides = [_LENGTH.match(root.get(name, "")) for name in ("width", "height")]
    if all(sides):
        found = [round(float(side[1])) for side in sides if side]
    else:
        box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
        found = [round(float(side)) for side in box[2:4] if _LENGTH.match(side)] if len(box) == 4 else []
    return Kind(".svg", (found[0], found[1]) if len(found) == 2 and all(0 < side < 100_000 for side in found) else None)


def _clean(element: ElementTree.Element, depth: int) -> None:
    for name, value in list(element.attrib.items()):
        if not _is_harmless(name, value):
            del element.attrib[name]
    for child in list(element):
        if depth <= _DEEPEST and _is_known(child):
            _clean(child, depth + 1)
        else:
            _drop(element, child)


def _is_known(element: ElementTree.Element) -> bool:
    if not isinstance(element.tag, str) or not element.tag.startswith(_SVG):
        return False
    name = element.tag.removeprefix(_SVG)
    if name == "style" and (len(element) or _OUTSIDE.search(element.text or "")):
        return False
    return name in _ELEMENTS


def _drop(parent: ElementTree.Element, child: ElementTree.Element) -> None:
    """Take *child* out and leave the words behind it."""
    at = list(parent).index(child)
    if child.tail and at:
        parent[at - 1].tail = (parent[at - 1].tail or "") + child.tail
    elif child.tail:
        parent.text = (parent.text or "") + child.tail
    parent.remove(child)


def _is_harmless(name: str, value: str) -> bool:
    if name in ("href", f"{_XLINK}href"):
        return value.startswith("#") or _holds_picture(value)
    if name.startswith("{"):
        return name in (f"{_XML}space", f"{_XML}lang")
    return not name.lower().startswith("on") and not _OUTSIDE.search(value)


def _holds_picture(address: str) -> bool:
    picture = _PICTURE.match(address)
    try:
        return picture is not None and kind_of(base64.b64decode(picture[1])) is not None
    except ValueError:
        return False
