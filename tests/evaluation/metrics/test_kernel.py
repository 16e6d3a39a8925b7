"""The native kernel against the plain formulas and against sacrebleu."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from benchmarks.metrics import plain_bleu, plain_fkbleu, plain_sari
from simplifier.core import MetricIndex, metric_width
from simplifier.evaluation.metrics import CandidateScorer, parse_metric
from simplifier.evaluation.metrics.bleu import SMOOTHING
from simplifier.evaluation.segments.kernel_metric import block_columns, split_blocks
from simplifier.languages import language_named
from simplifier.languages.en.words.syllables import SyllableCounter

ENGLISH = language_named("en")

VOCABULARY = [
    *"the a of in and to is was about species people city accepted known now currently 95".split(),
    *", . ' comité naïve 2,528 unbelievable xylograph rebaked".split(),
]
SARI_VARIANTS = [
    (counts, deletion, combine)
    for counts in ("types", "tokens")
    for deletion in ("precision", "f1")
    for combine in ("per-order", "pooled")
]


def random_words(rng: random.Random, like: list[str]) -> list[str]:
    """Change a sentence by random deletions, insertions and repetitions; sometimes write a new one."""
    if rng.random() < 0.1:
        return rng.choices(VOCABULARY, k=rng.randint(0, 12))
    words: list[str] = []
    for word in like:
        action = rng.random()
        if action < 0.15:
            continue
        words.append(rng.choice(VOCABULARY) if action < 0.3 else word)
        if action > 0.93:
            words.append(word)
    return words


@pytest.fixture(scope="module")
def corpus() -> tuple[list[list[str]], list[list[list[str]]], list[list[list[str]]]]:
    """100 sources, 4 references of each as [reference][sentence], 100 candidates of each."""
    rng = random.Random(5)
    sources = [rng.choices(VOCABULARY, k=rng.randint(1, 30)) for _ in range(100)]
    references = [[random_words(rng, source) for source in sources] for _ in range(4)]
    return sources, references, [[random_words(rng, source) for _ in range(100)] for source in sources]


@pytest.mark.parametrize("objective", ["sari", "fkbleu", "sentence-bleu"])
def test_ten_thousand_candidates_equal_the_plain_formulas(corpus, objective: str) -> None:
    sources, references, candidates = corpus
    count = SyllableCounter().count
    # Every candidate once per objective; the eight variants of SARI take turns.
    variants = [f"sari-paper[counts={c},deletion={d},combine={m}]" for c, d, m in SARI_VARIANTS]
    names = variants if objective == "sari" else [objective]
    scorers = [CandidateScorer(name, sources, references, language=ENGLISH) for name in names]
    worst = 0.0
    for i, source in enumerate(sources):
        refs = [reference[i] for reference in references]
        fast = [scorer.score(i, candidates[i]) for scorer in scorers]
        for j, output in enumerate(candidates[i]):
            turn = j % len(names)
            if objective == "sari":
                expected = plain_sari(source, output, refs, *SARI_VARIANTS[turn])
            elif objective == "fkbleu":
                expected = plain_fkbleu(source, output, refs, count)
            else:
                expected = plain_bleu(output, refs)
            worst = max(worst, abs(fast[turn][j] - expected))
    assert worst < 1e-9


@pytest.mark.parametrize("smoothing", SMOOTHING)
@pytest.mark.parametrize("effective", [True, False])
def test_sentence_bleu_equals_sacrebleu(corpus, smoothing: str, effective: bool) -> None:
    sources, references, candidates = corpus
    library = BLEU(tokenize="none", smooth_method=smoothing, effective_order=effective, force=True)
    option = f"sentence-bleu[smoothing={smoothing},effective_order={'yes' if effective else 'no'}]"
    scorer = CandidateScorer(option, sources, references, language=ENGLISH)
    for i in range(0, 100, 5):
        expected = [
            library.sentence_score(" ".join(words), [" ".join(r[i]) for r in references]).score
            for words in candidates[i]
        ]
        np.testing.assert_allclose(scorer.score(i, candidates[i]), expected, rtol=0, atol=1e-9)


def test_corpus_bleu_equals_sacrebleu(corpus) -> None:
    sources, references, candidates = corpus
    outputs = [of_sentence[0] for of_sentence in candidates]
    metric = parse_metric("sentence-bleu[level=corpus,effective_order=no]")
    scorer = CandidateScorer(metric, sources, references, language=ENGLISH)
    statistics = metric.statistics(outputs, scorer.data)
    library = BLEU(tokenize="none", force=True)
    joined = [[" ".join(words) for words in reference] for reference in references]
    expected = library.corpus_score([" ".join(words) for words in outputs], joined).score
    assert scorer.corpus_score(statistics) == pytest.approx(expected, abs=1e-9)


def test_strings_and_word_lists_score_alike(corpus) -> None:
    sources, references, candidates = corpus
    words = CandidateScorer("0.5*sari-paper + 0.5*fkbleu", sources, references, language=ENGLISH)
    lines = CandidateScorer(
        "0.5*sari-paper + 0.5*fkbleu",
        [" ".join(s) for s in sources],
        [[" ".join(s) for s in reference] for reference in references],
        language=ENGLISH,
    )
    for i in range(10):
        np.testing.assert_array_equal(
            words.score(i, candidates[i]), lines.score(i, [" ".join(c) for c in candidates[i]])
        )


def test_combination_shares_statistics(corpus) -> None:
    sources, references, candidates = corpus
    both = CandidateScorer("0.25*sari-eq + 0.75*fkbleu", sources, references, language=ENGLISH)
    sari, fkbleu = (CandidateScorer(name, sources, references, language=ENGLISH) for name in ("sari-eq", "fkbleu"))
    assert both.width == sari.width + fkbleu.width
    overlapping = CandidateScorer("fkbleu + sentence-bleu", sources, references, language=ENGLISH)
    assert overlapping.width == fkbleu.width
    for i in range(5):
        expected = 0.25 * sari.score(i, candidates[i]) + 0.75 * fkbleu.score(i, candidates[i])
        np.testing.assert_allclose(both.score(i, candidates[i]), expected, rtol=0, atol=1e-12)


def test_block_columns_pick_what_split_blocks_shows() -> None:
    everything = np.arange(metric_width(127), dtype=np.float64)[np.newaxis]
    views = split_blocks(everything, 127)
    for wanted in (1, 6, 8 | 32, 127):
        expected = np.concatenate([view[0] for block, view in views.items() if block & wanted])
        np.testing.assert_array_equal(everything[0, block_columns(wanted, 127)], expected)


def test_readability_and_edit_blocks() -> None:
    index = MetricIndex(["a b c d"], [["a b"]], SyllableCounter().counts)
    rows = index.statistics(np.zeros(3, dtype=np.int64), ["a b c d", "a x c", ""], 32 | 64)
    assert rows[:, :4].tolist() == [[4, 4, 4, 4], [3, 3, 4, 4], [0, 0, 4, 4]]
    assert rows[:, 4:].tolist() == [[0, 0, 0, 1], [2, 1, 2, 0], [4, 0, 4, 0]]


def test_threads_score_as_one_thread_does(corpus) -> None:
    sources, references, candidates = corpus
    expression = "0.5*sari-paper + 0.5*fkbleu"
    alone, shared = (CandidateScorer(expression, sources, references, language=ENGLISH) for _ in range(2))
    # New words in every batch, so that threads meet where syllables are counted.
    batches = [[[*words, f"word{i}", f"token{i}"] for words in batch] for i, batch in enumerate(candidates)]
    expected = [alone.score(i, batch) for i, batch in enumerate(batches)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(shared.score, range(len(batches)), batches))
    np.testing.assert_array_equal(found, expected)


def test_bad_calls_are_refused() -> None:
    counts = SyllableCounter().counts
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        MetricIndex(["a"], [[]], counts)
    with pytest.raises(ValueError, match="2 sources but references for 1"):
        MetricIndex(["a", "b"], [["a"]], counts)
    index = MetricIndex(["a"], [["a"]], counts)
    with pytest.raises(ValueError, match="no segment 1"):
        index.statistics(np.array([1]), ["a"], 1)
    with pytest.raises(ValueError, match="1 candidates but 2 segment numbers"):
        index.statistics(np.array([0, 0]), ["a"], 1)
    with pytest.raises(TypeError):
        index.statistics(np.array([0]), [["a", 3]], 1)
    with pytest.raises(TypeError):
        index.statistics(np.array([0]), [3], 1)
