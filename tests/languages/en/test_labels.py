from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.languages.en.labels import phrase_label, span_labels, tag_label
from simplifier.languages.en.words.tags import PENN_TAGS


@pytest.mark.parametrize(
    ("tags", "label"),
    [
        ("NN", "NN"),
        ("VBD RP", "VBD"),  # carried out
        ("NN NN", "NN"),  # prime minister
        ("JJ NNS", "NNS"),  # old men
        ("NN IN NNP", "NN"),  # capital of France
        ("DT JJ NN", "NP"),
        ("PRP$ NN", "NP"),
        ("DT NN POS NN", "NP"),
        ("DT NN IN DT NN", "NP"),
        ("DT JJ", "NP/NN"),  # a vital
        ("RB JJ", "JJ"),
        ("RBR JJ", "JJR"),
        ("RBS JJ", "JJS"),
        ("JJ IN NN", "ADJP"),  # full of water
        ("RB RB", "RB"),
        ("JJR IN CD", "CD"),  # more than 20
        ("IN IN", "IN"),  # because of
        ("IN NN IN", "IN"),  # in front of
        ("IN NN TO", "TO"),  # in order to
        ("IN DT NN", "PP"),
        ("IN DT", "IN/NN"),
        ("IN JJ", "IN/NN"),
        ("IN DT JJ", "IN/NN"),
        ("VBZ DT JJ", "VBZ/NN"),
        ("VBZ IN", "VBZ/NP"),  # consists of
        ("VBD VBN", "VBD+VBN"),  # was killed
        ("VBD RB VB", "VBD+VB"),  # did not go
        ("MD VB", "MD+VB"),
        ("VBD DT NN", "VP/VBD"),
        ("TO VB", "VP/TO"),
        ("VBP TO", "VBP/VP"),  # want to
        ("PRP VBD RB", "S"),
        ("CC CC", "CC+CC"),
        ("CC CC CC CC", "X"),
        ("", "X"),
        (", NN .", "COMMA+NN+PERIOD"),
        ("-LRB-", "LRB"),
    ],
)
def test_phrase_labels(tags: str, label: str) -> None:
    assert phrase_label(tags.split()) == label


def test_tags_outside_the_treebank_are_kept_as_they_are() -> None:
    assert phrase_label(["NOUN"]) == "NOUN"
    assert phrase_label(["NOUN", "VERB"]) == "NOUN+VERB"


@given(st.lists(st.sampled_from(PENN_TAGS), min_size=1, max_size=14))
def test_labels_are_words_a_rule_can_hold(tags: list[str]) -> None:
    assert re.fullmatch(r"[^\s\[\]()|]+", phrase_label(tags))
    if len(tags) == 1:
        assert phrase_label(tags) == tag_label(tags[0])


@given(st.lists(st.sampled_from(PENN_TAGS), max_size=12), st.data())
def test_span_labels_are_the_phrase_labels_of_the_spans(tags: list[str], data: st.DataObject) -> None:
    places = st.integers(0, len(tags))
    spans = data.draw(
        st.lists(st.tuples(places, places).filter(lambda span: span[0] < span[1])) if tags else st.just([])
    )
    assert span_labels(tags, spans) == [(start, end, phrase_label(tags[start:end])) for start, end in spans]
