"""How a model reads lattices: as a whole, or way by way.

A class language model, selection trees, a reranker and the final check read rows of words. A model that has
any of them takes the ways of least cost through a lattice as sentences, and what it knows of sentences holds
for each (``ways``). Without them, the chart is built over the lattice itself, so that every way is in it
(``chart``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import InputError
from simplifier.base.settings import derive
from simplifier.config import Config
from simplifier.core import CoreInputError, FeatureName, KBestLists, feature_catalogue
from simplifier.decoder import InputSentence
from simplifier.decoder.lattice import Way, best_ways
from simplifier.record.request import SearchRequest
from simplifier.text import Sentence, pretokenised

if TYPE_CHECKING:
    from simplifier.pipeline import Simplifier
    from simplifier.record.decoded import Rewriting

__all__ = ["LATTICE_COST", "WayVersion", "for_chart", "lattice_mode", "parts_of_sentences", "rewrite_ways"]

LATTICE_COST: Final = FeatureName.LatticeCost
#: Groups of features of changes in their sentence: a lattice has none of these.
_OF_SENTENCES: Final = frozenset({"windows", "tags", "edges", "frames", "selection"})


@dataclass(frozen=True, slots=True)
class WayVersion:
    """A way through a lattice, rewritten.

    Attributes:
        words: the words of the way, as the lattice has them.
        rewriting: the rewriting of these words; the cost of the way is not in it.
        score: model score, the cost of the way in it.
        features: the features, by name, ``LatticeCost`` among them.
    """

    words: tuple[str, ...]
    rewriting: Rewriting
    score: float
    features: dict[str, float]


def parts_of_sentences(config: Config) -> list[str]:
    """Return the names of the parts of a model that read plain sentences only, for a message."""
    parts = [f"the class language model {one.name}" for one in config.language_models if one.classes is not None]
    parts += ["features of changes in their sentence"] if config.context.edit_features else []
    parts += ["the frames of pairs"] if config.context.frames is not None else []
    parts += ["the selection trees"] if config.selection.path is not None else []
    parts += ["the reranker"] if config.reranker.path is not None else []
    return parts + (["the check"] if config.check.on else [])


def lattice_mode(config: Config) -> Literal["ways", "chart"]:
    """Return how a model reads lattices, by its parts where ``decoder.lattices`` leaves it open."""
    if config.decoder.lattices != "auto":
        return config.decoder.lattices
    return "ways" if parts_of_sentences(config) else "chart"


def for_chart(config: Config) -> Config:
    """Return a model without what cannot read a lattice as a whole, and without its weights."""
    gone = {one.name for one in config.language_models if one.classes is not None}
    lost = {f"lm_{name}{suffix}" for name in gone for suffix in ("", "_oov")}
    lost |= {one.name for one in feature_catalogue() if one.group in _OF_SENTENCES}
    weights = {
        name: weight
        for name, weight in config.all_weights().items()
        if name not in lost and not name.startswith("Window")
    }
    return derive(
        config,
        {
            "language_models": [one for one in config.language_models if one.name not in gone],
            "context.edit_features": [],
            "context.frames": None,
            "selection.path": None,
            "reranker.path": None,
            "check.on": False,
            "weights_file": None,
            "weights": weights,
            "guards": {},
        },
    )


def rewrite_ways(
    simplifier: Simplifier, lattice: InputSentence, k: int, trees: bool = False
) -> tuple[list[WayVersion], int]:
    """Return up to ``k`` versions of a lattice, and how many ways it has beyond those that were read.

    What rules score compares rewritings of the same words, and says nothing about which words are right. So
    ways are compared by the language models and the length of what the best derivation of each makes of it,
    and by their costs. Each has its versions in the order of `Simplifier.kbest`.

    Args:
        simplifier: the simplifier of tokenised text (``text.tokenised``).
        lattice: its words as they are written, not as decoder words.
        k: versions.
        trees: whether versions have their derivation trees and alignments.

    Raises:
        InputError: the lattice is not one, or a way is longer than a sentence may be.
    """
    ways, left_out = best_ways(lattice, simplifier.config.decoder.lattice_ways)
    longest, limit = max(len(way.words) for way in ways), simplifier.config.text.max_sentence_tokens
    if longest > limit:
        raise InputError(
            f"a way of {longest} words; a sentence has at most {limit} (text.max_sentence_tokens, up to 1000)"
        )
    cost = simplifier.decoder.weights.get(LATTICE_COST, 0.0)
    lines = [" ".join(way.words) for way in ways]
    inputs = simplifier.annotate([Sentence(line, 0, tuple(pretokenised(line))) for line in lines])
    try:
        lists = simplifier.decoder.decode_lists(inputs, 1, threads=simplifier.threads)
    except CoreInputError as error:
        raise InputError(str(error)) from None
    values = _fluency(simplifier, lists) + cost * np.array([way.cost for way in ways])
    versions: dict[str, WayVersion] = {}
    for number in np.argsort(-values, kind="stable").tolist():
        if len(versions) >= k:
            break
        for version in _versions(simplifier, ways[number], lines[number], k, cost, trees):
            versions.setdefault(version.rewriting.output, version)
    return list(versions.values())[:k], left_out


def _fluency(simplifier: Simplifier, lists: KBestLists) -> NDArray[np.float64]:
    """Return what language models and length count in the best derivation of every sentence."""
    names, weights = simplifier.decoder.feature_names, simplifier.decoder.weights
    counted = [name.startswith("lm_") or name == FeatureName.WordPenalty for name in names]
    chosen = np.array([weights[name] if own else 0.0 for name, own in zip(names, counted, strict=True)])
    best: NDArray[np.float64] = lists.features[lists.starts[:-1]].astype(np.float64)
    return np.asarray(best @ chosen, dtype=np.float64)


def _versions(simplifier: Simplifier, way: Way, line: str, k: int, cost: float, trees: bool) -> Sequence[WayVersion]:
    return [
        WayVersion(
            way.words,
            rewriting,
            rewriting.score + cost * way.cost,
            {**rewriting.features, LATTICE_COST: way.cost},
        )
        for rewriting in simplifier.kbest(line, k, SearchRequest(trees=trees)).kbest
    ]
