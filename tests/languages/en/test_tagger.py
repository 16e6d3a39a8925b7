from __future__ import annotations

import threading
from pathlib import Path
from random import Random

import pytest

from simplifier.base.errors import FormatError, InputError
from simplifier.core import TaggerTrainer
from simplifier.languages.analysis.tagger import Tagger
from simplifier.languages.en.words.tags import PENN_TAGS

EMBEDDED = Path(__file__).resolve().parents[3] / "simplifier" / "models" / "en-annotation" / "tagger.bin"

LABELLED = """
The/DT dog/NN barks/VBZ ./.
A/DT cat/NN sleeps/VBZ ./.
The/DT dogs/NNS bark/VBP ./.
Two/CD cats/NNS sleep/VBP ./.
John/NNP sees/VBZ the/DT dog/NN ./.
Mary/NNP sees/VBZ a/DT cat/NN ./.
The/DT bark/NN of/IN the/DT dog/NN wakes/VBZ Mary/NNP ./.
They/PRP bark/VBP and/CC sleep/VBP ./.
John/NNP wants/VBZ to/TO sleep/VB ./.
Sleep/NN is/VBZ good/JJ ./.
"""


def sentences() -> list[tuple[list[str], list[str]]]:
    pairs = [[token.rsplit("/", 1) for token in line.split()] for line in LABELLED.strip().splitlines()]
    return [([word for word, _ in pair], [tag for _, tag in pair]) for pair in pairs]


def train(path: Path, seed: int = 1, max_weights: int | None = None) -> Tagger:
    trainer = TaggerTrainer(list(PENN_TAGS), seed=seed, min_feature_count=1, min_word_count=2)
    for words, tags in sentences():
        trainer.add(words, tags)
        trainer.add([word.lower() for word in words], tags, count_words=False)
    for _ in range(12):
        trainer.epoch()
    if max_weights is not None:
        trainer.prune(max_weights)
        trainer.epoch()
    trainer.save(str(path))
    return Tagger.load(path)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tagger") / "tagger.bin"
    train(path)
    return path


@pytest.fixture(scope="module")
def tagger(model: Path) -> Tagger:
    return Tagger.load(model)


def test_sentences_tagged_together_as_alone(tagger: Tagger) -> None:
    words = sorted({word for tokens, _ in sentences() for word in tokens}) + [
        "zebra",
        "NATO",
        "'s",
        "1999",
        '"',
    ]
    random = Random(5)
    for _ in range(50):
        first = random.choices(words, k=random.randrange(9))
        versions = [first, [], [word.lower() for word in first]]
        versions += [[*first[:at], random.choice(words), *first[at + 1 :]] for at in range(9)]
        assert tagger.tag_alike(versions) == tagger.tag_batch(versions)


def test_learns_its_training_sentences_cased_and_lowercased(tagger: Tagger) -> None:
    for words, tags in sentences():
        assert tagger.tag(words) == tags
        assert tagger.tag([word.lower() for word in words]) == tags


def test_context_decides_where_the_word_does_not(tagger: Tagger) -> None:
    assert tagger.tag(["They", "bark", "."])[1] == "VBP"
    assert tagger.tag(["The", "bark", "of", "the", "cat", "wakes", "John", "."])[1] == "NN"


def test_all_ways_of_tagging_agree(tagger: Tagger) -> None:
    words = [sentence for sentence, _ in sentences()]
    batch = tagger.tag_batch(words)
    assert batch == [tagger.tag(sentence) for sentence in words]
    ids, starts = tagger.tag_text([" ".join(sentence) for sentence in words])
    assert [
        [tagger.tags[tag] for tag in ids[start:end]] for start, end in zip(starts, starts[1:], strict=False)
    ] == batch


def test_word_tags_are_the_shares_of_the_training_text(tagger: Tagger) -> None:
    shares = tagger.word_tags("bark")  # VBP twice, NN once
    assert list(shares) == ["VBP", "NN"]
    assert shares["VBP"] == pytest.approx(2 / 3, abs=0.01)
    assert sum(shares.values()) == pytest.approx(1.0)
    assert tagger.word_tags("Bark") == shares, "words are looked up in lowercase"
    assert tagger.word_tags("wakes") == {}, "seen once only"
    assert tagger.word_tags("xyzzy") == {}


