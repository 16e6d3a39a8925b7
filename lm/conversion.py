"""Conversion of ARPA text to KenLM's memory-mapped binaries, by KenLM's own code in the core."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from simplifier import core
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.temporary import scratch_folder
from simplifier.base.writing import replacing
from simplifier.lm.files import seal, uncompressed
from simplifier.lm.training import MEMORY

__all__ = ["convert"]

_MAX_BITS = 25


def convert(
    arpa: str | Path,
    binary: str | Path,
    structure: Literal["probing", "trie"] = "trie",
    probability_bits: int | None = None,
    backoff_bits: int | None = None,
    pointer_bits: int | None = None,
    words: bool = True,
    memory: str = "1G",
) -> int:
    """Write a KenLM binary with its checksums beside it, and return the size of the binary in bytes.

    Args:
        arpa: the model, as plain or compressed ARPA.
        binary: file to write.
        structure: ``probing`` (a hash table, fastest) or ``trie`` (smallest).
        probability_bits: bits to which the probabilities of a trie are quantised, 1 to 25; None does not quantise.
        backoff_bits: the same for back-off weights; None takes the bits of the probabilities.
        pointer_bits: bits at which the pointers of a trie are compressed, 1 to 25 (usually 22); None does not compress.
        words: whether the file keeps the strings of the vocabulary; scoring does not need them.
        memory: memory limit for sorting a trie, as in ``"2G"`` or ``"50%"``.

    Raises:
        ConfigError: options that do not go together.
        InputError: the file is not a usable ARPA model, or the folder to write in is missing.
    """
    _check_options(structure, probability_bits, backoff_bits, pointer_bits, memory)
    arpa, binary = Path(arpa), Path(binary)
    if backoff_bits is None:
        backoff_bits = probability_bits
    bits = (probability_bits or 0, backoff_bits or 0, pointer_bits or 0)
    with (
        uncompressed(arpa) as plain,
        replacing(binary) as unfinished,
        scratch_folder(binary) as folder,
    ):
        try:
            core.write_language_model_binary(
                str(plain), str(unfinished), structure == "trie", *bits, words, memory, f"{folder}/sort"
            )
        except ValueError as error:
            raise InputError(str(error).replace(str(plain), str(arpa))) from None
        size = unfinished.stat().st_size
    seal(binary)
    return size


def _check_options(
    structure: str,
    probability_bits: int | None,
    backoff_bits: int | None,
    pointer_bits: int | None,
    memory: str,
) -> None:
    named = {"probability": probability_bits, "backoff": backoff_bits, "pointer": pointer_bits}
    if structure not in ("probing", "trie"):
        raise ConfigError(f"structure {structure!r}: choose probing or trie")
    for name, bits in named.items():
        if bits is None:
            continue
        if structure == "probing":
            raise ConfigError(f"{name} bits {bits}: only a trie can be quantised or have its pointers compressed")
        if not 1 <= bits <= _MAX_BITS:
            raise ConfigError(f"{name} bits {bits}: choose 1 to {_MAX_BITS}")
    if backoff_bits is not None and probability_bits is None:
        raise ConfigError(f"backoff bits {backoff_bits}: give the bits for probabilities too")
    if not MEMORY.fullmatch(memory):
        raise ConfigError(f"memory {memory!r}: give a number with one of % b K M G T, as in 6G")
