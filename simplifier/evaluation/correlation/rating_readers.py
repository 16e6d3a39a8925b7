"""Readers of ratings: our own table, tables of `simplifier rate`, and published collections.

Sources: Xu et al. (2016), Optimizing statistical machine translation for text simplification, TACL (whose
three questions `simplifier rate` asks); Štajner et al. (2016), Shared task on quality assessment for text
simplification, QATS; Sulem et al. (2018), Semantic structural evaluation for text simplification, NAACL
(structural simplicity); Alva-Manchego et al. (2021), The (un)suitability of automatic evaluation metrics for
text simplification, CL (Simplicity-DA); Maddela et al. (2023), LENS, ACL (SimpEval).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.evaluation.correlation.columns import Table, read_table
from simplifier.evaluation.correlation.ratings import RatedOutputs

__all__ = ["FORMS", "Form", "read_ratings", "read_values"]

FloatArray = NDArray[np.float64]

_RATING: Final = "rating:"
_VALUE: Final = "value:"
_SENTENCE: Final = ("sentence", "sent_id", "orig_sent_id")
_SYSTEM: Final = ("system", "sys_name", "system_name")
_SETS: Final = ("references", "test_set", "reference_set")
_LABELS: Final = {"bad": 0.0, "ok": 1.0, "good": 2.0}
_TEXT: Final = ("type", "operation", "source", "output", "rater")


@dataclass(frozen=True, slots=True)
class Form:
    """A file format of ratings.

    Attributes:
        name: name for ``--form``.
        summary: description in one line.
        columns: columns that every file of this form has.
        read: reads ratings from a table; true as second argument standardises each rater.
    """

    name: str
    summary: str
    columns: tuple[str, ...]
    read: Callable[[Table, bool], RatedOutputs]


def read_ratings(path: Path, form: str | None = None, standardise: bool = False) -> RatedOutputs:
    """Read ratings.

    Args:
        path: a table with a header line.
        form: a name of `FORMS`; by default the first whose columns the table has.
        standardise: turn marks into z-scores, by rater and aspect, before the marks of an output are averaged:
            the mark minus the rater's mean, divided by the rater's standard deviation (with n in the denominator).

    Raises:
        InputError: the file cannot be read.
        FormatError: no form has the table's columns, or a cell has a bad value.
        ConfigError: no form has this name.
    """
    if form is not None and form not in FORMS:
        raise ConfigError(f"no form {form!r}{nearest(form, FORMS)}; there are {', '.join(FORMS)}")
    table = read_table(path, FORMS[form].columns if form is not None else ())
    if form is not None:
        return FORMS[form].read(table, standardise)
    for one in FORMS.values():
        if all(name in table.columns for name in one.columns):
            return one.read(table, standardise)
    raise FormatError(
        path,
        "no form of ratings has these columns; see 'simplifier correlate --list-forms' for those it reads",
        1,
    )


def read_values(path: Path, ratings: RatedOutputs) -> RatedOutputs:
    """Return the ratings with further values of metrics from a table with one row for each output.

    The table has a column of sentences, and one of systems if the ratings name systems. Every other column of numbers
    is a metric. With a column ``references`` (or ``test_set``), a row's values count for that set of references only.

    Raises:
        InputError: the file cannot be read.
        FormatError: a column is missing, or an output has two rows or none.
    """
    table = read_table(path)
    sentence, system = table.first_of(*_SENTENCE), table.first_of(*_SYSTEM)
    by_system = any(ratings.systems)
    if sentence is None or (by_system and system is None):
        raise FormatError(path, "values need the columns sentence and system (or sent_id and sys_name)", 1)
    told = table.first_of(*_SETS)
    names = table.columns[told] if told else [""] * len(table.lines)
    systems = table.columns[system] if by_system and system else [""] * len(table.lines)
    keys = {sentence, system, told, *_TEXT}
    metrics = [name for name in table.columns if name not in keys and table.is_numeric(name)]
    if not metrics:
        raise FormatError(path, "no column of numbers beside sentence and system", 1)
    places: dict[tuple[str, str, str], int] = {}
    for row, key in enumerate(zip(names, systems, table.columns[sentence], strict=True)):
        if key in places:
            raise FormatError(path, f"a second row for sentence {key[2]} of {key[1] or 'the system'}", table.lines[row])
        places[key] = row
    numbers = {name: table.numbers(name) for name in metrics}
    found: dict[str, dict[str, FloatArray]] = {}
    for name in dict.fromkeys(names):
        rows = []
        for one, other in zip(ratings.systems, ratings.sentences, strict=True):
            if (name, one, other) not in places:
                where = f" under {name}" if name else ""
                raise FormatError(path, f"no row for sentence {other} of {one or 'the system'}{where}")
            rows.append(places[name, one, other])
        found[name] = {metric.removeprefix(_VALUE): numbers[metric][rows] for metric in metrics}
    return ratings.with_values(found)


def _own(table: Table, standardise: bool) -> RatedOutputs:
    """Read our own form: sentence, system, rating:ASPECT ..., value:METRIC ..., and texts."""
    aspects = {name.removeprefix(_RATING): table.numbers(name) for name in table.columns if name.startswith(_RATING)}
    if not aspects:
        raise FormatError(table.path, "no column of ratings; call them rating:ASPECT", 1)
    values = {name.removeprefix(_VALUE): table.numbers(name) for name in table.columns if name.startswith(_VALUE)}
    unknown = [
        name
        for name in table.columns
        if name not in (*_TEXT, "sentence", "system") and not name.startswith((_RATING, _VALUE))
    ]
    notes = [f"columns passed over: {', '.join(unknown)}"] if unknown else []
    return _gathered(table, "sentence", "system", aspects, values, standardise, notes)


def _collected(table: Table, standardise: bool) -> RatedOutputs:
    """Read a table of `simplifier rate collect`: marks 0-4 of grammar, meaning and simplicity gain."""
    aspects = {name: table.numbers(name) for name in ("grammar", "meaning", "simplicity")}
    return _gathered(table, "sentence", "system", aspects, {}, standardise, [])


def _structural(table: Table, standardise: bool) -> RatedOutputs:
    sentence, system = table.first_of(*_SENTENCE) or "", table.first_of(*_SYSTEM) or ""
    _no_raters(table, standardise)
    given = ("grammaticality", "meaning", "simplicity", "structural_simplicity")
    aspects = {name: table.numbers(name) for name in given if name in table.columns}
    renamed = {"system_type": "type", "simp_sent": "output", "orig_sent": "source"}
    return _gathered(_renamed(table, renamed), sentence, system, aspects, {}, False, [])


def _simplicity_da(table: Table, standardise: bool) -> RatedOutputs:
    # The file has means over raters of the marks 0-100, and of their standardised forms, which the paper uses.
    _no_raters(table, standardise)
    aspects = {
        name.removesuffix("_zscore"): table.numbers(name)
        for name in ("simplicity_zscore", "fluency_zscore", "meaning_zscore")
        if name in table.columns
    }
    raw = {f"{name} (0-100)": table.numbers(name) for name in aspects if name in table.columns}
    renamed = {"system_type": "type", "simp_sent": "output", "orig_sent": "source"}
    return _gathered(_renamed(table, renamed), "sent_id", "sys_name", aspects | raw, {}, False, [])


def _simpeval(table: Table, standardise: bool) -> RatedOutputs:
    raters = sorted(name for name in table.columns if re.fullmatch(r"rating_\d+", name))
    marks = np.array([table.numbers(name) for name in raters])
    if standardise:
        marks = np.array([_z(one) for one in marks])
    sentences = _by_text(table.columns["original"])
    renamed = {"sentence_type": "operation", "original": "source", "generation": "output"}
    columns = _renamed(table, renamed).columns | {"sentence": sentences}
    columns["operation"] = [one.replace(" ", "-") for one in columns.get("operation", [""] * len(sentences))]
    notes = [f"the mean of {len(raters)} raters" + (", each standardised" if standardise else "")]
    with_mean = Table(table.path, columns, table.lines)
    return _gathered(with_mean, "sentence", "system", {"rating": _mean(marks)}, {}, False, notes)


def _qats(table: Table, standardise: bool) -> RatedOutputs:
    _no_raters(table, standardise)
    aspects: dict[str, FloatArray] = {}
    for name in ("grammaticality", "meaning", "simplicity", "overall"):
        if name not in table.columns:
            continue
        column = np.empty(len(table.lines))
        for row, (cell, line) in enumerate(zip(table.columns[name], table.lines, strict=True)):
            if cell.strip() not in _LABELS:
                raise FormatError(table.path, f"{name} is good, ok or bad, not {cell!r}", line)
            column[row] = _LABELS[cell.strip()]
        aspects[name] = column
    renamed = {"original": "source", "simplified": "output"}
    columns = _renamed(table, renamed).columns | {"sentence": _by_text(table.columns["original"])}
    notes = ["good, ok and bad count as 2, 1 and 0; nobody says which system wrote what"]
    return _gathered(Table(table.path, columns, table.lines), "sentence", None, aspects, {}, False, notes)


FORMS: Final[dict[str, Form]] = {
    one.name: one
    for one in (
        Form(
            "collected",
            "what `simplifier rate collect` writes, the 2016 study's questions: grammar, meaning, simplicity",
            ("system", "sentence", "item", "rater", "grammar", "meaning", "simplicity"),
            _collected,
        ),
        Form(
            "structural",
            "Structural Simplicity (Sulem et al. 2018): averaged ratings of 25 systems' outputs",
            ("sent_id", "structural_simplicity"),
            _structural,
        ),
        Form(
            "simplicity-da",
            "Simplicity-DA (Alva-Manchego et al. 2021): averaged and standardised marks 0-100",
            ("sent_id", "sys_name", "simplicity_zscore"),
            _simplicity_da,
        ),
        Form(
            "simpeval",
            "SimpEval (Maddela et al. 2023): marks of several raters in columns rating_1, rating_2 ...",
            ("original", "generation", "system", "rating_1"),
            _simpeval,
        ),
        Form(
            "qats",
            "QATS 2016: pairs with good, ok or bad; no systems",
            ("original", "simplified", "simplicity"),
            _qats,
        ),
        Form(
            "own",
            "sentence, system, rating:ASPECT ...; also type, operation, source, output, rater, value:METRIC",
            ("sentence", "system"),
            _own,
        ),
    )
}
"""Every form by name; the first whose columns a file has is taken."""


def _no_raters(table: Table, standardise: bool) -> None:
    if standardise:
        raise FormatError(table.path, "--standardise needs the marks of single raters; this file has none")


def _renamed(table: Table, names: dict[str, str]) -> Table:
    return Table(table.path, {names.get(name, name): own for name, own in table.columns.items()}, table.lines)


def _by_text(texts: Sequence[str]) -> list[str]:
    """Return a number from 1 for each text, the same for equal texts."""
    numbers = {text: str(number) for number, text in enumerate(dict.fromkeys(texts), 1)}
    return [numbers[text] for text in texts]


def _mean(marks: FloatArray) -> FloatArray:
    """Return the mean of each column without its nan cells; nan if no cell is left."""
    given = ~np.isnan(marks)
    counts = given.sum(axis=0)
    sums = np.where(given, marks, 0.0).sum(axis=0)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _z(marks: FloatArray) -> FloatArray:
    """Return one rater's standardised marks; 0 if the rater always gave the same mark."""
    if np.isnan(marks).all():
        return marks
    spread = np.nanstd(marks)
    return (marks - np.nanmean(marks)) / spread if spread > 0 else marks * 0.0


