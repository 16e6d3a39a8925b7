from pathlib import Path

import numpy as np

from benchmarks.rule_text import FEATURES, rule_text
from simplifier.core import GrammarParser, RuleTable, TableBuilder


def test_the_text_of_the_benchmark_is_a_grammar_of_distinct_rules(tmp_path: Path) -> None:
    builder = TableBuilder(str(tmp_path / "t"), ["Lexical"], [0.0], ["a"], "{}", str(tmp_path))
    words = [f"w{i}" for i in range(60)]
    builder.add(["NN"] * 60, words, words[::-1], np.ones((60, 1), dtype=np.float32), None, 0)
    builder.finish()
    block = GrammarParser((5, 5)).parse(b"".join(rule_text(RuleTable(str(tmp_path / "t")), 500)))
    assert (len(block), block.problems) == (500, [])
    assert block.complete_features == FEATURES and len(FEATURES) == 40
    assert len(set(zip(block.sources, block.targets, strict=True))) == 500
    assert sum("[" in source for source in block.sources) > 100
