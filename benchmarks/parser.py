"""Measure the parser: speed, start-up, size.

    python -m benchmarks.parser --tagger tagger.bin --model parser.bin --text sentences.txt

TEXT holds one tokenised sentence a line (the tuning sources, for example). Times are processor times of this
process, the median of several runs; the tags are at hand already where nothing else is said.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from simplifier.base.reading import read_lines
from simplifier.core import Parser
from simplifier.languages import language_named
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger

RUNS = 7

#: Labels of auxiliary verbs in the embedded model.
AUXILIARIES = language_named("en").relations.auxiliaries


def seconds(work: Callable[[], object]) -> float:
    """Return the median processor time of several runs."""
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return statistics.median(times)


def main() -> None:
    """Print the measurements."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tagger", type=Path, required=True)
    options.add_argument("--model", type=Path, required=True)
    options.add_argument("--text", type=Path, required=True)
    arguments = options.parse_args()
    sentences: list[Sequence[str]] = [line.split() for line in read_lines(arguments.text)]
    words = sum(map(len, sentences))
    tagger, parser = Tagger.load(arguments.tagger), TransitionParser.load(arguments.model, AUXILIARIES)
    core = Parser(str(arguments.model))
    tags: list[Sequence[str]] = [*tagger.tag_batch(sentences)]

    def rate(work: Callable[[], object]) -> str:
        took = seconds(work)
        return f"{len(sentences) / took:.0f} sentences/s, {words / took / 1e3:.0f} thousand words/s"

    print(f"model            {arguments.model.stat().st_size / 1e6:.2f} MB, {len(parser.labels)} labels")
    print(f"load             {1e3 * seconds(lambda: TransitionParser.load(arguments.model, AUXILIARIES)):.1f} ms")
    print(f"text             {len(sentences)} sentences, {words / len(sentences):.1f} words each")
    print(f"core alone       {rate(lambda: core.parse(sentences, tags))}")
    print(f"trees, together  {rate(lambda: parser.parse(sentences, tags))}")
    one_by_one = [([sentence], [own]) for sentence, own in zip(sentences, tags, strict=True)]
    print(f"trees, singly    {rate(lambda: [parser.parse(*one) for one in one_by_one])}")
    print(f"tags and trees   {rate(lambda: parser.parse(sentences, tagger.tag_batch(sentences)))}")


if __name__ == "__main__":
    main()
