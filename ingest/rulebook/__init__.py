"""Plain text of three kinds → Document: rulebooks, wiki pages saved as they were shown, rules that carry numbers."""

from ingest.rulebook.plain import parse_rulebook

__all__ = ["parse_rulebook"]
