"""The language of structural rules, over trees and a grammar made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError, InputError
from simplifier.languages.analysis.new_sentence import Clause, Inserted, render
from simplifier.languages.analysis.relations import RelationRoles
from simplifier.languages.analysis.tree import Tree
from simplifier.languages.structure.parsed import Grammar, Parsed
from simplifier.languages.structure.pattern import parse_pattern
from simplifier.languages.structure.plans import Structure
from simplifier.languages.structure.rules import RuleFile
from simplifier.languages.structure.template import parse_template, tidied

WORDS = "the council , which met , closed it and left .".split()
TAGS = "DT NN , WDT VBD , VBD PRP CC VBD .".split()
PARSED = Parsed(
    WORDS,
    TAGS,
    Tree(
        (1, 6, 1, 4, 1, 1, -1, 6, 6, 6, 6),
        ("det", "nsubj", "punct", "nsubj", "relcl", "punct", "ROOT", "dobj", "cc", "conj", "punct"),
    ),
)


def past(parsed: Parsed, place: int) -> bool:
    return parsed.tags[place] == "VBD"


def again(parsed: Parsed, noun: int) -> Clause | None:
    return (Inserted("the"), Inserted(parsed.words[noun], noun)) if parsed.tags[noun] == "NN" else None


SUBJECTS = frozenset({"nsubj"})
GRAMMAR = Grammar(
    {"past": past, "near": lambda parsed, one, other: abs(one - other) < 3},
    {"again": again},
    {"verbs": frozenset({"meet", "close"})},
    lambda parsed, place: {"met": "meet", "closed": "close"}.get(parsed.words[place], parsed.words[place]),
    lambda parsed, sentence: len(sentence) > 2,
    frozenset({"."}),
    relations=RelationRoles(subjects=SUBJECTS),
)


def bindings(find: str) -> list[dict[str, str]]:
    pattern = parse_pattern(find, GRAMMAR)
    return [{name: WORDS[place] for name, place in one.items()} for one in pattern.matches(PARSED)]


@pytest.mark.parametrize(
    ("find", "found"),
    [
        ("V: root", [{"V": "closed"}]),
        ("V: past !root", [{"V": "met"}, {"V": "left"}]),
        ("V: @verbs", [{"V": "met"}, {"V": "closed"}]),
        ('V: "met|left"', [{"V": "met"}, {"V": "left"}]),
        ("V: WDT|CC leaf", [{"V": "which"}, {"V": "and"}]),
        (
            "V -nsubj|dobj-> S",
            [{"V": "closed", "S": "council"}, {"V": "met", "S": "which"}, {"V": "closed", "S": "it"}],
        ),
        ("V: root\nV -nsubj-> S: NN\nno V -aux->\nS < V", [{"V": "closed", "S": "council"}]),
        ("V: root\nno V -dobj->: PRP", []),
        ("V -conj-> W\nW < V", []),
        (
            "N -relcl-> R\nR -nsubj-> P\nnear(P, R)\nno near(N, R)",
            [{"N": "council", "R": "met", "P": "which"}],
        ),
    ],
)  # fmt: skip
def test_patterns(find: str, found: list[dict[str, str]]) -> None:
    assert bindings(find) == found


def test_a_pattern_knows_what_a_sentence_must_have() -> None:
    pattern = parse_pattern('V: root VBD !"met"\nV -nsubj|expl-> S: "it|he"\nno V -neg->: "not"', GRAMMAR)
    assert {(need.kind, *sorted(need.values)) for need in pattern.needs} == {
        ("tags", "VBD"),
        ("words", "he", "it"),
        ("labels", "expl", "nsubj"),
    }
    for find in ("V: root\nV -agent-> W", 'V: "us"', "V: MD"):
        lacking = parse_pattern(find, GRAMMAR)
        assert not [*lacking.matches(PARSED)]
        assert any(need.values.isdisjoint(PARSED.kinds[need.kind]) for need in lacking.needs)


@pytest.mark.parametrize(
    ("find", "problem"),
    [
        ("", "empty"),
        ("V root", "no statement"),
        ("V: nott", "no condition 'nott'"),
        ("V: pats", "did you mean 'past'"),
        ("V: @verb", "no list '@verb'"),
        ("V: <past>", "cannot read"),
        ("V < W", "V is not bound"),
        ("V: root\nno V -aux-> W", "leave it out"),
        ("V: root\nV -aux->", "name the token"),
        ("V: root\nfar(V)", "no condition 'far'"),
    ],
)
def test_patterns_that_cannot_be_read(find: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_pattern(find, GRAMMAR)


FIND = "N -relcl-> R\nR -nsubj-> P\nV: root\nV -conj-> W\nV -cc-> C"


def given(give: str) -> list[str] | None:
    pattern = parse_pattern(FIND, GRAMMAR)
    (binding,) = pattern.matches(PARSED)
    sentences = parse_template(give, pattern.names, GRAMMAR).items(PARSED, binding)
    if sentences is None:
        return None
    tidy = [tidied(one, PARSED, SUBJECTS) for one in sentences]
    return [" ".join(render(one, WORDS)) if one else "-" for one in tidy]


@pytest.mark.parametrize(
    ("give", "sentences"),
    [
        ("all", ["the council , which met , closed it and left ."]),
        ("all - R*", ["the council closed it and left ."]),
        ("all - C - W*\nagain(N) W*", ["the council , which met , closed it .", "the council left ."]),
        ("R*[P -> again(N)]", ["the council met ."]),
        ("R*[P -> ]", ["met ."]),
        ("R*[P -> W R]", ["left met met ."]),
        ('"but" V..C - C', ["but closed it ."]),
        ("R*[P -> again(W)]", None),
        ("W* - W", ["-"]),
    ],
)
def test_templates(give: str, sentences: list[str] | None) -> None:
    assert given(give) == sentences


@pytest.mark.parametrize(
    ("give", "problem"),
    [
        ("", "nothing is given"),
        ("X*", "binds no X"),
        ("all - ?", "cannot read"),
        ("agian(N)", "did you mean 'again'"),
        ("R*[P again(N)]", "-> is missing"),
        ("- R*", "no piece"),
    ],
)
def test_templates_that_cannot_be_read(give: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        given(give)


def test_a_word_from_the_beginning_gets_small() -> None:
    assert tidied([4, 0, 1], PARSED, SUBJECTS) == (4, Inserted("the", 0, False), 1, Inserted(".", 10))
    named = Parsed(WORDS, TAGS, PARSED.tree, keeps_capital=True)
    assert tidied([4, 0, 1], named, SUBJECTS) == (4, 0, 1, Inserted(".", 10))


def test_a_comma_without_a_partner_is_no_sentence() -> None:
    assert tidied([0, 1, 2, 6, 7], PARSED, SUBJECTS) is None


RULES = """
[lists]
verbs = "close"

