"""The folder of a run: the names of its files, the checks before a run, and the clearing of what a run has left."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from simplifier.base.errors import InputError

__all__ = [
    "CHECKPOINT",
    "CONFIG",
    "HISTORY",
    "POOL",
    "REPORT",
    "SCORES",
    "SIMPLIFIED",
    "TREES",
    "WEIGHTS",
    "WEIGHT_TABLE",
    "begun",
    "check_disk",
    "check_folder",
    "clear",
]

CHECKPOINT: Final = "checkpoint.json"
HISTORY: Final = "history.jsonl"
POOL: Final = "pool"
WEIGHTS: Final = "weights.toml"
CONFIG: Final = "config.toml"
TREES: Final = "reranker.trees"
SIMPLIFIED: Final = "simplified.txt"
WEIGHT_TABLE: Final = "weights.txt"
SCORES: Final = "scores.json"
REPORT: Final = "report.txt"
_PLOTS: Final = ("history.png", "history.svg")
_FILES: Final = (
    CHECKPOINT,
    HISTORY,
    WEIGHTS,
    WEIGHT_TABLE,
    CONFIG,
    TREES,
    SIMPLIFIED,
    SCORES,
    REPORT,
    *_PLOTS,
)


def check_folder(folder: Path, resume: bool, overwrite: bool) -> None:
    """Check that a run can be written to a folder and that no other run is in the way, without making the folder.

    Args:
        folder: the folder of the run.
        resume: True if the run goes on after its checkpoint.
        overwrite: True if the run may replace another.

    Raises:
        InputError: the folder cannot be written, or it holds another run or a file that the run would replace.
    """
    # lexists finds a dangling link too: no folder can be made in its place, so it must be tried, not its parent.
    existing = next(place for place in (folder, *folder.absolute().parents) if os.path.lexists(place))
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror}); name another --output") from None
    if resume or overwrite:
        return
    if (folder / CHECKPOINT).exists():
        raise InputError(
            f"{folder}: holds a run already; go on with it (--resume), start anew in its place "
            "(--overwrite), or name another --output"
        )
    # A history without other files is from a run that was killed before its first checkpoint: nothing is lost with it.
    found = next((name for name in _FILES if name != HISTORY and (folder / name).exists()), None)
    if found is not None:
        raise InputError(
            f"{folder}: holds a {found}, which the run would replace; name another --output, or let it be "
            "replaced (--overwrite)"
        )


def check_disk(folder: Path, needed: int) -> None:
    """Check that the disk has room for the pool, apart from what is there already.

    Args:
        folder: the folder of the run.
        needed: bytes of the whole pool.

    Raises:
        InputError: fewer bytes are free than are still needed.
    """
    place = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    free = shutil.disk_usage(place).free
    with suppress(FileNotFoundError):
        needed -= sum(path.stat().st_size for path in (folder / POOL).iterdir())
    if free < needed:
        raise InputError(
            f"{folder}: the pool of candidates may need {_size(needed)}, but {_size(free)} are free; make "
            "room, or lower kbest.size"
        )


def clear(folder: Path) -> None:
    """Remove the files of a run from its folder; other files stay."""
    for name in _FILES:
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(folder / POOL, ignore_errors=True)


@contextmanager
def begun(folder: Path) -> Iterator[None]:
    """Make the folder of a run; if the block fails before there is a checkpoint, remove it again.

    Only folders that were made here and that are empty are removed.

    Raises:
        InputError: the folder cannot be made.
    """
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror}); name another --output") from None
    try:
        yield
    except BaseException:
        if not (folder / CHECKPOINT).exists():
            clear(folder)
            for place in made:
                with suppress(OSError):
                    place.rmdir()
        raise


def _size(count: int) -> str:
    """Return a number of bytes for people, in the largest unit of which there is at least one."""
    for unit, one in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= one:
            return f"{count / one:.1f} {unit}"
    return f"{count} bytes"
