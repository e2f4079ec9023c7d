"""Plain text of three kinds → Document: rulebooks, wiki pages saved as they were shown, rules that carry numbers."""

from ingest.rulebook.numbered import parse_numbered
from ingest.rulebook.plain import parse_rulebook
from ingest.rulebook.rendered import parse_rendered

__all__ = ["parse_numbered", "parse_rendered", "parse_rulebook"]
