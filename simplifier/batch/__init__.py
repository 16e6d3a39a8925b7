"""Rewriting a column of a large file: formats, a journal for killed runs, processes that share a model."""

from __future__ import annotations

from simplifier.batch.choice import check_output, format_named, format_of
from simplifier.batch.formats import BatchFormat
from simplifier.batch.rows import Rewritten, RowEdit, RowRewriter
from simplifier.batch.run import BatchCounts, BatchJob, run_batch

__all__ = [
    "BatchCounts",
    "BatchFormat",
    "BatchJob",
    "Rewritten",
    "RowEdit",
    "RowRewriter",
    "check_output",
    "format_named",
    "format_of",
    "run_batch",
]
