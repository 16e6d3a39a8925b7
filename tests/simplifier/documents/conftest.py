from __future__ import annotations

from collections.abc import Callable

import pytest

from simplifier import Simplifier
from simplifier.documents import FORMATS, rewrite
from tests.toy_model import build_toy_model

Rewrite = Callable[..., str]


@pytest.fixture(scope="session")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Simplifier:
    return Simplifier.load(build_toy_model(tmp_path_factory.mktemp("toy")))


@pytest.fixture(scope="session")
def rewritten(toy: Simplifier) -> Rewrite:
    """Rewrite a text in a format, with the options of the format."""

    def call(kind: str, text: str, **options: object) -> str:
        return rewrite(FORMATS[kind](text.encode(), **options), toy).data.decode()

    return call
