"""Import of LightGBM, which is needed only to train boosted trees.

Source: Ke et al. 2017, "LightGBM: a highly efficient gradient boosting decision tree", NIPS.
"""

from __future__ import annotations

from typing import Any

from simplifier.base.errors import ConfigError
from simplifier.base.installation import install_hint

__all__ = ["import_lightgbm"]


def import_lightgbm() -> Any:
    """Return the module ``lightgbm``.

    Raises:
        ConfigError: LightGBM is not installed.
    """
    try:
        import lightgbm
    except ImportError:
        raise ConfigError(f"training boosted trees needs LightGBM; {install_hint('selection')}") from None
    return lightgbm
