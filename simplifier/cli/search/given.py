"""`simplifier decode` on lattices, and with given targets: line by line, in decoder words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simplifier.base.errors import FormatError, InputError
from simplifier.base.reading import check_inputs, input_name, open_input, stream_lines
from simplifier.base.terminal import note, say
from simplifier.base.writing import open_output
from simplifier.cli.rewriting import open_simplifier
from simplifier.core import CoreInputError

if TYPE_CHECKING:
    from simplifier.cli.run import Run
    from simplifier.config import Config
    from simplifier.decoder import Derivation
    from simplifier.pipeline import Simplifier

__all__ = ["decode_lattices", "force_targets"]


@dataclass(frozen=True, slots=True)
class _Version:
    """One version of a lattice.

    Attributes:
        output: the words, with spaces between them.
        score: the model score.
        features: feature values by name.
        details: further fields for jsonl.
    """

    output: str
    score: float
    features: Mapping[str, float]
    details: Mapping[str, Any] = field(default_factory=dict)


def _lattice_settings(config: Config) -> Config:
    """Return the configuration for reading lattices; a note names the parts of the model that are left out."""
    from simplifier.lattices import for_chart, lattice_mode, parts_of_sentences

    parts = parts_of_sentences(config)
    if not parts or lattice_mode(config) == "ways":
        return config
    note(f"lattices are searched as wholes, without what reads sentences: {', '.join(parts)}")
    return for_chart(config)


def decode_lattices(run: Run) -> None:
    """Write the best versions of every lattice, as words with spaces between them."""
    from simplifier.lattices import lattice_mode

    simplifier, _ = open_simplifier(run, _lattice_settings)
    kbest, style = run.rewriting.kbest, run.writing.style

    read = _by_way if lattice_mode(simplifier.config) == "ways" else _in_chart
    cut = count = 0
    with open_output(run.writing.output) as stream:
        for number, (name, line, text) in enumerate(_lines(run.reading.inputs)):
            try:
                versions, left_out = read(simplifier, text, name, line, kbest or 1, style == "jsonl")
            except FormatError:
                raise
            except (CoreInputError, InputError) as error:
                raise InputError(f"{name}:{line}: {error}") from None
            for version in versions:
                stream.write(_lattice_line(number, version, style, kbest is not None).encode())
            cut += left_out > 0
            count += 1
    if cut:
        most = simplifier.config.decoder.lattice_ways
        note(
            f"{cut} of {count} lattices have more than {most} ways (decoder.lattice_ways), of which those of "
            'least cost were read; decoder.lattices = "chart", as in --preset lattice, searches all of them'
        )


def force_targets(run: Run, targets: Path) -> None:
    """Write for every line whether the model derives its target, and how; report how many it derives.

    A target is a line of text or a lattice. For a lattice, the best way through it that is derived is written too.
    """
    check_inputs([targets])
    simplifier, _ = open_simplifier(run)

    from simplifier.decoder import InputSentence
    from simplifier.decoder.lattice import read_lattice
    from simplifier.text import Sentence, normalise, pretokenised

    lattices = run.rewriting.force_lattice is not None
    reached = count = 0
    read = pretokenised if simplifier.config.text.tokenised else simplifier.language.tokenise
    with open_output(run.writing.output) as stream:
        pairs = zip_longest(_lines(run.reading.inputs), _lines([targets]))
        for number, (source, target) in enumerate(pairs):
            if source is None or target is None:
                longer = f"the input has {number} lines" if source is None else f"{targets} has {number} lines"
                raise InputError(f"{longer}, the other more; line i of the targets belongs to line i of the input")
            given = simplifier.annotate([Sentence(source[2], 0, tuple(read(source[2])))])[0]
            if lattices:
                wanted = read_lattice(target[2], str(targets), target[1], normalise)
            else:
                wanted = InputSentence(tuple(word.form for word in read(target[2])))
            try:
                found = simplifier.decoder.force(given, wanted.tokens, lattice=wanted.lattice)
            except CoreInputError as error:
                raise InputError(f"{targets}:{target[1]}: {error}") from None
            count += 1
            reached += bool(found)
            stream.write(_forced(number, found, run.writing.style, lattices).encode())
    say(f"reachable: {reached} of {count}")


def _in_chart(
    simplifier: Simplifier, text: str, name: str, line: int, k: int, detailed: bool
) -> tuple[list[_Version], int]:
    """Return the best versions of a lattice that is searched as a whole; no way is left out."""
    from simplifier.decoder.lattice import read_lattice
    from simplifier.text import normalise

    sentence = read_lattice(text, name, line, normalise)
    found = simplifier.decoder.search([sentence], k)[0].derivations
    return [
        _Version(" ".join(one.tokens), one.score, one.features, _structure(one) if detailed else {}) for one in found
    ], 0


def _by_way(
    simplifier: Simplifier, text: str, name: str, line: int, k: int, detailed: bool
) -> tuple[list[_Version], int]:
    """Return the best versions of the ways through a lattice, and the number of ways that were left out."""
    from simplifier.decoder.lattice import read_lattice
    from simplifier.lattices import rewrite_ways

    lattice = read_lattice(text, name, line)
    if not lattice.tokens:
        return [_Version("", 0.0, {})], 0
    versions, left_out = rewrite_ways(simplifier, lattice, k, trees=detailed)
    found = []
    for one in versions:
        details = {"way": " ".join(one.words), **(one.rewriting.to_json() if detailed else {})}
        found.append(_Version(one.rewriting.output, one.score, one.features, details))
    return found, left_out


def _lattice_line(number: int, version: _Version, style: str, numbered: bool) -> str:
    if style == "jsonl":
        own = {"output": version.output, **_rounded(version.score, version.features)}
        return f"{json.dumps({'number': number, **version.details, **own}, ensure_ascii=False)}\n"
    if not numbered:
        return f"{version.output}\n"
    from simplifier.decoder import feature_line

    features = feature_line(version.features)
    return f"{number} ||| {version.output} ||| {features} ||| {version.score:.6f}\n"


def _forced(number: int, found: Sequence[Derivation], style: str, with_output: bool) -> str:
    if style == "jsonl":
        record: dict[str, Any] = {"number": number, "reachable": bool(found)}
        for best in found[:1]:
            record |= {"output": " ".join(best.tokens)} if with_output else {}
            record |= _rounded(best.score, best.features) | _structure(best)
        return f"{json.dumps(record, ensure_ascii=False)}\n"
    if not found:
        return f"{number} ||| unreachable\n"
    output = f" ||| {' '.join(found[0].tokens)}" if with_output else ""
    return f"{number}{output} ||| {found[0].score:.6f}\n"


def _rounded(score: float, features: Mapping[str, float]) -> dict[str, Any]:
    rounded = {name: round(value, 6) for name, value in features.items()}
    return {"score": round(score, 6), "features": rounded}


def _structure(derivation: Derivation) -> dict[str, Any]:
    from simplifier.decoder import derivation_tree, word_alignment

    return {
        "trees": [tree.to_json() for tree in derivation_tree(derivation)],
        "alignment": word_alignment(derivation),
    }


def _lines(inputs: Sequence[Path]) -> Iterator[tuple[str, int, str]]:
    """Yield the name of the file, the number of the line from 1, and the line without its end."""
    for path in inputs or (Path("-"),):
        name = input_name(path)
        with open_input(path) as stream:
            for number, line in enumerate(stream_lines(stream, name), 1):
                yield name, number, line.rstrip("\r\n")
