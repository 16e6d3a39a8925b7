from __future__ import annotations

import importlib
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Behind the installed packages, but for `scripts` and `benchmarks`: other wheels bring folders of these names
# (pyarrow 17).
_CHECKOUT = str(Path(__file__).resolve().parent.parent)
sys.path.insert(0, _CHECKOUT)
for _name in ("scripts", "benchmarks"):
    importlib.import_module(_name)
sys.path.remove(_CHECKOUT)
sys.path.append(_CHECKOUT)

# Programs that tests start must find the installed packages too, not the checkout they are started in.
os.environ["PYTHONSAFEPATH"] = "1"

# A shell lets what it runs in the background ignore Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

SHARED_DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Folder of the research data; tests that need it are skipped where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip("needs the research data pack, which is not part of the project")
    return SHARED_DATA
