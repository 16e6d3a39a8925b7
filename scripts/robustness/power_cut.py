"""What a disk holds after the power went: what was synced, and of all else some and some not.

`PowerCut` stands in for `os.fsync`, `os.replace` and `os.unlink` of a process: it remembers what every sync
made safe. At a call chosen beforehand the folder is put into a state that a real disk may be in: names that
were made, changed or removed since their folder was synced are kept or lost (a rename as one), and files
that were not synced hold what was synced with some of the rest, zeros or nothing behind. Then the process
ends.
"""

from __future__ import annotations

import os
import random
import shutil
import stat
from pathlib import Path
from typing import Any

__all__ = ["PowerCut"]

_Names = dict[str, int]


class PowerCut:
    """Cuts the power of this process at a call.

    Args:
        root: folder whose content is lost where it was not synced; nothing else is.
        call: number of the call at which it happens, from 0; the process ends with exit code 9.
        seed: of what is lost.
    """

    def __init__(self, root: Path, call: int, seed: int) -> None:
        self._root = root
        self._call = call
        self._random = random.Random(seed)
        self._calls = 0
        self._real = (os.fsync, os.replace, os.unlink)
        self._folders: dict[int, _Names] = {}
        self._files: dict[int, bytes] = {}
        for folder, _, names in os.walk(root):  # what was there is safe
            self._folders[os.stat(folder).st_ino] = _names(Path(folder))
            for name in names:
                path = Path(folder) / name
                self._files[path.stat().st_ino] = path.read_bytes()

    def install(self) -> None:
        """Stand in for the calls."""
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
            self._cut()
        self._calls += 1

    def _sync(self, handle: Any) -> None:
        self._count()
        status = os.fstat(handle)
        path = Path(f"/proc/self/fd/{handle}").resolve()
        if stat.S_ISDIR(status.st_mode):
            self._folders[status.st_ino] = _names(path)
        else:
            self._files[status.st_ino] = path.read_bytes()

    def _cut(self) -> None:
        os.fsync, os.replace, os.unlink = self._real
        now: dict[int, _Names] = {}
        contents: dict[int, bytes] = {}
        for folder, _, names in os.walk(self._root):
            now[os.stat(folder).st_ino] = _names(Path(folder))
            for name in names:
                path = Path(folder) / name
                contents[path.stat().st_ino] = path.read_bytes()
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
                key = new.get(name, old.get(name, 0))
                happened = kept.setdefault(key, self._random.random() < 0.5)
                inode = (new if happened else old).get(name)
                if inode is not None:
                    names_left[name] = inode
        top = os.stat(self._root).st_ino
        for path in self._root.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        self._write(self._root, top, state, contents)
        os._exit(9)

    def _write(self, folder: Path, number: int, state: dict[int, _Names], contents: dict[int, bytes]) -> None:
        for name, inode in state.get(number, {}).items():
            if inode in state:
                (folder / name).mkdir()
                self._write(folder / name, inode, state, contents)
            else:
                (folder / name).write_bytes(self._left(inode, contents))

    def _left(self, inode: int, contents: dict[int, bytes]) -> bytes:
        safe, now = self._files.get(inode, b""), contents.get(inode, b"")
        if safe == now or inode not in contents:
            return safe
        if not now.startswith(safe):  # cut off or written over since: one or the other
            return self._random.choice((safe, now))
        rest = now[len(safe) :]
        some = rest[: self._random.randrange(len(rest) + 1)]
        return safe + self._random.choice((b"", some, bytes(len(some)), some + bytes(len(rest) - len(some))))


def _names(folder: Path) -> _Names:
    return {entry.name: entry.inode() for entry in os.scandir(folder)}
