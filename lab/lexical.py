"""Measure lexical simplification: four sets, baselines of exchangeable steps, seven outcomes, TSAR 2022.

    python -m lab.lexical ../shared/data --wordnet /usr/share/wordnet

DATA has the folders lexsimp, lexicon and paraphrase (docs/build/data.md). The published figures are in
lab/tsar2022.tsv.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import click

from lab.printing import OUTPUT, tell
from simplifier import Simplifier
from simplifier.base.errors import SimplifierError
from simplifier.base.reading import read_lines, text_lines
from simplifier.evaluation.lexical.identification import (
    Identifier,
    everything,
    g_score,
    learnt,
    threshold,
    voting,
)
from simplifier.evaluation.lexical.measures import LexicalScores, score_substitutes
from simplifier.evaluation.lexical.outcomes import Outcome, count_outcomes
from simplifier.evaluation.lexical.sets import WordInPlace, read_predictions, read_set
from simplifier.evaluation.lexical.steps import (
    LexicalSystem,
    average_of_ranks,
    best_share,
    by_context,
    by_value,
    from_lists,
    keep_all,
)
from simplifier.lm import load_native
from simplifier.rules.resources.word_values import read_word_values
from simplifier.rules.resources.wordnet import PARTS, WordNet
from simplifier.rules.tables.table import rules_of
from simplifier.suggestions.substitutes import substitutes

__all__ = ["main"]

SETS: Final = ("lexmturk", "benchls", "nnseval", "tsar2022_en")
#: Number of words of NNSVocab. As many of the most complex words of the human lexicon are used in its place.
VOCABULARY: Final = 3854
_COLUMNS: Final = ("potential", "precision", "recall", "F1", "ACC@1", "ACC@1@top1", "ACC@3@top1", "MAP@3")
_PAGE: Final = Path(__file__).with_name("tsar2022.tsv")


@dataclass
class Resources:
    """The resources that the steps need.

    Attributes:
        simplifier: the model.
        data: the folder of the research data.
        wordnet: the folder of WordNet's files.
        frequency: frequency per million by word.
        synonyms: WordNet's synonyms by part of speech and word.
        broader: WordNet's hypernyms by part of speech and word.
        senses: number of WordNet's senses by word.
        paraphrases: PPDB's paraphrases by word.
    """

    simplifier: Simplifier
    data: Path
    wordnet: Path
    frequency: dict[str, float] = field(init=False)
    synonyms: dict[tuple[str, str], list[str]] = field(init=False)
    broader: dict[tuple[str, str], list[str]] = field(init=False)
    senses: dict[str, int] = field(init=False)
    paraphrases: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.frequency = dict(_frequencies(self.data / "lexicon" / "age_of_acquisition.tsv"))
        wordnet = WordNet.read(self.wordnet)
        self.synonyms, self.broader, self.senses = defaultdict(list), defaultdict(list), defaultdict(int)
        for (_, word), places in wordnet.senses.items():
            self.senses[word] += len(places)
        for pair in wordnet.pairs():
            (self.broader if pair.broader else self.synonyms)[pair.part, pair.source].append(pair.target)
        self.paraphrases = {}
        for line in text_lines(self.data / "paraphrase" / "ppdb_xl_neighbours.tsv.gz"):
            source, _, targets = line.partition("\t")
            self.paraphrases[source] = targets.split()
        path = next(one.path for one in self.simplifier.config.language_models if one.name == "normal")
        self.usual = load_native(path).score_words
        self.inflected = lru_cache(None)(self._inflected)

    def how_often(self, word: str) -> float:
        """Return the frequency per million of a word or its base form; for a phrase, that of its rarest word."""
        forms = self.simplifier.language.base_forms
        found = [next((self.frequency[f] for f in forms(one) if f in self.frequency), 0.0) for one in word.split()]
        return min(found, default=0.0)

    def from_wordnet(self, broader: bool) -> Callable[[WordInPlace], list[str]]:
        """Return a function that returns WordNet's synonyms of a word in its form; if ``broader``, also hypernyms."""

        def generate(word: WordInPlace) -> list[str]:
            return self.inflected(word.word.lower(), broader)

        return generate

    def _inflected(self, word: str, broader: bool) -> list[str]:
        language, tagger = self.simplifier.language, self.simplifier.tagger
        found: dict[str, None] = {}
        for part, name in PARTS.items():
            for base in dict.fromkeys(language.base_forms(word)):
                targets = self.synonyms.get((part, base), []) + (self.broader.get((part, base), []) if broader else [])
                for target in targets:
                    if base == word:
                        found[target] = None
                        continue
                    # WordNet has base forms: of the forms of base and target, those are paired that correspond.
                    for form in language.derived_forms((base,), tuple(target.split()), name, tagger):
                        if form.source == (word,) and form.target is not None:
                            found[" ".join(form.target)] = None
        return list(found)

    def from_table(self, word: WordInPlace) -> list[str]:
        """Return the targets of a word's rules from parallel text, the most often aligned first."""
        found: dict[str, float] = {}
        for part in self.simplifier.decoder.grammars:
            for rule in rules_of(part.table, [word.word.lower()]):
                if "parallel" in rule.provenance and not rule.is_self_rule and rule.target:
                    value = rule.features.get("ParallelLogProb", -99.0)
                    found[rule.target] = max(value, found.get(rule.target, -99.0))
        return sorted(found, key=lambda one: -found[one])

    def same_part(self, word: WordInPlace, candidates: Sequence[str]) -> list[str]:
        """Return the candidates whose most frequent part of speech is that of the word; phrases all stay."""
        tagger = self.simplifier.tagger
        assert tagger is not None

        def part(one: str) -> str:
            tags = tagger.word_tags(one.lower())
            return max(tags, key=lambda tag: tags[tag], default="")[:2]

        own = part(word.word)
        return [one for one in candidates if " " in one or part(one) == own]


