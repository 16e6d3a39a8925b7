"""What Python programs call: threads, many texts, terms of a call, alternatives, wrong arguments."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice, repeat
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from simplifier import ProtectedTerms, Result, Simplifier
from simplifier.base.errors import ConfigError, InputError
from simplifier.base.settings import PACKAGE
from simplifier.config import load_config
from simplifier.record.reasons import Reason, ReasonKind
from simplifier.record.request import SearchRequest
from tests.toy_model import build_toy_model

MODEL = PACKAGE / "models" / "en"
TEXTS = [
    "A humorous man.\n\nHe  was very large. The committee commenced.",
    "",
    "\n",
    "The residence was humorous.\r\n```\r\nx = large\r\n```\r\n",
    "Nothing here",
]


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_toy_model(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def toy(config: Path) -> Simplifier:
    return Simplifier.load(config)


@pytest.fixture(scope="module")
def embedded() -> Simplifier:
    if not MODEL.is_dir():
        pytest.skip("the embedded model is not in this installation")
    return Simplifier.load(overrides={"decoder.threads": 1})


@pytest.mark.parametrize("batch", [1, 2, 256])
@pytest.mark.parametrize("threads", [1, 3])
def test_many_texts_are_as_one_by_one(config: Path, batch: int, threads: int) -> None:
    model = Simplifier.load(config, overrides={"decoder.threads": threads})
    results = list(model.simplify_many(TEXTS, batch))
    assert results == [model.simplify(text) for text in TEXTS]
    assert [one.source for one in results] == TEXTS
    assert [one.text for one in results[:4]] == [
        "A funny man.\n\nHe  was big. The group started.",
        "",
        "\n",
        "The house was funny.\r\n```\r\nx = large\r\n```\r\n",
    ]
    assert [one.start for one in results[0].sentences] == [0, 17, 37]


def test_texts_are_read_as_they_are_needed(toy: Simplifier) -> None:
    endless = toy.simplify_many(chain(["A humorous man."], repeat("A large man.")))
    assert [one.text for one in islice(endless, 3)] == ["A funny man.", "A big man.", "A big man."]


def test_every_text_has_its_own_spelling(config: Path) -> None:
    model = Simplifier.load(config)
    texts = ["The colour of the centre.", "The color of the center.", "A man."]
    assert [one.text for one in model.simplify_many(texts)] == [model.simplify(one).text for one in texts]


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_share_a_model(threads: int) -> None:
    if not MODEL.is_dir():
        pytest.skip("the embedded model is not in this installation")
    model = Simplifier.load(overrides={"decoder.threads": threads})
    texts = [
        "The committee commenced deliberations.",
        "Approximately ten persons utilized the methodology.",
        "He purchased a residence prior to the commencement of the meeting.",
        "An additional individual is required. Nothing else.",
    ]
    calls: list[Callable[[], object]] = []
    for text in texts:
        calls += [
            lambda text=text: model.simplify(text),
            lambda text=text: model.simplify(text, protect=["commenced", "residence"]).text,
            lambda text=text: model.explain(text).sentences[0].kept,
            lambda text=text: model.alternatives(text, 4, 8),
            lambda text=text: [one.text for one in model.simplify_many([text, *texts])],
        ]
    alone = [call() for call in calls]
    # A new one, so that what is built at the first use is built by several threads at once.
    model = Simplifier.load(overrides={"decoder.threads": threads})
    workers = 4
    start = Barrier(workers)

    def work(number: int) -> list[object]:
        start.wait(60)
        order = [*range(number, len(calls)), *range(number)]
        made = {place: calls[place]() for place in order}
        return [made[place] for place in range(len(calls))]

    with ThreadPoolExecutor(workers) as pool:
        assert all(found == alone for found in pool.map(work, range(workers)))


def test_asynchronous_use(toy: Simplifier) -> None:
    async def all_at_once() -> list[Result]:
        return await asyncio.gather(*(asyncio.to_thread(toy.simplify, text) for text in TEXTS))

    assert asyncio.run(all_at_once()) == [toy.simplify(text) for text in TEXTS]


def test_terms_of_one_call(toy: Simplifier, config: Path) -> None:
    text = "A humorous and large man.\nA Large residence."
    assert toy.simplify(text).text == "A funny and big man.\nA Big house."
    assert toy.simplify(text, protect=["large", "nothing"]).text == "A funny and large man.\nA Large house."
    assert toy.simplify(text, protect=ProtectedTerms(["humorous"])).text == "A humorous and big man.\nA Big house."
    assert [one.text for one in toy.simplify_many(["A large man."] * 2, protect=iter(["large"]))] == [
        "A large man.",
        "A large man.",
    ]
    both = Simplifier.load(config, protected=["humorous"])
    assert both.simplify(text, protect=["large"]).text == "A humorous and large man.\nA Large house."
    ((kept,),) = (one.kept for one in toy.explain("A large man.", protect=["Large"]).sentences)
    assert (kept.source, kept.candidates[0].target) == ("large", "big")
    assert kept.candidates[0].reason == Reason(ReasonKind.PROTECTED, "you asked to keep these words")
    request = SearchRequest(protected=ProtectedTerms(["humorous"]).mark)
    assert toy.kbest("A humorous man.", 5, request).output == "A humorous man."
    assert toy.simplify(text).text == "A funny and big man.\nA Big house."


def test_alternatives_of_a_place(toy: Simplifier) -> None:
    text = "Nothing.\nA man. 😀 humorous man has a residence.\n"
    found = toy.alternatives(text, 20, 22)
    assert (found.start, found.end, found.source, found.article) == (18, 26, "humorous", False)
    assert text[found.start : found.end] == found.source
    assert [(one.text, one.chosen, one.original, one.forbidden) for one in found.ranked] == [
        ("funny", True, False, False),
        ("humorous", False, True, False),
        ("amusing", False, False, False),
    ]
    assert [one.reason.kind for one in found.ranked] == ["score", "original", "other"]
    assert [one.gain for one in found.ranked] == pytest.approx([2.1, 0.0, 1.1], abs=1e-5)
    assert (found.ranked[0].stands, found.ranked[0].helps) == (None, None)
    kept = toy.alternatives(text, 39, 40, protect=["residence"])
    assert [(one.text, one.forbidden, one.reason.text) for one in kept.ranked] == [
        ("residence", False, "nothing better was found"),
        ("house", True, "you asked to keep these words"),
    ]
    # The whole of two changes, and never words of the place twice.
    assert [one.text for one in toy.alternatives("A very large man.", 2, 12).ranked] == ["big", "very large"]


def test_alternatives_tell_probabilities(embedded: Simplifier) -> None:
    found = embedded.alternatives("The principal reason was the weather.", 4, 13)
    assert (found.start, found.end) == (4, 13)
    assert not any(one.text.lower().startswith("the ") for one in found.ranked)
    for one in found.ranked:
        if one.features:
            assert one.stands == 1.0 - one.features["SelectionHarm"]
            assert one.helps == one.features["SelectionGain"]
    assert any(one.features for one in found.ranked)


def test_alternatives_in_a_sentence_that_would_be_split(embedded: Simplifier) -> None:
    splitting = Simplifier.load(overrides={"structure.split": "auto"})
    text = (
        "The new district committee commenced deliberations in the first week of March, "
        "but the chairman subsequently departed for good."
    )
    assert len(splitting.simplify(text).sentences[0].parts) == 2
    assert splitting.alternatives(text, 27, 36) == embedded.alternatives(text, 27, 36)


def test_the_dial_is_an_argument(embedded: Simplifier) -> None:
    assert Simplifier.load(risk=0.25).config == Simplifier.load(overrides={"selection.risk": 0.25}).config
    assert Simplifier.load(preset="more").config == load_config(None, {"preset": "more"})
    given = Simplifier.load(preset="bold", risk=0.1, overrides={"selection.risk": 0.2}).config
    assert (given.preset, given.selection.risk) == ("bold", 0.2)


@pytest.mark.parametrize("together", [1, 2, 3])
def test_changes_of_a_sentence_are_together_no_riskier_than_the_dial_says(together: int) -> None:
    text = "The council purchased approximately 40 vehicles and utilized numerous rooms prior to the merger."
    read = Simplifier.load(overrides={"selection.together": together, "selection.read": False})
    result = read.simplify(text)
    harm = sum(edit.features.get("SelectionHarm", 0.0) for edit in result.sentences[0].edits)
    risk = load_config().selection.risk
    assert 0 < harm <= together * risk


def load(**arguments: Any) -> Callable[[Simplifier, Path], object]:
    return lambda _, config: Simplifier.load(config, **arguments)


NO_PLACE = "is no place of at least one character of the text, which has 6"
PATH_ONLY = "risk, preset and overrides go with the path of a configuration, not with a configuration"


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda m, _: m.simplify(None), TypeError, "text is to be text (str), not NoneType"),
        (
            lambda m, _: m.simplify(b".."),
            TypeError,
            'text is bytes, not text; decode it first, such as with .decode("utf-8")',
        ),
        (lambda m, _: m.explain(7), TypeError, "text is to be text (str), not int"),
        (lambda m, _: m.kbest("A man.", 0), InputError, "k is 0; it must be 1 or more"),
        (lambda m, _: m.kbest("A man.", -1), InputError, "k is -1; it must be 1 or more"),
        (lambda m, _: m.kbest("A man.", 2.0), TypeError, "k is to be a whole number, not float"),
        (lambda m, _: m.kbest(None, 2), TypeError, "sentence is to be text (str), not NoneType"),
        (lambda m, _: m.stream(["A man."], 0), InputError, "k is 0; it must be 1 or more"),
        (
            lambda m, _: m.stream("A man."),
            TypeError,
            "lines is to be a list of lines, not one text; simplify takes one",
        ),
        (
            lambda m, _: m.simplify_many("A man."),
            TypeError,
            "texts is to be a list of texts, not one text; simplify takes one",
        ),
        (lambda m, _: m.simplify_many(["A man."], 0), InputError, "batch is 0; it must be 1 or more"),
        (
            lambda m, _: list(m.simplify_many(["A man.", None])),
            TypeError,
            "text 2 is to be text (str), not NoneType",
        ),
        (
            lambda m, _: m.simplify("A man.", protect="man"),
            TypeError,
            "protect is to be a list of terms, not one text; write ['man']",
        ),
        (
            lambda m, _: m.simplify("A man.", protect=[1]),
            TypeError,
            "a term of protect is to be text (str), not int",
        ),
        (load(protected="man"), TypeError, "protected is to be a list of terms, not one text; write ['man']"),
        (lambda m, _: m.alternatives("A man.", 2, 2), InputError, f"start and end: 2 to 2 {NO_PLACE}"),
        (
            lambda m, _: m.alternatives("A.\nB man.", 0, 5),
            InputError,
            "start and end: the place is not inside one sentence",
        ),
        (load(preset="bald"), ConfigError, "CONFIG: has no preset 'bald'; presets: none"),
        (load(risk=2), InputError, "risk is 2; it must be a number from 0 to 1"),
        (lambda m, _: Simplifier.load(m.config, risk=0.1), ConfigError, PATH_ONLY),
    ],
)
def test_wrong_arguments(
    toy: Simplifier,
    config: Path,
    call: Callable[[Any, Path], object],
    kind: type[Exception],
    message: str,
) -> None:
    with pytest.raises(kind, match=f"^{re.escape(message.replace('CONFIG', str(config)))}$"):
        call(toy, config)


def test_iterators_are_texts_too(toy: Simplifier) -> None:
    def texts() -> Iterator[str]:
        yield "A humorous man."

    assert [one.text for one in toy.simplify_many(texts())] == ["A funny man."]
