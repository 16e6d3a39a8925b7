"""The answers of the API as plain values, and the rewriting behind them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from simplifier.pipeline import Simplifier
from simplifier.record.offers import offers_of
from simplifier.record.request import SearchRequest
from simplifier.record.result import Result, SentenceResult
from simplifier.record.tally import Tally
from simplifier.server.work import Stop
from simplifier.suggestions.readability import hard_words
from simplifier.text.markup import MarkedText
from simplifier.web.refusal import Refusal

__all__ = ["Rewritten", "rewrite"]

#: Sentences decoded between two checks of the time limit.
_BATCH: Final = 20
#: An explained sentence takes about so many times as long; limits are divided by it.
_EXPLAINING: Final = 10
#: Lines of more characters have their sentences counted before the work begins.
_LONG_LINE: Final = 5000
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


class Rewritten(NamedTuple):
    """A rewritten text.

    Attributes:
        text: the new text.
        sentences: the results of the sentences, with starts counted from the beginning of the text.
        lines: for every sentence, the number of the line where its paragraph begins, from 1.
    """

    text: str
    sentences: list[SentenceResult]
    lines: list[int]

    def to_json(self, simplifier: Simplifier, features: bool = True) -> dict[str, Any]:
        """Return the whole answer.

        Args:
            simplifier: the model that rewrote the text.
            features: false to leave out the features of sentences and edits.
        """
        records = []
        tally = Tally(simplifier.language)
        for line, one in zip(self.lines, self.sentences, strict=True):
            record = {"line": line, **one.to_json()}
            if one.explanation is not None:
                record["hard"] = hard_words(one, simplifier.language, simplifier.difficulty)
                record["offers"] = [offer.to_json() for offer in offers_of(one, simplifier.language)]
            records.append(record if features else _without_features(record))
        tally.add(Result("", self.text, tuple(self.sentences)))
        return {"text": self.text, "summary": tally.to_json(), "sentences": records}


def rewrite(
    simplifier: Simplifier,
    text: str,
    stop: Stop,
    most: int,
    explain: bool = False,
    part: tuple[int, int] | None = None,
) -> Rewritten:
    """Rewrite a text.

    Args:
        simplifier: the simplifier, with the options of the request.
        text: a text of any length; a `MarkedText` if spans of it must stay (not with ``part``).
        stop: checked after every few sentences.
        most: the largest number of sentences that is taken.
        explain: true to record why words changed and why others stayed.
        part: half-open characters of the text; only the paragraphs that they touch are rewritten, as paragraphs of
            this text. Everything if None.

    Raises:
        Refusal: 422 if there are too many sentences, 504 when the time is over.
    """
    pieces: list[str] = []
    sentences: list[SentenceResult] = []
    lines: list[int] = []
    request = SearchRequest(explain=explain, before_batch=stop.check)
    most = max(1, most // _EXPLAINING) if explain else most
    batch = _BATCH // _EXPLAINING if explain else _BATCH
    begin, end = (0, len(text)) if part is None else _paragraphs(text, *part)
    if part is None:
        found = simplifier.stream(_lines(simplifier, text, most), 1, batch, request, document=True)
    else:
        found = simplifier.stream(_lines(simplifier, text[begin:end], most), 1, batch, request, whole=text)
    offset, line = begin, text.count("\n", 0, begin) + 1
    for result in found:
        own = [dataclasses.replace(one, start=one.start + offset) for one in result.sentences]
        pieces.append(result.text)
        sentences += own
        lines += [line] * len(own)
        if len(sentences) > most:
            raise _too_many(most)
        offset += len(result.source)
        line += result.source.count("\n")
    return Rewritten("".join(pieces), sentences, lines)


def _paragraphs(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a place grown to whole lines."""
    last = text.find("\n", max(start, end - 1))
    return text.rfind("\n", 0, start) + 1, len(text) if last < 0 else last + 1


def _lines(simplifier: Simplifier, text: str, most: int) -> Iterator[str]:
    """Yield the lines of a text; a text that clearly has too many sentences is refused before it is rewritten."""
    filled = 0
    for found in _LINE.finditer(text):
        line = text.cut(*found.span()) if isinstance(text, MarkedText) else found[0]
        filled += bool(line.strip())
        if filled > most:
            raise _too_many(most)
        # A short line has few sentences, and is counted when it has been rewritten.
        if len(line) > _LONG_LINE and len(simplifier.language.sentence_spans(line)) > most:
            raise _too_many(most)
        yield line


def _too_many(most: int) -> Refusal:
    return Refusal(422, f"the text has more than {most} sentences; send less at once")


def _without_features(value: Any) -> Any:
    """Return plain values without feature values, however deep they stand."""
    if isinstance(value, dict):
        return {name: _without_features(own) for name, own in value.items() if name != "features"}
    return [_without_features(own) for own in value] if isinstance(value, list) else value
