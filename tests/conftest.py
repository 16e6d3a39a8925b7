from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

# Behind the installed packages: `scripts` and `benchmarks` are only found in the checkout.
sys.path.append(str(Path(__file__).resolve().parent.parent))

# Programs that tests start must find the installed packages too, not the checkout they are started in.
os.environ["PYTHONSAFEPATH"] = "1"

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of the research data; tests that need it are skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("needs the research data pack, which is not part of the project")
    return SHARED_DATA
