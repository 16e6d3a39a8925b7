#!/usr/bin/env python3
"""Measure structural rules with references that split: ASSET's validation part, the last 500 sentences.

    python -m lab.structure.asset DATA --preset metric

The rows are: no structural rules; the rules of the default; all rules of some kinds, whatever their risk. Each set of
rules has the weights of the model, and weights tuned toward objectives on the first 1,500 sentences. Tuning is PRO, and
the last 500 sentences choose the round, as with `pipeline.structure = "tune"` in a tuning run. ASSET may be used for
research only, so weights that are tuned on it are not written anywhere.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from simplifier import Simplifier
from simplifier.base.reading import read_lines
from simplifier.config import load_config
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import language_named
from simplifier.planning import plan_weights
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.product import simplified
from simplifier.tuning.structure.climbing import PlanPool, climb
from simplifier.tuning.structure.examples import every_plan

ENGLISH = language_named("en")

METRICS: Final = ("sari-easse", "sari-paper", "split-f1", "split-counts", "splits", "word-compression")
OBJECTIVES: Final = ("sari-easse", "0.5*sari-easse + 0.5*split-f1")
TUNING: Final = 1500


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--config", type=click.Path(exists=True, path_type=Path), help="Default: the embedded model.")
@click.option("--preset", default="", help="Preset of the model.")
@click.option("--kinds", default="split,reorder", show_default=True, help="Use all rules of these kinds.")
def main(data: Path, config: Path | None, preset: str, kinds: str) -> None:
    """Measure, and print a table."""
    model = load_config(config)
    structure = language_named(model.model.language).structure
    assert structure is not None
    sources = read_lines(data / "asset" / "valid.src")
    references = [read_lines(data / "asset" / f"valid.ref{number}") for number in range(10)]
    parts = (slice(0, TUNING), slice(TUNING, None))
    sets = [ReferenceSet(sources[part], [one[part] for one in references], language=ENGLISH) for part in parts]
    named = {"preset": preset} if preset else {}
    click.echo("| rules | with a plan | weights | " + " | ".join(METRICS) + " |")
    click.echo("|---" * (len(METRICS) + 3) + "|")

    def show(rules: str, plans: str, weights: str, outputs: list[str]) -> None:
        scores = (parse_metric(name).score(outputs, sets[1]).value for name in METRICS)
        click.echo(f"| {rules} | {plans} | {weights} | " + " | ".join(f"{score:.2f}" for score in scores) + " |")

    off = {**named, "structure.reword": "off"}
    plain = simplified(Simplifier.load(config, overrides=off), sources)
    show("none", "", "", plain[parts[1]])
    start = plan_weights(structure, model.structure)
    every = [rule.entry.name for rule in structure.rules if rule.entry.kind in kinds.split(",")]
    for rules, settings in (
        ("default", {"structure.split": "auto", "structure.plans": 100}),
        (f"all ({kinds})", every_plan(every)),
    ):
        simplifier = Simplifier.load(config, overrides={**named, **settings})
        pools = [PlanPool.read(simplifier, plain[part], sources[part]) for part in parts]
        with_plan = f"{len(pools[1].lines)} of {len(pools[1].outputs)}"
        show(rules, with_plan, "the model's", pools[1].chosen(start))
        for objective in OBJECTIVES:
            scored = [Objective(parse_metric(objective), one) for one in sets]
            found = climb(pools[0], scored[0], start, pools[1], scored[1])
            show(rules, with_plan, f"tuned: `{objective}`", pools[1].chosen(found.weights))


if __name__ == "__main__":
    main()
