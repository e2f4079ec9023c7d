"""Speed of reading plain MediaWiki XML, beside mwxml, in one run: ``python bench/dumps.py [DUMP.xml[.xz]] [ROUNDS]``.

Both readers get the same plain file and visit every revision's text; the best of some rounds counts, turn by turn.
mwxml is no dependency of ours: ``pip install mwxml`` first. Without a name, the shared OpenTTD history is read.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ingest.archive import Archive
from ingest.model import Sighting
from ingest.readers import open_sources
from ingest.readers.compression import chunks

try:
    import mwxml
except ImportError:
    sys.exit("mwxml is not installed, so there is nothing to compare with. Try: pip install mwxml")

SHARED = Path(__file__).resolve().parents[2] / "shared/corpora/openttd/openttd-en-manual-history.xml.xz"


def ours(path: Path) -> tuple[int, int]:
    """Revisions and characters, with SHA-1 checks, lines and all."""
    texts = [len(item.text or "") for item in open_sources([path]).opened[0].read() if isinstance(item, Sighting)]
    return len(texts), sum(texts)


def theirs(path: Path) -> tuple[int, int]:
    """The same with mwxml."""
    with path.open("rb") as file:
        texts = [len(revision.text or "") for page in mwxml.Dump.from_file(file) for revision in page]
    return len(texts), sum(texts)


def archived(path: Path) -> tuple[int, int]:
    """Reading into a temporary archive: texts compressed and hashed, each once."""
    archive = Archive(None)
    opened = open_sources([path]).opened[0]
    added = archive.add(opened.source, opened.read())
    archive.close()
    return added.sightings, added.new_texts


def seconds(read: Callable[[Path], tuple[int, int]], path: Path) -> float:
    """How long one reading takes."""
    start = time.perf_counter()
    read(path)
    return time.perf_counter() - start


def main(dump: Path, rounds: int) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "dump.xml"
        with plain.open("wb") as file:
            file.writelines(chunks(dump))
        size = plain.stat().st_size / 1e6
        assert ours(plain) == theirs(plain), "the readers disagree"
        best = {read.__name__: 1e9 for read in (ours, theirs, archived)}
        for _ in range(rounds):
            for read in (ours, theirs, archived):
                best[read.__name__] = min(best[read.__name__], seconds(read, plain))
    print(f"{dump.name}: {size:.1f} MB, {rounds} rounds")
    print(f"ludex reads   {size / best['ours']:6.1f} MB/s")
    print(f"mwxml reads   {size / best['theirs']:6.1f} MB/s")
    print(f"ratio         {best['theirs'] / best['ours']:6.2f} (target 0.70)")
    print(f"ludex archive {size / best['archived']:6.1f} MB/s")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SHARED, int(sys.argv[2]) if len(sys.argv) > 2 else 5)
