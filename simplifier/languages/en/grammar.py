"""The conditions and insertions that structural rules may use of English, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted, Item
from simplifier.languages.en.bullets import listing
from simplifier.languages.en.clauses import (
    first_halves,
    further,
    halves,
    inversion,
    joints,
    noun_conditions,
    openings,
    order,
    participles,
    second_halves,
    shortening,
    verb_conditions,
    verbs,
)
from simplifier.languages.en.clauses.antecedents import keeps_antecedents
from simplifier.languages.en.clauses.further import begins_order
from simplifier.languages.en.clauses.noun_conditions import is_clear_owner
from simplifier.languages.en.clauses.people import is_person, is_person_noun
from simplifier.languages.en.clauses.subjects import (
    again,
    again_at_once,
    by_pronoun,
    is_repeated,
    of_phrase,
    once_more,
    said_again,
    said_shortly,
)
from simplifier.languages.en.office_prose import officialese
from simplifier.languages.en.office_prose.actors import OBJECT_FORMS
from simplifier.languages.en.office_prose.nouns import (
    after_result,
    bare_noun,
    last_of,
    light_noun,
    positive,
    subject_noun,
)
from simplifier.languages.en.office_prose.officialese import OfficeWords
from simplifier.languages.en.rewording import amounts, brackets, objects, relatives, requests, tails
from simplifier.languages.en.rewording.brackets import is_order
from simplifier.languages.en.rewording.phrases import PhraseWords
from simplifier.languages.en.words.auxiliaries import AUXILIARIES
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.relations import RELATIONS
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS
from simplifier.languages.lexicon import constructions
from simplifier.languages.structure.parsed import Condition, Grammar, Insertion, Parsed
from simplifier.languages.structure.rules import RuleFile

__all__ = ["english_grammar"]

_FEWEST_WORDS: Final = 3
#: Words that call for a second word after them. If a split parts the two, neither sentence is whole.
_PAIRS: Final = (("either", "or"), ("between", "and"))
_BAD_LAST: Final = frozenset("and or of the a an to but that which who whose at by from as than".split())
#: Last words of names that say what they name.
_KINDS: Final = frozenset(
    """academy act agency airport army association award bank basin bay beach board bridge building
    bureau canal cathedral center centre chapel church city club college commission committee company
    corporation council county department district festival foundation garden hall highway hospital
    hotel house institute institution island lake league library line ministry museum order palace
    parish park party peninsula prison programme program province railway region republic reserve
    river road school society square station street studio system team temple theater theatre tower
    town treaty trust university valley village zoo""".split()
)
#: Words that open a subordinate clause, and the fewest finite verbs of a sentence that begins with one.
_SUBORDINATING: Final = frozenset("although though because where whereas while when if unless".split())
_CLAUSES: Final = 2
_LINKS: Final = frozenset('so but and yet however , "'.split())
_RELATIVE: Final = frozenset({"which", "who", "whom", "whose"})
_DESCRIBED: Final = frozenset("those anyone anybody everyone everybody someone somebody all".split())
_RELATIVE_TAGS: Final = frozenset({"WDT", "WP", "WP$"})
_FINITE_WORDS: Final = frozenset({"is", "are", "was", "were", "has", "have", "had", "does", "do", "did"})


#: Every phrase that English knows by heart.
LEXICON: Final = Path(__file__).with_name("lexicon.tsv")


def english_grammar(file: RuleFile) -> Grammar:
    """Return the grammar of English: the answers to what structural rules ask.

    Args:
        file: the rules with their lists, and tables that add to those of the lexicon or replace them.
    """
    lists = {name: frozenset(text.split()) for name, text in file.lists.items()}
    tables = constructions(LEXICON) | file.tables
    own = OfficeWords(tables, lists)
    short = PhraseWords(tables)
    return Grammar(
        {**_CONDITION_NAMES, **own.conditions, **short.conditions},
        {**_INSERTION_NAMES, **own.insertions, **short.insertions},
        lists,
        verbs.base_form,
        _is_whole,
        frozenset({".", "!"}),
        keeps_antecedents,
        _forms,
        {
            **order.WORD_CONDITIONS,
            **verb_conditions.WORD_CONDITIONS,
            **inversion.WORD_CONDITIONS,
            **joints.WORD_CONDITIONS,
            **openings.WORD_CONDITIONS,
            **officialese.WORD_CONDITIONS,
            **shortening.WORD_CONDITIONS,
            **own.word_conditions,
            **amounts.WORD_CONDITIONS,
            **tails.WORD_CONDITIONS,
            **brackets.WORD_CONDITIONS,
            **listing.WORD_CONDITIONS,
            **objects.WORD_CONDITIONS,
            **requests.WORD_CONDITIONS,
            **short.word_conditions,
        },
        halves.joints,
        RELATIONS,
        listing.TAGS_PUT_IN,
    )


def _forms(word: str) -> set[str]:
    """Return the forms that a word has as a verb, and its plural as a noun."""
    return {
        *(inflected(word, tag) for tag in ("VBZ", "VBD", "VBN", "VBG", "NNS")),
        *AUXILIARIES.get(word, ()),
    }


def _is_whole(parsed: Parsed, sentence: Clause) -> bool:
    """Return whether words can be a sentence: enough of them, a finite verb, nothing dangling at the ends.

    The first word must not be a relative pronoun. If it is a possessive such as "its", at most one noun
    before it may be the owner.
    """
    words = [parsed.words[one] if isinstance(one, int) else one.word for one in sentence[:-1]]
    if sum(word[0].isalnum() for word in words) < _FEWEST_WORDS or words[-1] in _BAD_LAST:
        return False
    if (words[0] == "but" and "but" in words[1:]) or (
        words[1] in _RELATIVE and not _may_be_described(parsed, sentence[0])
    ):
        return False
    if any(one in words and two not in words[words.index(one) :] for one, two in _PAIRS):
        return False
    first = next((one for one in sentence if isinstance(one, int)), 0)
    opening = next((word for word in words if word not in _LINKS), "")
    if opening in ("that", "whether") and parsed.tags[first] == "IN":
        return False  # "they said that they had left, and that you pay": a reported clause
    subordinate = opening in _SUBORDINATING or (opening == parsed.words[first] and parsed.tree.labels[first] == "mark")
    if subordinate and sum(_is_finite(parsed, one) for one in sentence) < _CLAUSES:
        return False  # "although this case is not clear": a subordinate clause without a main one
    if opening in _RELATIVE or ":" in parsed.words[: max(first - 1, 0)] or not is_clear_owner(parsed, opening, first):
        return False
    parts: list[list[Item]] = [[]]
    for item, word in zip(sentence[:-1], words, strict=True):
        if word == ";":
            parts.append([])
        else:
            parts[-1].append(item)
    if first and parsed.words[first - 1] == "(" and is_order(parsed, first):
        return True
    return all(_has_finite(parsed, part) for part in parts)


def _may_be_described(parsed: Parsed, item: Item) -> bool:
    """Return whether a relative clause may follow the first word of a sentence: "patients who", "anyone who"."""
    return isinstance(item, int) and (parsed.tags[item] in NOUNS or parsed.words[item] in _DESCRIBED)


def _has_finite(parsed: Parsed, items: list[Item]) -> bool:
    """Return whether words have a finite verb outside relative clauses, or begin with an order."""
    places = [one for one in items if isinstance(one, int)]
    if places and begins_order(parsed, places[0]):
        return True
    if any(not isinstance(one, int) and one.copy_of < 0 for one in items):
        return True
    finite = [place for place, one in enumerate(items) if _is_finite(parsed, one)]
    if len(finite) != 1:
        return bool(finite)
    before = [one for one in items[: finite[0]] if isinstance(one, int)]
    return all(parsed.tags[one] not in _RELATIVE_TAGS or parsed.tags[one + 1] == "TO" for one in before)


def _is_finite(parsed: Parsed, item: Item) -> bool:
    """Return whether a word is a finite verb: a token by its tag, a word put in by its form."""
    if isinstance(item, int):
        return parsed.tags[item] in FINITE
    return item.word in _FINITE_WORDS or (item.copy_of >= 0 and parsed.tags[item.copy_of] in FINITE)


def _as_finite(parsed: Parsed, participle: int, verb: int, subject: int) -> Clause | None:
    """Return a participle as a finite verb in the tense of another verb; None if that tense is open."""
    tense = verbs.told_in_past(parsed, verb)
    if tense is None:
        return None
    base = verbs.base_form(parsed, participle)
    past = tense if base != "be" else verbs.is_past(parsed, verb)
    return (Inserted(verbs.inflect(base, past, _many(parsed, subject))),)


def _this_finite(parsed: Parsed, participle: int, verb: int) -> Clause | None:
    """Return a participle as a finite verb with "this" as its subject; None if the tense is open."""
    tense = verbs.told_in_past(parsed, verb)
    if tense is None:
        return None
    return (Inserted(verbs.inflect(verbs.base_form(parsed, participle), tense, False)),)


def _be(parsed: Parsed, verb: int, subject: int) -> Clause | None:
    """Return the form of "be" for the tense of a verb and the number of a subject."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    return verbs.to_be(verbs.is_past(parsed, verb), _many(parsed, subject))


