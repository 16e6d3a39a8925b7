"""The model in a user's own Spark pipeline: a pandas UDF, and a transformer for Spark ML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd
from pyspark import keyword_only
from pyspark.ml import Transformer
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import HasInputCol, HasOutputCol
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame
from pyspark.sql.functions import pandas_udf
from pyspark.sql.pandas.types import from_arrow_type
from pyspark.sql.types import StringType, StructField, StructType

from simplifier.batch.formats import edit_values
from simplifier.batch.parquet import edits_type
from simplifier.batch.rows import RowRewriter
from simplifier.batch.spark.place import ModelPlace, opened

__all__ = ["SimplifierTransformer", "simplify_udf"]


def simplify_udf(model: ModelPlace = ModelPlace()) -> Any:  # noqa: B008 - it is frozen
    """Return a pandas UDF from a column of text to structs of ``text``, ``edits`` and ``problem``.

    If a text cannot be rewritten, ``problem`` gives the reason and ``text`` is null; else ``problem`` is null. A null
    text stays null. Every worker opens the model once.
    """
    kind = StructType(
        [
            StructField("text", StringType()),
            StructField("edits", from_arrow_type(edits_type())),
            StructField("problem", StringType()),
        ]
    )

    def simplify(batches: Iterator[pd.Series]) -> Iterator[pd.DataFrame]:
        rewriter = RowRewriter(opened(model), traced=True)
        for batch in batches:
            outcomes = rewriter([None if pd.isna(text) else text for text in batch])
            rows = [
                (None, None, outcome)
                if isinstance(outcome, str)
                else (outcome.text, None if outcome.text is None else edit_values(outcome), None)
                for outcome in outcomes
            ]
            yield pd.DataFrame(rows, columns=["text", "edits", "problem"], dtype=object)

    made: Callable[..., Any] = pandas_udf(simplify, kind)
    return made


class SimplifierTransformer(Transformer, HasInputCol, HasOutputCol, DefaultParamsReadable, DefaultParamsWritable):
    """A stage of a Spark ML pipeline that writes the simpler text of ``inputCol`` to ``outputCol``.

    A text that cannot be rewritten gives null. The stage can be saved and read back like other stages.

    Args:
        inputCol: the column of texts.
        outputCol: the new column.
        config: the configuration, as in `ModelPlace.config`; empty for the embedded model.
    """

    config: Any = Param(
        Params._dummy(),
        "config",
        "configuration of the model; empty for the embedded one",
        TypeConverters.toString,
    )

    @keyword_only
    def __init__(self, *, inputCol: str = "text", outputCol: str = "simple", config: str = "") -> None:
        super().__init__()
        self._set(**self._input_kwargs)
        self._setDefault(inputCol="text", outputCol="simple", config="")

    def _transform(self, dataset: DataFrame) -> DataFrame:
        model = ModelPlace(self.getOrDefault(self.config))
        made = simplify_udf(model)(dataset[self.getInputCol()])["text"]
        return dataset.withColumn(self.getOutputCol(), made)
