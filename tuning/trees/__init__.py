"""Training of the trees behind the selection features; docs/selection.md tells the whole story."""

from __future__ import annotations

from tuning.trees.forests import Forests, TreeSettings, train_forests
from tuning.trees.selection import SelectionReport, train_selection

__all__ = ["Forests", "SelectionReport", "TreeSettings", "train_forests", "train_selection"]
