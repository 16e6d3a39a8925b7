"""All features of the systems of QATS 2016 in groups, each with a note on what replaces missing tools.

>>> table = FeatureTable(pairs, resources)
>>> table.matrix(["metrics", "quest"])
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simplifier.estimation.features import PairFeatures
from simplifier.estimation.pairs import ReadPair, ReadSentence
from simplifier.evaluation.qats.features.corpus import PairCorpus
from simplifier.evaluation.qats.features.edit_rates import error_classes, ter_features, wer_features
from simplifier.evaluation.qats.features.meteor import meteor
from simplifier.evaluation.qats.features.ngrams import ngram_features, stem
from simplifier.languages import Language
from simplifier.languages.analysis.reading_grade import flesch_kincaid

__all__ = ["GROUPS", "FeatureGroup", "FeatureTable", "Resources"]


@dataclass(frozen=True)
class Resources:
    """Resources for computing features.

    Attributes:
        language: language of the pairs.
        own: features of our own model.
        corpus: counts of sentence pairs.
        synonyms: synonyms of each word (WordNet's if it is installed).
        normal: name of the language model of normal text.
        simple: name of the language model of simple text.
        classes: name of the language model of word classes.
    """

    language: Language
    own: PairFeatures
    corpus: PairCorpus
    synonyms: Mapping[str, Collection[str]] = field(default_factory=dict)
    normal: str = "normal"
    simple: str = "simple"
    classes: str = "class"


class FeatureGroup(NamedTuple):
    """A group of features: its function, a description, and a note on what replaces missing tools."""

    make: Callable[[ReadPair, Resources], dict[str, float]]
    summary: str
    stands_in: str = ""


def _metrics(pair: ReadPair, use: Resources) -> dict[str, float]:
    function = use.language.words.function
    own = {"meteor": meteor(pair.source.forms, pair.output.forms, function, use.synonyms)}
    return own | ngram_features(pair) | wer_features(pair) | ter_features(pair) | error_classes(pair)


def _quest(pair: ReadPair, use: Resources) -> dict[str, float]:
    """Return the 17 baseline features of quality estimation, in their order."""
    source, output, corpus = pair.source.forms, pair.output.forms, use.corpus
    options = [corpus.translations.get(word, {}) for word in source]
    weights = [1 / max(1, corpus.counts[0][(word,)]) for word in source]
    likely = [sum(share > 0.2 for share in own.values()) for own in options]
    many = [weight * len(own) for weight, own in zip(weights, options, strict=True)]
    values = [
        float(len(source)),
        float(len(output)),
        sum(map(len, source)) / max(1, len(source)),
        sum(pair.source.log_probabilities[use.normal]),
        sum(pair.output.log_probabilities[use.simple]),
        len(output) / max(1, len(set(output))),
        sum(likely) / max(1, len(source)),
        sum(many) / max(1e-9, sum(weights)),
    ]
    for order in (1, 2, 3):
        low, high, known = corpus.quartile_shares(source, order)
        values += [low, high]
        if order == 1:
            seen = known
    marks = [sum(not any(map(str.isalnum, word)) for word in side) for side in (source, output)]
    values += [seen, *map(float, marks)]
    return {f"quest_{number}": value for number, value in enumerate(values, 1)}


def _side_models(pair: ReadPair, use: Resources) -> dict[str, float]:
    found: dict[str, float] = {}
    for side, one in (("source", pair.source), ("output", pair.output)):
        found[f"net_{side}_characters"] = float(len(one.text))
        found[f"net_{side}_tokens"] = float(len(one.forms))
        found[f"net_{side}_types"] = float(len(set(one.forms)))
        for name in (use.normal, use.simple, use.classes):
            found[f"net_{side}_{name}"] = sum(one.log_probabilities[name])
    return found


def _fluency(pair: ReadPair, use: Resources) -> dict[str, float]:
    scores = pair.output.scores[use.simple]
    words = len(scores) - 1
    unknown = sum(score.unknown for score in scores)
    total = sum(score.log_probability for score in scores if not score.unknown)
    return {
        "iit_words": float(words),
        "iit_unknown": float(unknown),
        "iit_log_probability": total,
        "iit_perplexity": math.exp(min(50.0, -total / max(1, words - unknown + 1))),
        "iit_perplexity_1": math.exp(min(50.0, -total / max(1, words - unknown))),
    }


def _statements(one: ReadSentence, language: Language) -> int:
    """Return the number of clauses, appositions and participles, counted by tags."""
    finite = sum(tag in language.change_words.finite_tags for tag in one.tags)
    after_comma = [tag for before, tag in zip(one.tags, one.tags[1:], strict=False) if before == ","]
    words = language.change_words
    participles = sum(tag in words.verb_tags and tag not in words.finite_tags for tag in after_comma)
    appositions = sum(tag in words.noun_opening_tags for tag in after_comma)
    return max(1, finite) + participles + appositions


def _e_score(pair: ReadPair, use: Resources) -> dict[str, float]:
    """Return the E-Score of IIT-S and the number of statements.

    The score adds the statements to the mean syllables of words and word pairs. Syllables are weighted by how much more
    frequent the first word is in normal text than in simple text.
    """
    one, counter, corpus = pair.output, use.language.syllables, use.corpus
    total = 0.0
    for order in (1, 2):
        for gram in zip(*(one.forms[start:] for start in range(order)), strict=False):
            normal = corpus.counts[0][gram[:1]] + 1
            simple = corpus.simple_counts[gram[0]] + 1
            total += sum(map(counter.count, gram)) * normal / simple / order
    statements = _statements(one, use.language)
    return {"e_score": statements + total / max(1, len(one.forms)), "statements": float(statements)}


def _clac(pair: ReadPair, use: Resources) -> dict[str, float]:
    source, output, corpus = pair.source, pair.output, use.corpus
    open_tags = use.language.change_words
    content = {*open_tags.noun_tags, *open_tags.verb_tags, *open_tags.modifier_tags}
    kept = [
        Counter(stem(w) for w in side.forms if w not in use.language.words.function and w[0].isalnum())
        for side in (source, output)
    ]
    weigh = [{word: count * corpus.inverse_frequency(word) for word, count in own.items()} for own in kept]
    vectors = [
        [corpus.normal[word] for word in side.forms if word in corpus.normal and word in kept_words]
        for side, kept_words in ((source, set(source.forms)), (output, set(output.forms)))
    ]
    similar = 0.0
    if vectors[0] and vectors[1]:
        similar = float((np.array(vectors[0]) @ np.array(vectors[1]).T).sum())
        similar /= (len(vectors[0]) + len(vectors[1])) / 2
    expanded = [
        Counter(other for word in side.forms for other in {word, *use.synonyms.get(word, ())})
        for side in (source, output)
    ]
    lengths = [sum(map(len, side.forms)) / max(1, len(side.forms)) for side in (source, output)]
    normal = [_mean(corpus.counts[0][(word,)] for word in side.forms) for side in (source, output)]
    simple = [_mean(corpus.simple_counts[word] for word in side.forms) for side in (source, output)]
    opened = [sum(tag in content for tag in side.tags) for side in (source, output)]
    function = use.language.words.function
    cues = [sum(word in function for word in side.forms) for side in (source, output)]
    return {
        "clac_perplexity": -_mean(output.log_probabilities[use.normal]),
        "clac_word_similarity": similar,
        "clac_synonym_cosine": _cosine(*expanded),
        "clac_tfidf": _cosine(*weigh),
        "clac_open_words": float(opened[0] - opened[1]),
        "clac_length": lengths[0] - lengths[1],
        "clac_normal": normal[0] - normal[1],
        "clac_simple_source": simple[0],
        "clac_simple_output": simple[1],
        "clac_cues": float(cues[0] - cues[1]),
    }


def _embedded(pair: ReadPair, use: Resources) -> dict[str, float]:
    corpus = use.corpus
    length = len(next(iter(corpus.normal.values())))
    found: dict[str, float] = {}
    sides = (("source", pair.source.forms, corpus.normal), ("output", pair.output.forms, corpus.simple))
    for side, forms, vectors in sides:
        total = sum((vectors[word] for word in forms if word in vectors), np.zeros(length))
        found |= {f"emb_{side}_{place}": float(value) for place, value in enumerate(total)}
    return found


def _similarity(pair: ReadPair, use: Resources) -> dict[str, float]:
    """Return measures of similar meaning: METEOR, and overlaps of words, stems, content words and vectors."""
    metrics, clac = _metrics(pair, use), _clac(pair, use)
    stems = [set(map(stem, side.forms)) for side in (pair.source, pair.output)]
    both, either = len(stems[0] & stems[1]), len(stems[0] | stems[1])
    found = {name: metrics[name] for name in ("meteor", "word_f", "base_f", "chr_f", "bleu", "wer")}
    found |= {name: clac[name] for name in ("clac_word_similarity", "clac_synonym_cosine", "clac_tfidf")}
    found |= {
        "sts_stems": both / max(1, either),
        "sts_length": len(pair.output.forms) / len(pair.source.forms),
    }
    return {f"sts_{name}": value for name, value in found.items()}


def _readability(pair: ReadPair, use: Resources) -> dict[str, float]:
    """Return counts of the rewriting that readability formulas and studies of readers with autism use."""
    own = use.own.of(pair)
    return {f"read_{name}": value for name, value in own.items() if name.startswith("output_")}


def _counts(pair: ReadPair, use: Resources) -> dict[str, float]:
    """Return OSVCML's numbers (Ft3): counts of tokens and tags, noun chunks, readability, negations, polarity."""
    one, language = pair.output, use.language
    nouns = set(language.change_words.noun_tags)
    runs: list[int] = []
    for before, tag in zip(["", *one.tags], one.tags, strict=False):
        if tag in nouns:
            if before in nouns:
                runs[-1] += 1
            else:
                runs.append(1)
    words = [word for word in one.forms if word[0].isalnum()]
    syllables = sum(map(language.syllables.count, words)) / max(1, len(words))
    feelings = [language.meaning.sentiment.get(word, 0) for word in one.forms]
    return {
        "osv_tokens": float(len(one.forms)),
        "osv_types": float(len(set(one.forms))),
        "osv_tags": float(len(set(one.tags))),
        "osv_marks": float(len(one.forms) - len(words)),
        "osv_sentences": float(one.sentences),
        "osv_longest": len(words) / one.sentences,
        "osv_chunks": float(len(runs)),
        "osv_longest_chunk": float(max(runs, default=0)),
        "osv_chunk_words": float(sum(runs)),
        "osv_grade": flesch_kincaid(len(words) / one.sentences, syllables),
        "osv_ease": 206.835 - 1.015 * len(words) / one.sentences - 84.6 * syllables,
        "osv_negations": float(language.count_negations(one.forms)),
        "osv_praise": float(sum(value > 0 for value in feelings)),
        "osv_blame": float(sum(value < 0 for value in feelings)),
    }


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return float(sum(found)) / max(1, len(found))


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    dot = sum(value * other[word] for word, value in one.items() if word in other)
    norms = [math.sqrt(sum(value**2 for value in own.values())) for own in (one, other)]
    return dot / (norms[0] * norms[1]) if all(norms) else 0.0


GROUPS: Final[dict[str, FeatureGroup]] = {
    "metrics": FeatureGroup(
        _metrics,
        "metrics of translation with the source as reference: BLEU, METEOR, TER, WER, parts, rgbF, Hjerson",
        "Snowball stems for lemmas and morphemes; METEOR without paraphrases",
    ),
    "quest": FeatureGroup(
        _quest,
        "the 17 baseline features of quality estimation",
        "counts of our sentence pairs, our language models",
    ),
    "nets": FeatureGroup(
        _side_models,
        "SimpleNets: lengths and language models of both sides",
        "three language models of ours for the four of 5-grams",
    ),
    "fluency": FeatureGroup(_fluency, "IIT: five numbers of a language model of simple text", "our simple model"),
    "e_score": FeatureGroup(_e_score, "IIT: statements and complexity of words", "clauses by tags, not by a parser"),
    "clac": FeatureGroup(
        _clac,
        "CLaC: perplexity, similarity, simplicity",
        "our vectors and counts; function words for cue phrases",
    ),
    "embedded": FeatureGroup(_embedded, "sums of vectors of both sides", "vectors of 100 by joint counts"),
    "similarity": FeatureGroup(_similarity, "likeness of meaning", "for the features of MiniExperts"),
    "readability": FeatureGroup(_readability, "of the rewriting alone", "for the features of Yaneva and Evans"),
    "counts": FeatureGroup(_counts, "OSVCML: numbers of the rewriting", "our lists for SentiWordNet; tags for chunks"),
}


class FeatureTable:
    """The features of pairs; each group is computed once, on first use."""

    def __init__(self, pairs: Sequence[ReadPair], resources: Resources) -> None:
        self.pairs = pairs
        self._resources = resources
        self._made: dict[str, list[dict[str, float]]] = {}

    def group(self, name: str) -> list[dict[str, float]]:
        """Return the features of a group for every pair, by name."""
        if name not in self._made:
            make = GROUPS[name].make
            self._made[name] = [make(pair, self._resources) for pair in self.pairs]
        return self._made[name]

    def matrix(self, groups: Sequence[str] = (), names: Sequence[str] = ()) -> NDArray[np.float64]:
        """Return all features of some groups, then those given by name, [pairs, features].

        A name is looked for in the group ``metrics`` and in groups that were computed before.
        """
        columns = [[row[key] for row in self.group(one)] for one in groups for key in self.group(one)[0]]
        for name in names:
            own = next(one for one in ("metrics", *self._made) if name in self.group(one)[0])
            columns.append([row[name] for row in self.group(own)])
        return np.array(columns, dtype=np.float64).T
