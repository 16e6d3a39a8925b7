"""How results are printed: as text, as k-best lists, as explanations, as JSON lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from simplifier.cli.explained import explained_text

if TYPE_CHECKING:
    from simplifier.records.result import Result, Rewriting

__all__ = ["RecordWriter"]


class RecordWriter:
    """Turns results into what is printed, one call per line of input.

    Args:
        style: ``text`` or ``jsonl``.
        kbest: whether a k-best list was asked for.
        several: there are several files, so that records name theirs.
        explain: text is explanations.
    """

    def __init__(self, style: str, kbest: int | None, several: bool, explain: bool = False) -> None:
        self._style = style
        self._kbest = kbest is not None
        self._several = several
        self._explain = explain
        self._sentence = 0

    def write(self, result: Result, name: str, line: int) -> str:
        """Return what is printed for a result that begins at ``line`` of the file ``name``."""
        if self._style == "jsonl":
            return self._json_lines(result, name, line)
        if self._explain:
            return "".join(map(explained_text, result.sentences))
        if self._kbest:
            return self._kbest_lines(result)
        return result.text

    def _json_lines(self, result: Result, name: str, line: int) -> str:
        place: dict[str, object] = {"file": name} if self._several else {}
        place["line"] = line
        lines = [json.dumps(place | sentence.to_json(), ensure_ascii=False) for sentence in result.sentences]
        return "".join(f"{one}\n" for one in lines)

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
