"""Lattices as the input of a model: read as a whole, or way by way.

A class language model, selection trees, a reranker and the final check each read one row of words. A model
with any of them rewrites the ways of least cost through a lattice as separate sentences (``ways``). For a
model without them, the chart is built over the lattice itself, so that it holds every way (``chart``).
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
#: Groups of features that look at a change in its sentence. In a lattice the words around a change are not fixed.
_OF_SENTENCES: Final = frozenset({"windows", "tags", "edges", "frames", "selection"})


@dataclass(frozen=True, slots=True)
class WayVersion:
    """A way through a lattice, rewritten.

    Attributes:
        words: the words of the way, as the lattice has them.
        rewriting: the rewriting of these words; its score leaves out the cost of the way.
        score: the model score with the weighted cost of the way.
        features: feature values by name, ``LatticeCost`` among them.
    """

    words: tuple[str, ...]
    rewriting: Rewriting
    score: float
    features: dict[str, float]


def parts_of_sentences(config: Config) -> list[str]:
    """Return, as words for a message, the parts of a model that can read plain sentences only."""
    parts = [f"the class language model {one.name}" for one in config.language_models if one.classes is not None]
    parts += ["features of changes in their sentence"] if config.context.edit_features else []
    parts += ["the frames of pairs"] if config.context.frames is not None else []
    parts += ["the selection trees"] if config.selection.path is not None else []
    parts += ["the reranker"] if config.reranker.path is not None else []
    return parts + (["the check"] if config.check.on else [])


def lattice_mode(config: Config) -> Literal["ways", "chart"]:
    """Return how a model reads lattices; where ``decoder.lattices`` is ``auto``, the parts of the model decide."""
    if config.decoder.lattices != "auto":
        return config.decoder.lattices
    return "ways" if parts_of_sentences(config) else "chart"


def for_chart(config: Config) -> Config:
    """Return a configuration without the parts that cannot read a lattice as a whole, and without their weights."""
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
            # `weights` already has what the file and the guards set (`Config.all_weights`).
            "weights_file": None,
            "weights": weights,
            "guards": {},
        },
    )


def rewrite_ways(
    simplifier: Simplifier, lattice: InputSentence, k: int, trees: bool = False
) -> tuple[list[WayVersion], int]:
    """Return up to ``k`` versions of a lattice, and the number of ways that were not read.

    Rule scores compare rewritings of the same words, and do not tell which words are right. Ways are therefore
    compared by their costs and, in the best derivation of each, by the language model scores and the length.
    The versions of one way keep the order of `Simplifier.kbest`.

    Args:
        simplifier: a simplifier of tokenised text (``text.tokenised``).
        lattice: the lattice, with its words as they are written, not as decoder words.
        k: the largest number of versions.
        trees: True if versions are to have derivation trees and word alignments.

    Raises:
        InputError: the lattice is not valid, or a way is longer than a sentence may be.
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
    # The best way comes first: of versions with the same words, the one from the best way stays.
    versions: dict[str, WayVersion] = {}
    for number in np.argsort(-values, kind="stable").tolist():
        if len(versions) >= k:
            break
        for version in _versions(simplifier, ways[number], lines[number], k, cost, trees):
            versions.setdefault(version.rewriting.output, version)
    return list(versions.values())[:k], left_out


def _fluency(simplifier: Simplifier, lists: KBestLists) -> NDArray[np.float64]:
    """Return, for every sentence, what the language models and the length add to the score of its best derivation."""
    names, weights = simplifier.decoder.feature_names, simplifier.decoder.weights
    counted = [name.startswith("lm_") or name == FeatureName.WordPenalty for name in names]
    chosen = np.array([weights[name] if own else 0.0 for name, own in zip(names, counted, strict=True)])
    # The lists were made with k = 1, so the first row of each is its only derivation.
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
