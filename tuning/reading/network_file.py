"""The file of a trained reader of context: an ONNX network with 8-bit weights, its vocabulary in the metadata."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from simplifier.base.writing import write_bytes
from simplifier.tuning.reading.encoder import TREE_INPUTS, ReaderNetwork

__all__ = ["write_reader"]

_OPSET: Final = 17


class _OneSentence(nn.Module):
    """The network as the program reads with it: one sentence, and mean vectors as products of matrices."""

    def __init__(self, network: ReaderNetwork, helps: int) -> None:
        super().__init__()
        self.network = network
        self.helps = helps

    def forward(
        self, ids: Tensor, positions: Tensor, types: Tensor, seen: Tensor, old: Tensor, new: Tensor, trees: Tensor
    ) -> Tensor:
        states = self.network.encoded(ids, positions, types, seen)[0]
        whole = states[:1].expand(old.shape[0], -1)
        found = torch.sigmoid(self.network.judged(old @ states, new @ states, whole, trees))
        return torch.stack([found[:, 0], found[:, self.helps]], 1)


def write_reader(network: ReaderNetwork, vocabulary: Sequence[str], path: Path, graded: bool = True) -> None:
    """Write the file that `simplifier.decoder.context_reader` opens.

    Weights are unsigned bytes with one scale for each matrix. Signed ones with a scale for each column are 1.3 logits
    off (docs/history.md).

    Args:
        network: the trained network.
        vocabulary: its word pieces.
        path: the file to write.
        graded: True if the network learnt how much changes help; otherwise that a change fits stands for it.
    """
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
            _OneSentence(network.eval(), 2 if graded else 1).eval(),
            example,
            str(whole),
            input_names=list(axes)[:-1],
            output_names=["chances"],
            dynamic_axes=axes,
            opset_version=_OPSET,
            dynamo=False,
        )
        model = onnx.load(str(whole))
        # The head is small and decides last; it keeps its precision.
        exact = [
            node.name for node in model.graph.node if "/head/" in node.name or node.name.startswith("/network/out/")
        ]
        quantize_dynamic(
            str(whole),
            str(small),
            weight_type=QuantType.QUInt8,
            nodes_to_exclude=exact,
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
        )
        written = onnx.load(str(small))
        entry = written.metadata_props.add()
        entry.key, entry.value = "vocabulary", "\n".join(vocabulary)
        write_bytes(path, written.SerializeToString())
