"""Small versions of the studies of failing disks and of kills in `lab.robustness.faults`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]

# `python -m` with the checkout behind the installed packages, as for the tests themselves (conftest.py).
MODULE = """
import os, runpy, sys
sys.path.insert(0, os.getcwd())
import scripts
sys.path.append(sys.path.pop(0))
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the failing library is for Linux"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler"),
]


def table(*arguments: str) -> list[list[str]]:
    """Run a study and return the rows of its table; it ends with 0 when all held."""
    command = [sys.executable, "-c", MODULE, *arguments]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()]
    return rows[2:]


def test_every_call_of_a_small_command_fails_in_turn() -> None:
    rows = table("lab.robustness.faults.disk", "--job", "seal", "--job", "rules build", "--most", "5")
    assert [row[:2] for row in rows[:2]] == [["seal", "disk full"], ["seal", "write error"]]
    assert len(rows) == 6
    for row in rows:
        calls, tried, refused, harmless, left = map(int, row[2:])
        assert calls >= tried >= 2 and refused + harmless + left <= tried
        assert refused > tried / 2


def test_killed_commands_are_finished_by_the_same_command() -> None:
    rows = table("lab.robustness.faults.interruptions", "--job", "rules build", "--kills", "2")
    assert [row[1] for row in rows] == ["SIGKILL", "SIGTERM", "SIGINT", "power"]
    assert all(int(row[2]) >= 2 and row[3] == row[4] for row in rows)


def test_every_allocation_of_small_works_fails_in_turn() -> None:
    rows = table("lab.robustness.faults.memory", "--work", "rule table, checked", "--work", "trees", "--most", "30")
    assert [row[0] for row in rows] == ["rule table, checked", "trees"]
    for row in rows:
        allocations, tried, raised, told, harmless = (int(cell.replace(",", "")) for cell in row[1:])
        assert allocations >= tried > 5 and raised + told + harmless == tried and raised > tried / 2


def test_strange_names_and_two_programs_at_once() -> None:
    rows = table(
        "lab.robustness.faults.surroundings",
        *("--trial", "path names that are no UTF-8", "--trial", "two builds and two batches at once"),
    )
    assert [row[1] for row in rows] == ["held", "held"]
