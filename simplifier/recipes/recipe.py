"""A recipe: everything that a model is made of, in one TOML file, validated strictly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, field_validator

from simplifier.base.errors import ConfigError, nearest
from simplifier.base.settings import load_settings
from simplifier.languages.registry import language_beside, language_code
from simplifier.recipes.sections import (
    ClassModel,
    Development,
    Generalisation,
    LanguageModelRecipe,
    Lists,
    Name,
    ParallelText,
    Phrases,
    Place,
    Section,
    Table,
    TextPart,
)
from simplifier.tuning.candidates.objective import DEFAULT_METRIC

__all__ = ["Counts", "Model", "Prune", "Readers", "Recipe", "Reranker", "Selection", "Tuning", "load_recipe"]

#: Settings of the model's configuration by dotted key, as in its presets; tables may be given whole.
Changes = dict[str, bool | int | float | str | dict[str, float]]


class Counts(Section):
    """How often each word stands in the texts: ``$WORK/counts.tsv``."""

    least_count: Annotated[int, Field(ge=1)] = 3


class Tuning(Section):
    """A tuning run.

    Attributes:
        settings: a configuration of `simplifier tune`; the recipe names model, data and output.
        files: files of the model at this stage, where they are not those of the recipe's ``files``.
        without: files of the model that are not used yet.
        changes: what the model's configuration is changed in while it is tuned.
    """

    settings: Place
    files: dict[str, Place] = {}
    without: list[str] = []
    changes: Changes = {}


class Selection(Section):
    """Selection trees, trained on the model as it was tuned first (docs/understand/selection.md).

    Attributes:
        inputs: so many are kept; 0 keeps all.
        judged: learn from our own judged edits too, so that the trees tell what an editor lets stand.
    """

    inputs: Annotated[int, Field(ge=0)] = 60
    judged: bool = False


class Prune(Section):
    """What is kept of the rule table.

    Attributes:
        table: name of the table.
        top: rules kept for a source side.
        margin: how far below copying a rule may score and stay.
        least_count: a source side that the texts hold less often is left out.
        least_spread: features that move scores less are not stored.
        kept: features that are stored whatever they move.
        kept_rules: flags of rules that stay whatever they score and however rare they are, unless excluded.
        exclusions: lists of pairs that say something else.
    """

    table: Name
    top: Annotated[int, Field(ge=1)] = 8
    margin: float = 2.5
    least_count: Annotated[int, Field(ge=0)] = 30
    least_spread: float = 0.02
    kept: list[str] = []
    kept_rules: list[str] = []
    exclusions: list[Place] = []


class Readers(Section):
    """Further references of the development sentences, by other people with another task.

    Attributes:
        references: one file per reference.
        metric: what is asked on them.
        weight: the weight of this metric beside that on the first references, whose weight is 1.
        tokenised: their tokens are parted by spaces.
    """

    references: list[Place]
    metric: str
    weight: float = 1.0
    tokenised: bool = False


class Reranker(Section):
    """The reranker: trees that read the best derivations as wholes (docs/understand/selection.md).

    Attributes:
        metric: what they gain.
        depth: candidates of a sentence.
        inputs: so many inputs are kept.
        changes: what the model's configuration is changed in for the lists that they learn from.
        also: further readers.
        also_weight: factor of the weights of all further readers.
    """

    metric: str = DEFAULT_METRIC
    depth: Annotated[int, Field(ge=2)] = 150
    inputs: Annotated[int, Field(ge=1)] = 40
    changes: Changes = {}
    also: list[Readers] = []
    also_weight: float = 1.0


class Model(Section):
    """The folder that the model's files are put together in.

    Attributes:
        output: the folder, unless ``--output`` names another.
        first_fold: files of trees of which the first forest alone is taken; simplifying needs no other.
        card: write a model card too (MODEL_CARD.md).
    """

    output: Place
    first_fold: list[str] = []
    card: bool = False


class Recipe(Section):
    """How a model is made; a part that is absent is not made.

    Attributes:
        name: the name of the model.
        language: its code (`simplifier.languages.registry`).
        config: its configuration.
        files: where the build leaves each file of the model, by its name in the model's folder; the
            configuration names the same. What else the folder shall hold is one more line.
        tagger: a trained tagger, taken as it is.
        parser: a trained parser, taken as it is.
        standing: trained trees that judge splits (`simplifier.recipes.training.standing`), taken as they are.
        meteor: fetch the METEOR paraphrase table, ``$WORK/paraphrase-en.gz``.
        judgements: write the pairs of our own judged edits, ``$WORK/judgements.tsv``.
    """

    name: Name
    language: Annotated[str, AfterValidator(language_code)] = "en"
    config: Place
    files: dict[str, Place]
    development: Development
    tagger: Place | None = None
    parser: Place | None = None
    standing: Place | None = None
    meteor: bool = False
    judgements: bool = False
    texts: list[TextPart] = []
    phrases: Phrases | None = None
    counts: Counts | None = None
    language_models: list[LanguageModelRecipe] = []
    classes: ClassModel | None = None
    generalisation: Generalisation | None = None
    lists: Lists = Lists()
    parallel: ParallelText | None = None
    tables: list[Table] = []
    tune: Tuning
    selection: Selection | None = None
    prune: Prune | None = None
    retune: Tuning | None = None
    reranker: Reranker | None = None
    model: Model | None = None

    @field_validator("texts", "language_models", "tables")
    @classmethod
    def _named_once(cls, parts: list[TextPart] | list[LanguageModelRecipe] | list[Table]) -> object:
        names = [part.name for part in parts]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two are called {name!r}; give each a name of its own")
        return parts

    def table(self, name: str) -> Table:
        """Return a table by name.

        Raises:
            ConfigError: there is none.
        """
        names = [table.name for table in self.tables]
        if name not in names:
            raise ConfigError(f"the recipe {self.name!r} has no table {name!r}{nearest(name, names)}")
        return self.tables[names.index(name)]


def load_recipe(path: Path, overrides: Mapping[str, object] | None = None) -> Recipe:
    """Read and validate a recipe.

    Args:
        path: a TOML file.
        overrides: values by dotted key, as on the command line.

    Raises:
        InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
    """
    recipe = load_settings(Recipe, path, overrides)
    folder = Path() if "language" in (overrides or {}) else path.parent
    return recipe.model_copy(update={"language": language_beside(recipe.language, folder)})
