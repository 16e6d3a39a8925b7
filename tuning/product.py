"""The development set as `simplify` writes it: the pipeline as users run it, scored as users score it.

Tuning works on decoder forms, but in the end texts count. These are lines that the whole pipeline has rewritten, from
reading to writing, under metrics that tokenise and case texts in their own way. The scores are those that
``simplify --config run/config.toml`` and ``simplifier evaluate`` give on the same files, digit by digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier import Simplifier
from simplifier.base.errors import ConfigError
from simplifier.base.reading import read_lines
from simplifier.evaluation.metrics import ReferenceSet, parse_metric
from simplifier.languages import Language
from simplifier.tuning.candidates.acceptance import judged_result
from simplifier.tuning.candidates.objective import Objective
from simplifier.tuning.config import TuneConfig
from simplifier.tuning.dev_scores import DevScores

__all__ = ["Product", "ProductScores", "check_lines", "parts_of", "simplified"]


def parts_of(config: TuneConfig, lines: int) -> dict[str, range]:
    """Return the lines tuned on, the lines held out (if any), and all lines, by name of the part, counted from 0."""
    held_out = config.data.held_out
    parts = {"tuning": range(config.data.tuning or lines - held_out)}
    if held_out:
        parts["held_out"] = range(lines - held_out, lines)
    return parts | {"all": range(lines)}


class ProductScores:
    """The scoring of texts of one part of the development set.

    Args:
        config: the configuration of the run, which names the metrics.
        sources: the source lines.
        references: the references, [reference][line].
        language: the language of the lines.
    """

    def __init__(
        self, config: TuneConfig, sources: Sequence[str], references: Sequence[Sequence[str]], language: Language
    ) -> None:
        objective = Objective(
            parse_metric(config.objective.metric), ReferenceSet(sources, references, language=language)
        )
        self._sources = list(sources)
        self._scores = DevScores(objective, [parse_metric(name) for name in config.objective.report])

    def judge(self, simplifier: Simplifier) -> dict[str, float]:
        """Return the scores of what a simplifier writes for the lines with its present weights, by name."""
        return self.evaluate(simplified(simplifier, self._sources))

    def evaluate(self, outputs: Sequence[str]) -> dict[str, float]:
        """Return the scores of one output per line, by name, as `DevScores.evaluate` does."""
        return self._scores.evaluate(outputs)


def simplified(simplifier: Simplifier, lines: Sequence[str]) -> list[str]:
    """Return every line as `simplify` writes it, as `JudgedText`."""
    return [judged_result(result) for result in simplifier.stream(f"{line}\n" for line in lines)]


@dataclass(frozen=True, slots=True)
class Product:
    """A development set as lines of text.

    Attributes:
        sources: the source lines.
        references: the references, [reference][line].
        language: the language of the lines.
    """

    sources: Sequence[str]
    references: Sequence[Sequence[str]]
    language: Language

    @classmethod
    def read(cls, source: Path, references: Sequence[Path], language: Language) -> Product:
        """Read files with one sentence on each line.

        Raises:
            InputError: a file is missing or is not UTF-8.
        """
        return cls(read_lines(source), [read_lines(path) for path in references], language)

    def scores(self, config: TuneConfig, lines: range) -> ProductScores:
        """Return the scoring of some of the lines."""
        part = slice(lines.start, lines.stop)
        return ProductScores(config, self.sources[part], [one[part] for one in self.references], self.language)


def check_lines(simplifier: Simplifier) -> None:
    """Check that a simplifier keeps lines apart, because lines are scored one by one.

    Raises:
        ConfigError: the simplifier joins wrapped lines.
    """
    if simplifier.config.text.wrapped_lines:
        raise ConfigError(
            "text.wrapped_lines joins the lines that tuning scores one by one; set it to false in the model"
        )
