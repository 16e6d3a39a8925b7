"""Train an n-gram language model on any amount of text on a Spark cluster, with the estimates of lmplz.

    python -m simplifier.recipes.cluster.language_model corpus.txt model.arpa --order 4 --master spark://head:7077

The smoothing is interpolated modified Kneser-Ney. N-grams of the highest order are counted as they are; lower orders
count the different words before an n-gram. Discounts follow from the numbers of n-grams seen one, two, three and four
times. Every order is interpolated with the order below. Sources: Chen and Goodman 1999, "An empirical study of
smoothing techniques"; Heafield et al. 2013, "Scalable modified Kneser-Ney language model estimation". Conventions for
sentence ends, unknown words and pruning are those of Heafield et al.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as sql

from simplifier.base.errors import ConfigError, InputError, SimplifierError
from simplifier.base.terminal import say
from simplifier.base.writing import open_output
from simplifier.batch.spark.job import told
from simplifier.lm.training import check_options
from simplifier.recipes.cluster.session import Scratch, mapped, session_for_scripts

__all__ = ["train_with_spark"]

BEGIN, END, UNKNOWN = "<s>", "</s>", "<unk>"
_NGRAMS: Final = pa.schema([("order", pa.int32()), ("ngram", pa.string()), ("count", pa.int64())])
#: Different n-grams that a worker holds before it hands its counts on, which bounds its memory.
_HELD: Final = 1_000_000
#: Characters that separate words for lmplz.
_SPACES: Final = re.compile("[\\0\t\r ]+")


def train_with_spark(
    session: SparkSession, text: str, arpa: Path, order: int, prune: Sequence[int] = (0,)
) -> list[int]:
    """Train a model and write it as ARPA.

    Args:
        session: the Spark session.
        text: file or folder at any address that Spark reads, with one tokenised sentence a line.
        arpa: file to write on the driver; intermediate results lie beside this file until the end.
        order: length of the longest n-grams.
        prune: one number per order, from 1: n-grams that occur at most so often are dropped. The last number holds
            for all higher orders. The first must be 0.

    Returns:
        Number of n-grams by order, from 1.

    Raises:
        ConfigError: an option cannot be used.
        InputError: the text cannot be read, has no words or a marker as a word, or is too small for discounts.
    """
    check_options(order, prune, "1G")
    if prune[0]:
        raise ConfigError(f"prune {prune[0]}: words are all kept here; begin with 0")
    limits = [*prune, *[prune[-1]] * order][:order]
    with tempfile.TemporaryDirectory(dir=arpa.parent, prefix=f".{arpa.name}.") as folder:
        try:
            return _Training(Scratch(session, Path(folder).resolve()), order, limits).run(text, arpa)
        except PySparkException as error:
            raise told(error, text) from error


def _count(order: int, rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Count the n-grams of all orders in sentences between the markers of their begin and end.

    An n-gram may be handed on several times, each time with a part of its count.
    """
    counts: dict[tuple[str, ...], int] = {}
    for row in rows:
        words = (BEGIN, *filter(None, _SPACES.split(row["value"])), END)
        if {BEGIN, END, UNKNOWN} & {*words[1:-1]}:
            raise InputError(f"the text holds {BEGIN}, {END} or {UNKNOWN} as a word; take it out")
        for start in range(len(words)):
            for end in range(start + 1, min(start + order, len(words)) + 1):
                ngram = words[start:end]
                counts[ngram] = counts.get(ngram, 0) + 1
        if len(counts) > _HELD:
            yield from _rows(counts)
            counts.clear()
    yield from _rows(counts)


def _rows(counts: dict[tuple[str, ...], int]) -> Iterator[dict[str, Any]]:
    for ngram, count in counts.items():
        yield {"order": len(ngram), "ngram": " ".join(ngram), "count": count}


