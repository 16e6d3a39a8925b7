"""The rebuilt systems of QATS 2016, each with a note on what replaces missing tools.

Papers, all of the LREC workshop QATS 2016: Štajner, Popović and Béchara (SMH); Popović and Štajner (MS);
Mathias and Bhattacharyya (IIT); Paetzold and Specia (SimpleNets); Nisioi and Nauze (OSVCML); Davoodi and
Kosseim (CLaC); UoLGP, UoW and DeepBow by the overview of the task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.evaluation.qats.baselines import MetricCuts, majority
from simplifier.evaluation.qats.features.registry import FeatureTable
from simplifier.evaluation.qats.systems.ensemble import Ensemble
from simplifier.evaluation.qats.systems.learners import LEARNERS, cfs_subset, expected_marks, fit_labels
from simplifier.evaluation.qats.task import MARKS, LabelledPairs

__all__ = ["SYSTEMS", "Answer", "System", "Task"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]

_GRAMMAR, _MEANING, _SIMPLICITY, _OVERALL = range(4)

#: MS: metrics whose correlation with the overall marks is above 0.2.
_MS_13: Final = (
    *("pos_f", "wer_del", "ter_del", "miss", "bleu", "word_f3", "base_f", "morph_f", "wer", "chr_f3", "ter"),
    *("meteor", "word_errors"),
)


@dataclass
class Task:
    """The task as systems see it, without the labels of the test part.

    Attributes:
        train: labelled training pairs.
        train_table: features of the training pairs.
        test_table: features of the test pairs.
        kept: results that a system keeps for the other aspects, by a key of its own.
    """

    train: LabelledPairs
    train_table: FeatureTable
    test_table: FeatureTable
    kept: dict[object, Any] = field(default_factory=dict)

    def both(self, groups: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[FloatArray, FloatArray]:
        """Return features of the training and of the test pairs."""
        return self.train_table.matrix(groups, names), self.test_table.matrix(groups, names)

    def labels(self, aspect: int) -> IntArray:
        """Return the training labels of an aspect."""
        return np.asarray(self.train.labels[:, aspect])

    @property
    def texts(self) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The training and the test pairs as words between spaces."""
        found = [
            [(" ".join(one.source.forms), " ".join(one.output.forms)) for one in table.pairs]
            for table in (self.train_table, self.test_table)
        ]
        return found[0], found[1]


class Answer(NamedTuple):
    """A system's answer for the test pairs: labels, marks, or both."""

    labels: IntArray | None = None
    marks: FloatArray | None = None


@dataclass(frozen=True)
class System:
    """A rebuilt system.

    Attributes:
        name: name in the results of the task.
        run: returns the answer for one aspect.
        aspects: aspects that the system answers for.
        stands_in: note on what replaces missing tools; may be empty.
    """

    name: str
    run: Callable[[Task, int], Answer]
    aspects: Sequence[int] = (0, 1, 2, 3)
    stands_in: str = ""


def _majority(task: Task, aspect: int) -> Answer:
    return Answer(majority(task.labels(aspect), len(task.test_table.pairs)))


def _metric(name: str, sign: int, task: Task, aspect: int) -> Answer:
    train, test = (sign * values[:, 0] for values in task.both(names=[name]))
    return Answer(MetricCuts.fit(train, task.labels(aspect)).label(test), test)


def _learnt(learner: str, groups: Sequence[str], names: Sequence[str], task: Task, aspect: int) -> Answer:
    train, test = task.both(groups, names)
    made = LEARNERS[learner]()
    labels = fit_labels(made, train, task.labels(aspect), test)
    return Answer(labels, expected_marks(made, test) if hasattr(made, "predict_proba") else None)


def _subset(learner: str, groups: Sequence[str], names: Sequence[str], task: Task, aspect: int) -> Answer:
    train, test = task.both(groups, names)
    chosen = cfs_subset(train, task.labels(aspect))
    made = LEARNERS[learner]()
    labels = fit_labels(made, train[:, chosen], task.labels(aspect), test[:, chosen])
    return Answer(labels, expected_marks(made, test[:, chosen]))


_SMH: Final = (("metrics", "quest"), ())
_MS: Final = ((), _MS_13)
_METRICS: Final = ("bleu", "meteor", "ter", "wer")


