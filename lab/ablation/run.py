"""Running one row of the ablation table: its model is made, tuned and measured; the result is a JSON file."""

from __future__ import annotations

import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab.ablation.context import add_reranker, add_selection
from lab.ablation.rows import EDIT_FEATURES, Row, matching, row_named
from simplifier import Simplifier
from simplifier.base.errors import InputError
from simplifier.base.reading import read_lines, read_text, text_lines
from simplifier.base.settings import PACKAGE, derive
from simplifier.base.writing import open_output, write_text
from simplifier.config import Config, load_config
from simplifier.evaluation.metrics import metric_of_tokens
from simplifier.lm import convert, train
from simplifier.recipes.places import Places
from simplifier.recipes.recipe import Recipe
from simplifier.recipes.steps.configurations import stage_config
from simplifier.recipes.steps.runner import Runner
from simplifier.recipes.steps.steps import recipe_steps
from simplifier.recipes.steps.tables import extra_table
from simplifier.rules.tables.build import build_table
from simplifier.rules.tables.subset import applicable_rules, filter_table, keep_sources, merge_tables
from simplifier.rules.tables.table import open_table
from simplifier.text import words
from simplifier.tuning import load_tune_config
from simplifier.tuning.candidates.dev_set import DevSet
from simplifier.tuning.candidates.objective import reference_set
from simplifier.tuning.candidates.oracle import find_oracle
from simplifier.tuning.config import WeightSettings
from simplifier.tuning.loop import TuningLoop
from simplifier.tuning.run import cross_fitted

__all__ = ["HELD_OUT", "METRICS", "ORACLE_SIZE", "RECIPES", "Ablation"]

RECIPES: Final = PACKAGE / "configs" / "recipes"
TUNING, HELD_OUT = 1500, 500
METRICS: Final = ("sari-paper", "sari-easse", "sentence-bleu", "fk")
ORACLE_METRIC: Final = "sari-paper"
ORACLE_SIZE: Final = 1000
#: Settings of language models of a number of words; they are the same for all, so that only the text differs.
ORDER, PRUNE, BITS, LEAST_COUNT, SEED = 4, (0, 0, 1, 1), 8, 3, 1