def _gathered(
    table: Table,
    sentence: str,
    system: str | None,
    aspects: dict[str, FloatArray],
    values: dict[str, FloatArray],
    standardise: bool,
    notes: list[str],
) -> RatedOutputs:
    """Merge the rows of several raters and return the ratings."""
    sentences = [cell.strip() for cell in table.columns[sentence]]
    systems = [cell.strip() for cell in table.columns[system]] if system else [""] * len(sentences)
    groups = _rows_of_outputs(table, sentences, systems, system is not None)
    if "rater" in table.columns:
        raters = np.array(table.columns["rater"])
        if standardise:
            for marks in aspects.values():
                for rater in dict.fromkeys(table.columns["rater"]):
                    marks[raters == rater] = _z(marks[raters == rater])
        notes = [
            *notes,
            f"the mean of {len(set(raters))} raters" + (", each standardised" if standardise else ""),
        ]
    elif standardise:
        _no_raters(table, True)
    first = [rows[0] for rows in groups]

    def texts(name: str) -> list[str]:
        return [table.columns[name][row] for row in first] if name in table.columns else []

    types, operations = texts("type"), texts("operation")
    return RatedOutputs(
        sentences=[sentences[row] for row in first],
        systems=[systems[row] for row in first],
        aspects={name: np.array([_mean(own[rows]) for rows in groups]) for name, own in aspects.items()},
        types=types if any(types) else (),
        operations=[one.split() for one in operations] if any(operations) else (),
        sources=texts("source"),
        outputs=texts("output"),
        values={"": {name: own[first] for name, own in values.items()}} if values else {},
        notes=notes,
    )


def _rows_of_outputs(table: Table, sentences: Sequence[str], systems: Sequence[str], named: bool) -> list[list[int]]:
    """Return the rows of each output; several raters make several rows."""
    if not named:
        return [[row] for row in range(len(sentences))]
    found: dict[tuple[str, str], list[int]] = {}
    for row, key in enumerate(zip(systems, sentences, strict=True)):
        rows = found.setdefault(key, [])
        if rows and "rater" not in table.columns:
            problem = f"a second row for sentence {key[1]} of {key[0]}; rows of several raters need a column rater"
            raise FormatError(table.path, problem, table.lines[row])
        rows.append(row)
    return list(found.values())
