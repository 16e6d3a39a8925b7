"""How a program ends: one line for every error, quietly for a closed pipe or Ctrl-C.

Exit codes: 0 done (or the reader of the output has gone), 1 a mistake of the program or a failure of some of many
files, 2 a mistake of the user, 130 interrupted, 143 terminated. A signal that comes while the interpreter shuts
down does not change the exit code.
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

_ENDED_BY_SIGNALS: Final = (130, 143)  # signals stay active, so that a second Ctrl-C ends a program that hangs

#: Click's names of numbers, and the words for people.
_NUMBERS: Final = {
    "integer range": "a whole number",
    "integer": "a whole number",
    "float range": "a number",
    "float": "a number",
}


def run(load: Callable[[], click.Command], name: str, arguments: list[str] | None = None) -> NoReturn:
    """Run a command and end the process.

    Args:
        load: a function that returns the command. It imports the command, so that a failure there is reported too.
        name: the name of the program, for its help.
        arguments: the arguments without the name of the program; those of the process if None. With ``--debug``,
            errors are printed with their traceback.
    """
    code = _outcome(load, name, sys.argv[1:] if arguments is None else arguments)
    if arguments is None and code not in _ENDED_BY_SIGNALS:
        _settle()
    sys.exit(code)


def _outcome(load: Callable[[], click.Command], name: str, given: list[str]) -> int:
    """Run a command, print its error if there is one, and return the exit code."""
    debug = "--debug" in given
    code = 1
    try:
        command = load()
        _complete(command, name)
        # Not `command.main`, which would itself end the process when a pipe closes.
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
    """Ignore signals from here on, so that none changes an exit code that is known.

    The interpreter takes about 0.1 s to shut down. In that time signals have their default action again, and SIGINT
    would kill a program that has written its output. Ignored signals stay ignored.
    """
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the block by an exception, so that unfinished work is cleaned up."""

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
    """If a shell asks for completions, print them and end the program (`simplifier completion`)."""
    variable = f"_{name.upper()}_COMPLETE"
    wanted = os.environ.get(variable)
    if wanted:
        from click.shell_completion import shell_complete

        sys.exit(shell_complete(command, {}, name, variable, wanted))


def _explain(error: Exception, name: str) -> tuple[str, int]:
    """Return the one-line message for an error, and the exit code."""
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
    """Return click's message in the style of other errors, with the nearest command for a misspelt one."""
    message = error.format_message().rstrip(".")
    for kind, wanted in _NUMBERS.items():
        message = message.replace(f"is not a valid {kind}", f"is not {wanted}")
    context = getattr(error, "ctx", None)
    if message.startswith("No such command") and context is not None and "mean" not in message:
        message += nearest(message.split("'")[1], context.command.list_commands(context))
    return message[:1].lower() + message[1:] if message[:2].istitle() else message


def _forget_output() -> None:
    """Send further output nowhere, so that the interpreter does not write to a closed pipe at its end."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.close(sink)
