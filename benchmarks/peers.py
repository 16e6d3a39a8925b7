"""Measure the decoder in the setting the C++ decoders of the field were timed in.

    python -m benchmarks.peers --input tune.src --meteor paraphrase-en.gz --folder .work/peers \
        --text general.txt.gz --text simple.txt.gz --text wikipedia.txt.gz

The rules and the language model are made on the first run and kept in the folder (see
`benchmarks.peer_setting`, which also tells of ``--setting B`` and ``C``; training needs lmplz). Loading is
not counted. What Moses and cdec did beside it on one machine stands in docs/history.md; figures of
another machine do not compare with those.
"""

from __future__ import annotations

from pathlib import Path

import click

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
from benchmarks.peer_setting import SETTINGS, PeerSetting
from benchmarks.search_errors import error_tables
from simplifier.base.reading import read_lines
from simplifier.decoder import InputSentence, SearchOptions
from simplifier.decoder.options import SearchOrder


@click.command()
@click.option("--input", "input_file", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--meteor", required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--text", "texts", multiple=True, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--folder", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--setting", type=click.Choice(SETTINGS), default="A", show_default=True)
@click.option("--pop-limit", "only", multiple=True, type=int, help="Only the curves, at these pop limits.")
@click.option("--sentences", "limit", default=500, show_default=True)
@click.option("--runs", default=5, show_default=True)
def main(
    input_file: Path,
    meteor: Path,
    texts: tuple[Path, ...],
    folder: Path,
    setting: str,
    only: tuple[int, ...],
    limit: int,
    runs: int,
) -> None:
    """Print tables of the measurements in Markdown."""
    print(describe_machine(), end="\n\n")
    lines = read_lines(input_file)[:limit]
    made = PeerSetting(lines, meteor, texts, folder, setting)
    print(
        f"{len(lines)} sentences of {input_file.name}, {len(made.table):,} rules with "
        f"{len(made.table.feature_names)} features\n"
    )
    decoder = made.decoder()
    inputs = [_sentence(line.split()) for line in lines]
    decoder.decode_native(inputs)
    orders: tuple[SearchOrder, ...] = ("outside", "score")
    for order in orders:
        decoder.search_options = SearchOptions(order)
        print(f"setting {setting}, by {order}:\n\n{SPEED_HEADER}")
        speed_curve(decoder, inputs, only or POP_LIMITS, runs)
        print()
    if only:
        return
    print(SPEED_HEADER)
    lists_row(decoder, inputs, runs)
    threads_row(decoder, inputs, runs)
    print()
    language_model_share(made.decoder, inputs, runs)
    length_table(decoder, _sentence, [word for line in lines for word in line.split()], runs)
    error_tables(decoder, inputs, 15, runs)


def _sentence(tokens: list[str]) -> InputSentence:
    return InputSentence(tuple(tokens))


if __name__ == "__main__":
    main()
