"""Edit rates with the source as reference: WER and TER with their parts, and Hjerson's classes of errors.

Snover et al. (2006) for TER (sacrebleu's search of shifts); Popović and Ney (2011) for Hjerson.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sacrebleu.metrics import lib_ter

from simplifier.estimation.pairs import ReadPair
from simplifier.evaluation.qats.features.ngrams import stem

__all__ = ["error_classes", "ter_features", "wer_features"]

_MOST_CHECKED = 1000


def wer_features(pair: ReadPair) -> dict[str, float]:
    """Return WER, and its substitutions, deletions and insertions, divided by the length of the source."""
    found, size = pair.alignment, max(1, len(pair.source.forms))
    return {
        "wer": found.edits / size,
        "wer_sub": len(found.exchanged) / size,
        "wer_del": len(found.deleted) / size,
        "wer_ins": len(found.inserted) / size,
    }


def ter_features(pair: ReadPair) -> dict[str, float]:
    """Return TER (edits divided by the length of the source), and the counts of its edits, shifts and shifted words."""
    reference, words = list(pair.source.forms), list(pair.output.forms)
    distance = lib_ter.BeamEditDistance(reference)
    shifts = moved = checked = 0
    while True:
        gain, shifted, checked = lib_ter._shift(words, reference, distance, checked)
        if checked >= _MOST_CHECKED or gain <= 0:
            break
        shifts, moved, words = shifts + 1, moved + _moved(words, shifted), shifted
    edits, trace = distance(words)
    size = max(1, len(reference))
    return {
        "ter": (edits + shifts) / size,
        "ter_ins": float(trace.count("i")),
        "ter_sub": float(trace.count("s")),
        "ter_del": float(trace.count("d")),
        "ter_sh": float(shifts),
        "ter_wsh": float(moved),
        "ter_errors": float(edits + shifts),
        "ter_words": float(len(reference)),
    }


def _moved(before: list[str], after: list[str]) -> int:
    """Return how many words a shift moved: the length of the shorter of the two parts that changed places."""
    differ = [place for place, two in enumerate(zip(before, after, strict=True)) if two[0] != two[1]]
    if not differ:
        return 0
    old, new = before[differ[0] : differ[-1] + 1], after[differ[0] : differ[-1] + 1]
    cuts = [cut for cut in range(1, len(old)) if old[cut:] + old[:cut] == new]
    return min((min(cut, len(old) - cut) for cut in cuts), default=len(differ))


def error_classes(pair: ReadPair) -> dict[str, float]:
    """Return Hjerson's classes of errors as rates over the length of the source, and their sums over words and blocks.

    The classes are lexical choice, extra words, missing words, order, and inflection.
    """
    source, output = pair.source.forms, pair.output.forms
    old_stems, new_stems = [*map(stem, source)], [*map(stem, output)]
    missing, extra = _unmatched(source, output), _unmatched(output, source)
    missing_stem, extra_stem = _unmatched(old_stems, new_stems), _unmatched(new_stems, old_stems)
    found = pair.alignment
    deleted, exchanged = set(found.deleted), {place for place, _ in found.exchanged}
    old: list[str] = []
    for place in range(len(source)):
        if place in missing and place not in missing_stem:
            old.append("infl")
        elif place in missing:
            old.append("miss" if place in deleted else "lex")
        else:
            old.append("reord" if place in deleted or place in exchanged else "")
    new = ["ext" if place in extra_stem and place in set(found.inserted) else "" for place in range(len(output))]
    size = max(1, len(source))
    rates = {name: (old + new).count(name) / size for name in ("lex", "ext", "miss", "reord", "infl")}
    return (
        rates
        | {
            "word_errors": sum(rates.values()),
            "block_errors": (_blocks(old) + _blocks(new)) / size,
        }
        | {"position_free": (len(missing) + len(extra)) / size}
    )


def _unmatched(row: Sequence[str], other: Sequence[str]) -> set[int]:
    """Return the places of words that occur less often in the other row."""
    left = Counter(other)
    found = set()
    for place, word in enumerate(row):
        if left[word]:
            left[word] -= 1
        else:
            found.add(place)
    return found


def _blocks(classes: Sequence[str]) -> int:
    """Return the number of runs of one class of errors."""
    pairs = zip(["", *classes], classes, strict=False)
    return sum(bool(here) and here != before for before, here in pairs)
