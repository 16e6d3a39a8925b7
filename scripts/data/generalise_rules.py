"""Generalise the METEOR paraphrase table: rules with gaps from pairs that differ in the words they share."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from base.errors import InputError
from languages.tagger import Tagger
from rules import extraction
from rules.extraction.gaps.gap_rules import gap_rules
from rules.extraction.gaps.generalisation import add_table_evidence
from rules.extraction.gaps.pattern_evidence import EvidenceSorter, collect_evidence
from rules.readers import read_rules
from scripts.extract_rules import thresholds, write_lines
from scripts.recipes.sections import Gaps

__all__ = ["generalise"]


def generalise(
    gaps: Gaps, table: Path, tagger_file: Path, output: Path, report: Callable[[str], None]
) -> Counter[str]:
    """Write the rules that a METEOR table generalises to; return how many patterns each family has.

    Memory is bounded: the table is streamed, and evidence sorted on disk beside the output.

    Raises:
        InputError: a file that cannot be read or written.
        FormatError: a broken table, or no tagger model.
    """
    if not output.parent.is_dir():
        raise InputError(f"{output}: no such folder {str(output.parent)!r}; make it first")
    tagger = Tagger.load(tagger_file)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=".generalise-") as scratch:
        sorter = EvidenceSorter(Path(scratch))
        read = sum(add_table_evidence(read_rules(table, "meteor"), tagger, sorter))
        rules, families = gap_rules(collect_evidence(sorter, gaps.fillers), thresholds(gaps), "Meteor")
    write_lines(output, extraction.format_rules(rules))
    report(f"{read} pairs read, {sum(families.values())} patterns kept, {len(rules)} rules with gaps")
    return families
