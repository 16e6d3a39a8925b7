"""What the program does where editors changed a sentence; packed versions as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from lab.real.coverage import found_in
from lab.real.coverage import main as coverage
from lab.real.pack import main as pack
from simplifier import Simplifier
from simplifier.evaluation.marked import read_marked
from simplifier.evaluation.published import PublishedSentence, published_sentences, read_versions
from simplifier.record.offers import offers_of

SENTENCE = "The man, who was tall, utilised numerous tools, and the tenant must furnish the landlord with the keys."


@pytest.fixture(scope="module")
def embedded() -> Simplifier:
    return Simplifier.load()


@pytest.mark.parametrize(
    ("old", "new", "kind", "outcome"),
    [
        ("numerous", "many", "word", "made"),
        ("numerous", "lots of", "word", "otherwise"),
        ("furnish", "provide", "word", "offered"),
        ("furnish", "hand", "word", "other offer"),
        ("landlord", "owner", "word", "stopped"),
        ("keys", "door openers", "word", "other candidates"),
        ("tenant", "renter", "word", "unknown"),
    ],
)
def test_outcomes(embedded: Simplifier, old: str, new: str, kind: str, outcome: str) -> None:
    version = read_marked(SENTENCE.replace(old, f"{{{old}=>{new}|{kind}}}", 1), SENTENCE, "r1")
    (sentence,) = embedded.explain(SENTENCE).sentences
    (found,) = found_in("r1", version, sentence, offers_of(sentence, embedded.language))
    assert found.outcome == outcome and (found.stopped_by != "") == (outcome == "stopped")


def test_versions_are_packed_and_read_again(tmp_path: Path) -> None:
    sentences = tmp_path / "sentences.tsv"
    rows = [
        "id\tpart\tsource\tkind\tparagraph\tsentence",
        "r1\tdev\ta\tlaw\t3\tHe departed at once.",
        "r2\tdev\ta\tlaw\t4\tB b.",
    ]
    sentences.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    answer = tmp_path / "dev_1_01.answer.tsv"
    answer.write_text("r1\tHe {departed=>left|word} at once.\n", encoding="utf-8")
    run = CliRunner()
    done = run.invoke(pack, [str(sentences), str(answer), "--output", str(tmp_path)])
    assert done.exit_code == 0, done.output
    found = published_sentences(tmp_path)
    assert found["r1"] == PublishedSentence("r1", "dev", "a", "law", "He departed at once.")
    assert read_versions(found, tmp_path)["r1"]["1"].text == "He left at once."
    answer.write_text("r1\tHe {left=>went|word} at once.\n", encoding="utf-8")
    assert run.invoke(pack, [str(sentences), str(answer), "--output", str(tmp_path)]).exit_code == 1


def test_counts_are_told_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    version = read_marked("He {departed=>left|word} at once.", "He departed at once.", "r1")
    one = PublishedSentence("r1", "dev", "a", "law", version.source)
    monkeypatch.setattr("lab.real.coverage.published_sentences", lambda: {"r1": one})
    monkeypatch.setattr("lab.real.coverage.read_versions", lambda _: {"r1": {"1": version}})
    counted = CliRunner().invoke(coverage, ["--part", "dev"])
    assert "| word | 1 |" in counted.output and "| all | 1 |" in counted.output
    missing = CliRunner().invoke(coverage, ["--part", "test"])
    assert "no editor has written a version" in str(missing.exception or missing.output)
