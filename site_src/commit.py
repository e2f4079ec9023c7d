"""From files to a folder that people see: the old site or the new one, never half of either.

A build fills the sibling ``.NAME.ludex-new`` (files that stayed the same are hard-linked) and then exchanges the two
folders: in one system call where the system has it, else by two renames and a journal that the next build completes.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from types import TracebackType

import msgspec
from msgspec import Struct

from ingest.errors import OutputError

MANIFEST = ".ludex-manifest.json"
DRAFT = ".ludex-draft"
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


class Manifest(Struct, frozen=True, kw_only=True):
    """Which files of a folder are ours, with the SHA-256 of each."""

    format: int = 1
    files: dict[str, str] = {}


class Draft:
    """A file that grows part by part, before it is known where it will stand in the site."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._open = file.open("wb")
        self._hash = hashlib.sha256()

    def add(self, data: bytes) -> None:
        """Write *data* at its end."""
        self._open.write(data)
        self._hash.update(data)

    def close(self) -> str:
        """Close the file; returns the SHA-256 of its bytes."""
        self._open.close()
        return self._hash.hexdigest()


class Stage:
    """A folder in the making; use it as a context: what is not committed leaves no trace."""

    def __init__(self, out: Path) -> None:
        self.out = Path(os.path.realpath(out))
        self._new = self.out.parent / f".{self.out.name}.ludex-new"
        self._old = self.out.parent / f".{self.out.name}.ludex-old"
        self._journal = self.out.parent / f".{self.out.name}.ludex-journal"
        self._files: dict[str, str] = {}
        self._made: set[Path] = set()
        self._before = Manifest()
        self._locks: list[int] = []
        self._committed = False

    def __enter__(self) -> Stage:
        try:
            with sentences(self.out):
                self.out.parent.mkdir(parents=True, exist_ok=True)
                self._lock()
                self._recover()
                self._before = owned(self.out)
                _emptied(self._new)
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._committed:  # else what stands there is the next build's, which waits for our locks
            with suppress(OSError):
                _remove(self._new)
        for handle in self._locks:
            os.close(handle)

    @property
    def files(self) -> dict[str, str]:
        """What was written so far: path → SHA-256."""
        return dict(self._files)

    def write(self, path: str, data: bytes | Iterator[bytes]) -> str:
        """Add one file, whole or in lazy parts; returns the SHA-256 of its bytes. Raises OutputError."""
        if not isinstance(data, bytes):
            return self.keep(self.draft(data), path)
        digest = hashlib.sha256(data).hexdigest()
        with sentences(self.out):
            target = self._place(path)
            if not self._relinked(path, target, digest):
                target.write_bytes(data)
        self._files[path] = digest
        return digest

    def draft(self, parts: Iterable[bytes]) -> Draft:
        """Write a file of lazy *parts*, of which one is held at a time; :meth:`keep` puts it in its place. Raises OutputError."""
        with sentences(self.out):
            draft = Draft(self._new / DRAFT)
        for part in parts:
            with sentences(self.out):
                draft.add(part)
        return draft

    def keep(self, draft: Draft, path: str) -> str:
        """Add the file that *draft* has become; returns the SHA-256 of its bytes. Raises OutputError."""
        with sentences(self.out):
            digest = draft.close()
            target = self._place(path)
            if self._relinked(path, target, digest):
                draft.file.unlink()
            else:
                draft.file.replace(target)
        self._files[path] = digest
        return digest

    def fingerprint(self) -> str:
        """The digest of everything written so far: two sites with the same one have the same files."""
        lines = "".join(f"{digest} {path}\n" for path, digest in sorted(self._files.items()))
        return hashlib.sha256(lines.encode()).hexdigest()

    def commit(self) -> None:
        """Put the new folder in the place of the old one. Raises OutputError."""
        with sentences(self.out):
            self._carry_over()
            manifest = Manifest(files=dict(sorted(self._files.items())))
            (self._new / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
            if not self.out.exists():
                self._new.rename(self.out)
            elif exchange(self._new, self.out):
                _remove(self._new)
            else:
                self._swap()
            self._committed = True

    def _lock(self) -> None:
        """Hold the folder in the making and the one it will replace: the two change places under the lock."""
        while True:
            self._new.mkdir(exist_ok=True)
            try:
                self._locks = list(_locked(self._new))
            except FileNotFoundError:  # the build before has just ended
                continue
            if all(_is_still(handle, self._new) for handle in self._locks):
                break
            for handle in self._locks:
                os.close(handle)
        if self.out.is_dir():
            self._locks.extend(_locked(self.out))

    def _relinked(self, path: str, target: Path, digest: str) -> bool:
        """Take the file of the site before where it is the same."""
        return self._before.files.get(path) == digest and _linked(self.out / path, target, digest)

    def _place(self, path: str) -> Path:
        if path in self._files:
            raise ValueError(f"{path} was written twice")
        target = self._new / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        return target

    def _carry_over(self) -> None:
        """Keep what the owner put into the folder: a CNAME, a robots.txt."""
        for path in _foreign(self.out, self._before):
            if path in self._files:
                raise OutputError(f"{self.out / path} is not ours and stands in the way.", hint="Move it away.")
            target = self._new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.out / path, target, follow_symlinks=False)

    def _swap(self) -> None:
        _remove(self._old)
        self._journal.write_text("exchange\n", "utf-8")
        self.out.rename(self._old)
        self._new.rename(self.out)
        self._journal.unlink()
        _remove(self._old)

    def _recover(self) -> None:
        if not self._journal.exists():
            return
        if not self.out.exists():
            whole = (self._new / MANIFEST).is_file()
            (self._new if whole else self._old).rename(self.out)
            self._new.mkdir(exist_ok=True)
        self._journal.unlink()
        _remove(self._old)


