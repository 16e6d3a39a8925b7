"""Temporary files and folders beside what is made: locked while their program lives, gone when it was killed.

They are called ``.NAME.0.new``, ``.NAME.1.new`` and so on. Who makes one takes the first number that nobody
holds, and removes what killed programs left under it and the numbers behind: no folder is searched, and no
clock is asked.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from base.errors import InputError

__all__ = ["held_file", "scratch_folder"]

#: Characters of a name that are kept: file systems take 255 bytes.
_KEPT: Final = 60


def held_file(target: Path, mode: int) -> tuple[Path, int]:
    """Make an empty temporary file beside a target; return its path, and the handle that holds it.

    Raises:
        OSError: it cannot be made.
    """
    return _made(
        target.parent,
        target.name,
        lambda path: os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode),
    )


@contextmanager
def scratch_folder(target: Path, parent: Path | None = None) -> Iterator[Path]:
    """Give an empty folder for what goes when the block ends.

    Args:
        target: file that is made with it, which lends it its name.
        parent: where it is made; beside the target if None.

    Raises:
        InputError: it cannot be made there.
    """
    parent = parent or target.parent
    try:
        folder, held = _made(parent, target.name, _opened_folder)
    except OSError as error:
        raise InputError(f"{parent}: no folder can be made in it ({error.strerror or error})") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def _opened_folder(path: Path) -> int:
    path.mkdir(0o700)
    try:
        return os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        path.rmdir()
        raise


def _made(parent: Path, name: str, make: Callable[[Path], int]) -> tuple[Path, int]:
    """Make what has the first free number, and lock it; remove what was left behind it."""
    for number in count():
        path = _numbered(parent, name, number)
        if not _free(path):
            continue
        try:
            held = make(path)
        except (
            FileExistsError,
            FileNotFoundError,
        ):  # another program's, or taken for a left one
            if not parent.is_dir():
                raise
            continue
        if _locked(held):
            break
        os.close(held)
    for later in count(number + 1):
        left = _numbered(parent, name, later)
        if not os.path.lexists(left):
            return path, held
        _free(left)
    raise AssertionError("numbers have no end")


def _numbered(parent: Path, name: str, number: int) -> Path:
    return parent / f".{name[:_KEPT]}.{number}.new"


def _locked(held: int) -> bool:
    """Lock what has just been made; say whether it is still there."""
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:  # somebody is about to remove it
        return False
    except OSError:  # a file system without locks: nobody removes it
        return True
    return os.fstat(held).st_nlink > 0


def _free(path: Path) -> bool:
    """Remove what a killed program left; say whether nothing is there now."""
    try:
        held = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return True
    except OSError:
        if os.path.lexists(path):  # another user's, or no file of ours
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
