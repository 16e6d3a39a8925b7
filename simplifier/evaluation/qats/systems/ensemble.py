"""OSVCML's ensemble: scorers that read texts or numbers, weighted by a particle swarm (Nisioi and Nauze 2016).

The TreeLSTM and the authors' own tools are left out.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from simplifier.evaluation.qats.systems.swarm import correlation_weights, swarm_minimum
from simplifier.evaluation.qats.training import grouped_folds

__all__ = ["Ensemble"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_FOLDS = 4


class Ensemble:
    """Ensemble of scorers whose weights are found by a particle swarm.

    Args:
        train: training pairs of source and rewriting, words between spaces.
        test: test pairs in the same form.
        train_numbers: numeric features of the training pairs.
        test_numbers: numeric features of the test pairs.
        groups: number of the source of each training pair; folds keep the pairs of a source together.
    """

    def __init__(
        self,
        train: Sequence[tuple[str, str]],
        test: Sequence[tuple[str, str]],
        train_numbers: FloatArray,
        test_numbers: FloatArray,
        groups: IntArray,
    ) -> None:
        from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
        from sklearn.preprocessing import Normalizer, StandardScaler

        self._size = len(train)
        self._groups = groups
        pairs = [*train, *test]
        words = TfidfVectorizer(token_pattern=r"\S+").fit([text for pair in train for text in pair])
        source, output = (words.transform([pair[side] for pair in pairs]) for side in (0, 1))
        scale = StandardScaler().fit(train_numbers)
        letters = CountVectorizer(analyzer="char", ngram_range=(2, 4), binary=True, min_df=2)
        letters.fit([pair[1] for pair in train])
        self._views = [
            output.tocsr(),
            (abs(source - output) + source.multiply(output)).tocsr(),
            csr_matrix(scale.transform(np.vstack([train_numbers, test_numbers]))),
            Normalizer().fit_transform(letters.transform([pair[1] for pair in pairs])).tocsr(),
        ]
        self._precision = np.array([_precision(*pair) for pair in pairs])

    def answer(self, labels: IntArray) -> tuple[FloatArray, IntArray]:
        """Return marks (0 to 100 within the range of the training scores) and labels of the test pairs.

        Args:
            labels: labels of the training pairs for one aspect.
        """
        # Weights and cuts are chosen on scores of held-out pairs, because scorers fit their training pairs too well.
        held_out = np.zeros((self._size, len(list(self._scorers())) + 1))
        for known, asked in grouped_folds(self._groups, _FOLDS, 1):
            held_out[asked] = self._scores(known, labels[known], asked)
        everything = np.arange(self._size)
        new = self._scores(everything, labels, np.arange(self._size, self._views[0].shape[0]))
        weights = correlation_weights(held_out, labels.astype(np.float64))
        train, test = held_out @ weights, new @ weights
        low, high = train.min(), train.max()
        share = (train - low) / (high - low)

        def errors(places: FloatArray) -> FloatArray:
            cuts = np.sort(places, axis=1)
            given = (share[None, :] >= cuts[:, :1]).astype(int) + (share[None, :] > cuts[:, 1:])
            return np.asarray((given != labels).mean(axis=1))

        cuts = np.sort(swarm_minimum(errors, 2, rounds=60))
        place = (test - low) / (high - low)
        return 100 * place, ((place >= cuts[0]).astype(np.int64) + (place > cuts[1]))

    @staticmethod
    def _scorers() -> Iterator[tuple[int, Any]]:
        """Yield the view and the learner of every scorer."""
        from lightgbm import LGBMRegressor
        from sklearn.linear_model import LogisticRegression
        from sklearn.svm import LinearSVR

        for view in range(3):
            yield view, LinearSVR(C=0.1, random_state=1, max_iter=5000)
            yield view, LogisticRegression(C=1.0, max_iter=1000)
            yield view, LGBMRegressor(n_estimators=120, max_depth=12, verbosity=-1, n_jobs=1, random_state=1)
        yield 3, LinearSVR(C=0.1, random_state=1, max_iter=5000)

    def _scores(self, known: IntArray, labels: IntArray, asked: IntArray) -> FloatArray:
        columns = [self._precision[asked]]
        for view, learner in self._scorers():
            data = self._views[view]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # warnings about convergence, and about names of columns
                learner.fit(data[known], labels)
                if hasattr(learner, "predict_proba"):
                    columns.append(learner.predict_proba(data[asked]) @ learner.classes_)
                else:
                    columns.append(learner.predict(data[asked]))
        return np.column_stack(columns)


def _precision(source: str, output: str) -> float:
    """Return the mean of the clipped precisions of words and of word pairs."""
    from simplifier.evaluation.qats.features.ngrams import counts_of

    found = []
    for order in (1, 2):
        old, new = counts_of(source.split(), order), counts_of(output.split(), order)
        found.append((old & new).total() / max(1, new.total()))
    return sum(found) / 2
