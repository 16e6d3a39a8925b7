from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner

from simplifier.base.errors import ConfigError, InputError
from simplifier.cli.rules import rules_group
from simplifier.evaluation.metrics import ReferenceSet, metric_of_tokens
from simplifier.tuning.candidates.objective import reference_set
from simplifier.tuning.candidates.oracle import diverse_weights, find_oracle
from tests.tuning.toy import toy_decoder, toy_dev_set, write_toy_run


def test_a_long_list_has_the_best_of_everything_that_the_rules_can_say(tmp_path: Path) -> None:
    dev_set = toy_dev_set(6)
    metric = metric_of_tokens("sari-paper")
    oracle = find_oracle(toy_decoder(tmp_path / "toy.table"), dev_set, metric, size=20_000)
    data = reference_set(dev_set)
    for number, (sentence, found) in enumerate(zip(dev_set.sentences, oracle.sentences, strict=True)):
        choices = product(*[[f"g{word[1:]}", f"b{word[1:]}", word] for word in sentence.tokens])
        outputs = [" ".join(words) for words in choices]
        one = ReferenceSet([data.sources[number]] * len(outputs), [[r[number]] * len(outputs) for r in data.references])
        scores = metric.segment_scores(metric.statistics(outputs, one))
        assert found.candidates == len(outputs)
        assert found.oracle_score == pytest.approx(scores.max())
        assert scores[outputs.index(found.oracle)] == pytest.approx(scores.max())
        assert found.first_score == pytest.approx(scores[outputs.index(found.first)])
        assert found.rank >= 1
    assert oracle.by_size[1] == pytest.approx(oracle.first)
    assert oracle.by_size[20_000] == pytest.approx(oracle.oracle)
    assert list(oracle.by_size.values()) == sorted(oracle.by_size.values())


def test_other_weights_widen_a_short_list_and_leave_the_model_as_it_was(tmp_path: Path) -> None:
    decoder, dev_set = toy_decoder(tmp_path / "toy.table"), toy_dev_set(20)
    weights = decoder.weights
    metric = metric_of_tokens("sari-paper")
    narrow = find_oracle(decoder, dev_set, metric, size=3)
    wide = find_oracle(decoder, dev_set, metric, size=3, others=4)
    assert decoder.weights == weights
    assert wide.candidates > narrow.candidates and wide.oracle > narrow.oracle
    assert wide.first == narrow.first and wide.by_size == narrow.by_size
    assert wide.only_diverse > 0 and narrow.only_diverse == 0


def test_diverse_weights_keep_signs_and_repeat() -> None:
    weights = {"lm_a": 1.0, "b": -2.0, "c": 0.0}
    first, second = diverse_weights(weights, 2)
    assert first == {"lm_a": 0.0, "b": -2.0, "c": 0.0}
    assert second["lm_a"] > 0 > second["b"] and second["c"] == 0.0
    assert diverse_weights(weights, 2)[1] == second


def test_the_command_reports_table_json_and_sentences(tmp_path: Path) -> None:
    config = write_toy_run(tmp_path)
    files = [
        *("--config", config.with_name("model.toml"), "--source", tmp_path / "dev.src"),
        *("--references", tmp_path / "dev.ref0", "--references", tmp_path / "dev.ref1"),
        *("--tokenised", "--lines", "1-30", "-k", 10, "--diverse", 1),
    ]
    arguments = ["oracle", *map(str, files)]
    table = CliRunner().invoke(rules_group, arguments)
    assert table.exit_code == 0, table.output
    assert "sentences" in table.output and "mean rank of the oracle" in table.output
    result = CliRunner().invoke(rules_group, [*arguments, "--json", "--per-sentence", str(tmp_path / "o.tsv")])
    values = json.loads(result.stdout)
    assert values["sentences"] == 30 and values["oracle"] >= values["list_oracle"]["10"] >= values["first"]
    lines = (tmp_path / "o.tsv").read_text().splitlines()
    assert len(lines) == 31 and lines[0].startswith("candidates\trank\t")
    wrong = CliRunner().invoke(rules_group, [*arguments, "--lines", "100-200"])
    assert isinstance(wrong.exception, InputError) and "only 140 lines" in str(wrong.exception)
    nothing = CliRunner().invoke(rules_group, ["oracle"])
    assert isinstance(nothing.exception, ConfigError)
