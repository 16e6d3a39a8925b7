"""Words and sentences a second of the tagger and the parser, on one core.

python -m benchmarks.annotation tagger --model tagger.bin --text sentences.txt
python -m benchmarks.annotation parser --tagger tagger.bin --model parser.bin --text sentences.txt
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from simplifier.base.reading import read_lines
from simplifier.core import Parser
from simplifier.languages import language_named
from simplifier.languages.analysis.parser import TransitionParser
from simplifier.languages.analysis.tagger import Tagger
from simplifier.rules.tables.rule_labels import RuleLabeller

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


def all_spans(size: int, longest: int) -> list[tuple[int, int]]:
    """Return the spans of a sentence up to a length."""
    return [(start, end) for start in range(size) for end in range(start + 1, min(start + longest, size) + 1)]


def tagger_main() -> None:
    """Time the tagger, and the labels of spans and rules that follow from its tags."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--span", type=int, default=7, help="longest span labelled")
    arguments = parser.parse_args()
    lines = read_lines(arguments.text)
    sentences = [line.split() for line in lines]
    words = sum(len(sentence) for sentence in sentences)
    tagger = Tagger.load(arguments.model)

    print(f"model            {arguments.model.stat().st_size / 1e6:.2f} MB, {tagger.word_count} words")
    print(f"load             {1e3 * seconds(lambda: Tagger.load(arguments.model)):.1f} ms")
    print(f"text             {len(sentences)} sentences, {words} words")
    print(f"tag_text         {words / seconds(lambda: tagger.tag_text(lines)) / 1e3:.0f} thousand words/s")
    print(f"tag_batch        {words / seconds(lambda: tagger.tag_batch(sentences)) / 1e3:.0f} thousand words/s")
    one_by_one = seconds(lambda: [tagger.tag(sentence) for sentence in sentences])
    print(f"tag, one by one  {words / one_by_one / 1e3:.0f} thousand words/s")

    tagged = tagger.tag_batch(sentences)
    places = [all_spans(len(tags), arguments.span) for tags in tagged]
    pairs = list(zip(tagged, places, strict=True))
    span_labels = language_named("en").span_labels  # nothing was labelled before, so no labels are remembered
    started = time.process_time()
    spans = sum(len(span_labels(*pair)) for pair in pairs)
    cold = time.process_time() - started
    warm = seconds(lambda: [span_labels(*pair) for pair in pairs])
    print(f"span_labels      {spans / len(sentences):.0f} spans a sentence; ms a sentence: ", end="")
    print(f"{1e3 * cold / len(sentences):.3f} first time, {1e3 * warm / len(sentences):.3f} seen before")

    sources = [" ".join(s[at : at + 2]) for s in sentences for at in range(len(s) - 1)]
    targets = [" ".join(s[at : at + 1]) for s in sentences for at in range(len(s) - 1)]
    labelling = seconds(lambda: RuleLabeller(tagger, language_named("en")).label_pairs(sources, targets))
    print(f"label_pairs      {len(sources) / labelling / 1e3:.0f} thousand pairs/s")


def parser_main() -> None:
    """Time the parser alone, and with the tagger before it."""
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
    programs = {"tagger": tagger_main, "parser": parser_main}
    if len(sys.argv) < 2 or sys.argv[1] not in programs:
        sys.exit(f"error: name what to time, one of {', '.join(programs)}")
    programs[sys.argv.pop(1)]()
