"""Rebuild the systems of QATS 2016, and print their figures beside the published ones and ours.

    python -m lab.estimate DATA [--wordnet /usr/share/wordnet]

DATA is the folder of the research data, with qats and parallel. Needs scikit-learn and LightGBM (the extra
``estimate``).
"""

from __future__ import annotations

import argparse
import gzip
import math
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from lab.printing import tell
from simplifier.base.reading import text_lines
from simplifier.base.terminal import note, progress
from simplifier.config import load_config
from simplifier.estimation.estimator import Estimator, open_features
from simplifier.evaluation.qats.features.corpus import PairCorpus
from simplifier.evaluation.qats.features.registry import GROUPS, FeatureTable, Resources
from simplifier.evaluation.qats.measures import confusion, label_scores, pearson
from simplifier.evaluation.qats.systems.participants import SYSTEMS, Answer, Task
from simplifier.evaluation.qats.task import ASPECTS, LABELS, LabelledPairs, read_labelled_pairs
from simplifier.rules.resources.wordnet import WordNet

PAIRS: Final = 12_000
OURS: Final = "**ours**"

#: The name of a system in the list of results, for each aspect, if it is not our name; empty where it has none.
ALIASES: Final = {
    "SMH-RandForest-b": ("SMH-RandForest-best",) * 4,
    "MS-IBk-b": ("MS-IBk-best",) * 4,
    "MS-RandForest-b": ("MS-RandForest-best",) * 4,
    "IIT": ("IIT", "IIT-Meteor", "IIT", ""),
    "CLaC-RF": ("CLaC-RF-Perp", "CLaC-RF", "", ""),
    "CLaC-0.5": ("", "", "CLaC-RF-0.5", "CLaC-0.5"),
    "CLaC-0.6": ("", "", "CLaC-RF-0.6", "CLaC-0.6"),
    "CLaC-0.7": ("", "", "CLaC-RF-0.7", "CLaC-0.7"),
}
#: Figures for each aspect from the paper of SimpleNets. The list of results has no labels of OSVCML.
PAPER: Final = {
    ("SimpleNets: decision tree", "pearson"): (0.073, 0.191, 0.316, 0.392),
    ("SimpleNets: AdaBoost", "pearson"): (0.148, 0.205, 0.284, 0.271),
    ("SimpleNets: decision tree", "accuracy"): (65.87, 53.97, 56.35, 50.79),
    ("SimpleNets: AdaBoost", "accuracy"): (73.81, 58.73, 53.97, 51.59),
}


class Published:
    """The published results by aspect, measure and system.

    Args:
        path: the list of results, with a header and tabs between columns.
    """

    def __init__(self, path: Path) -> None:
        lines = [line.rstrip("\n").split("\t") for line in text_lines(path)][1:]
        self._values = {(aspect, measure, name): float(value) for aspect, measure, _, name, value in lines}

    def value(self, system: str, aspect: int, measure: str) -> float | None:
        """Return a published figure, or None if there is none.

        Args:
            system: our name of the system.
            aspect: the number of the aspect in `ASPECTS`.
            measure: the name of the measure.
        """
        if (system, measure) in PAPER:
            return PAPER[system, measure][aspect]
        name = ALIASES.get(system, (system,) * 4)[aspect]
        found = self._values.get((ASPECTS[aspect], measure, name))
        return found if found is not None else self._values.get((ASPECTS[aspect], measure, system))


def corpus(data: Path) -> PairCorpus:
    """Return the counts of the first `PAIRS` sentence pairs of English and Simple English Wikipedia."""
    pairs = []
    with gzip.open(data / "parallel" / "kauchak_a.tsv.gz", "rt", encoding="utf-8") as stream:
        for line in stream:
            source, _, target = line.rstrip("\n").partition("\t")
            pairs.append((source.lower().split(), target.lower().split()))
            if len(pairs) == PAIRS:
                break
    return PairCorpus.of(pairs)


def synonyms(folder: Path) -> Mapping[str, Collection[str]]:
    """Return WordNet's synonyms by word; none if WordNet is not installed."""
    if not folder.is_dir():
        note(f"{folder}: no WordNet; METEOR goes without synonyms")
        return {}
    found: dict[str, set[str]] = defaultdict(set)
    for one in WordNet.read(folder).pairs():
        if not one.broader and " " not in one.source + one.target:
            found[one.source].add(one.target)
    return found


