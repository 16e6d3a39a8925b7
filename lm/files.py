"""Model files: the checks before reading, the checksums beside a file, and unpacking for KenLM."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simplifier import core
from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import is_packed, open_binary

__all__ = ["check_file", "check_model", "seal", "uncompressed", "unharmed"]


def check_file(path: Path, kind: str) -> None:
    """Refuse a path that is missing, a directory, unreadable or empty.

    Args:
        path: the file.
        kind: what the file should be, for the message, such as ``language model``.

    Raises:
        InputError: one line that says which of these it is.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe can be opened only once
        return
    with open_binary(path, kind):  # raises the error that says why the file cannot be read
        pass
    if path.stat().st_size == 0:
        raise InputError(f"{path}: an empty file, not a {kind}")


def seal(path: Path) -> None:
    """Write the checksums of a file, as it is now, into ``FILE.sums`` beside it.

    This is for formats without checksums of their own: KenLM's models, lists, weights. A KenLM binary is walked
    through first, so that no damaged model gets checksums.

    Raises:
        InputError: the file cannot be read, is damaged, or its checksums cannot be written.
    """
    try:
        core.check_language_model(str(path), True)
        core.write_checksums(str(path))
    except core.CoreInputError as error:
        raise InputError(str(error)) from None


def unharmed(path: Path, sealed: bool = False) -> Path:
    """Compare a file with the checksums beside it, if there are any, and return its path.

    Args:
        path: the file; if it has checksums, it is read once as a whole.
        sealed: whether a file without checksums is refused.

    Raises:
        FormatError: the file does not match its checksums (names the block); or the checksums are damaged, of
            another version, or missing although ``sealed`` asks for them.
    """
    try:
        core.check_checksums(str(path), sealed)
    except core.CoreInputError as error:
        text = str(error)
        # The complaint names the file or its checksums; the error is to name the same, and only once.
        own = path if text.startswith(f"{path}: ") else Path(f"{path}.sums")
        raise FormatError(own, text.removeprefix(f"{own}: ")) from None
    return path


def check_model(path: Path, plain: Path | None = None) -> None:
    """Refuse a damaged language model, by its checksums or, if there are none, by walking through it.

    A KenLM binary without checksums is read once as a whole, so that no entry leads out of the file. ARPA text
    is checked when it is read.

    Args:
        path: the file.
        plain: an uncompressed copy of the file; None if the file itself is not compressed.

    Raises:
        InputError: the file is damaged, or of another version.
    """
    plain = plain or path
    unharmed(path)
    sealed = Path(f"{path}.sums").is_file()
    try:
        core.check_language_model(str(plain), not sealed)
    except core.CoreInputError as error:
        raise InputError(str(error).replace(str(plain), str(path))) from None


@contextmanager
def uncompressed(path: Path, kind: str = "language model") -> Iterator[Path]:
    """Give the path of an uncompressed file: the same path, or that of a copy which the block removes at its end.

    A model that is memory-mapped stays valid after the copy is gone.

    Raises:
        InputError: as `check_file`; or the compressed data is damaged.
    """
    check_file(path, kind)
    if not is_packed(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="simplifier-lm-") as folder:
        copy = Path(folder) / path.stem
        with open_binary(path, kind) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield copy
