"""The state of a disk after a power cut: it holds what was synced, and some of what was not.

`PowerCut` replaces `os.fsync`, `os.replace` and `os.unlink` in a process, and remembers what every sync made safe. At a
chosen call, it puts the folder into a state that a real disk may be in. Names that were made, changed or removed since
their folder was synced are kept or lost; a rename is kept or lost as a whole. A file that was not synced holds its
synced content, followed by a part of the rest, by zeros or by nothing. Then the process ends.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

__all__ = ["DiskState", "PowerCut"]

_Names = dict[str, int]


class DiskState:
    """The content of a folder that is safe from a power cut.

    Args:
        root: the folder; its present content is safe, and changes from now on can be lost until they are synced.
    """

    def __init__(self, root: Path) -> None:
        self._folders: dict[int, _Names] = {}
        self._files: dict[int, bytes] = {}
        for folder, _, names in os.walk(root):
            self._folders[os.stat(folder).st_ino] = _names(Path(folder))
            for name in names:
                path = Path(folder) / name
                self._files[path.stat().st_ino] = path.read_bytes()

    def sync(self, path: Path) -> None:
        """Take the present content of a file, or the present names in a folder, as safe."""
        number = path.stat().st_ino
        if path.is_dir():
            self._folders[number] = _names(path)
        else:
            self._files[number] = path.read_bytes()

    def add_kept(self, folder: Path) -> None:
        """Take what the shim kept of every sync as safe (`lab.robustness.faults.shim`).

        Args:
            folder: the folder of the shim. A file with the number of an inode as its name has the content of a synced
                file; one with the ending ``.names`` has the names and inodes of a synced folder.
        """
        for path in folder.iterdir():
            if path.suffix == ".names":
                pairs = (line.split(" ", 1) for line in path.read_text().splitlines())
                self._folders[int(path.stem)] = {name: int(number) for number, name in pairs}
            elif path.suffix != ".part":
                self._files[int(path.name)] = path.read_bytes()

    def lose(self, root: Path, random_number: random.Random) -> None:
        """Put a folder into a state that a real disk may be in after a power cut.

        Args:
            root: the folder.
            random_number: decides what is lost.
        """
        now: dict[int, _Names] = {}
        contents: dict[int, bytes] = {}
        times: dict[int, int] = {}
        for folder, _, names in os.walk(root):
            now[os.stat(folder).st_ino] = _names(Path(folder))
            for name in names:
                path = Path(folder) / name
                contents[path.stat().st_ino] = path.read_bytes()
                times[path.stat().st_ino] = path.stat().st_mtime_ns
        # Names in folders: each change since the last sync has reached the disk or not.
        kept: dict[int, bool] = {}
        state: dict[int, _Names] = {}
        for number in {*now, *self._folders}:
            nothing: _Names = {}
            new, old = now.get(number, nothing), self._folders.get(number, nothing)
            names_left: _Names = {}
            state[number] = names_left
            for name in sorted({*new, *old}):
                if new.get(name) == old.get(name):
                    names_left[name] = new[name]
                    continue
                # Decided once for each inode: both names of a rename have the same fate.
                key = new.get(name, old.get(name, 0))
                happened = kept.setdefault(key, random_number.random() < 0.5)
                inode = (new if happened else old).get(name)
                if inode is not None:
                    names_left[name] = inode
        # Contents of files: what was synced, and perhaps a part of what was written since.
        numbers = sorted({*contents, *self._files})
        left = {number: self._left(number, contents, random_number) for number in numbers}
        top = os.stat(root).st_ino
        for path in root.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        _write(root, top, state, left, times)

    def _left(self, inode: int, contents: dict[int, bytes], random_number: random.Random) -> bytes:
        safe, now = self._files.get(inode, b""), contents.get(inode, b"")
        if safe == now or inode not in contents:
            return safe
        if not now.startswith(safe):  # cut off or overwritten since the sync: the old or the new content
            return random_number.choice((safe, now))
        rest = now[len(safe) :]
        some = rest[: random_number.randrange(len(rest) + 1)]
        return safe + random_number.choice((b"", some, bytes(len(some)), some + bytes(len(rest) - len(some))))


class PowerCut:
    """A power cut of this process at a chosen call.

    Args:
        root: the folder whose content can be lost if it is not synced; other folders lose nothing.
        call: number of the call at which the power is cut, from 0; the process then ends with exit code 9.
        seed: the seed of what is lost.
    """

    def __init__(self, root: Path, call: int, seed: int) -> None:
        self._root = root
        self._call = call
        self._random = random.Random(seed)
        self._calls = 0
        self._real = (os.fsync, os.replace, os.unlink)
        self._disk = DiskState(root)

    def install(self) -> None:
        """Replace the calls of the module `os`."""
        _, replace, unlink = self._real

        def counted(real: Any) -> Any:
            def call(*arguments: Any, **named: Any) -> Any:
                self._count()
                return real(*arguments, **named)

            return call

        sync: Any = self._sync
        os.fsync = sync
        os.replace = counted(replace)
        os.unlink = counted(unlink)

    def _count(self) -> None:
        if self._calls == self._call:
            os.fsync, os.replace, os.unlink = self._real
            self._disk.lose(self._root, self._random)
            os._exit(9)
        self._calls += 1

    def _sync(self, handle: Any) -> None:
        self._count()
        self._disk.sync(Path(f"/proc/self/fd/{handle}").resolve())


def _write(folder: Path, number: int, state: dict[int, _Names], left: dict[int, bytes], times: dict[int, int]) -> None:
    for name, inode in state.get(number, {}).items():
        path = folder / name
        if inode in state:
            path.mkdir()
            _write(path, inode, state, left, times)
        else:
            path.write_bytes(left.get(inode, b""))
            if inode in times:
                os.utime(path, ns=(times[inode], times[inode]))


def _names(folder: Path) -> _Names:
    return {entry.name: entry.inode() for entry in os.scandir(folder)}
