"""Phrases at the end of a sentence that tell a fact of their own: "founded in 1901", "with ten rooms"."""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.people import is_person, is_person_noun
from simplifier.languages.en.clauses.subjects import again, plain_pronoun
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, RELATIVE, VERBS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS", "told_again"]

_MANY: Final = frozenset("many several various certain some other numerous different multiple".split())
_KNOWN: Final = frozenset("the its their these those each both".split())
_DETERMINERS: Final = frozenset({"DT", "PRP$", "CD", "PDT"})
#: Participles that tell how something is.
_LASTING: Final = frozenset(
    """located situated based known called surrounded bordered composed owned run operated sponsored
    headquartered affiliated administered managed governed inhabited populated centred centered noted
    famed adjoined bounded closely
    """.split()
)
#: Participles that tell what was done once.
_ONCE: Final = frozenset(
    """founded established formed created built designed named directed written launched opened released
    composed painted recorded constructed discovered invented developed erected organized organised
    published introduced completed born commissioned co-founded co-written restored rebuilt incorporated
    started begun dedicated drafted enacted
    """.split()
)
#: Participles that tell what is or was done again and again; with a year, it was done then.
_AGAIN: Final = frozenset(
    """manufactured produced made sold used held spoken found played served grown marketed distributed
    performed run
    """.split()
)
_EVERY: Final = frozenset("annually every each yearly weekly monthly daily year-round".split())
#: Nouns after which "with" names a partner, not a part: "agreement with".
_BETWEEN_TWO: Final = frozenset(
    """venture partnership agreement merger contract relationship deal treaty alliance collaboration
    interview meeting conflict war battle discussion problem border match game fight affair marriage
    friend partner associate member player footballer teammate contact dispute conversation connection
    link trade duet tie combination comparison issue trouble part way method process fellow researcher
    professor worker employee officer lawyer correspondent one someone something person people engineer
    """.split()
)
_ABSTRACT: Final = frozenset("""regard respect reference view exception help support aid reason purpose""".split())


def _opens_participle(parsed: Tagged, first: int, participle: int) -> bool:
    """Return whether only adverbs stand from a token up to a participle, and the token begins these adverbs."""
    adverbs = {"RB", "RBS", "RBR", "JJS"}
    return (
        first <= participle
        and all(parsed.tags[one] in adverbs for one in range(first, participle))
        and parsed.tags[first - 1] not in adverbs
    )


def _told_last(parsed: Parsed, noun: int, first: int) -> bool:
    """Return whether a phrase at the end of the sentence tells more of a noun that is already described.

    No verb may stand in between. The phrase follows a comma, the noun itself or a name, or depends on the noun.
    """
    words, tags = parsed.words, parsed.tags
    between = range(noun + 1, first)
    if any(tags[one] in VERBS | RELATIVE or parsed.depth[one] for one in between):
        return False
    before = first - 1
    labels = [parsed.tree.labels[one] for one in parsed.tree.children(noun) if one < noun]
    own = not {*labels} <= {"det", "punct"} or any(tags[one] == "IN" for one in between)
    close = words[before] == "," or tags[before] in NAMES or before == noun or _below(parsed, noun, first)
    if any(words[one] == "," and tags[one + 1] == "DT" for one in between):
        return False  # "a treatment, a procedure used"
    if "and" in words[noun:first] and not is_person_noun(parsed, noun):
        return False
    if not own or not close or words[first - 2] in ("and", "or"):
        return False
    relative = [one for one in range(first, parsed.stop) if tags[one] in RELATIVE or words[one] == "that"]
    if any(tags[one - 1] not in NOUNS | {",", "IN"} for one in relative):
        return False
    if any(words[one] == "that" and words[one - 1] == "," for one in relative):
        return False
    if any(tags[one] in ("VBN", "VBG") and tags[one - 1] in NAMES for one in range(first + 2, parsed.stop)):
        return False  # "based in Leeds founded by"
    until = relative[0] if relative else parsed.stop
    return not any(tags[one] in FINITE for one in range(first, until)) and "." not in words[: parsed.stop]


