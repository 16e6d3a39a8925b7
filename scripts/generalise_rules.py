"""Generalise the METEOR paraphrase table: rules with gaps from pairs that differ in the words they share.

python scripts/generalise_rules.py --table paraphrase-en.gz --tagger tagger.bin --output generalised.rules.gz
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from base.errors import InputError, SimplifierError
from base.writing import write_gzip_lines
from languages import language_named
from languages.tagger import Tagger
from rules import extraction
from rules.extraction.gaps.gap_rules import GapThresholds, gap_rules
from rules.extraction.gaps.generalisation import add_table_evidence
from rules.extraction.gaps.pattern_evidence import EvidenceSorter, collect_evidence
from rules.readers import read_rules
from rules.readers.meteor import METEOR

THRESHOLDS = GapThresholds(fillers=3, share=0.03, log_weight=-4.2)


def generalise(table: Path, tagger_file: Path, output: Path, report: Callable[[str], None]) -> Counter[str]:
    """Write the rules that a METEOR table generalises to; return how many patterns each family has.

    Memory is bounded: the table is streamed, and evidence sorted on disk beside the output.

    Raises:
        InputError: a file that cannot be read or written.
        FormatError: a broken table, or no tagger model.
    """
    if not output.parent.is_dir():
        raise InputError(f"{output}: no such folder {str(output.parent)!r}; make it first")
    tagger, language, ranked = Tagger.load(tagger_file), language_named("en"), METEOR.ranked
    assert ranked is not None, "METEOR tables have a ranked score"
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".generalise-") as scratch:
        sorter = EvidenceSorter(Path(scratch))
        pairs = read_rules(table, METEOR.name)
        read = sum(add_table_evidence(pairs, ranked.score, tagger, language, sorter))
        evidence = collect_evidence(sorter, THRESHOLDS.fillers)
        rules, families = gap_rules(evidence, THRESHOLDS, ranked.score, language)
    write_gzip_lines(output, extraction.format_rules(rules))
    report(f"{read} pairs read, {sum(families.values())} patterns kept, {len(rules)} rules with gaps")
    return families


def main() -> None:
    """Generalise a table as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--table", type=Path, required=True, help="METEOR paraphrase table")
    parser.add_argument("--tagger", type=Path, required=True, help="tagger model")
    parser.add_argument("--output", type=Path, required=True, help="grammar file to write (.gz)")
    arguments = parser.parse_args()
    started = time.monotonic()

    def log(text: str) -> None:
        print(f"{time.monotonic() - started:5.0f} s  {text}", file=sys.stderr, flush=True)

    try:
        for name, count in generalise(arguments.table, arguments.tagger, arguments.output, log).most_common():
            log(f"{count:7} {name}")
    except SimplifierError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