class _Training:
    """One training run, from the lowest order to the highest; the results of each order are kept as files."""

    def __init__(self, scratch: Scratch, order: int, limits: Sequence[int]) -> None:
        self._scratch = scratch
        self._order = order
        self._limits = limits

    def run(self, text: str, arpa: Path) -> list[int]:
        lines = self._scratch.session.read.text(text, lineSep="\n")
        raw = mapped(lines, partial(_count, self._order), _NGRAMS).groupBy("order", "ngram")
        self._counts = self._scratch.keep("counts", raw.agg(sql.sum("count").alias("count")), by="order")
        unigrams = self._counts.filter("order = 1")
        (words,) = unigrams.filter(~sql.col("ngram").isin(BEGIN, END)).agg(sql.count("*")).collect()
        if words[0] == 0:
            raise InputError(f"{text}: no words to train on")
        vocabulary = words[0] + 2  # </s> and <unk> can be predicted, <s> cannot
        for order in range(1, self._order + 1):
            self._estimate(order, vocabulary, text)
        return self._write(arpa)

    def _adjusted(self, order: int) -> DataFrame:
        """Return the n-grams of an order with their adjusted counts (Heafield et al. 2013).

        This is the count itself at the highest order and for n-grams that begin with ``<s>``, which no word precedes.
        For all other n-grams it is the number of different words that precede them.
        """
        own = self._counts.filter(f"order = {order}").select("ngram", "count")
        if order == self._order:
            return own.withColumn("adjusted", sql.col("count"))
        longer = self._counts.filter(f"order = {order + 1}")
        before = longer.groupBy(_without_first("ngram").alias("ngram")).agg(sql.count("*").alias("before"))
        begins = (sql.col("ngram") == BEGIN) | sql.col("ngram").startswith(f"{BEGIN} ")
        seen = sql.when(begins, sql.col("count")).otherwise(sql.coalesce("before", sql.lit(0)))
        return own.join(before, "ngram", "left").select("ngram", "count", seen.alias("adjusted"))

    def _estimate(self, order: int, vocabulary: int, text: str) -> None:
        """Keep the interpolated probabilities of an order, and the back-off weights of its contexts.

        Pruned n-grams still count in the sums of their context. All of their adjusted count goes to the back-off
        weight; an n-gram that is kept gives only its discount.
        """
        adjusted = self._scratch.keep(f"adjusted{order}", self._adjusted(order))
        counted = adjusted if order > 1 else adjusted.filter(sql.col("ngram") != BEGIN)
        discount = _discount_of(counted, order, text)
        context = _without_last("ngram") if order > 1 else sql.lit("")
        limit = self._limits[order - 1]
        pruned = (sql.col("count") <= limit) if limit else sql.lit(False)
        given_up = sql.when(pruned, sql.col("adjusted")).otherwise(discount)
        by_context = Window.partitionBy("context")
        shares = (
            counted.withColumn("context", context)
            .withColumn("total", sql.sum("adjusted").over(by_context))
            .withColumn("backoff", sql.sum(given_up).over(by_context) / sql.col("total"))
            .withColumn("share", (sql.col("adjusted") - discount) / sql.col("total"))
            .withColumn("pruned", pruned)
        )
        columns = ("ngram", "context", "share", "backoff", "pruned")
        kept = self._scratch.keep(f"shares{order}", shares.select(*columns))
        own = kept.filter(~sql.col("pruned"))
        if order == 1:
            # All unigrams have the empty context. What they give up is divided evenly over the vocabulary.
            (first,) = kept.select("backoff").limit(1).collect()
            uniform = first[0] / vocabulary
            made = own.select("ngram", (sql.col("share") + sql.lit(uniform)).alias("probability"))
            made = made.union(self._one(UNKNOWN, uniform))
        else:
            lower = self._scratch.frame(f"order{order - 1}").select(
                sql.col("ngram").alias("suffix"), sql.col("probability").alias("below")
            )
            # No n-gram is lost here. Its suffix occurs at least as often, and limits never fall with the order, so
            # the suffix was kept.
            joined = own.withColumn("suffix", _without_first("ngram")).join(lower, "suffix")
            made = joined.select(
                "ngram", (sql.col("share") + sql.col("backoff") * sql.col("below")).alias("probability")
            )
        self._scratch.keep(f"order{order}", made)

    def _one(self, word: str, probability: float) -> DataFrame:
        row = (word, float(probability))
        return self._scratch.session.createDataFrame([row], "ngram string, probability double")

    def _write(self, arpa: Path) -> list[int]:
        """Write all orders; the back-off weight of an n-gram is that of the same context in the next order."""
        sizes = [self._scratch.frame(f"order{order}").count() for order in range(1, self._order + 1)]
        sizes[0] += 1  # <s>, which is never predicted but has a back-off weight
        with open_output(arpa) as stream:
            heads = "".join(f"ngram {order}={size}\n" for order, size in enumerate(sizes, 1))
            stream.write(f"\\data\\\n{heads}".encode())
            for order in range(1, self._order + 1):
                stream.write(f"\n\\{order}-grams:\n".encode())
                self._scratch.keep(f"lines{order}", self._lines(order))
                for part in sorted((self._scratch.folder / f"lines{order}").glob("*.parquet")):
                    for block in _blocks(part):
                        stream.write(block)
            stream.write(b"\n\\end\\\n")
        return sizes

    def _lines(self, order: int) -> DataFrame:
        found = self._scratch.frame(f"order{order}")
        if order == 1:
            found = found.union(self._one(BEGIN, 1.0))  # the probability of <s> is never used
        value = sql.log10("probability").cast("float").cast("string")
        if order == self._order:
            return found.select(sql.concat_ws("\t", value, "ngram").alias("line"))
        above = self._scratch.frame(f"shares{order + 1}").groupBy(sql.col("context").alias("ngram"))
        weights = above.agg(sql.log10(sql.first("backoff")).cast("float").cast("string").alias("weight"))
        weight = sql.coalesce("weight", sql.lit("0"))
        return found.join(weights, "ngram", "left").select(sql.concat_ws("\t", value, "ngram", weight).alias("line"))


