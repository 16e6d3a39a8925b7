"""`simplifier decode --joshua-config`: lines of words translated by a model of the Joshua decoder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from simplifier.base.reading import check_inputs, input_name, open_input, stream_lines
from simplifier.base.terminal import note
from simplifier.base.writing import open_output
from simplifier.cli.printing import SearchReport, open_report

if TYPE_CHECKING:
    from simplifier.cli.run import JoshuaModel, Run
    from simplifier.joshua import JoshuaDecoder, OutputFormat
    from simplifier.joshua.decoder import JoshuaVersion

__all__ = ["decode_with_joshua"]


def decode_with_joshua(run: Run, model: JoshuaModel) -> None:
    """Translate every line by a Joshua configuration.

    Raises:
        InputError: the configuration, or a file that it names, is missing or wrong.
    """
    from simplifier.joshua import JoshuaDecoder, OutputFormat, read_joshua_config
    from simplifier.languages import language_named

    config = read_joshua_config(model.config, [*model.lines, *_lines_of_options(run)], model.ignore_unsupported)
    inputs = run.reading.inputs or (Path(config.input_file or "-"),)
    template = OutputFormat(config.output_format, language_named("en").writing)
    check_inputs(inputs)
    decoder = JoshuaDecoder(config, cast("JoshuaVersion | None", model.version), model.tables)
    for message in decoder.notes:
        note(message)
    decoder.warn = note
    with open_report(run.reporting.forest, run.reporting.forest_stats) as report:
        _write(decoder, template, inputs, run.writing.output, report)


def _lines_of_options(run: Run) -> Iterator[str]:
    """Yield the lines of a Joshua configuration that options of the command line stand for."""
    settings = run.rewriting.overrides
    if run.rewriting.kbest is not None:
        yield f"top-n = {run.rewriting.kbest}"
    if "decoder.pop_limit" in settings:
        yield f"pop-limit = {settings['decoder.pop_limit']}"
    if "decoder.threads" in settings:
        yield f"threads = {settings['decoder.threads'] or os.cpu_count() or 1}"


def _write(
    decoder: JoshuaDecoder,
    template: OutputFormat,
    inputs: tuple[Path, ...],
    output: Path | None,
    report: SearchReport,
) -> None:
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
    """Yield the lines of all files one after the other; sentences are numbered through all files."""
    for path in inputs:
        with open_input(path) as stream:
            for line in stream_lines(stream, input_name(path)):
                yield line.rstrip("\r\n")
