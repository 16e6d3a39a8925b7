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

__all__ = ["Counts", "Model", "Prune", "Reader", "Readers", "Recipe", "Reranker", "Selection", "Tuning", "load_recipe"]

#: Settings of the model's configuration by dotted key, as in its presets; tables may be given whole.
Changes = dict[str, bool | int | float | str | dict[str, float]]


class Counts(Section):
    """How often each word occurs in the texts: ``$WORK/counts.tsv``.

    Attributes:
        least_count: words that occur less often are left out.
    """

    least_count: Annotated[int, Field(ge=1)] = 3


class Tuning(Section):
    """A tuning run.

    Attributes:
        settings: a configuration of `simplifier tune`; its model, data and output are set by the recipe.
        files: files that the model uses at this stage instead of those in the recipe's ``files``.
        without: names of files that the model does not use yet.
        changes: settings of the model's configuration that hold only while it is tuned.
    """

    settings: Place
    files: dict[str, Place] = {}
    without: list[str] = []
    changes: Changes = {}


class Selection(Section):
    """Selection trees, trained on the model as it was first tuned (docs/understand/selection.md).

    Attributes:
        inputs: number of inputs that the trees keep; 0 keeps all.
        judged: learn from our own judged edits too, so that the trees predict what an editor lets stand.
    """

    inputs: Annotated[int, Field(ge=0)] = 60
    judged: bool = False


class Reader(Section):
    """The reader of context, trained with the pruned table and the trees (`simplifier.tuning.reading`).

    Attributes:
        epochs: how often every sentence is read.
        seed: the seed of the training.
    """

    epochs: Annotated[int, Field(ge=1)] = 3
    seed: int = 1


class Prune(Section):
    """Pruning of a rule table.

    Attributes:
        table: name of the table.
        top: most rules kept for a source side, besides copying rules.
        margin: a rule is dropped if it scores more than this below the copying of its source side.
        least_count: a source side that occurs less often in the texts is left out.
        least_spread: a feature is not stored if its weighted values have a smaller standard deviation over the rules.
        kept: features that are stored whatever their spread.
        kept_rules: flags; a rule with one of them stays whatever its score and count, unless it is excluded.
        exclusions: lists of pairs that change the meaning.
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
    """Further references of the development sentences, written by other people with another task.

    Attributes:
        references: one file per reference.
        metric: the metric that is computed with these references.
        weight: the weight of this metric; the metric on the first references has weight 1.
        tokenised: true if spaces separate the tokens of the references.
    """

    references: list[Place]
    metric: str
    weight: float = 1.0
    tokenised: bool = False


class Reranker(Section):
    """The reranker: trees that read the best derivations as wholes (docs/understand/selection.md).

    Attributes:
        metric: the metric whose gain the trees predict.
        depth: length of the k-best lists that the trees learn from.
        inputs: number of inputs that the trees keep.
        changes: settings of the model's configuration that hold only while these k-best lists are made.
        also: further references, each set with its metric.
        also_weight: factor by which the weights of all sets in ``also`` are multiplied.
    """

    metric: str = DEFAULT_METRIC
    depth: Annotated[int, Field(ge=2)] = 150
    inputs: Annotated[int, Field(ge=1)] = 40
    changes: Changes = {}
    also: list[Readers] = []
    also_weight: float = 1.0


class Model(Section):
    """The folder in which the model's files are put together.

    Attributes:
        output: the folder, unless ``--output`` names another.
        first_fold: names of tree files of which only the first forest is taken. The other forests serve
            cross-fitting; simplifying does not need them.
        card: true to write a model card too (MODEL_CARD.md).
    """

    output: Place
    first_fold: list[str] = []
    card: bool = False


class Recipe(Section):
    """Recipe of a model; a part that is absent is not made.

    Attributes:
        name: name of the model.
        language: code of the model's language (`simplifier.languages.registry`).
        config: the model's configuration.
        files: where the build leaves each file of the model, by the file's name in the model's folder. The
            configuration uses the same names. A further line adds a further file to the folder.
        development: the sentences that weights and trees are learnt from.
        tagger: a trained tagger, which is copied.
        parser: a trained parser, which is copied.
        standing: trained trees that judge splits (`simplifier.recipes.training.standing`), which are copied.
        meteor: true to fetch the METEOR paraphrase table, ``$WORK/paraphrase-en.gz``.
        judgements: true to write the pairs of our own judged edits, ``$WORK/judgements.tsv``.
        texts: the texts that language models are trained on and words are counted in.
        tune: the first tuning of the weights.
        retune: the second tuning, of the pruned table with selection trees.
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
    reader: Reader | None = None
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
            ConfigError: the recipe has no table of this name.
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
        InputError: there is no such file, it is not TOML, or a key or value cannot be used. The message names
            file and key.
    """
    recipe = load_settings(Recipe, path, overrides)
    # A language file in the recipe lies beside the recipe; one on the command line, in the current folder.
    folder = Path() if "language" in (overrides or {}) else path.parent
    return recipe.model_copy(update={"language": language_beside(recipe.language, folder)})
