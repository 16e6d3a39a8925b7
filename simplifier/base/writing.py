"""Writing files: a new file appears under its name only when it is whole; until then the old one stays.

All functions write a temporary file beside the target and rename it at the end. An error, Ctrl-C or any other
exception inside a block removes the temporary file. A temporary file of a killed program is removed when the
same target is written again (`simplifier.base.temporary`). A replaced file keeps its permissions and, where
permitted, its owner. A symbolic link stays, and the file that it leads to is replaced. Checksums beside the
target (``FILE.sums``, written by the core) belong to the old file and are removed. Devices and pipes are written
directly.
"""

from __future__ import annotations

import errno
import gzip
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, cast

from simplifier.base.errors import InputError
from simplifier.base.temporary import held_file

__all__ = [
    "copy_file",
    "open_gzip",
    "open_output",
    "replacing",
    "sync_folder",
    "write_bytes",
    "write_gzip_lines",
    "write_text",
]

_BLOCK: Final = 1 << 20
#: Error numbers of a write for which there is no room; such an error names no file.
_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
#: The first bytes of a file of checksums (`simplifier.core.write_checksums`).
_CHECKSUMS: Final = b"simplifier checksums "
_OPEN: Final = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")  # names of streams that are open already


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of an empty temporary file, which replaces ``path`` when the block ends without an error.

    It is meant for code that must be given a file name; other code uses `open_output`.

    Raises:
        InputError: the folder is missing, or the file cannot be written there.
    """
    if os.path.isdir(path):
        raise InputError(f"{path}: is a directory; name a file to write")
    if str(path).startswith(_OPEN) or (os.path.exists(path) and not os.path.isfile(path)):
        yield path
        return
    target = Path(os.path.realpath(path))
    with ExitStack() as stack:
        try:
            replaced = target.stat() if os.path.lexists(target) else None
            # A replaced file may be private, so nobody else may read the new one while it is written.
            temporary = stack.enter_context(held_file(target, 0o600 if replaced else 0o666))
        except OSError as error:
            raise _unwritable(path, error) from None
        yield temporary
        try:
            _finish(temporary, target, replaced)
        except OSError as error:
            raise _unwritable(path, error) from None


def _finish(temporary: Path, target: Path, replaced: os.stat_result | None) -> None:
    """Bring the content to the disk, copy owner and permissions of the replaced file, and rename."""
    handle = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    if replaced is not None:
        with suppress(OSError):
            os.chown(temporary, replaced.st_uid, replaced.st_gid)
        os.chmod(temporary, stat.S_IMODE(replaced.st_mode))
    # Removed first, in case the program is killed in between: a file without checksums is accepted, but the new file
    # beside the checksums of the old one would be refused.
    _drop_checksums(target)
    os.replace(temporary, target)


def _drop_checksums(target: Path) -> None:
    """Remove the checksums of the replaced file; a user's own file that happens to have that name stays."""
    sums = target.with_name(f"{target.name}.sums")
    try:
        with sums.open("rb") as stream:
            ours = stream.read(len(_CHECKSUMS)) == _CHECKSUMS
    except OSError:  # none there, or none that can be read
        return
    if ours:
        sums.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> InputError:
    if not os.path.isdir(path.parent):
        return InputError(f"{path.parent}: no such folder to write {path.name} in")
    return InputError(f"{path}: cannot be written ({error.strerror or error})")


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk, so that a power cut undoes no new, changed or removed name."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def open_output(path: Path | None) -> Iterator[BinaryIO]:
    """Yield a stream for bytes: a file that appears at the end, or for None or ``-`` standard output.

    Raises:
        InputError: as `replacing`.
    """
    if path is None or str(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with replacing(path) as temporary:
        try:
            with temporary.open("wb") as stream:
                yield stream
        except OSError as error:
            if error.filename is None and error.errno in _NO_ROOM:
                raise _unwritable(path, error) from None
            raise


@contextmanager
def open_gzip(path: Path, level: int = 6) -> Iterator[BinaryIO]:
    """Yield a stream that is packed into a file; equal content gives equal bytes, as no name or time is stored.

    Raises:
        InputError: as `replacing`.
    """
    with open_output(path) as raw, gzip.GzipFile("", "wb", level, raw, mtime=0) as packed:
        yield cast(BinaryIO, packed)


def write_gzip_lines(path: Path, lines: Iterable[str], level: int = 6) -> int:
    """Write lines as packed UTF-8 with a line feed after each, and return their number.

    Raises:
        InputError: as `replacing`.
    """
    count = 0
    with open_gzip(path, level) as packed:
        for line in lines:
            packed.write(line.encode("utf-8") + b"\n")
            count += 1
    return count


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file.

    Raises:
        InputError: as `replacing`.
    """
    with open_output(path) as stream:
        stream.write(data)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8.

    Raises:
        InputError: as `replacing`.
    """
    write_bytes(path, text.encode("utf-8"))


def copy_file(source: Path, target: Path) -> None:
    """Copy the content of a file.

    Raises:
        InputError: the source cannot be read, or as `replacing`.
    """
    try:
        stream = source.open("rb")
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror or error})") from None
    with stream, open_output(target) as copy:
        shutil.copyfileobj(stream, copy, _BLOCK)
