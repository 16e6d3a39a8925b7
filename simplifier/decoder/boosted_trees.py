"""Reading of boosted trees; `simplifier.tuning.boosting.writing` writes the files."""

from __future__ import annotations

from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.core import BoostedTrees, CoreInputError

__all__ = ["load_trees"]


def load_trees(path: str | Path) -> BoostedTrees:
    """Read a file of boosted trees.

    Raises:
        FormatError: the file is missing or incomplete, or is no file of trees of this version.
    """
    try:
        return BoostedTrees(str(path))
    except CoreInputError as error:
        raise FormatError(path, str(error).removeprefix(f"{path}: ")) from None
