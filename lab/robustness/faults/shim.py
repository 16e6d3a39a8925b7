"""The shim: a library that is loaded before the C library and lets chosen calls fail (`shim.c`), and its switch.

A program that uses the shim calls `under_shim` first, which restarts the program with the library loaded. Needs a C
compiler (``cc``) and Linux.
"""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Final

from simplifier.base.errors import InputError

__all__ = ["Call", "Shim", "build_library", "under_shim"]

_STATE: Final = "FAULTS_STATE"


class Call(IntEnum):
    """Kinds of calls; similar calls are of one kind (`pwrite` is a WRITE, `mkdir` an OPEN)."""

    OPEN = 0
    WRITE = 1
    SYNC = 2
    RENAME = 3
    REMOVE = 4
    READ = 5


class _Layout(ctypes.Structure):
    """The memory that program and library share; the same layout as ``struct State`` in shim.c."""

    _fields_ = (
        ("armed", ctypes.c_int),
        ("kinds", ctypes.c_int),
        ("error", ctypes.c_int),
        ("stays", ctypes.c_int),
        ("kills", ctypes.c_int),
        ("unused", ctypes.c_int),
        ("at", ctypes.c_long),
        ("seen", ctypes.c_long),
        ("fired", ctypes.c_long),
        ("counts", ctypes.c_long * len(Call)),
        ("root", ctypes.c_char * 1024),
        ("kept", ctypes.c_char * 1024),
    )


def build_library(source: Path, target: Path, compiler: str = "cc", *flags: str) -> None:
    """Compile a library that can be loaded before others.

    Args:
        source: the source file.
        target: the library to write.
        compiler: the compiler command.
        flags: further arguments of the compiler.

    Raises:
        InputError: there is no such compiler, or it refuses the source.
    """
    if shutil.which(compiler) is None:
        raise InputError(f"no C compiler {compiler!r}; install one (Debian: build-essential)")
    command = [compiler, "-shared", "-fPIC", "-O1", *flags, "-o", str(target), str(source), "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise InputError(f"{source}: {compiler} ends with {done.returncode}: {done.stderr.strip()}")


def under_shim() -> None:
    """Restart this process with the library loaded, unless it is loaded already.

    Raises:
        InputError: the library cannot be built.
        SystemExit: the restarted process has ended, with this exit code.
    """
    if _STATE in os.environ:
        return
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    library, state = folder / "shim.so", folder / "state"
    build_library(Path(__file__).with_name("shim.c"), library)
    state.write_bytes(bytes(ctypes.sizeof(_Layout)))
    before = os.environ.get("LD_PRELOAD", "")
    variables = {"LD_PRELOAD": f"{library} {before}".strip(), _STATE: str(state)}
    code = subprocess.run([sys.executable, *sys.orig_argv[1:]], env=os.environ | variables).returncode
    shutil.rmtree(folder, ignore_errors=True)
    raise SystemExit(code)


class Shim:
    """The switch of the library: which calls fail, and how many were counted.

    Args:
        root: the folder under which calls are counted.
    """

    def __init__(self, root: Path) -> None:
        with open(os.environ[_STATE], "r+b") as stream:
            self._memory = mmap.mmap(stream.fileno(), ctypes.sizeof(_Layout))
        self._layout = _Layout.from_buffer(self._memory)
        self._root = str(root.resolve()).encode()

    @contextmanager
    def failing(
        self,
        kinds: tuple[Call, ...] = (),
        at: int = 0,
        error: int = errno.ENOSPC,
        stays: bool = False,
        kept: Path | None = None,
    ) -> Iterator[None]:
        """Let calls fail inside the block; without kinds they are only counted.

        Args:
            kinds: the kinds of calls, which are counted together.
            at: number of the call that fails, from 1.
            error: the error number with which it fails.
            stays: True if all calls after it fail too, as on a full disk.
            kept: a folder; if given, the call does not fail but kills the group of processes, and the folder gets
                what every sync before it made safe.
        """
        now = self._layout
        now.kinds = sum(1 << kind for kind in kinds)
        now.at, now.error, now.stays, now.kills = at, error, stays, kept is not None
        now.seen = now.fired = 0
        now.root, now.kept = self._root, b"" if kept is None else str(kept.resolve()).encode()
        for kind in Call:
            now.counts[kind] = 0
        now.armed = 1
        try:
            yield
        finally:
            now.armed = 0

    @property
    def seen(self) -> int:
        """Number of calls of the chosen kinds in the last block."""
        return int(self._layout.seen)

    @property
    def fired(self) -> int:
        """Number of calls that failed in the last block."""
        return int(self._layout.fired)

    def count(self, kind: Call) -> int:
        """Return the number of calls of a kind in the last block."""
        return int(self._layout.counts[kind])
