"""Features that arise in a sentence and not in the table: registered here for their documentation."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simplifier.rules.features.encoding import EncodedBatch
from simplifier.rules.features.registry import FeatureGroup, FeatureSpec

__all__ = ["DecoderFeatures"]


class DecoderFeatures(FeatureGroup):
    """What the decoder adds to a derivation; nothing is stored for them."""

    name = "decoder"
    specs = (
        FeatureSpec(
            "LabelMatch",
            "1 if a changing rule's LHS is the label the tagger gives its span",
            "flag",
            0,
            "span",
        ),
        FeatureSpec("LabelClash", "1 if a changing rule's LHS is not the label of its span", "flag", 0, "span"),
        FeatureSpec("OOVPenalty", "1 for each token no rule covers", "words", 0, "span"),
        FeatureSpec("GluePenalty", "1 for each use of the glue rule", "rules", 0, "span"),
        FeatureSpec("ChangedProperNoun", "proper nouns of the sentence under a changing rule", "words", 0, "span"),
        FeatureSpec("ChangedNumber", "tokens with digits under a changing rule", "words", 0, "span"),
        FeatureSpec("ChangedQuoted", "tokens between quotation marks under a changing rule", "words", 0, "span"),
        FeatureSpec("ChangedFirst", "1 if a changing rule covers the first token", "flag", 0, "span"),
        FeatureSpec(
            "ChangedNumeral",
            "words of numbers that only change as a whole (one hundred and two), or that begin the sentence",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "ChangedTitle",
            "words of a name of several capitalised words under a changing rule",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "WindowNAME",
            "ln p of the source with this change alone, less ln p of the source, by the language model NAME",
            "nats",
            0,
            "span",
        ),
        FeatureSpec("WindowLossNAME", "max(0, -WindowNAME)", "nats", 0, "span"),
        FeatureSpec(
            "TargetTagLogProb",
            "one word replaced: largest ln P(its tag in the sentence | a new word), at least ln 0.005",
            "nats",
            0,
            "span",
        ),
        FeatureSpec("VerbFormLost", "replaced verbs whose tag no new word can have", "words", 0, "span"),
        FeatureSpec("NounFormLost", "replaced nouns whose tag no new word can have", "words", 0, "span"),
        FeatureSpec(
            "ModifierLost",
            "replaced adjectives and adverbs whose tag no new word can have",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "FiniteVerbDiff",
            "P(finite verb) summed over new words, less finite verbs lost",
            "words",
            0,
            "span",
        ),
        FeatureSpec("FiniteVerbLost", "1 if FiniteVerbDiff is below -0.5", "flag", 0, "span"),
        FeatureSpec(
            "DuplicateNeighbour",
            "edge words of the change that equal their new neighbour",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "DuplicateNear",
            "new words longer than 3 characters that also stand within 3 tokens of the change",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "ArticleClash",
            "1 for a before a vowel or an before a consonant, by the letters that leave no doubt",
            "flag",
            0,
            "span",
        ),
        FeatureSpec(
            "PrepositionLost",
            "changes with a verb: prepositions lost, less gained, from 0",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "PrepositionGained",
            "changes with a verb: prepositions gained, less lost, from 0",
            "words",
            0,
            "span",
        ),
        FeatureSpec(
            "PrepositionBeforeNounLost",
            "1 if a change that loses a preposition ends in one, before a determiner, possessive or noun",
            "flag",
            0,
            "span",
        ),
        FeatureSpec("ChangePosition", "where the change begins, as a share of the sentence", "0-1", 0, "span"),
        FeatureSpec("FrameMet", "1 if the pair has frames in the plain list, and one of them holds", "flag", 0, "span"),
        FeatureSpec("FrameUnmet", "1 if the pair has frames, and does not fit here", "flag", 0, "span"),
        FeatureSpec(
            "PlainMet",
            "1 if the plain list has the pair as this part of speech, without a frame or with one that holds",
            "flag",
            0,
            "span",
        ),
        FeatureSpec("SelectionAdds", "words a change adds that the sentence has nowhere", "words", 0, "span"),
        FeatureSpec("SelectionDeletes", "words of which a change leaves fewer than it found", "words", 0, "span"),
        FeatureSpec(
            "SelectionAddShare",
            "p: predicted share of readers that add such a word; 0 where none is added",
            "0-1",
            0,
            "span",
        ),
        FeatureSpec("SelectionAddSum", "p times SelectionAdds", "words", 0, "span"),
        FeatureSpec("SelectionAddLogit", "ln p/(1-p), or 0 where none is added", "nats", 0, "span"),
        FeatureSpec(
            "SelectionPhraseAddShare",
            "predicted share of readers that write one of the new 2- and 3-grams",
            "0-1",
            0,
            "span",
        ),
        FeatureSpec("SelectionPhraseAddLogit", "its logit", "nats", 0, "span"),
        FeatureSpec(
            "SelectionDeleteSum",
            "q, the predicted share of readers that drop such a word, times SelectionDeletes",
            "words",
            0,
            "span",
        ),
        FeatureSpec("SelectionDeleteLogit", "ln q/(1-q), or 0 where none is deleted", "nats", 0, "span"),
        FeatureSpec(
            "SelectionPhraseDeleteShare",
            "predicted share of readers that drop one of the lost 2- and 3-grams",
            "0-1",
            0,
            "span",
        ),
        FeatureSpec("SelectionPhraseDeleteLogit", "its logit", "nats", 0, "span"),
        FeatureSpec(
            "SelectionDoubtful",
            "1 where the change is less sure than the configuration asks for",
            "flag",
            0,
            "span",
        ),
        FeatureSpec("SelectionHarm", "predicted probability that an editor would not let it stand", "0-1", 0, "span"),
        FeatureSpec("SelectionGain", "predicted probability that it makes the sentence easier", "0-1", 0, "span"),
        FeatureSpec("WordPenalty", "words of the output", "words", 0, "hypothesis"),
        FeatureSpec("lm_NAME_oov", "words of the output the model NAME does not know", "words", 0, "hypothesis"),
        FeatureSpec("lm_NAME", "ln p of the whole output under the language model NAME", "nats", 0, "hypothesis"),
    )

    def compute(self, batch: EncodedBatch) -> Mapping[str, np.ndarray]:
        """Compute nothing: these have no value outside a sentence."""
        return {}
