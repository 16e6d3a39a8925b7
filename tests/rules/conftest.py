from pathlib import Path

import pytest

ARPA = """\\data\\
ngram 1=6
ngram 2=2

\\1-grams:
-1.0\t<unk>
-99\t<s>\t0
-1.5\t</s>
-0.5\tuse\t-0.25
-2.0\tutilize\t-0.5
-0.75\tof\t0

\\2-grams:
-0.3\tuse of
-0.1\tutilize of

\\end\\
"""


@pytest.fixture
def tiny_arpa(tmp_path: Path) -> Path:
    """A bigram model small enough to add up by hand."""
    path = tmp_path / "tiny.arpa"
    path.write_text(ARPA)
    return path
