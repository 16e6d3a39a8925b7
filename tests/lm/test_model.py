from __future__ import annotations

import bz2
import gzip
import lzma
import math
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from simplifier import core
from simplifier.base.errors import InputError
from simplifier.lm import LanguageModel, convert, load_native
from simplifier.lm.files import seal

LN_10 = math.log(10.0)


def test_sentence_by_hand(hand_made: Path) -> None:
    # p(a|<s>) + p(b|<s> a) + backoff(a b) + p(</s>|b)
    expected = -0.25 - 0.125 - 0.0625 - 0.5
    assert LanguageModel(hand_made).score_sentence("a b") == pytest.approx(LN_10 * expected, abs=1e-12)


def test_phrase_by_hand(hand_made: Path) -> None:
    # p(b) + backoff(b) + p(a): no context before, no end after
    expected = -1.25 - 0.5 - 0.5
    assert LanguageModel(hand_made).score_phrase(["b", "a"]) == pytest.approx(LN_10 * expected, abs=1e-12)


def test_word_scores_by_hand(hand_made: Path) -> None:
    scores = LanguageModel(hand_made).word_scores("a c b")
    # backoffs: "c" pays for "<s> a" and "a"; after an unknown word nothing is left to pay for
    expected = [-0.25, -0.125 - 0.25 - 1.0, -1.25, -0.5]
    assert [s.log_probability for s in scores] == pytest.approx([LN_10 * x for x in expected], abs=1e-12)
    assert [s.ngram_length for s in scores] == [2, 1, 1, 2]
    assert [s.unknown for s in scores] == [False, True, False, False]


def test_unknown_words_are_counted(hand_made: Path) -> None:
    model = LanguageModel(hand_made)
    assert model.count_unknown("a c b c") == 2
    assert model.count_unknown(["a", "b"]) == 0
    assert "a" in model and "c" not in model
    assert model.order == 3


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_python_and_core_agree_exactly(order: int, arpa_of_order: Callable[[int], Path]) -> None:
    path = arpa_of_order(order)
    model, core = LanguageModel(path), load_native(path)
    assert model.order == core.order == order
    for text in ("a", "a b c d e f g", "g g g a zz b", "zz", "b a d c a f e b a"):
        words = text.split()
        assert core.score_words(words) == model.score_phrase(text)
        assert core.score_words([*words, "</s>"], begins_sentence=True) == model.score_sentence(text)
        assert [not core.knows(word) for word in words] == [s.unknown for s in model.word_scores(text, end=False)]


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_sentences_scored_together_as_alone(order: int, arpa_of_order: Callable[[int], Path]) -> None:
    core, random = load_native(arpa_of_order(order)), Random(order)
    for _ in range(20):
        words = random.choices("abcdefg", k=random.randrange(12))
        versions = [words, [], *[[*words[:at], random.choice("abz"), *words[at + 1 :]] for at in range(8)]]
        alone = [core.score_words([*one, "</s>"], begins_sentence=True) for one in versions]
        assert core.score_sentences(versions) == alone


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files(pack: Callable[[bytes], bytes], hand_made: Path, tmp_path: Path) -> None:
    arpa, binary = tmp_path / "packed.arpa.z", tmp_path / "packed.binary.z"
    convert(hand_made, tmp_path / "plain.binary")
    arpa.write_bytes(pack(hand_made.read_bytes()))
    binary.write_bytes(pack((tmp_path / "plain.binary").read_bytes()))
    expected = LanguageModel(hand_made).score_sentence("a b c")
    for path in (arpa, binary):
        assert LanguageModel(path).score_sentence("a b c") == pytest.approx(expected, abs=1e-6)
        core = load_native(path)  # the decompressed copy is gone by now
        assert core.score_words("a b c </s>".split(), begins_sentence=True) == pytest.approx(expected, abs=1e-6)


