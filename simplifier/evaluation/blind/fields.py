"""Checks of the cells of tables."""

from __future__ import annotations

from simplifier.base.errors import InputError

__all__ = ["check_field"]


def check_field(name: str, field: str) -> None:
    """Check that a field does not break its row.

    Args:
        name: owner of the field, for the message.
        field: text of the field.

    Raises:
        InputError: the field contains a tab or a line end.
    """
    if "\t" in field or "\n" in field:
        raise InputError(f"{name}: a tab or line end inside {field!r}; put a space there")
