"""Damaged tables are found: any byte changed, and what a builder gone wrong might have written."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import CoreInputError, RuleTable, TableBuilder

_HEADER = 40  # magic, version, features, file size, rules, checksum of the section list
_SECTIONS = (
    "metadata", "feature names", "labels", "nonterminals", "provenance", "word offsets", "word bytes",
    "word index", "trie nodes", "trie parents", "sources", "rule LHS", "rule targets", "rule alignments",
    "rule provenance", "rule features", "codebooks", "target offsets", "target symbols", "alignment offsets",
    "alignment bytes",
)  # fmt: skip
_EXACT_SECTIONS = (*_SECTIONS, "value features", "rule values")
_MASK = (1 << 64) - 1


def murmur(data: bytes) -> int:
    """MurmurHash64A with seed 0."""
    factor, shift = 0xC6A4A7935BD1E995, 47
    value = len(data) * factor & _MASK
    whole = len(data) // 8 * 8
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        word = word * factor & _MASK
        word = (word ^ word >> shift) * factor & _MASK
        value = (value ^ word) * factor & _MASK
    if rest := data[whole:]:
        value = (value ^ int.from_bytes(rest, "little")) * factor & _MASK
    value = (value ^ value >> shift) * factor & _MASK
    return value ^ value >> shift


@pytest.fixture
def path(tmp_path: Path) -> Path:
    builder = TableBuilder(str(tmp_path / "t"), ["a"], [0.5], ["first", "second"], "{}", str(tmp_path))
    rows = [
        ("VB", "utilize", "use", "0-0"),
        ("VB", "utilize", "employ", ""),
        ("NP", "[NP,1] of [NN,2]", "[NN,2] 's [NP,1]", "0-2 2-0"),
        ("NP", "the [NN,1]", "a [NN,1]", "0-0 1-1"),
        ("VP", "carry out", "do", "0-0 1-0"),
    ]
    lhs, sources, targets, alignments = (list(column) for column in zip(*rows, strict=True))
    values = np.arange(len(rows), dtype=np.float32).reshape(-1, 1)
    builder.add(lhs, sources, targets, values, alignments, 1)
    builder.finish()
    return tmp_path / "t"


@pytest.fixture
def exact_path(tmp_path: Path) -> Path:
    """An exact table of one feature with codes and one with values."""
    builder = TableBuilder(
        *(str(tmp_path / "e"), ["few", "many"], [0.5, 0.0], ["first"], "{}", str(tmp_path)), exact=True
    )
    words = [f"w{i}" for i in range(257)]
    values = np.array([[i % 2, i / 3] for i in range(257)], dtype=np.float32)
    builder.add(["X"] * 257, words, words, values, None, 0)
    builder.finish()
    return tmp_path / "e"


def check(path: Path) -> None:
    RuleTable(str(path)).verify()


def test_a_change_of_any_byte_is_found(path: Path) -> None:
    whole = path.read_bytes()
    check(path)
    missed = []
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        try:
            check(path)
        except CoreInputError as error:
            assert str(error).startswith(f"{path}: ") and "build the table again" in str(error)
        else:
            missed.append(place)
    assert missed == []


def test_a_change_of_what_exact_tables_have_besides_is_found(exact_path: Path) -> None:
    whole = exact_path.read_bytes()
    check(exact_path)
    (begin,) = struct.unpack_from("<Q", whole, _HEADER + 24 * _EXACT_SECTIONS.index("value features"))
    for place in (*range(_HEADER + 24 * len(_EXACT_SECTIONS)), *range(begin, len(whole))):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        exact_path.write_bytes(damaged)
        with pytest.raises(CoreInputError, match="build the table again"):
            check(exact_path)


def test_bytes_added_or_cut_off_are_found(path: Path) -> None:
    whole = path.read_bytes()
    for content in (whole + b"\0", whole[:-1], whole[:_HEADER], whole[: _HEADER + 10]):
        path.write_bytes(content)
        with pytest.raises(CoreInputError, match="truncated"):
            check(path)


def forge(
    path: Path,
    section: str,
    offset: int,
    kind: str,
    value: float,
    names: Sequence[str] = _SECTIONS,
) -> None:
    """Write a number into a section and make the checksums fit."""
    content = bytearray(path.read_bytes())
    entry = _HEADER + 24 * names.index(section)
    begin, length, _ = struct.unpack_from("<QQQ", content, entry)
    size = struct.calcsize(kind)
    struct.pack_into(f"<{kind}", content, begin + (offset * size if offset >= 0 else length + offset * size), value)
    struct.pack_into("<Q", content, entry + 16, murmur(bytes(content[begin : begin + length])))
    sections = bytes(content[_HEADER : _HEADER + 24 * len(names)])
    struct.pack_into("<Q", content, _HEADER - 8, murmur(sections))
    path.write_bytes(content)


def test_a_table_with_checksums_made_fit_is_sound(path: Path) -> None:
    for section in _SECTIONS:
        before = path.read_bytes()
        entry = _HEADER + 24 * _SECTIONS.index(section)
        (begin,) = struct.unpack_from("<Q", before, entry)
        forge(path, section, 0, "B", before[begin])
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("section", "offset", "kind", "value"),
    [
        ("nonterminals", 0, "H", 99),
        ("word offsets", 0, "I", 1),
        ("word offsets", 2, "I", 1000),
        ("word offsets", -1, "I", 3),
        ("word bytes", 0, "B", 0xFF),
        ("word index", 0, "I", 1000),
        ("trie nodes", 4, "I", 0x7FFFFFFF),
        ("trie nodes", 1, "I", 2),
        ("trie nodes", 5, "I", 100),
        ("trie parents", 3, "I", 2),
        ("sources", 0, "I", 100),
        ("sources", 0, "I", 0),
        ("rule LHS", 0, "H", 99),
        ("rule targets", 0, "I", 99),
        ("rule alignments", 0, "I", 99),
        ("rule provenance", 0, "I", 0),
        ("rule provenance", 0, "I", 4),
        ("codebooks", 3, "f", float("nan")),
        ("codebooks", 3, "f", float("inf")),
        ("target offsets", 1, "I", 1000),
        ("target symbols", 0, "I", 0x7FFFFFFF),
        ("target symbols", 0, "I", 0x80000001),
        ("alignment offsets", 1, "I", 1000),
    ],
)
def test_numbers_out_of_range_are_found(path: Path, section: str, offset: int, kind: str, value: float) -> None:
    before = path.read_bytes()
    forge(path, section, offset, kind, value)
    assert path.read_bytes() != before
    with pytest.raises(CoreInputError, match="damaged rule table .*(range of section|counts do not agree)"):
        check(path)


@pytest.mark.parametrize(
    ("section", "offset", "kind", "value"),
    [
        ("value features", 0, "I", 2),
        ("rule values", 0, "f", float("nan")),
        ("rule values", -1, "f", float("inf")),
        ("codebooks", 0, "f", float("nan")),
    ],
)
def test_exact_values_out_of_range_are_found(
    exact_path: Path, section: str, offset: int, kind: str, value: float
) -> None:
    forge(exact_path, section, offset, kind, value, _EXACT_SECTIONS)
    with pytest.raises(CoreInputError, match="damaged rule table"):
        check(exact_path)


def test_another_format_version_is_refused_by_name(path: Path) -> None:
    content = bytearray(path.read_bytes())
    struct.pack_into("<I", content, 8, 7)
    path.write_bytes(content)
    with pytest.raises(CoreInputError, match="format version 7, this program reads versions 1 and 2"):
        RuleTable(str(path))
