"""`simplify` on lattices, and towards targets that are given: line by line, in decoder words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from base.errors import InputError
from base.reading import input_name, open_input, stream_lines
from base.terminal import say
from base.writing import open_output
from native import CoreInputError

if TYPE_CHECKING:
    from simplifier.decoder import Derivation
    from simplifier.pipeline import Simplifier

__all__ = ["decode_lattices", "force_targets"]


def decode_lattices(
    simplifier: Simplifier, inputs: Sequence[Path], output: Path | None, kbest: int | None, style: str
) -> None:
    """Write the best versions of every lattice, words between spaces."""
    from simplifier.decoder.lattice import read_lattice
    from simplifier.text import normalise

    with open_output(output) as stream:
        for number, (name, line, text) in enumerate(_lines(inputs)):
            sentence = read_lattice(text, name, line, normalise)
            try:
                found = simplifier.decoder.search([sentence], kbest or 1)[0].derivations
            except CoreInputError as error:
                raise InputError(f"{name}:{line}: {error}") from None
            for derivation in found:
                stream.write(_record(number, derivation, style, kbest is not None).encode())


def force_targets(
    simplifier: Simplifier, inputs: Sequence[Path], output: Path | None, targets: Path, style: str
) -> None:
    """Write for every line whether the model derives its target, and how; tell how many it does."""
    from simplifier.text import Sentence, pretokenised

    reached = count = 0
    read = pretokenised if simplifier.config.text.tokenised else simplifier.language.tokenise
    with open_output(output) as stream:
        for number, (source, target) in enumerate(zip_longest(_lines(inputs), _lines([targets]))):
            if source is None or target is None:
                longer = (
                    f"the input has {number} lines" if source is None else f"{targets} has {number} lines"
                )
                raise InputError(
                    f"{longer}, the other more; line i of the targets belongs to line i of the input"
                )
            tokens, words = read(source[2]), read(target[2])
            given = simplifier.annotate([Sentence(source[2], 0, tuple(tokens))])[0]
            found = simplifier.decoder.force(given, [word.form for word in words])
            count += 1
            reached += bool(found)
            stream.write(_forced(number, found, style).encode())
    say(f"reachable: {reached} of {count}")


def _forced(number: int, found: Sequence[Derivation], style: str) -> str:
    if style == "jsonl":
        best = _values(found[0]) if found else {}
        return f"{json.dumps({'number': number, 'reachable': bool(found), **best}, ensure_ascii=False)}\n"
    return f"{number} ||| {found[0].score:.6f}\n" if found else f"{number} ||| unreachable\n"


def _record(number: int, derivation: Derivation, style: str, numbered: bool) -> str:
    text = " ".join(derivation.tokens)
    if style == "jsonl":
        record = {"number": number, "output": text, **_values(derivation)}
        return f"{json.dumps(record, ensure_ascii=False)}\n"
    if not numbered:
        return f"{text}\n"
    return f"{number} ||| {text} ||| {derivation.feature_text()} ||| {derivation.score:.6f}\n"


def _values(derivation: Derivation) -> dict[str, Any]:
    from simplifier.decoder import derivation_tree, word_alignment

    return {
        "score": round(derivation.score, 6),
        "features": {name: round(value, 6) for name, value in derivation.features.items()},
        "trees": [tree.to_json() for tree in derivation_tree(derivation)],
        "alignment": word_alignment(derivation),
    }


def _lines(inputs: Sequence[Path]) -> Iterator[tuple[str, int, str]]:
    """Yield file, line number and line, without its end."""
    for path in inputs or (Path("-"),):
        name = input_name(path)
        with open_input(path) as stream:
            for number, line in enumerate(stream_lines(stream, name), 1):
                yield name, number, line.rstrip("\r\n")
