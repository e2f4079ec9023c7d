"""Where everything stands in the site: each path is a pure function of identity, safe on every disk and host.

A readable slug is used where it is lossless: ``Combi Rifle`` is ``combi-rifle`` and ``Combi rifle`` is ``combi_rifle``
(``_`` before a small letter, ``~`` for a hyphen). Everything else, ``ARO`` among it, gets eight hex digits of its hash
behind ``--``, which no readable slug holds: no two names share a file, whatever a disk folds.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from itertools import takewhile
from urllib.parse import quote

from ingest.glossary.model import EntryId
from ingest.model import PageId, RevisionId
from ingest.visible import slug

LONGEST = 80  # bytes of a slug; with folders and suffixes a path stays well below 255
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{n}{d}" for n in ("com", "lpt") for d in "0123456789¹²³"
}
_WORD = re.compile(r"[^\W_]+")
_PLAIN = re.compile(r"[a-z0-9]+(?:[-.~_][a-z0-9]+)*\Z")


def file_name(name: str) -> str:
    """A file name without suffix for *name*: two names never share one, even where case and accents are folded."""
    readable = _readable(name)
    if readable is not None:
        return readable
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_shorten(slug(name))}--{digest}"


def key_name(key: str) -> str:
    """A file name for a *key* that is a slug already ("skill", "n5.en"), else as :func:`file_name`."""
    plain = _PLAIN.match(key) and key.split(".")[0] not in _RESERVED and len(key) <= LONGEST
    return key if plain else file_name(key)


def page_path(page: PageId) -> str:
    """The page's own path: ``page/infinity/combi-rifle.html``."""
    return f"page/{_of_wiki(page)}.html"


def blame_path(page: PageId) -> str:
    """Whose words stand in *page*."""
    return history_path(page).removesuffix(".html") + "/blame.html"


def history_path(page: PageId) -> str:
    """The list of the page's revisions."""
    return f"history/{_of_wiki(page)}.html"


def diff_path(page: PageId, old: RevisionId, new: RevisionId) -> str:
    """What changed from *old* to *new*."""
    return f"diff/{_of_wiki(page)}/{key_name(old)}.{key_name(new)}.html"


def any_path(page: PageId) -> str:
    """Where a reader chooses two revisions of *page*, or reads one as it was."""
    return f"diff/{_of_wiki(page)}/any.html"


def comparison_path(comparison: str) -> str:
    """Two texts side by side."""
    return f"compare/{key_name(comparison)}.html"


def entry_path(entry: EntryId) -> str:
    """The entry's page: ``skill/dodge@N5.en`` stands at ``entry/skill/dodge.n5.en.html``."""
    kind, _, rest = entry.partition("/")
    name, _, scope = rest.rpartition("@")
    return f"entry/{key_name(kind)}/{_entry_name(name or rest, scope if name else '')}.html"


def kind_path(kind: str, number: int = 1) -> str:
    """The list of all entries of a kind."""
    return numbered(f"kind/{key_name(kind)}", number)


def edition_path(edition: str, number: int = 1) -> str:
    """The list of all entries of an edition."""
    return numbered(f"edition/{key_name(edition.lower())}", number)


def label_path(label: str) -> str:
    """A label or trait and all who bear it."""
    return f"label/{key_name(slug(label))}.html"


def numbered(stem: str, number: int) -> str:
    """A list's *number*-th sheet; the first has the plain name."""
    return f"{stem}.html" if number == 1 else f"{stem}.{number}.html"


def root_of(path: str) -> str:
    """What leads from *path* back to the site's root: ``"../../"``."""
    return "../" * path.count("/")


def link(here: str, path: str) -> str:
    """The shortest ``href`` that leads from the page at *here* to *path*, which may have a query or an anchor."""
    folders, there = here.split("/")[:-1], path.split("#", 1)[0].split("?", 1)[0].split("/")[:-1]
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(folders, there, strict=False)))
    below = path.split("/", shared)[-1] if shared else path
    return href(below, root="../" * (len(folders) - shared))


def href(path: str, *, root: str = "") -> str:
    """*path* (with a query or an anchor, perhaps) as it stands in an ``href``."""
    file, mark, anchor = path.partition("#")
    file, ask, query = file.partition("?")
    return f"{root}{quote(file, safe='/~')}{ask}{quote(query, safe=_FRAGMENT)}{mark}{fragment(anchor)}"


def fragment(anchor: str) -> str:
    """*anchor* as it stands behind the ``#`` of an address."""
    return quote(anchor, safe=_FRAGMENT)


_FRAGMENT = "/?:@!$&'()*+,;=-._~"


def _of_wiki(page: PageId) -> str:
    wiki, _, title = page.partition(":")
    return f"{key_name(wiki or 'doc')}/{file_name(title)}"


def _entry_name(name: str, scope: str) -> str:
    # Scopes are spelt one way in a site ("N5"), so that folding their case loses nothing.
    return f"{key_name(name)}.{key_name(scope.lower())}" if scope else key_name(name)


def _readable(name: str) -> str | None:
    """The lossless slug of *name*, or None where there is none."""
    words = re.split(r"([ \-])", name)
    if not all(_WORD.fullmatch(word) and _folds_back(word) for word in words[::2]) or _is_small(words[0]):
        return None
    pieces = [words[0].lower()]
    for mark, word in zip(words[1::2], words[2::2], strict=True):
        if mark == "-":
            pieces.append("~-" if word[0] != word[0].lower() else "~")
        else:
            pieces.append("_" if _is_small(word) else "-")
        pieces.append(word.lower())
    found = "".join(pieces)
    fits = len(found.encode()) <= LONGEST and found.split(".")[0] not in _RESERVED
    return found if fits else None


def _is_small(word: str) -> bool:
    return word[0] != word[0].upper()


def _folds_back(word: str) -> bool:
    """Whether *word* can be rebuilt from its small letters: at most its first is a capital, nothing else is folded."""
    small = word.lower()
    stable = unicodedata.normalize("NFKC", word) == word and small.casefold() == small
    return stable and word in (small, small[0].upper() + small[1:])


def _shorten(text: str) -> str:
    return text.encode()[:LONGEST].decode("utf-8", "ignore").rstrip("-.")
