"""Write the bill of materials (CycloneDX 1.6, JSON): locked packages, compiled-in code, the model and its data.

    python -m scripts.supply.sbom --output simplifier.cdx.json

The same checkout gives the same bytes: the file has no time, and its serial number is made from its content. Versions
and SHA-256 of packages are those of ``requirements/lock.txt``, by which pip checks the files that it installs. The data
of the model and their licences are read from its model card.
Source of the format: CycloneDX 1.6 specification (ECMA-424).
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from simplifier.base.errors import FormatError, SimplifierError
from simplifier.base.reading import read_lines
from simplifier.base.writing import write_text

__all__ = ["LockedPackage", "bill_of_materials", "card_rows", "read_lock"]

ROOT: Final = Path(__file__).resolve().parents[2]

_PINNED: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([^ ;\\]+)(?: ; ([^\\]+?))?(?: \\)?")
_HASH: Final = re.compile(r"    --hash=sha256:([0-9a-f]{64})(?: \\)?")
_VIA: Final = re.compile(r"    # +(?:via )?(.*)")
_PROJECT: Final = "simplifier (pyproject.toml)"

Component = dict[str, Any]


@dataclass(slots=True)
class LockedPackage:
    """A package of the lock file.

    Attributes:
        name: the name of the package in the index.
        version: the pinned version.
        marker: the environment marker that says where it is installed; empty for everywhere.
        hashes: the SHA-256 of every file that may be installed.
        needed_by: the packages that require it; `simplifier (pyproject.toml)` stands for the project.
    """

    name: str
    version: str
    marker: str
    hashes: list[str] = field(default_factory=list)
    needed_by: list[str] = field(default_factory=list)

    @property
    def reference(self) -> str:
        """The package URL."""
        return f"pkg:pypi/{self.name}@{self.version}"


def read_lock(path: Path) -> list[LockedPackage]:
    """Read a lock file, as ``make lock`` writes it.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line does not belong in a lock file, or a package has no hash.
    """
    found: list[LockedPackage] = []
    for number, line in enumerate(read_lines(path), 1):
        if pinned := _PINNED.fullmatch(line):
            found.append(LockedPackage(pinned[1], pinned[2], pinned[3] or ""))
        elif found and (digest := _HASH.fullmatch(line)):
            found[-1].hashes.append(digest[1])
        elif found and (via := _VIA.fullmatch(line)):
            if via[1] not in ("", "via"):
                found[-1].needed_by.append(via[1])
        elif line.strip() and not line.startswith("#"):
            raise FormatError(path, "neither a pinned package nor a hash; make it with: make lock", number)
    for package in found:
        if not package.hashes:
            raise FormatError(path, f"{package.name} has no hash; make it with: make lock")
    return found


def card_rows(card: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading of a model card, by row and without its head."""
    part = card.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def bill_of_materials(root: Path) -> dict[str, Any]:
    """Return the bill of materials of a checkout.

    Raises:
        SimplifierError: a file of the checkout cannot be read, or does not hold what it should.
    """
    with (root / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)["project"]
    packages = read_lock(root / "requirements" / "lock.txt")
    own = f"pkg:pypi/{project['name']}@{project['version']}"
    product = {
        "type": "application",
        "bom-ref": own,
        "name": project["name"],
        "version": project["version"],
        "description": project["description"],
        "licenses": [{"license": {"id": project["license"]}}],
        "purl": own,
    }
    needed = {re.split(r"[^A-Za-z0-9._-]", one)[0].lower() for one in project["dependencies"]}
    reached = _reached(packages, needed)
    components = [
        *(_package(package, package.name in reached) for package in packages),
        *_compiled(root),
        *_model(root),
    ]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": product},
        "components": components,
        "dependencies": [
            *_dependencies(own, packages),
        ],
    }
    content = json.dumps(bill, sort_keys=True, ensure_ascii=False)
    serial = uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(content.encode()).hexdigest())
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "serialNumber": f"urn:uuid:{serial}",
    } | bill


