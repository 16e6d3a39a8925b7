"""The person's view of a run: marked text, questions, easy sentences that stay, a summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from simplifier.base.terminal import say
from simplifier.cli.terminal.diff import in_colour, marked_result
from simplifier.cli.terminal.levels import LEVELS, Level, ReadingLevel

if TYPE_CHECKING:
    from simplifier.cli.run import Run
    from simplifier.languages import Language
    from simplifier.pipeline import Simplifier
    from simplifier.record.request import SearchRequest
    from simplifier.record.result import Result, SentenceResult
    from simplifier.record.tally import Tally

    #: Returns a result, given with the number of its passage, without what the file cannot take.
    Fitted = Callable[[int, Result], Result]

__all__ = ["Summary", "View"]


class View:
    """The person's view of a run: what is shown, and what the person decides.

    Args:
        run: the run as the command line describes it.
        simplifier: the model of the run.

    Attributes:
        simplifier: the model that rewrites.
    """

    def __init__(self, run: Run, simplifier: Simplifier) -> None:
        self._run = run
        self.simplifier = simplifier
        wanted = run.reporting.summary or (sys.stderr.isatty() and not run.reporting.quiet)
        self._summary = Summary(simplifier.language) if wanted else None
        self._level = self._reading_level()
        output, color = run.writing.output, run.writing.color
        colour = in_colour(color, sys.stdout if output is None else sys.stderr)
        self._in_colour = colour and (output is None or color == "always")
        self._questions = None
        if run.rewriting.interactive:
            from simplifier.cli.terminal.interactive import Questions

            self._questions = Questions(simplifier, color, run.rewriting.user_rules)

    def _reading_level(self) -> ReadingLevel | None:
        name, grade = self._run.rewriting.level, self._run.rewriting.grade
        if name is None and grade is None:
            return None
        from simplifier.policy.hard_words import HardWords

        level = LEVELS[name] if name is not None else Level(grade or 0.0)
        language = self.simplifier.language
        return ReadingLevel(level, language, HardWords(self.simplifier.decoder.grammars, language))

    @property
    def asks(self) -> bool:
        """True if a person is asked about every change."""
        return self._questions is not None

    def results(
        self,
        lines: Iterable[str],
        place: Callable[[int], str],
        batch: int,
        request: SearchRequest,
        *,
        document: bool,
        apart: bool = False,
        fitted: Fitted = lambda number, result: result,
    ) -> Iterator[Result]:
        """Yield the results of the lines or passages of a file, as the person wants them.

        Args:
            lines: the lines with their line ends, or the passages.
            place: tells where a line or passage stands, by its number from 0.
            batch: the number of sentences that are decoded together.
            request: the request for every sentence.
            document: True if the lines are one document.
            apart: True if every line is a passage of its own.
            fitted: takes back what the file cannot take; nobody is asked about that.
        """
        if self._questions is not None:

            def prepared(number: int, result: Result) -> Result:
                return fitted(number, self._leveled(result))

            yield from self._questions.results(lines, place, request, prepared, apart)
            return
        kbest = self._run.rewriting.kbest
        yield from map(
            self._leveled, self.simplifier.stream(lines, kbest, batch, request, apart=apart, document=document)
        )

    def count(self, result: Result) -> None:
        """Count a result as it was written."""
        if self._summary is not None:
            self._summary.add(result)
        if self._level is not None:
            self._level.add(result)

    def tell(self, name: str, results: Iterable[Result]) -> None:
        """Print the counts of one of several files, if a summary is wanted."""
        if self._summary is not None:
            say(f"{name}: {self._summary.counts(results)}")

    def text(self, result: Result) -> str:
        """Return the text of a result, with marks if they were asked for."""
        return marked_result(result, self._in_colour) if self._run.writing.diff else result.text

    def record(self, sentence: SentenceResult) -> dict[str, object]:
        """Return the fields that a sentence has in jsonl besides its own record."""
        return {} if self._level is None else self._level.record(sentence)

    def hint(self, *, waiting: bool) -> None:
        """Tell a person at a terminal that the program waits for typed text."""
        if waiting and sys.stderr.isatty() and not self._run.reporting.quiet:
            say("reading from the keyboard; end with Ctrl-D")

    def finish(self) -> None:
        """Print the summary if one is wanted."""
        if self._summary is not None:
            say(self._summary.line())
            if self._level is not None:
                say(self._level.summary())

    def _leveled(self, result: Result) -> Result:
        return result if self._level is None else self._level.applied(result)


class Summary:
    """Adds up results as they come. Its seconds count from its creation.

    Args:
        language: the language of the text.
    """

    def __init__(self, language: Language) -> None:
        from simplifier.record.tally import Tally  # loaded only where it is of use

        self._new = partial(Tally, language)
        self._tally = self._new()
        self._began = time.perf_counter()

    def add(self, result: Result) -> None:
        """Count the sentences of a result, as they were before any was split."""
        self._tally.add(result)

    def counts(self, results: Iterable[Result]) -> str:
        """Return the counts of some results by themselves."""
        tally = self._new()
        for result in results:
            tally.add(result)
        return _counts(tally)

    def line(self) -> str:
        """Return the summary of what was added."""
        tally = self._tally
        parts = [_counts(tally)]
        before, after = tally.before.grade, tally.after.grade
        if before is not None and after is not None:
            parts.append(f"reading grade {before:.1f} -> {after:.1f} (Flesch-Kincaid)")
        parts.append(f"{time.perf_counter() - self._began:.1f} s")
        return "; ".join(parts)


def _counts(tally: Tally) -> str:
    sentences = f"{_counted(tally.sentences, 'sentence')}, {tally.changed} changed"
    return f"{sentences}; {_counted(tally.changes, 'change')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