def _frequencies(path: Path) -> Iterator[tuple[str, float]]:
    """Yield words with their frequency per million; words without a number are left out."""
    for line in read_lines(path)[1:]:
        word, value = line.split("\t")[:2]
        with suppress(ValueError):
            yield word.lower(), float(value)


def baselines(one: Resources) -> list[LexicalSystem]:
    """Return the baselines; a star marks those in which another resource is used in place of a missing one."""
    often, context = by_value(one.how_often), by_context(one.usual)
    mean = average_of_ranks([often, context])
    neighbours = from_lists(one.paraphrases)
    fitting = best_share(context, 0.75)
    return [
        LexicalSystem("Devlin", one.from_wordnet(False), keep_all, often),
        LexicalSystem("WordNet, frequency", one.from_wordnet(True), one.same_part, often),
        LexicalSystem("Horn*", one.from_table, keep_all, mean),
        LexicalSystem("Glavas*", neighbours, keep_all, mean),
        LexicalSystem("Paetzold-U*", neighbours, lambda word, own: fitting(word, one.same_part(word, own)), context),
    ]


def identifiers(
    one: Resources, tested: Iterable[WordInPlace], vocabulary: frozenset[str], rated: Mapping[str, float]
) -> dict[str, Identifier]:
    """Return the strategies of identification, learnt from rated words that are not in the tested set.

    Args:
        one: the resources.
        tested: the words of the tested set.
        vocabulary: the words that count as complex.
        rated: the complexity of rated words; a fifth of them is held out to weigh votes.
    """
    own = {word.word.lower() for word in tested}
    words = [word for number, word in enumerate(sorted(rated)) if word not in own]
    train, held = [w for n, w in enumerate(words) if n % 5], words[::5]
    marks, held_marks = [w in vocabulary for w in train], [w in vocabulary for w in held]
    syllables = one.simplifier.language.syllables

    def values(word: str) -> list[float]:
        synonyms = sum(len(one.synonyms.get((part, word), ())) for part in PARTS)
        return [one.how_often(word), len(word), syllables.count(word), one.senses.get(word, 0), synonyms]

    rare = threshold(one.how_often, train, marks)
    trees = lru_cache(None)(learnt(values, train, marks))
    votes = voting([rare, trees, threshold(lambda word: -len(word), train, marks)], held, held_marks)
    for name, strategy in (("TB", rare), ("SV*", trees), ("PV*", votes)):
        print(f"{name}: G-score {g_score(strategy, held, held_marks):.3f} on held-out words", file=sys.stderr)
    return {"SE": everything, "SV*": trees, "TB": rare, "PV*": votes}


def _row(*cells: object) -> str:
    return "| " + " | ".join(f"{c:.3f}" if isinstance(c, float) else str(c) for c in cells) + " |"


def _head(*cells: str) -> str:
    return f"{_row(*cells)}\n{'|---' * len(cells)}|"


def _scores(found: Mapping[str, Mapping[str, LexicalScores]]) -> Iterator[str]:
    yield _head("set", "system", "answered", *_COLUMNS)
    for name, systems in found.items():
        for system, one in systems.items():
            columns = one.columns()
            yield _row(name, system, f"{one.answered} of {one.words}", *(columns[key] for key in _COLUMNS))


def _outcomes(
    words: Sequence[WordInPlace],
    vocabulary: frozenset[str],
    strategies: Mapping[str, Identifier],
    found: Mapping[str, Sequence[Sequence[str]]],
) -> Iterator[str]:
    yield _head("identification", "system", *(str(one) for one in Outcome if one != Outcome.RIGHT), "right")
    for name, strategy in strategies.items():
        for system, own in found.items():

            def is_complex(word: WordInPlace, ask: Identifier = strategy) -> bool:
                return ask(word.word.lower())

            counted = count_outcomes(words, vocabulary, is_complex, own)
            shown = [counted[one] for one in Outcome if one != Outcome.RIGHT]
            yield _row(name, system, *shown, counted[Outcome.RIGHT])


