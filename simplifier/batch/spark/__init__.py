"""A batch on a Spark cluster, and the model in a user's own Spark pipeline: the extra ``spark``."""

from __future__ import annotations

from simplifier.batch.spark.columns import SimplifierTransformer, simplify_udf
from simplifier.batch.spark.job import SparkCounts, SparkJob, run_spark_batch, spark_session
from simplifier.batch.spark.place import ModelPlace, opened

__all__ = [
    "ModelPlace",
    "SimplifierTransformer",
    "SparkCounts",
    "SparkJob",
    "opened",
    "run_spark_batch",
    "simplify_udf",
    "spark_session",
]
