from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simplifier.base.errors import ConfigError, InputError
from simplifier.cli.ratings.correlate import correlate_command
from simplifier.evaluation.page.charts import Cloud, clouds, ellipse

SOURCES = [
    "the city commenced construction .",
    "about 95 species are currently accepted .",
    "he resides there .",
]
OUTPUTS = {
    "good": ["the city started building .", "about 95 species are now accepted .", "he lives there ."],
    "copy": SOURCES,
    "poor": ["the city .", "95 you now get in .", "resides ."],
}
REFERENCES = ["the city began building .", "about 95 species are now known .", "he lives there ."]
MARKS = {"good": [3, 4, 4], "copy": [0, 1, 0], "poor": [1, 0, 0]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = ["sentence\tsystem\ttype\tsource\toutput\trating:simplicity\tvalue:brought"]
    for system, outputs in OUTPUTS.items():
        for number, output in enumerate(outputs):
            mark = MARKS[system][number]
            brought = 10 - mark * 2 + number / 10
            rows.append(f"{number + 1}\t{system}\ttoy\t{SOURCES[number]}\t{output}\t{mark}\t{brought}")
    (tmp_path / "ratings.tsv").write_text("\n".join(rows) + "\n")
    (tmp_path / "toy.ref0").write_text("\n".join(REFERENCES) + "\n")
    (tmp_path / "toy.ref1").write_text("\n".join(SOURCES) + "\n")
    return tmp_path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(correlate_command, [str(a) for a in arguments], catch_exceptions=True)


def test_text(folder: Path) -> None:
    result = run(
        folder / "ratings.tsv", "--references", folder / "toy.ref*", "--metric", "sari-paper",
        "--samples", 0, "--coefficient", "pearson", "--level", "sentence",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "9 outputs of 3 systems for 3 sentences\n"
        "\n"
        "simplicity, sentence level, references references, n 9\n"
        "metric      pearson  p\n"
        "----------------------------\n"
        "brought     -1.000*  <0.0001\n"
        "sari-paper  +0.922   0.0004\n"
        "* no metric is farther from 0 by Williams' test (p < 0.05)\n"
        "\n"
        "pearson by band  low (n 4)  high (n 5)\n"
        "--------------------------------------\n"
        "sari-paper       -          +0.900\n"
        "brought          -          -1.000*\n"
        "\n"
        "sari-paper|counts:types|del:precision|combine:per-order|level:sentence|tok:none|case:lc|refs:2|v:1\n"
        "brought|given\n"
    )


def test_json_tells_all(folder: Path) -> None:
    result = run(
        folder / "ratings.tsv", "--references", f"both={folder / 'toy.ref*'}", "--original-as-reference",
        "--metric", "sari-paper", "--metric", "compression", "--samples", 50, "--format", "json",
        "--by", "operation",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    content = json.loads(result.stdout)
    assert (content["outputs"], content["systems"], content["sentences"]) == (9, 3, 3)
    own = content["correlations"]
    assert {one["references"] for one in own} == {"both", "original"}
    assert {one["level"] for one in own} == {"sentence", "system"}
    groups = {one["group"] for one in own if one["grouping"] == "operation"}
    assert groups == {"copy", "replacement", "deletion"}
    first = next(one for one in own if one["metric"] == "sari-paper" and one["references"] == "both")
    assert first["pearson"]["interval"][0] <= first["pearson"]["value"] <= first["pearson"]["interval"][1]
    assert 0 < first["spearman"]["p_permutation"] <= 1
    assert first["kendall"]["p_permutation"] is None
    # Three systems are too few for Williams' test.
    pairs = [(one["level"], one["references"], one["metric"], one["other"]) for one in content["pairs"]]
    assert [pair[:2] for pair in pairs] == [("sentence", name) for name in ("both", "original") for _ in range(3)]
    assert {frozenset(pair[2:]) for pair in pairs} == {
        frozenset(pair) for pair in combinations(("sari-paper", "compression", "brought"), 2)
    }
    assert any("refs:2" in one for one in content["signatures"])


def test_tsv_has_a_row_for_each_coefficient(folder: Path) -> None:
    result = run(folder / "ratings.tsv", "--samples", 0, "--format", "tsv", "--level", "system")
    assert result.exit_code == 0, result.output
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert [line[7] for line in lines[1:]] == ["pearson", "spearman", "kendall"]
    assert lines[1][:3] == ["system", "simplicity", ""]
    # Means 11/3, 1/3, 1/3 against values 10 - 2 x mean + 0.1: a straight line that falls.
    assert lines[1][8:10] == ["-1", "1"]


class Names(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


def test_the_page_needs_nothing_else(folder: Path) -> None:
    page = folder / "page.html"
    result = run(
        folder / "ratings.tsv", "--references", folder / "toy.ref0", "--samples", 20, "--format", "html",
        "--to", page, "--title", "A <b> title",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    names = Names()
    names.feed(text)
    assert "script" not in names.tags and "img" not in names.tags and "link" not in names.tags
    assert not re.search(r"https?://", text)
    assert "A &lt;b&gt; title" in text
    assert names.tags.count("ellipse") >= 3
    assert "<title>poor</title>" in text


def test_an_ellipse_by_hand() -> None:
    middle, long, short, angle = ellipse([(0, 0), (2, 2), (1, 1), (1, 1)])
    assert middle == (1, 1)
    assert (long, short, angle) == pytest.approx((1, 0, 45))
    assert ellipse([(5, 1)]) == ((5, 1), 0, 0, 0)
    # x from 0 to 4 over 52 to 464 pixels, y from 0 to 2 over 254 to 14.
    drawn = clouds("t", "x", "y", [Cloud("a", [(0, 0), (4, 2)]), Cloud("b", [(2, 1)])])
    found = re.search(r'rx="([\d.]+)" ry="([\d.]+)" transform="translate\(([\d.]+) ([\d.]+)\)', drawn)
    assert found is not None
    assert found.groups()[2:] == ("258.0", "134.0")


@pytest.mark.parametrize(
    ("arguments", "kind", "told"),
    [
        ((), ConfigError, "name a file of ratings"),
        (("ratings.tsv", "--aspect", "simplicty"), InputError, "did you mean 'simplicity'"),
        (("ratings.tsv", "--metric", "sari-paper"), InputError, "sari-paper needs references"),
        (("ratings.tsv", "--by", "weather"), ConfigError, "no grouping 'weather'"),
        (("ratings.tsv", "--references", "x=nothing*"), InputError, "no file fits"),
        (("ratings.tsv", "--value", "foreign"), InputError, "no values 'foreign'; there are brought"),
        (("ratings.tsv", "--source", "a=ratings.tsv"), ConfigError, "no set of references is called so"),
        (("ratings.tsv", "--bands", "1"), ConfigError, "two bands or more"),
    ],
)
def test_mistakes(
    folder: Path,
    arguments: tuple[str, ...],
    kind: type[Exception],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    result = run(*arguments)
    assert isinstance(result.exception, kind), result.output
    assert told in str(result.exception)


def test_forms_are_listed() -> None:
    result = run("--list-forms")
    assert [line.split()[0] for line in result.stdout.splitlines()] == [
        *("collected", "structural", "simplicity-da", "simpeval", "qats", "own"),
    ]


def test_weights_of_sari_are_fitted(tmp_path: Path) -> None:
    # Ratings are the words kept: keeping gets all the weight.
    rows = ["sentence\tsystem\tsource\toutput\trating:x"]
    words = "one two three four five six seven eight nine ten".split()
    for number in range(6):
        source = words[number : number + 5]
        for kept in range(1, 6):
            rows.append(f"{number + 1}\tS{kept}\t{' '.join(source)}\t{' '.join(source[:kept])}\t{kept}")
    path, references = tmp_path / "r.tsv", tmp_path / "ref"
    path.write_text("\n".join(rows) + "\n")
    references.write_text("".join(" ".join(words[number : number + 5]) + "\n" for number in range(6)))
    result = run(path, "--references", references, "--fit-sari")
    assert result.exit_code == 0, result.output
    found = re.fullmatch(
        r"x, references references: sari-weighted\[add=0,keep=1,delete=0\]  "
        r"pearson on other sentences (\S+), equal weights (\S+)\n",
        result.stdout,
    )
    assert found is not None, result.stdout
    assert float(found[1]) >= float(found[2]) > 0.9
    with pytest.raises(InputError, match="fitting needs references"):
        raise run(path, "--fit-sari").exception or AssertionError
