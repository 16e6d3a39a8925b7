from __future__ import annotations

import pytest

from scripts.studies.report_ibleu import READINGS, Case, Reading, table
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named

ENGLISH = language_named("en")

SOURCES = ["the committee commenced its long talks .", "it was a large house on the hill ."]
REFERENCES = [
    ["the group began its long talks .", "it was a big house on the hill ."],
    ["the committee began its talks .", "it was a large house on the hill ."],
]
OUTPUTS = ["the committee began its long talks .", "it was a big house on a hill ."]


def test_the_first_reading_is_our_ibleu_and_copies_are_what_they_must_be() -> None:
    data = ReferenceSet(SOURCES, REFERENCES, language=ENGLISH)
    changed, copies = Case("changed", data, OUTPUTS), Case("copies", data, SOURCES)
    ours = parse_metric("ibleu[tokenizer=ptb]").score(OUTPUTS, data).value
    assert READINGS[0].score(changed) == pytest.approx(ours)
    bleu = parse_metric("sentence-bleu[tokenizer=ptb]").score(SOURCES, data).value
    assert READINGS[0].score(copies) == pytest.approx(0.9 * bleu - 10)
    assert Reading("", source_term=False).score(copies) == pytest.approx(0.8 * bleu)
    one = ReferenceSet(SOURCES, REFERENCES[:1], language=ENGLISH)
    fewer = parse_metric("ibleu[tokenizer=ptb]").score(OUTPUTS, one).value
    assert Reading("", references=1).score(changed) == pytest.approx(fewer)


def test_the_table_has_a_row_for_every_reading() -> None:
    case = Case("changed", ReferenceSet(SOURCES, REFERENCES, language=ENGLISH), OUTPUTS)
    lines = list(table([case]))
    assert len(lines) == 2 + len(READINGS) + 4
    assert all(line.count("|") == 3 for line in lines)
