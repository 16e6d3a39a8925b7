#!/usr/bin/env python3
"""Measure harm on 200 fixed sentences and write counts and findings into docs/harm.md.

    python -m scripts.report_harm ../shared/data [--config my.toml]

116 sentences of many domains are ours (scripts/harm_set.txt); 84 are drawn (seed 200) from the last 500
tuning sentences. Every edit and every changed sentence goes through rules of thumb; what they find is listed
to be read, since a rule of thumb errs both ways.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from lm import LanguageModel
from rules.features.edits import NEGATIONS
from rules.inspection.audit import Auditor, load_words
from rules.numerals import numbers_of
from rules.tagger import Tagger
from scripts.measured_block import write_measured
from simplifier import Simplifier
from simplifier.result import SentenceResult
from simplifier.text import tokenise
from tuning.datasets import read_lines

ROOT: Final = Path(__file__).resolve().parent.parent
DOCUMENT: Final = ROOT / "docs" / "harm.md"
OWN: Final = ROOT / "scripts" / "harm_set.txt"
DRAWN, SEED = 84, 200
#: A fall of the mean log-probability of a word (natural logarithm) beyond this is listed.
LARGEST_FALL: Final = 0.5
_NAMES: Final = ("NNP", "NNPS")
_VERBS: Final = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_NOUNS: Final = frozenset({"NN", "NNS"})


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule of thumb says of a changed sentence."""

    kind: str
    what: str


class HarmCheck:
    """The rules of thumb."""

    def __init__(self, tagger: Tagger, model: LanguageModel) -> None:
        self._tagger = tagger
        self._model = model
        self._auditor = Auditor(load_words(), tagger)

    def check(self, sentence: SentenceResult) -> Iterator[Finding]:
        """Yield the findings of one sentence."""
        before, after = tokenise(sentence.source), tokenise(sentence.output)
        forms = [token.form for token in before]
        new_forms = [token.form for token in after]
        tags = self._tags([token.surface for token in before])
        new_tags = self._tags([token.surface for token in after])
        for kind, what in self._sentence(forms, new_forms, tags):
            yield Finding(kind, what)
        for edit in sentence.edits:
            if edit.rule.grammar == "text":
                continue
            what = f"{edit.rule.source} -> {edit.rule.target}"
            for kind, _ in self._auditor.check(edit.rule.source, edit.rule.target):
                yield Finding(kind, what)
            if edit.token_end - edit.token_start == 1 and " " not in edit.target and edit.target:
                place = next((i for i, token in enumerate(after) if token.start == edit.output_start), None)
                if place is not None and _form_lost(tags[edit.token_start], new_tags[place]):
                    change = f"{what} ({tags[edit.token_start]} -> {new_tags[place]})"
                    yield Finding("verb form or number", change)

    def _sentence(self, forms: list[str], new: list[str], tags: list[str]) -> Iterator[tuple[str, str]]:
        if numbers_of(forms) != numbers_of(new):
            yield "number", " ".join(map(str, sorted(numbers_of(forms) ^ numbers_of(new))))
        if sum(word in NEGATIONS for word in forms) != sum(word in NEGATIONS for word in new):
            yield "negation", "another number of negations"
        lost = [word for word, tag in zip(forms, tags, strict=True) if tag in _NAMES and word not in new]
        if lost:
            yield "name", " ".join(lost)
        doubled = {pair[0] for pair in zip(new, new[1:], strict=False) if pair[0] == pair[1]}
        doubled -= {pair[0] for pair in zip(forms, forms[1:], strict=False) if pair[0] == pair[1]}
        if doubled:
            yield "doubled word", " ".join(sorted(doubled))
        fall = self._model.score_sentence(forms) / len(forms) - self._model.score_sentence(new) / len(new)
        if fall > LARGEST_FALL:
            yield "less probable", f"{fall:.2f} a word"

    def _tags(self, surfaces: list[str]) -> list[str]:
        return self._tagger.tag_batch([surfaces])[0]


def _form_lost(before: str, after: str) -> bool:
    """Whether a word lost its form: a verb's tense or number, a noun's number, or what it was."""
    if before in _VERBS or after in _VERBS:
        return before != after and {before, after} not in ({"VBD", "VBN"}, {"VB", "VBP"})
    return before in _NOUNS and after in _NOUNS and before != after


def harm_sentences(data: Path) -> list[tuple[str, int]]:
    """Return the 200 sentences, those drawn with their line number, ours with 0."""
    own = [(line, 0) for line in read_lines(OWN) if line and not line.startswith("#")]
    lines = read_lines(data / "asset" / "valid.src")
    return own + [(lines[i], i + 1) for i in random.Random(SEED).sample(range(1500, 2000), DRAWN)]


def markdown(data: Path, config: Path | None) -> str:
    """Rewrite the sentences, check them, and return counts and findings."""
    simplifier = Simplifier.load(config)
    assert simplifier.tagger is not None, "the checks need a tagger"
    models = simplifier.config.language_models
    check = HarmCheck(simplifier.tagger, LanguageModel(models[0].path))
    sentences = harm_sentences(data)
    results = [(one, line) for text, line in sentences for one in simplifier.simplify(text).sentences]
    changed = [(one, line) for one, line in results if one.output != one.source]
    found = [(one, line, list(check.check(one))) for one, line in changed]
    kinds = Counter(finding.kind for _, _, findings in found for finding in findings)
    edits = sum(len(one.edits) for one, _ in changed)
    lines = [
        f"{len(sentences)} sentences, {len(changed)} changed, {edits} edits; "
        f"{sum(bool(findings) for _, _, findings in found)} changed sentences with a finding.",
        "",
        "| finding | count |",
        "|---|---|",
        *(f"| {kind} | {count} |" for kind, count in kinds.most_common()),
        "",
        "All findings, to be read (sentences drawn from the tuning set by their line):",
        "",
    ]
    for one, line, findings in found:
        text = f"line {line}" if line else one.output
        lines += [f"- {finding.kind}: {finding.what}. {text}" for finding in findings]
    return "\n".join(lines)


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--print", "only_print", is_flag=True, help="Print; leave docs/harm.md alone.")
def main(data: Path, config: Path | None, only_print: bool) -> None:
    """Measure and write."""
    text = markdown(data, config)
    click.echo(text)
    if only_print:
        return
    write_measured(DOCUMENT, text)


if __name__ == "__main__":
    main()
