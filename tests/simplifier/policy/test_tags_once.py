"""No sentence is tagged twice: not for the splitter, not for the final check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from simplifier import Simplifier
from simplifier.languages.analysis.tagger import Tagger

LONG = (
    "The storm destroyed many of the older houses in the village near the coast, and the residents moved "
    "to a camp outside the city."
)


@pytest.mark.parametrize("split", ["off", "auto"])
def test_every_sentence_is_tagged_once(monkeypatch: pytest.MonkeyPatch, split: str) -> None:
    # Two plans may have a sentence in common.
    settings = {"structure.split": split, "structure.plans": 1}
    model = Simplifier.load(overrides={"preset": "bold", **settings})
    expected = model.simplify(f"The committee commenced deliberations. {LONG}")
    seen: Counter[str] = Counter()
    own = Tagger.tag_batch

    def counting(self: Tagger, sequences: Iterable[Sequence[str]], fragment: bool = False) -> list[list[str]]:
        given = list(sequences)
        seen.update(" ".join(one) for one in given)
        return own(self, given, fragment)

    monkeypatch.setattr(Tagger, "tag_batch", counting)
    result = model.simplify(f"The committee commenced deliberations. {LONG}")
    assert result == expected
    assert (len(result.sentences[1].parts) > 1) == (split == "auto")
    assert seen["The committee commenced deliberations ."] == 1
    assert all(one.output != one.source for one in result.sentences[:1])
    assert set(seen.values()) == {1}, seen
