"""How English is written: clitics, words with capitals, small words in titles."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from simplifier.languages.analysis.writing import Writing
from simplifier.languages.en.words.auxiliaries import TAG_OF

__all__ = ["WRITING"]

_CLITICS: Final = frozenset(form for form in TAG_OF if form[0] == "'") | {"n't"}
_JOINED: Final = frozenset({("can", "not"), ("gon", "na"), ("got", "ta"), ("wan", "na"), ("gim", "me"), ("lem", "me")})
_SMALL: Final = frozenset("a an and as at but by for from in nor of on or the to via with".split())


def _capitals() -> dict[str, str]:
    """Return the words that always have a capital (days, months, peoples, languages, "I"), by their lowercase form."""
    text = files("simplifier.languages.en").joinpath("data", "capitalised.txt").read_text(encoding="utf-8")
    names = [word for line in text.splitlines() if not line.startswith("#") for word in line.split()]
    return {"i": "I"} | {name.lower(): name for name in names}


WRITING: Final = Writing(
    left=Writing().left | _CLITICS,
    right=Writing().right | {"us$"},
    joined=_JOINED,
    small=_SMALL,
    capitals=_capitals(),
    letters=frozenset({"a"}),
)
