"""Inflected forms of English words: regular spelling, and the common irregular verbs, nouns and adjectives.

>>> inflected("carry", "VBD"), inflected("begin", "VBN"), inflected("child", "NNS")
('carried', 'begun', 'children')

Regular spelling: -s after a sibilant is -es, a final y after a consonant becomes i, and a silent e is dropped before
-ed and -ing. A single consonant is doubled after a single stressed vowel, in words of one syllable and in those listed
here; the British -ll- is left out. Source: any grammar, such as Quirk et al. 1985, chapter 3.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from simplifier.languages.en.words.stems import base_forms, is_inflection
from simplifier.languages.en.words.syllables import SyllableCounter

__all__ = [
    "INFLECTIONS",
    "PAST_ONLY",
    "form_labels",
    "inflected",
    "irregular_verbs",
    "may_be_forms",
    "verb_place",
]

_ADVERBS: Final = frozenset("not never also still again first soon often always no longer better".split())
_VERBS_IN_LY: Final = frozenset(
    "ally apply belly bully comply dally fly imply multiply rally rely reply sully supply tally".split()
)

#: Tags of inflected forms by the tag of the basic form.
INFLECTIONS: Final = {"VB": ("VBZ", "VBD", "VBN", "VBG"), "NN": ("NNS",), "JJ": ("JJR", "JJS")}

# Basic form, past, participle; the participle is left out where it is the past.
_VERBS: Final = """
arise arose arisen/awake awoke awoken/be was been/bear bore borne/beat beat beaten/become became become
begin began begun/bend bent/bet bet/bind bound/bite bit bitten/bleed bled/blow blew blown/break broke broken
breed bred/bring brought/broadcast broadcast/build built/burst burst/buy bought/cast cast/catch caught
choose chose chosen/cling clung/come came come/cost cost/creep crept/cut cut/deal dealt/dig dug/do did done
draw drew drawn/drink drank drunk/drive drove driven/eat ate eaten/fall fell fallen/feed fed/feel felt
fight fought/find found/flee fled/fling flung/fly flew flown/forbid forbade forbidden/forecast forecast
foresee foresaw foreseen/forget forgot forgotten/forgive forgave forgiven/freeze froze frozen/get got
give gave given/go went gone/grind ground/grow grew grown/hang hung/have had/hear heard/hide hid hidden
hit hit/hold held/hurt hurt/keep kept/know knew known/lay laid/lead led/leave left/lend lent/let let
lie lay lain/lose lost/make made/mean meant/meet met/mistake mistook mistaken/overcome overcame overcome
overthrow overthrew overthrown/rebuild rebuilt/outgrow outgrew outgrown/rewrite rewrote rewritten
redo redid redone/oversee oversaw overseen/remake remade/repay repaid/resell resold/retell retold
undo undid undone
overtake overtook overtaken/pay paid/put put/quit quit/read read/ride rode ridden/ring rang rung
rise rose risen/run ran run/say said/see saw seen/seek sought/sell sold/send sent/set set/shake shook shaken
shed shed/shine shone/shoot shot/show showed shown/shrink shrank shrunk/shut shut/sing sang sung
sink sank sunk/sit sat/sleep slept/slide slid/speak spoke spoken/spend spent/spin spun/split split
spread spread/spring sprang sprung/stand stood/steal stole stolen/stick stuck/sting stung/strike struck
strive strove striven/swear swore sworn/sweep swept/swim swam swum/swing swung/take took taken/teach taught
tear tore torn/tell told/think thought/throw threw thrown/understand understood/undergo underwent undergone
undertake undertook undertaken/uphold upheld/upset upset/wake woke woken/wear wore worn/weave wove woven
weep wept/win won/wind wound/withdraw withdrew withdrawn/withhold withheld/withstand withstood
write wrote written
"""
_NOUNS: Final = """
child children/foot feet/goose geese/man men/mouse mice/ox oxen/person people/tooth teeth/woman women
half halves/knife knives/leaf leaves/life lives/loaf loaves/self selves/shelf shelves/thief thieves
wife wives/wolf wolves/calf calves/analysis analyses/basis bases/crisis crises/hypothesis hypotheses
thesis theses/criterion criteria/phenomenon phenomena/fish fish/sheep sheep/deer deer/series series
species species/aircraft aircraft/means means/hero heroes/potato potatoes/tomato tomatoes/echo echoes
veto vetoes
"""
_ADJECTIVES: Final = "good better best/bad worse worst/far farther farthest/little less least/many more most"
# Words stressed on the last syllable, which therefore double its consonant.
_DOUBLING: Final = frozenset(
    """abhor abut acquit admit allot begin commit compel concur confer control defer deter dispel emit
    equip excel expel forget impel incur infer occur omit patrol permit prefer propel rebel rebut recur
    refer regret remit repel submit transfer transmit upset""".split()
)


def _table(text: str) -> dict[str, tuple[str, ...]]:
    rows = [row.split() for line in text.strip().splitlines() for row in line.split("/")]
    return {row[0]: tuple(row[1:]) for row in rows}


_IRREGULAR_VERBS: Final = _table(_VERBS)
_IRREGULAR_NOUNS: Final = _table(_NOUNS)
_IRREGULAR_ADJECTIVES: Final = _table(_ADJECTIVES)
_TABLES: Final = (_IRREGULAR_VERBS, _IRREGULAR_NOUNS, _IRREGULAR_ADJECTIVES)


def _bases() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for table in _TABLES:
        for base, forms in table.items():
            for form in (base, *forms):
                found.setdefault(form, set()).add(base)
    return {form: frozenset(bases) for form, bases in found.items()}


#: The basic forms of every irregular form; a basic form is among its own forms.
_BASES: Final = _bases()
#: Irregular past forms that are not participles too: "began", but not "stood".
PAST_ONLY: Final = frozenset(forms[0] for forms in _IRREGULAR_VERBS.values()) - frozenset(
    forms[-1] for forms in _IRREGULAR_VERBS.values()
)


def irregular_verbs() -> tuple[str, ...]:
    """Return the basic forms of the verbs that are not regular."""
    return tuple(_IRREGULAR_VERBS)


def form_labels(tag: str) -> tuple[str, ...]:
    """Return the labels of words with a tag: the tag, and for a basic verb the present tense too."""
    return (tag, "VBP") if tag == "VB" else (tag,)


def inflected(word: str, tag: str) -> str:
    """Return the form of a basic form that a tag asks for; the word itself for the tag of a basic form.

    Args:
        word: a basic form, lowercased.
        tag: the Penn tag of the form.
    """
    if tag == "NNS":
        return _IRREGULAR_NOUNS[word][0] if word in _IRREGULAR_NOUNS else _with_s(word)
    if tag == "VBZ":
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(word) or _with_s(word)
    if tag in ("VBD", "VBN"):
        forms = _IRREGULAR_VERBS.get(word)
        return (forms[0] if tag == "VBD" else forms[-1]) if forms else _with_ending(word, "ed")
    if tag == "VBG":
        return word[:-2] + "ying" if word in ("die", "lie", "tie") else _with_ending(word, "ing")
    if tag in ("JJR", "JJS"):
        return _compared(word, tag)
    return word


def verb_place(words: Sequence[str]) -> int:
    """Return the place of the word that inflects in a verb phrase: the first that is no adverb, or the last.

    >>> verb_place(["greatly", "affect"]), verb_place(["rely", "on"])
    (1, 0)
    """
    for place, word in enumerate(words[:-1]):
        if word not in _ADVERBS and (not word.endswith("ly") or word in _VERBS_IN_LY):
            return place
    return len(words) - 1


@lru_cache(maxsize=1 << 16)
def may_be_forms(first: str, second: str) -> bool:
    """Return whether two words differ in regular endings only, or are irregular forms of one word."""
    return is_inflection(first, second) or not _irregular_bases(first).isdisjoint(_irregular_bases(second))


@lru_cache(maxsize=1 << 14)
def _irregular_bases(word: str) -> frozenset[str]:
    """Return the irregular basic forms that a word may be a form of."""
    return _BASES.get(word, frozenset()).union(*(_BASES.get(form, ()) for form in base_forms(word)))


def _with_s(word: str) -> str:
    if re.search(r"(?:s|x|z|ch|sh)$", word):
        return word + "es"
    return word[:-1] + "ies" if re.search(r"[^aeiou]y$", word) else word + "s"


def _with_ending(word: str, ending: str) -> str:
    if ending == "ing":
        if re.search(r"[^eoy]e$", word) and len(word) > 2:
            return word[:-1] + ending
    elif word.endswith("e"):
        return word + ending[1:]
    elif re.search(r"[^aeiou]y$", word):
        return word[:-1] + "i" + ending
    return (word + word[-1] if _doubles(word) else word) + ending


def _doubles(word: str) -> bool:
    if word in _DOUBLING:
        return True
    short = re.fullmatch(r"[^aeiou]*(?:qu)?[aeiou][bdfgklmnprtvz]", word) is not None
    return short and SyllableCounter().count(word) == 1


def _compared(word: str, tag: str) -> str:
    forms = _IRREGULAR_ADJECTIVES.get(word)
    if forms:
        return forms[0] if tag == "JJR" else forms[1]
    syllables = SyllableCounter().count(word)
    if syllables == 1 or (syllables == 2 and word.endswith("y")):
        return _with_ending(word, "er" if tag == "JJR" else "est")
    return f"{'more' if tag == 'JJR' else 'most'} {word}"
