"""Measure the decoder in the setting the C++ decoders of the field were timed in.

    python -m benchmarks.peers --input tune.src --meteor paraphrase-en.gz --folder .work/peers \
        --text general.txt.gz --text simple.txt.gz --text wikipedia.txt.gz

The rules and the language model are made on the first run and kept in the folder (see
`PeerSetting`, which also tells of ``--setting B`` and ``C``; training needs lmplz). Loading is
not counted. What Moses and cdec did beside it on one machine stands in docs/history.md; figures of
another machine do not compare with those.
"""

from __future__ import annotations

import math
import os
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path

import click

from benchmarks.decode import (
    POP_LIMITS,
    SPEED_HEADER,
    language_model_share,
    length_table,
    lists_row,
    speed_curve,
    threads_row,
)
from benchmarks.measuring import describe_machine, median_of
from simplifier.base.reading import read_lines, text_lines
from simplifier.core import LanguageModel
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart, SearchOptions
from simplifier.decoder.options import SearchOrder
from simplifier.lm.conversion import convert
from simplifier.lm.training import train
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.build_config import BuildConfig
from simplifier.rules.tables.table import open_table

_GAP = "[X,1]"
Phrase = tuple[str, ...]
Pair = tuple[Phrase, Phrase]


def write_gap_rules(meteor: Path, out: Path, most: int) -> int:
    """Write the rules as a labelled grammar with the feature ``MeteorLogProb``; return their number.

    Args:
        meteor: phrase pairs, three lines each: probability, source, target.
        out: the file written.
        most: how many patterns are kept.
    """
    pairs = dict(_pairs(meteor))
    counts: Counter[Pair] = Counter()
    mass: defaultdict[Pair, float] = defaultdict(float)
    for pair, probability in pairs.items():
        for pattern in set(_patterns(pair, pairs.keys())):
            counts[pattern] += 1
            mass[pattern] += probability
    kept = sorted(counts, key=lambda pattern: (-counts[pattern], pattern))[:most]
    with out.open("w", encoding="utf-8") as file:
        for source, target in kept:
            score = math.log(mass[source, target] / counts[source, target])
            file.write(f"[X] ||| {' '.join(source)} ||| {' '.join(target)} ||| MeteorLogProb={score:.6f}\n")
    return len(kept)


def _pairs(meteor: Path) -> Iterator[tuple[Pair, float]]:
    lines = text_lines(meteor)
    while entry := tuple(islice(lines, 3)):
        probability, source, target = entry
        yield (tuple(source.split()), tuple(target.split())), float(probability)


def _patterns(pair: Pair, pairs: Collection[Pair]) -> Iterator[Pair]:
    source, target = pair
    for i, j in _inside(source):
        for k, m in _inside(target):
            inner = source[i:j], target[k:m]
            if inner[0] != inner[1] and inner not in pairs:
                continue
            pattern = (*source[:i], _GAP, *source[j:]), (*target[:k], _GAP, *target[m:])
            if pattern[0] != pattern[1]:
                yield pattern


def _inside(phrase: Phrase) -> Iterator[tuple[int, int]]:
    for i in range(len(phrase)):
        for j in range(i + 1, len(phrase) + 1):
            if j - i < len(phrase):
                yield i, j


SPAN_LIMIT = 10
_FEATURES = ("MeteorLogProb", "Identity", "WordCountDiff", "CharCountDiff")
# Chosen so that the rules and the language model compete; copying is not the best answer everywhere.
_WEIGHTS = {
    "MeteorLogProb": 0.2,
    "Identity": 0.6,
    "WordCountDiff": 0.1,
    "CharCountDiff": 0.02,
    "lm_text": 0.4,
    "lm_text_oov": -4.0,
    "WordPenalty": 0.3,
    "OOVPenalty": -4.0,
    "GluePenalty": -0.1,
}
_LANGUAGE_MODEL_OF_B = 0.55
_GAP_RULES = 17_044
SETTINGS = ("A", "B", "C")


