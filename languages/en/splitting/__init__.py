"""Splitting of long sentences: clauses that can stand alone become sentences of their own.

The splitter reads tokens and part-of-speech tags and changes nothing when it is unsure: no parse, only
patterns whose parts are each seen to have a subject and a finite verb. What it returns says for every word
where it came from, so that a split can be traced like any other change.
"""

from languages.en.splitting.splitter import split_sentence
from languages.parts.splits import Clause, Inserted, Split

__all__ = ["Clause", "Inserted", "Split", "split_sentence"]
