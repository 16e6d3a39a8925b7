"""Processes that rewrite in parallel. They are forked from a process that has opened the model, and so share it.

If a process dies (by a crash, or killed for want of memory), nothing is lost: its texts are tried once more, then
in halves, until the one text is found that no process survives.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Final, NamedTuple, Self

from simplifier.base.errors import InternalError
from simplifier.batch.rows import Outcome

__all__ = ["Workers"]

Texts = Sequence[str | None]

_DIE_WITH_PARENT: Final = 1  # PR_SET_PDEATHSIG of prctl(2)


class _Worker(NamedTuple):
    process: int
    pipe: Connection


class Workers:
    """Processes that run one function, used in a ``with`` block, which ends them.

    Args:
        rewrite: the function, from texts to as many outcomes.
        count: the number of processes, at least 1.
        begin: a function that every process calls first.
    """

    def __init__(
        self,
        rewrite: Callable[[Texts], list[Outcome]],
        count: int,
        begin: Callable[[], None] = lambda: None,
    ) -> None:
        self._rewrite = rewrite
        self._count = count
        self._begin = begin
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, int, Texts]] = {}

    def __enter__(self) -> Self:
        gc.freeze()  # a collection in a child would write to shared pages, which are then copied
        self._idle = [self._fork() for _ in range(self._count)]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in [*self._idle, *(one for one, _, _ in self._busy.values())]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.process, signal.SIGKILL)
            worker.pipe.close()
            with contextlib.suppress(ChildProcessError):
                os.waitpid(worker.process, 0)
        self._idle, self._busy = [], {}
        gc.unfreeze()

    def map(self, tasks: Iterable[Texts]) -> Iterator[list[Outcome]]:
        """Yield the outcomes of every task in order, with few tasks read ahead."""
        done: dict[int, list[Outcome]] = {}
        given = wanted = 0
        coming = iter(tasks)
        more = True
        while True:
            # The limit bounds the memory while the outcomes of later tasks wait for those of a slow one.
            while more and self._idle and given - wanted < 4 * self._count:
                texts = next(coming, None)
                if texts is None:
                    more = False
                    break
                self._give(given, texts)
                given += 1
            if wanted in done:
                yield done.pop(wanted)
                wanted += 1
            elif self._busy:
                self._receive(done)
            elif not more:
                return

    def _give(self, number: int, texts: Texts) -> None:
        worker = self._idle.pop()
        self._busy[worker.pipe] = (worker, number, texts)
        with contextlib.suppress(BrokenPipeError):  # it died while idle, which `_receive` notices
            worker.pipe.send(texts)

    def _receive(self, done: dict[int, list[Outcome]]) -> None:
        """Wait until some processes are done, and store their outcomes by the number of the task."""
        for pipe in wait(list(self._busy)):
            assert isinstance(pipe, Connection)
            worker, number, texts = self._busy.pop(pipe)
            try:
                done[number] = pipe.recv()
                self._idle.append(worker)
            except (EOFError, OSError):
                self._bury(worker)
                done[number] = self._again(texts)
                self._idle.append(self._fork())

    def _again(self, texts: Texts) -> list[Outcome]:
        """Return the outcomes of texts on which a process died, tried once more in new processes.

        If a process dies again, each half is tried by itself. To find one bad text among n, this takes about
        2 log2(n) processes.
        """
        worker = self._fork()
        try:
            worker.pipe.send(texts)
            outcomes: list[Outcome] = worker.pipe.recv()
        except (EOFError, OSError):
            how = self._bury(worker)
        else:
            worker.pipe.close()
            os.waitpid(worker.process, 0)
            return outcomes
        if len(texts) == 1:
            return [f"the process that rewrote it died twice ({how})"]
        middle = len(texts) // 2
        return [*self._again(texts[:middle]), *self._again(texts[middle:])]

    def _bury(self, worker: _Worker) -> str:
        """Clean up after a process that has died, and return how it ended: a signal or an exit code."""
        worker.pipe.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker.process, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1])
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def _fork(self) -> _Worker:
        ours, theirs = Pipe()
        parent = os.getpid()
        process = os.fork()
        if process:
            theirs.close()
            return _Worker(process, ours)
        code = 1
        try:
            # A child holds copies of the ends of all other pipes. While it does, no other process would see
            # the end of its pipe when the parent dies.
            others = [ours, *self._busy, *(one.pipe for one in self._idle)]
            for pipe in others:
                pipe.close()
            self._begin()
            _obey(parent)
            self._serve(theirs)
            code = 0
        finally:
            os._exit(code)

    def _serve(self, pipe: Connection) -> None:
        while True:
            try:
                texts = pipe.recv()
            except EOFError:
                return
            outcomes = self._rewrite(texts)
            if len(outcomes) != len(texts):
                raise InternalError(f"{len(outcomes)} outcomes of {len(texts)} texts")
            pipe.send(outcomes)


def _obey(parent: int) -> None:
    """Let a child ignore Ctrl-C, which its parent handles, and die with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with contextlib.suppress(OSError, AttributeError):  # not Linux: the child ends at the end of its pipe
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # the parent died before the call above
        os._exit(1)
