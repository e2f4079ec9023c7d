"""Document trees as HTML that is safe by construction (``render``)."""

from ingest.wikitext.allowed import ELEMENTS
from site_src.html.context import Context, Href, Picture, safe_url
from site_src.html.render import render
from site_src.html.write import write

__all__ = ["ELEMENTS", "Context", "Href", "Picture", "render", "safe_url", "write"]
