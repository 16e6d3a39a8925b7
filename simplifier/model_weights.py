"""The weights of a model: those of its files, with the user's, for the features that there are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from simplifier.base.errors import ConfigError, nearest
from simplifier.config import Config
from simplifier.core import feature_catalogue
from simplifier.policy.user_rules import user_weights

__all__ = ["known_weights"]


def known_weights(config: Config, weights: Mapping[str, float], features: Collection[str]) -> dict[str, float]:
    """Return weights with those of the user features that there are.

    Args:
        config: where the weights come from, to tell where a wrong one stands.
        weights: by feature name.
        features: that the decoder has.

    Raises:
        ConfigError: a weight whose feature does not exist; names its place and the nearest feature, or the
            setting that would bring the feature.
    """
    found = user_weights(weights, features)
    for name in found:
        if name not in features:
            place, advice = _place(config, name), _advice(config, name, features)
            raise ConfigError(f"{place}: weight for an unknown feature {name!r}{advice}")
    return found


def _place(config: Config, name: str) -> str:
    for table, weights in (("[guards]", config.guards), ("[weights]", config.weights)):
        if name in weights:
            return table
    return str(config.weights_file)


def _advice(config: Config, name: str, features: Collection[str]) -> str:
    brought_by = {
        "selection": ("selection.path", config.selection.path),
        "frames": ("context.frames", config.context.frames),
    }
    group = next((one.group for one in feature_catalogue() if one.name == name), "")
    setting, path = brought_by.get(group, ("", Path()))
    if path is None:
        return f"; it comes with {setting}, which is not set: set it, or take the weight out"
    return nearest(name, features)