def _was(parsed: Parsed, subject: int) -> Clause:
    """Return "was" or "were"."""
    return verbs.to_be(True, _many(parsed, subject))


def _is(parsed: Parsed, subject: int) -> Clause:
    """Return "is" or "are"."""
    return verbs.to_be(False, _many(parsed, subject))


def _many(parsed: Parsed, noun: int) -> bool:
    return verbs.is_plural(parsed, noun)


def _auxiliaries(parsed: Parsed, verb: int) -> Clause | None:
    """Return the auxiliaries of a verb once more."""
    found = verbs.auxiliaries(parsed, verb)
    return tuple(Inserted(parsed.words[one], one) for one in found) if found else None


def _again_as(parsed: Parsed, subject: int, clause: int, noun: int) -> Clause | None:
    """Return a subject once more; it is a person where the predicate names people by what they do."""
    found = again(parsed, subject, clause, is_person_noun(parsed, noun))
    return tails.told_again(parsed, subject, clause, noun) if found is None else found


def _person_again_behind(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    found = said_again(parsed, noun, {*parsed.tree.subtree(noun), *parsed.tree.subtree(clause)}, True)
    return None if found is None or is_repeated(parsed, noun, found) else found


def _again_plainly(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return the last noun phrase of a sentence once more in one word, or as a name: "it", "this", "Lee".

    "This" is given only if the clause says what the thing is.
    """
    rest = set(range(parsed.stop)).difference(parsed.tree.subtree(clause))
    found = said_shortly(parsed, noun, rest)
    if found is not None and len(found) == 1 and isinstance(found[0], Inserted) and found[0].copy_of < 0:
        return found
    if parsed.tags[noun] in NAMES and is_person(parsed, noun):
        return None if found is None or is_repeated(parsed, noun, found) else found
    if parsed.tags[noun] == "NNP" and parsed.tags[noun - 1] == "NNP" and parsed.words[noun] in _KINDS:
        if list(parsed.words).count(parsed.words[noun]) == 1:
            return (Inserted("the"), Inserted(parsed.words[noun]))  # "Lake Street": "the street"
    if verbs.base_form(parsed, clause) == "be" and parsed.tree.child(clause, "attr") is not None:
        return (Inserted("these" if verbs.is_plural(parsed, noun) else "this"),)
    return None


def _object_again(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return the last noun phrase of a sentence once more as an object: "it", "this tax"."""
    found = again_at_once(parsed, noun, clause)
    if found is None or len(found) > 1 or isinstance(found[0], int):
        return found
    return (Inserted(OBJECT_FORMS[found[0].word]),) if found[0].word in OBJECT_FORMS else found


def _head(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return a noun phrase without the clause at its end and the commas around the clause."""
    start, end = parsed.tree.span(clause)
    below = [one for one in parsed.tree.subtree(noun) if not start <= one < end]
    kept = [one for one in below if one < start]
    while kept and parsed.words[kept[-1]] == ",":
        kept.pop()
    behind = [one for one in below if one >= end and parsed.words[one] != ","]
    return None if behind or not kept or kept != [*range(kept[0], kept[-1] + 1)] else tuple(kept)


def _again_behind(parsed: Parsed, noun: int, clause: int) -> Clause | None:
    """Return a noun phrase once more after a sentence made of the phrase and a clause; never in the same words."""
    found = said_again(parsed, noun, {*parsed.tree.subtree(noun), *parsed.tree.subtree(clause)})
    return None if found is None or is_repeated(parsed, noun, found) else found


def _this_be(parsed: Parsed, verb: int) -> Clause | None:
    """Return "is" or "was" by the tense of a verb."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    return verbs.to_be(verbs.is_past(parsed, verb), False)


_CONDITION_NAMES: Final[dict[str, Condition]] = {
    "finite": verbs.finite,
    "past": verbs.is_past,
    "present": verbs.is_present,
    "light_noun": light_noun,
    "bare_noun": bare_noun,
    "after_result": after_result,
    "subject_noun": subject_noun,
    "last_of": last_of,
    **officialese.CONDITIONS,
    **inversion.CONDITIONS,
    "by_pronoun": by_pronoun,
    **order.CONDITIONS,
    **joints.CONDITIONS,
    **halves.CONDITIONS,
    **first_halves.CONDITIONS,
    **second_halves.CONDITIONS,
    **verb_conditions.CONDITIONS,
    **openings.CONDITIONS,
    **participles.CONDITIONS,
    **noun_conditions.CONDITIONS,
    **shortening.CONDITIONS,
    **amounts.CONDITIONS,
    **tails.CONDITIONS,
    **brackets.CONDITIONS,
    **listing.CONDITIONS,
    **objects.CONDITIONS,
    **relatives.CONDITIONS,
    **requests.CONDITIONS,
    **further.CONDITIONS,
}
_INSERTION_NAMES: Final[dict[str, Insertion]] = {
    "again": again,
    "once_more": once_more,
    "again_as": _again_as,
    "again_behind": _again_behind,
    "person_again_behind": _person_again_behind,
    "again_at_once": again_at_once,
    "again_plainly": _again_plainly,
    "object_again": _object_again,
    "head": _head,
    "owner": of_phrase,
    "as_finite": _as_finite,
    "this_finite": _this_finite,
    "be": _be,
    "this_be": _this_be,
    "positive": positive,
    "was": _was,
    "is": _is,
    "auxiliaries": _auxiliaries,
    **officialese.INSERTIONS,
    **inversion.INSERTIONS,
    **amounts.INSERTIONS,
    **tails.INSERTIONS,
    **brackets.INSERTIONS,
    **listing.INSERTIONS,
    **objects.INSERTIONS,
    **relatives.INSERTIONS,
    **requests.INSERTIONS,
    **further.INSERTIONS,
}
