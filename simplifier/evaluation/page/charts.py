"""Plots as SVG inside a page: points, groups of points with ellipses, histograms."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, NamedTuple

__all__ = ["Cloud", "Point", "clouds", "ellipse", "histogram", "scatter", "ticks"]

_WIDTH: Final = 480
_HEIGHT: Final = 300
_LEFT: Final = 52
_RIGHT: Final = 16
_TOP: Final = 14
_BOTTOM: Final = 46
_MARKS: Final = 5
_LETTER: Final = 7.2  # greatest width of a letter at a size of 12 pixels


class Point(NamedTuple):
    """A point with a name; an empty name is not written."""

    x: float
    y: float
    name: str = ""


class Cloud(NamedTuple):
    """A named group of points."""

    name: str
    points: Sequence[tuple[float, float]]


class _Axis(NamedTuple):
    """An axis of values, from the pixel ``start`` to the pixel ``end``."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers from at or below ``low`` to at or above ``high``, at most eight."""
    span = (high - low) or max(abs(high), 1.0)
    rough = span / _MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def scatter(title: str, x_name: str, y_name: str, points: Sequence[Point], radius: float = 2.5) -> str:
    """Return points in a plane.

    Args:
        title: what the plot shows, for those who do not see it.
        x_name: the name of the axis at the bottom.
        y_name: the name of the axis at the left.
        points: at least one.
        radius: the radius of a point.

    A name that would overlap another is left out; it appears when the pointer is on the point.
    """
    xs, ys = ticks(*_ends([one.x for one in points])), ticks(*_ends([one.y for one in points]))
    x, y = _axes(xs, ys)
    drawn = [_axes_drawn(xs, ys, x, y, x_name, y_name)]
    taken: list[_Box] = []
    for number, one in enumerate(points):
        at, up = x.place(one.x), y.place(one.y)
        if not one.name:
            drawn.append(f'<circle class="s0" cx="{at:.1f}" cy="{up:.1f}" r="{radius:g}"/>')
            continue
        drawn.append(
            f'<circle class="s{number % 6}" cx="{at:.1f}" cy="{up:.1f}" r="{radius:g}">'
            f"<title>{escape(one.name)}</title></circle>"
        )
        drawn += _named(one.name, at, up, taken)
    return _svg(title, drawn)


