"""Memory is a page and never the file: twice the dump needs no more."""

from __future__ import annotations

import lzma
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

READ = """
import sys
from pathlib import Path
from ingest.archive import Archive
from ingest.readers import open_sources

archive = Archive(Path(sys.argv[2]))
opened, = open_sources([Path(sys.argv[1])]).opened
print(archive.add(opened.source, opened.read()).sightings)
print(max(len(archive.revisions(page)) for page in archive.page_ids()))
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
@pytest.mark.parametrize("shares", [(16, 4), pytest.param((4, 1), marks=pytest.mark.suite)])
def test_peak_memory_does_not_grow_with_the_dump(
    shares: tuple[int, int], shared: Callable[[str], Path], tmp_path: Path
) -> None:
    dump = lzma.decompress(shared("corpora/openttd/openttd-en-manual-history.xml.xz").read_bytes())
    peaks = []
    for share in shares:
        path = tmp_path / f"{share}.xml"
        path.write_bytes(dump[: len(dump) // share])
        said = subprocess.run(
            [sys.executable, "-c", READ, str(path), str(tmp_path / f"{share}.archive")],
            capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        sightings, longest, peak = (int(line) for line in said.stdout.split())
        assert sightings > longest > 100
        peaks.append(peak)

    assert (sightings == 7533) == (shares[1] == 1)
    assert peaks[1] < peaks[0] * 1.15
