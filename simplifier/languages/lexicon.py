"""The lexicon of a language: its reviewed phrases and rewrites, in one file and one format.

The file is UTF-8, with one phrase per line and tabs between the cells; empty cells at the end may be left out. The
first line is `HEADER`. Empty lines and lines that begin with ``#`` are for people. ::

    # expression    replacement   use                     part       fits   judgement   examples
    in lieu of      instead of    rewrite, prepositions                     C
    commence        start         rewrite                 verb              A           It commences. => It starts.
    hereby          ""            rewrite                 adverb
    bright          stupid        excluded                                  antonym

The third cell says what the line is used for:

- ``rewrite``: a plain replacement that is right in all forms wherever it fits
    (`simplifier.rules.resources.plain_list`);
- ``read``: a pair from other sources, with the verdict of its readers (`simplifier.rules.resources.reviews`);
- ``excluded``: a pair that no source may bring in (`simplifier.rules.resources.exclusions`);
- any other name: the construction of the language that reads the phrase. There ``a|b`` is one of two words, and
  ``very?`` a word that may be missing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines, shorten, text_lines

__all__ = ["EXCLUDED", "HEADER", "READ", "REWRITE", "LexiconLine", "constructions", "is_lexicon", "lexicon_lines"]

HEADER: Final = "# lexicon 1"
REWRITE, READ, EXCLUDED = "rewrite", "read", "excluded"
#: How an empty replacement is written, which leaves the words out.
_NOTHING: Final = '""'
_COLUMNS: Final = 8
#: The uses of lines that no construction reads, as cells of the line.
_PLAIN: Final = ([REWRITE], [READ], [EXCLUDED])


class LexiconLine(NamedTuple):
    """One line of a lexicon.

    Attributes:
        number: the number of the line in the file, from 1.
        expression: the phrase as written.
        replacement: the text to put in its place; empty to leave the words out.
        uses: what the line is used for; at least one use.
        part: name of a part of speech, ``phrase`` (as written), or empty for any.
        frame: where the replacement fits; empty for everywhere.
        judgement: a letter of doubt, a verdict of readers, or the kind of an exclusion, by the use.
        examples: pairs of a sentence and its rewriting, written ``before => after``; they are the tests of the line.
        note: the note for people.
    """

    number: int
    expression: str
    replacement: str
    uses: tuple[str, ...]
    part: str
    frame: str
    judgement: str
    examples: tuple[tuple[str, str], ...]
    note: str


def is_lexicon(path: Path) -> bool:
    """Return True if a file begins as a lexicon does.

    Raises:
        InputError: the file cannot be read.
    """
    return next(text_lines(path), "").startswith(HEADER)


def lexicon_lines(path: Path, *uses: str) -> Iterator[LexiconLine]:
    """Yield the lines of a lexicon with one of the uses; all lines if no use is named.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line without expression, replacement or use, or an example without ``=>``.
    """
    wanted = frozenset(uses)
    yield from _parsed(path, list_lines(path), wanted)


def _parsed(path: Path, lines: Iterable[tuple[int, str]], wanted: frozenset[str]) -> Iterator[LexiconLine]:
    """Parse numbered lines, and yield those with one of the wanted uses; all of them if ``wanted`` is empty."""
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) < 3 or len(cells) > _COLUMNS or not all(cell.strip() for cell in cells[:3]):
            raise FormatError(
                path,
                f"expected expression, replacement and use with tabs between, and at most {_COLUMNS} cells; "
                f"found {shorten(line)!r}",
                number,
            )
        served = tuple(use.strip() for use in cells[2].split(","))
        if wanted and wanted.isdisjoint(served):
            continue
        expression, replacement, _, part, frame, judgement, examples, note = *cells, *[""] * (_COLUMNS - len(cells))
        yield LexiconLine(
            number,
            " ".join(expression.split()),
            "" if replacement.strip() == _NOTHING else " ".join(replacement.split()),
            served,
            part.strip(),
            frame.strip(),
            judgement.strip(),
            tuple(_example(path, number, one) for one in examples.split(" ; ")) if examples.strip() else (),
            note.strip(),
        )


def _example(path: Path, number: int, text: str) -> tuple[str, str]:
    before, arrow, after = text.partition("=>")
    if not arrow:
        raise FormatError(path, f"expected examples as 'before => after ; ...'; found {shorten(text)!r}", number)
    return before.strip(), after.strip()


def constructions(path: Path) -> dict[str, dict[str, str]]:
    """Return the replacements of phrases by construction, then by phrase.

    Raises:
        InputError: the file cannot be read.
        FormatError: a broken line.
    """
    tables: defaultdict[str, dict[str, str]] = defaultdict(dict)
    # Every start of the program reads this file. Few lines belong to constructions, so only these are parsed.
    others = ((number, line) for number, line in list_lines(path) if line.split("\t", 3)[2:3] not in _PLAIN)
    for line in _parsed(path, others, frozenset()):
        for use in line.uses:
            if use not in (REWRITE, READ, EXCLUDED):
                tables[use][line.expression] = line.replacement
    return dict(tables)
