"""The file of a trained reader of context: an ONNX network with 8-bit weights, its vocabulary in the metadata."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from simplifier.base.writing import write_bytes
from simplifier.decoder.context_reader import ContextReader
from simplifier.tuning.reading.encoder import TREE_INPUTS, ReaderNetwork
from simplifier.tuning.reading.examples import ReadSentence
from simplifier.tuning.reading.training import Calibration, calibrated

__all__ = ["write_reader"]

_OPSET: Final = 17
_LEAST: Final = 1e-6
_PRODUCTS: Final = ("MatMul", "Gemm")


class _OneSentence(nn.Module):
    """The network as the program reads with it: one sentence, and mean vectors as products of matrices."""

    def __init__(self, network: ReaderNetwork, columns: Sequence[int]) -> None:
        super().__init__()
        self.network = network
        self.columns = columns

    def forward(
        self, ids: Tensor, positions: Tensor, types: Tensor, seen: Tensor, old: Tensor, new: Tensor, trees: Tensor
    ) -> Tensor:
        states = self.network.encoded(ids, positions, types, seen)[0]
        whole = states[:1].expand(old.shape[0], -1)
        found = torch.sigmoid(self.network.judged(old @ states, new @ states, whole, trees))
        return torch.stack([found[:, column] for column in self.columns], 1)


def write_reader(
    network: ReaderNetwork,
    vocabulary: Sequence[str],
    path: Path,
    sentences: Sequence[ReadSentence] = (),
    graded: bool = True,
) -> Calibration | None:
    """Write the file that `simplifier.decoder.context_reader` opens, calibrated as it reads.

    Weights are unsigned bytes with a scale for each column of a matrix. Signed ones read faster, but processors without
    instructions for them would round sums (docs/history.md).

    Args:
        network: the trained network; its last layer is calibrated.
        vocabulary: its word pieces.
        path: the file to write.
        sentences: sentences to calibrate on, of which those count that weigh most: the text that the probabilities
            have to be right about. Nothing is calibrated without any.
        graded: True if the network learnt how much changes help; otherwise that a change fits stands for it.

    Returns:
        What was put into the last layer; None without sentences.
    """
    columns = [0, 2 if graded else 1]
    _write(network, vocabulary, path, columns)
    if not sentences:
        return None
    heaviest = max(float(one.weights.max()) for one in sentences)
    chosen = [one for one in sentences if float(one.weights.max()) == heaviest]
    reader = ContextReader(path)
    said = np.concatenate([reader.read(one.words, one.changes, one.chances) for one in chosen]).clip(_LEAST, 1 - _LEAST)
    labels = np.concatenate([one.labels[:, columns] for one in chosen])
    found = calibrated(np.log(said / (1 - said)), labels)
    with torch.no_grad():
        for column, slope, offset in zip(columns, found.slopes, found.offsets, strict=True):
            network.out.weight[column] *= slope
            network.out.bias[column] = network.out.bias[column] * slope + offset
    _write(network, vocabulary, path, columns)
    return found


def _write(network: ReaderNetwork, vocabulary: Sequence[str], path: Path, columns: Sequence[int]) -> None:
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    length, changes = 64, 8
    example = (
        torch.zeros(1, length, dtype=torch.long),
        torch.arange(length)[None],
        torch.zeros(1, length, dtype=torch.long),
        torch.ones(1, 1, length, length, dtype=torch.bool),
        torch.zeros(changes, length),
        torch.zeros(changes, length),
        torch.zeros(changes, TREE_INPUTS),
    )
    axes = {
        "ids": {1: "pieces"},
        "positions": {1: "pieces"},
        "types": {1: "pieces"},
        "seen": {2: "pieces", 3: "pieces"},
        "old": {0: "changes", 1: "pieces"},
        "new": {0: "changes", 1: "pieces"},
        "trees": {0: "changes"},
        "chances": {0: "changes"},
    }
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about what the exporter may do in later versions
        whole, small = Path(folder) / "whole.onnx", Path(folder) / "small.onnx"
        torch.onnx.export(
            _OneSentence(network.eval(), columns).eval(),
            example,
            str(whole),
            input_names=list(axes)[:-1],
            output_names=["chances"],
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
        model = onnx.load(str(whole))
        # What comes behind the layers is small and decides last; it keeps its precision.
        exact = [one.name for one in model.graph.node if one.op_type in _PRODUCTS and "/layers" not in one.name]
        quantize_dynamic(
            str(whole),
            str(small),
            weight_type=QuantType.QUInt8,
            per_channel=True,
            nodes_to_exclude=exact,
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        )
        written = onnx.load(str(small))
        entry = written.metadata_props.add()
        entry.key, entry.value = "vocabulary", "\n".join(vocabulary)
        write_bytes(path, written.SerializeToString())
