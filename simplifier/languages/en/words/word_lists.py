"""Closed classes of English words."""

from __future__ import annotations

from typing import Final

from simplifier.languages.en.words.auxiliaries import TAG_OF
from simplifier.languages.en.words.numerals import NUMBER_WORDS
from simplifier.languages.language import WordLists

__all__ = ["FUNCTION_WORDS", "NEGATIONS", "WORDS"]

FUNCTION_WORDS: Final = frozenset(
    """a an the this that these those each every either neither some any all both such same other another
    i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    myself ourselves yourself yourselves himself herself itself themselves who whom whose which what
    ought
    of in on at by for from to with within without into onto upon over under about above below between among
    through during before after since until till against across along around behind beside besides beyond
    near off out up down per via toward towards as than
    and or but nor so yet if then else because although though while whereas whether unless when where why how
    not n't no there here also too very just only even""".split()
).union(TAG_OF)
NEGATIONS: Final = frozenset(
    "not n't no never none nobody nothing nowhere neither nor without cannot unable fail fails failed".split()
)

PRONOUNS: Final = frozenset("he him his she her hers it its they them their theirs this these those".split())
#: Conjunctions and adverbs that join sentences: Quirk et al. (1985), chapters 13 and 14, and 8.134 onwards.
CONJUNCTIONS: Final = frozenset(
    """and or but nor so yet if then because although though while whereas whether unless when where since
    until after before as that however therefore moreover furthermore nevertheless thus hence also besides
    otherwise instead meanwhile consequently""".split()
)

WORDS: Final = WordLists(FUNCTION_WORDS, NEGATIONS, NUMBER_WORDS, PRONOUNS, CONJUNCTIONS)
