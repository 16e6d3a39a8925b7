"""Measure the decoder in the setting the C++ decoders of the field were timed in.

    python -m benchmarks.peers --input tune.src --meteor paraphrase-en.gz --folder .work/peers \
        --text general.txt.gz --text simple.txt.gz --text wikipedia.txt.gz

The rules and the language model are made on the first run and kept in the folder (see
`benchmarks.peer_setting`, which also tells of ``--setting B`` and ``C``; training needs lmplz). Loading is
not counted. The peers' figures are those given for Moses' chart decoder and cdec on a machine of this kind;
they were not measured by this program.
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
from benchmarks.peer_setting import SETTINGS, PeerSetting
from benchmarks.search_errors import error_tables
from benchmarks.timing import Timing
from simplifier.decoder import InputSentence, SearchOptions
from simplifier.decoder.search_options import SearchOrder

# Sentences a second as given: (task, pop limit) -> decoder -> figure.
_GIVEN = {
    ("1-best", 100): {"Moses chart": 670, "cdec": 420},
    ("1-best", 1000): {"cdec": 130},
    ("300-best", 100): {"Moses chart": 14, "cdec": 160},
}
_WANTED = {("1-best", 100): 1300, ("300-best", 100): 320}


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
        curve = speed_curve(decoder, inputs, only or POP_LIMITS, runs)
        print()
    if only:
        return
    print(SPEED_HEADER)
    timings = {("1-best", pop_limit): timing for pop_limit, timing in curve.items()}
    timings["300-best", 100] = lists_row(decoder, inputs, runs)
    threads_row(decoder, inputs, runs)
    print()
    _comparison(timings, len(inputs))
    language_model_share(made.decoder, inputs, runs)
    length_table(decoder, _sentence, [word for line in lines for word in line.split()], runs)
    error_tables(decoder, inputs, 15, runs)


def _sentence(tokens: list[str]) -> InputSentence:
    return InputSentence(tuple(tokens))


def _comparison(timings: dict[tuple[str, int], Timing], count: int) -> None:
    print(
        "| task, pop limit | ours (cpu) | wanted | peer, as given | ours to theirs |\n|---|---|---|---|---|"
    )
    for (task, pop_limit), peers in _GIVEN.items():
        speed = count / timings[task, pop_limit].cpu
        wanted = _WANTED.get((task, pop_limit), "")
        for name, given in peers.items():
            print(f"| {task}, {pop_limit} | {speed:,.0f} | {wanted} | {name} {given} | {speed / given:.1f} |")
    print()


if __name__ == "__main__":
    main()
