from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.settings import PACKAGE
from simplifier.server.models import ModelPool
from tests.simplifier.server.serving import toy_with_presets


@pytest.fixture(scope="session")
def toy_config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return toy_with_presets(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="session")
def toy(toy_config: Path) -> ModelPool:
    return ModelPool(toy_config)


@pytest.fixture(scope="session")
def embedded() -> ModelPool:
    if not (PACKAGE / "models" / "en").is_dir():
        pytest.skip("the embedded model is not in this installation")
    return ModelPool()
