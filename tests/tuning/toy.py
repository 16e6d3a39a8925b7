"""A small world for tuning: words with good, bad and odd substitutes, and references of the good ones."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from simplifier.core import RuleTable, TableBuilder, write_boosted_trees
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence
from simplifier.languages import language_named
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.config import TuneConfig

ENGLISH = language_named("en")

FEATURES = ("good", "bad", "noise", "copy")
WORDS = 12


def toy_table(path: Path, seed: int = 1) -> RuleTable:
    """For each word wI: the substitute gI (feature good), bI (bad), and a copy; noise on all of them."""
    rng = random.Random(seed)
    builder = TableBuilder(str(path), list(FEATURES), [0.0] * len(FEATURES), ["toy"], "{}", str(path.parent))
    sources, targets, rows = [], [], []
    for i in range(WORDS):
        for target, row in ((f"g{i}", (1, 0)), (f"b{i}", (0, 1)), (f"w{i}", (0, 0))):
            sources.append(f"w{i}")
            targets.append(target)
            rows.append([*row, rng.randint(-4, 4) / 4, float(target[0] == "w")])
    features = np.array(rows, dtype=np.float32)
    builder.add(["X"] * len(sources), sources, targets, features, None, 0)
    builder.finish()
    return RuleTable(str(path))


def toy_decoder(path: Path) -> ChartDecoder:
    """Weights that prefer copies and noise."""
    weights = {"good": 0.1, "bad": 0.2, "noise": 1.0, "copy": 0.5}
    return ChartDecoder([GrammarPart(toy_table(path), "toy", 4)], weights=weights)


def toy_dev_set(sentences: int, seed: int = 1) -> DevSet:
    """References change every word into its good substitute, but for one word in six."""
    rng = random.Random(seed)
    sources = [[f"w{rng.randrange(WORDS)}" for _ in range(rng.randint(4, 9))] for _ in range(sentences)]
    references = [
        [
            [f"g{word[1:]}" if rng.random() > 1 / 6 else word for word in source]
            for source in sources
        ]
        for _ in range(2)
    ]  # fmt: skip
    return DevSet([InputSentence(tuple(source)) for source in sources], references, language=ENGLISH)


def toy_config(stages: list[dict[str, object]], **sections: object) -> TuneConfig:
    """Small lists, so that several iterations find new candidates."""
    settings: dict[str, object] = {
        "objective": {"metric": "sari-paper", "report": ["sentence-bleu"]},
        "kbest": {"size": 20},
        "stages": stages,
    }
    return TuneConfig.model_validate(settings | sections)


STAGES = """
[[stages]]
optimiser = "pro"
iterations = 2

[[stages]]
optimiser = "mert"
iterations = 1

[[stages]]
optimiser = "mira"
iterations = 1

[[stages]]
optimiser = "random"
iterations = 1
trials = 20

[[stages]]
optimiser = "risk"
iterations = 2
"""


def write_toy_run(folder: Path, stages: str = STAGES) -> Path:
    """Write a model, a development set and the configuration of a run; return the configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    toy_table(folder / "rules.table")
    weights = "good = 0.1\nbad = 0.2\nnoise = 1.0\ncopy = 0.5\n"
    (folder / "model.toml").write_text(f'[[grammars]]\npath = "rules.table"\nowner = "toy"\n\n[weights]\n{weights}')
    dev_set = toy_dev_set(140)
    (folder / "dev.src").write_text("".join(" ".join(words) + "\n" for words in dev_set.sources))
    for number, reference in enumerate(dev_set.references):
        (folder / f"dev.ref{number}").write_text("".join(" ".join(words) + "\n" for words in reference))
    config = folder / "tune.toml"
    config.write_text(
        'model = "model.toml"\noutput = "run"\n'
        '[data]\nsource = "dev.src"\nreferences = ["dev.ref0", "dev.ref1"]\ntuning = 120\nheld_out = 20\n'
        '[objective]\nmetric = "0.5*sari-paper + 0.5*sari-easse"\nreport = ["sari-paper"]\n'
        "[kbest]\nsize = 50\n" + stages
    )
    return config


def toy_trees(path: Path, name: str) -> None:
    """Write trees that expect a gain of 5 where an input is 1, and of 7 where it is more."""
    write_boosted_trees(
        str(path),
        [name],
        ["Gain"],
        np.zeros(1, dtype=np.uint8),
        1,
        np.array([0, 1], dtype=np.uint32),
        np.array([0, 2], dtype=np.uint32),
        np.array([0, 3], dtype=np.uint32),
        np.zeros(2, dtype=np.uint16),
        np.zeros(2, dtype=np.uint8),
        np.array([0.5, 1.5], dtype=np.float32),
        np.array([~0, ~1], dtype=np.int16),
        np.array([1, ~2], dtype=np.int16),
        np.array([0.0, 5.0, 7.0], dtype=np.float32),
    )


def add_reranker(folder: Path, feature: str, score_weight: float = 0.2) -> None:
    """Give the model of a toy run trees that pay for a feature."""
    toy_trees(folder / "gain.trees", f"total:{feature}")
    with (folder / "model.toml").open("a") as model:
        model.write(f'\n[reranker]\npath = "gain.trees"\ndepth = 30\nscore_weight = {score_weight}\n')
