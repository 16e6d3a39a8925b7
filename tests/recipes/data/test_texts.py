from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.base.settings import PACKAGE
from simplifier.lm.programs import find_program
from simplifier.recipes.data.language_models import build_language_model, count_words, frequent_words
from simplifier.recipes.data.texts import make_text
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import load_recipe
from simplifier.recipes.sections import Development, LanguageModelRecipe, TextPart

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

TEST_PARTS = [
    TextPart(name="free", kind="simple", file="$DATA/lm/a.txt.gz", lines=3, licence="CC0", source="us"),
    TextPart(name="closed", kind="normal", file="$DATA/lm/a.txt.gz", lines=2, source="them"),
    TextPart(name="more", kind="normal", file="$DATA/lm/b.txt.gz", licence="CC BY 4.0", source="us"),
]
DEVELOPMENT = Development(
    source="$DATA/turkcorpus/tune.src",
    references=[],
    near_text=["$DATA/turkcorpus/tune.src", "$DATA/turkcorpus/tune.simplewiki"],
    listed="$DATA/lm/tune_overlap.tsv",
)


def places(data: Path) -> Places:
    return Places(data, data, data, data)


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
    free, more = make_text(TEST_PARTS, DEVELOPMENT, places(data), tmp_path / "out", "en", processes=1)
    assert (free.lines, free.kept, free.tuning_matches, free.duplicates) == (3, 2, 1, 0)
    assert (more.lines, more.kept, more.tuning_matches, more.duplicates) == (4, 1, 1, 1)
    assert (tmp_path / "out" / "free.txt").read_text().splitlines() == [
        'the " old " house ( built 1901 ) is n\'t there .',
        "a simple line .",
    ]
    assert (tmp_path / "out" / "more.txt").read_text() == '" a line " of ( treebank ) tokens does n\'t change .\n'
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
    part = TEST_PARTS[1].model_copy(update={"lines": lines})
    with pytest.raises(InputError, match=says):
        make_text([TEST_PARTS[0], part], DEVELOPMENT, places(data), tmp_path / "out", "en", processes=1)


def test_shipped_parts_can_be_passed_on(shared_data: Path) -> None:
    parts = load_recipe(PACKAGE / "configs" / "recipes" / "en.toml").texts
    sums: dict[str, int] = {}
    for part in parts:
        assert places(shared_data).path(part.file).is_file()
        assert part.licence is None or "NC" not in part.licence
        sums[part.file] = sums.get(part.file, 0) + (part.lines or 0)
    # the totals that the data pack's README gives
    assert sums["$DATA/lm/simple.txt.gz"] == 230090
    assert sums["$DATA/lm/wikipedia.txt.gz"] == 106217
    assert sums["$DATA/lm/general.txt.gz"] == 261693
    assert {part.name for part in parts if part.licence is None} == {"brown", "abc", "webtext", "genesis"}


def test_frequent_words(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("b a b\n")
    (tmp_path / "c").write_text("a c\n")
    assert frequent_words([tmp_path / "a", tmp_path / "c"], 2) == ["a", "b"]
    assert count_words([tmp_path / "a", tmp_path / "c"], 1) == [("a", 2), ("b", 2), ("c", 1)]


def test_recipe_end_to_end(data: Path, tmp_path: Path) -> None:
    try:
        find_program("lmplz")
    except InputError as error:
        pytest.skip(str(error))
    reports = make_text(TEST_PARTS, DEVELOPMENT, places(data), tmp_path / "text", "en", processes=1)
    recipe = LanguageModelRecipe(name="tiny", order=3, prune=[0, 0], minimum_count=1, probability_bits=8, memory="200M")
    text = {tmp_path / "text" / f"{report.name}.txt": asdict(report) for report in reports}
    near = places(data).paths(DEVELOPMENT.near_text)
    facts = build_language_model(recipe, text, tmp_path / "out", near, lambda line: None)
    binary = tmp_path / "out" / "tiny.binary"
    assert facts["bytes"] == binary.stat().st_size
    assert facts["training_words"] == 13 + 4 + 13
    assert facts["discount_fallback"] is True
    assert json.loads((tmp_path / "out" / "tiny.json").read_text())["file"] == "tiny.binary"
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "tiny.binary",
        "tiny.binary.sums",
        "tiny.json",
    ]
