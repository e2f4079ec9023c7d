"""The append-only archive: sightings of every source come in (``adding``), merged revisions go out (``merge``)."""

from ingest.archive.adding import Added
from ingest.archive.following import Mark
from ingest.archive.store import Archive

__all__ = ["Added", "Archive", "Mark"]
