"""Expressions: the text of an objective, read as a metric. Names, options in brackets, means, weighted sums.

::

    sari-paper
    sari-easse[tokenizer=none,case=mixed]
    gm(sentence-bleu, sari-paper)
    0.5*sari-paper + 0.5*fkbleu
    sari-paper - 0.2*fk

A minus between two terms has spaces around it, because names hold hyphens.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from simplifier.base.errors import ConfigError, nearest
from simplifier.evaluation.metrics.combination import GeometricMean, WeightedSum, arithmetic_mean
from simplifier.evaluation.metrics.registry import METRIC_NAME, find_metric, metric_names
from simplifier.evaluation.segments.metric import Metric
from simplifier.evaluation.segments.preprocessing import Preprocessing

__all__ = ["metric_of_tokens", "parse_metric"]

_TERM = re.compile(
    r"\s*(?:(?P<weight>\d+(?:\.\d*)?(?:e-?\d+)?|\.\d+)\s*\*\s*)?(?P<name>" + METRIC_NAME + r")"
    r"(?:\[(?P<options>[^\]]*)\]|\((?P<operands>[^()]*)\))?\s*"
)
_COMMA = re.compile(r",(?![^\[]*\])")  # a comma between operands, not one between options in brackets
_SIGN = re.compile(r"[+]|-(?=\s)")
_PREPROCESSING = {field.name for field in dataclasses.fields(Preprocessing)}


def parse_metric(expression: str, preprocessing: Mapping[str, str] | None = None) -> Metric:
    """Return the metric that an expression names.

    Args:
        expression: see the module.
        preprocessing: ``tokenizer``, ``case`` or ``brackets`` to use in place of the presets' own; options
            in the expression win over these.

    Raises:
        ConfigError: an unknown name or option, or text that is no expression.
    """
    terms: list[tuple[float, Metric]] = []
    position, sign = 0, 1.0
    while True:
        term = _TERM.match(expression, position)
        if term is None:
            rest = expression[position:].strip()
            raise ConfigError(f"metric {expression!r}: expected a metric's name, not {rest!r}")
        weight = float(term["weight"]) if term["weight"] else 1.0
        terms.append((sign * weight, _operand(term, preprocessing or {})))
        position = term.end()
        if position == len(expression):
            break
        found = _SIGN.match(expression, position)
        if found is None:
            rest = expression[position:].strip()
            raise ConfigError(f"metric {expression!r}: expected ' + ' or ' - ' before {rest!r}")
        sign = 1.0 if found.group() == "+" else -1.0
        position = found.end()
    if len(terms) == 1 and terms[0][0] == 1.0:
        return terms[0][1]
    name = " ".join(expression.split())
    return WeightedSum(name, [metric for _, metric in terms], [weight for weight, _ in terms])


def metric_of_tokens(expression: str) -> Metric:
    """Return the metric of an expression, for texts that are already decoder forms between spaces."""
    return parse_metric(expression, {"tokenizer": "none", "case": "mixed"})


def _operand(term: re.Match[str], preprocessing: Mapping[str, str]) -> Metric:
    name = term["name"]
    if term["operands"] is not None:
        metrics = [parse_metric(operand, preprocessing) for operand in _COMMA.split(term["operands"])]
        full = f"{name}({', '.join(metric.name for metric in metrics)})"
        if name == "am":
            return arithmetic_mean(full, metrics)
        if name == "gm":
            return GeometricMean(full, metrics)
        raise ConfigError(f"unknown function {name!r}; there are am(...) and gm(...)")
    if name == "sari":
        raise ConfigError(
            "'sari' alone names several numbers; choose one of "
            + ", ".join(preset for preset in metric_names() if preset.startswith("sari-"))
        )
    metric = find_metric(name)
    if hasattr(metric, "preprocessing"):  # a metric without this field reads texts in its own way
        for key, value in preprocessing.items():
            metric = _with_option(metric, f"{key}={value}")
    options = [option for option in (term["options"] or "").split(",") if option.strip()]
    for option in options:
        metric = _with_option(metric, option)
    return _named_with(metric, options)


def _named_with(metric: Metric, options: list[str]) -> Metric:
    """Put options into the name, so that two variants of a metric get different headings."""
    if not options or "name" not in {field.name for field in dataclasses.fields(metric)}:  # type: ignore[arg-type]
        return metric
    written = ",".join("=".join(part.strip() for part in option.split("=", 1)) for option in options)
    named: Metric = dataclasses.replace(metric, name=f"{metric.name}[{written}]")  # type: ignore[type-var]
    return named


def _with_option(metric: Metric, option: str) -> Metric:
    key, separator, value = (part.strip() for part in option.partition("="))
    if not separator:
        raise ConfigError(f"{metric.name}: option {option.strip()!r} should read NAME=VALUE")
    if not dataclasses.is_dataclass(metric):
        raise ConfigError(f"{metric.name} has no options; {option.strip()!r} cannot be set")
    if key in _PREPROCESSING and hasattr(metric, "preprocessing"):
        changed = dataclasses.replace(metric.preprocessing, **{key: value})
        return dataclasses.replace(metric, preprocessing=changed)
    known = {field.name for field in dataclasses.fields(metric)} - {"name", "preprocessing"}
    if key not in known:
        options = ", ".join(sorted(known | _PREPROCESSING))
        raise ConfigError(f"{metric.name} has no option {key!r}{nearest(key, known)}; it has {options}")
    return dataclasses.replace(metric, **{key: _convert(metric.name, key, value, getattr(metric, key))})


def _convert(name: str, key: str, value: str, default: object) -> object:
    if isinstance(default, bool):
        if value not in ("true", "false", "yes", "no"):
            raise ConfigError(f"{name}: {key} is yes or no, not {value!r}")
        return value in ("true", "yes")
    if isinstance(default, (int, float)):
        try:
            return type(default)(value)
        except ValueError:
            raise ConfigError(f"{name}: {key} is a number, not {value!r}") from None
    return value
