"""A small real model: a packed table, a language model, weights and a configuration, written to a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from simplifier.core import TableBuilder

# label, source, target, reward
RULES = [
    ("NP", "the committee", "the group", 2.0),
    ("VBD", "commenced", "started", 2.0),
    ("NNS", "deliberations", "talks", 1.5),
    ("JJ", "humorous", "funny", 2.0),
    ("JJ", "humorous", "amusing", 1.0),
    ("JJ", "large", "big", 2.0),
    ("RB", "approximately", "about", 2.0),
    ("NN", "residence", "house", 1.0),
    ("ADVP", "however ,", "but", 2.0),
    ("JJ", "very", "", 1.5),
    ("VP", "[NP,1] was written by [NP,2]", "[NP,2] wrote [NP,1]", 3.0),
    ("NP", "the book", "the book", 0.5),
    ("NP", "the girl", "the girl", 0.5),
]

ARPA = """\\data\\
ngram 1=6
ngram 2=2

\\1-grams:
-2	<unk>	0
-99	<s>	-0.3
-1	</s>	0
-1.5	the	-0.2
-2	started	0
-1.5	.	-0.1

\\2-grams:
-0.5	<s> the
-0.25	. </s>

\\end\\
"""

WEIGHTS = {
    "reward": 1.0,
    "lm_plain": 0.1,
    "lm_plain_oov": 0.0,
    "WordPenalty": 0.0,
    "OOVPenalty": -0.1,
    "GluePenalty": 0.0,
    "LabelMatch": 0.0,
    "LabelClash": 0.0,
    "ChangedNumber": -5.0,
    "ChangedQuoted": 0.0,
    "ChangedFirst": -0.25,
}

CONFIG = """
weights_file = "weights.toml"

[model]
name = "toy"

[[grammars]]
path = "rules.table"
owner = "toy"
span_limit = 12

[[language_models]]
path = "plain.arpa"
name = "plain"
"""


def build_toy_model(folder: Path, rules: Sequence[tuple[str, str, str, float]] = RULES, arpa: str = ARPA) -> Path:
    """Write the model and return the path of its configuration."""
    builder = TableBuilder(str(folder / "rules.table"), ["reward"], [0.0], ["hand"], "{}", str(folder))
    builder.add(
        [rule[0] for rule in rules],
        [rule[1] for rule in rules],
        [rule[2] for rule in rules],
        np.array([[rule[3]] for rule in rules], dtype=np.float32),
        None,
        0,
    )
    builder.finish()
    (folder / "plain.arpa").write_text(arpa, encoding="utf-8")
    weights = "".join(f"{name} = {value}\n" for name, value in WEIGHTS.items())
    (folder / "weights.toml").write_text(weights, encoding="utf-8")
    (folder / "model.toml").write_text(CONFIG, encoding="utf-8")
    return folder / "model.toml"
