#!/usr/bin/env python3
"""Train the importance of sentences, and measure documents with some left out: docs/measured/documents.md.

    python -m scripts.studies.texts.report_documents DATA

Of D-Wikipedia's validation part 2,000 documents train, 400 choose the shares, the rest is scored once. A
source sentence counts as kept where it aligns with a sentence of the simple version.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import rankdata

from scripts.studies.measured_block import write_measured
from simplifier.base.terminal import progress
from simplifier.base.writing import write_text
from simplifier.evaluation.documents.alignment import align, similarities, word_weights
from simplifier.evaluation.documents.sentences import DocumentPair, document_pairs
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named
from simplifier.pipeline import Simplifier
from simplifier.policy.importance import FEATURES, Importance, sentence_features
from simplifier.records.requests import SearchRequest

ROOT: Final = Path(__file__).resolve().parents[3]
DOCUMENT: Final = ROOT / "docs" / "measured" / "documents.md"
WEIGHTS: Final = ROOT / "simplifier" / "policy" / "importance.toml"
TRAIN: Final = 2000
DEVELOPMENT: Final = 400
SHARES: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
#: Of the squared weights.
PENALTY: Final = 1e-3
SEED: Final = 7

_ENGLISH: Final = language_named("en")


class Labelled:
    """Sentences of documents with their features and whether they were kept.

    Attributes:
        features: float64 [sentences, features].
        kept: float64 [sentences].
    """

    def __init__(self, pairs: Sequence[DocumentPair], split: Sequence[Sequence[list[list[str]]]]) -> None:
        weights = word_weights(
            {word for sentence in side for word in sentence} for document in split for side in document
        )
        rows: list[list[float]] = []
        kept: list[float] = []
        with progress(len(split), "documents") as advance:
            for pair, (sources, targets) in zip(pairs, split, strict=True):
                groups = align(similarities(sources, targets, weights.__getitem__))
                staying = {number for group in groups if group.targets for number in group.sources}
                kept += [float(number in staying) for number in range(len(sources))]
                forms = [_ENGLISH.tokenise_forms(one) for one in pair.source]
                rows += [[*one.values()] for one in sentence_features(forms, _ENGLISH)]
                advance()
        self.features = np.array(rows)
        self.kept = np.array(kept)


def trained(data: Labelled) -> dict[str, float]:
    """Return the weights of a logistic regression with a small penalty."""
    x, y = data.features, data.kept

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = x @ weights
        value = np.mean(np.logaddexp(0, logits) - y * logits) + PENALTY * weights @ weights / 2
        return float(value), x.T @ (expit(logits) - y) / len(y) + PENALTY * weights

    found = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x
    return dict(zip(FEATURES, (round(float(weight), 4) for weight in found), strict=True))


def area(scores: NDArray[np.float64], kept: NDArray[np.float64]) -> float:
    """Return the area under the curve: how often a kept sentence scores above one that went."""
    ranks = rankdata(scores)
    positive = kept.sum()
    return float((ranks[kept == 1].sum() - positive * (positive + 1) / 2) / (positive * (len(kept) - positive)))


def scored(outputs: Sequence[str], pairs: Sequence[DocumentPair]) -> dict[str, float]:
    """Return D-SARI and its parts, and the share of words that is left."""
    data = ReferenceSet(
        [" ".join(one.source) for one in pairs], [[" ".join(one.target) for one in pairs]], language=_ENGLISH
    )
    score = parse_metric("d-sari").score(outputs, data)
    words = sum(len(one.split()) for one in outputs) / sum(len(s.split()) for one in pairs for s in one.source)
    return {"d-sari": score.value, **score.parts, "words": 100 * words}


def lead(pair: DocumentPair, share: float) -> str:
    """Return a document without its last sentences."""
    left = len(pair.source) - int(share * len(pair.source) + 1e-9)
    return " ".join(pair.source[:left])


def at_random(pair: DocumentPair, share: float, chance: random.Random) -> str:
    """Return a document without some sentences, never the first."""
    count = int(share * len(pair.source) + 1e-9)
    gone = set(chance.sample(range(1, len(pair.source)), count)) if count else set()
    return " ".join(one for number, one in enumerate(pair.source) if number not in gone)


def important(pair: DocumentPair, share: float, importance: Importance) -> str:
    """Return a document without its least important sentences, as `simplify --drop` leaves them out."""
    scores = importance.scores([_ENGLISH.tokenise_forms(one) for one in pair.source])
    order = sorted(range(1, len(scores)), key=lambda number: scores[number].importance)
    gone = set(order[: int(share * len(scores) + 1e-9)])
    return " ".join(one for number, one in enumerate(pair.source) if number not in gone)


def simplified(simplifier: Simplifier, pairs: Sequence[DocumentPair], share: float) -> list[str]:
    """Return documents as `simplify --drop` writes them, each sentence a line."""
    found = []
    with progress(len(pairs), "documents") as advance:
        for pair in pairs:
            lines = [f"{one}\n" for one in pair.source]
            results = simplifier.stream(lines, request=SearchRequest(drop=share), apart=True, document=True)
            found.append(" ".join("".join(one.text for one in results).split()))
            advance()
    return found


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True, file_okay=False))
def main(data: Path) -> None:
    """Train on the documents below DATA, write the weights and the tables."""
    folder = data / "documents"
    pairs = [
        pair
        for pair in document_pairs(folder / "dwikipedia.valid.src", folder / "dwikipedia.valid.tgt")
        if pair.source and pair.target
    ]
    split = [[[one.split() for one in side] for side in pair] for pair in pairs]
    parts = [slice(0, TRAIN), slice(TRAIN, TRAIN + DEVELOPMENT), slice(TRAIN + DEVELOPMENT, None)]
    training, _, last = (Labelled(pairs[part], split[part]) for part in parts)
    weights = trained(training)
    lines = "".join(f"{name} = {weight}\n" for name, weight in weights.items())
    write_text(WEIGHTS, f"# Made by scripts/studies/texts/report_documents.py.\n[weights]\n{lines}")
    importance = Importance(_ENGLISH, weights)
    model = last.features @ np.array([*weights.values()])
    place = -last.features[:, FEATURES.index("Place")]
    out = [
        f"Kept sentences: {100 * training.kept.mean():.1f} % in training, {100 * last.kept.mean():.1f} % of "
        f"the last {len(pairs[parts[2]])} documents. Area under the curve there: importance "
        f"{area(model, last.kept):.3f}, place alone {area(place, last.kept):.3f}.",
        "",
        "| feature | " + " | ".join(FEATURES) + " |",
        "|---|" + "---|" * len(FEATURES),
        "| weight | " + " | ".join(f"{weight:.2f}" for weight in weights.values()) + " |",
        "",
    ]
    chosen = pairs[parts[1]]
    ways: dict[str, Callable[[float, Sequence[DocumentPair]], list[str]]] = {
        "lead-n": lambda share, own: [lead(one, share) for one in own],
        "importance": lambda share, own: [important(one, share, importance) for one in own],
    }
    best = {}
    for name, way in ways.items():
        by_share = {share: scored(way(share, chosen), chosen)["d-sari"] for share in SHARES}
        best[name] = max(SHARES, key=by_share.__getitem__)
    tests = pairs[parts[2]]
    chance = random.Random(SEED)
    simplifier = Simplifier.load()
    systems = {"copy": [lead(one, 0.0) for one in tests]}
    for share in SHARES[2:]:
        systems[f"lead-n, {share:.0%} left out"] = ways["lead-n"](share, tests)
        systems[f"importance, {share:.0%} left out"] = ways["importance"](share, tests)
    systems[f"at random, {best['importance']:.0%} left out"] = [
        at_random(one, best["importance"], chance) for one in tests
    ]
    systems["`simplify`"] = simplified(simplifier, tests, 0.0)
    systems[f"`simplify --drop {best['importance']:g}`"] = simplified(simplifier, tests, best["importance"])
    bold = Simplifier.load(preset="bold")
    systems[f"`simplify --preset bold --drop {best['importance']:g}`"] = simplified(bold, tests, best["importance"])
    systems["the simple version itself"] = [" ".join(one.target) for one in tests]
    out.append("| system | D-SARI | keep | delete | add | words left, % |")
    out.append("|---|---|---|---|---|---|")
    for name, outputs in systems.items():
        own = scored(outputs, tests)
        cells = [f"{own[key]:.2f}" for key in ("d-sari", "keep", "delete", "add")]
        out.append(f"| {name} | {' | '.join(cells)} | {own['words']:.0f} |")
    out.append("")
    told = ", ".join(f"{name} {share:g}" for name, share in best.items())
    out.append(f"Best shares on the {DEVELOPMENT} development documents: {told}.")
    write_measured(DOCUMENT, "\n".join(out))


if __name__ == "__main__":
    main()
