"""A person's verdicts on pairs: whether a pair may be used wherever the rest of the model wants it.

A tab-separated file, one pair a line: source, target (empty for a deletion), verdict, and a note for people.
Lines that begin with ``#`` and empty lines are skipped. Verdicts:

- ``sound``: practically every such replacement keeps the meaning and the grammar.
- ``depends``: most replacements do. Those that do not are not rare, but the model finds the right places.
- ``risky``: as ``depends``, but the model does not always find the right places. The pair gets no flag.
- ``bad``: many replacements do not, or nothing is gained.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from simplifier.base.errors import FormatError
from simplifier.base.reading import list_lines, shorten
from simplifier.languages.lexicon import READ, is_lexicon, lexicon_lines

__all__ = ["VERDICTS", "Reviews", "read_reviews"]

VERDICTS: Final = ("sound", "depends", "risky", "bad")

#: Verdicts by source and target side.
Reviews = Mapping[tuple[str, str], str]


def read_reviews(paths: Iterable[Path]) -> dict[tuple[str, str], str]:
    """Read files of reviewed pairs; a later line overrules an earlier one.

    Raises:
        FormatError: a line without source, target and verdict, or an unknown verdict.
    """
    reviews: dict[tuple[str, str], str] = {}
    for path in paths:
        if is_lexicon(path):
            for one in lexicon_lines(path, READ):
                if one.judgement not in VERDICTS:
                    raise FormatError(path, f"expected one of {', '.join(VERDICTS)} as judgement", one.number)
                reviews[one.expression, one.replacement] = one.judgement
            continue
        for number, line in list_lines(path):
            cells = line.split("\t")
            if len(cells) < 3 or not cells[0].strip() or cells[2] not in VERDICTS:
                problem = f"expected source, target and one of {', '.join(VERDICTS)}"
                raise FormatError(path, f"{problem}, with tabs between; found {shorten(line)!r}", number)
            reviews[" ".join(cells[0].split()), " ".join(cells[1].split())] = cells[2]
    return reviews
