"""The reader of context: a bidirectional encoder that judges all changes of a sentence in one pass.

The sentence is one sequence of word pieces. Behind it stand the new words of every change, at the positions of the
words that they replace. They see the sentence and themselves; the sentence does not see them, and no change sees
another, so that what is read of a change does not depend on what else is proposed. From the mean vectors of the old and
the new words, and from what the selection trees say, the network gives two probabilities: that an editor lets the
change stand, and that it stands and makes the sentence easier.

The network is an ONNX file of 8-bit weights; its vocabulary of word pieces stands in the file's metadata. Every
sentence is read by itself with one thread, so that the result depends on nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from simplifier.base.errors import ConfigError, FormatError, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LEAST_FITS", "LEAST_STANDS", "ContextReader", "ReaderInputs", "WordPieces", "reader_inputs", "tree_inputs"]

#: What the trees give less is not read: of 1,599 changes of published sentences that the reader found sure, one in a
#: hundred lay below, and one of those that help.
LEAST_STANDS: Final = 0.6
LEAST_FITS: Final = 0.2
#: Most word pieces of a sentence that are read, and most of one change.
MOST_PIECES: Final = 380
MOST_OF_CHANGE: Final = 60
_PART: Final = re.compile(r"\w+|[^\w\s]")
_LONGEST_WORD: Final = 100
#: Logits of the trees are divided by this, which brings them to the size of the other inputs.
_SCALE: Final = 3.0
_LEAST: Final = 1e-4


class ReaderInputs(NamedTuple):
    """What the network reads of a sentence and its changes.

    Attributes:
        ids: the word pieces of the sentence and of all changes.
        positions: the position of each.
        types: 0 for the sentence, 1 for new words.
        segments: -1 for the sentence, otherwise the number of the change.
        old: for each change, the places of the pieces that it replaces.
        new: for each change, the places of its new pieces.
    """

    ids: list[int]
    positions: list[int]
    types: list[int]
    segments: list[int]
    old: list[range]
    new: list[range]


class WordPieces:
    """Cuts words into the longest pieces of a vocabulary, without case and accents (the WordPiece of BERT).

    Args:
        vocabulary: the pieces in the order of their numbers; pieces inside a word begin with ``##``.

    Raises:
        KeyError: the vocabulary lacks one of the marks ``[CLS]``, ``[SEP]``, ``[UNK]``, ``[MASK]``.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.begin, self.end = self._numbers["[CLS]"], self._numbers["[SEP]"]
        self.unknown, self.nothing = self._numbers["[UNK]"], self._numbers["[MASK]"]
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, word: str) -> tuple[int, ...]:
        """Return the numbers of the pieces of a word."""
        found = self._known.get(word)
        if found is None:
            plain = unicodedata.normalize("NFD", word.lower())
            plain = "".join(one for one in plain if unicodedata.category(one) != "Mn")
            found = tuple(number for part in _PART.findall(plain) for number in self._cut(part)) or (self.unknown,)
            self._known[word] = found
        return found

    def _cut(self, part: str) -> Iterable[int]:
        if len(part) > _LONGEST_WORD:
            return [self.unknown]
        numbers, start = [], 0
        while start < len(part):
            for end in range(len(part), start, -1):
                number = self._numbers.get(("##" if start else "") + part[start:end])
                if number is not None:
                    numbers.append(number)
                    start = end
                    break
            else:
                return [self.unknown]
        return numbers


def reader_inputs(
    pieces: WordPieces, words: Sequence[str], changes: Iterable[tuple[int, int, Sequence[str]]]
) -> ReaderInputs:
    """Return what the network reads.

    Args:
        pieces: the vocabulary.
        words: the tokens of the sentence.
        changes: first token, the one after the last, and the new words of each change; no new words for a deletion,
            and an empty span for new words before its first token.
    """
    ids, starts = [pieces.begin], []
    for word in words:
        starts.append(len(ids))
        ids += pieces(word)
    starts.append(len(ids))
    ids = [*ids[:MOST_PIECES], pieces.end]
    last = len(ids) - 1
    positions, types, segments = list(range(len(ids))), [0] * len(ids), [-1] * len(ids)
    old: list[range] = []
    new: list[range] = []
    for number, (start, end, target) in enumerate(changes):
        first = min(starts[start], last)
        old.append(range(first, max(min(starts[max(end, start)], last), first + 1)))
        own = [piece for word in target for piece in pieces(word)][:MOST_OF_CHANGE] or [pieces.nothing]
        new.append(range(len(ids), len(ids) + len(own)))
        ids += own
        positions += range(first, first + len(own))
        types += [1] * len(own)
        segments += [number] * len(own)
    return ReaderInputs(ids, positions, types, segments, old, new)


