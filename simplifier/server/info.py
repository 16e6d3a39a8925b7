"""The answer of /v1/info: facts about the model and the server, from which the page builds its controls."""

from __future__ import annotations

from typing import Any

from simplifier.config import Config
from simplifier.server.language_tool import software
from simplifier.server.models import ModelPool
from simplifier.server.work import Limits

__all__ = ["info"]


def info(models: ModelPool, limits: Limits) -> dict[str, Any]:
    """Return, as plain values, the name and language of the model, its presets, the dial, and the limits."""
    config, language = models.config, models.model.language
    return {
        "software": {name: software()[name] for name in ("name", "version")},
        "model": config.model.name,
        "language": {"code": language.code, "name": language.name},
        "preset": config.preset,
        "presets": list(config.presets),
        "dial": _dial(config),
        "split": {"possible": config.has_parser, "on": config.structure.split == "auto"},
        "bullets": {"possible": config.has_parser, "on": config.structure.bullets},
        "own_rules": config.user_rules is None,
        "limits": {"bytes": limits.body, "sentences": limits.sentences, "seconds": limits.seconds},
    }


def _dial(config: Config) -> list[str]:
    """Return the presets that only choose how much is changed, in the order of their risk.

    The empty name stands for the model without a preset. The preset in force is included, whatever it sets.
    """
    steps = [
        name
        for name, values in config.presets.items()
        if name == config.preset or all(key.startswith("selection.") for key in values)
    ]
    usual = config.selection.risk

    def risk(name: str) -> float:
        return float(config.presets[name].get("selection.risk", usual)) if name else usual

    return sorted(["", *steps], key=risk)
