from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simplifier.base import reading
from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import (
    check_inputs,
    is_packed,
    line_blocks,
    list_lines,
    open_binary,
    read_lines,
    read_text,
    stream_lines,
    text_lines,
)

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}
READERS: dict[str, Callable[[Path], object]] = {
    "text_lines": lambda path: list(text_lines(path)),
    "line_blocks": lambda path: list(line_blocks(path, 2)),
    "list_lines": lambda path: list(list_lines(path)),
    "read_text": read_text,
}


@pytest.mark.parametrize("pack", PACKERS)
def test_packed_files_are_known_by_their_first_bytes(pack: str, tmp_path: Path) -> None:
    path = tmp_path / "any.name"
    path.write_bytes(PACKERS[pack]("one\nzwei ä\n\nend".encode()))
    assert list(text_lines(path)) == ["one", "zwei ä", "", "end"]
    assert list(line_blocks(path, 3)) == [(1, ["one", "zwei ä", ""]), (4, ["end"])]
    assert read_text(path) == "one\nzwei ä\n\nend"
    assert is_packed(path) == (pack != "plain")


@pytest.mark.parametrize("pack", ["gzip", "bzip2", "xz"])
def test_packed_data_that_are_cut_off_or_damaged(pack: str, tmp_path: Path) -> None:
    whole = PACKERS[pack](os.urandom(3000).hex().encode())
    path = tmp_path / "t"
    for content in (whole[:-20], whole[:500] + b"\0" * 500 + whole[1000:]):
        path.write_bytes(content)
        with pytest.raises(FormatError, match="t: the packed data are damaged or cut off .*; fetch the file"):
            read_text(path)


@pytest.mark.parametrize("reader", READERS)
def test_a_foreign_byte_is_named_with_its_line(reader: str, tmp_path: Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes("ä\nb\nwho ".encode() + b"\xe9?\nd\n")
    with pytest.raises(FormatError) as caught:
        READERS[reader](path)
    assert str(caught.value) == (
        f"{path}:3: byte 5 of the line (0xe9) is not UTF-8; convert the file, for example with iconv"
    )


@pytest.mark.parametrize("reader", READERS)
def test_files_that_cannot_be_opened(reader: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        READERS[reader](tmp_path / "none")
    assert str(caught.value) == f"{tmp_path}/none: no such file"
    with pytest.raises(InputError) as caught:
        READERS[reader](tmp_path)
    assert str(caught.value) == f"{tmp_path}: is a directory; name a file in it"
    (tmp_path / "file").touch()
    with pytest.raises(InputError) as caught:
        READERS[reader](tmp_path / "file" / "below")
    assert str(caught.value) == f"{tmp_path}/file/below: cannot be read (Not a directory)"


def test_only_line_feeds_end_lines_and_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_bytes("\ufeffone\ntwo\r\nthree\u2028still\rthree\n\r\n".encode())
    assert read_lines(path) == ["one", "two", "three\u2028still\rthree", ""]
    assert [line for _, block in line_blocks(path, 2) for line in block] == read_lines(path)
    path.write_bytes(b"")
    assert read_lines(path) == list(line_blocks(path, 2)) == []


def test_entries_of_a_list_keep_their_line_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text("# head\n\none # two\n \nthree\n")
    assert list(list_lines(path)) == [(3, "one # two"), (5, "three")]


def test_errors_of_the_block_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "t.gz"
    path.write_bytes(gzip.compress(b"x"))
    with pytest.raises(BrokenPipeError), open_binary(path):
        raise BrokenPipeError


def test_a_pipe_is_read_and_unpacked(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=lambda: pipe.write_bytes(gzip.compress(b"a\nb\n")))
    thread.start()
    assert read_lines(pipe) == ["a", "b"]
    thread.join()
    assert not is_packed(pipe)


def test_inputs_are_checked_by_name(tmp_path: Path) -> None:
    check_inputs([Path("-")])
    with pytest.raises(InputError, match="none: no such file$"):
        check_inputs([Path("-"), tmp_path / "none"])
    with pytest.raises(InputError, match="is a directory; name a file in it$"):
        check_inputs([tmp_path])


@given(st.binary())
def test_streams_keep_their_bytes(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        with pytest.raises(FormatError, match="is not UTF-8"):
            list(stream_lines(io.BytesIO(data), "x"))
        return
    assert list(stream_lines(io.BytesIO(data), "x")) == list(io.StringIO(text, newline="\n"))


def test_a_foreign_byte_of_a_stream_comes_after_the_lines_before_it() -> None:
    lines = stream_lines(io.BytesIO("é\n".encode() + b"ab\xff\n"), "in.txt")
    assert next(lines) == "é\n"
    with pytest.raises(FormatError, match=r"in.txt:2: byte 3 of the line \(0xff\) is not UTF-8"):
        next(lines)


def test_endless_lines_are_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_PIECE", 8)
    data = "aaa bbé ccc\ndddddddddddd eee ééééééééé".encode()
    pieces = list(stream_lines(io.BytesIO(data), "x"))
    assert "".join(pieces).encode() == data
    assert pieces[:2] == ["aaa ", "bbé ccc\n"]
    assert max(len(piece.encode()) for piece in pieces) <= 16
    many = "é" * 100
    assert "".join(stream_lines(io.BytesIO(many.encode()), "x")) == many
    with pytest.raises(FormatError, match="x:2: byte 13 of the line"):
        list(stream_lines(io.BytesIO(b"aaa bbb ccc ddd\naaa bbb ccc \xff"), "x"))


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs a file that cannot be read")
def test_an_error_of_the_system_while_reading_names_the_file() -> None:
    for read in (reading.read_text, reading.read_lines):
        with pytest.raises(InputError, match=r"^/proc/self/mem: cannot be read \(Input/output error\)$"):
            read(Path("/proc/self/mem"))