def _iit_aspect(task: Task, aspect: int) -> Answer:
    chosen: tuple[Sequence[str], Sequence[str]] = (
        (("fluency",), ()),
        ((), ("meteor",)),
        (("e_score",), ()),
    )[aspect]
    return _learnt("bagging", *chosen, task, aspect)


def _iit_overall(with_values: bool, task: Task, aspect: int) -> Answer:
    answers = [_iit_aspect(task, one).labels for one in range(3)]
    given = np.column_stack([one for one in answers if one is not None]).astype(np.float64)
    known = task.train.labels[:, :3].astype(np.float64)
    if with_values:
        train, test = task.both(["fluency", "e_score"], ["meteor"])
        known, given = np.column_stack([known, train]), np.column_stack([given, test])
    made = LEARNERS["bagging"]()
    return Answer(fit_labels(made, known, task.labels(aspect), given), expected_marks(made, given))


def _network(task: Task, aspect: int) -> Answer:
    from sklearn.neural_network import MLPClassifier

    return _scaled(MLPClassifier((100,), activation="logistic", max_iter=600, random_state=1), task, aspect)


def _rival(make: Callable[[], Any], task: Task, aspect: int) -> Answer:
    return _scaled(make(), task, aspect)


def _scaled(learner: Any, task: Task, aspect: int) -> Answer:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    train, test = task.both(["nets"])
    made = make_pipeline(StandardScaler(), learner)
    labels = fit_labels(made, train, task.labels(aspect), test)
    return Answer(labels, expected_marks(made, test))


def _tree() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(max_depth=5, random_state=1)


def _boosted() -> Any:
    from sklearn.ensemble import AdaBoostClassifier

    return AdaBoostClassifier(n_estimators=50, random_state=1)


def _gaussian(groups: Sequence[str], task: Task, aspect: int) -> Answer:
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, WhiteKernel
    from sklearn.preprocessing import StandardScaler

    train, test = task.both(groups)
    scale = StandardScaler().fit(train)
    kernel = RBF(float(np.sqrt(train.shape[1])), "fixed") + WhiteKernel(1.0, "fixed")
    made = GaussianProcessRegressor(kernel, normalize_y=True)
    made.fit(scale.transform(train), np.array(MARKS)[task.labels(aspect)])
    return Answer(None, np.asarray(made.predict(scale.transform(test))))


def _support_regression(task: Task, aspect: int) -> Answer:
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVR

    groups = (["quest"], ["similarity"], ["readability"], ["quest", "similarity", "readability"])[aspect]
    train, test = task.both(groups)
    made = make_pipeline(StandardScaler(), SVR(kernel="rbf", C=1.0, epsilon=0.1))
    marks = made.fit(train, task.labels(aspect).astype(np.float64)).predict(test)
    return Answer(np.clip(np.rint(marks), 0, 2).astype(np.int64), 50 * marks)


def _clac(threshold: float, task: Task, aspect: int) -> Answer:
    groups: tuple[Sequence[str], ...] = (
        ("clac_perplexity",),
        ("clac_word_similarity", "clac_synonym_cosine"),
        (
            *("clac_tfidf", "clac_open_words", "clac_length", "clac_normal", "clac_simple_source"),
            *("clac_simple_output", "clac_cues"),
        ),
    )
    # Features can be taken by name only from groups that were computed before.
    for table in (task.train_table, task.test_table):
        table.group("clac")
    if aspect == _OVERALL:
        meaning = _clac(threshold, task, _MEANING).labels
        simplicity = _clac(threshold, task, _SIMPLICITY).labels
        assert meaning is not None and simplicity is not None
        low, high = np.minimum(meaning, simplicity), np.maximum(meaning, simplicity)
        return Answer(np.where(low == 0, 0, np.where((low == 2) & (high == 2), 2, 1)).astype(np.int64))
    train, test = task.both(names=groups[aspect])
    made = LEARNERS["forest"]().fit(train, task.labels(aspect))
    shares = made.predict_proba(test)
    labels = made.classes_[shares.argmax(axis=1)]
    if aspect == _SIMPLICITY:
        labels = np.where(shares.max(axis=1) >= threshold, labels, 1)
    return Answer(labels.astype(np.int64), expected_marks(made, test))