def tree_inputs(chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the network reads of the trees: logits of their two probabilities, and 1 where there are none.

    Args:
        chances: float32 [n, 2], the probabilities; negative where the trees were not asked.
    """
    import numpy as np

    inside = np.clip(chances, _LEAST, 1 - _LEAST)
    missing = chances[:, :1] < 0
    logits = np.where(missing, 0.0, np.log(inside / (1 - inside)) / _SCALE)
    return np.concatenate([logits, missing], axis=1).astype(np.float32)


@dataclass(frozen=True)
class ContextReader:
    """Reads changes in their sentence. The file is opened when the first sentence is read.

    Attributes:
        path: the ONNX file.
    """

    path: Path

    @cached_property
    def _session(self) -> Any:
        try:
            import onnxruntime
        except ImportError:
            told = "selection.reader needs onnxruntime: pip install onnxruntime, or --fast to do without"
            raise ConfigError(told) from None
        if not self.path.is_file():
            raise InputError(f"{self.path}: no such file; selection.reader names it")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            return onnxruntime.InferenceSession(str(self.path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime has no base class of its errors
            raise FormatError(self.path, f"not a reader of context: {str(error).splitlines()[0]}") from None

    @cached_property
    def _pieces(self) -> WordPieces:
        vocabulary = self._session.get_modelmeta().custom_metadata_map.get("vocabulary", "")
        try:
            return WordPieces(vocabulary.split("\n"))
        except KeyError:
            raise FormatError(self.path, "not a reader of context: no vocabulary in it") from None

    def __call__(
        self,
        tokens: Sequence[str],
        spans: NDArray[np.int32],
        words: Sequence[Sequence[str]],
        chances: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """Return the two probabilities of each change, float32 [n, 2].

        Args:
            tokens: the tokens of the sentence.
            spans: int32 [n, 2], first token and the one after the last of what each change replaces.
            words: the new words of each change.
            chances: float32 [n, 2], what the trees say.
        """
        import numpy as np

        # Several rules may make the same change; it is read once, with the best that the trees say of it.
        numbers: dict[tuple[int, int, tuple[str, ...]], int] = {}
        places = [
            numbers.setdefault((int(start), int(end), tuple(new)), len(numbers))
            for (start, end), new in zip(spans, words, strict=True)
        ]
        best = np.zeros((len(numbers), 2), dtype=np.float32)
        np.maximum.at(best, places, chances)
        read = self.read(tokens, list(numbers), best)
        return np.ascontiguousarray(read[places])

    def read(
        self,
        words: Sequence[str],
        changes: Sequence[tuple[int, int, Sequence[str]]],
        chances: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """Return the two probabilities of each change, float32 [n, 2].

        Args:
            words: the tokens of the sentence.
            changes: as `reader_inputs` takes them.
            chances: float32 [n, 2], what the trees say of each.
        """
        import numpy as np

        inputs = reader_inputs(self._pieces, words, changes)
        length, segments = len(inputs.ids), np.array(inputs.segments)
        seen = (segments[np.newaxis] == -1) | (segments[np.newaxis] == segments[:, np.newaxis])
        pools = {"old": inputs.old, "new": inputs.new}
        means = {name: np.zeros((len(changes), length), dtype=np.float32) for name in pools}
        for name, own in pools.items():
            for number, one in enumerate(own):
                means[name][number, one.start : one.stop] = 1 / len(one)
        (found,) = self._session.run(
            None,
            {
                "ids": np.array([inputs.ids]),
                "positions": np.array([inputs.positions]),
                "types": np.array([inputs.types]),
                "seen": seen[np.newaxis, np.newaxis],
                **means,
                "trees": tree_inputs(chances),
            },
        )
        return np.asarray(found, dtype=np.float32)