def test_same_seed_same_bytes(model: Path, tmp_path: Path) -> None:
    train(tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == model.read_bytes()


def test_pruning_keeps_the_weights_that_matter(model: Path, tmp_path: Path) -> None:
    pruned = train(tmp_path / "pruned.bin", max_weights=400)
    assert (tmp_path / "pruned.bin").stat().st_size < model.stat().st_size / 2
    right = sum(a == b for words, tags in sentences() for a, b in zip(tags, pruned.tag(words), strict=True))
    assert right >= 0.9 * sum(len(words) for words, _ in sentences())


def test_quotes_brackets_and_dashes_are_one_word_each(tagger: Tagger) -> None:
    def tags_with(opening: str, closing: str) -> list[str]:
        return tagger.tag(["The", opening, "dog", closing, "barks", "."])

    assert tags_with("“", "”") == tags_with('"', '"') == tags_with("``", "''")
    assert tags_with("-LRB-", "-rrb-") == tags_with("(", ")") == tags_with("[", "]")
    assert tags_with("—", "–") == tags_with("--", "--")


def test_edges(tagger: Tagger) -> None:
    assert tagger.tag([]) == []
    assert tagger.tag_batch([]) == []
    assert len(tagger.tag([""])) == 1
    assert len(tagger.tag(["Ünïcode", "日本", "🙂", "\x00"])) == 4
    assert len(tagger.tag(["dog"] * 100_000)) == 100_000
    assert tagger.tag_text([])[1].tolist() == [0]
    assert tagger.tag_text(["", "  dog  barks "])[1].tolist() == [0, 0, 2]


def test_threads_share_a_tagger(tagger: Tagger) -> None:
    words = [sentence for sentence, _ in sentences()] * 200
    expected = tagger.tag_batch(words)
    results: list[list[list[str]]] = []
    threads = [threading.Thread(target=lambda: results.append(tagger.tag_batch(words))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


def test_text_that_cannot_be_encoded_is_refused(tagger: Tagger) -> None:
    with pytest.raises(InputError, match="not valid text"):
        tagger.tag(["\ud800"])


@pytest.mark.parametrize("share", [0.0, 0.001, 0.3, 0.9])
def test_truncated_model_is_refused(model: Path, tmp_path: Path, share: float) -> None:
    whole = model.read_bytes()
    path = tmp_path / "cut.bin"
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(FormatError) as caught:
        Tagger.load(path)
    assert str(caught.value).startswith(f"{path}: ") and "\n" not in str(caught.value)


def test_damaged_and_foreign_models_are_refused(model: Path, tmp_path: Path) -> None:
    damaged = bytearray(model.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path = tmp_path / "damaged.bin"
    path.write_bytes(damaged)
    with pytest.raises(FormatError, match="damaged"):
        Tagger.load(path)
    path.write_text("a text file, not a model")
    with pytest.raises(FormatError, match="not a tagger model"):
        Tagger.load(path)
    with pytest.raises(FormatError, match="not a regular file"):
        Tagger.load(tmp_path)
    with pytest.raises(FormatError, match="cannot open"):
        Tagger.load(tmp_path / "none.bin")


def test_trainer_refuses_what_it_cannot_learn_from(tmp_path: Path) -> None:
    trainer = TaggerTrainer(["NN"])
    with pytest.raises(ValueError, match="2 words has 1 tags"):
        trainer.add(["a", "b"], ["NN"])
    with pytest.raises(ValueError, match="unknown tag 'VB'"):
        trainer.add(["a"], ["VB"])
    with pytest.raises(ValueError, match="no sentence"):
        trainer.epoch()
    with pytest.raises(ValueError, match="not been trained"):
        trainer.save(str(tmp_path / "x.bin"))
    with pytest.raises(ValueError, match="1 to 60 tags"):
        TaggerTrainer([])


GOLDEN = [
    ("He was given a medal after the war .", "PRP VBD VBN DT NN IN DT NN ."),
    ("They did not want to leave the old house .", "PRP VBD RB VB TO VB DT JJ NN ."),
    ("In May the Bush government may fall .", "IN NNP DT NNP NN MD VB ."),
    ("Paris is the capital of France .", "NNP VBZ DT NN IN NNP ."),
    ("Which books did she read in 1990 ?", "WDT NNS VBD PRP VB IN CD ."),
    ("The company 's shares rose quickly .", "DT NN POS NNS VBD RB ."),
]


@pytest.mark.skipif(not EMBEDDED.is_file(), reason="the embedded English model has not been built")
@pytest.mark.parametrize(("text", "tags"), GOLDEN)
def test_embedded_model_tags_plain_sentences(text: str, tags: str) -> None:
    tagger = Tagger.load(EMBEDDED)
    assert " ".join(tagger.tag(text.split())) == tags
    assert " ".join(tagger.tag(text.lower().split())) == tags
