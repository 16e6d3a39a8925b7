"""Fetch the English METEOR paraphrase table, the one large paraphrase table that a package index serves.

The table is part of the package `pycocoevalcap` (version 1.2, 104 MB). The package is fetched by name with pip, or
given as a file. Wheel and table are checked by SHA-256.

    python -m simplifier.recipes.data.fetch_meteor .work/paraphrase-en.gz
    python -m simplifier.recipes.data.fetch_meteor .work/paraphrase-en.gz --wheel pycocoevalcap-1.2-py3-none-any.whl
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from simplifier.base.errors import InputError

PACKAGE = "pycocoevalcap==1.2"
WHEEL = "pycocoevalcap-1.2-py3-none-any.whl"
MEMBER = "pycocoevalcap/meteor/data/paraphrase-en.gz"
WHEEL_SHA256 = "083ed7910f1aec000b0a237ef6665f74edf19954204d0b1cbdb8399ed132228d"
TABLE_SHA256 = "c147ac7d2c91f2fbb3ad31e4b352235061eb83145e0434daf217ee9ca5975f48"


def download(folder: Path) -> Path:
    """Download the wheel into a folder and return its path.

    Raises:
        InputError: pip cannot download it.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--quiet",
        "--dest",
        str(folder),
        PACKAGE,
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    wheel = folder / WHEEL
    if done.returncode or not wheel.is_file():
        reason = (done.stderr.strip() or "pip gave no reason").splitlines()[-1]
        raise InputError(f"cannot download {PACKAGE} ({reason}); name a downloaded wheel with --wheel")
    return wheel


def check(path: Path, expected: str) -> None:
    """Check that a file is the one that this script was written for.

    Raises:
        InputError: the SHA-256 of the file is not the expected one.
    """
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise InputError(f"{path}: not the expected file (sha256 {found[:12]}..., expected {expected[:12]}...)")


def extract(wheel: Path, output: Path) -> None:
    """Write the table in a wheel to a file, which appears under its name only when it is complete and checked."""
    check(wheel, WHEEL_SHA256)
    partial = output.with_name(output.name + ".partial")
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(MEMBER) as packed, partial.open("wb") as out:
            while block := packed.read(1 << 20):
                out.write(block)
        check(partial, TABLE_SHA256)
        os.replace(partial, output)
    finally:
        partial.unlink(missing_ok=True)


def fetch(output: Path, wheel: Path | None = None) -> None:
    """Write the table from a given wheel, or from a downloaded one."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        extract(wheel or download(Path(folder)), output)


def main() -> int:
    """Run the script and return 0, or print one line on standard error and return 2."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("output", type=Path, help="where the table goes (gzip)")
    parser.add_argument("--wheel", type=Path, help=f"a downloaded {WHEEL}")
    options = parser.parse_args()
    try:
        fetch(options.output, options.wheel)
    except (InputError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
