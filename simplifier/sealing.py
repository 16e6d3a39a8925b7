"""Checksums beside the files of a model whose formats hold none: language models, lists, weights.

Rule tables, trees and taggers carry their own. All are compared when a model is opened (`model.verify`).
"""

from __future__ import annotations

from pathlib import Path

from simplifier.config import Config
from simplifier.lm.files import seal, unharmed

__all__ = ["check_sealed", "files_to_seal", "seal_model"]


def files_to_seal(config: Config) -> list[Path]:
    """Return the files of a model that have checksums beside them, if any, each once."""
    paths = [config.weights_file, config.context.frames]
    for one in config.language_models:
        paths += [one.path, one.classes]
    return list(dict.fromkeys(path for path in paths if path is not None))


def check_sealed(config: Config) -> None:
    """Refuse a model with a file that has no checksums, or not these.

    Raises:
        FormatError: names the file and what to do.
    """
    for path in files_to_seal(config):
        unharmed(path, sealed=True)


def seal_model(config: Config) -> list[Path]:
    """Write the checksums of a model's files as they are now, and return the files.

    Raises:
        InputError: a file cannot be read, or its checksums cannot be written.
    """
    paths = files_to_seal(config)
    for path in paths:
        seal(path)
    return paths
