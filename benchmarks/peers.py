"""Measure the decoder in the setting the C++ decoders of the field were timed in.

    python -m benchmarks.peers --input tune.src --meteor paraphrase-en.gz --folder .work/peers \
        --text general.txt.gz --text simple.txt.gz --text wikipedia.txt.gz

The rules and the language model are made on the first run and kept in the folder (see
`benchmarks.peer_setting`; training needs lmplz). Loading is not counted. What Moses and cdec did beside it
on one machine stands in docs/measured/speed.md; figures of another machine do not compare with those.
"""

from __future__ import annotations

from pathlib import Path

import click

from base.reading import read_lines
from benchmarks.decoding import (
    POP_LIMITS,
    SPEED_HEADER,
    language_model_share,
    length_table,
    lists_row,
    speed_curve,
    threads_row,
)
from benchmarks.machine import describe_machine
from benchmarks.peer_setting import PeerSetting
from benchmarks.search_errors import error_tables
from simplifier.decoder import InputSentence


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--meteor", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--text", "texts", multiple=True, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--folder", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--sentences", "limit", default=500, show_default=True)
@click.option("--runs", default=5, show_default=True)
def main(
    input_file: Path, meteor: Path, texts: tuple[Path, ...], folder: Path, limit: int, runs: int
) -> None:
    """Print tables of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = read_lines(input_file)[:limit]
    setting = PeerSetting(lines, meteor, texts, folder)
    print(
        f"{len(lines)} sentences of {input_file.name}, {len(setting.table):,} rules with "
        f"{len(setting.table.feature_names)} features\n"
    )
    decoder = setting.decoder()
    inputs = [_sentence(line.split()) for line in lines]
    decoder.decode_native(inputs)
    print(SPEED_HEADER)
    speed_curve(decoder, inputs, POP_LIMITS, runs)
    lists_row(decoder, inputs, runs)
    threads_row(decoder, inputs, runs)
    print()
    language_model_share(setting.decoder, inputs, runs)
    length_table(decoder, _sentence, [word for line in lines for word in line.split()], runs)
    error_tables(decoder, inputs, 15, runs)


def _sentence(tokens: list[str]) -> InputSentence:
    return InputSentence(tuple(tokens))


if __name__ == "__main__":
    main()
