"""The names that rules may use of English, and what they mean."""

from __future__ import annotations

from typing import Final

from languages.en.clauses import noun_conditions, order, shortening, verb_conditions, verbs
from languages.en.clauses.noun_conditions import is_clear_owner, is_person_noun
from languages.en.clauses.nouns import NounTables, after_result, bare_noun, light_noun, positive
from languages.en.clauses.subjects import again, of_phrase
from languages.en.words.tags import FINITE
from languages.parts.clause import Clause, Inserted, Item
from languages.structure.parsed import Condition, Grammar, Insertion, Parsed
from languages.structure.rules import RuleFile

__all__ = ["english_grammar"]

_FEWEST_WORDS: Final = 3
_BAD_LAST: Final = frozenset("and or of the a an to but that which who whose at by from as than".split())
_LINKS: Final = frozenset('so but and yet however , "'.split())
_RELATIVE: Final = frozenset({"which", "who", "whom", "whose"})
_FINITE_WORDS: Final = frozenset({"is", "are", "was", "were", "has", "have", "had", "does", "do", "did"})


def english_grammar(file: RuleFile) -> Grammar:
    """Return what English answers.

    Args:
        file: the rules, with their lists and tables.
    """
    nouns = NounTables(file.tables.get("verbs", {}), file.tables.get("doings", {}))
    return Grammar(
        {**_CONDITION_NAMES, "verb_of": nouns.has_verb, "doing_of": nouns.has_doing},
        {**_INSERTION_NAMES, "as_verb": nouns.as_verb, "as_doing": nouns.as_doing},
        {name: frozenset(text.split()) for name, text in file.lists.items()},
        verbs.base_form,
        _is_whole,
        frozenset({".", "!"}),
    )


def _is_whole(parsed: Parsed, sentence: Clause) -> bool:
    """Whether words can be a sentence: enough of them, a finite verb, nothing dangling at the ends.

    The first one must not be a relative pronoun, and what it owns must have one owner in the words before.
    """
    words = [parsed.words[one] if isinstance(one, int) else one.word for one in sentence[:-1]]
    if sum(word[0].isalnum() for word in words) < _FEWEST_WORDS or words[-1] in _BAD_LAST:
        return False
    first = next((one for one in sentence if isinstance(one, int)), 0)
    opening = next((word for word in words if word not in _LINKS), "")
    if opening in _RELATIVE or ":" in parsed.words[:first] or not is_clear_owner(parsed, opening, first):
        return False
    parts: list[list[Item]] = [[]]
    for item, word in zip(sentence[:-1], words, strict=True):
        if word == ";":
            parts.append([])
        else:
            parts[-1].append(item)
    return all(_has_finite(parsed, part) for part in parts)


def _has_finite(parsed: Parsed, items: list[Item]) -> bool:
    return any(
        parsed.tags[one] in FINITE if isinstance(one, int) else one.word in _FINITE_WORDS or one.copy_of < 0
        for one in items
    )


def _as_finite(parsed: Parsed, participle: int, verb: int, subject: int) -> Clause | None:
    """Return a participle as a finite verb in the tense of another one."""
    tense = verbs.told_in_past(parsed, verb)
    if tense is None:
        return None
    base = verbs.base_form(parsed, participle)
    past = tense if base != "be" else verbs.is_past(parsed, verb)
    return (Inserted(verbs.inflect(base, past, _many(parsed, subject))),)


def _this_finite(parsed: Parsed, participle: int, verb: int) -> Clause | None:
    """Return the same for what a whole clause does."""
    tense = verbs.told_in_past(parsed, verb)
    if tense is None:
        return None
    return (Inserted(verbs.inflect(verbs.base_form(parsed, participle), tense, False)),)


def _be(parsed: Parsed, verb: int, subject: int) -> Clause | None:
    """Return the form of "be" that goes with the tense of a verb and a subject."""
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


def _again_as(parsed: Parsed, subject: int, noun: int) -> Clause | None:
    """Return a subject once more; it is a person where the predicate names people by what they do."""
    return again(parsed, subject, person=is_person_noun(parsed, noun))


def _person_again(parsed: Parsed, noun: int) -> Clause | None:
    return again(parsed, noun, person=True)


def _this_be(parsed: Parsed, verb: int) -> Clause | None:
    """Return "is" or "was" by the tense of a verb."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    return verbs.to_be(verbs.is_past(parsed, verb), False)


_CONDITION_NAMES: Final[dict[str, Condition]] = {
    "finite": verbs.finite,
    "past": verbs.is_past,
    "present": verbs.is_present,
    "plural": verbs.is_plural,
    "light_noun": light_noun,
    "bare_noun": bare_noun,
    "after_result": after_result,
    **order.CONDITIONS,
    **verb_conditions.CONDITIONS,
    **noun_conditions.CONDITIONS,
    **shortening.CONDITIONS,
}
_INSERTION_NAMES: Final[dict[str, Insertion]] = {
    "again": again,
    "person_again": _person_again,
    "again_as": _again_as,
    "owner": of_phrase,
    "as_finite": _as_finite,
    "this_finite": _this_finite,
    "be": _be,
    "this_be": _this_be,
    "positive": positive,
    "was": _was,
    "is": _is,
    "auxiliaries": _auxiliaries,
}
