"""Printing results: text, k-best lists, explanations, JSON lines; and, beside them, forests and a page."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from simplifier.base.terminal import note, say
from simplifier.base.writing import open_output

if TYPE_CHECKING:
    from simplifier.cli.view import View
    from simplifier.decoder import Forest, ForestStatistics
    from simplifier.pipeline import Simplifier
    from simplifier.record.decoded import Rewriting
    from simplifier.record.explanation import Candidate, ChangedPhrase, KeptPhrase
    from simplifier.record.result import Result, SentenceResult
    from simplifier.text import AppliedRule

__all__ = ["RecordWriter", "SearchReport", "explained_text", "open_page", "open_report"]

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode
_NOTHING: Final = "(left out)"


class RecordWriter:
    """Turns results into printed text, with one call per line of input.

    Args:
        style: ``text`` or ``jsonl``.
        kbest: the length of the k-best list that was asked for, or None.
        several: True if there are several files, so that records name their file.
        explain: True to print explanations as text.
        view: the view, which decides how text is shown and adds to records; None shows text as it is.
    """

    def __init__(
        self,
        style: str,
        kbest: int | None,
        several: bool,
        explain: bool = False,
        view: View | None = None,
    ) -> None:
        self._style = style
        self._kbest = kbest is not None
        self._several = several
        self._explain = explain
        self._view = view
        self._sentence = 0

    @property
    def of_sentences(self) -> bool:
        """True if records, explanations or lists of sentences are printed instead of the text itself."""
        return self._style == "jsonl" or self._explain or self._kbest

    def write(self, result: Result, name: str, number: int, unit: str = "line") -> str:
        """Return the printed text of a result, which is a line, or another unit, of the file ``name``."""
        if self._style == "jsonl":
            return self._json_lines(result, name, number, unit)
        if self._explain:
            return "".join(map(explained_text, result.sentences))
        if self._kbest:
            return self._kbest_lines(result)
        return result.text if self._view is None else self._view.text(result)

    def _json_lines(self, result: Result, name: str, number: int, unit: str) -> str:
        place: dict[str, object] = {"file": name} if self._several else {}
        place[unit] = number
        records = [place | one.to_json() for one in result.sentences]
        if self._view is not None:
            records = [record | self._view.record(one) for record, one in zip(records, result.sentences, strict=True)]
        return "".join([f"{_ENCODE(record)}\n" for record in records])

    def _kbest_lines(self, result: Result) -> str:
        lines: list[str] = []
        for sentence in result.sentences:
            lines += [_kbest_line(self._sentence, rewriting) for rewriting in sentence.kbest]
            self._sentence += 1
        return "".join(lines)


def _kbest_line(number: int, rewriting: Rewriting) -> str:
    """Return ``number ||| sentence ||| name=value ... ||| score``, with numbers from 0 as in Moses and Joshua."""
    text = " ".join(rewriting.output.split())
    return f"{number} ||| {text} ||| {rewriting.feature_text()} ||| {rewriting.score:.6f}\n"


@contextlib.contextmanager
def open_page(path: Path | None, simplifier: Simplifier) -> Iterator[Callable[[Result, str, str], None]]:
    """Yield a function that takes results with their places and files; the page is written when the block ends.

    Args:
        path: the path of the page; None for no page.
        simplifier: the model of the results.
    """
    if path is None:
        yield lambda result, place, file: None
        return
    from simplifier.report.rewriting import RewritingReport
    from simplifier.report.rewriting_page import rewriting_page

    report = RewritingReport(simplifier)
    with open_output(path) as stream:
        yield report.add
        stream.write(rewriting_page(report).encode("utf-8"))


class SearchReport:
    """Writes forests, and reports what happened in the search of each sentence."""

    def __init__(self, forests: BinaryIO | None, statistics: bool) -> None:
        self._forests = forests
        self._statistics = statistics
        self._sentence = 0

    @property
    def wants_forests(self) -> bool:
        """True if a report needs forests."""
        return self._statistics or self._forests is not None

    def write(self, result: Result, place: str) -> None:
        """Report on the sentences of a result that begins at ``place``."""
        for sentence in result.sentences:
            if sentence.impossible:
                note(f"{place}: no rewriting satisfies the constraints; the sentence stays")
            if sentence.timed_out:
                note(f"{place}: time ran out; the best version so far is given")
            for search, forest in zip(sentence.searches, sentence.forests, strict=True):
                self.tell(search, forest)

    def tell(self, search: ForestStatistics | None, forest: Forest | None) -> None:
        """Report the search and the forest of the next sentence."""
        if self._statistics and search is not None:
            say(f"forest: {self._sentence}: {search}")
        if self._forests is not None and forest is not None:
            record = {"number": self._sentence, **forest.to_json()}
            self._forests.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())
        self._sentence += 1


@contextlib.contextmanager
def open_report(forest: Path | None, statistics: bool) -> Iterator[SearchReport]:
    """Open the file of forests, if there is one; it appears when the block ends."""
    if forest is None:
        yield SearchReport(None, statistics)
        return
    with open_output(forest) as stream:
        yield SearchReport(stream, statistics)


def explained_text(sentence: SentenceResult) -> str:
    """Return the explanation of one sentence as lines, with a blank line at the end."""
    return "".join(f"{line}\n" for line in _lines(sentence)) + "\n"


def _lines(sentence: SentenceResult) -> Iterator[str]:
    yield f"< {_one_line(sentence.source)}"
    yield f"> {_one_line(sentence.output)}"
    for rule in sentence.rules:
        yield from _structure(rule)
    for check in [part.check for part in sentence.parts if part.check is not None]:
        place = "the sentence stays" if check.rank is None else f"version {check.rank} stands"
        yield f"  final check: {'; '.join(check.failed)}; {place}"
    if sentence.explanation is None:
        return
    if sentence.explanation.changed:
        yield "  changed"
        for change in sentence.explanation.changed:
            yield from _changed(change)
    if sentence.explanation.kept:
        yield "  stayed"
        for phrase in sentence.explanation.kept:
            yield from _kept(phrase)


def _structure(rule: AppliedRule) -> Iterator[str]:
    """Yield what a structural rule did."""
    yield f"  {rule.kind}: {rule.name} (stands with {rule.stands:.2f})"
    yield f"      as in: {' -> '.join(map(_one_line, rule.example))}"
    for piece in rule.dropped:
        yield f"      left out: {_one_line(piece)}"


def _changed(change: ChangedPhrase) -> Iterator[str]:
    edit, rule = change.edit, change.edit.rule
    yield f"    {_one_line(edit.source)} -> {_shown(edit.target)}: {change.reason.text}"
    yield f"      rule: {rule.lhs} | {rule.source} | {_shown(rule.target)} ({rule.grammar})"
    if edit.spelling:
        yield f"      spelling: {edit.spelling}"
    if change.contributions:
        parts = ", ".join(f"{name} {value:+.2f}" for name, value in change.contributions.items())
        yield f"      for it: {parts}"
    yield from _candidates(change.runners_up)


def _kept(phrase: KeptPhrase) -> Iterator[str]:
    yield f"    {_one_line(phrase.source)}"
    yield from _candidates(phrase.candidates)
    if not phrase.candidates:
        yield "      no rule has other words for it"


def _candidates(candidates: Sequence[Candidate]) -> Iterator[str]:
    for one in candidates:
        yield f"      not {_shown(one.target)}: {one.reason.text}"


def _shown(target: str) -> str:
    return _one_line(target) or _NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())
