"""Conditions and insertions of rules about office prose: its phrases, by tables, and who has to do what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.office_prose.actors import Actors, as_object, as_subject, between, subject_of
from simplifier.languages.en.office_prose.events import Events
from simplifier.languages.en.office_prose.modality import Modality, owner_as_subject
from simplifier.languages.en.office_prose.nouns import NounTables
from simplifier.languages.en.office_prose.phrases import PhraseTable
from simplifier.languages.en.words.inflection import inflected
from simplifier.languages.en.words.tags import ADVERBS, FINITE, NOUNS, VERBS
from simplifier.languages.en.words.word_lists import NEGATIONS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS", "OfficeWords"]

_LONGEST_SUBJECT: Final = 12
#: Words of scripture and old verse, where "shall" tells what will be.
_SCRIPTURE: Final = frozenset(
    """unto thou thee thy ye hath hast doth saith behold lord god jehovah christ heaven prophet
    jehovahs""".split()
)
#: Adverbs of degree, which go with an adjective but not with the verb that replaces it.
_DEGREES: Final = frozenset("so too very as more most less how".split())
_TIMES: Final = frozenset("when whenever if until unless whether before after as".split())
#: Words by which a verb is said of nobody.
_NOBODY: Final = frozenset("nobody none neither no nor nothing".split())
_RELATIVES: Final = frozenset("that which who whom".split())
_JOINED: Final = frozenset({",", ";", "and", "or", "nor"})
_JOINING: Final = frozenset({",", ";", ":", "--", "and", "but"})


class OfficeWords:
    """Conditions and insertions that read the tables and lists of a file of rules.

    Args:
        tables: the tables, by name.
        lists: the lists, by name.
    """

    def __init__(self, tables: Mapping[str, Mapping[str, str]], lists: Mapping[str, frozenset[str]]) -> None:
        nouns = NounTables(tables.get("verbs", {}), tables.get("doings", {}))
        actors = Actors(lists.get("actors", frozenset()))
        modality = Modality(tables.get("duties", {}), tables.get("openings", {}))
        events = Events(tables.get("events", {}))
        self._empty = PhraseTable(tables.get("empty_openings", {}))
        self._purposes = PhraseTable(tables.get("purposes", {}))
        self._causes = PhraseTable(tables.get("causes", {}))
        self._states = PhraseTable(tables.get("states", {}))
        self._doublets = PhraseTable(tables.get("doublets", {}))
        self._stresses = PhraseTable(tables.get("stresses", {}))
        self._requests = PhraseTable(tables.get("requests", {}))
        self.conditions: dict[str, Condition] = {
            "verb_of": nouns.has_verb,
            "one_word": nouns.is_one_word,
            "actor": actors.is_actor,
            "acting": actors.has_actor,
            "bound": lambda parsed, verb, subject: parsed.tags[verb] == "VBN" or actors.is_actor(parsed, subject),
            "event": events.is_event,
        }
        self.word_conditions: dict[str, Condition] = {
            "duty": modality.is_duty,
            "opening": modality.is_opening,
            "requirement": modality.is_requirement,
            "empty_opening": self._is_empty,
            "purpose": self._is_purpose,
            "cause": self._is_cause,
            "state_phrase": self._is_state,
            "doing_of": nouns.has_doing,
            "doublet": self._is_doublet,
            "stress": self._is_stress,
            "asked": self._is_request,
        }
        self.insertions: dict[str, Insertion] = {
            "as_verb": nouns.as_verb,
            "as_doing": nouns.as_doing,
            "as_doing_base": nouns.as_base,
            "as_duty": modality.as_duty,
            "as_opening": modality.as_opening,
            "as_requirement": modality.as_requirement,
            "as_event": events.as_clause,
            "as_cause": self._as_cause,
            "as_state": self._as_state,
            "as_doublet": self._as_doublet,
        }

    def _is_empty(self, parsed: Tagged, first: int, conjunction: int) -> bool:
        """Return whether the words up to a conjunction say nothing."""
        return self._empty.meaning(parsed.words, first, conjunction) is not None

    def _is_purpose(self, parsed: Tagged, first: int, verb: int) -> bool:
        """Return whether the words up to a verb say that the verb is a purpose."""
        return self._purposes.meaning(parsed.words, first, verb) is not None

    def _is_cause(self, parsed: Tagged, first: int, conjunction: int) -> bool:
        """Return whether the words up to "that" have a conjunction that says the same."""
        found = self._causes.meaning(parsed.words, first, conjunction)
        return found == "because" or (found is not None and not _follows_be(parsed, first))

    def _as_cause(self, parsed: Parsed, first: int, conjunction: int) -> Clause | None:
        """Return the conjunction of `_is_cause`."""
        found = self._causes.meaning(parsed.words, first, conjunction)
        return None if found is None else (Inserted(found),)

    def _is_state(self, parsed: Tagged, verb: int, last: int) -> bool:
        """Return whether a form of "be" and the words up to a place have a verb that says the same."""
        return self._state(parsed, verb, last) is not None

    def _state(self, parsed: Tagged, verb: int, last: int) -> tuple[str, int] | None:
        """Return the verb of `_is_state`, and where the words that it replaces begin; None if there is no such verb."""
        start = verb + 1
        while start < last and parsed.tags[start] in ADVERBS and parsed.words[start] not in NEGATIONS:
            start += 1
        found = self._states.meaning(parsed.words, start, last + 1)
        if parsed.words[start - 1] in _DEGREES:
            return None
        if found == "break" and parsed.tags[last + 1] in NOUNS:
            return None  # "in breach of contract"
        if found is None or verbs.base_form(parsed, verb) != "be" or parsed.tags[verb] not in VERBS:
            return None
        return found, start

    def _as_state(self, parsed: Parsed, verb: int, last: int) -> Clause | None:
        """Return the verb of `_is_state` in the form of "be", after the adverbs that stood between."""
        state = self._state(parsed, verb, last)
        if state is None:
            return None
        found, start = state
        rest_of_it = range(start, parsed.stop)
        if any(parsed.tree.labels[one] == "conj" and parsed.tags[one] == "JJ" for one in rest_of_it):
            return None  # "is in need of help and unable to"
        subject = subject_of(parsed, verb)
        owned = subject is not None and parsed.words[subject] in ("i", "we")
        first, *rest = (found if found != "get" or not owned else "have").split()
        return (
            *range(verb + 1, start), Inserted(inflected(first, parsed.tags[verb])), *map(Inserted, rest)
        )  # fmt: skip

    def _is_doublet(self, parsed: Tagged, first: int, last: int) -> bool:
        """Return whether the words between two places, both included, say one thing twice."""
        return self._doublets.meaning(parsed.words, first, last + 1) is not None

    def _as_doublet(self, parsed: Parsed, first: int, last: int) -> Clause | None:
        """Return the word of a doublet that stays."""
        found = self._doublets.meaning(parsed.words, first, last + 1)
        return None if found is None else (Inserted(found),)

    def _is_stress(self, parsed: Tagged, first: int, comma: int) -> bool:
        """Return whether the words up to a comma only stress what follows."""
        return self._stresses.meaning(parsed.words, first, comma) is not None

    def _is_request(self, parsed: Tagged, first: int, verb: int) -> bool:
        """Return whether the words up to a verb ask somebody to do it."""
        return self._requests.meaning(parsed.words, first, verb) is not None


def _infinitive(parsed: Tagged, place: int) -> bool:
    """Return whether a verb in its basic form, not a perfect, follows "to", with at most adverbs in between."""
    place += 1
    while place < parsed.stop and parsed.tags[place] in ADVERBS:
        place += 1
    perfect = parsed.words[place] == "have" and [*parsed.tags[place + 1 : place + 2]] == ["VBN"]
    return place < parsed.stop and parsed.tags[place] == "VB" and not perfect


def _nobody(parsed: Tagged, place: int) -> bool:
    """Return whether a verb is said of nobody: "nobody has to" is not "nobody must"."""
    for before in reversed(parsed.words[:place]):
        if before in _NOBODY:
            return True
        if before in _JOINING or before in _RELATIVES:
            return False
    return False


def _to_again(parsed: Tagged, place: int) -> bool:
    """Return whether another infinitive follows that goes with the first: "to sign it, and not to lose it"."""
    words, tags = parsed.words, parsed.tags
    for one in range(place + 2, parsed.stop - 1):
        if words[one] == "to" and tags[one + 1] == "VB":
            before = one - 2 if words[one - 1] in ("not", "either") else one - 1
            if words[before] in _JOINED:
                return True
    return False


def _follows_be(parsed: Tagged, place: int) -> bool:
    return place > 0 and verbs.base_form(parsed, place - 1) == "be"


def _noun_between(parsed: Parsed, start: int, noun: int, end: int) -> bool:
    """Return whether exactly one short noun phrase, without a comma, stands between two tokens."""
    if not start < noun < end or end - start - 1 > _LONGEST_SUBJECT:
        return False
    inside = range(start + 1, end)
    if any(parsed.words[one] in (",", "to", ":", ";") or parsed.tags[one] in FINITE for one in inside):
        return False
    return between(parsed, start, end) == noun


def _opens_sentence(parsed: Tagged, place: int) -> bool:
    """Return whether a token may begin a main clause: at the start of the sentence, or after a comma or "and"."""
    return place == 0 or (parsed.words[place - 1] in _JOINING and not parsed.depth[place])


def _opens_request(parsed: Tagged, place: int) -> bool:
    """Return whether "please" can stand at a place: after "and" only if the sentence has begun as a request."""
    if not _opens_sentence(parsed, place):
        return False
    joined = place > 0 and parsed.words[place - 1] in ("and", "but")
    return not joined or parsed.words[0] in ("please", "kindly") or parsed.tags[0] == "VB"


def _opens_time(parsed: Parsed, preposition: int, noun: int) -> bool:
    """Return whether "on" with a noun tells when: "on completion of", not "worked on the completion of"."""
    start = parsed.tree.span(preposition)[0]
    return parsed.words[preposition] != "on" or start == 0 or noun == preposition + 1


def _without_order(parsed: Parsed, verb: int) -> bool:
    """Return whether "shall" is no order: in a report, a condition, a question or an old text it tells what will be."""
    # Of subordinate clauses, only those with "that" and object clauses without a conjunction may give an order.
    if parsed.tree.labels[verb] in ("ccomp", "advcl", "pcomp", "csubj"):
        mark = parsed.tree.child(verb, "mark", "advmod")
        if mark is None or parsed.words[mark] != "that":
            return mark is not None or parsed.tree.labels[verb] != "ccomp"
    start = parsed.tree.span(verb)[0]
    if parsed.tree.labels[verb] == "relcl" and parsed.words[start - 1] != ",":
        return True  # "the laws which shall be made"
    subject = parsed.tree.child(verb, "nsubj", "nsubjpass")
    before = parsed.tree.span(subject)[0] - 1 if subject is not None else -1
    return (before >= 0 and parsed.words[before] in _TIMES) or not _SCRIPTURE.isdisjoint(parsed.words)


def _negated_noun(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun phrase holds "no" or "nothing"."""
    return any(parsed.words[one] in ("no", "nothing") for one in parsed.tree.subtree(noun))


