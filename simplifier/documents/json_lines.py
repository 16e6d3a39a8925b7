"""JSON Lines: strings in the named fields are rewritten in place; the rest of a line stays, escapes included."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Sequence
from typing import ClassVar, Final

from simplifier.base.errors import FormatError
from simplifier.documents.base import Passage, PassageResult
from simplifier.documents.decoding import decoded
from simplifier.documents.positions import WHOLE, Place, PlaceBuilder, fitting_at, replaced, spliced, with_lines

__all__ = ["JsonLines"]

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_ESCAPE: Final = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")
_Path = tuple[str, ...]


class JsonLines:
    """A file with one JSON value per line.

    Args:
        data: the bytes of the file, UTF-8.
        name: the name of the file, for messages.
        fields: the fields whose strings are running text, each as keys with dots between. If a value on the way is a
            list, all its members are searched.

    Raises:
        FormatError: a byte that is not UTF-8, a line that is not JSON, no fields, or a field that no line has.
    """

    name: ClassVar[str] = "jsonl"
    suffixes: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")

    def __init__(self, data: bytes, name: str = "<input>", fields: Sequence[str] = ()) -> None:
        if not fields:
            raise FormatError(name, "JSON Lines: say which fields are text with --field NAME, such as --field a.b")
        self._text = decoded(data, name)
        self._decoder = json.JSONDecoder(parse_int=float)  # float reads integers of any length; no number is used
        self._ascii = self._text.isascii()
        self._passages: list[Passage] = []
        paths = {tuple(field.split(".")): field for field in fields}
        found: set[_Path] = set()
        following = int(self._text.startswith("\ufeff"))
        for number, line in enumerate(self._text[following:].split("\n"), 1):
            start, following = following, following + len(line) + 1
            if not line.strip():
                continue
            start = self._space(start)
            try:
                self._decoder.decode(line)
                for path in paths:
                    for string in self._strings(start, path):
                        found.add(path)
                        self._add(string)
            except json.JSONDecodeError as error:
                raise FormatError(name, f"not JSON: {error.msg} (column {error.colno})", number) from None
            except RecursionError:
                raise FormatError(name, "not JSON: too deep", number) from None
        for path, field in paths.items():
            if path not in found and self._text.strip():
                raise FormatError(name, f"no line has a text in the field {field!r}; name another with --field")
        # A line is searched field by field, so that its passages are not yet in the order of the file.
        self._passages = with_lines(self._text, sorted(self._passages, key=_first))

    def _space(self, place: int) -> int:
        match = _SPACE.match(self._text, place)
        assert match is not None
        return match.end()

    def _strings(self, place: int, path: _Path | None) -> Generator[int, None, int]:
        """Yield the starts of the strings that a path leads to from a value.

        Args:
            place: the start of the value, which must be valid JSON.
            path: the keys that are left; None to skip the value.

        Returns:
            The end of the value.
        """
        text = self._text
        if path is None or text[place] not in "[{" or (text[place] == "{" and not path):
            if text[place] == '"' and path == ():
                yield place
            return self._decoder.raw_decode(text, place)[1]
        members = text[place] == "{"
        place = self._space(place + 1)
        while text[place] not in "]}":
            rest: _Path | None = path
            if members:
                key, place = self._decoder.raw_decode(text, place)
                rest = path[1:] if key == path[0] else None
                place = self._space(self._space(place) + 1)
            place = self._space((yield from self._strings(place, rest)))
            if text[place] == ",":
                place = self._space(place + 1)
        return place + 1

    def _add(self, start: int) -> None:
        end = self._decoder.raw_decode(self._text, start)[1] - 1
        builder = PlaceBuilder()
        place = start + 1
        for match in _ESCAPE.finditer(self._text, place, end):
            builder.add(self._text[place : match.start()], place, match.start())
            builder.add(json.loads(f'"{match[0]}"'), *match.span(), WHOLE)
            place = match.end()
        builder.add(self._text[place:end], place, end)
        if any(map(str.isalpha, builder.text())):
            self._passages.append(Passage(builder.text(), builder.place()))

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

    def _written(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self._ascii)[1:-1]


def _first(passage: Passage) -> int:
    assert isinstance(passage.place, Place)
    return passage.place.runs[0].source_start
