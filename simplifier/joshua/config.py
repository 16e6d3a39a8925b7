"""Joshua configurations: lines of ``key = value`` and, without an equals sign, of ``feature weight``.

Case, hyphens and underscores make no difference in a key. A setting that cannot be followed as in Joshua is
refused if it would change the output, and otherwise noted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from simplifier.base.errors import ConfigError, FormatError, nearest
from simplifier.base.reading import text_lines
from simplifier.joshua.functions import FeatureFunction, GrammarLine, parse_feature, parse_lm, parse_tm

__all__ = ["NO_EFFECT", "REFUSED", "JoshuaConfig", "read_joshua_config"]


class Refusal(NamedTuple):
    """The reason why a key is refused, and the values (in lower case) that are accepted, as they change nothing."""

    reason: str
    harmless: frozenset[str] = frozenset({"false"})


_PHRASE_BASED: Final = "only hierarchical decoding (search = cky) is"
_LATTICE: Final = "lattices are read by `simplify`, not in this mode"

#: Keys that do not affect the output, each with the note that it gets.
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

#: Keys that would change the output in an unsupported way.
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
    "showweights": Refusal("see docs/build/configuration.md for how weights are used", frozenset()),
    "sourceannotations": Refusal("annotations in the input", frozenset()),
    "projectcase": Refusal("casing belongs to `simplify`", frozenset()),
    "regexpgrammar": Refusal("source sides as regular expressions", frozenset()),
    "dumphypergraph": Refusal("forests are written by `simplify`", frozenset()),
}


DEFAULT_FORMAT: Final = "%i ||| %s ||| %f ||| %c"


@dataclass(slots=True)
class JoshuaConfig:
    """The settings of a Joshua configuration, under Joshua's names.

    Attributes:
        path: the file that the configuration was read from.
        grammars: the ``tm`` lines in order.
        functions: the feature functions in order, language models among them.
        weights: the weights, by Joshua's feature names; lines of the configuration override the weights-file.
        oov_list: the labels of unknown words with their priors, as probabilities above 0.
        notes: one line for each setting that was left out without harm.
    """

    path: Path
    grammars: list[GrammarLine] = field(default_factory=list)
    functions: list[FeatureFunction] = field(default_factory=list)
    weights: dict[str, float] = field(default_factory=dict)
    oov_list: list[tuple[str, float]] = field(default_factory=list)
    weights_file: str = ""
    input_file: str = ""
    goal_symbol: str = "GOAL"
    default_non_terminal: str = "X"
    pop_limit: int = 100
    num_translation_options: int = 20
    top_n: int = 1
    use_unique_nbest: bool = True
    mark_oovs: bool = False
    true_oovs_only: bool = False
    lowercase: bool = False
    output_format: str = DEFAULT_FORMAT
    threads: int = 1
    maxlen: int = 200
    notes: list[str] = field(default_factory=list)

    def locate(self, name: str) -> Path:
        """Return the path of a file named in the configuration.

        The working directory is tried first, then the folder of the configuration.

        Raises:
            ConfigError: the file is in neither.
        """
        for path in (Path(name), self.path.parent / name):
            if path.exists():
                return path
        folder = self.path.parent
        raise ConfigError(f"{self.path}: no file {name} here or in {folder}; start where its paths lead from")


def read_joshua_config(path: Path, overrides: Iterable[str] = (), ignore_unsupported: bool = False) -> JoshuaConfig:
    """Read a configuration, its weights-file and its oov-list.

    Args:
        path: the configuration file.
        overrides: more lines of the same form, read after the file, such as those of a command line.
        ignore_unsupported: True to note unsupported settings instead of refusing them.

    Raises:
        InputError: a file cannot be read.
        FormatError: a line is not understood or asks for something unsupported; names file and line.
        ConfigError: a named file is missing, an override is not understood, or there is no grammar.
    """
    config = JoshuaConfig(path)
    lines = [(number, line) for number, line in enumerate(text_lines(path), start=1)]
    own_weights: dict[str, float] = {}  # kept apart, as the weights-file is read last and must not override them
    for number, line in [*lines, *((None, line) for line in overrides)]:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            _read_line(config, text, own_weights, number, ignore_unsupported)
        except ConfigError as error:
            if number is None:
                raise ConfigError(f"{text}: {error}") from None
            raise FormatError(path, str(error), number) from None
    if config.weights_file:
        config.weights.update(_read_weights(config.locate(config.weights_file)))
    config.weights.update(own_weights)
    if not config.grammars:
        raise ConfigError(f"{path}: no tm line, so there is no grammar to decode with")
    return config


def _read_line(
    config: JoshuaConfig, text: str, weights: dict[str, float], number: int | None, ignore_unsupported: bool
) -> None:
    if "=" not in text:
        weights.update([_weight(text)])
        return
    key, value = (part.strip() for part in text.split("=", 1))
    place = f"{config.path}:{number}" if number is not None else text
    name = _normal(key)
    try:
        if name in NO_EFFECT:
            config.notes.append(f"{place}: {key}: {NO_EFFECT[name]}")
        elif name in REFUSED:
            if value.lower() not in REFUSED[name].harmless:
                raise ConfigError(f"{key} is not supported: {REFUSED[name].reason}")
        elif name in _READERS:
            _READERS[name](config, value)
        else:
            raise ConfigError(f"no key {key!r} is known{nearest(key.lower(), _WRITTEN)}")
    except ConfigError as error:
        if not ignore_unsupported or "not supported" not in str(error):
            raise
        config.notes.append(f"{place}: ignored: {error}")


def _normal(key: str) -> str:
    return re.sub("[-_]", "", key).lower()


def _weight(text: str) -> tuple[str, float]:
    fields = text.split()
    if len(fields) != 2:
        raise ConfigError(f"expected 'key = value' or 'feature weight', not {text!r}")
    try:
        value = float(fields[1])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ConfigError(f"the weight of {fields[0]} is not a number: {fields[1]!r}")
    return fields[0], value


def _read_weights(path: Path) -> dict[str, float]:
    """Read ``feature weight`` lines; as in Joshua, the weights of a feature that appears twice are added."""
    weights: dict[str, float] = {}
    for number, line in enumerate(text_lines(path), start=1):
        text = line.strip()
        if not text or text.startswith(("#", "//")) or len(text.split()) < 2:
            continue
        try:
            name, value = _weight(" ".join(text.split()[:2]))
        except ConfigError as error:
            raise FormatError(path, str(error), number) from None
        weights[name] = weights.get(name, 0.0) + value
    return weights


def _label(value: str) -> str:
    return value.strip().removeprefix("[").removesuffix("]").partition(",")[0]


def _number(least: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        try:
            number = int(value)
        except ValueError:
            number = least - 1  # too small, so that one message serves for text and for small numbers
        if number < least:
            raise ConfigError(f"expected a number from {least}, not {value!r}")
        return number

    return read


def _switch(value: str) -> bool:
    return value.strip().lower() == "true"


def _oov_list(config: JoshuaConfig, value: str) -> None:
    """Read ``LABEL prior LABEL prior ...``, from the value itself or from the file that it names."""
    fields = value.split()
    if len(fields) == 1 and Path(value).exists():
        fields = [each for line in text_lines(Path(value)) for each in line.split()]
    if not fields or len(fields) % 2:
        raise ConfigError(f"expected LABEL prior LABEL prior ... or a file of them, not {value!r}")
    config.oov_list = []
    for label, prior in zip(fields[::2], fields[1::2], strict=True):
        try:
            number = float(prior)
        except ValueError:
            number = 0.0
        if not 0.0 < number < math.inf:
            raise ConfigError(f"the prior of {label} is not a number above 0: {prior!r}")
        config.oov_list.append((_label(label), number))


def _weight_overwrite(config: JoshuaConfig, value: str) -> None:
    fields = value.split()
    if not fields or len(fields) % 2:
        raise ConfigError(f"expected feature weight feature weight ..., not {value!r}")
    pairs = zip(fields[::2], fields[1::2], strict=True)
    config.weights.update(_weight(" ".join(pair)) for pair in pairs)


def _set(name: str, read: Callable[[str], object]) -> Callable[[JoshuaConfig, str], None]:
    def store(config: JoshuaConfig, value: str) -> None:
        setattr(config, name, read(value))

    return store


_READERS: Final[dict[str, Callable[[JoshuaConfig, str], None]]] = {
    "tm": lambda config, value: config.grammars.append(parse_tm(value)),
    "lm": lambda config, value: config.functions.append(parse_lm(value)),
    "featurefunction": lambda config, value: config.functions.append(parse_feature(value)),
    "weightsfile": _set("weights_file", str),
    "weightoverwrite": _weight_overwrite,
    "oovlist": _oov_list,
    "goalsymbol": _set("goal_symbol", _label),
    "defaultnonterminal": _set("default_non_terminal", _label),
    "poplimit": _set("pop_limit", _number(0)),
    "numtranslationoptions": _set("num_translation_options", _number(0)),
    "topn": _set("top_n", _number(0)),
    "useuniquenbest": _set("use_unique_nbest", _switch),
    "markoovs": _set("mark_oovs", _switch),
    "trueoovsonly": _set("true_oovs_only", _switch),
    "lowercase": _set("lowercase", lambda value: True),
    "outputformat": _set("output_format", str),
    "threads": _set("threads", _number(1)),
    "numparalleldecoders": _set("threads", _number(1)),
    "maxlen": _set("maxlen", _number(1)),
    "inputfile": _set("input_file", str),
}

#: The keys of `_READERS` as Joshua's manual writes them, for suggestions.
_WRITTEN: Final = (
    "tm", "lm", "feature-function", "weights-file", "weight-overwrite", "oov-list", "goal-symbol",
    "default-non-terminal", "pop-limit", "num-translation-options", "top-n", "use-unique-nbest", "mark-oovs",
    "true-oovs-only", "lowercase", "output-format", "threads", "num-parallel-decoders", "maxlen",
    "input-file",
)  # fmt: skip