def _denied(parsed: Tagged, place: int) -> bool:
    """Return whether a negation stands before a place."""
    return not NEGATIONS.isdisjoint(parsed.words[:place])


def _repeated_mark(parsed: Parsed, clause: int, mark: int) -> bool:
    """Return whether a later clause has the same conjunction: "that A and that B"."""
    behind = zip(parsed.words[mark + 1 :], parsed.words[mark + 2 :], strict=False)
    if any(pair in (("and", parsed.words[mark]), ("or", parsed.words[mark])) for pair in behind):
        return True
    return any(
        parsed.words[one] == parsed.words[mark] and parsed.tree.labels[one] == "mark"
        for other in parsed.tree.children(clause, ("conj",))
        for one in parsed.tree.children(other)
    )


def _base(parsed: Parsed, verb: int) -> Clause:
    """Return the basic form of a verb."""
    return (Inserted(verbs.base_form(parsed, verb)),)


def _can(parsed: Parsed, place: int) -> Clause:
    """Return "can", or "could" where the main clause is told in the past."""
    past = any(verbs.is_past(parsed, root) for root in parsed.tree.roots)
    return (Inserted("could" if past else "can"),)


def _does_not(parsed: Parsed, subject: int) -> Clause:
    """Return "does not", or "do not" for a plural subject, "I" and "you"."""
    plural = verbs.is_plural(parsed, subject) or parsed.words[subject] in ("i", "you")
    return (Inserted(verbs.inflect("do", False, plural)), Inserted("not"))


