"""The plan of the house: which room may import which, no circles between folders or files, no folder too full.

Every import statement counts, inside functions and under ``TYPE_CHECKING`` too: a module that names the types
of another depends on it as much as one that calls it, and a reader has to know both. A public name that a
package hands on counts as imported from the module that defines it. A folder is a node of its own:
``simplifier`` (its files alone), ``simplifier.decoder`` and so on; ``__init__`` is in its folder.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: From the ground up: a room may import itself and the rooms of lower layers, not its neighbours.
LAYERS = (
    ("simplifier.base", "simplifier.configs"),
    ("simplifier.core", "simplifier.web"),
    ("simplifier.languages",),
    ("simplifier.lm",),
    ("simplifier.rules",),
    ("simplifier.decoder",),
    ("simplifier.config", "simplifier.text"),
    ("simplifier.record",),
    ("simplifier.estimation", "simplifier.policy"),
    ("simplifier", "simplifier.evaluation"),  # "simplifier": the files of this folder, the pipeline
    ("simplifier.batch", "simplifier.documents", "simplifier.joshua", "simplifier.report", "simplifier.suggestions"),
    ("simplifier.editor", "simplifier.server"),
    ("simplifier.tuning",),
    ("simplifier.recipes",),
    ("simplifier.cli",),
)
#: The file that `python -m simplifier` runs stands beside the pipeline, and belongs to the roof.
STARTER = "simplifier.__main__"
LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}

#: Folders at the top of the checkout that are packages inside `simplifier`, by links.
LINKED = ("rules", "lm", "tuning", "configs")
#: Folders of programs about the package; nothing in the package imports them.
ABOUT = ("benchmarks", "lab", "tests")

#: Most files of a folder, without ``__init__.py`` and ``py.typed``.
MOST_FILES = 20
MOST_FILES_OF = {"rules": 16, "tuning": 16, "scripts": 16}


def modules(*tops: str) -> dict[str, Path]:
    """Return all modules of folders at the top of the checkout by name."""
    found = {}
    for top in tops:
        for path in (ROOT / top).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            inside = ("simplifier", *parts) if top in LINKED else parts
            found[".".join(inside[:-1] if inside[-1] == "__init__" else inside)] = path
    return found


PACKAGE = modules("simplifier", *LINKED)
MODULES = PACKAGE | modules(*ABOUT)
TREES = {module: ast.parse(path.read_text(encoding="utf-8")) for module, path in MODULES.items()}


def names_of(node: ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield the module that an import names, with each name that it takes from there."""
    assert node.level == 0 and node.module, ast.unparse(node)
    yield from ((node.module, alias.name) for alias in node.names)


#: What packages hand on: package and name -> the module where they have it from, and its name there.
HANDED_ON = {
    (package, alias.asname or alias.name): (node.module or "", alias.name)
    for package, path in MODULES.items()
    if path.name == "__init__.py"
    for node in ast.walk(TREES[package])
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}


def home(module: str, name: str) -> str:
    """Return the module that defines a name, or that the name is."""
    if f"{module}.{name}" in MODULES:
        return f"{module}.{name}"
    return home(*HANDED_ON[module, name]) if (module, name) in HANDED_ON else module


def imported(module: str) -> Iterator[str]:
    """Yield the modules that a module imports, wherever in its text."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [home(*each) for each in names_of(node)]
        else:
            continue
        yield from (name for name in names if name in MODULES and name != module)


def folder(module: str) -> str:
    if module == STARTER:
        return room(module)
    return module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]


def room(module: str) -> str:
    if module == STARTER:
        return "simplifier.cli"
    first = ".".join(module.split(".")[:2])
    return first if first in PACKAGE and PACKAGE[first].name == "__init__.py" else "simplifier"


IMPORTS = {(module, name) for module in MODULES for name in imported(module)}
INSIDE = {(one, other) for one, other in IMPORTS if one in PACKAGE}
BETWEEN_FOLDERS = {(folder(one), folder(other)) for one, other in INSIDE} - {(f, f) for f in map(folder, PACKAGE)}


def test_every_room_has_its_layer() -> None:
    assert sorted({room(module) for module in PACKAGE} - set(LAYER)) == []


def test_rooms_import_only_rooms_below_them() -> None:
    across = [(one, other) for one, other in INSIDE if other in PACKAGE and room(one) != room(other)]
    assert sorted((one, other) for one, other in across if LAYER[room(other)] >= LAYER[room(one)]) == []


def test_the_package_imports_no_program_about_it() -> None:
    assert sorted((one, other) for one, other in INSIDE if other not in PACKAGE) == []


def test_no_circle_between_folders() -> None:
    assert circles(BETWEEN_FOLDERS) == []


def test_no_circle_between_files() -> None:
    assert circles(IMPORTS) == []


def test_what_packages_hand_on_is_found_where_it_is_defined() -> None:
    assert home("simplifier", "Simplifier") == "simplifier.pipeline"
    assert home("simplifier.documents", "rewrite") == "simplifier.documents.edits"
    assert home("simplifier.documents", "edits") == "simplifier.documents.edits"
    assert ("simplifier.server.uploads", "simplifier.documents.edits") in IMPORTS


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
