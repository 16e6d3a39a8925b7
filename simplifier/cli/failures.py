"""How a program ends: one line for every error, quietly for a closed pipe or Ctrl-C.

Exit codes: 0 done (or the reader of our output has gone), 1 our mistake or some of many files failed, 2 the
user's, 130 interrupted, 143 terminated. A signal that comes when the outcome is known, while the interpreter
takes itself down, does not change it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, NoReturn

import click

from simplifier.base.errors import InputError, SimplifierError, nearest
from simplifier.base.terminal import say

__all__ = ["run"]

_ENDED_BY_SIGNALS: Final = (130, 143)  # a second Ctrl-C still ends what hangs after the first

#: What click calls a number, and what people do.
_NUMBERS: Final = {
    "integer range": "a whole number",
    "integer": "a whole number",
    "float range": "a number",
    "float": "a number",
}


def run(load: Callable[[], click.Command], name: str, arguments: list[str] | None = None) -> NoReturn:
    """Run a command and end the process.

    Args:
        load: gives the command; importing it belongs to what may fail or be interrupted.
        name: the name of the program, for its help.
        arguments: without the program's name; the process's own if None. With ``--debug`` errors come with
            their traceback.
    """
    code = _outcome(load, name, sys.argv[1:] if arguments is None else arguments)
    if arguments is None and code not in _ENDED_BY_SIGNALS:
        _settle()
    sys.exit(code)


def _outcome(load: Callable[[], click.Command], name: str, given: list[str]) -> int:
    """Run a command, tell what went wrong, and return the exit code."""
    debug = "--debug" in given
    code = 1
    try:
        command = load()
        _complete(command, name)
        # Not command.main, which ends the process by itself when a pipe closes.
        arguments = [each for each in given if each != "--debug"]
        with _terminable(), command.make_context(name, arguments) as context:
            command.invoke(context)
        sys.stdout.flush()
        code = 0
    except click.exceptions.Exit as ended:
        code = ended.exit_code
    except BrokenPipeError:
        _forget_output()
        code = 0
    except (click.Abort, KeyboardInterrupt):
        say("error: interrupted")
        code = 130
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # click 8.2: a group without a subcommand
            click.echo(str(error), err=True)
            return 2
        if debug:
            traceback.print_exc()
        message, code = _explain(error, name)
        say(" ".join(message.split()))
    return code


def _settle() -> None:
    """Let no signal change an outcome that is known.

    The interpreter takes about 0.1 s to take itself down, and in that time it has given the signals back to
    the system: SIGINT would end by the signal what has written its output. Those that are ignored stay so.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the block as an exception does, so that what was begun is cleaned up."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _complete(command: click.Command, name: str) -> None:
    """Answer a shell that asks what may follow on the command line, and end (`simplifier completion`)."""
    variable = f"_{name.upper()}_COMPLETE"
    wanted = os.environ.get(variable)
    if wanted:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(command, {}, name, variable, wanted))


def _explain(error: Exception, name: str) -> tuple[str, int]:
    """Return the line for an error and the exit code."""
    if isinstance(error, click.ClickException):
        hint = "" if isinstance(error, click.FileError) else f"; see {_help_of(error, name)} --help"
        return f"error: {_usage(error)}{hint}", 2
    if isinstance(error, InputError):
        return f"error: {error}", 2
    if isinstance(error, SimplifierError):
        return f"error: {error}; please report it (--debug shows where)", 1
    if isinstance(error, MemoryError):
        return "error: out of memory; give less at once (--threads, --kbest, --pop-limit, shorter text)", 2
    core_error = sys.modules.get("simplifier.core._core")
    if core_error is not None and isinstance(error, core_error.CoreInputError):
        return f"error: {error}", 2
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"error: {place}{error.strerror}", 2
    return f"error: internal: {type(error).__name__}: {error}; please report it (--debug shows where)", 1


def _help_of(error: click.ClickException, name: str) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if isinstance(context, click.Context) else name


def _usage(error: click.ClickException) -> str:
    """Return click's complaint as the end of a sentence, with the nearest command where one was misspelt."""
    message = error.format_message().rstrip(".")
    for kind, wanted in _NUMBERS.items():
        message = message.replace(f"is not a valid {kind}", f"is not {wanted}")
    context = getattr(error, "ctx", None)
    if message.startswith("No such command") and context is not None and "mean" not in message:
        message += nearest(message.split("'")[1], context.command.list_commands(context))
    return message[:1].lower() + message[1:] if message[:2].istitle() else message


def _forget_output() -> None:
    """Let nothing more be written to a closed pipe when the interpreter ends."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)
