"""How results are printed: as text, as k-best lists, as explanations, as JSON lines, as a page."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from simplifier.base.writing import open_output
from simplifier.cli.explained import explained_text

if TYPE_CHECKING:
    from simplifier.cli.terminal.options import View
    from simplifier.pipeline import Simplifier
    from simplifier.records.result import Result, Rewriting

__all__ = ["RecordWriter", "open_page"]

_ENCODE: Final = json.JSONEncoder(ensure_ascii=False).encode


class RecordWriter:
    """Turns results into what is printed, one call per line of input.

    Args:
        style: ``text`` or ``jsonl``.
        kbest: whether a k-best list was asked for.
        several: there are several files, so that records name theirs.
        explain: text is explanations.
        view: says how text is shown, and what records tell beside; None shows it as it is.
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
        """Whether records, explanations or lists of sentences are printed, not the text itself."""
        return self._style == "jsonl" or self._explain or self._kbest

    def write(self, result: Result, name: str, number: int, unit: str = "line") -> str:
        """Return what is printed for a result: a line, or another unit, of the file ``name``."""
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
    """Return ``number ||| sentence ||| name=value ... ||| score``, numbers from 0 as in Moses and Joshua."""
    text = " ".join(rewriting.output.split())
    return f"{number} ||| {text} ||| {rewriting.feature_text()} ||| {rewriting.score:.6f}\n"


@contextlib.contextmanager
def open_page(path: Path | None, simplifier: Simplifier) -> Iterator[Callable[[Result, str], None]]:
    """Give what takes in results with their places; the page on them is there when all is done.

    Args:
        path: of the page; None makes none.
        simplifier: that gave the results.
    """
    if path is None:
        yield lambda result, place: None
        return
    from simplifier.report.rewriting import RewritingReport
    from simplifier.report.rewriting_page import rewriting_page

    report = RewritingReport(simplifier)
    with open_output(path) as stream:
        yield report.add
        stream.write(rewriting_page(report).encode("utf-8"))
