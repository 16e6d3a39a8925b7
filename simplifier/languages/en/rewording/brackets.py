"""Words in brackets that can be a sentence of their own.

The parser attaches words in brackets wherever it can, so their heads tell little. The conditions here look for a
main verb between the two brackets instead.
"""

from __future__ import annotations

from typing import Final

from simplifier.languages.analysis.new_sentence import Clause, Inserted
from simplifier.languages.en.clauses import verbs
from simplifier.languages.en.clauses.noun_conditions import only_noun
from simplifier.languages.en.clauses.people import is_person_noun
from simplifier.languages.en.clauses.subjects import again, again_at_once
from simplifier.languages.en.clauses.verb_conditions import real
from simplifier.languages.en.words.relations import SUBJECTS
from simplifier.languages.en.words.tags import FINITE, NAMES, NOUNS, RELATIVE, VERBS
from simplifier.languages.structure.parsed import Condition, Insertion, Parsed, Tagged

__all__ = ["CONDITIONS", "INSERTIONS", "WORD_CONDITIONS", "is_order"]

#: First words of a gloss, an example or a condition, which is no statement of its own.
_NO_OPENINGS: Final = frozenset(
    """i.e. ie e.g. eg viz. viz cf. cf that or nor if unless when whenever where wherever while until since as
    so for namely hence such like including whether to than by with in at on from of what how why who whom
    whose which even only especially particularly usually mostly mainly meaning also sometimes then thus
    formerly originally literally short not both either neither one some others most many several few
    pronounced born died yes well ok no remember nb notably""".split()
)
#: First words of brackets, with what a sentence begins with instead.
_SAID_AS: Final = {"and": "", "although": "but", "though": "but", "but": "but", "because": "this is because"}
#: Marks that a piece that is moved out of brackets may not hold.
_MARKS: Final = frozenset("( ) [ ] { } ; : ? ! . … ... — – -- ` ``".split())
#: Subjects of definitions.
_VAGUE: Final = frozenset("something someone somebody nothing one anything".split())
#: Orders to the reader that stand in brackets.
_ORDERS: Final = frozenset(
    """see call phone ring contact ask use visit bring note remember read check tick write send email
    complete enclose include add do give go look refer attach keep make take apply allow follow turn
    press enter fill sign show tell let leave return cross delete choose put select continue""".split()
)
_PRONOUNS: Final = frozenset("it its they their them he his him she her this that these those".split())
_FEWEST: Final = 3
#: Fewest words of the sentence without its brackets.
_FEWEST_AROUND: Final = 4
_LONGEST: Final = 40


def _pair(parsed: Tagged, opening: int, closing: int) -> bool:
    """Return whether two brackets belong together, hold enough words and stand in no others or quotation marks."""
    inside = parsed.words[opening + 1 : closing]
    words = sum(word[0].isalnum() for word in inside)
    around = parsed.words_before[parsed.stop] - words
    return (
        parsed.depth[opening] == 0
        and opening not in parsed.quoted
        and _MARKS.isdisjoint(inside)
        and inside.count('"') % 2 == 0
        and _FEWEST <= words <= _LONGEST
        and around >= _FEWEST_AROUND
        and opening > 0
        and (parsed.words[opening - 1][0].isalnum() or parsed.words[opening - 1] == "%")
    )


def _holds_sentence(parsed: Parsed, opening: int, closing: int) -> bool:
    """Return whether brackets hold a whole statement with a subject of its own."""
    first = opening + 1
    if parsed.words[first] in _SAID_AS:
        if _SAID_AS[parsed.words[first]] == "but" and "but" in parsed.words[:opening]:
            return False
        first += 1
    if parsed.words[opening + 1] == "because" and "," in parsed.words[first:closing]:
        return False
    if parsed.words[first] == "however" and parsed.words[first + 1] != ",":
        return False
    if first in parsed.quoted or parsed.words[first] in _NO_OPENINGS or parsed.tags[first] in RELATIVE:
        return False
    if parsed.words[first] == "," or parsed.words[first] == "''":
        return False
    verb = _main(parsed, first, closing)
    if verb is None:
        return False
    subject = parsed.tree.child(verb, *SUBJECTS)
    if subject is None or not first <= subject < verb or parsed.words[subject] in _VAGUE:
        return False
    before = range(first, parsed.tree.span(subject)[0])
    if any(parsed.tags[one] in FINITE | RELATIVE or parsed.tree.labels[one] == "mark" for one in before):
        return False
    if any(parsed.tags[one] in RELATIVE for one in range(first, verb)) or _reduced(parsed, subject, verb):
        return False
    return verbs.finite(parsed, verb) and not _shared(parsed, opening)


def _reduced(parsed: Parsed, subject: int, verb: int) -> bool:
    """Return whether a past form after a bare noun may be a participle: "pain felt in the arm"."""
    bare = parsed.tags[subject] in NOUNS and parsed.tree.child(subject, "det", "poss", "nummod") is None
    alone = not parsed.tree.children(verb, ("dobj", "attr", "acomp", "ccomp", "aux", "auxpass"))
    return bare and alone and parsed.tags[verb] == "VBD"


def _shared(parsed: Parsed, opening: int) -> bool:
    """Return whether brackets before hold a finite verb as well: one of two explanations side by side stays."""
    return any(
        parsed.tags[place] in FINITE and parsed.depth[place] for place in range(opening) if place not in parsed.quoted
    )


