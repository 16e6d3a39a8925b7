from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy_model import build_toy_model


@pytest.fixture(scope="session")
def toy_config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))
