"""British and American spellings of the same word.

>>> spelling_variants("utilize"), spelling_variants("behaviours"), spelling_variants("advise")
(('utilise',), ('behaviors',), ())

>>> spelling_pair("utilize"), spelling_pair("centre")
(('utilise', 'utilize'), ('centre', 'center'))

Endings change by rule (-ise/-ize, -yse/-yze, -our/-or, -re/-er, -ll-/-l-) where the stem has both; other words change
by a list. A word that is another word in the other spelling has no variant ("practice" and "tyre", for example).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["ONE_WAY", "spelling_pair", "spelling_variants"]

# Words in -ise that are never written with z, because their -ise is no suffix; the same holds for -ised, -ising and so
# on, and with "un" or "in" before the word. `_NO_SUFFIX` covers words in -aise, -eise, -oise, -uise and -wise. The last
# line is for plurals of words in -is, such as "acropolises".
_ONLY_S: Final = frozenset(
    """advertise advise anise apprise arise cerise chastise chemise circumcise comprise compromise concise
    demise denise despise devise disenfranchise elise enfranchise enterprise excise exercise expertise
    franchise imprecise improvise incise merchandise moonrise mortise paradise
    practise precise premise promise reprise revise rise sunrise supervise surmise surprise televise
    treatise uprise valise
    acropolise clitorise mantise metropolise necropolise pelvise penise portcullise trellise""".split()
)
_NO_SUFFIX: Final = re.compile(r".*[aeou]ise|.*wise")
# Words in -ize that are never written with s.
_ONLY_Z: Final = frozenset(
    """assize belize capsize charlize downsize filesize fontsize fullsize maize midsize mediumsize nanosize
    outsize oversize prize resize rightsize seize size supersize undersize upsize""".split()
)
_IZE: Final = re.compile(r"(?P<stem>[a-z]{3,}i)(?P<letter>[sz])(?P<ending>e[sdr]?|ers|ing|ations?|ational|able)")
_YZE: Final = re.compile(
    r"(?P<stem>(?:re|psycho)?(?:anal|catal|dial|electrol|hydrol|paral)y)(?P<letter>[sz])(?P<ending>e[sdr]?|ers|ing)"
)
_OUR: Final = re.compile(
    r"(?P<stem>(?:un|dis|mis)?(?:arb|ard|arm|behavi|cand|clam|col|demean|endeav|fav|ferv|flav|glam|harb|hon"
    r"|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|splend|succ|tum|val|vap|vig|watercol))(?P<letter>ou?r)"
    r"(?P<ending>|s|ed|ings?|abl[ey]|ites?|itism|ful|fully|ers?|less|hoods?|ly|al|ally|y|ies|ist|ists)"
)
_RE: Final = re.compile(
    r"(?P<stem>(?:epi)?cent|fib|(?:milli|centi)?lit|lust|meag|(?:kilo|centi|milli|nano)met|och|saltpet|scept"
    r"|sepulch|somb|spect|(?:amphi)?theat|calib)(?P<letter>re|er)(?P<ending>s?)"
)
_DOUBLED: Final = re.compile(
    r"(?P<stem>(?:re|un)?(?:beve|cance|channe|chise|counse|cudge|dia|due|equa|fue|funne|grove|initia|jewe|kenne"
    r"|labe|leve|libe|marve|meda|mode|pane|peda|penci|quarre|reve|riva|shove|signa|snive|spira|stenci|swive"
    r"|tota|trave|trowe|tunne|unrave|yode))(?P<letter>ll?)(?P<ending>ed|ings?|ers?|ors?)"
)
# Words that these patterns match, although both sides write them alike.
_ALIKE: Final = frozenset("arborist arborists colorist colorists flavorist humorist humorists".split())
# Single words, British first.
_PAIRS: Final = """
licence license/defence defense/offence offense/pretence pretense/programme program/programmes programs
enrol enroll/enrols enrolls/enrolment enrollment/enrolments enrollments/fulfil fulfill/fulfils fulfills
fulfilment fulfillment/instil instill/instils instills/distil distill/distils distills/skilful skillful
skilfully skillfully/wilful willful/wilfully willfully/appal appall/appals appalls/enthral enthrall
catalogue catalog/catalogues catalogs/catalogued cataloged/cataloguing cataloging/dialogue dialog
analogue analog/analogues analogs/cheque check/grey gray/mould mold/moulds molds/moulded molded/plough plow
ploughs plows/ploughed plowed/ploughing plowing/sceptical skeptical/sceptic skeptic/sceptics skeptics
scepticism skepticism/storey story/storeys stories/aeroplane airplane/aeroplanes airplanes
aluminium aluminum/jewellery jewelry/judgement judgment/judgements judgments
acknowledgement acknowledgment/acknowledgements acknowledgments/ageing aging/manoeuvre maneuver
manoeuvres maneuvers/manoeuvred maneuvered/manoeuvring maneuvering/paediatric pediatric
anaemia anemia/anaesthetic anesthetic/anaesthesia anesthesia/haemorrhage hemorrhage/oestrogen estrogen
encyclopaedia encyclopedia/mediaeval medieval/orientated oriented/learnt learned/spelt spelled
burnt burned/dreamt dreamed/cosy cozy/pyjamas pajamas/sulphur sulfur/artefact artifact/artefacts artifacts
draught draft/draughts drafts/kerb curb/kerbs curbs/towards toward/afterwards afterward/amongst among
whilst while/instalment installment/instalments installments/counsellor counselor/counsellors counselors
woollen woolen/marvellous marvelous/marvellously marvelously/connexion connection
centred centered/centring centering/practised practiced/practising practicing/practise practice
practises practices/foetus fetus/foetal fetal/diarrhoea diarrhea/leukaemia leukemia/anaemic anemic
haemoglobin hemoglobin/orthopaedic orthopedic/gynaecologist gynecologist/gynaecology gynecology
oesophagus esophagus/faeces feces/caesarean cesarean/anaesthetics anesthetics/anaesthetist anesthetist
haemorrhages hemorrhages/paediatrician pediatrician/paediatricians pediatricians/moustache mustache
mouldy moldy/greyer grayer/greyish grayish
"""
# American words of the pairs that are other words too, so that they are not turned into the British word.
ONE_WAY: Final = frozenset(
    """check story stories draft drafts curb curbs while among program programs oriented learned spelled
    burned dreamed connection practice practices""".split()
)


_ENDINGS: Final = (
    (_IZE, ("s", "z")),
    (_YZE, ("s", "z")),
    (_OUR, ("our", "or")),
    (_RE, ("re", "er")),
    (_DOUBLED, ("ll", "l")),
)


def _listed() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for line in _PAIRS.strip().splitlines():
        for written in line.split("/"):
            british, american = written.split()
            found[british] = found[american] = (british, american)
    return found


_LISTED: Final = _listed()


@lru_cache(maxsize=1 << 16)
def spelling_variants(word: str) -> tuple[str, ...]:
    """Return the other spelling of a lowercased word, in a tuple that is empty if no other spelling is safe."""
    if word in ONE_WAY:
        return ()
    pair = spelling_pair(word)
    return () if pair is None else (pair[1] if pair[0] == word else pair[0],)


@lru_cache(maxsize=1 << 16)
def spelling_pair(word: str) -> tuple[str, str] | None:
    """Return the British and the American spelling of a lowercased word; None if it has only one spelling.

    The American spelling may be another word too (`ONE_WAY`).
    """
    if word in _LISTED:
        return _LISTED[word]
    if word in _ALIKE:
        return None
    for pattern, (british, american) in _ENDINGS:
        found = pattern.fullmatch(word)
        if found is not None and not (pattern is _IZE and _keeps_its_letter(found)):
            stem, ending = found["stem"], found["ending"]
            return stem + british + ending, stem + american + ending
    return None


def _keeps_its_letter(found: re.Match[str]) -> bool:
    base = found["stem"] + found["letter"] + "e"
    return (
        base in _ONLY_S
        or re.sub("^[ui]n", "", base) in _ONLY_S
        or base in _ONLY_Z
        or (found["letter"] == "s" and _NO_SUFFIX.fullmatch(base) is not None)
    )
