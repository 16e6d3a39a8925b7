"""Labels of phrases: the left-hand sides of rules, and the labels of spans of a tagged sentence.

A word's label is its Penn tag. A phrase that can stand where one word stands gets that word's tag ("carried out":
VBD, "prime minister": NN, "more careful": JJR, "because of": IN), so that rules between words and phrases agree.
Larger phrases get the name of a chunk: ``NP`` (with a determiner, possessor or preposition phrase), ``PP``, ``ADJP``,
``VP/form`` (a verb of that form with what follows it), ``S``. A phrase that breaks off after a preposition or a
determiner gets the label of its base and of what it lacks ("consists of": VBZ/NP, "in a": IN/NN). A verb group gets
the tags of its first and last verb ("was killed": VBD+VBN), so that voice and auxiliaries are not lost. Any other
phrase of up to three words gets its tags joined with ``+``, and a longer one ``X``. Labels hold no space and no
bracket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from simplifier.languages.en.words.tags import ADVERBS, NAMES, NOUNS, PENN_TAGS, VERBS
from simplifier.languages.language import UNKNOWN_LABEL

__all__ = ["head_tag", "phrase_label", "span_labels", "tag_label"]

_VERB_PHRASE = "VP/"
_LONGEST_JOINED = 3
_LONGEST_PHRASE = 10  # longer ones are X, which also bounds the work of the patterns

_SAFE = {
    ",": "COMMA", ".": "PERIOD", ":": "COLON", "``": "QUOTE", "''": "QUOTE",
    "-LRB-": "LRB", "-RRB-": "RRB", "$": "DOLLAR", "#": "HASH",
}  # fmt: skip
_COMPARED = {"RBR": {"JJ": "JJR", "RB": "RBR"}, "RBS": {"JJ": "JJS", "RB": "RBS"}}


class _TagCodes(dict[str, str]):
    """One character for each tag, so that a phrase is a short string and a pattern a plain regex."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        for tag in PENN_TAGS:
            self[tag]

    def __missing__(self, tag: str) -> str:
        code = chr(0xC0 + len(self))  # from letters of Latin-1 on, sets of which are compiled fastest
        self[tag] = code
        self.tags[code] = tag
        return code


_CODES = _TagCodes()


def _one(*tags: str) -> str:
    """Return a pattern for one of the tags."""
    return "[" + "".join(_CODES[tag] for tag in tags) + "]"


_ADVERB = _one(*ADVERBS)
_ADJECTIVE = _one("JJ", "JJR", "JJS")
_NOUN = _one(*NOUNS, *NAMES)
_DETERMINER = f"(?:{_one('PDT')}?{_one('DT', 'PRP$', 'WDT', 'WP$')})"
_MODIFIER = f"(?:{_ADVERB}?{_ADJECTIVE}|{_one('VBN', 'VBG', 'CD', '$')}|{_NOUN})"
_NOMINAL = f"(?:{_MODIFIER}*{_NOUN})"
_NOMINALS = f"(?:{_NOMINAL}(?:{_one('CC')}{_NOMINAL})?)"
_PRONOUN = _one("PRP", "EX", "WP")
_POSSESSOR = f"(?:{_DETERMINER}?{_MODIFIER}*{_one('POS')})"
_SIMPLE_NP = f"(?:(?:{_DETERMINER}|{_POSSESSOR}){_NOMINALS}|{_DETERMINER}{_MODIFIER}*{_one('CD')})"
_ANY_NP = f"(?:{_SIMPLE_NP}|{_NOMINALS}|{_PRONOUN}|{_one('CD')}+)"
_PP = f"(?:{_one('IN')}{_ANY_NP})"
_NP = f"(?:{_SIMPLE_NP}{_PP}*|{_ANY_NP}{_one('CC')}{_ANY_NP})"
_VERB = _one(*VERBS)
_VERBS = f"(?:{_ADVERB}*(?:{_one('MD')}{_ADVERB}*)?{_VERB}(?:{_ADVERB}*{_VERB})*{_one('RP')}?)"
_ADJP = f"(?:{_ADVERB}*{_ADJECTIVE})"
_COMPLEMENT = f"(?:{_ANY_NP}?{_PP}*{_ADVERB}*|{_ADJP}{_PP}?)"
_VP = f"(?:{_VERBS}{_COMPLEMENT})"

