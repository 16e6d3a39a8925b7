"""The configuration of a tuning run: one TOML file, validated strictly, with overrides of single keys."""

from __future__ import annotations

import functools
import hashlib
import operator
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, create_model, field_validator, model_validator

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.settings import Finite, Section, SettingsPath, load_settings
from simplifier.base.toml import read_toml
from simplifier.evaluation.metrics import parse_metric
from simplifier.tuning.candidates.objective import DEFAULT_METRIC
from simplifier.tuning.optimisers import OPTIMISERS, OWN_OPTIMISERS, Stage, StageSettings

__all__ = [
    "DataSettings",
    "KBestSettings",
    "ObjectiveSettings",
    "PipelineSettings",
    "TuneConfig",
    "WeightSettings",
    "load_tune_config",
]


class DataSettings(Section):
    """The development set: a file of sources and files of references, one sentence a line.

    Attributes:
        source: what is decoded; running or tokenised text as ``tokenised`` says, cased if possible.
        references: one file per reference.
        tokenised: tokens are parted by spaces already.
        tuning: so many first lines are tuned on; 0 is all that are not held out.
        cross_fitted: where the model has selection trees with folds, tuning lines are scored by those trained
            without them (docs/understand/selection.md); ``tuning`` must be what the trees were trained with.
        held_out: so many last lines choose the best iteration; 0 leaves the choice to the tuning lines.
    """

    source: SettingsPath | None = None
    references: list[SettingsPath] = []
    tokenised: bool = True
    tuning: Annotated[int, Field(ge=0)] = 1500
    held_out: Annotated[int, Field(ge=0)] = 500
    cross_fitted: bool = True


class ObjectiveSettings(Section):
    """What is maximised, and what else the history shows; metrics or sums of metrics."""

    metric: str = DEFAULT_METRIC
    report: list[str] = ["sari-paper", "sari-easse", "sentence-bleu", "fkbleu", "fk"]

    @field_validator("metric", "report")
    @classmethod
    def _known(cls, value: str | list[str]) -> str | list[str]:
        try:
            for expression in [value] if isinstance(value, str) else value:
                parse_metric(expression)
        except ConfigError as error:
            raise ValueError(str(error)) from None
        return value


class KBestSettings(Section):
    """Lists of candidates.

    Attributes:
        size: distinct outputs per sentence and iteration; where a reranker is kept or weighed, lists are as
            long as it looks (``reranker.depth`` of the model) instead.
        pop_limit: the pop limit of the decoder while tuning; the model's own if None.
        keep: iterations whose candidates are optimised on; 0 is all.
    """

    size: Annotated[int, Field(ge=2, le=100_000)] = 300
    pop_limit: Annotated[int, Field(ge=0)] | None = None
    keep: Annotated[int, Field(ge=0)] = 0


class WeightSettings(Section):
    """Where weights start and what they may do.

    Attributes:
        start: a weights file over the model's own weights.
        initial: single weights over both.
        frozen: features that keep their weight.
        groups: features that share one weight, by a name for the group.
        bounds: ``[least, greatest]`` by feature or group.
        normalise: what keeps its size: the absolute value of this feature's weight, or ``l1`` or ``l2``, that
            norm of all weights that tuning may change; empty leaves the scale free, as it must be where a
            reranker is kept.
        scale: the size that it keeps; that of the weights at the start if None.
    """

    start: SettingsPath | None = None
    initial: dict[str, Finite] = {}
    frozen: list[str] = []
    groups: dict[str, list[str]] = {}
    bounds: dict[str, Annotated[list[float], Field(min_length=2, max_length=2)]] = {}
    normalise: str = ""
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None


