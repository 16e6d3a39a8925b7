"""Printing results: text, k-best lists, explanations, JSON lines; and, beside them, forests and a page."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from simplifier.base.terminal import note, say
from simplifier.base.writing import open_output
from simplifier.record.explanation import UNKNOWN

if TYPE_CHECKING:
    from simplifier.cli.view import View
    from simplifier.decoder import Forest, ForestStatistics
    from simplifier.pipeline import Simplifier
    from simplifier.record.decoded import Rewriting
    from simplifier.record.edits import Change
    from simplifier.record.explanation import Candidate, ChangedPhrase, KeptPhrase
    from simplifier.record.result import Result, SentenceResult
    from simplifier.record.rule_edits import RuleReference
    from simplifier.text import AppliedRule

__all__ = ["RecordWriter", "SearchReport", "explained_text", "open_page", "open_report"]

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode
_NOTHING: Final = "(left out)"
#: The most characters that are shown of each side of a change whose edits stand far apart.
_WIDEST: Final = 60


class RecordWriter:
    """Turns results into printed text, with one call per line of input.

    Args:
        style: ``text`` or ``jsonl``.
        kbest: the length of the k-best list that was asked for, or None.
        several: True if there are several files, so that records name their file.
        explain: ``short`` or ``full`` to print explanations as text; None for none.
        view: the view, which decides how text is shown and adds to records; None shows text as it is.
    """

    def __init__(
        self,
        style: str,
        kbest: int | None,
        several: bool,
        explain: str | None = None,
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
        return self._style == "jsonl" or self._explain is not None or self._kbest

    def write(self, result: Result, name: str, number: int, unit: str = "line") -> str:
        """Return the printed text of a result, which is a line, or another unit, of the file ``name``."""
        if self._style == "jsonl":
            return self._json_lines(result, name, number, unit)
        if self._explain is not None:
            return "".join(explained_text(one, self._explain == "full") for one in result.sentences)
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


def explained_text(sentence: SentenceResult, full: bool = False) -> str:
    """Return the explanation of one sentence as lines, with a blank line at the end.

    Args:
        sentence: the sentence, with its explanation.
        full: True for rules, figures and all candidates; False for one line a change, and a line for words that stayed.
    """
    return "".join(f"{line}\n" for line in (_full_lines if full else _short_lines)(sentence)) + "\n"


def _short_lines(sentence: SentenceResult) -> Iterator[str]:
    yield from _both(sentence)
    yield from _checks(sentence)
    if sentence.changes:
        yield "  changed"
        for change in sentence.changes:
            yield f"    {_sides(sentence, change)}: {change.reason.text}"
    stayed = [] if sentence.explanation is None else sentence.explanation.stayed()
    if stayed:
        yield "  stayed"
        for one in stayed:
            yield f"    {_one_line(one.source)}{': ' if one.candidate is None else ', '}{one.told(one.source)}"


def _full_lines(sentence: SentenceResult) -> Iterator[str]:
    yield from _both(sentence)
    for rule in sentence.rules:
        yield from _structure(rule)
    yield from _checks(sentence)
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


def _both(sentence: SentenceResult) -> Iterator[str]:
    yield f"< {_one_line(sentence.source)}"
    yield f"> {_one_line(sentence.output)}"


def _checks(sentence: SentenceResult) -> Iterator[str]:
    """Yield what the final check did."""
    for check in [part.check for part in sentence.parts if part.check is not None]:
        place = "the sentence stays" if check.rank is None else f"version {check.rank} stands"
        yield f"  final check: {'; '.join(check.failed)}; {place}"


def _sides(sentence: SentenceResult, change: Change) -> str:
    """Return what a change replaces, and by what."""
    source = _one_line(sentence.source[change.start : change.end])
    target = _shown(change.target(sentence.source))
    return f"{_middle_out(source)} -> {_middle_out(target)}"


def _middle_out(text: str) -> str:
    """Return a text without its middle where it is long."""
    half = _WIDEST // 2
    return text if len(text) <= _WIDEST else f"{text[:half].rstrip()} … {text[-half:].lstrip()}"


def _structure(rule: AppliedRule) -> Iterator[str]:
    """Yield what a structural rule did."""
    yield f"  {rule.kind}: {rule.name} (stands with {rule.stands:.2f})"
    yield f"      as in: {' -> '.join(map(_one_line, rule.example))}"
    for piece in rule.dropped:
        yield f"      left out: {_one_line(piece)}"


def _changed(change: ChangedPhrase) -> Iterator[str]:
    edit = change.edit
    yield f"    {_one_line(edit.source)} -> {_shown(edit.target)}: {change.reason.text}"
    if change.reason.detail:
        yield f"      {change.reason.detail}"
    yield f"      rule: {_rule(edit.rule)}"
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
        yield f"      {UNKNOWN.text}"


def _candidates(candidates: Sequence[Candidate]) -> Iterator[str]:
    for one in candidates:
        yield f"      not {_shown(one.target)}: {one.reason.text}"
        if one.reason.detail:
            yield f"        {one.reason.detail}"
        numbers = (("stands", one.stands), ("helps", one.helps), ("gain", one.gain))
        told = ", ".join(f"{name} {value:.2f}" for name, value in numbers if value is not None)
        if told:
            yield f"        {told}"
        if one.rule is not None:
            yield f"        rule: {_rule(one.rule)}"


def _rule(rule: RuleReference) -> str:
    origins = ": ".join(filter(None, (rule.grammar, ", ".join(rule.provenance))))
    return f"{rule.lhs} | {rule.source} | {_shown(rule.target)} ({origins})"


def _shown(target: str) -> str:
    return _one_line(target) or _NOTHING


def _one_line(text: str) -> str:
    return " ".join(text.split())
