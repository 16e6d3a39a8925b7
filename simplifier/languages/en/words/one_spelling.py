"""Text in one spelling: the spelling of a text, and words rewritten in a spelling.

>>> spelling_counts("The centre organised 40 per cent of it.")
Counter({'british': 3})
>>> respelled(["organize", "40", "percent"], "british")
['organise', '40', 'per', 'cent']

A word counts, and is respelled, only if it is a sign of its spelling. Some words are not: British texts have
"program" for computers and the verb "license", and many Americans write "towards".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from simplifier.languages.en.words.variants import ONE_WAY, spelling_pair

__all__ = ["SPELLINGS", "common_spelling", "respelled", "spelling_counts"]

SPELLINGS: Final = ("british", "american")

# Words of a pair that the other side writes too, or that are another word there.
_SHARED: Final = ONE_WAY | frozenset(
    """license licensed medieval encyclopedia encyclopaedia mediaeval judgment judgments judgement judgements
    acknowledgment acknowledgments acknowledgement acknowledgements dialogue dialog analogue analog analogues
    analogs catalogue catalogues towards afterwards amongst whilst learnt spelt burnt dreamt glamour glamor
    fetus foetus sulfur sulphur connexion analyses paralyses dialyses catalyses electrolyses
    hydrolyses""".split()
)
# Words whose American partner is also a plainer word ("among", "while"): to change one is to change the word.
_TWO_WORDS: Final = frozenset(["amongst", "whilst"])
_PERCENT: Final = "percent"
_PER_CENT: Final = ("per", "cent")

# Lowercase words of running text: names and addresses tell nothing of the spelling of their text.
_WORD: Final = re.compile(r"(?<![\w@/.])per cent(?!\w)|(?<![\w@/.])[a-z]{4,}(?![\w@/]|\.\w)")


def spelling_counts(text: str) -> Counter[str]:
    """Return, by spelling, how many words of a running text are of that spelling alone; names are left out."""
    found = [name for name in map(_spelling_of, _WORD.findall(text)) if name]
    return Counter(found) if found else Counter()


def respelled(words: Sequence[str], spelling: str) -> list[str]:
    """Return words (lowercased, in their order) in a spelling; words that are no sign of a spelling stay.

    Args:
        words: neighbours, such as the new words of a change; their number may change.
        spelling: one of `SPELLINGS`.
    """
    found: list[str] = []
    for word in _joined(words):
        if word == _PERCENT and spelling == "british":
            found += _PER_CENT
        else:
            found.append("-".join([_in_spelling(part, spelling) for part in word.split("-")]))
    return found


def common_spelling(words: Sequence[str]) -> list[str]:
    """Return words in American spelling, which stands for both, so that two phrases can be compared."""
    return ["-".join(map(_common, word.split("-"))) for word in _joined(words)]


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Yield the words, "per cent" as one."""
    place = 0
    while place < len(words):
        if tuple(words[place : place + 2]) == _PER_CENT:
            yield _PERCENT
            place += 2
        else:
            yield words[place]
            place += 1


def _common(word: str) -> str:
    pair = None if word in _TWO_WORDS else spelling_pair(word)
    return word if pair is None else pair[1]


def _in_spelling(word: str, spelling: str) -> str:
    pair = None if word in _SHARED else spelling_pair(word)
    return word if pair is None else pair[SPELLINGS.index(spelling)]


@lru_cache(maxsize=1 << 16)
def _spelling_of(word: str) -> str:
    """Return the spelling that a word is a sign of; "" if it is a sign of none."""
    if word == _PERCENT or word.startswith("per "):
        return SPELLINGS[word == _PERCENT]
    pair = None if word in _SHARED else spelling_pair(word)
    return "" if pair is None else SPELLINGS[pair.index(word)]
