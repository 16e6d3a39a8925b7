"""What must hold however much is decoded and on however many threads."""

from __future__ import annotations

import os
import random
import string
import sys
from pathlib import Path

import numpy as np
import pytest

from simplifier.core import LanguageModel, RuleTable, TableBuilder, TimedLanguageModel
from simplifier.decoder import ChartDecoder, GrammarPart, InputSentence, LanguageModelPart
from tests.arpa import random_arpa

WORDS = string.ascii_letters[:40]
WEIGHTS = {
    "cost": 1.0,
    "lm_toy": 0.5,
    "lm_toy_oov": -2.0,
    "WordPenalty": 0.25,
    "OOVPenalty": -3.0,
    "shout": -0.125,
}


def random_table(path: Path, rng: random.Random) -> RuleTable:
    rules = {(word, word) for word in WORDS[:30]}
    for _ in range(400):
        source = " ".join(rng.choices(WORDS, k=rng.randint(1, 3)))
        rules.add((source, " ".join(rng.choices(WORDS, k=rng.randint(0, 3)))))
    for word in WORDS[:10]:
        rules.add((f"{word} [X,1]", f"[X,1] {rng.choice(WORDS)}"))
    ordered = sorted(rules)
    costs = np.array([[rng.randint(-16, 16) / 8] for _ in ordered], dtype=np.float32)
    builder = TableBuilder(str(path), ["cost"], [0.0], ["toy"], "{}", str(path.parent))
    builder.add(["X"] * len(ordered), [s for s, _ in ordered], [t for _, t in ordered], costs, None, 0)
    builder.finish()
    return RuleTable(str(path))


@pytest.fixture(scope="module")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> GrammarPart:
    folder = tmp_path_factory.mktemp("robustness")
    return GrammarPart(random_table(folder / "toy.table", random.Random(3)), "toy", 6)


@pytest.fixture(scope="module")
def language_model(tmp_path_factory: pytest.TempPathFactory) -> LanguageModel:
    path = tmp_path_factory.mktemp("robustness") / "toy.arpa"
    path.write_text(random_arpa(order=4, seed=5, words=WORDS), encoding="utf-8")
    return LanguageModel(str(path))


@pytest.fixture(scope="module")
def decoder(grammar: GrammarPart, language_model: LanguageModel) -> ChartDecoder:
    return ChartDecoder([grammar], [LanguageModelPart(language_model, "toy")], WEIGHTS, token_features=["shout"])


def random_sentence(rng: random.Random, longest: int) -> InputSentence:
    tokens = tuple(rng.choices([*WORDS, "unknown"], k=rng.randint(1, longest)))
    protected = tuple(rng.random() < 0.1 for _ in tokens)
    features = np.array([[float(rng.random() < 0.2)] for _ in tokens], dtype=np.float32)
    return InputSentence(tokens, ((0, 1, "X"),), protected, features)


def everything(decoder: ChartDecoder, sentences: list[InputSentence], k: int, threads: int) -> list[object]:
    decoded = decoder.decode_native(sentences, k=k, threads=threads, trace=True)
    return [
        [
            (
                one.score.hex(),
                one.tokens,
                one.features.tobytes(),
                [
                    (rule.start, rule.end, rule.rule, start, end)
                    for number, start, end in one.rules()
                    for rule in [sentence.rule(number)]
                ],
            )
            for one in sentence.derivations
        ]
        + [sentence.statistics.evaluations, sentence.statistics.arena_bytes]
        for sentence in decoded
    ]


@pytest.mark.parametrize("k", [1, 40])
def test_same_bytes_at_any_number_of_threads(decoder: ChartDecoder, k: int) -> None:
    rng = random.Random(7)
    sentences = [random_sentence(rng, 25) for _ in range(120)]
    alone = [everything(decoder, [sentence], k, 1)[0] for sentence in sentences]
    for threads in (1, 2, 3, 8):
        assert everything(decoder, sentences, k, threads) == alone


def test_memory_of_a_long_sentence_is_not_charged_to_the_next(decoder: ChartDecoder) -> None:
    rng = random.Random(11)
    short, long = random_sentence(rng, 5), InputSentence(tuple(rng.choices(WORDS, k=200)))
    before = decoder.decode_native([short])[0].statistics.arena_bytes
    after = [one.statistics.arena_bytes for one in decoder.decode_native([long, short, long, short], k=100)]
    assert before < after[1] == after[3] < after[0] == after[2]


def test_time_grows_at_most_quadratically(decoder: ChartDecoder) -> None:
    # Work is counted, not timed, so that a busy machine cannot fail this.
    rng = random.Random(13)
    words = rng.choices(WORDS, k=200)
    work = [
        decoder.decode_native([InputSentence(tuple(words[:length]))])[0].statistics.evaluations
        for length in (50, 100, 200)
    ]
    assert work[1] < 4 * work[0] and work[2] < 4 * work[1]


def test_a_timed_language_model_changes_nothing(
    grammar: GrammarPart, language_model: LanguageModel, decoder: ChartDecoder
) -> None:
    timed = TimedLanguageModel(language_model)
    watched = ChartDecoder([grammar], [LanguageModelPart(timed, "toy")], WEIGHTS, token_features=["shout"])
    rng = random.Random(17)
    sentences = [random_sentence(rng, 20) for _ in range(20)]
    assert everything(watched, sentences, 5, 1) == everything(decoder, sentences, 5, 1)
    combinations = sum(one.statistics.evaluations for one in watched.decode_native(sentences))
    assert timed.calls >= combinations and timed.seconds > 0
    timed.reset()
    assert (timed.calls, timed.words, timed.joined) == (0, 0, 0)
    combinations = sum(one.statistics.evaluations for one in watched.decode_native(sentences))
    assert timed.calls >= combinations
    assert timed.words > 0 and timed.joined > 0


def resident_kilobytes() -> int:
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("RssAnon"):
            return int(line.split()[1])
    raise AssertionError("no RssAnon")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/self/status")
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="sanitizers keep what is freed")
def test_memory_stays_flat_over_a_hundred_thousand_sentences(decoder: ChartDecoder) -> None:
    rng = random.Random(19)
    batch = [random_sentence(rng, 8) for _ in range(2000)]

    def decode(sentences: int) -> None:
        for round_number in range(sentences // len(batch)):
            decoder.decode_native(batch, k=1 + round_number % 3, threads=1 + round_number % 2)

    decode(10_000)  # caches fill, the allocator settles
    before = resident_kilobytes()
    decode(100_000)
    grown = resident_kilobytes() - before
    # A leak of 16 bytes a sentence would be 1,600 kB.
    assert grown < 1500, f"{grown} kB more after 100,000 sentences"
