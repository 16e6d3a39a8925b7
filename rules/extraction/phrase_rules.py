"""The whole phrase table of a corpus, as phrase-based translation takes it: no labels, no selection.

It holds every pair of phrases that is consistent with the alignment, unchanged ones included, with the four
scores of Koehn, Och and Marcu 2003, "Statistical phrase-based translation": both phrase probabilities (here
smoothed, `simplifier.rules.extraction.probabilities`) and both lexical weights.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simplifier.rules.extraction.lexical_weights import LexicalWeights, word_links
from simplifier.rules.extraction.occurrences import Corpus
from simplifier.rules.extraction.probabilities import negative_log_probabilities
from simplifier.rules.grammar.batch import RuleBatch

__all__ = ["phrase_rules"]

_BATCH = 100_000


def phrase_rules(corpus: Corpus, batch_size: int = _BATCH) -> Iterator[RuleBatch]:
    """Yield all phrase pairs, grouped by source phrase, in batches; memory is bounded by the corpus.

    Features are the costs ``p(f|e)``, ``Lex(f|e)``, ``p(e|f)``, ``Lex(e|f)`` (-ln p, f is the source side) and
    ``LogCount`` (ln). The alignment is that of a pair's first occurrence.
    """
    occurrences = corpus.changed().join(corpus.identities())
    sources = corpus.ngrams.ids(occurrences.source_starts, occurrences.source_lengths)
    targets = corpus.ngrams.ids(occurrences.target_starts, occurrences.target_lengths)
    keys, examples, counts = np.unique(sources * len(corpus.ngrams) + targets, return_index=True, return_counts=True)
    sources, targets = keys // len(corpus.ngrams), keys % len(corpus.ngrams)
    forward = negative_log_probabilities(counts, sources, targets)
    backward = negative_log_probabilities(counts, targets, sources)
    weights = LexicalWeights(word_links(corpus.pairs, corpus.links))
    for start in range(0, len(keys), batch_size):
        rows = slice(start, start + batch_size)
        source_texts, target_texts = corpus.ngrams.texts(sources[rows]), corpus.ngrams.texts(targets[rows])
        alignments = corpus.alignment(occurrences.select(examples[rows]))
        lexical = np.array(
            [
                weights.costs(source.split(), target.split(), alignment)
                for source, target, alignment in zip(source_texts, target_texts, alignments, strict=True)
            ]
        )
        features = {
            "p(f|e)": backward[rows],
            "Lex(f|e)": lexical[:, 1],
            "p(e|f)": forward[rows],
            "Lex(e|f)": lexical[:, 0],
            "LogCount": np.log(counts[rows]),
        }
        yield RuleBatch(
            source_texts,
            target_texts,
            None,
            {name: values.astype(np.float32) for name, values in features.items()},
            alignments,
        )
