"""Reports on the alternatives for words of one sentence: aligned text, tab-separated values or JSON."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from simplifier.base.errors import InputError
from simplifier.base.terminal import aligned
from simplifier.pipeline import Simplifier
from simplifier.record.alternatives import Alternatives
from simplifier.record.request import SearchRequest

__all__ = ["in_place", "place_json_lines", "place_table_lines", "place_tsv_lines"]

#: The most alternatives that are asked for per place.
_MOST: Final = 100
#: The most characters of a column; the last column, with the reasons, is not cut.
_WIDEST: Final = 40


def in_place(simplifier: Simplifier, sources: Sequence[str], sentence: str, top: int = 0) -> list[Alternatives]:
    """Return the alternatives of words or phrases, for every place of a sentence where they stand.

    Args:
        simplifier: the model that ranks the alternatives.
        sources: the words and phrases; case and the kind of white space do not matter.
        sentence: the sentence that has them.
        top: the most alternatives of a place; 0 for all.

    Raises:
        InputError: the sentence lacks one of the words.
    """
    found: list[Alternatives] = []
    for source in sources:
        words = r"\s+".join(map(re.escape, source.split()))
        places = list(re.finditer(rf"(?<!\w){words}(?!\w)", sentence, re.IGNORECASE))
        if not places:
            raise InputError(f"--in: the sentence does not have {source!r}; name words that stand in it")
        for place in places:
            request = SearchRequest(runners_up=_MOST)
            own = simplifier.alternatives(sentence, place.start(), place.end(), request=request)
            found.append(dataclasses.replace(own, ranked=own.ranked[: top or None]))
    return found


def place_table_lines(places: Sequence[Alternatives]) -> Iterator[str]:
    """Yield one aligned table for each place."""
    for number, place in enumerate(places):
        if number:
            yield ""
        yield f"{place.source!r} at {place.start}-{place.end}:"
        rows = [["#", "target", "stands", "helps", "gain", "why"]]
        for rank, one in enumerate(place.ranked, 1):
            numbers = (one.stands, one.helps, one.gain)
            cells = ["-" if value is None else f"{value:.2f}" for value in numbers]
            why = f"chosen: {one.reason.text}" if one.chosen else one.reason.text
            rows.append([str(rank), one.text or "(left out)", *cells, why])
        yield from aligned(rows, widest=_WIDEST)


def place_tsv_lines(places: Sequence[Alternatives]) -> Iterator[str]:
    """Yield a header and one line per alternative; probabilities (0 to 1) and gain are empty if unknown."""
    yield "\t".join(
        ["source", "start", "rank", "target", "stands", "helps", "gain", "chosen", "forbidden", "kind", "why"]
    )
    for place in places:
        for rank, one in enumerate(place.ranked, 1):
            numbers = (one.stands, one.helps, one.gain)
            values = ["" if value is None else f"{value:.6g}" for value in numbers]
            marks = [str(int(one.chosen)), str(int(one.forbidden))]
            cells = [place.source, str(place.start), str(rank), one.text, *values, *marks]
            yield "\t".join([*cells, one.reason.kind, one.reason.text])


def place_json_lines(places: Sequence[Alternatives]) -> Iterator[str]:
    """Yield all places as one indented JSON object."""
    records: list[dict[str, Any]] = []
    for place in places:
        record = place.to_json()
        ranked = [{"rank": rank, **one} for rank, one in enumerate(record["alternatives"], 1)]
        records.append(record | {"alternatives": ranked})
    yield json.dumps({"places": records}, ensure_ascii=False, indent=1)
