"""The model that a run leaves: its weights, its reranker, and a configuration that holds both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from simplifier import Simplifier
from simplifier.base.settings import derive, to_toml
from simplifier.base.toml import dump_toml
from simplifier.base.writing import write_text
from simplifier.config import Config, RerankerSettings
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named
from simplifier.planning import plan_weights
from simplifier.tuning.boosting.reranker import (
    RerankerTraining,
    candidate_inputs,
    read_candidates,
    train_reranker,
)
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.config import TuneConfig
from simplifier.tuning.loop import TuneResult
from simplifier.tuning.product import Product, parts_of, simplified
from simplifier.tuning.reranking import score_weights
from simplifier.tuning.run_folder import CONFIG, TREES, WEIGHTS
from simplifier.tuning.structure.climbing import PlanPool, climb

__all__ = ["Scale", "final_reranker", "scale_of", "tuned_plans", "write_model"]

_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of the weights, without those that are set by hand.

    Attributes:
        norm: the Euclidean norm of the weights.
        spread: the mean over sentences of the standard deviation, among the candidates of a sentence, of the score
            that these weights give.
        score_weight: the score weight of the reranker; None without a reranker.
    """

    norm: float
    spread: float
    score_weight: float | None


def scale_of(
    result: TuneResult, config: TuneConfig, simplifier: Simplifier, data: DevSet, reranker: RerankerSettings
) -> Scale:
    """Return the scale of the weights that were found.

    Args:
        result: the result of the loop.
        config: the configuration of the run, with the guards frozen.
        simplifier: the model; its decoder must have the weights that were found.
        data: the sentences whose lists give the spread.
        reranker: the reranker of the final model.
    """
    decoder = simplifier.decoder
    frozen = set(config.weights.frozen)
    weights = np.array([0.0 if name in frozen else result.weights[name] for name in decoder.feature_names])
    spreads = []
    for start in range(0, len(data), _BATCH):
        sentences = data.sentences[start : start + _BATCH]
        lists = decoder.decode_lists(sentences, config.kbest.size, True, simplifier.threads)
        scores = lists.features.astype(np.float64) @ weights
        spreads += [part.std() for part in np.split(scores, lists.starts[1:-1]) if len(part)]
    score_weight = None if reranker.path is None else reranker.score_weight
    return Scale(float(np.linalg.norm(weights)), float(np.mean(spreads)), score_weight)


def final_reranker(
    result: TuneResult,
    config: TuneConfig,
    model: Config,
    simplifier: Simplifier,
    tuning: DevSet,
    objective: Objective,
    report: Callable[[str], None],
) -> RerankerSettings:
    """Return the reranker settings that belong to the weights that were found.

    Args:
        result: the result of the loop.
        config: the configuration of the run.
        model: the model that the run started from.
        simplifier: the model; its decoder must have the weights that were found.
        tuning: the sentences that new trees are trained on.
        objective: the objective on these sentences.
        report: takes lines of text.
    """
    none = derive(model.reranker, {"path": None})
    wanted = config.pipeline.reranker
    if wanted == "off":
        return none
    if wanted == "train":
        return _trained(config, model, simplifier, tuning, objective, report) or none
    record: dict[str, Any] = result.history[result.iteration]
    if model.reranker.path is None or record["reranker"]["score_weight"] is None:
        return none
    return derive(model.reranker, {"score_weight": record["reranker"]["score_weight"]})


def _trained(
    config: TuneConfig,
    model: Config,
    simplifier: Simplifier,
    tuning: DevSet,
    objective: Objective,
    report: Callable[[str], None],
) -> RerankerSettings | None:
    """Train trees and return their settings; None if they do not raise the cross-validated objective."""
    depth, decoder = model.reranker.depth, simplifier.decoder
    names = candidate_inputs(decoder.feature_names)
    candidates = read_candidates(decoder, tuning, objective, names, depth, simplifier.threads)
    weights = score_weights(model.reranker.score_weight, bool(config.weights.frozen))
    path = config.output / TREES
    settings = RerankerTraining(depth=depth, score_weights=tuple(weights), seed=config.seed)
    found = train_reranker(candidates, names, objective, path, settings)
    report(f"reranker: {found.unchanged:.3f} without, {found.cross_validated:.3f} cross-validated")
    if found.cross_validated <= found.unchanged:
        path.unlink()
        return None
    return derive(model.reranker, {"path": path, "score_weight": found.score_weight})


def write_model(
    folder: Path,
    weights: dict[str, float],
    model: Config,
    reranker: RerankerSettings,
    plans: dict[str, float] | None = None,
) -> Path:
    """Write the weights, and the model's configuration with these weights and this reranker.

    Args:
        folder: the folder of the run.
        weights: the weights of the decoder.
        model: the model that the run started from.
        reranker: the reranker that belongs to the weights.
        plans: the weights of the choice among structural plans; those of the model if None.

    Returns:
        the path of the configuration, for `simplify --config`.
    """
    write_text(folder / WEIGHTS, dump_toml(weights))
    # Single weights of the model are dropped, because they would override those of the file.
    changes: dict[str, object] = {
        "weights_file": folder / WEIGHTS,
        "weights": {},
        "reranker": reranker,
    }
    if plans is not None:
        changes |= {"structure.weights_file": None, "structure.weights": plans}
    settings = to_toml(derive(model, changes), folder)
    write_text(folder / CONFIG, f"# Written by `simplifier tune`; report.txt says what it scores.\n{settings}")
    return folder / CONFIG


def tuned_plans(
    simplifier: Simplifier, product: Product, config: TuneConfig, report: Callable[[str], None]
) -> dict[str, float]:
    """Return weights of the choice among structural plans, learnt from the lines that are tuned on.

    The lines that choose the iteration decide: if no weights that were learnt score higher there, the model's own are
    returned.

    Args:
        simplifier: the model with the weights and the reranker of the run, and with structural rules on.
        product: the lines of the development set.
        config: the configuration of the run.
        report: takes lines of text.

    Raises:
        InputError: no line has a second plan.
    """
    structure = language_named(simplifier.config.model.language).structure
    assert structure is not None  # the simplifier has a planner
    start = plan_weights(structure, simplifier.config.structure)
    off: dict[str, object] = {"structure.split": "off", "structure.reword": "off"}
    off |= {"structure.shorten": False, "structure.also": []}
    plain = Simplifier.load(derive(simplifier.config, off))
    parts = parts_of(config, len(product.sources))
    pools, objectives = [], []
    # The second part chooses the round; without held-out lines, the lines tuned on choose too.
    for name in ("tuning", "held_out" if "held_out" in parts else "tuning"):
        lines = slice(parts[name].start, parts[name].stop)
        sources = list(product.sources[lines])
        pools.append(PlanPool.read(simplifier, simplified(plain, sources), sources))
        data = ReferenceSet(sources, [one[lines] for one in product.references], language=simplifier.language)
        objectives.append(Objective(parse_metric(config.objective.metric), data))
    found = climb(pools[0], objectives[0], start, pools[1], objectives[1])
    report(
        f"structure: {found.scores[0]:.3f} before, {max(found.scores):.3f} after; {100 * found.split:.0f} % "
        f"of {len(pools[1].lines)} sentences with a plan are said otherwise"
    )
    return found.weights
