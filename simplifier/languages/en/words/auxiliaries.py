"""The auxiliaries: every form with its tag, and the groups of forms that other modules ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from simplifier.languages.en.words.tags import FINITE

__all__ = ["AUXILIARIES", "FORMS_OF", "MODALS", "PLURAL", "SHORT_FORMS", "SINGULAR", "TAG_OF"]

#: Forms with their tags, by the basic form; they include short forms such as "'s".
AUXILIARIES: Final[Mapping[str, Mapping[str, str]]] = {
    "be": {
        **{"be": "VB", "am": "VBP", "is": "VBZ", "are": "VBP", "was": "VBD", "were": "VBD"},
        **{"been": "VBN", "being": "VBG", "'s": "VBZ", "'re": "VBP", "'m": "VBP"},
    },
    "have": {"have": "VBP", "has": "VBZ", "had": "VBD", "having": "VBG", "'ve": "VBP"},
    "do": {"do": "VBP", "does": "VBZ", "did": "VBD", "done": "VBN", "doing": "VBG"},
}
#: Modals; `SHORT_FORMS` holds their short forms.
MODALS: Final = tuple("can could may might must shall should will would".split())
SHORT_FORMS: Final = ("'d", "'ll")

#: Tag of every auxiliary and modal.
TAG_OF: Final[Mapping[str, str]] = {
    **{form: tag for forms in AUXILIARIES.values() for form, tag in forms.items()},
    **dict.fromkeys((*MODALS, *SHORT_FORMS), "MD"),
}
#: Forms by the basic form, without short forms.
FORMS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    basic: tuple(form for form in forms if form[0] != "'") for basic, forms in AUXILIARIES.items()
}
#: Finite full forms that tell the number of their subject. "Am" is in neither, as it belongs to "I" alone.
SINGULAR: Final = frozenset({"is", "was", "has", "does"})
PLURAL: Final = (
    frozenset(form for forms in FORMS_OF.values() for form in forms if TAG_OF[form] in FINITE)
    - SINGULAR
    - {"am", "had", "did"}
)
