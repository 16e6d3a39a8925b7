"""What may stand in a cell of a table."""

from __future__ import annotations

from simplifier.base.errors import InputError

__all__ = ["check_field"]


def check_field(name: str, field: str) -> None:
    """Refuse what would break a row.

    Args:
        name: of what the field belongs to, for the message.
        field: its text.

    Raises:
        InputError: a tab or a line end in it.
    """
    if "\t" in field or "\n" in field:
        raise InputError(f"{name}: a tab or line end inside {field!r}; put a space there")
