"""A model whose files are compared with their checksums when it is opened."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simplifier import Simplifier
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.writing import write_text
from simplifier.config import Config, load_config
from simplifier.lm.files import seal, unharmed
from simplifier.sealing import check_sealed, files_to_seal, seal_model

SENTENCE = "The committee commenced its work."


def copied(folder: Path) -> Config:
    """Return the embedded model with the files that have checksums beside them in a folder."""
    config = load_config()
    for path in files_to_seal(config):
        shutil.copyfile(path, folder / path.name)
        shutil.copyfile(f"{path}.sums", folder / f"{path.name}.sums")
    models = [
        one.model_copy(
            update={
                "path": folder / one.path.name,
                "classes": None if one.classes is None else folder / one.classes.name,
            }
        )
        for one in config.language_models
    ]
    assert config.weights_file is not None and config.context.frames is not None
    context = config.context.model_copy(update={"frames": folder / config.context.frames.name})
    weights = folder / config.weights_file.name
    assert config.selection.reader is not None
    selection = config.selection.model_copy(update={"reader": folder / config.selection.reader.name})
    return config.model_copy(
        update={"language_models": models, "weights_file": weights, "context": context, "selection": selection}
    )


def verifying(config: Config, verify: str) -> Config:
    return config.model_copy(update={"model": config.model.model_copy(update={"verify": verify})})


def test_the_embedded_model_is_sealed() -> None:
    """After a change of one of its files: simplifier seal."""
    check_sealed(load_config())


def test_every_file_beside_which_checksums_stand_is_compared(tmp_path: Path) -> None:
    config = copied(tmp_path)
    for path in files_to_seal(config):
        whole = path.read_bytes()
        place = len(whole) // 2
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(InputError, match=rf"{path.name}: damaged in block \d+ .*simplifier seal"):
            Simplifier.load(config)
        path.write_bytes(whole)
    assert Simplifier.load(config).simplify(SENTENCE).text == "The committee started its work."


def test_sealed_refuses_what_has_no_checksums(tmp_path: Path) -> None:
    config = copied(tmp_path)
    Simplifier.load(verifying(config, "sealed"))
    (tmp_path / "class.classes.sums").unlink()
    Simplifier.load(config)
    with pytest.raises(InputError, match=r"class\.classes: has no checksums"):
        Simplifier.load(verifying(config, "sealed"))
    assert seal_model(config) == files_to_seal(config)
    Simplifier.load(verifying(config, "sealed"))


def test_header_compares_nothing(tmp_path: Path) -> None:
    config = copied(tmp_path)
    path = tmp_path / "weights.toml"
    path.write_bytes(path.read_bytes() + b"# harmless\n")
    Simplifier.load(verifying(config, "header"))
    with pytest.raises(InputError, match=r"weights\.toml: .* bytes, by its checksums"):
        Simplifier.load(config)


def test_a_wrong_mode_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"model\.verify"):
        load_config(overrides={"model.verify": "never"})


def test_whoever_replaces_a_file_takes_its_checksums_away(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    write_text(path, "a = 1\n")
    seal(path)
    write_text(path, "a = 2\n")
    assert [one.name for one in tmp_path.iterdir()] == ["weights.toml"]
    assert unharmed(path) == path