# The first pattern that matches the whole phrase names it; `_headed` then replaces the name by a tag where it can.
_CHUNKS = re.compile(
    "|".join(
        f"(?P<{name}>{pattern})"
        for name, pattern in (
            ("NUMBER", f"(?:{_one('RB', 'IN')}|{_one('JJR', 'RBR')}{_one('IN')})?{_one('CD')}+"),
            ("NOMINAL", f"{_NOMINALS}"),
            ("NOMINAL_PP", f"{_NOMINAL}{_PP}+"),
            ("ADJECTIVE", f"{_ADVERB}*{_ADJECTIVE}(?:{_one('CC')}{_ADJECTIVE})?"),
            ("ADVERB", f"{_ADVERB}+"),
            ("PREPOSITION", f"{_one('IN', 'RB')}{_one('IN')}|{_one('IN')}{_one('DT')}?{_NOUN}{_one('IN')}"),
            ("TO", f"(?:{_one('IN')}{_one('NN')}|{_one('RB')}{_one('IN')}){_one('TO')}"),
            ("VERB", _VERBS),
            ("NP", _NP),
            ("NP_OPEN", f"{_DETERMINER}{_MODIFIER}*{_ADJECTIVE}"),
            ("PP", f"{_PP}+"),
            ("PP_OPEN", f"{_one('IN')}{_DETERMINER}?{_ADJP}+"),
            ("ADJP", f"{_ADJP}(?:{_PP}+|{_one('TO')}{_VP})"),
            ("TO_VP", f"{_one('TO')}{_VP}"),
            ("VP", f"{_VP}(?:{_one('TO')}{_VP})?"),
            ("S", f"{_ANY_NP}{_PP}?{_VP}"),
        )
    )
)
# A phrase that breaks off after a preposition, a determiner or the "to" of an infinitive: the group is what it lacks.
_OPEN_END = re.compile(
    f"(?P<base>.+?)(?:(?P<NP>{_one('IN')})|(?P<NN>{_one('IN')}?{_DETERMINER}{_ADJP}*)|(?P<VP>{_one('TO')}))"
)
_NAMES = {"NUMBER": "CD", "PREPOSITION": "IN", "NP_OPEN": "NP/NN", "PP_OPEN": "IN/NN", "TO_VP": "VP/TO"}
_VERB_TAGS = VERBS | {"MD"}


def tag_label(tag: str) -> str:
    """Return the label of a single tag: the tag itself, or a name where the tag is punctuation."""
    return _SAFE.get(tag, tag)


def head_tag(label: str) -> str:
    """Return the tag of the verb of a verb phrase; of other phrases, the label."""
    return label.removeprefix(_VERB_PHRASE)


def _headed(chunk: str, tags: list[str]) -> str:
    """Return the label of a recognised chunk: a tag if one word could stand in its place, otherwise its name."""
    if chunk == "NOMINAL":
        return tags[-1]
    if chunk == "NOMINAL_PP":
        return tags[tags.index("IN") - 1]
    if chunk in ("ADJECTIVE", "ADVERB"):
        return _COMPARED.get(tags[0], {}).get(tags[-1], tags[-1])
    if chunk in _NAMES:
        return _NAMES[chunk]
    if chunk in ("VERB", "VP"):
        verbs = [tag for tag in tags if tag in _VERB_TAGS]
        if chunk == "VP":
            return _VERB_PHRASE + verbs[0]
        return verbs[0] if len(verbs) == 1 else f"{verbs[0]}+{verbs[-1]}"
    return chunk


@lru_cache(maxsize=1 << 18)
def _chunk(codes: str) -> str | None:
    """Return the label of a word or a recognised phrase, whole or broken off at its end; None for any other."""
    if len(codes) == 1:
        return tag_label(_CODES.tags[codes])
    found = _CHUNKS.fullmatch(codes)
    if found is not None and found.lastgroup is not None:
        return _headed(found.lastgroup, [_CODES.tags[code] for code in codes])
    lacking = _OPEN_END.fullmatch(codes)
    if lacking is None:
        return None
    base = _chunk(lacking["base"])
    lack = next(name for name in ("NP", "NN", "VP") if lacking[name] is not None)
    return None if base is None else f"{base}/{lack}"


@lru_cache(maxsize=1 << 18)
def _label(codes: str) -> str:
    if not codes or len(codes) > _LONGEST_PHRASE:
        return UNKNOWN_LABEL
    chunk = _chunk(codes)
    if chunk is not None:
        return chunk
    if len(codes) <= _LONGEST_JOINED:
        return "+".join(tag_label(_CODES.tags[code]) for code in codes)
    return UNKNOWN_LABEL


def _encode(tags: Sequence[str]) -> str:
    return "".join([_CODES[tag] for tag in tags])


def phrase_label(tags: Sequence[str]) -> str:
    """Return the label of a phrase with these Penn tags; ``X`` if there are no tags or it is of no known kind."""
    return _label(_encode(tags))


def span_labels(tags: Sequence[str], spans: Iterable[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """Return (start, end, label) for half-open spans of a tagged sentence, with labels as of `phrase_label`."""
    codes = _encode(tags)
    return [(start, end, _label(codes[start:end])) for start, end in spans]
