from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from simplifier.base.errors import ConfigError, FormatError, InputError
from simplifier.evaluation.ratings.sheets import (
    BROKEN,
    CHECK,
    IDENTICAL,
    SYSTEM,
    Item,
    KeyRow,
    make_rating_sheets,
    read_items,
    read_key,
    write_rating_sheets,
)

SOURCES = ["the old man saw a big dog", 'she said "no" to all of it', "", "we go home very early today"]
SYSTEMS = {
    "a": ["the old man saw a dog", 'she said "no" to all of it', "", "we go home early"],
    "b": ["the old man saw a dog", "she said no", "", "we go home early today"],
}


def test_equal_versions_are_one_item_and_versions_of_a_sentence_stand_together() -> None:
    made = make_rating_sheets(SOURCES, SYSTEMS, attention=0)
    by_original = {one.original: one.page for one in made.items}
    assert sorted(by_original.values()) == [1, 2, 3] and len(by_original) == 3  # the blank one is never taken
    versions = [(one.original, one.version) for one in made.items]
    assert sorted(versions) == [
        ('she said "no" to all of it', 'she said "no" to all of it'),
        ('she said "no" to all of it', "she said no"),
        ("the old man saw a big dog", "the old man saw a dog"),
        ("we go home very early today", "we go home early"),
        ("we go home very early today", "we go home early today"),
    ]
    assert [one.page for one in made.items] == sorted(one.page for one in made.items)
    ids = {one.version: one.id for one in made.items}
    assert all(one.id.startswith(f"P{one.page:03}-") for one in made.items)
    assert sorted(made.key, key=lambda row: (row.sentence, row.name)) == [
        KeyRow(ids["the old man saw a dog"], 1, SYSTEM, "a"),
        KeyRow(ids["the old man saw a dog"], 1, SYSTEM, "b"),
        KeyRow(ids['she said "no" to all of it'], 2, SYSTEM, "a"),
        KeyRow(ids["she said no"], 2, SYSTEM, "b"),
        KeyRow(ids["we go home early"], 4, SYSTEM, "a"),
        KeyRow(ids["we go home early today"], 4, SYSTEM, "b"),
    ]


def test_the_seed_alone_decides_and_no_place_tells_the_system() -> None:
    assert make_rating_sheets(SOURCES, SYSTEMS, 2, 5, 1) == make_rating_sheets(SOURCES, SYSTEMS, 2, 5, 1)
    first = Counter()
    for seed in range(200):
        made = make_rating_sheets(SOURCES, SYSTEMS, None, seed, 0)
        first.update(row.name for row in made.key if row.sentence == 4 and row.item.endswith("-1"))
    assert first["a"] + first["b"] == 200 and 70 < first["a"] < 130


def test_attention_checks() -> None:
    made = make_rating_sheets(SOURCES, SYSTEMS, attention=3)
    texts = {one.id: one for one in made.items}
    checks = [row for row in made.key if row.kind == CHECK]
    assert Counter(row.name for row in checks) == {BROKEN: 2, IDENTICAL: 1}
    assert len({row.sentence for row in checks}) == 3
    for row in checks:
        item = texts[row.item]
        if row.name == IDENTICAL:
            assert item.version == item.original
        else:
            broken, words = item.version.split(), item.original.split()
            assert sorted(broken) == sorted(words)
            assert not {*pairwise(broken)} & {*pairwise(words)}
    # What a system left as it was serves as the check.
    alone = make_rating_sheets(["a b c d e", "one"], {"x": ["a b c d e", "one"]}, attention=2)
    assert len(alone.items) == 3 and len(alone.key) == 4


def test_files(tmp_path: Path) -> None:
    made = make_rating_sheets(SOURCES, SYSTEMS, attention=1)
    write_rating_sheets(tmp_path / "new" / "x", made)
    folder = tmp_path / "new" / "x"
    assert read_items(folder) == made.items
    assert sorted(read_key(folder), key=repr) == sorted(made.key, key=repr)
    sheet = (folder / "sheet.tsv").read_text()
    assert sheet.startswith("page\titem\toriginal\tversion\tgrammar\tmeaning\tsimplicity\n")
    assert '\t"she said ""no"" to all of it"\t' in sheet  # as spreadsheets want it
    assert not any(name in sheet for name in ("system", "check", "broken"))
    assert "simplicity: How many" in (folder / "scale.txt").read_text()
    assert [one.name for one in (folder / "ratings").iterdir()] == []
    with pytest.raises(InputError, match=r"sheet\.tsv is there already; name another folder"):
        write_rating_sheets(folder, made)


def test_what_cannot_be_rated(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no system to rate"):
        make_rating_sheets(SOURCES, {})
    with pytest.raises(InputError, match="a has 1 lines, the source 4"):
        make_rating_sheets(SOURCES, {"a": ["x"]})
    with pytest.raises(ConfigError, match="cannot draw 4 sentences from 3"):
        make_rating_sheets(SOURCES, SYSTEMS, 4)
    with pytest.raises(ConfigError, match="cannot place 4 attention checks on 3 sentences, 3 of them"):
        make_rating_sheets(SOURCES, SYSTEMS, attention=4)
    (tmp_path / "file").write_text("")
    made = make_rating_sheets(SOURCES, SYSTEMS, attention=0)
    with pytest.raises(InputError, match="file: not a folder"):
        write_rating_sheets(tmp_path / "file", made)


def test_sheets_that_are_not_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "sheet.tsv").write_text("page\titem\toriginal\nx\n")
    with pytest.raises(FormatError, match=r"sheet\.tsv:1: no column 'version'"):
        read_items(tmp_path)
    (tmp_path / "sheet.tsv").write_text("page\titem\toriginal\tversion\n1\tP1\tx\ty\n1\tP1\tx\tz\n")
    with pytest.raises(FormatError, match=r"sheet\.tsv:3: needs the number of a page and an item of its own"):
        read_items(tmp_path)
    (tmp_path / "sheet.tsv").write_text("page\titem\toriginal\tversion\n")
    with pytest.raises(FormatError, match="has no items"):
        read_items(tmp_path)
    (tmp_path / "sheet.tsv").write_text("\ufeffPage\tItem\tOriginal\tVersion\tmine\n1\tP1\tx\n\t\t\n")
    assert read_items(tmp_path) == (Item("P1", 1, "x", ""),)
    (tmp_path / "key.tsv").write_text("item\tsentence\tkind\tname\nP1\t1\tcheck\tother\n")
    with pytest.raises(FormatError, match=r"key\.tsv:2: not a row of a key: P1 1 check other"):
        read_key(tmp_path)
    (tmp_path / "key.tsv").write_text("item\tsentence\tkind\tname\n")
    with pytest.raises(FormatError, match="has no rows"):
        read_key(tmp_path)
