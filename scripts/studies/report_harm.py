#!/usr/bin/env python3
"""Measure harm on 200 fixed sentences and write counts and findings into docs/measured/harm.md.

    python -m scripts.studies.report_harm DATA [--config my.toml]

116 sentences of many domains are ours (harm_set.txt, beside this); 84 are drawn (seed 200) from the last 500
tuning sentences. Every changed sentence goes through the tests of the final check, also those that it takes
for doubtful, and every edit through the audit of rules; what they find is listed to be read, since such
tests err both ways. What the final check did is listed too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from scripts.studies.measured_block import write_measured
from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.languages.parts.findings import Finding
from simplifier.lm import load_native
from simplifier.policy.check import SentenceCheck
from simplifier.records.result import SentenceResult
from simplifier.rules.inspection.audit import Auditor

ROOT: Final = Path(__file__).resolve().parents[2]
DOCUMENT: Final = ROOT / "docs" / "measured" / "harm.md"
OWN: Final = ROOT / "scripts" / "studies" / "harm_set.txt"
DRAWN, SEED = 84, 200


class HarmCheck:
    """The tests of the final check, and the audit of every edit's rule."""

    def __init__(self, simplifier: Simplifier) -> None:
        assert simplifier.tagger is not None, "the tests need a tagger"
        config = simplifier.config
        models = [load_native(one.path) for one in config.language_models if one.classes is None]
        self._tests = SentenceCheck(simplifier.language, simplifier.tagger, models, config.check.largest_fall)
        self._auditor = Auditor(simplifier.language.meaning, simplifier.language, simplifier.tagger)

    def check(self, sentence: SentenceResult) -> Iterator[Finding]:
        """Yield the findings of one sentence."""
        yield from self._tests.findings(self._tests.read(sentence.source), sentence.kbest[0])
        for edit in sentence.edits:
            if edit.rule.grammar != "text":
                for kind, _ in self._auditor.check(edit.rule.source, edit.rule.target):
                    yield Finding(kind, f"{edit.rule.source} -> {edit.rule.target}")


def harm_sentences(data: Path) -> list[tuple[str, int]]:
    """Return the 200 sentences, those drawn with their line number, ours with 0."""
    own = [(line, 0) for line in read_lines(OWN) if line and not line.startswith("#")]
    lines = read_lines(data / "asset" / "valid.src")
    return own + [(lines[i], i + 1) for i in random.Random(SEED).sample(range(1500, 2000), DRAWN)]


def markdown(data: Path, config: Path | None) -> str:
    """Rewrite the sentences, check them, and return counts and findings."""
    simplifier = Simplifier.load(config)
    check = HarmCheck(simplifier)
    sentences = harm_sentences(data)
    results = [(one, line) for text, line in sentences for one in simplifier.simplify(text).sentences]
    changed = [(one, line) for one, line in results if one.output != one.source]
    found = [(one, line, list(check.check(one))) for one, line in changed]
    kinds = Counter(finding.kind for _, _, findings in found for finding in findings)
    edits = sum(len(one.edits) for one, _ in changed)
    vetoed = [(one, line) for one, line in results if one.check is not None]
    lines = [
        f"{len(sentences)} sentences, {len(changed)} changed, {edits} edits; "
        f"{sum(bool(findings) for _, _, findings in found)} changed sentences with a finding.",
        f"The final check stepped in {len(vetoed)} times.",
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
        lines += [f"- {finding}. {text}" for finding in findings]
    if vetoed:
        lines += ["", "Where the final check stepped in, and why:", ""]
    for one, line in vetoed:
        assert one.check is not None
        lines.append(f"- {'; '.join(one.check.failed)}. {f'line {line}' if line else one.output}")
    return "\n".join(lines)


@click.command()
@click.argument("data", type=click.Path(exists=True, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--print", "only_print", is_flag=True, help="Print; leave docs/measured/harm.md alone.")
def main(data: Path, config: Path | None, only_print: bool) -> None:
    """Measure and write."""
    text = markdown(data, config)
    click.echo(text)
    if only_print:
        return
    write_measured(DOCUMENT, text)


if __name__ == "__main__":
    main()