[[rules]]
name = "verbs"
kind = "split"
example = ["a", "b"]
risk = 0.1
find = \"\"\"
    V: root @verbs
    V -nsubj-> S
    V -conj-> W
    V -cc-> C
\"\"\"
give = \"\"\"
    all - C - W*
    again(S) W*
\"\"\"

[[rules]]
name = "no aside"
kind = "shorten"
example = ["a", "b"]
risk = 0.05
find = "N -relcl-> R"
give = "all - R*"
"""


def structure(tmp_path: Path, text: str) -> Structure:
    path = tmp_path / "rules.toml"
    path.write_text(text, encoding="utf-8")

    def grammar(file: RuleFile) -> Grammar:
        lists = {name: frozenset(words.split()) for name, words in file.lists.items()}
        return Grammar(
            GRAMMAR.conditions,
            GRAMMAR.insertions,
            lists,
            GRAMMAR.base_form,
            GRAMMAR.is_whole,
            GRAMMAR.end_marks,
            relations=GRAMMAR.relations,
        )

    return Structure.read(path, grammar)


def texts(plans: Structure, parsed: Parsed, names: set[str]) -> list[tuple[float, list[str]]]:
    return [
        (round(one.stands, 6), [" ".join(render(each, parsed.words)) for each in one.sentences])
        for one in plans.plans(parsed, names)
    ]


def test_one_split_goes_with_changes_in_place(tmp_path: Path) -> None:
    rules = structure(tmp_path, RULES)
    assert [one.entry.name for one in rules.rules] == ["no aside", "verbs"]  # the surest first
    assert texts(rules, PARSED, {"verbs"}) == [(0.9, ["the council , which met , closed it .", "the council left ."])]
    assert texts(rules, PARSED, {"verbs", "no aside"}) == [
        (0.95, ["the council closed it and left ."]),
        (0.855, ["the council closed it .", "the council left ."]),
    ]
    assert texts(rules, PARSED, set()) == []


def test_what_is_kept_is_not_left_out_nor_taken_apart(tmp_path: Path) -> None:
    rules = structure(tmp_path, RULES)
    kept = Parsed(WORDS, TAGS, PARSED.tree, frozenset({4}))
    assert texts(rules, kept, {"no aside"}) == []
    apart = Parsed(WORDS, TAGS, PARSED.tree, frozenset({7, 8}))
    assert texts(rules, apart, {"verbs"}) == []


def test_a_question_and_open_brackets_have_no_plan(tmp_path: Path) -> None:
    rules = structure(tmp_path, RULES)
    assert texts(rules, Parsed([*WORDS[:-1], "?"], TAGS, PARSED.tree), {"verbs"}) == []
    opened = [word if place != 7 else "(" for place, word in enumerate(WORDS)]
    assert texts(rules, Parsed(opened, TAGS, PARSED.tree), {"verbs"}) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            'kind = "shorten"',
            'kind = "split"',
            "rule 'no aside': what is given does not go with kind 'split'",
        ),
        ('name = "no aside"', 'name = "verbs"', "rule 'verbs': another rule has this name"),
        ('kind = "shorten"', 'kind = "cut"', "kind"),
        ('find = "N -relcl-> R"', 'find = "N"', "rule 'no aside': 'N' is no statement"),
        ("risk = 0.05", "risky = 0.05", "did you mean 'rules.1.risk'"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises((ConfigError, InputError), match=problem):
        structure(tmp_path, RULES.replace(old, new))
