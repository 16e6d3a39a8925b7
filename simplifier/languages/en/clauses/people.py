"""What nouns and names stand for: people or things, women or men, as far as a sentence and two lists tell.

The lists are made by ``scripts/lists/build_people.py``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from simplifier.base.reading import text_lines
from simplifier.languages.en.clauses.verbs import base_form
from simplifier.languages.en.words.tags import NAMES, NOUNS
from simplifier.languages.structure.parsed import Parsed

__all__ = [
    "ENDINGS",
    "FIRST_NAMES_FILE",
    "PEOPLE_FILE",
    "SUFFIXES",
    "TITLES",
    "is_person",
    "is_person_noun",
    "is_thing",
    "name",
    "sex",
]

#: Endings of nouns of people.
ENDINGS: Final = ("er", "or", "ist", "ian", "ee", "man", "woman", "ess")
_DATA: Final = Path(__file__).parents[1] / "data"
#: Nouns that mostly name people. A noun after "- " ends like one of these and names something else.
PEOPLE_FILE: Final = _DATA / "people.txt.gz"
#: First names, each with "f" or "m".
FIRST_NAMES_FILE: Final = _DATA / "first_names.txt.gz"

# Nouns of people that name other things as often.
_MORE_PEOPLE: Final = frozenset(
    """barber baptist broadcaster builder carpenter commuter exorcist florist forester founder fundraiser
    goalkeeper herder islamist miller motorist northerner poacher publisher racer raider rapper realtor
    reformer sawyer skater smoker southerner suitor tanner tester trainer waiter walker weaver whaler
    worshipper emperor queen agent driver star guard pilot monk chair councillor councilor councilman
    councilwoman people police men women children staff crew cast singer-songwriter footballer cricketer
    golfer guitarist drummer bassist claimant appellant lessee lessor licensee payee registrar attendee
    retiree trustee caseworker counsellor parent guardian chairperson spokesperson salesperson cleaner
    runner keeper subject witness""".split()
)
_WOMEN: Final = frozenset(
    """woman lady girl mother daughter sister wife widow bride aunt niece grandmother granddaughter
    stepmother stepdaughter queen princess duchess countess baroness empress actress heiress hostess
    waitress goddess nun abbess priestess stewardess governess midwife chairwoman spokeswoman
    businesswoman congresswoman councilwoman policewoman sportswoman saleswoman noblewoman housewife
    schoolgirl girlfriend mum mom grandma ms miss mrs mrs. ms. dame madam mme mademoiselle señora""".split()
)
_MEN: Final = frozenset(
    """man gentleman boy father son brother husband widower bridegroom uncle nephew grandfather grandson
    stepfather stepson king prince duke baron count emperor actor god monk friar abbot priest pope lord
    sir chairman spokesman businessman congressman councilman policeman sportsman salesman nobleman
    fisherman craftsman fireman schoolboy boyfriend dad grandpa mr mr. m. señor monsieur earl marquess
    bishop cardinal archbishop""".split()
)
#: Titles: they may stand before a name, and stay when the name is said again.
TITLES: Final = frozenset(
    """mr mr. mrs mrs. ms ms. miss dr dr. sir dame lord lady king queen prince princess pope saint st.
    president senator governor general captain colonel professor prof. judge justice bishop archbishop
    emperor empress count countess duke duchess rev. reverend father brother sister major lieutenant
    sergeant admiral mayor councillor councilor councilman councilwoman cllr inspector constable
    superintendent nurse baron baroness earl cardinal sheikh sultan imam rabbi""".split()
)
# Words of names of things: no name of a person has one of them after its title.
_THINGS: Final = frozenset(
    """university college school academy company inc inc. corporation corp. ltd ltd. limited plc llc club
    party council committee commission board bureau association society institute institution museum
    church chapel cathedral abbey temple bank group band orchestra choir union army navy office
    department ministry agency authority river lake mount mountain mountains hill hills island islands
    county city town village borough district province state states republic kingdom empire park street
    road avenue lane drive square bridge airport station hospital clinic house hall castle palace tower
    theatre theater festival award awards prize cup league series act bill treaty war battle bay beach
    valley creek springs falls forest foundation trust fund centre center records press times post
    journal magazine airlines railway railroad line football team stadium arena court hotel inn farm
    estate estates properties services systems partners brothers & sons of and for scheme process system
    project programme program convention protocol hurricane cyclone storm typhoon tropical""".split()
)
#: Most words of a person's name.
_LONGEST_NAME: Final = 4
#: What may follow the name of a person and is no name itself.
SUFFIXES: Final = frozenset(
    "jr jr. sr sr. ii iii iv v vi vii viii ix x xi xii xiii mbe obe cbe qc frs phd md ma".split()
)
# Verbs of which people are the subjects.
_PEOPLE_DO: Final = frozenset(
    """bear born die marry graduate study retire resign attend divorce earn teach write say recall emigrate
    interview convict arrest baptise baptize bury inter""".split()
)
_OF_PLACES: Final = frozenset("in at to from of near into through across around".split())
# Nouns that both people and things can be.
_UNTOLD: Final = frozenset("character figure protagonist antagonist member part one name half force product".split())
#: The sex that pronouns tell.
_PRONOUN_SEX: Final = {
    **dict.fromkeys(("he", "him", "his", "himself"), "m"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "f"),
}


@cache
def _people() -> frozenset[str]:
    return frozenset(text_lines(PEOPLE_FILE)) | _MORE_PEOPLE


def _is_person_word(word: str) -> bool:
    """Return whether a noun names people: it is listed, or ends like one and is not listed as something else."""
    return word in _people() or (word.endswith(ENDINGS) and f"- {word}" not in _people())


@cache
def _first_names() -> dict[str, str]:
    lines = (line.split() for line in text_lines(FIRST_NAMES_FILE) if not line.startswith("#"))
    return {name: letter for name, letter in lines}


def is_person_noun(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun names people by what they are or do."""
    word = parsed.words[noun]
    if parsed.tags[noun] not in NOUNS:
        return False
    if parsed.tags[noun] == "NN" or word in _MORE_PEOPLE:
        return _is_person_word(word)
    ones = {word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"} - {word}
    return not ones.isdisjoint(_people()) or (
        _is_person_word(word[:-3] + "man") if word.endswith("men") else _is_person_word(word[:-1])
    )


def name(parsed: Parsed, noun: int) -> list[int]:
    """Return the places of a name: its head and the names right before it."""
    first = noun
    below = set(parsed.tree.subtree(noun))
    while first - 1 in below and parsed.tags[first - 1] in NAMES:
        first -= 1
    return [*range(first, noun + 1)]


def is_person(parsed: Parsed, noun: int) -> bool:
    """Return whether a name is that of a person, as far as its sentence and lists of names tell."""
    if parsed.tags[noun] not in NAMES:
        return False
    places = name(parsed, noun)
    words = [parsed.words[one] for one in places]
    title = max((one for one, word in enumerate(words[:-1]) if word in TITLES), default=-1)
    if not _THINGS.isdisjoint(words[title + 1 :]) or parsed.tree.child(noun, "det") is not None:
        return False  # what stands before a title does not count: "District Judge Hale"
    if title >= 0 or words[-1] in SUFFIXES:
        return True
    if (
        len(words) <= _LONGEST_NAME
        and words[0] in _first_names()
        and parsed.depth[noun] == 0
        and (len(words) > 1 or not _behind_preposition(parsed, noun))
    ):
        return True
    if any(
        parsed.words[one] in ("who", "whose") and noun in tuple(parsed.tree.ancestors(one))[:3]
        for one in parsed.tree.subtree(noun)
    ):
        return True
    if any(parsed.words[one] in ("born", "née") for one in parsed.tree.subtree(noun)):
        return True
    told, head = _told(parsed, noun), parsed.tree.heads[noun]
    if is_named_person(parsed, noun) or (told is not None and is_person_noun(parsed, told)):
        return True
    if parsed.tree.labels[noun] in ("nsubj", "nsubjpass") and base_form(parsed, head) in _PEOPLE_DO:
        return True
    alone = len(words) > 1 or parsed.tree.labels[noun] in ("nsubj", "nsubjpass")
    return alone and pronoun_sex(parsed, noun) is not None


def _behind_preposition(parsed: Parsed, noun: int) -> bool:
    """Return whether a name stands after a preposition that mostly goes with places: "in Florence"."""
    return parsed.tree.labels[noun] == "pobj" and parsed.words[parsed.tree.heads[noun]] in _OF_PLACES


def is_thing(parsed: Parsed, noun: int) -> bool:
    """Return whether what a noun or a name names is surely no person."""
    if parsed.tags[noun] not in NAMES:
        return parsed.words[noun] not in _UNTOLD and not is_person_noun(parsed, noun)
    words = [parsed.words[one] for one in name(parsed, noun)]
    if is_person(parsed, noun) or _is_person_word(words[-1]):
        return False
    if not _THINGS.isdisjoint(words) or parsed.tree.child(noun, "det") is not None:
        return True
    told = _told(parsed, noun)
    return told is not None and not is_person_noun(parsed, told)


def _told(parsed: Parsed, noun: int) -> int | None:
    """Return the noun that says what a name or a subject is: an apposition or a predicate; None if not sure."""
    head = parsed.tree.heads[noun]
    beside = parsed.tree.child(noun, "appos")
    if beside is not None and parsed.tags[beside] == "NN":
        return beside
    if parsed.tree.labels[noun] != "nsubj" or head < 0:
        return None
    told = next((one for one in parsed.tree.children(head, ("attr",)) if parsed.tags[one] in NOUNS), None)
    if told is None or parsed.words[told] in _UNTOLD or parsed.tree.child(told, "conj", "cc") is not None:
        return None
    return told


def is_named_person(parsed: Parsed, noun: int) -> bool:
    """Return whether a noun of people stands before a name, or after it: "the actress Mary Lee"."""
    before = parsed.tree.children(noun, ("compound", "appos", "nmod"))
    if any(is_person_noun(parsed, one) for one in before):
        return True
    head = parsed.tree.heads[noun]
    return parsed.tree.labels[noun] == "appos" and head >= 0 and is_person_noun(parsed, head)


def pronoun_sex(parsed: Parsed, noun: int) -> str | None:
    """Return "f" or "m" by the pronouns after a name; None if they do not agree or could mean somebody else."""
    letters = {_PRONOUN_SEX[word] for one, word in enumerate(parsed.words) if word in _PRONOUN_SEX and one > noun}
    others = [one for one in range(len(parsed)) if one != noun and _may_be_meant(parsed, one)]
    return letters.pop() if len(letters) == 1 and not others else None


def _may_be_meant(parsed: Parsed, place: int) -> bool:
    tag, label = parsed.tags[place], parsed.tree.labels[place]
    if tag in NAMES:
        if parsed.tree.child(place, "det") is not None or parsed.words[place] in _THINGS:
            return False  # "the National School of Drama"
        while parsed.tree.labels[place] in ("conj", "appos"):
            place = parsed.tree.heads[place]
        return label not in ("compound", "nmod", "pobj") and parsed.tree.labels[place] != "pobj"
    owner = parsed.tree.child(place, "poss")
    if owner is not None and parsed.words[owner] in _PRONOUN_SEX:
        return False  # "his sister"
    return tag == "NN" and label not in ("attr", "compound") and is_person_noun(parsed, place)


def sex(parsed: Parsed, noun: int) -> str | None:
    """Return "f" or "m" for a person whose sex is sure; otherwise None."""
    places = name(parsed, noun) if parsed.tags[noun] in NAMES else [noun]
    kinds = [*places, *parsed.tree.children(noun, ("compound", "appos", "nmod"))]
    for one in kinds:
        word = parsed.words[one]
        if word in _WOMEN or word in _MEN:
            return "f" if word in _WOMEN else "m"
    if parsed.tags[noun] in NAMES and len(places) > 1 and is_person(parsed, noun):
        first = next((one for one in places if parsed.words[one] not in TITLES), noun)
        letter = _first_names().get(parsed.words[first]) if first != noun else None
        if letter:
            return letter
    return pronoun_sex(parsed, noun)
