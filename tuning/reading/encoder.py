"""The network of the reader of context in PyTorch: a BERT encoder with a head for changes.

Sources: Devlin et al. 2019, "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding";
Wang et al. 2020, "MiniLM". Weights are read from a safetensors file with the names of Hugging Face's BertModel.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import torch
import torch.nn.functional as functional
from safetensors.torch import load_file
from torch import Tensor, nn

from simplifier.base.errors import FormatError

__all__ = ["HEAD", "TREE_INPUTS", "ReaderNetwork"]

#: Width of the hidden layer of the head, and number of inputs from the trees.
HEAD: Final = 256
TREE_INPUTS: Final = 3
#: What the network says of a change: that it stands, that it fits, and how much it helps.
OUTPUTS: Final = 3
_DROPOUT: Final = 0.1
_EPSILON: Final = 1e-12
_HEAD_WIDTH: Final = 32
_UNSEEN: Final = -1e9


class _Layer(nn.Module):
    """A layer of self-attention and a feed-forward network, each followed by normalisation."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.heads = width // _HEAD_WIDTH
        self.query, self.key, self.value, self.mixed = (nn.Linear(width, width) for _ in range(4))
        self.attended = nn.LayerNorm(width, _EPSILON)
        self.inner, self.outer = nn.Linear(width, inner), nn.Linear(inner, width)
        self.fed = nn.LayerNorm(width, _EPSILON)

    def forward(self, states: Tensor, seen: Tensor) -> Tensor:
        batch, length, width = states.shape

        def by_head(one: Tensor) -> Tensor:
            return one.view(batch, length, self.heads, _HEAD_WIDTH).transpose(1, 2)

        query, key, value = (by_head(one(states)) for one in (self.query, self.key, self.value))
        if torch.onnx.is_in_onnx_export():  # the same in plain steps, of which the file then has fewer
            scores = (query @ key.transpose(2, 3)) / math.sqrt(_HEAD_WIDTH)
            found = torch.softmax(torch.where(seen, scores, _UNSEEN), -1) @ value
        else:
            drop = _DROPOUT if self.training else 0.0
            found = functional.scaled_dot_product_attention(query, key, value, seen, drop)
        mixed = self.mixed(found.transpose(1, 2).reshape(batch, length, width))
        states = self.attended(states + functional.dropout(mixed, _DROPOUT, self.training))
        fed = self.outer(functional.gelu(self.inner(states)))
        return self.fed(states + functional.dropout(fed, _DROPOUT, self.training))


class ReaderNetwork(nn.Module):
    """The encoder and its head (`simplifier.decoder.context_reader` tells what it reads).

    The head reads the mean vectors of the old and the new words, how they differ, and the vector of the sentence. The
    logits of the trees are added behind it, so that training begins with what the trees say.

    Args:
        path: a safetensors file of a BERT encoder whose attention heads are 32 wide, such as all-MiniLM-L6-v2.

    Raises:
        FormatError: it holds no such encoder.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        try:
            weights = {name.removeprefix("bert."): value.float() for name, value in load_file(path).items()}
            words = weights["embeddings.word_embeddings.weight"]
            places = weights["embeddings.position_embeddings.weight"]
            inner = weights["encoder.layer.0.intermediate.dense.weight"].shape[0]
        except Exception as error:  # safetensors raises its own kind, a KeyError is a missing matrix
            raise FormatError(path, f"not a BERT encoder: {error}") from None
        width = words.shape[1]
        self.words, self.places = nn.Embedding(*words.shape), nn.Embedding(*places.shape)
        self.types = nn.Embedding(2, width)
        self.embedded = nn.LayerNorm(width, _EPSILON)
        layers = sum(name.endswith("intermediate.dense.weight") for name in weights)
        self.layers = nn.ModuleList(_Layer(width, inner) for _ in range(layers))
        self.head = nn.Sequential(nn.LayerNorm(5 * width), nn.Linear(5 * width, HEAD), nn.GELU(), nn.Dropout(_DROPOUT))
        self.out = nn.Linear(HEAD + TREE_INPUTS, OUTPUTS)
        self._load(weights)
        with torch.no_grad():
            self.out.weight.mul_(0.1)
            # Logits of the trees come divided by three; behind them stands 1 where there are none.
            self.out.weight[:, HEAD:] = torch.tensor([[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 1.5, 0.0]])
            self.out.bias.zero_()

    def _load(self, weights: dict[str, Tensor]) -> None:
        def take(module: Any, name: str) -> None:
            module.weight.copy_(weights[f"{name}.weight"])
            if getattr(module, "bias", None) is not None:
                module.bias.copy_(weights[f"{name}.bias"])

        with torch.no_grad():
            take(self.words, "embeddings.word_embeddings")
            take(self.places, "embeddings.position_embeddings")
            take(self.types, "embeddings.token_type_embeddings")
            take(self.embedded, "embeddings.LayerNorm")
            for number, layer in enumerate(self.layers):
                for module, name in (
                    ("query", "attention.self.query"),
                    ("key", "attention.self.key"),
                    ("value", "attention.self.value"),
                    ("mixed", "attention.output.dense"),
                    ("attended", "attention.output.LayerNorm"),
                    ("inner", "intermediate.dense"),
                    ("outer", "output.dense"),
                    ("fed", "output.LayerNorm"),
                ):
                    take(getattr(layer, module), f"encoder.layer.{number}.{name}")

    def encoded(self, ids: Tensor, positions: Tensor, types: Tensor, seen: Tensor) -> Tensor:
        """Return a vector for each word piece, float [sentences, pieces, width].

        Args:
            ids: the numbers of the pieces, int64 [sentences, pieces].
            positions: the position of each.
            types: 0 for pieces of the sentence, 1 for new words.
            seen: bool [sentences, 1, pieces, pieces], whether the first piece sees the second.
        """
        states = self.embedded(self.words(ids) + self.places(positions) + self.types(types))
        states = functional.dropout(states, _DROPOUT, self.training)
        for layer in self.layers:
            states = layer(states, seen)
        return states

    def judged(self, old: Tensor, new: Tensor, whole: Tensor, trees: Tensor) -> Tensor:
        """Return the logits of each change, float [changes, `OUTPUTS`].

        Args:
            old: the mean vector of the words that each change replaces, float [changes, width].
            new: that of its new words.
            whole: the vector of its sentence, float [changes, width].
            trees: float [changes, `TREE_INPUTS`].
        """
        found = self.head(torch.cat([old, new, (old - new).abs(), old * new, whole], 1))
        return torch.as_tensor(self.out(torch.cat([found, trees.to(found.dtype)], 1)))
