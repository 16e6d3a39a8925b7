"""Checksums for those files of a model whose formats hold none: language models, lists, weights.

They are written beside the files. Rule tables, boosted trees and taggers carry their own. The setting
``model.verify`` says which checksums are compared when a model is opened.
"""

from __future__ import annotations

from pathlib import Path

from simplifier.config import Config
from simplifier.lm.files import seal, unharmed

__all__ = ["check_sealed", "files_to_seal", "seal_model"]


def files_to_seal(config: Config) -> list[Path]:
    """Return the files of a model that can have checksums beside them, each once."""
    paths = [config.weights_file, config.context.frames, config.selection.reader_used]
    for one in config.language_models:
        paths += [one.path, one.classes]
    return list(dict.fromkeys(path for path in paths if path is not None))


def check_sealed(config: Config) -> None:
    """Refuse a model with a file whose checksums are missing or do not fit.

    Raises:
        FormatError: the checksums of a file are missing or do not fit; names the file and what to do.
    """
    for path in files_to_seal(config):
        unharmed(path, sealed=True)


def seal_model(config: Config) -> list[Path]:
    """Write the checksums of the files of a model as they are now, and return the files.

    Raises:
        InputError: a file cannot be read, or its checksums cannot be written.
    """
    paths = files_to_seal(config)
    for path in paths:
        seal(path)
    return paths
