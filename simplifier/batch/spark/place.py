"""The place of the model for the workers of a cluster: in the package, at a path, or in an archive."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from simplifier.config import Config, load_model_config
from simplifier.pipeline import Simplifier

__all__ = ["ARCHIVE", "ModelPlace", "opened"]

#: The name under which Spark unpacks the archive for its workers.
ARCHIVE: Final = "simplifier_model"


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """The place of a model, the same for every worker.

    Attributes:
        config: the path of the configuration on every machine, or inside the archive; empty for the embedded model
            of the installed package.
        settings: settings that override the configuration, by dotted key.
        archived: True if the model is in an archive: that of `SparkJob`, or one given as ``--archives
            FILE#simplifier_model``.
    """

    config: str = ""
    settings: tuple[tuple[str, object], ...] = ()
    archived: bool = False

    def read(self) -> Config:
        """Return the configuration of the model.

        Raises:
            InputError: there is no such configuration, or it is wrong.
        """
        path = Path(self.config) if self.config else None
        if self.archived:
            from pyspark import SparkFiles

            path = Path(SparkFiles.get(ARCHIVE)) / self.config
        return load_model_config(path, dict(self.settings))


_OPENED: dict[str, Simplifier] = {}


def opened(place: ModelPlace) -> Simplifier:
    """Return a model, opened once per process. Its large files are memory maps, which processes share."""
    key = repr(place)
    if key not in _OPENED:
        _OPENED.clear()
        _OPENED[key] = Simplifier.load(place.read())
    return _OPENED[key]
