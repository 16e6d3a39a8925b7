"""Splitting inside the pipeline, with the embedded model: texts, offsets, casing, traces."""

from __future__ import annotations

import pytest

from base.errors import ConfigError
from simplifier import Simplifier

TEXT = (
    "Ann Lee studied music in Rome and later wrote books for the theatre. The town is small.\n"
    "The museum opened in the old town in 1950, but it has never had a large garden.\n"
)


@pytest.fixture(scope="module")
def splitting() -> Simplifier:
    # Without grammar costs every word could be copied; here the weights say that nothing else may be done.
    return Simplifier.load(
        overrides={"text.split": "auto", "weights.LabelMatch": -99.0, "weights.LabelClash": -99.0}
    )


def test_text_around_stays(splitting: Simplifier) -> None:
    result = splitting.simplify(TEXT)
    assert result.text == (
        "Ann Lee studied music in Rome. Ann Lee later wrote books for the theatre. The town is small.\n"
        "The museum opened in the old town in 1950. But it has never had a large garden.\n"
    )


def test_parts_know_their_whole(splitting: Simplifier) -> None:
    first, second, small, *_ = splitting.simplify(TEXT).sentences
    whole = "Ann Lee studied music in Rome and later wrote books for the theatre."
    assert first.split is not None and first.split._asdict() == {
        "construct": "verbs", "number": 1, "whole": whole,
    }  # fmt: skip
    assert second.split is not None and (second.split.number, second.start) == (2, 0)
    assert small.split is None
    assert TEXT[small.start :].startswith("The town")
    assert second.to_json()["split"]["whole"] == whole


def test_off_by_default() -> None:
    simplifier = Simplifier.load(overrides={"weights.LabelMatch": -99.0, "weights.LabelClash": -99.0})
    assert simplifier.simplify(TEXT).text == TEXT


def test_tokenised_text_keeps_its_spaces() -> None:
    simplifier = Simplifier.load(
        overrides={
            "text.split": "auto",
            "text.tokenised": True,
            "weights.LabelMatch": -99.0,
            "weights.LabelClash": -99.0,
        }
    )
    text = "The museum opened in the old town in 1950 , but it has never had a large garden .\n"
    assert simplifier.simplify(text).text == (
        "The museum opened in the old town in 1950 . But it has never had a large garden .\n"
    )


def test_needs_a_tagger() -> None:
    from simplifier.config import TaggerSettings, default_config_path, load_config

    config = load_config(default_config_path(), {"text.split": "auto"})
    with pytest.raises(ConfigError, match="needs parts of speech"):
        Simplifier(config.model_copy(update={"tagger": TaggerSettings()}))
