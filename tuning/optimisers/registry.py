"""All optimisers by name: our own, and those that programs and installed packages add.

An optimiser is a class of settings that can do one round over the pool (`StageSettings`). A tuning configuration
chooses an optimiser by its name. The settings of an added optimiser are validated as strictly as our own:

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

An installed package offers an optimiser by an entry point of the group ``simplifier.optimisers``. The name of the
entry point is that of the optimiser, and its object is the class.
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

#: Our own settings classes, by the name of the optimiser.
OWN_OPTIMISERS: Final[dict[str, type[StageSettings]]] = {
    "pro": ProSettings,
    "risk": RiskSettings,
    "mira": MiraSettings,
    "mert": MertSettings,
    "random": RandomSettings,
}


def _name(settings: object) -> str:
    """Return the name that a settings class gives its optimiser; empty if it gives none."""
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
"""Settings classes by the name of the optimiser: our own, those of installed packages, and registered ones."""


def register_optimiser(settings: type[StageSettings]) -> None:
    """Make an optimiser available to tuning configurations.

    Args:
        settings: the settings class, with a field ``optimiser: Literal["its-name"]``.

    Raises:
        ConfigError: the name is taken, or the class gives no name.
    """
    OPTIMISERS.register(_name(settings), settings)
