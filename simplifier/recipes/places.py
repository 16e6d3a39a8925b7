"""Where the places of a recipe are on this machine, and what to call a file in a record or a message."""

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
        recipe: folder of the recipe; places that begin with no ``$`` are relative to it.
        data: ``$DATA``.
        work: ``$WORK``.
        output: ``$OUTPUT``.
    """

    recipe: Path
    data: Path
    work: Path
    output: Path

    def path(self, place: str) -> Path:
        """Return the file or folder of a place.

        Raises:
            ConfigError: it begins with another ``$NAME``.
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
        """Return the files of places."""
        return [self.path(place) for place in places]

    def label(self, path: Path) -> str:
        """Return what a file is called, the same wherever the folders are."""
        roots = {"$WORK": self.work, "$OUTPUT": self.output, "$DATA": self.data}
        roots |= {"$PROJECT": PROJECT, "$RECIPE": self.recipe}
        for name, root in roots.items():
            if path.is_relative_to(root):
                return f"{name}/{path.relative_to(root)}"
        return str(path)
