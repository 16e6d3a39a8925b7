"""Kill `simplifier batch` at random moments, run it again, and compare its files in the end.

    python -m lab.robustness.kills --kills 25 --rows 1500 --config configs/es-demo.toml

For every format and every way of ending a run (SIGKILL, SIGTERM, power cut), runs are killed at random moments, each
one to three times, and then finished. Output and rejects must have the bytes of an undisturbed run, and no other files
may be left beside them.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import click

from lab.robustness.power_cut import PowerCut
from simplifier.base.terminal import progress
from simplifier.batch import BatchJob, format_of, run_batch
from simplifier.batch.formats import BatchColumns
from simplifier.config import Config, load_model_config
from simplifier.pipeline import Simplifier

__all__ = ["WAYS", "Killer", "make_input"]

WAYS: Final = ("SIGKILL", "SIGTERM", "power")


def make_input(path: Path, rows: int, lines: list[str]) -> BatchColumns:
    """Write the input of a batch, with every fiftieth row broken in formats of lines; return its columns.

    Args:
        path: the file; its ending says the format.
        rows: number of rows.
        lines: the texts of the rows, taken in turn.
    """
    texts = [f"{lines[number % len(lines)]} {number}" for number in range(rows)]
    if path.suffix == ".txt":
        path.write_bytes(
            b"".join(text.encode() + (b"\xff\n" if number % 50 == 49 else b"\n") for number, text in enumerate(texts))
        )
        return BatchColumns()
    if path.suffix == ".jsonl":
        records = [
            json.dumps({"id": number, "t": text}) if number % 50 != 49 else "{" for number, text in enumerate(texts)
        ]
        path.write_text("".join(f"{record}\n" for record in records))
        return BatchColumns("t", row="id", traced=True)
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"id": list(range(rows)), "t": texts}), path, row_group_size=64)
    return BatchColumns("t", row="id", traced=True)


class Killer:
    """Batches that run in processes of their own and are killed.

    Args:
        config: the configuration of the model.
        simplifier: the opened model, which the processes share.
        source: the input of the batches.
        columns: the columns of the input.
        seed: the seed of the moments of kills.
    """

    def __init__(self, config: Config, simplifier: Simplifier, source: Path, columns: BatchColumns, seed: int) -> None:
        self._config = config
        self._simplifier = simplifier
        self._source = source
        self._columns = columns
        self._random = random.Random(seed)
        self.seconds = 1.0  # of an undisturbed run
        self.survived = 0

    def run(self, output: Path, prepare: Callable[[], None] = lambda: None) -> int:
        """Begin a run in a process of its own, and return the id of the process.

        Args:
            output: the output of the batch.
            prepare: called first in the new process.
        """
        process = os.fork()
        if process:
            return process
        code = 1
        try:
            signal.signal(signal.SIGTERM, _stop)
            prepare()
            job = BatchJob(self._source, output, format_of(self._source), self._columns, self._config, 2, 0.0)
            # The model was opened before the fork, so that no run has to open it.
            run_batch(job, load=lambda config: self._simplifier)
            code = 0
        except SystemExit:
            code = 143
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            os._exit(code)

    def finish(self, output: Path) -> dict[str, bytes]:
        """Run a batch to its end, and return the bytes of all files in the folder of the output, by name.

        Raises:
            RuntimeError: the run fails.
        """
        began = time.monotonic()
        status = os.waitstatus_to_exitcode(os.waitpid(self.run(output), 0)[1])
        self.seconds = time.monotonic() - began
        if status:
            raise RuntimeError(f"the run that was to finish ended with {status}")
        return {path.name: path.read_bytes() if path.is_file() else b"" for path in output.parent.iterdir()}

    def kill(self, output: Path, way: str) -> bool:
        """Begin a run and kill it at a random moment; return True if it was still running then."""
        if way == "power":
            cut = (self._random.randrange(60), self._random.random())
            process = self.run(output, lambda: PowerCut(output.parent, cut[0], int(cut[1] * 1e9)).install())
            return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 9
        process = self.run(output)
        time.sleep(self._random.uniform(0, 1.1 * self._whole))
        ended, _ = os.waitpid(process, os.WNOHANG)
        if ended:
            return False
        os.kill(process, getattr(signal, way))
        os.waitpid(process, 0)
        return True

    def try_all(self, folder: Path, way: str, kills: int, told: Callable[[int], None]) -> Counter[str]:
        """Kill runs until there were so many kills, each run up to three times, and compare the files in the end."""
        counts: Counter[str] = Counter()
        output = folder / f"out{self._source.suffix}"
        expected = self.finish(output)
        self._whole = self.seconds
        while counts["kills"] < kills:
            for path in folder.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            for _ in range(self._random.choice((1, 1, 2, 3))):
                if self.kill(output, way):
                    counts["kills"] += 1
                    told(1)
                    if way == "SIGTERM" and any(path.name.endswith(".new") for path in folder.rglob("*")):
                        counts["temporary files left"] += 1
            found = self.finish(output)
            counts["runs"] += 1
            counts["same bytes" if found == expected else "other bytes"] += 1
        return counts


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)


@click.command()
@click.option("--kills", default=25, show_default=True, help="Kills for each way and format.")
@click.option("--rows", default=600, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--config", type=click.Path(path_type=Path), help="Default: the embedded model.")
def main(kills: int, rows: int, seed: int, config: Path | None) -> None:
    """Kill batches, and print a table of the outcomes."""
    settings = load_model_config(config)
    simplifier = Simplifier.load(settings)
    example = Path(__file__).resolve().parents[2] / "docs" / "examples" / "money.txt"
    lines = [line for line in example.read_text(encoding="utf-8").split(". ") if "\n" not in line]
    click.echo("| format | ended by | kills | runs finished | same bytes | temporary files left |")
    click.echo("|---|---|---|---|---|---|")
    good = True
    with progress(9 * kills, "kills") as advance:
        for suffix in (".txt", ".jsonl", ".parquet"):
            for way in WAYS:
                with tempfile.TemporaryDirectory() as place:
                    source, folder = Path(place) / f"in{suffix}", Path(place) / "out"
                    folder.mkdir()
                    columns = make_input(source, rows, lines)
                    killer = Killer(settings, simplifier, source, columns, seed)
                    counts = killer.try_all(folder, way, kills, lambda done: advance(done, ""))
                good &= counts["same bytes"] == counts["runs"] and not counts["temporary files left"]
                click.echo(
                    f"| {suffix[1:]} | {way} | {counts['kills']} | {counts['runs']} | {counts['same bytes']} "
                    f"| {counts['temporary files left']} |"
                )
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