def _as_active(parsed: Parsed, auxiliary: int, verb: int, agent: int) -> Clause:
    """Return the participle of a passive as a finite verb that agrees with the agent."""
    base = verbs.base_form(parsed, verb)
    plural = verbs.is_plural(parsed, agent) or parsed.words[agent] in ("me", "you")
    return (Inserted(verbs.inflect(base, parsed.tags[auxiliary] == "VBD", plural)),)


def _subject_phrase(parsed: Parsed, noun: int) -> Clause:
    """Return a noun phrase as it is, or a pronoun in its subject form."""
    return as_subject(parsed, noun) if parsed.tags[noun] == "PRP" else parsed.tree.subtree(noun)


def _object_phrase(parsed: Parsed, noun: int) -> Clause:
    """Return a noun phrase as it is, or a pronoun in its object form."""
    if parsed.tags[noun] == "PRP":
        return as_object(parsed, noun)
    return parsed.tree.subtree(noun)


def _present_of(parsed: Parsed, verb: int, subject: int) -> Clause:
    """Return a verb in the present, third person."""
    return (Inserted(verbs.inflect(verbs.base_form(parsed, verb), False, verbs.is_plural(parsed, subject))),)


def _agreeing(parsed: Parsed, auxiliary: int, subject: int) -> Clause:
    """Return an auxiliary in the form that agrees with another subject."""
    if parsed.tags[auxiliary] == "MD":
        return (auxiliary,)
    base = verbs.base_form(parsed, auxiliary)
    plural = verbs.is_plural(parsed, subject) or parsed.words[subject] == "you"
    return (Inserted(verbs.inflect(base, parsed.tags[auxiliary] == "VBD", plural)),)


WORD_CONDITIONS: Final[dict[str, Condition]] = {
    "infinitive": _infinitive,
    "opens_sentence": _opens_sentence,
    "opens_request": _opens_request,
    "denied": _denied,
    "nobody": _nobody,
    "to_again": _to_again,
}
CONDITIONS: Final[dict[str, Condition]] = {
    "noun_between": _noun_between,
    "repeated_mark": _repeated_mark,
    "opens_time": _opens_time,
    "without_order": _without_order,
    "negated_noun": _negated_noun,
    "first_verb": lambda parsed, clause, place: (
        verbs.finite_part(parsed, clause) == place or (place == clause and not verbs.auxiliaries(parsed, clause))
    ),
}
INSERTIONS: Final[dict[str, Insertion]] = {
    "as_subject": as_subject,
    "owner_as_subject": owner_as_subject,
    "base": _base,
    "does_not": _does_not,
    "as_active": _as_active,
    "subject_phrase": _subject_phrase,
    "object_phrase": _object_phrase,
    "can": _can,
    "present_of": _present_of,
    "agreeing": _agreeing,
}
