"""Learners that the systems took from Weka, replaced by similar ones of scikit-learn; and Weka's choice of features.

The choice of features by correlation is that of Hall (1999) (CfsSubsetEval, best-first search).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEARNERS", "cfs_subset", "expected_marks", "fit_labels"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_PATIENCE: Final = 5


def _logistic() -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), LogisticRegression(C=1e4, max_iter=3000))


def _nearest() -> Any:
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import MinMaxScaler

    return make_pipeline(MinMaxScaler(), KNeighborsClassifier(1))


def _forest() -> Any:
    from sklearn.ensemble import RandomForestClassifier

    # Weka tries log2(features) + 1 features at each split.
    return RandomForestClassifier(100, max_features="log2", random_state=1)


def _svm() -> Any:
    from sklearn.svm import SVC

    return SVC(kernel="linear", C=1.0)


def _bagging() -> Any:
    from sklearn.ensemble import BaggingClassifier
    from sklearn.tree import DecisionTreeClassifier

    return BaggingClassifier(DecisionTreeClassifier(min_samples_leaf=2, ccp_alpha=0.002), 10, random_state=1)


LEARNERS: Final[dict[str, Callable[[], Any]]] = {
    "logistic": _logistic,
    "ibk": _nearest,
    "forest": _forest,
    "svm": _svm,
    "bagging": _bagging,
}


def fit_labels(learner: Any, train: FloatArray, labels: IntArray, test: FloatArray) -> IntArray:
    """Return the labels that a learner predicts after training."""
    return np.asarray(learner.fit(train, labels).predict(test), dtype=np.int64)


def expected_marks(learner: Any, test: FloatArray) -> FloatArray:
    """Return the expected marks by the probabilities of a trained learner, 0-100."""
    return np.asarray(learner.predict_proba(test) @ (50.0 * learner.classes_))


def cfs_subset(values: FloatArray, labels: IntArray) -> list[int]:
    """Return the places of the set of features with the highest merit.

    These features correlate with the label, but not with each other. The merit of k features is
    k r_cf / sqrt(k + k (k - 1) r_ff), where r_cf is their mean absolute correlation with the label and r_ff that with
    each other. The forward search stops after five steps without gain. Weka measures correlation by the symmetric
    uncertainty of values in intervals; here it is Pearson's r.
    """
    columns = np.column_stack([values, labels.astype(np.float64)])
    columns = (columns - columns.mean(axis=0)) / (columns.std(axis=0) + 1e-12)
    r = np.abs(columns.T @ columns / len(columns))
    with_label, between = r[-1, :-1], r[:-1, :-1]
    chosen: list[int] = []
    best: tuple[float, list[int]] = (0.0, [])
    waited = 0
    while len(chosen) < values.shape[1] and waited < _PATIENCE:
        left = [place for place in range(values.shape[1]) if place not in chosen]
        merits = [_merit([*chosen, place], with_label, between) for place in left]
        chosen = [*chosen, left[int(np.argmax(merits))]]
        waited += 1
        if max(merits) > best[0] + 1e-9:
            best, waited = (max(merits), chosen), 0
    return best[1]


def _merit(chosen: list[int], with_label: FloatArray, between: FloatArray) -> float:
    size = len(chosen)
    own = between[np.ix_(chosen, chosen)]
    others = (own.sum() - np.trace(own)) / max(1, size * (size - 1))
    return float(size * with_label[chosen].mean() / math.sqrt(size + size * (size - 1) * others))
