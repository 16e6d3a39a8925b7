"""`simplifier decode`: all that `simplify` does, and configurations of the Joshua decoder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from simplifier.base.reading import check_inputs, input_name, open_input, stream_lines
from simplifier.base.terminal import note
from simplifier.base.writing import open_output
from simplifier.cli.search import SearchReport, open_report
from simplifier.cli.simplify import simplify_command

if TYPE_CHECKING:
    from simplifier.joshua import JoshuaDecoder, OutputFormat
    from simplifier.joshua.decoder import JoshuaVersion

__all__ = ["decode_command"]

# Options of `simplify` that mean the same with a Joshua configuration.
_SHARED: Final = frozenset({"inputs", "output", "kbest", "threads", "pop_limit", "forest", "forest_stats"})

_JOSHUA_OPTIONS: Final = (
    click.Option(
        ["--joshua-config"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Decode tokenised lines as this configuration of Joshua 5 or 6 says.",
    ),
    click.Option(
        ["--joshua-set"],
        multiple=True,
        metavar="LINE",
        help="One more line of the Joshua configuration, such as 'top-n = 10' or 'lm_0 1.2'.",
    ),
    click.Option(
        ["--joshua-version"],
        type=click.Choice(["5", "6"]),
        help="Whose OOVPenalty holds (1 or -100 an unknown word).  [default: told by its weight]",
    ),
    click.Option(
        ["--joshua-tables"],
        type=click.Path(path_type=Path, file_okay=False),
        metavar="FOLDER",
        help="Keep the packed grammars here for the next time.",
    ),
    click.Option(
        ["--ignore-unsupported"],
        is_flag=True,
        help="Note what a Joshua configuration asks for and cannot have, and go on without it.",
    ),
)


@click.pass_context
def _decode(
    context: click.Context,
    /,
    joshua_config: Path | None,
    joshua_set: tuple[str, ...],
    joshua_version: str | None,
    joshua_tables: Path | None,
    ignore_unsupported: bool,
    **options: Any,  # noqa: ANN401  # those of `simplify`
) -> None:
    if joshua_config is None:
        if joshua_set or joshua_version or joshua_tables or ignore_unsupported:
            raise click.UsageError(
                "--joshua-set, -version, -tables and --ignore-unsupported go with --joshua-config", context
            )
        context.invoke(simplify_command, **options)
        return
    for parameter in simplify_command.params:
        name = str(parameter.name)
        given = context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
        if given and name not in _SHARED:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --joshua-config", context)
    from simplifier.joshua import JoshuaDecoder, OutputFormat, read_joshua_config
    from simplifier.languages import language_named

    lines = list(joshua_set)
    if options["kbest"] is not None:
        lines.append(f"top-n = {options['kbest']}")
    if options["pop_limit"] is not None:
        lines.append(f"pop-limit = {options['pop_limit']}")
    if options["threads"] is not None:
        lines.append(f"threads = {options['threads'] or os.cpu_count() or 1}")
    version = None if joshua_version is None else int(joshua_version)
    config = read_joshua_config(joshua_config, lines, ignore_unsupported)
    named = options["inputs"] or (Path(config.input_file or "-"),)
    template = OutputFormat(config.output_format, language_named("en").writing)
    check_inputs(named)
    decoder = JoshuaDecoder(config, cast("JoshuaVersion | None", version), joshua_tables)
    with open_report(options["forest"], options["forest_stats"]) as report:
        _run_joshua(decoder, template, named, options["output"], report)


def _run_joshua(
    decoder: JoshuaDecoder,
    template: OutputFormat,
    inputs: tuple[Path, ...],
    output: Path | None,
    report: SearchReport,
) -> None:
    for message in decoder.notes:
        note(message)
    decoder.warn = note
    batch = 1 if sys.stdin.isatty() and str(inputs[0]) == "-" else 256
    with open_output(output) as stream:
        found = decoder.search(_lines(inputs), template.needs_tree, report.wants_forests, batch)
        for sentence in found:
            report.tell(sentence.search, sentence.forest)
            for translation in sentence.translations:
                stream.write(f"{template.line(translation)}\n".encode())
            if batch == 1:
                stream.flush()


def _lines(inputs: tuple[Path, ...]) -> Iterator[str]:
    """Yield the lines of all files end to end: sentences are numbered through."""
    for path in inputs:
        with open_input(path) as stream:
            for line in stream_lines(stream, input_name(path)):
                yield line.rstrip("\r\n")


decode_command = click.Command(
    "decode",
    callback=_decode,
    params=[*simplify_command.params, *_JOSHUA_OPTIONS],
    help=(
        "Rewrite English text as `simplify` does, or with --joshua-config translate lines of words by a "
        "model of the Joshua decoder (docs/guide/configuration.md)."
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
