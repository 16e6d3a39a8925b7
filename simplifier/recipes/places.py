"""The folders that the places of a recipe stand for, and the names of files in records and messages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.settings import PACKAGE

__all__ = ["PROJECT", "Places"]

PROJECT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Places:
    """The folders of a build.

    Attributes:
        recipe: folder of the recipe; a place that does not begin with ``$`` is relative to it.
        data: the folder of data, ``$DATA``.
        work: the folder of what the build makes, ``$WORK``.
        output: the folder of the model, ``$OUTPUT``.
    """

    recipe: Path
    data: Path
    work: Path
    output: Path

    def path(self, place: str) -> Path:
        """Return the file or folder that a place stands for.

        Raises:
            ConfigError: the place begins with an unknown ``$NAME``.
        """
        first, _, rest = place.partition("/")
        if not first.startswith("$"):
            return Path(self.recipe / place).resolve()
        roots = {"$DATA": self.data, "$WORK": self.work, "$OUTPUT": self.output, "$SIMPLIFIER": PACKAGE}
        if first not in roots:
            known = ", ".join(roots)
            raise ConfigError(f"{place}: no folder {first}{nearest(first, roots)}; there are {known}")
        return roots[first] / rest

    def paths(self, places: Iterable[str]) -> list[Path]:
        """Return the file or folder of each place."""
        return [self.path(place) for place in places]

    def label(self, path: Path) -> str:
        """Return a name for a file that does not depend on where the folders are.

        The name begins with the folder that the file is in, such as ``$WORK``. A file outside all folders keeps its
        path.
        """
        # A build's own folders come first: $WORK and $OUTPUT may lie within the project or the recipe's folder.
        roots = {"$WORK": self.work, "$OUTPUT": self.output, "$DATA": self.data}
        roots |= {"$PROJECT": PROJECT, "$RECIPE": self.recipe}
        for name, root in roots.items():
            if path.is_relative_to(root):
                return f"{name}/{path.relative_to(root)}"
        return str(path)
