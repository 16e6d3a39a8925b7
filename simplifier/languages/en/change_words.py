"""English for the features of changes: roles of Penn tags, auxiliary verbs, prepositions, "a" and "an".

The embedded model's trees were trained with these lists, and a copy is stored beside them (``change_words.toml``).
After a change to a list here, the trees have to be trained anew.
"""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.change_words import ChangeWords, SoundClash
from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.tags import ADVERBS, FINITE, NAMES, NOUNS, ROLES, VERBS

__all__ = ["CHANGE_WORDS"]

_PREPOSITIONS: Final = """
    of in to for on with by at from as into about over after between under through during against within
    without before around among along toward towards upon onto across behind near off up out down
"""

CHANGE_WORDS: Final = ChangeWords(
    verb_tags=tuple(sorted(VERBS)),
    noun_tags=tuple(sorted(NOUNS | NAMES)),
    modifier_tags=(*ROLES.parts["adjective"], *sorted(ADVERBS)),
    finite_tags=tuple(sorted(FINITE)),
    noun_opening_tags=("DT", "PRP$"),
    prepositions=tuple(_PREPOSITIONS.split()),
    chunks=("NP", "PP", "ADJP", "VP", "S", "X"),  # as in simplifier.languages.en.labels
    tag_of=TAG_OF,
    # Only letters that leave no doubt: "u", "eu", "one" and "h" sound one way or the other.
    sound_clashes=(
        SoundClash(word="a", first_letters="aeio", excepted_prefixes=("eu", "on")),
        SoundClash(word="an", first_letters="bcdfgjklmnpqrstvwyz", least_size=4),
    ),
)
