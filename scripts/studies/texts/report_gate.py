"""Measure the gate of estimates: what is still changed, how good the edits are, and SARI, by least mark.

    python -m scripts.studies.texts.report_gate [--sentences 200]

Rewrites sentences of our own development part with the gate at several marks, for meaning and grammaticality
alike, and prints a table for docs/measured/estimate.md.
"""

from __future__ import annotations

import argparse
from typing import Final

from scripts.studies.report_editor import EMBEDDED, load_preset, rewrite
from simplifier.evaluation.collection import judged_edits, sentences
from simplifier.evaluation.editor.changes import changes_of
from simplifier.evaluation.editor.counts import count_judged, judgements
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named

ENGLISH = language_named("en")

PART: Final = "dev"
LEAST: Final = (0, 60, 70, 80)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--preset", default="bold")
    options = parser.parse_args()
    part = sentences(PART)
    own = part[: options.sentences]
    marks = judgements(judged_edits(PART), {one.id: one.source for one in part})
    data = ReferenceSet(
        [one.source for one in own], [[one.references[k] for one in own] for k in range(4)], language=ENGLISH
    )
    sari = parse_metric("sari-easse")
    print("| least mark | changed | edits | judged edits that may stand | unjudged | SARI |")
    print("|---|---|---|---|---|---|")
    for least in LEAST:
        gate = {"estimate.meaning": least, "estimate.grammaticality": least}
        results = rewrite(load_preset(EMBEDDED, options.preset, **gate), [one.source for one in own])
        counts = count_judged(own, [changes_of(result) for result in results], marks)
        edits = counts.marks.total() + counts.unjudged
        value = sari.score([result.text.rstrip("\n") for result in results], data).value
        cells = (
            least or "no gate",
            f"{100 * counts.changed / len(own):.1f} %",
            edits,
            f"{100 * counts.standing:.1f} %",
            counts.unjudged,
            f"{value:.2f}",
        )
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
