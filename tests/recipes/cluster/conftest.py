"""One small Spark session for the jobs of this folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def session() -> Iterator[Any]:
    for needed in ("pyspark", "pandas", "pyarrow"):
        pytest.importorskip(needed, reason=f"Spark needs {needed} (simplifier[spark])")
    if shutil.which("java") is None:
        pytest.skip("Spark needs java")
    from simplifier.recipes.cluster.session import session_for_scripts

    small = {"spark.sql.files.maxPartitionBytes": "4000", "spark.sql.shuffle.partitions": "3"}
    session = session_for_scripts("local[2,4]", {**small, "spark.ui.enabled": "false"})
    yield session
    session.stop()
