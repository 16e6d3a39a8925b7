from __future__ import annotations

import gzip
import os
import signal
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType

import pytest

from simplifier.base import temporary
from simplifier.base.errors import InputError
from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import (
    copy_file,
    open_gzip,
    open_output,
    replacing,
    write_bytes,
    write_gzip_lines,
    write_text,
)
from simplifier.core import write_checksums


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_keeps_the_old_file_and_leaves_no_other(error: type[BaseException], tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(error), open_output(path) as stream:
        stream.write(b"new")
        stream.flush()
        assert path.read_text() == "old"
        raise error
    assert (path.read_text(), names(tmp_path)) == ("old", ["out"])


def test_a_signal_turned_into_an_exception_removes_what_was_begun(tmp_path: Path) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(143)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        with pytest.raises(SystemExit), open_gzip(tmp_path / "out.gz") as stream:
            stream.write(b"x")
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert names(tmp_path) == []


@pytest.mark.parametrize("make", [replacing, scratch_folder])
def test_a_signal_at_any_instruction_leaves_nothing(
    make: Callable[[Path], AbstractContextManager[Path]], tmp_path: Path
) -> None:
    """By brute force: an exception before the n-th instruction of making a temporary file or folder."""
    path = tmp_path / "out"
    raised = 0
    while True:
        left, striking = raised, True

        def strike(frame: FrameType, event: str, _: object) -> Callable[..., object] | None:
            nonlocal left, striking
            if frame.f_code.co_filename != temporary.__file__:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode" and striking:
                left -= 1
                if left < 0:
                    striking = False
                    raise SystemExit(143)
            return strike

        before = sys.gettrace()
        sys.settrace(strike)
        try:
            with make(path) as place:
                striking = False
                assert names(tmp_path) == [place.name]
        except SystemExit:
            pass
        else:
            break
        finally:
            sys.settrace(before)
        assert names(tmp_path) == [], f"instruction {raised}"
        raised += 1
    assert raised > 100


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_replaced_file_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(mode)
    with open_output(path) as stream:
        stream.write(b"new")
        (temporary,) = set(tmp_path.iterdir()) - {path}
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", mode)


def test_what_a_killed_program_left_is_removed_by_a_later_one(tmp_path: Path) -> None:
    """Whatever time the clock tells, and only what nobody holds."""
    path = tmp_path / "out"
    first, second, other = (tmp_path / f".{name}.new" for name in ("out.0", "out.1", "in.0"))
    for file in (first, other):
        file.write_text("x")
        os.utime(file, (2**33, 2**33))
    second.mkdir()
    (second / "within").write_text("x")
    with open_output(path):
        assert names(tmp_path) == [".in.0.new", ".out.0.new"]
        write_text(path, "second")  # while the first is being written
        assert names(tmp_path) == [".in.0.new", ".out.0.new", "out"]
    assert names(tmp_path) == [".in.0.new", "out"]


def test_two_programs_that_write_one_file_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with replacing(path) as one, scratch_folder(path) as folder, replacing(path) as two:
        assert [place.name for place in (one, folder, two)] == [".out.0.new", ".out.1.new", ".out.2.new"]
        one.write_text("1")
        two.write_text("2")
    assert (path.read_text(), names(tmp_path)) == ("1", ["out"])


def test_a_scratch_folder_needs_a_folder(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="nowhere: no folder can be made"),
        scratch_folder(tmp_path / "nowhere" / "x"),
    ):
        pass


def test_a_replaced_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    try:
        os.chown(path, 1234, 4321)
    except PermissionError:
        pytest.skip("only root may give files away")
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_uid, path.stat().st_gid) == ("new", 1234, 4321)


def test_a_new_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_text(tmp_path / "out", "ä\n")
    finally:
        os.umask(mask)
    assert (tmp_path / "out").read_bytes() == "ä\n".encode()
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o640


def test_checksums_of_the_file_before_go_and_a_file_of_the_users_own_stays(tmp_path: Path) -> None:
    path, sums = tmp_path / "a.txt", tmp_path / "a.txt.sums"
    sums.write_text("my own sums: 2 + 2 = 4\n")
    write_text(path, "new\n")
    assert sums.read_text() == "my own sums: 2 + 2 = 4\n"
    write_checksums(str(path))
    write_text(path, "newer\n")
    assert not sums.exists()


def test_a_symbolic_link_stays_and_leads_to_the_new_file(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "real").write_text("old")
    (tmp_path / "link").symlink_to("far/real")
    (tmp_path / "dangling").symlink_to("far/none")
    write_text(tmp_path / "link", "new")
    write_text(tmp_path / "dangling", "made")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "dangling").is_symlink()
    assert (tmp_path / "far" / "real").read_text() == "new"
    assert (tmp_path / "far" / "none").read_text() == "made"
    assert names(tmp_path / "far") == ["none", "real"]


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    write_text(Path("/dev/null"), "x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    thread = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    thread.start()
    write_text(pipe, "through")
    thread.join()
    assert (read, names(tmp_path)) == ([b"through"], ["pipe"])


def test_an_open_stream_by_name_is_no_file_to_replace(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as stream:
        write_text(Path(f"/proc/self/fd/{stream.fileno()}"), "x")
    assert ((tmp_path / "out").read_text(), names(tmp_path)) == ("x", ["out"])


def test_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for path in (None, Path("-")):
        with open_output(path) as stream:
            stream.write(b"x\n")
    assert capfdbinary.readouterr().out == b"x\nx\n"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        write_text(tmp_path / "no" / "out", "x")
    assert str(caught.value) == f"{tmp_path}/no: no such folder to write out in"
    with pytest.raises(InputError) as caught:
        write_text(tmp_path, "x")
    assert str(caught.value) == f"{tmp_path}: is a directory; name a file to write"
    with pytest.raises(InputError, match=r"cannot be written \(File name too long\)"):
        write_text(tmp_path / ("x" * 300), "x")
    assert names(tmp_path) == []


def test_programs_that_write_to_a_name(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with replacing(path) as temporary:
        assert temporary.read_bytes() == b"" and not path.exists()
        temporary.write_text("x")
    assert (path.read_text(), names(tmp_path)) == ("x", ["out"])


def test_equal_lines_give_equal_packed_bytes(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        assert write_gzip_lines(tmp_path / name, iter(["one", "ä"])) == 2
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == "one\nä\n".encode()


def test_copies(tmp_path: Path) -> None:
    data = bytes(range(256)) * 9000
    write_bytes(tmp_path / "a", data)
    copy_file(tmp_path / "a", tmp_path / "b")
    assert (tmp_path / "b").read_bytes() == data
    with pytest.raises(InputError, match="none: cannot be read"):
        copy_file(tmp_path / "none", tmp_path / "b")
    assert names(tmp_path) == ["a", "b"]