def _combined(
    one: Resources, words: Sequence[WordInPlace], vocabulary: frozenset[str], ask: Identifier
) -> Iterator[str]:
    often, context = by_value(one.how_often), by_context(one.usual)
    rankers = {"frequency": often, "context": context, "mean of ranks": average_of_ranks([often, context])}
    selectors = {
        "none": keep_all,
        "same part, best 75 %": lambda w, c: best_share(context, 0.75)(w, one.same_part(w, c)),
    }
    yield _head("generation", "selection", *(f"{name}: 4 / 5 / right" for name in rankers))
    generators = {system.name: system.generate for system in baselines(one)[:4]}
    for generator, generate in generators.items():
        for selector, select in selectors.items():
            cells = []
            for rank in rankers.values():
                own = LexicalSystem("", generate, select, rank)
                counted = count_outcomes(
                    words, vocabulary, lambda w: ask(w.word.lower()), [own.substitutes(w) for w in words]
                )
                cells.append(" / ".join(str(counted[o]) for o in (Outcome.BREAKS, Outcome.NO_SIMPLER, Outcome.RIGHT)))
            yield _row(generator, selector, *cells)


def _published(ours: LexicalScores) -> Iterator[str]:
    columns = ours.columns()
    names = ["ACC@1", "ACC@1@Top1", "ACC@3@Top1", "MAP@3", "Potential@3"]
    own = [columns[key] for key in ("ACC@1", "ACC@1@top1", "ACC@3@top1", "MAP@3", "potential@3")]
    head, *lines = (line.split("\t") for line in read_lines(_PAGE))
    rows = [(f"{line[0]}, run {line[1]}", [float(cell) for cell in line[2:]]) for line in lines]
    yield _head("system", *names)
    for name, values in sorted([*rows, ("**ours**", own)], key=lambda row: -row[1][0]):
        yield _row(name, *values)


def report(one: Resources, names: Sequence[str], given: Path | None) -> Iterator[str]:
    """Yield the lines of the tables in Markdown.

    Args:
        one: the resources.
        names: the names of the sets.
        given: a folder of our predictions; None makes them anew.
    """
    sets = {name: read_set(one.data / "lexsimp" / f"{name}.tsv") for name in names}
    scores: dict[str, dict[str, LexicalScores]] = {}
    lists: dict[str, dict[str, list[list[str]]]] = {}
    for name, words in sets.items():
        if given is None:
            ours = [substitutes(one.simplifier, w.sentence, w.start, w.end) for w in words]
        else:
            ours = read_predictions(given / f"ours-{name}.tsv", words)
        lists[name] = {"ours": ours} | {
            system.name: [system.substitutes(word) for word in words] for system in baselines(one)
        }
        scores[name] = {system: score_substitutes(words, own) for system, own in lists[name].items()}
    yield from _scores(scores)
    if "tsar2022_en" in names:
        yield "\nTSAR 2022, English test, with the published systems (official extended results):\n"
        yield from _published(scores["tsar2022_en"]["ours"])
    if "benchls" in names:
        yield from _errors(one, sets["benchls"], lists["benchls"])


def _errors(
    one: Resources, words: Sequence[WordInPlace], found: Mapping[str, Sequence[Sequence[str]]]
) -> Iterator[str]:
    """Yield the tables of outcomes."""
    rated = read_word_values(one.data / "lexicon" / "word_complexity.tsv", "C", "complexity", missing=0.0).values
    hardest = sorted(rated, key=lambda word: (-rated[word], word))[:VOCABULARY]
    vocabulary = frozenset(hardest)
    strategies = identifiers(one, words, vocabulary, rated)
    complex_ones = sum(word.word.lower() in vocabulary for word in words)
    yield f"\nBenchLS: {complex_ones} of {len(words)} words are complex; outcomes, cumulatively:\n"
    yield from _outcomes(words, vocabulary, strategies, found)
    yield "\nThe same, every generation with every selection and ranking, identification PV*:\n"
    yield from _combined(one, words, vocabulary, strategies["PV*"])


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--wordnet", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--set", "names", multiple=True, type=click.Choice(SETS), default=SETS, show_default=True)
@click.option("--given", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Use its ours-SET.tsv.")
@OUTPUT
def main(data: Path, wordnet: Path, names: tuple[str, ...], given: Path | None, output: Path | None) -> None:
    """Measure and print."""
    try:
        text = "\n".join(report(Resources(Simplifier.load(), data, wordnet), names, given))
        tell(text, output)
    except SimplifierError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
