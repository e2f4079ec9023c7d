"""What a build of the site asks of search: an index beside the site, and the files that the site itself carries.

    with Stage(out) as stage, prepared(atlas, stage.out) as made:
        for path, data in made.files():
            stage.write(path, data)
        …
        stage.commit()
        made.install(fingerprint)

A build that ends between the last two leaves an index of another site, which the next query makes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from ingest.profile import Profile
from site_src.atlas import Atlas
from site_src.search import store
from site_src.search.asked import Settings
from site_src.search.documents import documents
from site_src.search.engine import Index
from site_src.search.lexicon import settings_of
from site_src.search.older import older_documents
from site_src.search.shards import export


class Made:
    """Indexes that were written but not installed yet: of what the rules say, and of what they said once."""

    def __init__(self) -> None:
        self._drafts: dict[bool, tuple[Path, Path]] = {}
        self._counts: dict[bool, int] = {}

    def add(self, draft: Path, folder: Path, *, old: bool = False) -> None:
        """Take in the index in *draft*, to be installed in *folder*."""
        self._drafts[old] = draft, folder
        with closing(Index(draft)) as index:
            self._counts[old] = index.count

    def files(self) -> Iterator[tuple[str, bytes | Iterator[bytes]]]:
        """The path and the bytes, or their parts, of every file that the site carries for searching; one index is open at a time."""
        for old, (draft, _) in self._drafts.items():
            with closing(Index(draft)) as index:
                yield from store.published(
                    index.settings, map(index.document, range(index.count)), index.count, old=old
                )
                if index.count or not old:
                    yield from export(index, older=self._counts[True], old=old)

    def install(self, fingerprint: str) -> None:
        """Put the indexes where the command looks for them. Raises OutputError."""
        for draft, folder in self._drafts.values():
            store.install(draft, folder, fingerprint)


@contextmanager
def prepared(atlas: Atlas, out: Path) -> Iterator[Made]:
    """Index everything that *atlas* shows for the site *out*. Raises OutputError."""
    settings = settings_for(atlas.kb.profile, atlas)
    made = Made()
    with ExitStack() as drafts:
        for old, found in ((False, documents(atlas)), (True, older_documents(atlas))):
            folder = store.index_folder(out, old=old)
            made.add(drafts.enter_context(store.draft(folder, found, settings)), folder, old=old)
        yield made


def settings_for(profile: Profile, atlas: Atlas) -> Settings:
    """What the profile says of searching: its synonyms, translations and aliases, and what people call its kinds."""
    synonyms: dict[str, tuple[str, ...]] = dict(profile.search.synonyms)
    for name, term in profile.terms.aliases.items():
        synonyms[name] = (*synonyms.get(name, ()), term)
    translations: dict[str, list[str]] = {}
    for table in profile.translations.values():
        for name, term in table.items():
            translations.setdefault(name, []).append(term)
            translations.setdefault(term, []).append(name)
    kinds = {
        name: kind.id
        for kind in profile.kinds
        for table in (kind.names, kind.plurals)
        for name in (kind.id, *table.values())
    }
    languages = dict.fromkeys([*profile.languages, *(page.language or atlas.language for page in atlas.pages.values())])
    names: dict[str, dict[str, str]] = {}
    for kind in profile.kinds:
        for language, name in kind.names.items():
            names.setdefault(language, {})[kind.id] = name
    return settings_of(
        tuple(languages),
        synonyms,
        translations=translations,
        stop_words=profile.search.stop_words,
        kinds=kinds,
        kind_names=names,
        fields={
            name: field
            for table in profile.glossary.field_names.values()
            for field, called in table.items()
            for name in (field, called)
        },
    )
