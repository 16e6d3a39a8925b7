"""All metrics by name: the presets, and those that programs and installed packages add.

>>> register_metric("my-metric", lambda: MyMetric("my-metric"))
>>> parse_metric("0.5*sari-paper + 0.5*my-metric")

An installed package offers a metric by an entry point of the group ``simplifier.metrics``. The name of the entry point
is the metric's, and its object is the factory. Then the metric is known in expressions, to
``simplifier evaluate --metric`` and ``--list-metrics``, and as the objective of a tuning run.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Final

from simplifier.base.errors import ConfigError
from simplifier.base.extensions import Extensions
from simplifier.evaluation.metrics.presets import PRESETS, SUMMARIES
from simplifier.evaluation.segments.metric import Metric

__all__ = [
    "METRIC_NAME",
    "MetricFactory",
    "find_metric",
    "metric_names",
    "metric_summary",
    "register_metric",
    "unregister_metric",
]

#: Makes a metric: a class that needs no arguments, or a function.
MetricFactory = Callable[[], Metric]

METRIC_NAME: Final = r"-?[a-z0-9-]+(?:[+]{2})?"
"""A regular expression for names of metrics in expressions."""

_RESERVED: Final = ("am", "gm", "sari")


def _check(name: str, factory: object) -> None:
    # A name of digits could be read as a weight, and the reserved names have a meaning of their own in expressions.
    if not re.fullmatch(METRIC_NAME, name) or name in _RESERVED or re.fullmatch(r"[0-9.e-]+", name):
        raise ConfigError(
            f"a metric cannot be called {name!r}; take small letters, digits and hyphens, "
            f"with a letter, and none of {', '.join(_RESERVED)}"
        )
    if not callable(factory):
        raise ConfigError(f"metric {name!r}: {factory!r} is no factory; give a function that makes the metric")


_METRICS: Final[Extensions[MetricFactory]] = Extensions(
    "metric",
    "simplifier.metrics",
    {name: functools.partial(PRESETS.__getitem__, name) for name in PRESETS},
    _check,
)


def register_metric(name: str, factory: MetricFactory) -> None:
    """Register a metric under a name that expressions can use.

    Args:
        name: lowercase letters, digits and hyphens; the same as the ``name`` of the metric that the factory makes.
        factory: called without arguments whenever the metric is needed; makes a
            `simplifier.evaluation.metrics.Metric`. If this is a frozen dataclass, its fields are options in
            expressions (``my-metric[alpha=0.3]``), and a field ``preprocessing`` gives the options ``tokenizer``,
            ``case`` and ``brackets``.

    Raises:
        ConfigError: the name is taken, or expressions cannot read it.
    """
    _METRICS.register(name, factory)


def unregister_metric(name: str) -> None:
    """Remove a metric that `register_metric` added.

    Raises:
        ConfigError: no metric was registered under this name.
    """
    _METRICS.unregister(name)


def metric_names() -> list[str]:
    """Return the names of all metrics, ours first."""
    return list(_METRICS)


def metric_summary(name: str) -> str:
    """Return a line that describes a metric, with its correlations with ratings if they were measured.

    The description of a registered metric is the first line of its docstring.

    Raises:
        ConfigError: as `find_metric`.
    """
    if name not in SUMMARIES:
        return (inspect.getdoc(find_metric(name)) or "").partition("\n")[0]
    measured = _measured().get(name)
    return SUMMARIES[name] + (f" Pearson with ratings: {measured}." if measured else "")


@functools.cache
def _measured() -> dict[str, str]:
    """Return a phrase about each metric's correlations, from the table that the study of correlations writes.

    They are for single outputs of 25 systems, with the references of ASSET; docs/history.md has all.
    """
    table = files("simplifier.evaluation.metrics").joinpath("correlations.tsv")
    if not table.is_file():
        return {}
    told: dict[str, list[str]] = {}
    for line in table.read_text(encoding="utf-8").splitlines()[1:]:
        name, collection, aspect, references, level, _, value, *_ = line.split("\t")
        if (collection, references, level) == ("structural", "asset", "sentence"):
            told.setdefault(name, []).append(f"{aspect.replace('_', ' ')} {float(value):+.2f}")
    return {name: ", ".join(own) for name, own in told.items()}


def find_metric(name: str) -> Metric:
    """Return the metric with a name.

    Raises:
        ConfigError: there is no such metric, or its factory makes something else.
    """
    metric = _METRICS[name]()
    if not isinstance(metric, Metric) or metric.name != name:
        found = f"the metric {metric.name!r}" if isinstance(metric, Metric) else repr(metric)
        raise ConfigError(f"metric {name!r}: its factory makes {found}; it must make a Metric of this name")
    return metric
