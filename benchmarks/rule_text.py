"""Endless PPDB text like that of a real table: what `benchmarks/rules.py` feeds to the builder.

    python -m benchmarks.rule_text TABLE RULES OUTPUT

Writes RULES lines with 40 named features to OUTPUT, a file or a pipe, and the number of their bytes to
standard output. Left-hand sides, sources and targets are those of the table; every turn through them pairs
each source with another target. One rule in two gets a nonterminal. Values that the table stores are taken
as they are, the others of the PPDB 1.0 names are drawn from a fixed seed.
"""

from __future__ import annotations

import fcntl
import random
import sys
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path

from simplifier.core import RuleTable

__all__ = ["FEATURES", "rule_text"]

FEATURES = (
    "Abstract Adjacent CharCountDiff CharLogCR ContainsX GlueRule Identity Lex(e|f) Lex(f|e) "
    "Lexical LogCount Monotonic PhrasePenalty RarityPenalty SourceTerminalsButNoTarget SourceWords "
    "TargetTerminalsButNoSource TargetWords UnalignedSource UnalignedTarget WordCountDiff "
    "WordLenDiff WordLogCR p(LHS|e) p(LHS|f) p(e|LHS) p(e|f) p(e|f,LHS) p(f|LHS) p(f|e) p(f|e,LHS) "
    "AGigaSim GoogleNgramSim SourceMaxWordSyl TargetMaxWordSyl MaxWordSylDiff MaxDiffWordSylDiff "
    "MaxDiffWordLenDiff HardWordDiff SourceChars"
).split()

_SAMPLE = 400_000
_VALUES = 40_000
_CHUNK = 20_000
_GAPS = ("", "NP", "", "NN", "", "VP")
_PIPE_BYTES = 1 << 20


def rule_text(table: RuleTable, rules: int) -> Iterator[bytes]:
    """Yield the lines of so many rules, each in three pieces."""
    generator = random.Random(2016)
    numbers = generator.sample(range(len(table)), min(_SAMPLE, len(table)))
    groups: dict[str, tuple[list[bytes], list[bytes]]] = {gap: ([], []) for gap in _GAPS}
    for place, number in enumerate(numbers):
        lhs, source, target, _, _ = table.rule(number)
        if "[" in source or "[" in target or not target:
            continue
        gap = _GAPS[place % len(_GAPS)]
        after = f" [{gap},1]" if gap else ""
        groups[gap][0].append(f"[{lhs}] ||| {source}{after} ||| ".encode())
        groups[gap][1].append(f"{target}{after} ||| ".encode())
    values = cycle([_values(table, number, generator) for number in numbers[:_VALUES]])
    lines = chain.from_iterable(_turns(groups, values))
    return chain.from_iterable(islice(lines, rules))


def _turns(
    groups: dict[str, tuple[list[bytes], list[bytes]]], values: cycle[bytes]
) -> Iterator[Iterator[tuple[bytes, bytes, bytes]]]:
    turn = 0
    while True:
        for sources, targets in groups.values():
            shift = turn * 7919 % len(targets)
            turned = targets[shift:] + targets[:shift]
            yield zip(sources, turned, islice(values, len(sources)), strict=True)
        turn += 1


def _values(table: RuleTable, number: int, generator: random.Random) -> bytes:
    stored = dict(zip(table.feature_names, table.features(number).tolist(), strict=True))
    texts = []
    for name in FEATURES:
        value = stored.get(name)
        if value is None or (value == 10.0 and name[:2] in ("p(", "Le")):
            value = generator.gammavariate(2.0, 3.0) if "(" in name else generator.random()
        texts.append(f"{name}={value:.5f}" if value % 1 else f"{name}={value:.0f}")
    return f"{' '.join(texts)} ||| 0-0\n".encode()


def main() -> None:
    """Write the text."""
    table, rules, output = RuleTable(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    pieces = rule_text(table, rules)
    written = 0
    with output.open("wb", buffering=0) as stream:
        if output.is_fifo():
            fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        while block := b"".join(islice(pieces, 3 * _CHUNK)):
            view = memoryview(block)
            while view:
                view = view[stream.write(view) :]
            written += len(block)
    print(written)


if __name__ == "__main__":
    main()
