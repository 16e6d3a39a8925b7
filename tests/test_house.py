"""The plan of the house: which room may import which, no circles between folders, no folder too full.

Every import statement counts, inside functions and under ``TYPE_CHECKING`` too: a module that names the types
of another depends on it as much as one that calls it, and a reader has to know both. A folder is a node of
its own: ``simplifier`` (its files alone), ``simplifier.decoder`` and so on; ``__init__`` is in its folder.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: From the ground up: a room may import itself and what stands before it.
ROOMS = (
    *("simplifier.base", "simplifier.core", "simplifier.languages", "simplifier.lm", "simplifier.rules"),
    *("simplifier", "simplifier.evaluation", "simplifier.tuning", "simplifier.recipes", "simplifier.cli"),
)

#: Folders at the top of the checkout that are packages inside `simplifier`, by links.
LINKED = ("rules", "lm", "tuning", "configs")

#: Most files of a folder, without ``__init__.py`` and ``py.typed``.
MOST_FILES = 20
MOST_FILES_OF = {"rules": 16, "tuning": 16, "scripts": 16}


def modules() -> dict[str, Path]:
    """Return all modules of the package by name."""
    found = {}
    for top in ("simplifier", *LINKED):
        for path in (ROOT / top).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            inside = parts if top == "simplifier" else ("simplifier", *parts)
            found[".".join(inside[:-1] if inside[-1] == "__init__" else inside)] = path
    return found


MODULES = modules()


def folder(module: str) -> str:
    return module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]


def room(module: str) -> str:
    return max((each for each in ROOMS if f"{module}.".startswith(f"{each}.")), key=len)


def imported(module: str) -> Iterator[str]:
    """Yield the modules of the rooms that a module imports, wherever in its text."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module, f"{module}: a relative import"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in MODULES else node.module for name in inner]
        else:
            continue
        yield from (name for name in names if name in MODULES and name != module)


IMPORTS = {(module, name) for module in MODULES for name in imported(module)}
BETWEEN_FOLDERS = {(folder(one), folder(other)) for one, other in IMPORTS} - {(f, f) for f in map(folder, MODULES)}


def test_rooms_import_only_rooms_below_them() -> None:
    upward = {(one, other) for one, other in IMPORTS if ROOMS.index(room(one)) < ROOMS.index(room(other))}
    assert sorted(upward) == []


def test_nothing_imports_the_command_line() -> None:
    inside = "simplifier.cli"
    assert [(one, other) for one, other in sorted(IMPORTS) if room(other) == inside != room(one)] == []


def test_no_circle_between_folders() -> None:
    assert circles(BETWEEN_FOLDERS) == []


def circles(edges: set[tuple[str, str]]) -> list[str]:
    """Return the edges on circles and between them: what is left without the ends of all chains."""
    left = set(edges)
    while True:
        starts, ends = {one for one, _ in left}, {other for _, other in left}
        kept = {(one, other) for one, other in left if one in ends and other in starts}
        if kept == left:
            return sorted(f"{one} -> {other}" for one, other in left)
        left = kept


def test_circles_are_found() -> None:
    chain = {("a", "b"), ("b", "c"), ("a", "c")}
    assert circles(chain) == []
    assert circles(chain | {("c", "b"), ("c", "d")}) == ["b -> c", "c -> b"]


def test_no_folder_is_too_full() -> None:
    folders = ("simplifier", *LINKED, "scripts")
    paths = [path for name in folders for path in (ROOT / name).rglob("*.py") if path.name != "__init__.py"]
    files = Counter(path.relative_to(ROOT).parent for path in paths)
    full = {str(place): n for place, n in files.items() if n > MOST_FILES_OF.get(place.parts[0], MOST_FILES)}
    assert full == {}


def test_the_wheel_is_one_package_with_types() -> None:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        wheel = tomllib.load(stream)["tool"]["scikit-build"]["wheel"]
    assert wheel["packages"] == ["simplifier"]
    assert (ROOT / "simplifier" / "py.typed").is_file()
    assert not any(Path("simplifier/py.typed").match(pattern) for pattern in wheel["exclude"])


def test_folders_of_the_checkout_are_linked_into_the_package() -> None:
    inside = {name: (ROOT / "simplifier" / name).resolve() for name in LINKED}
    assert inside == {name: ROOT / name for name in LINKED}
