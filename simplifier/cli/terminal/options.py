"""Options of `simplify` about what people see and decide, and how they come together."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from simplifier.base.errors import ConfigError
from simplifier.base.terminal import say
from simplifier.cli.terminal.diff import COLOUR_CHOICES, in_colour, marked_result
from simplifier.cli.terminal.levels import LEVELS, Level, ReadingLevel
from simplifier.cli.terminal.summary import Summary

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.records.requests import SearchRequest
    from simplifier.records.result import Result, SentenceResult

__all__ = ["TerminalOptions", "View", "terminal_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class TerminalOptions:
    """The options as they were given; ``summary`` is None where nothing was said of it."""

    summary: bool | None = None
    diff: bool = False
    color: str = "auto"
    interactive: bool = False
    level: str | None = None
    grade: float | None = None

    @property
    def quiet(self) -> bool:
        """Whether nothing is to be said beside the text."""
        return self.summary is False

    def check(self, *, special: bool, jsonl: bool, markup: bool, search: bool) -> None:
        """Refuse what does not go together.

        Args:
            special: text is k-best lists or explanations.
            jsonl: output is records.
            markup: the text has markup.
            search: lattices or forced targets, which are no text.

        Raises:
            ConfigError: names the options.
        """
        leveled = self.level is not None or self.grade is not None
        if self.level is not None and self.grade is not None:
            raise ConfigError("--level and --grade say the same; give one of the two")
        if search and (self.diff or self.interactive or leveled or self.summary):
            raise ConfigError(
                "--lattice, --force and --force-lattice go without --diff, --interactive, --level, --grade "
                "and --summary"
            )
        if self.diff and (special or jsonl):
            raise ConfigError("--diff goes without --kbest, --explain and --format jsonl")
        if self.interactive and (special or jsonl or markup):
            raise ConfigError("--interactive goes without --kbest, --explain, --markup and --format jsonl")


def terminal_options(command: _Command) -> _Command:
    """Add the options to a command, given on as ``terminal``."""

    @functools.wraps(command)
    def with_terminal(
        *arguments: Any,
        quiet: bool,
        summary: bool,
        diff: bool,
        color: str,
        interactive: bool,
        level: str | None,
        grade: float | None,
        **options: Any,
    ) -> Any:
        if quiet and summary:
            raise ConfigError("--quiet and --summary say the opposite; give one of the two")
        wanted = True if summary else False if quiet else None
        terminal = TerminalOptions(wanted, diff, color, interactive, level, grade)
        return command(*arguments, terminal=terminal, **options)

    decorated: Callable[..., Any] = with_terminal
    for option in reversed(
        [
            click.option("--diff", is_flag=True, help="Print the text with old and new words marked."),
            click.option("--interactive", is_flag=True, help="Ask about every change: accept, reject, choose another."),
            click.option(
                "--level",
                type=click.Choice(list(LEVELS), case_sensitive=False),
                help="Leave sentences alone that are this easy already (roughly).",
            ),
            click.option(
                "--grade",
                type=click.FloatRange(0, 30),
                metavar="N",
                help="The same by school grade (Flesch-Kincaid).",
            ),
            click.option("--summary", is_flag=True, help="Sum up on standard error.  [default: a terminal]"),
            click.option("--quiet", is_flag=True, help="No summary, bar or hint."),
            click.option("--color", type=click.Choice(COLOUR_CHOICES), default="auto", help="Colour in --diff."),
        ]
    ):
        decorated = option(decorated)
    return decorated  # type: ignore[return-value]


class View:
    """What a person sees of a run, and decides.

    Args:
        options: as given.
        simplifier: that is to run.
        output: where the text goes; None is standard output.
        user_rules: where the user's list is, or is to be.
    """

    def __init__(
        self, options: TerminalOptions, simplifier: Simplifier, output: Path | None, user_rules: Path | None
    ) -> None:
        self.options = options
        self._simplifier = simplifier
        wanted = sys.stderr.isatty() if options.summary is None else options.summary
        self._summary = Summary(simplifier.language) if wanted else None
        self._level: ReadingLevel | None = None
        level = LEVELS[options.level] if options.level is not None else None
        if options.grade is not None:
            level = Level(options.grade)
        if level is not None:
            from simplifier.policy.hard_words import HardWords

            words = HardWords(simplifier.decoder.grammars, simplifier.language)
            self._level = ReadingLevel(level, simplifier.language, words)
        colour = in_colour(options.color, sys.stdout if output is None else sys.stderr)
        self._in_colour = colour and (output is None or options.color == "always")
        self._questions = None
        if options.interactive:
            from simplifier.cli.terminal.interactive import Questions

            self._questions = Questions(simplifier, options.color, user_rules)

    def results(
        self,
        lines: Iterable[str],
        name: str,
        kbest: int | None,
        batch: int,
        request: SearchRequest,
        document: bool = False,
    ) -> Iterator[Result]:
        """Yield the results of the lines of a file as they are to be written."""
        if self._questions is not None:
            found: Iterable[Result] = self._questions.results(lines, name, request, self._leveled)
        else:
            found = map(self._leveled, self._simplifier.stream(lines, kbest, batch, request, document=document))
        for result in found:
            if self._summary is not None:
                self._summary.add(result)
            yield result

    def text(self, result: Result) -> str:
        """Return the text of a result."""
        return marked_result(result, self._in_colour) if self.options.diff else result.text

    def record(self, sentence: SentenceResult) -> dict[str, object]:
        """Return what jsonl tells of a sentence beyond its own record."""
        return {} if self._level is None else self._level.record(sentence)

    def hint(self, *, waiting: bool) -> None:
        """Say that text is waited for, if it is, to somebody who may not know."""
        if waiting and sys.stderr.isatty() and not self.options.quiet:
            say("reading from the keyboard; end with Ctrl-D")

    def finish(self) -> None:
        """Print the summary where one is wanted."""
        if self._summary is not None:
            say(self._summary.line())
            if self._level is not None:
                say(self._level.summary())

    def _leveled(self, result: Result) -> Result:
        return result if self._level is None else self._level.applied(result)
