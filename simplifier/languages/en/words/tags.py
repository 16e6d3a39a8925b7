"""The tags of the Penn Treebank, and the groups and roles that they belong to."""

from __future__ import annotations

from typing import Final

from simplifier.languages.language import TagRoles

__all__ = [
    "ADVERBS",
    "FINITE",
    "FRAME_CLASSES",
    "FRAME_CLASS_NAMES",
    "NAMES",
    "NOUNS",
    "PENN_TAGS",
    "RELATIVE",
    "ROLES",
    "VERBS",
]

PENN_TAGS: Final[tuple[str, ...]] = (
    *("CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNP", "NNPS", "NNS", "PDT"),
    *("POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB", "VBD", "VBG", "VBN", "VBP"),
    *("VBZ", "WDT", "WP", "WP$", "WRB", "#", "$", "''", "``", ",", "-LRB-", "-RRB-", ".", ":"),
)

NAMES: Final = frozenset({"NNP", "NNPS"})
NOUNS: Final = frozenset({"NN", "NNS"})
VERBS: Final = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
#: Tags of finite verbs; modals are among them.
FINITE: Final = frozenset({"VBD", "VBP", "VBZ", "MD"})
ADVERBS: Final = frozenset({"RB", "RBR", "RBS"})
#: Tags of words that open relative clauses and questions.
RELATIVE: Final = frozenset({"WDT", "WP", "WP$", "WRB"})

#: Classes of tags that frames may name (docs/use/own_rules.md).
FRAME_CLASSES: Final = {
    "VERB": VERBS | {"MD"},
    "NOUN": NOUNS | NAMES,
    "ADJ": frozenset({"JJ", "JJR", "JJS"}),
    "ADV": ADVERBS,
    "NUMBER": frozenset({"CD"}),
    "NAME": NAMES,
    "DET": frozenset({"DT", "PDT", "PRP$", "WDT"}),
    "PRON": frozenset({"PRP"}),
    "PREP": frozenset({"IN", "TO"}),
    "PUNCT": frozenset({"''", "``", ",", "-LRB-", "-RRB-", ".", ":"}),
}

#: The same classes as people are told of them.
FRAME_CLASS_NAMES: Final = {
    "VERB": "a verb",
    "NOUN": "a noun",
    "ADJ": "an adjective",
    "ADV": "an adverb",
    "NUMBER": "a number",
    "NAME": "a name",
    "DET": "a word such as “the”",
    "PRON": "a pronoun",
    "PREP": "a preposition",
    "PUNCT": "a punctuation mark",
}

ROLES: Final = TagRoles(
    names=NAMES,
    numbers=frozenset({"CD"}),
    basic={"noun": "NN", "verb": "VB", "adjective": "JJ", "adverb": "RB"},
    parts={
        "noun": ("NN", "NNS"),
        "verb": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"),
        "adjective": ("JJ", "JJR", "JJS"),
        "adverb": ("RB", "RBR", "RBS"),
    },
    alike={"VBD": "VBN", "VBN": "VBD", "VB": "VBP", "VBP": "VB"},
)
