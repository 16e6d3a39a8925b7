"""Rewrite English text so that more people can read it.

>>> from simplifier import Simplifier
>>> simplifier = Simplifier.load()                      # the embedded English model
>>> result = simplifier.simplify("The committee commenced deliberations.")
>>> result.text, result.sentences[0].edits              # the new text; what changed, and by which rule
>>> simplifier.explain("The committee commenced deliberations.").sentences[0].kept    # what stayed, and why
>>> simplifier.kbest("The committee commenced deliberations.", 10)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from simplifier.config import Config, load_config
    from simplifier.pipeline import Simplifier
    from simplifier.policy.protection import ProtectedTerms
    from simplifier.record.alternatives import Alternative, Alternatives
    from simplifier.record.decoded import Rewriting
    from simplifier.record.edits import Change, Edit
    from simplifier.record.explanation import Candidate, ChangedPhrase, Explanation, KeptPhrase
    from simplifier.record.offers import Offer
    from simplifier.record.reasons import Reason, ReasonKind
    from simplifier.record.result import Result, SentenceResult
    from simplifier.record.rule_edits import RuleReference

__all__ = [
    "Alternative",
    "Alternatives",
    "Candidate",
    "Change",
    "ChangedPhrase",
    "Config",
    "Edit",
    "Explanation",
    "KeptPhrase",
    "Offer",
    "ProtectedTerms",
    "Reason",
    "ReasonKind",
    "Result",
    "Rewriting",
    "RuleReference",
    "SentenceResult",
    "Simplifier",
    "__version__",
    "load_config",
]

_HOMES = {
    "Alternative": "record.alternatives",
    "Alternatives": "record.alternatives",
    "Config": "config",
    "ProtectedTerms": "policy.protection",
    "Reason": "record.reasons",
    "ReasonKind": "record.reasons",
    "Simplifier": "pipeline",
    "load_config": "config",
    "Candidate": "record.explanation",
    "Change": "record.edits",
    "ChangedPhrase": "record.explanation",
    "Edit": "record.edits",
    "Explanation": "record.explanation",
    "KeptPhrase": "record.explanation",
    "Offer": "record.offers",
    "Result": "record.result",
    "Rewriting": "record.decoded",
    "RuleReference": "record.rule_edits",
    "SentenceResult": "record.result",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from simplifier.base.installation import package_version

        return package_version()
    # Each name is imported on first use, so that the command line starts without numpy and the core.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
