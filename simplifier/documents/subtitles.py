"""Subtitles (SubRip and WebVTT): the text of every cue is rewritten; times, styles and notes stay."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import ClassVar, Final

from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.html import escaped
from simplifier.documents.positions import BREAK, WHOLE, Place, PlaceBuilder, fitting_at, replaced, spliced, with_lines

__all__ = ["Srt", "Vtt"]

_LINE: Final = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_TIMES: Final = re.compile(r"\s*(?:\d+:)?\d+:\d\d[.,]\d+[ \t]+-->[ \t]+(?:\d+:)?\d+:\d\d[.,]\d+")
_SRT_MARK: Final = re.compile(r"</?[A-Za-z][^<>]*>|\{\\[^{}]*\}")
_VTT_MARK: Final = re.compile(r"<[^<>]*>|(?P<entity>&(?:[A-Za-z]+|#\d+|#x[0-9a-fA-F]+);)")


class Srt:
    """A SubRip file.

    Args:
        data: the bytes of the file, UTF-8.
        name: the name of the file, for messages.

    Raises:
        FormatError: a byte that is not UTF-8.
    """

    name: ClassVar[str] = "srt"
    suffixes: ClassVar[tuple[str, ...]] = (".srt",)
    _mark: ClassVar[re.Pattern[str]] = _SRT_MARK

    def __init__(self, data: bytes, name: str = "<input>") -> None:
        self._text = decoded(data, name)
        self._passages: list[Passage] = []
        builder: PlaceBuilder | None = None  # collects the text of the current cue; None outside cues
        ended = (0, 0)  # span of the last line end
        for match in _LINE.finditer(self._text):
            start, end = match.span(1)
            if _TIMES.match(match[1]):
                builder = PlaceBuilder()
            elif builder is not None and not match[1].strip():
                self._end(builder)
                builder = None
            elif builder is not None:
                if builder.length:
                    builder.add("\n", *ended, BREAK)
                self._add(builder, start, end)
            ended = match.span(2)
        self._passages = with_lines(self._text, self._passages)

    def _add(self, builder: PlaceBuilder, start: int, end: int) -> None:
        place = start
        for match in self._mark.finditer(self._text, start, end):
            builder.add(self._text[place : match.start()], place, match.start())
            if match.groupdict().get("entity"):
                builder.add(unescape(match[0]), *match.span(), WHOLE)
            place = match.end()
        builder.add(self._text[place:end], place, end)

    def _end(self, builder: PlaceBuilder) -> None:
        text = builder.text()
        if any(map(str.isalpha, text)):
            self._passages.append(Passage(text, builder.place()))

    def passages(self) -> Sequence[Passage]:
        """See `DocumentReader`."""
        return self._passages

    def fitted(self, changed: Sequence[PassageResult]) -> Sequence[PassageResult]:
        """See `DocumentReader`."""
        return [fitting_at(self._passages[one.number], one) for one in changed]

    def written(self, changed: Sequence[PassageResult]) -> bytes:
        """See `DocumentReader`."""
        found = []
        for result in changed:
            passage = self._passages[result.number]
            assert isinstance(passage.place, Place)
            found += replaced(self._text, passage.text, passage.place, result, self._written)
        return spliced(self._text, found).encode("utf-8")

    @staticmethod
    def _written(text: str) -> str:
        return text


class Vtt(Srt):
    """A WebVTT file; see `Srt`."""

    name: ClassVar[str] = "vtt"
    suffixes: ClassVar[tuple[str, ...]] = (".vtt",)
    _mark: ClassVar[re.Pattern[str]] = _VTT_MARK

    @staticmethod
    def _written(text: str) -> str:
        return escaped(text)