def bad_files(folder: Path, hand_made: Path) -> dict[str, tuple[Path, str]]:
    """Unusable model files: name -> (path, what the message must say)."""
    good = hand_made.read_bytes()
    binary = folder / "good.binary"
    convert(hand_made, binary, "probing")
    contents = {
        "empty": (b"", "empty file"),
        "text": (b"this is no model\nbut text\n", "not \\data\\"),
        "bytes": (bytes(range(256)) * 8, "not a usable KenLM model"),
        "long_line": (b"word " * 100_000, "not a usable KenLM model"),
        "truncated_arpa": (good[: len(good) // 2], "End of file"),
        "no_end": (good.replace(b"\\end\\\n", b""), "End of file"),
        "truncated_binary": (binary.read_bytes()[:300], "it is cut off"),
        "truncated_header": (binary.read_bytes()[:40], "not a usable KenLM model"),
        "truncated_gzip": (gzip.compress(good)[:100], "damaged or cut off"),
        "order_7": (
            good.replace(b"ngram 3=1", b"\n".join(b"ngram %d=1" % n for n in range(3, 8))),
            "order 7",
        ),
        "wrong_count": (good.replace(b"ngram 2=3", b"ngram 2=4"), "not a usable KenLM model"),
        "negative_count": (good.replace(b"ngram 2=3", b"ngram 2=-4"), "cannot hold as many n-grams"),
        "large_count": (good.replace(b"ngram 2=3", b"ngram 2=999999999999"), "cannot hold as many n-grams"),
        "positive": (good.replace(b"-0.375\ta b", b"0.375\ta b"), "not a usable KenLM model"),
    }
    cases = {"missing": (folder / "nowhere", "no such"), "directory": (folder, "a directory")}
    for name, (content, says) in contents.items():
        (folder / name).write_bytes(content)
        cases[name] = (folder / name, says)
    return cases


@pytest.mark.parametrize("load", [LanguageModel, load_native])
def test_bad_files_give_one_line(load: Callable[[Path], object], hand_made: Path, tmp_path: Path) -> None:
    for path, says in bad_files(tmp_path, hand_made).values():
        with pytest.raises(InputError) as caught:
            load(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: ") and says in message, message
        assert message.isprintable() and len(message) < len(str(path)) + 300, message


def test_long_numbers_in_what_is_wrong(hand_made: Path, tmp_path: Path) -> None:
    arpa = tmp_path / "long.arpa"
    arpa.write_text(hand_made.read_text().replace("-0.375\ta b", "123456789012345678901\ta b"))
    with pytest.raises(core.CoreInputError, match=r"long\.arpa.*[Pp]ositive log probability 1\.23457e\+20"):
        core.LanguageModel(str(arpa))
    binary = tmp_path / "long.binary"
    convert(hand_made, binary, "probing")
    content = bytearray(binary.read_bytes())
    content[92:96] = b"\xde" * 4  # room of the hash tables: -8.03e18
    binary.write_bytes(content)
    with pytest.raises(core.CoreInputError, match=r"long\.binary.*multiplier of -8\.02976e\+18"):
        core.LanguageModel(str(binary))


def test_loading_is_silent(hand_made: Path) -> None:
    # KenLM writes to the file descriptor itself, so only another process can tell.
    opening = f"p = {str(hand_made)!r}; LanguageModel(p); load_native(p)"
    program = f"from simplifier.lm import LanguageModel, load_native; {opening}"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")


@pytest.mark.parametrize(
    "options",
    [
        {"structure": "probing"},
        {"structure": "probing", "words": False},
        {},
        {"words": False},
        {"probability_bits": 8},
        {"pointer_bits": 4},
        {"probability_bits": 5, "backoff_bits": 7, "pointer_bits": 3},
    ],
    ids=str,
)
def test_whole_binaries_are_walked_through(options: dict[str, Any], hand_made: Path, tmp_path: Path) -> None:
    path = tmp_path / "model.binary"
    convert(hand_made, path, **options)
    core.check_language_model(str(path), body=True)


def test_a_link_out_of_the_file_is_refused_without_checksums(hand_made: Path, tmp_path: Path) -> None:
    path = tmp_path / "model.binary"
    convert(hand_made, path, words=False)
    content = bytearray(path.read_bytes())
    header = 88 + 20 + 8 * 3 + 4  # test values, parameters, three counts, padding
    words = int.from_bytes(content[header : header + 8], "little") + 1
    link = header + 8 + 8 * words + 16 + 8  # of the second word; a record is two floats and a link
    assert int.from_bytes(content[88 + 20 : 88 + 28], "little") == words
    content[link + 5] = 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="checksum|damaged in block 0"):
        load_native(path)
    Path(f"{path}.sums").unlink()
    for load in (load_native, LanguageModel):
        with pytest.raises(InputError, match=r"model\.binary: a damaged KenLM binary \(a link leads out"):
            load(path)
    load_native(path, check=False)  # the header is as it should be
    with pytest.raises(InputError, match="a link leads out"):
        seal(path)


def test_the_number_of_an_empty_bucket_is_refused_without_checksums(hand_made: Path, tmp_path: Path) -> None:
    """Found by fuzzing: the empty string has the hash of an empty bucket, whose number is then its word."""
    path = tmp_path / "model.binary"
    convert(hand_made, path, "probing", words=False)
    content = bytearray(path.read_bytes())
    table = 88 + 20 + 8 * 3 + 4 + 8  # test values, parameters, three counts, padding, version and bound
    empty = next(at for at in range(table, len(content), 12) if not any(content[at : at + 12]))
    content[empty + 8 : empty + 12] = b"\0\xff\xff\xff"
    path.write_bytes(content)
    Path(f"{path}.sums").unlink()
    with pytest.raises(InputError, match="an empty bucket has a word"):
        load_native(path)
