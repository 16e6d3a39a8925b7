"""The words and tags of a language that the decoder's features of changes read.

The core (`simplifier.core.ChangeWords`) knows no language. The lists of a language are stored with every model
(``context.change_words`` in the configuration), because the model's trees were trained with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict

from simplifier import core
from simplifier.base.settings import load_settings
from simplifier.base.toml import dump_toml
from simplifier.base.writing import write_text

__all__ = ["ChangeWords", "SoundClash"]


class SoundClash(BaseModel):
    """A word that must not stand before words that begin in some way: English "a" before "apple".

    Attributes:
        word: the first of the two words.
        first_letters: letters, with one of which the second word begins.
        excepted_prefixes: beginnings of words that do not clash.
        least_size: bytes of UTF-8 that the second word has at least.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    word: str
    first_letters: str
    excepted_prefixes: tuple[str, ...] = ()
    least_size: int = 1


class ChangeWords(BaseModel):
    """The words and tags of one language. If a list is empty, the features that need it stay 0.

    Attributes:
        verb_tags: tags of verbs in any form.
        noun_tags: tags of nouns.
        modifier_tags: tags of adjectives and adverbs.
        finite_tags: tags of verbs that a clause can stand on.
        noun_opening_tags: tags of other words than nouns that may begin a noun phrase after a preposition.
        tag_of: tags of words, such as auxiliary verbs, that a model's word classes list without a tag.
        prepositions: words that tie a noun phrase to what stands before it.
        sound_clashes: words whose sounds clash.
        chunks: labels of phrases, beside the tags. Their order matters: selection trees read their numbers.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    verb_tags: tuple[str, ...] = ()
    noun_tags: tuple[str, ...] = ()
    modifier_tags: tuple[str, ...] = ()
    finite_tags: tuple[str, ...] = ()
    noun_opening_tags: tuple[str, ...] = ()
    prepositions: tuple[str, ...] = ()
    chunks: tuple[str, ...] = ()
    tag_of: Mapping[str, str] = {}
    sound_clashes: tuple[SoundClash, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file made by `write`.

        Raises:
            InputError: no such file, not TOML, or a key or value that cannot be used; names file and key.
        """
        return load_settings(cls, path)

    def write(self, path: Path) -> None:
        """Write these lists as TOML. The file appears only when it is complete.

        Raises:
            InputError: the file cannot be written.
        """
        write_text(path, dump_toml(self.model_dump(mode="json")))

    def to_native(self) -> core.ChangeWords:
        """Return these lists in the form that the core takes."""
        return core.ChangeWords(
            verb_tags=self.verb_tags,
            noun_tags=self.noun_tags,
            modifier_tags=self.modifier_tags,
            finite_tags=self.finite_tags,
            noun_opening_tags=self.noun_opening_tags,
            tag_of=self.tag_of,
            prepositions=self.prepositions,
            sound_clashes=[
                core.SoundClash(one.word, one.first_letters, one.excepted_prefixes, one.least_size)
                for one in self.sound_clashes
            ],
            chunks=self.chunks,
        )