def _reached(packages: list[LockedPackage], needed: set[str]) -> set[str]:
    """Return the names of the packages in ``needed``, and of all packages that these require in turn."""
    reached = {name for name in needed if any(package.name == name for package in packages)}
    while more := {
        package.name for package in packages if package.name not in reached and reached & set(package.needed_by)
    }:
        reached |= more
    return reached


def _package(package: LockedPackage, needed: bool) -> Component:
    """Return the component of a package; packages only for extras, tests and building are `optional`."""
    marked = [{"name": "marker", "value": package.marker}] if package.marker else []
    return {
        "type": "library",
        "bom-ref": package.reference,
        "name": package.name,
        "version": package.version,
        "scope": "required" if needed else "optional",
        "purl": package.reference,
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
        **({"properties": marked} if marked else {}),
    }


def _compiled(root: Path) -> Iterator[Component]:
    """Yield the code that is compiled into the extension module: a source distribution, with its hash."""
    text = (root / "simplifier" / "core" / "cmake" / "kenlm-requirements.txt").read_text(encoding="utf-8")
    found = re.fullmatch(r"(\w+)==(\S+) --hash=sha256:([0-9a-f]{64})\s*", text)
    if found is None:
        raise FormatError(root / "simplifier/core/cmake/kenlm-requirements.txt", "expected one package with its sha256")
    yield {
        "type": "library",
        "bom-ref": f"compiled-in:{found[1]}@{found[2]}",
        "name": found[1],
        "version": found[2],
        "description": "query code, compiled into the extension module from the source distribution",
        "licenses": [{"license": {"id": "LGPL-2.1-or-later"}}],
        "hashes": [{"alg": "SHA-256", "content": found[3]}],
        "purl": f"pkg:pypi/{found[1]}@{found[2]}",
    }


def _model(root: Path) -> Iterator[Component]:
    """Yield the embedded model with its files, and the data that it was learnt from, as its card names them."""
    folder = root / "simplifier" / "models" / "en"
    card = (folder / "MODEL_CARD.md").read_text(encoding="utf-8")
    files = []
    for path in sorted(folder.iterdir()):
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        files.append(
            {
                "type": "file",
                "bom-ref": f"model:en/{path.name}",
                "name": path.name,
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        )
    yield {
        "type": "machine-learning-model",
        "bom-ref": "model:en",
        "name": "The embedded English model",
        "licenses": [{"license": {"name": "by part, see the data components"}}],
        "components": files,
    }
    rules = [(name, what, licence) for name, what, licence in card_rows(card, "## Rules")]
    texts = [
        (name, f"{words} words", licence)
        for name, _, words, licence in card_rows(card, "## Texts of the language models")
    ]
    for kind, rows in (("rules", rules), ("text", texts)):
        for number, (name, what, licence) in enumerate(rows, 1):
            yield {
                "type": "data",
                "bom-ref": f"{kind}:{number}",
                "name": name,
                "description": what,
                "licenses": [{"license": {"name": licence}}],
            }


def _dependencies(own: str, packages: list[LockedPackage]) -> Iterator[dict[str, Any]]:
    """Yield for each package the packages that it requires."""
    asks: dict[str, set[str]] = {own: {"model:en"}}
    for package in packages:
        asks.setdefault(package.reference, set())
        for name in package.needed_by:
            if name == _PROJECT or name.startswith("-r "):
                asks[own].add(package.reference)
            for one in packages:
                if one.name == name:
                    asks.setdefault(one.reference, set()).add(package.reference)
    for reference in sorted(asks):
        yield {"ref": reference, "dependsOn": sorted(asks[reference])}


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(output: Path) -> None:
    """Run from the command line."""
    try:
        bill = bill_of_materials(ROOT)
        write_text(output, json.dumps(bill, indent=1, ensure_ascii=False) + "\n")
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    click.echo(f"{output}: {len(bill['components'])} components")


if __name__ == "__main__":
    main()
