"""Vectors of tokens in their context, from a model that the user names.

A folder with ``model.onnx`` and ``tokenizer.json`` runs by onnxruntime; anything else is a name or folder
that sentence-transformers knows. Neither is part of the core install.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from simplifier.base.errors import ConfigError
from simplifier.base.installation import install_hint

__all__ = ["Encoder", "open_encoder"]

Vectors = NDArray[np.float32]

_BATCH: Final = 32


class Encoder(Protocol):
    """Turns texts into vectors."""

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        """Return the vectors of each text's tokens, [tokens, size], of length 1; special tokens left out."""


@functools.cache
def open_encoder(model: str) -> Encoder:
    """Return the encoder of a model, loaded once for each name.

    Raises:
        ConfigError: no model is named, there is no such model, or the package that runs it is missing.
    """
    if not model:
        raise ConfigError("name the model: contextual-f1[model=FOLDER], an ONNX or sentence-transformers model")
    if (Path(model) / "model.onnx").is_file():
        return _Onnx(Path(model))
    return _SentenceTransformer(model)


def _unit(vectors: Vectors) -> Vectors:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12), np.float32)


class _Onnx:
    def __init__(self, folder: Path) -> None:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError:
            raise ConfigError(f"{folder}: ONNX needs onnxruntime and tokenizers; {install_hint('onnx')}") from None
        if not (folder / "tokenizer.json").is_file():
            raise ConfigError(f"{folder}: no tokenizer.json beside model.onnx")
        self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._session: Any = onnxruntime.InferenceSession(str(folder / "model.onnx"))
        self._inputs = {one.name for one in self._session.get_inputs()}

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        found = []
        for text in texts:
            encoding = self._tokenizer.encode(text)
            given = {
                "input_ids": encoding.ids,
                "attention_mask": encoding.attention_mask,
                "token_type_ids": encoding.type_ids,
            }
            fed = {name: np.array([own], dtype=np.int64) for name, own in given.items() if name in self._inputs}
            vectors = self._session.run(None, fed)[0][0]
            kept = np.array(encoding.special_tokens_mask) == 0
            found.append(_unit(vectors[kept]))
        return found


class _SentenceTransformer:
    def __init__(self, model: str) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError:
            raise ConfigError(
                f"{model} needs sentence-transformers; {install_hint('encoders')}, or"
                " name a folder with model.onnx and tokenizer.json"
            ) from None
        try:
            self._model: Any = SentenceTransformer(model, device="cpu")
        except (OSError, ValueError) as error:
            raise ConfigError(f"{model}: no model that sentence-transformers knows ({error})") from None

    def encode(self, texts: Sequence[str]) -> list[Vectors]:
        rows = self._model.encode(
            list(texts), output_value="token_embeddings", batch_size=_BATCH, show_progress_bar=False
        )
        tokenizer, found = self._model.tokenizer, []
        for text, vectors in zip(texts, rows, strict=True):
            limit = self._model.get_max_seq_length()
            given = tokenizer(text, truncation=True, max_length=limit, return_special_tokens_mask=True)
            special = np.array(given["special_tokens_mask"]) == 1
            found.append(_unit(vectors.cpu().numpy()[: len(special)][~special]))
        return found
