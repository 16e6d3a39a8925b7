"""What every benchmark says about where and when it ran."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["describe_machine"]


def describe_machine() -> str:
    """Return date, processor, cores, load, system and Python in one line."""
    processor = platform.processor() or platform.machine()
    for line in _lines("/proc/cpuinfo"):
        if line.startswith("model name"):
            processor = line.split(":", 1)[1].strip()
            break
    date = datetime.now(UTC).date().isoformat()
    load = os.getloadavg()[0]
    return (
        f"{date}, {processor}, {os.cpu_count()} cores, load {load:.1f} at the start, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []
