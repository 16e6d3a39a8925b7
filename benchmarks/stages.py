"""Measure where the time of a rewritten sentence goes: processor microseconds of each stage.

    python -m benchmarks.stages --input tune.src [--k 1] [--runs 5]

One process, one thread, loading excluded. A stage is a function that is timed whenever it is called; those
that call others are told less these. Figures are the least of the runs, each stage by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from benchmarks.measuring import describe_machine
from simplifier import Simplifier
from simplifier.annotation import Annotator
from simplifier.base.reading import read_lines
from simplifier.cli.printing import RecordWriter
from simplifier.decoder import ChartDecoder
from simplifier.passages import PassageRewriter
from simplifier.policy.check import SourceCheck
from simplifier.record.sentence_writer import SentenceWriter
from simplifier.rewriter import SentenceRewriter

#: Stages: what they are called, the class, the method.
_STAGES: Final[tuple[tuple[str, type, str], ...]] = (
    ("sentences and tokens", PassageRewriter, "sentences"),
    ("parts of speech", Annotator, "tags"),
    ("labels", Annotator, "_labels"),
    ("annotation, rest", Annotator, "annotate"),
    ("handing over to the core", ChartDecoder, "_native_input"),
    ("the core", ChartDecoder, "_decode"),
    ("derivations", ChartDecoder, "search"),
    ("writing", SentenceWriter, "write"),
    ("final check", SourceCheck, "failures"),
    ("results", SentenceRewriter, "written"),
    ("printing", RecordWriter, "write"),
)


class _Watch:
    """Seconds of each stage, less those of the stages that it calls."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys((name for name, _, _ in _STAGES), 0.0)
        self._inner = [0.0]

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that does the same and is timed."""

        def run(*arguments: Any, **named: Any) -> Any:
            self._inner.append(0.0)
            start = time.process_time()
            try:
                return work(*arguments, **named)
            finally:
                spent = time.process_time() - start
                self.seconds[name] += spent - self._inner.pop()
                self._inner[-1] += spent

        return run


@contextmanager
def _watched(watch: _Watch) -> Iterator[None]:
    """Time the stages while this is open."""
    own = [(owner, method, getattr(owner, method)) for _, owner, method in _STAGES]
    for (name, owner, method), (_, _, work) in zip(_STAGES, own, strict=True):
        setattr(owner, method, watch.timed(name, work))
    try:
        yield
    finally:
        for owner, method, work in own:
            setattr(owner, method, work)


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--k", default=1, show_default=True)
@click.option("--style", type=click.Choice(["text", "jsonl"]), default="text", show_default=True)
@click.option("--sentences", "limit", default=2000, show_default=True)
@click.option("--runs", default=5, show_default=True)
def main(input_file: Path, k: int, style: str, limit: int, runs: int) -> None:
    """Print a table of the stages in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = [f"{line}\n" for line in read_lines(input_file)[:limit]]
    found: list[dict[str, float]] = []
    for _ in range(runs):
        simplifier = Simplifier.load(overrides={"decoder.threads": 1})
        watch = _Watch()
        start = time.process_time()
        with _watched(watch):
            records = RecordWriter(style, k if k > 1 else None, False)
            for result in simplifier.stream(lines, k, 256 // k or 1):
                records.write(result, "input", 1)
        whole = time.process_time() - start
        found.append(watch.seconds | {"all else": whole - sum(watch.seconds.values()), "together": whole})
    print("| stage | microseconds a sentence |")
    print("|---|---|")
    for name in found[0]:
        print(f"| {name} | {1e6 * min(one[name] for one in found) / len(lines):,.1f} |")


if __name__ == "__main__":
    main()
