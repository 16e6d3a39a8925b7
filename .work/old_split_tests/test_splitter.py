"""Splitting: what is split and how, and above all what is left whole."""

from __future__ import annotations

import pytest

from languages.en.splitting import Inserted, split_sentence
from languages.parts.splits import render

_TAGS = {
    **dict.fromkeys(("the", "a", "an", "this", "these", "no"), "DT"),
    **dict.fromkeys(("he", "she", "it", "they"), "PRP"),
    **dict.fromkeys(("his", "her", "its"), "PRP$"),
    **dict.fromkeys(("was", "moved", "opened", "wrote", "lived", "had", "said", "studied", "left"), "VBD"),
    **dict.fromkeys(("is", "has", "stands", "runs", "shows"), "VBZ"),
    **dict.fromkeys(("are", "have"), "VBP"),
    **dict.fromkeys(("and", "but", "or"), "CC"),
    **dict.fromkeys(("although", "because", "that", "in", "of", "at", "near", "during", "for", "so"), "IN"),
    **dict.fromkeys(("who",), "WP"), **dict.fromkeys(("which",), "WDT"),
    **dict.fromkeys(("making", "causing"), "VBG"), **dict.fromkeys(("built", "painted", "born"), "VBN"),
    **dict.fromkeys(("famous", "old", "small", "popular", "large"), "JJ"),
    **dict.fromkeys(("ann", "lee", "paris", "rome"), "NNP"),
    **dict.fromkeys(("books", "years", "museums"), "NNS"),
    **dict.fromkeys(("later", "also", "never"), "RB"),
    "to": "TO", ",": ",", ".": ".", ";": ":", '"': "''",
}  # fmt: skip


def split(text: str) -> tuple[str, str, str] | None:
    words = text.split()
    found = split_sentence(words, [_TAGS.get(word, "NN") for word in words])
    return found and (
        found.construct,
        " ".join(render(found.first, words)),
        " ".join(render(found.second, words)),
    )


@pytest.mark.parametrize(
    ("text", "construct", "first", "second"),
    [
        (
            "ann lee lived in paris for years , but she never wrote books .",
            "coordination",
            "ann lee lived in paris for years .",
            "but she never wrote books .",
        ),
        (
            "the museum opened in the old town ; it has a large garden .",
            "coordination",
            "the museum opened in the old town .",
            "it has a large garden .",
        ),
        (
            "ann lee studied music in rome and later wrote books for the theatre .",
            "verbs",
            "ann lee studied music in rome .",
            "ann lee later wrote books for the theatre .",
        ),
        (
            "although the house was old , the family lived there for years .",
            "concession",
            "the house was old .",
            "but the family lived there for years .",
        ),
        (
            "the family left the old house because the roof had a hole .",
            "reason",
            "the family left the old house .",
            "this was because the roof had a hole .",
        ),
        (
            "ann lee , a painter of the old school , lived in paris .",
            "apposition",
            "ann lee was a painter of the old school .",
            "ann lee lived in paris .",
        ),
        (
            "the film shows the life of the city , making it famous .",
            "result",
            "the film shows the life of the city .",
            "this makes it famous .",
        ),
        (
            "the family moved to the house of ann lee , who wrote books .",
            None,
            "",
            "",
        ),
        (
            "the town has a small museum , which stands near the river .",
            "relative clause",
            "the town has a small museum .",
            "this museum stands near the river .",
        ),
    ],
)
def test_constructs(text: str, construct: str | None, first: str, second: str) -> None:
    assert split(text) == (construct and (construct, first, second))


@pytest.mark.parametrize(
    "text",
    [
        "she moved to paris , and it was old .",  # short enough
        "she said that the house was old , but she lived there for years .",  # what she said
        "the house was painted and left by the family during the old years .",  # "was ... left"
        "the town has museums of art , which stands near the old river .",  # whose clause?
        "the film opened in paris , making his debut at the old theatre .",  # no result
        'ann said " the house is old , and it is small " to the family .',  # quoted
        "paris , the town of books , opened a large museum in the park .",  # a town stays a town
        "the museum has a garden , books , and the old house stands near it .",  # may be a list
        "in the old town , and near the river , the museum has a garden .",
        "was the house old , or was it small , and who lived there ?",
    ],
)
def test_left_whole(text: str) -> None:
    assert split(text) is None


def test_words_know_where_they_come_from() -> None:
    words = "ann lee studied music in rome and later wrote books for the theatre .".split()
    found = split_sentence(words, [_TAGS.get(word, "NN") for word in words])
    assert found is not None
    assert found.first == (0, 1, 2, 3, 4, 5, Inserted(".", 13))
    assert found.second == (Inserted("ann", 0), Inserted("lee", 1), 7, 8, 9, 10, 11, 12, 13)


def test_every_source_word_is_kept_or_a_connective(
    shared_split_sentences: list[tuple[list[str], list[str]]],
) -> None:
    gone: set[str] = set()
    for words, tags in shared_split_sentences:
        found = split_sentence(words, tags)
        if found is None:
            continue
        kept = {item for item in (*found.first, *found.second) if isinstance(item, int)}
        gone |= {words[place] for place in range(len(words)) if place not in kept}
    connectives = "and but so yet although though because whereas who which".split()
    participles = "making allowing causing leading forcing giving resulting".split()
    assert gone <= {",", ";", ".", *connectives, *participles}