def _below(parsed: Parsed, noun: int, first: int) -> bool:
    """Return whether the phrase that begins at a place depends on a noun, or on the verb above that."""
    heads = parsed.tree.heads
    above = first
    while heads[above] >= first:
        above = heads[above]
    return heads[above] in (noun, heads[noun])


def _told_be(parsed: Parsed, verb: int, subject: int, participle: int) -> Clause | None:
    """Return the form of "be" before a participle that tells of a subject; None if its tense is open."""
    word = parsed.words[participle]
    behind = parsed.words[participle : parsed.stop]
    plural = verbs.is_plural(parsed, subject)
    years = any(one.isdigit() and len(one) == 4 for one in behind)
    if word == "produced" and not years:
        return None  # a film was, a car may be
    if not _EVERY.isdisjoint(behind) or word in _LASTING or (word in _AGAIN and not years):
        told = verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)
        if word not in _LASTING | _AGAIN or not told:
            return None
        return verbs.to_be(verbs.is_past(parsed, verb), plural)
    return verbs.to_be(True, plural) if word in _ONCE | _AGAIN else None


def told_again(parsed: Parsed, subject: int, tail: int, noun: int) -> Clause | None:
    """Return a subject once more, as a pronoun or a short name, where a noun says what the subject is."""
    human = is_person(parsed, subject) or not _HUMAN.isdisjoint(parsed.words) or "born" in parsed.words[:tail]
    if not is_person_noun(parsed, noun) and human:
        return None
    if not is_person_noun(parsed, noun):
        plural = verbs.is_plural(parsed, subject)
        if parsed.words[noun] in _OPEN or not plain_pronoun(parsed, subject, tail, told=True):
            return None
        return (Inserted("they" if plural else "it"),)
    return again(parsed, subject, tail, True)


_HUMAN: Final = frozenset("he she his her him".split())
#: Nouns that both people and things can be.
_OPEN: Final = frozenset(
    "character figure protagonist antagonist member name half force product twin pair couple duo".split()
)


def _had(parsed: Parsed, noun: int, preposition: int) -> bool:
    """Return whether "with" after a predicate noun tells what the subject has: "a school with ten rooms"."""
    words, tags, tree = parsed.words, parsed.tags, parsed.tree
    owned = tree.child(preposition, "pobj")
    if owned is None or words[noun] in _BETWEEN_TWO or tags[owned] not in NOUNS:
        return False
    if is_person_noun(parsed, noun):
        return False
    start = tree.span(owned)[0]
    if start != preposition + 1 or words[owned] in _ABSTRACT or not tree.is_whole(owned):
        return False
    determiner = tree.child(owned, "det", "poss")
    if tags[owned] == "NN" and (determiner is None or words[determiner] not in ("a", "an", "no")):
        return False
    if determiner is not None and words[determiner] in _KNOWN:
        return False
    if any(tags[one] == "VBG" and words[one] not in ("including", "ranging") for one in tree.children(owned)):
        return False
    if tree.heads[preposition] == owned or tree.child(owned, "acl", "advcl") is not None:
        return False
    return is_person_noun(parsed, owned) is False


def _have(parsed: Parsed, verb: int, subject: int) -> Clause | None:
    """Return "has", "have" or "had" by the tense of a verb and a subject."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    if verbs.is_past(parsed, verb):
        return (Inserted("had"),)
    return (Inserted("have" if verbs.is_plural(parsed, subject) else "has"),)


def _rowed(parsed: Parsed, first: int) -> bool:
    """Return whether the words from a place to the end of the sentence are a row of several, without a clause."""
    rest = range(first, parsed.stop)
    several = any(parsed.words[one] in (",", "and") for one in rest)
    clause = any(
        parsed.words[one] == "," and (parsed.tags[one + 1] in ("VBG", "IN") or parsed.words[one + 1] == "while")
        for one in rest
    )
    return (
        several
        and not clause
        and not any(
            parsed.tags[one] in FINITE | RELATIVE or parsed.words[one] in (";", ":", "but", ".") for one in rest
        )
    )


def _include(parsed: Parsed, verb: int) -> Clause | None:
    """Return "include" in the tense of a verb."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    return (Inserted("included" if verbs.is_past(parsed, verb) else "include"),)


