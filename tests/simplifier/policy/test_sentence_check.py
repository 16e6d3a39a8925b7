"""Every test of a rewriting, on edits written by hand, with the embedded tagger and language models."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from simplifier.config import load_config
from simplifier.languages import language_named
from simplifier.languages.analysis.findings import Finding
from simplifier.languages.analysis.tagger import Tagger
from simplifier.lm import load_native
from simplifier.policy.check import SentenceCheck
from simplifier.record.decoded import Rewriting
from simplifier.record.rule_edits import RuleEdit, RuleReference

ENGLISH = language_named("en")

Change = tuple[str, str] | tuple[str, str, str]


def rewritten(source: str, *changes: Change, owner: str = "en", listed: bool = False) -> Rewriting:
    """Replace phrases in order; a third word is the label of the rule."""
    features = {"InPlainList": 1.0} if listed else {}
    output, edits, done = "", [], 0
    for old, new, *label in changes:
        start = source.index(old, done)
        output += source[done:start]
        place, done = len(output), start + len(old)
        output += new
        reference = RuleReference(label[0] if label else "X", old.lower(), new.lower(), owner, 0, ())
        edits.append(RuleEdit(start, done, 0, 0, old, new, place, len(output), reference, features, 0.0))
    return Rewriting(output + source[done:], 0.0, {}, tuple(edits))


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    path = load_config().tagger.path
    assert path is not None
    return Tagger.load(path)


@pytest.fixture(scope="module")
def check(tagger: Tagger) -> SentenceCheck:
    models = [load_native(one.path) for one in load_config().language_models if one.classes is None]
    return SentenceCheck(ENGLISH, tagger, models, 0.5)


def kinds(findings: Sequence[Finding]) -> list[str]:
    return [one.kind for one in findings if one.kind != "less probable"]


FAILING: list[tuple[str, tuple[Change, ...], str]] = [
    ("He has twenty cats.", (("twenty", "thirty"),), "number: 20 30"),
    ("He has 20 cats.", (("20 cats", "cats"),), "number: 20"),
    ("He did not go.", (("did not go", "went"),), "negation: 1 before, 0 now"),
    ("It took twelve men fourteen days.", (("fourteen", "14"),), "number style: digits beside words"),
    ("There is insufficient water.", (("insufficient", "enough"),), "opposite: insufficient -> enough"),
    ("You must come.", (("must", "may"),), "duty: must -> may"),
    ("It lasted a decade.", (("decade", "year"),), "span of time: decade -> year"),
    ("She met Paul in Rome.", (("Paul", "him"),), "name: paul"),
    ("He saw the big dog.", (("big", "the"),), "doubled word: the"),
    ("He saw a dog (a big one).", ((" (a", " a"),), "brackets or quotation marks: ()"),
    ('He said "no" twice.', (('"no', "no"),), 'brackets or quotation marks: "'),
    ("Did he go?", (("go?", "go."),), "end mark: ? before, . now"),
    ("He went home.", (("home.", "home"),), "end mark: . before, none now"),
    ("He saw it.", (("He saw it.", "."),), "empty: no word is left"),
    ("An old man slept.", (("An old", "An young"),), "a or an: an young"),
    ("The idea prevailed.", (("prevailed", "victory"),),
     "finite verb lost: prevailed -> victory (prevailed)"),
    ("He is starring in it.", (("starring", "stars"),),
     "verb form or number: starring -> stars (VBG -> NNS)"),
    ("She welcomes the idea.", (("welcomes", "welcomed"),),
     "verb form or number: welcomes -> welcomed (VBZ -> VBD)"),
    ("This discovery helped.", (("discovery", "findings"),),
     "verb form or number: discovery -> findings (NN -> NNS)"),
    ("She could come early.", (("come", "arrives"),), "broken phrase: could arrives"),
    ("The species is large.", (("species", "of"),), "broken phrase: the of"),
    ("He has become a star.", (("become", "became"),), "broken phrase: has became"),
    ("There is a requirement for all to come.", (("a requirement", "needed"),),
     "broken phrase: there is needed for"),
    ("It may be disclosed to the agent and to others.", (("disclosed to", "shared with"),),
     "broken phrase: disclosed to -> shared with (and to)"),
    ("Who fails to answer without good cause may pay.", (("fails to", "does not"),),
     "broken phrase: fails to -> does not (not ... without)"),
    ("It ended by reason of a move or by dismissal.", (("by reason of", "because of"),),
     "broken phrase: by reason of -> because of (or by)"),
    ("She has been told of it and afforded a seat.", (("afforded", "gave"),),
     "verb form or number: afforded -> gave (VBN -> VBD)"),
    ("He needs a written authorization from her.", (("authorization", "permission"),),
     "a or an: a permission"),
    ("It is attributable to the rain rather than to its age.", (("attributable to", "caused by"),),
     "broken phrase: attributable to -> caused by (than to)"),
    ("We may terminate it if you terminate that.", (("terminate", "end"),),
     "one word said in two ways: terminate -> end"),
    ("The alteration is a small alteration.", (("alteration", "change"),),
     "one word said in two ways: alteration -> change"),
    ("You are advised to wait, and to call us.", (("are advised to", "should"),),
     "broken phrase: are advised to -> should (and to call)"),
    ("They are able to work, available for it and willing.", (("are able to", "can"),),
     "broken phrase: are able to -> can (, available)"),
    ("Men are entitled to it, as are their wives.", (("are entitled to", "have a right to"),),
     "broken phrase: are entitled to -> have a right to (as are)"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "changes", "expected"), FAILING)
def test_what_fails(check: SentenceCheck, source: str, changes: tuple[Change, ...], expected: str) -> None:
    failures = check.failures(check.read(source), rewritten(source, *changes))
    assert expected in [str(one) for one in failures]


PASSING: list[tuple[str, tuple[Change, ...]]] = [
    ("He has 20 cats.", (("20", "twenty"),)),
    ("He utilized the large tool.", (("utilized", "used"), ("large", "big"))),
    ("The man, who was old, slept.", ((", who was old,", ""),)),
    ("The car which was built in 1990 works.", (("which was built", "built"),)),
    ("Most of the population came.", (("population", "people"),)),
    ("Following the war, he left.", (("Following", "After"),)),
    ("It makes the necessary parts.", (("necessary", "needed"),)),
    ("He saw it (in the evening).", ((" (in the evening)", ""),)),
    ("He had had enough food.", (("enough food", "enough"),)),
    ("She stayed for a while.", (("a while", "some time"),)),
    ("There is a requirement for all to come.", (("requirement", "need"),)),
    ("It may be disclosed to the agent and others.", (("disclosed to", "shared with"),)),
    ("It may be disclosed to the agent and sent to others.", (("disclosed to", "shared with"),)),
    ("You are advised to wait and call us, to be sure.", (("are advised to wait", "should wait"),)),
    ("Who fails to answer may pay without delay.", (("fails to", "does not"),)),
    ("They are able to work and help old people.", (("are able to", "can"),)),
    ("Men are entitled to it as soon as they come.", (("are entitled to", "have a right to"),)),
    ("It can result in cramps, fever and, in some cases, death.", (("result in", "lead to"),)),
    ("It can result in cramps, fever, and in some cases death.", (("result in", "lead to"),)),
]


@pytest.mark.parametrize(("source", "changes"), PASSING)
def test_what_passes(check: SentenceCheck, source: str, changes: tuple[Change, ...]) -> None:
    assert kinds(check.failures(check.read(source), rewritten(source, *changes))) == []


@pytest.mark.parametrize(
    ("source", "change"),
    [
        ("The proof is insufficient.", ("insufficient", "not enough")),
        ("A child is exempt from paying.", ("is exempt from paying", "does not have to pay")),
    ],
)
def test_what_was_read_by_hand_may_negate(check: SentenceCheck, source: str, change: Change) -> None:
    read = check.read(source)
    assert "negation: 0 before, 1 now" in map(str, check.failures(read, rewritten(source, change)))
    assert check.failures(read, rewritten(source, change, listed=True)) == []


def test_a_doubt_of_the_tagger_is_no_failure(check: SentenceCheck) -> None:
    source = "The river originates in the highlands."
    (finding,) = check.findings(check.read(source), rewritten(source, ("originates", "begins", "VBZ")))
    assert (finding.kind, finding.hard) == ("verb form or number", False)
    assert check.failures(check.read(source), rewritten(source, ("originates", "begins", "VBZ"))) == []


def test_an_improbable_sentence_fails(tagger: Tagger) -> None:
    models = [load_native(one.path) for one in load_config().language_models if one.classes is None]
    source = "It is also called Nellai."
    change = rewritten(source, ("called", "perpetrated"))
    check = SentenceCheck(ENGLISH, tagger, models, 0.5)
    read = check.read(source)
    (finding,) = check.failures(read, change)
    assert finding.kind == "less probable"
    fall = float(finding.what.split()[0])
    assert fall > 0.5
    assert not SentenceCheck(ENGLISH, tagger, models, fall + 0.01).failures(read, change)
    assert not SentenceCheck(ENGLISH, tagger, [], 0.5).failures(read, change)


def test_leaving_out_likely_words_is_no_fall(check: SentenceCheck) -> None:
    source = "The Blackwood Quixotes are a football (soccer) club in the north of the country."
    assert check.findings(check.read(source), rewritten(source, (" in the north of the country", ""))) == []


def test_without_a_tagger_only_words_are_tested() -> None:
    plain = SentenceCheck(ENGLISH, None, [], 0.5)
    source = "She met Paul twice."
    assert plain.findings(plain.read(source), rewritten(source, ("Paul", "him"))) == []
    assert [one.kind for one in plain.findings(plain.read(source), rewritten(source, ("twice", "3 times")))] == [
        "number"
    ]


def test_what_the_user_wants_is_not_tested(check: SentenceCheck) -> None:
    source = "He has twenty cats and a large house."
    given = rewritten(source, ("twenty", "thirty"), owner="user")
    assert check.findings(check.read(source), given) == []
    own = rewritten(source, ("twenty", "thirty"), ("large", "big"))
    both = Rewriting(own.output, 0.0, {}, (given.edits[0], own.edits[1]))
    assert check.findings(check.read(source), both) == []
    worse = rewritten(source, ("twenty", "thirty"), ("a large", "40 big"))
    mixed = Rewriting(worse.output, 0.0, {}, (given.edits[0], worse.edits[1]))
    assert [one.what for one in check.findings(check.read(source), mixed) if one.kind == "number"] == ["40"]


def test_tokenised_text_is_read_as_it_is(tagger: Tagger) -> None:
    check = SentenceCheck(ENGLISH, tagger, [], 0.5, tokenised=True)
    source = "He has 20 cats -LRB- or so -RRB- ."
    assert check.findings(check.read(source), rewritten(source, ("20", "twenty"))) == []
    assert kinds(check.findings(check.read(source), rewritten(source, ("-LRB- or", "or")))) == [
        "brackets or quotation marks"
    ]


def test_the_same_sentence_has_no_findings(check: SentenceCheck) -> None:
    assert check.findings(check.read("He has a cat ."), Rewriting("He has a cat .", 0.0, {}, ())) == []


def test_a_list_is_tested_as_each_of_it_alone(tagger: Tagger) -> None:
    models = [load_native(one.path) for one in load_config().language_models if one.classes is None]
    check = SentenceCheck(ENGLISH, tagger, models, -9.0)  # each is less probable, by so much
    source = "The committee commenced deliberations."
    versions = [
        rewritten(source, ("commenced", "began")),
        rewritten(source, ("commenced", "began"), ("deliberations", "talks")),
        rewritten(source, ("deliberations", "zebras")),
    ]
    together = check.of(check.read(source)).findings(versions)
    assert together == [check.findings(check.read(source), one) for one in versions]
    assert all(found[-1].kind == "less probable" for found in together)
