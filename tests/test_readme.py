from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simplifier.config import default_config_path

ROOT = Path(__file__).resolve().parent.parent
MODEL = default_config_path().parent.parent / "simplifier" / "models" / "en"


@pytest.mark.skipif(not MODEL.is_dir(), reason="the embedded model is not in this installation")
def test_the_readme_shows_what_the_demo_prints() -> None:
    command = [sys.executable, "-m", "simplifier.cli.main", "decode", str(ROOT / "docs" / "example.txt")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    shown = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    for line in filter(None, output.splitlines()):
        assert f"    {line}" in shown


def test_the_embedded_model_stays_small() -> None:
    assert sum(path.stat().st_size for path in MODEL.iterdir()) <= 62_000_000
