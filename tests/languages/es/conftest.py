from __future__ import annotations

import pytest

from simplifier.base.settings import PACKAGE
from simplifier.config import default_config_path
from simplifier.pipeline import Simplifier

CONFIG = default_config_path().with_name("es-demo.toml")
MODEL = PACKAGE / "models" / "es-demo"


@pytest.fixture(scope="session")
def spanish_model() -> Simplifier:
    return Simplifier.load(CONFIG)
