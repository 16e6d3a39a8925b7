"""Where texts cut their sources: by hand, against trying every pairing, as a metric and in the command."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from simplifier.base.errors import ConfigError
from simplifier.cli.evaluate import evaluate_command
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.evaluation.metrics.splitting import Cut, agreeing_cuts, cuts_of, sentences_of_words
from simplifier.languages import language_named

ENGLISH = language_named("en")

SOURCE = "The council met on Monday, and the mayor, who was ill, resigned."
LATE = "The council met on Monday. The mayor, who was ill, resigned."
INSIDE = "The council met on Monday, and the mayor resigned. The mayor was ill."


def cuts(source: str, text: str) -> list[Cut]:
    return cuts_of(sentences_of_words(source, ENGLISH), sentences_of_words(text, ENGLISH))


def test_cuts_by_hand() -> None:
    # Once in the source: council met on monday and mayor who was ill resigned (0-9).
    assert [
        *sentences_of_words(SOURCE, ENGLISH).homes
    ] == "council met on monday and mayor who was ill resigned".split()
    assert cuts(SOURCE, SOURCE) == []
    assert cuts(SOURCE, LATE) == [(3, 5)]  # "and" is gone: behind "Monday" or behind "and"
    # "mayor" stands twice, so nobody knows where it went; "was ill" is taken out of the middle.
    assert cuts(SOURCE, INSIDE) == [(4, 7), (8, 9)]
    assert cuts(SOURCE, "Nothing is left here. At all.") == []
    # The source's own end of a sentence is no cut, and neither is a missing one.
    assert cuts("He left. She cried.", "He left. She cried.") == cuts("He left. She cried.", "He left") == []


def test_cuts_that_agree() -> None:
    assert agreeing_cuts([(3, 5)], [(4, 5)]) == agreeing_cuts([(3, 5)], [(2, 4)]) == 1
    assert agreeing_cuts([(3, 5)], [(5, 6)]) == agreeing_cuts([(3, 5)], []) == 0
    assert agreeing_cuts([(1, 9)], [(2, 3), (5, 6)]) == 1


def _every_pairing(some: list[Cut], others: list[Cut]) -> int:
    if len(some) > len(others):
        some, others = others, some
    meet = [[max(a, c) < min(b, d) for c, d in others] for a, b in some]
    return max(
        (
            sum(meet[i][j] for i, j in enumerate(choice))
            for choice in itertools.permutations(range(len(others)), len(some))
        ),
        default=0,
    )


def test_pairs_against_every_pairing() -> None:
    rng = random.Random(5)

    def drawn() -> list[Cut]:
        ends = sorted(rng.sample(range(14), 2 * rng.randint(0, 4)))
        return [*zip(ends[::2], ends[1::2], strict=True)]

    for _ in range(500):
        some, others = drawn(), drawn()
        assert agreeing_cuts(some, others) == _every_pairing(some, others) == agreeing_cuts(others, some)


@pytest.mark.parametrize(
    ("output", "f1", "counts"),
    [
        # A reference has (1 + 2 + 0) / 3 = 1 cut; of the output's one (1 + 1 + 0) / 3 agrees, for "and" may
        # be on either side of it: 2 x 2/3 / (1 + 1).
        (LATE, 200 / 3, 200 / 3),
        # (1 + 2 + 0) / 3 agree, of 2: 2 x 1 / (2 + 1).
        (INSIDE, 200 / 3, 200 / 3),
        # One cut, behind "met", where nobody has one.
        ("The council met. On Monday, and the mayor, who was ill, resigned.", 0, 200 / 3),
        (SOURCE, 0, 100 / 3),
    ],
)
def test_golden(output: str, f1: float, counts: float) -> None:
    data = ReferenceSet([SOURCE], [[LATE], [INSIDE], [SOURCE]], language=ENGLISH)
    assert parse_metric("split-f1").score([output], data).value == pytest.approx(f1)
    assert parse_metric("split-counts").score([output], data).value == pytest.approx(counts)


def test_forms_of_a_text_are_one() -> None:
    lower = "the council met on monday . the mayor , who was ill , resigned ."
    data = ReferenceSet([SOURCE], [[lower]], language=ENGLISH)
    for output in (LATE, lower, lower.split()):
        assert parse_metric("split-f1").score([output], data).value == 100
        assert parse_metric("split-counts").score([output], data).value == 100


def test_a_corpus_is_summed() -> None:
    data = ReferenceSet([SOURCE, SOURCE, "It rained."], [[LATE, LATE, "It rained."]], language=ENGLISH)
    metric = parse_metric("split-f1")
    statistics = metric.statistics([LATE, SOURCE, "It rained."], data)
    assert statistics.tolist() == [[1, 1, 1], [0, 0, 1], [0, 0, 0]]
    assert metric.segment_scores(statistics).tolist() == [100, 0, 100]
    score = metric.score_statistics(statistics, data)
    assert score.value == pytest.approx(100 * 2 / 3)
    assert score.parts == {"precision": 100, "recall": 50}
    nothing = ReferenceSet(["It rained."], [["It rained."]], language=ENGLISH)
    assert metric.score(["It rained."], nothing).value == 100
    assert np.isfinite(metric.segment_scores(np.zeros((2, 3)))).all()


def test_in_expressions() -> None:
    data = ReferenceSet([SOURCE], [[LATE]], language=ENGLISH)
    both = parse_metric("0.5*split-f1 + 0.25*split-counts + 0.25*samsa-clauses")
    parts = {
        name: parse_metric(name).score([LATE], data).value for name in ("split-f1", "split-counts", "samsa-clauses")
    }
    assert both.score([LATE], data).value == pytest.approx(50 + 25 + parts["samsa-clauses"] / 4)
    with pytest.raises(ConfigError, match="cannot compare 'words'; choose one of cuts, counts"):
        parse_metric("split-f1[measure=words]")


def test_signatures() -> None:
    data = ReferenceSet([SOURCE], [[LATE], [SOURCE]], language=ENGLISH)
    signatures = [str(parse_metric(name).signature(data)) for name in ("split-f1", "split-counts")]
    assert signatures == [
        "split-f1|form:stand-in|measure:cuts|align:once|combine:mean|level:corpus|refs:2|v:1",
        "split-counts|form:stand-in|measure:counts|combine:mean|level:sentence|refs:2|v:1",
    ]


def test_the_command(tmp_path: Path) -> None:
    for name, line in (("in", SOURCE), ("ref", LATE), ("out", INSIDE)):
        (tmp_path / f"{name}.txt").write_text(f"{line}\n", encoding="utf-8")
    given = ["--source", "in.txt", "--references", "ref.txt", "--output", "out.txt", "--metric", "split-f1"]
    paths = [str(tmp_path / one) if one.endswith(".txt") else one for one in given]
    result = CliRunner().invoke(evaluate_command, [*paths, "--samples", "0"])
    # Of the output's two cuts the first shares the gap behind "and" with the reference's: 2 / (2 + 1).
    assert result.exit_code == 0 and "66.67" in result.output, result.output
    listed = CliRunner().invoke(evaluate_command, ["--list-metrics"]).output
    assert "split-f1" in listed and "split-counts" in listed
