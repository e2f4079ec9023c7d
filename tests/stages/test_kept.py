"""What one build keeps for the next: the next is the same as if nothing had been kept, and does only what is new."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ingest import kept as keeping
from ingest.archive import Archive
from ingest.kept import kept_in
from ingest.knowledge import KnowledgeBase
from ingest.links import Resolver
from ingest.model import Facts, Place, Sighting, Source
from ingest.profile import Profile, read_profile
from ingest.refine import refine
from ingest.stages import trees
from ingest.stages.requests import Requests

PROFILE = read_profile(
    """
    name = "moths"
    [[editions]]
    id = "old"
    order = 1
    tells = { "First Hatching" = 3 }
    [[editions]]
    id = "new"
    order = 2
    tells = { "Second Hatching" = 3 }
    [[kinds]]
    id = "wing"
    names = { en = "Wing" }
    classes = ["Wing"]
    [templates.names.wing]
    means = "box"
    box = "skill"
    title = "1"
    label = "2"
    entry = true
    [templates.names.wing-end]
    means = "box-end"
    box = "skill"
    """,
    origin="moths.toml",
)
TITLES = ("Dusk", "Lamp", "Lamp Light", "Grey Wing", "Flutter (FL)", "Template:Glow")
PIECES = (
    "See [[Lamp]] and [[grey wings]].", "A Lamp Light burns near Dusk, says the First Hatching.", "[[Dusk#Flutter|there]]",
    "== Flutter (FL) ==\nA moth that has the Lamp may Flutter twice before its turn ends.", "[[Nowhere]] and [[FL]].",
    "{{wing|Grey Wing|Wing}}\nGrey Wing lets a moth pass the Lamp Light unseen.\n{{wing-end}}", "{{Glow}} {{#ifexist: Lamp Light | a | b }}",
    "Second Hatching: Flutter is a Wing.", "== Lamp ==\n[[Lamp Light|[...]]]", "#REDIRECT [[Dusk]]", "{| class=broken", "",
)  # fmt: skip
EDITS = st.lists(
    st.tuples(st.sampled_from(TITLES), st.lists(st.sampled_from(PIECES), min_size=1, max_size=4)), min_size=1, max_size=4
)  # fmt: skip
SHELVES = (
    "sources", "pages", "revisions", "documents", "entries", "rulings", "errata", "links", "targets", "aliases", "changes",
    "comparisons", "diagnostics",
)  # fmt: skip


def _add(archive: Archive, step: int, edits: list[tuple[str, list[str]]]) -> None:
    sightings = [
        Sighting(
            place=Place(source=f"log{step}", line=number + 1), wiki="mothwiki", text="\n\n".join(pieces),
            facts=Facts(title=title, revision_id=step * 100 + number, timestamp=f"2024-03-{step + 1:02}T10:00:{number:02}Z", known="whole"),
        )
        for number, (title, pieces) in enumerate(edits)
    ]  # fmt: skip
    archive.add(Source(id=f"log{step}", sha256=f"{step:064}", format="atom", wiki="mothwiki"), sightings)


def _built(archive: Archive, file: Path | None, profile: Profile = PROFILE) -> dict[str, list[Any]]:
    knowledge = KnowledgeBase(None, profile, archive.text)
    with kept_in(file, profile) as kept:
        refine(archive, knowledge, Requests(), lambda *_: None, kept=kept)
    found: dict[str, list[Any]] = {name: list(getattr(knowledge, name)) for name in SHELVES}
    knowledge.close()
    return found


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(EDITS, min_size=2, max_size=4))
def test_a_build_that_goes_on_from_the_last_gives_what_a_build_from_scratch_gives(steps: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(None)
        for step, edits in enumerate(steps):
            _add(archive, step, edits)

            assert _built(archive, Path(folder) / "kept.sqlite") == _built(archive, None)


def _asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages whose links are resolved from now on."""
    resolved: list[str] = []
    resolve = Resolver.resolve

    def noted(self: Resolver, target: str, anchor: str | None = None, **where: Any) -> Any:
        resolved.append(str(where["page"]).partition(":")[2])
        return resolve(self, target, anchor, **where)

    monkeypatch.setattr(Resolver, "resolve", noted)
    return resolved


def test_a_new_name_resolves_again_only_pages_whose_words_hold_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = Archive(None)
    _add(
        archive,
        0,
        [("Dusk", ["Grey Wing and [[Lamp]]."]), ("Shade", ["[[Dusk]] is no Lamp."]), ("Moss", ["[[Dusk]]."])],
    )
    _built(archive, tmp_path / "kept.sqlite")
    _add(archive, 1, [("Grey Wing", ["A Grey Wing is a moth that nobody sees, with a [[Moss]]."])])
    resolved = _asked(monkeypatch)
    built = _built(archive, tmp_path / "kept.sqlite")

    assert set(resolved) == {"Dusk", "Grey Wing"}
    assert built == _built(archive, None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([("Dusk", ["[[#Flutter]]", "== Flutter ==\nOne."])], [("Dusk", ["[[#Flutter]]", "== Glide ==\nTwo."])]),
        ([("DuskHour", ["One."]), ("Moss", ["[[Duskhoury]]"])], [("Duskhour", ["Two."])]),
    ],
    ids=["another heading", "a title that differs in case"],
)
def test_links_of_older_revisions_are_looked_up_again_where_what_they_name_changed(
    before: list[Any], after: list[Any], tmp_path: Path
) -> None:
    archive = Archive(None)
    _add(archive, 0, before)
    _add(archive, 1, [(title, [*pieces, "More."]) for title, pieces in before])
    _built(archive, tmp_path / "kept.sqlite")
    _add(archive, 2, [(title, [*pieces, "Most."]) for title, pieces in before])
    _built(archive, tmp_path / "kept.sqlite")
    _add(archive, 3, after)

    assert _built(archive, tmp_path / "kept.sqlite") == _built(archive, None)


def test_texts_that_were_read_are_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive(None)
    _add(archive, 0, [("Dusk", ["One."]), ("Lamp", ["Two."])])
    _built(archive, tmp_path / "kept.sqlite")
    _add(archive, 1, [("Lamp", ["Three."])])
    read: list[str] = []
    find = trees.Readings.keep
    monkeypatch.setattr(
        trees.Readings,
        "keep",
        lambda self, task, leaves: (read.append(task.revisions[0].page), find(self, task, leaves)),
    )
    _built(archive, tmp_path / "kept.sqlite")

    assert read == ["mothwiki:Lamp"]


def test_a_damaged_file_or_another_program_costs_nothing_but_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.sqlite"
    archive = Archive(None)
    _add(archive, 0, [("Dusk", ["One [[Lamp]]."])])
    clean = _built(archive, None)
    file.write_bytes(b"no database at all, but long enough to be looked at" * 100)

    assert _built(archive, file) == clean
    monkeypatch.setattr(keeping, "code", lambda: b"another version")
    assert _built(archive, file) == clean
    with kept_in(file, PROFILE):
        assert _built(archive, file) == clean  # another command holds the file


def test_as_of_a_date_leaves_what_is_kept_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    with kept_in(file, PROFILE) as kept:
        kept.keep("links", b"one", b"two")
    with kept_in(file, PROFILE, to_stay=False) as kept:
        kept.keep("links", b"three", b"four")
    with kept_in(file, PROFILE) as kept:
        found = list(kept.rows("links"))

    assert found == [(b"one", b"two")]
