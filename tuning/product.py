"""What `simplify` makes of the development set: the pipeline as users run it, scored as users score it.

Tuning works on decoder forms. What counts in the end are texts: lines that the whole pipeline has read, cut,
searched, checked and written again, under metrics that cut and case texts in their own way. The figures are
those of ``simplify --config run/config.toml`` and ``simplifier evaluate`` on the same files, digit by digit.
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
    """Return the lines tuned on, those held out (if any), and all lines of the file."""
    held_out = config.data.held_out
    parts = {"tuning": range(config.data.tuning or lines - held_out)}
    if held_out:
        parts["held_out"] = range(lines - held_out, lines)
    return parts | {"all": range(lines)}


class ProductScores:
    """Scores texts of one part of the development set.

    Args:
        config: names the metrics.
        sources: lines.
        references: [reference][line].
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
        """Return the scores of what a simplifier writes for the lines now."""
        return self.evaluate(simplified(simplifier, self._sources))

    def evaluate(self, outputs: Sequence[str]) -> dict[str, float]:
        """Return scores by name; ``NAME.PART`` for the parts of a metric, ``copied`` in percent."""
        return self._scores.evaluate(outputs)


def simplified(simplifier: Simplifier, lines: Sequence[str]) -> list[str]:
    """Return every line as `simplify` writes it, with what an editor would let stand of it."""
    return [judged_result(result) for result in simplifier.stream(f"{line}\n" for line in lines)]


@dataclass(frozen=True, slots=True)
class Product:
    """A development set as lines of text.

    Attributes:
        sources: lines.
        references: [reference][line].
        language: the language of the lines.
    """

    sources: Sequence[str]
    references: Sequence[Sequence[str]]
    language: Language

    @classmethod
    def read(cls, source: Path, references: Sequence[Path], language: Language) -> Product:
        """Read files of one sentence a line.

        Raises:
            InputError: a file is missing or is not UTF-8.
        """
        return cls(read_lines(source), [read_lines(path) for path in references], language)

    def scores(self, config: TuneConfig, lines: range) -> ProductScores:
        """Return what scores some of the lines."""
        part = slice(lines.start, lines.stop)
        return ProductScores(config, self.sources[part], [one[part] for one in self.references], self.language)


def check_lines(simplifier: Simplifier) -> None:
    """See that a simplifier keeps lines apart, as scoring them needs.

    Raises:
        ConfigError: it joins them.
    """
    if simplifier.config.text.wrapped_lines:
        raise ConfigError(
            "text.wrapped_lines joins the lines that tuning scores one by one; set it to false in the model"
        )
