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

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.profile import Profile
from site_src.atlas import Atlas
from site_src.search import store
from site_src.search.documents import documents
from site_src.search.engine import Index
from site_src.search.lexicon import settings_of
from site_src.search.ranking import Settings
from site_src.search.shards import export


class Made:
    """An index that was written but not installed yet."""

    def __init__(self, draft: Path, folder: Path) -> None:
        self._draft = draft
        self._folder = folder
        self._index = Index(draft)

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The path and the bytes of every file that the site carries for searching."""
        yield from store.published(self._index.settings, map(self._index.document, range(self._index.count)))
        yield from export(self._index)

    def install(self, fingerprint: str) -> None:
        """Put the index where the command looks for it. Raises OutputError."""
        self._index.close()
        store.install(self._draft, self._folder, fingerprint)

    def close(self) -> None:
        """Close the index; what was not installed goes."""
        self._index.close()
        shutil.rmtree(self._draft, ignore_errors=True)


@contextmanager
def prepared(atlas: Atlas, out: Path) -> Iterator[Made]:
    """Index everything that *atlas* shows for the site *out*. Raises OutputError."""
    folder = store.index_folder(out)
    made = Made(store.draft(folder, documents(atlas), settings_for(atlas.kb.profile, atlas)), folder)
    try:
        yield made
    finally:
        made.close()


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
    )
