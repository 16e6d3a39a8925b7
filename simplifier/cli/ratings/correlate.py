"""`simplifier correlate`: metrics against ratings by people."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.reading import read_lines
from simplifier.base.terminal import aligned, progress
from simplifier.base.writing import open_output
from simplifier.cli.evaluate import named_files
from simplifier.cli.settings import NamedFile, language_option, plugin_option

if TYPE_CHECKING:
    from simplifier.evaluation.correlation.scoring import References

__all__ = ["correlate_command"]

_FILE: Final = NamedFile()
_WITH_REFERENCES: Final = ("sari-paper", "sari-easse", "sentence-bleu", "ibleu", "fkbleu")
_WITHOUT: Final = ("fk", "-ld", "compression", "splits")
_CHOICES: Final = ("text", "tsv", "json", "html")


@click.command("correlate")
@click.argument("ratings", type=_FILE, required=False)
@click.option("--form", help="Form of the ratings.  [default: the one that the columns fit]")
@click.option("--list-forms", is_flag=True, help="Print the forms of ratings that are read, and stop.")
@click.option("--aspect", "aspects", multiple=True, help="Use this aspect; repeatable.  [default: all]")
@click.option("--standardise", is_flag=True, help="Turn each rater's marks to z before they are averaged.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="A metric or expression; repeatable.  [default: without --values, a built-in choice]",
)
@click.option("--values", type=_FILE, multiple=True, help="Values of metrics: a table with sentence and system.")
@click.option("--value", "chosen", multiple=True, metavar="NAME", help="Use these of the values.  [default: all]")
@click.option("--source", "sources", multiple=True, metavar="[SET=]FILE", help="Sources, if the ratings have none.")
@click.option("--output", "outputs", multiple=True, metavar="SYSTEM=FILE", help="Outputs, if the ratings have none.")
@click.option(
    "--references",
    multiple=True,
    metavar="SET=FILE",
    help="References; SET=PATTERN with * for several files; repeatable, every set is measured for itself.",
)
@click.option("--original-as-reference", is_flag=True, help="Add the set 'original': the sources as references.")
@click.option("--level", "levels", multiple=True, help="sentence or system; repeatable.  [default: both]")
@click.option(
    "--coefficient",
    "coefficients",
    multiple=True,
    help="pearson, spearman or kendall; repeatable.  [default: all]",
)
@click.option("--by", "groupings", multiple=True, help="band, type, system or operation; repeatable.  [default: band]")
@click.option("--bands", default=2, show_default=True, help="Groups by rating, of equal size.")
@click.option("--samples", default=1000, show_default=True, help="Resamples and permutations; 0 for none.")
@click.option("--confidence", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=12345, show_default=True, help="Seed of all random choices.")
@click.option("--draw-outputs", is_flag=True, help="Bootstrap over single outputs, not sentences with all of them.")
@click.option("--fit-sari", is_flag=True, help="Print SARI's weights fitted on these ratings, and stop.")
@language_option
@plugin_option
@click.option("--format", "form_of_output", type=click.Choice(_CHOICES), default="text", show_default=True)
@click.option("--title", default="Metrics against ratings", show_default=True, help="Heading of the HTML page.")
@click.option("--to", "target", type=_FILE, help="Write here.  [default: standard output]")
def correlate_command(
    ratings: Path | None,
    form: str | None,
    list_forms: bool,
    aspects: tuple[str, ...],
    standardise: bool,
    metrics: tuple[str, ...],
    values: tuple[Path, ...],
    chosen: tuple[str, ...],
    sources: tuple[str, ...],
    outputs: tuple[str, ...],
    references: tuple[str, ...],
    original_as_reference: bool,
    levels: tuple[str, ...],
    coefficients: tuple[str, ...],
    groupings: tuple[str, ...],
    bands: int,
    samples: int,
    confidence: float,
    seed: int,
    draw_outputs: bool,
    fit_sari: bool,
    language: str,
    form_of_output: str,
    title: str,
    target: Path | None,
) -> None:
    """Correlate metrics with RATINGS by people.

    Coefficients keep their sign. Intervals come from a bootstrap over sentences, p from scipy, p perm. from
    permuted ratings; a star marks the metrics that no other beats by Williams' test. At the level of systems,
    the score of all outputs of a system is compared with its mean rating.
    """
    from simplifier.evaluation.correlation.coefficients import COEFFICIENTS
    from simplifier.evaluation.correlation.page import correlation_page
    from simplifier.evaluation.correlation.rating_readers import FORMS, read_ratings, read_values
    from simplifier.evaluation.correlation.results import to_json, to_text, to_tsv
    from simplifier.evaluation.correlation.scoring import columns_by_set
    from simplifier.evaluation.correlation.study import LEVELS, Settings, correlate
    from simplifier.evaluation.metrics import parse_metric
    from simplifier.languages import language_named

    if list_forms:
        for line in aligned([[one.name, one.summary] for one in FORMS.values()], widest=110):
            click.echo(line)
        return
    if ratings is None:
        raise ConfigError("name a file of ratings; 'simplifier correlate --list-forms' tells which are read")
    settings = Settings(
        aspects,
        levels or LEVELS,
        coefficients or COEFFICIENTS,
        groupings or ("band",),
        bands,
        samples,
        confidence,
        seed,
        not draw_outputs,
    )
    rated = read_ratings(ratings, form, standardise).in_language(language_named(language))
    if outputs:
        rated = rated.with_outputs({name: read_lines(path) for name, path in named_files(outputs).items()})
    if chosen and not values and not rated.values:
        raise ConfigError("--value chooses of the values brought along; give --values FILE too")
    for path in values:
        rated = read_values(path, rated)
    if chosen:
        rated = rated.with_only(chosen)
    sets = _sets(references, sources, original_as_reference)
    if fit_sari:
        from simplifier.evaluation.correlation.fitting import fit_sari as fit

        for one in fit(rated, sets, aspects, seed):
            under = f", references {one.references}" if one.references else ""
            told = f"on other sentences {one.held_out:+.3f}, equal weights {one.equal:+.3f}"
            click.echo(f"{one.aspect}{under}: {one.expression}  pearson {told}")
        return
    names = metrics
    if not metrics and not rated.values:
        names = (
            (*_WITH_REFERENCES, *_WITHOUT) if any(one.references or one.original for one in sets.values()) else _WITHOUT
        )
    parsed = list({one.name: one for one in map(parse_metric, names)}.values())
    columns = columns_by_set(rated, parsed, sets)
    rated = rated.with_sources(_common(sets))
    steps = len(settings.aspects or rated.aspects) * len(settings.levels) * len(columns)
    with open_output(target) as stream:
        with progress(steps, "tables") as advance:
            study = correlate(rated, columns, settings, advance)
        if form_of_output == "html":
            text = correlation_page(study, rated, title)
        else:
            text = {"text": to_text, "tsv": to_tsv, "json": to_json}[form_of_output](study)
        stream.write(text.encode("utf-8"))


def _sets(references: Sequence[str], sources: Sequence[str], original: bool) -> dict[str, References]:
    """Return the reference sets by name. If only sources are given, there is one set without a name or references.

    Raises:
        ConfigError: a set has sources but no references, or two files of sources.
        InputError: a file is missing, or no file fits a pattern.
    """
    from simplifier.evaluation.correlation.scoring import References

    lines: dict[str, list[list[str]]] = {}
    for name, path in _named(references, "--references", "references"):
        lines.setdefault(name, []).append(read_lines(path))
    texts: dict[str, list[str]] = {}
    for name, path in _named(sources, "--source", ""):
        if name in texts:
            raise ConfigError(f"--source {name or path}: two files of sources; give one for each set of references")
        texts[name] = read_lines(path)
    if original:
        if "original" in lines:
            raise ConfigError("--references original=...: this set is the sources; choose another name")
        lines["original"] = []
    unknown = [name for name in texts if name and name not in lines]
    if unknown:
        raise ConfigError(f"--source {unknown[0]}=FILE: no set of references is called so; give --references too")
    found = {
        name: References(own, texts.get(name, texts.get("", [])), name == "original" and original)
        for name, own in lines.items()
    }
    if not found and "" in texts:
        found[""] = References((), texts[""])
    return found


def _common(sets: Mapping[str, References]) -> Sequence[str]:
    return next((one.sources for one in sets.values() if one.sources), ())


def _named(given: Sequence[str], option: str, default: str) -> Iterator[tuple[str, Path]]:
    for one in given:
        name, separator, pattern = one.partition("=")
        if not separator or Path(one).exists():
            name, pattern = default, one
        if not pattern or (separator and not name and default):
            raise ConfigError(f"{option} {one}: needs FILE or SET=FILE")
        found = sorted(glob.glob(pattern)) if "*" in pattern and not Path(pattern).exists() else [pattern]
        if not found:
            raise InputError(f"{option} {one}: no file fits {pattern}")
        yield from ((name, Path(path)) for path in found)
