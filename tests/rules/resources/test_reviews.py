from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.base.settings import PACKAGE
from simplifier.rules.features import EncodedBatch
from simplifier.rules.features.reviews import ReviewFeatures
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.resources.reviews import VERDICTS, read_reviews

REVIEWED = PACKAGE / "languages" / "en" / "lexicon.tsv"
LINES = "# ours\n\nutilize\tuse\tsound\nmake  use of\tuse\tdepends\tof people\nvery\t\tbad\nvery\t\tsound\n"


def test_reviews_are_read_by_pair(tmp_path: Path) -> None:
    path = tmp_path / "reviewed.tsv"
    path.write_text(LINES)
    assert read_reviews([path]) == {
        ("utilize", "use"): "sound",
        ("make use of", "use"): "depends",
        ("very", ""): "sound",  # the later line
    }


@pytest.mark.parametrize("line", ["utilize\tuse", "utilize\tuse\tgood", "\tuse\tsound", "utilize use sound"])
def test_broken_lines_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "reviewed.tsv"
    path.write_text("a\tb\tbad\n" + line + "\n")
    with pytest.raises(FormatError, match=r"reviewed.tsv:2: expected source, target and one of sound"):
        read_reviews([path])


def test_flags_of_rules() -> None:
    pairs = [
        ("utilize", "use"),
        ("very", ""),
        ("very", "so"),
        ("use", "utilize"),
        ("to utilize the", "to use the"),  # the verdict of its core
        ("a very", "a"),
        ("to utilize it", "to use it"),  # its own verdict
    ]
    reviews = {("utilize", "use"): "sound", ("very", ""): "bad", ("very", "so"): "depends"}
    reviews["to utilize it", "to use it"] = "bad"
    batch = RuleBatch([one for one, _ in pairs], [two for _, two in pairs])
    encoded = EncodedBatch(batch, ["X"] * len(pairs))
    values = ReviewFeatures(reviews).compute(encoded)
    assert values["ReviewedSound"].tolist() == [1, 0, 0, 0, 1, 0, 0]
    assert values["ReviewedBad"].tolist() == [0, 1, 0, 0, 0, 1, 1]
    assert values["ReviewedDepends"].tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert ReviewFeatures().compute(encoded) == {}


def test_readers_of_english_pairs_use_every_verdict() -> None:
    reviews = read_reviews([REVIEWED])
    assert len(reviews) > 1000 and all(source != target for source, target in reviews)
    assert set(Counter(reviews.values())) == set(VERDICTS)
