"""Generalise the METEOR paraphrase table: words that both sides of a pair share become the gaps of a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from simplifier.base.errors import InputError
from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import write_gzip_lines
from simplifier.languages import Language
from simplifier.languages.analysis.tagger import Tagger
from simplifier.recipes.data.extract_rules import thresholds
from simplifier.recipes.sections import Gaps
from simplifier.rules import extraction
from simplifier.rules.extraction.gaps.gap_rules import gap_rules
from simplifier.rules.extraction.gaps.generalisation import add_table_evidence
from simplifier.rules.extraction.gaps.pattern_evidence import EvidenceSorter, collect_evidence
from simplifier.rules.readers import read_rules
from simplifier.rules.readers.meteor import METEOR

__all__ = ["generalise"]


def generalise(
    gaps: Gaps,
    table: Path,
    tagger_file: Path,
    output: Path,
    language: Language,
    report: Callable[[str], None],
) -> Counter[str]:
    """Write the rules that a METEOR table generalises to, and return the number of patterns of each family.

    Memory is bounded: the table is streamed, and the evidence is sorted on disk beside the output.

    Raises:
        InputError: a file cannot be read or written.
        FormatError: the table is broken, or the tagger file is no tagger model.
    """
    if not output.parent.is_dir():
        raise InputError(f"{output}: no such folder {str(output.parent)!r}; make it first")
    tagger, ranked = Tagger.load(tagger_file), METEOR.ranked
    assert ranked is not None, "METEOR tables have a ranked score"
    with scratch_folder(output) as scratch:
        sorter = EvidenceSorter(scratch)
        pairs = read_rules(table, METEOR.name)
        read = sum(add_table_evidence(pairs, ranked.score, tagger, language, sorter))
        evidence = collect_evidence(sorter, gaps.fillers)
        rules, families = gap_rules(evidence, thresholds(gaps), ranked.score, language)
    write_gzip_lines(output, extraction.format_rules(rules))
    report(f"{read} pairs read, {sum(families.values())} patterns kept, {len(rules)} rules with gaps")
    return families
