"""English for the features of changes: roles of Penn tags, auxiliary verbs, prepositions, "a" and "an".

The embedded model's trees were trained with these lists, which are stored beside them
(``change_words.toml``): whoever changes one here trains the trees anew.
"""

from __future__ import annotations

from typing import Final

from languages.parts.change_words import ChangeWords, SoundClash

__all__ = ["CHANGE_WORDS"]

# Verbs that the word classes take for closed-class words, so that they list no tag.
_AUXILIARIES: Final = {
    "VB": "be",
    "VBD": "was were had did",
    "VBG": "being having doing",
    "VBN": "been done",
    "VBP": "are am have do 're 'm 've",
    "VBZ": "is has does 's",
    "MD": "can could may might must shall should will would 'd 'll",
}

_PREPOSITIONS: Final = """
    of in to for on with by at from as into about over after between under through during against within
    without before around among along toward towards upon onto across behind near off up out down
"""

CHANGE_WORDS: Final = ChangeWords(
    verb_tags=("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
    noun_tags=("NN", "NNP", "NNPS", "NNS"),
    modifier_tags=("JJ", "JJR", "JJS", "RB", "RBR", "RBS"),
    finite_tags=("MD", "VBD", "VBP", "VBZ"),
    noun_opening_tags=("DT", "PRP$"),
    prepositions=tuple(_PREPOSITIONS.split()),
    chunks=("NP", "PP", "ADJP", "VP", "S", "X"),  # as in languages.en.labels
    tag_of={word: tag for tag, words in _AUXILIARIES.items() for word in words.split()},
    # Only letters that leave no doubt: "u", "eu", "one" and "h" sound one way or the other.
    sound_clashes=(
        SoundClash(word="a", first_letters="aeio", excepted_prefixes=("eu", "on")),
        SoundClash(word="an", first_letters="bcdfgjklmnpqrstvwyz", least_size=4),
    ),
)
