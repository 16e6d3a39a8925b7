from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.config import load_config
from simplifier.languages.analysis.change_words import ChangeWords, SoundClash
from simplifier.languages.en.change_words import CHANGE_WORDS


def test_the_embedded_model_has_the_english_lists() -> None:
    stored = load_config().context.change_words
    assert stored is not None and ChangeWords.read(stored) == CHANGE_WORDS
    assert list(ChangeWords.read(stored).tag_of) == list(CHANGE_WORDS.tag_of)


def test_words_are_read_as_they_were_written(tmp_path: Path) -> None:
    words = ChangeWords(
        verb_tags=("V",),
        prepositions=("à", "de"),
        tag_of={"est": "V"},
        sound_clashes=(SoundClash(word="le", first_letters="aé", excepted_prefixes=("onz",)),),
        chunks=("SN",),
    )
    words.write(tmp_path / "words.toml")
    assert ChangeWords.read(tmp_path / "words.toml") == words
    assert words.to_native() is not None
    ChangeWords().write(tmp_path / "empty.toml")
    assert ChangeWords.read(tmp_path / "empty.toml") == ChangeWords()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("verb_tag = ['V']", "unknown key 'verb_tag'; did you mean 'verb_tags'"),
        ("verb_tags = [1]", "'verb_tags.0': input should be a valid string, not 1"),
        ("verb_tags = ", "not TOML"),
    ],
)
def test_errors_name_the_file_and_the_key(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text)
    with pytest.raises(InputError, match="words.toml") as error:
        ChangeWords.read(path)
    assert message in str(error.value)
