"""Reports for people: rankings of a model's rules as table, TSV, JSON and HTML page, and rewritten texts."""

from simplifier.report.in_place import in_place, place_json_lines, place_table_lines, place_tsv_lines
from simplifier.report.ranking import RankedSource, RankingReport, rank_text, rank_words
from simplifier.report.ranking_page import ranking_page
from simplifier.report.ranking_text import json_lines, table_lines, tsv_lines

__all__ = [
    "RankedSource",
    "RankingReport",
    "in_place",
    "json_lines",
    "place_json_lines",
    "place_table_lines",
    "place_tsv_lines",
    "rank_text",
    "rank_words",
    "ranking_page",
    "table_lines",
    "tsv_lines",
]
