"""Temporary files and folders beside their target, locked while their program lives and removed later if it dies.

They are called ``.NAME.0.new``, ``.NAME.1.new`` and so on. A program takes the first number that no other
program holds. It removes what killed programs left under that number and the numbers behind it. So neither a
search of the folder nor the age of files is needed to find leftovers.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from simplifier.base.errors import InputError

__all__ = ["held_file", "scratch_folder"]

#: Characters of the target's name that are kept, since file systems allow 255 bytes for a name.
_KEPT: Final = 60


@contextmanager
def held_file(target: Path, mode: int) -> Iterator[Path]:
    """Yield the path of an empty temporary file beside a target; the file goes at the end unless it was renamed.

    Raises:
        OSError: the file cannot be made.
    """
    with _held(
        target.parent,
        target.name,
        lambda path: os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode),
    ) as path:
        yield path


@contextmanager
def scratch_folder(target: Path, parent: Path | None = None) -> Iterator[Path]:
    """Yield the path of an empty folder, which is removed with its content when the block ends.

    Args:
        target: the file that is made with the help of the folder; the folder is named after it.
        parent: the folder in which the new one is made; that of the target if None.

    Raises:
        InputError: the folder cannot be made there.
    """
    parent = parent or target.parent
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(_held(parent, target.name, _opened_folder))
        except OSError as error:
            raise InputError(f"{parent}: no folder can be made in it ({error.strerror or error})") from None
        yield folder


def _opened_folder(path: Path) -> int:
    path.mkdir(0o700)
    try:
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        path.rmdir()
        raise


@contextmanager
def _held(parent: Path, name: str, make: Callable[[Path], int]) -> Iterator[Path]:
    """Make the file or folder with the first free number, lock it while the block runs, and remove leftovers.

    A signal may raise an exception anywhere here, even between a call that makes something and the next line.
    What has been made is then not locked, and is removed like a leftover of a killed program.
    """
    number, handle = 0, -1
    path = _numbered(parent, name, number)
    try:
        while True:
            if _free(path):
                try:
                    handle = make(path)
                    if _locked(handle):
                        break
                    lost, handle = handle, -1
                    os.close(lost)
                except (FileExistsError, FileNotFoundError):  # another program made it first, or removed ours
                    if not parent.is_dir():
                        raise
            number += 1
            path = _numbered(parent, name, number)
        for later in count(number + 1):
            left = _numbered(parent, name, later)
            if not os.path.lexists(left):
                break
            _free(left)
        yield path
    finally:
        if handle < 0:
            with suppress(OSError):
                _free(path)
        else:
            if _is_at(handle, path):
                _remove(path)
            os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Return True if a path still names the open file, which may have been renamed and its name taken by another."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _numbered(parent: Path, name: str, number: int) -> Path:
    return parent / f".{name[:_KEPT]}.{number}.new"


def _locked(held: int) -> bool:
    """Lock a file that has just been made; return True if it is still there."""
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # another program took it for a leftover and is about to remove it
        return False
    except OSError:  # a file system without locks, where nobody removes anything
        return True
    return os.fstat(held).st_nlink > 0


def _free(path: Path) -> bool:
    """Remove what a killed program left under a path; return True if nothing is there now."""
    try:
        held = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return True
    except OSError:
        if os.path.lexists(path):  # a file of another user, or a link
            return False
        raise
    try:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path) if path.is_dir() else path.unlink()
            return True
        return False
    finally:
        os.close(held)