def _bag_of_words(together: bool, task: Task, aspect: int) -> Answer:
    from scipy.sparse import hstack
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.neural_network import MLPClassifier

    key = ("bow", together, None if together else aspect)
    if key not in task.kept:
        train, test = task.texts
        sides = []
        for side in (0, 1):
            words = CountVectorizer(binary=True, token_pattern=r"\S+").fit([pair[side] for pair in train])
            sides.append([words.transform([pair[side] for pair in part]) for part in (train, test)])
        known, asked = (hstack([one[part] for one in sides]).tocsr() for part in (0, 1))
        made = MLPClassifier((50,), max_iter=60, random_state=1, tol=1e-3)
        wanted = np.eye(3)[task.train.labels].reshape(len(train), -1) if together else task.labels(aspect)
        task.kept[key] = made.fit(known, wanted).predict_proba(asked)
    shares = task.kept[key].reshape(len(task.test_table.pairs), -1, 3)[:, aspect if together else 0]
    return Answer(shares.argmax(axis=1), shares @ np.array(MARKS) / np.maximum(1e-9, shares.sum(axis=1)))


def _ensemble(task: Task, aspect: int) -> Answer:
    if "ensemble" not in task.kept:
        task.kept["ensemble"] = Ensemble(*task.texts, *task.both(["counts"]), task.train.groups)
    marks, labels = task.kept["ensemble"].answer(task.labels(aspect))
    return Answer(labels, marks)


def _systems() -> Iterator[System]:
    for name, sign in (("bleu", 1), ("meteor", 1), ("ter", -1), ("wer", -1)):
        yield System(name, partial(_metric, name, sign))
    yield System("majority-class", _majority)
    yield System("mt-baseline", partial(_learnt, "svm", (), _METRICS), stands_in="linear kernel; none is stated")
    words = "metrics: Snowball for lemmas and morphemes; QuEst on our pairs and language models"
    yield System("SMH-IBk", partial(_learnt, "ibk", *_SMH), (0, 2), words)
    yield System("SMH-Logistic", partial(_learnt, "logistic", *_SMH), (1, 3), words)
    yield System("SMH-RandForest", partial(_learnt, "forest", *_SMH), (0, 1, 2, 3), words)
    best = partial(_subset, "forest", *_SMH)
    yield System("SMH-RandForest-b", best, stands_in=words)
    yield System("MS-IBk", partial(_learnt, "ibk", *_MS))
    yield System("MS-RandForest", partial(_learnt, "forest", *_MS))
    yield System("MS-IBk-b", partial(_subset, "ibk", *_MS), (1, 2, 3))
    yield System("MS-RandForest-b", partial(_subset, "forest", *_MS), (0,))
    ours = "our language model and counts; clauses by tags; METEOR without paraphrases"
    yield System("IIT", _iit_aspect, (0, 1, 2), ours)
    yield System("IIT-Default", partial(_iit_overall, False), (3,), ours)
    yield System("IIT-Metrics", partial(_iit_overall, True), (3,), ours)
    nets = "three language models of ours for four of 5-grams"
    yield System("SimpleNets-MLP", _network, stands_in=nets)
    yield System("SimpleNets: decision tree", partial(_rival, _tree), stands_in=nets)
    yield System("SimpleNets: AdaBoost", partial(_rival, _boosted), stands_in=nets)
    yield System("OSVCML", _ensemble, stands_in="our lists and tags for Oracle's; 200 rounds of the swarm")
    clac = "our model for Google n-grams, vectors by joint counts for word2vec, function words for cue phrases"
    yield System("CLaC-RF", partial(_clac, 0.0), (0, 1), clac)
    for threshold in (0.5, 0.6, 0.7):
        yield System(f"CLaC-{threshold}", partial(_clac, threshold), (2, 3), f"{clac}; below it: ok")
    vectors = "vectors by joint counts of sentence pairs for bicvm; width of the kernel fixed"
    for name, groups in (("quest", ["quest"]), ("emb", ["embedded"]), ("combo", ["quest", "embedded"])):
        yield System(f"UoLGP-{name}", partial(_gaussian, groups), stands_in=vectors)
    yield System("UoW", _support_regression, stands_in="our likeness and readability for lists that are not printed")
    yield System("DeepBow", partial(_bag_of_words, True), stands_in="one hidden layer of 50; none is stated")
    yield System("DeepIndiBow", partial(_bag_of_words, False), stands_in="one hidden layer of 50; none is stated")


SYSTEMS: Final = tuple(_systems())
