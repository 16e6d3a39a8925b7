"""Checksums beside a file: what they say, and that every change of the file or of them is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.core import CoreInputError, check_checksums, write_checksums
from tests.core.test_rule_table_damage import murmur

BLOCK = 65536


@pytest.fixture(params=[0, 1, 100, BLOCK, 4 * BLOCK, 5 * BLOCK + 13])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "model.binary"
    path.write_bytes(bytes((i * 31 + i // 256) % 256 for i in range(request.param)))
    return path


def beside(path: Path) -> Path:
    return Path(f"{path}.sums")


def test_the_text_says_what_the_blocks_hash_to(tmp_path: Path) -> None:
    path = tmp_path / "a"
    content = bytes(range(256)) * 256 * 4 + b"the rest"  # four blocks at once, and a short one
    path.write_bytes(content)
    write_checksums(str(path))
    blocks = [content[start : start + BLOCK] for start in range(0, len(content), BLOCK)]
    lines = ["simplifier checksums 1", f"bytes {len(content)}", f"block {BLOCK}"]
    text = "".join(f"{line}\n" for line in (*lines, *(f"{murmur(block):016x}" for block in blocks)))
    assert beside(path).read_text() == f"{text}check {murmur(text.encode()):016x}\n"


def test_a_whole_file_passes(path: Path) -> None:
    assert not check_checksums(str(path))
    with pytest.raises(CoreInputError, match=r"model\.binary: has no checksums.*simplifier seal"):
        check_checksums(str(path), required=True)
    write_checksums(str(path))
    assert check_checksums(str(path)) and check_checksums(str(path), required=True)


def test_a_changed_byte_is_found_with_its_block(path: Path) -> None:
    write_checksums(str(path))
    whole = path.read_bytes()
    for place in {0, len(whole) // 2, len(whole) - 1} & {*range(len(whole))}:
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(CoreInputError, match=rf"damaged in block {place // BLOCK} \(from byte"):
            check_checksums(str(path))
    for other in (whole + b"\0", whole[:-1] if whole else b"\0"):
        path.write_bytes(other)
        with pytest.raises(CoreInputError, match=rf"{len(other)} bytes, by its checksums {len(whole)}"):
            check_checksums(str(path))


def test_damaged_checksums_are_refused(path: Path) -> None:
    write_checksums(str(path))
    whole = beside(path).read_bytes()
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        beside(path).write_bytes(damaged)
        with pytest.raises(CoreInputError, match=r"\.sums: (damaged checksums|checksums of format version 0)"):
            check_checksums(str(path))
    for cut in range(len(whole)):
        beside(path).write_bytes(whole[:cut])
        with pytest.raises(CoreInputError, match="damaged checksums"):
            check_checksums(str(path))
    beside(path).write_bytes(whole + b"\n")
    with pytest.raises(CoreInputError, match="damaged checksums"):
        check_checksums(str(path))


def test_another_version_says_so(path: Path) -> None:
    write_checksums(str(path))
    beside(path).write_text(beside(path).read_text().replace("checksums 1", "checksums 2", 1))
    with pytest.raises(CoreInputError, match="format version 2, this program reads version 1; use a newer"):
        check_checksums(str(path))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CoreInputError, match="none: cannot open"):
        write_checksums(str(tmp_path / "none"))
    (tmp_path / "none.sums").write_text("x")
    with pytest.raises(CoreInputError, match="none: cannot open"):
        check_checksums(str(tmp_path / "none"))
