"""`simplifier evaluate`: score outputs with named metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simplifier.base.errors import ConfigError, InputError
from simplifier.base.terminal import aligned, warn_once
from simplifier.cli.settings import NamedFile, language_option, line_range, plugin_option

if TYPE_CHECKING:
    from simplifier.evaluation.metrics import Metric, ReferenceSet, Text

__all__ = ["VariadicCommand", "evaluate_command", "named_files", "read_systems", "warn_of"]

_FILE = NamedFile()
_VARIADIC = ("--output", "--system", "--references", "--metric")
_DEFAULT_METRICS = ("sari-easse", "bleu", "fkgl")


class VariadicCommand(click.Command):
    """A command whose list options take values until the next option: ``--references ref0 ref1 ref2``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat a list option before each of its values, then parse as usual."""
        spread: list[str] = []
        current = None
        for position, argument in enumerate(args):
            follows_option = position > 0 and args[position - 1] in _VARIADIC
            if argument.startswith("--") and not follows_option:  # one dash may begin a metric, -ld
                current = argument if argument in _VARIADIC else None
            elif current is not None and not follows_option:
                spread.append(current)
            spread.append(argument)
        return super().parse_args(ctx, spread)


@click.command("evaluate", cls=VariadicCommand)
@click.option("--source", type=_FILE, help="Source sentences, one a line.")
@click.option("--references", type=_FILE, multiple=True, help="Reference files, one or more.")
@click.option("--dataset", type=_FILE, help="In place of both: a folder with X.src and X.ref*, or folder/X.")
@click.option("--output", "outputs", multiple=True, help="A system's output: FILE or NAME=FILE; repeatable.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help=f"A metric or expression ('0.5*sari-paper + 0.5*fkbleu').  [default: {', '.join(_DEFAULT_METRICS)}]",
)
@click.option("--list-metrics", is_flag=True, help="Print all metrics, each with a summary, and stop.")
@click.option("--tokenizer", help="none, 13a, intl, ptb or moses.  [default: the metric's own]")
@click.option("--case", help="lc (lowercase) or mixed.  [default: the metric's own]")
@click.option("--brackets", help="plain turns -LRB- into brackets; keep.  [default: the metric's own]")
@click.option("--lines", help="Use these lines only: FIRST-LAST, counted from 1.")
@click.option("--identity", is_flag=True, help="Add a row for the unchanged sources.")
@click.option("--reference-row", is_flag=True, help="Add a row for each reference against the rest (mean).")
@click.option("--baseline", help="The system to compare the others with.  [default: the first]")
@click.option("--samples", default=1000, show_default=True, help="Resamples of the tests; 0 for no tests.")
@click.option("--confidence", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=12345, show_default=True, help="Seed of the tests.")
@click.option("--decimals", default=2, show_default=True, help="Decimals in the table.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@language_option
@plugin_option
@click.option("--per-sentence", type=_FILE, help="Also write every sentence's scores to this file (TSV).")
def evaluate_command(
    source: Path | None,
    references: tuple[Path, ...],
    dataset: Path | None,
    outputs: tuple[str, ...],
    metrics: tuple[str, ...],
    list_metrics: bool,
    tokenizer: str | None,
    case: str | None,
    brackets: str | None,
    lines: str | None,
    identity: bool,
    reference_row: bool,
    baseline: str | None,
    samples: int,
    confidence: float,
    seed: int,
    decimals: int,
    as_json: bool,
    language: str,
    per_sentence: Path | None,
) -> None:
    """Score the outputs of one or more systems.

    All files are UTF-8, one sentence a line; line i of every file belongs to the same sentence. Several
    systems are compared with the first one (or --baseline) by the paired bootstrap and by approximate
    randomisation.
    """
    import dataclasses

    from simplifier.evaluation.metrics import metric_names, metric_summary, parse_metric
    from simplifier.evaluation.score_table import format_table, to_json, write_sentences
    from simplifier.evaluation.systems import Resampling, evaluate, references_against_the_rest

    if list_metrics:
        for line in aligned([[name, metric_summary(name)] for name in metric_names()], widest=90):
            click.echo(line)
        return
    if (dataset is None) == (source is None):
        raise ConfigError("give --source and --references, or --dataset; one of the two")
    if not outputs and not identity:
        raise ConfigError("nothing to score; give --output FILE, or --identity")
    preprocessing = {"tokenizer": tokenizer, "case": case, "brackets": brackets}
    changed = {name: value for name, value in preprocessing.items() if value is not None}
    parsed = (parse_metric(metric, changed) for metric in metrics or _DEFAULT_METRICS)
    chosen = list({metric.name: metric for metric in parsed}.values())
    files = named_files(outputs)
    data, systems = read_systems(dataset, source, references, files, identity, line_range(lines), language)
    warnings = warn_of(data, {str(path): systems[name] for name, path in files.items()}, chosen)
    if baseline is None and len(systems) > 1:
        baseline = next(name for name in systems if name != "identity")
    result = evaluate(chosen, data, systems, baseline, Resampling(samples, confidence, seed))
    if reference_row:
        row = references_against_the_rest(chosen, data)
        result = dataclasses.replace(result, rows=(*result.rows, row))
    if per_sentence is not None:
        write_sentences(result, per_sentence)
    click.echo(to_json(result, warnings) if as_json else format_table(result, decimals))


def read_systems(
    dataset: Path | None,
    source: Path | None,
    references: tuple[Path, ...],
    outputs: Mapping[str, Path],
    identity: bool,
    lines: slice,
    language: str,
) -> tuple[ReferenceSet, dict[str, list[Text]]]:
    """Return the test set and every system's outputs.

    Args:
        dataset: a folder, or a folder with the prefix of its files; it takes the place of source and references.
        source: the file of source sentences.
        references: the files of references.
        outputs: the files of outputs, by the name of the system.
        identity: True to add the unchanged sources as a system.
        lines: the lines that are used of every file.
        language: the language of the texts, as `--language` names it.

    Raises:
        InputError: a file is missing, is not UTF-8, or has another number of lines than the source.
        ConfigError: there is no such language.
    """
    from simplifier.evaluation.datasets import Dataset, find_dataset, read_outputs
    from simplifier.languages import language_named

    spoken = language_named(language)
    files = find_dataset(dataset, spoken) if dataset else Dataset(source or Path(), references, spoken)
    data = files.load(lines)
    systems: dict[str, list[Text]] = {"identity": data.sources} if identity else {}
    for name, path in outputs.items():
        systems[name] = [*read_outputs(path, files, lines)]
    return data, systems


def warn_of(data: ReferenceSet, outputs: Mapping[str, list[Text]], metrics: Sequence[Metric]) -> list[str]:
    """Print and return warnings about blank lines, and about texts that seem to be prepared differently."""
    from simplifier.evaluation.mismatch import find_blank_lines, find_mismatches

    warnings = [*find_blank_lines(data, outputs), *find_mismatches(data, outputs, metrics)]
    for warning in warnings:
        warn_once(warning)
    return warnings


def named_files(outputs: Sequence[str], option: str = "--output") -> dict[str, Path]:
    """Return the files of outputs by the names of their systems.

    Without a given name, a system is named after its file, or after its path if two files have the same name.

    Args:
        outputs: the outputs as FILE or NAME=FILE.
        option: the option that named them, for messages.

    Raises:
        ConfigError: an output has no file.
        InputError: two systems have the same name.
    """
    pairs = []
    for output in outputs:
        told, separator, file = output.partition("=")
        if not output or (separator and not file):
            raise ConfigError(f"{option} {output}: needs FILE or NAME=FILE")
        # A file whose own name has an equals sign is taken as a file.
        pairs.append((told, Path(file)) if separator and not Path(output).exists() else ("", Path(output)))
    stems = [path.stem for name, path in pairs if not name]
    named: dict[str, Path] = {}
    for name, path in pairs:
        name = name or (path.stem if stems.count(path.stem) == 1 else str(path))
        if name in named or name == "identity":
            raise InputError(f"two systems are called {name!r}; name them with {option} NAME=FILE")
        named[name] = path
    return named
