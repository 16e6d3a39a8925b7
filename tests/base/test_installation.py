"""Version, optional parts and the command that brings them, as the metadata of a distribution says."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import simplifier
from simplifier.base.installation import (
    install_hint,
    optional_parts,
    package_version,
    requirement_name,
    requirements,
)

ROOT = Path(__file__).resolve().parents[2]
METADATA = """Metadata-Version: 2.4
Name: simplifier-text
Version: 9.8.7
Provides-Extra: server
Provides-Extra: empty
Requires-Dist: click>=8.1
Requires-Dist: starlette>=0.41; extra == "server"
Requires-Dist: uvicorn[standard]>=0.30; extra == 'server'
"""


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any] | None) -> None:
    """Put the metadata of a distribution of ours before all others."""
    place = folder / "simplifier_text-9.8.7.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(METADATA, encoding="utf-8")
    if origin is not None:
        (place / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


def test_what_the_metadata_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, None)
    assert package_version() == simplifier.__version__ == "9.8.7"
    assert requirements() == ["click>=8.1"]
    assert optional_parts() == {"server": ["starlette", "uvicorn"], "empty": []}
    assert install_hint("server") == "pip install 'simplifier-text[server]'"


@pytest.mark.parametrize(
    ("origin", "hint"),
    [
        ({"url": "file://HERE", "dir_info": {}}, "pip install 'HERE[server]'"),
        ({"url": "file://HERE", "dir_info": {"editable": True}}, "pip install --editable 'HERE[server]'"),
        ({"url": "file://HERE/a%20b.whl", "archive_info": {}}, "pip install 'HERE/a b.whl[server]'"),
        ({"url": "file://HERE/gone", "dir_info": {}}, "pip install 'simplifier-text[server]'"),
        ({"url": "https://example.org/a.whl", "archive_info": {}}, "pip install 'simplifier-text[server]'"),
    ],
)
def test_the_command_names_what_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: dict[str, Any], hint: str
) -> None:
    (tmp_path / "a b.whl").touch()
    installed(tmp_path, monkeypatch, origin | {"url": origin["url"].replace("HERE", str(tmp_path))})
    assert install_hint("server") == hint.replace("HERE", str(tmp_path))


def test_a_checkout_that_is_not_installed() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import simplifier; "
        "from simplifier.base.installation import *; print(simplifier.__version__); "
        "print(install_hint('server')); print(sorted(optional_parts())); print(requirements())"
    )
    lines = subprocess.run(
        [sys.executable, "-S", "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert lines[:2] == [project["version"], f"pip install '{ROOT}[server]'"]
    assert lines[2:] == [str(sorted(project["optional-dependencies"])), str(project["dependencies"])]


def test_the_name_of_a_requirement() -> None:
    lines = ("click>=8.1", "uvicorn[standard] >=0.30", "a.b-c_d; python_version < '3.12'", "x")
    assert [requirement_name(line) for line in lines] == ["click", "uvicorn", "a.b-c_d", "x"]


def test_the_module_runs_as_the_command() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "simplifier", "--version"], capture_output=True, text=True, check=True
    )
    assert ended.stdout == f"simplifier, version {simplifier.__version__}\n"
    ended = subprocess.run([sys.executable, "-m", "simplifier", "no"], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
