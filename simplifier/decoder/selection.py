"""Selection features: boosted trees predict what people would do with a change (docs/understand/selection.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simplifier.base.errors import ConfigError
from simplifier.core import (
    ApplicationFeatures,
    BoostedTrees,
    ChangeReader,
    CoreInputError,
    FrameList,
    SelectionInputs,
    selection_features,
)
from simplifier.decoder import GrammarPart, LanguageModelPart
from simplifier.decoder.context_reader import LEAST_FITS, LEAST_STANDS, ContextReader
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.languages.analysis.tagger import Tagger

__all__ = ["SelectionSources"]


@dataclass(frozen=True, slots=True)
class SelectionSources:
    """The parts of a decoder from which the inputs of selection trees are computed, in the decoder's order.

    Attributes:
        grammars: the grammars whose rule features are inputs.
        language_models: the language models that score the surroundings of every change.
        token_features: names of the decoder's token features.
        tagger: the tagger whose tags are inputs, or None.
        words: the words and tags of the language that inputs read.
        frames: the frames of pairs, or None.
    """

    grammars: Sequence[GrammarPart]
    language_models: Sequence[LanguageModelPart]
    token_features: Sequence[str]
    tagger: Tagger | None
    words: ChangeWords
    frames: FrameList | None = None

    def inputs(self, names: Sequence[str] = ()) -> SelectionInputs:
        """Return the named inputs, or all inputs if none is named.

        Raises:
            ConfigError: an input that these parts do not provide.
        """
        classes = next((one.classes for one in self.language_models if one.classes is not None), None)
        try:
            return SelectionInputs(
                list(names),
                [part.table for part in self.grammars],
                [one.name for one in self.language_models],
                list(self.token_features),
                classes,
                [] if self.tagger is None else self.tagger.tags,
                self.words.to_native(),
                self.frames,
            )
        except CoreInputError as error:
            raise ConfigError(str(error)) from None

    def features(
        self,
        trees: BoostedTrees,
        path: Path,
        dial: tuple[float, float] = (1.0, 0.0),
        reader: ContextReader | None = None,
    ) -> ApplicationFeatures:
        """Return the selection features of a file of trees.

        Args:
            trees: the trees.
            path: the file of the trees, for errors.
            dial: the risk and the least gain that decide which changes are doubtful, both from 0 to 1; by default
                no change is.
            reader: reads the changes that the trees think possible, and has the last word on them; None for no reader.

        Raises:
            ConfigError: trees for another purpose, or trained with another model.
        """
        try:
            inputs = self.inputs(trees.input_names)
            read = None if reader is None else ChangeReader.make(reader, LEAST_STANDS, LEAST_FITS)
            return selection_features(trees, inputs, *dial, read)
        except (ConfigError, CoreInputError) as error:
            raise ConfigError(f"{path}: {error}; train them with this model") from None
