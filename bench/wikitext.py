"""Time wikitext to HTML beside its peers: ``python bench/wikitext.py [DUMP] [--pages N] [--mediawiki FOLDER]``.

DUMP is a MediaWiki dump; without one, the Infinity wiki's of the shared corpora. Everybody gets the same pages in one run,
each as one process and one core: ours (tree and HTML), pandoc (all pages in one call, so that its start counts once),
mwparserfromhell's bare parse (the limit of what a parser in C does, without any HTML) and, where its folder is given,
MediaWiki's own ``maintenance/parse.php``. Printed are MB/s of processor time and ratios to ours.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import mwparserfromhell

from ingest.model import Sighting
from ingest.profile import Profile, shipped_profiles
from ingest.readers import open_sources
from ingest.wikitext import parse
from site_src.html import render

DEFAULT = Path(__file__).resolve().parent.parent.parent / "shared/corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz"
SAMPLE = 60  # pages for the slow ones; our time for their ratio is that of the same pages


def texts_of(dump: Path) -> list[str]:
    """Every wikitext of *dump*, in its order."""
    return [
        reading.text
        for opened in open_sources([dump]).opened
        for reading in opened.read()
        if isinstance(reading, Sighting) and reading.text and reading.facts.model == "wikitext"
    ]


def ours(texts: Sequence[str], profile: Profile | None) -> None:
    """Wikitext to HTML."""
    for text in texts:
        render(parse(text, title="Page", profile=profile).blocks)


def bare(texts: Sequence[str]) -> None:
    """Mwparserfromhell's tree and nothing more."""
    for text in texts:
        mwparserfromhell.parse(text.replace("\0", ""), skip_style_tags=True)


def pandoc(texts: Sequence[str]) -> bool:
    """All pages in one call of pandoc; whether it could read them."""
    command = ["pandoc", "-f", "mediawiki", "-t", "html"]
    return subprocess.run(command, input="\n\n".join(texts).encode(), capture_output=True, check=False).returncode == 0


def mediawiki(texts: Sequence[str], folder: Path) -> None:
    """All pages in one call of MediaWiki's maintenance script."""
    command = ["php", str(folder / "maintenance/parse.php")]
    subprocess.run(command, input="\n\n".join(texts).encode(), capture_output=True, check=True)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of *work*, its children's included; the best of five."""
    return min(_once(work) for _ in range(5))


def _once(work: Callable[[], object]) -> float:
    def spent() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.process_time() + children.ru_utime + children.ru_stime

    start = spent()
    work()
    return spent() - start


def rows(texts: Sequence[str], profile: Profile | None, folder: Path | None) -> Iterator[tuple[str, float, float]]:
    """Who, megabytes a second, and how many times as fast we are on the same pages."""
    sample = texts[:: max(1, len(texts) // SAMPLE)]
    if shutil.which("pandoc"):
        sample = [text for text in sample if pandoc([text])]  # it gives up on some pages
    size, sample_size = _megabytes(texts), _megabytes(sample)
    whole, part = seconds(lambda: ours(texts, profile)), seconds(lambda: ours(sample, profile))
    yield "ours", size / whole, 1.0
    took = seconds(lambda: bare(texts))
    yield "mwparserfromhell, parse only", size / took, took / whole
    if shutil.which("pandoc"):
        took = seconds(lambda: pandoc(sample))
        yield "pandoc", sample_size / took, took / part
    if folder is not None:
        took = seconds(lambda: mediawiki(sample, folder))
        yield "MediaWiki", sample_size / took, took / part


def _megabytes(texts: Sequence[str]) -> float:
    return sum(len(text.encode()) for text in texts) / 1e6


def main() -> None:
    """Read the dump, print the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("dump", nargs="?", type=Path, default=DEFAULT)
    arguments.add_argument("--pages", type=int, default=0, help="only the first N texts")
    arguments.add_argument("--mediawiki", type=Path, help="folder of a MediaWiki installation")
    arguments.add_argument("--profile", default="infinity")
    asked = arguments.parse_args()
    if not asked.dump.exists():
        raise SystemExit(f"There is no dump {asked.dump}; name one.")
    texts = texts_of(asked.dump)
    texts = texts[: asked.pages] if asked.pages else texts
    profile = next((profile for profile in shipped_profiles() if profile.name == asked.profile), None)
    print(f"{len(texts)} texts, {_megabytes(texts):.1f} MB")
    for name, speed, ratio in rows(texts, profile, asked.mediawiki):
        print(f"{name:30} {speed:8.2f} MB/s   {ratio:6.2f} times our time")


if __name__ == "__main__":
    main()
