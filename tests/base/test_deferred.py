from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import dataclass, field

import pytest

from simplifier.base.deferred import Deferred


@dataclass(frozen=True)
class Point(Deferred):
    x: int
    y: int
    notes: tuple[str, ...] = field(default_factory=tuple)


class Source:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def y(self) -> int:
        self.asked.append("y")
        return 2

    def notes(self) -> tuple[str, ...]:
        self.asked.append("notes")
        return ("far",)


def test_a_field_is_computed_once_and_only_when_it_is_read() -> None:
    source = Source()
    point = Point.reading(source, x=1)
    assert point.x == 1 and source.asked == []
    assert (point.y, point.y, point.notes) == (2, 2, ("far",))
    assert source.asked == ["y", "notes"]


def test_nothing_shows_that_a_field_was_computed() -> None:
    whole = Point(1, 2, ("far",))
    assert Point.reading(Source(), x=1) == whole
    assert whole == Point.reading(Source(), x=1)
    assert hash(Point.reading(Source(), x=1)) == hash(whole)
    assert repr(Point.reading(Source(), x=1)) == repr(whole)
    assert dataclasses.replace(Point.reading(Source(), x=1), x=5) == Point(5, 2, ("far",))
    assert copy.deepcopy(Point.reading(Source(), x=1)) == whole
    assert pickle.loads(pickle.dumps(Point.reading(Source(), x=1))) == whole


def test_what_is_no_field_is_an_error() -> None:
    with pytest.raises(AttributeError, match="'Point' object has no attribute 'z'"):
        _ = Point.reading(Source(), x=1).z  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="'Point' object has no attribute 'z'"):
        _ = Point(1, 2).z  # type: ignore[attr-defined]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Point.reading(Source(), x=1).x = 3  # type: ignore[misc]
