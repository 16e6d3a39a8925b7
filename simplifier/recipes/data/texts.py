"""The text of language models: tokenised and lowercased, one file for each part.

Only parts whose licence lets a model be passed on are taken. Lines that match development sentences are left out, so
that models can be judged on these sentences. A line matches if a list names it, if it equals a development sentence in
one of its forms, or if half of its 6-grams occur in development sentences. Sentences are unique over all parts.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from tqdm import tqdm

from simplifier.base.errors import InputError
from simplifier.base.reading import text_lines
from simplifier.base.writing import open_output, write_text
from simplifier.languages import Language, language_named
from simplifier.languages.analysis.tokens import words
from simplifier.recipes.places import Places
from simplifier.recipes.sections import Development, TextPart

__all__ = ["PartReport", "make_text"]

LONGEST = 120  # tokens; longer lines are lists, not sentences
GRAM = 6
_CHUNK = 4000


@dataclass(frozen=True, slots=True)
class PartReport:
    """Numbers of lines of a part that were read, kept and left out.

    Attributes:
        name: name of the part.
        kind: ``simple`` or ``normal``.
        licence: licence of the text.
        source: whom to credit.
        lines: lines that were read.
        kept: lines that were written.
        words: words of these.
        tuning_matches: lines that match development sentences or are listed.
        duplicates: lines that were written before.
    """

    name: str
    kind: str
    licence: str
    source: str
    lines: int
    kept: int
    words: int
    tuning_matches: int
    duplicates: int


# Data of a worker, set once per process by `_prepare`: sending the 6-grams with every chunk would be slow.
_tuning_grams: frozenset[tuple[str, ...]] = frozenset()
_tuning_lines: frozenset[str] = frozenset()
_language = Language()


def _prepare(grams: frozenset[tuple[str, ...]], lines: frozenset[str], language: str) -> None:
    global _tuning_grams, _tuning_lines, _language
    _tuning_grams, _tuning_lines, _language = grams, lines, language_named(language)


def _grams(tokens: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(islice(tokens, start, None) for start in range(GRAM)), strict=False)


def _matches_tuning(tokens: list[str], line: str) -> bool:
    if line in _tuning_lines:
        return True
    shared = sum(gram in _tuning_grams for gram in _grams(tokens))
    return shared > 0 and 2 * shared >= len(tokens) - GRAM + 1


def _tokenise(lines: list[str]) -> tuple[list[str], int]:
    """Return the tokenised lines to keep, and the number of lines that match development sentences."""
    kept: list[str] = []
    matches = 0
    for line in lines:
        tokens = _language.tokenise_forms(line)
        if not 1 < len(tokens) <= LONGEST:
            continue
        joined = " ".join(tokens)
        if _matches_tuning(tokens, joined):
            matches += 1
        else:
            kept.append(joined)
    return kept, matches


def _listed_lines(path: Path | None) -> dict[Path, set[int]]:
    """Return the line numbers, from 1, that a list names for each file."""
    listed: dict[Path, set[int]] = {}
    if path is not None:
        for row in islice(text_lines(path), 1, None):
            file, number = row.split("\t")
            listed.setdefault(path.parent / file, set()).add(int(number))
    return listed


def _chunks(lines: Iterable[str]) -> Iterator[list[str]]:
    iterator = iter(lines)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk


def _part_lines(
    part: TextPart, numbered: Iterator[tuple[int, str]], listed: set[int], seen: list[int]
) -> Iterator[str]:
    """Yield the lines of a part that are not listed, and count all lines and listed lines in ``seen``."""
    for number, line in islice(numbered, part.lines):
        seen[0] += 1
        if number in listed:
            seen[1] += 1
        else:
            yield line


def make_text(
    parts: Sequence[TextPart],
    development: Development,
    places: Places,
    output: Path,
    language: str,
    processes: int = 2,
) -> list[PartReport]:
    """Write NAME.txt for every part that may be passed on, and parts.json; return a report on each of these parts.

    Args:
        parts: the parts; those of one file in the order of its lines.
        development: the sentences that no line may match.
        places: the folders of the build.
        output: folder to write to; made if it is missing.
        language: code of the language of the texts.
        processes: number of processes that tokenise.

    Raises:
        InputError: a file is missing, or has more or fewer lines than its parts.
    """
    sentences = [words(line) for path in places.paths(development.near_text) for line in text_lines(path)]
    lines = frozenset(" ".join(tokens) for tokens in sentences)
    grams = frozenset(gram for tokens in sentences for gram in _grams(tokens))
    listed = _listed_lines(None if development.listed is None else places.path(development.listed))
    output.mkdir(parents=True, exist_ok=True)
    seen: set[int] = set()
    reports: list[PartReport] = []
    with multiprocessing.Pool(processes, _prepare, (grams, lines, language)) as pool:

        def tokenised(source: Iterator[str]) -> Iterator[tuple[list[str], int]]:
            return pool.imap(_tokenise, _chunks(source))

        for place in dict.fromkeys(part.file for part in parts):
            path = places.path(place)
            numbered = iter(enumerate(text_lines(path), start=1))
            for part in (part for part in parts if part.file == place):
                counts = [0, 0]
                source = _part_lines(part, numbered, listed.get(path, set()), counts)
                if part.licence is None:
                    # The lines are read past, because the next part of the file starts after them.
                    for _ in source:
                        pass
                else:
                    reports.append(_write_part(part, tokenised(source), output, seen, counts))
                if part.lines is not None and counts[0] != part.lines:
                    raise InputError(f"{path}: ends {part.lines - counts[0]} lines early in part {part.name}")
            if next(numbered, None) is not None:
                raise InputError(f"{path}: has more lines than its parts")
    write_text(output / "parts.json", json.dumps([asdict(report) for report in reports], indent=1) + "\n")
    return reports


def _write_part(
    part: TextPart,
    chunks: Iterable[tuple[list[str], int]],
    output: Path,
    seen: set[int],
    counts: Sequence[int],
) -> PartReport:
    """Write the lines that no earlier part had.

    ``counts`` are the numbers of lines read and of listed lines. They are complete only after all chunks were consumed.
    """
    assert part.licence is not None, "what must not be passed on is not written"
    kept = word_count = matches = duplicates = 0
    with open_output(output / f"{part.name}.txt") as stream:
        for lines, matched in tqdm(chunks, desc=part.name, unit="chunk", disable=not sys.stderr.isatty()):
            matches += matched
            for line in lines:
                key = hash(line)  # 64 bits instead of the line: saves memory, and a collision is very unlikely
                if key in seen:
                    duplicates += 1
                    continue
                seen.add(key)
                kept += 1
                word_count += line.count(" ") + 1
                stream.write(f"{line}\n".encode())
    return PartReport(
        part.name, part.kind, part.licence, part.source,
        counts[0], kept, word_count, matches + counts[1], duplicates,
    )  # fmt: skip
