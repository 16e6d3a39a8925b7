"""What the reader of context learns from, beside judged edits: references, and words that were replaced."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from scripts.studies.context_reader.encoder import Change
from simplifier import Simplifier
from simplifier.base.reading import text_lines
from simplifier.evaluation.collection import sentences
from simplifier.text import Sentence

__all__ = ["Example", "OUTPUTS", "of_references", "of_replaced_words", "own_references"]

#: What the heads tell while learning from these: an editor's two marks, two shares of references, and
#: whether these are the words that stood there before they were replaced.
OUTPUTS: Final = ("Stands", "Fits", "AddShare", "PhraseAddShare", "Original")
#: A sentence and changes of it.
Example = tuple[str, list[Change]]

_MOST, _MARGIN, _EACH = 12, 8.0, 12
_WORDS: Final = re.compile(r"[a-z' -]+")


def own_references() -> tuple[list[str], list[Sequence[str]]]:
    """Return sources and references of our own training sentences."""
    own = sentences("train")
    return [one.source for one in own], [one.references for one in own]


def of_references(
    simplifier: Simplifier, texts: Sequence[str], references: Sequence[Sequence[str]], rng: Any
) -> Iterator[Example]:
    """Yield changes that the chart offers with the shares of references that have their words."""
    inputs = simplifier.selection_sources.inputs(())
    tables = [part.table for part in simplifier.decoder.grammars]
    for first in range(0, len(texts), 250):
        some = texts[first : first + 250]
        tokens = [simplifier.language.tokenise(text) for text in some]
        annotated = simplifier.annotate([Sentence(t, 0, tuple(k)) for t, k in zip(some, tokens, strict=True)])
        forms = [[list(simplifier.language.tokenise_forms(one)) for one in own] for own in references[first:]]
        rows = simplifier.decoder.selection_rows(inputs, annotated, forms[: len(some)], _MOST, _MARGIN, 1)
        found: dict[int, dict[tuple[int, int, str], Change]] = defaultdict(dict)
        for (sentence, start, end, grammar, rule), labels in zip(
            rows.places.tolist(), rows.labels.tolist(), strict=True
        ):
            _, source, target, *_ = tables[grammar].rule(rule)
            if grammar or "[" in source:
                continue
            place = tokens[sentence][start].start, tokens[sentence][end - 1].end, target
            shares = [0.0 if share != share else min(1.0, share) for share in labels[:2]]
            found[sentence].setdefault(place, Change(*place, (0, 0, *shares, 0), (0, 0, 1, 1, 0)))
        for sentence, changes in found.items():
            read = [one for one in changes.values() if one.labels[2] > 0.05]
            left = [one for one in changes.values() if one.labels[2] <= 0.05]
            yield some[sentence], [*_some(read, _EACH, rng), *_some(left, _EACH, rng)]


def of_replaced_words(simplifier: Simplifier, texts: Iterable[Path], most: int, rng: Any) -> Iterator[Example]:
    """Yield sentences in which the grammar, turned round, replaced up to three phrases.

    What stood there is the right change, other targets of the new words are wrong ones (replaced-token
    detection with the grammar as the generator; Clark et al. 2020, "ELECTRA").
    """
    targets, sources = _pairs(simplifier.decoder.grammars[0].table)
    for path in texts:
        lines = [line for line in text_lines(path) if 60 < len(line) < 260]
        for line in _some(lines, most, rng):
            found = _replaced(line, simplifier, targets, sources, rng)
            if found is not None:
                yield found


def _pairs(table: Any) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    targets, sources = defaultdict(set), defaultdict(set)
    for rule in range(len(table)):
        _, source, target, *_ = table.rule(rule)
        short = 0 < len(source.split()) < 4 and 0 < len(target.split()) < 4
        if source != target and short and _WORDS.fullmatch(source) and _WORDS.fullmatch(target):
            targets[source].add(target)
            sources[target].add(source)
    return tuple({key: sorted(own) for key, own in one.items()} for one in (targets, sources))  # type: ignore[return-value]


def _replaced(
    line: str,
    simplifier: Simplifier,
    targets: dict[str, list[str]],
    sources: dict[str, list[str]],
    rng: Any,
) -> Example | None:
    tokens = simplifier.language.tokenise(line)
    forms = [token.form for token in tokens]
    places = [
        (start, start + width)
        for width in (1, 2, 3)
        for start in range(len(forms) - width + 1)
        if " ".join(forms[start : start + width]) in sources and (width > 1 or len(forms[start]) > 2)
    ]
    chosen: list[tuple[int, int]] = []
    for start, end in _some(places, len(places), rng):
        if len(chosen) < 3 and all(end < first or last < start for first, last in chosen):
            chosen.append((start, end))
    text, last, changes = "", 0, []
    for start, end in sorted(chosen):
        old = " ".join(forms[start:end])
        new = sources[old][rng.integers(len(sources[old]))]
        others = [one for one in targets[new] if one != old]
        if not others:
            continue
        text += line[last : tokens[start].start]
        first = len(text)
        text, last = text + new, tokens[end - 1].end
        for target in [old, *_some(others, 3, rng)]:
            labels = (0, 0, 0, 0, float(target == old))
            changes.append(Change(first, len(text), target, labels, (0, 0, 0, 0, 1)))
    return (text + line[last:], changes) if changes else None


def _some(things: Sequence[Any], most: int, rng: Any) -> list[Any]:
    return [things[i] for i in rng.permutation(len(things))[:most]]
