"""What /v1/info tells of the model and the server, which the page builds its controls from."""

from __future__ import annotations

from typing import Any

from simplifier.config import Config
from simplifier.server.language_tool import software
from simplifier.server.models import ModelPool
from simplifier.server.work import Limits

__all__ = ["info"]


def info(models: ModelPool, limits: Limits) -> dict[str, Any]:
    """Return the model's name and language, its presets, the dial, and the limits, as plain values."""
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
    """Return presets that only choose how much is changed, by their risk.

    The empty name is the model without one. The preset in force is among them, whatever it sets.
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