@dataclass(frozen=True, slots=True)
class Ablation:
    """The data and the results of all rows.

    Attributes:
        data: the folder of the research data.
        build: the work folder of the recipe, with table, language models, tagger and texts.
        work: the folder of the results of rows.
        recipe: the recipe of the reference model.
        wider: the recipe with all further sources of rules.
        report: takes a line of text at a time.
    """

    data: Path
    build: Path
    work: Path
    recipe: Recipe
    wider: Recipe
    report: Callable[[str], None]

    @property
    def places(self) -> Places:
        """The places of the recipes' files."""
        return Places(RECIPES, self.data.resolve(), self.build.resolve(), self.work.resolve())

    @property
    def source(self) -> Path:
        """The file of the 2,000 development sources."""
        return self.data / "turkcorpus" / "tune.truecase.src"

    def result_file(self, row: Row) -> Path:
        """Return the file of a row's result, which is there once the row is done."""
        return self.work / f"{row.name}.json"

    def development_table(self, row: Row) -> Path:
        """Return the table of the rules that can apply to a development sentence.

        Rules of sources that the build does not have are in it only if the row asks for such a source. The table is
        made anew if a table that it is made from is newer.
        """
        tables = [self.build / "full.table"]
        wide = not {*row.sources} <= {*open_table(tables[0]).provenance}
        out = self.work / ("extended.table" if wide else "development.table")
        if wide:
            tables.append(self._extra_table())
        if out.exists() and out.stat().st_mtime > max(path.stat().st_mtime for path in tables):
            return out
        sentences = [words(line) for line in read_lines(self.source)]
        with tempfile.TemporaryDirectory(dir=self.work) as scratch:
            parts = [Path(scratch) / f"{number}.table" for number in range(len(tables))]
            for path, part in zip(tables, parts, strict=True):
                kept = filter_table(open_table(path), part, sentences)
                self.report(f"{path.name}: {kept:,} rules can apply")
            whole = parts[0]
            if wide:
                whole = Path(scratch) / "all.table"
                merge_tables([open_table(part) for part in parts], whole)
            # Moved into place at the end, so that a run that is stopped leaves no incomplete table.
            os.replace(whole, out)
        return out

    def _extra_table(self) -> Path:
        """Return the table of the lists and of the rules with gaps, which is made once."""
        out, places = self.work / "extra.table", self.places
        config = extra_table(self.recipe, self.wider, places)
        wanted = {source.path for source in config.sources}
        if out.exists() and {source.name for source in config.sources} <= {*open_table(out).provenance}:
            return out
        steps = recipe_steps(self.wider, places)
        missing = [step for step in steps if any(one in wanted and not one.exists() for one in step.products)]
        Runner(steps, places, self.report).run(missing, force=True)
        built = build_table(config, out)
        self.report(f"{built.rules:,} rules of lists and with gaps")
        return out

    def start(self) -> dict[str, float]:
        """Return the weights that rows start from: those of the reference model after a long tuning, made once."""
        file = self.work / "start.json"
        if not file.exists():
            self._tune(row_named("full"), "start", "tune-ablation.toml", {})
        weights: dict[str, float] = json.loads(read_text(file))["weights"]
        return weights

    def run(self, row: Row) -> dict[str, Any]:
        """Tune and measure a row, write its result, and return it.

        Raises:
            InputError: the run was interrupted, or the development sentences are not 2,000.
        """
        if row.config:
            return self._measure_only(row)
        return self._tune(row, row.name, "tune-ablation-rows.toml", self.start())

    def _tune(self, row: Row, name: str, preset: str, start: Mapping[str, float]) -> dict[str, Any]:
        started = time.monotonic()
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)  # left by a run that was stopped
        folder.mkdir(parents=True)
        table = folder / "rules.table"
        rules = keep_sources(open_table(self.development_table(row)), table, {*row.sources, "self"})
        config = self.model(row, table)
        simplifier = Simplifier.load(config)
        weights = self._weights(row, simplifier.decoder.feature_names, start)

        def say(line: str) -> None:
            self.report(f"{name}: {line}")

        # Selection trees give the decoder new features, so they are trained before tuning. The reranker is trained
        # for the tuned weights.
        learnt: dict[str, Any] = {}
        if row.selection:
            config, found = add_selection(self.recipe, self.places, config, folder, row.selection, weights.initial, say)
            learnt |= found
            simplifier = Simplifier.load(config)
            weights = self._weights(row, simplifier.decoder.feature_names, start)
        whole = self._development_set(simplifier)
        simplifier.decoder.set_weights(simplifier.decoder.weights | weights.initial)
        settings = load_tune_config(PACKAGE / "configs" / preset).model_copy(update={"weights": weights})
        sentences = cross_fitted(whole.part(0, TUNING), settings, simplifier, say)
        loop = TuningLoop(settings, simplifier.decoder, sentences, None, say)
        tuned = loop.run(folder)
        if not tuned.finished:
            raise InputError(f"{name}: interrupted; run the script again")
        simplifier.decoder.set_weights(tuned.weights)
        if row.reranker:
            config, found = add_reranker(self.recipe, self.places, config, folder, tuned.weights, say)
            learnt |= found
            simplifier = Simplifier.load(config)
        result = {
            "name": name,
            "rules": rules,
            "iteration": tuned.iteration,
            "tuning": tuned.tuning["objective"],
            "weights": tuned.weights,
            **learnt,
            **measure(simplifier, whole.part(TUNING, TUNING + HELD_OUT)),
            "seconds": round(time.monotonic() - started),
        }
        self._keep(name, result)
        shutil.rmtree(folder)
        return result

    def _measure_only(self, row: Row) -> dict[str, Any]:
        started = time.monotonic()
        config = load_config(PACKAGE / "configs" / row.config)
        simplifier = Simplifier.load(config)
        whole = self._development_set(simplifier)
        sentences = [sentence.tokens for sentence in whole.sentences]
        tables = [open_table(grammar.path) for grammar in config.grammars]
        result = {
            "name": row.name,
            "rules": sum(len(applicable_rules(table, sentences, 10)) for table in tables),
            **measure(simplifier, whole.part(TUNING, TUNING + HELD_OUT)),
            "seconds": round(time.monotonic() - started),
        }
        self._keep(row.name, result)
        return result

    def _development_set(self, simplifier: Simplifier) -> DevSet:
        references = [self.data / "turkcorpus" / f"tune.ref{number}" for number in range(8)]
        whole = DevSet.read(self.source, references, True, simplifier)
        if len(whole) != TUNING + HELD_OUT:
            raise InputError(f"{self.source}: has {len(whole)} lines, not {TUNING + HELD_OUT}")
        return whole

    def _keep(self, name: str, result: dict[str, Any]) -> None:
        write_text(self.work / f"{name}.json", json.dumps(result, indent=1) + "\n")

    def model(self, row: Row, table: Path) -> Config:
        """Return the reference model's configuration with the row's table and language models, without weights."""
        config = stage_config(self.recipe, self.places, self.recipe.tune, ("weights", "selection", "reranker"))
        changes: dict[str, object] = {
            "weights": {},
            "guards": {},
            "parser.path": None,
            "estimate.path": None,
            "context.gaps_by_label": row.gaps,
            "context.edit_features": ["tags", "edges"] if row.on else [],
            "grammars": [{"path": table.resolve(), "owner": "en", "span_limit": 10}],
            "language_models": [self._language_model(name, file) for name, file in row.models],
        }
        return derive(config, changes)

    def _language_model(self, name: str, file: str) -> dict[str, object]:
        folder = (self.build / "lm").resolve()
        if file.startswith("words:"):
            return {"name": name, "path": self.model_of_words(int(file.removeprefix("words:"))).resolve()}
        classes = {"classes": folder / "class.classes"} if name == "class" else {}
        return {"name": name, "path": folder / file, **classes}

    def _weights(self, row: Row, names: Sequence[str], start: Mapping[str, float]) -> WeightSettings:
        """Return the weights to start from, the frozen features, and the bounds of the others."""
        given = load_tune_config(self.places.path(self.recipe.tune.settings)).weights
        fixed = {*given.frozen, *self._guards()}
        off = {*matching(row.off_patterns(), names)}
        kept = fixed - {*row.on}
        if not row.bounded:  # all that the recipe freezes is free then, except the features of edits
            kept -= fixed - {*EDIT_FEATURES}
        frozen = off | (kept & {*names})
        initial = {name: value for name, value in {**given.initial, **start}.items() if name in names}
        bounds = {name: pair for name, pair in given.bounds.items() if name in names and name not in frozen}
        return WeightSettings(
            initial=initial | dict.fromkeys(off, 0.0),
            frozen=sorted(frozen),
            bounds=bounds if row.bounded else {},
        )

    def _guards(self) -> set[str]:
        """Return the guards that the reference model is tuned with."""
        return {*stage_config(self.recipe, self.places, self.recipe.tune, ("selection",)).guards}

    def model_of_words(self, count: int) -> Path:
        """Return the file of a language model of random lines of all texts with about ``count`` words, made once."""
        binary = self.work / "lm" / f"{count}.binary"
        if binary.exists():
            return binary
        binary.parent.mkdir(parents=True, exist_ok=True)
        text = binary.with_suffix(".txt")
        parts = json.loads(read_text(self.build / "text" / "parts.json"))
        share = count / sum(part["words"] for part in parts)
        generator = random.Random(SEED)
        with open_output(text) as out:
            for line in _lines(self.build / "text", [part["name"] for part in parts]):
                if generator.random() < share:
                    out.write(f"{line}\n".encode())
        arpa = binary.with_suffix(".arpa")
        train(text, arpa, ORDER, PRUNE, "3G", report=self.report)
        convert(arpa, binary, "trie", BITS, words=False)
        text.unlink()
        arpa.unlink()
        return binary


def measure(simplifier: Simplifier, held_out: DevSet) -> dict[str, Any]:
    """Return the outputs, scores and changes of the held-out sentences, and the scores of their oracles."""
    derivations = [found[0] for found in simplifier.decoder.decode(held_out.sentences, 1)]
    outputs = [" ".join(derivation.tokens) for derivation in derivations]
    data = reference_set(held_out)
    changed = sum(output != source for output, source in zip(outputs, data.sources, strict=True))
    edits = sum(applied.changed for derivation in derivations for applied in derivation.applications)
    oracle = find_oracle(simplifier.decoder, held_out, metric_of_tokens(ORACLE_METRIC), ORACLE_SIZE)
    return {
        "scores": {name: metric_of_tokens(name).score(outputs, data).value for name in METRICS},
        "changed": 100 * changed / len(outputs),
        "edits": edits / len(outputs),
        "oracle": oracle.oracle,
        "oracle_by_size": oracle.by_size,
        "outputs": outputs,
    }


def _lines(folder: Path, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield from text_lines(folder / f"{name}.txt")
