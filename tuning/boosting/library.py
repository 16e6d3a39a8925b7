"""LightGBM, which trains boosted trees; nothing else needs it.

Ke et al. 2017, "LightGBM: a highly efficient gradient boosting decision tree", NIPS.
"""

from __future__ import annotations

from typing import Any

from simplifier.base.errors import ConfigError

__all__ = ["import_lightgbm"]


def import_lightgbm() -> Any:
    """Return the module.

    Raises:
        ConfigError: it is not installed.
    """
    try:
        import lightgbm
    except ImportError:
        raise ConfigError(
            "training boosted trees needs LightGBM; install it with: pip install 'simplifier[selection]'"
        ) from None
    return lightgbm
