"""Boosted trees from a file; `simplifier.tuning.boosting.writing` writes them."""

from __future__ import annotations

from pathlib import Path

from simplifier.base.errors import FormatError
from simplifier.core import BoostedTrees, CoreInputError

__all__ = ["load_trees"]


def load_trees(path: str | Path) -> BoostedTrees:
    """Read a file of regression forests.

    Raises:
        FormatError: no such file, or no whole file of trees of this version.
    """
    try:
        return BoostedTrees(str(path))
    except CoreInputError as error:
        raise FormatError(path, str(error).removeprefix(f"{path}: ")) from None