def _blocks(part: Path) -> Iterator[bytes]:
    for batch in pq.ParquetFile(part).iter_batches(columns=["line"]):
        yield "".join(f"{line}\n" for line in batch.column(0).to_pylist()).encode()


def _without_first(column: str) -> Any:
    return sql.expr(f"substring({column}, locate(' ', {column}) + 1)")


def _without_last(column: str) -> Any:
    return sql.regexp_replace(column, " [^ ]*$", "")


def _discount_of(counted: DataFrame, order: int, text: str) -> Any:
    """Return the discount of each n-gram by its adjusted count: 0, 1, 2, 3 or more (Chen and Goodman 1999, eq. 26)."""
    found = counted.filter("adjusted between 1 and 4").groupBy("adjusted").count().collect()
    of = {int(adjusted): count for adjusted, count in found}
    if any(of.get(count, 0) == 0 for count in (1, 2, 3, 4)):
        raise InputError(
            f"{text}: the text is too small or too regular to estimate Kneser-Ney discounts of order {order}"
        )
    share = of[1] / (of[1] + 2 * of[2])
    values = [count - (count + 1) * share * of[count + 1] / of[count] for count in (1, 2, 3)]
    if any(not 0 <= value <= count for count, value in enumerate(values, 1)):
        raise InputError(f"{text}: Kneser-Ney discounts of order {order} are out of bounds: {values}")
    kind = sql.least("adjusted", sql.lit(3))
    discount = sql.when(kind == 1, values[0]).when(kind == 2, values[1]).when(kind == 3, values[2])
    return discount.otherwise(0.0)


@click.command(help=(__doc__ or "").split("\n\n")[0])
@click.argument("text")
@click.argument("arpa", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--order", default=5, show_default=True, help="Length of the longest n-grams, 1 to 6.")
@click.option("--prune", default="0", show_default=True, help="Per order, drop n-grams seen at most so often.")
@click.option("--master", default="", metavar="URL", help="Address of the Spark cluster.  [default: this machine]")
def main(text: str, arpa: Path, order: int, prune: str, master: str) -> None:
    """Run from the command line."""
    try:
        limits = [int(value) for value in prune.split()]
        sizes = train_with_spark(session_for_scripts(master), text, arpa, order, limits)
    except SimplifierError as error:
        raise SystemExit(f"error: {error}") from None
    say(f"{arpa}: n-grams by order {' '.join(map(str, sizes))}")


if __name__ == "__main__":
    main()
