"""The sources of the core: folders include only what lies below them; folders and functions stay small."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[2] / "simplifier" / "core"
SOURCES = NATIVE / "src"
ROOMS = sorted(path.name for path in SOURCES.iterdir() if path.is_dir())
CODE = [path for folder in ("src", "bindings") for path in sorted((NATIVE / folder).rglob("*.[ch][ch]"))]

MOST_FILES, MOST_LINES = 20, 60
INCLUDE = re.compile(r'^#include "(\w+)/(\w+\.hh)"$', re.MULTILINE)
DECLARED = re.compile(r"^Includes: (.+)\.$", re.MULTILINE)
BLOCK = re.compile(r"^( {0,2})(?!namespace|class|struct|enum|template|\}| )\S.*\{$")
ENGLISH = re.compile(r'"(?:the|of|an|VB[DGNPZ]?|NNP?S?|DT|PRP\$?|JJ|RB)"')


def included(folder: Path) -> set[str]:
    """Return the folders that files of a folder include files of, its own left out."""
    found = {room for path in folder.glob("*.??") for room, _ in INCLUDE.findall(path.read_text())}
    return found & set(ROOMS) - {folder.name}


def declared(room: str) -> set[str]:
    """Return the folders that a folder's README lets it include."""
    line = DECLARED.search((SOURCES / room / "README.md").read_text())
    assert line is not None, f"{room}/README.md has no line 'Includes: ...'"
    return set() if line[1] == "nothing" else set(line[1].split(", "))


def long_functions(code: str) -> list[tuple[int, int]]:
    """Return (first line, lines) of functions that are too long, by the indentation of their braces."""
    lines = code.splitlines()
    found = []
    for start, line in enumerate(lines):
        if (block := BLOCK.match(line)) is None:
            continue
        ends = (end for end in range(start, len(lines)) if lines[end].rstrip(";") == block[1] + "}")
        length = next(ends, len(lines)) - start + 1
        if length > MOST_LINES:
            found.append((start + 1, length))
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_folder_includes_what_its_readme_says(room: str) -> None:
    assert included(SOURCES / room) <= declared(room)


def test_no_arrow_points_upwards() -> None:
    order = TopologicalSorter({room: declared(room) for room in ROOMS})
    assert set(order.static_order()) == set(ROOMS)  # raises where there is a circle


def test_includes_name_the_folder() -> None:
    for path in CODE:
        for name in re.findall(r'^#include "([^"/]+)"$', path.read_text(), re.MULTILINE):
            assert path.parent.name == "bindings" and (path.parent / name).exists(), f"{path}: {name}"
    assert not [path for path in SOURCES.iterdir() if path.is_file()]


def test_folders_are_small() -> None:
    for folder in [SOURCES, *(SOURCES / room for room in ROOMS)]:
        assert len(list(folder.iterdir())) <= MOST_FILES, folder
    assert len(list((NATIVE / "bindings").iterdir())) <= MOST_FILES


def test_functions_are_short() -> None:
    assert long_functions("void F() {\n" + "  F();\n" * MOST_LINES + "}\n") == [(1, MOST_LINES + 2)]
    too_long = {str(path): found for path in CODE if (found := long_functions(path.read_text()))}
    assert not too_long


def test_the_core_knows_no_language() -> None:
    assert not {str(path): found for path in CODE if (found := ENGLISH.findall(path.read_text()))}
