"""Frozen records whose costly fields are computed when somebody first reads them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self

__all__ = ["Deferred"]


class Deferred:
    """A base of frozen dataclasses (without slots).

    Whether a field was given or is still to be computed does not show: in its value, in comparing, in `repr`,
    in `dataclasses.replace`, or in a pickle. A field that may be computed has no default but of a factory.
    """

    @classmethod
    def reading(cls, source: object, /, **known: object) -> Self:
        """Return a record of which some fields are known.

        Args:
            source: has a method without arguments, of the same name, for every other field.
            known: values of fields, and of cached properties of the class.
        """
        record = object.__new__(cls)
        record.__dict__.update(known, _source=source)
        return record

    def with_values(self, **known: object) -> Self:
        """Return the same record with other values of some fields; what is to be computed still is."""
        record = object.__new__(type(self))
        record.__dict__.update(self.__dict__, **known)
        return record

    @property
    def read_from(self) -> Any:
        """What fields are computed by; None where all were given."""
        return self.__dict__.get("_source")

    if not TYPE_CHECKING:  # else every misspelt attribute would have a type

        def __getattr__(self, name: str) -> Any:
            """Compute a field that nobody has read yet."""
            source = self.__dict__.get("_source")
            if source is None or name not in type(self).__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self.__dict__[name] = getattr(source, name)()
            return value

    def __getstate__(self) -> dict[str, Any]:
        """Return all fields."""
        return {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}  # type: ignore[arg-type]
