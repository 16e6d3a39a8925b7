from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import FormatError
from simplifier.languages import language_named
from simplifier.recipes.data.parallel_text import ParallelReport, TrigramIndex, near_index, read_parallel

ENGLISH = language_named("en")


def write(path: Path, *lines: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    write(tmp_path / "turkcorpus" / "tune.src", "the old harbour was closed to ships in the war .")
    write(tmp_path / "asset" / "valid.src", "The old harbour was closed to ships in the war.")
    return tmp_path


def test_overlap_is_the_share_of_the_side_that_has_fewer_trigrams() -> None:
    index = TrigramIndex(["a b c d e f".split()])
    assert index.overlap("a b c x y z".split()) == pytest.approx(1 / 4)
    assert index.overlap("a b c d".split()) == pytest.approx(1.0)
    assert index.overlap("a , b c .".split()) == pytest.approx(1.0)  # punctuation is no word
    assert index.overlap("x y".split()) == 0.0


def test_what_is_left_out_and_why(data: Path) -> None:
    write(
        data / "parallel" / "some.tsv",
        "A Cat sat.\tA cat sat down.\t0",
        "a cat sat.\tA cat sat down.\t0",
        "Birds sing.\tBirds make music.\t1",
        "During the war the old harbour was closed to ships.\tIt was closed.\t0",
        "It was shut.\tThe old harbour was closed to ships for years.\t0",
        "\tEmpty side.\t0",
        "In dÃ partement Nord.\tIn Nord.\t0",
    )
    report = ParallelReport()
    near = near_index([data / "turkcorpus" / "tune.src", data / "asset" / "valid.src"], ENGLISH)
    assert list(read_parallel([data / "parallel" / "some.tsv"], near, ENGLISH, report)) == [
        ("some.tsv", ["a", "cat", "sat", "."], ["a", "cat", "sat", "down", "."])
    ]
    assert report.read["some.tsv"] == 7 and report.kept["some.tsv"] == 1
    assert report.dropped["some.tsv"] == {
        "duplicate": 1,
        "marked as tuning sentence": 1,
        "near a tuning sentence": 2,
        "empty or too long": 1,
        "damaged letters": 1,
    }


def test_a_line_of_another_shape_is_named(data: Path) -> None:
    write(data / "parallel" / "some.tsv", "one\ttwo\t0", "one\ttwo")
    with pytest.raises(FormatError, match="some.tsv:2: expected 3 fields"):
        list(read_parallel([data / "parallel" / "some.tsv"], TrigramIndex([]), ENGLISH))
