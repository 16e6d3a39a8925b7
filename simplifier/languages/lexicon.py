"""The lexicon of a language: every phrase that is known by heart, in one file and one format.

UTF-8, a line a phrase and use, cells between tabs; cells at the end that are empty may be left out. The first line is
`HEADER`. Empty lines and lines that begin with ``#`` are for people. ::

    # expression    replacement   use                     part       fits   judgement   examples
    in lieu of      instead of    rewrite, prepositions                     C
    commence        start         rewrite                 verb              A           It commences. => It starts.
    hereby          ""            rewrite                 adverb
    bright          stupid        excluded                                  antonym

A use says what the line serves:

- ``rewrite``: everybody may say the replacement, in all forms and where it fits
    (`simplifier.rules.resources.plain_list`);
- ``read``: a pair that other sources brought in, with what its readers said (`simplifier.rules.resources.reviews`);
- ``excluded``: a pair that no source may bring in (`simplifier.rules.resources.exclusions`);
- any other name: the construction of the language that asks for the phrase. There ``a|b`` is one of two words, and
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
#: What an empty replacement is written as: the words are left out.
_NOTHING: Final = '""'
_COLUMNS: Final = 8
#: The third cell of a line that no construction asks for.
_PLAIN: Final = ([REWRITE], [READ], [EXCLUDED])


class LexiconLine(NamedTuple):
    """One line of a lexicon.

    Attributes:
        number: the number of the line in the file, from 1.
        expression: the phrase as written.
        replacement: what stands in its place; empty to leave the words out.
        uses: what the line serves; at least one.
        part: name of a part of speech, ``phrase`` (as written), or empty for any.
        frame: where the replacement fits; empty for everywhere.
        judgement: a letter of doubt, a verdict of readers, or the kind of an exclusion, by the use.
        examples: sentences with what is made of them, each ``before => after``; they are the tests of the line.
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
    """Yield the lines of a lexicon that serve one of the uses; all lines if none is named.

    Raises:
        InputError: the file cannot be read.
        FormatError: a line without expression, replacement or use, or an example without ``=>``.
    """
    wanted = frozenset(uses)
    yield from _parsed(path, list_lines(path), wanted)


def _parsed(path: Path, lines: Iterable[tuple[int, str]], wanted: frozenset[str]) -> Iterator[LexiconLine]:
    """Yield the numbered lines that serve one of the wanted uses, taken apart; all of them if none is wanted."""
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
    # Every start of the program reads this; one line in sixty is a construction, and only these are taken apart.
    others = ((number, line) for number, line in list_lines(path) if line.split("\t", 3)[2:3] not in _PLAIN)
    for line in _parsed(path, others, frozenset()):
        for use in line.uses:
            if use not in (REWRITE, READ, EXCLUDED):
                tables[use][line.expression] = line.replacement
    return dict(tables)
