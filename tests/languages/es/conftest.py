from __future__ import annotations

from pathlib import Path

import pytest

from rules.tables.build import build_table
from rules.tables.build_config import load_build_config
from simplifier.config import default_config_path
from simplifier.pipeline import Simplifier

CONFIG = default_config_path().with_name("es-demo.toml")
MODEL = CONFIG.parent.parent / "simplifier" / "models" / "es-demo"


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("es") / "rules.table"
    build_table(load_build_config(MODEL / "build.toml"), path)
    return path


@pytest.fixture(scope="session")
def spanish_model(table: Path) -> Simplifier:
    return Simplifier.load(CONFIG, overrides={"grammars.0.path": table})
