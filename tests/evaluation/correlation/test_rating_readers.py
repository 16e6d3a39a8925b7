"""Forms of ratings, of which each test writes a small file; what is wrong is told with its line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.evaluation.correlation.groups import groups_of, operations_of
from simplifier.evaluation.correlation.rating_readers import read_ratings, read_values
from simplifier.languages import language_named


def table(path: Path, *rows: str, separator: str = "\t") -> Path:
    path.write_text("".join(row.replace("|", separator) + "\n" for row in rows), encoding="utf-8")
    return path


OWN = (
    "sentence|system|type|operation|rater|source|output|rating:simplicity|value:ours",
    "1|A|x|split copy|ann|The cat sat.|The cat sat.|1|0.5",
    "1|A|x|split copy|bob|The cat sat.|The cat sat.|4|0.5",
    "2|A|x|deletion|ann|It rained.|Rain.|3|0.25",
    "2|A|x|deletion|bob|It rained.|Rain.||0.25",
)


def test_our_own_form(tmp_path: Path) -> None:
    found = read_ratings(table(tmp_path / "own.tsv", *OWN))
    assert (found.sentences, found.systems, found.types) == (["1", "2"], ["A", "A"], ["x", "x"])
    assert found.operations == [["split", "copy"], ["deletion"]]
    assert found.sources == ["The cat sat.", "It rained."]
    assert found.aspects["simplicity"].tolist() == [2.5, 3]
    assert found.values[""]["ours"].tolist() == [0.5, 0.25]
    assert found.notes == ["the mean of 2 raters"]


def test_raters_are_standardised(tmp_path: Path) -> None:
    rows = [
        *OWN[:1],
        *(row.replace("|bob|It rained.|Rain.||", "|bob|It rained.|Rain.|2|") for row in OWN[1:]),
    ]
    found = read_ratings(table(tmp_path / "own.tsv", *rows), standardise=True)
    # ann: 1, 3 -> -1, +1; bob: 4, 2 -> +1, -1.
    assert found.aspects["simplicity"].tolist() == [0, 0]
    assert "each standardised" in found.notes[0]


def test_simplicity_da(tmp_path: Path) -> None:
    path = table(
        tmp_path / "da.csv",
        "sent_id|orig_sent|sys_name|simp_sent|fluency|fluency_zscore|meaning|meaning_zscore|simplicity|simplicity_zscore",
        '7|"A long, long line."|NTS|"A line, cut."|80|0.5|70|0.25|60|-0.5',
        separator=",",
    )
    found = read_ratings(path)
    assert (found.sentences, found.systems, found.outputs) == (["7"], ["NTS"], ["A line, cut."])
    assert {name: own.tolist() for name, own in found.aspects.items()} == {
        "simplicity": [-0.5],
        "fluency": [0.5],
        "meaning": [0.25],
        "simplicity (0-100)": [60],
        "fluency (0-100)": [80],
        "meaning (0-100)": [70],
    }


def test_simpeval(tmp_path: Path) -> None:
    path = table(
        tmp_path / "simpeval.csv",
        "id|original|generation|system|sentence_type|rating_1|rating_2|rating_3",
        "1|One two.|One.|GPT|Deletions|80|90|70",
        "2|Three four.|Three.|GPT|Splittings|50||70",
        "3|One two.|Two.|MUSS|Paraphrases|40|40|40",
        separator=",",
    )
    found = read_ratings(path)
    assert found.sentences == ["1", "2", "1"]
    assert found.systems == ["GPT", "GPT", "MUSS"]
    assert found.aspects["rating"].tolist() == [80, 60, 40]
    assert found.operations == [["Deletions"], ["Splittings"], ["Paraphrases"]]


def test_qats(tmp_path: Path) -> None:
    path = table(
        tmp_path / "qats.tsv",
        "original|simplified|grammaticality|meaning|simplicity|overall",
        "A b c.|A b.|good|ok|bad|ok",
        "A b c.|A c.|good|good|good|good",
    )
    found = read_ratings(path)
    assert (found.sentences, found.systems) == (["1", "1"], ["", ""])
    assert found.aspects["simplicity"].tolist() == [0, 2]
    with pytest.raises(FormatError, match=r"qats\.tsv:2: meaning is good, ok or bad, not 'fine'"):
        read_ratings(table(path, *path.read_text().replace("ok\tbad", "fine\tbad").splitlines()))


def test_what_the_rating_kit_collects(tmp_path: Path) -> None:
    path = table(
        tmp_path / "collected.tsv",
        "system|sentence|item|rater|grammar|meaning|simplicity|grammar_z|meaning_z|simplicity_z",
        "A|1|1|ann|4|3|1|0|0|0",
        "A|1|1|bob|2|3|3|0|0|0",
        "B|1|2|ann|1|1|1|0|0|0",
        "B|1|2|bob|1|0|1|0|0|0",
    )
    found = read_ratings(path)
    assert found.aspects["grammar"].tolist() == [3, 1]
    assert found.aspects["meaning"].tolist() == [3, 0.5]
    assert found.with_outputs({"A": ["x"], "B": ["y"]}).outputs == ["x", "y"]
    with pytest.raises(InputError, match="no outputs of B; give --output B=FILE"):
        found.with_outputs({"A": ["x"]})


def test_the_released_collection(shared_data: Path) -> None:
    folder = shared_data / "goldset70"
    found = read_values(folder / "metrics.tsv", read_ratings(folder / "outputs_ratings.tsv"))
    assert (len(found), len(found.system_names), len(set(found.sentences))) == (1750, 25, 70)
    assert list(found.values) == ["asset", "turk", "hsplit"]
    assert len(found.values["turk"]) == 21
    assert list(found.aspects) == ["grammaticality", "meaning", "simplicity", "structural_simplicity"]
    assert int((found.aspects["structural_simplicity"] == 0).sum()) == 833


def test_qats_as_released(shared_data: Path) -> None:
    found = read_ratings(shared_data / "qats" / "train.tsv")
    counts = np.unique(found.aspects["overall"], return_counts=True)[1].tolist()
    assert (counts, len(set(found.sentences))) == ([139, 208, 158], 139)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("sentence|system|rating:x", "1|A|1", "1|A|2"), ":3: a second row for sentence 1 of A"),
        (("sentence|system|rating:x", "1|A|good"), ":2: column 'rating:x' holds numbers, not 'good'"),
        (("sentence|system|rating:x", "1|A"), ":2: 2 cells where the header has 3"),
        (("sentence|system|rating:x", "1|A|inf"), ":2: column 'rating:x': inf is not finite"),
        (("sentence|system|x", "1|A|1"), ":1: no column of ratings; call them rating:ASPECT"),
        (("a|b", "1|A"), ":1: no form of ratings has these columns"),
        (("sentence|sentence", "1|A"), ":1: two columns are called 'sentence'"),
        (("sentence|system|rating:x",), "expected a header line and rows of ratings"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, rows: tuple[str, ...], told: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_ratings(table(tmp_path / "r.tsv", *rows))
    assert told in str(caught.value)


def test_unknown_form(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'qats'"):
        read_ratings(table(tmp_path / "r.tsv", *OWN), form="quats")


def test_values_must_be_whole(tmp_path: Path) -> None:
    ratings = read_ratings(table(tmp_path / "own.tsv", *OWN))
    head = "sentence|system|references|m"
    path = table(tmp_path / "v.tsv", head, "1|A|x|1", "2|A|x|2", "1|A|y|3", "2|A|y|4")
    assert read_values(path, ratings).values["y"]["m"].tolist() == [3, 4]
    with pytest.raises(FormatError, match="no row for sentence 2 of A under x"):
        read_values(table(path, head, "1|A|x|1"), ratings)
    with pytest.raises(FormatError, match=":3: a second row for sentence 1 of A"):
        read_values(table(path, head, "1|A|x|1", "1|A|x|1"), ratings)


def test_bands_say_what_is_tied(tmp_path: Path) -> None:
    rows = [f"{n}|A|{mark}" for n, mark in enumerate([3, 1, 2, 2, 2, 1], 1)]
    ratings = read_ratings(table(tmp_path / "r.tsv", "sentence|system|rating:x", *rows))
    low, high = groups_of("band", ratings, ratings.aspects["x"], np.arange(6))
    assert (low.rows.tolist(), high.rows.tolist()) == ([1, 5, 2], [3, 4, 0])
    assert low.note == high.note
    assert low.note.startswith("3 outputs rated 2 lie at a cut")
    thirds = groups_of("band", ratings, ratings.aspects["x"], np.arange(6), 3)
    assert [(one.name, len(one.rows), bool(one.note)) for one in thirds] == [
        ("low", 2, False),
        ("middle", 2, True),
        ("high", 2, True),
    ]


def test_operations_of_texts(tmp_path: Path) -> None:
    pairs = [
        ("The big cat sat down.", "The big cat sat down .", ["copy"]),
        ("The big cat sat down.", "The cat sat down.", ["deletion"]),
        ("The big cat sat down.", "The large cat sat down.", ["replacement"]),
        ("The big cat sat down.", "The very big cat sat down.", ["addition"]),
        ("The cat sat and it slept.", "The cat sat. It slept.", ["deletion", "split"]),
    ]
    rows = [f"{n}|A|{source}|{output}|1" for n, (source, output, _) in enumerate(pairs, 1)]
    ratings = read_ratings(table(tmp_path / "r.tsv", "sentence|system|source|output|rating:x", *rows))
    with pytest.raises(InputError, match="give --language CODE"):
        operations_of(ratings)
    assert operations_of(ratings.in_language(language_named("en"))) == [found for _, _, found in pairs]
