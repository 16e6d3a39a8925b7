"""Forms of entries of lists."""

from __future__ import annotations

import pytest

from simplifier.languages.en.user_forms import derived_forms, written_forms


def forms(source: str, target: str) -> dict[str, set[tuple[str, str]]]:
    """Return source and target of every form by its label."""
    words, new = tuple(source.split()), tuple(target.split())
    found: dict[str, set[tuple[str, str]]] = {}
    for one in (*written_forms(words, new, "verb"), *derived_forms(words, new, "verb", None)):
        found.setdefault(one.label, set()).add((" ".join(one.source), " ".join(one.target or ())))
    return found


def test_be_on_both_sides() -> None:
    found = forms("be associated with", "be linked to")
    assert found["VBP"] == {("are associated with", "are linked to")}
    assert found["VBD"] == {
        ("was associated with", "was linked to"),
        ("were associated with", "were linked to"),
    }
    assert found["VBZ"] == {("is associated with", "is linked to")}


def test_be_in_place_of_another_verb() -> None:
    found = forms("look set", "be likely")
    assert found["VBP"] == {("look set", "are likely")}
    assert found["VB"] == {("look set", "be likely")}
    assert "VBD" not in found  # "was" or "were": the words do not tell


@pytest.mark.parametrize(("label", "old", "new"), [("VBP", "are", "need"), ("VBD", "were", "needed")])
def test_another_verb_in_place_of_be(label: str, old: str, new: str) -> None:
    assert (f"{old} in need of", new) in forms("be in need of", "need")[label]


def test_the_verb_behind_an_adverb_inflects() -> None:
    found = forms("have an impact on", "greatly affect")
    assert found["VBZ"] == {("has an impact on", "greatly affects")}
    assert found["VBG"] == {("having an impact on", "greatly affecting")}
    assert forms("depend on", "rely on")["VBD"] == {("depended on", "relied on")}


def test_a_negated_verb_has_no_forms() -> None:
    assert forms("have no effect on", "not affect") == {
        label: {("have no effect on", "not affect")} for label in ("VB", "VBP")
    }
