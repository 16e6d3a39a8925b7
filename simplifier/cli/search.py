"""Options of `simplify` about the search: constraints, candidates, time, forests."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from simplifier.base.errors import ConfigError
from simplifier.base.terminal import note, say
from simplifier.base.writing import open_output

if TYPE_CHECKING:
    from simplifier.decoder import Forest, ForestStatistics
    from simplifier.languages import Language
    from simplifier.records.requests import SearchRequest
    from simplifier.records.result import Result

__all__ = ["SearchReport", "open_report", "search_options", "search_request"]

Command = TypeVar("Command", bound=Callable[..., Any])

_CANDIDATES = 100


def search_options(command: Command) -> Command:
    """Add the options to a command."""
    options = [
        click.option("--markup", is_flag=True, help='Obey <keep>...</keep> and <replace with="...">...</replace>.'),
        click.option("--must-contain", multiple=True, metavar="PHRASE", help="In every new sentence; repeatable."),
        click.option("--must-not-contain", multiple=True, metavar="PHRASE", help="In no new sentence; repeatable."),
        click.option("--timeout-seconds", type=click.FloatRange(0), metavar="X", help="For a sentence; 0: none."),
        click.option(
            "--mbr",
            metavar="METRIC",
            help=f"Choose by expected METRIC among the candidates (--kbest or {_CANDIDATES}).",
        ),
        click.option("--mbr-scale", type=click.FloatRange(0), default=1.0, show_default=True, metavar="X"),
        click.option(
            "--forest", type=click.Path(path_type=Path), metavar="FILE", help="Write the forests, JSON lines."
        ),
        click.option("--forest-stats", is_flag=True, help="Tell on standard error how large each search was."),
        click.option("--trees", is_flag=True, help="With jsonl: derivation trees and word alignments."),
        click.option(
            "--lattice",
            is_flag=True,
            help="Input is a lattice a line, as JSON or PLF (docs/guide/search.md).",
        ),
        click.option(
            "--force",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Tell whether and how each line's target in FILE is derived.",
        ),
        click.option(
            "--force-lattice",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="The same where a line of FILE is a lattice: the best way through it that is derived.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def search_request(
    language: Language,
    must_contain: tuple[str, ...],
    must_not_contain: tuple[str, ...],
    mbr: str | None,
    mbr_scale: float,
    kbest: int | None,
    forest: bool,
    statistics: bool,
    trees: bool,
) -> SearchRequest:
    """Return what the options ask for.

    Raises:
        InputError: a phrase without words, or an unknown metric.
    """
    from simplifier.decoder import Constraints
    from simplifier.records.requests import SearchRequest

    def phrases(option: str, texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        found = tuple(tuple(language.tokenise_forms(text)) for text in texts)
        if not all(found):
            raise ConfigError(f"{option}: a phrase without words")
        return found

    constraints = Constraints(phrases("--must-contain", must_contain), phrases("--must-not-contain", must_not_contain))
    reordering = None
    if mbr is not None:
        from simplifier.evaluation.reordering.minimum_bayes_risk import MbrReordering

        reordering = MbrReordering(mbr, mbr_scale, language)
    candidates = 1 if mbr is None else kbest or _CANDIDATES
    return SearchRequest(constraints, forest, statistics, reordering, candidates, trees)


class SearchReport:
    """Writes forests and tells what happened to sentences."""

    def __init__(self, forests: BinaryIO | None, statistics: bool) -> None:
        self._forests = forests
        self._statistics = statistics
        self._sentence = 0

    @property
    def wants_forests(self) -> bool:
        """Whether there is anything to report that forests are needed for."""
        return self._statistics or self._forests is not None

    def write(self, result: Result, place: str) -> None:
        """Report the sentences of a result that begins at ``place``."""
        for sentence in result.sentences:
            if sentence.impossible:
                note(f"{place}: no rewriting satisfies the constraints; the sentence stays")
            if sentence.timed_out:
                note(f"{place}: time ran out; the best version so far is given")
            self.tell(sentence.search, sentence.forest)

    def tell(self, search: ForestStatistics | None, forest: Forest | None) -> None:
        """Report what is known of the next sentence's search."""
        if self._statistics and search is not None:
            say(f"forest: {self._sentence}: {search}")
        if self._forests is not None and forest is not None:
            record = {"number": self._sentence, **forest.to_json()}
            self._forests.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())
        self._sentence += 1


@contextlib.contextmanager
def open_report(forest: Path | None, statistics: bool) -> Iterator[SearchReport]:
    """Open the file of forests, if there is one; it is there when all is done."""
    if forest is None:
        yield SearchReport(None, statistics)
        return
    with open_output(forest) as stream:
        yield SearchReport(stream, statistics)
