"""Text grammars with `` ||| `` between the fields: PPDB 1.0, PPDB 2.0 and Joshua (labelled or not).

The core parses the lines (`simplifier.core.GrammarParser`); this module says how the formats differ.

Conventions for all formats: ``f`` is the source side, ``e`` the target side. Every feature is a plain number,
and its weight says whether more is better. Labelled values are those of the file (PPDB probabilities are
-ln p). Unlabelled columns are costs: Joshua negates them when it reads them, so column i of owner O becomes
the feature ``tm_O_i`` with the opposite sign.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from simplifier.base.reading import BadLines, byte_blocks, not_utf8
from simplifier.core import GrammarBlock, GrammarParser
from simplifier.rules.grammar.batch import RuleBatch
from simplifier.rules.readers.format_spec import FormatSpec

__all__ = [
    "GRAMMAR_FORMATS",
    "JOSHUA",
    "LISTED",
    "PPDB1",
    "PPDB2",
    "PPDB2_NAMES",
    "RELATIONS",
    "grammar_batch",
    "grammar_blocks",
    "grammar_parser",
    "read_joshua",
    "read_listed",
    "read_ppdb1",
    "read_ppdb2",
]

RELATIONS = (
    "Equivalence",
    "ForwardEntailment",
    "ReverseEntailment",
    "Exclusion",
    "OtherRelated",
    "Independent",
)

# PPDB 2.0 calls the source e1 and the target e2.
PPDB2_NAMES = {
    "PPDB2.0Score": "PPDB2Score",
    "PPDB1.0Score": "PPDB1Score",
    "-logp(LHS|e1)": "p(LHS|f)",
    "-logp(LHS|e2)": "p(LHS|e)",
    "-logp(e1|LHS)": "p(f|LHS)",
    "-logp(e2|LHS)": "p(e|LHS)",
    "-logp(e1|e2)": "p(f|e)",
    "-logp(e2|e1)": "p(e|f)",
    "-logp(e1|e2,LHS)": "p(f|e,LHS)",
    "-logp(e2|e1,LHS)": "p(e|f,LHS)",
    "Lex(e1|e2)": "Lex(f|e)",
    "Lex(e2|e1)": "Lex(e|f)",
}

_BLOCK = 1 << 23  # bytes of text that one thread parses at a time
_BYTES_OF_A_RULE = 512  # a rough guess, by which small batches are read in small blocks
_THREADS = 2


def grammar_parser(file_format: str, owner: str = "pt") -> GrammarParser:
    """Return the parser of one of `GRAMMAR_FORMATS`; ``owner`` names unlabelled Joshua columns."""
    if file_format == "ppdb2":
        return GrammarParser((6, 6), renamed=PPDB2_NAMES, relations=list(RELATIONS))
    owner = owner if file_format == "joshua" else ""
    return GrammarParser((4, 5), owner=owner, may_leave_out=file_format == "listed")


def grammar_blocks(
    path: Path, parser: GrammarParser, batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[GrammarBlock]:
    """Read a grammar as parsed blocks in the order of the file, of about ``batch_size`` rules at most.

    Reading goes on while blocks are parsed, and parsing goes on while the caller works on a block.

    Raises:
        InputError: a file that cannot be read.
        FormatError: a broken line (file, line, text, what was expected), unless ``bad_lines`` skips it.
    """
    policy = bad_lines or BadLines()
    texts = byte_blocks(path, min(_BLOCK, batch_size * _BYTES_OF_A_RULE))
    first = 1
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="grammar") as pool:
        for text, parsed in _ahead(pool, parser, texts):
            block = parsed.result()
            if not block.is_utf8:
                raise not_utf8(path, first, text.split(b"\n"))
            for line, kind, expected, found in block.problems:
                policy.report(path, first + line, found, expected, kind)
            first += block.lines
            if len(block):
                yield block


def _ahead(
    pool: ThreadPoolExecutor, parser: GrammarParser, texts: Iterator[bytes]
) -> Iterator[tuple[bytes, Future[GrammarBlock]]]:
    """Keep every thread busy with a block while one more waits; yield in the order of the texts."""
    waiting: deque[tuple[bytes, Future[GrammarBlock]]] = deque()
    try:
        for text in texts:
            waiting.append((text, pool.submit(parser.parse, text)))
            if len(waiting) > _THREADS:
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()
    finally:
        for _, parsed in waiting:
            parsed.cancel()


def grammar_batch(block: GrammarBlock) -> RuleBatch:
    """Return a parsed block as a batch."""
    features = {name: block.feature(name) for name in block.feature_names}
    return RuleBatch(block.sources, block.targets, block.lhs, features, block.alignments)


def read_ppdb1(path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read PPDB 1.0 or any labelled grammar.

    A line is ``[LHS] ||| source ||| target ||| Name=value ... ||| alignment``; the alignment may be left out.

    Raises:
        FormatError: a broken line (file, line, text, what was expected), unless ``bad_lines`` skips it.
    """
    return _read(path, grammar_parser("ppdb1"), batch_size, bad_lines)


def read_listed(path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read rules of lists: PPDB 1.0 lines whose target side may be empty, so that the words are left out.

    Raises:
        FormatError: as `read_ppdb1`.
    """
    return _read(path, grammar_parser("listed"), batch_size, bad_lines)


def read_ppdb2(path: Path, batch_size: int = 50_000, bad_lines: BadLines | None = None) -> Iterator[RuleBatch]:
    """Read PPDB 2.0: a PPDB 1.0 line with the entailment relation as sixth field.

    The names ``-logp(e2|e1)`` and their kin become the PPDB 1.0 names; the relation of the sixth field
    becomes one of the features ``IsEquivalence``, ``IsForwardEntailment``, ... with value 1, the others 0.

    Raises:
        FormatError: as `read_ppdb1`.
    """
    return _read(path, grammar_parser("ppdb2"), batch_size, bad_lines)


def read_joshua(
    path: Path, owner: str = "pt", batch_size: int = 50_000, bad_lines: BadLines | None = None
) -> Iterator[RuleBatch]:
    """Read a Joshua grammar with unlabelled feature columns, or with labelled and unlabelled ones mixed.

    Args:
        path: the grammar.
        owner: names the columns: ``tm_OWNER_0``, ``tm_OWNER_1``, ... = minus the value of the file.
        batch_size: rules per batch.
        bad_lines: what to do about broken lines; the default stops.

    Raises:
        FormatError: as `read_ppdb1`.
    """
    return _read(path, grammar_parser("joshua", owner), batch_size, bad_lines)


def _read(path: Path, parser: GrammarParser, batch_size: int, bad_lines: BadLines | None) -> Iterator[RuleBatch]:
    for block in grammar_blocks(path, parser, batch_size, bad_lines):
        batch = grammar_batch(block)
        for start in range(0, len(batch), batch_size):
            yield batch.slice(start, min(start + batch_size, len(batch)))


PPDB1 = FormatSpec("ppdb1", lambda path, given: read_ppdb1(path, given.batch_size, given.bad_lines))
LISTED = FormatSpec("listed", lambda path, given: read_listed(path, given.batch_size, given.bad_lines))
PPDB2 = FormatSpec(
    "ppdb2",
    lambda path, given: read_ppdb2(path, given.batch_size, given.bad_lines),
    target_scores=("PPDB2Score", "PPDB1Score"),
)
JOSHUA = FormatSpec("joshua", lambda path, given: read_joshua(path, given.owner, given.batch_size, given.bad_lines))
#: Formats that the core parses.
GRAMMAR_FORMATS = (PPDB1.name, PPDB2.name, LISTED.name, JOSHUA.name)
