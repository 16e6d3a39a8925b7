"""Facts about the installation: the version, the optional parts, and the command that installs one of them.

The facts come from the metadata of the installed distribution. In a checkout that is not installed, they come
from `pyproject.toml`.
"""

from __future__ import annotations

import json
import re
import shlex
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from simplifier.base.toml import read_toml

__all__ = ["DISTRIBUTION", "install_hint", "optional_parts", "package_version", "requirement_name", "requirements"]

#: The name in package indexes; the name `simplifier` there belongs to another project.
DISTRIBUTION: Final = "simplifier-text"
_CHECKOUT: Final = Path(__file__).resolve().parents[2]
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EXTRA: Final = re.compile(r"""\bextra\s*==\s*["']([^"']+)["']""")


def package_version() -> str:
    """Return the version; ``unknown`` if there is no metadata."""
    found = _installed()
    if found is not None:
        return found.version
    return str(_project().get("version", "unknown"))


def install_hint(part: str) -> str:
    """Return the command that installs an optional part, from where the package itself was installed.

    Args:
        part: the name of the extra, such as ``server``.
    """
    found = _installed()
    if found is None:
        return _pip(f"{_CHECKOUT}[{part}]" if _project() else f"{DISTRIBUTION}[{part}]")
    origin = json.loads(found.read_text("direct_url.json") or "{}")
    url = urlsplit(origin.get("url", ""))
    place = Path(url2pathname(url.path))
    if url.scheme == "file" and place.exists():
        editable = origin.get("dir_info", {}).get("editable", False)
        return _pip(f"{place}[{part}]", "--editable" if editable else "")
    return _pip(f"{DISTRIBUTION}[{part}]")


def requirements() -> list[str]:
    """Return the requirements without the optional ones, each as ``NAME>=VERSION``."""
    found = _installed()
    if found is None:
        return [str(line) for line in _project().get("dependencies", [])]
    return [line for line in found.requires or [] if _EXTRA.search(line) is None]


def optional_parts() -> dict[str, list[str]]:
    """Return the names of the distributions that each optional part needs, by the name of the part."""
    found = _installed()
    if found is None:
        parts = _project().get("optional-dependencies", {})
        return {part: [requirement_name(line) for line in lines] for part, lines in parts.items()}
    named: dict[str, list[str]] = {part: [] for part in found.metadata.get_all("Provides-Extra") or []}
    for line in found.requires or []:
        extra = _EXTRA.search(line)
        if extra is not None:
            named[extra[1]].append(requirement_name(line))
    return named


def requirement_name(line: str) -> str:
    """Return the name of the distribution that a requirement names."""
    found = _NAME.match(line)
    assert found is not None, line
    return found[0]


def _installed() -> Distribution | None:
    try:
        return distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return None


def _project() -> dict[str, Any]:
    """Return the table ``project`` of the checkout's `pyproject.toml`; empty if there is no such checkout."""
    path = _CHECKOUT / "pyproject.toml"
    project = read_toml(path).get("project") if path.is_file() else None
    return project if isinstance(project, dict) and project.get("name") == DISTRIBUTION else {}


def _pip(what: str, option: str = "") -> str:
    return " ".join(["pip install", *filter(None, [option]), shlex.quote(what)])