class PeerSetting:
    """The rules and the language model, made where the folder does not hold them yet.

    Args:
        sentences: tokenised; the rules are filtered to their phrases.
        meteor: a METEOR paraphrase table, plain or gzip.
        texts: tokenised text for the language model, plain or gzip; lowercased here.
        folder: keeps what is made.
        name: one of `SETTINGS`.
    """

    def __init__(
        self, sentences: Sequence[str], meteor: Path, texts: Sequence[Path], folder: Path, name: str = "A"
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        rules = "gaps" if name == "C" else "rules"
        table_path, lm_path = folder / f"{rules}{len(sentences)}.table", folder / "text.binary"
        if not table_path.exists():
            _filter_rules(sentences, meteor, folder)
            _build(folder, table_path, with_gaps=name == "C")
        if not lm_path.exists():
            _train(texts, folder, lm_path)
        self.table = open_table(table_path)
        self._language_model = LanguageModel(str(lm_path))
        self._weights = dict(_WEIGHTS)
        if name == "B":
            del self._weights["Identity"]
            self._weights["lm_text"] = _LANGUAGE_MODEL_OF_B

    def decoder(self, wrap: Callable[[LanguageModel], LanguageModel] = lambda model: model) -> ChartDecoder:
        """Return a decoder whose language model went through ``wrap``."""
        grammar = GrammarPart(self.table, "meteor", SPAN_LIMIT)
        return ChartDecoder([grammar], [LanguageModelPart(wrap(self._language_model), "text")], self._weights)


def _filter_rules(sentences: Sequence[str], meteor: Path, folder: Path) -> None:
    split = [sentence.split() for sentence in sentences]
    phrases = {
        " ".join(words[i:j])
        for words in split
        for i in range(len(words))
        for j in range(i + 1, min(len(words), i + SPAN_LIMIT) + 1)
    }
    lines = text_lines(meteor)
    with (folder / "filtered.meteor").open("w", encoding="utf-8") as out:
        while entry := tuple(islice(lines, 3)):
            if entry[1] in phrases:
                out.writelines(f"{line}\n" for line in entry)
    words = sorted({word for sentence in split for word in sentence})
    (folder / "words.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


def _build(folder: Path, table_path: Path, with_gaps: bool) -> None:
    phrases = folder / "filtered.meteor"
    sources: list[dict[str, object]] = [{"name": "meteor", "format": "meteor", "path": phrases, "label": "X"}]
    if with_gaps:
        gaps = folder / "gaps.txt"
        write_gap_rules(phrases, gaps, _GAP_RULES)
        sources.append({"name": "gaps", "format": "ppdb1", "path": gaps})
    config = BuildConfig.model_validate(
        {
            "sources": sources,
            "features": _FEATURES,
            "self_rules": {"sources": False, "vocabulary": folder / "words.txt"},
        }
    )
    build_table(config, table_path)


def _train(texts: Sequence[Path], folder: Path, lm_path: Path) -> None:
    lowercased, arpa = folder / "text.txt", folder / "text.arpa"
    with lowercased.open("w", encoding="utf-8") as out:
        for text in texts:
            out.writelines(f"{line.lower()}\n" for line in text_lines(text))
    report = train(lowercased, arpa, order=5, memory="1G")
    print(f"trained on {report.tokens:,} words; n-grams by order {report.ngrams}\n")
    convert(arpa, lm_path, structure="probing")
    os.unlink(arpa)
    os.unlink(lowercased)


_EXHAUSTIVE = 0
_DEEPEST = 1000
# Scores are sums of doubles in another order: less than this is no error of the search.
_ROUNDING = 1e-6


def error_tables(decoder: ChartDecoder, inputs: Sequence[InputSentence], longest: int, runs: int) -> None:
    """Print the short sentences against exhaustive search, and all against the largest pop limit."""
    short = [one for one in inputs if len(one.tokens) <= longest]
    usual = decoder.pop_limit
    report_errors(decoder, short, f"sentences of up to {longest} tokens", _EXHAUSTIVE, runs)
    report_errors(decoder, inputs, "sentences of any length", _DEEPEST, runs)
    decoder.pop_limit = usual


def report_errors(decoder: ChartDecoder, inputs: Sequence[InputSentence], name: str, yardstick: int, runs: int) -> None:
    """Print speed and score of every pop limit against the yardstick, a pop limit (0 is exhaustive)."""
    against = "exhaustive search" if yardstick == _EXHAUSTIVE else f"pop limit {yardstick}"
    best = best_scores(decoder, inputs, yardstick)
    print(f"{len(inputs)} {name}, against {against} (mean model score {statistics.mean(best):.4f}):\n")
    print(
        "| pop limit | sentences/s (cpu) | mean model score | mean loss | largest loss | search errors |\n"
        "|---|---|---|---|---|---|"
    )
    for pop_limit in [*POP_LIMITS, *([_EXHAUSTIVE] if yardstick == _EXHAUSTIVE else [])]:
        scores = best_scores(decoder, inputs, pop_limit)
        speed = len(inputs) / median_of(runs, lambda: decoder.decode_native(inputs)).cpu
        losses = [most - score for most, score in zip(best, scores, strict=True)]
        errors = sum(loss > _ROUNDING for loss in losses)
        print(
            f"| {pop_limit or 'none'} | {speed:,.0f} | {statistics.mean(scores):.4f} | "
            f"{statistics.mean(losses):.5f} | {max(losses):.3f} | {errors} ({errors / len(inputs):.1%}) |"
        )
    print()


def best_scores(decoder: ChartDecoder, inputs: Sequence[InputSentence], pop_limit: int) -> list[float]:
    """Return every sentence's best model score and leave the decoder at this pop limit."""
    decoder.pop_limit = pop_limit
    return [one.derivations[0].score for one in decoder.decode_native(inputs)]


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
