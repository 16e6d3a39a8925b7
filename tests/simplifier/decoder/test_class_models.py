"""Class language models: the words' classes in a sentence, and the file that lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.core import LanguageModel, WordClasses
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from simplifier.lm import load_native_classes, write_word_classes
from tests.simplifier.brute_force import ToyRule
from tests.simplifier.decoder.test_decoder import table_of

#: "to" and "they" are closed; "they" is followed by a present verb, "to" by a base form.
ARPA = """\\data\\
ngram 1=9
ngram 2=6

\\1-grams:
-3\t<unk>\t0
0\t<s>\t0
-1\t</s>\t0
-1\tthey\t0
-1\tto\t0
-2\tVB\t0
-2\tVBP~1\t0
-1.5\tNN\t0
-2\tVBP\t0

\\2-grams:
-0.5\t<s> they
-0.1\tthey VBP~1
-0.1\tto VB
-0.2\tVBP~1 to
-0.3\tVB </s>
-0.4\tVBP </s>

\\end\\
"""

RULES = [
    ToyRule("VB", ("utilize",), ("use",), 1.0),
    ToyRule("VB", ("go", "[VB,1]"), ("walk", "[VB,1]"), 1.0),
    ToyRule("X", ("there",), ("to", "use"), 1.0),
    ToyRule("X", ("plan", "to"), ("hope", "to"), 0.5),
]


@pytest.fixture
def decoder(tmp_path: Path) -> ChartDecoder:
    (tmp_path / "lm.arpa").write_text(ARPA)
    write_word_classes(
        tmp_path / "classes.tsv",
        ["they", "to"],
        {
            "use": [("NN", 600), ("VB", 300), ("VBP~1", 100)],
            "utilize": [("VB", 10), ("VBP~1", 5)],
            "plan": [("NN", 20), ("VBP~1", 5)],
            "walk": [("VB", 5)],
        },
    )
    part = LanguageModelPart(
        LanguageModel(str(tmp_path / "lm.arpa")), "class", WordClasses(str(tmp_path / "classes.tsv"))
    )
    table = table_of(RULES, tmp_path / "rules.table")
    return ChartDecoder([GrammarPart(table, "toy", 10)], [part], {"cost": 1.0}, pop_limit=0)


def lm_values(decoder: ChartDecoder, words: str, tags: str = "") -> dict[str, float]:
    """Return log10 p under the class model by output."""
    sentence = InputSentence(tuple(words.split()), tags=tuple(tags.split()))
    kbest = decoder.kbest(sentence, k=20)
    return {" ".join(d.tokens): d.features["lm_class"] / 2.302585093 for d in kbest}


def test_words_of_the_source_go_by_their_tag(decoder: ChartDecoder) -> None:
    assert lm_values(decoder, "they plan", "PRP VBP")["they plan"] == pytest.approx(-0.5 - 0.1 - 1)
    assert lm_values(decoder, "they plan", "PRP NN")["they plan"] == pytest.approx(-0.5 - 1.5 - 1)
    # Without tags it is the most frequent reading.
    assert lm_values(decoder, "they plan")["they plan"] == pytest.approx(-0.5 - 1.5 - 1)
    # A reading that the file does not give: the tag alone; an unlisted word: the same.
    assert lm_values(decoder, "plan", "VB")["plan"] == pytest.approx(-2 - 0.3)
    assert lm_values(decoder, "zyzzyva", "NN")["zyzzyva"] == pytest.approx(-1.5 - 1)
    # And where that is not known either, an unknown word.
    assert lm_values(decoder, "zyzzyva", "FW")["zyzzyva"] == pytest.approx(-3 - 1)


def test_new_words_take_the_reading_that_fits_their_place(decoder: ChartDecoder) -> None:
    after_they = lm_values(decoder, "they utilize to", "PRP VBP TO")
    assert after_they["they use to"] == pytest.approx(-0.5 - 0.1 - 0.2 - 1)
    after_to = lm_values(decoder, "to utilize", "TO VB")
    assert after_to["to use"] == pytest.approx(-1 - 0.1 - 0.3)
    # Inside a target side the words before it count.
    assert lm_values(decoder, "there", "RB")["to use"] == pytest.approx(-1 - 0.1 - 0.3)
    # Where nothing tells them apart the most frequent reading wins.
    assert lm_values(decoder, "utilize", "VB")["use"] == pytest.approx(-1.5 - 1)


def test_rules_keep_the_tags_of_words_they_take_over(decoder: ChartDecoder) -> None:
    values = lm_values(decoder, "they plan to utilize", "PRP VBP TO VB")
    assert values["they hope to use"] == pytest.approx(-0.5 - 3 - 1 - 0.1 - 0.3)
    # What fills a nonterminal is chosen where it stands in the source.
    assert lm_values(decoder, "go utilize", "VB VB")["walk use"] == pytest.approx(-2 - 1.5 - 1)


def test_unknown_words_are_those_without_class(decoder: ChartDecoder) -> None:
    def unknown(words: str, tags: str = "") -> float:
        best = decoder.kbest(InputSentence(tuple(words.split()), tags=tuple(tags.split())))[0]
        return best.features.get("lm_class_oov", 0.0)

    assert unknown("they zyzzyva") == 1.0
    assert unknown("they zyzzyva", "PRP VB") == 0.0
    assert unknown("they zyzzyva", "PRP FW") == 1.0


def test_wrong_number_of_tags_is_refused(decoder: ChartDecoder) -> None:
    with pytest.raises(ValueError, match="2 tokens but 1 tags"):
        decoder.kbest(InputSentence(("they", "plan"), tags=("PRP",)))


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("the\tthe\nthe\tthe\n", 2, "a word for the second time"),
        ("the\n", 1, "a class or a count is missing"),
        ("run\tVB\t3\tNN\n", 1, "a class or a count is missing"),
        ("run\tVB\tmany\n", 1, "no positive number"),
        ("run\tVB\t3\tNN\t4\n", 1, "greater than the one before"),
        ("the\tDT\n", 1, "not the word itself"),
        ("\tDT\t3\n", 1, "no word"),
    ],
)
def test_bad_lines_are_named(text: str, line: int, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "classes.tsv"
    path.write_text(text)
    with pytest.raises(InputError, match=problem) as caught:
        load_native_classes(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_missing_or_empty_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tsv: no such word-classes file"):
        load_native_classes(tmp_path / "none.tsv")
    (tmp_path / "empty.tsv").write_text("")
    with pytest.raises(InputError, match=r"empty\.tsv: a word-classes file without a word"):
        load_native_classes(tmp_path / "empty.tsv")