def _counted(parsed: Parsed, noun: int) -> bool:
    """Return whether it is open which noun "including" belongs to, or the noun does not say that there are several."""
    tree = parsed.tree
    if _MANY.isdisjoint(parsed.words[one] for one in tree.children(noun)):
        return True
    if tree.labels[noun] in ("conj", "appos") or tree.child(noun, "conj", "relcl") is not None:
        return True
    above = tree.heads[noun]
    owner = tree.heads[above] if above >= 0 else -1
    return tree.labels[noun] == "pobj" and owner >= 0 and parsed.tags[owner] in NOUNS | NAMES


def _be_of(parsed: Parsed, verb: int, noun: int) -> Clause | None:
    """Return the form of "be" in the tense of a verb and the number of a noun."""
    if not (verbs.is_past(parsed, verb) or verbs.is_present(parsed, verb)):
        return None
    years = any(one.isdigit() and len(one) == 4 for one in parsed.words[noun:])
    return verbs.to_be(verbs.is_past(parsed, verb) or years, verbs.is_plural(parsed, noun))


def _stands_alone(parsed: Parsed, preposition: int, noun: int, participle: int) -> bool:
    """Return whether "with", a noun and a participle can be a clause of their own."""
    tags, words, tree = parsed.tags, parsed.words, parsed.tree
    if words[preposition - 1] in ("along", "together", "as", "and", "or"):
        return False
    if tags[noun] not in NOUNS | NAMES or tree.span(noun)[0] != preposition + 1:
        return False
    if any(tags[one] in VERBS and one != participle for one in range(preposition, participle)):
        return False
    between = range(noun + 1, participle)
    if any(words[one] == "," for one in between):
        return False
    determiner = tree.child(noun, "det", "poss")
    bare = determiner is None and tags[noun] == "NN"
    return not bare and words[noun] not in _ABSTRACT


def _contrasted(parsed: Parsed, verb: int, other: int) -> bool:
    """Return whether "while" compares two past events that have different nouns as subjects, none in progress."""
    tree, tags = parsed.tree, parsed.tags
    subjects = [tree.child(one, "nsubj", "nsubjpass") for one in (verb, other)]
    if None in subjects or not (verbs.is_past(parsed, verb) and verbs.is_past(parsed, other)):
        return False
    first, second = (one for one in subjects if one is not None)
    if tags[second] in ("PRP", "CD", "DT") or "VBG" in (tags[verb], tags[other]):
        return False
    owner = tree.child(second, "poss")
    return parsed.words[first] != parsed.words[second] and (owner is None or tags[owner] != "PRP$")


def _verb_between(parsed: Parsed, verb: int, participle: int) -> bool:
    """Return whether a participle may belong to another verb in between, or the tense of the first verb is open."""
    if any(parsed.words[one] in ("has", "have") for one in verbs.auxiliaries(parsed, verb)):
        return True  # "has settled, sending": its tense is open
    return any(parsed.tags[one] in VERBS and not parsed.depth[one] for one in range(verb + 1, participle))


def _one_of_row(parsed: Parsed, participle: int) -> bool:
    """Return whether a participle may be one of several things: "fever, feeling tired, and bleeding"."""
    words = parsed.words
    return any(words[one] == "," and words[one + 1] in ("and", "or") for one in range(participle, parsed.stop))


CONDITIONS: Final[dict[str, Condition]] = {
    "told_last": _told_last,
    "had": _had,
    "rowed": _rowed,
    "one_of_several": _counted,
    "stands_alone": _stands_alone,
    "contrasted": _contrasted,
    "verb_between": _verb_between,
    "one_of_row": _one_of_row,
}
WORD_CONDITIONS: Final[dict[str, Condition]] = {"opens_participle": _opens_participle}
INSERTIONS: Final[dict[str, Insertion]] = {
    "told_be": _told_be,
    "told_again": told_again,
    "have": _have,
    "include": _include,
    "be_of": _be_of,
}
