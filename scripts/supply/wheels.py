"""Build the source distribution and the wheel twice, in folders of different names, and compare their bytes.

    python -m scripts.supply.wheels --output dist

Every build is isolated and starts from an unpacked copy of the source distribution. If both builds are the same, the
two files and ``SHA256SUMS`` are written to OUTPUT. SOURCE_DATE_EPOCH is the time of the last commit unless it is set. A
module that holds names of folders of this machine is refused.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

import click

from simplifier.base.errors import InputError, SimplifierError
from simplifier.base.writing import copy_file, write_text

__all__ = ["differences"]

ROOT: Final = Path(__file__).resolve().parents[2]


def differences(one: Path, other: Path) -> list[str]:
    """Return the names of the members in which two wheels differ; none if both wheels have the same bytes.

    The only name is ``(archive)`` if all members are equal but packed in another way.
    """
    if one.read_bytes() == other.read_bytes():
        return []
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        names = {*first.namelist()} ^ {*second.namelist()}
        both = {*first.namelist()} & {*second.namelist()}
        names |= {name for name in both if first.read(name) != second.read(name)}
    return sorted(names) or ["(archive)"]


def _build(folder: Path, kind: str, output: Path) -> Path:
    run = subprocess.run(
        [sys.executable, "-m", "build", f"--{kind}", "--outdir", str(output), str(folder)],
        capture_output=True,
        text=True,
    )
    if run.returncode:
        raise InputError(f"building the {kind} failed:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    (made,) = output.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def _check_module(wheel: Path, folders: list[Path]) -> None:
    """Refuse a wheel whose extension module holds the name of one of these folders.

    Raises:
        InputError: the module holds such a name.
    """
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if re.fullmatch(r"simplifier/core/_core.*\.so", name))
        content = packed.read(name)
        for folder in folders:
            if os.fsencode(folder) in content:
                raise InputError(f"{name}: holds the name of {folder}")


def _epoch() -> str:
    run = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        raise InputError(f"{ROOT}: no git checkout; set SOURCE_DATE_EPOCH")
    return run.stdout.strip()


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.option("--output", required=True, type=click.Path(file_okay=False, path_type=Path))
def main(output: Path) -> None:
    """Run from the command line."""
    try:
        os.environ.setdefault("SOURCE_DATE_EPOCH", _epoch())
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            source = _build(ROOT, "sdist", place / "source")
            folders = [place / "one", place / "a folder" / "of another" / "depth"]
            wheels = []
            for number, folder in enumerate(folders):
                with tarfile.open(source) as archive:
                    archive.extractall(folder, filter="data")
                (inside,) = folder.iterdir()
                again = _build(inside, "sdist", place / f"source {number}")
                if again.read_bytes() != source.read_bytes():
                    raise InputError(f"{source.name}: building it again from its own content gives other bytes")
                wheels.append(_build(inside, "wheel", place / f"wheel {number}"))
                click.echo(f"{wheels[-1].name}: built in {folder.relative_to(place)}")
            if other := differences(*wheels):
                raise InputError(f"{wheels[0].name}: the two builds differ in {', '.join(other)}")
            _check_module(wheels[0], [ROOT, place, Path.home(), Path(sys.prefix)])
            output.mkdir(parents=True, exist_ok=True)
            sums = []
            for made in (source, wheels[0]):
                copy_file(made, output / made.name)
                sums.append(f"{hashlib.sha256(made.read_bytes()).hexdigest()}  {made.name}\n")
            write_text(output / "SHA256SUMS", "".join(sums))
            click.echo(f"{output}: both builds are the same\n{''.join(sums)}", nl=False)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None


if __name__ == "__main__":
    main()
