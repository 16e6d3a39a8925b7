from __future__ import annotations

from pathlib import Path

import pytest

from simplifier.base.errors import InputError
from simplifier.policy.protection import ProtectedTerms


def test_terms_match_tokens_whatever_their_casing() -> None:
    terms = ProtectedTerms(["New York", "New York City's", "café", "don't"])
    forms = "in new york and new york city 's café , do n't new".split()
    assert "".join("X" if mark else "." for mark in terms.mark(forms)) == ".XX.XXXXX.XX."


def test_files_hold_a_term_a_line(tmp_path: Path) -> None:
    path = tmp_path / "terms"
    path.write_bytes("\ufeffGerm\r\n# no\n\n  C++ \n".encode())
    terms = ProtectedTerms.read(path)
    assert terms.mark(["germ", "#", "no", "c++"]) == (True, False, False, True)
    assert not ProtectedTerms()
    path.write_bytes(b"ok\n\xe9\n")
    with pytest.raises(InputError, match="terms:2: byte 1 of the line"):
        ProtectedTerms.read(path)
