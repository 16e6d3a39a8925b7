from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from base.errors import InputError
from lm.programs import find_program
from scripts.build_language_models import Recipe, build_language_models, frequent_words
from scripts.language_model_text import PARTS, Part, make_text

FREE = [
    "The “old” house (built 1901) isn't there.",
    "this line is listed as a tuning match .",
    "A simple  line.",
]
CLOSED = ["Nobody may pass this on."] * 2
MORE = [
    "`` A line '' of -LRB- Treebank -RRB- tokens does n't change .",
    "a simple line .",  # a duplicate once tokenised
    "The Quick brown fox jumps over the lazy dog, today.",  # a tuning sentence with one word added
    "word",
]
TUNING = ["the quick brown fox jumps over the lazy dog ."] * 2

TEST_PARTS = (
    Part("free", "simple", "lm/a.txt.gz", 3, "CC0", "us"),
    Part("closed", "normal", "lm/a.txt.gz", 2, None, "them"),
    Part("more", "normal", "lm/b.txt.gz", None, "CC BY 4.0", "us"),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    for name in ("lm", "turkcorpus"):
        (folder / name).mkdir(parents=True)
    for name, lines in (("a", FREE + CLOSED), ("b", MORE)):
        (folder / "lm" / f"{name}.txt.gz").write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))
    (folder / "lm" / "tune_overlap.tsv").write_text("file\tline\na.txt.gz\t2\n")
    for name in ("src", "simplewiki"):
        (folder / "turkcorpus" / f"tune.{name}").write_text("\n".join(TUNING) + "\n")
    return folder


def test_parts_of_a_file(data: Path, tmp_path: Path) -> None:
    free, more = make_text(data, tmp_path / "out", TEST_PARTS, processes=1)
    assert (free.lines, free.kept, free.tuning_matches, free.duplicates) == (3, 2, 1, 0)
    assert (more.lines, more.kept, more.tuning_matches, more.duplicates) == (4, 1, 1, 1)
    assert (tmp_path / "out" / "free.txt").read_text().splitlines() == [
        'the " old " house ( built 1901 ) is n\'t there .',
        "a simple line .",
    ]
    assert (
        tmp_path / "out" / "more.txt"
    ).read_text() == '" a line " of ( treebank ) tokens does n\'t change .\n'
    assert free.words == 13 + 4
    written = json.loads((tmp_path / "out" / "parts.json").read_text())
    assert [part["licence"] for part in written] == ["CC0", "CC BY 4.0"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "free.txt",
        "more.txt",
        "parts.json",
    ]


@pytest.mark.parametrize(("lines", "says"), [(4, "2 lines early"), (1, "has more lines")])
def test_counts_that_do_not_fit(lines: int, says: str, data: Path, tmp_path: Path) -> None:
    part = Part("closed", "normal", "lm/a.txt.gz", lines, None, "them")
    with pytest.raises(InputError, match=says):
        make_text(data, tmp_path / "out", (TEST_PARTS[0], part), processes=1)


def test_shipped_parts_can_be_redistributed(shared_data: Path) -> None:
    sums: dict[str, int] = {}
    for part in PARTS:
        assert (shared_data / part.file).is_file()
        assert part.licence is None or "NC" not in part.licence
        sums[part.file] = sums.get(part.file, 0) + (part.lines or 0)
    # the totals that the data pack's README gives
    assert sums["lm/simple.txt.gz"] == 230090
    assert sums["lm/wikipedia.txt.gz"] == 106217
    assert sums["lm/general.txt.gz"] == 261693
    assert {part.name for part in PARTS if part.licence is None} == {"brown", "abc", "webtext", "genesis"}


def test_frequent_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("b a b\n")
    (tmp_path / "c").write_text("a c\n")
    assert frequent_words([tmp_path / "a", tmp_path / "c"], 2) == ["a", "b"]


def test_recipe_end_to_end(data: Path, tmp_path: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    make_text(data, tmp_path / "work" / "text", TEST_PARTS, processes=1)
    recipe = Recipe("tiny", ("simple", "normal"), order=3, prune=(0, 0), minimum_count=1, probability_bits=8)
    (facts,) = build_language_models(data, tmp_path / "out", tmp_path / "work", [recipe], memory="200M")
    binary = tmp_path / "out" / "tiny.binary"
    assert facts["bytes"] == binary.stat().st_size
    assert facts["training_words"] == 13 + 4 + 13
    assert facts["discount_fallback"] is True
    assert json.loads((tmp_path / "out" / "language_models.json").read_text())[0]["file"] == "tiny.binary"
