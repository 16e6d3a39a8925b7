from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

import simplifier
from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.core import TaggerTrainer
from tests.toy_model import build_toy_model


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def toy(config: Path) -> Simplifier:
    return Simplifier.load(config)


def test_the_public_names_exist() -> None:
    assert simplifier.__all__ == sorted(simplifier.__all__)
    assert all(getattr(simplifier, name) is not None for name in simplifier.__all__)
    with pytest.raises(AttributeError):
        simplifier.nothing  # noqa: B018


def test_a_result_explains_itself(toy: Simplifier) -> None:
    result = toy.simplify("Ten men.\n\n A humorous man. The committee left.")
    assert result.text == "Ten men.\n\n A funny man. The group left."
    assert [result.source[one.start :].startswith(one.source) for one in result.sentences] == [True] * 3
    (edit,) = result.sentences[2].edits
    assert (edit.source, edit.target, edit.rule.grammar, edit.rule.lhs) == (
        "committee",
        "group",
        "toy",
        "NP",
    )
    assert edit.rule.provenance == ("hand",)
    assert edit.score == pytest.approx(2.0 - 0.25)
    assert edit.features["ChangedFirst"] == 1.0


def test_rules_with_nonterminals_move_text(toy: Simplifier) -> None:
    result = toy.simplify("The  book was written by the girl.")
    assert result.text == "The girl wrote the  book."
    (edit,) = result.edits
    assert (edit.source, edit.target) == ("  book was written by the girl", " girl wrote the  book")
    assert edit.rule.target == "[NP,2] wrote [NP,1]"
    made = {one.rule.lhs: (one.source, one.target) for one in edit.rule_edits}
    assert made.keys() == {"VP", "CAPITAL"} and made["VP"] == ("was written by", "wrote")


def test_kbest_of_one_sentence(toy: Simplifier) -> None:
    best = toy.kbest("A humorous man.", 3)
    assert [one.output for one in best.kbest] == ["A funny man.", "An amusing man.", "A humorous man."]
    assert best.kbest[2].edits == ()
    assert best.score > best.kbest[1].score
    with pytest.raises(InputError, match="one sentence, not 2"):
        toy.kbest("One. Two.", 2)


def test_numbers_quotes_and_names_can_be_made_dear(config: Path) -> None:
    free = Simplifier.load(config, overrides={"weights.ChangedQuoted": 0})
    dear = Simplifier.load(config, overrides={"weights.ChangedQuoted": -9})
    assert free.simplify('A "humorous" man.').text == 'A "funny" man.'
    assert dear.simplify('A "humorous" man, humorous.').text == 'A "humorous" man, funny.'


def test_the_tagger_tells_names_and_labels(config: Path, tmp_path: Path) -> None:
    trainer = TaggerTrainer(["DT", "JJ", "NN", "NNP", "."], 1, 1, 1)
    for _ in range(20):
        trainer.add(["the", "large", "man", "."], ["DT", "JJ", "NN", "."])
        trainer.add(["the", "Large", "."], ["DT", "NNP", "."])
    for _ in range(5):
        trainer.epoch()
    trainer.save(str(tmp_path / "tagger.bin"))
    weights = {"weights.ChangedProperNoun": -9, "weights.LabelMatch": 0.5, "weights.LabelClash": -0.5}
    model = Simplifier.load(config, overrides={"tagger.path": str(tmp_path / "tagger.bin")} | weights)
    result = model.simplify("the large man. the Large.")
    assert result.text == "the big man. the Large."
    (edit,) = result.sentences[0].edits
    assert edit.features["LabelMatch"] == 1.0


@pytest.mark.parametrize("threads", [1, 2])
def test_streams_line_by_line_with_the_same_result(config: Path, threads: int) -> None:
    model = Simplifier.load(config, overrides={"decoder.threads": threads})
    lines = [f"Line {number}: a large man.\n" for number in range(600)]
    results = list(model.stream(lines))
    assert [result.source for result in results] == lines
    assert [result.text for result in results] == [line.replace("large", "big") for line in lines]


def test_a_stream_of_several_threads_can_be_left_and_tells_what_went_wrong(config: Path) -> None:
    model = Simplifier.load(config, overrides={"decoder.threads": 2})
    results = model.stream(f"Line {number}: a large man.\n" for number in count())
    assert [next(results).text for _ in range(5)][-1] == "Line 4: a big man.\n"
    results.close()  # type: ignore[attr-defined]

    def broken() -> Iterator[str]:
        yield from ["A large man.\n"] * 20
        raise OSError("no more")

    lines = model.stream(broken())
    with pytest.raises(OSError, match="no more"):
        for result in lines:
            assert result.text == "A big man.\n"


def test_streaming_reads_no_more_than_it_must(toy: Simplifier) -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "A large man.\n"

    results = toy.stream(endless(), batch=16)
    assert next(results).text == "A big man.\n"
    assert taken == 1
    list(islice(results, 100))
    assert taken < 150


def test_wrapped_lines_are_read_as_paragraphs(config: Path) -> None:
    text = "He saw the\ncommittee there. He\nleft however,\nlarge\n\nThe\n\ncommittee\n"
    wrapped = Simplifier.load(config, overrides={"text.wrapped_lines": True})
    assert wrapped.simplify(text).text == ("He saw the\ngroup there. He\nleft but\nbig\n\nThe\n\ncommittee\n")
    assert "committee there" in Simplifier.load(config).simplify(text).text


def test_without_rewards_everything_comes_back(config: Path, shared_data: Path) -> None:
    """With a model that prefers copies, decoding real text gives it back byte for byte."""
    model = Simplifier.load(config, overrides={"weights.reward": -1, "decoder.threads": 0})
    tokenised = Simplifier.load(config, overrides={"weights.reward": -1, "text.tokenised": True})
    lines = (shared_data / "asset" / "valid.src").read_text(encoding="utf-8").splitlines(keepends=True)
    with gzip.open(shared_data / "lm" / "general.txt.gz", "rt", encoding="utf-8", newline="") as general:
        lines += islice(general, 0, 30_000, 30)
    truecased = (shared_data / "turkcorpus" / "tune.truecase.src").read_text(encoding="utf-8")
    assert [result.text for result in model.stream(lines)] == lines
    assert tokenised.simplify(truecased).text == truecased


def test_odd_text_passes_through(toy: Simplifier) -> None:
    text = "<s> </s> <unk> [X,1] [NP,1] ||| \x00 \ud800 \ufeff a\u0301 \U0001f468\u200d\U0001f469 \u202e."
    assert toy.simplify(text).text == text


def test_the_embedded_model_simplifies() -> None:
    if not (PACKAGE / "models" / "en").is_dir():
        with pytest.raises(InputError, match="the embedded model is missing from this installation"):
            Simplifier.load()
        pytest.skip("the embedded model is not built")
    result = Simplifier.load().simplify("The committee commenced deliberations in approximately 1990.\n")
    assert result.text.endswith("1990.\n")
    assert result.sentences[0].edits
