#!/usr/bin/env python3
"""Make the text of the embedded language models from the research data: tokenised, lowercased, a file a part.

Only parts whose licence lets a model be redistributed are taken. Lines that match a tuning sentence are left
out, so that the models can be judged on the tuning set: those the data pack lists, and those equal to, or
sharing half of their 6-grams with, any tuning source or its aligned Simple Wikipedia sentence.

    python -m scripts.language_model_text ../shared/data .work/model/text

Each part becomes NAME.txt; parts.json holds counts and licences. Sentences are unique over all parts.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

import click

from base.errors import InputError, SimplifierError
from base.reading import text_lines
from base.terminal import progress
from base.writing import open_output, write_text
from languages.en.tokenizer import tokenise_forms
from languages.tokens import words

LONGEST = 120  # tokens; longer lines are lists, not sentences
GRAM = 6
_CHUNK = 4000


@dataclass(frozen=True, slots=True)
class Part:
    """One source of text: a file, or some of its lines.

    Attributes:
        name: names the output.
        kind: simple English, or normal.
        file: below the data folder.
        lines: how many lines of the file it is; parts of one file stand in its order. None: all of them.
        licence: None when a model of it could not be redistributed; such a part is only skipped over.
        source: whom to credit.
    """

    name: str
    kind: Literal["simple", "normal"]
    file: str
    lines: int | None
    licence: str | None
    source: str


# The README of the data pack gives the order and the line counts of the parts inside lm/*.txt.gz.
_WIKI = "CC BY-SA 3.0"
PARTS: tuple[Part, ...] = (
    Part(
        "simple_kauchak_a",
        "simple",
        "lm/simple.txt.gz",
        36984,
        _WIKI,
        "Simple English Wikipedia (Kauchak v2)",
    ),
    Part(
        "simple_kauchak_older",
        "simple",
        "lm/simple.txt.gz",
        29309,
        _WIKI,
        "Simple English Wikipedia (Kauchak)",
    ),
    Part("simple_swipe", "simple", "lm/simple.txt.gz", 3998, _WIKI, "Simple English Wikipedia (SWiPE)"),
    Part("onestop_ele", "simple", "lm/simple.txt.gz", 5957, "CC BY-SA 4.0", "OneStopEnglish, elementary"),
    Part(
        "minwiki", "simple", "lm/simple.txt.gz", 45052, _WIKI, "English Wikipedia, cut short (MinWiki, MIT)"
    ),
    Part("desse", "simple", "lm/simple.txt.gz", 25237, "MIT", "DeSSE, simple sides"),
    Part(
        "wikisplit",
        "simple",
        "lm/simple.txt.gz",
        29920,
        "CC BY-SA 4.0",
        "English Wikipedia, split (WikiSplit)",
    ),
    Part(
        "simple_dwikipedia",
        "simple",
        "lm/simple.txt.gz",
        49485,
        _WIKI,
        "Simple English Wikipedia (D-Wikipedia)",
    ),
    Part(
        "simple_kauchak_b", "simple", "lm/simple.txt.gz", 4148, _WIKI, "Simple English Wikipedia (Kauchak v2)"
    ),
    Part(
        "common_voice",
        "simple",
        "lm_large/common_voice_sentences.txt.gz",
        None,
        "CC0",
        "Mozilla Common Voice",
    ),
    Part("prathambooks", "simple", "lm_large/prathambooks.txt.gz", None, "CC BY", "Pratham Books"),
    Part(
        "wikipedia",
        "normal",
        "lm/wikipedia.txt.gz",
        106217,
        _WIKI,
        "English Wikipedia (simplification corpora)",
    ),
    Part("brown", "normal", "lm/general.txt.gz", 55770, None, "Brown corpus: not for commercial use"),
    Part(
        "masc",
        "normal",
        "lm/general.txt.gz",
        24345,
        "free for any research and development",
        "MASC (American National Corpus)",
    ),
    Part("abc", "normal", "lm/general.txt.gz", 32903, None, "ABC news: no licence stated"),
    Part(
        "state_union", "normal", "lm/general.txt.gz", 17127, "public domain", "State of the Union addresses"
    ),
    Part("inaugural", "normal", "lm/general.txt.gz", 5180, "public domain", "Inaugural addresses"),
    Part("webtext", "normal", "lm/general.txt.gz", 32079, None, "NLTK webtext: no licence stated"),
    # Free, but four hundred years old: no help for the English of today.
    Part("genesis", "normal", "lm/general.txt.gz", 3618, None, "Genesis, King James and Web versions"),
    Part("onestop_adv_int", "normal", "lm/general.txt.gz", 13639, "CC BY-SA 4.0", "OneStopEnglish, advanced"),
    Part("desse_complex", "normal", "lm/general.txt.gz", 14023, "MIT", "DeSSE, complex sides"),
    Part("movie_reviews", "normal", "lm/general.txt.gz", 63009, "CC BY 4.0", "Movie reviews (Pang and Lee)"),
    Part("wikinews", "normal", "lm_large/wikinews.txt.gz", None, "CC BY 2.5", "Wikinews"),
    Part("medquad", "normal", "lm_large/medquad.txt.gz", None, "CC BY 4.0", "MedQuAD"),
    Part(
        "openstax", "normal", "lm_large/openstax_philschatz.txt.gz", None, "CC BY 3.0", "OpenStax textbooks"
    ),
    Part("fairytaleqa", "normal", "lm_large/fairytaleqa.txt.gz", None, "Apache-2.0", "FairytaleQA"),
    Part("enwiki", "normal", "lm_large/enwiki_59m.txt.xz", None, _WIKI, "English Wikipedia, 2013-2016"),
)


@dataclass(frozen=True, slots=True)
class PartReport:
    """What became of a part."""

    name: str
    kind: str
    licence: str
    source: str
    lines: int
    kept: int
    words: int
    tuning_matches: int
    duplicates: int


# A worker holds the 6-grams of the tuning sentences; set once per process.
_tuning_grams: frozenset[tuple[str, ...]] = frozenset()
_tuning_lines: frozenset[str] = frozenset()


def _prepare(grams: frozenset[tuple[str, ...]], lines: frozenset[str]) -> None:
    global _tuning_grams, _tuning_lines
    _tuning_grams, _tuning_lines = grams, lines


def _grams(tokens: list[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(islice(tokens, start, None) for start in range(GRAM)), strict=False)


def _matches_tuning(tokens: list[str], line: str) -> bool:
    if line in _tuning_lines:
        return True
    shared = sum(gram in _tuning_grams for gram in _grams(tokens))
    return shared > 0 and 2 * shared >= len(tokens) - GRAM + 1


def _tokenise(lines: list[str]) -> tuple[list[str], int]:
    """Return the tokenised lines to keep and the number of tuning matches among the others."""
    kept: list[str] = []
    matches = 0
    for line in lines:
        tokens = tokenise_forms(line)
        if not 1 < len(tokens) <= LONGEST:
            continue
        joined = " ".join(tokens)
        if _matches_tuning(tokens, joined):
            matches += 1
        else:
            kept.append(joined)
    return kept, matches


def tuning_sentences(data: Path) -> list[list[str]]:
    """Return the tokens of the 2,000 tuning sources and their Simple Wikipedia sentences."""
    return [
        words(line)
        for name in ("src", "simplewiki")
        for line in text_lines(data / "turkcorpus" / f"tune.{name}")
    ]


def _listed_overlap(data: Path) -> dict[str, set[int]]:
    """Return file -> line numbers (from 1) that the data pack lists as matching a tuning source."""
    listed: dict[str, set[int]] = {}
    for row in islice(text_lines(data / "lm" / "tune_overlap.tsv"), 1, None):
        file, number = row.split("\t")
        listed.setdefault(f"lm/{file}", set()).add(int(number))
    return listed


def _chunks(lines: Iterable[str]) -> Iterator[list[str]]:
    iterator = iter(lines)
    while chunk := list(islice(iterator, _CHUNK)):
        yield chunk


def _part_lines(
    part: Part, numbered: Iterator[tuple[int, str]], listed: set[int], seen: list[int]
) -> Iterator[str]:
    """Yield the lines of a part that are not listed; ``seen`` counts [all, listed]."""
    for number, line in islice(numbered, part.lines):
        seen[0] += 1
        if number in listed:
            seen[1] += 1
        else:
            yield line


def make_text(
    data: Path, output: Path, parts: Sequence[Part] = PARTS, processes: int = 2
) -> list[PartReport]:
    """Write the parts that can be redistributed into ``output`` and return what became of each.

    Raises:
        InputError: the data is not there, or a file's parts do not have the lines they should.
    """
    sentences = tuning_sentences(data)
    lines = frozenset(" ".join(tokens) for tokens in sentences)
    grams = frozenset(gram for tokens in sentences for gram in _grams(tokens))
    listed = _listed_overlap(data)
    output.mkdir(parents=True, exist_ok=True)
    seen_hashes: set[int] = set()
    reports: list[PartReport] = []
    with multiprocessing.Pool(processes, _prepare, (grams, lines)) as pool:
        for file in dict.fromkeys(part.file for part in parts):
            numbered = iter(enumerate(text_lines(data / file), start=1))
            for part in (part for part in parts if part.file == file):
                seen = [0, 0]
                source = _part_lines(part, numbered, listed.get(file, set()), seen)
                if part.licence is None:
                    for _ in source:
                        pass
                else:
                    counts = _write_part(part, pool.imap(_tokenise, _chunks(source)), output, seen_hashes)
                    kept, word_count, matches, duplicates = counts
                    reports.append(
                        PartReport(
                            part.name, part.kind, part.licence, part.source,
                            seen[0], kept, word_count, matches + seen[1], duplicates,
                        )
                    )  # fmt: skip
                if part.lines is not None and seen[0] != part.lines:
                    raise InputError(
                        f"{data / file}: ends {part.lines - seen[0]} lines early in part {part.name}"
                    )
            if next(numbered, None) is not None:
                raise InputError(f"{data / file}: has more lines than its parts")
    write_text(output / "parts.json", json.dumps([asdict(report) for report in reports], indent=1) + "\n")
    return reports


def _write_part(
    part: Part, chunks: Iterable[tuple[list[str], int]], output: Path, seen: set[int]
) -> tuple[int, int, int, int]:
    kept = word_count = matches = duplicates = 0
    with open_output(output / f"{part.name}.txt") as stream, progress(None, "chunks") as advance:
        for lines, matched in chunks:
            advance(1, part.name)
            matches += matched
            for line in lines:
                key = hash(line)
                if key in seen:
                    duplicates += 1
                    continue
                seen.add(key)
                kept += 1
                word_count += line.count(" ") + 1
                stream.write(f"{line}\n".encode())
    return kept, word_count, matches, duplicates


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("data", type=click.Path(path_type=Path))
@click.argument("output", type=click.Path(path_type=Path))
@click.option("--processes", default=2, show_default=True)
def main(data: Path, output: Path, processes: int) -> None:
    """Parse the command line."""
    started = time.perf_counter()
    try:
        reports = make_text(data, output, processes=processes)
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    for report in reports:
        click.echo(
            f"{report.name:22}{report.kind:8}{report.lines:9} lines {report.kept:9} kept "
            f"{report.words:10} words {report.tuning_matches:5} tuning {report.duplicates:7} duplicate"
        )
    total, seconds = sum(report.words for report in reports), time.perf_counter() - started
    click.echo(f"{total} words in {seconds:.0f} s, {total / seconds:.0f} words/s", err=True)


if __name__ == "__main__":
    main()
