"""One question to the resolver: a link as written, where it stands, and the keys under which its title is looked up."""

from __future__ import annotations

from msgspec import Struct

from ingest.links.forms import bare
from ingest.links.keys import loose_key
from ingest.links.languages import number_key
from ingest.links.steps import Step
from ingest.links.written import plain_title, title_key
from ingest.profile import LanguageRules
from ingest.visible import fold


class Forms(Struct, frozen=True, kw_only=True):
    """The keys under which one written title is looked up."""

    title: tuple[str, ...]
    folded: tuple[str, ...]
    exact: tuple[str, ...]
    bent: tuple[str, ...]
    loose: tuple[str, ...]

    def of(self, step: Step) -> tuple[str, ...]:
        """The keys that *step* looks up."""
        match step:
            case Step.TITLE:
                return self.title
            case Step.SPELLING | Step.ALIAS | Step.MORE:
                return self.folded
            case Step.HEADING | Step.TITLE_NAME:
                return self.exact
            case Step.LOOSE:
                return self.loose
            case _:
                return self.bent


class Asked(Struct, frozen=True, kw_only=True):
    """One question: a link as written and where it stands."""

    target: str
    anchor: str | None
    page: int  # of the table, -1 where unknown
    wiki: str
    edition: str | None
    language: str
    rules: LanguageRules
    forms: Forms


def forms_of(target: str, rules: LanguageRules) -> Forms:
    """The keys of *target*."""
    title = plain_title(target)
    exact = (f"={title}", fold(title), fold(bare(title)))
    bent = (*exact[:2], number_key(title, rules), number_key(bare(title), rules))
    return Forms(
        title=(title_key(target), title), folded=(fold(title),), exact=tuple(dict.fromkeys(exact)), bent=tuple(dict.fromkeys(bent)),
        loose=(loose_key(title, rules),),
    )  # fmt: skip
