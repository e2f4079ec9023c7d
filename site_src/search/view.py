"""The search page: a box, facets and a list that the browser fills."""

from __future__ import annotations

from site_src.atlas import Atlas
from site_src.texts import texts
from site_src.views.base import View

PATH = "search.html"
_EXAMPLES = (
    ('"line of fire"', "search-help-phrase"), ("smoke -grenade", "search-help-not"), ("kind:{kind}", "search-help-kind"),
    ("label:{label}", "search-help-label"), ("burst>=4", "search-help-number"), ("edition:{edition}", "search-help-edition"),
)  # fmt: skip


class SearchPage(View, frozen=True, kw_only=True):
    """The page on which a query has an address of its own: ``search.html?q=…``."""

    examples: tuple[tuple[str, str], ...] = ()


def search_page(atlas: Atlas) -> SearchPage:
    """The search page, with examples that find something on this site where they can."""
    words = texts(atlas.language)
    values = _values(atlas)
    examples = tuple((example.format(**values), words(key)) for example, key in _EXAMPLES if _is_known(example, values))
    return SearchPage(path=PATH, title=words("search"), language=atlas.language, section="search", examples=examples)


def _values(atlas: Atlas) -> dict[str, str]:
    kinds = [kind for kind, _ in atlas.kinds]
    labels = sorted(atlas.bearers, key=lambda label: (-len(atlas.bearers[label]), label))
    found = {
        "kind": kinds[:1],
        "label": [_quoted(atlas.label_names[label]) for label in labels[:1]],
        "edition": atlas.editions()[:1],
    }
    return {name: values[0] for name, values in found.items() if values}


def _is_known(example: str, values: dict[str, str]) -> bool:
    _, brace, name = example.partition("{")
    return not brace or name.rstrip("}") in values


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text
