"""A program at a pseudo-terminal of its own, talked to as a person would."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import time
from pathlib import Path

__all__ = ["PtySession"]


class PtySession:
    """Runs ``simplifier``, or Python code, at a new terminal; folder and environment may be given."""

    def __init__(self, *arguments: object, folder: Path | None = None, code: str = "", **environment: str) -> None:
        program = ["-c", code] if code else ["-m", "simplifier"]
        command = [sys.executable, *program, *map(str, arguments)]
        self.seen = ""
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            try:
                termios.tcsetwinsize(0, (40, 160))
                os.chdir(folder or ".")
                os.execve(sys.executable, command, {**os.environ, "TERM": "xterm", **environment})
            finally:
                os._exit(127)

    def wait_for(self, text: str, seconds: float = 60.0) -> str:
        """Read until a text appears; return what came before it, and forget both."""
        until = time.monotonic() + seconds
        while text not in self.seen:
            if not self._read(until):
                raise AssertionError(f"{text!r} did not appear: {self.seen!r}")
        before, _, self.seen = self.seen.partition(text)
        return before

    def send(self, line: str) -> None:
        """Type something."""
        os.write(self._terminal, line.encode())

    def end(self, seconds: float = 60.0) -> tuple[int, str]:
        """Read to the end; return the exit code and the rest."""
        until = time.monotonic() + seconds
        while self._read(until):
            pass
        os.close(self._terminal)
        _, status = os.waitpid(self._pid, 0)
        return os.waitstatus_to_exitcode(status), self.seen

    def _read(self, until: float) -> bool:
        """Read what there is; tell whether the program may write more."""
        if not select.select([self._terminal], [], [], max(0.0, until - time.monotonic()))[0]:
            os.kill(self._pid, signal.SIGKILL)
            raise AssertionError(f"nothing more came: {self.seen!r}")
        try:
            data = os.read(self._terminal, 4096)
        except OSError:  # Linux: the other side is closed
            return False
        self.seen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)
