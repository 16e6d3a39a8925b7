"""A build that is killed, interrupted or out of space leaves the old table, and nothing that stays."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.core import RuleTable
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig, SourceConfig

RUN = """
import sys
from pathlib import Path
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig, SourceConfig
source = SourceConfig(name="grammar", format="ppdb1", path=Path(sys.argv[1]))
print("started", flush=True)
try:
    build_table(BuildConfig(sources=(source,), features=("Count",), memory_limit_mb=16), Path(sys.argv[2]))
except KeyboardInterrupt:
    sys.exit(130)
"""


def lines(start: int, count: int) -> str:
    numbers = range(start, start + count)
    return "".join(f"[X] ||| word{i} of ||| thing{i % 1000} ||| Count={i % 100} ||| 0-0\n" for i in numbers)


def config(path: Path) -> BuildConfig:
    source = SourceConfig(name="grammar", format="ppdb1", path=path)
    return BuildConfig(sources=(source,), features=("Count",), memory_limit_mb=16)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An old table, alone in its folder."""
    (tmp_path / "old").write_text(lines(0, 10))
    folder = tmp_path / "tables"
    folder.mkdir()
    build_table(config(tmp_path / "old"), folder / "out.table")
    return folder / "out.table"


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """A pipe that gives rules as long as somebody reads."""
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write() -> None:
        try:
            with path.open("w") as stream:
                for start in range(0, 100_000_000, 10_000):
                    stream.write(lines(start, 10_000))
        except BrokenPipeError:
            pass

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    yield path
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    ("number", "codes"), [(signal.SIGKILL, (-signal.SIGKILL,)), (signal.SIGINT, (130, -signal.SIGINT))]
)
def test_a_killed_build_leaves_the_old_table_and_no_litter(
    out: Path, endless: Path, number: signal.Signals, codes: tuple[int, ...]
) -> None:
    before = out.read_bytes()
    process = subprocess.Popen([sys.executable, "-c", RUN, endless, out], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"started\n"
        wait_until(lambda: scratch_bytes(process.pid) > 1 << 20)  # runs are on the disk
        process.send_signal(number)
        process.stdout.close()
        assert process.wait(30) in codes
    finally:
        process.kill()  # its input has no end
    assert out.read_bytes() == before
    assert os.listdir(out.parent) == ["out.table"]


def scratch_bytes(process: int) -> int:
    """Return the size of the nameless files of a process."""
    total = 0
    for link in Path(f"/proc/{process}/fd").iterdir():
        try:
            if os.readlink(link).endswith("(deleted)"):
                total += link.stat().st_size
        except FileNotFoundError:  # closed meanwhile
            pass
    return total


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it never happened")


def test_what_a_killed_process_left_is_removed_by_the_next_build(out: Path, tmp_path: Path) -> None:
    for name in ("out.table.123.part", "out.table.4567.part"):
        (out.parent / name).write_bytes(b"half a table")
    others = ["other.table.123.part", "out.table.backup.part", "out.table.part"]
    for name in others:
        (out.parent / name).write_bytes(b"not ours")
    (tmp_path / "new").write_text(lines(0, 20))
    assert build_table(config(tmp_path / "new"), out).rules > 20
    assert sorted(os.listdir(out.parent)) == sorted(["out.table", *others])


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow beyond 100,000 bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, handler)


# Either the sorted rules outgrow the limit or, of one rule with many features, the codebooks.
@pytest.mark.parametrize(("rules", "features"), [(20_000, 1), (1, 200)])
def test_a_full_disk_is_one_clear_line(
    out: Path, tmp_path: Path, rules: int, features: int, request: pytest.FixtureRequest
) -> None:
    before = out.read_bytes()
    names = " ".join(f"F{i}=1" for i in range(features))
    path = tmp_path / "new"
    path.write_text("".join(f"[X] ||| word{i} ||| thing ||| {names}\n" for i in range(rules))[:-1])
    source = SourceConfig(name="grammar", format="ppdb1", path=path)
    request.getfixturevalue("small_disk")
    with pytest.raises(InputError, match=r"cannot write \(File too large\); free disk space"):
        build_table(BuildConfig(sources=(source,)), out)
    assert out.read_bytes() == before
    assert os.listdir(out.parent) == ["out.table"]


def test_a_pipe_is_read_once_and_completely(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = lines(0, 30_000) + "broken\n"
    thread = threading.Thread(target=lambda: pipe.write_text(text))
    thread.start()
    source = SourceConfig(name="grammar", format="ppdb1", path=pipe, skip_bad_rules=True)
    report = build_table(BuildConfig(sources=(source,), self_rules=None), tmp_path / "out.table")
    thread.join()
    (grammar,) = report.sources
    assert (grammar.read, grammar.added, report.rules) == (30_000, 30_000, 30_000)
    assert grammar.bad_lines == {"wrong number of fields": 1}
    table = RuleTable(str(tmp_path / "out.table"))
    table.verify()
    (rule,) = table.lookup(["word4321", "of"])
    assert table.rule(rule)[:4] == ("X", "word4321 of", "thing321", "0-0")
    assert table.features(rule)[table.feature_names.index("Count")] == 21
