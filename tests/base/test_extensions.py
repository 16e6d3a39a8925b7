"""Things by name, also from packages that are installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError
from simplifier.base.extensions import Extensions, load_plugin


def is_number(name: str, value: object) -> None:
    if not isinstance(value, int):
        raise ConfigError(f"{name!r} is no number")


def numbers() -> Extensions[int]:
    return Extensions("number", "simplifier.test_numbers", {"one": 1}, is_number)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with entry points."""
    folder = tmp_path / "much-0.1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: much\nVersion: 0.1\n")
    (tmp_path / "much_of_it.py").write_text("TWO = 2\nWORD = 'word'\n")
    points = "two = much_of_it:TWO\nword = much_of_it:WORD\ngone = much_of_it:GONE\n"
    (folder / "entry_points.txt").write_text(f"[simplifier.test_numbers]\n{points}")
    monkeypatch.syspath_prepend(tmp_path)
    return folder


def test_registered_things() -> None:
    found = numbers()
    found.register("three", 3)
    assert list(found) == ["one", "three"] and found["three"] == 3 and "two" not in found
    with pytest.raises(ConfigError, match="the number 'three' is there already"):
        found.register("three", 4)
    with pytest.raises(ConfigError, match="'x' is no number"):
        found.register("x", "x")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="number 'thre'; did you mean 'three'.; there are one, three"):
        found["thre"]
    found.unregister("three")
    for name in ("three", "one"):
        with pytest.raises(ConfigError, match=f"no number '{name}' was registered"):
            found.unregister(name)


@pytest.mark.usefixtures("package")
def test_packages_are_imported_when_asked_for() -> None:
    found = numbers()
    assert found["one"] == 1 and list(found) == ["one", "two", "word", "gone"]
    assert "much_of_it" not in sys.modules
    assert found["two"] == 2 and list(found) == ["one", "two", "word", "gone"]
    with pytest.raises(ConfigError, match=r"^package much \(simplifier.test_numbers\): 'word' is no number"):
        found["word"]
    with pytest.raises(ConfigError, match="much_of_it:GONE cannot be imported"):
        found["gone"]
    with pytest.raises(ConfigError, match="the number 'two' is there already"):
        found.register("two", 2)


def test_a_package_cannot_take_a_name(package: Path) -> None:
    (package / "entry_points.txt").write_text("[simplifier.test_numbers]\none = much_of_it:TWO\n")
    with pytest.raises(ConfigError, match="package much .*: the number 'one' is there already"):
        list(numbers())


def test_plugins_are_files_and_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "counted.py"
    path.write_text("import pathlib\nwith open(pathlib.Path(__file__).with_name('log'), 'a') as log: log.write('x')\n")
    for _ in range(2):
        load_plugin(str(path))
    assert (tmp_path / "log").read_text() == "x"
    monkeypatch.syspath_prepend(tmp_path)
    load_plugin("counted")
    assert (tmp_path / "log").read_text() == "xx"


@pytest.mark.parametrize(
    ("text", "name", "complaint"),
    [
        ("", "missing.py", "missing.py: no such file; name the file of the module"),
        ("", "no.such", "no.such: no such module; name a file with its .py, or install its package"),
        ("import no_such_thing", "PATH", "PATH: No module named 'no_such_thing'; install what it needs"),
        ("1 / 0", "PATH", "PATH: ZeroDivisionError: division by zero"),
        ("raise SystemExit('x\\ny')", "PATH", "PATH: SystemExit: x y"),
        ("=", "PATH", "PATH: SyntaxError: invalid syntax"),
    ],
)
def test_a_plugin_that_fails_is_one_line(tmp_path: Path, text: str, name: str, complaint: str) -> None:
    path = tmp_path / "bad_plugin.py"
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        load_plugin(name.replace("PATH", str(path)))
    assert str(refused.value).startswith(complaint.replace("PATH", str(path)))
    assert "\n" not in str(refused.value) and "_plugin_bad_plugin" not in sys.modules