class _Box(NamedTuple):
    """A piece of the drawing, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


def _named(name: str, at: float, up: float, taken: list[_Box]) -> Iterator[str]:
    """Yield the name of a point if there is a place beside the point where it overlaps nothing."""
    long = _LETTER * len(name)
    for right, down in ((True, -6), (True, 14), (False, -6), (False, 14)):
        start = at + 8 if right else at - 8 - long
        box = _Box(start, up + down - 10, start + long, up + down + 3)
        inside = box.left >= _LEFT and box.right <= _WIDTH and box.top >= 0 and box.bottom <= _HEIGHT - _BOTTOM
        if inside and not any(box.meets(one) for one in taken):
            taken.append(box)
            anchor, place = ("start", at + 8) if right else ("end", at - 8)
            yield f'<text x="{place:.1f}" y="{up + down:.1f}" text-anchor="{anchor}">{escape(name)}</text>'
            return


def clouds(title: str, x_name: str, y_name: str, groups: Sequence[Cloud], most: int = 600) -> str:
    """Return the points of several groups, and for each an ellipse of one standard deviation about its mean.

    Args:
        title: what the plot shows, for those who do not see it.
        x_name: the name of the axis at the bottom.
        y_name: the name of the axis at the left.
        groups: each with one point or more; pointing at one tells its name.
        most: greatest number of points in all; of more, only every second, third ... is drawn. The ellipses are of
            all points.
    """
    every = [point for group in groups for point in group.points]
    xs, ys = ticks(*_ends([one for one, _ in every])), ticks(*_ends([other for _, other in every]))
    x, y = _axes(xs, ys)
    drawn = [_axes_drawn(xs, ys, x, y, x_name, y_name)]
    step = -(-len(every) // most)
    rings = []
    for number, group in enumerate(groups):
        colour = f"s{number % 6}"
        at = [(x.place(one), y.place(other)) for one, other in group.points]
        name = f"<title>{escape(group.name)}</title>" if group.name else ""
        circles = "".join(f'<circle cx="{one:.1f}" cy="{up:.1f}" r="1.8"/>' for one, up in at[::step])
        drawn.append(f'<g class="{colour} faint">{name}{circles}</g>')
        middle, long, short, angle = ellipse(at)
        place = f"{middle[0]:.1f} {middle[1]:.1f}"
        rings.append(
            f'<g class="{colour}">{name}<ellipse class="ring" rx="{long:.1f}" ry="{short:.1f}" '
            f'transform="translate({place}) rotate({angle:.1f})"/>'
            f'<circle cx="{middle[0]:.1f}" cy="{middle[1]:.1f}" r="3.5"/></g>'
        )
    inner = f"{x.start:g} {y.end:g} {x.end - x.start:g} {y.start - y.end:g}"
    left, top, wide, high = inner.split()
    window = f'<svg x="{left}" y="{top}" width="{wide}" height="{high}" viewBox="{inner}">'
    return _svg(title, [drawn[0], window, *drawn[1:], *rings, "</svg>"])


def ellipse(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], float, float, float]:
    """Return the ellipse of one standard deviation of points: middle, half axes (longer first), degrees.

    The standard deviation has n in its denominator. The angle is that of the longer axis, from x towards y.
    """
    count = len(points)
    one, other = (math.fsum(point[side] for point in points) / count for side in (0, 1))
    xx = math.fsum((p[0] - one) ** 2 for p in points) / count
    yy = math.fsum((p[1] - other) ** 2 for p in points) / count
    xy = math.fsum((p[0] - one) * (p[1] - other) for p in points) / count
    half, apart = (xx + yy) / 2, math.hypot((xx - yy) / 2, xy)
    angle = math.degrees(math.atan2(2 * xy, xx - yy)) / 2
    return (one, other), math.sqrt(half + apart), math.sqrt(max(0.0, half - apart)), angle


def histogram(title: str, x_name: str, values: Sequence[float], bins: int = 20, what: str = "sentences") -> str:
    """Return a histogram of values in equal bins from 0 to 100; the last bin includes 100.

    Args:
        title: what the plot shows.
        x_name: the name of the values.
        values: the values from 0 to 100.
        bins: number of bins.
        what: name of what is counted.
    """
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, max(0, int(value / 100 * bins)))] += 1
    xs, ys = ticks(0, 100), ticks(0, max(counts))
    x, y = _axes(xs, ys)
    drawn = [_axes_drawn(xs, ys, x, y, x_name, what)]
    for number, count in enumerate(counts):
        left, right = x.place(100 * number / bins), x.place(100 * (number + 1) / bins)
        top = y.place(count)
        drawn.append(
            f'<rect class="s0" x="{left + 0.5:.1f}" y="{top:.1f}" width="{right - left - 1:.1f}" '
            f'height="{y.start - top:.1f}"/>'
        )
    return _svg(title, drawn)


def _ends(values: Sequence[float]) -> tuple[float, float]:
    return min(values), max(values)


def _axes(xs: Sequence[float], ys: Sequence[float]) -> tuple[_Axis, _Axis]:
    return (
        _Axis(xs[0], xs[-1], _LEFT, _WIDTH - _RIGHT),
        _Axis(ys[0], ys[-1], _HEIGHT - _BOTTOM, _TOP),
    )


def _axes_drawn(xs: Sequence[float], ys: Sequence[float], x: _Axis, y: _Axis, x_name: str, y_name: str) -> str:
    middle = (x.start + x.end) / 2
    return "".join(_lines(xs, ys, x, y)) + (
        f'<text x="{middle:.0f}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(x_name)}</text>'
        f'<text transform="translate(13 {(y.start + y.end) / 2:.0f}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_name)}</text>"
    )


def _lines(xs: Sequence[float], ys: Sequence[float], x: _Axis, y: _Axis) -> Iterator[str]:
    for value in xs:
        at = x.place(value)
        yield f'<path class="grid" d="M{at:.1f} {y.start:g}V{y.end:g}"/>'
        yield f'<text x="{at:.1f}" y="{y.start + 16:g}" text-anchor="middle">{_number(value)}</text>'
    for value in ys:
        up = y.place(value)
        yield f'<path class="grid" d="M{x.start:g} {up:.1f}H{x.end:g}"/>'
        yield f'<text x="{x.start - 6:g}" y="{up + 4:.1f}" text-anchor="end">{_number(value)}</text>'


def _number(value: float) -> str:
    return f"{value:.6g}" if abs(value) > 1e-9 else "0"


def _svg(title: str, drawn: Sequence[str]) -> str:
    return (
        f'<svg class="plot" role="img" aria-label="{escape(title)}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f"{''.join(drawn)}</svg>\n"
    )
