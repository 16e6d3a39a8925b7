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
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final

from simplifier.base.errors import InputError

__all__ = ["held_file", "scratch_folder"]

#: Characters of a name that are kept: file systems take 255 bytes.
_KEPT: Final = 60


@contextmanager
def held_file(target: Path, mode: int) -> Iterator[Path]:
    """Give an empty temporary file beside a target, which goes when the block ends unless it was renamed.

    Raises:
        OSError: it cannot be made.
    """
    with _held(
        target.parent,
        target.name,
        lambda path: os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode),
    ) as path:
        yield path


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
    """Make what has the first free number, and lock it while the block runs; remove what was left behind it.

    A signal may raise an exception anywhere here: between a call that makes something and the next line, too.
    What has been made is not held then, and goes as what a killed program left does.
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
                except (FileExistsError, FileNotFoundError):  # another program's, or taken for a left one
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
    """Say whether the name is still of what is open: it may have been renamed, and the name be another's."""
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