def cell(published: float | None, ours: float, digits: int) -> str:
    """Return both figures as a cell of a table, with a dash for a figure that is missing."""
    shown = "-" if math.isnan(ours) else f"{ours:.{digits}f}"
    return f"{'-' if published is None else f'{published:.{digits}f}'} / {shown}"


def row(name: str, answers: Mapping[int, Answer], gold: LabelledPairs, printed: Published, by_labels: bool) -> str:
    """Return the row of a system, with two measures for each aspect, each as published and as measured here.

    Args:
        name: the name of the system.
        answers: its answers by the number of the aspect.
        gold: the pairs with their true labels and marks.
        printed: the published results.
        by_labels: True for accuracy and mean absolute error, False for weighted F and Pearson's r.
    """
    cells = [name]
    for aspect in range(4):
        if aspect not in answers:
            cells += ["", ""]
            continue
        labels, marks = answers[aspect]
        values = {"weighted_f_score": math.nan, "accuracy": math.nan, "mean_absolute_error": math.nan}
        if labels is not None:
            scores = label_scores(confusion(gold.labels[:, aspect], labels))
            values = {
                "weighted_f_score": scores.weighted_f,
                "accuracy": scores.accuracy,
                "mean_absolute_error": scores.mae,
            }
        values["pearson"] = math.nan if marks is None else pearson(marks, gold.marks[:, aspect])
        shown = ("accuracy", "mean_absolute_error") if by_labels else ("weighted_f_score", "pearson")
        for measure in shown:
            digits = 3 if measure == "pearson" else 2
            cells.append(cell(printed.value(name, aspect, measure), values[measure], digits))
    return f"| {' | '.join(cells)} |"


def answers_of(task: Task) -> dict[str, dict[int, Answer]]:
    """Return the answers of every system, and ours, by name of the system and number of the aspect."""
    found = {}
    with progress(len(SYSTEMS), "systems") as advance:
        for system in SYSTEMS:
            started = time.process_time()
            found[system.name] = {aspect: system.run(task, aspect) for aspect in system.aspects}
            advance(1, f"{system.name}, {time.process_time() - started:.1f} s")
    pairs = [(one.source.text, one.output.text) for one in task.test_table.pairs]
    own = list(Estimator.open(load_config()).estimate(pairs))
    found[OURS] = {
        place: Answer(
            np.array([LABELS.index(one.labels[aspect]) for one in own]),
            np.array([one.marks[aspect] for one in own]),
        )
        for place, aspect in enumerate(ASPECTS)
    }
    return found


def tables(answers: Mapping[str, Mapping[int, Answer]], test: LabelledPairs, printed: Published) -> Iterator[str]:
    """Yield the lines of the tables."""
    for names, by_labels in (("F r", False), ("acc. MAE", True)):
        heads = (f"{aspect[:1].upper()} {name}" for aspect in ASPECTS for name in names.split())
        yield f"| system | {' | '.join(heads)} |"
        yield "|---" * 9 + "|"
        yield from (row(name, own, test, printed, by_labels) for name, own in answers.items())
        yield ""
    yield "Ours: what was given to pairs whose true label is good, ok, bad."
    yield ""
    yield "| aspect | given good | given ok | given bad |"
    yield "|---|---|---|---|"
    for place, aspect in enumerate(ASPECTS):
        labels = answers[OURS][place].labels
        assert labels is not None
        matrix = confusion(test.labels[:, place], labels)[::-1, ::-1]
        yield f"| {aspect} | {' | '.join(' '.join(map(str, line)) for line in matrix)} |"


def main() -> None:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--output", type=Path, help="also write the report to this file")
    options = parser.parse_args()
    reader, features = open_features(load_config())
    train, test = (read_labelled_pairs(options.data / "qats" / f"{part}.tsv") for part in ("train", "test"))
    use = Resources(reader.language, features, corpus(options.data), synonyms(options.wordnet))
    known, asked = (FeatureTable(reader.read(part.pairs), use) for part in (train, test))
    printed = Published(options.data / "qats" / "leaderboard.tsv")
    lines = [*tables(answers_of(Task(train, known, asked)), test, printed)]
    lines += ["", "| group of features | what it is | stands in |", "|---|---|---|"]
    lines += [f"| {name} | {one.summary} | {one.stands_in} |" for name, one in GROUPS.items()]
    lines += ["", "| system | stands in |", "|---|---|"]
    lines += [f"| {one.name} | {one.stands_in} |" for one in SYSTEMS if one.stands_in]
    tell("\n".join(lines), options.output)


if __name__ == "__main__":
    main()
