"""Training with KenLM's lmplz: interpolated modified Kneser-Ney (Heafield et al., ACL 2013)."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import open_gzip, replacing
from simplifier.lm.files import check_file
from simplifier.lm.programs import ProgramRun, Report, find_program, run_program

__all__ = ["TrainingReport", "check_options", "train"]

MAX_ORDER = 6
MEMORY = re.compile(r"\d+(\.\d+)?[%bKMGT]?")

FALLBACK_MESSAGE = (
    "the text is too small or too regular to estimate Kneser-Ney discounts; "
    "trained with fixed ones instead (lmplz --discount_fallback: 0.5, 1, 1.5)"
)


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """The figures of one training.

    Attributes:
        ngrams: number of n-grams kept of each order, from 1.
        tokens: number of words read.
        types: number of different words read, with the three markers.
        discount_fallback: whether the discounts could not be estimated, so that fixed ones were used.
        seconds: wall-clock time.
    """

    ngrams: tuple[int, ...]
    tokens: int
    types: int
    discount_fallback: bool
    seconds: float


def train(
    text: str | Path | Sequence[str | Path],
    arpa: str | Path,
    order: int = 5,
    prune: Sequence[int] = (0,),
    memory: str = "50%",
    vocabulary: str | Path | None = None,
    scratch: str | Path | None = None,
    report: Report | None = None,
) -> TrainingReport:
    """Train a model on a text and write it as ARPA (gzipped when the name ends in ``.gz``).

    Args:
        text: a file or several: one tokenised sentence a line, UTF-8, plain or compressed. To lmplz an
            empty line is a sentence without words.
        arpa: file to write.
        order: length of the longest n-grams, 1 to 6.
        prune: for each order from 1, n-grams that are seen at most so often are dropped; the last value holds for all
            higher orders.
        memory: memory limit for sorting, as lmplz takes it: ``"6G"``, ``"50%"``.
        vocabulary: file of words; n-grams with any other word are left out.
        scratch: folder for temporary files (default: beside ``arpa``).
        report: gets a line for each stage, and a warning if fixed discounts are used.

    Raises:
        ConfigError: an option that lmplz cannot use.
        InputError: lmplz is not built, the text is missing or holds no word, or lmplz fails.
    """
    check_options(order, prune, memory)
    arpa = Path(arpa)
    texts = [Path(text)] if isinstance(text, str | Path) else [Path(one) for one in text]
    for one in texts:
        check_file(one, "text")
    if vocabulary is not None:
        check_file(Path(vocabulary), "vocabulary")
    started = time.perf_counter()
    packed = arpa.suffix == ".gz"
    with (
        replacing(arpa) as whole,
        scratch_folder(arpa, None if scratch is None else Path(scratch)) as folder,
    ):
        program = find_program("lmplz")
        unfinished = folder / "model.arpa" if packed else whole
        command = [str(program), "--order", str(order), "--memory", memory, "--temp_prefix", f"{folder}/"]
        command += ["--arpa", str(unfinished), "--prune", *map(str, prune[:order])]
        if vocabulary is not None:
            command += ["--limit_vocab_file", str(vocabulary)]
        run = run_program(command, texts, report)
        # lmplz fails if it cannot estimate the discounts, and names this option in its log.
        fallback = run.status != 0 and any("--discount_fallback" in line for line in run.log)
        if fallback:
            if report is not None:
                report(f"warning: {FALLBACK_MESSAGE}")
            run = run_program([*command, "--discount_fallback"], texts, report)
        name = ", ".join(map(str, texts))
        _check_run(run, name, memory)
        tokens, types = _counts(run)
        if tokens == 0:
            raise InputError(f"{name}: no words to train on")
        ngrams = _ngram_counts(unfinished)
        if packed:
            with unfinished.open("rb") as content, open_gzip(whole) as target:
                shutil.copyfileobj(content, target, 1 << 20)
    return TrainingReport(ngrams, tokens, types, fallback, time.perf_counter() - started)


def check_options(order: int, prune: Sequence[int], memory: str) -> None:
    """Refuse options that no training can use.

    Raises:
        ConfigError: an option that cannot be used; the message names it and what it may be.
    """
    if not 1 <= order <= MAX_ORDER:
        raise ConfigError(f"order {order}: choose 1 to {MAX_ORDER}")
    if not prune or any(value < 0 for value in prune) or list(prune) != sorted(prune):
        raise ConfigError(f"prune {' '.join(map(str, prune))}: needs numbers from 0 that never fall, as in 0 0 1")
    if len(prune) > order:
        raise ConfigError(f"prune {' '.join(map(str, prune))}: {len(prune)} values for a model of order {order}")
    if not MEMORY.fullmatch(memory):
        raise ConfigError(f"memory {memory!r}: give a number with one of % b K M G T, as in 6G")


def _check_run(run: ProgramRun, text: str, memory: str) -> None:
    if run.status == 0:
        return
    reason = run.reason()
    if "is not allowed in the corpus" in reason:
        raise InputError(f"{text}: holds one of the markers <s>, </s>, <unk> as a word; take them out")
    if "block size" in reason or any("Try rerunning with a more conservative -S" in line for line in run.log):
        raise ConfigError(f"memory {memory}: lmplz cannot work with it: {reason}")
    raise InputError(f"{text}: lmplz could not train on it: {reason}")


def _counts(run: ProgramRun) -> tuple[int, int]:
    for line in run.log:
        match = re.fullmatch(r"Unigram tokens (\d+) types (\d+)", line)
        if match:
            return int(match[1]), int(match[2])
    raise InputError("lmplz did not report how many words it read; build it with: simplifier lm setup")


def _ngram_counts(arpa: Path) -> tuple[int, ...]:
    counts = []
    with arpa.open("rb") as stream:
        for line in stream:
            if line.startswith(b"ngram "):
                counts.append(int(line.partition(b"=")[2]))
            elif counts:
                break
    return tuple(counts)
