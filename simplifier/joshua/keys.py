"""Keys of Joshua configurations that are not read: without effect here, or not supported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["NO_EFFECT", "REFUSED"]


class Refusal(NamedTuple):
    """Why a key is refused, and values (lower case) that leave the output as it is."""

    reason: str
    harmless: frozenset[str] = frozenset({"false"})


_PHRASE_BASED: Final = "only hierarchical decoding (search = cky) is"
_LATTICE: Final = "lattices are read by `simplify`, not in this mode"

#: Keys without effect on the output, with the note they get.
NO_EFFECT: Final[Mapping[str, str]] = {
    "amortize": "no effect: rules are always sorted when they are first used",
    "filtergrammar": "no effect: the packed table is looked up, not loaded",
    "cachedrulessize": "no effect: rules are in a memory map",
    "nodotchart": "no effect: there is one parsing algorithm",
    "v": "no effect: nothing is logged",
    "servertype": "no effect: input is a file or standard input",
    "reorderinglimit": "no effect: it belongs to phrase-based decoding",
    "weightfile": "no effect, as in Joshua",
    "fragmentmap": "no effect: %t prints the rules as they are, without fragments",
    "usesentspecifictm": "no effect, as in Joshua 6",
    "addcombinedcost": "no effect, as in Joshua 6",
    "usetreenbest": "no effect, as in Joshua 6",
    "usekenlm": "no effect, as in Joshua 6",
    "usecubeprune": "no effect, as in Joshua 6",
    "usebeamandthresholdprune": "no effect, as in Joshua 6",
}

#: Keys that would change the output in a way that is not supported.
REFUSED: Final[Mapping[str, Refusal]] = {
    "parse": Refusal("synchronous parsing of sentence pairs"),
    "constrainparse": Refusal("parsing under constraints"),
    "useposlabels": Refusal("part-of-speech labels in the input"),
    "latticedecoding": Refusal(_LATTICE, frozenset()),
    "segmentoovs": Refusal(_LATTICE, frozenset()),
    "includealignindex": Refusal("use %a in the output-format"),
    "inputtype": Refusal("input is plain lines", frozenset({"plain"})),
    "serverport": Refusal("input is a file or standard input", frozenset({"0"})),
    "rescoreforest": Refusal("rescoring with references", frozenset()),
    "rescoreforestweight": Refusal("rescoring with references", frozenset()),
    "fuzzymatching": Refusal("matching any label with any other"),
    "search": Refusal(_PHRASE_BASED, frozenset({"cky"})),
    "moses": Refusal("output and weights are in Joshua's form", frozenset()),
    "nbestlist": Refusal("use top-n and output-format", frozenset()),
    "showweights": Refusal("see docs/guide/configuration.md for how weights are used", frozenset()),
    "sourceannotations": Refusal("annotations in the input", frozenset()),
    "projectcase": Refusal("casing belongs to `simplify`", frozenset()),
    "regexpgrammar": Refusal("source sides as regular expressions", frozenset()),
    "dumphypergraph": Refusal("forests are written by `simplify`", frozenset()),
}
