"""All optimisers by name: ours, and what programs and installed packages add.

An optimiser is a class of settings that can do one round over the pool (`StageSettings`). A tuning
configuration chooses it by its name, and its own settings are validated as strictly as ours:

>>> class Nudge(StageSettings):
...     optimiser: Literal["nudge"]
...     step: Annotated[float, Field(gt=0)] = 0.1
...
...     def optimise(self, problem: Problem, values: FloatArray, place: Round) -> Outcome:
...         return Outcome(problem.parameters.clip(values + self.step))
>>> register_optimiser(Nudge)

::

    [[stages]]
    optimiser = "nudge"
    step = 0.2

A package that is installed offers one by an entry point of the group ``simplifier.optimisers``, whose name is
the optimiser's and whose object is the class.
"""

from __future__ import annotations

import typing
from typing import Final, Literal

from simplifier.base.errors import ConfigError
from simplifier.base.extensions import Extensions
from simplifier.tuning.optimisers.mert import MertSettings
from simplifier.tuning.optimisers.minimum_risk import RiskSettings
from simplifier.tuning.optimisers.mira import MiraSettings
from simplifier.tuning.optimisers.optimiser import StageSettings
from simplifier.tuning.optimisers.pro import ProSettings
from simplifier.tuning.optimisers.random_search import RandomSettings

__all__ = ["OPTIMISERS", "OWN_OPTIMISERS", "register_optimiser"]

#: Ours: settings by the name of the optimiser.
OWN_OPTIMISERS: Final[dict[str, type[StageSettings]]] = {
    "pro": ProSettings,
    "risk": RiskSettings,
    "mira": MiraSettings,
    "mert": MertSettings,
    "random": RandomSettings,
}


def _name(settings: object) -> str:
    """Return the name that settings give their optimiser; empty if they give none."""
    if not (isinstance(settings, type) and issubclass(settings, StageSettings)):
        return ""
    field = settings.model_fields.get("optimiser")
    names = () if field is None else typing.get_args(field.annotation)
    is_name = field is not None and typing.get_origin(field.annotation) is Literal and len(names) == 1
    return str(names[0]) if is_name else ""


def _check(name: str, settings: object) -> None:
    if not name or _name(settings) != name:
        raise ConfigError(
            f"optimiser {name!r}: {settings!r} must be a subclass of StageSettings with a field optimiser: "
            f'Literal["{name}"]'
        )


OPTIMISERS: Final[Extensions[type[StageSettings]]] = Extensions(
    "optimiser", "simplifier.optimisers", OWN_OPTIMISERS, _check
)
"""Settings by the name of the optimiser."""


def register_optimiser(settings: type[StageSettings]) -> None:
    """Let tuning configurations choose an optimiser.

    Args:
        settings: its class, with a field ``optimiser: Literal["its-name"]``.

    Raises:
        ConfigError: a name that is taken, or a class without one.
    """
    OPTIMISERS.register(_name(settings), settings)