def owned(folder: Path) -> Manifest:
    """The manifest of *folder*; an empty or absent folder has none of its own. Raises OutputError on a foreign one."""
    if not folder.exists():
        return Manifest()
    if not folder.is_dir():
        raise OutputError(f"{folder} is a file.", hint="Name a folder.")
    try:
        return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except (FileNotFoundError, msgspec.DecodeError):
        if not any(folder.iterdir()):
            return Manifest()
    raise OutputError(
        f"{folder} holds something that this program did not write; it was left as it is.",
        hint="Name an empty folder, or one that was built before.",
    )


def exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; False where the system cannot."""
    if sys.platform != "linux":
        return False
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    return bool(call(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)


@contextmanager
def sentences(out: Path) -> Iterator[None]:
    """Turn what the system says of *out* into a sentence to a person."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise OutputError(f"The disk is full; {out} was left as it was.", hint="Free some space.") from error
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"{out} cannot be written: {reason}.", hint="Name another folder with -o.") from error


def _foreign(out: Path, manifest: Manifest) -> Iterator[str]:
    for folder, folders, names in os.walk(out):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in sorted(names + links):
            path = PurePosixPath(Path(folder, name).relative_to(out)).as_posix()
            if path not in manifest.files and path != MANIFEST:
                yield path


def _linked(old: Path, new: Path, digest: str) -> bool:
    """Link *old* to *new* where it still holds what has this SHA-256."""
    try:
        if old.is_symlink():
            return False
        with old.open("rb") as data:
            if hashlib.file_digest(data, "sha256").hexdigest() != digest:
                return False
        os.link(old, new)
    except OSError:
        return False
    return True


def _remove(folder: Path) -> None:
    if folder.is_dir():
        shutil.rmtree(folder)
    else:
        folder.unlink(missing_ok=True)


def _emptied(folder: Path) -> None:
    for item in folder.iterdir():
        _remove(item)


def _locked(folder: Path) -> Iterator[int]:
    """Wait until no other build fills *folder*; give the handles that keep the next one waiting, none where there are no locks."""
    try:
        from fcntl import LOCK_EX, flock
    except ImportError:
        return
    handle = os.open(folder, os.O_RDONLY)
    with suppress(OSError):
        flock(handle, LOCK_EX)
    yield handle


def _is_still(handle: int, folder: Path) -> bool:
    """Whether *folder* is the one that was locked: the build before may have put it in the place of the site."""
    try:
        return os.path.samestat(os.fstat(handle), folder.stat())
    except FileNotFoundError:
        return False
