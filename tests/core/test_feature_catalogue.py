"""The catalogue of features: every one once, and what it says of those that stop changes."""

from __future__ import annotations

from pathlib import Path

from simplifier.base.reading import text_lines
from simplifier.config import load_config
from simplifier.core import FeatureName, edge_features, feature_catalogue
from simplifier.languages.analysis.change_words import ChangeWords
from simplifier.record.reasons import ReasonKind

ROOT = Path(__file__).resolve().parents[2]


def test_every_feature_is_told_once_and_whole() -> None:
    features = feature_catalogue()
    names = [one.name for one in features]
    assert len(names) == len(set(names))
    for one in features:
        assert one.meaning and one.unit and one.level in ("rule", "span", "hypothesis"), one.name
        assert one.reason or not one.stops, one.name


def test_what_stops_changes_has_a_reason_of_the_vocabulary() -> None:
    kinds = {one.name: ReasonKind(one.stops) for one in feature_catalogue() if one.stops}
    assert kinds[FeatureName.SelectionDoubtful] is ReasonKind.DOUBTFUL
    assert kinds[FeatureName.FrameUnmet] is ReasonKind.FRAME
    assert FeatureName.SelectionHarm not in kinds, "a price, no veto"


def test_the_names_are_constants_but_for_patterns() -> None:
    constants = {value for name, value in vars(FeatureName).items() if not name.startswith("_")}
    assert constants == {one.name for one in feature_catalogue() if "NAME" not in one.name}


def test_a_group_has_the_features_that_the_catalogue_names() -> None:
    told = [one.name for one in feature_catalogue() if one.group == "edges"]
    assert list(edge_features(ChangeWords().to_native()).names) == told


def test_every_guard_of_the_english_model_is_catalogued_or_stored() -> None:
    catalogued = {one.name for one in feature_catalogue()}
    assert set(load_config(None).guards) - catalogued == {"InNumberList", "InLexicon"}


def test_no_code_spells_a_name_of_the_catalogue_a_second_time() -> None:
    """Joshua has features of its own with three of the names; every Joshua file says so itself."""
    quoted = {f'"{one.name}"' for one in feature_catalogue()}
    rooms = [ROOT / name for name in ("simplifier", "rules", "lm", "tuning")]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for room in rooms
        for path in sorted(room.rglob("*.py"))
        if "joshua" not in path.parts
        for line in text_lines(path)
        if any(name in line for name in quoted)
    ]
    assert not found
