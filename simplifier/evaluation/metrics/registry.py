"""All metrics by name: the presets, and what programs and installed packages add.

>>> register_metric("my-metric", lambda: MyMetric("my-metric"))
>>> parse_metric("0.5*sari-paper + 0.5*my-metric")

A package that is installed offers a metric by an entry point of the group ``simplifier.metrics``, whose name
is the metric's and whose object is the factory. From then on expressions, ``simplifier evaluate --metric``,
``--list-metrics`` and the objective of a tuning run know it.
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

#: Makes a metric; a class without arguments or a function.
MetricFactory = Callable[[], Metric]

METRIC_NAME: Final = r"-?[a-z0-9-]+(?:[+]{2})?"
"""What expressions can read as the name of a metric, as a regular expression."""

_RESERVED: Final = ("am", "gm", "sari")


def _check(name: str, factory: object) -> None:
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
    """Let expressions know a metric by a name.

    Args:
        name: small letters, digits and hyphens; it must be the ``name`` of what the factory makes.
        factory: called without arguments whenever the metric is asked for. What it makes is a
            `simplifier.evaluation.metrics.Metric`; as a frozen dataclass its fields are options in expressions
            (``my-metric[alpha=0.3]``), and a field ``preprocessing`` takes ``tokenizer``, ``case`` and
            ``brackets``.

    Raises:
        ConfigError: a name that is taken or that expressions cannot read.
    """
    _METRICS.register(name, factory)


def unregister_metric(name: str) -> None:
    """Take away what `register_metric` added.

    Raises:
        ConfigError: nothing was registered by this name.
    """
    _METRICS.unregister(name)


def metric_names() -> list[str]:
    """Return the names of all metrics, ours first."""
    return list(_METRICS)


def metric_summary(name: str) -> str:
    """Return what a metric is, in a line, with its coefficients against ratings where they were measured.

    Of one that was added, it is the first line of its docstring.

    Raises:
        ConfigError: as `find_metric`.
    """
    if name not in SUMMARIES:
        return (inspect.getdoc(find_metric(name)) or "").partition("\n")[0]
    measured = _measured().get(name)
    return SUMMARIES[name] + (f" Pearson with ratings: {measured}." if measured else "")


@functools.cache
def _measured() -> dict[str, str]:
    """Return what is told of each metric's correlations, from the table that the study on them writes.

    Single outputs of 25 systems under the references of ASSET; docs/measured/correlation.md has all of them.
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
    """Return the metric of a name.

    Raises:
        ConfigError: there is none, or its factory makes something else.
    """
    metric = _METRICS[name]()
    if not isinstance(metric, Metric) or metric.name != name:
        found = f"the metric {metric.name!r}" if isinstance(metric, Metric) else repr(metric)
        raise ConfigError(f"metric {name!r}: its factory makes {found}; it must make a Metric of this name")
    return metric
