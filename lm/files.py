"""Model files: what every reader checks first, checksums beside them, unpacking for KenLM."""

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
        kind: what the user was to name, for the message: ``language model``.

    Raises:
        InputError: one line that says which of these it is.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe is not opened twice
        return
    with open_binary(path, kind):  # which says what keeps it from being read
        pass
    if path.stat().st_size == 0:
        raise InputError(f"{path}: an empty file, not a {kind}")


def seal(path: Path) -> None:
    """Write the checksums of a file as it is now beside it, into ``FILE.sums``.

    For formats that hold none themselves: KenLM's models, lists, weights. A KenLM binary is walked through
    first.

    Raises:
        InputError: the file cannot be read, is damaged, or its checksums cannot be written.
    """
    try:
        core.check_language_model(str(path), True)
        core.write_checksums(str(path))
    except core.CoreInputError as error:
        raise InputError(str(error)) from None


def unharmed(path: Path, sealed: bool = False) -> Path:
    """Return a path after the file was compared with the checksums beside it, if there are any.

    Args:
        path: the file; it is read once as a whole where it has checksums.
        sealed: refuse a file without checksums.

    Raises:
        FormatError: the file is not what its checksums say (names the block), they are damaged themselves, of
            another version, or missing.
    """
    try:
        core.check_checksums(str(path), sealed)
    except core.CoreInputError as error:
        text = str(error)
        own = path if text.startswith(f"{path}: ") else Path(f"{path}.sums")
        raise FormatError(own, text.removeprefix(f"{own}: ")) from None
    return path


def check_model(path: Path, plain: Path | None = None) -> None:
    """Refuse a damaged language model: by its checksums, or where there are none by walking through it.

    A KenLM binary without checksums is read once as a whole, so that no entry of it leads out of the file;
    ARPA is checked where it is read.

    Args:
        path: the file.
        plain: the same, not compressed.

    Raises:
        InputError: it is damaged, or of another version.
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
    """Give a path whose content is not compressed: the same one, or a temporary copy inside the block.

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
