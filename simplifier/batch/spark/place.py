"""Where the workers of a cluster find the model: installed with the package, at a path, or in an archive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.config import Config, load_model_config
from simplifier.pipeline import Simplifier

__all__ = ["ARCHIVE", "ModelPlace", "opened"]

#: Name under which Spark unpacks an archive for its workers.
ARCHIVE: Final = "simplifier_model"


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """A model as every worker finds it.

    Attributes:
        config: its configuration, a path that holds on every machine, or inside the archive; empty for the
            embedded model of the installed package.
        settings: the settings that override it, by dotted key.
        archived: whether it is in the archive (`run.SparkJob`), or one given as ``--archives
            FILE#simplifier_model``.
    """

    config: str = ""
    settings: tuple[tuple[str, object], ...] = ()
    archived: bool = False

    def read(self) -> Config:
        """Read its configuration.

        Raises:
            InputError: there is none, or it is wrong.
        """
        path = Path(self.config) if self.config else None
        if self.archived:
            from pyspark import SparkFiles

            path = Path(SparkFiles.get(ARCHIVE)) / self.config
        return load_model_config(path, dict(self.settings))


_OPENED: dict[str, Simplifier] = {}


def opened(place: ModelPlace) -> Simplifier:
    """Return the model, opened once a process; its large files are mapped, and so shared on a machine."""
    key = repr(place)
    if key not in _OPENED:
        _OPENED.clear()
        _OPENED[key] = Simplifier.load(place.read())
    return _OPENED[key]
