"""The configuration of a tuning run: a TOML file, validated strictly, whose single keys can be overridden."""

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
    """The development set: a file of sources and files of references, with one sentence on each line.

    Attributes:
        source: the file of sentences to decode, cased if possible; running text or tokens, as ``tokenised`` says.
        references: one file per reference.
        tokenised: True if the tokens of all files are separated by spaces already.
        tuning: number of lines to tune on, from the first; 0 is all lines that are not held out.
        held_out: number of lines, up to the last, that choose the best iteration; 0 leaves the choice to the tuning
            lines.
        cross_fitted: True if selection trees with folds must score each tuning line by the trees that were trained
            without it (docs/understand/selection.md); ``tuning`` must then be what the trees were trained with.
    """

    source: SettingsPath | None = None
    references: list[SettingsPath] = []
    tokenised: bool = True
    tuning: Annotated[int, Field(ge=0)] = 1500
    held_out: Annotated[int, Field(ge=0)] = 500
    cross_fitted: bool = True


class ObjectiveSettings(Section):
    """The metrics of a run; each may be a weighted sum of metrics.

    Attributes:
        metric: the metric that is maximised.
        report: further metrics that the history shows.
    """

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
    """The k-best lists of candidates.

    Attributes:
        size: distinct outputs of a sentence in an iteration; where a reranker is kept or weighed, the model's
            ``reranker.depth`` counts instead.
        pop_limit: the pop limit of the decoder while tuning; the model's own if None.
        keep: number of last iterations whose candidates are optimised on; 0 is all.
    """

    size: Annotated[int, Field(ge=2, le=100_000)] = 300
    pop_limit: Annotated[int, Field(ge=0)] | None = None
    keep: Annotated[int, Field(ge=0)] = 0


class WeightSettings(Section):
    """The weights to start from, and how they may change.

    Attributes:
        start: a file of weights that override the model's own.
        initial: single weights that override both, by feature name.
        frozen: features that keep their weight.
        groups: features that share one weight, by the name of the group.
        bounds: ``[least, greatest]`` weight, by the name of a feature or group.
        normalise: the size that is kept constant: the name of a feature for the absolute value of its weight, or
            ``l1`` or ``l2`` for that norm of all weights that tuning may change. Empty leaves the scale free, as it
            must be where a reranker is kept.
        scale: the value of that size; its value at the start if None.
    """

    start: SettingsPath | None = None
    initial: dict[str, Finite] = {}
    frozen: list[str] = []
    groups: dict[str, list[str]] = {}
    bounds: dict[str, Annotated[list[float], Field(min_length=2, max_length=2)]] = {}
    normalise: str = ""
    scale: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None


class PipelineSettings(Section):
    """The parts of the pipeline around the decoder.

    Attributes:
        preset: the preset of the model, in force while tuning and in the configuration that the run writes.
        reranker: what happens to the trees that choose among candidates. ``weigh`` finds a score weight beside them
            for the weights of each iteration, and goes without the trees where they do not help. ``keep`` leaves
            trees and score weight as they are, and lets the weights find their scale beside them. ``train`` trains
            new trees for the weights that were found (needs LightGBM). ``off`` goes without trees.
        structure: what happens to the weights of the choice among structural plans. ``keep`` leaves them as they
            are. ``tune`` tunes them for the weights and the reranker that were found; the model must have structural
            rules on.
    """

    preset: str = ""
    reranker: Literal["weigh", "keep", "train", "off"] = "weigh"
    structure: Literal["keep", "tune"] = "keep"


class TuneConfig(Section):
    """The settings of a tuning run.

    Attributes:
        model: the configuration of the model; the embedded English model if None.
        output: the folder of the run, for weights, history, checkpoint and pool.
        seed: the seed of all random choices.
        threads: threads of the decoder; 0 is one per core. The result does not depend on their number.
        stages: the optimisers, one after the other.
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
        """Number of iterations of all stages together."""
        return sum(stage.iterations for stage in self.stages)

    def fingerprint(self) -> str:
        """Return a digest of all settings that change the result; a resumed run must have the same digest."""
        text = self.model_dump_json(exclude={"output", "threads"})
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_tune_config(path: Path, overrides: Mapping[str, object] | None = None) -> TuneConfig:
    """Read and validate a configuration.

    Args:
        path: the TOML file; paths in it are relative to its folder.
        overrides: values by key that override the file; paths in them are relative to the working directory.

    Raises:
        InputError: there is no such file, it is not TOML, or it has a key or value that cannot be used. The message
            names the file and the key.
    """
    added = _registered_optimisers(path)
    return load_settings(_knowing(added), path, overrides)


def _registered_optimisers(path: Path) -> dict[str, type[StageSettings]]:
    """Return the settings of the optimisers that a file names and that are not our own, by name."""
    stages = read_toml(path).get("stages")
    named = [stage.get("optimiser") for stage in stages or [] if isinstance(stage, dict)]
    added = [name for name in named if isinstance(name, str) and name not in OWN_OPTIMISERS]
    return {name: OPTIMISERS[name] for name in added if name in OPTIMISERS}


def _knowing(added: Mapping[str, type[StageSettings]]) -> type[TuneConfig]:
    """Return a subclass of `TuneConfig` whose stages may name these optimisers too.

    The union of stages that pydantic validates is fixed when a class is made, so added optimisers need a class.
    """
    if not added:
        return TuneConfig
    union: Any = functools.reduce(operator.or_, added.values(), typing.get_args(Stage)[0])
    stage: Any = Annotated[union, Field(discriminator="optimiser")]
    stages: Any = (Annotated[list[stage], Field(min_length=1)], ...)
    return create_model("TuneConfig", __base__=TuneConfig, stages=stages)