def _main(parsed: Parsed, start: int, end: int) -> int | None:
    """Return the verb on which everything between two places depends; None where there is none."""
    heads = parsed.tree.heads
    tops = [
        one
        for one in range(start, end)
        if not start <= heads[one] < end and parsed.tree.labels[one] not in ("punct", "cc", "mark")
    ]
    if len(tops) != 1:
        return None
    (verb,) = tops
    return verb if parsed.tags[verb] in VERBS else None


def _holds_order(parsed: Parsed, opening: int, closing: int) -> bool:
    """Return whether brackets hold what the reader is told to do: "see page 4", "please call us"."""
    return is_order(parsed, opening + 1) and not _cites(parsed, opening + 1, closing)


def is_order(parsed: Tagged, first: int) -> bool:
    """Return whether a token opens words that tell the reader what to do."""
    words = parsed.words
    verb = first + 1 if words[first] == "please" else first
    if words[verb] == "do" and words[verb + 1] in ("not", "n't"):
        return True
    following = parsed.tags[verb + 1]
    return (
        words[verb] in _ORDERS
        and parsed.tags[verb] in ("VB", "VBP")
        and words[verb + 1] not in ("and", "or", ",")
        and following not in FINITE
        and not (following == "IN" and words[verb] not in ("see", "look", "ask", "call", "refer", "go", "apply"))
    )


def _cites(parsed: Parsed, start: int, end: int) -> bool:
    """Return whether a reference cites a work: "see Smith 1999", "see Smith et al."."""
    words = parsed.words[start:end]
    year = any(word.isdigit() and len(word) == 4 for word in words)
    return year and any(parsed.tags[one] in NAMES for one in range(start, end)) or "al." in words


def _statement(parsed: Parsed, opening: int, closing: int) -> Clause:
    """Return the words in brackets as a sentence; a first word that `_SAID_AS` has is replaced."""
    first = opening + 1
    said_as = _SAID_AS.get(parsed.words[first])
    if said_as is None:
        return tuple(range(first, closing))
    return (*map(Inserted, said_as.split()), *range(first + 1, closing))


def _between(parsed: Parsed, opening: int, closing: int) -> Clause:
    """Return the tokens between two places."""
    return tuple(range(opening + 1, closing))


def _holds_relative(parsed: Parsed, opening: int, clause: int, closing: int) -> bool:
    """Return whether brackets hold only a relative clause, whose pronoun its verb follows."""
    between = parsed.tags[opening + 2 : clause]
    return _main(parsed, opening + 1, closing) == clause and all(tag in VERBS or tag in ("MD", "RB") for tag in between)


def _followed_plainly(parsed: Parsed, _: int) -> bool:
    """Return whether the next sentence does not begin with a pronoun, which may mean something in this one."""
    return not parsed.following or parsed.following[0] not in _PRONOUNS


def _right_behind(parsed: Parsed, noun: int, opening: int) -> bool:
    """Return whether a bracket opens right after a noun or after short modifiers of that noun."""
    between = range(noun + 1, opening)
    below = parsed.tree.subtree(noun)
    return (
        noun < opening
        and all(
            one in below and parsed.tags[one] not in VERBS and parsed.words[one] not in (",", "and", "or")
            for one in between
        )
        and not any(parsed.tags[one] in NOUNS | NAMES for one in between)
    )


def _told_of_all(parsed: Parsed, noun: int, verb: int, clause: int) -> bool:
    """Return whether what a noun names exists, or a clause tells what is true of all such things.

    "You need a licence (which can be provisional)" tells of any licence. "They may build a mill (which had six
    wheels)" tells of one that may not exist.
    """
    part = verbs.finite_part(parsed, clause)
    general = part is not None and parsed.tags[part] in ("MD", "VBZ", "VBP")
    return general or real(parsed, noun, verb)


def _named_again(parsed: Parsed, noun: int, clause: int, pronoun: int) -> Clause | None:
    """Return a pronoun for the noun phrase that a clause in brackets is about; the sentence stands in between."""
    person = parsed.words[pronoun] == "who"
    if person and not _may_be_person(parsed, noun):
        return None
    found = again(parsed, noun, clause, person)
    by_pronoun = found is not None and len(found) == 1 and not isinstance(found[0], int) and found[0].copy_of < 0
    return found if by_pronoun else None


def _noun_again(parsed: Parsed, noun: int, clause: int, pronoun: int) -> Clause | None:
    """Return the noun phrase right before the brackets once more; as a pronoun only if no other noun is near."""
    if parsed.words[pronoun] == "who" and not _may_be_person(parsed, noun):
        return None
    found = again_at_once(parsed, noun, clause)
    one_word = found is not None and len(found) == 1
    if not one_word and parsed.tags[noun] in NAMES and parsed.words[pronoun] != "who":
        return None
    determined = parsed.tree.child(noun, "det", "poss") is not None
    if only_noun(parsed, noun, clause) and (one_word or determined):
        return found
    named = parsed.tree.labels[noun] in ("appos", "conj") or is_person_noun(parsed, noun)
    return None if named or one_word or not (determined or parsed.tags[noun] == "NNS") else found


def _may_be_person(parsed: Parsed, noun: int) -> bool:
    return parsed.tags[noun] in NAMES or is_person_noun(parsed, noun)


WORD_CONDITIONS: Final[dict[str, Condition]] = {"pair": _pair}
CONDITIONS: Final[dict[str, Condition]] = {
    "holds_sentence": _holds_sentence,
    "holds_order": _holds_order,
    "holds_relative": _holds_relative,
    "followed_plainly": _followed_plainly,
    "right_behind": _right_behind,
    "told_of_all": _told_of_all,
}
INSERTIONS: Final[dict[str, Insertion]] = {
    "statement": _statement,
    "between": _between,
    "noun_again": _noun_again,
    "named_again": _named_again,
}
