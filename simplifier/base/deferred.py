"""Frozen records whose costly fields are computed on their first read."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self

__all__ = ["Deferred"]


class Deferred:
    """A base of frozen dataclasses (without slots).

    A field that is still to be computed looks like one that was given: in its value, in comparisons, in `repr`,
    in `dataclasses.replace` and in a pickle. A field that may be computed must not have a plain default, only a
    default factory: a plain default would be found as a class attribute, and the field never computed.
    """

    @classmethod
    def reading(cls, source: object, /, **known: object) -> Self:
        """Return a record with some fields known and the others to be computed.

        Args:
            source: an object with one method for every other field, of the same name and without arguments.
            known: the values of known fields, and of cached properties of the class.
        """
        record = object.__new__(cls)
        record.__dict__.update(known, _source=source)
        return record

    def with_values(self, **known: object) -> Self:
        """Return the same record with other values of some fields; fields to be computed stay so."""
        record = object.__new__(type(self))
        record.__dict__.update(self.__dict__, **known)
        return record

    @property
    def read_from(self) -> Any:
        """The object that computes the missing fields; None if all fields were given."""
        return self.__dict__.get("_source")

    if not TYPE_CHECKING:  # a type checker that saw it would accept every misspelt attribute

        def __getattr__(self, name: str) -> Any:
            """Compute a field on its first read; Python calls this only for attributes that are not there yet."""
            source = self.__dict__.get("_source")
            if source is None or name not in type(self).__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            value = self.__dict__[name] = getattr(source, name)()
            return value

    def __getstate__(self) -> dict[str, Any]:
        """Return the values of all fields, computed where necessary, so that the source is not pickled."""
        return {one.name: getattr(self, one.name) for one in dataclasses.fields(self)}  # type: ignore[arg-type]
