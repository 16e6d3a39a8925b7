"""Decoding by configurations of the Joshua decoder, versions 5 and 6 (docs/build/configuration.md)."""

from __future__ import annotations

from simplifier.joshua.config import JoshuaConfig, read_joshua_config
from simplifier.joshua.decoder import JoshuaDecoder, TranslatedSentence, Translation
from simplifier.joshua.output import OutputFormat

__all__ = [
    "JoshuaConfig",
    "JoshuaDecoder",
    "OutputFormat",
    "TranslatedSentence",
    "Translation",
    "read_joshua_config",
]
