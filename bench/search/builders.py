"""One way to build an index, run in a process of its own: ``builders.py ludex|whoosh CORPUS FOLDER`` prints its cost."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import msgspec

from site_src.search.model import SearchDocument


def main(which: str, corpus: Path, folder: Path) -> None:
    """Build, then print seconds of CPU, seconds by the clock, and the peak of memory in megabytes."""
    documents = msgspec.msgpack.decode(corpus.read_bytes(), type=list[SearchDocument])
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins here: a child inherits that of its parent
    before = _peak()
    clock, cpu = time.perf_counter(), time.process_time()
    {"ludex": _ludex, "whoosh": _whoosh}[which](documents, folder)
    cost = {"cpu": time.process_time() - cpu, "clock": time.perf_counter() - clock}
    peak = _peak()
    print(
        json.dumps(
            cost | {"peak_mb": round(peak / 1024), "before_mb": round(before / 1024), "documents": len(documents)}
        )
    )


def _peak() -> int:
    """The most memory held so far, in kilobytes."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])


def _ludex(documents: list[SearchDocument], folder: Path) -> None:
    from site_src.search import store
    from site_src.search.engine import Index
    from site_src.search.lexicon import settings_of
    from site_src.search.shards import export

    store.write_index(store.index_folder(folder), documents, settings_of(("en",), {}), "bench")
    index = Index(store.index_folder(folder))
    for path, data in export(index):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    index.close()


def _whoosh(documents: list[SearchDocument], folder: Path) -> None:
    from whoosh import analysis, fields, index

    stems = analysis.StemmingAnalyzer()
    schema = fields.Schema(
        id=fields.ID(stored=True, unique=True), name=fields.TEXT(analyzer=stems, stored=True), kind=fields.KEYWORD(stored=True),
        also=fields.TEXT(analyzer=stems), edition=fields.KEYWORD(stored=True), text=fields.TEXT(analyzer=stems, stored=True),
    )  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    writer = index.create_in(str(folder), schema).writer(limitmb=128)
    for item in documents:
        writer.add_document(
            id=item.id, name=item.name, kind=item.kind, also=" ".join(item.also), edition=item.edition, text=item.text
        )
    writer.commit()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