class PipelineSettings(Section):
    """What runs around the decoder when its weights are used.

    Attributes:
        preset: the preset of the model, in force while tuning and in the configuration that the run writes.
        reranker: what becomes of the trees that choose among candidates: ``weigh`` finds their share beside
            the weights of each iteration (none where they do not help); ``keep`` leaves trees and score
            weight as they are and lets the weights find their scale beside them; ``train`` grows new ones for
            the weights that were found (needs LightGBM); ``off`` goes without.
        structure: what becomes of the weights by which structural plans are chosen, where the model has
            structural rules on: ``keep``, or ``tune`` them for the weights and the reranker that were found.
    """

    preset: str = ""
    reranker: Literal["weigh", "keep", "train", "off"] = "weigh"
    structure: Literal["keep", "tune"] = "keep"


class TuneConfig(Section):
    """A tuning run.

    Attributes:
        model: configuration of the system; the embedded English model if None.
        output: folder of the run: weights, history, checkpoint, pool.
        seed: the seed of all random choices.
        threads: of the decoder; 0 is one per core. The result does not depend on it.
        stages: optimisers, one after the other.
    """

    model: SettingsPath | None = None
    output: SettingsPath = Path("tuning-run")
    seed: Annotated[int, Field(ge=0)] = 1
    threads: Annotated[int, Field(ge=0, le=1024)] = 0
    data: DataSettings = DataSettings()
    objective: ObjectiveSettings = ObjectiveSettings()
    kbest: KBestSettings = KBestSettings()
    weights: WeightSettings = WeightSettings()
    pipeline: PipelineSettings = PipelineSettings()
    stages: Annotated[list[Stage], Field(min_length=1)]

    @field_validator("stages", mode="before")
    @classmethod
    def _known_optimisers(cls, value: object) -> object:
        for stage in value if isinstance(value, list) else []:
            name = stage.get("optimiser") if isinstance(stage, dict) else "?"
            if name is None or (isinstance(name, str) and name != "?" and name not in OPTIMISERS):
                suggestion = nearest(str(name), OPTIMISERS)
                raise ValueError(f"no optimiser {name!r}{suggestion}; there are {', '.join(OPTIMISERS)}")
        return value

    @model_validator(mode="after")
    def _free_scale(self) -> Self:
        if self.weights.normalise and self.pipeline.reranker == "keep":
            raise ValueError(
                'weights.normalise: with pipeline.reranker = "keep" the scale of the weights says how much '
                'the score counts; leave it empty, or choose "weigh"'
            )
        return self

    @property
    def iterations(self) -> int:
        """Iterations of all stages together."""
        return sum(stage.iterations for stage in self.stages)

    def fingerprint(self) -> str:
        """Return a digest of all that changes the result; a resumed run must have the same."""
        text = self.model_dump_json(exclude={"output", "threads"})
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_tune_config(path: Path, overrides: Mapping[str, object] | None = None) -> TuneConfig:
    """Read and validate a configuration; paths in it are relative to the file, in overrides to here.

    Raises:
        InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
    """
    added = _registered_optimisers(path)
    return load_settings(_knowing(added), path, overrides)


def _registered_optimisers(path: Path) -> dict[str, type[StageSettings]]:
    """Return the optimisers that a file names and that are not ours."""
    stages = read_toml(path).get("stages")
    named = [stage.get("optimiser") for stage in stages or [] if isinstance(stage, dict)]
    added = [name for name in named if isinstance(name, str) and name not in OWN_OPTIMISERS]
    return {name: OPTIMISERS[name] for name in added if name in OPTIMISERS}


def _knowing(added: Mapping[str, type[StageSettings]]) -> type[TuneConfig]:
    """Return the model of a file that names these optimisers beside ours."""
    if not added:
        return TuneConfig
    union: Any = functools.reduce(operator.or_, added.values(), typing.get_args(Stage)[0])
    stage: Any = Annotated[union, Field(discriminator="optimiser")]
    stages: Any = (Annotated[list[stage], Field(min_length=1)], ...)
    return create_model("TuneConfig", __base__=TuneConfig, stages=stages)
